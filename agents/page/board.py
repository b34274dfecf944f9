"""
The board: clusters, nodes and edges as SVG elements that are clicked, focused and read aloud.

Nodes are elements of the page and not points of a chart, so that the keyboard and screen readers reach
them. Only what changed is sent to the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from .frame import element
from .palette import CONFLICT, fill, ink, letters
from .places import MARGIN, RADIUS, Point, name_place, note_side


def put(made: Any, **attributes: Any) -> None:
    """Change attributes of an element, and send it if any differs."""
    changed = False
    for name, value in attributes.items():
        key = name.rstrip("_").replace("_", "-")
        if key == "text":
            made.text = value  # sends itself if it differs
        elif made._props.get(key) != value:
            changed = True
            made._props[key] = value
    if changed:
        made.update()


class Board:
    """
    A drawing of nodes with colors.

    Parameters
    ----------
    places
        Coordinates of each node.
    edges
        Pairs of nodes.
    groups
        ``{owner: nodes}``, each drawn in a frame with its name.
    domain
        Colors, in order.
    clickable
        Nodes that can be chosen.
    on_choose
        Function called with a node that is clicked, or on which Enter is pressed.
    on_point
        Function called with a node that the pointer or the focus reaches.
    on_key
        Function called with a node and a key pressed on it.
    label
        Description of the drawing for screen readers.
    """

    def __init__(
        self,
        places: Mapping[str, Point],
        edges: Sequence[Sequence[str]],
        groups: Mapping[str, Sequence[str]],
        domain: Sequence[str],
        *,
        clickable: Collection[str] = (),
        on_choose: Callable[[str], Any] | None = None,
        on_point: Callable[[str], Any] | None = None,
        on_key: Callable[[str, str], Any] | None = None,
        label: str = "Board",
    ) -> None:
        self._places, self._domain, self._clickable = places, domain, clickable
        self._letters = letters(domain)
        self._choose, self._point, self._key = on_choose, on_point, on_key
        xs = [x for x, _ in places.values()] or [0.0]
        ys = [y for _, y in places.values()] or [0.0]
        left, top = min(xs) - 0.6, min(ys) - 0.75
        width, height = max(xs) - left + 0.6, max(ys) - top + 0.6
        board = element(
            "svg", viewBox=f"{left:.3f} {top:.3f} {width:.3f} {height:.3f}", role="group"
        ).classes("k-board")
        board._props["aria-label"] = label
        self._lines: dict[frozenset[str], tuple[Any, Any, Any]] = {}
        self._nodes: dict[str, dict[str, Any]] = {}
        with board:
            for nodes in groups.values():
                self._group([places[node] for node in nodes if node in places])
            for u, v in edges:
                if u in places and v in places:
                    self._line(u, v)
            for owner, nodes in groups.items():
                if (place := name_place(owner, nodes, places)) is not None:
                    x, y = place
                    element("text", owner, x=x, y=y, font_size=0.17).classes("k-name")
            for node in places:
                self._node(node, note_side(node, edges, places))

    def _group(self, points: Sequence[Point]) -> None:
        if not points:
            return
        x, y = min(p[0] for p in points) - MARGIN, min(p[1] for p in points) - MARGIN
        width = max(p[0] for p in points) + MARGIN - x
        height = max(p[1] for p in points) + MARGIN - y
        frame = {"x": x, "y": y, "width": width, "height": height, "rx": 0.2, "stroke_width": 0.012}
        shade = {"fill": "currentColor", "fill_opacity": 0.04, "stroke": "currentColor"}
        element("rect", **frame, **shade, stroke_opacity=0.3)

    def _line(self, u: str, v: str) -> None:
        (x1, y1), (x2, y2) = self._places[u], self._places[v]
        ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        plain = element("line", **ends, stroke="currentColor", stroke_opacity=0.5, stroke_width=0.022)
        red = {"stroke": CONFLICT, "visibility": "hidden"}
        clash = element("line", **ends, **red, stroke_width=0.085, stroke_dasharray="0.16 0.05")
        # A sign for those who cannot tell red from green.
        sign = element("g", visibility="hidden")
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        with sign:
            element("circle", cx=x, cy=y, r=0.095, fill="#ffffff", stroke=CONFLICT, stroke_width=0.03)
            middle = {"text_anchor": "middle", "font_weight": "bold", "font_size": 0.17}
            element("text", "!", x=x, y=y + 0.06, **middle, style=f"fill:{CONFLICT}")
        self._lines[frozenset((u, v))] = plain, clash, sign

    def _node(self, node: str, side: int) -> None:
        x, y = self._places[node]
        chosen = node in self._clickable
        group = element("g", role="button" if chosen else "img")
        if chosen:
            group._props["tabindex"] = 0
        parts: dict[str, Any] = {"group": group}
        with group:
            ring = {"fill": "none", "stroke": "currentColor", "stroke_width": 0.035}
            parts["ring"] = element("circle", cx=x, cy=y, r=RADIUS + 0.055, **ring, stroke_opacity=0)
            parts["ring"].classes("k-ring")
            shape = {"stroke": "currentColor", "stroke_width": 0.022}
            parts["circle"] = element("circle", cx=x, cy=y, r=RADIUS, **shape).classes("k-shape")
            size = 2 * RADIUS * 0.92
            square = {"x": x - size / 2, "y": y - size / 2, "width": size, "height": size}
            parts["square"] = element("rect", **square, **shape).classes("k-shape")
            bold = {"text_anchor": "middle", "font_weight": "bold", "font_size": 0.125}
            parts["name"] = element("text", node, x=x, y=y - 0.01, **bold)
            parts["letter"] = element("text", x=x, y=y + 0.115, **bold)
            low = {"text_anchor": "middle", "font_size": 0.1}
            note_y = y + RADIUS + 0.13 if side > 0 else y - RADIUS - 0.06
            parts["note"] = element("text", x=x, y=note_y, **low)
        if chosen and self._choose is not None:
            choose = self._choose
            group.on("click", lambda: choose(node))
        if self._point is not None:
            point = self._point
            group.on("mouseenter", lambda: point(node), throttle=0.1)
            group.on("focus", lambda: point(node))
        if chosen and self._key is not None:
            key = self._key
            group.on("keydown", lambda event: key(node, str(event.args.get("key", ""))), args=["key"])
        self._nodes[node] = parts

    def show(
        self,
        colors: Mapping[str, str],
        conflicts: Collection[frozenset[str]] = (),
        *,
        notes: Mapping[str, str] | None = None,
        square: Collection[str] = (),
        dashed: Collection[str] = (),
        selected: str | None = None,
    ) -> None:
        """
        Show colors.

        Parameters
        ----------
        colors
            ``{node: color}``; nodes without one are of unknown color.
        conflicts
            Pairs of nodes in conflict.
        notes
            Words below nodes.
        square
            Nodes drawn as squares: fixed ones.
        dashed
            Nodes drawn with a dashed outline: those of others.
        selected
            Node that is chosen.
        """
        clashing = {node for pair in conflicts for node in pair}
        for pair, (plain, clash, sign) in self._lines.items():
            shown = "visible" if pair in conflicts else "hidden"
            put(plain, visibility="hidden" if pair in conflicts else "visible")
            put(clash, visibility=shown)
            put(sign, visibility=shown)
        for node, parts in self._nodes.items():
            color = colors.get(node)
            shade = fill(color, self._domain)
            note = (notes or {}).get(node, "")
            is_square = node in square
            dash = "0.06 0.04" if node in dashed else "none"
            for name, visible in (("circle", not is_square), ("square", is_square)):
                put(parts[name], fill=shade, stroke_dasharray=dash)
                put(parts[name], visibility="visible" if visible else "hidden")
            put(parts["name"], style=f"fill:{ink(shade)}")
            letter = "?" if color is None else self._letters.get(color, color[:1].upper())
            put(parts["letter"], text=letter, style=f"fill:{ink(shade)}")
            put(parts["note"], text=note)
            put(parts["ring"], stroke_opacity=1 if node == selected else 0)
            words = [node, color or "color unknown", note, "in conflict" if node in clashing else ""]
            put(parts["group"], aria_label=", ".join(filter(None, words)))
            if node in self._clickable:
                put(parts["group"], aria_pressed="true" if node == selected else "false")
