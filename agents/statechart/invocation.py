"""
Services that run while a state is active: charts, and functions of the host.

SCXML calls this ``invoke``. The kernel starts and stops services by effects (:class:`Started`,
:class:`Stopped`) and exchanges events with them; :mod:`.sessions` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias

from .content import Block, Evaluable, Event, Value

#: Types of services that are charts.
CHART_TYPES = ("scxml", "http://www.w3.org/TR/scxml", "http://www.w3.org/TR/scxml/")
#: Function that is called with the parameters; an async function runs beside the chart.
Service: TypeAlias = Callable[[dict[str, Any]], Any]


class Pending(Enum):
    """Result of a function whose end somebody else reports, by an event ``done.invoke.ID``."""

    PENDING = "pending"


PENDING = Pending.PENDING


@dataclass(frozen=True)
class NamedService:
    """Service of which only the name is known: its end comes as an event from outside."""

    source: str

    def __call__(self, params: dict[str, Any]) -> Pending:
        """Return that the end is not known."""
        return PENDING


class ChartLike(Protocol):
    """A :class:`.chart.Chart`, which consists of definitions with services."""

    @property
    def digest(self) -> str:
        """SHA-256 of the definition."""


@dataclass(frozen=True)
class Invoke:
    """
    Service that starts when its state is entered and comes to rest, and stops when the state is left.

    Its end is the event ``done.invoke.ID`` with its result, its failure ``error.invoke.ID``.

    Parameters
    ----------
    source
        Chart; or function of the parameters; or text of an SCXML document, or address for the
        ``load`` of the :class:`.machine.Machine`, both literally or as an expression.
    id
        Id of the service, the target ``#_ID``; by default it is generated.
    idlocation
        Variable that receives a generated id.
    params
        Names and values: initial values of variables of the chart, or parameters of the function.
    autoforward
        Whether the service receives every external event of the chart.
    finalize
        Content executed before transitions are selected for an event of the service.
    type
        Expression of the type of the service, which has to be a chart's.
    """

    source: ChartLike | Service | Evaluable | str
    id: str | None = None
    idlocation: str | None = None
    params: tuple[tuple[str, Value], ...] = ()
    autoforward: bool = False
    finalize: Block = ()
    type: Value | None = None
    location: str = field(default="", compare=False)


class Running(NamedTuple):
    """Running service: its state, and its index in the state."""

    state: str
    nth: int


class Session(NamedTuple):
    """
    What a chart knows about the session it runs in.

    Attributes
    ----------
    id
        Id of the session; its address is ``#_scxml_ID``.
    has_parent
        Whether another chart has started it.
    data
        Initial values of variables of the root.
    peers
        Ids of all sessions that it can reach.
    """

    id: str
    has_parent: bool = False
    data: Mapping[str, Any] = {}
    peers: Collection[str] = ()


class Started(NamedTuple):
    """Effect: a service to start, with its evaluated source and parameters."""

    id: str
    source: Any
    params: dict[str, Any]


class Stopped(NamedTuple):
    """Effect: a service to stop."""

    id: str


class Forwarded(NamedTuple):
    """Effect: an event of the chart for a service that receives all, if it still runs."""

    event: Event
    id: str


class Finished(NamedTuple):
    """Effect: the chart has reached a final state of the root, with its done data."""

    data: Any
