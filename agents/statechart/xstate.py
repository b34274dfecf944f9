"""
The reader of XState v5 machines in JSON: ``JSON.stringify(machine.config)``, or of the machine.

JSON has no functions, so a guard must have a name to be known. ``JSON.stringify`` of a machine (5.33)
leaves out its ``always`` transitions and the events that are raised; its configuration has them.

The chart has the states, transitions and delays of the machine, for the analysis, drawings and test
paths. Guards, which are functions in XState, are names here that may be true or false, and actions are
left out, except ``raise``. ``invoke`` is a service with XState's id and the events ``done.invoke.ID``
and ``error.invoke.ID``: a machine in it runs, of a function only the name is known. A nested state
``b`` of ``a`` has the id ``a/b``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import Finding, InputError, shortened
from .chart import Chart
from .content import Block, Raise
from .definition import Edge, State
from .errors import InvalidChart
from .invocation import Invoke, NamedService
from .xstate_keys import INVOKE, STATE, TRANSITION, likely
from .xstate_keys import MACHINE as MACHINE_KEYS

#: Id of the state that stands for the machine if its root has transitions or is parallel.
MACHINE = "(machine)"
#: Event of a delay in what JSON.stringify writes: milliseconds, and the id of the state.
_AFTER = re.compile(r"xstate\.after\.([1-9][0-9]{0,14})\..*")
#: Event of the end of a service, and its id.
_ACTOR = re.compile(r"xstate\.(done|error)\.actor\.(.+)")
_TYPES = ("atomic", "compound", "parallel", "final", "history")


@dataclass(frozen=True)
class NamedGuard:
    """Guard of which only the name is known; it does not hold when the chart is run."""

    source: str

    def evaluate(self, values: Mapping[str, Any]) -> tuple[bool, str | None]:
        """Return False."""
        return False, None


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
        own = any(root.get(key) for key in ("on", "always", "after", "invoke", "onDone"))
        wrapped = own or root.get("type") == "parallel"
        self.top = MACHINE if wrapped else ""
        self._index(root, self.top, str(root.get("id", "(machine)")))
        whole = self._state(root, self.top, is_machine=True)
        if self.findings:
            raise InvalidChart(self.name, self.findings)
        title = str(root.get("id", "machine"))
        if wrapped:
            return Chart((whole,), name=title)
        return Chart(whole.states, initial=whole.initial, name=title)

    def _index(self, node: Any, path: str, id: str) -> None:
        """Note the ids of states, given ones and those of XState (``machine.a.b``)."""
        self.by_id[id] = path
        if not isinstance(node, dict):
            return
        if isinstance(node.get("id"), str):
            self.by_id[node["id"]] = path
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
        kind = node.get("type", "atomic")
        if kind not in _TYPES:
            self.wrong("CHART012", path, f"type = {shortened(kind)}: expected {', '.join(_TYPES)}")
        children = self.children_of(node)
        states = tuple(self._state(child, self._below(path, key)) for key, child in children.items())
        initial = node.get("initial")
        if isinstance(initial, dict):
            self.known(initial, TRANSITION, "transition", path)
            initial = initial.get("target")
        named = kind not in ("parallel", "history") and initial
        defaults = self._targets(initial, path, inside=True) if named else ()
        history = kind == "history"
        if history:
            target = node.get("target")
            parent = path.rpartition("/")[0] or self.top
            defaults = self._targets(target, path) if target else self._default(parent, path)
        return State(
            path,
            kind if kind in ("parallel", "final", "history") else "state",
            states,
            () if kind in ("final", "history") else tuple(self._edges(node, path)),
            defaults,
            deep=history and node.get("history") == "deep",
            entry=self._raised(node.get("entry")),
            exit=self._raised(node.get("exit")),
            invokes=tuple(self._invoke(id, service, path) for id, service in self._services(node, path)),
            location=path,
        )

    def _default(self, parent: str, path: str) -> tuple[str, ...]:
        siblings = [self._below(parent, key) for key in self.children.get(parent, ())]
        return tuple(one for one in siblings if one != path)[:1]

    def _raised(self, actions: Any) -> tuple[Block, ...]:
        block = tuple(self._content(actions))
        return (block,) if block else ()

    def _content(self, actions: Any) -> Iterator[Raise]:
        for action in actions if isinstance(actions, list) else [actions]:
            if isinstance(action, dict) and action.get("type") == "xstate.raise":
                event = action.get("event") or (action.get("params") or {}).get("event")
                event = event.get("type") if isinstance(event, dict) else event
                if isinstance(event, str):
                    yield Raise(event)

    def _edges(self, node: dict[str, Any], path: str) -> Iterator[Edge]:
        for event, value in _items(node.get("on")):
            # JSON.stringify lists the transitions of XState's own events among the others.
            if (timed := _AFTER.fullmatch(event)) is not None:
                yield from self._transitions(value, path, (), after=int(timed[1]))
            elif event.startswith("xstate.done.state."):
                yield from self._transitions(value, path, (f"done.state.{path}",))
            elif (ended := _ACTOR.fullmatch(event)) is not None:
                yield from self._transitions(value, path, (f"{ended[1]}.invoke.{ended[2]}",))
            else:
                yield from self._transitions(value, path, (event,))
        yield from self._transitions(node.get("always"), path, ())
        for delay, value in _items(node.get("after")):
            if re.fullmatch(r"[1-9][0-9]{0,14}", delay):
                yield from self._transitions(value, path, (), after=int(delay))
            else:
                yield from self._transitions(value, path, (f"xstate.after.{delay}",))
        yield from self._transitions(node.get("onDone"), path, (f"done.state.{path}",))
        for id, service in self._services(node, path):
            yield from self._transitions(service.get("onDone"), path, (f"done.invoke.{id}",))
            yield from self._transitions(service.get("onError"), path, (f"error.invoke.{id}",))
            yield from self._transitions(service.get("onSnapshot"), path, (f"xstate.snapshot.{id}",))

    def _services(self, node: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the services of a state with their ids, by default those of XState."""
        invoked = node.get("invoke") or []
        for place, service in enumerate(invoked if isinstance(invoked, list) else [invoked]):
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
        for one in value if isinstance(value, list) else [value]:
            config = {"target": one} if isinstance(one, str) else one
            if not isinstance(config, dict):
                message = f"transition = {shortened(one)}: expected a target or an object"
                self.wrong("CHART001", path, message)
                continue
            self.known(config, TRANSITION, "transition", path)
            guard = config.get("guard")
            if isinstance(guard, dict):
                guard = guard.get("type", "guard")
            content = tuple(self._content(config.get("actions")))
            targets = self._targets(config.get("target"), path)
            named = None if guard is None else NamedGuard(str(guard))
            if not events and after is None and not targets and named is None:
                continue  # an eventless transition of actions only
            internal = not config.get("reenter", False)
            yield Edge(events, targets, named, content, internal, after, location=path)

    def _targets(self, value: Any, path: str, *, inside: bool = False) -> tuple[str, ...]:
        if value is None:
            return ()
        return tuple(
            found
            for target in (value if isinstance(value, list) else [value])
            if (found := self._target(target, path, inside=inside)) is not None
        )

    def _target(self, target: Any, path: str, *, inside: bool) -> str | None:
        if not isinstance(target, str):
            self.wrong("CHART004", path, f"target = {shortened(target)}: expected the name of a state")
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
            base = path if inside or path == self.top else path.rpartition("/")[0] or self.top
            keys = target.split(".")
        for key in keys:
            if base is None or key not in self.children.get(base, ()):
                message = f"target = {shortened(target)}: expected a state of the machine"
                self.wrong("CHART004", path, message)
                return None
            base = self._below(base, key)
        return base


def _items(value: Any) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []
