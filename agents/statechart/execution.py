"""
Carrying out executable content: the half of the kernel that knows variables, queues and effects.

An error ends its block, becomes an event on the internal queue, and an entry of the trace.
"""

# ruff: noqa: D102 (each method carries out the content of its name)

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .chart import Chart, State
from .configuration import Called, Configuration, Delayed, Effect, Logged, Record, Sent
from .content import Assign, Block, Call, Cancel, Event, Foreach, If, Log, Raise, Scope, Send, Value
from .delays import ticks_of

#: The kind of address that the chart itself has.
PROCESSOR = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"


class Failed(Exception):
    """Content went wrong: its block ends."""

    def __init__(self, event: str, message: str, sendid: str | None = None) -> None:
        self.event = event
        self.sendid = sendid
        super().__init__(message)


class Execution:
    """A step in the making, as far as content goes: mutable, and thrown away."""

    def __init__(self, chart: Chart, configuration: Configuration, context: Any) -> None:
        self.chart = chart
        self.context = context
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

    def configuration(self) -> Configuration:
        return Configuration(
            states=tuple(self.chart.in_order(self.active)),
            history=self.history,
            data=self.data,
            delayed=tuple(self.delayed),
            tick=self.tick,
            done=self.done,
            serial=self.serial,
        )

    def execute(self, block: Block) -> None:
        """Run a block; an error ends it and becomes an event."""
        try:
            self.run(block)
        except Failed as error:
            self.fail(error, "content")

    def run(self, block: Block) -> None:
        for action in block:
            match action:
                case Raise(event):
                    self.note("raise", event)
                    self.queue(Event(event, type="internal"))
                case Assign(location, value):
                    self.assign(location, self.value(value))
                case If(branches, otherwise):
                    self.run(next((b for c, b in branches if self.condition(c)), otherwise))
                case Foreach():
                    self.foreach(action)
                case Log(label, value):
                    self.effects.append(Logged(label, None if value is None else self.value(value)))
                case Call(name, function):
                    self.effects.append(Called(name, function, self.scope(frozen=True)))
                case Cancel(id):
                    sendid = id if isinstance(id, str) else self.value(id)
                    self.note("cancel", str(sendid))
                    self.delayed = [item for item in self.delayed if item.sendid != sendid]
                case Send():
                    self.send(action)

    def condition(self, value: Value) -> bool:
        """Return whether a branch is taken: an error in its condition is told and means no."""
        try:
            return bool(self.value(value))
        except Failed as error:
            self.fail(error, "content")
            return False

    def foreach(self, loop: Foreach) -> None:
        array = self.value(loop.array)
        if not isinstance(array, list | tuple):
            raise Failed("error.execution", f"foreach over {array!r}: expected a list")
        for place, element in enumerate(list(array)):
            self.assign((loop.item,), element)
            if loop.index is not None:
                self.assign((loop.index,), place)
            self.run(loop.content)

    def assign(self, location: tuple[str, ...], value: Any) -> None:
        name, *fields = location
        if fields:
            value = self.updated(self.data.get(name), fields, value, name)
        self.data[name] = value
        self.note("assign", ".".join(location), value)

    def updated(self, whole: Any, path: list[str], value: Any, place: str) -> Any:
        """Return a copy of nested mappings with one field replaced: data are never changed in place."""
        if not isinstance(whole, Mapping):
            raise Failed("error.execution", f"{place} is {whole!r}: it has no field {path[0]!r}")
        key, *rest = path
        if rest:
            value = self.updated(whole.get(key), rest, value, f"{place}.{key}")
        return {**whole, key: value}

    def send(self, send: Send) -> None:
        sendid = send.id
        if send.idlocation is not None:
            self.serial += 1
            sendid = f"send.{self.serial}"
            self.assign((send.idlocation,), sendid)
        name = self.text(send.event, "event", sendid)
        target = None if send.target is None else self.text(send.target, "target", sendid)
        delay = send.delay if isinstance(send.delay, int) else self.ticks(self.value(send.delay, sendid))
        event = Event(
            name, self.payload(send.params, send.content, sendid), "external", sendid, self.address()
        )
        if target == "#_internal":
            self.note("raise", name)
            self.queue(replace(event, type="internal"))
            return
        if target is not None and target != self.address():
            if target.startswith("#_"):
                raise Failed("error.communication", f"send to {target}: nobody is there", sendid)
            if ":" not in target:
                message = f"send to {target!r}: expected #_internal or an address with a scheme"
                raise Failed("error.execution", message, sendid)
            if delay:
                raise Failed("error.execution", f"send to {target}: the host takes no delay", sendid)
            self.effects.append(Sent(event, target))
        elif delay:
            self.schedule(Delayed(self.tick + delay, event, sendid))
        else:
            self.external.append(event)
        self.note("send", name, {"delay": delay, "data": event.data})

    def address(self) -> str:
        """Return the chart's own, as a target."""
        return f"#_scxml_{self.chart.name}"

    def text(self, value: str | Value, what: str, sendid: str | None) -> str:
        if isinstance(value, str):
            return value
        found = self.value(value, sendid)
        if not isinstance(found, str) or not found:
            raise Failed(
                "error.execution", f"the {what} of a send is {found!r}: expected a name", sendid
            )
        return found

    def ticks(self, value: Any) -> int:
        if isinstance(value, str):
            value = ticks_of(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise Failed("error.execution", f"the delay of a send is {value!r}: expected ticks")
        return value

    def payload(
        self,
        params: tuple[tuple[str, Value], ...],
        content: Value | None,
        sendid: str | None = None,
    ) -> Any:
        if content is not None:
            return self.value(content, sendid)
        return {name: self.value(value, sendid) for name, value in params} or None

    def done_data(self, state: State) -> Any:
        if state.done is None:
            return None
        try:
            return self.payload(state.done.params, state.done.content)
        except Failed as error:
            self.fail(error, state.id)
            return None

    def declare(self, id: str, value: Value | None) -> None:
        if value is None:
            return
        try:
            self.data[id] = self.value(value)
        except Failed as error:
            self.fail(error, id)

    # ----------------------------------------------------------------------------------------- within

    def scope(self, *, frozen: bool = False) -> Scope:
        if frozen:
            return Scope(dict(self.data), self.event, self.context, frozenset(self.active))
        return Scope(self.data, self.event, self.context, self.active)

    def value(self, value: Value, sendid: str | None = None) -> Any:
        evaluate = getattr(value, "evaluate", None)
        if evaluate is not None:
            result, error = evaluate(self.names())
            if error is not None:
                raise Failed("error.execution", f"{value.source}: {error}", sendid)  # type: ignore[union-attr]
            return result
        try:
            return value(self.scope())  # type: ignore[operator]
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            raise Failed("error.execution", message, sendid) from error

    def names(self) -> dict[str, Any]:
        """What an expression of the guard language sees; ``_states`` is for its function ``In``."""
        names = {
            **self.data,
            "_name": self.chart.name,
            "_sessionid": self.chart.name,
            "_states": self.active,
        }
        if self.event is not None:
            names["_event"] = _as_value(self.event)
        return names

    def schedule(self, item: Delayed) -> None:
        """Keep what waits in the order in which it comes due; ties in the order of sending."""
        place = len(self.delayed)
        while place and self.delayed[place - 1].due > item.due:
            place -= 1
        self.delayed.insert(place, item)

    def queue(self, event: Event) -> None:
        self.internal.append(event)

    def fail(self, error: Failed, where: str) -> None:
        self.note("error", error.event, {"where": where, "message": str(error)})
        self.queue(Event(error.event, {"message": str(error)}, "platform", error.sendid))

    def note(self, kind: str, name: str, detail: Any = None) -> None:
        self.trace.append(Record(kind, name, detail))


def _as_value(event: Event) -> dict[str, Any]:
    """Return an event as expressions see it; what it does not have is missing."""
    told = {"name": event.name, "type": event.type, "data": event.data, "sendid": event.sendid}
    if event.origin is not None:
        told |= {"origin": event.origin, "origintype": PROCESSOR}
    return {key: value for key, value in told.items() if value is not None}
