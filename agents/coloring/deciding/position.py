"""
An agent's position in its turn: its input, and the results of the stages so far.

One record goes through all ten stages. A stage takes a position and returns the next one; it keeps
nothing elsewhere.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal

from ...canonical import digest
from ...contracts import trusted
from ..assessing import solving
from ..assessing.binding import Binding, Refusal
from ..assessing.solving import Least
from ..bargaining.offers import Book, apply_moves
from ..conformance import Rules
from ..events import Event, event
from ..messages import Move, Outgoing
from ..modes import MODES, Mode
from ..situation import Pin, Received, Situation, believed
from ..turn import ChartMove, Decision, Turn
from ..view import View
from ..wording.hearing import Answered, Heard
from .behavior import Facts
from .drafts import Drafts

#: Reasons why the best answer did not replace the current colors.
SkipReason = Literal["forced", "changed", "waits", "budget", "threshold"]
_UNBOUND = Binding({}, {}, {}, (), ())
_NOTHING_HEARD = Heard()
_NO_FACTS = Facts()
_NO_DRAFTS = Drafts()


@dataclass(frozen=True)
class Position:
    """
    The record of a turn.

    Attributes
    ----------
    view, before, rules, mode, inbox
        Input of the turn; ``before`` is the situation as the platform handed it out.
    seed
        Seed of all random choices of the game.
    explain
        Whether the decision says why each node has its color.
    said, heard
        Messages in words from the person, and what was understood of them.
    beliefs
        ``{node: color}`` of foreign nodes that the agent sees, in the domain's casing.
    binding
        Colors that bind own nodes, with demands accepted, refused and released.
    previous
        Colors of own nodes before the turn.
    base
        The previous colors with required ones put in; they are kept if nothing better is found.
    proposed, proposed_penalty, local_scores
        Colors that the algorithm gave, their penalty, and the local cost of each color in greedy.
    accepted
        Whether the proposal replaces ``base``.
    assignments
        Colors that stand.
    changed
        Whether they differ from ``previous`` before the snap.
    snapped, snap_skipped
        Colors of the snap if it was taken; otherwise the reason why it was not.
    least
        Penalty of the best answer; None if it could not be computed.
    penalty, conflicts
        Penalty and conflicts of the current colors; conflicts are (own node, other node, color).
    satisfied, reason
        Whether the agent is satisfied, and why or why not.
    oscillates
        Whether the agent goes back and forth.
    reasons
        Names of the rules that decided, in order.
    explanation
        Result of ``explain_colors``.
    tables
        Messages of a round of tables.
    bargained, committed
        Messages of bargaining; ``{own node: color}`` that deals bind after it, None before it.
    words
        ``{recipient: text}`` that a model proposes to send.
    chosen
        Moves of bargaining that a model chose, by recipient.
    facts, chart, speaks
        Facts for the guards of the behavior chart, its moves in this turn, and whether it sends the
        drafts.
    drafts
        Messages that may be sent.
    messages
        Messages that are sent.
    events
        Events for the trace, in order.
    """

    view: View
    before: Situation
    rules: Rules
    mode: Mode = MODES["LLM_U"]
    inbox: tuple[Received, ...] = ()
    seed: int = 0
    explain: bool = False
    said: tuple[Received, ...] = ()
    heard: Heard = _NOTHING_HEARD
    picked: Mapping[str, str] = field(default_factory=dict)
    beliefs: Mapping[str, str] = field(default_factory=dict)
    binding: Binding = _UNBOUND
    previous: dict[str, str] = field(default_factory=dict)
    base: dict[str, str] = field(default_factory=dict)
    proposed: dict[str, str] = field(default_factory=dict)
    proposed_penalty: float | None = None
    local_scores: dict[str, dict[str, float]] | None = None
    accepted: bool = False
    assignments: dict[str, str] = field(default_factory=dict)
    changed: bool = False
    snapped: dict[str, str] | None = None
    snap_skipped: SkipReason | None = None
    least: Least | None = None
    penalty: float = 0.0
    conflicts: Sequence[tuple[str, str, str]] = ()
    satisfied: bool = False
    reason: str = ""
    oscillates: bool = False
    reasons: tuple[str, ...] = ()
    explanation: dict[str, dict[str, Any]] | None = None
    tables: tuple[Outgoing, ...] = ()
    bargained: tuple[Outgoing, ...] = ()
    committed: dict[str, str] | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[str, Move] = field(default_factory=dict)
    facts: Facts = _NO_FACTS
    chart: tuple[ChartMove, ...] = ()
    speaks: bool = False
    drafts: Drafts = _NO_DRAFTS
    messages: tuple[Outgoing, ...] = ()
    events: tuple[Event, ...] = ()

    # ---------------------------------------------------------------------------- derived values

    @functools.cached_property
    def situation(self) -> Situation:
        """The situation with what was understood of the person's words."""
        heard, before = self.heard, self.before
        if not (heard.reports or heard.denied or heard.withdrawn or heard.constraints):
            return before
        kept = [one for one in before.constraints if one.constraint_id not in heard.withdrawn]
        return before.but(
            beliefs=believed(before.beliefs, heard.reports, heard.denied),
            constraints=(*kept, *heard.constraints),
        )

    @functools.cached_property
    def after(self) -> Situation:
        """The situation with the beliefs, colors and pins that stand after the turn."""
        situation, view = self.situation, self.view
        committed = situation.committed if self.committed is None else self.committed
        lasting = {**self.demanded, **committed}
        partners = {(pin.node, pin.color): pin.by for pin in situation.pins}
        pins = tuple(
            Pin(
                node,
                color,
                "committed" if node in committed else "forced",
                partners.get((node, color), view.person or ""),
            )
            for node, color in lasting.items()
            if node not in view.fixed
        )
        return situation.but(
            beliefs=dict(self.beliefs),
            colors=self.assignments,
            pins=pins,
            satisfied=self.satisfied,
        )

    @functools.cached_property
    def told(self) -> Situation:
        """The situation after the turn, with what its moves of bargaining make of the offers."""
        after, agent = self.after, self.view.agent
        # Only people ask about offers.
        bargained = [one for one in self.bargained if one.recipient in self.view.people]
        if not bargained:
            return after
        offers = list(after.offers)
        for message in bargained:
            pair = {agent, message.recipient}
            book = Book(tuple(one for one in offers if {one.sender, one.recipient} == pair), {})
            moved = apply_moves(book, agent, message.recipient, message.moves, self.before.time_step)
            offers = [one for one in offers if {one.sender, one.recipient} != pair]
            offers += moved.book.offers
        return after.but(offers=tuple(offers))

    @property
    def makes_offers(self) -> bool:
        """Whether the agent, or a model for it, makes offers of its own accord."""
        return self.mode.bargains or self.mode.consults

    @property
    def answers(self) -> Sequence[Answered]:
        """Answers to the questions of the person."""
        return self.heard.answers(self.view, self.told, makes_offers=self.makes_offers)

    @functools.cached_property
    def demanded(self) -> dict[str, str]:
        """``{own node: color}`` of the person's demands that bind after the turn, beneath deals too."""
        if self.rules.forced_until == "next_turn":
            return {}
        kept = {n: c for n, c in self.situation.forced.items() if n not in self.binding.released}
        demanded = {**kept, **self.binding.forced}
        return {node: color for node, color in demanded.items() if node not in self.view.fixed}

    @property
    def step_seed(self) -> int:
        """Seed of this step's random choices, another one for each agent and step."""
        lot = digest(f"{self.seed}\0{self.view.agent}\0{self.before.time_step}")
        return int(lot[:8], 16)

    @property
    def may_recolor(self) -> bool:
        """Whether the agent may change colors by itself; in a tree of agents the tables decide."""
        return self.before.may_recolor and self.before.place is None

    @property
    def scores(self) -> bool:
        """Whether the agent tells a person what it can score without being asked."""
        return self.goes_for_scores and self.mode.settled == "cost_list"

    @property
    def goes_for_scores(self) -> bool:
        """Whether the agent takes the answer of highest score: beside a person, who may ask for it."""
        beside = any(person in self.view.peers for person in self.view.people)
        # Points decide between equal penalties only where penalties are exact.
        return self.rules.high_scores and beside and self.view.problem.costs is not None

    @functools.cached_property
    def could_alone(self) -> bool:
        """
        Whether own conflicts could be ended by own colors alone.

        Colors that bind after the turn are kept, and all foreign nodes keep their believed colors.
        """
        if not self.conflicts:
            return False
        required = {**self.after.forced, **self.after.committed, **self.view.fixed}
        return solving.solvable(self.view, self.beliefs, required)

    @property
    def complete(self) -> bool:
        """Whether the colors of all foreign nodes that the agent sees are known."""
        return all(node in self.beliefs for node in self.view.owners)

    @functools.cached_property
    def ended(self) -> tuple[str, ...]:
        """Own nodes whose demands have ended, and that may have any color now."""
        bound = {*self.situation.barred, *self.after.committed}
        return tuple(node for node in self.binding.released if node not in bound)

    @functools.cached_property
    def score(self) -> int:
        """Points of the colors that stand."""
        return self.view.score(self.assignments)

    @functools.cached_property
    def changes(self) -> dict[str, tuple[str | None, str]]:
        """``{node: (old color, new color)}``: the only basis for a claim of change."""
        return {
            node: (self.before.colors.get(node), color)
            for node, color in self.assignments.items()
            if self.previous.get(node) != color
        }

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """Demands that could not be met."""
        return self.binding.refused

    @property
    def decision(self) -> Decision:
        """Record of how the colors were chosen."""
        return trusted(
            Decision,
            {
                "algorithm": self.rules.algorithm,
                "computed": self.proposed,
                "snapped": self.snapped,
                "computed_penalty": self.proposed_penalty,
                "best_penalty": None if self.least is None else self.least.penalty,
                "penalty": self.penalty,
                "conflicts": len(self.conflicts),
                "reasons": self.reasons,
                "local_scores": self.local_scores if self.explain else None,
                "explanation": self.explanation,
            },
        )

    def noting(self, name: str, **data: Any) -> Position:
        """Return the position with one more event."""
        return self.but(event(name, data))

    @classmethod
    def at_start(cls, **given: Any) -> Position:
        """Return the position with this input; to call the class takes ten times as long."""
        return _with_values({**_START, **given})

    def but(self, *noted: Event, **changes: Any) -> Position:
        """
        Return the position with some fields replaced; ten times faster than ``replace``.

        Parameters
        ----------
        noted
            Further events.
        """
        values = self.__dict__.copy()
        for name in _outdated(tuple(changes)):
            values.pop(name, None)
        values.update(changes)
        if noted:
            values["events"] += noted
        return _with_values(values)

    def turn(self) -> Turn:
        """Return the turn as the platform takes it."""
        heard, view = self.heard, self.view
        demanded = tuple(
            Pin(node, color, "forced", view.person or "")
            for node, color in self.binding.forced.items()
            if node not in view.fixed
        )
        return trusted(
            Turn,
            {
                "assignments": self.assignments,
                "satisfied": self.satisfied,
                "learned": dict(heard.reports),
                "denied": tuple(heard.denied),
                "demanded": demanded,
                "released": self.binding.released,
                "stated": tuple(heard.constraints),
                "withdrawn": tuple(heard.withdrawn),
                "promised": tuple(heard.promised),
                "decision": self.decision,
                "messages": self.messages,
                "chart": self.chart,
                "flow": self._flow(),
            },
        )

    def _flow(self) -> dict[str, Any] | None:
        """Return the conversation with what the person is told, to which the next message may answer."""
        person, flow = self.view.person, self.heard.flow
        # Tables are for agents: people are not shown their text.
        shown = [one for one in self.messages if one.recipient == person and one.kind != "utilities"]
        said = "\n".join(one.text for one in shown if one.text)
        if person is None or not said:
            return flow
        kept = flow if flow is not None else self.before.flow or {}
        return {**kept, "said": said[:MOST_SAID]}


