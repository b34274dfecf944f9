"""
Symmetric colorings as a member: automorphisms of the graph map color classes to color classes.

It asks for as many colors as the lower bound, where a coloring closes the gap. Without automorphisms, as
on most random graphs, it has no turn. Otherwise it has half of the work until its share fades, and gives
way for good when all groups are refuted or its budget is spent. For one color more than the bound, no
group colored queen14_14 or queen15_15 in 4 s.
"""

from __future__ import annotations

import importlib.util

from ...cliques.clique_cover import cliques_of_size
from ...exact.symmetric import LARGEST, Action, Images, SymmetricSearch, actions
from ...exact.symmetries import automorphisms
from ...graphs.graph import Graph
from ...search.base import SLICE_TICKS
from ..gap import Gap
from .base import Member

#: Most vertices times colors, and most edges times colors, for which formulas are written.
MAX_PAIRS, MAX_LITERALS = 20_000, 1_000_000
#: Lower bound, as a part of the colors, from which as many colors are worth a try.
NEAR = 0.75
#: Ticks of a conflict and of a clause, by their time.
CONFLICT_TICKS, CLAUSE_TICKS = 1 << 11, 1 << 7
#: Ticks in all for each number of colors.
BUDGET = 1 << 28


class Question:
    """
    Whether a group acts on a coloring; the formula is written in the first turn.

    Parameters
    ----------
    graph
        Graph.
    action
        Group, and its action on the colors.
    cliques
        Cliques with as many vertices as there are colors.

    Attributes
    ----------
    search
        Search for the coloring; None before the first turn.
    ticks
        Work so far.
    """

    def __init__(self, graph: Graph, action: Action, cliques: Images) -> None:
        self.graph, self.action, self.cliques = graph, action, cliques
        self.search: SymmetricSearch | None = None
        self.ticks = 0

    def run(self, ticks: int) -> None:
        """Search for about ``ticks``, and write the formula before."""
        if self.search is None:
            self.search = SymmetricSearch(self.graph, self.action, self.cliques)
            self.ticks += CLAUSE_TICKS * self.search.clauses
        before = self.search.conflicts
        self.search.run(max(1, ticks // CONFLICT_TICKS))
        self.ticks += CONFLICT_TICKS * (self.search.conflicts - before)

    def close(self) -> None:
        """Free the memory of the solver."""
        if self.search is not None:
            self.search.close()


class SymmetricMember(Member[Question]):
    """
    A satisfiability solver for symmetric colorings.

    Parameters
    ----------
    share
        Share of the work.
    patience
        Turns without an improvement that halve its share.
    has_target
        Whether a number of colors was given, which is then asked for instead of the lower bound.
    early
        Factor of its share at first.
    """

    name = "symmetric colorings"
    by_gap = True

    def __init__(
        self, share: float, *, patience: float = 32, has_target: bool = False, early: float = 1.0
    ) -> None:
        self.share, self.patience, self.has_target, self.early = share, patience, has_target, early
        self.idle = importlib.util.find_spec("pysat") is None
        self._automorphisms: list[Images] | None = None
        self._k = 0
        self._left = 0
        self._questions: list[Question] = []

    def prepare(self, gap: Gap) -> Question | None:
        k = gap.goal if self.has_target else gap.incumbent.lower_bound
        if k >= gap.incumbent.k:
            self._close()  # another member was faster
            return None
        if self.idle or k < NEAR * gap.incumbent.k or k < 2:
            return None
        if self._automorphisms is None:
            self._automorphisms = _automorphisms(gap.graph, k)
            self.idle = not self._automorphisms
        if k != self._k:
            self._pose(gap.graph, k)
        if self._left <= 0:
            self._close()
        # A smaller group leaves more variables, and has a turn when those before have had more work.
        return min(self._questions, key=_turn, default=None)

    def _pose(self, graph: Graph, k: int) -> None:
        """Ask for ``k`` colors from now on."""
        self._close()
        self._k, self._left = k, BUDGET
        groups = actions(self._automorphisms or [], k)
        cliques = cliques_of_size(graph, k) if groups else None
        if cliques is not None:
            self._questions = [Question(graph, action, cliques) for action in groups]

    def run(self, work: Question, ticks: int) -> None:
        before = work.ticks
        work.run(ticks)
        self.ticks += work.ticks - before
        self._left -= work.ticks - before

    def report(self, work: Question, gap: Gap) -> None:
        search = work.search
        if search is None or search.answer is None:
            return
        if search.answer:
            gap.offer(search.colors(), self.name)
        work.close()
        self._questions.remove(work)

    def _close(self) -> None:
        for question in self._questions:
            question.close()
        self._questions.clear()


def _turn(question: Question) -> int:
    return (question.ticks + SLICE_TICKS) * (LARGEST // len(question.action.vertices)) ** 2


def _automorphisms(graph: Graph, k: int) -> list[Images]:
    """Return automorphisms of the graph; none if it is too large for the formulas."""
    if graph.n * k > MAX_PAIRS or graph.m * k > MAX_LITERALS:
        return []
    return automorphisms(graph)
