from __future__ import annotations

import math

import numpy as np
import pytest

import solver
from solver import InputError, generators
from solver.arguments import fraction, integer, limits, positive, seed
from solver.errors import expected
from solver.stop import MaxIterations

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


def test_values_of_several_lines_are_quoted_in_one():
    error = expected("x", np.arange(40).reshape(2, 20), "less")
    assert str(error).startswith("x = array([[ 0, 1, 2")
    assert "\n" not in str(error)
    assert str(expected("x", "a  b", "less")) == "x = 'a  b': expected less"
