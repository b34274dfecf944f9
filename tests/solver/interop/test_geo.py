from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest

import solver
from solver import InputError
from solver.interop.geo import SEQUENTIAL, color_map, neighbor_graph
from tests.sources import ROOT

STRATEGIES = ("fewest", "balanced", "random_sequential", *SEQUENTIAL)


@pytest.fixture
def shapely():
    return pytest.importorskip("shapely", minversion="2.0")


def test_the_module_is_there_after_import_solver():
    fresh = (
        "import solver; print(solver.interop.geo.color_map.__name__, solver.interop.toronto.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", fresh], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "color_map solver.interop.toronto\n", done.stderr
    with pytest.raises(AttributeError, match="no attribute 'maps'"):
        _ = solver.interop.maps


@pytest.fixture
def frame(shapely):
    geopandas = pytest.importorskip("geopandas")
    return geopandas.GeoDataFrame({"name": list(range(40))}, geometry=regions(shapely, 40, 1))


def regions(shapely, n, seed):
    """Voronoi regions of random points."""
    points = shapely.MultiPoint(np.random.default_rng(seed).random((n, 2)))
    return list(shapely.voronoi_polygons(points, extend_to=shapely.box(0, 0, 1, 1)).geoms)


class Weights:
    """Weights as libpysal's W has them."""

    def __init__(self, neighbors):
        self.neighbors = neighbors
        self.id_order = list(neighbors)


def test_weights_need_no_other_library():
    weights = Weights({"a": ["b", "c"], "b": ["a"], "c": ["a"], "d": []})
    graph = neighbor_graph([None] * 4, Weights({0: [1, 2], 1: [0], 2: [0], 3: []}))
    assert graph.edges().tolist() == [[0, 1], [0, 2]]
    with pytest.raises(InputError, match="weights of the rows"):
        neighbor_graph([None] * 4, weights)
    for strategy in STRATEGIES:
        colors = color_map([None] * 4, strategy, contiguity=Weights({0: [1], 1: [0], 2: [3], 3: [2]}))
        assert colors[0] != colors[1]
        assert colors[2] != colors[3]


def test_neighbors_of_weights_are_rows():
    with pytest.raises(InputError, match="contiguity: neighbor = 5: expected the name of a row"):
        neighbor_graph([None] * 2, Weights({0: [1], 1: [0, 5]}))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategy": "best"}, "strategy = 'best': expected one of fewest, balanced,"),
        ({"contiguity": "bishop"}, "contiguity = 'bishop': expected queen or rook, or weights"),
        ({"contiguity": 3}, "contiguity = 3: expected queen or rook, or weights of libpysal"),
        ({"time_limit": 0}, "time_limit = 0: expected a positive number"),
        ({"frame": "world"}, "frame = 'world': expected a GeoDataFrame, a GeoSeries or"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(InputError) as error:
        color_map(**{"frame": [None] * 2, "contiguity": Weights({0: [1], 1: [0]})} | arguments)
    assert str(error.value).startswith(message)


def test_rook_queen_and_distance_on_a_chessboard(shapely):
    squares = list(itertools.product(range(4), range(4)))
    shapes = [shapely.box(x, y, x + 1, y + 1) for x, y in squares]
    for name, is_near in (
        ("queen", lambda dx, dy: max(dx, dy) == 1),
        ("rook", lambda dx, dy: dx + dy == 1),
    ):
        found = {tuple(edge) for edge in neighbor_graph(shapes, name).edges().tolist()}
        assert found == {
            (i, j)
            for (i, a), (j, b) in itertools.combinations(enumerate(squares), 2)
            if is_near(abs(a[0] - b[0]), abs(a[1] - b[1]))
        }
    assert color_map(shapes, contiguity="rook").max() == 1
    assert color_map(shapes).max() == 3
    assert neighbor_graph(shapes, min_distance=1.0).m > neighbor_graph(shapes).m


def test_missing_and_empty_shapes_have_no_neighbors(shapely):
    shapes = [shapely.box(0, 0, 1, 1), None, shapely.box(1, 0, 2, 1), shapely.Polygon()]
    assert neighbor_graph(shapes, "rook").edges().tolist() == [[0, 2]]


def test_wrong_rows_are_named(shapely):
    square, next_to_it = shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1)
    crossed = shapely.Polygon([(0, 0), (2, 2), (2, 0), (0, 2)])
    assert neighbor_graph([square, float("nan"), next_to_it]).edges().tolist() == [[0, 2]]
    assert neighbor_graph([square, crossed, next_to_it]).m == 3  # shapely can tell
    for shapes, message in [
        ([square, 3], "frame: row 1 = 3: expected a shapely geometry or None"),
        (["POINT (0 0)"], r"frame: row 0 = 'POINT \(0 0\)': expected a shapely geometry or None"),
        (np.array([[square, next_to_it]]), "frame: row 0 = .*: expected a shapely geometry or None"),
        ([square, shapely.box(0, 0, np.inf, 1)], "frame: row 1 = .*: expected finite coordinates"),
        ({0: square}, "frame = .*: expected a GeoDataFrame, a GeoSeries or a sequence"),
        ([None, square, crossed], r"frame: row 2 = <POLYGON .*valid geometry.*Self-intersection\[1 1\]"),
    ]:
        with pytest.raises(InputError, match=message) as error:
            neighbor_graph(shapes, "rook")
        assert "\n" not in str(error.value)


def test_tables_without_geometries_are_refused():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(
        InputError, match="frame: a table without a column of geometries: expected a Geo"
    ):
        neighbor_graph(pandas.DataFrame({"name": [1, 2]}))


def test_four_colors_are_found_and_proven(shapely):
    for seed in range(3):
        graph = neighbor_graph(regions(shapely, 200, seed), "rook")
        result = solver.color(graph, time_limit=20)
        assert (result.k, result.proven) == (4, True)
        assert solver.check_certificate(graph, result.certificate).bound == 4


def test_frames_keep_their_index(frame):
    frame.index = [f"r{i}" for i in range(40)]
    graph = neighbor_graph(frame)
    for strategy in STRATEGIES:
        colors = color_map(frame, strategy)
        assert colors.index.equals(frame.index)
        assert solver.is_proper(graph, colors.to_numpy())
    assert color_map(frame.geometry).equals(color_map(frame))


def test_neighbors_are_those_of_libpysal(frame):
    libpysal = pytest.importorskip("libpysal")
    queen = libpysal.weights.Queen.from_dataframe(frame, use_index=False)
    rook = libpysal.graph.Graph.build_contiguity(frame, rook=True)
    assert neighbor_graph(frame, queen) == neighbor_graph(frame)
    assert neighbor_graph(frame, rook) == neighbor_graph(frame, "rook")
