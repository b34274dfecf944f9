"""
Where to draw the nodes of a graph whose author gave no coordinates.

Layers from top to bottom as in Sugiyama, Tagawa and Toda (1981, doi:10.1109/TSMC.1981.4308636): cycles
are broken where a depth-first walk from the entry meets them, a node stands below all that lead to it,
and within the layers nodes are sorted by the mean place of their neighbors, a few sweeps down and up.
Everything is decided by the order of the document: the same flow, the same picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

WIDTH, HEIGHT = 180, 56
GAP_X, GAP_Y = 40, 64

SWEEPS = 8

Links = Mapping[str, Sequence[str]]


def layout(nodes: Sequence[str], links: Links, entry: str | None) -> dict[str, tuple[float, float]]:
    """
    Coordinates of the upper left corners, the smallest of them 0.

    Parameters
    ----------
    nodes
        Ids, in the order of the document.
    links
        Targets by source; targets that are no nodes are ignored.
    entry
        Where to begin, on top.
    """
    acyclic = _without_cycles(nodes, links, entry)
    layers = _layers(nodes, acyclic)
    _untangle(layers, acyclic)
    widest = max((len(layer) for layer in layers), default=0)
    at: dict[str, tuple[float, float]] = {}
    for depth, layer in enumerate(layers):
        start = (widest - len(layer)) * (WIDTH + GAP_X) / 2
        for place, node in enumerate(layer):
            at[node] = (start + place * (WIDTH + GAP_X), depth * (HEIGHT + GAP_Y))
    return at


def _without_cycles(nodes: Sequence[str], links: Links, entry: str | None) -> dict[str, list[str]]:
    """The links without those that lead back to a node the walk is still in."""
    known = set(nodes)
    kept: dict[str, list[str]] = {node: [] for node in nodes}
    open_nodes: set[str] = set()
    seen: set[str] = set()
    for root in [entry, *nodes] if entry in known else nodes:
        assert root is not None
        if root in seen:
            continue
        work = [(root, iter(links.get(root, ())))]
        seen.add(root)
        open_nodes.add(root)
        while work:
            node, rest = work[-1]
            for target in rest:
                if target not in known or target in open_nodes:
                    continue
                kept[node].append(target)
                if target not in seen:
                    seen.add(target)
                    open_nodes.add(target)
                    work.append((target, iter(links.get(target, ()))))
                    break
            else:
                work.pop()
                open_nodes.discard(node)
    return kept


def _layers(nodes: Sequence[str], acyclic: Links) -> list[list[str]]:
    """Each node on the layer of the longest way to it."""
    indegree = dict.fromkeys(nodes, 0)
    for targets in acyclic.values():
        for target in targets:
            indegree[target] += 1
    depth = dict.fromkeys(nodes, 0)
    ready = [node for node in nodes if not indegree[node]]
    for node in ready:  # grows
        for target in acyclic[node]:
            depth[target] = max(depth[target], depth[node] + 1)
            indegree[target] -= 1
            if not indegree[target]:
                ready.append(target)
    layers: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for node in nodes:
        layers[depth[node]].append(node)
    return layers


def _untangle(layers: list[list[str]], acyclic: Links) -> None:
    """Sort each layer by the mean place of the neighbors above, then below; mutates the layers."""
    above: dict[str, list[str]] = {}
    for source, targets in acyclic.items():
        for target in targets:
            above.setdefault(target, []).append(source)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        place = _places(layers)
        for layer in layers if down else reversed(layers):
            neighbors: Mapping[str, Sequence[str]] = above if down else acyclic
            layer.sort(key=lambda node: _mean(place, neighbors.get(node, ()), place[node]))
            place.update(_places([layer]))


def _places(layers: Iterable[Sequence[str]]) -> dict[str, float]:
    """Places from -1/2 to 1/2, so that layers of different lengths compare."""
    return {
        node: (index + 0.5) / len(layer) - 0.5 for layer in layers for index, node in enumerate(layer)
    }


def _mean(place: Mapping[str, float], neighbors: Sequence[str], default: float) -> float:
    found = [place[node] for node in neighbors]
    return sum(found) / len(found) if found else default
