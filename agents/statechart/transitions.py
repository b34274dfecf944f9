"""
What a flat chart is made of, and what remains when it moved.

A guard answers True, False or :data:`NEEDS_ORACLE`. The third value says that the rule itself does not
decide; it is no truthy value by accident (``bool(NEEDS_ORACLE)`` raises), because a guard whose "ask"
is taken for "yes" fires to nowhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Final, NamedTuple

#: ``guard(agent, context)``: True, False or NEEDS_ORACLE; other values are coerced, strings refused.
Guard = Callable[[Any, Any], Any]
#: ``action(agent, context)``: runs before the agent's state changes; what it returns is ignored.
Action = Callable[[Any, Any], object]


class OracleMarker:
    """The type of :data:`NEEDS_ORACLE`."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise TypeError("NEEDS_ORACLE is neither true nor false: compare with `is`")

    def __repr__(self) -> str:
        return "NEEDS_ORACLE"


#: A guard's way to say that the rules do not decide.
NEEDS_ORACLE: Final = OracleMarker()


@dataclass(frozen=True)
class Transition:
    """
    One arrow of a flat chart.

    Parameters
    ----------
    trigger
        The event's name, not empty.
    source, target
        States of the chart. A target of None marks an oracle transition: the oracle picks the target.
    guard
        ``guard(agent, context)``: True, False or :data:`NEEDS_ORACLE`; none means always. A guard that
        raises counts as False, and the chart says so to its sink.
    action
        ``action(agent, context)``, run when the transition fires, before the state changes.
    oracle
        Ask the oracle whenever this transition is enabled.
    options
        What the oracle may choose from; by default every target that the chart declares for this source
        and trigger.
    external
        A self-transition leaves and enters the state again: recorded, and the ticks start anew. Without
        it a self-transition is internal and changes nothing but what its action does.
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
    A move in an agent's history.

    Attributes
    ----------
    from_state, to_state, trigger
        What happened.
    timestamp
        Wall clock, UTC; not compared, and None for an agent without a clock.
    context
        As given to :meth:`Statechart.fire`.
    tick
        Logical time: how many ticks the agent had lived.
    """

    from_state: Enum
    to_state: Enum
    trigger: str
    timestamp: datetime | None = field(compare=False)
    context: Any = None
    tick: int = 0


class Decided(NamedTuple):
    """The rules decide: this transition fires, to this state."""

    transition: Transition
    state: Enum


class Ambiguous(NamedTuple):
    """
    The rules leave a choice open.

    Attributes
    ----------
    options
        Distinct targets, in the order of the definition; never empty.
    transitions
        The enabled transitions behind them.
    """

    options: tuple[Enum, ...]
    transitions: tuple[Transition, ...]

    def choose(self, state: Enum) -> Decided:
        """
        The transition that leads to a chosen option.

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
