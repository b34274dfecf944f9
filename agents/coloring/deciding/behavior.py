"""
The behavior of an agent: a flat statechart over nine states.

Guards on computed facts decide, and at most one of them is true. Only where an agent has options but has
sent all of them already, or waits for an answer, several moves are legal, and an oracle may choose one.
The oracle never chooses a color.

``deliberating`` is left for the state that says what the agent does in this turn: answer, report that it
is satisfied, propose, or report that it is stuck. In a turn without a trigger the state stays, and its
count of turns goes up.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import cast

from ...contracts import trusted
from ...errors import expected
from ...statechart.statechart import Statechart
from ...statechart.states import fallback_among
from ...statechart.transitions import Ambiguous, Transition
from ..situation import ChartState
from ..turn import ChartMove


class Behavior(Enum):
    """States of the chart."""

    IDLE = "idle"
    LISTENING = "listening"
    DELIBERATING = "deliberating"
    PROPOSING = "proposing"
    AWAITING_REPLY = "awaiting_reply"
    RESPONDING = "responding"
    STUCK = "stuck"
    SATISFIED = "satisfied"
    RESTING = "resting"


B = Behavior
#: Turns after which a state times out.
TIMEOUT = 4
#: States in which an agent sends messages.
SPEAKING = frozenset({B.PROPOSING, B.RESPONDING, B.STUCK, B.SATISFIED})


@dataclass(frozen=True)
class Facts:
    """
    Facts that the guards read.

    Attributes
    ----------
    message_received
        Whether the agent received any message.
    person_spoke
        Whether the person wrote to it in words.
    satisfied
        Whether the agent is satisfied.
    options_exist
        Whether a neighbor could end the agent's conflicts.
    nothing_new
        Whether the same options were sent already, or an offer is pending.
    beliefs_changed
        Whether beliefs or own colors have changed.
    offer_closed
        Whether an own offer was accepted, rejected or has expired.
    oscillation
        Whether the agent goes back and forth between two colorings.
    stopped
        Whether the game is over.
    """

    message_received: bool = False
    person_spoke: bool = False
    satisfied: bool = False
    options_exist: bool = False
    nothing_new: bool = False
    beliefs_changed: bool = False
    offer_closed: bool = False
    oscillation: bool = False
    stopped: bool = False


#: Function that chooses one of the options; the fallback is taken for None and for anything else.
Choose = Callable[[Sequence[Behavior], Facts], Behavior | None]


def _responds(_: object, facts: Facts) -> bool:
    return facts.person_spoke


def _is_satisfied(_: object, facts: Facts) -> bool:
    return not facts.person_spoke and facts.satisfied


def _is_stuck(_: object, facts: Facts) -> bool:
    return not (facts.person_spoke or facts.satisfied or facts.options_exist)


def _is_open(_: object, facts: Facts) -> bool:
    return _has_options(facts) and facts.nothing_new


def _proposes(_: object, facts: Facts) -> bool:
    return _has_options(facts) and not facts.nothing_new


def _has_options(facts: Facts) -> bool:
    return facts.options_exist and not facts.person_spoke and not facts.satisfied


def _ends_well(_: object, facts: Facts) -> bool:
    return facts.satisfied


def _goes_on(_: object, facts: Facts) -> bool:
    return not facts.satisfied


_CHANGEABLE = (B.SATISFIED, B.AWAITING_REPLY, B.STUCK)
_OPEN = (B.PROPOSING, B.AWAITING_REPLY, B.RESPONDING)

TRANSITIONS: tuple[Transition, ...] = (
    Transition("start", B.IDLE, B.DELIBERATING),
    *(
        Transition("message_received", state, B.LISTENING)
        for state in B
        if state not in (B.IDLE, B.LISTENING)
    ),
    Transition("parsed", B.LISTENING, B.DELIBERATING),
    Transition("computed", B.DELIBERATING, B.RESPONDING, _responds),
    Transition("computed", B.DELIBERATING, B.SATISFIED, _is_satisfied),
    Transition("computed", B.DELIBERATING, B.STUCK, _is_stuck),
    Transition("computed", B.DELIBERATING, None, _is_open, oracle=True, options=_OPEN),
    Transition("computed", B.DELIBERATING, B.PROPOSING, _proposes),
    Transition("sent", B.PROPOSING, B.AWAITING_REPLY),
    Transition("sent", B.RESPONDING, B.SATISFIED, _ends_well),
    Transition("sent", B.RESPONDING, B.AWAITING_REPLY, _goes_on),
    *(Transition("beliefs_changed", state, B.DELIBERATING) for state in _CHANGEABLE),
    Transition("offer_closed", B.AWAITING_REPLY, B.DELIBERATING),
    *(Transition("oscillation", state, B.STUCK) for state in B if state not in (B.STUCK, B.RESTING)),
    Transition("timeout", B.AWAITING_REPLY, B.DELIBERATING),
    Transition("timeout", B.STUCK, B.RESPONDING),
    *(
        Transition("timeout", state, B.IDLE)
        for state in (B.LISTENING, B.DELIBERATING, B.PROPOSING, B.RESPONDING)
    ),
    *(Transition("stop", state, B.RESTING) for state in B if state is not B.RESTING),
)

CHART = Statechart(B, TRANSITIONS, B.IDLE, oracle_fallback=B.AWAITING_REPLY)


@dataclass
class _Walker:
    """An agent in the chart, for one turn."""

    state: Behavior
    facts: Facts
    choose: Choose | None
    moves: list[ChartMove]

    def fire(self, trigger: str) -> bool:
        """Take a transition if there is one, and return whether there was."""
        decision = CHART.decide(self, trigger, self.facts)
        if decision is None:
            return False
        oracle, fallback = None, False
        if isinstance(decision, Ambiguous):
            chosen, fallback = self._settle(decision.options)
            oracle = chosen.value
            target = chosen
        else:
            target = cast(Behavior, decision.state)
        self.moves.append(_move(self.state, target, trigger, oracle, fallback))
        self.state = target
        return True

    def _settle(self, options: Sequence[Enum]) -> tuple[Behavior, bool]:
        legal = tuple(B(option.value) for option in options)
        chosen = self.choose(legal, self.facts) if self.choose is not None else None
        if chosen in legal and chosen is not None:
            return chosen, False
        return B(fallback_among(legal, B.AWAITING_REPLY).value), True


def step(chart: ChartState, facts: Facts, choose: Choose | None = None) -> list[ChartMove]:
    """
    Move through the chart for one turn, up to the state that determines its action.

    This is a pure function. After the messages are sent, :func:`sent` ends the turn.

    Parameters
    ----------
    chart
        State of the agent, and the number of turns it has been there.
    facts
        Facts of this turn.
    choose
        The oracle; without one the fallback ``awaiting_reply`` is taken.

    Returns
    -------
    list of ChartMove
        The moves, never empty: a turn without a transition is a ``tick``.
    """
    if choose is None:
        return list(_usual_step(chart, facts))
    return _step(chart, facts, choose)


@functools.lru_cache(maxsize=1 << 12)
def _usual_step(chart: ChartState, facts: Facts) -> tuple[ChartMove, ...]:
    """Return the moves without an oracle; the same few situations come again and again."""
    return tuple(_step(chart, facts, None))


def _step(chart: ChartState, facts: Facts, choose: Choose | None) -> list[ChartMove]:
    walker = _Walker(_state(chart), facts, choose, [])
    ticks = chart.ticks + 1
    if facts.stopped:
        walker.fire("stop")
    elif facts.oscillation and not facts.person_spoke:
        walker.fire("oscillation")
    elif (
        (walker.state is B.IDLE and walker.fire("start"))
        or (facts.message_received and walker.fire("message_received") and walker.fire("parsed"))
        or (facts.beliefs_changed and walker.fire("beliefs_changed"))
        or (facts.offer_closed and walker.fire("offer_closed"))
        or (ticks > TIMEOUT and walker.fire("timeout"))
    ):
        walker.fire("computed")
    if not walker.moves:
        walker.moves.append(_move(walker.state, walker.state, "tick", ticks=ticks))
    return walker.moves


def sent(moves: Sequence[ChartMove], facts: Facts) -> list[ChartMove]:
    """Return the moves with the one that follows when the messages have been sent."""
    walker = _Walker(B(moves[-1].to), facts, None, list(moves))
    walker.fire("sent")
    return walker.moves


def speaks(moves: Sequence[ChartMove]) -> bool:
    """Return whether the turn has reached a state in which messages are sent."""
    return moves[-1].trigger != "tick" and B(moves[-1].to) in SPEAKING


def _move(
    source: Behavior,
    to: Behavior,
    trigger: str,
    oracle: str | None = None,
    fallback: bool = False,
    ticks: int = 0,
) -> ChartMove:
    fields = {"source": source.value, "to": to.value, "trigger": trigger}
    return trusted(ChartMove, {**fields, "oracle": oracle, "fallback": fallback, "ticks": ticks})


def _state(chart: ChartState) -> Behavior:
    try:
        return B(chart.state)
    except ValueError:
        legal = ", ".join(state.value for state in B)
        raise expected("chart.state", chart.state, f"one of {legal}") from None
