"""
Equitable coloring: a proper coloring whose classes differ in size by at most one vertex.

The classes of a proper coloring with few colors are made equal by Kempe chains. In dense graphs two
classes are mostly one chain, and many colorings cannot be made equitable. Therefore k is increased in
doubled steps, with little work for each, until it succeeds, up to the largest degree plus one, with
which there always is an equitable coloring (Hajnal and Szemeredi). Bisection then leads to fewer colors,
and those that failed are tried again in sweeps, with twice the work in each. More colors are not always
easier: K(3,3) has an equitable coloring with 2 colors and none with 3. On small graphs an enumeration
has a part of each sweep, which may show that there is none (``equitable_exact.py``). With steps of one
color from 33 on, gnp(300, 0.5) of seed 1 had no equitable coloring after 2 s, and 39 colors after 10 s;
now it has 38 after 1 s and 37 after 2 s. Attempts that begin with the few colors of the first half found
none in gnp(100000) of mean degree 10; with random ones it has 9 colors after 20 s.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import balance as kernels
from .._kernels.search.kempe_chains import Chains
from .._kernels.vectors.rng import rng_state
from ..arguments import DEFAULT_SECONDS, array, integer
from ..bounds.certificate import searched
from ..clock import Clock
from ..errors import InputError, KempeError
from ..graphs.graph import Graph, as_graph
from ..graphs.own_names import in_order
from ..graphs.verify import is_proper
from ..portfolio.color import color
from ..portfolio.request import Limits, checked_limits
from ..portfolio.worker import run_for
from ..result import Result
from ..search.base import SLICE_TICKS
from ..search.tabucol import MAX_COLORS, TabuCol
from ..stop import Progress, kept
from .equitable_exact import MOST_VERTICES, Enumeration

#: Work limit of an attempt in the first sweep over k.
EFFORT = 1 << 20
#: Least work limit of an attempt before the sweeps, and its ticks for each vertex.
QUICK_EFFORT, QUICK_TICKS = 1 << 18, 128
#: Largest table of counts, n k, for an early success with many colors.
MOST_COUNTS = 1 << 25
#: Temperatures of an attempt, decreasing; at the first alone, 60 classes never become equal.
STAGES = 16
#: Probabilities of accepting a loss of 2 x, in units of 2^-31, for each stage.
CHANCES = np.array(
    [
        [round(2**31 * math.exp(-x / 0.1 ** (i / (STAGES - 1)))) for x in range(16)]
        for i in range(STAGES)
    ],
    np.int64,
)


@dataclass(frozen=True, eq=False, repr=False)
class EquitableResult(Result):
    """A :class:`solver.Result` that says whether its classes are of equal size."""

    @property
    def equitable(self) -> bool:
        """Whether the coloring is proper and its ``k`` classes differ in size by at most one."""
        return self.conflicts == 0 and is_equitable(self.colors, self.k)

    def __repr__(self) -> str:
        fields = super().__repr__().partition("(")[2]
        return f"EquitableResult(equitable={self.equitable}, {fields}"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain values, and ``equitable``."""
        return {"equitable": self.equitable, **super().to_dict()}


def is_equitable(colors: ArrayLike, k: int | None = None) -> bool:
    """
    Return whether all vertices are colored and the ``k`` classes differ in size by at most one.

    Parameters
    ----------
    colors
        Colors, integers (n,); -1 for uncolored vertices.
    k
        Number of classes; by default the largest color plus one.

    Raises
    ------
    InputError
        If the colors are no integers (n,).
    """
    classes = array("colors", colors, "integers of shape (n,)")
    if classes.ndim != 1 or (classes.dtype.kind not in "iu" and len(classes)):
        legal = "integers of shape (n,)"
        raise InputError(f"colors: dtype {classes.dtype} and shape {classes.shape}: expected {legal}")
    if k is not None:
        k = integer("k", k, 0)
    if classes.size == 0:
        return True
    if classes.min() < 0 or (k is not None and classes.max() >= k):
        return False
    sizes = np.unique(classes, return_counts=True)[1]
    if len(sizes) < (int(classes.max()) + 1 if k is None else k):
        sizes = np.append(sizes, 0)
    return bool(sizes.max() - sizes.min() <= 1)


