"""Checks of what a sentence says of offers and deals, and of what keeps a node in its color."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from types import MappingProxyType

from ...situation import Offer
from .evidence import Evidence


@functools.lru_cache(maxsize=1 << 14)
def pairs(text: str) -> Mapping[str, str]:
    """Return the nodes of a list with their colors."""
    words = [w for w in re.split(r"[\s,]+", text) if w and w not in ("is", "to", "and")]
    return MappingProxyType(dict(zip(words[::2], words[1::2], strict=False)))


def agreed(e: Evidence) -> dict[str, str]:
    """Return the colors of the deals between the agent and the recipient."""
    standing = [
        offer
        for offer in e.after.offers
        if offer.status == "accepted" and {offer.sender, offer.recipient} == {e.view.agent, e.recipient}
    ]
    return {t.node: t.color for offer in standing for t in (*offer.conditions, *offer.assignments)}


def offers(e: Evidence) -> list[Offer]:
    """Return the offers of the agent to the recipient, announcements included."""
    parties = (e.view.agent, e.recipient)
    return [one for one in e.before.offers if (one.sender, one.recipient) == parties]


def offered(
    e: Evidence, given: str | None, asked: str, name: str, before: str | None, after: str | None
) -> bool:
    """Return whether an offer was made with these terms, and for this gain."""
    gain = f"conflicts={before}->{'0' if after == 'none' else after}"
    return any(
        one.offer_id == name
        and pairs(asked) == {term.node: term.color for term in one.conditions}
        and pairs(given or "") == {term.node: term.color for term in one.assignments}
        and (before is None or gain in one.reasons)
        for one in offers(e)
    )


def may_change(e: Evidence, node: str, color: str) -> bool:
    """Return whether a node has a color in which nothing keeps it."""
    return e.colors.get(node) == color and node not in e.bound
