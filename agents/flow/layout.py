"""
Layout of the nodes of a graph without coordinates: layers from top to bottom (:mod:`agents.layers`).

Ties are in document order, so that the same flow has the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..layers import Item, Links, depths, untangle, with_bends, without_cycles

WIDTH, HEIGHT = 180, 56
GAP_X, GAP_Y = 44, 84

#: Width of a bend in its layer.
BEND_WIDTH = 40

Point = tuple[float, float]


class Layout(NamedTuple):
    """
    Drawing of a graph.

    Attributes
    ----------
    at
        Upper left corners of the nodes.
    bends
        Points of an edge, by (source, target).
    """

    at: dict[str, Point]
    bends: dict[tuple[str, str], list[Point]]


def layout(nodes: Sequence[str], links: Links, entry: str | None) -> Layout:
    """
    Return the layout of a graph; the smallest coordinates are 0.

    Parameters
    ----------
    nodes
        Ids, in the order of the document.
    links
        Targets by source; unknown targets are ignored.
    entry
        Entry, at the top.
    """
    acyclic = without_cycles(nodes, links, entry)
    depth = depths(nodes, acyclic)
    layers: list[list[Item]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for node in nodes:
        layers[depth[node]].append(node)
    below = with_bends(acyclic, depth, layers)
    untangle(layers, below)
    return _placed(layers)


def _placed(layers: Sequence[Sequence[Item]]) -> Layout:
    widths = [sum(_width(item) + GAP_X for item in layer) - GAP_X for layer in layers]
    found = Layout({}, {})
    for level, layer in enumerate(layers):
        x = (max(widths) - widths[level]) / 2
        y = float(level * (HEIGHT + GAP_Y))
        for item in layer:
            if isinstance(item, str):
                found.at[item] = (x, y)
            else:
                middle = (x + BEND_WIDTH / 2, y + HEIGHT / 2)
                found.bends.setdefault(item[:2], []).append(middle)
            x += _width(item) + GAP_X
    return found


def _width(item: Item) -> int:
    return WIDTH if isinstance(item, str) else BEND_WIDTH
