"""The cost network: tables added up, exact sums, and messages that name what is wrong."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, dcop
from solver.dcop import CostNetwork

from . import naive
from .strategies import networks

pytestmark = pytest.mark.tiny

finite = st.floats(-1e6, 1e6)


@given(networks(max_n=4, max_size=3))
def test_costs_of_all_assignments(network):
    sizes, functions = naive.as_functions(network)
    every = list(itertools.product(*map(range, sizes)))
    expected = [naive.cost(functions, values) for values in every]
    assert network.exact
    assert network.costs(every).tolist() == expected
    assert network.cost(network.decode(every[-1])) == expected[-1]


@given(networks(max_n=4))
def test_functions_give_the_network_again(network):
    again = CostNetwork(network.domains, network.functions(), names=network.names)
    for ours, others in zip(network.functions(), again.functions(), strict=True):
        assert ours[0] == others[0]
        assert np.array_equal(ours[1], others[1])


@given(st.lists(finite, min_size=12, max_size=12), st.integers(0, 1), st.integers(0, 2))
def test_any_floats_are_summed_as_stated(numbers, x, y):
    constant, shared = numbers[0], numbers[1]
    table = np.reshape(numbers[2:8], (2, 3))
    functions = [
        (["b", "a"], table.T),
        ([], constant),
        (["a"], numbers[8:10]),
        (["b"], [shared, *numbers[10:12]]),
    ]
    network = CostNetwork([2, 3], functions, names=["a", "b"])
    terms = [constant, numbers[8 + x], [shared, *numbers[10:12]][y], table[x, y]]
    if network.exact:
        assert network.cost([x, y]) == float(sum(map(Fraction, terms)))
    else:
        expected = 0.0
        for term in terms:
            expected += term
        assert network.cost([x, y]) == expected
    assert np.array_equal(network.table(0), table)


def test_functions_of_one_scope_are_added():
    pair = [([1, 0], [[1, 2], [3, 4]]), ([0, 1], [[10, 20], [30, 40]])]
    network = CostNetwork([2, 2], [*pair, ([], 5), ([], 6), ([1], [7, 8])])
    assert network.m == 1
    assert network.constant == 11
    assert network.table(0).tolist() == [[11, 23], [32, 44]]
    assert network.cost([1, 0]) == 11 + 32 + 7


def test_what_is_exact_and_what_is_not():
    assert CostNetwork([2], [([0], [0.5, 1e15])]).exact
    assert CostNetwork([2], [([0], [2.0**60, 1])]).exact
    assert CostNetwork([2], [([0], [0.1, 0.2])]).exact
    # 0.1 + 0.2 is rounded when it is made, so sums are no longer exact.
    assert not CostNetwork([2], [([0], [0.1, 0]), ([0], [0.2, 0])]).exact
    wide = CostNetwork([2, 2], [([0], [1e-9, 0]), ([1], [1e9, 0])])
    assert not wide.exact
    assert wide.cost([0, 0]) == 1e9 + 1e-9
    assert wide.unary(0).tolist() == [1e-9, 0]


def test_equal_tables_are_stored_once():
    network = CostNetwork([3] * 4, [((v, v + 1), 7 * np.eye(3)) for v in range(3)])
    assert len(network.grid.tables) == 9
    assert network.cost([0, 0, 0, 1]) == 14


def test_forbidden_costs_infinity():
    inf = math.inf
    network = CostNetwork([2, 2], [((0,), [inf, -3]), ((0, 1), [[0, 0], [2, inf]])], upper_bound=10)
    assert network.costs([[0, 0], [0, 1], [1, 0], [1, 1]]).tolist() == [inf, inf, -1, inf]
    assert network.unary(0).tolist() == [inf, -3]
    assert network.table(0).tolist() == [[0, 0], [2, inf]]
    assert network.upper_bound == 10
    wide = CostNetwork([2, 2], [((0,), [inf, 1e-9]), ((1,), [1e9, 0])])
    assert wide.costs([[0, 0], [1, 0]]).tolist() == [inf, 1e9 + 1e-9]


def test_immutable():
    network = CostNetwork([2], [])
    with pytest.raises(AttributeError, match="immutable"):
        network.names = ()
    with pytest.raises(ValueError, match="read-only"):
        network.grid.unary[0] = 1


NOT_COSTS = r"functions\[0\]: expected a table of numbers, finite or \+inf"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([2, 0], []), r"domains\[1\]: expected at least one value"),
        (([["a", "a"]], []), r"domains\[0\] = \('a', 'a'\): expected distinct labels"),
        (
            ([1] * 33, [(range(33), [])]),
            r"functions\[0\]: arity = 33: expected at most 32",
        ),
        (([2], [([5], [0, 0])]), r"functions\[0\]: scope = \(5,\): expected names of variables"),
        (([2], [([0, 0], np.zeros((2, 2)))]), r"functions\[0\]: scope = \(0, 0\): expected distinct"),
        (([2], [([0], [1, 2, 3])]), r"shape of the table = \(3,\): expected \(2,\)"),
        (([2], [((), np.inf)]), r"functions\[0\]: constant = inf: expected a finite number"),
        (([2], [([0], [1, -math.inf])]), NOT_COSTS),
        (([2], [([0], [1, math.nan])]), NOT_COSTS),
        (([2], [([0], ["a", "b"])]), NOT_COSTS),
        (([2], [([0], [0, 2**60 + 1])]), r"functions\[0\]: expected integers of at most 2\^53"),
    ],
)
def test_ill_formed_networks_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        CostNetwork(*arguments)


def test_bad_names_and_values_are_refused():
    with pytest.raises(InputError, match=r"len\(names\) = 1: expected 2, one for each domain"):
        CostNetwork([2, 2], [], names=["a"])
    with pytest.raises(InputError, match="expected distinct names"):
        CostNetwork([2, 2], [], names=["a", "a"])
    network = CostNetwork([["r", "g"], 3], [], names=["x", "y"])
    with pytest.raises(InputError, match="variable = 'z': expected"):
        network.cost({"z": 0})
    with pytest.raises(InputError, match=r"assignment\['x'\] = 'b': expected one of \('r', 'g'\)"):
        network.cost({"x": "b"})
    with pytest.raises(InputError, match="expected a value for 'y'"):
        network.cost({"x": "r"})
    with pytest.raises(InputError, match=r"assignment\['y'\] = 3: expected 0 <= value < 3"):
        network.cost([0, 3])
    with pytest.raises(InputError, match=r"assignment.shape = \(1,\): expected \(2,\)"):
        network.cost([0])
    with pytest.raises(InputError, match="expected integers"):
        network.cost([0.0, 1.0])


def test_what_is_no_network_is_refused():
    graph = Graph.from_edges(2, [(0, 1)])
    with pytest.raises(InputError, match=r"problem = Graph\(n=2, m=1\): expected a CostNetwork or a so"):
        dcop.dpop(graph)
    with pytest.raises(InputError, match=r"expected a CostNetwork; write\(network, path\)"):
        dcop.write("x.cfn", CostNetwork([2], []))


def test_results_say_what_is_infeasible_and_proven():
    never = CostNetwork([2], [((0,), [math.inf] * 2)])
    assert "cost=inf, infeasible" in repr(dcop.dpop(never))
    assert ", proven" in repr(dcop.dpop(CostNetwork([2], [])))
