"""
The stock chart of a social agent.

In EVALUATING, relevance above the ``high_threshold`` of the agent leads to composing, below its
``low_threshold`` to scrolling; in between, and with unknown relevance, five options are open and the
oracle chooses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .columns import Predicate, SureOrOpen, column
from .config import StatechartConfig
from .statechart import DecidesState, Mode, Selection, Statechart
from .states import AgentState
from .transitions import Transition

if TYPE_CHECKING:
    from ..contracts import EventSink

S = AgentState
_ENGAGING = (S.ENGAGING_LIKE, S.ENGAGING_REPLY, S.ENGAGING_RESHARE)

HIGH: Predicate = column("relevance") > column("high_threshold")
LOW: Predicate = column("relevance") < column("low_threshold")
OPEN: Predicate = ~(HIGH | LOW)
NEVER: Predicate = HIGH & LOW

#: Transitions in the order in which they are tried.
SOCIAL_TRANSITIONS: tuple[Transition, ...] = (
    Transition("start_browsing", S.IDLE, S.SCROLLING),
    Transition("sees_post", S.SCROLLING, S.EVALUATING),
    Transition("feed_empty", S.SCROLLING, S.RESTING),
    Transition("decides", S.EVALUATING, S.COMPOSING, SureOrOpen(HIGH, OPEN)),
    *(Transition("decides", S.EVALUATING, target, SureOrOpen(NEVER, OPEN)) for target in _ENGAGING),
    Transition("decides", S.EVALUATING, S.SCROLLING, SureOrOpen(LOW, OPEN)),
    Transition("finishes_composing", S.COMPOSING, S.SCROLLING),
    *(Transition("finishes_engaging", source, S.SCROLLING) for source in _ENGAGING),
    Transition("rested", S.RESTING, S.IDLE),
    *(
        Transition("timeout", source, S.IDLE)
        for source in (S.SCROLLING, S.EVALUATING, S.COMPOSING, *_ENGAGING, S.RESTING)
    ),
)


def social_chart(
    *,
    mode: Mode = "product",
    selection: Selection | None = None,
    oracle: DecidesState | None = None,
    config: StatechartConfig | None = None,
    sink: EventSink | None = None,
) -> Statechart:
    """
    Return the stock chart.

    Parameters
    ----------
    mode, selection, oracle, sink
        As for :class:`.statechart.Statechart`.
    config
        Configuration; with ``oracle_enabled`` false the oracle is not used.
    """
    enabled = config is None or config.oracle_enabled
    return Statechart(
        AgentState,
        SOCIAL_TRANSITIONS,
        AgentState.IDLE,
        mode=mode,
        selection=selection,
        oracle=oracle if enabled else None,
        oracle_fallback=AgentState.SCROLLING,
        sink=sink,
    )


def next_trigger(agent: Any, *, feed_is_empty: bool) -> str:
    """Return the default trigger of a state; :meth:`Statechart.turn` handles the timeout."""
    state: AgentState = agent.state
    if state is S.SCROLLING:
        return "feed_empty" if feed_is_empty else "sees_post"
    return _CALLS_FOR[state]


_CALLS_FOR = {
    S.IDLE: "start_browsing",
    S.EVALUATING: "decides",
    S.COMPOSING: "finishes_composing",
    S.ENGAGING_LIKE: "finishes_engaging",
    S.ENGAGING_REPLY: "finishes_engaging",
    S.ENGAGING_RESHARE: "finishes_engaging",
    S.RESTING: "rested",
}
