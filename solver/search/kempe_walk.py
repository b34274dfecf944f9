"""
The walk along Kempe chains: few colors for large sparse graphs, in linear memory.

Morgenstern and Shapiro (1991) colored large planar graphs with four colors like this. Most vertices of a
legal partial coloring have their color; one that has none takes a free color, or one that a Kempe
exchange makes free, or that of a neighbor, which then is the one to look for a color. An impasse so
wanders until it can be resolved. Where tabu search looks for the best of all moves, a step looks at one
uncolored vertex, whatever the number of the others: that is what a large graph needs.

Ours exchanges chains beside the impasse at random, too. Without it about a hundred impasses were left
for good on small worlds (300,000 vertices, degree 6, four colors), however long the chains; with it none
after 0.6 s of CPU time. The limit on the length of a chain is random, short as a rule: one limit for all
left single impasses where it was short (16), and took four times as long where it was not (2000).

CPU time to a proven coloring where smallest-last has one color more: four colors for Delaunay graphs of
300,000 vertices in 0.3 s, three for wing in 0.01 s; the other searches, taking turns, did not find the
former in 10 s and took 2 s for the latter. Preferential attachment resists: with five colors for 100,000
vertices of degree 5 or more, 150 were left after 12 s at best. On graphs whose core is dense (R-MAT)
tabu search is better by far: a step may free one vertex by uncoloring two, and there is hardly ever a
chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import kempe_walk as kernels
from .._kernels.vectors.rng import rng_state
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.repair import completed, make_legal
from ..graphs.verify import as_colors
from ..result import Result
from ..stop import Stop
from .base import drive


@dataclass(frozen=True)
class KempeWalkParams:
    """
    How a step looks for a color.

    Attributes
    ----------
    length
        Vertices in a chain at most, at least 1; at one vertex in four twice as many, at one in sixteen
        four times as many, and so on.
    attempts
        Exchanges tried at a vertex, at least 0.
    exchange
        Chance, 0 to 1, that a step in vain exchanges a chain beside the vertex instead of moving on.
    worsen
        Chance, 0 to 1, that a step that leaves one more vertex uncolored is made; for two more its
        square, and so on.
    tenure
        Steps, beside one for every two uncolored vertices, in which a vertex does not take the color
        that it has lost from a neighbor; at least 0.
    """

    length: int = 16
    attempts: int = 12
    exchange: float = 0.3
    worsen: float = 0.3
    tenure: int = 10

    def __post_init__(self) -> None:
        for name in ("exchange", "worsen"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name} = {getattr(self, name)}, expected 0 to 1")
        for name, low in (("length", 1), ("attempts", 0), ("tenure", 0)):
            if not low <= getattr(self, name) < 2**31:
                raise InputError(f"{name} = {getattr(self, name)}, expected {low} to {2**31 - 1}")


class KempeWalk:
    """
    The walk as a search that can be interrupted and resumed [1]_.

    A step takes the time to look at the neighbors of one vertex and at those of its chains. Memory: 36
    bytes a vertex, beside the graph.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors, at least 1.
    seed
        An integer from 0 or a sequence of such.
    params
        See :class:`KempeWalkParams`.
    initial
        Integers (n,), colors below k or -1 for none. Of vertices in conflict some lose their color. If
        omitted, vertices in random order get the lowest color that fits.

    Attributes
    ----------
    k
        Number of colors.
    cost
        Fewest uncolored vertices at the end of any :meth:`run`.
    ticks, iterations
        Work and steps so far.

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
        if not isinstance(k, int | np.integer) or not 1 <= k < 2**31 - 1:
            raise InputError(f"k = {k}, expected an integer from 1 to {2**31 - 2}")
        self.k = int(k)
        self._graph, self._params = graph, params
        n = graph.n
        colors = np.full(n, -1, np.int32) if initial is None else as_colors(graph, initial).copy()
        if (high := int(colors.max(initial=-1))) >= self.k:
            raise InputError(f"colors: value {high}, expected less than k = {self.k}")
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
        """Work so far."""
        return int(self._scalars[kernels.TICKS])

    @property
    def iterations(self) -> int:
        """Steps so far."""
        return int(self._scalars[kernels.ITERATIONS])

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used, or the cost is 0; exceeds by one step at most."""
        params = self._params
        exchange, worsen = (int(p * kernels.CERTAIN) for p in (params.exchange, params.worsen))
        limits = params.length, params.attempts, exchange, worsen, params.tenure
        kernels.walk(self._state, self.k, *limits, ticks)
        if (left := int(self._scalars[kernels.UNCOLORED])) < self.cost:
            self.cost = left
            self._best[:] = self._colors

    def colors(self) -> NDArray[np.int32]:
        """
        Coloring with the fewest uncolored vertices, made complete: int32[n] in [0, k), a new array.

        Each uncolored vertex is given the color that the fewest of its neighbors have.
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
        As for :class:`KempeWalk`.
    stop
        When to give up; looked at between slices of work.

    Returns
    -------
    Result
        ``colors`` is complete; vertices that the search left out have the color that the fewest of
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
    search = KempeWalk(graph, k, seed=seed, params=params, initial=initial)
    return drive(search, graph, stop, "kempe_walk")
