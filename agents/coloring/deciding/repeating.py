"""
Turns that repeat the last one: nothing that an agent's turn depends on has changed.

A turn is a pure function of the observation, and many turns of a calm team have the same input as the
one before, except for the step, the past and the age of the chart's state. Such a turn is not computed
again. While a team of 40 agents has conflicts, most turns receive messages and few repeat; when it has
almost none, about half do.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ..assessing.oscillation import oscillates
from ..bargaining.offers import PATIENCE_WITH_PEOPLE, is_conditional
from ..events import Event
from ..situation import Situation
from ..turn import Turn
from ..view import View
from .behavior import TIMEOUT, Behavior

#: Fields of a situation that a turn reads as they are; the others are looked at below. Tables that were
#: heard, and strains, are read only where the agent tells or chooses, and such turns are not kept. Which
#: peers are satisfied is read by people alone.
_READ = (
    *("may_recolor", "colors", "beliefs", "last_beliefs", "pins", "last_pins", "constraints", "offers"),
    *("announced", "sent", "satisfied", "calm", "phase", "round", "flow", "promises"),
)


class Kept(NamedTuple):
    """A turn that was computed, with its settings and its input."""

    settings: Hashable
    situation: Situation
    turn: Turn
    events: tuple[Event, ...]


def repeated(
    view: View, situation: Situation, inbox: Sequence[object], settings: Hashable
) -> tuple[Turn, tuple[Event, ...]] | None:
    """Return the turn if it is the last one once more; otherwise None."""
    kept: Kept | None = view.kept.get(_place(situation))
    if inbox or kept is None or kept.settings != settings or not _is_same(kept.situation, situation):
        return None
    (move,) = kept.turn.chart
    if situation.chart.state != move.to or oscillates(situation.past, kept.turn.assignments):
        return None
    ticks = situation.chart.ticks + 1
    if ticks > TIMEOUT and situation.chart.state != Behavior.SATISFIED.value:
        return None
    if ticks == move.ticks:
        return kept.turn, kept.events
    moved = move.model_copy(update={"ticks": ticks})
    return kept.turn.model_copy(update={"chart": (moved,)}), kept.events


def keep(
    view: View,
    situation: Situation,
    inbox: Sequence[object],
    settings: Hashable,
    turn: Turn,
    events: tuple[Event, ...],
) -> None:
    """Keep a turn that may be repeated: the agent received nothing, sends nothing and stays calm."""
    place = _place(situation)
    stays = len(turn.chart) == 1 and turn.chart[0].trigger == "tick"
    chooses = situation.place is not None and (situation.place.tells or situation.place.chooses)
    if inbox or turn.messages or not stays or chooses or oscillates(situation.past, turn.assignments):
        view.kept.pop(place, None)
    else:
        view.kept[place] = Kept(settings, situation, turn, events)


def _place(situation: Situation) -> str:
    # Turns of the own slot and of others alternate; there is no peer of these names.
    return "\0slot" if situation.may_recolor else "\0waits"


def _is_same(before: Situation, now: Situation) -> bool:
    one, other = before.__dict__, now.__dict__
    return (
        all(one[name] is other[name] or one[name] == other[name] for name in _READ)
        and _role(before) == _role(now)
        and _ages(before) == _ages(now)
    )


def _role(situation: Situation) -> tuple[bool, bool, bool] | None:
    """Return what a turn reads of the agent's place in a tree."""
    place = situation.place
    return None if place is None else (place.tick == 0, place.tells, place.chooses)


def _ages(situation: Situation) -> list[tuple[str, int]]:
    """Return the ages that a turn reads: of open offers, of deals, and of offers just closed."""
    now, ages = situation.time_step, []
    for offer in situation.offers:
        if offer.status == "pending":
            # An announcement needs no answer.
            age = min(now - offer.step_sent, _OLD) if is_conditional(offer) else None
        elif offer.status == "accepted":
            age = min(now - (offer.step_closed or 0), _OLD)
        else:
            age = 1 if offer.step_closed == now - 1 else None
        if age is not None:
            ages.append((offer.offer_id, age))
    return ages


#: An age in steps that is beyond all limits of bargaining.
_OLD = PATIENCE_WITH_PEOPLE
