"""DSA, MGM and MGM-2: every cycle as the book plays it, with the same random numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import InputError
from solver._kernels.vectors.rng import random_below, random_bits, rng_state
from solver.dcop import CostNetwork, dsa, mgm, mgm2, tabu

from . import naive
from .strategies import networks

pytestmark = pytest.mark.tiny

seeds = st.integers(0, 2**32)
# Few different costs, so that there are ties to draw.
tied = st.one_of(
    networks(costs=st.integers(0, 2)), networks(costs=st.integers(0, 2), max_size=2, factors=2)
)


class Dice:
    """The kernels' random numbers."""

    def __init__(self, state):
        self.state = state

    def chance(self, p):
        return (int(random_bits(self.state)) >> 11) & (2**53 - 1) < round(p * 2**53)

    def below(self, bound):
        return int(random_below(self.state, bound))


def played(network, cycles, seed, cycle):
    """The first assignment, and the lowest cost until after each cycle, by the oracle."""
    sizes, functions = naive.as_functions(network)
    dice = Dice(rng_state(seed))
    # No value is forbidden here, and so the first assignment is one draw a variable.
    values = [dice.below(size) for size in sizes]
    lowest = naive.cost(functions, values)
    history = []
    for _ in range(cycles):
        values = cycle(sizes, functions, values, dice)
        lowest = min(lowest, naive.cost(functions, values))
        history.append(lowest)
    return history


@given(tied, seeds, st.sampled_from("ABC"), st.sampled_from([0.3, 0.7, 1.0]))
def test_dsa_plays_by_the_book(network, seed, variant, p):
    def cycle(sizes, functions, values, dice):
        return naive.dsa_cycle(sizes, functions, values, variant, p, dice.chance, dice.below)

    result = dsa(network, cycles=6, variant=variant, p=p, seed=seed)
    assert result.history.tolist() == played(network, 6, seed, cycle)


@given(tied, seeds)
def test_mgm_plays_by_the_book_and_stops_at_rest(network, seed):
    def cycle(sizes, functions, values, dice):
        return naive.mgm_cycle(sizes, functions, values, dice.below)

    result = mgm(network, cycles=40, seed=seed)
    assert result.history.tolist() == played(network, result.cycles, seed, cycle)
    assert 0 < result.cycles < 40
    sizes, functions = naive.as_functions(network)
    values = result.values.tolist()
    for v in range(network.n):
        assert min(naive.costs_of_values(sizes, functions, values, v)) == result.cost


# Few networks have a pair of which one alone may move, or an offer as good as moving alone.
@settings(max_examples=400 if settings().max_examples > 10 else 10)
@given(tied, seeds, st.sampled_from([0.3, 0.5, 1.0]))
def test_mgm2_plays_by_the_book(network, seed, q):
    def cycle(sizes, functions, values, dice):
        return naive.mgm2_cycle(sizes, functions, values, q, dice.chance, dice.below)

    result = mgm2(network, cycles=6, q=q, seed=seed)
    assert result.history.tolist() == played(network, 6, seed, cycle)


def test_mgm2_moves_pairs_out_of_what_holds_mgm():
    # Alone, neither can leave (0, 0); together they reach (1, 1).
    network = CostNetwork([2, 2], [((0, 1), [[1, 9], [9, 0]])])
    assert mgm(network, initial=[0, 0]).cost == 1
    result = mgm2(network, cycles=20, initial=[0, 0])
    assert result.cost == 0
    assert result.assignment == {0: 1, 1: 1}


@pytest.mark.parametrize("algorithm", [dsa, mgm, mgm2, tabu])
@given(network=st.one_of(networks(), networks(max_size=3, factors=2)), seed=seeds)
def test_answers_hold_together(algorithm, network, seed):
    result = algorithm(network, cycles=5, seed=seed)
    again = algorithm(network, cycles=5, seed=seed)
    _, functions = naive.as_functions(network)
    assert result.cost == naive.cost(functions, result.values.tolist())
    assert result.assignment == network.decode(result.values)
    assert np.array_equal(result.values, again.values)
    assert result.history.tolist() == again.history.tolist()
    assert result.history[-1] == result.cost
    assert list(result.history) == sorted(result.history, reverse=True)


def test_what_is_forbidden_is_never_chosen():
    inf = float("inf")
    functions = [((v,), [0, 5, inf]) for v in range(4)]
    functions += [((v, v + 1), 3 * np.eye(3)) for v in range(3)]
    network = CostNetwork([3] * 4, functions)
    for algorithm in (dsa, mgm, mgm2, tabu):
        for seed in range(10):
            result = algorithm(network, cycles=10, seed=seed)
            assert np.isfinite(result.history).all()
            assert result.cost < inf


def test_message_counts():
    # A path of three: 4 directed neighbors; the busiest variable looks up 2 tables for 3 values.
    network = CostNetwork([3, 3, 3], [((0, 1), 2 * np.eye(3)), ((1, 2), 2 * np.eye(3))])
    result = dsa(network, cycles=10)
    assert (result.messages, result.bytes, result.nccc) == (40, 160, 60)
    result = mgm(network, cycles=10, initial=[0, 1, 0])
    assert (result.cycles, result.messages, result.bytes, result.nccc) == (1, 8, 48, 6)
    # All offer and nobody is left to accept: 3 offers of 9 joint moves, 3 refusals.
    result = mgm2(network, cycles=1, q=1)
    assert (result.messages, result.bytes) == (8 + 6, 48 + 3 * 9 * 8 + 3)
    assert result.nccc == 6 + 9 * 2


def test_tabu_search_finds_the_least_cost_and_goes_on_after_it():
    sizes = [3] * 8
    ring = [((v, (v + 1) % 8), np.arange(9).reshape(3, 3) * 7 % 5) for v in range(8)]
    factors = [
        ((v, (v + 2) % 8, (v + 5) % 8), np.arange(27).reshape(3, 3, 3) * 11 % 6) for v in range(8)
    ]
    network = CostNetwork(sizes, ring + factors)
    cells = np.indices(sizes).reshape(8, -1).T
    # Long enough for restarts.
    assert tabu(network, cycles=5000).cost == network.costs(cells).min()
    result = tabu(network, cycles=5000)
    assert (result.cycles, result.messages, result.lower_bound) == (5000, 0, -np.inf)
    assert tabu(CostNetwork([], []), cycles=3).history.tolist() == [0, 0, 0]


@pytest.mark.parametrize("algorithm", [dsa, mgm, mgm2, tabu])
def test_begins_where_it_is_told_to(algorithm):
    network = CostNetwork([["a", "b"]] * 2, [(("x", "y"), [[1, 0], [0, 1]])], names=["x", "y"])
    result = algorithm(network, cycles=0, initial={"x": "b", "y": "a"})
    assert result.assignment == {"x": "b", "y": "a"}
    assert result.history.tolist() == []


def test_bad_arguments_are_named():
    network = CostNetwork([2], [])
    with pytest.raises(InputError, match="cycles = -1"):
        dsa(network, cycles=-1)
    with pytest.raises(InputError, match="variant = 'D': expected one of 'A', 'B', 'C'"):
        dsa(network, variant="D")
    with pytest.raises(InputError, match=r"p = 1\.5: expected 0 <= p <= 1"):
        dsa(network, p=1.5)
    with pytest.raises(InputError, match="q = -1"):
        mgm2(network, q=-1)
