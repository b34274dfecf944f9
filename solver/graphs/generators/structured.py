"""
Families without randomness, numbered as in the DIMACS files, with which they agree edge for edge.

The insertion graphs generalize Mycielski's construction by more levels of copies; their vertex order
was read off the files (1-Insertions_4, 2-FullIns_3, ...), since no publication states it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..graph import Graph
from . import _check

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
    Squares of a chess board, joined where a queen moves from one to the other: DIMACS ``queenR_C``.

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
    rows = _check.whole("rows", rows, 1, 10**6)
    columns = rows if columns is None else _check.whole("columns", columns, 1, 10**6)
    _check.size(rows * columns, rows * columns * (rows + columns + 2 * min(rows, columns)) / 2)
    return _lines(rows, columns, [(0, 1), (1, 0), (1, 1), (1, -1)], max(rows, columns))


def rook(order: int) -> Graph:
    """
    Cells of a square table, joined within rows and columns: DIMACS ``qg.orderN``.

    Its colorings with ``order`` colors, the fewest possible, are the Latin squares (quasigroup tables)
    of that order [1]_.

    Parameters
    ----------
    order
        Number of rows and of columns. Cell (r, c) is vertex r·order + c.

    References
    ----------
    .. [1] Gomes, C., and D. Shmoys (2002). Completing quasigroups or Latin squares: a structured graph
       coloring problem. *Computational Symposium on Graph Coloring and Generalizations*.
    """
    order = _check.whole("order", order, 1, 10**6)
    _check.size(order**2, order**2 * (order - 1))
    return _lines(order, order, [(0, 1), (1, 0)], order)


def grid(rows: int, columns: int | None = None, diagonals: bool = False) -> Graph:
    """
    Rectangular lattice; each cell is joined to its four neighbors, or to eight.

    Parameters
    ----------
    rows, columns
        Size; square if ``columns`` is omitted. Cell (r, c) is vertex r·columns + c.
    diagonals
        Whether cells that touch at a corner are joined too. Needs 4 colors instead of 2.
    """
    rows = _check.whole("rows", rows, 1, 10**9)
    columns = rows if columns is None else _check.whole("columns", columns, 1, 10**9)
    _check.size(rows * columns, rows * columns * (4 if diagonals else 2))
    falling_and_rising = [(1, 1), (1, -1)] if diagonals else []
    return _lines(rows, columns, [(0, 1), (1, 0), *falling_and_rising], 1)


def _cone(n: int, u: Ends, v: Ends, levels: int) -> tuple[int, Ends, Ends]:
    """
    Put ``levels`` copies of the vertices on top of a graph, and one vertex above them.

    A copy is joined, one level below, to what the original is joined to; the last vertex to the top
    level. With one level this is Mycielski's construction.
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
    Triangle-free graph with chromatic number k + 1 [1]_: DIMACS ``mycielK``.

    ``mycielski(1)`` is an edge, ``mycielski(2)`` the pentagon, ``mycielski(3)`` the Groetzsch graph.

    Parameters
    ----------
    k
        Construction steps, 1 <= k <= 17; it has 3·2^(k-1) - 1 vertices.

    References
    ----------
    .. [1] Mycielski, J. (1955). Sur le coloriage des graphes. *Colloquium Mathematicum* 3: 161-162.
       doi:10.4064/cm-3-2-161-162
    """
    return insertions(0, _check.whole("k", k, 1, 17))


def insertions(k: int, order: int) -> Graph:
    """
    Mycielski's construction with ``k`` inserted levels: DIMACS ``k-Insertions_n`` [1]_.

    Triangle-free, with chromatic number ``order + 1``, and hard to bound from below: with k > 0 the
    smallest subgraph that needs so many colors is large.

    Parameters
    ----------
    k
        Levels inserted in each step; 0 gives ``mycielski(order)``.
    order
        Construction steps, counting the edge it starts from as the first.

    References
    ----------
    .. [1] Caramia, M., and P. Dell'Olmo (2001). Iterative coloring extension of a maximum clique.
       *Naval Research Logistics* 48: 518-550. doi:10.1002/nav.1033
    """
    k = _check.whole("k", k, 0, 1000)
    order = _check.whole("order", order, 1, 30)
    n, u, v = _edge()
    m = 1
    for _ in range(order - 1):
        m = (2 * (k + 1) + 1) * m + n
        _check.size((k + 2) * n + 1, m)
        n, u, v = _cone(n, u, v, k + 1)
    return Graph.from_arrays(n, u, v)


def full_insertions(k: int, order: int) -> Graph:
    """
    Insertion graphs with a clique woven through the levels: DIMACS ``k-FullIns_n`` [1]_.

    Chromatic number ``k + order``. Each step adds k + 1 levels of copies as :func:`insertions` does,
    the vertex above them, and k + 1 more, the i-th of which is joined to level i and to all the
    added vertices before it.

    Parameters
    ----------
    k
        Levels inserted in each step, from 1.
    order
        Construction steps, counting the edge it starts from as the first.

    References
    ----------
    .. [1] Caramia, M., and P. Dell'Olmo (2001). Iterative coloring extension of a maximum clique.
       *Naval Research Logistics* 48: 518-550. doi:10.1002/nav.1033
    """
    k = _check.whole("k", k, 1, 1000)
    order = _check.whole("order", order, 1, 30)
    n, u, v = _edge()
    m = 1
    for _ in range(order - 1):
        m = (2 * (k + 1) + 1) * m + (k + 2) * n + (k + 1) * (k + 2) // 2
        _check.size((k + 2) * (n + 1), m)
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
