"""What every reduction looks like: the parts it leaves, how their colors add up, and the way back."""

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
    A graph that is left to color.

    Attributes
    ----------
    graph
        Its vertex ``i`` is ``vertices[i]``.
    vertices
        int32, increasing, in the graph that the reduction began with.
    lower_bound
        So many colors are there for it in any case: with fewer nothing is gained.
    """

    graph: Graph
    vertices: NDArray[np.int32]
    lower_bound: int


class Step(Protocol):
    """One reduction of one graph; exact."""

    @property
    def name(self) -> str:
        """Of the technique."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is left to color, in numbers of the graph that was reduced."""

    def total(self, numbers: Sequence[int]) -> int:
        """
        Colors of the whole from the colors of the parts.

        Rises with each of them, and takes chromatic numbers to the chromatic number, or to the lower
        bound of the whole if that is more.
        """

    def lift(self, colorings: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
        """Coloring of the whole, proper and with at most ``total`` colors if those of the parts are."""


def part_of(
    graph: Graph, vertices: NDArray[np.int32], lower_bound: int, local: NDArray[np.int32]
) -> Part:
    """
    The subgraph on increasing ``vertices``.

    ``local`` is room for int32[n] with -1 everywhere, so that many small parts cost what they hold.
    """
    room = int(graph.degrees[vertices].sum())
    starts, ends = np.empty(len(vertices) + 1, np.int64), np.empty(room, np.int32)
    kept = induce(graph.indptr, graph.indices, vertices, local, starts, ends)
    return Part(unchecked(starts, ends[:kept].copy()), vertices, lower_bound)
