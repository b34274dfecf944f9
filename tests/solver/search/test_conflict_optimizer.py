"""The conflict optimizer: each move is one that the oracle allows, and what it finds is kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import (
    ConflictOptimizerParams,
    Graph,
    InputError,
    conflict_optimizer,
    generators,
    greedy,
    is_proper,
)
from solver._kernels.search import conflict_optimizer as kernels
from solver._kernels.vectors.rng import rng_state
from solver.search.conflict_optimizer import ConflictOptimizer
from solver.stop import MaxTicks
from tests import naive
from tests.strategies import edge_lists


def displacing_colors(neighbors, k, colors, v, turns, tolerance):
    """
    The colors that the conflict optimizer may give ``v``: free ones, else those of least cost.

    The cost of a color is the weight of the neighbors that have it, and they lose it; a vertex colored
    ``t`` times weighs 1 + t^2. ``tolerance`` is the most by which chance changes a cost.
    """
    cost = [sum(1 + turns[u] ** 2 for u in neighbors[v] if colors[u] == color) for color in range(k)]
    if 0 in cost:
        return {color for color in range(k) if cost[color] == 0}
    most = min(cost) * (1 + tolerance) / (1 - tolerance) * (1 + 1e-6)
    return {color for color in range(k) if cost[color] <= most}


@pytest.fixture(autouse=True)
def _quiet_overflow():
    """With the JIT off, the random numbers' uint64 products wrap with a warning."""
    with np.errstate(over="ignore"):
        yield


def waiting(search):
    """The uncolored vertices in the order of the queue."""
    state = search._state
    head, length = state.scalars[kernels.HEAD], state.scalars[kernels.UNCOLORED]
    return [int(state.queue[(head + i) % len(state.queue)]) for i in range(length)]


@pytest.mark.tiny
@given(edge_lists(), st.integers(1, 5), st.integers(0, 2**32), st.sampled_from([0.0, 0.05, 0.17, 0.28]))
def test_every_move_is_one_of_the_oracle(case, k, seed, noise):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    neighbors = [graph.neighbors(v).tolist() for v in range(n)]
    search = ConflictOptimizer(graph, k, seed=seed, params=ConflictOptimizerParams(noise))
    state = search._state
    for _ in range(40):
        before, queue, turns = state.colors.copy(), waiting(search), state.turns.copy()
        search.run(1)  # one move
        if not queue:
            assert search.cost == 0
            break
        v, *others = queue
        turns[v] += 1
        assert np.array_equal(state.turns, turns)
        color = state.colors[v]
        tolerance = noise * kernels.FARTHEST
        assert color in displacing_colors(neighbors, k, before, v, turns, tolerance)
        displaced = [u for u in neighbors[v] if before[u] == color]
        assert waiting(search) == others + displaced
        after = before.copy()
        after[displaced] = -1
        after[v] = color
        assert np.array_equal(state.colors, after)
        assert naive.conflicts(n, edges, after.tolist()) == 0
        assert search.cost <= len(others) + len(displaced)


def draw(rng, costs, noise, times):
    """Colors drawn for the costs of all colors."""
    costs = np.array([0.0, *costs], np.float32)
    listed = np.zeros(len(costs), np.int32)
    k = len(costs) - 1
    return [kernels.cheapest_color(rng, costs, listed, k, noise) for _ in range(times)]


def test_free_colors_are_equally_likely():
    drawn = np.bincount(draw(rng_state(1), [0.0, 2.0, 0.0, 0.0], 0.17, 3000), minlength=4)
    assert drawn[1] == 0
    assert drawn[[0, 2, 3]].min() > 900


def test_factors_have_the_given_deviation():
    # Of two equal costs with a factor each, either one is the least in half of the draws; a cost that
    # is higher by one deviation of the difference in 16% of them.
    noise = 0.1
    for excess, expected in ((0.0, 0.5), (2**0.5 * noise, 0.17)):
        drawn = draw(rng_state(1), [1.0, 1.0 + excess], noise, 4000)
        assert abs(np.mean(drawn) - expected) < 0.04


@pytest.mark.tiny
@given(edge_lists(), st.integers(0, 2**32))
def test_it_finds_a_coloring_where_there_is_one_and_none_where_there_is_none(case, seed):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    least = naive.chromatic_number(n, edges)
    result = conflict_optimizer(graph, max(least, 1), stop=MaxTicks(1_000_000), seed=seed)
    assert is_proper(graph, result.colors)
    assert result.stop_reason == "target"
    if least > 1:
        worse = conflict_optimizer(graph, least - 1, stop=MaxTicks(1000), seed=seed)
        assert worse.conflicts > 0
        assert worse.stop_reason == "max_ticks"


def test_slices_do_not_change_the_course():
    graph = generators.from_spec("gnp:n=200,p=0.1,seed=1")
    whole, cut = (ConflictOptimizer(graph, 6, seed=5) for _ in range(2))
    whole.run(200_000)
    while cut.ticks < whole.ticks:
        cut.run(min(10_000, 200_000 - cut.ticks))
    assert cut.iterations == whole.iterations
    assert np.array_equal(cut._state.colors, whole._state.colors)
    assert cut.cost == whole.cost


def test_the_best_seen_is_kept():
    graph = generators.from_spec("gnp:n=100,p=0.5,seed=1")
    search = ConflictOptimizer(graph, 12, seed=2)
    costs = [len(waiting(search))]
    for _ in range(3000):
        search.run(1)
        costs.append(len(waiting(search)))
        assert search.cost == min(costs)
    assert np.count_nonzero(search._state.best < 0) == search.cost < max(costs)
    assert search.colors().min() >= 0


def test_vertices_that_are_hard_to_color_are_learned():
    # 15 hidden colors on vertices with uneven degrees; a greedy strategy needs more.
    graph = generators.from_spec("leighton:450,15,200,seed=3")
    assert greedy(graph, "DSATUR").max() >= 15
    result = conflict_optimizer(graph, 15, stop=MaxTicks(1 << 26), seed=1)
    assert is_proper(graph, result.colors)


@pytest.mark.tiny
@pytest.mark.parametrize(
    ("k", "options", "message"),
    [
        (0, {}, "k = 0: expected an integer from 1"),
        (2, {"initial": [0, 2, 0]}, "initial: color 2: expected -1 <= color < 2"),
        (2, {"initial": [0]}, "shape"),
    ],
)
def test_bad_arguments_are_refused(k, options, message):
    with pytest.raises(InputError, match=message):
        conflict_optimizer(Graph.from_edges(3, [(0, 1)]), k, stop=MaxTicks(1), **options)


@pytest.mark.tiny
@pytest.mark.parametrize("noise", [-0.1, 0.3, "much"])
def test_bad_parameters_are_refused(noise):
    with pytest.raises(InputError, match=r"noise = .*: expected"):
        ConflictOptimizerParams(noise)
