"""
Layers of a graph, after Sugiyama, Tagawa and Toda (1981, doi:10.1109/TSMC.1981.4308636).

Cycles are broken where a depth-first walk from the entry meets them, a node lies below its predecessors,
an edge over several layers gets a bend on each of them, and within the layers nodes and bends are sorted
by the mean position of their neighbors, in a few sweeps down and up. Ties are in the given order: the
same graph has the same layers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

#: Targets by source.
Links: TypeAlias = Mapping[str, Sequence[str]]

#: A node by its name, or a bend: an edge and a layer.
Item: TypeAlias = str | tuple[str, str, int]

#: Limit of bends; beyond it all edges are straight.
MAX_BENDS = 20_000

SWEEPS = 8


def without_cycles(nodes: Sequence[str], links: Links, entry: str | None) -> dict[str, list[str]]:
    """Return the links without the back edges of a depth-first search."""
    known = set(nodes)
    kept: dict[str, list[str]] = {node: [] for node in nodes}
    open_nodes: set[str] = set()
    seen: set[str] = set()
    for root in [entry, *nodes] if entry is not None and entry in known else nodes:
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


def depths(nodes: Sequence[str], acyclic: Links) -> dict[str, int]:
    """Return the layer of each node: the length of the longest path to it."""
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
    return depth


def with_bends(
    acyclic: Links, depth: Mapping[str, int], layers: list[list[Item]]
) -> dict[Item, list[Item]]:
    """Return the links between adjacent layers; add the bends of long edges to the layers."""
    below: dict[Item, list[Item]] = {}
    needed = sum(depth[t] - depth[s] - 1 for s, targets in acyclic.items() for t in targets)
    for source, targets in acyclic.items():
        for target in dict.fromkeys(targets):
            before: Item = source
            for level in range(depth[source] + 1, depth[target] if needed <= MAX_BENDS else 0):
                bend = (source, target, level)
                layers[level].append(bend)
                below.setdefault(before, []).append(bend)
                before = bend
            below.setdefault(before, []).append(target)
    return below


def untangle(layers: list[list[Item]], below: Mapping[Item, list[Item]]) -> None:
    """Sort each layer in place by the mean position of the neighbors above, then below."""
    above: dict[Item, list[Item]] = {}
    for source, targets in below.items():
        for target in targets:
            above.setdefault(target, []).append(source)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        place = _places(layers)
        neighbors = above if down else below
        for layer in layers if down else reversed(layers):
            keys = {item: _mean(place, neighbors.get(item, ()), place[item]) for item in layer}
            layer.sort(key=keys.__getitem__)
            place.update(_places([layer]))


def _places(layers: Iterable[Sequence[Item]]) -> dict[Item, float]:
    """Return positions from -1/2 to 1/2, comparable between layers of different lengths."""
    return {
        item: (index + 0.5) / len(layer) - 0.5 for layer in layers for index, item in enumerate(layer)
    }


def _mean(place: Mapping[Item, float], neighbors: Sequence[Item], default: float) -> float:
    found = [place[item] for item in neighbors]
    return sum(found) / len(found) if found else default
