"""
Places of the nodes on a board.

A cluster is laid out by graph distance. It is then turned and mirrored such that no edge runs through a
node that it does not join, and few edges cross: an edge behind a node is an edge that nobody sees.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

import solver
from solver.command.layout import by_distance

from ..coloring.view import View

Point = tuple[float, float]
#: Radius of a node; a cluster has a radius of about 1.
RADIUS = 0.17
#: Distance from the outermost nodes to the frame of a cluster.
MARGIN = 0.32
#: Distance that an edge keeps from the middle of a node which it does not join.
CLEARANCE = RADIUS + 0.12
#: Distance that nodes keep from each other.
APART = 0.66
#: Sine of the angle from which on an edge runs through a note above or below its node.
STEEP = 0.75
#: Directions in which a cluster is tried, each also mirrored.
TURNS = 24
#: Nodes, and pairs of edges, up to which directions are compared; larger drawings stay as they are.
MOST_NODES, MOST_PAIRS = 80, 40_000
#: Nodes of a cluster up to which they are also moved one by one.
MOST_POLISHED = 12


def cluster_places(nodes: Sequence[str], edges: Iterable[Sequence[str]]) -> dict[str, Point]:
    """Place the nodes of one cluster around the origin, within a radius that grows with their number."""
    at = {node: i for i, node in enumerate(nodes)}
    pairs = [(at[u], at[v]) for u, v in edges if u in at and v in at]
    size = max(0.75, 0.36 * math.sqrt(len(nodes)))
    if len(nodes) < 3:
        return {node: ((2 * i - len(nodes) + 1) * 0.4, 0.0) for i, node in enumerate(nodes)}
    if len(nodes) <= 150 and pairs:
        points = by_distance(solver.Graph.from_edges(len(nodes), pairs))
    else:
        angles = 2 * np.pi * np.arange(len(nodes)) / len(nodes)
        points = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points = points - points.mean(axis=0)
    points *= size / max(float(np.linalg.norm(points, axis=1).max()), 1e-9)
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, points, strict=True)}


def team_places(
    clusters: Mapping[str, Sequence[str]], edges: Sequence[Sequence[str]]
) -> dict[str, Point]:
    """Place all clusters of a game on a circle."""
    inner = {owner: cluster_places(nodes, edges) for owner, nodes in clusters.items()}
    sizes = {o: max((math.hypot(*p) for p in at.values()), default=0) + 0.5 for o, at in inner.items()}
    count = len(clusters)
    around = sum(2.1 * size for size in sizes.values()) / (2 * math.pi)
    far = 0.0 if count == 1 else max(around, max(sizes.values()) * (1.05 if count == 2 else 1.2))
    middles = {}
    for i, owner in enumerate(clusters):
        angle = 2 * math.pi * i / count - (math.pi / 2 if count > 2 else 0)
        middles[owner] = far * math.cos(angle), far * math.sin(angle)

    def moved(owner: str, at: Mapping[str, Point]) -> dict[str, Point]:
        dx, dy = middles[owner]
        return {node: (x + dx, y + dy) for node, (x, y) in at.items()}

    places = {node: p for owner, at in inner.items() for node, p in moved(owner, at).items()}
    if _is_small(places, edges):
        for owner, at in inner.items():
            tried: Iterator[dict[str, Point]] = (
                {**places, **moved(owner, turned)} for turned in _turned(at)
            )
            places = min(tried, key=lambda each: _blemishes(each, edges, clusters))
    return places


def view_places(view: View) -> dict[str, Point]:
    """Place an own cluster in the middle, and the visible nodes of each neighbor at its nearest side."""
    return dict(_view_places(view.agent, view.own, view.edges, tuple(view.owners.items())))


@functools.lru_cache(maxsize=256)
def _view_places(
    agent: str,
    own: tuple[str, ...],
    edges: tuple[tuple[str, str], ...],
    owners: tuple[tuple[str, str], ...],
) -> dict[str, Point]:
    """Return the places of a view; a class that plays the same game needs them once."""
    view = View(agent=agent, own=own, domain=(), edges=edges, owners=dict(owners))
    inner = cluster_places(own, edges)
    places = _with_border(view, inner)
    if not _is_small(places, edges):
        return places
    groups = {agent: own, **{peer: view.border_of(peer) for peer in view.peers}}

    def badness(cluster: Mapping[str, Point]) -> float:
        return _blemishes(_with_border(view, cluster), edges, groups)

    best = min(_turned(inner), key=badness)
    return _with_border(view, _polished(best, badness) if len(own) <= MOST_POLISHED else best)


def _polished(
    places: dict[str, Point], badness: Callable[[Mapping[str, Point]], float]
) -> dict[str, Point]:
    """Move single nodes as long as the drawing gets better."""
    least = badness(places)
    for step in (0.6, 0.3, 0.3, 0.15):
        for node, i in itertools.product(places, range(8)):
            (x, y), angle = places[node], math.pi * i / 4
            tried = {**places, node: (x + step * math.cos(angle), y + step * math.sin(angle))}
            if (value := badness(tried)) < least:
                places, least = tried, value
    return places


def _with_border(view: View, own: Mapping[str, Point]) -> dict[str, Point]:
    """Place the visible nodes of each neighbor at the nearest side of the own cluster."""
    places = dict(own)
    far = max((max(map(abs, point)) for point in places.values()), default=0) + 0.85
    touched: dict[str, list[Point]] = {node: [] for node in view.owners}
    for near, other in view.crossing:
        touched[other].append(places[near])
    centers = {node: _center(points) for node, points in touched.items()}
    sides: dict[tuple[int, int], list[str]] = {}
    for peer in view.peers:
        x, y = _center([centers[node] for node in view.border_of(peer)])
        side = (int(math.copysign(1, x)), 0) if abs(x) >= abs(y) else (0, int(math.copysign(1, y)))
        sides.setdefault(side, []).append(peer)
    for (x, y), peers in sides.items():
        along = 1 if x else 0
        # Nodes keep the order of the own nodes that they touch, neighbor by neighbor.
        rows = [
            sorted(view.border_of(peer), key=lambda node: (centers[node][along], node))
            for peer in sorted(
                peers, key=lambda p: _center([centers[n] for n in view.border_of(p)])[along]
            )
        ]
        length = sum(len(row) for row in rows) * 0.5 + (len(rows) - 1) * 0.55
        at = -(length - 0.5) / 2
        for row in rows:
            for node in row:
                places[node] = (x * far, at) if x else (at, y * far)
                at += 0.5
            at += 0.55
    return places


def _center(points: Sequence[Point]) -> Point:
    if not points:
        return 0.0, 0.0
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _turned(places: Mapping[str, Point]) -> Iterator[dict[str, Point]]:
    """Yield the places as they are, then turned around the origin, plain and mirrored."""
    for mirror in (1, -1):
        for i in range(TURNS):
            c, s = math.cos(2 * math.pi * i / TURNS), math.sin(2 * math.pi * i / TURNS)
            yield {n: (c * x - s * y * mirror, s * x + c * y * mirror) for n, (x, y) in places.items()}


def _is_small(places: Mapping[str, Point], edges: Sequence[Sequence[str]]) -> bool:
    return len(places) <= MOST_NODES and len(edges) ** 2 <= MOST_PAIRS


def _blemishes(
    places: Mapping[str, Point],
    edges: Sequence[Sequence[str]],
    groups: Mapping[str, Sequence[str]],
) -> float:
    """Return how bad a drawing is: crowded nodes, edges through nodes or names, crossings, size."""
    at = {node: i for i, node in enumerate(places)}
    points = np.array(list(places.values()))
    pairs = np.array([(at[u], at[v]) for u, v in edges if u in at and v in at]).reshape(-1, 2)
    starts, ends = points[pairs[:, 0]], points[pairs[:, 1]]
    near = _distances(points, starts, ends)
    near[pairs[:, 0], np.arange(len(pairs))] = np.inf
    near[pairs[:, 1], np.arange(len(pairs))] = np.inf
    through = np.clip(1 - near / CLEARANCE, 0, 1).sum() + (near < RADIUS).sum()
    names = np.array([p for p in map(name_place, groups, groups.values(), [places] * len(groups)) if p])
    named = 0
    if len(names):
        # The middle of a name stands for it: names are about as long as a node and its margin.
        named = (_distances(names[:, :2] + [0.25, -0.06], starts, ends) < 0.2).sum()
    apart = np.linalg.norm(points[:, None] - points, axis=2) + 10 * np.eye(len(points))
    crowded = np.clip(1 - apart / APART, 0, 1).sum()
    size = np.ptp(points, axis=0).sum() + 0.3 * np.linalg.norm(ends - starts, axis=1).sum()
    return float(20 * (through + crowded) + 2 * named + _crossings(pairs, starts, ends) + 0.2 * size)


def name_place(owner: str, nodes: Sequence[str], places: Mapping[str, Point]) -> Point | None:
    """Return where the name of a group begins; None if none of its nodes has a place."""
    points = [places[node] for node in nodes if node in places]
    if not points:
        return None
    return min(x for x, _ in points) - MARGIN + 0.06, min(y for _, y in points) - MARGIN - 0.08


def note_side(node: str, edges: Iterable[Sequence[str]], places: Mapping[str, Point]) -> int:
    """Return where the note of a node is: 1 below it; -1 above, if only there it is on no edge."""
    x, y = places[node]
    rises = []
    for u, v in edges:
        if node in (u, v) and u in places and v in places and u != v:
            to_x, to_y = places[v if u == node else u]
            rises.append((to_y - y) / max(math.hypot(to_x - x, to_y - y), 1e-9))
    return -1 if max(rises, default=0) > STEEP >= -min(rises, default=0) else 1


Array = NDArray[np.float64]


def _distances(points: Array, starts: Array, ends: Array) -> Array:
    """Return the distance of each point to each segment."""
    along = ends - starts
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    from_start = points[:, None] - starts
    share = np.clip((from_start * along).sum(axis=2) / length, 0, 1)
    distances: Array = np.linalg.norm(from_start - share[..., None] * along, axis=2)
    return distances


def _crossings(pairs: NDArray[np.int64], starts: Array, ends: Array) -> int:
    """Return the number of pairs of segments that cross, not counting those that share an end."""

    def side(a: Array, b: Array, c: Array) -> Array:
        return np.asarray((b - a)[..., 0] * (c - a)[..., 1] - (b - a)[..., 1] * (c - a)[..., 0])

    a, b, c, d = starts[:, None], ends[:, None], starts[None], ends[None]
    crosses = (side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)
    shared = (pairs[:, None, :, None] == pairs[None, :, None, :]).any(axis=(2, 3))
    return int((crosses & ~shared).sum()) // 2
