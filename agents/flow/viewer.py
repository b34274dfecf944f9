"""
A page that shows a flow: one file, an inline SVG, no network.

Dragging moves the picture and the wheel zooms; a click on a node marks its edges. Text of the document
is escaped, and the content security policy forbids loading and sending.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from html import escape
from itertools import islice, pairwise

from .ir import Flow
from .layout import GAP_Y, HEIGHT, WIDTH, Point
from .picture import Box, Picture, picture

_STYLE = """
:root { color-scheme: light; }
body { margin: 0; font: 13px system-ui, sans-serif; background: #fafafa; color: #111827; }
header { padding: 8px 12px; background: #fff; border-bottom: 1px solid #e5e7eb; }
header b { font-size: 15px; margin-right: 12px; }
header span { margin-right: 12px; white-space: nowrap; }
header i { display: inline-block; width: 11px; height: 11px; border: 1px solid #6b7280; }
header i { margin-right: 4px; }
svg { width: 100vw; height: calc(100vh - 40px); cursor: grab; display: block; }
text { font: 13px system-ui, sans-serif; fill: #111827; }
.detail { font-size: 10.5px; fill: #4b5563; }
.guard { font-size: 10.5px; fill: #1f2937; paint-order: stroke; stroke: #fafafa; stroke-width: 4px; }
.shape { stroke: #4b5563; stroke-width: 1.2; }
.frame { fill: none; stroke: #9ca3af; stroke-dasharray: 5 4; }
.arrow { fill: none; stroke: #6b7280; stroke-width: 1.3; }
.node { cursor: pointer; }
.picked .shape { stroke: #b91c1c; stroke-width: 2.5; }
.touched .arrow { stroke: #b91c1c; stroke-width: 2.2; }
.touched .guard { fill: #b91c1c; }
"""

_SCRIPT = """
const svg = document.querySelector("svg");
const box = svg.viewBox.baseVal;
let from = null;
svg.addEventListener("pointerdown", (e) => { from = [e.clientX, e.clientY, box.x, box.y]; });
addEventListener("pointerup", () => { from = null; });
addEventListener("pointermove", (e) => {
  if (!from) return;
  const scale = box.width / svg.clientWidth;
  box.x = from[2] - (e.clientX - from[0]) * scale;
  box.y = from[3] - (e.clientY - from[1]) * scale;
});
svg.addEventListener("wheel", (e) => {
  e.preventDefault();
  const factor = e.deltaY > 0 ? 1.1 : 1 / 1.1;
  const at = svg.getBoundingClientRect();
  box.x += box.width * (1 - factor) * (e.clientX - at.x) / at.width;
  box.y += box.height * (1 - factor) * (e.clientY - at.y) / at.height;
  box.width *= factor;
  box.height *= factor;
}, { passive: false });
for (const node of document.querySelectorAll(".node")) {
  node.addEventListener("click", () => {
    for (const old of document.querySelectorAll(".picked, .touched")) {
      old.classList.remove("picked", "touched");
    }
    node.classList.add("picked");
    for (const edge of document.querySelectorAll(".edge")) {
      if ([edge.dataset.source, edge.dataset.target].includes(node.dataset.id)) {
        edge.classList.add("touched");
      }
    }
  });
}
"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><b>{title}</b>{legend}</header>
{svg}
<script>{script}</script>
</body>
</html>
"""


def html(flow: Flow) -> str:
    """Return the page."""
    shown = picture(flow)
    kinds = {box.type: box.color for box in reversed(shown.boxes)}
    legend = "".join(
        f'<span><i style="background:{escape(color)}"></i>{kind}</span>'
        for kind, color in sorted(kinds.items())
    )
    return _PAGE.format(
        title=escape(flow.label or flow.id), style=_STYLE, legend=legend, svg=svg(shown), script=_SCRIPT
    )


def svg(shown: Picture, *, styled: bool = False) -> str:
    """Return the picture alone; ``styled`` includes the style sheet."""
    margin = 40.0
    xs = [x for box in shown.boxes for x in (box.x, box.x + WIDTH)]
    xs += [x for group in shown.groups for x in (group.x, group.x + group.width)]
    xs += [x for arrow in shown.arrows for x, _ in arrow.bends]
    ys = [y for box in shown.boxes for y in (box.y, box.y + HEIGHT)]
    ys += [y for group in shown.groups for y in (group.y, group.y + group.height)]
    left, right = min(xs, default=0.0) - margin, max(xs, default=0.0) + margin
    top, bottom = min(ys, default=0.0) - margin, max(ys, default=0.0) + margin
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {right - left:g}'
        f' {bottom - top:g}">',
        '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8"'
        ' orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#6b7280"/></marker></defs>',
    ]
    if styled:
        parts.append(f"<style>{_STYLE}</style>")
    for group in shown.groups:
        parts.append(
            f'<rect class="frame" x="{group.x:g}" y="{group.y:g}" width="{group.width:g}"'
            f' height="{group.height:g}" rx="8"/>'
            f'<text class="detail" x="{group.x + 8:g}" y="{group.y + 15:g}">{escape(group.label)}</text>'
        )
    boxes = {box.id: box for box in shown.boxes}
    pairs: Counter[tuple[str, str]] = Counter()
    rows: Counter[str] = Counter()
    labels = []
    taken = Grid()
    for box in shown.boxes:
        taken.add((box.x, box.y, box.x + WIDTH, box.y + HEIGHT))
    for arrow in shown.arrows:
        pair = (arrow.source, arrow.target)
        path, points = _curve(boxes[arrow.source], boxes[arrow.target], arrow.bends, pairs[pair])
        data = f'data-source="{escape(arrow.source)}" data-target="{escape(arrow.target)}"'
        drawn = f'<path class="arrow" d="{path}" marker-end="url(#head)"/>'
        parts.append(f'<g class="edge" {data}>{drawn}</g>')
        if arrow.label:
            x, y, text = _label_place(arrow.label, points, rows[arrow.source], taken)
            labels.append(f'<g class="edge" {data}>{_label(arrow.label, text, x, y)}</g>')
        pairs[pair] += 1
        rows[arrow.source] += bool(arrow.label)
    parts += [_node(box) for box in shown.boxes]
    return "\n".join([*parts, *labels, "</svg>"])


def _curve(a: Box, b: Box, bends: tuple[Point, ...], parallel: int) -> tuple[str, list[Point]]:
    """
    Return a curve from border to border, and its points.

    Downwards it passes the bends, upwards to the next layer the gap, farther up the side. ``parallel``
    counts edges between the same nodes.
    """
    spread = 34.0 * parallel
    above, below = (8 if box.type == "decision" else 0 for box in (b, a))
    if b.y > a.y:
        start = (a.x + WIDTH / 2 + spread, a.y + HEIGHT + below)
        points = [start, *bends, (b.x + WIDTH / 2 + spread, b.y - above)]
    elif a.y - b.y == HEIGHT + GAP_Y:
        points = [(a.x + WIDTH - 24 - spread, a.y), (b.x + WIDTH / 2 + 24 + spread, b.y + HEIGHT)]
    else:
        x1, y1, x2, y2 = a.x + WIDTH, a.y + HEIGHT / 2, b.x + WIDTH, b.y + HEIGHT / 2 + 12
        out = max(x1, x2) + 46 + 22 * parallel + abs(y1 - y2) * 0.08
        middle = (out - 16, (y1 + y2) / 2)
        return f"M{x1:g} {y1:g}C{out:g} {y1:g} {out:g} {y2:g} {x2:g} {y2:g}", [middle, middle]
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for (x1, y1), (x2, y2) in pairwise(points):
        half = (y1 + y2) / 2
        path += f"C{x1:g} {half:g} {x2:g} {half:g} {x2:g} {y2:g}"
    return path, points


#: Font sizes of labels of nodes, and of details and guards.
_LARGE, _SMALL = 13.0, 10.5

#: Width of the label of an edge.
_LABEL = 230.0


def _label_place(label: str, points: list[Point], row: int, taken: Grid) -> tuple[float, float, str]:
    """
    Return the position of a label on its curve, and its text: the first place that is free.

    ``row`` counts the labels of one source, which begin at different heights.
    """
    best: tuple[float, float, float, str] | None = None
    for room in (_LABEL, _LABEL * 0.6):
        text = fitted(label, room, _SMALL)
        width = text_width(text, _SMALL)
        for x, y in _stations(points, row):
            rectangle = (x - width / 2 - 2, y - _SMALL, x + width / 2 + 2, y + 3)
            overlap = taken.overlap(rectangle)
            if best is None or overlap < best[0]:
                best = overlap, x, y, text
            if not overlap:
                taken.add(rectangle)
                return x, y, text
    if best is None:
        return points[0][0], points[0][1], fitted(label, _LABEL, _SMALL)
    _, x, y, text = best
    width = text_width(text, _SMALL)
    taken.add((x - width / 2 - 2, y - _SMALL, x + width / 2 + 2, y + 3))
    return x, y, text


def _stations(points: list[Point], row: int) -> Iterator[Point]:
    """Yield places for a label on the curve, and beside it."""
    first = min(0.8, 0.3 + 0.17 * row)
    shares = sorted((0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8), key=lambda at: abs(at - first))
    for aside in (0.0, -14.0, 14.0, -28.0, 28.0):
        for (x1, y1), (x2, y2) in islice(pairwise(points), 3):
            for at in shares:
                # The curve is a cubic whose inner points are on the middle line.
                x = x1 + (x2 - x1) * (3 * at**2 - 2 * at**3)
                yield x, y1 + (y2 - y1) * (1.5 * at - 1.5 * at**2 + at**3) + 4 + aside


class Grid:
    """Rectangles (left, top, right, bottom) in cells, so that neighbors are found fast."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[tuple[float, float, float, float]]] = {}

    def add(self, rectangle: tuple[float, float, float, float]) -> None:
        """Add a rectangle."""
        for cell in self._of(rectangle):
            self._cells.setdefault(cell, []).append(rectangle)

    def overlap(self, rectangle: tuple[float, float, float, float]) -> float:
        """Return the area that a rectangle has in common with others."""
        left, top, right, bottom = rectangle
        found = {other for cell in self._of(rectangle) for other in self._cells.get(cell, ())}
        return sum(
            max(0.0, min(right, r) - max(left, x)) * max(0.0, min(bottom, b) - max(top, y))
            for x, y, r, b in sorted(found)
        )

    @staticmethod
    def _of(rectangle: tuple[float, float, float, float]) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = rectangle
        for column in range(int(left // 200), int(right // 200) + 1):
            for row in range(int(top // 60), int(bottom // 60) + 1):
                yield column, row


def text_width(text: str, size: float) -> float:
    """Return an upper estimate of the width of a text in a sans-serif font, in pixels."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    thin = sum(c in " .,:;!|'`ijl()[]" for c in text)
    heavy = sum(c.isupper() or c in "mwMW@%&" for c in text)
    return size * (0.56 * len(text) + 0.5 * wide + 0.18 * heavy - 0.2 * thin)


def fitted(text: str, room: float, size: float) -> str:
    """Return a text cut to a width in pixels."""
    flat = " ".join(text.split())
    if text_width(flat, size) <= room:
        return flat
    low, high = 0, len(flat)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(flat[:middle] + "…", size) <= room:
            low = middle
        else:
            high = middle - 1
    return flat[:low] + "…"


def _label(label: str, text: str, x: float, y: float) -> str:
    place = f'text-anchor="middle" x="{x:g}" y="{y:g}"'
    return f'<text class="guard" {place}>{escape(text)}<title>{escape(label)}</title></text>'


def _node(box: Box) -> str:
    x, y, right, bottom = box.x, box.y, box.x + WIDTH, box.y + HEIGHT
    cx, cy = x + WIDTH / 2, y + HEIGHT / 2
    fill = f'class="shape" fill="{escape(box.color)}"'
    match box.type:
        case "decision":
            points = f"{cx:g},{y - 8:g} {right + 8:g},{cy:g} {cx:g},{bottom + 8:g} {x - 8:g},{cy:g}"
            shape = f'<polygon {fill} points="{points}"/>'
        case "terminal" | "exit":
            shape = f'<rect {fill} x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="28"/>'
        case "subgraph" | "action" | "assign":
            shape = (
                f'<rect {fill} x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}"/>'
                f'<path class="shape" d="M{x + 7:g} {y:g}V{bottom:g}M{right - 7:g} {y:g}V{bottom:g}"/>'
            )
        case _:
            shape = f'<rect {fill} x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
    room = WIDTH * 0.62 if box.type == "decision" else WIDTH - 28.0
    label = fitted(box.label, room, _LARGE)
    detail = fitted(box.detail, room, _SMALL) if box.type != "decision" else ""
    middle = f'text-anchor="middle" x="{cx:g}"'
    lines = f'<text {middle} y="{cy + (-3 if detail else 4):g}">{escape(label)}</text>'
    if detail:
        lines += f'<text class="detail" {middle} y="{cy + 14:g}">{escape(detail)}</text>'
    full = escape(f"{box.type} {box.node}: {box.detail or box.label}")
    return f'<g class="node" data-id="{escape(box.id)}">{shape}{lines}<title>{full}</title></g>'
