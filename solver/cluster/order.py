"""
Orders of elimination: several greedy ones are tried, and the one with the fewest cells is kept.

See :mod:`solver._kernels.cluster.elimination_plan` for the rules.
"""

from __future__ import annotations

import functools
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
HOPELESS = 1e12


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
    table_cells
        Sum of the colorings of each scope.
    """

    nodes: NDArray[np.int64]
    cells: float
    width: int
    scopes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    parents: NDArray[np.int64]
    table_cells: float


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
    neighbors, scratch, scopes = np.zeros((3, total, words), np.int64)
    scores, order, best, sizes, parents = np.empty((5, free), np.int64)
    fewest = layout.find_first_order(ends, neighbors, scratch, k, scores, order, best)
    for attempt in range(2, 2 + ATTEMPTS):
        if fewest <= CHEAP or fewest > HOPELESS:
            break
        scratch[:] = neighbors
        priority = _priority(free, attempt)
        cells = layout.find_order(scratch, layout.MIN_FILL, priority, k, fewest, scores, order)
        if cells < fewest:
            best[:], fewest = order, cells
    width = layout.find_scopes(ends, best, scopes, sizes, parents)
    # Each scope's colorings are counted once for every color of its node in the number of cells.
    return Order(best, float(fewest), width, scopes, sizes, parents, fewest / k)


@functools.lru_cache(32)
def _priority(free: int, attempt: int) -> NDArray[np.int64]:
    """Return the priority of an attempt after the first two: the last node first, then random ones."""
    if attempt == 2:
        return np.arange(free)[::-1].copy()
    return np.random.default_rng([attempt, free]).permutation(free)


def table_bytes(order: Order, kept: int, k: int, dtype: Any) -> float:
    """Return the memory of the tables of an order."""
    return (2 * float(k) ** kept + order.table_cells) * float(np.dtype(dtype).itemsize)


def check_memory(needed: float, memory: float) -> None:
    """Raise BudgetError if tables would not fit."""
    if needed > memory:
        raise BudgetError("elimination", estimate=float(needed), budget=float(memory), unit="bytes")


def check_cells(needed: float, work: float) -> None:
    """Raise BudgetError if elimination would compute too many cells."""
    if needed > work:
        raise BudgetError("elimination", estimate=needed, budget=work, unit="cells")
