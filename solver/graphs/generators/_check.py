"""Checks shared by the generators; each returns the value as a plain Python number."""

from __future__ import annotations

import operator

from ...errors import InputError
from ..graph import MAX_VERTICES

#: Edges that a generator agrees to build; 2^30 edges take some 20 GB on the way.
MAX_EDGES = 2**30


def whole(name: str, value: int, low: int, high: int) -> int:
    """``value`` as an int in ``[low, high]``."""
    try:
        number = operator.index(value)
    except TypeError:
        raise InputError(f"{name} = {value!r}, expected an integer") from None
    if not low <= number <= high:
        raise InputError(f"{name} = {number}, expected {low} <= {name} <= {high}")
    return number


def fraction(name: str, value: float, low: float = 0.0, high: float = 1.0) -> float:
    """``value`` as a float in ``[low, high]``."""
    number = float(value)
    if not low <= number <= high:
        raise InputError(f"{name} = {number:g}, expected {low:g} <= {name} <= {high:g}")
    return number


def seed_number(seed: int) -> int:
    """``seed`` as an int from 0."""
    return whole("seed", seed, 0, 2**64 - 1)


def size(n: float, m: float) -> None:
    """Refuse a graph that would not fit, before anything is allocated."""
    if n > MAX_VERTICES or m > MAX_EDGES:
        raise InputError(
            f"that graph has {n:.3g} vertices and {m:.3g} edges;"
            f" at most {MAX_VERTICES} and {MAX_EDGES} can be generated"
        )
