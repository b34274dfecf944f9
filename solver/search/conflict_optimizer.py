"""
The conflict optimizer: a local search that learns which vertices are hard to color.

Crombez et al. (2023) describe it for graphs of crossing segments. Like PartialCol it keeps each color
class free of conflicts, but it does not look for the best of all moves: the vertex that has been
uncolored longest takes the color that displaces the least weight of neighbors. The weight of a vertex
grows with the square of its turns, so that one that was displaced again and again is displaced more
rarely. There is no tabu list; the costs are multiplied by random factors instead.

It is made for graphs with uneven degrees. CPU seconds to a coloring, two or three seeds each: wap01a
with 41 colors 0.1 to 0.2, wap02a with 40 0.2, wap03a with 42 5 to 7, wap07a with 41 0.3, wap08a with 40
1.1 to 1.6 and wap04a with 41 8 to 10, le450_15c with 15 0.05. PartialCol leaves 4 vertices of wap08a
uncolored after 6 s with 41. On even graphs tabu search is better: 2 vertices of DSJC250.5 with 28 colors
and 2 of DSJC500.5 with 49 remain after 10 s.

The random factors matter most. Uncolored vertices of wap08a with 40 colors after 10 s with a deviation
of 0, 0.15 and 0.3: 28, 0 and 151; of le450_25c with 25 after 15 s with 0.1, 0.15, 0.17 and 0.2: 3, 2, 1
and 9 (means of three seeds, with the weights t^1.2 and t^1.25). A deviation that falls from 0.22 to 0.12
again and again found less than 0.17. With t^1.25 and t^1.5 instead of the square as the weight of a
vertex after t turns, le450_25c and le450_25d had 25 colors after 30 s in 1 and 2 of six runs instead of
3, and with a deviation of 0.16 and 0.18 in none of four and three. Nothing should be forgotten: with t
halved whenever one reaches 2000, 2 to 5 vertices of le450_25c remained after 20 s instead of 0 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import conflict_optimizer as kernels
from .._kernels.vectors.rng import rng_state
from ..arguments import seed as check_seed
from ..graphs.graph import Graph, as_graph
from ..graphs.repair import completed, make_legal
from ..result import Result
from ..stop import Stop
from .base import checked_k, checked_start, drive
from .parameters import INT32, number, validate


@dataclass(frozen=True)
class ConflictOptimizerParams:
    """
    Parameters of the conflict optimizer.

    Attributes
    ----------
    noise
        Standard deviation of the random factors of the costs.
    """

    noise: float = number(
        0.17, 0, 0.28, decided_by="le450_25c, 25 colors: 3, 2, 1, 9 uncolored with 0.1, 0.15, 0.17, 0.2"
    )

    def __post_init__(self) -> None:
        validate(self)


class ConflictOptimizer:
    """
    Resumable conflict optimizer [1]_; a :class:`~solver.search.base.Search`.

    Time per iteration: two passes over the neighbors of one vertex, and one over the colors. Memory: 28
    bytes per vertex and 4 per color, beside the graph.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors, at least 1.
    seed
        Seed of the random number generator, an integer >= 0 or a sequence of them.
    params
        Parameters of the search.
    initial
        Initial colors (n,) below k, -1 = uncolored; some vertices in conflict are uncolored. If omitted,
        vertices in random order get the lowest color that fits.

    Attributes
    ----------
    k
        Number of colors.
    cost
        Fewest uncolored vertices so far.
    ticks, iterations
        Ticks used and moves made so far.

    References
    ----------
    .. [1] Crombez, L., and others (2023). Conflict optimization for binary CSP applied to minimum
       partition into plane subgraphs and graph coloring. *ACM Journal of Experimental Algorithmics* 28:
       1.2. doi:10.1145/3588869
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        seed: int | Sequence[int] = 0,
        params: ConflictOptimizerParams = ConflictOptimizerParams(),
        initial: ArrayLike | None = None,
    ) -> None:
        self.k = checked_k(k, INT32 - 1)
        self._graph, self._params = graph, params
        rng = rng_state(seed)
        colors = np.full(graph.n, -1, np.int32)
        if initial is not None:
            colors = checked_start(graph, initial, self.k, partial=True)
        uncolored = make_legal(graph, colors, self.k, rng)
        queue = np.zeros(graph.n, np.int32)
        queue[: len(uncolored)] = uncolored
        scalars = np.zeros(kernels.SCALARS, np.int64)
        scalars[kernels.UNCOLORED] = scalars[kernels.BEST] = len(uncolored)
        self._state = kernels.State(
            indptr=graph.indptr,
            indices=graph.indices,
            rng=rng,
            scalars=scalars,
            colors=colors,
            best=colors.copy(),
            queue=queue,
            turns=np.zeros(graph.n, np.int64),
            weights=np.ones(graph.n, np.float32),
            costs=np.zeros(self.k + 1, np.float32),
            listed=np.zeros(max(graph.n, self.k) + 1, np.int32),
        )

    @property
    def cost(self) -> int:
        """Fewest uncolored vertices so far."""
        return int(self._state.scalars[kernels.BEST])

    @property
    def ticks(self) -> int:
        """Ticks used so far."""
        return int(self._state.scalars[kernels.TICKS])

    @property
    def iterations(self) -> int:
        """Moves made so far."""
        return int(self._state.scalars[kernels.ITERATIONS])

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used or the cost is 0; exceed by at most one move."""
        kernels.search(self._state, self.k, float(self._params.noise), self.ticks + ticks)

    def colors(self) -> NDArray[np.int32]:
        """
        Return the best coloring so far, complete: int32[n] in [0, k), a new array.

        Each uncolored vertex gets the color that the fewest of its neighbors have.
        """
        return completed(self._graph, self._state.best, self.k)


def conflict_optimizer(
    graph: Graph,
    k: int,
    *,
    stop: Stop,
    seed: int | Sequence[int] = 0,
    params: ConflictOptimizerParams = ConflictOptimizerParams(),
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring with the conflict optimizer [1]_.

    Parameters
    ----------
    graph, k, seed, params, initial
        Parameters of :class:`ConflictOptimizer`.
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
    .. [1] Crombez, L., and others (2023). Conflict optimization for binary CSP applied to minimum
       partition into plane subgraphs and graph coloring. *ACM Journal of Experimental Algorithmics* 28:
       1.2. doi:10.1145/3588869
    """
    graph = as_graph(graph)
    seed = check_seed(seed)
    search = ConflictOptimizer(graph, k, seed=seed, params=params, initial=initial)
    return drive(search, graph, stop, "conflict_optimizer")
