"""The members: what each does when the gap has moved while it worked."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph
from solver.portfolio.gap import Gap
from solver.portfolio.members import Asking, Branching
from tests import naive

pytestmark = pytest.mark.tiny


def test_a_refutation_raises_the_bound_to_one_more_than_was_asked_for():
    pytest.importorskip("pysat")
    n, edges = naive.mycielskian(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)])
    asking = Asking(1, 1_000_000)
    gap = Gap(
        Graph.from_edges(n, edges), np.arange(n, dtype=np.int32), np.array(edges[0], np.int32), [asking]
    )
    asking.prepare(gap)
    asking.run(1000)
    gap.raise_lower(3, {"kind": "odd cycle"})  # someone else was faster
    asking.report(gap)
    assert gap.lower == 3
    asking.prepare(gap)
    asking.run(1000)
    asking.report(gap)
    assert gap.lower == 4


def test_branching_with_a_head_start_is_first_until_that_is_used():
    branching = Branching(1, head_start=1000)
    n, edges = naive.mycielskian(*naive.mycielskian(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]))
    gap = Gap(Graph.from_edges(n, edges), np.arange(n, dtype=np.int32), np.array(edges[0], np.int32))
    while branching.first:
        assert branching.ticks < 1000
        branching.prepare(gap)
        branching.run(300)
        branching.report(gap)
    assert branching.ticks >= 1000
    assert not Branching(1).first


def test_a_formula_that_is_far_too_large_is_given_up():
    pytest.importorskip("pysat")
    edges = [(a, b) for a in range(8) for b in range(a)]
    gap = Gap(Graph.from_edges(8, edges), np.arange(8, dtype=np.int32), np.arange(5, dtype=np.int32))
    asking = Asking(1, 10)
    asking.prepare(gap)
    assert asking.idle
    assert asking.ticks == 0
