"""
Equitable coloring: proper, and any two classes differ by one vertex at most.

Starts from a proper coloring with few colors and levels its classes by Kempe chains. In dense graphs two
classes are mostly one chain, and many a coloring cannot be leveled. So k rises until it works, and sweep
after sweep, with twice the work, fewer colors are tried again. More colors are not always easier: K(3,3)
has an equitable coloring with 2 colors and none with 3.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import balance as kernels
from .._kernels.vectors.rng import rng_state
from ..clock import Clock
from ..errors import KempeError
from ..graphs.graph import Graph
from ..graphs.verify import is_proper
from ..portfolio.color import color
from ..portfolio.request import DEFAULT_SECONDS
from ..result import Result
from ..search.base import SLICE_TICKS
from ..search.tabucol import TabuCol
from ..stop import AnyOf, MaxRuntime, MaxTicks, Progress, Stop

#: Ticks that an attempt may use in the first sweep over k.
EFFORT = 1 << 20
#: Temperatures of an attempt, from melting to freezing; at the first alone, 60 classes never come level.
STAGES = 16
#: Chances of a loss of 2 x, in 31 bits, stage by stage.
CHANCES = np.array(
    [
        [round(2**31 * math.exp(-x / 0.1 ** (i / (STAGES - 1)))) for x in range(16)]
        for i in range(STAGES)
    ],
    np.int64,
)


def is_equitable(colors: ArrayLike, k: int | None = None) -> bool:
    """Whether all vertices have colors, and the sizes of the ``k`` classes differ by one at most."""
    array = np.asarray(colors)
    if array.size == 0:
        return True
    if array.min() < 0:
        return False
    sizes = np.bincount(array, minlength=k or 0)
    return bool(sizes.max() - sizes.min() <= 1)


def equitable_color(
    graph: Graph,
    k: int | None = None,
    *,
    initial: ArrayLike | None = None,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
) -> Result:
    """
    Color a graph so that the color classes are of equal size, or differ by one vertex.

    Half of the limit goes into a proper coloring with few colors, the rest into leveling its classes by
    annealing over Kempe chains. O(chain) a step.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors. By default the fewest with which it succeeds before the limit.
    initial
        Integers (n,), a coloring to start from; it need not be proper.
    time_limit
        Seconds of wall time. 60 unless ``max_ticks`` is given.
    max_ticks
        Work limit; with it instead of a time limit the result is the same on every machine.
    seed
        Of all random choices.

    Returns
    -------
    Result
        Its coloring is equitable unless a limit came first; ask :func:`solver.is_equitable`.
        ``stop_reason`` is ``"target"`` if no fewer colors were left to try: the asked k, or as many as
        the proper coloring it began with. ``lower_bound`` and ``certificate`` are those of proper
        colorings, equitable or not.

    Raises
    ------
    InputError
        If an argument is out of range.

    References
    ----------
    .. [1] Meyer, W. (1973). Equitable coloring. *American Mathematical Monthly* 80: 920-922.
       doi:10.2307/2319405
    .. [2] Kierstead, H. A., and A. V. Kostochka (2008). A short proof of the Hajnal-Szemeredi theorem on
       equitable colouring. *Combinatorics, Probability and Computing* 17: 265-270.
       doi:10.1017/S0963548307008619
    """
    clock = Clock()
    if time_limit is None and max_ticks is None:
        time_limit = DEFAULT_SECONDS
    start = color(
        graph,
        k,
        initial=initial,
        time_limit=None if time_limit is None else time_limit / 2,
        max_ticks=None if max_ticks is None else max(1, max_ticks // 2),
        seed=seed,
    )
    if start.conflicts or graph.n == 0:
        return start
    limits: list[Stop] = []
    if time_limit is not None:
        limits.append(MaxRuntime(time_limit))
    if max_ticks is not None:
        limits.append(MaxTicks(max_ticks))
    stop, ticks, reason = AnyOf(*limits), start.ticks, None
    best: _Attempt | None = None
    fewest = k or start.k
    for sweep in itertools.count():
        for tried in range(fewest, 1 + (k or (best.k - 1 if best else graph.n))):
            initial = None if sweep else start.colors
            attempt = _Attempt(graph, tried, EFFORT << sweep, (seed, tried, sweep), initial)
            while not attempt.ended and reason is None:
                spent = ticks + attempt.ticks
                reason = stop(Progress(clock.seconds(), spent, 0, tried, attempt.cost))
                attempt.run(
                    SLICE_TICKS if max_ticks is None else max(1, min(SLICE_TICKS, max_ticks - spent))
                )
            ticks += attempt.ticks
            if attempt.level:
                best = attempt
            if attempt.level or reason:
                break
        if reason or (best and best.k == fewest):
            break
    colors = best.colors() if best else start.colors
    if best and not (is_proper(graph, colors) and is_equitable(colors, best.k)):
        raise KempeError("leveling returned a coloring that is not equitable; please report this")
    proven = best is not None and best.k <= start.lower_bound
    return replace(
        start,
        colors=colors,
        k=best.k if best else start.k,
        proven=proven,
        method="equitable",
        seconds=clock.seconds(),
        ticks=ticks,
        stop_reason="proven" if proven else reason or "target",
    )


class _Attempt:
    """A proper coloring by tabu search, leveled by annealing, each with half the effort; resumable."""

    def __init__(
        self,
        graph: Graph,
        k: int,
        effort: int,
        seed: tuple[int, ...],
        initial: NDArray[np.int32] | None,
    ) -> None:
        self.graph, self.k, self.effort = graph, k, effort
        self._search = TabuCol(graph, k, seed=seed, initial=initial)
        self._random = rng_state((*seed, 1))
        self._colors: NDArray[np.int32] | None = None  # proper
        self._sizes = np.zeros(k, np.int64)
        self._chain, self._seen = np.empty(graph.n, np.int32), np.zeros(graph.n, np.int64)
        self._progress = np.zeros(4, np.int64)
        self.level = False

    @property
    def cost(self) -> int:
        return self._search.cost

    @property
    def _leveled(self) -> int:
        return int(self._progress[kernels.TICKS])

    @property
    def ticks(self) -> int:
        return self._search.ticks + self._leveled

    @property
    def ended(self) -> bool:
        spent = self._search.ticks if self.cost else self._leveled
        return self.level or 2 * spent >= self.effort

    def colors(self) -> NDArray[np.int32]:
        return self._search.colors() if self._colors is None else self._colors

    def run(self, ticks: int) -> None:
        """Work for ``ticks``, or to the end of a stage."""
        if self.cost:
            self._search.run(min(ticks, self.effort))
            return
        if self._colors is None:
            self._colors = self._search.colors()
            self._sizes = np.bincount(self._colors, minlength=self.k).astype(np.int64)
        stage = 2 * STAGES * self._leveled // self.effort
        end = -(-(stage + 1) * self.effort // (2 * STAGES))
        self.level = bool(
            kernels.level_classes(
                self._random,
                self.graph.indptr,
                self.graph.indices,
                self.k,
                CHANCES[stage],
                self._colors,
                self._sizes,
                self._chain,
                self._seen,
                self._progress,
                min(ticks, end - self._leveled),
            )
        )
