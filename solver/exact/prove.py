"""
Close the gap: the fewest colors of a graph, with a proof, or bounds from both sides.

The graph is reduced first. On each part that is left, three take turns: branch and bound, which settles
what is small or easy; the satisfiability solver, which asks for a coloring with as many colors as the
lower bound, so that a yes ends the search and a no raises the bound; and the local searches of the front
door, which lower the upper bound. Asking upward pays: a question is easier to refute than the next one,
and where a clique tells the chromatic number the first question is the last (le450_5a: 5 colors in
0.1 s; going down from DSATUR's 10 took more than 8 s). Of the 88 DIMACS graphs whose chromatic number is
known to be proven, 67 took less than 4 s of CPU time each.
"""

from __future__ import annotations

import importlib.util
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..clique import clique as find_clique
from ..errors import BudgetError, InputError
from ..graph import Graph
from ..greedy import greedy
from ..memetic import Memetic
from ..partialcol import PartialCol
from ..reductions import Reduction, reduce
from ..repair import completed, with_fewer_colors
from ..result import Result
from ..search import SLICE_TICKS, Search
from ..stop import Progress, Stop
from ..verify import as_colors, conflicts, is_clique, is_proper
from .dsatur import MAX_VERTICES, DsaturSearch
from .sat import SatParams, SatSearch

#: RLF sweeps the uncolored part once a color, too slow for larger graphs that are sparse.
RLF_EDGES = 200_000
RLF_DENSITY = 0.02
#: Work of branch and bound before the others have their turn, and in each turn after it.
FIRST_TICKS = 1 << 24
TURN_TICKS = 1 << 23


@dataclass(frozen=True)
class ProveParams:
    """
    Who takes part.

    Attributes
    ----------
    branch_and_bound, sat, memetic
        Whether it does. ``sat=None`` means: if python-sat is installed.
    sat_params
        Of the satisfiability solver.
    """

    branch_and_bound: bool = True
    sat: bool | None = None
    memetic: bool = True
    sat_params: SatParams = field(default_factory=SatParams)


def prove(
    graph: Graph,
    *,
    stop: Stop,
    seed: int = 0,
    clique: ArrayLike | None = None,
    lower_bound: int = 0,
    initial: ArrayLike | None = None,
    params: ProveParams = ProveParams(),
) -> Result:
    """
    Color a graph with as few colors as there can be, and prove it.

    Parameters
    ----------
    graph
        The graph.
    stop
        When to give up, asked between turns of a fraction of a second. A large formula takes longer:
        some 3 s a million clauses to write.
    seed
        Of the memetic search.
    clique
        A clique known already; found by :func:`solver.clique` if omitted.
    lower_bound
        So many colors are known to be needed, for example by a fractional coloring; taken on trust.
    initial
        A proper coloring known already.
    params
        Who takes part.

    Returns
    -------
    Result
        ``proven`` if ``lower_bound`` is ``k``. The ``certificate`` of the bound is the clique, if that
        is as large; ``{"kind": "given"}``, if the given one was not improved on; or else
        ``{"kind": "search"}``: nothing to check, short of a proof by :meth:`SatSearch.save_proof`.

    Raises
    ------
    InputError
        If ``params.sat`` is True and python-sat is not installed; if ``clique`` is none or ``initial``
        not proper; if ``lower_bound`` is negative or more than the number of vertices.
    """
    began = time.perf_counter()
    members = np.asarray(find_clique(graph, seed=seed) if clique is None else clique, np.int64)
    if not is_clique(graph, members):
        raise InputError("clique: the vertices are not pairwise adjacent")
    if not 0 <= lower_bound <= graph.n:
        raise InputError(f"lower_bound = {lower_bound}, expected 0 to {graph.n}")
    known = None if initial is None else as_colors(graph, initial)
    if known is not None and not is_proper(graph, known):
        raise InputError("initial is not a proper coloring")
    floor = max(lower_bound, len(members))
    course = _Course(graph, floor, seed, params, known)
    reason = None
    history: list[tuple[float, int, int, int]] = []
    try:
        while True:
            seconds = time.perf_counter() - began
            if not history or course.upper < history[-1][2]:
                history.append((seconds, course.ticks, course.upper, 0))
            if course.lower == course.upper:
                reason = "proven"
                break
            progress = Progress(seconds, course.ticks, course.turns, course.lower, 0, course.upper)
            if (reason := stop(progress)) or not course.turn():
                break
    except KeyboardInterrupt:
        reason = "interrupted"
    colors = course.colors()
    lower = course.lower
    if conflicts(graph, colors) or np.any(colors < 0):
        raise AssertionError(f"prove({graph!r}): the coloring is not proper: please report this")
    certificate: dict[str, Any] = {"kind": "given" if lower == lower_bound else "search"}
    if lower == len(members):
        certificate = {"kind": "clique", "vertices": members.tolist()}
    return Result(
        colors=colors,
        k=course.upper,
        conflicts=0,
        lower_bound=lower,
        proven=course.upper <= lower,
        certificate=certificate,
        method="prove",
        seconds=time.perf_counter() - began,
        ticks=course.ticks,
        iterations=course.turns,
        history=tuple(history),
        stop_reason=reason or "done",
    )


