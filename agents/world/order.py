"""
The order in which the actions of a step are executed.

All agents of a step see the same state, but the first who asks for the last cookie gets it. In the order
of the ids that would be the same agent in each step, so worlds with domains shuffle the order, with a
seed that belongs to the record of the run. A run recorded without a seed keeps the order of the ids.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ..errors import TraceError

#: Name of the seed in the record of a run.
ORDER_SEED = "order_seed"
#: Factor of the step in the seed of its order.
_STRIDE = 1_000_003

Row = TypeVar("Row")


def shuffle(actions: list[Any], order_seed: int, time_step: int) -> None:
    """Bring the actions of a step into the order of their execution."""
    random.Random(order_seed ^ (time_step * _STRIDE)).shuffle(actions)


def executed(rows: Iterable[Row], order_seed: int | None, time_step: int) -> list[Row]:
    """Return all rows of a step, given in the order of the ids, in the order of their execution."""
    ordered = list(rows)
    if order_seed is not None:
        shuffle(ordered, order_seed, time_step)
    return ordered


def order_seed_of(run_id: str) -> int:
    """Return the seed of a run that has no other: the first 8 bytes of the SHA-256 of its name."""
    return int.from_bytes(hashlib.sha256(run_id.encode()).digest()[:8], "big")


def recorded_order(config: Mapping[str, Any], given: int | None, shuffled: bool | None) -> int | None:
    """
    Return the seed in the record of a run, None for the order of the ids.

    Raises
    ------
    TraceError
        If another seed or another kind of order is asked for.
    """
    recorded: int | None = config.get(ORDER_SEED)
    if given not in (None, recorded):
        raise TraceError(f"order_seed = {given}: expected {recorded}, as in the recorded run")
    if shuffled not in (None, recorded is not None):
        raise TraceError(
            f"shuffled = {shuffled}: expected {recorded is not None}, as in the recorded run"
        )
    return recorded
