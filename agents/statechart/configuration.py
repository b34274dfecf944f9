"""Where a chart is, and what a step of it gives: records without behavior."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from .chart import Chart
from .content import Event, Scope
from .definition import Arc


class Delayed(NamedTuple):
    """An event that waits. ``owner`` is the state whose exit drops it, or None."""

    due: int
    event: Event
    sendid: str | None = None
    owner: str | None = None


@dataclass(frozen=True)
class Configuration:
    """
    Where a chart is: everything that a later step depends on.

    Attributes
    ----------
    states
        Ids of the active states, in document order.
    history
        What each history state remembers.
    data
        Values of the variables.
    delayed
        Events that wait, in the order in which they come due.
    tick
        Logical time.
    done
        A final state of the root was entered; nothing moves any more.
    serial
        Counts generated send ids.
    """

    states: tuple[str, ...] = ()
    history: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    delayed: tuple[Delayed, ...] = ()
    tick: int = 0
    done: bool = False
    serial: int = 0

    def atomic(self, chart: Chart) -> tuple[str, ...]:
        """Return the innermost active states, which say it all."""
        return tuple(id for id in self.states if chart.is_atomic(id))


class Logged(NamedTuple):
    """Effect: the chart logs something."""

    label: str
    value: Any


class Sent(NamedTuple):
    """Effect: an event goes to somebody else."""

    event: Event
    target: str


class Called(NamedTuple):
    """Effect: the host is to call its function."""

    name: str
    function: Callable[[Scope], object]
    scope: Scope


Effect: TypeAlias = Logged | Sent | Called


class Record(NamedTuple):
    """
    Entry of a trace.

    Attributes
    ----------
    kind
        ``"event"``, ``"ignored"``, ``"transition"``, ``"exit"``, ``"enter"``, ``"raise"``, ``"send"``,
        ``"cancel"``, ``"assign"``, ``"choice"``, ``"error"`` or ``"done"``.
    name
        Of the event, state, transition or variable.
    detail
        What is to be said beyond that: plain values.
    """

    kind: str
    name: str
    detail: Any = None


class Choice(NamedTuple):
    """
    Several transitions of one state are enabled, and the rules do not say which.

    Attributes
    ----------
    state, event
        Where, and on what; the event is None for eventless transitions.
    options
        The transitions; a choice is an index into them.
    """

    state: str
    event: Event | None
    options: tuple[Arc, ...]


class Step(NamedTuple):
    """
    What a step gives.

    Attributes
    ----------
    configuration
        The new one; the old one while ``choice`` is open.
    effects
        For the host to carry out, in order; empty while ``choice`` is open.
    trace
        What happened.
    choice
        What has to be decided before the step can be taken.
    """

    configuration: Configuration
    effects: tuple[Effect, ...]
    trace: tuple[Record, ...]
    choice: Choice | None = None
