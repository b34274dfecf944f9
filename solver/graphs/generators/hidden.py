"""
Random graphs with a hidden coloring: a k-coloring is planted, and found again by whoever can.

The vertices are split at random into k classes whose sizes differ by one at most. For equal ``n``,
``k`` and ``seed`` the three families hide the same coloring, which :func:`hidden_coloring` reveals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..._kernels.graphs import generators as kernels
from ..._kernels.vectors.rng import rng_state
from ..graph import Graph
from . import _check
from .independent import pairs


def hidden_coloring(n: int, k: int, seed: int = 0) -> NDArray[np.int32]:
    """Colors int32[n] in [0, k) that :func:`planted`, :func:`flat` and :func:`leighton` hide."""
    n, k, seed = _arguments(n, k, seed)
    colors = (np.arange(n) % k).astype(np.int32)
    kernels.shuffle(rng_state((seed, 3)), colors)
    return colors


def _arguments(n: int, k: int, seed: int) -> tuple[int, int, int]:
    n = _check.whole("n", n, 1, 2**31 - 2)
    return n, _check.whole("k", k, 1, n), _check.seed_number(seed)


def _classes(n: int, k: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Class ``c`` is ``members[starts[c]:starts[c + 1]]``."""
    colors = hidden_coloring(n, k, seed)
    members = np.argsort(colors, kind="stable").astype(np.int32)
    return np.r_[0, np.cumsum(np.bincount(colors, minlength=k))].astype(np.int64), members


def planted(n: int, k: int, p: float, seed: int = 0) -> Graph:
    """
    Each pair of vertices of different classes is an edge with probability ``p`` [1]_.

    Parameters
    ----------
    n, k
        Number of vertices and of classes, 1 <= k <= n.
    p
        Probability, 0 or from 1e-12 to 1.
    seed
        Names the graph.

    References
    ----------
    .. [1] Kucera, L. (1977). Expected behavior of graph coloring algorithms. *Fundamentals of
       Computation Theory*, LNCS 56: 447-451. doi:10.1007/3-540-08442-8_114
    """
    n, k, seed = _arguments(n, k, seed)
    p = _check.fraction("p", p)
    colors = hidden_coloring(n, k, seed)
    u, v = pairs(n, p, rng_state((seed, 4)))
    crossing = colors[u] != colors[v]
    return Graph.from_arrays(n, u[crossing], v[crossing])


def flat(n: int, k: int, p: float, flatness: int = 0, seed: int = 0) -> Graph:
    """
    Hide a k-coloring where degrees do not give it away: DIMACS ``flatN_K_F`` [1]_.

    Between each two classes there are equally many edges per pair of vertices, and the neighbors that
    a vertex has in another class number the mean, up to rounding and ``flatness``. m is fixed:
    ``p`` times the pairs across classes, rounded.

    Parameters
    ----------
    n, k
        Number of vertices and of classes, 1 <= k <= n.
    p
        Density between classes.
    flatness
        How far a degree into another class may lie beyond the two integers next to the mean.
    seed
        Names the graph.

    References
    ----------
    .. [1] Culberson, J., and F. Luo (1996). Exploring the k-colorable landscape with iterated greedy.
       *Cliques, Coloring, and Satisfiability*, DIMACS 26: 245-284. doi:10.1090/dimacs/026/12
    """
    n, k, seed = _arguments(n, k, seed)
    p = _check.fraction("p", p)
    flatness = _check.whole("flatness", flatness, 0, n)
    _check.size(n, p * n * n / 2)
    starts, members = _classes(n, k, seed)
    sizes = np.diff(starts)
    first, second = np.triu_indices(k, 1)
    # Rounded running totals: each quota is off by less than one edge, their sum by half.
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
    Union of random cliques across the classes, one of ``k`` vertices among them: like ``le450_K`` [1]_.

    So the chromatic number is exactly k. The cliques have k, k - 1, ..., 2, k, ... vertices in turn.
    Leighton draws vertices from a linear congruential generator; here classes and vertices are
    uniform, and the DIMACS files are resembled, not reproduced: ``leighton(450, 15, 205)`` has about
    as many edges as le450_15a.

    Parameters
    ----------
    n, k
        Number of vertices and of classes, 2 <= k <= n.
    cliques
        Number of cliques, from 1.
    seed
        Names the graph.

    References
    ----------
    .. [1] Leighton, F. T. (1979). A graph coloring algorithm for large scheduling problems. *Journal of
       Research of the National Bureau of Standards* 84: 489-506. doi:10.6028/jres.084.024
    """
    n, k, seed = _arguments(n, k, seed)
    k = _check.whole("k", k, 2, n)
    cliques = _check.whole("cliques", cliques, 1, 2**31)
    _check.size(n, cliques * k * (k + 1) / 6)
    starts, members = _classes(n, k, seed)
    sizes = k - np.arange(cliques) % (k - 1)
    drawn = int((sizes * (sizes - 1) // 2).sum())
    u, v = np.empty(drawn, np.int32), np.empty(drawn, np.int32)
    classes, chosen = np.arange(k, dtype=np.int32), np.empty(k, np.int32)
    kernels.leighton_edges(rng_state((seed, 6)), starts, members, sizes, classes, chosen, u, v)
    return Graph.from_arrays(n, u, v)
