"""An answer, and the data it is computed from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...bargaining.feasibility import Feasibility, each_reason, feasible, told
from ...situation import NodeColor, Offer, Situation
from ...view import View
from ...wording.phrases import enumerated
from ..reading import Question

#: How a person gets out of what was agreed.
MAY_END = 'Say "I end our deal" if you want to change that.'


@dataclass(frozen=True)
class Answer:
    """
    The answer to a question.

    Attributes
    ----------
    question
        The question.
    yes
        The answer in one word, if it has one.
    text
        The answer as one sentence or two, yes or no first.
    feasible, infeasible
        Settings of the person's border that were tested.
    because
        Facts that rule out the coloring asked about, in words that the person may read.
    beside
        Other questions that it answers too.
    """

    question: Question
    yes: bool | None
    text: str
    feasible: tuple[dict[str, str], ...] = ()
    infeasible: tuple[dict[str, str], ...] = ()
    because: tuple[str, ...] = ()
    beside: tuple[Question, ...] = ()

    @property
    def supposed(self) -> tuple[tuple[NodeColor, ...], ...]:
        """Colorings that the person asked about."""
        return tuple(one.supposed for one in (self.question, *self.beside) if one.kind == "Q3")

    def json_dict(self) -> dict[str, Any]:
        """Return plain values only."""
        return {
            "question": self.question.kind,
            "yes": self.yes,
            "text": self.text,
            "feasible": list(self.feasible),
            "infeasible": list(self.infeasible),
            "because": list(self.because),
        }


@dataclass(frozen=True)
class Asked:
    """
    The data from which a question is answered.

    Attributes
    ----------
    view, situation
        View of the agent, and its situation after the turn.
    peer
        The participant who asks.
    makes_offers
        Whether the agent makes offers of its own accord.
    seen
        Nodes on the common border: the only ones that an answer may name.
    """

    view: View
    situation: Situation
    peer: str
    makes_offers: bool = True
    seen: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        border = (*self.view.border_of(self.peer), *self.view.border_to(self.peer))
        object.__setattr__(self, "seen", frozenset(border))

    @property
    def deals(self) -> list[Offer]:
        """Deals with the person that stand."""
        parties = {self.peer, self.view.agent}
        return [
            offer
            for offer in self.situation.offers
            if offer.status == "accepted" and {offer.sender, offer.recipient} == parties
        ]

    @property
    def agreed(self) -> dict[str, str]:
        """``{node: color}`` of these deals, of both sides."""
        return {
            term.node: term.color
            for offer in self.deals
            for term in (*offer.conditions, *offer.assignments)
        }

    def feasible(self, own: Mapping[str, str], supposed: Mapping[str, str] | None = None) -> Feasibility:
        """Test a coloring of some own nodes and of some nodes of the border."""
        return feasible(self.view, self.situation, {**(supposed or {}), **own})

    def rules(self, nodes: Collection[str] | None = None) -> list[str]:
        """Word the limits that the person told, of all nodes that it sees or of some."""
        nodes = self.seen if nodes is None else self.seen & {*nodes}
        return [
            f"{one.node} {'must be' if one.kind == 'required' else 'cannot be'} {one.color}"
            for one in self.situation.constraints
            if one.by == self.peer and one.node in nodes
        ]

    def reasons(self, found: Feasibility) -> tuple[str, ...]:
        """Return the facts that rule something out, for each of several conflicts."""
        return told(self.view, each_reason(self.view, found, self.peer), self.peer)


def reason_text(because: Sequence[str]) -> str:
    """Word the reasons as a last sentence."""
    return f" Reason: {enumerated(because)}." if because else ""


def at_least(conflicts: int) -> str:
    """Word a lower bound on conflicts."""
    return "at least one conflict" if conflicts == 1 else f"at least {conflicts} conflicts"


def plan_text(found: Feasibility, asked: Asked, own: Mapping[str, str]) -> str:
    """Say which colors of the common border would change."""
    now = asked.situation.colors
    changed = {
        node: color
        for node, color in found.assignment.items()
        if node in asked.seen and now.get(node) != color and node not in own
    }
    if not changed:
        return ""
    return f" Then {enumerated(f'{node} would be {color}' for node, color in changed.items())}."
