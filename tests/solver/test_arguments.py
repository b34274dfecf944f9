from __future__ import annotations

import math

import numpy as np
import pytest

import solver
from solver import InputError, generators
from solver.arguments import fraction, integer, limits, positive, seed
from solver.errors import expected
from solver.graphs.formats.coloring import read_coloring
from solver.graphs.formats.names import vertex_names
from solver.stop import AnyOf, MaxIterations, MaxRuntime

tiny = pytest.mark.tiny


@tiny
@pytest.mark.parametrize("value", [0, 7, np.int8(7), np.uint64(7)])
def test_integers_of_any_type_become_int(value):
    assert type(integer("n", value, 0)) is int


@tiny
@pytest.mark.parametrize("value", [-1, 2.0, "3", None, True, np.bool_(True), 10**100, [1]])
def test_what_is_not_an_integer_in_range_is_named(value):
    with pytest.raises(InputError, match=r"^n = .*: expected an integer from 0 to 9$"):
        integer("n", value, 0, 9)


@tiny
@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan, math.inf, "0.5", None, True, 10**400])
def test_what_is_not_a_fraction_is_named(value):
    with pytest.raises(InputError, match=r"^p = .*: expected a number from 0 to 1$"):
        fraction("p", value)


@tiny
@pytest.mark.parametrize("value", [0, -1.0, math.nan, "1", None, False])
def test_what_is_not_positive_is_named(value):
    with pytest.raises(InputError, match=r"^time_limit = .*: expected a positive number$"):
        positive("time_limit", value)


@tiny
def test_a_search_without_limits_has_a_minute():
    assert limits(None, None) == (60.0, None)
    assert limits(None, 7) == (math.inf, 7)
    assert limits(math.inf, None) == (math.inf, None)
    assert limits(2, np.int64(5)) == (2.0, 5)
    with pytest.raises(InputError, match="node_limit = -1"):
        limits(None, -1, "node_limit")


@tiny
@pytest.mark.parametrize("value", [-1, None, 1.5, "7", True])
def test_seeds_are_checked(value):
    with pytest.raises(InputError, match="seed = "):
        seed(value)


SEARCHES = ("tabucol", "partialcol", "memetic", "annealing", "conflict_optimizer", "kempe_walk")
GRAPH = generators.queen(4)
EACH_COLOR = list(range(16))
STOP = MaxIterations(10)
CALLS = {
    **{
        f"{name} k": lambda v, name=name: getattr(solver, name)(GRAPH, v, stop=STOP) for name in SEARCHES
    },
    **{
        f"{name} seed": lambda v, name=name: getattr(solver, name)(GRAPH, 5, stop=STOP, seed=v)
        for name in SEARCHES
    },
    "color k": lambda v: solver.color(GRAPH, v or "", max_ticks=1000),
    "color seed": lambda v: solver.color(GRAPH, 5, seed=v, max_ticks=1000),
    "color threads": lambda v: solver.color(GRAPH, 5, threads=v, max_ticks=1000),
    "greedy seed": lambda v: solver.greedy(GRAPH, seed=v),
    "clique seed": lambda v: solver.clique(GRAPH, seed=v),
    "clique max_ticks": lambda v: solver.clique(GRAPH, max_ticks=v),
    "maximum_clique seed": lambda v: solver.maximum_clique(GRAPH, seed=v, max_ticks=1000),
    "lower_bound threshold": lambda v: solver.lower_bound(GRAPH, threshold=v or "", max_ticks=1000),
    "reduce lower_bound": lambda v: solver.reduce(GRAPH, v),
    "extract keep": lambda v: solver.extract(GRAPH, v),
    "list_coloring k": lambda v: solver.list_coloring(GRAPH, v),
    "is_equitable k": lambda v: solver.is_equitable(EACH_COLOR, v or ""),
    "kempe_chain vertex": lambda v: solver.kempe_chain(GRAPH, EACH_COLOR, v, 3),
    "kempe_chain color": lambda v: solver.kempe_chain(GRAPH, EACH_COLOR, 0, v),
    "recolor seed": lambda v: solver.recolor(GRAPH, EACH_COLOR, seed=v),
    "neighbors": GRAPH.neighbors,
    "subgraph": GRAPH.subgraph,
    "from_edges n": lambda v: solver.Graph.from_edges(v, []),
    "gnp n": lambda v: generators.gnp(v, 0.5),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("value", ["3", None, 2.5, True, -1, math.nan, b"x"], ids=repr)
def test_arguments_of_a_wrong_type_or_sign_are_input_errors(call, value):
    with pytest.raises(InputError) as caught:
        CALLS[call](value)
    assert "expected " in str(caught.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: solver.color(GRAPH, progress=5), "progress = 5: expected a function of a Progress"),
        (lambda: solver.color(GRAPH, options=5), "options = 5: expected values by name"),
        *(
            (
                lambda name=name: getattr(solver, name)(GRAPH, 5, stop=5),
                r"stop = 5: expected a stop criterion, such as solver\.stop\.MaxRuntime\(10\)",
            )
            for name in SEARCHES
        ),
        (lambda: AnyOf(5), "criterion = 5: expected a stop criterion"),
        (lambda: MaxRuntime("5"), "seconds = '5': expected a positive number"),
        (lambda: solver.read(5), "path = 5: expected the path of a file"),
        (lambda: solver.read(None), "path = None: expected the path of a file"),
        (lambda: solver.write(GRAPH, 5), "path = 5: expected the path of a file"),
        (lambda: read_coloring(5, 16), "path = 5: expected the path of a file"),
        (lambda: vertex_names(5), "path = 5: expected the path of a file"),
    ],
)
def test_functions_and_paths_of_a_wrong_type_are_named(call, message):
    with pytest.raises(InputError, match=message):
        call()


@pytest.mark.parametrize("color", [-1, 2**20, 2**31, 10**30])
@pytest.mark.parametrize("k", [None, 5])
def test_a_fixed_color_out_of_range_is_named_with_the_legal_range(color, k):
    message = rf"^fixed: color {color} of vertex 3: expected 0 to 1048575$"
    with pytest.raises(InputError, match=message):
        solver.color(GRAPH, k, fixed={3: color})
    if 0 <= color < 2**31 - 1:
        colors = [-1] * 16
        colors[3] = color
        with pytest.raises(InputError, match=message):
            solver.color(GRAPH, k, fixed=colors)


@pytest.mark.parametrize("fixed", [{0: True}, {True: 0}, {"a": 0}, {0: 1.0}])
def test_fixed_colors_and_their_vertices_are_integers(fixed):
    with pytest.raises(InputError, match="expected integers, a vertex and its color"):
        solver.color(GRAPH, fixed=fixed)


def test_values_of_several_lines_are_quoted_in_one():
    error = expected("x", np.arange(40).reshape(2, 20), "less")
    assert str(error).startswith("x = array([[ 0, 1, 2")
    assert "\n" not in str(error)
    assert str(expected("x", "a  b", "less")) == "x = 'a  b': expected less"
