"""
Graphs that live in the plane: near points, triangulations, roads.

Half a million points with three million edges take about a second with the rows; a SciPy k-d tree
needs several, and a reproducible result was wanted anyway.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..._kernels.graphs import generators as kernels
from ..._kernels.vectors.rng import rng_state
from ..graph import Graph
from . import _check


def points(n: int, seed: int = 0) -> NDArray[np.float64]:
    """Vertices of :func:`geometric` and :func:`delaunay`: coordinates (n, 2) in the unit square."""
    n = _check.whole("n", n, 0, 2**31 - 2)
    flat = np.empty(2 * n)
    kernels.fill_uniform(rng_state((_check.seed_number(seed), 7)), flat)
    return flat.reshape(n, 2)


def geometric(n: int, radius: float, seed: int = 0) -> Graph:
    """
    Random points in the unit square, joined at distance ``radius`` or less; DIMACS ``DSJRn.r`` [1]_.

    Time linear in n + m, by bucketing the points into squares. The points are :func:`points`.

    Parameters
    ----------
    n
        Number of vertices.
    radius
        From 0 to 1.5 (the diagonal is shorter). The mean degree is about pi·n·radius^2.
    seed
        Names the graph.

    References
    ----------
    .. [1] Johnson, D. S., C. R. Aragon, L. A. McGeoch, and C. Schevon (1991). Optimization by simulated
       annealing: an experimental evaluation; part II. *Operations Research* 39: 378-406.
       doi:10.1287/opre.39.3.378
    """
    radius = _check.fraction("radius", radius, 0.0, 1.5)
    x, y = np.ascontiguousarray(points(n, seed).T)
    _check.size(n, min(math.pi * radius**2, 1.0) * n * n / 2)
    # A trifle fewer than 1 / radius, so that rounding cannot put near points two squares apart.
    cells = max(1, min(int(0.999 / radius) if radius > 0 else n, math.isqrt(n)))
    cell, members = np.empty((2, n), np.int32)
    starts = np.zeros(cells * cells + 1, np.int64)
    kernels.sort_into_cells(x, y, cells, cell, starts, members)
    none = np.empty(0, np.int32)
    m = kernels.near_pairs(x, y, radius, cells, starts, members, none, none)
    u, v = np.empty(m, np.int32), np.empty(m, np.int32)
    kernels.near_pairs(x, y, radius, cells, starts, members, u, v)
    return Graph.from_arrays(n, u, v)


def delaunay(n: int, seed: int = 0) -> Graph:
    """
    Delaunay triangulation [1]_ of random points, planar: 4 colors suffice.

    The points are :func:`points` and reproducible; the triangles are those of the Qhull in the SciPy
    that is installed, which agree between versions unless four points lie on a circle.

    Parameters
    ----------
    n
        Number of vertices, from 4.
    seed
        Names the points.

    References
    ----------
    .. [1] Delaunay, B. (1934). Sur la sphere vide. *Bulletin de l'Academie des Sciences de l'URSS*:
       793-800.
    """
    from scipy.spatial import Delaunay

    n = _check.whole("n", n, 4, 10**8)
    corners = Delaunay(points(n, seed)).simplices.astype(np.int32)
    return Graph.from_arrays(n, corners.ravel(), np.roll(corners, 1, axis=1).ravel())


def road(
    rows: int,
    columns: int | None = None,
    keep: float = 0.65,
    diagonal: float = 0.1,
    seed: int = 0,
) -> Graph:
    """
    Road-like graph: a lattice with gaps and a few diagonals, connected, of mean degree 3.5.

    A random spanning tree of the lattice is kept whole, so that the graph is connected; the other
    lattice edges stay with probability ``keep``, and each square gets one diagonal with probability
    ``diagonal``. Planar. ``road(1400)`` has 1.96 M vertices and 3.43 M edges.

    Parameters
    ----------
    rows, columns
        Size; square if ``columns`` is omitted. Crossing (r, c) is vertex r·columns + c.
    keep, diagonal
        Probabilities, used to 32 bits. The mean degree is about 2 + 2·keep + 2·diagonal.
    seed
        Names the graph.
    """
    rows = _check.whole("rows", rows, 1, 10**9)
    columns = rows if columns is None else _check.whole("columns", columns, 1, 10**9)
    _check.size(rows * columns, 3 * rows * columns)
    keep32 = round(_check.fraction("keep", keep) * 2**32)
    diagonal32 = round(_check.fraction("diagonal", diagonal) * 2**32)
    room = 3 * rows * columns
    u, v = np.empty(room, np.int32), np.empty(room, np.int32)
    state = rng_state((_check.seed_number(seed), 8))
    m = kernels.road_edges(state, rows, columns, keep32, diagonal32, u, v)
    return Graph.from_arrays(rows * columns, u[:m], v[:m])
