"""
Colors by vertex, where the vertices of a graph of another library have names of their own.

The nodes of a NetworkX graph are names, and so is the attribute ``name`` of the vertices of an igraph
graph. As in the files of colorings, an integer is the number of a vertex; a name that is the number of
another vertex is refused, since nobody can tell which of the two is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError, expected, shortened
from .formats.coloring_names import VertexIndex
from .graph import Graph


def own_names(given: Any) -> Callable[[], Sequence[Hashable]] | None:
    """Return a function that lists the names of the vertices; None for a graph without names."""
    if all(hasattr(given, name) for name in ("adj", "is_directed")):
        return lambda: list(given)
    if hasattr(given, "get_edgelist") and "name" in given.vs.attributes():
        names = given.vs["name"]
        if all(isinstance(name, Hashable) for name in names):  # igraph takes lists as well
            return lambda: names
    return None


def numbered(given: Any, colors: Mapping[Any, Any], what: str) -> dict[Any, Any]:
    """
    Return ``{vertex: color}`` with the number of each vertex that is called by its name.

    Parameters
    ----------
    given
        Graph as the caller passed it. If it has no names, nothing is changed.
    colors
        Colors by number or name.
    what
        Name of the argument, for messages.

    Raises
    ------
    InputError
        If a name is unknown or ambiguous, or a vertex has two colors.
    """
    if (names := own_names(given)) is None:
        return dict(colors)
    listed = names()
    index = VertexIndex(listed)
    are_unique = len(set(listed)) == len(listed)
    by_number: dict[Any, Any] = {}
    for name, color in colors.items():
        vertex = index.get(name)
        if isinstance(name, Integral) and not isinstance(name, bool):
            if vertex is not None and vertex != name:
                raise InputError(
                    f"{what}: vertex {shortened(name)} is the name of vertex {vertex}: expected one "
                    "color for each vertex, in the order of the graph, or names that are no numbers"
                )
            vertex = int(name)
        elif vertex is None:
            raise expected(f"{what}: vertex", name, "a name of a vertex of the graph, or its number")
        elif not are_unique and listed.count(name) > 1:
            raise expected(f"{what}: vertex", name, "a number, since several vertices have this name")
        if vertex in by_number and by_number[vertex] != color:
            raise InputError(f"{what}: vertex {vertex}, {shortened(name)}, has two colors: expected one")
        by_number[vertex] = color
    return by_number


def in_order(given: Any, graph: Graph, colors: ArrayLike | Mapping[Any, int], what: str) -> ArrayLike:
    """
    Return colors in the order of the vertices, -1 for those that a mapping lacks.

    Parameters
    ----------
    given, graph
        Graph as the caller passed it, and converted.
    colors
        ``{vertex: color}`` by number or name; what is no mapping is returned unchanged.
    what
        Name of the argument, for messages.
    """
    if not isinstance(colors, Mapping):
        return colors
    array: NDArray[np.int64] = np.full(graph.n, -1, np.int64)
    for vertex, color in numbered(given, colors, what).items():
        if not all(isinstance(x, Integral) and not isinstance(x, bool) for x in (vertex, color)):
            legal = "integers, a vertex and its color"
            raise InputError(f"{what}: {shortened(vertex)}: {shortened(color)}: expected {legal}")
        if not 0 <= vertex < graph.n:
            raise InputError(f"{what}: vertex {shortened(vertex)}: expected 0 to {graph.n - 1}")
        if not -1 <= color < 2**31 - 1:
            legal = f"-1 (uncolored) or an integer from 0 to {2**31 - 2}"
            raise expected(f"{what}: color of vertex {vertex}", int(color), legal)
        array[vertex] = color
    return array
