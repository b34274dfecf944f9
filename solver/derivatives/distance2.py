"""Distance-2 coloring: vertices that are adjacent or have a common neighbor get different colors."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..graphs.graph import Graph
from .partial_distance2 import color_columns
from .pattern import Pattern


def distance2_color(graph: Graph, order: str | ArrayLike = "auto") -> NDArray[np.int32]:
    """
    Color a graph so that vertices at distance one or two differ [1]_.

    Used for frequencies of transmitters; and one product for each color shows all columns of a symmetric
    matrix with that graph.

    Parameters
    ----------
    graph
        The graph. The number of colors is at least its largest degree plus one.
    order
        As for :func:`color_jacobian`; neighbors are the vertices at distance one or two.

    Returns
    -------
    NDArray[np.int32]
        Colors (n,), from 0 without gaps; the same on every machine. A first fit takes O(m) while 64
        colors suffice.

    References
    ----------
    .. [1] McCormick (1983). Optimal approximation of sparse Hessians and its equivalence to a graph
       coloring problem. *Mathematical Programming* 26: 153-171. doi:10.1007/BF02592052

    Examples
    --------
    >>> import solver
    >>> solver.derivatives.distance2_color(solver.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)]))
    array([0, 1, 2, 0], dtype=int32)
    """
    return color_columns(Pattern.of_graph(graph).closed, order)[1]
