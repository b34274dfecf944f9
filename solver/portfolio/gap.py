"""The gap between the coloring and the lower bound of one part of the graph, as its members see it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from ..reductions.removal import Removal, low_degree
from .incumbent import Incumbent


class Gap:
    """
    One part of the graph, its incumbent, and the number of colors to try next.

    Parameters
    ----------
    graph
        Graph of the part.
    coloring
        Proper coloring.
    clique
        Pairwise adjacent vertices; may be empty.

    Attributes
    ----------
    graph, clique
        As given.
    incumbent
        Best coloring and lower bound of the part, in its own numbers.
    goal
        Number of colors to try next.
    """

    def __init__(self, graph: Graph, coloring: NDArray[np.int32], clique: NDArray[np.int32]) -> None:
        self.graph, self.clique = graph, clique
        self.incumbent = Incumbent(graph)
        self.incumbent.offer(coloring, "")
        shown = clique.tolist() or [0][: graph.n]
        self.incumbent.raise_bound(len(shown), {"kind": "clique", "vertices": shown})
        self.goal = self.incumbent.k - 1
        self._cores: dict[int, Removal | None] = {}

    def core(self, k: int) -> Removal | None:
        """
        Return what is left after removing vertices of degree < ``k`` one after another; None if all is.

        With ``k`` colors the removed vertices can always be colored last.
        """
        if k not in self._cores:
            self._cores = {k: low_degree(self.graph, k)}
        return self._cores[k]

    def core_graph(self, core: Removal | None) -> Graph:
        """Return the graph of a core."""
        return self.graph if core is None else core.parts[0].graph

    def inside(self, core: Removal | None) -> NDArray[np.int32] | slice:
        """Return the index of a core's vertices."""
        return slice(None) if core is None else core.parts[0].vertices

    def offer(self, colors: NDArray[np.int32], method: str, core: Removal | None = None) -> None:
        """Offer a coloring of the part, or of one of its cores."""
        self.incumbent.offer(colors if core is None else core.lift([colors]), method)
