"""Attempts at far fewer colors: which they try, how long, and that they find hidden colorings."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph, generators, greedy
from solver.graphs.verify import is_proper
from solver.portfolio.gap import Gap
from solver.portfolio.members import LeapMember
from solver.portfolio.members.leap import LENGTH
from solver.search.tabucol import TabuColParams

SLICE = 1 << 20


def gap_of(graph, colors=None):
    colors = greedy(graph) if colors is None else colors
    return Gap(graph, colors.astype(np.int32), np.empty(0, np.int32))


def attempts(member, gap, count):
    """Return the numbers of colors and the ticks of the first attempts."""
    seen = []
    while len(seen) < count:
        work = member.prepare(gap)
        while member.prepare(gap) is work:
            member.run(work, SLICE)
            member.report(work, gap)
        seen.append((work.search.k, work.search.ticks))
    return seen


def test_a_hidden_coloring_is_found_from_above():
    graph = generators.flat(200, 10, 0.5, seed=1)
    gap, member = gap_of(graph), LeapMember(1, (0,), params=TabuColParams())
    above = gap.incumbent.k
    assert above > 15
    for _ in range(100):
        work = member.prepare(gap)
        member.run(work, SLICE)
        member.report(work, gap)
        if gap.incumbent.k < above:
            break
    assert 10 <= gap.incumbent.k <= 0.85 * above
    assert is_proper(graph, gap.incumbent.coloring)
    assert member.ticks > 0
    assert member.iterations > 0


@pytest.mark.tiny
def test_numbers_below_the_bound_are_not_tried():
    graph = generators.gnp(40, 0.5, seed=1)
    gap = gap_of(graph)
    gap.incumbent.raise_bound(gap.incumbent.k - 1, {"kind": "search"})
    member = LeapMember(1, (0,), params=TabuColParams())
    assert member.prepare(gap) is None
    assert member.idle


@pytest.mark.tiny
def test_later_rounds_move_the_grid_and_take_longer():
    graph = Graph.from_edges(12, [(u, v) for u in range(12) for v in range(u)])
    gap = gap_of(graph, np.arange(12))
    gap.incumbent.raise_bound(2, {"kind": "search"})
    member = LeapMember(1, (0,), params=TabuColParams())
    rounds = attempts(member, gap, 6)
    for i, (k, ticks) in enumerate(rounds):
        longest = LENGTH * 12 * k << (i // 5)
        assert longest <= ticks <= 1.01 * longest
    assert [k for k, _ in rounds[:5]] == [10, 8, 7, 6, 5]
    assert rounds[5][0] == 9  # the other searches are at 11
