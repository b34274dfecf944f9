"""Max-Sum: every message as the book has it, and the least cost on trees."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetError, InputError
from solver.dcop import CostNetwork, maxsum

from . import naive
from .strategies import either_kind, networks

pytestmark = pytest.mark.tiny


# A quarter and a half keep all numbers dyadic, so that float32 rounds none in so few cycles.
@given(
    st.one_of(either_kind(max_n=6, max_size=9), networks(max_size=3, factors=2)),
    st.sampled_from([0, 0.25, 0.5]),
)
def test_beliefs_point_where_the_book_says(network, damping):
    sizes, functions = naive.as_functions(network)
    expected = [
        naive.cost(functions, values) for values in naive.maxsum_cycles(sizes, functions, damping, 5)
    ]
    result = maxsum(network, cycles=5, damping=damping, noise=0)
    assert result.history.tolist() == np.minimum.accumulate([float(cost) for cost in expected]).tolist()


@given(networks(max_n=6, max_size=4, tree=True))
def test_exact_on_trees(network):
    # Undamped, a tree of n variables is done when the longest path is crossed; noise breaks ties without
    # ever outweighing a difference of 1.
    result = maxsum(network, cycles=network.n + 1, damping=0, noise=1e-4)
    assert result.cost == naive.minimum(*naive.as_functions(network))


@given(
    st.one_of(either_kind(), networks(max_size=3, factors=2)),
    st.integers(0, 2**32),
    st.sampled_from([0, 0.3, 0.9]),
)
def test_answers_hold_together(network, seed, damping):
    result = maxsum(network, cycles=7, damping=damping, seed=seed)
    _, functions = naive.as_functions(network)
    assert result.cost == naive.cost(functions, result.values.tolist())
    assert result.history[-1] == result.cost
    again = maxsum(network, cycles=7, damping=damping, seed=seed)
    assert np.array_equal(result.values, again.values)


def test_noise_tells_like_variables_apart():
    ring = [((v, (v + 1) % 6), np.eye(2)) for v in range(6)]
    network = CostNetwork([2] * 6, ring)
    assert maxsum(network, noise=0).cost == 6
    assert maxsum(network, noise=0.01).cost == 0


def test_what_is_forbidden_is_avoided():
    inf = float("inf")
    network = CostNetwork(
        [2, 2, 2], [((0,), [inf, 0]), ((0, 1), [[0, 0], [inf, 7]]), ((1, 2), [[0, 0], [3, inf]])]
    )
    result = maxsum(network, cycles=10)
    assert result.cost == 10
    assert result.values.tolist() == [1, 1, 0]


def test_message_counts():
    network = CostNetwork([2, 3, 4], [((0, 1), np.ones((2, 3))), ((1, 2), np.ones((3, 4)))])
    result = maxsum(network, cycles=10)
    # Each pair hears from two variables and answers both: 2 * (2 + 3) + 2 * (3 + 4) costs of 8 bytes.
    assert (result.messages, result.bytes, result.nccc) == (80, 10 * 24 * 8, 10 * 2 * 12)


def test_message_counts_of_factors():
    network = CostNetwork([2, 3, 4], [((0, 1, 2), np.ones((2, 3, 4)))])
    result = maxsum(network, cycles=10)
    assert (result.messages, result.bytes, result.nccc) == (60, 10 * 18 * 8, 10 * 3 * 24)


def test_no_cycles_and_no_pairs():
    network = CostNetwork([3, 2], [((0,), [5, 1, 2])])
    assert maxsum(network, cycles=0, noise=0).values.tolist() == [1, 0]
    assert maxsum(network, cycles=0).history.tolist() == []
    assert maxsum(CostNetwork([], [])).assignment == {}


def test_bad_arguments_are_named(monkeypatch):
    network = CostNetwork([2, 2], [((0, 1), [[1, 2], [3, 4]])])
    with pytest.raises(InputError, match="damping = 1: expected 0 <= damping < 1"):
        maxsum(network, damping=1)
    with pytest.raises(InputError, match="noise = -1"):
        maxsum(network, noise=-1)
    monkeypatch.setattr(sys.modules["solver.dcop.maxsum"], "MAX_TABLE_BYTES", 100)
    with pytest.raises(BudgetError, match="pads 2 tables to 4 by 4"):
        maxsum(network)
