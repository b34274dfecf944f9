"""Sweeps for sets that a pool lacks, against the definition; the pool against a set of Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver._kernels.bounds import missing_sets
from solver._kernels.vectors.rng import rng_state
from solver.bounds.covering import Covering
from solver.exact.branch_and_price import CLEARLY, SCALE, SHAKE, _sweeps
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


@tiny
@given(edge_lists(max_n=9), st.integers(0, 99), st.integers(1, 3))
def test_sets_that_are_added_are_independent_maximal_heavy_and_new(case, seed, most):
    n, edges = case
    if n == 0:
        return
    adjacent = np.zeros((n, n), np.bool_)
    for u, v in edges:
        adjacent[u, v] = adjacent[v, u] = True
    weights = np.random.default_rng(seed).choice([0.0, 0.25, 0.5, 0.7, 1.0], n)
    covering = Covering(np.arange(n, dtype=np.int32))
    covering.reserve(most * n, most * n * n)
    sweeps = _sweeps(adjacent, rng_state(seed))
    effort = missing_sets.Effort(0.9, 1 + CLEARLY, SHAKE, most, n)
    missing_sets.add_missing(sweeps, covering.pool, weights, SCALE, effort)
    added, heavier, ticks = sweeps.progress.tolist()
    sets = covering.sets
    assert len({row.tobytes() for row in sets}) == len(sets) == n + added
    assert added <= heavier
    assert ticks > 0
    for members in sets[n:]:
        assert not adjacent[np.ix_(members, members)].any()
        others = ~members
        others[np.flatnonzero(members)] = False
        assert adjacent[members][:, others].any(axis=0).all(), "a vertex could be added"
        assert weights[members].sum() > 1 + CLEARLY


@tiny
@given(st.integers(1, 130), st.lists(st.integers(0, 400), max_size=60), st.integers(0, 9))
def test_a_pool_holds_each_set_once_and_grows(n, picks, seed):
    rng = np.random.default_rng(seed)
    drawn = rng.random((401, n)) < 0.2
    drawn[:, 0] = True
    covering = Covering(np.zeros(n, np.int32))
    known = {bytes(np.ones(n, np.bool_))}
    for pick in picks:
        fresh = 1 - (drawn[pick].tobytes() in known)
        assert covering.add(drawn[[pick]]) == fresh
        known.add(drawn[pick].tobytes())
    assert {row.tobytes() for row in covering.sets} == known
    assert covering.count == len(known)
    stay = np.flatnonzero(rng.random(covering.count) < 0.5)
    stay = np.union1d(stay, np.flatnonzero(covering.basic))
    kept = covering.sets[stay]
    covering.keep(stay)
    assert (covering.sets == kept).all()
    assert covering.add(kept) == 0
