"""The mutable state of one step: a copy of the configuration, the queues, the effects and the trace."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from time import monotonic
from typing import Any

from .chart import Chart
from .configuration import Configuration, Delayed, Effect, Record
from .content import Event
from .invocation import Session
from .tables import tables_of

#: Types of values that the budgets of size do not count.
_SMALL = (bool, int, float, type(None))


class Failed(Exception):
    """An error of executable content; it ends its block and becomes an event."""

    def __init__(self, event: str, message: str, sendid: str | None = None) -> None:
        self.event = event
        self.sendid = sendid
        super().__init__(message)


#: Budgets of a step: executed actions, size of one value, and size of all assigned values. The size of a
#: value is the number of its characters, items and keys, nested ones included.
MAX_ACTIONS, MAX_VALUE_SIZE, MAX_ASSIGNED_SIZE = 100_000, 1_000_000, 10_000_000
#: Budget of a step in seconds, for steps whose values are large enough to exceed no other budget.
MAX_SECONDS = 5.0
#: Share of a budget that counts as used once an exceeded one is handled; the rest is free again.
USED_AFTER = 0.99


class StepState:
    """
    State of a step in progress.

    Attributes
    ----------
    states, history, data, delayed, tick, done, serial, invoked
        Fields of the configuration; ``states`` is that before the microstep in progress.
    active
        Active states; changes within a microstep.
    event
        Event that is processed, or None.
    internal, external
        Event queues.
    session
        Session of the chart.
    to_invoke
        States entered since the last rest, whose services are to be started.
    result
        Done data of the final state of the root.
    effects, trace
        Effects and trace entries so far.
    """

    __slots__ = (
        "actions",
        "active",
        "assigned",
        "began",
        "chart",
        "context",
        "data",
        "delayed",
        "done",
        "effects",
        "event",
        "exceeded",
        "external",
        "history",
        "internal",
        "invoked",
        "result",
        "serial",
        "session",
        "states",
        "tables",
        "tick",
        "to_invoke",
        "trace",
    )

    def __init__(
        self,
        chart: Chart,
        configuration: Configuration,
        context: Any,
        session: Session | None = None,
    ) -> None:
        self.chart = chart
        self.session = Session(chart.name) if session is None else session
        self.to_invoke: dict[str, None] = {}
        self.invoked = dict(configuration.invoked)
        self.result: Any = None
        self.context = context
        self.tables = tables_of(chart)
        self.states = configuration.states
        self.active = set(configuration.states)
        self.history = dict(configuration.history)
        self.data = dict(configuration.data)
        self.delayed = list(configuration.delayed)
        self.tick = configuration.tick
        self.done = configuration.done
        self.serial = configuration.serial
        self.event: Event | None = None
        self.internal: deque[Event] = deque()
        self.external: deque[Event] = deque()
        self.effects: list[Effect] = []
        self.trace: list[Record] = []
        self.actions = 0
        self.assigned = 0
        self.began = 0.0
        #: Whether a budget was exceeded, and its event is not handled; None once budgets were set back.
        self.exceeded: bool | None = False

    def configuration(self) -> Configuration:
        """Return the configuration reached so far."""
        return Configuration(
            states=self.states,
            history=self.history,
            data=self.data,
            delayed=tuple(self.delayed),
            tick=self.tick,
            done=self.done,
            serial=self.serial,
            invoked=self.invoked,
        )

    def schedule(self, item: Delayed) -> None:
        """Insert a delayed event in the order of due times; ties are in the order of sending."""
        place = len(self.delayed)
        while place and self.delayed[place - 1].due > item.due:
            place -= 1
        self.delayed.insert(place, item)

    def fail(self, error: Failed, where: str) -> None:
        """Add an error to the trace, and its event to the internal queue."""
        self.note("error", error.event, {"where": where, "message": str(error)})
        self.internal.append(Event(error.event, {"message": str(error)}, "platform", error.sendid))

    def renew(self) -> None:
        """Free all budgets, for the next event that comes due in a wait."""
        self.actions = self.assigned = 0
        self.began = 0.0
        self.exceeded = False

    def count_action(self) -> None:
        """Count an executed action against the budget."""
        self.actions += 1
        if self.actions > MAX_ACTIONS:
            raise self.over(f"a step has at most {MAX_ACTIONS} actions")
        if self.actions & 15 == 1:
            self.count_time()

    def count_time(self) -> None:
        """Check the time since the step executed its first action."""
        now = monotonic()
        self.began = self.began or now
        if now - self.began > MAX_SECONDS:
            raise self.over(f"a step takes at most {MAX_SECONDS:g} s")

    def count_value(self, value: Any) -> None:
        """Count an assigned value against the budgets of size."""
        if value.__class__ in _SMALL:
            return
        size = size_of(value, MAX_VALUE_SIZE)
        self.assigned += size
        if size > MAX_VALUE_SIZE:
            raise self.over(f"a value has at most {MAX_VALUE_SIZE} parts")
        if self.assigned > MAX_ASSIGNED_SIZE:
            raise self.over(f"the values assigned in a step have at most {MAX_ASSIGNED_SIZE} parts")

    def over(self, limit: str) -> Failed:
        """Return the error of an exceeded budget."""
        if self.exceeded is not None:
            self.exceeded = True
        return Failed("error.execution", f"budget: {limit}")

    def set_back(self) -> None:
        """
        Let content handle an exceeded budget: a part of every budget is free again, once in a step.

        Otherwise the content of a transition for ``error.execution`` would fail at its first action.
        """
        if self.exceeded:
            self.exceeded = None
            self.actions = min(self.actions, int(MAX_ACTIONS * USED_AFTER))
            self.assigned = min(self.assigned, int(MAX_ASSIGNED_SIZE * USED_AFTER))
            self.began = max(self.began, monotonic() - MAX_SECONDS * USED_AFTER)

    def note(self, kind: str, name: str, detail: Any = None) -> None:
        """Add an entry to the trace."""
        self.trace.append(Record(kind, name, detail))


def size_of(value: Any, limit: int) -> int:
    """Return the number of characters, items and keys of a value; counting ends above ``limit``."""
    size, parts = 0, [value]
    while parts and size <= limit:
        part = parts.pop()
        size += 1
        if isinstance(part, str | bytes):
            size += len(part)
        elif isinstance(part, Mapping):
            size += len(part)
            parts += part.values()
        elif isinstance(part, list | tuple):
            parts += part
    return size
