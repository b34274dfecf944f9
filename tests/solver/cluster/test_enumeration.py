"""Enumeration against the plainest loop over all assignments."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetError, InputError, Problem, best_response
from solver.cluster import enumeration
from tests import naive
from tests.strategies import soft_problems


def random_problem(m, k, density, largest, seed):
    rng = np.random.default_rng(seed)
    ends = [(u, v) for v in range(m) for u in range(v) if rng.random() < density]
    unary = rng.integers(-largest, largest + 1, (m, k))
    return unary, np.array(ends, np.int32).reshape(-1, 2), rng.integers(0, 2 * largest, len(ends))


def agree(unary, ends, weights):
    cost, colors = enumeration.minimize(unary, ends, weights)
    expected, optima = naive.soft_optima(unary, ends, weights)
    assert cost == expected
    assert tuple(colors.tolist()) == optima[0]
    assert enumeration.count_optima(unary, ends, weights) == len(optima)


@pytest.mark.tiny
@given(soft_problems(max_m=5), st.sampled_from([1, 1 << 40]))
def test_integers(problem, scale):
    unary, ends, weights = problem
    unary = np.asarray(unary, np.int64) * scale
    agree(unary, ends, [w * scale for w in weights])


@pytest.mark.tiny
@given(soft_problems(max_m=4, floats=True))
def test_floats_to_the_last_bit(problem):
    agree(*problem)


@pytest.mark.parametrize("largest", [2, 1000, 1 << 40])
@pytest.mark.parametrize(("m", "k"), [(9, 2), (12, 2), (8, 3), (7, 4), (5, 5), (5, 6), (4, 8), (3, 30)])
def test_every_split_into_groups(m, k, largest):
    for density, seed in ((1.0, 1), (0.4, 2), (0.0, 3)):
        agree(*random_problem(m, k, density, largest, seed))


@pytest.mark.tiny
def test_edges_may_come_in_any_order():
    unary, ends, weights = random_problem(6, 3, 0.8, 3, 5)
    order = np.random.default_rng(0).permutation(len(ends))
    one = enumeration.minimize(unary, ends, weights)
    other = enumeration.minimize(unary, ends[order], weights[order])
    assert one[0] == other[0]
    assert one[1].tolist() == other[1].tolist()


def test_slices_do_not_change_the_result(monkeypatch):
    problem = random_problem(9, 3, 0.6, 2, 4)
    whole = enumeration.minimize(*problem), enumeration.count_optima(*problem)
    monkeypatch.setattr(enumeration, "CALL_STATES", 1)
    monkeypatch.setattr(enumeration, "SCAN_STATES", 100)
    sliced = enumeration.minimize(*problem), enumeration.count_optima(*problem)
    assert whole[0][0] == sliced[0][0]
    assert whole[0][1].tolist() == sliced[0][1].tolist()
    assert whole[1] == sliced[1]


@pytest.mark.tiny
def test_bad_input():
    with pytest.raises(InputError, match=r"weights: least weight = -1: expected weights >= 0"):
        enumeration.minimize([[0, 1]] * 2, [(0, 1)], [-1])
    with pytest.raises(InputError, match=r"ends: edge = \(1, 0\): expected 0 <= u < v < m = 2"):
        enumeration.minimize([[0, 1]] * 2, [(1, 0)], [1])
    with pytest.raises(InputError, match="each edge once"):
        enumeration.minimize([[0, 1]] * 2, [(0, 1), (0, 1)], [1, 1])
    with pytest.raises(InputError, match="nan"):
        enumeration.minimize([[0, float("nan")]], [], [])
    with pytest.raises(InputError, match="2 \\*\\* 62"):
        enumeration.minimize([[0, 1 << 61]] * 2, [], [])
    with pytest.raises(InputError, match="unary: largest cost = 18446744073709551615: expected less"):
        enumeration.minimize(np.full((1, 2), (1 << 64) - 1, np.uint64), [], [])
    with pytest.raises(InputError, match="2 \\*\\* 62"):
        enumeration.minimize([[0, -(1 << 63)]], [], [])
    with pytest.raises(InputError, match="shape"):
        enumeration.minimize([0, 1], [], [])
    with pytest.raises(InputError, match=r"expected \(1,\)"):
        enumeration.minimize([[0, 1]] * 2, [(0, 1)], [])
    with pytest.raises(InputError, match="tie = 'first'"):
        enumeration.minimize([[0, 1]], [], [], tie="first")


@pytest.mark.tiny
def test_too_many_states():
    with pytest.raises(BudgetError) as caught:
        enumeration.minimize(np.zeros((30, 4), int), [], [])
    assert caught.value.estimate == enumeration.states(30, 4) == 4**30
    assert caught.value.unit == "states"


def test_more_states_than_a_float_holds_are_out_of_reach():
    problem = Problem(range(2000), [(i, i + 1) for i in range(1999)], ["a", "b"])
    found = best_response(problem, problem.nodes)
    assert found.conflicts == 0
