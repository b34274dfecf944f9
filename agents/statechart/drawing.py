"""Drawings of charts in SVG, with states within states and the text ``event [guard] / action``."""

from __future__ import annotations

from collections.abc import Collection
from xml.sax.saxutils import escape

from .arrangement import LINE, PADDING, Arrangement, Box, Line, arrange
from .chart import Chart

_MARGIN = 12.0
_STYLE = (
    "text{font:12px Verdana,'DejaVu Sans',sans-serif;fill:#111827}"
    ".name{font-weight:bold}.region{stroke-dasharray:6 4}"
    ".line{fill:none;stroke:#475569;stroke-width:1.2}.default{stroke-dasharray:2 3}"
    ".label{text-anchor:middle;font-size:11px}"
)
#: Fill colors by depth, so that a state is distinct from the one around it.
_FILLS = ("#f8fafc", "#eef2ff", "#f0fdf4", "#fefce8")
_ACTIVE = "#fde68a"


def to_svg(chart: Chart, active: Collection[str] = ()) -> str:
    """
    Return a drawing in SVG.

    Parameters
    ----------
    chart
        Chart to draw.
    active
        States to highlight.
    """
    drawing = arrange(chart)
    width, height = (round(size + 2 * _MARGIN) for size in drawing.size)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{-_MARGIN:g} {-_MARGIN:g} {width} {height}" role="img">',
        f"<title>{_clean(chart.name)}</title><style>{_STYLE}</style>",
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#475569"/></marker></defs>',
        f'<rect x="{-_MARGIN:g}" y="{-_MARGIN:g}" width="{width}" height="{height}" fill="#fff"/>',
        *(_box(chart, box, active) for box in drawing.boxes),
        *_lines(drawing),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _box(chart: Chart, box: Box, active: Collection[str]) -> str:
    (x, y), (width, height) = box.at, box.size
    state = chart.states[box.id]
    fill = _ACTIVE if box.id in active and not state.states else _FILLS[box.depth % len(_FILLS)]
    border = "#b45309" if box.id in active else "#334155"
    paint = f'fill="{fill}" stroke="{border}"'
    told = f"<g><title>{_clean(box.id)}</title>"
    if state.kind == "history":
        text = "H*" if state.deep else "H"
        middle = f'x="{x + width / 2:.1f}" y="{y + height / 2 + 4:.1f}"'
        circle = (
            f'<circle cx="{x + width / 2:.1f}" cy="{y + height / 2:.1f}" r="{width / 2:.1f}" {paint}/>'
        )
        return f'{told}{circle}<text class="label" {middle}>{text}</text></g>'
    region = ' class="region"' if box.id and chart.is_parallel(chart.parent[box.id]) else ""
    told += _rect(x, y, width, height, 8, f"{region} {paint}")
    if state.kind == "final":
        told += _rect(x + 3, y + 3, width - 6, height - 6, 6, f'fill="none" stroke="{border}"')
    first = y + PADDING + LINE - 4
    if not state.states and len(box.lines) == 1:
        first = y + height / 2 + 4
    for number, line in enumerate(box.lines):
        name = ' class="name"' if number == 0 else ""
        told += (
            f'<text{name} x="{x + PADDING:.1f}" y="{first + LINE * number:.1f}">{_clean(line)}</text>'
        )
    return f"{told}</g>"


def _rect(x: float, y: float, width: float, height: float, radius: int, more: str) -> str:
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" {size} rx="{radius}" {more.strip()}/>'


def _lines(drawing: Arrangement) -> list[str]:
    found = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="#334155"/>' for x, y in drawing.dots]
    for line in drawing.lines:
        name = "line" if line.arcs else "line default"
        found.append(f'<path class="{name}" d="{_curve(line)}" marker-end="url(#arrow)"/>')
    for line in drawing.lines:  # above all lines
        if line.text is not None:
            x, y = line.text.at
            lines = line.text.lines
            words = "".join(
                f'<tspan x="{x:.1f}" y="{y + LINE * number + 4:.1f}">{_clean(part)}</tspan>'
                for number, part in enumerate(lines)
            )
            title = f"<title>{_clean(line.text.whole)}</title>"
            found.append(f'<text class="label" {_shade()}>{title}{words}</text>')
    return found


def _shade() -> str:
    """Return attributes that keep a line behind a text from crossing its letters."""
    return 'paint-order="stroke" stroke="#fff" stroke-width="4" stroke-linejoin="round"'


def _curve(line: Line) -> str:
    """Return a path that leaves and reaches each point vertically, with a gap for the text."""
    (x, y), *rest = line.points
    path = f"M{x:.1f} {y:.1f}"
    for to_x, to_y in rest:
        if line.text is not None and to_x == x == line.text.at[0] and _between(y, line.text.at[1], to_y):
            path += f"M{to_x:.1f} {to_y:.1f}"
        elif abs(to_x - x) < 1:
            path += f"L{to_x:.1f} {to_y:.1f}"
        else:
            half = (y + to_y) / 2
            path += f"C{x:.1f} {half:.1f} {to_x:.1f} {half:.1f} {to_x:.1f} {to_y:.1f}"
        x, y = to_x, to_y
    return path


def _between(one: float, value: float, other: float) -> bool:
    return min(one, other) < value < max(one, other)


def _clean(text: str) -> str:
    """Return a text for XML, without the characters that XML has not."""
    return escape("".join(c if c.isprintable() or c in "\n\t" else "�" for c in text))
