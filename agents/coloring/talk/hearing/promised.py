"""Promises of the last turn, which an agent admits if it did not keep them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...situation import Situation


def checked_promises(
    situation: Situation, seen: Callable[[str | None], bool]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give for each promise the sentence that admits that it was not kept, or "", and its record."""
    for promise in situation.promises:
        now = situation.colors.get(promise.node)
        kept = now == promise.color
        text = f"I said I would make {promise.node} {promise.color}, but it is {now}."
        data = {"node": promise.node, "color": promise.color, "kept": kept}
        yield "" if kept or not seen(promise.node) else text, data