class _Course:
    """One call of :func:`prove`: a reduced graph, and the bounds of what is left of it."""

    def __init__(
        self,
        graph: Graph,
        floor: int,
        seed: int,
        params: ProveParams,
        known: NDArray[np.int32] | None,
    ) -> None:
        self.reduction: Reduction = reduce(graph, floor)
        self.parts = [
            _Gap(
                part.graph,
                part.lower_bound,
                seed,
                params,
                None if known is None else known[part.vertices],
            )
            for part in self.reduction.parts
        ]
        self.turns = 0

    @property
    def lower(self) -> int:
        return self.reduction.total([part.lower for part in self.parts])

    @property
    def upper(self) -> int:
        return self.reduction.total([part.upper for part in self.parts])

    @property
    def ticks(self) -> int:
        return sum(part.ticks for part in self.parts)

    def turn(self) -> bool:
        """One turn on each part that is open; False if nobody is left who could do more."""
        self.turns += 1
        return any([part.turn() for part in self.parts if part.lower < part.upper])

    def colors(self) -> NDArray[np.int32]:
        return self.reduction.lift([part.coloring for part in self.parts])


class _Gap:
    """Bounds of one graph, and those who narrow them."""

    def __init__(
        self,
        graph: Graph,
        lower: int,
        seed: int,
        params: ProveParams,
        initial: NDArray[np.int32] | None,
    ) -> None:
        self.graph, self.seed, self.params = graph, seed, params
        self.clique = find_clique(graph, seed=seed)
        self.lower = max(lower, len(self.clique))
        self.coloring = greedy(graph, "DSATUR")
        if graph.m <= RLF_EDGES or graph.density >= RLF_DENSITY:
            self._offer(greedy(graph, "RLF"))
        if initial is not None:
            self._offer(initial)
        self.ticks = 0
        self.exhaustive: DsaturSearch | None = None
        self.question: SatSearch | None = None
        self.heuristics: list[Search] = []
        self.heuristic_k = -1
        self.with_sat = (
            importlib.util.find_spec("pysat") is not None if params.sat is None else params.sat
        )

    @property
    def upper(self) -> int:
        return int(self.coloring.max(initial=-1)) + 1

    def turn(self) -> bool:
        """Everybody works a while; False if nobody does."""
        steps = []
        if self.params.branch_and_bound and self.graph.n <= MAX_VERTICES:
            steps.append(self._branch)
        if self.with_sat:
            steps.append(self._ask)
        if self.params.memetic:
            steps.append(self._improve)
        for step in steps:
            if self.lower < self.upper:
                step()
        return bool(steps)

    def _offer(self, colors: NDArray[Any]) -> None:
        used, compact = np.unique(colors, return_inverse=True)
        if len(used) < self.upper:
            self.coloring = compact.astype(np.int32)

    def _branch(self) -> None:
        if self.exhaustive is None:
            self.exhaustive = DsaturSearch(self.graph, clique=self.clique, initial=self.coloring)
        search, before = self.exhaustive, self.exhaustive.ticks
        search.accept(self.coloring)
        search.run(FIRST_TICKS if before == 0 else TURN_TICKS)
        self.ticks += search.ticks - before
        self._offer(search.colors())
        self.lower = max(self.lower, search.lower_bound)

    def _ask(self) -> None:
        if self.question is None:
            try:
                self.question = SatSearch(
                    self.graph, self.lower, clique=self.clique, params=self.params.sat_params
                )
            except BudgetError:
                self.with_sat = False
                return
        clauses = len(self.question.cnf.clauses)
        # Half a second of work, about, whatever the size: more than all others have in a turn.
        answer = self.question.run(max(100, min(10_000, (1 << 28) // max(clauses, 1))))
        if answer is None:
            return
        if answer:
            self._offer(self.question.colors())
        else:
            self.lower += 1
        self.question.close()
        self.question = None

    def _improve(self) -> None:
        k = self.upper - 1
        if self.heuristic_k != k:
            start = completed(self.graph, with_fewer_colors(self.coloring, k), k)
            self.heuristic_k = k
            self.heuristics = [
                kind(self.graph, k, seed=(self.seed, k), initial=start) for kind in (Memetic, PartialCol)
            ]
        for search in self.heuristics:
            before = search.ticks
            search.run(SLICE_TICKS)
            self.ticks += search.ticks - before
            if search.cost == 0:
                self._offer(search.colors())
                return
