"""In which order the vertices of a graph get their colors, by name or given."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..graphs.graph import Graph
from ..sequential.orders import incidence_degree_order, largest_first_order, smallest_last_order

Order = NDArray[np.int32]


def _natural(graph: Graph) -> Order:
    return np.arange(graph.n, dtype=np.int32)


#: Name of each order, and what makes it.
ORDERS: dict[str, Callable[[Graph], Order]] = {
    "natural": _natural,
    "largest_first": largest_first_order,
    "smallest_last": smallest_last_order,
    "incidence_degree": incidence_degree_order,
}


def given(order: ArrayLike, n: int) -> Order:
    """
    A permutation that a caller gave, checked.

    Raises
    ------
    InputError
        If it is none of ``0 .. n - 1``.
    """
    array = np.asarray(order)
    if array.shape != (n,) or (n and array.dtype.kind not in "iu"):
        raise InputError(
            f"order: dtype {array.dtype}, shape {array.shape}, expected a name or a permutation ({n},)"
        )
    if not np.array_equal(np.sort(array), np.arange(n)):
        raise InputError(f"order: expected a name or a permutation of 0 .. {n - 1}, each once")
    return np.ascontiguousarray(array, np.int32)


def checked_name(order: str) -> str:
    """
    The name of an order, or ``"auto"``.

    Raises
    ------
    InputError
        If it is neither.
    """
    if order != "auto" and order not in ORDERS:
        legal = ", ".join(repr(name) for name in ("auto", *ORDERS))
        raise InputError(f"order = {order!r}, expected {legal}, or a permutation")
    return order
