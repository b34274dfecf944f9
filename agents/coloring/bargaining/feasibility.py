"""
Feasibility: whether suppositions leave a coloring of a cluster without conflicts, or why not.

The answer is exact and changes nothing. The reason is a smallest set of facts that cannot all hold:
supposed and believed colors of neighbors, own nodes that are fixed, committed or demanded. It is found
by the duality of such sets and the sets that hit them (Ignatiev et al. 2015); where that takes more
calls of the solver than allowed, an irreducible set is returned and marked as such.

A reason that is sent to a neighbor names only what that neighbor sees, and counts the rest.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import solver

from ..situation import Situation
from ..view import Coloring, View

Kind = Literal["supposed", "required", "believed", "fixed", "committed", "forced", "barred"]
#: Calls of the solver that the search for a smallest reason may make.
MAX_QUESTIONS = 400
#: Reasons that are given for several conflicts.
MAX_REASONS = 3
#: Key of the last reason in a view's cache; there is no peer of this name.
_REASON = "\0reason"
#: Key of the last reason for each set of free nodes; there is no peer of this name.
_NO_SETTING = "\0no setting"

_WORDING: dict[Kind, str] = {
    "supposed": "{node} would be {color}",
    "required": "{node} must be {color}",
    "believed": "{node} is {color}",
    "fixed": "{node} is fixed {color}",
    "committed": "{node} is committed to {color}",
    "forced": "{node} was demanded {color}",
    "barred": "{node} cannot be {color}",
}
_UNSEEN: dict[Kind, str] = {
    "supposed": "a color is taken by another neighbor",
    "required": "a color is taken by another neighbor",
    "believed": "a color is taken by another neighbor",
    "fixed": "a node of mine is fixed",
    "committed": "a color is promised to another neighbor",
    "forced": "a color was demanded of me",
    "barred": "a color was forbidden to me",
}


@dataclass(frozen=True)
class Fact:
    """
    A node that has a color, and the kind of fact that this is; its text is plain English.

    Of the kind ``"barred"`` it is a color that the node must not have.
    """

    kind: Kind
    node: str
    color: str

    def __str__(self) -> str:
        return _WORDING[self.kind].format(node=self.node, color=self.color)


@dataclass(frozen=True)
class Feasibility:
    """
    The answer to a supposition.

    Attributes
    ----------
    feasible
        Whether the cluster has a coloring without conflicts.
    penalty, conflicts
        Penalty and conflicts of the best answer: fewest conflicts first, then least penalty.
    assignment
        Colors of own nodes in the best answer.
    facts
        If infeasible, facts that cannot all hold; empty if the cluster has no coloring in any case.
    smallest
        Whether no fewer facts make it infeasible; otherwise it is only known that each is needed.
    tested
        All facts that bound the answer, if it is infeasible.
    """

    feasible: bool
    penalty: float
    conflicts: int
    assignment: dict[str, str]
    facts: tuple[Fact, ...] = ()
    smallest: bool = True
    tested: tuple[Fact, ...] = ()

    @property
    def because(self) -> tuple[str, ...]:
        """The facts in words, for the agent itself and its log."""
        return tuple(map(str, self.facts))

    def told(self, view: View, recipient: str) -> tuple[str, ...]:
        """Return a reason in words for a neighbor, without the names of nodes that it does not see."""
        return told(view, each_reason(view, self, recipient, most=1), recipient)


def told(view: View, facts: Iterable[Fact], recipient: str) -> tuple[str, ...]:
    """Word facts for a neighbor; facts about nodes that it does not see are counted by their kind."""
    seen = {*view.border_of(recipient), *view.border_to(recipient)}
    named: list[str] = []
    unseen: dict[str, int] = {}
    for fact in facts:
        if fact.node in seen:
            named.append(str(fact))
        else:
            unseen[_UNSEEN[fact.kind]] = unseen.get(_UNSEEN[fact.kind], 0) + 1
    named += [text if count == 1 else f"{text} ({count} of these)" for text, count in unseen.items()]
    return tuple(named)


def facts_of(view: View, situation: Situation, supposed: Coloring) -> list[Fact]:
    """
    Return all facts that bind, at most one color for each node.

    A supposed color takes precedence over all others, a color that the peer said its node must have
    over a belief, a fixed color over a committed one, and that over a demanded one. Barred colors are
    facts of nodes that are not bound.
    """
    required = {c.node: c.color for c in situation.constraints if c.kind == "required"}
    facts: dict[str, Fact] = {}
    sources: tuple[tuple[Kind, Coloring], ...] = (
        ("supposed", supposed),
        ("required", required),
        ("believed", situation.beliefs),
        ("fixed", view.fixed),
        ("committed", situation.committed),
        ("forced", situation.forced),
    )
    for kind, coloring in sources:
        own = kind in ("fixed", "committed", "forced")
        for node, color in coloring.items():
            visible = node in view.own or node in view.owners
            if not visible or (kind != "supposed" and own != (node in view.own)):
                continue
            facts.setdefault(node, Fact(kind, node, color))
    barred = view.barring(situation.barred).barred
    return [
        *facts.values(),
        *(Fact("barred", v, c) for v, colors in barred.items() if v not in facts for c in colors),
    ]


def split(facts: Iterable[Fact], view: View) -> tuple[Any, Any, View]:
    """Return colors of foreign and of own nodes, and the view with the barred colors of the facts."""
    known: dict[str, str] = {}
    own: dict[str, str] = {}
    barred: dict[str, tuple[str, ...]] = {}
    for fact in facts:
        if fact.kind == "barred":
            barred[fact.node] = (*barred.get(fact.node, ()), fact.color)
        else:
            (known if fact.node in view.owners else own)[fact.node] = fact.color
    return known, own, view.barring(barred)


def feasible(
    view: View, situation: Situation, supposed: Coloring, *, explain: bool = True
) -> Feasibility:
    """
    Return whether the cluster can be colored without conflict if foreign nodes have supposed colors.

    Parameters
    ----------
    supposed
        ``{node: color}`` of foreign nodes, which override beliefs, and of own nodes, which override
        what binds them; nodes that the agent does not see are ignored.
    explain
        Whether to find the facts that make it infeasible.
    """
    facts = facts_of(view, situation, supposed)
    best = _answer(view, facts)
    known = {fact.node: fact.color for fact in facts if fact.node in view.owners}
    assignment: dict[str, str] = {str(node): str(color) for node, color in best.assignment.items()}
    penalty = view.penalty(assignment, known)
    if best.conflicts == 0:
        return Feasibility(True, penalty, 0, assignment)
    reason, smallest = _reason(view, tuple(facts)) if explain else ((), False)
    return Feasibility(False, penalty, best.conflicts, assignment, reason, smallest, tuple(facts))


def each_reason(
    view: View, found: Feasibility, recipient: str, *, most: int = MAX_REASONS
) -> tuple[Fact, ...]:
    """
    Return a reason for each conflict of a result, ``most`` at the most, for a neighbor to read.

    The smallest set of facts explains a single conflict, and what remains without these facts the next
    one. A node of the neighbor may be in such a set although another set, without it, rules the same
    out: then the neighbor would change it in vain. So its nodes are named only for the conflicts that
    there are more with them than without them, and those supposed to have another color come last.
    Supposed colors of own nodes stay, so that a further reason is one against these.
    """
    theirs = {fact for fact in found.tested if view.owners.get(fact.node) == recipient}
    supposed = {fact for fact in theirs if fact.kind == "supposed"}
    kept = {fact for fact in found.tested if fact.kind == "supposed" and fact.node in view.own}
    joined: list[Fact] = []
    explained = counted = 0
    for without in dict.fromkeys(map(frozenset, (theirs, supposed, ()))):
        facts = [fact for fact in found.tested if fact not in without]
        before, counted = counted, _answer(view, facts).conflicts if without else found.conflicts
        for _ in range(min(counted - before, most - explained)):
            rest = [fact for fact in facts if fact in kept or fact not in joined]
            if not without and not joined:
                more = [*found.facts]
            elif _answer(view, rest).conflicts == 0:
                break
            else:
                more = [fact for fact in smallest_reason(view, rest)[0] if fact not in joined]
            if not more:
                break
            joined += more
            explained += 1
    return tuple(fact for fact in found.tested if fact in joined)


def feasible_all(
    view: View, situation: Situation, suppositions: Sequence[Coloring]
) -> list[tuple[bool, int]]:
    """
    Answer many suppositions: return for each whether it is feasible, and the fewest conflicts.

    One table of the solver answers all suppositions about the same nodes.
    """
    groups: dict[tuple[str, ...], list[int]] = {}
    for i, supposed in enumerate(suppositions):
        groups.setdefault(tuple(v for v in view.owners if v in supposed), []).append(i)
    conflicts: dict[int, int] = {}
    for nodes, places in groups.items():
        if len(nodes) == 0 or len(places) == 1:
            for i in places:
                answer = feasible(view, situation, suppositions[i], explain=False)
                conflicts[i] = answer.conflicts
            continue
        facts = facts_of(view, situation, {})
        beliefs, own, barred = split(facts, view)
        problem = barred.searched(own, unfixed=True)
        table = solver.counterfactuals(problem, view.agent, nodes, beliefs, own)
        for i in places:
            row: Any = {node: suppositions[i][node] for node in nodes}
            conflicts[i] = int(table.conflicts.ravel()[table.row(row)])
    return [(conflicts[i] == 0, conflicts[i]) for i in range(len(suppositions))]


# ------------------------------------------------------------------------------------------ reasons


def why_no_setting(view: View, situation: Situation, free: Sequence[str]) -> tuple[Fact, ...]:
    """
    Return a smallest set of facts that rules out every setting of some foreign nodes; () if none does.

    The colors that these nodes are believed to have are no facts here, but what their owner ruled out
    or requires is, and colors of its other nodes, unless all else rules every setting out.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for an exact answer.
    """
    facts = [
        fact
        for fact in facts_of(view, situation, {})
        if fact.node not in free or fact.kind == "required"
    ]
    named = {fact.node for fact in facts}
    facts += [Fact("fixed", v, c) for v, c in view.known_fixed.items() if v in free and v not in named]
    facts += [
        Fact("barred", one.node, one.color)
        for one in situation.constraints
        if one.kind == "forbidden" and one.node in free
    ]
    # Half of the time they are those of the last turn.
    reasons = view.kept.setdefault(_NO_SETTING, {})
    known = reasons.get(tuple(free))
    if known is None or known[0] != facts:
        owners = {view.owners[node] for node in free}
        rest = [fact for fact in facts if view.owners.get(fact.node) not in owners]
        blamed = next((some for some in (rest, facts) if _answer(view, some, free).conflicts), None)
        reason = () if blamed is None else smallest_reason(view, blamed, free=free)[0]
        known = reasons[tuple(free)] = facts, reason
    kept: tuple[Fact, ...] = known[1]
    return kept


def _reason(view: View, facts: tuple[Fact, ...]) -> tuple[tuple[Fact, ...], bool]:
    """Return :func:`smallest_reason`; all neighbors of an agent are told the same one, turn by turn."""
    kept = view.kept.get(_REASON)
    if kept is None or kept[0] != facts:
        kept = view.kept[_REASON] = facts, smallest_reason(view, facts)
    reason: tuple[tuple[Fact, ...], bool] = kept[1]
    return reason


def smallest_reason(
    view: View,
    facts: Sequence[Fact],
    max_questions: int = MAX_QUESTIONS,
    *,
    free: Sequence[str] = (),
) -> tuple[tuple[Fact, ...], bool]:
    """
    Find a smallest set of facts that leaves the cluster without a coloring.

    Parameters
    ----------
    facts
        Facts that are infeasible together.
    max_questions
        Limit on calls of the solver, beyond those that an irreducible set takes.
    free
        Foreign nodes that are colored together with the own ones.

    Returns
    -------
    The facts in their order, and whether no smaller set exists.

    References
    ----------
    .. [1] Ignatiev, A., A. Previti, M. Liffiton and J. Marques-Silva (2015). Smallest MUS extraction
       with minimal hitting set dualization. *CP 2015*: 173-182. doi:10.1007/978-3-319-23219-5_13
    """
    kept: dict[frozenset[int], bool] = {}

    def is_feasible(chosen: frozenset[int]) -> bool:
        if chosen not in kept:
            kept[chosen] = _answer(view, [facts[i] for i in sorted(chosen)], free).conflicts == 0
        return kept[chosen]

    least = _irreducible(len(facts), is_feasible)
    spent = len(kept)
    everything = frozenset(range(len(facts)))
    # Every reason has to hit each set here: without the set, the rest is feasible.
    corrections: list[frozenset[int]] = []
    while len(least) > 1 and len(kept) - spent < max_questions:
        chosen = _smallest_hitting(len(facts), corrections, len(least))
        if chosen is None:
            return tuple(facts[i] for i in sorted(least)), True
        if not is_feasible(chosen):
            return tuple(facts[i] for i in sorted(chosen)), True
        for i in everything - chosen:
            if is_feasible(chosen | {i}):
                chosen |= {i}
        corrections.append(everything - chosen)
    return tuple(facts[i] for i in sorted(least)), len(least) <= 1


def _irreducible(count: int, is_feasible: Callable[[frozenset[int]], bool]) -> frozenset[int]:
    least = frozenset(range(count))
    for i in reversed(range(count)):
        if not is_feasible(least - {i}):
            least -= {i}
    return least


def _smallest_hitting(count: int, sets: Sequence[frozenset[int]], below: int) -> frozenset[int] | None:
    """Return the first smallest set that meets all sets; None if it has ``below`` elements or more."""
    for size in range(below):
        for chosen in itertools.combinations(range(count), size):
            if all(not one.isdisjoint(chosen) for one in sets):
                return frozenset(chosen)
    return None


def _answer(view: View, facts: Iterable[Fact], free: Sequence[str] = ()) -> solver.BestResponse:
    known, own, barred = split(facts, view)
    if free:
        own |= {node: known.pop(node) for node in free if node in known}
        problem: Any = barred.searched(own, unfixed=True)
        return solver.best_response(problem, (*view.own, *free), known, own, "any", "cluster")
    return barred.best_response(known, own, "lex", unfixed=True)
