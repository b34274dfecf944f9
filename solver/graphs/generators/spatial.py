"""
Graphs in the plane: near points, triangulations, roads.

Half a million points with three million edges take about a second, rows included; a SciPy k-d tree takes
several seconds, and its results are not guaranteed to be reproducible.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..._kernels.graphs import generators as kernels
from ..._kernels.vectors.rng import rng_state
from ...arguments import fraction, integer
from ...arguments import seed as check_seed
from ..graph import Graph
from .size_limit import size as check_size


def points(n: int, seed: int = 0) -> NDArray[np.float64]:
    """Return the points of :func:`geometric` and :func:`delaunay`: (n, 2) in the unit square."""
    n = integer("n", n, 0, 2**31 - 2)
    flat = np.empty(2 * n)
    kernels.fill_uniform(rng_state((check_seed(seed), 7)), flat)
    return flat.reshape(n, 2)


def geometric(n: int, radius: float, seed: int = 0) -> Graph:
    """
    Join random points in the unit square at distance ``radius`` or less; DIMACS ``DSJRn.r`` [1]_.

    The points are those of :func:`points`. Time is linear in n + m, by sorting them into squares.

    Parameters
    ----------
    n
        Number of vertices.
    radius
        A distance from 0 to 1.5 (the diagonal is shorter). The mean degree is about pi·n·radius^2.
    seed
        Seed of the random number generator.

    References
    ----------
    .. [1] Johnson, D. S., C. R. Aragon, L. A. McGeoch, and C. Schevon (1991). Optimization by simulated
       annealing: an experimental evaluation; part II. *Operations Research* 39: 378-406.
       doi:10.1287/opre.39.3.378
    """
    radius = fraction("radius", radius, 0.0, 1.5)
    x, y = np.ascontiguousarray(points(n, seed).T)
    check_size(n, min(math.pi * radius**2, 1.0) * n * n / 2)
    # Slightly fewer than 1 / radius, so that rounding cannot put near points two squares apart.
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
    Triangulate random points by Delaunay's rule [1]_; planar, so that 4 colors suffice.

    The points are those of :func:`points` and reproducible. The triangles are computed by SciPy's Qhull;
    they agree between versions unless four points lie on a circle.

    Parameters
    ----------
    n
        Number of vertices, at least 4.
    seed
        Seed of the random number generator.

    References
    ----------
    .. [1] Delaunay, B. (1934). Sur la sphere vide. *Bulletin de l'Academie des Sciences de l'URSS*:
       793-800.
    """
    from scipy.spatial import Delaunay

    n = integer("n", n, 4, 10**8)
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
    Generate a road-like graph: a connected lattice with gaps and a few diagonals, of mean degree 3.5.

    All edges of a random spanning tree of the lattice are kept, so that the graph is connected; the
    other lattice edges are kept with probability ``keep``, and each square gets one diagonal with
    probability ``diagonal``. Planar. ``road(1400)`` has 1.96 million vertices and 3.43 million edges.

    Parameters
    ----------
    rows, columns
        Size of the lattice; square if ``columns`` is omitted. Crossing (r, c) is vertex r·columns + c.
    keep, diagonal
        Probabilities, rounded to 32 bits. The mean degree is about 2 + 2·keep + 2·diagonal.
    seed
        Seed of the random number generator.
    """
    rows = integer("rows", rows, 1, 10**9)
    columns = rows if columns is None else integer("columns", columns, 1, 10**9)
    check_size(rows * columns, 3 * rows * columns)
    keep32 = round(fraction("keep", keep) * 2**32)
    diagonal32 = round(fraction("diagonal", diagonal) * 2**32)
    room = 3 * rows * columns
    u, v = np.empty(room, np.int32), np.empty(room, np.int32)
    state = rng_state((check_seed(seed), 8))
    m = kernels.road_edges(state, rows, columns, keep32, diagonal32, u, v)
    return Graph.from_arrays(rows * columns, u[:m], v[:m])