def _with_values(values: dict[str, Any]) -> Position:
    made = object.__new__(Position)
    object.__setattr__(made, "__dict__", values)
    return made


#: Characters of a message to the person that are kept for its answer.
MOST_SAID = 600
_SITUATION = frozenset({"before", "heard"})
_DEMANDED = _SITUATION | {"view", "rules", "binding"}
_AFTER = _DEMANDED | {"committed", "beliefs", "assignments", "satisfied"}
#: Fields that each derived value depends on.
_DERIVED = {
    "situation": _SITUATION,
    "demanded": _DEMANDED,
    "after": _AFTER,
    "told": _AFTER | {"bargained"},
    "ended": _AFTER,
    "score": frozenset({"view", "assignments"}),
    "changes": frozenset({"before", "assignments", "previous"}),
    "could_alone": _AFTER | {"conflicts"},
}


@functools.lru_cache(maxsize=128)
def _outdated(changed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the derived values that do not hold once these fields have changed; the stages name few."""
    return tuple(name for name, inputs in _DERIVED.items() if not inputs.isdisjoint(changed))


#: The fields that have a default; nothing changes a value in place.
_START = {
    field.name: field.default if field.default_factory is MISSING else field.default_factory()
    for field in fields(Position)
    if field.default is not MISSING or field.default_factory is not MISSING
}
