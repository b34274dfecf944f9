"""
Preparation of a definition built in Python: textual guards are compiled, constants become values.

Parts of a wrong type are findings: a string of events would be read letter by letter, a guard that is
not a condition would never fire, and an async guard would always hold. A text is a condition in the
place of one, and a constant in the place of another value; a constant that reads like an expression of
the chart's variables is a finding too, since one may be meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from inspect import iscoroutinefunction
from typing import Any, get_args

from ..errors import Finding, shortened
from ..guard import DYN, Declarations, GuardError, compile_expression, compile_guard
from .content import Assign, Call, Cancel, Expr, Fixed, Foreach, If, Log, Raise, Send
from .definition import DoneData, Edge, Kind, State, walk
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
            done=self._done(state.done),
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
        guard = None if edge.guard is None else self._condition("guard", edge.guard)
        return replace(edge, guard=guard, content=self._block(edge.content))

    def _condition(self, what: str, value: Any) -> Any:
        """Return a condition as the kernel evaluates it; a text is compiled."""
        text = value.source if isinstance(value, Expr) else value
        if isinstance(text, str):
            try:
                return compile_guard(text, self._declarations)
            except GuardError as error:
                self._wrong(f"{what} = {shortened(text)}: {error}", "CHART007")
        elif not _computes(value):
            self._wrong(f"{what} = {shortened(value)}: expected an expression or a function", "CHART007")
        elif iscoroutinefunction(value):
            self._wrong(
                f"{what} = {shortened(value)}: expected a function that is not async", "CHART007"
            )
        return value

    def _done(self, done: DoneData | None) -> DoneData | None:
        if done is None:
            return None
        params = tuple((name, self._value(value)) for name, value in done.params)
        return replace(done, params=params, content=self._optional(done.content))

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
                    branches=tuple(
                        (self._condition("condition", c), self._block(b)) for c, b in branches
                    ),
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
        if isinstance(value, Expr):
            try:
                return compile_expression(value.source, self._declarations)
            except GuardError as error:
                self._wrong(f"value = {shortened(value.source)}: {error}", "CHART007")
        elif isinstance(value, str) and self._reads(value):
            text = shortened(value)
            self._wrong(f"value = {text}: expected Expr({text}), or Fixed({text}) for the text itself")
        return value if _computes(value) else Fixed(value)

    def _reads(self, text: str) -> bool:
        """Return whether a text is an expression that reads variables or the event."""
        try:
            return bool(compile_expression(text, self._declarations).reads)
        except GuardError:
            return False


def _computes(value: Any) -> bool:
    return callable(value) or callable(getattr(value, "evaluate", None))


def _is_name(id: Any) -> bool:
    return isinstance(id, str) and id.isidentifier()
