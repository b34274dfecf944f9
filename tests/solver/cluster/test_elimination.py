"""Bucket elimination against looking at every coloring."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetError, InputError
from solver._kernels.cluster.elimination_answers import Turn
from solver.cluster.elimination import Elimination, minimize
from solver.cluster.order import find_order

from ... import naive
from ...strategies import soft_problems

pytestmark = pytest.mark.tiny


def as_arrays(problem):
    unary, ends, weights = problem
    return (
        np.array(unary, np.int64),
        np.array(ends, np.int32).reshape(-1, 2),
        np.array(weights, np.int64),
    )


@given(soft_problems(max_m=7), st.sampled_from([0, 40]))
def test_finds_an_optimum(problem, shift):
    unary, ends, weights = as_arrays(problem)
    cost, optima = naive.soft_optima(unary.tolist(), ends.tolist(), weights.tolist())
    # Large costs take the wide lanes.
    found, colors = minimize(unary << shift, ends, weights << shift)
    assert found == cost << shift
    assert tuple(colors.tolist()) in optima


@given(soft_problems(max_m=6), st.integers(0, 3), st.sampled_from([np.int32, np.int64]))
def test_tables_hold_the_least_cost_for_each_coloring_of_the_kept(problem, kept, dtype):
    unary, ends, weights = as_arrays(problem)
    m, k = unary.shape
    kept = min(kept, m)
    order = find_order(m - kept, m, ends, k)
    program = Elimination(order, ends, kept, k, dtype)
    nobody = np.full(m, -1, np.int32)
    # One node of known color that prefers it by -7.
    ledger = np.array([0, 1, 0, *[-7] * k])
    seen = np.full(m + 1, -1, np.int32)
    seen[0] = 0
    turn = Turn(np.full(m + 1, -2, np.int32), ledger, rank=0, unit=2, scale=0.5)
    is_legal, table = program.tabulate(seen, turn, program.costs(unary, weights))
    assert is_legal
    rows = np.arange(k**kept, dtype=np.int64)
    _, own, rivals = program.find_rows(program.costs(unary, weights), nobody, rows)
    for row in range(k**kept):
        digits = [row // k**i % k for i in range(kept - 1, -1, -1)]
        clamped = unary.tolist()
        for v, digit in zip(range(m - kept, m), digits, strict=True):
            clamped[v] = [x if c == digit else 10**6 for c, x in enumerate(clamped[v])]
        cost, optima = naive.soft_optima(clamped, ends.tolist(), weights.tolist())
        assert table.penalty[row] == (7 + 2 * cost) * 0.5
        assert tuple(own[row].tolist() + digits) in optima
        assert rivals[row] or len(optima) == 1


@pytest.mark.parametrize("k", [1, 2, 5, 9, 17])
def test_any_number_of_colors(k):
    random = np.random.default_rng(k)
    unary = random.integers(0, 9, (4, k))
    ends = np.array([(0, 1), (0, 2), (1, 2), (2, 3)], np.int32)
    weights = np.array([5, 4, 3, 2])
    cost, optima = naive.soft_optima(unary.tolist(), ends.tolist(), weights.tolist())
    found, colors = minimize(unary, ends, weights)
    assert found == cost
    assert tuple(colors.tolist()) in optima


def test_an_order_follows_the_tree():
    ends = np.array([(i, i + 1) for i in range(99)], np.int32)
    order = find_order(100, 100, ends, 4)
    assert order.width == 1
    assert order.cells == 99 * 16 + 4
    assert sorted(order.nodes.tolist()) == list(range(100))


def test_more_than_64_nodes():
    random = np.random.default_rng(1)
    ends = np.array([(i, j) for i in range(70) for j in (i + 1, i + 2) if j < 70], np.int32)
    unary, weights = random.integers(0, 50, (70, 3)), random.integers(0, 50, len(ends))
    cost, colors = minimize(unary, ends, weights)
    clash = colors[ends[:, 0]] == colors[ends[:, 1]]
    assert cost == unary[np.arange(70), colors].sum() + weights[clash].sum()
    # A path decomposition by hand: the least cost of the first nodes by the colors of the last two.
    price = {(u, v): w for (u, v), w in zip(ends.tolist(), weights.tolist(), strict=True)}
    best = {
        (a, b): unary[0][a] + unary[1][b] + (a == b) * price[0, 1] for a in range(3) for b in range(3)
    }
    for v in range(2, 70):
        best = {
            (b, c): unary[v][c]
            + (b == c) * price[v - 1, v]
            + min(best[a, b] + (a == c) * price[v - 2, v] for a in range(3))
            for b in range(3)
            for c in range(3)
        }
    assert cost == min(best.values())


def test_refuses_what_does_not_fit():
    ends = np.array([(i, j) for j in range(12) for i in range(j)], np.int32)
    with pytest.raises(BudgetError) as caught:
        minimize(np.zeros((12, 4), np.int64), ends, np.ones(66, np.int64), memory=1000)
    assert caught.value.unit == "bytes"
    assert caught.value.estimate > 4**11 * 4
    with pytest.raises(InputError):
        minimize(np.zeros((1, 2)), ends[:0], np.zeros(0, np.int64))
    with pytest.raises(InputError):
        minimize(np.full((2, 2), 1 << 61), ends[:0], np.zeros(0, np.int64))
