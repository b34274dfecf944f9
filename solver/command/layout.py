"""Positions of the vertices in a drawing: on a board, at given points, or by graph distance."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..graphs.generators import is_spec, parse_spec, points
from ..graphs.graph import Graph

#: Largest size at which graphs without coordinates are drawn; larger drawings show only lines.
MOST_VERTICES = 150
MOST_EDGES_PER_VERTEX = 4
STEPS = 200

BOARDS = ("queen", "rook", "grid")
PLANES = ("geometric", "delaunay")


class Layout(NamedTuple):
    """A board of ``(rows, columns)``, coordinates (n, 2), or neither."""

    board: tuple[int, int] | None = None
    points: NDArray[np.float64] | None = None


def layout(graph: Graph, name: str) -> Layout:
    """
    Choose how to draw a graph.

    Parameters
    ----------
    graph
        The graph.
    name
        Spec of the graph, such as ``queen:12``, or a path, which gives no coordinates.
    """
    if is_spec(name):
        family, values = parse_spec(name)
        if family in BOARDS:
            rows = values["order"] if family == "rook" else values["rows"]
            columns = values.get("columns")
            return Layout(board=(rows, rows if columns is None else columns))
        if family in PLANES:
            return Layout(points=points(values["n"], values["seed"]))
    if 2 <= graph.n <= MOST_VERTICES and graph.m <= MOST_EDGES_PER_VERTEX * graph.n:
        return Layout(points=by_distance(graph))
    return Layout()


def by_distance(graph: Graph) -> NDArray[np.float64]:
    """
    Place vertices so that distances in the plane are close to distances in the graph.

    Stress majorization [1]_ starting from a circle, O(n^2) per step. The distance between components is
    the longest shortest path plus one.

    References
    ----------
    .. [1] Gansner, E. R., Y. Koren, and S. North (2005). Graph drawing by stress majorization.
       *Graph Drawing 2004*, 239-250. doi:10.1007/978-3-540-31843-9_25
    """
    from scipy.sparse.csgraph import shortest_path

    distances = shortest_path(graph.to_scipy(), unweighted=True)
    finite = np.isfinite(distances)
    distances[~finite] = distances[finite].max() + 1
    np.fill_diagonal(distances, 1)
    weights = distances**-2.0
    np.fill_diagonal(weights, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(laplacian)
    angles = 2 * np.pi * np.arange(graph.n) / graph.n
    places: NDArray[np.float64] = (
        np.stack([np.cos(angles), np.sin(angles)], axis=1) * distances.max() / 2
    )
    for _ in range(STEPS):
        gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
        np.fill_diagonal(gaps, 1)
        pull = -weights * distances / np.maximum(gaps, 1e-9)
        np.fill_diagonal(pull, 0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        places = inverse @ (pull @ places)
    return places
