"""
Transitions of flat charts, and records of moves.

A guard returns True, False or :data:`NEEDS_ORACLE`, which means that the rule does not decide.
``bool(NEEDS_ORACLE)`` raises, so that it is not mistaken for True.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Final, NamedTuple

#: ``guard(agent, context)``: True, False or NEEDS_ORACLE; the text "needs_oracle" means the last,
#: other values are coerced, other strings refused.
Guard = Callable[[Any, Any], Any]
#: ``action(agent, context)``: called before the state changes; its result is ignored.
Action = Callable[[Any, Any], object]


class OracleMarker:
    """Type of :data:`NEEDS_ORACLE`."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise TypeError("NEEDS_ORACLE is neither true nor false: compare with `is`")

    def __repr__(self) -> str:
        return "NEEDS_ORACLE"


#: Value of a guard that leaves the decision to the oracle.
NEEDS_ORACLE: Final = OracleMarker()
#: Text that a guard may return with the same meaning.
ORACLE_TEXT: Final = "needs_oracle"


@dataclass(frozen=True)
class Transition:
    """
    Transition of a flat chart.

    Parameters
    ----------
    trigger
        Name of the event, not empty.
    source, target
        States of the chart. With a target of None the oracle chooses the target.
    guard
        Function ``guard(agent, context)`` that returns True, False or :data:`NEEDS_ORACLE`; by default
        always True. A guard that raises counts as False, and the error goes to the sink.
    action
        Function ``action(agent, context)``, called before the state changes.
    oracle
        Whether the oracle is called whenever this transition is enabled.
    options
        Options of the oracle; by default all targets of this source and trigger.
    external
        Whether a self-transition leaves and enters the state again: it is recorded, and the ticks
        restart. Otherwise a self-transition is internal and only runs its action.
    """

    trigger: str
    source: Enum
    target: Enum | None
    guard: Guard | None = None
    action: Action | None = None
    oracle: bool = False
    options: tuple[Enum, ...] | None = None
    external: bool = False

    @property
    def asks(self) -> bool:
        """Whether the oracle is asked when this is enabled, whatever the guard answers."""
        return self.oracle or self.target is None

    def __str__(self) -> str:
        target = "the oracle's choice" if self.target is None else self.target.value
        return f"{self.source.value} --{self.trigger}--> {target}"


@dataclass(frozen=True, slots=True)
class StateTransition:
    """
    Move in the history of an agent.

    Attributes
    ----------
    from_state, to_state, trigger
        States and trigger of the move.
    timestamp
        Wall-clock time in UTC; not compared, and None for an agent without a clock.
    context
        Context given to :meth:`Statechart.fire`.
    tick
        Age of the agent in ticks.
    """

    from_state: Enum
    to_state: Enum
    trigger: str
    timestamp: datetime | None = field(compare=False)
    context: Any = None
    tick: int = 0


class Decided(NamedTuple):
    """Decision of the rules: the transition to fire, and its target."""

    transition: Transition
    state: Enum


class Ambiguous(NamedTuple):
    """
    Open choice.

    Attributes
    ----------
    options
        Distinct targets, in the order of the definition; never empty.
    transitions
        Enabled transitions to them.
    """

    options: tuple[Enum, ...]
    transitions: tuple[Transition, ...]

    def choose(self, state: Enum) -> Decided:
        """
        Return the transition that leads to a chosen option.

        Raises
        ------
        ValueError
            If the state is not among the options.
        """
        if not any(state is option for option in self.options):
            legal = ", ".join(option.value for option in self.options)
            raise ValueError(f"choice {state!r}: expected one of {legal}")
        direct = (t for t in self.transitions if t.target is state)
        marked = (t for t in self.transitions if t.asks)
        return Decided(next(direct, None) or next(marked, None) or self.transitions[0], state)
