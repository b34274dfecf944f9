"""Drawings of charts in Mermaid and DOT."""

from __future__ import annotations

from ..errors import shortened
from .chart import Chart
from .content import Action, Assign, Call, Cancel, Fixed, Foreach, If, Log, Raise, Send, Value
from .definition import Arc, State


def to_mermaid(chart: Chart) -> str:
    """
    Return a Mermaid ``stateDiagram-v2``.

    Histories are states named ``H`` and ``H*``; final states have an arrow to the end symbol. A
    transition with several targets has one arrow to each.
    """
    names = {id: f"s{place}" for id, place in chart.order.items()}
    lines = ["stateDiagram-v2"]

    def draw(state: State, indent: str) -> None:
        for child in state.states:
            name = names[child.id]
            text = {"history": "H*" if child.deep else "H"}.get(child.kind, child.id)
            lines.append(f'{indent}state "{_quoted(text)}" as {name}')
            if child.states:
                lines.append(f"{indent}state {name} {{")
                if child.kind == "parallel":
                    draw_regions(child, indent + "  ")
                else:
                    draw(child, indent + "  ")
                lines.append(f"{indent}}}")
            if child.kind == "final":
                lines.append(f"{indent}{name} --> [*]")
        if state.kind == "state":
            for target in chart.default(state.id):
                lines.append(f"{indent}[*] --> {names[target]}")

    def draw_regions(state: State, indent: str) -> None:
        for i, child in enumerate(state.states):
            if i:
                lines.append(f"{indent}--")
            draw(State("", "parallel", (child,)), indent)

    draw(chart.root, "  ")
    for state in chart.states.values():
        if state.kind == "history":
            lines += [f"  {names[state.id]} --> {names[target]}" for target in state.initial]
    for arc in chart.arcs:
        for target in arc.edge.targets or (arc.source,):
            label = label_of(arc).replace(":", "#58;").replace(";", "#59;").replace("#58#59;", "#58;")
            lines.append(f"  {names[arc.source]} --> {names[target]}{' : ' + label if label else ''}")
    return "\n".join(lines) + "\n"


def to_dot(chart: Chart) -> str:
    """
    Return a DOT graph with a cluster for each compound state.

    A transition with several targets has one arrow to each; dashed lines bound the regions of a parallel
    state, a dotted arrow is a default.
    """
    lines = [
        f'digraph "{_quoted(chart.name)}" {{',
        "  compound=true; rankdir=LR; node [shape=box, style=rounded];",
    ]

    def draw(state: State, indent: str) -> None:
        if state.kind == "state" and state.states:
            lines.append(f"{indent}{_node('start of ' + state.id)} [shape=point];")
        for child in state.states:
            if child.states:
                style = "dashed" if state.kind == "parallel" else "rounded"
                lines.append(f"{indent}subgraph {_node('cluster_' + child.id)} {{")
                lines.append(f"{indent}  label={_node(child.id)}; style={style};")
                draw(child, indent + "  ")
                lines.append(f"{indent}}}")
                continue
            shape = {"final": "doublecircle", "history": "circle"}.get(child.kind, "box")
            text = {"history": "H*" if child.deep else "H"}.get(child.kind, child.id)
            lines.append(f"{indent}{_node(child.id)} [label={_node(text)}, shape={shape}];")

    def connect(source: str, target: str, *more: str) -> None:
        attributes = list(more)
        tail, head = _inside(chart, source), _inside(chart, target)
        if tail != source:
            attributes.append(f"ltail={_node('cluster_' + source)}")
        if head != target:
            attributes.append(f"lhead={_node('cluster_' + target)}")
        told = f" [{', '.join(attributes)}]" if attributes else ""
        lines.append(f"  {_node(tail)} -> {_node(head)}{told};")

    draw(chart.root, "  ")
    for state in chart.states.values():
        if state.kind == "history":
            for target in state.initial:
                connect(state.id, target, "style=dotted")
        elif state.kind == "state" and state.states:
            for target in chart.default(state.id):
                told = (
                    "" if _inside(chart, target) == target else f" [lhead={_node('cluster_' + target)}]"
                )
                begin, end = _node("start of " + state.id), _node(_inside(chart, target))
                lines.append(f"  {begin} -> {end}{told};")
    for arc in chart.arcs:
        for target in arc.edge.targets or (arc.source,):
            connect(arc.source, target, f"label={_node(label_of(arc))}")
    return "\n".join([*lines, "}"]) + "\n"


def _inside(chart: Chart, id: str) -> str:
    """Return a node for an arrow to a cluster, since DOT has no arrows to clusters."""
    while not chart.is_atomic(id) and chart.states[id].kind != "history":
        id = chart.children(id)[0].id
    return id


def label_of(arc: Arc) -> str:
    """Return the text of a transition: ``event [guard] / action``."""
    edge = arc.edge
    parts = [f"after {edge.after}"] if edge.after is not None else [", ".join(edge.events)]
    if edge.guard is not None:
        source = getattr(edge.guard, "source", None)
        parts.append(f"[{source or getattr(edge.guard, '__qualname__', 'guard')}]")
    if edge.oracle:
        parts.append("(oracle)")
    if edge.content:
        parts.append("/ " + ", ".join(map(action_text, edge.content)))
    return " ".join(part for part in parts if part)


def state_lines(chart: Chart, id: str) -> tuple[str, ...]:
    """Return the name of a state, its content, and its transitions that lead to no other state."""
    state = chart.states[id]
    lines = [id]
    for word, blocks in (("entry", state.entry), ("exit", state.exit)):
        texts = [action_text(action) for block in blocks for action in block]
        lines += [shortened_line(f"{word} / {', '.join(texts)}")] if texts else []
    lines += [shortened_line(f"do / {invoke.id or 'service'}") for invoke in state.invokes]
    for arc in chart.out[id]:
        if arc.edge.targets in ((), (id,)):
            again = "↺ " if arc.edge.targets else ""
            lines.append(shortened_line(again + label_of(arc)))
    return tuple(lines)


def shortened_line(text: str) -> str:
    """Return a text of at most 48 characters."""
    return text if len(text) <= 48 else text[:47] + "…"


def action_text(action: Action) -> str:
    """Return an action as a label: ``n = n + 1``, ``raise x``, ``send x``, ``log x``."""
    match action:
        case Assign(location, value):
            return f"{'.'.join(location)} = {_value_text(value)}"
        case Raise(event):
            return f"raise {event}"
        case Send(event=event):
            return f"send {event if isinstance(event, str) else _value_text(event)}"
        case Cancel(id):
            return f"cancel {id if isinstance(id, str) else _value_text(id)}"
        case Log(label, value):
            return f"log {label or ('' if value is None else _value_text(value))}".rstrip()
        case Call(name):
            return f"call {name}"
        case If(branches):
            return f"if {_value_text(branches[0][0])}: ..."
        case Foreach(array, item):
            return f"for {item} in {_value_text(array)}: ..."


def _value_text(value: Value) -> str:
    if isinstance(value, Fixed):
        return shortened(value.value)
    return str(getattr(value, "source", None) or getattr(value, "__qualname__", "function"))


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', "'")


def _node(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
