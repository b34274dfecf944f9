"""
The messages of a turn: stage 9, the reply to a person, and stage 10, the messages to neighbors.

The behavior chart says whether the drafts are sent. A message is not repeated, unless the
recipient's beliefs about the border have changed. Two things are always sent: what a neighbor
needs to know of the border, and one answer to a person who spoke.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..events import Event, event
from ..messages import Accept, FeasibilityQuery, Kind, Outgoing, moves_in
from ..talk.facts import Facts
from ..talk.honesty import violations
from ..turn import ChartMove
from ..wording import templates
from ..wording.hearing import Speaker, asks_for_team
from ..wording.standing import Standing
from . import behavior
from .behavior import Choose
from .drafting import drafted, message, standing_towards, status
from .position import Position
from .truth import Checked, Evidence, only_true, true_moves
from .wording import facts_for, post, word

T = TypeVar("T")
#: Kinds of messages to the person that add typed content to a reply; prose needs no addition.
_BESIDE_REPLY: frozenset[Kind] = frozenset({"cost_list", "constraints", "rb"})


def deliberate(position: Position, choose: Choose | None = None) -> Position:
    """
    Move through the behavior chart, drafting what could be said where it may be sent.

    Parameters
    ----------
    choose
        The oracle of the chart; its fallback is taken without one.
    """
    view, situation = position.view, position.situation
    facts = behavior.Facts(
        message_received=any(one.kind != "utilities" for one in position.inbox),
        person_spoke=bool(position.said),
        satisfied=position.satisfied,
        beliefs_changed=bool(position.changes) or position.beliefs != situation.last_beliefs,
        offer_closed=any(
            offer.sender == view.agent and offer.step_closed == situation.time_step - 1
            for offer in situation.offers
        ),
        oscillation=position.oscillates,
    )
    moves = behavior.step(situation.chart, facts)
    speaks = behavior.speaks(moves)
    if speaks:
        if position.mode.bargains:
            waits = any(o.sender == view.agent and o.status == "pending" for o in situation.offers)
            offers = bool(position.bargained)
            facts = replace(facts, options_exist=offers or waits, nothing_new=not offers)
        else:
            position = drafted(position, team=asks_for_team(position.said))
            facts = replace(
                facts,
                options_exist=position.drafts.options_exist,
                nothing_new=not position.drafts.fresh,
            )
    if speaks or choose is not None:
        moves = behavior.step(situation.chart, facts, choose)
        speaks = behavior.speaks(moves)
    if speaks:
        moves = behavior.sent(moves, facts)
    return position.but(facts=facts, chart=tuple(moves), speaks=speaks)


def reply_to_person(position: Position) -> Position:
    """Stage 9: answer a person who spoke, once, with the typed content that belongs to the answer."""
    person = position.view.person
    if not position.said or person is None:
        return position
    beside = [one for one in _content(position) if one.recipient == person and one.kind in _BESIDE_REPLY]
    standing = position.drafts.standings.get(person) or standing_towards(position, person)
    answers = position.answers
    # A list of what works, or a yes to what the person supposes, says what would help.
    given = [one.json_dict() for one in answers]
    listed = any(one["question"] == "Q2" or (one["yes"] and one["feasible"]) for one in given)
    said = [*position.heard.replies, *(one.text for one in answers)]
    text = templates.reply_text(standing, said, with_options=not beside and not listed)
    answer = message(standing, "reply", text)
    answer = answer.model_copy(update={"in_reply_to": position.said[-1].message_id or None})
    shortened = [
        one
        if one.kind == "rb"
        else one.model_copy(update={"text": "" if listed else templates.beside_text(standing, one.kind)})
        for one in beside
    ]
    return position.but(messages=(answer, *shortened))


def message_neighbors(position: Position, speaker: Speaker | None = None) -> Position:
    """
    Stage 10: send options, moves and reports, worded by a model where there is one.

    Parameters
    ----------
    speaker
        Writer of the messages to the person; None for templates.
    """
    answered = position.view.person if position.said else None
    others = [one for one in _content(position) if one.recipient != answered]
    messages = [*position.messages, *others]
    if not position.mode.bargains:
        messages += _due_reports(position, {one.recipient for one in messages})
    messages += _untold_changes(position, messages)
    messages += position.tables
    messages, omitted = _only_true(position, messages)
    position = position.but(*omitted) if omitted else position
    if speaker is not None:
        as_they_are: frozenset[Kind] = frozenset() if position.mode.translates else frozenset({"rb"})
        messages, worded = word(position, speaker, messages, as_they_are=as_they_are)
        position = position.but(*worded)
    posted, guarded = post(position, messages)
    messages += posted
    noted = [*guarded, *_chart_events(position.chart)]
    for one in messages:
        noted.append(event("coloring.message", {"recipient": one.recipient, "kind": one.kind}))
    return position.but(*noted, messages=tuple(messages))


def _only_true(position: Position, messages: list[Outgoing]) -> Checked:
    """Leave out of the messages what is not true after the turn."""
    if not messages:
        return Checked([], [])
    view, after = position.view, position.after
    taken = {
        move.refers_to for one in position.bargained for move in one.moves if isinstance(move, Accept)
    }
    questions = {
        move.query_id: {term.node: term.color for term in move.conditions}
        for one in position.inbox
        for move in moves_in(one)
        if isinstance(move, FeasibilityQuery)
    }
    agreed = {
        term.node: term.color
        for offer in after.offers
        if offer.offer_id in taken and offer.recipient == view.agent
        for term in offer.assignments
    }

    fewest: dict[Any, int] = {}

    @_once
    def facts(recipient: str) -> Facts:
        return facts_for(position, messages, recipient)

    @_once
    def evidence(recipient: str) -> Evidence:
        table = position.drafts.tables.get(recipient)
        return Evidence(
            view, position.before, position.told, recipient, table,
            fewest=fewest, makes_offers=position.makes_offers,
        )  # fmt: skip

    @_once
    def agreed_evidence(recipient: str) -> Evidence:
        believed = after.but(beliefs={**after.beliefs, **agreed})
        return Evidence(view, position.before, believed, recipient, questions=questions)

    said = only_true(messages, evidence, lambda text, to: not violations(text, facts(to)))
    moved = true_moves(said.messages, agreed_evidence)
    return Checked(moved.messages, [*said.events, *moved.events])


def _once(made: Callable[[str], T]) -> Callable[[str], T]:
    """Make something once for each recipient; ``functools.cache`` takes ten times as long to set up."""
    kept: dict[str, T] = {}

    def get(recipient: str) -> T:
        if recipient not in kept:
            kept[recipient] = made(recipient)
        return kept[recipient]

    return get


def _content(position: Position) -> list[Outgoing]:
    """Return moves of bargaining, and the drafts that the chart sends."""
    if position.mode.bargains or not position.speaks:
        return list(position.bargained)
    # How things stand is said when the other side has carried out its part of a deal.
    dealt = {
        one.recipient
        for one in position.bargained
        if any(isinstance(move, Accept) for move in one.moves)
    }
    fresh = [one for one in position.drafts.fresh if one.recipient not in dealt]
    return [*position.bargained, *_dealt_changes(position, dealt), *fresh]


def _dealt_changes(position: Position, dealt: Collection[str]) -> list[Outgoing]:
    """Tell people what a deal that is accepted changes besides."""
    told = []
    for person in sorted({*dealt} & {*position.view.people}):
        standing = standing_towards(position, person)
        if text := _beside_moves(position, standing):
            told.append(message(standing, "status", text))
    return told


def _beside_moves(position: Position, standing: Standing) -> str:
    """Tell a person who said nothing what changed, and which of its limits ended."""
    noted = () if position.said or standing.peer != position.view.person else position.heard.replies
    return " ".join(filter(None, (*noted, templates.changes_text(standing))))


def _due_reports(position: Position, informed: Collection[str]) -> list[Outgoing]:
    """Return what neighbors have to know of the border, and would not learn otherwise."""
    due = []
    for peer in position.view.peers:
        report = {node: position.assignments[node] for node in position.view.border_to(peer)}
        if peer not in informed and position.situation.announced.get(peer) != report:
            due.append(status(standing_towards(position, peer)))
    return due


def _untold_changes(position: Position, messages: Sequence[Outgoing]) -> list[Outgoing]:
    """
    Return the changes of the turn for people who would get nothing else, or only moves of bargaining.

    Who was told nothing of the border yet is told no changes of it.
    """
    view, announced = position.view, position.situation.announced
    informed = {one.recipient for one in messages if one.kind != "rb"}
    knowing = {*announced, *(one.recipient for one in messages)}
    changes = []
    for peer in view.peers:
        if peer in view.people and peer in knowing - informed:
            standing = standing_towards(position, peer)
            if text := _beside_moves(position, standing):
                changes.append(message(standing, "status", text))
    return changes


def _chart_events(moves: Iterable[ChartMove]) -> list[Event]:
    events = []
    for move in moves:
        if move.trigger == "tick":
            continue
        fired = {"from": move.source, "to": move.to, "trigger": move.trigger}
        if move.oracle is not None:
            events.append(event("chart.oracle", {**fired, "fallback": move.fallback}))
        events.append(event("chart.timeout" if move.trigger == "timeout" else "chart.fire", fired))
    return events
