"""
Carry out the turns of a step: a pure function from the situations before it to those after it.

All participants have decided on the same state. The changes of each turn to its own participant are
applied first; then offers and deals, reports, and the person's control of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from ..bargaining.offers import BEFORE_ROUNDS, NEW_ROUND
from ..conformance import Rules
from ..events import Event
from ..messages import Move, Reject, Utilities, fingerprint
from ..situation import (
    REMEMBERED,
    ChartState,
    Constraint,
    Offer,
    Past,
    Phase,
    Received,
    Situation,
    believed,
    colors_digest,
)
from ..turn import Turn
from ..view import View
from .ledger import Ledger
from .status import colors_of

#: Messages to one recipient that are remembered.
REMEMBERED_MESSAGES = 5

Seats = dict[str, Situation]


@dataclass(frozen=True)
class Carried:
    """
    Result of the turns of a step.

    Attributes
    ----------
    seats
        Situation of each participant.
    offers
        Offers that are new, or whose status changed.
    events
        Events of offers, in order.
    finished
        Whether the person ended the game.
    """

    seats: Seats
    offers: Sequence[Offer]
    events: Sequence[Event]
    finished: bool


def carry_out(
    seats: Mapping[str, Situation],
    turns: Mapping[str, Turn],
    *,
    views: Mapping[str, View],
    rules: Rules,
    time_step: int,
    truth: bool = False,
) -> Carried:
    """
    Carry out the turns of all participants at once.

    Parameters
    ----------
    seats
        Situations before the step.
    turns
        Legal turns, by participant; some may have none.
    truth
        Whether beliefs follow the colors themselves instead of reports.
    """
    after = {
        name: with_own_part(views[name], seat, turns[name], rules) if name in turns else seat
        for name, seat in seats.items()
    }
    people = {person for view in views.values() for person in view.people}
    ledger = Ledger(after, people)
    for name, turn in turns.items():
        for recipient, moves in moves_of(turn):
            ledger.enter(name, recipient, moves, time_step)
    ledger.expire(time_step)
    controls = {turn.control for turn in turns.values()}
    for name, turn in turns.items():
        if turn.control == "impossible":
            ledger.reject_all(name, time_step)
    if controls & {"announce", "init"}:
        ledger.end_round(time_step, BEFORE_ROUNDS if "init" in controls else NEW_ROUND)
    after = with_limits(ledger.seats(), turns, people)
    after = with_learned(with_reports(after, turns), turns, views)
    if truth:
        after = with_truth(after, views)
    if "init" in controls:
        after = with_new_round(after, "configure")
    elif "announce" in controls:
        after = with_new_round(after, reported=_reports_of_announcers(turns))
    return Carried(after, ledger.changed, ledger.events, "finish" in controls)


def moves_of(turn: Turn) -> list[tuple[str, Sequence[Move]]]:
    """Return (recipient, moves) of a turn's bargaining."""
    return [
        (message.recipient, message.moves)
        for message in turn.messages
        if message.kind == "rb" and message.payload is not None
    ]


def inboxes_of(turns: Mapping[str, Turn], time_step: int) -> dict[str, list[Received]]:
    """Return the messages of a step, by recipient."""
    inboxes: dict[str, list[Received]] = {}
    for name, turn in turns.items():
        for one in turn.messages:
            message = Received(name, one.kind, one.text, one.payload, one.report, time_step=time_step)
            inboxes.setdefault(one.recipient, []).append(message)
    return inboxes


def tables_of(turns: Mapping[str, Turn]) -> dict[str, dict[str, Utilities]]:
    """Return the tables that were passed on, by recipient and sender."""
    passed: dict[str, dict[str, Utilities]] = {}
    for name, turn in turns.items():
        for message in turn.messages:
            if message.kind == "utilities":
                passed.setdefault(message.recipient, {})[name] = message.content
    return passed


def with_own_part(view: View, seat: Situation, turn: Turn, rules: Rules) -> Situation:
    """Apply the changes of a turn to its own participant."""
    # What does not change stays the same object, which need not be compared or written again.
    beliefs = believed(seat.beliefs, turn.learned, turn.denied)
    demanded = {pin.node: pin for pin in turn.demanded}
    pins = [
        pin
        for pin in seat.pins
        if pin.kind != "forced" or (pin.node not in turn.released and pin.node not in demanded)
    ]
    if rules.forced_until == "released":
        pins += demanded.values()
    sent, announced = seat.sent, seat.announced
    if turn.messages:
        sent, announced = {**sent}, {**announced}
        for message in turn.messages:
            marks = (*sent.get(message.recipient, ()), fingerprint(message))
            sent[message.recipient] = marks[-REMEMBERED_MESSAGES:]
            if message.report:
                known = announced.get(message.recipient, {})
                announced[message.recipient] = {**known, **message.report}
    colors = {node: turn.assignments[node] for node in view.own}
    bound = seat.pins if pins == list(seat.pins) else tuple(pins)
    chart = ChartState(seat.chart.state, seat.chart.ticks + 1)
    if turn.chart:
        chart = ChartState(turn.chart[-1].to, turn.chart[-1].ticks)
    oscillated = turn.decision is not None and "oscillation" in turn.decision.reasons
    return seat.but(
        colors=seat.colors if colors == seat.colors else colors,
        beliefs=beliefs,
        last_beliefs=beliefs,
        last_pins=bound,
        pins=bound,
        constraints=_constraints(seat, turn),
        sent=sent,
        announced=announced,
        seen_before=_seen_before(view, seat),
        satisfied=turn.satisfied,
        past=(*seat.past, _past(view, turn, beliefs))[-REMEMBERED:],
        calm=seat.calm or oscillated,
        chart=chart,
        flow=turn.flow if turn.flow is not None else seat.flow,
        promises=turn.promised,
    )


