"""
What an agent makes of a person's words; how it does so is another room's.

The default hears nothing, so that only typed content counts. Whatever a reader gives back is checked
like anyone's word: colors of foreign nodes that the agent sees, demands on own nodes, nothing else.
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
    """An answer: its text, and the settings of a border that it speaks of."""

    @property
    def text(self) -> str:
        """As the person reads it."""

    def json_dict(self) -> dict[str, Any]:
        """Plain values only."""


@dataclass(frozen=True)
class Heard:
    """
    What was understood.

    Attributes
    ----------
    demands
        ``{own node: color}``.
    released
        Own nodes that the person lets go of.
    reports
        ``{foreign node: color}``.
    constraints, withdrawn
        Statements about nodes of the person's; ids of those taken back.
    replies
        Answers to questions, and questions back, as text; they come first in the reply.
    promised
        What the replies promise.
    flow
        Snapshot of the conversation.
    events
        For the trace: ``nl.parsed`` and the like.
    answer
        Answers the questions, once it is known what is so after the turn.
    """

    demands: Mapping[str, str] = field(default_factory=dict)
    released: Sequence[str] = ()
    reports: Mapping[str, str] = field(default_factory=dict)
    constraints: Sequence[Constraint] = ()
    withdrawn: Sequence[str] = ()
    replies: Sequence[str] = ()
    promised: Sequence[NodeColor] = ()
    flow: dict[str, Any] | None = None
    events: Sequence[tuple[str, dict[str, Any]]] = ()
    answer: Callable[[View, Situation], Sequence[Answered]] | None = None

    def answers(self, view: View, situation: Situation) -> Sequence[Answered]:
        """Answer the questions from what is so after the turn."""
        return () if self.answer is None else self.answer(view, situation)


class Spoken(Protocol):
    """What goes out, and how it came about."""

    @property
    def text(self) -> str:
        """To the person."""

    @property
    def events(self) -> Sequence[tuple[str, dict[str, Any]]]:
        """For the trace: drafts and verdicts."""


class Speaker(Protocol):
    """Words what the templates say."""

    def say(self, template: str, facts: Any, heard: str = "") -> Spoken:
        """Word a message, given what is so and what it answers."""


#: Reads what a person said since the last turn.
Hear = Callable[[Sequence[Received], View, Situation], Heard]


def hear_nothing(said: Sequence[Received], view: View, situation: Situation) -> Heard:
    """Understand no words at all."""
    return Heard()


def asks_for_team(said: Sequence[Received]) -> bool:
    """Whether somebody asks for the score of all together."""
    return any(_TEAM.search(message.text) for message in said)


def checked(heard: Heard, view: View) -> Heard:
    """Keep what is about nodes that the agent sees and colors that there are."""
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
        reports=reports,
        constraints=tuple(
            one for one in heard.constraints if one.node in view.owners and one.color in view.domain
        ),
        withdrawn=tuple(heard.withdrawn),
        replies=tuple(heard.replies),
        promised=tuple(one for one in heard.promised if one.node in mine),
        flow=heard.flow,
        events=tuple(heard.events),
        answer=heard.answer,
    )
