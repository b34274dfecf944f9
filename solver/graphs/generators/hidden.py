"""
Random graphs with a hidden k-coloring.

The vertices are split at random into k classes whose sizes differ by at most one. For equal ``n``, ``k``
and ``seed`` the three families hide the same coloring, which :func:`hidden_coloring` returns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..._kernels.graphs import generators as kernels
from ..._kernels.vectors.rng import rng_state
from ...arguments import fraction, integer
from ...arguments import seed as check_seed
from ..graph import Graph
from .independent import pairs
from .size_limit import size as check_size


def hidden_coloring(n: int, k: int, seed: int = 0) -> NDArray[np.int32]:
    """Return the colors that :func:`planted`, :func:`flat` and :func:`leighton` hide, int32[n]."""
    n, k, seed = _arguments(n, k, seed)
    colors = (np.arange(n) % k).astype(np.int32)
    kernels.shuffle(rng_state((seed, 3)), colors)
    return colors


def _arguments(n: int, k: int, seed: int) -> tuple[int, int, int]:
    n = integer("n", n, 1, 2**31 - 2)
    return n, integer("k", k, 1, n), check_seed(seed)


def _classes(n: int, k: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return ``(starts, members)``; class ``c`` is ``members[starts[c]:starts[c + 1]]``."""
    colors = hidden_coloring(n, k, seed)
    members = np.argsort(colors, kind="stable").astype(np.int32)
    return np.r_[0, np.cumsum(np.bincount(colors, minlength=k))].astype(np.int64), members


def planted(n: int, k: int, p: float, seed: int = 0) -> Graph:
    """
    Join each pair of vertices of different classes with probability ``p`` [1]_.

    Parameters
    ----------
    n, k
        Number of vertices and of classes, 1 <= k <= n.
    p
        Probability, 0 or from 1e-12 to 1.
    seed
        Seed of the random number generator.

    References
    ----------
    .. [1] Kucera, L. (1977). Expected behavior of graph coloring algorithms. *Fundamentals of
       Computation Theory*, LNCS 56: 447-451. doi:10.1007/3-540-08442-8_114
    """
    n, k, seed = _arguments(n, k, seed)
    p = fraction("p", p)
    colors = hidden_coloring(n, k, seed)
    u, v = pairs(n, p, rng_state((seed, 4)))
    crossing = colors[u] != colors[v]
    return Graph.from_arrays(n, u[crossing], v[crossing])


def flat(n: int, k: int, p: float, flatness: int = 0, seed: int = 0) -> Graph:
    """
    Hide a k-coloring that the degrees do not reveal: DIMACS ``flatN_K_F`` [1]_.

    The density is the same between any two classes, and each vertex has the mean number of neighbors in
    each other class, up to rounding and ``flatness``. The number of edges is ``p`` times the number of
    pairs of vertices of different classes, rounded.

    Parameters
    ----------
    n, k
        Number of vertices and of classes, 1 <= k <= n.
    p
        Density between classes.
    flatness
        Largest distance of the number of neighbors in another class from the two integers next to the
        mean.
    seed
        Seed of the random number generator.

    References
    ----------
    .. [1] Culberson, J., and F. Luo (1996). Exploring the k-colorable landscape with iterated greedy.
       *Cliques, Coloring, and Satisfiability*, DIMACS 26: 245-284. doi:10.1090/dimacs/026/12
    """
    n, k, seed = _arguments(n, k, seed)
    p = fraction("p", p)
    flatness = integer("flatness", flatness, 0, n)
    check_size(n, p * n * n / 2)
    starts, members = _classes(n, k, seed)
    sizes = np.diff(starts)
    first, second = np.triu_indices(k, 1)
    # Rounded running totals: each quota is off by less than one edge, their sum by at most a half.
    quotas = np.diff(np.rint(p * np.r_[0, np.cumsum(sizes[first] * sizes[second])])).astype(np.int64)
    m = int(quotas.sum())
    u, v = np.empty(m, np.int32), np.empty(m, np.int32)
    joined = np.empty(int(sizes.max()) ** 2, np.int8)
    rows, columns = np.empty((2, int(sizes.max())), np.int32)
    state = rng_state((seed, 5))
    kernels.flat_edges(state, starts, members, quotas, flatness, joined, rows, columns, u, v)
    return Graph.from_arrays(n, u, v)


def leighton(n: int, k: int, cliques: int, seed: int = 0) -> Graph:
    """
    Unite random cliques across the classes, among them one of ``k`` vertices: like ``le450_K`` [1]_.

    The chromatic number is exactly k. The cliques have k, k - 1, ..., 2, k, ... vertices in turn.
    Leighton draws vertices from a linear congruential generator; here classes and vertices are uniform,
    so the graphs resemble the DIMACS files but do not reproduce them: ``leighton(450, 15, 205)`` has
    about as many edges as le450_15a.

    Parameters
    ----------
    n, k
        Number of vertices and of classes, 2 <= k <= n.
    cliques
        Number of cliques, at least 1.
    seed
        Seed of the random number generator.

    References
    ----------
    .. [1] Leighton, F. T. (1979). A graph coloring algorithm for large scheduling problems. *Journal of
       Research of the National Bureau of Standards* 84: 489-506. doi:10.6028/jres.084.024
    """
    n, k, seed = _arguments(n, k, seed)
    k = integer("k", k, 2, n)
    cliques = integer("cliques", cliques, 1, 2**31)
    check_size(n, cliques * k * (k + 1) / 6)
    starts, members = _classes(n, k, seed)
    sizes = k - np.arange(cliques) % (k - 1)
    drawn = int((sizes * (sizes - 1) // 2).sum())
    u, v = np.empty(drawn, np.int32), np.empty(drawn, np.int32)
    classes, chosen = np.arange(k, dtype=np.int32), np.empty(k, np.int32)
    kernels.leighton_edges(rng_state((seed, 6)), starts, members, sizes, classes, chosen, u, v)
    return Graph.from_arrays(n, u, v)
