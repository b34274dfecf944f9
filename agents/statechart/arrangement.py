"""
Arrangement of a chart on a plane: boxes of nested states, and the lines of transitions.

The states within one state are laid out in layers (:mod:`agents.layers`), from the inside out. The text
of a transition is an item of a layer like a state, so that no text covers another. A transition between
different depths is divided at the borders that it crosses: on each it has a port, to which the layers
within lead, so that no line runs through a state that it has nothing to do with.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from ..layers import Item, depths, untangle, with_bends, without_cycles
from .chart import Chart
from .definition import Arc
from .export import label_of, state_lines

Point = tuple[float, float]

LINE, PADDING = 15.0, 10.0
_GAP_X, _GAP_Y, _LANE, _DOT = 22.0, 26.0, 14.0, 12.0
#: Characters of a line of a label; lines of a label; rounds of the alignment of layers.
_COLUMNS, _LINES, _ROUNDS = 30, 5, 12
#: Width of bold letters compared with others.
_BOLD = 1.15
_NARROW, _WIDE = frozenset("iljtfr.,:;'|!()[]/ "), frozenset("mwMW@%")


class Text(NamedTuple):
    """Lines of a text with the middle of the first, and the whole text if lines were cut."""

    lines: tuple[str, ...]
    at: Point
    whole: str


class Box(NamedTuple):
    """State: upper left corner, size, the lines of its header, and its depth."""

    id: str
    at: Point
    size: Point
    lines: tuple[str, ...]
    depth: int


class Line(NamedTuple):
    """Line with an arrow at its end, its text, and its numbers of transitions; a default has none."""

    points: tuple[Point, ...]
    text: Text | None
    arcs: tuple[int, ...]


class Arrangement(NamedTuple):
    """Boxes, outer ones first; lines; and dots from which defaults start."""

    size: Point
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    dots: tuple[Point, ...]


def width_of(text: str) -> float:
    """Return the width of a text in 12 px of a sans-serif font, rather too large."""
    return sum(
        4.6 if c in _NARROW else 10.4 if c in _WIDE else 8.4 if c.isupper() else 7.2 for c in text
    )


@dataclass
class _Edge:
    """Transitions between the same states, or a default; ``source`` of a default is the outer state."""

    source: str
    target: str
    arcs: list[Arc] = field(default_factory=list)
    default: bool = False
    lines: tuple[str, ...] = ()
    scope: str = ""
    back: bool = False


@dataclass
class _Level:
    """Layers within one state; coordinates relative to their upper left corner."""

    size: Point
    at: dict[str, Point]
    bends: dict[tuple[str, str], list[Point]]


def arrange(chart: Chart) -> Arrangement:
    """Return the arrangement of a chart."""
    return _Arranger(chart).run()


class _Arranger:
    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.edges = self._edges()
        self.levels: dict[str, _Level] = {}
        self.headers = {id: state_lines(chart, id) if id else () for id in chart.states}
        self.sizes: dict[str, Point] = {}
        self.origin: dict[str, Point] = {}
        self.corner: dict[str, Point] = {}

    def run(self) -> Arrangement:
        for edge in self.edges:
            edge.scope = self._scope(edge)
            edge.lines = _wrapped(label_of(arc) for arc in edge.arcs)
        for id in self.chart.states:
            self._orient(id)
        for id in reversed(self.chart.states):
            self._arrange(id)
        self._settle()
        states = [id for id in self.chart.states if id]
        depth = {id: len(self.chart.ancestors(id)) for id in states}
        boxes = [Box(id, self.corner[id], self.sizes[id], self.headers[id], depth[id]) for id in states]
        lines, dots = self._lines()
        return Arrangement(self.sizes[""], tuple(boxes), tuple(lines), tuple(dots))

    # ------------------------------------------------------------------------------------ the graph

    def _edges(self) -> list[_Edge]:
        chart = self.chart
        found: dict[tuple[str, str], _Edge] = {}
        for arc in chart.arcs:
            for target in arc.edge.targets:
                if target != arc.source:
                    edge = found.setdefault((arc.source, target), _Edge(arc.source, target))
                    edge.arcs.append(arc)
        defaults = []
        for id, state in chart.states.items():
            targets = state.initial if state.kind == "history" else ()
            if chart.is_compound(id):
                targets = chart.default(id)
            defaults += [_Edge(id, target, default=True) for target in targets]
        return [*defaults, *found.values()]

    def _scope(self, edge: _Edge) -> str:
        """Return the innermost state whose layers have both ends."""
        chart = self.chart
        if chart.within(edge.target, edge.source):
            return edge.source
        if chart.within(edge.source, edge.target):
            return edge.target
        return next(up for up in chart.ancestors(edge.source) if chart.within(edge.target, up))

    def _child(self, id: str, scope: str) -> str:
        """Return the child of a state that is or has another one."""
        line = (id, *self.chart.ancestors(id))
        return line[line.index(scope) - 1]

    def _ends(self, number: int) -> tuple[str, str]:
        """Return the items of an edge in the layers of its scope."""
        edge = self.edges[number]
        scope = edge.scope
        if edge.default and scope == edge.source:
            return f"start\0{number}", self._child(edge.target, scope)
        source = f"port\0{number}" if edge.source == scope else self._child(edge.source, scope)
        target = f"port\0{number}" if edge.target == scope else self._child(edge.target, scope)
        return source, target

    def _orient(self, scope: str) -> None:
        """Decide which edges between the states within one state lead upwards."""
        within = [child.id for child in self.chart.states[scope].states]
        links: dict[str, list[str]] = {id: [] for id in within}
        own = [n for n, edge in enumerate(self.edges) if edge.scope == scope]
        for number in own:
            source, target = self._ends(number)
            if source in links and target in links:
                links[source].append(target)
        entry = None
        if self.chart.is_compound(scope):
            entry = self._child(self.chart.default(scope)[0], scope)
        acyclic = without_cycles(within, links, entry)
        for number in own:
            source, target = self._ends(number)
            if source in links and target in links:
                self.edges[number].back = target not in acyclic[source]

    def _hops(self, number: int) -> list[tuple[str, str, str]]:
        """Return the parts of an edge from its source on: the state around, and its items there."""
        edge, port = self.edges[number], f"port\0{number}"
        first, last = self._ends(number)
        hops = [(edge.scope, first, last)]
        at = edge.source
        inner = []
        while "\0" not in first and at != first:
            up = self.chart.parent[at]
            inner.append((up, at, port))
            at = up
        hops = [*inner, *hops]
        at = edge.target
        outer = []
        while "\0" not in last and at != last:
            up = self.chart.parent[at]
            outer.append((up, port, at))
            at = up
        return [*hops, *reversed(outer)]

    # -------------------------------------------------------------------------------------- layers

    def _arrange(self, scope: str) -> None:
        """Lay out what is within one state; what is within the states there is laid out already."""
        chart = self.chart
        header = self.headers[scope]
        title = max((width_of(line) for line in header), default=0.0)
        title = max(title, width_of(scope) * _BOLD) + 2 * PADDING
        head = LINE * len(header) + 2 * PADDING if scope else PADDING
        if not chart.states[scope].states:
            if chart.states[scope].kind == "history":
                self.sizes[scope] = (26.0, 26.0)
            else:
                self.sizes[scope] = (max(title, 60.0), max(head, 34.0))
            return
        level = self._level(scope)
        width = max(level.size[0] + 2 * PADDING, title)
        self.levels[scope] = level
        self.sizes[scope] = (width, head + level.size[1] + PADDING)
        self.origin[scope] = ((width - level.size[0]) / 2, head)

    def _level(self, scope: str) -> _Level:
        sizes = {child.id: self.sizes[child.id] for child in self.chart.states[scope].states}
        names = list(sizes)
        links: dict[str, list[str]] = {}
        tops: list[str] = []
        bottoms: list[str] = []
        for number, edge in enumerate(self.edges):
            for around, source, target in self._hops(number):
                if around != scope:
                    continue
                up, down = (target, source) if edge.back else (source, target)
                if up.startswith("port"):
                    tops.append(up)
                if down.startswith("port"):
                    bottoms.append(down)
                if up.startswith("start"):
                    names.append(up)
                    sizes[up] = (_DOT, _DOT)
                if edge.lines and edge.scope == scope:
                    label = f"label\0{number}"
                    sizes[label] = (max(map(width_of, edge.lines)) + 6, LINE * len(edge.lines) + 2)
                    names.append(label)
                    links.setdefault(up, []).append(label)
                    links.setdefault(label, []).append(down)
                else:
                    links.setdefault(up, []).append(down)
        depth = _layered(names, tops, bottoms, links)
        layers: list[list[Item]] = [[] for _ in range(max(depth.values()) + 1)]
        for name in depth:
            layers[depth[name]].append(name)
        whole = {name: list(dict.fromkeys(links.get(name, ()))) for name in depth}
        below = with_bends(whole, depth, layers)
        untangle(layers, below)
        return _placed(layers, below, sizes)

    # --------------------------------------------------------------------------------------- lines

    def _settle(self) -> None:
        """Set the corners of all states, from the outside in."""
        self.corner[""] = (0.0, 0.0)
        for id in self.chart.states:
            if id:
                around = self.chart.parent[id]
                self.corner[id] = self._absolute(around, self.levels[around].at[id])

    def _absolute(self, scope: str, at: Point) -> Point:
        (x, y), (dx, dy) = self.corner[scope], self.origin[scope]
        return x + dx + at[0], y + dy + at[1]

    def _lines(self) -> tuple[list[Line], list[Point]]:
        middles: list[tuple[list[Point], Text | None]] = []
        dots = []
        for number, edge in enumerate(self.edges):
            points: list[Point] = []
            text = None
            for scope, source, target in self._hops(number):
                level = self.levels[scope]
                label = f"label\0{number}"
                if source.startswith("port"):
                    points.append(self._port(scope, level.at[source], edge, leaving=False))
                stops = (
                    [source, label, target] if edge.scope == scope and edge.lines else [source, target]
                )
                for one, other in pairwise(stops):
                    if edge.back:
                        points += [
                            self._absolute(scope, p) for p in reversed(level.bends.get((other, one), []))
                        ]
                    else:
                        points += [self._absolute(scope, p) for p in level.bends.get((one, other), [])]
                    if other == label:
                        x, y = self._absolute(scope, level.at[label])
                        height = LINE * len(edge.lines) + 2
                        ends = [(x, y), (x, y + height)]
                        points += ends[::-1] if edge.back else ends
                        whole = "\n".join(map(label_of, edge.arcs))
                        text = Text(edge.lines, (x, y + LINE / 2 + 1), whole)
                    elif other.startswith("port"):
                        points.append(self._port(scope, level.at[other], edge, leaving=True))
                if source.startswith("start"):
                    x, y = self._absolute(scope, level.at[source])
                    dots.append((x, y + _DOT / 2))
                    points.insert(0, (x, y + _DOT))
            middles.append((points, text))
        return self._attached(middles), dots

    def _port(self, scope: str, at: Point, edge: _Edge, *, leaving: bool) -> Point:
        """Return the point on the border of a state at which a line crosses it or ends."""
        x, _ = self._absolute(scope, at)
        top = self.corner[scope][1]
        upper = leaving == edge.back
        return (x, top if upper else top + self.sizes[scope][1])

    def _attached(self, middles: Sequence[tuple[list[Point], Text | None]]) -> list[Line]:
        """Return the lines with their ends, distributed over the borders of the states."""
        wanted: dict[tuple[str, bool], list[tuple[float, int, bool]]] = {}
        found: dict[tuple[int, bool], Point] = {}
        for number, (points, _) in enumerate(middles):
            edge = self.edges[number]
            ends = self._ends(number)
            for at_end, id, item in ((False, edge.source, ends[0]), (True, edge.target, ends[1])):
                if "\0" in item:
                    continue  # a dot, or a port on the inside of the border
                lower = at_end == edge.back
                near = points[-1 if at_end else 0] if points else self._center(ends[0 if at_end else 1])
                wanted.setdefault((id, lower), []).append((near[0], number, at_end))
        for (id, lower), several in wanted.items():
            (x, y), (width, height) = self.corner[id], self.sizes[id]
            places = _spread([one[0] for one in sorted(several)], x + 8, x + width - 8)
            for place, (_, number, at_end) in zip(places, sorted(several), strict=True):
                found[number, at_end] = (place, y + height if lower else y)
        lines = []
        for number, (points, text) in enumerate(middles):
            edge = self.edges[number]
            begin = [found[number, False]] if (number, False) in found else []
            end = [found[number, True]] if (number, True) in found else []
            arcs = tuple(arc.number for arc in edge.arcs)
            lines.append(Line((*begin, *points, *end), text, arcs))
        return lines

    def _center(self, id: str) -> Point:
        (x, y), (width, height) = self.corner[id], self.sizes[id]
        return x + width / 2, y + height / 2


def _layered(
    names: Sequence[str], tops: Sequence[str], bottoms: Sequence[str], links: Mapping[str, list[str]]
) -> dict[str, int]:
    """Return the layer of each item: ports at the edges, the others as far up as they can."""
    inner = set(names)
    between = {name: [t for t in links.get(name, ()) if t in inner] for name in names}
    first = 1 if tops else 0
    depth = {name: level + first for name, level in depths(names, between).items()}
    # A start, or a text with nothing above but the border, is next to what it leads to.
    for name in reversed(list(names)):
        if "\0" in name and not any(name in targets for targets in between.values()):
            depth[name] = max(depth[name], min((depth[t] for t in between[name]), default=1) - 1)
    last = max(depth.values(), default=0) + 1
    return depth | dict.fromkeys(tops, 0) | dict.fromkeys(bottoms, last)


def _placed(
    layers: Sequence[Sequence[Item]], below: Mapping[Item, list[Item]], sizes: Mapping[str, Point]
) -> _Level:
    """Return coordinates: of states their corner, of other items the middle of their upper side."""
    width = {item: sizes[item][0] if item in sizes else _LANE for layer in layers for item in layer}  # type: ignore[index]
    beside: dict[Item, list[Item]] = {}
    for item, items in below.items():
        for other in items:
            beside.setdefault(item, []).append(other)
            beside.setdefault(other, []).append(item)
    middle: dict[Item, float] = {}
    for layer in layers:
        x = 0.0
        for item in layer:
            middle[item] = x + width[item] / 2
            x += width[item] + _GAP_X
    for sweep in range(_ROUNDS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wanted = [
                sum(middle[o] for o in beside[i]) / len(beside[i]) if i in beside else middle[i]
                for i in layer
            ]
            middle.update(zip(layer, _apart(wanted, [width[item] for item in layer]), strict=True))
    for layer in layers:  # what has no neighbors closes up
        for before, item in pairwise(layer):
            if item not in beside:
                middle[item] = middle[before] + (width[before] + width[item]) / 2 + _GAP_X
        for item, after in pairwise(layer):
            if item not in beside and after in beside and item == layer[0]:
                middle[item] = middle[after] - (width[after] + width[item]) / 2 - _GAP_X
    left = min(middle[item] - width[item] / 2 for item in middle)
    right = max(middle[item] + width[item] / 2 for item in middle)
    level = _Level((0.0, 0.0), {}, {})
    y = 0.0
    for layer in layers:
        height = max((sizes[item][1] for item in layer if item in sizes), default=0.0)  # type: ignore[index]
        for item in layer:
            x = middle[item] - left
            if isinstance(item, tuple):
                level.bends.setdefault(item[:2], []).extend([(x, y), (x, y + height)])
            elif "\0" in item:
                level.at[item] = (x, y + (height - sizes.get(item, (0, height))[1]) / 2)
            else:
                level.at[item] = (x - width[item] / 2, y)
        y += height + _GAP_Y
    return _Level((right - left, y - _GAP_Y), level.at, level.bends)


def _apart(wanted: Sequence[float], widths: Sequence[float]) -> list[float]:
    """
    Return the positions closest to the wanted ones, in order and without overlap.

    They minimize the sum of squares: isotonic regression by pooling of neighbors.
    """
    offsets, total = [], 0.0
    for index, width in enumerate(widths):
        total += (widths[index - 1] + width) / 2 + _GAP_X if index else 0.0
        offsets.append(total)
    pools: list[tuple[float, int]] = []
    for place, offset in zip(wanted, offsets, strict=True):
        mean, count = place - offset, 1
        while pools and pools[-1][0] > mean:
            before, size = pools.pop()
            mean, count = (mean * count + before * size) / (count + size), count + size
        pools.append((mean, count))
    means = [mean for mean, count in pools for _ in range(count)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


def _spread(wanted: Sequence[float], low: float, high: float) -> list[float]:
    """Return increasing positions within a border near the wanted ones."""
    gap = min(12.0, (high - low) / max(1, len(wanted) - 1)) if len(wanted) > 1 else 0.0
    found: list[float] = []
    for index, place in enumerate(wanted):
        least = found[-1] + gap if found else low
        most = high - gap * (len(wanted) - 1 - index)
        found.append(min(max(place, least), most))
    return found


def _wrapped(labels: Iterable[str]) -> tuple[str, ...]:
    lines: list[str] = []
    for label in labels:
        own = textwrap.wrap(label, _COLUMNS, break_long_words=True) or ([label] if label else [])
        if len(own) > _LINES:
            own = [*own[: _LINES - 1], own[_LINES - 1][: _COLUMNS - 1] + "…"]
        lines += own
    return tuple(lines)
