from __future__ import annotations

import numpy as np
import pytest

from solver import generators
from solver.command.layout import by_distance, layout

pytestmark = pytest.mark.tiny


@pytest.mark.parametrize(
    ("spec", "board"),
    [("queen:5", (5, 5)), ("queen:4,6", (4, 6)), ("rook:3", (3, 3)), ("grid:rows=3,columns=5", (3, 5))],
)
def test_a_board_has_the_shape_of_its_spec(spec, board):
    graph = generators.from_spec(spec)
    chosen = layout(graph, spec)
    assert chosen.board == board
    assert chosen.points is None
    assert board[0] * board[1] == graph.n


def test_points_are_those_of_the_generator():
    spec = "geometric:n=300,radius=0.1,seed=3"
    chosen = layout(generators.from_spec(spec), spec)
    assert np.array_equal(chosen.points, generators.points(300, 3))


def test_large_or_dense_graphs_have_no_layout():
    assert layout(generators.gnp(200, 0.01, seed=1), "some.col") == (None, None)
    assert layout(generators.gnp(50, 0.5, seed=1), "some.col") == (None, None)


def test_neighbors_on_a_ring_are_nearer_than_others():
    ring = generators.from_spec("grid:1,12")
    places = by_distance(ring)
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert gaps[0, 1] < gaps[0, 2] < gaps[0, 6] < gaps[0, 11]


def test_components_are_drawn_apart():
    two = generators.planted(8, 2, 0, seed=1)
    places = by_distance(two)
    assert np.isfinite(places).all()
    assert len(np.unique(places.round(3), axis=0)) == 8
