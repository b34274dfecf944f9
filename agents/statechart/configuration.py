"""Records: the configuration of a chart, and the result of a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from .chart import Chart
from .content import Event, Scope
from .definition import Arc
from .invocation import Finished, Forwarded, Running, Started, Stopped


class Delayed(NamedTuple):
    """
    Delayed event.

    ``owner`` is the state whose exit drops it, or None; ``target`` is the address of another session.
    """

    due: int
    event: Event
    sendid: str | None = None
    owner: str | None = None
    target: str | None = None


@dataclass(frozen=True)
class Configuration:
    """
    Configuration of a chart: everything that later steps depend on.

    Attributes
    ----------
    states
        Ids of the active states, in document order.
    history
        Remembered states of each history.
    data
        Values of the variables.
    delayed
        Delayed events, in the order of due times.
    tick
        Logical time.
    done
        Whether a final state of the root was entered; the chart then stops.
    serial
        Number of generated ids of sends and services.
    invoked
        Running services by id.
    """

    states: tuple[str, ...] = ()
    history: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    delayed: tuple[Delayed, ...] = ()
    tick: int = 0
    done: bool = False
    serial: int = 0
    invoked: Mapping[str, Running] = field(default_factory=dict)

    def atomic(self, chart: Chart) -> tuple[str, ...]:
        """Return the innermost active states."""
        return tuple(id for id in self.states if chart.is_atomic(id))


class Logged(NamedTuple):
    """Effect: a logged value."""

    label: str
    value: Any


class Sent(NamedTuple):
    """Effect: an event for another address."""

    event: Event
    target: str


class Called(NamedTuple):
    """Effect: a function for the host to call."""

    name: str
    function: Callable[[Scope], object]
    scope: Scope


Effect: TypeAlias = Logged | Sent | Called | Started | Stopped | Forwarded | Finished


class Record(NamedTuple):
    """
    Entry of a trace.

    Attributes
    ----------
    kind
        ``"event"``, ``"ignored"``, ``"transition"``, ``"exit"``, ``"enter"``, ``"raise"``, ``"send"``,
        ``"cancel"``, ``"assign"``, ``"choice"``, ``"invoke"``, ``"error"`` or ``"done"``.
    name
        Name of the event, state, transition or variable.
    detail
        Further plain values.
    """

    kind: str
    name: str
    detail: Any = None


class Choice(NamedTuple):
    """
    Open choice among several enabled transitions of one state.

    Attributes
    ----------
    state, event
        State and event; the event is None for eventless transitions.
    options
        Enabled transitions; a decision is an index into them.
    """

    state: str
    event: Event | None
    options: tuple[Arc, ...]


class Step(NamedTuple):
    """
    Result of a step.

    Attributes
    ----------
    configuration
        New configuration; the old one while ``choice`` is open.
    effects
        Effects for the host, in order; empty while ``choice`` is open.
    trace
        Entries of the trace.
    choice
        Choice to be decided before the step can be taken, or None.
    """

    configuration: Configuration
    effects: tuple[Effect, ...]
    trace: tuple[Record, ...]
    choice: Choice | None = None
