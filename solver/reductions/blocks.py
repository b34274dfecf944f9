"""
Blocks and components, colored separately; then colors are exchanged so that shared vertices agree.

Blocks with no more vertices than there are colors need no search, so they are not parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._kernels.reductions.biconnected import BlockSearch, find_blocks
from ..graphs.graph import Graph
from .step import Part, part_of

#: Largest number of blocks to search; with more, the graph is not cut, since a part costs some 100 us.
MAX_PARTS = 256


@dataclass(frozen=True, eq=False)
class Blocks:
    """
    A graph cut at its cut vertices.

    Attributes
    ----------
    members
        Vertices of each block, the cut vertex to its parent last; a block comes after its children.
    part_of_block
        Part that is the block; -1 for a small block.
    """

    graph: Graph
    parts: tuple[Part, ...]
    lower_bound: int
    members: tuple[NDArray[np.int32], ...]
    part_of_block: NDArray[np.int32]
    name: str = "blocks"

    def total(self, numbers: Sequence[int]) -> int:
        """See :class:`~solver.reductions.step.Step`."""
        return max(self.lower_bound, *numbers) if numbers else self.lower_bound

    def lift(self, colorings: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
        """See :class:`~solver.reductions.step.Step`."""
        colors = np.full(self.graph.n, -1, np.int32)
        for i in range(len(self.members) - 1, -1, -1):
            vertices, part = self.members[i], self.part_of_block[i]
            if part < 0:
                block = np.arange(len(vertices), dtype=np.int32)
            else:
                place = np.searchsorted(self.parts[part].vertices, vertices)
                block = colorings[part][place]
            old, new = block[-1], colors[vertices[-1]]
            if new not in (-1, old):
                block = np.where(block == new, old, np.where(block == old, new, block))
            colors[vertices] = block
        return colors


def blocks(graph: Graph, lower_bound: int) -> Blocks | None:
    """Cut a graph at its cut vertices; linear time."""
    n = graph.n
    number = np.full(n, -1, np.int32)
    low, parent, path, stack = np.empty((4, n), np.int32)
    members, starts = np.empty(2 * n, np.int32), np.empty(n + 1, np.int64)
    state = BlockSearch(number, low, parent, np.empty(n, np.int64), path, stack, starts, members)
    count = int(find_blocks(graph.indptr, graph.indices, state))
    sizes = np.diff(starts[: count + 1])
    searched = sizes > lower_bound
    if count < 2 or np.count_nonzero(searched) > MAX_PARTS:
        return None
    local = np.full(n, -1, np.int32)
    listed = tuple(np.split(members[: starts[count]], starts[1:count]))
    parts = tuple(
        part_of(graph, np.sort(listed[i]), lower_bound, local) for i in np.flatnonzero(searched)
    )
    part_of_block = np.where(searched, np.cumsum(searched) - 1, -1).astype(np.int32)
    return Blocks(graph, parts, lower_bound, listed, part_of_block)
