"""Drawings of charts in SVG, with states within states and the text ``event [guard] / action``."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple
from xml.sax.saxutils import escape

from .arrangement import LINE, PADDING, Arrangement, Box, Line, arrange
from .chart import Chart

_MARGIN = 12.0
#: Rules of the drawing, limited to it, since a page that includes it has texts and lines of its own.
_RULES = (
    "text{{font:12px Verdana,'DejaVu Sans',sans-serif;fill:{ink}}}",
    ".name{{font-weight:bold}}",
    ".label{{text-anchor:middle;font-size:11px}}",
    # A line behind a text does not cross its letters.
    ".over{{paint-order:stroke;stroke:{paper};stroke-width:4px;stroke-linejoin:round}}",
    ".paper{{fill:{paper}}}",
    ".level0{{fill:{levels[0]}}}",
    ".level1{{fill:{levels[1]}}}",
    ".level2{{fill:{levels[2]}}}",
    ".level3{{fill:{levels[3]}}}",
    ".chosen{{fill:{active}}}",
    ".box{{stroke:{border}}}",
    ".active{{stroke:{active_border};stroke-width:2}}",
    ".region{{stroke-dasharray:6 4}}",
    ".inner{{fill:none}}",
    ".dot{{fill:{border}}}",
    ".line{{fill:none;stroke:{line};stroke-width:1.2}}",
    ".default{{stroke-dasharray:2 3}}",
    ".head{{fill:{line}}}",
)


class _Shades(NamedTuple):
    """Colors of a drawing; those of states by depth, so that one is distinct from the one around it."""

    paper: str
    ink: str
    levels: tuple[str, str, str, str]
    border: str
    line: str
    active: str
    active_border: str


_LIGHT = _Shades(
    paper="#ffffff",
    ink="#111827",
    levels=("#f8fafc", "#eef2ff", "#f0fdf4", "#fefce8"),
    border="#334155",
    line="#475569",
    active="#fde68a",
    active_border="#b45309",
)
_DARK = _Shades(
    paper="#1d1d1d",
    ink="#f1f5f9",
    levels=("#23272e", "#262a40", "#1f2f27", "#322d1c"),
    border="#94a3b8",
    line="#a8b4c4",
    active="#7c4a03",
    active_border="#fbbf24",
)


def to_svg(
    chart: Chart,
    active: Collection[str] = (),
    *,
    arrangement: Arrangement | None = None,
    dark: bool = False,
) -> str:
    """
    Return a drawing in SVG.

    Parameters
    ----------
    chart
        Chart to draw.
    active
        States to highlight.
    arrangement
        Arrangement of the chart, if it is known; one serves for all active states.
    dark
        Whether the drawing is dark for viewers who prefer that, as pages are.
    """
    drawing = arrange(chart) if arrangement is None else arrangement
    width, height = (round(size + 2 * _MARGIN) for size in drawing.size)
    style = _style(_LIGHT)
    if dark:
        style += f"@media (prefers-color-scheme:dark){{{_style(_DARK)}}}"
    highlighted = frozenset(active)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="statechart" width="{width}" height="{height}" '
        f'viewBox="{-_MARGIN:g} {-_MARGIN:g} {width} {height}" role="img">',
        f"<title>{_clean(chart.name)}</title><style>{style}</style>",
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
        f'<rect class="paper" x="{-_MARGIN:g}" y="{-_MARGIN:g}" width="{width}" height="{height}"/>',
        *(_box(chart, box, highlighted) for box in drawing.boxes),
        *_lines(drawing),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _style(shades: _Shades) -> str:
    return "".join(f".statechart {rule.format(**shades._asdict())}" for rule in _RULES)


def _box(chart: Chart, box: Box, active: Collection[str]) -> str:
    (x, y), (width, height) = box.at, box.size
    state = chart.states[box.id]
    around = " active" if box.id in active else ""
    fill = "chosen" if around and not state.states else f"level{box.depth % len(_LIGHT.levels)}"
    paint = f'class="box {fill}{around}"'
    told = f"<g><title>{_clean(box.id)}</title>"
    if state.kind == "history":
        text = "H*" if state.deep else "H"
        middle = f'x="{x + width / 2:.1f}" y="{y + height / 2 + 4:.1f}"'
        circle = (
            f'<circle {paint} cx="{x + width / 2:.1f}" cy="{y + height / 2:.1f}" r="{width / 2:.1f}"/>'
        )
        return f'{told}{circle}<text class="label" {middle}>{text}</text></g>'
    region = " region" if chart.is_parallel(chart.parent[box.id]) else ""
    told += _rect(x, y, width, height, 8, f"box {fill}{around}{region}")
    if state.kind == "final":
        told += _rect(x + 3, y + 3, width - 6, height - 6, 6, f"box inner{around}")
    first = y + PADDING + LINE - 4
    if not state.states and len(box.lines) == 1:
        first = y + height / 2 + 4
    for number, line in enumerate(box.lines):
        name = ' class="name"' if number == 0 else ""
        told += (
            f'<text{name} x="{x + PADDING:.1f}" y="{first + LINE * number:.1f}">{_clean(line)}</text>'
        )
    return f"{told}</g>"


def _rect(x: float, y: float, width: float, height: float, radius: int, kinds: str) -> str:
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{kinds}" x="{x:.1f}" y="{y:.1f}" {size} rx="{radius}"/>'


def _lines(drawing: Arrangement) -> list[str]:
    found = [f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="6"/>' for x, y in drawing.dots]
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
            found.append(f'<text class="label over">{title}{words}</text>')
    return found


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
