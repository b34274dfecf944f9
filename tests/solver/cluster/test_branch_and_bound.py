"""Branch and bound against the plainest loop, and against enumeration."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetError, InputError
from solver.cluster import branch_and_bound, enumeration, tree_search
from tests import naive
from tests.strategies import soft_problems


def random_problem(m, k, degree, seed, largest=1000, weight=5000):
    rng = np.random.default_rng(seed)
    ends = [(u, v) for v in range(m) for u in range(v) if rng.random() * max(1, m - 1) < degree]
    weights = rng.integers(0, weight + 1, len(ends))
    return rng.integers(-largest, largest + 1, (m, k)), np.array(ends, np.int32).reshape(-1, 2), weights


@pytest.mark.tiny
@given(soft_problems(max_m=5), st.sampled_from([1, 1 << 50]))
def test_integers(problem, scale):
    unary, ends, weights = problem
    unary = np.asarray(unary, np.int64) * scale
    weights = [w * scale for w in weights]
    expected, optima = naive.soft_optima(unary.tolist(), ends, weights)
    any_best = branch_and_bound.minimize(unary, ends, weights)
    assert any_best[:1] + any_best[2:4] == (expected, True, expected)
    assert tuple(any_best.colors.tolist()) in optima
    first = branch_and_bound.minimize(unary, ends, weights, tie="lex")
    assert (first.cost, first.proven) == (expected, True)
    assert tuple(first.colors.tolist()) == optima[0]


@pytest.mark.tiny
@given(soft_problems(max_m=4, floats=True))
def test_floats_up_to_rounding(problem):
    expected, _ = naive.soft_optima(*problem)
    found = branch_and_bound.minimize(*problem)
    assert found.proven
    assert found.lower_bound <= expected <= found.cost
    scale = np.abs(np.asarray(problem[0])).sum() + sum(problem[2])
    assert found.cost - found.lower_bound <= 1e-13 * scale


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("m", "k", "degree"), [(9, 4, 3.5), (10, 3, 9), (12, 3, 5), (16, 2, 6), (6, 7, 4)]
)
def test_agrees_with_enumeration(m, k, degree, seed):
    problem = random_problem(m, k, degree, seed, largest=(2, 1000)[seed % 2], weight=(3, 5000)[seed % 2])
    cost, colors = enumeration.minimize(*problem)
    found = branch_and_bound.minimize(*problem, tie="lex")
    assert (found.cost, found.proven, found.lower_bound) == (cost, True, cost)
    assert found.colors.tolist() == colors.tolist()


@pytest.mark.parametrize("seed", range(3))
def test_larger_ones_agree_with_their_parts(seed):
    """Two copies side by side cost twice as much as one."""
    unary, ends, weights = random_problem(13, 3, 5, seed)
    cost, _ = enumeration.minimize(unary, ends, weights)
    twice = branch_and_bound.minimize(
        np.concatenate([unary, unary]),
        np.concatenate([ends, ends + 13]),
        np.concatenate([weights, weights]),
    )
    assert (twice.cost, twice.proven) == (2 * cost, True)


@pytest.mark.parametrize("limit", [1, 2, 5, 20, 100])
def test_a_limit_leaves_a_valid_bound(limit):
    problem = random_problem(14, 3, 8, 1)
    best, _ = enumeration.minimize(*problem)
    found = branch_and_bound.minimize(*problem, node_limit=limit)
    assert found.nodes <= limit
    assert found.lower_bound <= best <= found.cost
    assert found.proven == (found.lower_bound == found.cost)


@pytest.mark.parametrize("tie", ["any", "lex"])
def test_slices_do_not_change_the_result(monkeypatch, tie):
    problem = random_problem(30, 3, 6, 2)
    whole = branch_and_bound.minimize(*problem, tie=tie)
    monkeypatch.setattr(tree_search, "CALL_WORK", 1)
    sliced = branch_and_bound.minimize(*problem, tie=tie)
    assert whole.nodes > 100
    assert (whole.cost, whole.nodes) == (sliced.cost, sliced.nodes)
    assert whole.colors.tolist() == sliced.colors.tolist()


def test_a_limit_in_the_search_for_the_first_optimum():
    problem = sparse(60, 3, 1, True)
    best = branch_and_bound.minimize(*problem)
    whole = branch_and_bound.minimize(*problem, tie="lex")
    assert best.nodes < whole.nodes
    for limit in range(best.nodes, whole.nodes + 1):
        limited = branch_and_bound.minimize(*problem, tie="lex", node_limit=limit)
        assert limited.nodes <= limit
        assert limited.cost == best.cost == limited.lower_bound
        if limited.proven:
            assert limited.colors.tolist() == whole.colors.tolist()
    assert limited.proven


def test_a_search_leaves_nothing_behind_for_the_next_one():
    problems = [
        random_problem(m, k, m // 3, seed) for seed, (m, k) in enumerate([(9, 2), (20, 4), (9, 3)])
    ]
    alone = [branch_and_bound.minimize(*problem, tie="lex") for problem in problems]
    for problem, expected in zip(problems[::-1], alone[::-1], strict=True):
        again = branch_and_bound.minimize(*problem, tie="lex")
        assert (again.cost, again.nodes) == (expected.cost, expected.nodes)
        assert again.colors.tolist() == expected.colors.tolist()


@pytest.mark.tiny
def test_upper_is_exclusive():
    problem = random_problem(6, 3, 3, 0)
    best = branch_and_bound.minimize(*problem).cost
    assert branch_and_bound.minimize(*problem, upper=best + 1).cost == best
    assert branch_and_bound.minimize(*problem, upper=best + 0.5).cost == best
    none = branch_and_bound.minimize(*problem, upper=best)
    assert (none.cost, none.colors, none.proven, none.lower_bound) == (best, None, True, best)
    halves = problem[0] / 2, problem[1], problem[2] / 2
    assert branch_and_bound.minimize(*halves, upper=best / 2 + 2**-40).cost == best / 2
    assert branch_and_bound.minimize(*halves, upper=best / 2).colors is None
    assert branch_and_bound.minimize(*halves, upper=float("inf")).cost == best / 2


@pytest.mark.tiny
def test_bad_input():
    with pytest.raises(InputError, match=r"2 \*\* 56"):
        branch_and_bound.minimize([[0, 1 << 58]], [], [])
    with pytest.raises(InputError, match="node_limit = 0"):
        branch_and_bound.minimize([[0, 1]], [], [], node_limit=0)
    with pytest.raises(InputError, match="tie = 'last'"):
        branch_and_bound.minimize([[0, 1]], [], [], tie="last")
    with pytest.raises(InputError, match="upper = nan"):
        branch_and_bound.minimize([[0, 1]], [], [], upper=float("nan"))


@pytest.mark.tiny
def test_too_large_a_tree():
    ends = [(v - 1, v) for v in range(1, 3000)]
    with pytest.raises(BudgetError) as caught:
        branch_and_bound.minimize(np.zeros((3000, 30), int), ends, np.ones(2999, int))
    assert caught.value.unit == "bytes"


def sparse(m, k, seed, tied):
    """A random graph of degree 4; costs are tied often, or hardly ever."""
    rng = np.random.default_rng([seed, m, k])
    pairs = np.array([(u, v) for v in range(m) for u in range(v)])
    ends = pairs[np.sort(rng.permutation(len(pairs))[: 2 * m])]
    if tied:
        return -rng.integers(0, 3, (m, k)), ends, np.full(len(ends), 2)
    return -rng.integers(0, 1537, (m, k)), ends, rng.integers(512, 2561, len(ends))


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_first_optimum_is_that_of_enumeration(seed, tied):
    problem = sparse(14, 3, seed, tied)
    cost, colors = enumeration.minimize(*problem)
    first = branch_and_bound.minimize(*problem, tie="lex")
    assert first.proven
    assert first.cost == first.lower_bound == cost
    assert first.colors.tolist() == colors.tolist()


@pytest.mark.parametrize(("m", "k", "tied"), [(100, 3, False), (100, 4, True)])
def test_wide_sparse_problems_take_few_nodes(m, k, tied):
    best = branch_and_bound.minimize(*sparse(m, k, 1, tied), node_limit=20_000)
    first = branch_and_bound.minimize(*sparse(m, k, 1, tied), node_limit=40_000, tie="lex")
    assert best.proven
    assert first.proven
    assert first.cost == best.cost
    assert first.colors.tolist() <= best.colors.tolist()
