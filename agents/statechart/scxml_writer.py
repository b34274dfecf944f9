"""The writer of SCXML; the reader returns a chart with the same digest."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

from ..errors import InputError, shortened
from .chart import Chart
from .content import Assign, Block, Call, Cancel, Fixed, Foreach, If, Log, Raise, Send, Value
from .definition import Data, Edge, State
from .expressions import Truthy
from .invocation import Invoke, NamedService
from .scxml_vocabulary import EXTENSION, NAMESPACE
from .xstate import NamedGuard

_Element = ElementTree.Element


def write_scxml(chart: Chart) -> str:
    """
    Return a chart as an SCXML document, with expressions in the guard language.

    Raises
    ------
    InputError
        If a guard, a value or an action is a Python function, which has no text.
    """
    root = _Element(
        "scxml", {"xmlns": NAMESPACE, "version": "1.0", "datamodel": "cel", "name": chart.name}
    )
    if chart.late:
        root.set("binding", "late")
    edges = [arc.edge for arc in chart.arcs]
    extended = any(edge.after or edge.oracle or edge.exact for edge in edges)
    if chart.selection != "first" or chart.rules != "scxml" or extended:
        root.set("xmlns:kempe", EXTENSION)
    if chart.rules != "scxml":
        root.set("kempe:rules", chart.rules)
    if chart.selection != "first":
        root.set("kempe:selection", chart.selection)
    _data(root, chart.root.data)
    if chart.root.initial_content:
        _default(ElementTree.SubElement(root, "initial"), chart.root)
    elif chart.root.initial:
        root.set("initial", " ".join(chart.root.initial))
    for state in chart.root.states:
        _state(root, state)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _sub(parent: _Element, tag: str, **attributes: str | None) -> _Element:
    given = {key: value for key, value in attributes.items() if value is not None}
    return ElementTree.SubElement(parent, tag, given)


def _state(parent: _Element, state: State) -> None:
    element = _sub(parent, state.kind, id=state.id)
    if state.kind == "history":
        element.set("type", "deep" if state.deep else "shallow")
        _default(element, state)
        return
    _data(element, state.data)
    if state.initial_content:
        _default(_sub(element, "initial"), state)
    elif state.initial:
        element.set("initial", " ".join(state.initial))
    for tag, blocks in (("onentry", state.entry), ("onexit", state.exit)):
        for block in blocks:
            _block(_sub(element, tag), block)
    for edge in state.edges:
        _edge(element, edge)
    for invoke in state.invokes:
        _invoke(element, invoke)
    for child in state.states:
        _state(element, child)
    if state.done is not None:
        _payload(_sub(element, "donedata"), state.done.params, state.done.content)


def _invoke(parent: _Element, invoke: Invoke) -> None:
    element = _sub(parent, "invoke", id=invoke.id, idlocation=invoke.idlocation)
    _either(element, "type", "typeexpr", invoke.type)
    if invoke.autoforward:
        element.set("autoforward", "true")
    if isinstance(invoke.source, Chart):
        child = ElementTree.fromstring(write_scxml(invoke.source))
        _sub(element, "content").append(child)
    elif isinstance(invoke.source, NamedService):  # no address, by which a chart would be loaded
        element.set("kempe:function", invoke.source.source)
    else:
        _either(element, "src", "srcexpr", invoke.source)
    for name, value in invoke.params:
        _sub(element, "param", name=name, expr=_source(value))
    if invoke.finalize:
        _block(_sub(element, "finalize"), invoke.finalize)


def _default(parent: _Element, state: State) -> None:
    if not state.initial:
        raise InputError(f"state {state.id}: initial content needs an initial state to be written")
    _block(_sub(parent, "transition", target=" ".join(state.initial)), state.initial_content)


def _edge(parent: _Element, edge: Edge) -> None:
    if isinstance(edge.guard, NamedGuard):
        guard = shortened(edge.guard.source)
        raise InputError(
            f"{edge.location}: guard {guard} is a function in XState: SCXML has no text for it"
        )
    element = _sub(
        parent,
        "transition",
        event=" ".join(edge.events) or None,
        cond=None if edge.guard is None else _source(edge.guard),
        target=" ".join(edge.targets) or None,
        type="internal" if edge.internal else None,
    )
    if edge.after is not None:
        element.set("kempe:after", str(edge.after))
    if edge.oracle:
        element.set("kempe:oracle", "true")
    if edge.exact:
        element.set("kempe:exact", "true")
    _block(element, edge.content)


def _data(parent: _Element, data: tuple[Data, ...]) -> None:
    if data:
        model = _sub(parent, "datamodel")
        for item in data:
            _given(_sub(model, "data", id=item.id), item.value)


def _given(element: _Element, value: Value | None) -> None:
    """Return a value as ``expr``, or a constant as text."""
    if isinstance(value, Fixed):
        try:
            element.text = json.dumps(value.value, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise InputError(f"a value cannot be written: {error}") from None
    elif value is not None:
        element.set("expr", _source(value))


def _source(value: Any) -> str:
    source = getattr(value, "source", None)
    if isinstance(value, Truthy):
        raise InputError(
            f"{source!r} is true as JavaScript has it: it has to be written as a comparison"
        )
    if isinstance(value, Fixed):
        return json.dumps(value.value)
    if not isinstance(source, str) or not hasattr(value, "evaluate"):
        name = getattr(value, "__qualname__", repr(value))
        raise InputError(f"{source or name} is a Python function: SCXML has no text for it")
    return source


def _payload(element: _Element, params: tuple[tuple[str, Value], ...], content: Value | None) -> None:
    if content is not None:
        _given(_sub(element, "content"), content)
    for name, value in params:
        _sub(element, "param", name=name, expr=_source(value))


def _either(element: _Element, name: str, computed: str, value: Any) -> None:
    """Return an attribute given literally or by an expression."""
    if isinstance(value, str | int):
        element.set(name, str(value))
    elif value is not None:
        element.set(computed, _source(value))


def _block(parent: _Element, block: Block) -> None:
    for action in block:
        match action:
            case Raise(event):
                _sub(parent, "raise", event=event)
            case Assign(location, value):
                _given(_sub(parent, "assign", location=".".join(location)), value)
            case Log(label, value):
                expr = None if value is None else _source(value)
                _sub(parent, "log", label=label or None, expr=expr)
            case Cancel(id):
                _either(_sub(parent, "cancel"), "sendid", "sendidexpr", id)
            case Foreach(array, item, index, content):
                loop = _sub(parent, "foreach", array=_source(array), item=item, index=index)
                _block(loop, content)
            case If(branches, otherwise):
                _if(parent, branches, otherwise)
            case Send():
                _send(parent, action)
            case Call(name):
                raise InputError(f"{name} is a Python function: SCXML has no text for it")


def _if(parent: _Element, branches: tuple[tuple[Value, Block], ...], otherwise: Block) -> None:
    (condition, content), *others = branches
    element = _sub(parent, "if", cond=_source(condition))
    _block(element, content)
    for condition, content in others:
        _sub(element, "elseif", cond=_source(condition))
        _block(element, content)
    if otherwise:
        _sub(element, "else")
        _block(element, otherwise)


def _send(parent: _Element, send: Send) -> None:
    element = _sub(parent, "send", id=send.id, idlocation=send.idlocation)
    _either(element, "event", "eventexpr", send.event)
    _either(element, "target", "targetexpr", send.target)
    if send.delay != 0:
        _either(element, "delay", "delayexpr", send.delay)
    _either(element, "type", "typeexpr", send.type)
    _payload(element, send.params, send.content)
