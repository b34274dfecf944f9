"""Orders in which the vertices of a graph get their colors, by name or given."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError, expected
from ..graphs.graph import Graph
from ..sequential.orders import incidence_degree_order, largest_first_order, smallest_last_order

Order = NDArray[np.int32]


def _natural(graph: Graph) -> Order:
    return np.arange(graph.n, dtype=np.int32)


#: Functions that make the orders, by name.
ORDERS: dict[str, Callable[[Graph], Order]] = {
    "natural": _natural,
    "largest_first": largest_first_order,
    "smallest_last": smallest_last_order,
    "incidence_degree": incidence_degree_order,
}


def given(order: ArrayLike, n: int) -> Order:
    """
    Return a given permutation, checked.

    Raises
    ------
    InputError
        If it is not a permutation of ``0 .. n - 1``.
    """
    array = np.asarray(order)
    if array.shape != (n,) or (n and array.dtype.kind not in "iu"):
        given_as = f"{array.dtype.name} {array.shape}"
        raise InputError(f"order: expected a name or a permutation ({n},), not {given_as}")
    if not np.array_equal(np.sort(array), np.arange(n)):
        raise InputError(f"order: expected a name, or each of 0 .. {n - 1} once")
    return np.ascontiguousarray(array, np.int32)


def checked_name(order: str) -> str:
    """
    Return the name of an order, or ``"auto"``, checked.

    Raises
    ------
    InputError
        If it is neither.
    """
    if order != "auto" and order not in ORDERS:
        legal = ", ".join(repr(name) for name in ("auto", *ORDERS))
        raise expected("order", order, f"{legal}, or a permutation")
    return order
