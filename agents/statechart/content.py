"""
Executable content: what a chart does when it moves, in SCXML's words.

Content is data, not code: the kernel interprets it. A value is computed by an expression of the guard
language, or by a Python function of the :class:`Scope`. Only :class:`Call` leaves the chart; the kernel
hands it out as an effect and never runs it itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias


@dataclass(frozen=True)
class Event:
    """
    Something that happens.

    Attributes
    ----------
    name
        Tokens with dots between: ``error.execution``. A transition on ``error`` takes it too.
    data
        Plain values, as JSON has them.
    type
        ``"external"``, ``"internal"`` or ``"platform"`` (of the kernel's own making).
    sendid
        Of the send that failed or asked for it, if any.
    origin
        Where an answer would go.
    """

    name: str
    data: Any = None
    type: str = "external"
    sendid: str | None = None
    origin: str | None = None


class Scope(NamedTuple):
    """
    What guards and expressions see.

    Attributes
    ----------
    data
        The chart's variables.
    event
        The event that is being worked on; None at the start and for eventless transitions.
    context
        The host's, as given to the kernel.
    active
        Ids of the active states.
    """

    data: Mapping[str, Any]
    event: Event | None
    context: Any
    active: Set[str]


class Evaluable(Protocol):
    """An expression of the guard language: a value, or the reason why there is none."""

    @property
    def source(self) -> str:
        """Its text."""

    def evaluate(self, values: Mapping[str, Any]) -> tuple[Any, str | None]:
        """Compute it; never raises."""


Value: TypeAlias = Evaluable | Callable[[Scope], Any]


@dataclass(frozen=True)
class Fixed:
    """A value that is known beforehand."""

    value: Any

    def __call__(self, scope: Scope) -> Any:
        """Return it."""
        return self.value


@dataclass(frozen=True)
class Raise:
    """Put an event on the internal queue."""

    event: str


@dataclass(frozen=True)
class Send:
    """
    Send an event: to this chart, now or later, or to the host.

    Attributes
    ----------
    event
        Its name, or what computes it.
    delay
        Ticks, or what computes them.
    id, idlocation
        The send's id, for :class:`Cancel`; or the variable that gets a fresh one.
    target
        None is this chart; ``"#_internal"`` its internal queue; an address with a scheme is the host's.
    params
        Names and values of the event's data.
    content
        The event's data as a whole; excludes ``params``.
    """

    event: str | Value
    delay: int | Value = 0
    id: str | None = None
    idlocation: str | None = None
    target: str | Value | None = None
    params: tuple[tuple[str, Value], ...] = ()
    content: Value | None = None


@dataclass(frozen=True)
class Cancel:
    """Drop delayed events by the id of their send."""

    id: str | Value


@dataclass(frozen=True)
class Assign:
    """Set a variable, or a field within one: ``("order", "size")``."""

    location: tuple[str, ...]
    value: Value


@dataclass(frozen=True)
class Log:
    """Hand a label and a value to the host."""

    label: str
    value: Value | None = None


@dataclass(frozen=True)
class Call:
    """Have the host call a function with the :class:`Scope`, after the step."""

    name: str
    function: Callable[[Scope], object]


@dataclass(frozen=True)
class If:
    """Run the content of the first branch whose condition holds, else ``otherwise``."""

    branches: tuple[tuple[Value, Block], ...]
    otherwise: Block = ()


@dataclass(frozen=True)
class Foreach:
    """Run content for each element of a list, which is copied first."""

    array: Value
    item: str
    index: str | None
    content: Block


Action: TypeAlias = "Raise | Send | Cancel | Assign | Log | Call | If | Foreach"
Block: TypeAlias = tuple[Action, ...]
