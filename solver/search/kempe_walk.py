"""
A random walk along Kempe chains: few colors for large sparse graphs, in linear memory.

Morgenstern and Shapiro (1991) colored large planar graphs with four colors in this way. Most vertices
of a legal partial coloring have their final color. An uncolored vertex takes a free color, or one that
a Kempe exchange frees, or the color of a neighbor, which then becomes the uncolored vertex. Tabu search
looks for the best of all moves; a step of the walk considers one uncolored vertex, however many there
are, which suits large graphs.

In addition, chains beside the uncolored vertex are exchanged at random. Without this, about a hundred
vertices remained uncolored on small-world graphs (300,000 vertices, degree 6, four colors), however
long the chains; with it, none after 0.6 s of CPU time. The limit on the length of a chain is random and
mostly short: a fixed limit of 16 left single vertices uncolored, and one of 2000 took four times as
long.

CPU time to a proven coloring where smallest-last has one color more: four colors for Delaunay graphs of
300,000 vertices in 0.3 s, three for wing in 0.01 s. The other searches, taking turns, did not find the
former in 10 s and took 2 s for the latter. Preferential-attachment graphs resist: with five colors for
100,000 vertices of degree 5 or more, 150 vertices remained after 12 s at best. On graphs with a dense
core (R-MAT) tabu search is much better: a step of the walk may free one vertex by uncoloring two, and
there are hardly any chains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import kempe_walk as kernels
from .._kernels.vectors.rng import rng_state
from ..arguments import seed as check_seed
from ..graphs.graph import Graph, as_graph
from ..graphs.repair import completed, make_legal
from ..result import Result
from ..stop import Stop
from .base import checked_k, checked_start, drive
from .parameters import INT32, number, validate


@dataclass(frozen=True)
class KempeWalkParams:
    """
    Parameters of the walk along Kempe chains.

    Attributes
    ----------
    length
        Most vertices in a chain; twice as many at one vertex in four, four times at one in sixteen, etc.
    attempts
        Exchanges tried at a vertex.
    exchange
        Probability that a step without success exchanges a chain beside the vertex instead of moving on.
    worsen
        Probability of a step that leaves one more vertex uncolored; its square for two more, etc.
    tenure
        Steps, beside one for every two uncolored vertices, in which a vertex does not take back the
        color that it lost to a neighbor.
    """

    length: int = number(
        16, 1, INT32, decided_by="small worlds of 300,000 vertices, degree 6: 2000 took 4x"
    )
    attempts: int = number(12, 0, INT32)
    exchange: float = number(
        0.3, 0, 1, decided_by="small worlds of 300,000 vertices: 100 vertices uncolored with 0"
    )
    worsen: float = number(0.3, 0, 1)
    tenure: int = number(10, 0, INT32)

    def __post_init__(self) -> None:
        validate(self)


class KempeWalk:
    """
    Resumable walk along Kempe chains [1]_; a :class:`~solver.search.base.Search`.

    Time per step: the neighbors of one vertex and of the chains tried there. Memory: 36 bytes per
    vertex, beside the graph.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors, at least 1.
    seed
        Seed of the random number generator, an integer >= 0 or a sequence of them.
    params
        Parameters of the walk.
    initial
        Initial colors (n,) below k, -1 = uncolored; some vertices in conflict are uncolored. If omitted,
        vertices in random order get the lowest color that fits.

    Attributes
    ----------
    k
        Number of colors.
    cost
        Fewest uncolored vertices at the end of any :meth:`run`.
    ticks, iterations
        Ticks used and steps made so far.

    References
    ----------
    .. [1] Morgenstern, C. A., and H. D. Shapiro (1991). Heuristics for rapidly four-coloring large
       planar graphs. *Algorithmica* 6: 869-891. doi:10.1007/BF01759077
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        seed: int | Sequence[int] = 0,
        params: KempeWalkParams = KempeWalkParams(),
        initial: ArrayLike | None = None,
    ) -> None:
        self.k = checked_k(k, INT32 - 1)
        self._graph, self._params = graph, params
        n = graph.n
        colors = np.full(n, -1, np.int32)
        if initial is not None:
            colors = checked_start(graph, initial, self.k, partial=True)
        rng = rng_state(seed)
        left = make_legal(graph, colors, self.k, rng)
        uncolored, chain, lost = np.full((3, n), -1, np.int32)
        uncolored[: len(left)] = left
        self._scalars = np.zeros(kernels.SCALARS, np.int64)
        self._scalars[kernels.UNCOLORED] = self.cost = len(left)
        self._colors, self._best = colors, colors.copy()
        self._state = kernels.State(
            indptr=graph.indptr,
            indices=graph.indices,
            rng=rng,
            scalars=self._scalars,
            colors=colors,
            uncolored=uncolored,
            counts=np.zeros(self.k, np.int32),
            chain=chain,
            seen=np.zeros(n, np.int64),
            lost=lost,
            until=np.zeros(n, np.int64),
        )

    @property
    def ticks(self) -> int:
        """Ticks used so far."""
        return int(self._scalars[kernels.TICKS])

    @property
    def iterations(self) -> int:
        """Steps made so far."""
        return int(self._scalars[kernels.ITERATIONS])

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used or the cost is 0; exceed by at most one step."""
        params = self._params
        exchange, worsen = (int(p * kernels.CERTAIN) for p in (params.exchange, params.worsen))
        limits = params.length, params.attempts, exchange, worsen, params.tenure
        kernels.walk(self._state, self.k, *limits, ticks)
        if (left := int(self._scalars[kernels.UNCOLORED])) < self.cost:
            self.cost = left
            self._best[:] = self._colors

    def colors(self) -> NDArray[np.int32]:
        """
        Return the best coloring so far, complete: int32[n] in [0, k), a new array.

        Each uncolored vertex gets the color that the fewest of its neighbors have.
        """
        return completed(self._graph, self._best, self.k)


def kempe_walk(
    graph: Graph,
    k: int,
    *,
    stop: Stop,
    seed: int | Sequence[int] = 0,
    params: KempeWalkParams = KempeWalkParams(),
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring of a large sparse graph with a walk along Kempe chains [1]_.

    Parameters
    ----------
    graph, k, seed, params, initial
        Parameters of :class:`KempeWalk`.
    stop
        Stop criterion, checked between slices of work.

    Returns
    -------
    Result
        ``colors`` is complete: vertices that the search left uncolored have the color that the fewest of
        their neighbors have. ``history`` counts uncolored vertices, ``conflicts`` conflicting edges.

    Raises
    ------
    InputError
        If k, the parameters or the initial coloring are out of range.

    References
    ----------
    .. [1] Morgenstern, C. A., and H. D. Shapiro (1991). Heuristics for rapidly four-coloring large
       planar graphs. *Algorithmica* 6: 869-891. doi:10.1007/BF01759077
    """
    graph = as_graph(graph)
    seed = check_seed(seed)
    search = KempeWalk(graph, k, seed=seed, params=params, initial=initial)
    return drive(search, graph, stop, "kempe_walk")
