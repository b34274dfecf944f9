"""
The picture of a flow: nodes with a type, a label, a position, a group and a color; edges with guards.

Coordinates, groups and colors given under ``ui`` are kept; the rest is laid out (``layout``), always in
the same way. The flow may have errors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .compiled import TOP, entry_of, graphs_of
from .ir import EXIT, AnyNode, Edge, Flow, Graph
from .layout import GAP_X, HEIGHT, WIDTH, layout

#: Fill colors by type, distinguishable by color-blind people; shapes differ too.
COLORS = {
    "question": "#dbeafe",
    "decision": "#fef3c7",
    "message": "#e0f2fe",
    "assign": "#fae8ff",
    "action": "#ede9fe",
    "subgraph": "#e5e7eb",
    "terminal": "#dcfce7",
    "exit": "#f3f4f6",
}

PADDING = 36


@dataclass(frozen=True)
class Box:
    """Node in the picture; ``x`` and ``y`` are its upper left corner."""

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
    """Edge in the picture, between ids of boxes; ``bends`` are points on it."""

    id: str
    source: str
    target: str
    label: str
    bends: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Group:
    """Frame around boxes: a subgraph."""

    id: str
    label: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Picture:
    """Picture of a flow; ids are unique over all graphs."""

    id: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    groups: tuple[Group, ...]


def picture(flow: Flow) -> Picture:
    """Return the picture of a flow: the main graph, and its subgraphs to the right of it."""
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
    """Return whether a node has coordinates."""
    return all(_is_number(node.ui.get(axis)) for axis in ("x", "y"))


#: Colors that are safe to write into any format: ``#rgb``, ``#rrggbb`` or a name.
_COLOR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,24}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e7


def _detail(node: AnyNode) -> str:
    match node.type:
        case "action":
            return node.action or ""
        case "assign":
            return "; ".join(f"{key} = {value}" for key, value in node.values.items())
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
    """Return an id that is unique over all graphs; nodes of the main graph keep their ids."""
    if node is None:
        return f"{graph}:"
    return node if graph == TOP else f"{graph}:{node}"


def _xs(boxes: list[Box], arrows: list[Arrow]) -> list[float]:
    """Return the left and right coordinates of a graph."""
    ends = [x for box in boxes for x in (box.x, box.x + WIDTH)]
    return ends + [x for arrow in arrows for x, _ in arrow.bends]


# ---------------------------------------------------------------------------------------------- formats
