"""
Preparation of a definition built in Python: textual guards are compiled, constants become values.

Parts of a wrong type are findings: a string of events would be read letter by letter, a guard that is
not a condition would never fire, and an async guard would always hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from inspect import iscoroutinefunction
from typing import Any, get_args

from ..errors import Finding, shortened
from ..guard import DYN, Declarations, GuardError, compile_guard
from .content import Assign, Call, Cancel, Fixed, Foreach, If, Log, Raise, Send
from .definition import Edge, Kind, State, walk
from .expressions import declarations

_ACTIONS = (Raise, Send, Cancel, Assign, Log, Call, If, Foreach)


class Preparation:
    """
    Preparation of one definition.

    Attributes
    ----------
    findings
        Parts of a wrong type.
    """

    def __init__(self, root: State) -> None:
        self.findings: list[Finding] = []
        self._where = ""
        self._declarations = Declarations({})
        if self._tree(root):
            ids = {item.id: DYN for state in walk(root) for item in state.data}
            self._declarations = declarations({id: kind for id, kind in ids.items() if _is_name(id)})

    def state(self, state: State) -> State:
        """Return a prepared state with its descendants."""
        inner = tuple(self.state(child) for child in state.states)
        self._where = f"state {state.id}" if state.id else "the chart"
        self._names("initial", state.initial)
        data = tuple(replace(item, value=self._optional(item.value)) for item in state.data)
        return replace(
            state,
            states=inner,
            edges=tuple(self._edge(edge) for edge in state.edges),
            initial_content=self._block(state.initial_content),
            entry=tuple(self._block(block) for block in state.entry),
            exit=tuple(self._block(block) for block in state.exit),
            data=data,
            invokes=tuple(map(self._invoke, state.invokes)),
        )

    def _invoke(self, invoke: Any) -> Any:
        source = getattr(invoke, "source", None)
        # A chart cannot be imported here; it has a digest.
        if not (isinstance(source, str) or _computes(source) or hasattr(source, "digest")):
            self._wrong(f"service = {shortened(source)}: expected a chart, a function or a text")
            return invoke
        return replace(
            invoke,
            params=tuple((name, self._value(value)) for name, value in invoke.params),
            finalize=self._block(invoke.finalize),
        )

    def _tree(self, state: State) -> bool:
        """Check the types of states, edges and data; the rest is read only if they are right."""
        if not isinstance(state, State):
            self._wrong(f"state = {shortened(state)}: expected a State")
            return False
        self._where = f"state {state.id}" if state.id else "the chart"
        count = len(self.findings)
        if state.kind not in get_args(Kind):
            self._wrong(f"kind = {shortened(state.kind)}: expected {', '.join(get_args(Kind))}")
        for edge in state.edges:
            if not isinstance(edge, Edge):
                self._wrong(f"edge = {shortened(edge)}: expected an Edge")
        return all([self._tree(child) for child in state.states]) and len(self.findings) == count

    def _wrong(self, message: str, code: str = "CHART012") -> None:
        self.findings.append(Finding(code, self._where, message))

    def _names(self, what: str, names: Any) -> None:
        if isinstance(names, str) or not all(isinstance(name, str) for name in names):
            self._wrong(f"{what} = {shortened(names)}: expected a tuple of names", "CHART009")

    def _edge(self, edge: Edge) -> Edge:
        self._names("events", edge.events)
        self._names("targets", edge.targets)
        guard: Any = edge.guard
        if isinstance(guard, str):
            try:
                guard = compile_guard(guard, self._declarations)
            except GuardError as error:
                self._wrong(f"guard = {shortened(guard)}: {error}", "CHART007")
        elif guard is not None and not _computes(guard):
            self._wrong(f"guard = {shortened(guard)}: expected an expression or a function", "CHART007")
        elif iscoroutinefunction(guard):
            self._wrong(f"guard = {shortened(guard)}: expected a function that is not async", "CHART007")
        return replace(edge, guard=guard, content=self._block(edge.content))

    def _block(self, block: Any) -> tuple[Any, ...]:
        if isinstance(block, _ACTIONS) or not isinstance(block, Iterable) or isinstance(block, str):
            self._wrong(f"content = {shortened(block)}: expected a tuple of actions")
            return ()
        return tuple(self._action(action) for action in block)

    def _action(self, action: Any) -> Any:
        match action:
            case Assign(location, value):
                if isinstance(location, str):
                    location = tuple(location.split("."))
                return replace(action, location=location, value=self._value(value))
            case If(branches, otherwise):
                return replace(
                    action,
                    branches=tuple((self._value(c), self._block(b)) for c, b in branches),
                    otherwise=self._block(otherwise),
                )
            case Foreach(array, _, _, content):
                return replace(action, array=self._value(array), content=self._block(content))
            case Log(_, value):
                return replace(action, value=self._optional(value))
            case Send(params=params, content=content):
                return replace(
                    action,
                    params=tuple((name, self._value(value)) for name, value in params),
                    content=self._optional(content),
                )
            case Call(name, function):
                if not callable(function):
                    self._wrong(
                        f"function of call {name!r} = {shortened(function)}: expected a function"
                    )
            case Raise() | Cancel():
                pass
            case _:
                self._wrong(f"action = {shortened(action)}: expected an action")
        return action

    def _optional(self, value: Any) -> Any:
        return None if value is None else self._value(value)

    def _value(self, value: Any) -> Any:
        """Return a value as the kernel evaluates it; a constant is itself."""
        return value if _computes(value) else Fixed(value)


def _computes(value: Any) -> bool:
    return callable(value) or callable(getattr(value, "evaluate", None))


def _is_name(id: Any) -> bool:
    return isinstance(id, str) and id.isidentifier()
