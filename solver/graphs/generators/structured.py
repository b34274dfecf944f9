"""
Families without randomness, equal to the DIMACS files of the same name, vertex numbers included.

The insertion graphs generalize Mycielski's construction by more levels of copies. Their vertex order was
taken from the files (1-Insertions_4, 2-FullIns_3, ...), since no publication states it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arguments import integer
from ..graph import Graph
from .size_limit import size as check_size

Ends = NDArray[np.int32]


def _lines(rows: int, columns: int, directions: list[tuple[int, int]], reach: int) -> Graph:
    """Join cells of a board that lie at most ``reach`` steps apart along one of the directions."""
    cells = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    heads, tails = [cells[:0].ravel()], [cells[:0].ravel()]
    for down, right in directions:
        for step in range(1, reach + 1):
            dy, dx = step * down, step * abs(right)
            top, bottom = cells[: max(rows - dy, 0)], cells[dy:]
            if right < 0:
                top, bottom = bottom, top
            heads.append(top[:, : max(columns - dx, 0)].ravel())
            tails.append(bottom[:, dx:].ravel())
    return Graph.from_arrays(cells.size, np.concatenate(heads), np.concatenate(tails))


def queen(rows: int, columns: int | None = None) -> Graph:
    """
    Join squares of a chess board where a queen moves from one to the other: DIMACS ``queenR_C``.

    Parameters
    ----------
    rows, columns
        Size of the board; square if ``columns`` is omitted. Square (r, c) is vertex r·columns + c.

    Notes
    -----
    An n x n board needs at least n colors, and n suffice if n is divisible by neither 2 nor 3 [1]_.

    References
    ----------
    .. [1] Vasquez, M. (2004). New results on the queens_n^2 graph coloring problem. *Journal of
       Heuristics* 10: 407-413. doi:10.1023/B:HEUR.0000034713.28244.e1
    """
    rows = integer("rows", rows, 1, 10**6)
    columns = rows if columns is None else integer("columns", columns, 1, 10**6)
    check_size(rows * columns, rows * columns * (rows + columns + 2 * min(rows, columns)) / 2)
    return _lines(rows, columns, [(0, 1), (1, 0), (1, 1), (1, -1)], max(rows, columns))


def rook(order: int) -> Graph:
    """
    Join cells of a square table within rows and columns: DIMACS ``qg.orderN``.

    Its colorings with ``order`` colors, the fewest possible, are the Latin squares of that order [1]_.

    Parameters
    ----------
    order
        Number of rows and of columns. Cell (r, c) is vertex r·order + c.

    References
    ----------
    .. [1] Gomes, C., and D. Shmoys (2002). Completing quasigroups or Latin squares: a structured graph
       coloring problem. *Computational Symposium on Graph Coloring and Generalizations*.
    """
    order = integer("order", order, 1, 10**6)
    check_size(order**2, order**2 * (order - 1))
    return _lines(order, order, [(0, 1), (1, 0)], order)


def grid(rows: int, columns: int | None = None, diagonals: bool = False) -> Graph:
    """
    Generate a rectangular lattice; each cell is joined to its four or eight neighbors.

    Parameters
    ----------
    rows, columns
        Size of the board; square if ``columns`` is omitted. Cell (r, c) is vertex r·columns + c.
    diagonals
        Whether cells that touch at a corner are joined too, which takes 4 colors instead of 2.
    """
    rows = integer("rows", rows, 1, 10**9)
    columns = rows if columns is None else integer("columns", columns, 1, 10**9)
    check_size(rows * columns, rows * columns * (4 if diagonals else 2))
    falling_and_rising = [(1, 1), (1, -1)] if diagonals else []
    return _lines(rows, columns, [(0, 1), (1, 0), *falling_and_rising], 1)


def _cone(n: int, u: Ends, v: Ends, levels: int) -> tuple[int, Ends, Ends]:
    """
    Add ``levels`` levels of copies of the vertices to a graph, and one last vertex.

    A copy is joined to the copies, one level below, of the neighbors of its original; the last vertex is
    joined to the top level. With one level this is Mycielski's construction.
    """
    heads, tails = [u], [v]
    either, other = np.concatenate([u, v]), np.concatenate([v, u])
    for level in range(1, levels + 1):
        heads.append(either + np.int32(level * n))
        tails.append(other + np.int32((level - 1) * n))
    top = (levels + 1) * n
    heads.append(np.full(n, top, np.int32))
    tails.append(np.arange(levels * n, top, dtype=np.int32))
    return top + 1, np.concatenate(heads), np.concatenate(tails)


def _edge() -> tuple[int, Ends, Ends]:
    return 2, np.array([0], np.int32), np.array([1], np.int32)


def mycielski(k: int) -> Graph:
    """
    Generate a triangle-free graph with chromatic number k + 1 [1]_: DIMACS ``mycielK``.

    ``mycielski(1)`` is an edge, ``mycielski(2)`` the pentagon, ``mycielski(3)`` the Groetzsch graph.

    Parameters
    ----------
    k
        Number of construction steps, 1 <= k <= 17; there are 3·2^(k-1) - 1 vertices.

    References
    ----------
    .. [1] Mycielski, J. (1955). Sur le coloriage des graphes. *Colloquium Mathematicum* 3: 161-162.
       doi:10.4064/cm-3-2-161-162
    """
    return insertions(0, integer("k", k, 1, 17))


def insertions(k: int, order: int) -> Graph:
    """
    Apply Mycielski's construction with ``k`` inserted levels: DIMACS ``k-Insertions_n`` [1]_.

    Triangle-free, with chromatic number ``order + 1``. Lower bounds are hard: with k > 0 the smallest
    subgraph that needs as many colors is large.

    Parameters
    ----------
    k
        Number of levels inserted in each step; 0 gives ``mycielski(order)``.
    order
        Number of construction steps, where the initial edge is the first.

    References
    ----------
    .. [1] Caramia, M., and P. Dell'Olmo (2001). Iterative coloring extension of a maximum clique.
       *Naval Research Logistics* 48: 518-550. doi:10.1002/nav.1033
    """
    k = integer("k", k, 0, 1000)
    order = integer("order", order, 1, 30)
    n, u, v = _edge()
    m = 1
    for _ in range(order - 1):
        m = (2 * (k + 1) + 1) * m + n
        check_size((k + 2) * n + 1, m)
        n, u, v = _cone(n, u, v, k + 1)
    return Graph.from_arrays(n, u, v)


def full_insertions(k: int, order: int) -> Graph:
    """
    Generate insertion graphs with a clique across the levels: DIMACS ``k-FullIns_n`` [1]_.

    The chromatic number is ``k + order``, but 2 for order 1, an edge. Each step adds k + 1 levels of
    copies as :func:`insertions` does, one last vertex, and k + 1 further vertices, of which the i-th is
    joined to level i, to the last vertex and to the further vertices before it.

    Parameters
    ----------
    k
        Number of levels inserted in each step, at least 1.
    order
        Number of construction steps, where the initial edge is the first.

    References
    ----------
    .. [1] Caramia, M., and P. Dell'Olmo (2001). Iterative coloring extension of a maximum clique.
       *Naval Research Logistics* 48: 518-550. doi:10.1002/nav.1033
    """
    k = integer("k", k, 1, 1000)
    order = integer("order", order, 1, 30)
    n, u, v = _edge()
    m = 1
    for _ in range(order - 1):
        m = (2 * (k + 1) + 1) * m + (k + 2) * n + (k + 1) * (k + 2) // 2
        check_size((k + 2) * (n + 1), m)
        below = n
        n, u, v = _cone(n, u, v, k + 1)
        heads, tails = [u], [v]
        for level in range(1, k + 2):
            joined = np.r_[level * below : (level + 1) * below, (k + 2) * below : n].astype(np.int32)
            heads.append(np.full(len(joined), n, np.int32))
            tails.append(joined)
            n += 1
        u, v = np.concatenate(heads), np.concatenate(tails)
    return Graph.from_arrays(n, u, v)
