"""
Sets of vertices that are adjacent to all other vertices: their chromatic numbers add up.

These sets are the connected components of the complement. A universal vertex is such a set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._kernels.reductions.complement import complement_components
from ..cliques.clique import clique
from ..graphs.graph import Graph
from .step import Part, part_of

#: Work limit for the lower bound of a part, which does not follow from that of the graph.
CLIQUE_TICKS = 1 << 18


@dataclass(frozen=True, eq=False)
class Join:
    """
    Universal vertices, and the other components of the complement.

    Attributes
    ----------
    universal
        Vertices that each get a separate color, after the colors of the parts.
    """

    graph: Graph
    parts: tuple[Part, ...]
    lower_bound: int
    universal: NDArray[np.int32]
    name: str = "join"

    def total(self, numbers: Sequence[int]) -> int:
        """See :class:`~solver.reductions.step.Step`."""
        return max(self.lower_bound, sum(numbers) + len(self.universal))

    def lift(self, colorings: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
        """See :class:`~solver.reductions.step.Step`."""
        colors = np.empty(self.graph.n, np.int32)
        offset = 0
        for part, coloring in zip(self.parts, colorings, strict=True):
            colors[part.vertices] = coloring + offset
            offset += int(coloring.max(initial=-1)) + 1
        colors[self.universal] = np.arange(offset, offset + len(self.universal))
        return colors


def join(graph: Graph, lower_bound: int) -> Join | None:
    """Split a graph whose complement is disconnected; linear time, and a clique for each part."""
    n = graph.n
    unvisited = np.argsort(-graph.degrees, kind="stable").astype(np.int32)
    label, queue = np.empty((2, n), np.int32)
    marks = np.full(n, -1, np.int32)
    count = complement_components(graph.indptr, graph.indices, unvisited, queue, marks, label)
    if count < 2:
        return None
    sizes = np.bincount(label, minlength=count)
    universal = np.flatnonzero(sizes[label] == 1).astype(np.int32)
    local = np.full(n, -1, np.int32)
    by_label = np.argsort(label, kind="stable").astype(np.int32)
    groups = [g for g in np.split(by_label, np.cumsum(sizes)[:-1]) if len(g) > 1]
    parts = [part_of(graph, vertices, 0, local) for vertices in groups]
    if len(parts) == 1:
        floors = [max(1, lower_bound - len(universal))]
    else:
        floors = [len(clique(part.graph, max_ticks=CLIQUE_TICKS)) for part in parts]
    bounded = (Part(part.graph, part.vertices, floor) for part, floor in zip(parts, floors, strict=True))
    return Join(graph, tuple(bounded), lower_bound, universal)
