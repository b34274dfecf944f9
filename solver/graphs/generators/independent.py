"""
Random graphs with independently drawn edges: uniform and recursive-matrix.

Drawing 5 million uniform edges takes 0.25 s; then the rows are built in linear time.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..._kernels.graphs import generators as kernels
from ..._kernels.vectors.rng import rng_state
from ...arguments import fraction, integer
from ...arguments import seed as check_seed
from ...errors import expected
from ..graph import Graph, build
from .size_limit import size as check_size

TINY = 1e-12  # for smaller p, 1 - p keeps too few digits of p


def gnp(n: int, p: float, seed: int = 0) -> Graph:
    """
    Join each pair of vertices with probability ``p``: G(n, p) [1]_; DIMACS ``DSJCn.p``.

    Time and memory are linear in n + m for every p, by skipping from edge to edge [2]_.

    Parameters
    ----------
    n
        Number of vertices.
    p
        Probability, 0 or from 1e-12 to 1.
    seed
        Seed of the random number generator.

    References
    ----------
    .. [1] Gilbert, E. N. (1959). Random graphs. *Annals of Mathematical Statistics* 30: 1141-1144.
       doi:10.1214/aoms/1177706098
    .. [2] Batagelj, V., and U. Brandes (2005). Efficient generation of large random networks.
       *Physical Review E* 71: 036113. doi:10.1103/PhysRevE.71.036113
    """
    n = integer("n", n, 0, 2**31 - 2)
    p = fraction("p", p)
    seed = check_seed(seed)
    return Graph.from_arrays(n, *pairs(n, p, rng_state((seed, 1))))


def pairs(
    n: int, p: float, state: NDArray[np.uint64], room: int | None = None
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the edges of G(n, p), the larger end first; ``room`` is the size of the first buffer."""
    if 0 < p < TINY:
        raise expected("p", p, f"0 or a number from {TINY:g} to 1")
    mean = p * n * (n - 1) / 2
    check_size(n, mean)
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
    Generate a recursive-matrix graph [1]_ with a few huge degrees, as in the Graph500 benchmark.

    Vertex numbers are shuffled. Loops and repeated edges are dropped, so that m is a few percent below
    ``edge_factor * 2**scale``.

    Parameters
    ----------
    scale
        Binary logarithm of the number of vertices, 1 <= scale <= 26.
    edge_factor
        Number of edges drawn per vertex.
    a, b, c
        Probabilities of the upper left, upper right and lower left quadrant, rounded to 32 bits. The
        lower right quadrant has the rest. The defaults are those of Graph500.
    seed
        Seed of the random number generator.

    References
    ----------
    .. [1] Chakrabarti, D., Y. Zhan, and C. Faloutsos (2004). R-MAT: a recursive model for graph mining.
       *SIAM International Conference on Data Mining*: 442-446. doi:10.1137/1.9781611972740.43
    """
    scale = integer("scale", scale, 1, 26)
    edge_factor = integer("edge_factor", edge_factor, 0, 10**6)
    quadrants = [fraction(name, x) for name, x in (("a", a), ("b", b), ("c", c))]
    if sum(quadrants) > 1 + 1e-9:
        raise expected("a + b + c", sum(quadrants), "at most 1")
    seed = check_seed(seed)
    n = 1 << scale
    check_size(n, n * edge_factor)
    state = rng_state((seed, 2))
    label = np.arange(n, dtype=np.int32)
    kernels.shuffle(state, label)
    u, v = np.empty(n * edge_factor, np.int32), np.empty(n * edge_factor, np.int32)
    a32, b32, c32 = (round(x * 2**32) for x in quadrants)
    kernels.rmat_edges(state, scale, a32, b32, c32, label, u, v)
    return build(n, u, v)[0]
