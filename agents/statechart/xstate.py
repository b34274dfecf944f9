"""
The reader of XState v5 machines in JSON: ``JSON.stringify(machine.config)``, or of the machine.

JSON has no functions, so a guard must have a name to be known. ``JSON.stringify`` of a machine (5.33)
leaves out its ``always`` transitions, the ``target`` of histories and the events that are raised; its
configuration has them.

The chart has the states, transitions and delays of the machine, and the rules of XState
(:class:`.chart.Chart`). Guards, which are functions in XState, are names here that may be true or false,
and actions are left out, except ``raise``. ``invoke`` is a service with XState's id and the events
``done.invoke.ID`` and ``error.invoke.ID``: a machine in it runs, of a function only the name is known. A
nested state ``b`` of ``a`` has the id ``a/b``.

What XState does by an order of its own is an order of transitions here: those of the event's full name
come before ``form.*``, and this before ``*``. A machine that XState refuses is refused here too.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import Finding, InputError, shortened
from .chart import Chart
from .content import Block, Raise, Scope, Send
from .definition import MACHINE, ROOT, Edge, State
from .errors import InvalidChart
from .invocation import Invoke, NamedService
from .xstate_keys import INVOKE, STATE, TRANSITION, WRITTEN, is_internal, likely
from .xstate_keys import MACHINE as MACHINE_KEYS

#: Delays, and those of `raise`, in milliseconds.
_DELAY = re.compile(r"[1-9][0-9]{0,14}")
_NUMBER = re.compile(r"[0-9.eE+-]+|Infinity")
#: Event of the end of a state, and its id.
_DONE = re.compile(r"xstate\.done\.state\.(.+)")
#: Event of the end of a service, and its id.
_ACTOR = re.compile(r"xstate\.(done|error)\.actor\.(.+)")
#: Keys of the transitions of a service, and the names of their events before its id.
_SERVICE_ENDS = {
    "onDone": "done.invoke",
    "onError": "error.invoke",
    "onSnapshot": "xstate.snapshot",
}
_TYPES = ("atomic", "compound", "parallel", "final", "history")


@dataclass(frozen=True)
class NamedGuard:
    """
    Guard of which only the name is known.

    When the chart is run, it has the value of this name in the context of the machine: true, false, or a
    function of the scope. It does not hold if the context is no mapping or has no such name.
    """

    source: str

    def __call__(self, scope: Scope) -> bool:
        """Return whether the guard holds."""
        context = scope.context if isinstance(scope.context, Mapping) else {}
        value = context.get(self.source, False)
        return bool(value(scope) if callable(value) else value)


def guard_names(chart: Chart) -> dict[str, str]:
    """Return the names of the guards of a machine of XState, each with a state that has it."""
    names: dict[str, str] = {}
    for arc in chart.arcs:
        if isinstance(arc.edge.guard, NamedGuard):
            names.setdefault(arc.edge.guard.source, arc.source)
    for state in chart.states.values():
        for invoke in state.invokes:
            if isinstance(invoke.source, Chart):
                names = {**guard_names(invoke.source), **names}
    return names


def load_xstate(path: str | PathLike[str]) -> Chart:
    """
    Return the chart of a machine in a file; see :func:`read_xstate`.

    Raises
    ------
    InputError
        If the file cannot be read, or is not JSON.
    InvalidChart
        If it is not a machine of XState.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=path) from None
    return read_xstate(text, name=str(path))


def read_xstate(text: str, *, name: str = "machine") -> Chart:
    """
    Return the chart of a machine of XState v5 in JSON.

    Parameters
    ----------
    text
        Configuration of ``createMachine``, or a machine written by ``JSON.stringify``.
    name
        Name for messages.

    Raises
    ------
    InputError
        If it is not JSON.
    InvalidChart
        If it is not a machine of XState; the error lists all findings.
    """
    try:
        machine = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name}: expected JSON: {error}") from None
    return _Reader(machine, name).chart()


