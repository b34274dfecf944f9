"""
Simulated annealing for a proper k-coloring, and how hot to begin.

Johnson, Aragon, McGeoch and Schevon (1991), doi:10.1287/opre.39.3.378, with k fixed: a move gives any
vertex any color, and is accepted by the rule of Metropolis. Where tabu search looks at conflicting
vertices alone, annealing also moves the others about, which costs nothing and opens doors: from random
colorings it found 13 colors for queen12_12 in 0.2 s of CPU time (median of six seeds), and 100 for
latin_square_10 in 1.7 and 5.7 s (two seeds).

One anneal cools from ``hot`` to ``cold``; the next is ``growth`` times as long. The useful
temperatures differ: 0.3 on latin_square_10, 0.2 on DSJC500.5, below 0.1 on geometric graphs. So the
first anneal sweeps them all, and each later one keeps to a window around the temperature at which the
one before found its best; the window moves with what it finds. An anneal that found nothing better than
the one before is followed by one from a random coloring: some graphs (le450_15c) freeze into what looks
like their planted coloring but for one conflict, and do not melt again within the window.

Tried: exchange of ten replicas between fixed temperatures, which needs no schedule, left as many
conflicts in as much time: 2, 7 and 5 in thirty seconds on latin_square_10 with 98 colors, le450_25c with
25 and DSJC500.5 with 48. One fixed temperature: the best one differs too much from graph to graph. On
r1000.5 annealing is no help, neither from a random coloring nor cool from DSATUR's: 11 conflicts are
left with 240 colors after 8 s, where a tabu search finds 243 at once; nor on DSJC500.1, where it had no
12 colors in 10 s for any of six seeds and the memetic search takes about one.
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
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import as_colors
from ..result import Result
from ..stop import Stop
from .base import drive

#: Colors fit 16 bits.
MAX_COLORS = 65535
#: Most blocks of trials that one pool of thresholds serves; drawing it takes as long as 10,000 of them.
POOL_TRIALS = 1 << 16
#: Fewest blocks of trials in an anneal, lest on small graphs most of the time goes into thresholds.
MIN_TRIALS = 1 << 20
#: The most conflicts by which a move may raise their number, whatever the temperature.
MAX_RISE = 250
#: What is met in this part of an anneal, at its hot end, may be owed to the anneal before.
HOT_PART = 8
#: Where an anneal turns into a quench.
QUENCH = 5 / 6
#: Lane type for counts that do not fit the one of so many bytes.
WIDER: dict[int, np.dtype[Any]] = {1: np.dtype(np.uint16), 2: np.dtype(np.uint32)}


@dataclass(frozen=True)
class AnnealingParams:
    """
    Schedule of simulated annealing.

    Attributes
    ----------
    hot, cold
        Temperatures of the first anneal, in conflicts, 0.01 <= cold < hot <= 100.
    above, below
        The next anneal goes from ``above`` times the temperature at which the best coloring of this one
        turned up, to ``below`` times it; 0 < below < 1 < above.
    quench
        At last an anneal cools, in a sixth of its steps, to ``quench`` times its lower temperature, in
        (0, 1]. Unquenched, le450_15c entered its planted coloring again and again and left with 1 to 4
        conflicts.
    sweeps
        Length of the first anneal: how often each vertex is tried with each color, at least 1;
        more often on small graphs.
    growth
        Factor by which each anneal is longer than the one before, at least 1.
    steps
        Temperatures in an anneal, at least 2.
    """

    hot: float = 0.5
    cold: float = 0.05
    above: float = 1.3
    below: float = 0.75
    quench: float = 0.4
    sweeps: int = 2000
    growth: float = 1.5
    steps: int = 100

    def __post_init__(self) -> None:
        if not 0.01 <= self.cold < self.hot <= 100:
            raise InputError(f"cold = {self.cold}, hot = {self.hot}, expected 0.01 <= cold < hot <= 100")
        if not 0 < self.below < 1 < self.above:
            raise InputError(
                f"below = {self.below}, above = {self.above}, expected 0 < below < 1 < above"
            )
        if not 0 < self.quench <= 1:
            raise InputError(f"quench = {self.quench}, expected 0 < quench <= 1")
        for name, low in (("sweeps", 1), ("growth", 1), ("steps", 2)):
            if getattr(self, name) < low:
                raise InputError(f"{name} = {getattr(self, name)}, expected at least {low}")


class Annealing:
    """
    Resumable simulated annealing for a proper k-coloring; a :class:`~solver.search.base.Search`.

    Parameters are those of :func:`annealing`.

    Attributes
    ----------
    k
        Number of colors.
    temperature
        Of the step it is in, in conflicts.
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        seed: int | Sequence[int] = 0,
        params: AnnealingParams | None = None,
        initial: ArrayLike | None = None,
    ) -> None:
        if not 1 <= k <= MAX_COLORS:
            raise InputError(f"k = {k}, expected 1 <= k <= {MAX_COLORS}")
        self.graph, self.k = graph, int(k)
        self.params = params or AnnealingParams()
        self._random = rng_state(seed)
        self._counters = np.zeros(kernels.COUNTERS, np.int64)
        self._state = _empty_state(graph, self.k, np.dtype(np.uint8 if k <= 255 else np.uint16))
        self._load(self._random_colors() if initial is None else self._checked(initial))
        kernels.keep_best(self._state, self._counters)
        self._reached = self.cost + 1
        self._begin_anneal(self.params.hot, self.params.cold, self.params.sweeps)

    def _checked(self, initial: ArrayLike) -> NDArray[np.int32]:
        start = as_colors(self.graph, initial)
        if self.graph.n and not 0 <= start.min() <= start.max() < self.k:
            raise InputError(
                f"initial: values {start.min()} to {start.max()}, expected 0 <= color < {self.k}"
            )
        return start

    def _random_colors(self) -> NDArray[np.int32]:
        colors = np.empty(self.graph.n, np.int32)
        fill_random(colors, self.k, self._random)
        return colors

    def _load(self, colors: NDArray[np.int32]) -> None:
        """Go on from a coloring, in wider lanes if its counts need them."""
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
        """After such a part of an anneal."""
        if part < QUENCH:
            return self._hot * math.pow(self._cold / self._hot, part / QUENCH)
        return self._cold * math.pow(self.params.quench, (part - QUENCH) / (1 - QUENCH))

    def _end_step(self) -> None:
        """Cool a little, or begin the next anneal."""
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
        """Fewest conflicting edges so far; 0 means that :meth:`colors` is proper."""
        return int(self._counters[kernels.BEST])

    @property
    def ticks(self) -> int:
        """Cache lines touched so far, about."""
        return int(self._counters[kernels.TICKS])

    @property
    def iterations(self) -> int:
        """Accepted moves so far."""
        return int(self._counters[kernels.MOVES])

    def colors(self) -> NDArray[np.int32]:
        """Best coloring so far, complete: int32[n] in [0, k), a new array."""
        return self._state.best[: self.graph.n].astype(np.int32)  # type: ignore[no-any-return]

    def run(self, ticks: int) -> None:
        """Work until so many more ticks are used, or the cost is 0; exceeds by a block of trials."""
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
    """Probabilities of accepting 1, 2 ... more conflicts, in units of 2^-32, down to 0."""
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
    params: AnnealingParams | None = None,
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring with simulated annealing [1]_.

    Minimizes the number of conflicting edges over complete assignments of k colors. Memory n^2 / 8 + n k
    bytes.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors, 1 <= k <= 65535.
    stop
        When to give up; see :mod:`solver.stop`.
    seed
        Equal seeds, parameters and work limits give equal results.
    params
        The schedule.
    initial
        Colors (n,) in [0, k) to start from; random if omitted.

    Returns
    -------
    Result
        The coloring with the fewest ``conflicts`` found, 0 if it is proper.

    Raises
    ------
    InputError
        If ``k`` or ``initial`` is out of range.

    References
    ----------
    .. [1] Johnson, D. S., C. R. Aragon, L. A. McGeoch and C. Schevon (1991). Optimization by simulated
       annealing: an experimental evaluation; part II, graph coloring and number partitioning.
       *Operations Research* 39(3): 378-406. doi:10.1287/opre.39.3.378
    """
    return drive(
        Annealing(graph, k, seed=seed, params=params, initial=initial), graph, stop, "annealing"
    )