def _seen_before(view: View, seat: Situation) -> dict[str, dict[str, str]]:
    seen = {person: seat.announced[person] for person in view.people if person in seat.announced}
    return seat.seen_before if seen == seat.seen_before else seen


def _past(view: View, turn: Turn, beliefs: Mapping[str, str]) -> Past:
    return Past(
        colors_digest(turn.assignments),
        view.penalty(turn.assignments, beliefs),
        len(view.conflicts(turn.assignments, beliefs)),
        turn.satisfied,
    )


def _constraints(seat: Situation, turn: Turn) -> tuple[Constraint, ...]:
    if not turn.stated and not turn.withdrawn:
        return seat.constraints
    kept = [one for one in seat.constraints if one.constraint_id not in turn.withdrawn]
    number = max((int(one.constraint_id[1:]) for one in seat.constraints), default=0)
    return _with_stated(kept, turn.stated, number)


def _with_stated(
    standing: Sequence[Constraint], new: Sequence[Constraint], number: int = 0
) -> tuple[Constraint, ...]:
    """Add constraints that are not there yet, with the next numbers."""
    kept = list(standing)
    known = {(one.node, one.kind, one.color) for one in kept}
    number = max([number, *(int(one.constraint_id[1:]) for one in kept)])
    for stated in new:
        if (stated.node, stated.kind, stated.color) not in known:
            number += 1
            known.add((stated.node, stated.kind, stated.color))
            kept.append(replace(stated, constraint_id=f"c{number}"))
    return tuple(kept)


def with_reports(seats: Seats, turns: Mapping[str, Turn]) -> Seats:
    """Turn reports into beliefs of their recipients."""
    reported: dict[str, dict[str, str]] = {}
    for turn in turns.values():
        for message in turn.messages:
            if message.report and message.recipient in seats:
                reported.setdefault(message.recipient, {}).update(message.report)
    after = dict(seats)
    for name, report in reported.items():
        seat = after[name]
        if not report.items() <= seat.beliefs.items():
            after[name] = seat.but(beliefs={**seat.beliefs, **report})
    return after


def with_limits(seats: Seats, turns: Mapping[str, Turn], people: Set[str]) -> Seats:
    """Let agents remember the colors that a person who rejected an offer said a node can never have."""
    after = dict(seats)
    for name in people & turns.keys():
        for recipient, moves in moves_of(turns[name]):
            never = [
                Constraint(one.node, "forbidden", one.color, name)
                for move in moves
                if isinstance(move, Reject)
                for one in move.impossible_conditions
            ]
            if never and recipient in after and recipient not in people:
                kept = after[recipient].constraints
                after[recipient] = after[recipient].but(constraints=_with_stated(kept, never))
    return after


def with_learned(seats: Seats, turns: Mapping[str, Turn], views: Mapping[str, View]) -> Seats:
    """Count what an agent learned from the words of a participant among the reports to the agent."""
    after = dict(seats)
    for name, turn in turns.items():
        for node in (*turn.learned, *turn.denied):
            owner = views[name].owners.get(node, "")
            if owner in after:
                announced = after[owner].announced
                known = {one: color for one, color in announced.get(name, {}).items() if one != node}
                if node in turn.learned:
                    known[node] = turn.learned[node]
                after[owner] = replace(after[owner], announced={**announced, name: known})
    return after


def with_truth(seats: Seats, views: Mapping[str, View]) -> Seats:
    """Let everybody see the colors of the border, as the baselines of the study do."""
    colors = colors_of(seats)
    return {
        name: seat.but(beliefs={node: colors[node] for node in views[name].owners})
        for name, seat in seats.items()
    }


def _reports_of_announcers(turns: Mapping[str, Turn]) -> dict[str, dict[str, dict[str, str]]]:
    """Return ``{participant: {recipient: report}}`` of the turns that announce a round."""
    return {
        name: {one.recipient: dict(one.report) for one in turn.messages if one.report}
        for name, turn in turns.items()
        if turn.control == "announce"
    }


def with_new_round(
    seats: Seats,
    phase: Phase = "bargain",
    reported: Mapping[str, dict[str, dict[str, str]]] | None = None,
) -> Seats:
    """
    Start a new round of bargaining: offers and commitments of the previous round end.

    Parameters
    ----------
    phase
        ``"configure"`` if nobody may make offers until the person announces.
    reported
        ``{participant: {recipient: report}}`` that were sent with the announcement: they are reports of
        the new round.
    """
    return {
        name: seat.but(
            phase=phase,
            round=seat.round + 1,
            offers=(),
            announced=(reported or {}).get(name, {}),
            pins=tuple(pin for pin in seat.pins if pin.kind != "committed"),
        )
        for name, seat in seats.items()
    }


def with_satisfied_peers(seats: Seats, views: Mapping[str, View]) -> Seats:
    """Let everybody know which of their peers say that they are satisfied."""
    satisfied = {name for name, seat in seats.items() if seat.satisfied}
    after = dict(seats)
    for name, seat in seats.items():
        content = tuple(peer for peer in views[name].peers if peer in satisfied)
        if content != seat.satisfied_peers:
            after[name] = seat.but(satisfied_peers=content)
    return after
