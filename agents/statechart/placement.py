"""Coordinates of the items in the layers within one state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..layers import Item, depths

Point = tuple[float, float]

_GAP_X, _GAP_Y, _LANE = 22.0, 26.0, 14.0
#: Rounds of the alignment of layers.
_ROUNDS = 12


@dataclass
class Level:
    """
    Layers within one state; coordinates relative to their upper left corner.

    Attributes
    ----------
    size
        Width and height.
    at
        Upper left corner of each state, and the middle of the upper side of each other item.
    span
        Upper and lower end of the layer of each item: within it, a line that is not vertical could run
        through a higher item beside it.
    bends
        Points of each edge on the layers between its ends.
    """

    size: Point
    at: dict[str, Point]
    span: dict[str, tuple[float, float]]
    bends: dict[tuple[str, str], list[Point]]


def layered(
    names: Sequence[str], tops: Sequence[str], bottoms: Sequence[str], links: Mapping[str, list[str]]
) -> dict[str, int]:
    """Return the layer of each item: ports at the edges, the others as far up as they can."""
    inner = set(names)
    between = {name: [t for t in links.get(name, ()) if t in inner] for name in names}
    first = 1 if tops else 0
    depth = {name: level + first for name, level in depths(names, between).items()}
    # A start, or a text with nothing above but the border, is next to what it leads to.
    reached = {target for targets in between.values() for target in targets}
    for name in reversed(list(names)):
        if "\0" in name and name not in reached:
            depth[name] = max(depth[name], min((depth[t] for t in between[name]), default=1) - 1)
    last = max(depth.values(), default=0) + 1
    return depth | dict.fromkeys(tops, 0) | dict.fromkeys(bottoms, last)


def placed(
    layers: Sequence[Sequence[Item]], below: Mapping[Item, list[Item]], sizes: Mapping[str, Point]
) -> Level:
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
    level = Level((0.0, 0.0), {}, {}, {})
    y = 0.0
    for layer in layers:
        height = max((sizes[item][1] for item in layer if item in sizes), default=0.0)  # type: ignore[index]
        for item in layer:
            x = middle[item] - left
            if isinstance(item, tuple):
                level.bends.setdefault(item[:2], []).extend([(x, y), (x, y + height)])
                continue
            level.span[item] = y, y + height
            if "\0" in item:
                level.at[item] = (x, y + (height - sizes.get(item, (0, height))[1]) / 2)
            else:
                level.at[item] = (x - width[item] / 2, y)
        y += height + _GAP_Y
    level.size = right - left, y - _GAP_Y
    return level


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


def spread(wanted: Sequence[float], low: float, high: float) -> list[float]:
    """Return increasing positions within a border near the wanted ones."""
    gap = min(12.0, (high - low) / max(1, len(wanted) - 1)) if len(wanted) > 1 else 0.0
    found: list[float] = []
    for index, place in enumerate(wanted):
        least = found[-1] + gap if found else low
        most = high - gap * (len(wanted) - 1 - index)
        found.append(min(max(place, least), most))
    return found
