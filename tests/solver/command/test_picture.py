from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, KempeError, conflicts, generators
from solver.command.picture import FEW, RED, Classes, _draw_matrix, _heading, picture
from tests.strategies import edge_lists

matplotlib = pytest.importorskip("matplotlib")


def red_pixels(path):
    from matplotlib.colors import to_rgb
    from matplotlib.image import imread

    return int((np.abs(imread(path)[..., :3] - to_rgb(RED)).max(axis=-1) < 0.02).sum())


def draw(graph, colors):
    from matplotlib.figure import Figure

    return _draw_matrix(Figure().subplots(), graph, Classes(colors))


@given(edge_lists(), st.lists(st.integers(-1, 4), min_size=12, max_size=12))
def test_the_conflicts_drawn_are_the_conflicts_there_are(case, colors):
    n, edges = case
    graph, colors = Graph.from_edges(n, edges), np.array(colors[:n], np.int32)
    assert draw(graph, colors) == conflicts(graph, colors)


@given(st.lists(st.integers(-1, 5), min_size=1, max_size=30))
def test_rows_are_sorted_by_class_and_classes_by_size(colors):
    classes = Classes(np.array(colors, np.int32))
    assert sorted(classes.place) == list(range(len(colors)))
    sorted_colors = np.empty(len(colors), int)
    sorted_colors[classes.place] = colors
    for i, label in enumerate(classes.labels):
        rows = sorted_colors[classes.edges[i] : classes.edges[i + 1]]
        assert len(rows) == classes.sizes[i] > 0
        assert (rows == label).all()
    assert (np.diff(classes.sizes[: classes.k]) <= 0).all()
    assert classes.k == len(set(colors) - {-1})
    assert len(classes.fills) == len(classes.labels)


@pytest.mark.parametrize("n", [40, 2000])
def test_red_shows_where_and_only_where_a_conflict_is(tmp_path, n):
    graph = generators.planted(n, 5, 20 / n, seed=1)
    colors = generators.hidden_coloring(n, 5, seed=1)
    picture(graph, colors, tmp_path / "proper.png")
    assert red_pixels(tmp_path / "proper.png") == 0
    u, v = graph.edges()[0]
    colors[u] = colors[v]
    picture(graph, colors, tmp_path / "wrong.png")
    assert conflicts(graph, colors) > 0
    assert red_pixels(tmp_path / "wrong.png") > 10


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_each_format_is_written(tmp_path, suffix):
    colors = (2 * np.arange(5)[:, None] + np.arange(5)) % 5
    path = tmp_path / ("queen" + suffix)
    picture(generators.queen(5), colors.ravel(), path, board=(5, 5))
    head = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix]
    assert path.read_bytes().startswith(head)


def test_boards_points_and_partial_colorings_are_drawn(tmp_path):
    rook = generators.rook(30)
    colors = (np.arange(30)[:, None] + np.arange(30)) % 30
    picture(rook, colors.ravel(), tmp_path / "many.png", board=(30, 30), lower_bound=30)
    planar = generators.delaunay(50)
    partial = np.arange(50) % 9 - 1
    picture(planar, partial, tmp_path / "points.png", points=generators.points(50))
    large = generators.geometric(6000, 0.03)
    picture(large, np.zeros(6000, int), tmp_path / "large.png", points=generators.points(6000))
    picture(Graph.from_edges(0, []), [], tmp_path / "empty.png")
    assert all((tmp_path / f"{name}.png").stat().st_size > 5000 for name in ("many", "points", "large"))


def test_the_heading_says_what_is_known():
    graph = Graph.from_edges(4, [(0, 1), (1, 2), (2, 0)])

    def heading(colors, wrong=0, bound=3):
        return _heading(graph, Classes(np.array(colors)), wrong, bound, "")

    assert heading([0, 1, 2, 0]) == (
        "Coloring: 3 colors, proper and optimal: 3 are needed\n4 vertices, 3 edges"
    )
    assert "4 colors, proper; at least 3 are needed" in heading([0, 1, 2, 3])
    assert "Coloring: 1 color, 3 conflicts" in heading([0, 0, 0, 0], wrong=3)
    assert "2 uncolored, no conflicts" in heading([0, 1, -1, -1])
    assert "1 conflict\n" in heading([0, 0, 1, 1], 1)
    assert "3 conflicts\n" in heading([0, 0, 0, 0], 3)


def test_few_colors_come_from_the_palette_and_many_differ():
    assert Classes(np.arange(3)).fills == list(FEW[:3])
    assert len(set(Classes(np.arange(60)).fills)) == 60


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"path": "a.gif"}, "ending in .png, .svg, .pdf"),
        ({"board": (2, 3)}, "expected rows x columns = 4"),
        ({"points": [[0, 0]]}, "points: shape"),
        ({"points": [[0, 0]] * 4, "board": (2, 2)}, "one or neither"),
        ({"colors": [0, 1]}, "colors have shape"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, options, message):
    arguments = {"colors": [0, 1, 1, 0], "path": "a.png"} | options
    arguments["path"] = tmp_path / arguments["path"]
    with pytest.raises(InputError, match=message):
        picture(generators.grid(2), **arguments)


def test_a_missing_matplotlib_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(KempeError, match="pip install"):
        picture(generators.grid(2), [0, 1, 1, 0], tmp_path / "a.png")
