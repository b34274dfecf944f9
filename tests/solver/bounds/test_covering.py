"""The simplex method against the fractional chromatic number and against HiGHS on the same sets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import generators, greedy
from solver.bounds.columns import Columns
from solver.bounds.covering import Covering
from solver.bounds.pricing import Pricing
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


def rows(n, sets):
    """Sets, given as the bits of integers, as the rows of a matrix."""
    return np.array([[bits >> v & 1 for v in range(n)] for bits in sets], np.bool_).reshape(-1, n)


@tiny
@given(edge_lists(max_n=6), st.randoms(use_true_random=False))
def test_all_sets_give_the_fractional_chromatic_number_in_whatever_portions(case, rng):
    n, edges = case
    if n == 0:
        return
    covering = Covering(np.arange(n, dtype=np.int32))
    sets = [bits for bits in range(1, 1 << n) if not any(bits >> u & bits >> v & 1 for u, v in edges)]
    rng.shuffle(sets)
    for i in range(0, len(sets), 3):
        covering.add(rows(n, sets[i : i + 3]))
        covering.solve()
        pool, use, weights = covering.sets, covering.use, covering.weights
        assert (use @ pool > 1 - 1e-4).all(), "a vertex is not covered"
        assert (pool @ weights < 1 + 1e-6).all(), "a set of the pool is too heavy"
    exact = float(naive.fractional_chromatic_number(n, edges))
    assert covering.value == pytest.approx(exact, abs=1e-3)
    assert covering.add(rows(n, sets)) == 0


def test_it_agrees_with_highs_while_sets_are_added():
    graph = generators.gnp(60, 0.5, seed=5)
    colors = greedy(graph, "DSATUR")
    ours, highs = Covering(colors), Columns(60)
    highs.add_coloring(colors)
    for _ in range(12):
        ours.solve()
        highs.solve()
        assert ours.value == pytest.approx(highs.value, abs=1e-3)
        assert ours.value == pytest.approx(ours.use.sum(), abs=1e-2)
        found = Pricing(graph, np.floor(ours.weights * 2**24).astype(np.int64)).heavy_sets(1 << 24)
        assert ours.add(found) == highs.add_members(found)
    assert ours.ticks > 0


def test_the_inverse_is_computed_anew_without_a_change_of_the_solution():
    graph = generators.gnp(50, 0.4, seed=6)
    covering = Covering(greedy(graph, "DSATUR"))
    for seed in range(5):
        weights = np.random.default_rng(seed).integers(1, 100, 50)
        covering.add(Pricing(graph, weights).heavy_sets(1))
    covering.solve()
    value, use = covering.value, covering.use
    covering._invert()
    assert covering.value == pytest.approx(value, abs=1e-6)
    assert covering.use == pytest.approx(use, abs=1e-6)
