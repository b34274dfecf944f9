"""Positions of vertices: in the unit square, distinct, and the same each time."""

from __future__ import annotations

import numpy as np
import pytest

from agents.page.color.drawing import by_pivots, places
from solver.graphs.formats.load import load


@pytest.mark.parametrize(
    "spec", ["queen:5", "grid:3,7", "delaunay:50", "gnp:400,0.02,seed=1", "gnp:300,0.001", "gnp:1,0.5"]
)
def test_places_are_distinct_and_in_the_unit_square(spec):
    graph = load(spec)
    points = places(graph, spec)
    assert points.shape == (graph.n, 2)
    assert np.isfinite(points).all()
    assert points.min() >= -1e-6
    assert points.max() <= 1 + 1e-6
    assert len(np.unique(points, axis=0)) == graph.n
    assert (points == places(graph, spec)).all()


def test_neighbors_are_closer_than_others():
    graph = load("grid:20,20")
    points = by_pivots(graph)
    edges = graph.edges()
    near = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1).mean()
    rng = np.random.default_rng(1)
    pairs = rng.integers(0, graph.n, (2000, 2))
    far = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1).mean()
    assert near < 0.25 * far
