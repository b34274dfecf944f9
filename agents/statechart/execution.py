"""
Execution of executable content: variables, queues and effects.

An error ends its block and becomes an event on the internal queue and an entry of the trace.
"""

# ruff: noqa: D102 (each method executes the content of its name)

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import shortened
from .configuration import Called, Delayed, Logged, Sent
from .content import Assign, Block, Call, Cancel, Event, Foreach, If, Log, Raise, Scope, Send, Value
from .definition import State
from .delays import ticks_of
from .invocation import CHART_TYPES, Forwarded, Invoke, Running, Started, Stopped
from .step_state import Failed, StepState

#: Type of the address of a chart.
PROCESSOR = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor"
PROCESSORS = ("scxml", PROCESSOR)


class Execution:
    """Execution of content in a step."""

    __slots__ = ("state",)

    def __init__(self, state: StepState) -> None:
        self.state = state

    def execute(self, block: Block) -> None:
        """Execute a block; an error ends it and becomes an event."""
        try:
            self.run(block)
        except Failed as error:
            self.state.fail(error, "content")

    def run(self, block: Block) -> None:
        for action in block:
            self.state.count_action()
            match action:
                case Raise(event):
                    self.state.note("raise", event)
                    self.state.internal.append(Event(event, type="internal"))
                case Assign(location, value):
                    self.assign(location, self.value(value))
                case If(branches, otherwise):
                    self.run(next((b for c, b in branches if self.condition(c)), otherwise))
                case Foreach():
                    self.foreach(action)
                case Log(label, value):
                    self.state.effects.append(
                        Logged(label, None if value is None else self.value(value))
                    )
                case Call(name, function):
                    self.state.effects.append(Called(name, function, self.scope(frozen=True)))
                case Cancel(id):
                    sendid = id if isinstance(id, str) else self.value(id)
                    self.state.note("cancel", str(sendid))
                    self.state.delayed = [item for item in self.state.delayed if item.sendid != sendid]
                case Send():
                    self.send(action)

    def condition(self, value: Value) -> bool:
        """Return whether a branch is taken; an error is recorded and counts as False."""
        try:
            return bool(self.value(value))
        except Failed as error:
            self.state.fail(error, "content")
            return False

    def foreach(self, loop: Foreach) -> None:
        array = self.value(loop.array)
        if not isinstance(array, list | tuple):
            raise Failed("error.execution", f"foreach = {shortened(array)}: expected a list")
        for place, element in enumerate(list(array)):
            self.assign((loop.item,), element)
            if loop.index is not None:
                self.assign((loop.index,), place)
            self.run(loop.content)

    def assign(self, location: tuple[str, ...], value: Any) -> None:
        name, *fields = location
        if fields:
            value = self.updated(self.state.data.get(name), fields, value, name)
        self.state.count_value(value)
        self.state.data[name] = value
        self.state.note("assign", ".".join(location), value)

    def updated(self, whole: Any, path: list[str], value: Any, place: str) -> Any:
        """Return a copy of nested mappings with one field replaced; data are never changed in place."""
        if not isinstance(whole, Mapping):
            raise Failed(
                "error.execution",
                f"{place} = {shortened(whole)}: expected a mapping with the field {path[0]!r}",
            )
        key, *rest = path
        if rest:
            value = self.updated(whole.get(key), rest, value, f"{place}.{key}")
        return {**whole, key: value}

    def send(self, send: Send) -> None:
        sendid = send.id
        if send.idlocation is not None:
            self.state.serial += 1
            sendid = f"send.{self.state.serial}"
            self.assign((send.idlocation,), sendid)
        name = self.text(send.event, "event", sendid)
        if send.type is not None and (kind := self.value(send.type, sendid)) not in PROCESSORS:
            message = f"type of send = {shortened(kind)}: expected one of {', '.join(PROCESSORS)}"
            raise Failed("error.execution", message, sendid)
        target = None if send.target is None else self.text(send.target, "target", sendid)
        delay = send.delay if isinstance(send.delay, int) else self.ticks(self.value(send.delay, sendid))
        event = Event(
            name, self.payload(send.params, send.content, sendid), "external", sendid, self.address()
        )
        if target == "#_internal":
            self.state.note("raise", name)
            self.state.internal.append(replace(event, type="internal"))
            return
        if target is not None and target != self.address():
            self.check_target(target, delay, sendid)
            if delay:
                self.state.schedule(Delayed(self.state.tick + delay, event, sendid, None, target))
            else:
                self.state.effects.append(Sent(event, target))
        elif delay:
            self.state.schedule(Delayed(self.state.tick + delay, event, sendid))
        else:
            self.state.external.append(event)
        self.state.note("send", name, {"delay": delay, "data": event.data})

    def check_target(self, target: str, delay: int, sendid: str | None) -> None:
        """Raise unless a target is another session, or an address with a scheme for the host."""
        session = self.state.session
        if target.startswith("#_"):
            name = target.removeprefix("#_")
            exists = name in self.state.invoked or (name == "parent" and session.has_parent)
            if name.startswith("scxml_"):
                exists = name.removeprefix("scxml_") in session.peers
            if not exists:
                message = f"target = {shortened(target)}: expected a session that exists"
                raise Failed("error.communication", message, sendid)
        elif ":" not in target:
            message = f"target = {shortened(target)}: expected #_internal or an address with a scheme"
            raise Failed("error.execution", message, sendid)
        elif delay:
            message = f"delay = {delay}: expected 0 for the target {shortened(target)}"
            raise Failed("error.execution", message, sendid)

    def start_services(self) -> None:
        """Start the services of the states entered since the last rest."""
        state = self.state
        for id in state.chart.in_order(state.to_invoke):
            for nth, invoke in enumerate(state.chart.states[id].invokes):
                try:
                    self.start_service(invoke, Running(id, nth))
                except Failed as error:
                    state.fail(error, id)
        state.to_invoke.clear()

    def start_service(self, invoke: Invoke, running: Running) -> None:
        service = invoke.id
        if service is None:
            self.state.serial += 1
            service = f"{running.state}.{self.state.serial}"
        if invoke.idlocation is not None:
            self.assign((invoke.idlocation,), service)
        source: Any = invoke.source
        if hasattr(source, "evaluate"):
            source = self.value(source)
            if not isinstance(source, str):
                message = f"source of the service {service} = {shortened(source)}: expected a text"
                raise Failed("error.execution", message)
        if invoke.type is not None and (kind := self.value(invoke.type)) not in CHART_TYPES:
            message = f"type of the service {service} = {shortened(kind)}: expected a chart's"
            raise Failed("error.execution", message)
        params = {name: self.value(value) for name, value in invoke.params}
        self.state.invoked[service] = running
        self.state.note("invoke", service)
        self.state.effects.append(Started(service, source, params))

    def stop_services(self, id: str) -> None:
        """Stop the services of a state."""
        self.state.to_invoke.pop(id, None)
        for service, running in list(self.state.invoked.items()):
            if running.state == id:
                del self.state.invoked[service]
                self.state.effects.append(Stopped(service))

    def before_transitions(self, event: Event) -> None:
        """Finalize an event of a service, and forward an event to services that receive all."""
        for service, running in self.state.invoked.items():
            invoke = self.state.chart.states[running.state].invokes[running.nth]
            if event.invokeid == service:
                self.execute(invoke.finalize)
            if invoke.autoforward:
                self.state.effects.append(Forwarded(event, service))

    def address(self) -> str:
        """Return the address of the session, as a target."""
        return f"#_scxml_{self.state.session.id}"

    def text(self, value: str | Value, what: str, sendid: str | None) -> str:
        if isinstance(value, str):
            return value
        name = self.value(value, sendid)
        if not isinstance(name, str) or not name:
            raise Failed(
                "error.execution", f"{what} of send = {shortened(name)}: expected a name", sendid
            )
        return name

    def ticks(self, value: Any) -> int:
        if isinstance(value, str):
            value = ticks_of(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise Failed("error.execution", f"delay of send = {shortened(value)}: expected ticks >= 0")
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
            self.state.fail(error, state.id)
            return None

    def declare(self, id: str, value: Value | None) -> None:
        if value is None:
            return
        try:
            self.state.data[id] = self.value(value)
        except Failed as error:
            self.state.fail(error, id)

    # ------------------------------------------------------------------------------------- expressions

    def scope(self, *, frozen: bool = False) -> Scope:
        if frozen:
            return Scope(
                dict(self.state.data), self.state.event, self.state.context, frozenset(self.state.active)
            )
        return Scope(self.state.data, self.state.event, self.state.context, self.state.active)

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

    def processors(self) -> dict[str, Any]:
        own = {"location": self.address()}
        return {"scxml": own, PROCESSOR: own}

    def names(self) -> dict[str, Any]:
        """Return the names visible to an expression; ``_states`` is used by its function ``In``."""
        names = {
            **self.state.data,
            "_name": self.state.chart.name,
            "_sessionid": self.state.session.id,
            "_ioprocessors": self.processors(),
            "_states": self.state.active,
        }
        if self.state.event is not None:
            names["_event"] = event_values(self.state.event)
        return names


def event_values(event: Event) -> dict[str, Any]:
    """Return an event as expressions see it; a field without a value is null."""
    return {
        "name": event.name,
        "type": event.type,
        "data": event.data,
        "sendid": event.sendid,
        "origin": event.origin,
        "origintype": None if event.origin is None else PROCESSOR,
        "invokeid": event.invokeid,
    }
