"""
Simulated annealing for a proper k-coloring, with an adaptive temperature window.

Johnson, Aragon, McGeoch and Schevon (1991), doi:10.1287/opre.39.3.378, with k fixed: a move gives any
vertex any color and is accepted by the Metropolis rule. Tabu search considers conflicting vertices only;
annealing also moves the others at no cost. From random colorings it found 13 colors for queen12_12 in
0.2 s of CPU time (median of six seeds), and 100 for latin_square_10 in 1.7 and 5.7 s (two seeds).

One anneal cools from ``hot`` to ``cold``; the next is ``growth`` times as long. The best temperatures
differ: 0.3 on latin_square_10, 0.2 on DSJC500.5, below 0.1 on geometric graphs. The first anneal
therefore sweeps the whole range, and each later one uses a window around the temperature at which the
one before found its best coloring. If an anneal finds nothing better than the one before, the next
starts from a random coloring: some graphs (le450_15c) freeze one conflict away from their planted
coloring and do not melt again within the window.

Tried without success: exchange of ten replicas between fixed temperatures, which needs no schedule,
left as many conflicts in the same time (2, 7 and 5 in 30 s on latin_square_10 with 98 colors, le450_25c
with 25 and DSJC500.5 with 48). One fixed temperature: the best one differs too much between graphs. On
r1000.5 annealing does not help, neither from a random coloring nor from DSATUR's: 11 conflicts are left
with 240 colors after 8 s, where tabu search finds 243 at once; nor on DSJC500.1, where it found no
12-coloring in 10 s for any of six seeds and the memetic search takes about 1 s.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import annealing as kernels
from .._kernels.search.tabucol_dense import pack_adjacency
from .._kernels.vectors.rng import fill_random, rng_state
from .._kernels.vectors.simd import BYTES, aligned_zeros
from ..arguments import seed as check_seed
from ..errors import expected
from ..graphs.graph import Graph, as_graph
from ..result import Result
from ..stop import Stop
from .base import checked_k, checked_start, drive
from .memory import require
from .parameters import number, validate

#: Colors are held in 16 bits.
MAX_COLORS = 65535
#: Most blocks of trials that use one pool of thresholds; drawing the pool takes as long as 10,000
#: blocks.
POOL_TRIALS = 1 << 16
#: Fewest blocks of trials in an anneal; with fewer, small graphs spend most of the time on thresholds.
MIN_TRIALS = 1 << 20
#: Largest increase of the number of conflicts by one move, at any temperature.
MAX_RISE = 250
#: First part of an anneal, as 1/HOT_PART, whose best colorings may stem from the anneal before.
HOT_PART = 8
#: Part of an anneal after which it becomes a quench.
QUENCH = 5 / 6
#: Next wider lane type, by the bytes of the type whose counts overflowed.
WIDER: dict[int, np.dtype[Any]] = {1: np.dtype(np.uint16), 2: np.dtype(np.uint32)}


@dataclass(frozen=True)
class AnnealingParams:
    """
    Schedule of simulated annealing.

    Attributes
    ----------
    hot
        First temperature of the first anneal, in conflicts.
    cold
        Lower temperature of the first anneal, in conflicts; less than ``hot``.
    above
        First temperature of a later anneal, as a multiple of the temperature at which the anneal before
        found its best coloring.
    below
        Lower temperature of a later anneal, as a multiple of the same temperature.
    quench
        Last temperature of an anneal, as a multiple of its lower temperature. Cooling to it takes a
        sixth of the steps.
    sweeps
        Trials of each vertex with each color in the first anneal; more on small graphs.
    growth
        Length of an anneal, as a multiple of the length of the one before.
    steps
        Temperatures in an anneal.
    """

    hot: float = number(0.5, 0.01, 100, decided_by="latin_square_10: 0.3 is best; r1000.5: below 0.1")
    cold: float = number(0.05, 0.01, 100, decided_by="geometric graphs: below 0.1 is best")
    above: float = number(1.3, 1, above=True)
    below: float = number(0.75, 0, 1, above=True)
    quench: float = number(
        0.4, 0, 1, above=True, decided_by="le450_15c: left with 1 to 4 conflicts without a quench"
    )
    sweeps: int = number(2000, 1)
    growth: float = number(1.5, 1)
    steps: int = number(100, 2)

    def __post_init__(self) -> None:
        validate(self)
        if not self.cold < self.hot:
            raise expected("cold", self.cold, f"less than hot = {self.hot}")
        if not self.below < 1:
            raise expected("below", self.below, "a number < 1")


class Annealing:
    """
    Resumable simulated annealing for a proper k-coloring; a :class:`~solver.search.base.Search`.

    The parameters are those of :func:`annealing`.

    Attributes
    ----------
    k
        Number of colors.
    temperature
        Current temperature, in conflicts.
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        seed: int | Sequence[int] = 0,
        params: AnnealingParams = AnnealingParams(),
        initial: ArrayLike | None = None,
    ) -> None:
        self.graph, self.k, self.params = graph, checked_k(k, MAX_COLORS), params
        require("annealing", graph, self.k)
        self._random = rng_state(seed)
        self._counters = np.zeros(kernels.COUNTERS, np.int64)
        self._state = _empty_state(graph, self.k, np.dtype(np.uint8 if k <= 255 else np.uint16))
        self._load(self._random_colors() if initial is None else checked_start(graph, initial, self.k))
        kernels.keep_best(self._state, self._counters)
        self._reached = self.cost + 1
        self._begin_anneal(self.params.hot, self.params.cold, self.params.sweeps)

    def _random_colors(self) -> NDArray[np.int32]:
        colors = np.empty(self.graph.n, np.int32)
        fill_random(colors, self.k, self._random)
        return colors

    def _load(self, colors: NDArray[np.int32]) -> None:
        """Continue from a coloring, in wider lanes if its counts need them."""
        while kernels.load_colors(self._state, colors, self._counters, self.k) == kernels.TOO_NARROW:
            narrow = self._state
            self._state = _empty_state(self.graph, self.k, WIDER[narrow.gamma.itemsize])
            self._state.best[: self.graph.n] = narrow.best[: self.graph.n]
            self._state.pool[: kernels.POOL] = narrow.pool[: kernels.POOL]
            self._state.pool[kernels.POOL :] = narrow.pool[: len(self._state.pool) - kernels.POOL]

    def _begin_anneal(self, hot: float, cold: float, sweeps: float) -> None:
        blocks = len(self._state.color) // (BYTES // self._state.color.itemsize)
        trials = max(sweeps * blocks * self.k, MIN_TRIALS)
        self._hot, self._cold, self._sweeps = hot, cold, sweeps
        self._steps = max(self.params.steps, math.ceil(trials / POOL_TRIALS))
        self._step_trials = math.ceil(trials / self._steps)
        self._fewest_at = hot
        self._begin_step(0)

    def _begin_step(self, step: int) -> None:
        self._step = step
        self.temperature = self._temperature(step / (self._steps - 1))
        if step <= self._steps // HOT_PART:
            self._counters[kernels.FEWEST] = self._counters[kernels.CONFLICTS]
        self._fewest = int(self._counters[kernels.FEWEST])
        self._step_end = int(self._counters[kernels.TRIALS]) + self._step_trials
        kernels.fill_pool(self._state, _powers(self.temperature), self._random)

    def _temperature(self, part: float) -> float:
        """Return the temperature after the given part of an anneal."""
        if part < QUENCH:
            return self._hot * math.pow(self._cold / self._hot, part / QUENCH)
        return self._cold * math.pow(self.params.quench, (part - QUENCH) / (1 - QUENCH))

    def _end_step(self) -> None:
        """Lower the temperature, or begin the next anneal."""
        fewest = int(self._counters[kernels.FEWEST])
        if fewest < self._fewest:
            self._fewest_at = max(self.temperature, self._cold)
        if self._step + 1 < self._steps:
            self._begin_step(self._step + 1)
            return
        if fewest >= self._reached:
            self._load(self._random_colors())
        self._reached = fewest
        hot, cold = self.params.above * self._fewest_at, self.params.below * self._fewest_at
        self._begin_anneal(hot, cold, self.params.growth * self._sweeps)

    @property
    def cost(self) -> int:
        """Fewest conflicting edges so far; 0 if :meth:`colors` is proper."""
        return int(self._counters[kernels.BEST])

    @property
    def ticks(self) -> int:
        """Ticks used so far."""
        return int(self._counters[kernels.TICKS])

    @property
    def iterations(self) -> int:
        """Accepted moves so far."""
        return int(self._counters[kernels.MOVES])

    def colors(self) -> NDArray[np.int32]:
        """Return the best coloring so far, complete: int32[n] in [0, k), a new array."""
        return self._state.best[: self.graph.n].astype(np.int32)  # type: ignore[no-any-return]

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used or the cost is 0; exceed by at most one block."""
        goal = self.ticks + ticks
        while self.cost and self.ticks < goal:
            status = kernels.run(
                self._state,
                self._random,
                self._counters,
                self.k,
                goal - self.ticks,
                self._step_end - int(self._counters[kernels.TRIALS]),
            )
            if status == kernels.TOO_NARROW:
                self._load(self._state.color[: self.graph.n].astype(np.int32))
            elif self._counters[kernels.TRIALS] >= self._step_end:
                self._end_step()


def _empty_state(graph: Graph, k: int, lane: np.dtype[Any]) -> kernels.Annealing:
    lanes = BYTES // lane.itemsize
    top = int(np.iinfo(lane).max)
    blocks = max(1, -(-graph.n // lanes))
    width = blocks * lanes
    adjacency = aligned_zeros(graph.n * blocks, np.int64 if lanes == 64 else np.uint32)
    pack_adjacency(graph.indptr, graph.indices, adjacency, lanes)
    return kernels.Annealing(
        adjacency=adjacency,
        sizes=np.zeros(k, np.int64),
        gamma=aligned_zeros(k * width, lane),
        color=aligned_zeros(width, lane),
        best=aligned_zeros(width, lane),
        own=aligned_zeros(width, lane),
        pool=aligned_zeros(kernels.POOL + lanes, lane),
        room=graph.n + 2 if graph.max_degree < top else top,
    )


def _powers(temperature: float) -> NDArray[np.int64]:
    """Return the probabilities of accepting 1, 2, ... more conflicts, in units of 2^-32, down to 0."""
    ratio = round(math.exp(-1 / temperature) * (1 << 32))
    powers: list[int] = []
    power = ratio
    while power and len(powers) < MAX_RISE:
        powers.append(power)
        power = power * ratio >> 32
    return np.array([*powers, 0], np.int64)


def annealing(
    graph: Graph,
    k: int,
    *,
    stop: Stop,
    seed: int | Sequence[int] = 0,
    params: AnnealingParams = AnnealingParams(),
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring with simulated annealing [1]_.

    Minimizes the number of conflicting edges over complete assignments of k colors. Memory n^2 / 8 + n k
    bytes.

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
        Schedule.
    initial
        Initial colors (n,) in [0, k); random if omitted.

    Returns
    -------
    Result
        Coloring with the fewest ``conflicts`` found, 0 if it is proper.

    Raises
    ------
    InputError
        If ``k`` or ``initial`` is out of range.
    BudgetError
        If it would need more than half of the free memory.

    References
    ----------
    .. [1] Johnson, D. S., C. R. Aragon, L. A. McGeoch and C. Schevon (1991). Optimization by simulated
       annealing: an experimental evaluation; part II, graph coloring and number partitioning.
       *Operations Research* 39(3): 378-406. doi:10.1287/opre.39.3.378
    """
    graph = as_graph(graph)
    seed = check_seed(seed)
    return drive(
        Annealing(graph, k, seed=seed, params=params, initial=initial), graph, stop, "annealing"
    )
