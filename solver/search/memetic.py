"""
Memetic search: pairs of individuals as in HEAD, and a tournament of the best individuals of each line.

Two colorings are recombined into two children by the greedy partition crossover, each child is improved
by TabuCol for a fixed number of moves, and the children replace their parents. Two elites, the best of
this period and of the period before, restore diversity. Moalic and Gondran (2018),
doi:10.1007/s10732-017-9354-9; the crossover is that of Galinier and Hao (1999),
doi:10.1023/A:1009823419804.

Whatever the use of the elites, the two individuals converge in the end, where the published code stops.
Here the best coloring of a *line* of generations is its *champion*. Champions are paired like other
individuals, each with the champion of a line of the same level: two lines found one of the next level,
so that their colorings are kept and only the convergence is discarded. Lines are short while short
lines succeed, and the work between convergences doubles.

The number of moves of a tabu search is proportional to n k, the number of possible moves. CPU seconds to
48 colors for DSJC500.5 from random colorings, median of six seeds (slowest): 2.7 (4.3) with 0.2 n k, 1.3
(3.1) with 0.4, 2.8 (4.0) with 0.8. With 0.2 n k the lines converged after 39 to 647 generations, and in
five of six runs a later line or one of champions found the coloring; with 0.4 n k in one of six.

Near the fewest colors known, the searches must be longer, and the length decides: with too short ones
the two individuals converge early, with too long ones they never do. DSJC1000.5 with 82 colors, CPU
seconds on one machine: lines with 0.4 n k converge after 35 s in the mean, with 3 or 4 conflicts left
(six lines), two lines with 0.8 after 90 and 100 s with 2 and 1. With 1.2, seeds 41 and 43 found
colorings after 301 and 446 s. With 2.0, three of four lines had 11 conflicts or more after 4,000
generations and 270 s (one 3), with the individuals two thirds apart; on another machine 86, 217 and 279
s were enough, and 720 s were not. flat1000_76_0 with 81 colors needs 0.6, and DSJC1000.9 with 222 came
nearest with 0.25. DSJC1000.5 with 83 colors, seeds 1 to 3, took 10, 38 and 20 s with 0.4, 43, 38 and 60
with 1.0, 51, 104 and 60 with 2.0. So 3,000 generations have short searches, 12,000 have searches 1.75
times as long, and so on. (Before, they were five times as long each time, which passed over 0.6 and
1.2.) A new length begins with new lines: with searches twice as long after every 100 generations without
a better champion, the individuals of a line no longer converged, and DSJC500.5 with 48 colors was not
found in 400 s. Two champions of 0.4, with 3 and 4 conflicts, had not converged after 600 s with 0.8. A
length controlled so that what the individuals share grows evenly with the work, as a temperature falls,
led to 1, 4, 4 and 4 conflicts after 140 to 215 s: no better than one length.

The first 300 generations have searches of 0.2 n k: while a coloring is easy to find, short searches find
it sooner. CPU seconds from random colorings, with them and with 0.4 n k throughout, geometric means: 48
colors for DSJC500.5 came after 1.05 (eight seeds; 1.25), 85 for DSJC1000.5 after 2.9 (three; 4.3), 84
after 4.7 (five; 4.8), 83 after 8.8 (three; 16). From a greedy coloring downward gnp(955, 0.46) had 74
colors after 2 s; without them it had 75 after 8 s. With 0.1 n k, 85 colors came after 1.4 and 83 after
23 s: near the fewest colors the individuals are alike too early.

With two threads both children of a generation are improved at the same time. Ticks to a proper coloring
in the thread that works longer, as a part of those of one thread, means of 60 and 30 seeds: 0.49 for
DSJC250.5 with 28 colors and 0.47 (0.37 to 0.60 with 95% confidence) for DSJC500.5 with 49, where the
faster of two independent searches needs 0.58 and 0.71. Wall time was not measured, on a loaded machine.

Tried without success: annealing instead of tabu search for the children, a million blocks of trials
each. On le450_25c with 25 colors the children lost what their parents had: 16 conflicts in the mean
after 40 children and after 200, and 11 at best in 18 s, where annealing alone reaches 9.

Longer tabu searches on Leighton graphs, whose two individuals stay two thirds apart and never converge:
with 100, 400 and 2000 n k instead of 0.4, le450_25c with 25 colors is left with 2 conflicts after 60, 25
and 25 s of CPU time, where 0.4 leaves 10 after 25 s, but not with none. A population of twelve and
crossovers of up to six parents was left with 3 after 40 s (searches of 100,000 moves) and 2 (a million).
A population of twenty with PartialCol, which weighs by degree, for 50,000 moves a child, and a crossover
that takes the class of the largest sum of degrees, was left with 1 uncolored vertex after 32 and after
70 CPU s (one seed); with two individuals and 2 million moves a child with 3 after 20.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search.memetic import count_shared, greedy_partition_crossover
from .._kernels.vectors.rng import fill_random, rng_state
from ..arguments import integer
from ..arguments import seed as check_seed
from ..graphs.graph import Graph, as_graph
from ..result import Result
from ..stop import Stop
from ..threads import side_by_side
from .base import drive
from .parameters import number, validate
from .tabucol import TabuCol, TabuColParams

#: Fewest moves of a tabu search; they take about ten times as long as a crossover with its bookkeeping.
MIN_LENGTH = 4000


@dataclass(frozen=True)
class MemeticParams:
    """
    Parameters of the memetic search.

    Attributes
    ----------
    length
        Moves of tabu search for each child, as a multiple of n k; at least 4000 moves.
    period
        Generations after which the elite of the period before the last one returns.
    alike
        Share of vertices in common classes at which two individuals have converged.
    generations
        Generations with searches of the first length; with each further length four times as many.
    growth
        Ratio of a length to the length before.
    quick_length
        Moves of tabu search for each child in the first generations, as a multiple of n k, if this is
        less than ``length``.
    quick_generations
        Number of these generations, which count among those of the first length.
    tabu
        Parameters of the tabu search.
    """

    length: float = number(
        0.4, 0, above=True, decided_by="DSJC500.5 with 48 colors: 0.2 and 0.8 are slower"
    )
    period: int = number(10, 1)
    alike: float = number(0.99, 0, 1, above=True)
    generations: int = number(
        3000, 1, decided_by="DSJC1000.5: 83 colors came within 2,980 generations, 82 not within 10,700"
    )
    growth: float = number(
        1.75,
        1,
        decided_by="DSJC1000.5 with 82 colors: a length of 1.2 finds it, flat1000_76_0 with 81: 0.6",
    )
    quick_length: float = number(
        0.2, 0, above=True, decided_by="DSJC1000.5, 83 colors: 8.8 CPU s, with 0.1 23, without 16"
    )
    quick_generations: int = number(300, 0)
    tabu: TabuColParams = field(default_factory=TabuColParams)

    def __post_init__(self) -> None:
        validate(self)


@dataclass(frozen=True, eq=False)
class _Individual:
    cost: int
    colors: NDArray[np.int32]


class Memetic:
    """
    Resumable memetic search for a proper k-coloring; a :class:`~solver.search.base.Search`.

    The parameters are those of :func:`memetic`, and:

    Parameters
    ----------
    threads
        1, or 2 to improve both children of a generation at the same time. The course depends on it.

    Attributes
    ----------
    k
        Number of colors.
    lines
        Lines that ended because the two individuals had converged.
    generations
        Generations so far.
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        seed: int | Sequence[int] = 0,
        params: MemeticParams = MemeticParams(),
        initial: ArrayLike | None = None,
        threads: int = 1,
    ) -> None:
        self.k = k
        self.lines = 0
        self.generations = 0
        self.params = params
        self._n = graph.n
        self._length = max(MIN_LENGTH, round(self.params.length * graph.n * k))
        self._quick_length = max(MIN_LENGTH, round(self.params.quick_length * graph.n * k))
        starts = None if initial is None else np.atleast_2d(np.asarray(initial))
        first = None if starts is None else starts[0]
        tabu = TabuCol(graph, k, seed=seed, params=self.params.tabu, initial=first)
        self._tabus = [tabu]
        if threads > 1:
            second = (*np.atleast_1d(seed).tolist(), 2)
            start = tabu.colors()
            self._tabus.append(TabuCol(graph, k, seed=second, params=self.params.tabu, initial=start))
        self._random = rng_state((*np.atleast_1d(seed).tolist(), 1))
        self._sizes = np.empty((2, k), np.int64)
        self._overlap = np.empty((k, k), np.int32)
        self._starts: list[NDArray[np.int32]] = [] if starts is None else [*starts.astype(np.int32)]
        self._couple: tuple[_Individual, ...] = ()
        self._best = _Individual(tabu.cost, tabu.colors())
        self._budget = 0
        self._end = 0
        self._course = self._evolve()

    @property
    def cost(self) -> int:
        """Fewest conflicting edges so far."""
        return min(self._best.cost, *(tabu.cost for tabu in self._tabus))

    @property
    def ticks(self) -> int:
        """Ticks used so far by the tabu searches."""
        return sum(tabu.ticks for tabu in self._tabus)

    @property
    def iterations(self) -> int:
        """Moves made so far by all tabu searches."""
        return sum(tabu.iterations for tabu in self._tabus)

    def colors(self) -> NDArray[np.int32]:
        """Return the best coloring so far, int32[n]."""
        nearest = min(self._tabus, key=_cost)
        if nearest.cost < self._best.cost:
            return nearest.colors()
        return self._best.colors.copy()

    def couple(self) -> list[NDArray[np.int32]]:
        """Return the individuals that are crossed at present, if any, as a start for another search."""
        return [individual.colors for individual in self._couple]

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used in each thread or a proper coloring is found."""
        self._budget += ticks
        if self.cost > 0:
            next(self._course)

    # The generators below suspend when the budget is used up, so that the algorithm can be written as if
    # it ran without interruption.

    def _evolve(self) -> Generator[None, None, None]:
        generations = self.params.generations
        while True:
            self._end = self.generations + generations
            yield from self._tournament()
            self._length = round(self._length * self.params.growth)
            generations *= 4

    def _tournament(self) -> Generator[None, None, None]:
        """Run lines, and lines of their champions, until the generations of this length are made."""
        champions: list[tuple[int, _Individual]] = []
        while self.generations < self._end:
            level = 1
            champion = yield from self._line(*(yield from self._improve(self._fresh(), self._fresh())))
            while champions and champions[-1][0] == level:
                champion = yield from self._line(champions.pop()[1], champion)
                level += 1
            champions.append((level, champion))

    def _line(self, first: _Individual, second: _Individual) -> Generator[None, None, _Individual]:
        """Cross two individuals and their children until they have converged; return the champion."""
        champion = min(first, second, key=_cost)
        elite = previous_elite = None
        generation = 0
        while self.generations < self._end:
            if self._shared(first, second) >= self.params.alike * self._n:
                self.lines += 1
                break
            generation += 1
            self.generations += 1
            self._couple = first, second
            children = self._cross(first, second), self._cross(second, first)
            first, second = yield from self._improve(*children)
            better = min(first, second, key=_cost)
            champion = min(better, champion, key=_cost)
            elite = better if elite is None else min(better, elite, key=_cost)
            if generation % self.params.period == 0:
                if previous_elite is not None:
                    first = previous_elite
                previous_elite, elite = elite, None
        return champion

    def _improve(self, *starts: NDArray[np.int32]) -> Generator[None, None, list[_Individual]]:
        """Improve colorings by tabu search, as many at a time as there are threads."""
        improved: list[_Individual] = []
        threads = len(self._tabus)
        for i in range(0, len(starts), threads):
            improved += yield from self._search(starts[i : i + threads])
        return improved

    def _search(self, starts: Sequence[NDArray[np.int32]]) -> Generator[None, None, list[_Individual]]:
        """Improve one coloring in each thread and return the best individuals found."""
        tabus = self._tabus[: len(starts)]
        for tabu, start in zip(tabus, starts, strict=True):
            tabu.restart(start)
        length = self._length
        if self.generations <= self.params.quick_generations:
            length = min(length, self._quick_length)
        left = [(tabu, tabu.iterations + length) for tabu in tabus]
        while left and all(tabu.cost > 0 for tabu in tabus):
            while self._budget <= 0:
                yield
            before = [tabu.ticks for tabu, _ in left]
            side_by_side(
                TabuCol.run, [(tabu, self._budget, end - tabu.iterations) for tabu, end in left]
            )
            used = [tabu.ticks - t for (tabu, _), t in zip(left, before, strict=True)]
            self._budget -= max(used)
            left = [(tabu, end) for tabu, end in left if tabu.iterations < end]
        improved = [_Individual(tabu.cost, tabu.colors()) for tabu in tabus]
        self._best = min(self._best, *improved, key=_cost)
        while self._best.cost == 0:
            yield
        return improved

    def _fresh(self) -> NDArray[np.int32]:
        """Return the initial colorings one after another, then random ones."""
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


def _cost(individual: _Individual | TabuCol) -> int:
    return individual.cost


def memetic(
    graph: Graph,
    k: int,
    *,
    stop: Stop,
    seed: int | Sequence[int] = 0,
    params: MemeticParams = MemeticParams(),
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring with pairs of individuals, crossover and tabu search (HEAD) [1]_.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors, 1 <= k <= 65535.
    stop
        Stop criterion; see :mod:`solver.stop`.
    seed
        Seed of the random number generator. Equal seeds, parameters and work limits give equal results.
    params
        Parameters of the search.
    initial
        First individual, int32[n] in [0, k), or first p individuals, int32[p, n]; random if omitted.

    Returns
    -------
    Result
        Coloring with the fewest ``conflicts`` found, 0 if it is proper.

    References
    ----------
    .. [1] Moalic, L., and A. Gondran (2018). Variations on memetic algorithms for graph coloring
       problems. *Journal of Heuristics* 24: 1-24. doi:10.1007/s10732-017-9354-9
    """
    graph = as_graph(graph)
    k = integer("k", k, min(graph.n, 1))
    seed = check_seed(seed)
    search = Memetic(graph, k, seed=seed, params=params, initial=initial)
    return drive(search, graph, stop, "memetic")
