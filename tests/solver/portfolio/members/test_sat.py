"""The satisfiability solver as a member: refutations, and formulas that are too large."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph
from solver.portfolio.gap import Gap
from solver.portfolio.members import SatMember
from tests import naive

pytestmark = pytest.mark.tiny


def test_a_refutation_raises_the_bound_to_one_more_than_was_asked_for():
    pytest.importorskip("pysat")
    n, edges = naive.mycielskian(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)])
    member = SatMember(1, 1_000_000)
    gap = Gap(Graph.from_edges(n, edges), np.arange(n, dtype=np.int32), np.array(edges[0], np.int32))
    question = member.prepare(gap)
    member.run(question, 1000)
    gap.incumbent.raise_bound(3, {"kind": "odd cycle"})  # another member was faster
    member.report(question, gap)
    assert gap.incumbent.lower_bound == 3
    question = member.prepare(gap)
    member.run(question, 1000)
    member.report(question, gap)
    assert gap.incumbent.lower_bound == 4


def test_a_formula_counts_as_work_ahead_only_far_from_a_proof():
    pytest.importorskip("pysat")
    graph = Graph.from_edges(9, [(v, v + 1) for v in range(8)])
    member = SatMember(1, 1_000_000)
    far = Gap(graph, np.arange(9, dtype=np.int32), np.array([0, 1], np.int32))
    assert member.ahead(far) == 128 * graph.m * 2
    member.prepare(far)
    assert member.ahead(far) == 0  # it is written
    near = Gap(graph, np.arange(9, dtype=np.int32) % 4, np.array([0, 1], np.int32))
    assert SatMember(1, 1_000_000).ahead(near) == 0


def test_a_formula_that_is_far_too_large_is_given_up():
    pytest.importorskip("pysat")
    edges = [(a, b) for a in range(8) for b in range(a)]
    gap = Gap(Graph.from_edges(8, edges), np.arange(8, dtype=np.int32), np.arange(5, dtype=np.int32))
    member = SatMember(1, 10)
    assert member.prepare(gap) is None
    assert member.idle
    assert member.ticks == 0
