"""Export of a flow to Mermaid, DOT, and JSON for Cytoscape and ReactFlow, made from its picture."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .ir import Flow
from .layout import HEIGHT, WIDTH
from .picture import Box, Group, Picture, picture
from .viewer import html


def mermaid(flow: Flow) -> str:
    """Return a Mermaid flowchart."""
    shown = picture(flow)
    names = {box.id: f"n{index}" for index, box in enumerate(shown.boxes)}
    shapes = {
        "question": ("[/", "/]"),
        "message": (">", "]"),
        "decision": ("{", "}"),
        "assign": ("[", "]"),
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
    """Return the frame of a box: that of its graph."""
    graph = box.id[: -len(box.node) - 1] if box.id != box.node else None
    return None if graph is None else f"{graph}:"


def _mermaid_text(text: str) -> str:
    """Return quoted text, with syntax characters of Mermaid as character codes."""
    safe = "".join(c if c.isalnum() or c in " .,_-=!<&'/+*?:" else f"#{ord(c)};" for c in text)
    for mark, code in (("&", "#38;"), ("<", "#60;")):
        safe = safe.replace(mark, code)
    return f'"{safe}"'


def dot(flow: Flow) -> str:
    """Return a Graphviz graph, with the coordinates as hints."""
    shown = picture(flow)
    shapes = {
        "question": "box",
        "message": "note",
        "decision": "diamond",
        "assign": "box",
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
    """Return elements for Cytoscape.js, with subgraphs as compound nodes."""
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
    """Return nodes and edges for ReactFlow, with subgraphs as parents before their children."""
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
    """Return all formats by name."""
    return {
        "mermaid": mermaid,
        "dot": dot,
        "cytoscape": cytoscape,
        "reactflow": reactflow,
        "html": html,
    }
