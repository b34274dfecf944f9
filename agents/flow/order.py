"""The order in which a forward analysis visits the nodes of a graph."""

from __future__ import annotations

from collections.abc import Iterator

from .compiled import CompiledGraph, Place


def forward(graph: CompiledGraph) -> list[str]:
    """Return the nodes, each before those after it unless a cycle leads back: reverse postorder."""
    found: list[str] = []
    seen: set[str] = set()
    for root in (graph.entry, *graph.places):
        if root in seen or root not in graph.places:
            continue
        seen.add(root)
        work = [(root, _targets(graph.places[root]))]
        while work:
            node, rest = work[-1]
            target = next((t for t in rest if t in graph.places and t not in seen), None)
            if target is None:
                found.append(node)
                work.pop()
            else:
                seen.add(target)
                work.append((target, _targets(graph.places[target])))
    return found[::-1]


def _targets(place: Place) -> Iterator[str]:
    for ways in place.ways.values():
        yield from (way.target for way in ways)
    if place.otherwise is not None:
        yield place.otherwise.target
