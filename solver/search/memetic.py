"""
A memetic search: pairs of individuals in the manner of HEAD, and a family tree of their champions.

Two colorings are recombined into two children by the greedy partition crossover, each child is improved
by TabuCol for a fixed length, and the children replace their parents. Two elites, the best of this
period and of the period before, bring diversity back when it runs low. Moalic and Gondran (2018),
doi:10.1007/s10732-017-9354-9; the crossover is that of Galinier and Hao (1999),
doi:10.1023/A:1009823419804.

However the elites are used, the two become alike in the end. The published code stops there. Here the
best coloring of the line is its *champion*, and champions are paired like other individuals, each with
one of a line as long as its own: the champion of two lines founds a longer one, and nothing is lost but
the likeness. So runs are short while short runs do, and the work between likenesses doubles.

The length of the tabu searches goes with n k, the number of moves there are. CPU seconds to 48 colors
for DSJC500.5 from random colorings, median of six seeds (slowest): 2.7 (4.3) with 0.2 n k, 1.3 (3.1)
with 0.4, 2.8 (4.0) with 0.8. With 0.2 n k the lines became alike after 39 to 647 generations, and in
five of six runs a later line or that of champions found the coloring; with 0.4 n k in one of six.

Tried: annealing instead of tabu search for the children, a million blocks of trials each. On le450_25c
with 25 colors they forgot their parents: 16 conflicts in the mean after 40 children and after 200, and
11 at best in 18 s, where annealing alone reaches 9.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search.memetic import count_shared, greedy_partition_crossover
from .._kernels.vectors.rng import fill_random, rng_state
from ..errors import InputError
from ..graphs.graph import Graph
from ..result import Result
from ..stop import Stop
from .base import drive
from .tabucol import TabuCol, TabuColParams

#: Moves that take about ten times as long as a crossover and the bookkeeping around it.
MIN_LENGTH = 4000


@dataclass(frozen=True)
class MemeticParams:
    """
    Choices of the memetic search.

    Attributes
    ----------
    length
        Moves of tabu search that a child gets, as a multiple of n k, positive; but 4000 at least.
    period
        Generations after which the elite of the last period but one returns, at least 1.
    alike
        Share of vertices placed alike at which two individuals count as one, in (0, 1].
    tabu
        Of the tabu search.
    """

    length: float = 0.4
    period: int = 10
    alike: float = 0.99
    tabu: TabuColParams = field(default_factory=TabuColParams)

    def __post_init__(self) -> None:
        if not self.length > 0:
            raise InputError(f"length = {self.length}, expected a positive number")
        if self.period < 1:
            raise InputError(f"period = {self.period}, expected at least 1")
        if not 0 < self.alike <= 1:
            raise InputError(f"alike = {self.alike}, expected 0 < alike <= 1")


@dataclass(frozen=True, eq=False)
class _Individual:
    cost: int
    colors: NDArray[np.int32]


class Memetic:
    """
    Resumable memetic search for a proper k-coloring; a :class:`~solver.search.base.Search`.

    Parameters are those of :func:`memetic`.

    Attributes
    ----------
    k
        Number of colors.
    lines
        Lines that have died of likeness.
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        seed: int | Sequence[int] = 0,
        params: MemeticParams | None = None,
        initial: ArrayLike | None = None,
    ) -> None:
        self.k = k
        self.lines = 0
        self.params = params or MemeticParams()
        self._n = graph.n
        self._length = max(MIN_LENGTH, round(self.params.length * graph.n * k))
        starts = None if initial is None else np.atleast_2d(np.asarray(initial))
        first = None if starts is None else starts[0]
        self._tabu = TabuCol(graph, k, seed=seed, params=self.params.tabu, initial=first)
        self._random = rng_state((*np.atleast_1d(seed).tolist(), 1))
        self._sizes = np.empty((2, k), np.int64)
        self._overlap = np.empty((k, k), np.int32)
        self._starts: list[NDArray[np.int32]] = [] if starts is None else [*starts.astype(np.int32)]
        self._couple: tuple[_Individual, ...] = ()
        self._best = _Individual(self._tabu.cost, self._tabu.colors())
        self._budget = 0
        self._course = self._evolve()

    @property
    def cost(self) -> int:
        """Fewest conflicting edges so far."""
        return min(self._best.cost, self._tabu.cost)

    @property
    def ticks(self) -> int:
        """Work so far, that of the tabu searches."""
        return self._tabu.ticks

    @property
    def iterations(self) -> int:
        """Moves so far, of all tabu searches together."""
        return self._tabu.iterations

    def colors(self) -> NDArray[np.int32]:
        """Best coloring so far, int32[n]."""
        if self._tabu.cost < self._best.cost:
            return self._tabu.colors()
        return self._best.colors.copy()

    def couple(self) -> list[NDArray[np.int32]]:
        """The individuals that are crossed at present, to found another search; perhaps none yet."""
        return [individual.colors for individual in self._couple]

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used, or a proper coloring is found."""
        self._budget += ticks
        if self.cost > 0:
            next(self._course)

    # The generators below suspend whenever the budget is used up, wherever the algorithm stands, so that
    # the algorithm itself can be written as if it ran in one piece.

    def _evolve(self) -> Generator[None, None, None]:
        champion = yield from self._champion(0)
        for level in itertools.count():
            champion = yield from self._unite(champion, (yield from self._champion(level)))

    def _champion(self, level: int) -> Generator[None, None, _Individual]:
        """The best of a line that 2^level individuals founded."""
        if level == 0:
            return (yield from self._improve(self._fresh()))
        first = yield from self._champion(level - 1)
        second = yield from self._champion(level - 1)
        return (yield from self._unite(first, second))

    def _unite(self, first: _Individual, second: _Individual) -> Generator[None, None, _Individual]:
        """Cross two individuals, and their children, until they are alike; the best of the line."""
        champion = min(first, second, key=_cost)
        elite = previous_elite = None
        for generation in itertools.count(1):
            if self._shared(first, second) >= self.params.alike * self._n:
                self.lines += 1
                return champion
            self._couple = first, second
            children = self._cross(first, second), self._cross(second, first)
            first = yield from self._improve(children[0])
            second = yield from self._improve(children[1])
            better = min(first, second, key=_cost)
            champion = min(better, champion, key=_cost)
            elite = better if elite is None else min(better, elite, key=_cost)
            if generation % self.params.period == 0:
                if previous_elite is not None:
                    first = previous_elite
                previous_elite, elite = elite, None
        raise AssertionError("generations do not end")

    def _improve(self, colors: NDArray[np.int32]) -> Generator[None, None, _Individual]:
        """Tabu search from ``colors``; returns the best individual it met."""
        tabu = self._tabu
        tabu.restart(colors)
        end = tabu.iterations + self._length
        while tabu.cost > 0 and tabu.iterations < end:
            while self._budget <= 0:
                yield
            before = tabu.ticks
            tabu.run(self._budget, max_iterations=end - tabu.iterations)
            self._budget -= tabu.ticks - before
        found = _Individual(tabu.cost, tabu.colors())
        if found.cost < self._best.cost:
            self._best = found
        while found.cost == 0:
            yield
        return found

    def _fresh(self) -> NDArray[np.int32]:
        """The given starts in turn, then random colorings."""
        if self._starts:
            return self._starts.pop(0)
        start = np.empty(self._n, np.int32)
        fill_random(start, self.k, self._random)
        return start

    def _cross(self, first: _Individual, second: _Individual) -> NDArray[np.int32]:
        child = np.empty_like(first.colors)
        greedy_partition_crossover(first.colors, second.colors, child, self._sizes, self.k, self._random)
        return child

    def _shared(self, first: _Individual, second: _Individual) -> int:
        return int(count_shared(first.colors, second.colors, self._overlap, self.k))


def _cost(individual: _Individual) -> int:
    return individual.cost


def memetic(
    graph: Graph,
    k: int,
    *,
    stop: Stop,
    seed: int = 0,
    params: MemeticParams | None = None,
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring with pairs of individuals, crossover and tabu search (HEAD) [1]_.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors, at least 1.
    stop
        When to give up; see :mod:`solver.stop`.
    seed
        Same seed, same work limit: same bytes.
    params
        Lengths and thresholds.
    initial
        int32[n] in [0, k), taken as the first individual, or int32[p, n], as the first p. Random if
        omitted.

    Returns
    -------
    Result
        The best coloring met, with its conflicts.

    References
    ----------
    .. [1] Moalic, L., and A. Gondran (2018). Variations on memetic algorithms for graph coloring
       problems. *Journal of Heuristics* 24: 1-24. doi:10.1007/s10732-017-9354-9
    """
    search = Memetic(graph, k, seed=seed, params=params, initial=initial)
    return drive(search, graph, stop, "memetic")