class _Reader:
    def __init__(self, machine: Any, name: str) -> None:
        self.machine = machine
        self.name = name
        self.findings: list[Finding] = []
        self.by_id: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.nodes: dict[str, dict[str, Any]] = {}
        self.children: dict[str, list[str]] = {}

    def wrong(self, code: str, where: str, message: str) -> None:
        self.findings.append(Finding(code, where or "the machine", message))

    def known(self, found: dict[str, Any], legal: tuple[str, ...], what: str, path: str) -> None:
        """Refuse keys that XState does not have, which are likely to be meant for others."""
        for key in found:
            if key not in legal:
                message = f"key of a {what} = {shortened(key)}: expected {likely(key, legal)}"
                self.wrong("CHART002", path, message)

    def children_of(self, node: dict[str, Any]) -> dict[str, Any]:
        states = node.get("states") or {}
        return states if isinstance(states, dict) else {}

    def chart(self) -> Chart:
        root = self.machine
        if not isinstance(root, dict) or not isinstance(root.get("states"), dict) or not root["states"]:
            self.wrong("CHART001", "", "expected an object with 'states'")
            raise InvalidChart(self.name, self.findings)
        self._index(root, ROOT, str(root.get("id", MACHINE)))
        own = any(root.get(key) for key in ("on", "always", "after", "invoke", "entry", "exit"))
        wrapped = own or root.get("type") == "parallel" or self._is_target(root)
        self.top = MACHINE if wrapped else ROOT
        if wrapped:
            self._index(root, MACHINE, str(root.get("id", MACHINE)))
        whole = self._state(root, self.top, is_machine=True)
        if self.findings:
            raise InvalidChart(self.name, self.findings)
        title = str(root.get("id", "machine"))
        if wrapped:
            return Chart((whole,), name=title, rules="xstate")
        return Chart(whole.states, initial=whole.initial, name=title, rules="xstate")

    def _is_target(self, node: Any) -> bool:
        """Return whether the root is a target in a state or below it."""
        if not isinstance(node, dict):
            return False
        services = [one for one in _list(node.get("invoke")) if isinstance(one, dict)]
        ends = [service.get(key) for service in services for key in _SERVICE_ENDS]
        given = [node.get(key) for key in ("target", "initial", "always", "onDone")]
        timed = [value for key in ("on", "after") for _, value in _items(node.get(key))]
        targets = (
            target
            for value in (*given, *timed, *ends)
            for one in _list(value)
            for target in _list(one.get("target") if isinstance(one, dict) else one)
        )
        return any(
            isinstance(target, str) and target[:1] == "#" and self.by_id.get(target[1:]) == ROOT
            for target in targets
        ) or any(map(self._is_target, self.children_of(node).values()))

    def _index(self, node: Any, path: str, id: str) -> None:
        """Note the ids of states, given ones and those of XState (``machine.a.b``)."""
        self.by_id[id] = path
        if not isinstance(node, dict):
            return
        if isinstance(node.get("id"), str):
            self.by_id[node["id"]] = path
        self.nodes[path] = node
        self.ids[path] = str(node.get("id", id))
        self.children[path] = list(self.children_of(node))
        for key, child in self.children_of(node).items():
            self._index(child, self._below(path, key), f"{id}.{key}")

    def _below(self, path: str, key: str) -> str:
        return f"{path}/{key}" if path and path != MACHINE else key

    def _state(self, node: Any, path: str, *, is_machine: bool = False) -> State:
        if not isinstance(node, dict):
            self.wrong("CHART001", path, f"state = {shortened(node)}: expected an object")
            return State(path)
        if is_machine:
            self.known(node, MACHINE_KEYS, "machine", path)
        else:
            self.known(node, STATE, "state", path)
        for key in ("states", "on", "after"):
            if not isinstance(node.get(key) or {}, dict):
                self.wrong("CHART001", path, f"{key} = {shortened(node[key])}: expected an object")
        children = self.children_of(node)
        kind = _kind(node)
        if kind not in _TYPES:
            self.wrong("CHART012", path, f"type = {shortened(kind)}: expected {', '.join(_TYPES)}")
        if kind in ("final", "history"):
            for key in ("on", "always", "after", "invoke", "states"):
                if isinstance(node.get(key), dict | list) and node[key]:
                    self.wrong("CHART006", path, f"{key} of a {kind} state: expected none")
        states = tuple(self._state(child, self._below(path, key)) for key, child in children.items())
        history = kind == "history"
        begin: Block = ()
        if history:
            defaults = self._history_default(node, path)
        else:
            defaults, begin = self._initial(node, path, kind)
        return State(
            path,
            kind if kind in ("parallel", "final", "history") else "state",
            states,
            () if kind in ("final", "history") else tuple(self._edges(node, path)),
            defaults,
            begin,
            deep=history and node.get("history") == "deep",
            entry=self._raised(node.get("entry"), path),
            exit=self._raised(node.get("exit"), path),
            invokes=tuple(self._invoke(id, service, path) for id, service in self._services(node, path)),
            location=path,
        )

    def _initial(self, node: dict[str, Any], path: str, kind: str) -> tuple[tuple[str, ...], Block]:
        """Return the default of a state, and what is raised on the way to it."""
        initial: Any = node.get("initial")
        actions: Any = None
        if isinstance(initial, dict):
            self.known(initial, TRANSITION, "transition", path)
            initial, actions = initial.get("target"), initial.get("actions")
        if kind == "parallel" or not self.children_of(node):
            return (), ()
        if not initial:
            legal = ", ".join(self.children_of(node))
            self.wrong(
                "CHART005", path, f"a state with states has no 'initial': expected one of {legal}"
            )
            return (), ()
        targets = self._targets(initial, path, inside=True)
        for target in targets:
            if target not in map(partial(self._below, path), self.children[path]):
                self.wrong("CHART005", path, f"initial = {shortened(initial)}: expected a state of it")
        return targets, tuple(self._content(actions, path))

    def _history_default(self, node: dict[str, Any], path: str) -> tuple[str, ...]:
        """Return the default of a history: by default that of its parent."""
        if node.get("target"):
            return self._targets(node["target"], path)
        parent = path.rpartition("/")[0] or self.top
        around: dict[str, Any] = self.nodes[parent]
        if around.get("type") == "parallel":
            inside = self.children_of(around)
            regions = (key for key, node in inside.items() if _kind(node) != "history")
            return tuple(self._below(parent, key) for key in regions)
        initial = around.get("initial")
        target = initial.get("target") if isinstance(initial, dict) else initial
        return self._targets(target, parent, inside=True)

    def _raised(self, actions: Any, path: str) -> tuple[Block, ...]:
        block = tuple(self._content(actions, path))
        return (block,) if block else ()

    def _content(self, actions: Any, path: str) -> Iterator[Raise | Send]:
        for action in _list(actions):
            if isinstance(action, dict) and action.get("type") == "xstate.raise":
                params = action.get("params") or {}
                if not isinstance(params, dict):
                    message = f"params of raise = {shortened(params)}: expected an object"
                    self.wrong("CHART001", path, message)
                    continue
                given = {**action, **params}
                event, delay = given.get("event"), given.get("delay")
                event = event.get("type") if isinstance(event, dict) else event
                if not isinstance(event, str):
                    continue
                if delay is None:
                    yield Raise(event)
                elif _DELAY.fullmatch(str(delay)):
                    yield Send(event, int(delay), given.get("id"))
                else:
                    message = f"delay of raise {event} = {shortened(delay)}: expected milliseconds >= 1"
                    self.wrong("CHART012", path, message)

    def _edges(self, node: dict[str, Any], path: str) -> list[Edge]:
        """Return the transitions of a state in the order in which XState tries them."""
        edges = list(self._listed_edges(node, path))
        return sorted(edges, key=lambda edge: -len(edge.events[0]) if _is_wild(edge) else -math.inf)

    def _listed_edges(self, node: dict[str, Any], path: str) -> Iterator[Edge]:
        for event, value in _items(node.get("on")):
            # JSON.stringify lists the transitions of XState's own events among the others.
            own = f".{self.ids[path]}"
            if event.startswith("xstate.after.") and event.endswith(own):
                delay = event.removeprefix("xstate.after.").removesuffix(own)
                yield from self._delayed(delay, value, path)
            elif (done := _DONE.fullmatch(event)) is not None and done[1] in self.by_id:
                yield from self._transitions(value, path, (f"done.state.{self.by_id[done[1]]}",))
            elif (ended := _ACTOR.fullmatch(event)) is not None:
                yield from self._transitions(value, path, (f"{ended[1]}.invoke.{ended[2]}",))
            elif event.startswith("xstate.") and event.endswith(".*"):
                self.wrong("CHART009", path, f"on {event}: expected one event of a state or service")
            elif is_internal(event):
                message = (
                    f"on {event}: expected a name that matches no event of Kempe's own, as this does"
                )
                self.wrong("CHART009", path, message)
            else:
                yield from self._transitions(value, path, (event,))
        yield from self._transitions(node.get("always"), path, ())
        for delay, value in _items(node.get("after")):
            yield from self._delayed(delay, value, path)
        if path != self.top:  # a machine that is done takes no event
            yield from self._transitions(node.get("onDone"), path, (f"done.state.{path}",))
        for id, service in self._services(node, path):
            for key, event in _SERVICE_ENDS.items():
                if key == "onSnapshot" and f"{event}.{id}" in dict(_items(node.get("on"))):
                    continue  # JSON.stringify lists it there, and leaves it here
                yield from self._transitions(service.get(key), path, (f"{event}.{id}",))

    def _delayed(self, delay: str, value: Any, path: str) -> Iterator[Edge]:
        """Yield transitions after a delay: milliseconds, or a name, whose event is sent by the user."""
        if _DELAY.fullmatch(delay):
            yield from self._transitions(value, path, (), after=int(delay))
        elif _NUMBER.fullmatch(delay):
            self.wrong("CHART012", path, f"after = {delay}: expected whole milliseconds, at least 1")
        else:
            yield from self._transitions(value, path, (f"xstate.after.{delay}",))

    def _services(self, node: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the services of a state with their ids, by default those of XState."""
        invoked = node.get("invoke") or []
        for place, service in enumerate(_list(invoked)):
            if isinstance(service, dict):
                yield str(service.get("id", f"{place}.{self.ids.get(path, path)}")), service
            else:
                message = f"invoke = {shortened(service)}: expected an object"
                self.wrong("CHART001", path, message)

    def _invoke(self, id: str, service: dict[str, Any], path: str) -> Invoke:
        self.known(service, INVOKE, "service", path)
        source = service.get("src")
        if isinstance(source, dict) and source.get("states"):
            try:
                return Invoke(_Reader(source, f"{self.name}: invoke {id}").chart(), id)
            except InvalidChart as error:
                self.findings += [one for one in error.findings if isinstance(one, Finding)]
        name = source.get("type") if isinstance(source, dict) else source
        return Invoke(NamedService(str(name or id)), id)

    def _transitions(
        self, value: Any, path: str, events: tuple[str, ...], after: int | None = None
    ) -> Iterator[Edge]:
        if value is None:
            return
        for one in _list(value):
            config = {"target": one} if isinstance(one, str) else one
            if not isinstance(config, dict):
                message = f"transition = {shortened(one)}: expected a target or an object"
                self.wrong("CHART001", path, message)
                continue
            legal = (*TRANSITION, *WRITTEN) if "eventType" in config else TRANSITION
            self.known(config, legal, "transition", path)
            guard = config.get("guard")
            if isinstance(guard, dict):
                guard = guard.get("type", "guard")
            content = tuple(self._content(config.get("actions"), path))
            targets = self._targets(config.get("target"), path)
            named = NamedGuard(str(guard)) if guard else None
            internal = not config.get("reenter", False)
            yield Edge(events, targets, named, content, internal, after, exact=True, location=path)

    def _targets(self, value: Any, path: str, *, inside: bool = False) -> tuple[str, ...]:
        if value is None:
            return ()
        return tuple(
            found
            for target in _list(value)
            if (found := self._target(target, path, inside=inside)) is not None
        )

    def _target(self, target: Any, path: str, *, inside: bool) -> str | None:
        if not isinstance(target, str):
            self.wrong("CHART004", path, f"target = {shortened(target)}: expected the name of a state")
            return None
        if path == self.top and not inside and target[:1] not in ("#", "."):
            message = f"target = {shortened(target)}: expected {'.' + target!r} in the root"
            self.wrong("CHART004", path, message)
            return None
        if target.startswith("#"):
            known = self.by_id.get(target[1:])
            if known is not None:
                return known
            head, _, rest = target[1:].partition(".")
            base, keys = self.by_id.get(head), rest.split(".")
        elif target.startswith("."):
            base, keys = path, target[1:].split(".")
        else:
            base = path if inside else path.rpartition("/")[0] or self.top
            keys = target.split(".")
        for key in keys:
            if base is None or key not in self.children.get(base, ()):
                message = f"target = {shortened(target)}: expected a state of the machine"
                self.wrong("CHART004", path, message)
                return None
            base = self._below(base, key)
        return base


def _is_wild(edge: Edge) -> bool:
    """Return whether a descriptor matches several events."""
    return any(event == "*" or event.endswith(".*") for event in edge.events)


def _kind(node: Any) -> Any:
    """Return the type of a state as XState finds it."""
    if not isinstance(node, dict):
        return None
    inferred = "compound" if node.get("states") else "history" if node.get("history") else "atomic"
    return node.get("type") or inferred


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _items(value: Any) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []
