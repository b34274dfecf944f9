"""The interface of a reduction: its parts, the total of their colors, and the lift of colorings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .._kernels.graphs.induced import induce
from ..graphs.graph import Graph, unchecked


@dataclass(frozen=True, eq=False)
class Part:
    """
    A part of a graph that remains to be colored.

    Attributes
    ----------
    graph
        The graph of the part; vertex ``i`` is ``vertices[i]``.
    vertices
        int32, increasing, vertices of the original graph.
    lower_bound
        Number of colors that are available anyway; fewer colors for the part gain nothing.
    """

    graph: Graph
    vertices: NDArray[np.int32]
    lower_bound: int


class Step(Protocol):
    """An exact reduction of a graph."""

    @property
    def name(self) -> str:
        """Name of the technique."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """Parts that remain to be colored, in vertices of the reduced graph."""

    def total(self, numbers: Sequence[int]) -> int:
        """
        Return the number of colors of the graph from those of the parts.

        It increases with each of them. Chromatic numbers give the chromatic number, or the lower bound
        of the graph if that is larger.
        """

    def lift(self, colorings: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
        """Return a coloring of the graph, proper and with at most ``total`` colors if the parts' are."""


def part_of(
    graph: Graph, vertices: NDArray[np.int32], lower_bound: int, local: NDArray[np.int32]
) -> Part:
    """
    Return the subgraph on increasing ``vertices``.

    ``local`` is a buffer int32[n] filled with -1, so that the time does not depend on n.
    """
    room = int(graph.degrees[vertices].sum())
    starts, ends = np.empty(len(vertices) + 1, np.int64), np.empty(room, np.int32)
    kept = induce(graph.indptr, graph.indices, vertices, local, starts, ends)
    return Part(unchecked(starts, ends[:kept].copy()), vertices, lower_bound)
