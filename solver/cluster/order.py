"""
Orders of elimination: several greedy ones are tried, and the one with the fewest cells is kept.

See :mod:`solver._kernels.cluster.elimination_plan` for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._kernels.cluster import elimination_plan as layout
from ..errors import BudgetError

#: Attempts at an order beyond the first two, each with other ties. Below ``CHEAP`` cells another attempt
#: takes longer than it can save.
ATTEMPTS = 6
CHEAP = 1 << 12
#: Above this number of cells no attempt makes elimination possible: they differ by factors of ten.
HOPELESS = 1e14


@dataclass(frozen=True, eq=False)
class Order:
    """
    An order of elimination and its cost.

    Attributes
    ----------
    nodes
        int64[free], in the order of elimination.
    cells
        Sum of the colorings of each scope times the colors of its node.
    width
        Number of nodes in the largest scope.
    scopes, sizes, parents
        Nodes of each scope by position, as bits; their number; the first of them.
    """

    nodes: NDArray[np.int64]
    cells: float
    width: int
    scopes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    parents: NDArray[np.int64]


def find_order(free: int, total: int, ends: NDArray[np.int32], k: int) -> Order:
    """
    Return the cheapest of several greedy orders for nodes 0 .. free - 1; the others are kept.

    Parameters
    ----------
    free, total
        Number of nodes to eliminate, and of all nodes.
    ends
        int32[e, 2], edges.
    k
        Number of colors.
    """
    words = max(1, -(-total // 64))
    adjacent = np.zeros((total, words * 64), np.bool_)
    adjacent[ends[:, 0], ends[:, 1]] = True
    adjacent[ends[:, 1], ends[:, 0]] = True
    bits = _as_words(adjacent)
    scores, order = np.empty((2, free), np.int64)
    by_index = np.arange(free)
    best, fewest = by_index, np.inf
    random = np.random.default_rng(0)
    for attempt in range(2 + ATTEMPTS):
        rule = layout.MIN_DEGREE if attempt == 1 else layout.MIN_FILL
        priority = (
            by_index if attempt < 2 else by_index[::-1] if attempt == 2 else random.permutation(free)
        )
        cells = layout.find_order(
            bits.copy(), rule, np.ascontiguousarray(priority), k, fewest, scores, order
        )
        if cells < fewest:
            best, fewest = order.copy(), cells
        if attempt and (fewest <= CHEAP or fewest > HOPELESS):
            break
    position = np.concatenate([best, np.arange(free, total)])
    scopes = _as_words(
        np.pad(adjacent[:, :total][np.ix_(position, position)], ((0, 0), (0, words * 64 - total)))
    )
    sizes, parents = np.empty((2, free), np.int64)
    layout.find_scopes(scopes, free, sizes, parents)
    return Order(best, float(fewest), int(sizes.max(initial=0)), scopes, sizes, parents)


def _as_words(rows: NDArray[np.bool_]) -> NDArray[np.int64]:
    packed = np.packbits(rows, axis=1, bitorder="little")
    words: NDArray[np.int64] = np.ascontiguousarray(packed).view("<i8").astype(np.int64)
    return words


def table_bytes(order: Order, kept: int, k: int, dtype: Any) -> float:
    """Return the memory of the tables of an order."""
    cells = 2 * float(k) ** kept + np.sum(float(k) ** order.sizes)
    return float(cells * np.dtype(dtype).itemsize)


def check_memory(needed: float, memory: float) -> None:
    """Raise BudgetError if tables would not fit."""
    if needed > memory:
        raise BudgetError("elimination", estimate=float(needed), budget=float(memory), unit="bytes")


def check_cells(needed: float, work: float) -> None:
    """Raise BudgetError if elimination would compute too many cells."""
    if needed > work:
        raise BudgetError("elimination", estimate=needed, budget=work, unit="cells")
