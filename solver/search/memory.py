"""Memory that a search needs, estimated before it is allocated, and memory that there is."""

from __future__ import annotations

import sys
from pathlib import Path

from ..errors import BudgetError
from ..graphs.graph import Graph

#: Part of the free memory that a search may use unless a limit is given.
SHARE = 0.5
#: Bytes per vertex of the lists of a search.
PER_VERTEX = 64


def available() -> int:
    """Return the bytes that may be used by default: half of what is free, as far as the system tells."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name == "MemAvailable":
                return int(SHARE * 1024 * int(rest.split()[0]))
    except (OSError, ValueError, IndexError):
        pass
    return sys.maxsize


def estimate(search: str, graph: Graph, k: int) -> int:
    """
    Return the bytes that a search allocates, to within a factor of two.

    Parameters
    ----------
    search
        Name of the search.
    graph
        Graph.
    k
        Number of colors.
    """
    from .partialcol import counter_bytes, is_dense
    from .tabucol import is_sparse

    n = graph.n
    lists, adjacency = PER_VERTEX * n, n * n // 8
    if search in ("kempe_walk", "conflict_optimizer"):
        return lists
    if search == "annealing":
        return lists + adjacency + n * k * (1 if k <= 255 else 2)
    dense = is_dense(graph, k) if search == "partialcol" else not is_sparse(graph, k)
    width = counter_bytes(graph, k) if search == "partialcol" else 1 + (k > 255)
    return lists + (adjacency + 2 * n * k * width if dense else n * k * width)


def require(search: str, graph: Graph, k: int, limit: int | None = None) -> None:
    """Raise a BudgetError if a search needs over ``limit`` bytes; None is half of what is free."""
    needed, allowed = estimate(search, graph, k), available() if limit is None else limit
    if needed > allowed:
        raise BudgetError(
            f"{search} on {graph!r} with {k} colors", estimate=needed, budget=allowed, unit="bytes"
        )
