"""
The interfaces of a policy to the reading of messages and to the wording of replies.

By default nothing is read, so that only typed content counts. The result of a reader is checked: colors
of visible foreign nodes, demands on own nodes, nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..situation import Constraint, NodeColor, Received, Situation
from ..view import View

_TEAM = re.compile(r"\b(total|team|combined|overall|global)\b", re.IGNORECASE)


class Answered(Protocol):
    """An answer: its text, and the settings of the border that it states."""

    @property
    def text(self) -> str:
        """Text to the person."""

    @property
    def supposed(self) -> Sequence[Sequence[NodeColor]]:
        """Colorings that the person asked about."""

    def json_dict(self) -> dict[str, Any]:
        """Return plain values only."""


@dataclass(frozen=True)
class Heard:
    """
    The content of a person's messages.

    Attributes
    ----------
    demands
        ``{own node: color}``.
    released
        Own nodes whose demand the person ends.
    restored
        ``{own node: color}`` that the person wants back, without binding it.
    avoided
        ``{own node: color}`` that the person wants changed, in this turn only.
    reports
        ``{foreign node: color}``.
    denied
        Foreign nodes that do not have the color that was believed, and of which no other is known.
    constraints, withdrawn
        Stated constraints on the person's nodes, colors that own nodes must not have, and ids of
        withdrawn ones.
    replies
        Sentences for the beginning of the reply: answers, confirmations and questions.
    promised
        Promises in the replies.
    flow
        Snapshot of the conversation.
    events
        Events for the trace, such as ``nl.parsed``.
    answer
        Function that answers the questions from the situation after the turn; it is told whether the
        agent makes offers of its own accord.
    """

    demands: Mapping[str, str] = field(default_factory=dict)
    released: Sequence[str] = ()
    restored: Mapping[str, str] = field(default_factory=dict)
    avoided: Mapping[str, str] = field(default_factory=dict)
    reports: Mapping[str, str] = field(default_factory=dict)
    denied: Sequence[str] = ()
    constraints: Sequence[Constraint] = ()
    withdrawn: Sequence[str] = ()
    replies: Sequence[str] = ()
    promised: Sequence[NodeColor] = ()
    flow: dict[str, Any] | None = None
    events: Sequence[tuple[str, dict[str, Any]]] = ()
    answer: Callable[[View, Situation, bool], Sequence[Answered]] | None = None

    def answers(
        self, view: View, situation: Situation, *, makes_offers: bool = True
    ) -> Sequence[Answered]:
        """Answer the questions from the situation after the turn."""
        return () if self.answer is None else self.answer(view, situation, makes_offers)


class Spoken(Protocol):
    """A worded message, with the record of its wording."""

    @property
    def text(self) -> str:
        """Text to the person."""

    @property
    def events(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """Events for the trace: drafts and verdicts."""


class Speaker(Protocol):
    """Writer of messages from templates."""

    def say(self, template: str, facts: Any, heard: str = "") -> Spoken:
        """Word a message, given the facts and the message that it answers."""


#: Reader of what a person wrote since the last turn.
Hear = Callable[[Sequence[Received], View, Situation], Heard]


def hear_nothing(said: Sequence[Received], view: View, situation: Situation) -> Heard:
    """Return an empty result."""
    return Heard()


def asks_for_team(said: Sequence[Received]) -> bool:
    """Return whether a message asks for the score of the team."""
    return any(_TEAM.search(message.text) for message in said)


def checked(heard: Heard, view: View) -> Heard:
    """Return the content with only visible nodes and colors of the domain."""
    reports, demands = {}, {}
    for text, label in heard.reports.items():
        node, color = view.node_name(text), view.color_name(label)
        if node is not None and node in view.owners and color is not None:
            reports[node] = color
    mine = set(view.own)
    for text, label in heard.demands.items():
        node, color = view.node_name(text), view.color_name(label)
        if node in mine and node is not None and color is not None:
            demands[node] = color
    return Heard(
        demands=demands,
        released=tuple(node for node in heard.released if node in mine),
        restored={node: color for node, color in heard.restored.items() if node in mine},
        avoided={node: color for node, color in heard.avoided.items() if node in mine},
        reports=reports,
        denied=tuple(node for node in heard.denied if node in view.owners and node not in reports),
        constraints=tuple(
            one
            for one in heard.constraints
            if (one.node in view.owners or (one.node in mine and one.kind == "forbidden"))
            and one.color in view.domain
        ),
        withdrawn=tuple(heard.withdrawn),
        replies=tuple(heard.replies),
        promised=tuple(one for one in heard.promised if one.node in mine),
        flow=heard.flow,
        events=tuple(heard.events),
        answer=heard.answer,
    )