def equitable_color(
    graph: Graph,
    k: int | None = None,
    *,
    initial: Mapping[Any, int] | ArrayLike | None = None,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
) -> EquitableResult:
    """
    Color a graph so that the sizes of the color classes differ by at most one.

    Half of the limit is for a proper coloring with few colors, the rest for making its classes equal by
    annealing over Kempe chains, O(chain) per step. On graphs of up to 128 vertices an enumeration takes
    part, which often shows of up to 40 or so that ``k`` colors are impossible.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors. By default the fewest with which it succeeds before the limit; a first success
        with more colors comes early. The classes are left unequal only by a limit that comes before, and
        where more than 2^25 / n colors are needed for equal classes (335 with 100,000 vertices) and more
        than for a proper coloring, as by a star of 10,000 vertices.
    initial
        Initial coloring, integers (n,), or ``{vertex: color}``; it need not be proper. A vertex of a
        NetworkX or igraph graph may be called by its name.
    time_limit
        Seconds of wall time; 60 unless ``max_ticks`` is given. If it is infinite and work is not
        limited, the proper coloring has half a minute.
    max_ticks
        Work limit; with it instead of a time limit the result is the same on every machine.
    seed
        Seed of the random number generators.

    Returns
    -------
    EquitableResult
        Its ``equitable`` says whether it succeeded; ``method`` is then ``"equitable"``, and
        ``stop_reason`` is ``"target"`` or ``"proven"`` if no fewer colors were left to try. Otherwise
        the classes are not equal: ``k`` is still the number asked for, ``colors`` the best coloring
        with at most that many and ``method`` what found it, and ``stop_reason`` is ``"infeasible"`` if
        it was shown that there is no equitable coloring with ``k`` colors, else the limit that came
        first, ``"interrupted"`` on Ctrl-C or ``"out_of_memory"``. ``lower_bound`` and ``certificate``
        are those of proper colorings. Where an equitable coloring was found and enumeration excluded
        fewer colors, the bound is one on equitable colorings, with the certificate ``{"kind": "search",
        "equitable": True, "certified": ...}``; the last one is that of proper colorings.

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
    given, graph = graph, as_graph(graph)
    if initial is not None:
        initial = in_order(given, graph, initial, "initial")
    clock = Clock(counts_compilation=True)
    limits = checked_limits(time_limit, max_ticks)
    start = color(
        graph,
        k,
        initial=initial,
        time_limit=_first_seconds(limits),
        max_ticks=None if limits.ticks is None else max(1, limits.ticks // 2),
        seed=seed,
    )
    if start.conflicts or graph.n == 0 or start.stop_reason == "interrupted":
        return _with_asked_number(start, k)
    leveling = _Leveling(graph, k, start, limits, clock, seed)
    if limits.seconds is None:
        leveling.run()
        return kept(leveling.result)
    worker = run_for(limits.seconds, clock, leveling.run, interrupted=leveling.interrupt)

    def result() -> EquitableResult:
        if worker.is_running:
            leveling.reason = leveling.reason or "time_limit"
        worker.leave()
        return leveling.result()

    return kept(result)


def _first_seconds(limits: Limits) -> float | None:
    """Return the time limit of the first half, which without any limit may have no end."""
    if limits.seconds == math.inf and limits.ticks is None:
        return DEFAULT_SECONDS / 2
    return None if limits.seconds is None else limits.seconds / 2


def _with_asked_number(start: Result, k: int | None) -> EquitableResult:
    """Return the result of the first half, with the number of colors that was asked for."""
    if k is None or k == start.k:
        return EquitableResult(**vars(start))
    reason = "target" if start.stop_reason == "proven" else start.stop_reason
    return EquitableResult(**{**vars(start), "k": k, "proven": False, "stop_reason": reason})


class _Leveling:
    """
    The second half of a call: sweeps over the number of colors, with twice the work in each.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors asked for, or None.
    start
        Result of the first half.
    limits
        Limits of the whole call.
    clock
        Clock of the whole call.
    seed
        Seed of the random number generators.

    Attributes
    ----------
    best
        Attempt that came level with the fewest colors, or None.
    refuted
        Numbers of colors with which there is no equitable coloring.
    reason
        Limit that ended the sweeps, or None.
    """

    def __init__(
        self, graph: Graph, k: int | None, start: Result, limits: Limits, clock: Clock, seed: int
    ) -> None:
        self.graph, self.k, self.start = graph, k, start
        self.clock, self.seed, self.max_ticks = clock, seed, limits.ticks
        self.stop = limits.stop
        self.ticks = start.ticks
        self.fewest = start.k if k is None else k
        self.best: _Attempt | Enumeration | None = None
        self.refuted: set[int] = set()
        self.reason: str | None = None
        self._enumerations: dict[int, Enumeration] = {}

    def run(self) -> None:
        """Try numbers of colors until the fewest one comes level, or a limit."""
        try:
            if self.k is None:
                self._bracket()  # until some number of colors comes level, or a limit
            for sweep in itertools.count():
                if self.reason or next(self._numbers(), None) is None:
                    return
                self._sweep(sweep)
                if self.k in self.refuted:
                    self.reason = "infeasible"
        except KeyboardInterrupt:
            self.interrupt()
        except MemoryError:
            self.reason = "out_of_memory"

    def interrupt(self) -> None:
        """End the sweeps soon."""
        self.reason = "interrupted"

    def _numbers(self) -> Iterator[int]:
        """Return an iterator over the numbers of colors that are left to try."""
        if self.k is not None:
            most = self.k if self.best is None else 0
        else:
            most = self.best.k - 1 if self.best else self.fewest
        return (k for k in range(self.fewest, most + 1) if k not in self.refuted)

    def _bracket(self) -> None:
        """
        Find a number of colors that comes level with little work, and make it smaller by bisection.

        Attempts begin with random colors: with many more colors than the first half needed, its classes
        would leave most of the others empty.
        """
        n = self.graph.n
        most = min(n, MAX_COLORS, max(self.fewest, self.graph.max_degree + 1), MOST_COUNTS // n)
        most = max(most, self.fewest)
        effort = max(QUICK_EFFORT, QUICK_TICKS * n)
        for again in itertools.count():
            failed, step = self.fewest - 1, 1
            while self.best is None and self.reason is None and failed < most:
                tried = min(failed + step, most)
                self._try_number(tried, effort << again, (again, 1))
                if self.best is None:
                    failed, step = tried, 2 * step
            if self.best is not None or self.reason is not None:
                break
        while self.best is not None and self.reason is None and self.best.k - failed > 1:
            tried = (failed + self.best.k) // 2
            self._try_number(tried, effort, (0, 2))
            if self.best.k != tried:
                failed = tried

    def _sweep(self, sweep: int) -> None:
        """Try the numbers of colors that are left, downward."""
        initial = None if sweep else self.start.colors
        for tried in reversed(list(self._numbers())):
            self._try_number(tried, EFFORT << sweep, (sweep,), initial)
            if self.reason:
                return

    def _try_number(
        self, tried: int, effort: int, part: tuple[int, ...], initial: NDArray[np.int32] | None = None
    ) -> None:
        """Try one number of colors by annealing and, on small graphs, by enumeration."""
        self._try(_Attempt(self.graph, tried, effort, (self.seed, tried, *part), initial))
        is_level = self.best is not None and self.best.k == tried
        if not is_level and self.reason is None and tried <= self.graph.n <= MOST_VERTICES:
            if tried not in self._enumerations:
                self._enumerations[tried] = Enumeration(self.graph, tried)
            enumeration = self._enumerations[tried]
            enumeration.effort = effort
            self.ticks -= enumeration.ticks  # of attempts before
            self._try(enumeration)
            if enumeration.refuted:
                self.refuted.add(tried)

    def _try(self, attempt: _Attempt | Enumeration) -> None:
        """Run an attempt to its end or to a limit; keep it if it came level."""
        self._level(attempt)
        self.ticks += attempt.ticks
        if attempt.level:
            self.best = attempt

    def _level(self, attempt: _Attempt | Enumeration) -> None:
        """Run an attempt to its end or to a limit."""
        while not attempt.ended and self.reason is None:
            spent = self.ticks + attempt.ticks
            progress = Progress(self.clock.seconds(), spent, 0, attempt.k, attempt.cost)
            reached = self.stop(progress)
            if reached is not None and self.reason is None:  # Ctrl-C may have come in another thread
                self.reason = reached
            left = SLICE_TICKS if self.max_ticks is None else self.max_ticks - spent
            attempt.run(max(1, min(SLICE_TICKS, left)))

    def result(self) -> EquitableResult:
        """Return the equitable coloring with the fewest colors, or the coloring of the first half."""
        best, start = self.best, self.start
        colors = best.colors() if best else start.colors
        if best and not (is_proper(self.graph, colors) and is_equitable(colors, best.k)):
            raise KempeError("leveling returned a coloring that is not equitable; please report this")
        lower_bound = start.lower_bound
        while best and lower_bound in self.refuted:
            lower_bound += 1
        proven = best is not None and best.k <= lower_bound
        # A limit that comes with the coloring that was asked for has ended nothing.
        reason = "target" if best and self.k is not None else self.reason or "target"
        changes = {
            "colors": colors,
            "k": best.k if best else self.fewest,
            "lower_bound": lower_bound,
            "proven": proven,
            "method": "equitable" if best else start.method,
            "seconds": self.clock.seconds(),
            "ticks": self.ticks,
            "stop_reason": "proven" if proven else reason,
        }
        if lower_bound > start.lower_bound:
            changes["certificate"] = searched(start.lower_bound, start.certificate, equitable=True)
        return EquitableResult(**{**vars(start), **changes})


class _Attempt:
    """A resumable attempt: a proper coloring by tabu search, then made equitable by annealing."""

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
        """Work for ``ticks`` or to the end of a stage."""
        if self.cost:
            self._search.run(min(ticks, self.effort))
            return
        if self._colors is None:
            self._colors = self._search.colors()
            self._sizes = np.bincount(self._colors, minlength=self.k).astype(np.int64)
        stage = 2 * STAGES * self._leveled // self.effort
        end = -(-(stage + 1) * self.effort // (2 * STAGES))
        chains = Chains(self.graph.indptr, self.graph.indices, self._colors, self._chain, self._seen)
        self.level = bool(
            kernels.level_classes(
                chains,
                self._random,
                CHANCES[stage],
                self._sizes,
                self._progress,
                min(ticks, end - self._leveled),
            )
        )
