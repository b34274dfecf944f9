"""
Conflicts of a coloring of a graph, or of a problem with names.

:mod:`solver.graphs.verify` counts them and knows only graphs; names are translated here.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..graphs import verify
from ..graphs.graph import Graph, as_graph
from .definition import Color, Node
from .problem import Problem


def conflicts(
    graph: Graph | Problem, colors: Mapping[Node, Color | None] | ArrayLike, *, threads: int = 1
) -> int:
    """
    Count the edges whose two ends have the same color.

    Parameters
    ----------
    graph
        Graph or problem.
    colors
        Integers (n,), or for a problem also ``{node: color}``. A node with -1, with None or without an
        entry is uncolored and conflicts with nothing.
    threads
        Number of threads that may count at the same time.

    Returns
    -------
    int
        Number of conflicting edges; 0 if no two neighbors share a color.

    Raises
    ------
    InputError
        If ``colors`` has a wrong shape, dtype or value.
    """
    plain, array = _encoded(graph, colors)
    return verify.conflicts(plain, array, threads=threads)


def is_proper(
    graph: Graph | Problem, colors: Mapping[Node, Color | None] | ArrayLike, *, threads: int = 1
) -> bool:
    """Return whether every vertex has a color and no two neighbors share one; see :func:`conflicts`."""
    plain, array = _encoded(graph, colors)
    return verify.is_proper(plain, array, threads=threads)


def _encoded(
    graph: Graph | Problem, colors: Mapping[Node, Color | None] | ArrayLike
) -> tuple[Graph, ArrayLike | NDArray[np.int32]]:
    if isinstance(graph, Problem):
        return graph.graph, graph.encode(colors)
    if isinstance(colors, Mapping):
        raise InputError("colors: expected an array of integers, not a dict: a Graph has no names")
    return as_graph(graph), colors
