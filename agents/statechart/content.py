"""
Executable content in SCXML's terms.

Content is data that the kernel interprets. A value is computed by an expression of the guard language or
by a Python function of the :class:`Scope`. :class:`Call` is returned as an effect; the kernel never runs
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

from ..errors import expected


@dataclass(frozen=True)
class Event:
    """
    Event.

    Attributes
    ----------
    name
        Tokens separated by dots, such as ``error.execution``, which matches ``error`` too.
    data
        Plain values, as in JSON.
    type
        ``"external"``, ``"internal"`` or ``"platform"`` (created by the kernel).
    sendid
        Id of the send that caused the event, if any.
    origin
        Address for answers.
    invokeid
        Id of the service that sent the event, if any.
    """

    name: str
    data: Any = None
    type: str = "external"
    sendid: str | None = None
    origin: str | None = None
    invokeid: str | None = None


def outside_event(event: Event | str, data: Any = None) -> Event:
    """
    Return an event from outside, given as such or by its name.

    Raises
    ------
    InputError
        If it is neither, or its name is empty or has spaces, which no descriptor matches.
    """
    if not isinstance(event, str | Event):
        raise expected("event", event, "an Event or its name")
    found = event if isinstance(event, Event) else Event(event, data)
    if not is_event_name(found.name):
        raise expected("event", found.name, "a name of at least one character, without spaces")
    return found


def is_event_name(name: Any) -> bool:
    """Return whether an event from outside can have a name."""
    return isinstance(name, str) and bool(name) and not any(map(str.isspace, name))


class Scope(NamedTuple):
    """
    Values visible to guards and expressions.

    Attributes
    ----------
    data
        Variables of the chart.
    event
        Event that is processed; None at the start and for eventless transitions.
    context
        Context of the host.
    active
        Ids of the active states.
    """

    data: Mapping[str, Any]
    event: Event | None
    context: Any
    active: Set[str]


class Evaluable(Protocol):
    """Expression of the guard language."""

    @property
    def source(self) -> str:
        """Text of the expression."""

    def evaluate(self, values: Mapping[str, Any]) -> tuple[Any, str | None]:
        """Return the value or an error; never raise."""


Value: TypeAlias = Evaluable | Callable[[Scope], Any]


@dataclass(frozen=True)
class Fixed:
    """Constant value."""

    value: Any

    def __call__(self, scope: Scope) -> Any:
        """Return it."""
        return self.value


@dataclass(frozen=True)
class Expr:
    """Text of an expression of the guard language: ``Assign("n", Expr("n + 1"))``."""

    source: str


@dataclass(frozen=True)
class Raise:
    """Action that puts an event on the internal queue."""

    event: str


@dataclass(frozen=True)
class Send:
    """
    Action that sends an event to this chart, now or later, or to the host.

    Attributes
    ----------
    event
        Name, or expression of the name.
    delay
        Ticks, or expression of the ticks.
    id, idlocation
        Id of the send, for :class:`Cancel`; or the variable that receives a generated id.
    target
        None for this chart, ``"#_internal"`` for its internal queue, ``"#_parent"``, ``"#_ID"`` for a
        service, ``"#_scxml_ID"`` for a session, or an address with a scheme for the host.
    params
        Names and values of the event's data.
    content
        Data of the event as a whole; excludes ``params``.
    type
        Expression of the event processor, which has to be SCXML's.
    """

    event: str | Value
    delay: int | Value = 0
    id: str | None = None
    idlocation: str | None = None
    target: str | Value | None = None
    params: tuple[tuple[str, Value], ...] = ()
    content: Value | None = None
    type: Value | None = None


@dataclass(frozen=True)
class Cancel:
    """Action that drops delayed events by the id of their send."""

    id: str | Value


@dataclass(frozen=True)
class Assign:
    """Action that sets a variable, or a field of one: ``("order", "size")``."""

    location: tuple[str, ...]
    value: Value


@dataclass(frozen=True)
class Log:
    """Action that logs a label and a value."""

    label: str
    value: Value | None = None


@dataclass(frozen=True)
class Call:
    """Action that lets the host call a function with the :class:`Scope` after the step."""

    name: str
    function: Callable[[Scope], object]


@dataclass(frozen=True)
class If:
    """Action that executes the first branch whose condition holds, else ``otherwise``."""

    branches: tuple[tuple[Value, Block], ...]
    otherwise: Block = ()


@dataclass(frozen=True)
class Foreach:
    """Action that executes content for each element of a copy of a list."""

    array: Value
    item: str
    index: str | None
    content: Block


Action: TypeAlias = "Raise | Send | Cancel | Assign | Log | Call | If | Foreach"
Block: TypeAlias = tuple[Action, ...]
