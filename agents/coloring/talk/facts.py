"""The facts after a turn, against which drafts are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from solver import BudgetError

from ..bargaining.feasibility import feasible as is_feasible
from ..situation import Constraint, NodeColor, Pin, Situation
from ..view import Coloring, View
from ..wording.phrases import sentences_in
from .request import Request

_NO_REQUEST = Request()


@dataclass(frozen=True)
class Facts:
    """
    Facts that an agent may state.

    Attributes
    ----------
    view
        View of the agent.
    before, after
        Colors of its nodes before and after the turn.
    beliefs
        Known colors of the border.
    satisfied
        Whether the agent is satisfied after the turn.
    pins, constraints
        Pins of its nodes, with the demands of this turn; stated constraints on foreign nodes.
    feasible, infeasible
        Colorings of foreign nodes that the message's payload calls feasible or infeasible.
    solvable
        Whether the best response to the beliefs has no conflict; None if it was not computed.
    scores
        Colorings of the border in the payload, each with the agent's score.
    promised
        Promises for the next turn.
    reported
        Colors that the person reported in this turn.
    hidden
        Nodes that the recipient does not see.
    answers
        Sentences that answer the person's questions, computed by the solver in this turn.
    yes
        The answer to all of these questions in one word; None if it differs or there is none.
    request
        What the person said last: what "that" stands for in "that works for me".
    test
        Exact test of whether a coloring of the border is feasible.
    """

    view: View
    before: Coloring
    after: Coloring
    beliefs: Coloring
    satisfied: bool = False
    pins: tuple[Pin, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    feasible: tuple[Coloring, ...] = ()
    infeasible: tuple[Coloring, ...] = ()
    solvable: bool | None = None
    scores: tuple[tuple[Coloring, int], ...] = ()
    promised: tuple[NodeColor, ...] = ()
    reported: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()
    yes: bool | None = None
    request: Request = _NO_REQUEST
    test: Callable[[Coloring], bool] | None = None

    @property
    def changed(self) -> dict[str, tuple[str | None, str]]:
        """``{node: (old, new)}`` of the nodes whose color changed."""
        return {
            node: (self.before.get(node), color)
            for node, color in self.after.items()
            if self.before.get(node) != color
        }

    @property
    def conflicts(self) -> list[tuple[str, str, str]]:
        """(own node, other node, color) of each edge in conflict."""
        return self.view.conflicts(self.after, self.beliefs)

    @property
    def complete(self) -> bool:
        """Whether all colors of the border are known."""
        return all(node in self.beliefs for node in self.view.owners)

    @property
    def demanded(self) -> dict[str, str]:
        """``{own node: color}`` of the person's demands that stand."""
        return {pin.node: pin.color for pin in self.pins if pin.kind == "forced"}

    def color(self, node: str) -> str | None:
        """Return the color of a node; None if it is not known."""
        return self.after.get(node) or self.beliefs.get(node)

    def clashes(self, nodes: Iterable[str]) -> bool:
        """Return whether one node has a conflict, or several nodes have one among themselves."""
        named = list(dict.fromkeys(nodes))
        if len(named) == 1:
            return any(named[0] in pair[:2] for pair in self.conflicts)
        return any(u in named and v in named for u, v, _ in self.conflicts)

    def all_clash(self, nodes: Iterable[str]) -> bool:
        """Return whether each of the nodes has a conflict, among themselves if there are several."""
        named = set(nodes)
        within = [p[:2] for p in self.conflicts if len(named) == 1 or named >= set(p[:2])]
        return all(any(name in pair for pair in within) for name in named)

    def can(self, supposed: Coloring) -> bool | None:
        """Return whether a supposed coloring of the border is feasible; None if that is undecided."""
        wanted = {**{node: color for node, color in self.beliefs.items()}, **supposed}
        if supposed.items() <= self.beliefs.items() and self.complete and not self.conflicts:
            return True
        for options, verdict in ((self.feasible, True), (self.infeasible, False)):
            if any(
                option.items() <= wanted.items() and supposed.keys() <= option.keys()
                for option in options
            ):
                return verdict
        if self.test is not None and all(node in wanted for node in self.view.owners):
            return self.test(wanted)
        return None


def facts_of(
    view: View,
    before: Situation,
    after: Coloring,
    *,
    beliefs: Coloring | None = None,
    satisfied: bool = False,
    pins: Sequence[Pin] | None = None,
    constraints: Sequence[Constraint] | None = None,
    payloads: Iterable[Mapping[str, Any]] = (),
    solvable: bool | None = None,
    promised: Sequence[NodeColor] = (),
    reported: Mapping[str, str] | None = None,
    recipient: str | None = None,
    request: Request = _NO_REQUEST,
) -> Facts:
    """
    Gather the facts of a turn.

    Parameters
    ----------
    before
        Situation at the start of the turn.
    after
        Colors after the turn.
    beliefs, pins, constraints
        Values after the messages of this turn; those of the situation if omitted.
    payloads
        Dumps of ``CostList``, ``Constraints`` or of answers, whose options and scores may be stated.
    recipient
        Recipient of the message; nodes that it does not see may not be named.
    request
        What the person said in the message that is answered.
    """
    feasible: list[Coloring] = []
    infeasible: list[Coloring] = []
    scores: list[tuple[Coloring, int]] = []
    answers: set[str] = set()
    yes: set[bool | None] = set()
    for payload in payloads:
        feasible.extend(payload.get("valid_configs", ()))
        for option in payload.get("options", ()):
            (feasible if option.get("conflicts", 0) == 0 else infeasible).append(option["human"])
            if "agent_score" in option:
                scores.append((option["human"], int(option["agent_score"])))
        feasible.extend(payload.get("feasible", ()))
        infeasible.extend(payload.get("infeasible", ()))
        answers.update(sentences_in(payload.get("text", "")))
        yes |= {payload["yes"]} if "yes" in payload else set()
    seen: set[str] = {*view.own, *view.owners}
    if recipient is not None:
        seen = {*view.border_of(recipient), *view.border_to(recipient)}
    believed = dict(before.beliefs if beliefs is None else beliefs)
    situation = replace(
        before,
        colors=dict(after),
        beliefs=believed,
        pins=tuple(before.pins if pins is None else pins),
        constraints=tuple(before.constraints if constraints is None else constraints),
    )
    if request.demands:
        yes.add(_is_met(view, situation, request.demands))
    return Facts(
        view=view,
        before=before.told(recipient),
        after=dict(after),
        beliefs=believed,
        satisfied=satisfied,
        pins=situation.pins,
        constraints=situation.constraints,
        feasible=tuple(feasible),
        infeasible=tuple(infeasible),
        solvable=solvable,
        scores=tuple(scores),
        promised=tuple(promised),
        reported=dict(reported or {}),
        hidden=frozenset({*view.own, *view.owners} - seen),
        answers=frozenset(answers),
        yes=yes.pop() if len(yes) == 1 else None,
        request=request,
        test=lambda border: is_feasible(view, situation, border, explain=False).feasible,
    )


def _is_met(view: View, situation: Situation, demands: Coloring) -> bool | None:
    """Return whether demands are met; None if they are not and could be, which is no answer yet."""
    if all(situation.colors.get(node) == color for node, color in demands.items()):
        return True
    try:
        return None if is_feasible(view, situation, demands, explain=False).feasible else False
    except BudgetError:
        return None
