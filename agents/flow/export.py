"""
A flow for other eyes: Mermaid, DOT, and JSON for Cytoscape and ReactFlow.

All of them are made from one :class:`Picture`: nodes with a type, a label, a place, a group and a color,
edges with the text of their guards, subgraphs as groups. Coordinates, groups and colors that the author
put under ``ui`` are kept; what is not given is laid out (``layout``), the same way every time. A flow
need not be free of errors to be looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .compiled import TOP, entry_of, graphs_of
from .ir import EXIT, AnyNode, Edge, Flow, Graph
from .layout import GAP_X, HEIGHT, WIDTH, layout

#: Fill colors by type, apart also for the color-blind; shapes tell the same.
COLORS = {
    "question": "#dbeafe",
    "decision": "#fef3c7",
    "action": "#ede9fe",
    "subgraph": "#e5e7eb",
    "terminal": "#dcfce7",
    "exit": "#f3f4f6",
}

PADDING = 36


@dataclass(frozen=True)
class Box:
    """A node in the picture; ``x`` and ``y`` are its upper left corner."""

    id: str
    node: str
    type: str
    label: str
    detail: str
    group: str
    x: float
    y: float
    color: str


@dataclass(frozen=True)
class Arrow:
    """An edge in the picture, between ids of boxes; ``bends`` are points on its way."""

    id: str
    source: str
    target: str
    label: str
    bends: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Group:
    """A frame around boxes: a subgraph."""

    id: str
    label: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Picture:
    """Everything an export needs to know; ids are unique over all graphs."""

    id: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    groups: tuple[Group, ...]


def picture(flow: Flow) -> Picture:
    """Lay a flow out: the main graph, and its subgraphs to the right of it, one after the other."""
    boxes: list[Box] = []
    arrows: list[Arrow] = []
    groups: list[Group] = []
    left = 0.0
    for name, graph, _ in graphs_of(flow):
        own, edges = _graph(name, graph, left)
        boxes += own
        arrows += edges
        if name == TOP:
            left = max([left, *_xs(own, edges)]) + 2 * GAP_X + PADDING
        elif own:
            x, right = min(_xs(own, edges)) - PADDING, max(_xs(own, edges)) + PADDING
            y = min(b.y for b in own) - PADDING
            bottom = max(b.y for b in own) + HEIGHT + PADDING
            groups.append(Group(_id(name, None), graph.label or name, x, y, right - x, bottom - y))
            left = max(left, right + GAP_X + PADDING)
    present = {box.id for box in boxes}
    return Picture(
        flow.id,
        tuple(boxes),
        tuple(arrow for arrow in arrows if {arrow.source, arrow.target} <= present),
        tuple(groups),
    )


def _graph(name: str, graph: Graph, left: float) -> tuple[list[Box], list[Arrow]]:
    ids = [node.id for node in graph.nodes]
    nodes = {node.id: node for node in graph.nodes}
    exits = any(edge.target == EXIT for edge in graph.edges)
    links: dict[str, list[str]] = {}
    for edge in graph.edges:
        links.setdefault(edge.source, []).append(edge.target)
    entry = entry_of(graph)
    places, bends = layout(list(dict.fromkeys(ids)) + [EXIT] * exits, links, entry)
    boxes = [_box(name, node, places[node.id], left) for node in nodes.values()]
    if exits:
        x, y = places[EXIT]
        boxes.append(Box(_id(name, EXIT), EXIT, "exit", "exit", "", name, left + x, y, COLORS["exit"]))
    # Bends go around boxes where we put them; around those of the author we know nothing.
    moved = any(_given(node) for node in nodes.values())
    arrows = [
        Arrow(
            f"{name}#{index}",
            _id(name, edge.source),
            _id(name, edge.target),
            _label(edge),
            tuple(
                (left + x, y) for x, y in ([] if moved else bends.get((edge.source, edge.target), []))
            ),
        )
        for index, edge in enumerate(graph.edges)
    ]
    return boxes, arrows


def _box(graph: str, node: AnyNode, at: tuple[float, float], left: float) -> Box:
    ui = node.ui
    x, y = (float(ui["x"]), float(ui["y"])) if _given(node) else (left + at[0], at[1])  # type: ignore[arg-type]
    color = ui.get("color")
    group = ui.get("group")
    return Box(
        _id(graph, node.id),
        node.id,
        node.type,
        node.label or node.id,
        _detail(node),
        group if isinstance(group, str) else graph,
        x,
        y,
        color if isinstance(color, str) and _COLOR.fullmatch(color) else COLORS[node.type],
    )


def _given(node: AnyNode) -> bool:
    """Whether the author placed a node."""
    return all(_is_number(node.ui.get(axis)) for axis in ("x", "y"))


#: Colors that are safe to write into any format: ``#rgb``, ``#rrggbb`` or a name.
_COLOR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,24}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e7


def _detail(node: AnyNode) -> str:
    match node.type:
        case "action":
            return node.action or ""
        case "subgraph":
            return node.ref or ""
        case "terminal":
            return node.reason or node.outcome
    return node.prompt or ""


def _label(edge: Edge) -> str:
    cause = "" if edge.on == "next" else f"on {edge.on}"
    guard = edge.label or edge.guard or ""
    return ": ".join(part for part in (cause, guard) if part)


def _id(graph: str, node: str | None) -> str:
    """Unique over all graphs; the nodes of the main graph keep their ids."""
    if node is None:
        return f"{graph}:"
    return node if graph == TOP else f"{graph}:{node}"


def _xs(boxes: list[Box], arrows: list[Arrow]) -> list[float]:
    """How far to the left and right a graph reaches."""
    ends = [x for box in boxes for x in (box.x, box.x + WIDTH)]
    return ends + [x for arrow in arrows for x, _ in arrow.bends]


# ---------------------------------------------------------------------------------------------- formats


def mermaid(flow: Flow) -> str:
    """A Mermaid flowchart."""
    shown = picture(flow)
    names = {box.id: f"n{index}" for index, box in enumerate(shown.boxes)}
    shapes = {
        "question": ("[/", "/]"),
        "decision": ("{", "}"),
        "action": ("[[", "]]"),
        "subgraph": ("[", "]"),
        "terminal": ("([", "])"),
        "exit": ("((", "))"),
    }
    lines = ["flowchart TD"]
    for group in [None, *shown.groups]:
        indent = "    "
        if group is not None:
            lines.append(f"    subgraph {_mermaid_group(shown, group)}[{_mermaid_text(group.label)}]")
            indent += "    "
        for box in shown.boxes:
            if _owner(shown, box) == (group.id if group else None):
                begin, end = shapes[box.type]
                text = _mermaid_text(box.label)
                lines.append(f"{indent}{names[box.id]}{begin}{text}{end}")
        if group is not None:
            lines.append("    end")
    for arrow in shown.arrows:
        label = f"|{_mermaid_text(arrow.label)}|" if arrow.label else ""
        lines.append(f"    {names[arrow.source]} -->{label} {names[arrow.target]}")
    for box in shown.boxes:
        lines.append(f"    style {names[box.id]} fill:{box.color}")
    return "\n".join(lines) + "\n"


def _mermaid_group(shown: Picture, group: Group) -> str:
    return f"g{shown.groups.index(group)}"


def _owner(shown: Picture, box: Box) -> str | None:
    """The frame that a box stands in: that of its graph."""
    graph = box.id[: -len(box.node) - 1] if box.id != box.node else None
    return None if graph is None else f"{graph}:"


def _mermaid_text(text: str) -> str:
    """Quoted, with everything that Mermaid could take for syntax as character codes."""
    safe = "".join(c if c.isalnum() or c in " .,_-=!<&'/+*?:" else f"#{ord(c)};" for c in text)
    for mark, code in (("&", "#38;"), ("<", "#60;")):
        safe = safe.replace(mark, code)
    return f'"{safe}"'


def dot(flow: Flow) -> str:
    """A Graphviz graph, with our places as hints."""
    shown = picture(flow)
    shapes = {
        "question": "box",
        "decision": "diamond",
        "action": "component",
        "subgraph": "folder",
        "terminal": "oval",
        "exit": "circle",
    }
    lines = [
        f"digraph {_dot_text(shown.id)} {{",
        "  rankdir=TB;",
        '  node [style=filled, fontname="sans"];',
    ]
    for group in [None, *shown.groups]:
        indent = "  "
        if group is not None:
            lines.append(f"  subgraph {_dot_text('cluster_' + group.id)} {{")
            lines.append(f"    label={_dot_text(group.label)};")
            indent += "  "
        for box in shown.boxes:
            if _owner(shown, box) == (group.id if group else None):
                look = f'shape={shapes[box.type]}, fillcolor="{box.color}", pos="{box.x:g},{-box.y:g}"'
                lines.append(f"{indent}{_dot_text(box.id)} [label={_dot_text(box.label)}, {look}];")
        if group is not None:
            lines.append("  }")
    for arrow in shown.arrows:
        label = f" [label={_dot_text(arrow.label)}]" if arrow.label else ""
        lines.append(f"  {_dot_text(arrow.source)} -> {_dot_text(arrow.target)}{label};")
    return "\n".join([*lines, "}"]) + "\n"


def _dot_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def cytoscape(flow: Flow) -> str:
    """Elements for Cytoscape.js, subgraphs as compound nodes."""
    shown = picture(flow)
    nodes: list[dict[str, Any]] = [
        {"data": {"id": group.id, "label": group.label, "type": "group"}} for group in shown.groups
    ]
    for box in shown.boxes:
        data: dict[str, Any] = {
            "id": box.id,
            "node": box.node,
            "label": box.label,
            "detail": box.detail,
            "type": box.type,
            "group": box.group,
            "color": box.color,
        }
        owner = _owner(shown, box)
        if owner is not None:
            data["parent"] = owner
        centre = {"x": box.x + WIDTH / 2, "y": box.y + HEIGHT / 2}
        nodes.append({"data": data, "position": centre})
    edges = [
        {"data": {"id": a.id, "source": a.source, "target": a.target, "label": a.label}}
        for a in shown.arrows
    ]
    return _json({"id": shown.id, "elements": {"nodes": nodes, "edges": edges}})


def reactflow(flow: Flow) -> str:
    """Nodes and edges for ReactFlow, subgraphs as parents that come before their children."""
    shown = picture(flow)
    frames = {group.id: group for group in shown.groups}
    nodes: list[dict[str, Any]] = [
        {
            "id": group.id,
            "type": "group",
            "position": {"x": group.x, "y": group.y},
            "data": {"label": group.label},
            "style": {"width": group.width, "height": group.height},
        }
        for group in shown.groups
    ]
    for box in shown.boxes:
        owner = _owner(shown, box)
        frame = frames.get(owner) if owner is not None else None
        x, y = (box.x - frame.x, box.y - frame.y) if frame else (box.x, box.y)
        node: dict[str, Any] = {
            "id": box.id,
            "type": "default",
            "position": {"x": x, "y": y},
            "data": {
                "label": box.label,
                "type": box.type,
                "detail": box.detail,
                "node": box.node,
                "group": box.group,
            },
            "style": {"width": WIDTH, "height": HEIGHT, "background": box.color},
        }
        if frame is not None:
            node |= {"parentId": frame.id, "extent": "parent"}
        nodes.append(node)
    edges = [
        {"id": a.id, "source": a.source, "target": a.target, "label": a.label} for a in shown.arrows
    ]
    return _json({"id": shown.id, "nodes": nodes, "edges": edges})


def _json(data: Any) -> str:
    return json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def formats() -> dict[str, Callable[[Flow], str]]:
    """All formats by name."""
    from .viewer import html

    return {
        "mermaid": mermaid,
        "dot": dot,
        "cytoscape": cytoscape,
        "reactflow": reactflow,
        "html": html,
    }
