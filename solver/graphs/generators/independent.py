"""
Random graphs whose edges are drawn independently of each other: uniform and recursive-matrix.

A quarter of a second for 5 million uniform edges; the rows are built in linear time afterwards.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..._kernels.graphs import generators as kernels
from ..._kernels.vectors.rng import rng_state
from ...errors import InputError
from ..graph import Graph, build
from . import _check

TINY = 1e-12  # below it, 1 - p keeps too few digits of p


def gnp(n: int, p: float, seed: int = 0) -> Graph:
    """
    Each pair of vertices is an edge with probability ``p``: G(n, p) [1]_; DIMACS ``DSJCn.p``.

    Time and memory linear in n + m for every p, by skipping from edge to edge [2]_.

    Parameters
    ----------
    n
        Number of vertices.
    p
        Probability, 0 or from 1e-12 to 1.
    seed
        Names the graph.

    References
    ----------
    .. [1] Gilbert, E. N. (1959). Random graphs. *Annals of Mathematical Statistics* 30: 1141-1144.
       doi:10.1214/aoms/1177706098
    .. [2] Batagelj, V., and U. Brandes (2005). Efficient generation of large random networks.
       *Physical Review E* 71: 036113. doi:10.1103/PhysRevE.71.036113
    """
    n = _check.whole("n", n, 0, 2**31 - 2)
    p = _check.fraction("p", p)
    seed = _check.seed_number(seed)
    return Graph.from_arrays(n, *pairs(n, p, rng_state((seed, 1))))


def pairs(
    n: int, p: float, state: NDArray[np.uint64], room: int | None = None
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Ends of the edges of G(n, p), the larger end first; ``room`` is the size of the first buffer."""
    if 0 < p < TINY:
        raise InputError(f"p = {p:g}, expected 0 or {TINY:g} <= p <= 1")
    mean = p * n * (n - 1) / 2
    _check.size(n, mean)
    powers = [1.0 - p]
    while 0 < powers[-1] < 1 and powers[-1] > 2.0**-54:
        powers.append(powers[-1] * powers[-1])
    if room is None:
        room = int(mean + 6 * math.sqrt(mean)) + 16
    place = np.array([1 if p > 0 else n, 0], np.int64)
    parts = [(np.empty(0, np.int32), np.empty(0, np.int32))]
    while place[0] < n:
        u, v = np.empty(room, np.int32), np.empty(room, np.int32)
        written = kernels.sample_pairs(state, np.array(powers), n, place, u, v)
        parts.append((u[:written], v[:written]))
    if len(parts) == 2:
        return parts[1]
    return np.concatenate([u for u, _ in parts]), np.concatenate([v for _, v in parts])


def rmat(
    scale: int,
    edge_factor: int = 16,
    a: float = 0.57,
    b: float = 0.19,
    c: float = 0.19,
    seed: int = 0,
) -> Graph:
    """
    Recursive-matrix graph [1]_ with a few huge degrees, as in the Graph500 benchmark.

    Vertex numbers are shuffled. Loops are dropped and repeated edges count once, so that m stays a
    few percent below ``edge_factor * 2**scale``.

    Parameters
    ----------
    scale
        Binary logarithm of the number of vertices, 1 <= scale <= 26.
    edge_factor
        Edges drawn per vertex.
    a, b, c
        Probabilities of the upper left, upper right and lower left quadrant, used to 32 bits; the
        lower right has the rest. Graph500's unless given.
    seed
        Names the graph.

    References
    ----------
    .. [1] Chakrabarti, D., Y. Zhan, and C. Faloutsos (2004). R-MAT: a recursive model for graph mining.
       *SIAM International Conference on Data Mining*: 442-446. doi:10.1137/1.9781611972740.43
    """
    scale = _check.whole("scale", scale, 1, 26)
    edge_factor = _check.whole("edge_factor", edge_factor, 0, 10**6)
    quadrants = [_check.fraction(name, x) for name, x in (("a", a), ("b", b), ("c", c))]
    if sum(quadrants) > 1 + 1e-9:
        raise InputError(f"a + b + c = {sum(quadrants):g}, expected at most 1")
    seed = _check.seed_number(seed)
    n = 1 << scale
    _check.size(n, n * edge_factor)
    state = rng_state((seed, 2))
    label = np.arange(n, dtype=np.int32)
    kernels.shuffle(state, label)
    u, v = np.empty(n * edge_factor, np.int32), np.empty(n * edge_factor, np.int32)
    a32, b32, c32 = (round(x * 2**32) for x in quadrants)
    kernels.rmat_edges(state, scale, a32, b32, c32, label, u, v)
    return build(n, u, v)[0]
