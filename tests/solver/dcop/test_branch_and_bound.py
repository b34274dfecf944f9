"""Branch and bound: the optimum of any network, and valid bounds when it is stopped."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import InputError, Problem
from solver.dcop import CostNetwork, branch_and_bound
from solver.dcop.core import Core

from . import naive
from .strategies import networks

MODULE = sys.modules["solver.dcop.branch_and_bound"]
PARTLY_FORBIDDEN = st.one_of(st.integers(-20, 20), st.just(math.inf))
ANY = st.one_of(
    networks(max_n=6, max_size=4),
    networks(max_n=6, max_size=3, factors=3),
    networks(max_n=6, max_size=3, factors=3, costs=st.integers(0, 2)),
    networks(max_n=6, max_size=3, factors=2, costs=PARTLY_FORBIDDEN),
)


@pytest.fixture(params=[True, False], ids=["eliminating", "searching"])
def always_searching(request, monkeypatch):
    """Leave nothing to DPOP; either eliminate first, or search the whole network."""
    monkeypatch.setattr(MODULE, "DPOP_WORK", 1)
    # A poor first bound, so that something is left to search.
    monkeypatch.setattr(MODULE, "TABU_WORK", 0)
    if not request.param:
        monkeypatch.setattr(Core, "eliminate_cheap", lambda core: None)


@pytest.mark.tiny
@pytest.mark.usefixtures("always_searching")
@given(ANY)
def test_finds_what_the_book_calls_least(network):
    result = branch_and_bound(network)
    cells = np.stack([grid.ravel() for grid in np.indices(network.sizes)], axis=1)
    assert result.cost == network.cost(result.values) == network.costs(cells).min()
    assert result.proven
    assert result.lower_bound == result.cost


@pytest.mark.tiny
@pytest.mark.usefixtures("always_searching")
@given(networks(max_n=5, max_size=3, factors=2, costs=st.floats(-1e9, 1e9)))
def test_costs_without_an_integer_form_are_optimal_up_to_rounding(network):
    sizes, functions = naive.as_functions(network)
    least = float(naive.minimum(sizes, functions))
    largest = sum(max(map(abs, table.values())) for table in functions.values())
    assert branch_and_bound(network).cost <= least + float(largest) * 2.0**-45


@pytest.mark.usefixtures("always_searching")
@given(networks(max_n=6, max_size=4, factors=3), st.integers(1, 8))
def test_bounds_are_valid_when_stopped(network, nodes):
    result = branch_and_bound(network, node_limit=nodes)
    least = float(naive.minimum(*naive.as_functions(network)))
    assert result.lower_bound <= least <= result.cost == network.cost(result.values)


def wide_network(n, size, seed):
    random = np.random.default_rng(seed)
    pairs = [(u, v) for v in range(n) for u in range(v) if random.random() < 0.5]
    triples = [tuple(random.permutation(n)[:3].tolist()) for _ in range(n // 3)]
    functions = [(pair, random.integers(0, 50, (size, size))) for pair in pairs]
    functions += [(triple, random.integers(0, 50, (size, size, size))) for triple in triples]
    functions += [((v,), random.integers(0, 50, size)) for v in range(n)]
    return CostNetwork([size] * n, functions)


def test_a_network_too_wide_to_enumerate_has_the_optimum_of_dpop():
    for seed in range(4):
        network = wide_network(12, 3, seed)
        best = solver.dcop.dpop(network)
        result = branch_and_bound(network)
        assert (result.cost, result.proven) == (best.cost, True)
        assert result.algorithm == "branch_and_bound"


def test_a_network_that_forbids_everything_costs_infinity():
    unequal = np.where(np.eye(2), math.inf, 0.0)
    triangle = CostNetwork([2] * 3, [(pair, unequal) for pair in [(0, 1), (0, 2), (1, 2)]])
    result = branch_and_bound(triangle)
    assert (result.cost, result.proven) == (math.inf, True)


def test_components_and_lone_variables_are_solved_one_by_one():
    parts = [wide_network(9, 3, seed) for seed in range(2)]
    functions = [
        ([9 * i + v for v in scope], table)
        for i, part in enumerate(parts)
        for scope, table in part.functions()
    ]
    whole = CostNetwork([3] * 18 + [2], [*functions, ((18,), [4, 3])])
    assert branch_and_bound(whole).cost == sum(branch_and_bound(part).cost for part in parts) + 3


@st.composite
def determined_networks(draw):
    """A network in which some variables are determined by others."""
    network = draw(networks(max_n=5, max_size=4, factors=2))
    functions = network.functions()
    for v in range(1, network.n):
        u = draw(st.integers(0, v - 1))
        rows, columns = network.sizes[[u, v]].tolist()
        if draw(st.booleans()):
            images = draw(st.lists(st.integers(0, columns), min_size=rows, max_size=rows))
            table = np.full((rows, columns + 1), math.inf)
            table[np.arange(rows), images] = draw(st.integers(0, 3))
            functions.append(((u, v), table[:, :columns]))
    return CostNetwork(network.sizes.tolist(), functions)


@pytest.mark.tiny
@pytest.mark.usefixtures("always_searching")
@given(determined_networks())
def test_variables_that_others_determine_are_replaced(network):
    cells = np.stack([grid.ravel() for grid in np.indices(network.sizes)], axis=1)
    assert branch_and_bound(network).cost == network.costs(cells).min()


def test_a_coloring_problem_is_answered_in_its_terms():
    problem = Problem("xyz", ["xy", "yz", "xz"], ["red", "green"], fixed={"x": "red"})
    result = branch_and_bound(problem)
    assert result.assignment["x"] == "red"
    assert result.penalty == solver.penalty(problem, result.assignment) == 1
    assert result.conflicts == 1


def test_a_time_limit_stops_the_search():
    result = branch_and_bound(wide_network(60, 6, 0), time_limit=0.01)
    assert result.lower_bound < result.cost
    assert not result.proven


def test_equal_seeds_give_equal_results():
    network = wide_network(14, 4, 7)
    first, second = (branch_and_bound(network, node_limit=20, seed=3) for _ in range(2))
    assert np.array_equal(first.values, second.values)
    assert first.lower_bound == second.lower_bound


def test_bad_limits_are_named():
    network = CostNetwork([2], [])
    with pytest.raises(InputError, match="time_limit = 0: expected a positive number"):
        branch_and_bound(network, time_limit=0)
    with pytest.raises(InputError, match="node_limit = -1: expected an integer >= "):
        branch_and_bound(network, node_limit=-1)


@pytest.mark.usefixtures("always_searching")
def test_ctrl_c_keeps_the_best_assignment_and_bound(monkeypatch):
    run, calls = MODULE._Search.run, []

    def interrupted(search, nodes):
        calls.append(nodes)
        if len(calls) > 1:
            raise KeyboardInterrupt
        run(search, 2)

    network = wide_network(12, 3, 1)
    least = branch_and_bound(network).cost
    monkeypatch.setattr(MODULE._Search, "run", interrupted)
    result = branch_and_bound(network, time_limit=600)
    assert len(calls) == 2
    assert not result.proven
    assert result.lower_bound <= least <= result.cost == network.cost(result.values)
