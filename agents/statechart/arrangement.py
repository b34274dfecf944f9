"""
Arrangement of a chart on a plane: boxes of nested states, and the lines of transitions.

The states within one state are laid out in layers (:mod:`agents.layers`), from the inside out. The text
of a transition is an item of a layer like a state, so that no text covers another. A transition between
different depths is divided at the borders that it crosses: on each it has a port, to which the layers
within lead, so that no line runs through a state that it has nothing to do with.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from ..layers import Item, untangle, with_bends, without_cycles
from .chart import Chart
from .definition import Arc
from .export import label_of, state_lines
from .placement import Level, Point, layered, placed, spread

LINE, PADDING = 15.0, 10.0
#: Size of the dot of a default, and the distance of two lines at a border.
_DOT, _LANE = 12.0, 12.0
#: Beginnings of the names of items that are no states; no id has the character after them.
_PORT, _START, _LABEL = "port\0", "start\0", "label\0"
#: Characters of a line of a label; lines of a label.
_COLUMNS, _LINES = 30, 5
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


def arrange(chart: Chart) -> Arrangement:
    """Return the arrangement of a chart."""
    return _Arranger(chart).run()


class _Arranger:
    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.edges = self._edges()
        self.hops: list[list[tuple[str, str, str]]] = []
        self.within: dict[str, list[tuple[int, str, str]]] = {id: [] for id in chart.states}
        self.levels: dict[str, Level] = {}
        self.headers = {id: state_lines(chart, id) if id else () for id in chart.states}
        self.sizes: dict[str, Point] = {}
        self.origin: dict[str, Point] = {}
        self.corner: dict[str, Point] = {}

    def run(self) -> Arrangement:
        for edge in self.edges:
            edge.scope = self._scope(edge)
            edge.lines = _wrapped(label_of(arc) for arc in edge.arcs)
        for number in range(len(self.edges)):
            self.hops.append(self._hops(number))
            for around, source, target in self.hops[number]:
                self.within[around].append((number, source, target))
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
            return f"{_START}{number}", self._child(edge.target, scope)
        source = f"{_PORT}{number}" if edge.source == scope else self._child(edge.source, scope)
        target = f"{_PORT}{number}" if edge.target == scope else self._child(edge.target, scope)
        return source, target

    def _orient(self, scope: str) -> None:
        """Decide which edges between the states within one state lead upwards."""
        within = [child.id for child in self.chart.states[scope].states]
        links: dict[str, list[str]] = {id: [] for id in within}
        own = [hop for hop in self.within[scope] if self.edges[hop[0]].scope == scope]
        for _, source, target in own:
            if source in links and target in links:
                links[source].append(target)
        entry = None
        if self.chart.is_compound(scope):
            entry = self._child(self.chart.default(scope)[0], scope)
        acyclic = without_cycles(within, links, entry)
        for number, source, target in own:
            if source in links and target in links:
                self.edges[number].back = target not in acyclic[source]

    def _hops(self, number: int) -> list[tuple[str, str, str]]:
        """Return the parts of an edge from its source on: the state around, and its items there."""
        edge, port = self.edges[number], f"{_PORT}{number}"
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
        left = (width - level.size[0]) / 2
        # Lines that come in at the upper border stay to the right of the header.
        ports = [item for item, at in level.at.items() if item.startswith(_PORT) and not at[1]]
        clear = title - PADDING + _LANE / 2 - left
        for item in sorted(ports, key=lambda item: level.at[item]):
            x, y = level.at[item]
            level.at[item] = (max(x, clear), y)
            clear = level.at[item][0] + _LANE
            width = max(width, left + clear + PADDING - _LANE / 2)
        self.levels[scope] = level
        self.sizes[scope] = (width, head + level.size[1] + PADDING)
        self.origin[scope] = (left, head)

    def _level(self, scope: str) -> Level:
        sizes = {child.id: self.sizes[child.id] for child in self.chart.states[scope].states}
        names = list(sizes)
        links: dict[str, list[str]] = {}
        tops: list[str] = []
        bottoms: list[str] = []
        for number, source, target in self.within[scope]:
            edge = self.edges[number]
            up, down = (target, source) if edge.back else (source, target)
            if up.startswith(_PORT):
                tops.append(up)
            if down.startswith(_PORT):
                bottoms.append(down)
            if up.startswith(_START):
                names.append(up)
                sizes[up] = (_DOT, _DOT)
            if edge.lines and edge.scope == scope:
                label = f"{_LABEL}{number}"
                sizes[label] = (max(map(width_of, edge.lines)) + 6, LINE * len(edge.lines) + 2)
                names.append(label)
                links.setdefault(up, []).append(label)
                links.setdefault(label, []).append(down)
            else:
                links.setdefault(up, []).append(down)
        depth = layered(names, tops, bottoms, links)
        layers: list[list[Item]] = [[] for _ in range(max(depth.values()) + 1)]
        for name in depth:
            layers[depth[name]].append(name)
        whole = {name: list(dict.fromkeys(links.get(name, ()))) for name in depth}
        below = with_bends(whole, depth, layers)
        untangle(layers, below)
        return placed(layers, below, sizes)

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

    def _span(self, scope: str, item: str) -> tuple[float, float]:
        """Return the upper and lower end of the layer of an item."""
        first, last = self.levels[scope].span[item]
        y = self.corner[scope][1] + self.origin[scope][1]
        return y + first, y + last

    def _lines(self) -> tuple[list[Line], list[Point]]:
        middles: list[tuple[list[Point], Text | None]] = []
        dots = []
        for number, edge in enumerate(self.edges):
            points: list[Point] = []
            text = None
            for scope, source, target in self.hops[number]:
                level = self.levels[scope]
                label = f"{_LABEL}{number}"
                if source.startswith(_PORT):
                    points += self._port(scope, level.at[source], edge, leaving=False)
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
                        first, last = self._span(scope, label)
                        stops_there = [
                            (x, first),
                            (x, y),
                            (x, y + LINE * len(edge.lines) + 2),
                            (x, last),
                        ]
                        points += stops_there[::-1] if edge.back else stops_there
                        whole = "\n".join(map(label_of, edge.arcs))
                        text = Text(edge.lines, (x, y + LINE / 2 + 1), whole)
                    elif other.startswith(_PORT):
                        points += self._port(scope, level.at[other], edge, leaving=True)
                if source.startswith(_START):
                    x, y = self._absolute(scope, level.at[source])
                    dots.append((x, y + _DOT / 2))
                    points[:0] = [(x, y + _DOT), (x, self._span(scope, source)[1])]
            middles.append((points, text))
        return self._attached(middles), dots

    def _port(self, scope: str, at: Point, edge: _Edge, *, leaving: bool) -> list[Point]:
        """Return the points of a line that crosses the border of a state, or ends there."""
        x, y = self._absolute(scope, at)
        top = self.corner[scope][1]
        if leaving != edge.back:
            return [(x, top + self.sizes[scope][1])]
        beside_header = [(x, y), (x, top)]
        return beside_header if leaving else beside_header[::-1]

    def _attached(self, middles: Sequence[tuple[list[Point], Text | None]]) -> list[Line]:
        """Return the lines with their ends, distributed over the borders of the states."""
        wanted: dict[tuple[str, bool], list[tuple[float, int, bool]]] = {}
        chart = self.chart
        found: dict[tuple[int, bool], list[Point]] = {}
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
            places = spread([one[0] for one in sorted(several)], x + 8, x + width - 8)
            for place, (_, number, at_end) in zip(places, sorted(several), strict=True):
                ends_there = [(place, y)]
                if lower:
                    ends_there = [(place, y + height), (place, self._span(chart.parent[id], id)[1])]
                found[number, at_end] = ends_there[::-1] if at_end else ends_there
        lines = []
        for number, (points, text) in enumerate(middles):
            edge = self.edges[number]
            whole = [*found.get((number, False), ()), *points, *found.get((number, True), ())]
            lines.append(Line(_without_repeats(whole), text, tuple(arc.number for arc in edge.arcs)))
        return lines

    def _center(self, id: str) -> Point:
        (x, y), (width, height) = self.corner[id], self.sizes[id]
        return x + width / 2, y + height / 2


def _without_repeats(points: Sequence[Point]) -> tuple[Point, ...]:
    return tuple(p for i, p in enumerate(points) if i == 0 or p != points[i - 1])


def _wrapped(labels: Iterable[str]) -> tuple[str, ...]:
    lines: list[str] = []
    for label in labels:
        own = textwrap.wrap(label, _COLUMNS, break_long_words=True) or ([label] if label else [])
        if len(own) > _LINES:
            own = [*own[: _LINES - 1], own[_LINES - 1][: _COLUMNS - 1] + "…"]
        lines += own
    return tuple(lines)
