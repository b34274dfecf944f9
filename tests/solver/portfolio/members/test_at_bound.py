"""A search at the lower bound: when it works, and that it finds what the searches from above miss."""

from __future__ import annotations

import numpy as np
import pytest

from solver import generators, greedy
from solver.graphs.verify import is_proper
from solver.portfolio.gap import Gap
from solver.portfolio.members import AtBoundMember, LeapMember, LocalSearchMember
from solver.portfolio.shares import members
from solver.search.tabucol import TabuColParams

SLICE = 1 << 20


def gap_of(graph, bound):
    gap = Gap(graph, greedy(graph).astype(np.int32), np.empty(0, np.int32))
    gap.incumbent.raise_bound(bound, {"kind": "search"})
    return gap


def test_the_coloring_of_the_bound_is_found_over_the_numbers_between():
    graph = generators.leighton(150, 8, 100, seed=1)
    gap, member = gap_of(graph, 8), AtBoundMember(1, (0,), params=TabuColParams())
    assert gap.goal > 8
    for _ in range(200):
        work = member.prepare(gap)
        member.run(work, SLICE)
        member.report(work, gap)
        if gap.incumbent.k == 8:
            break
    assert gap.incumbent.k == 8
    assert is_proper(graph, gap.incumbent.coloring)
    assert member.ticks > 0
    assert member.iterations > 0


@pytest.mark.tiny
def test_it_rests_where_the_other_searches_are_at_the_bound_already():
    graph = generators.gnp(40, 0.5, seed=1)
    gap = gap_of(graph, 2)
    member = AtBoundMember(1, (0,), params=TabuColParams())
    assert member.prepare(gap).search.k == 2
    assert not member.idle
    gap.incumbent.raise_bound(3, {"kind": "search"})
    assert member.prepare(gap).search.k == 3
    gap.incumbent.raise_bound(gap.goal, {"kind": "search"})
    assert member.prepare(gap) is None
    assert member.idle


@pytest.mark.parametrize(
    ("spec", "has_target", "searches"),
    [
        ("leighton:450,19,215,seed=1", False, {LocalSearchMember, AtBoundMember}),
        ("leighton:450,19,215,seed=1", True, {LocalSearchMember}),
        ("gnp:450,0.17,seed=1", False, set()),
        ("geometric:250,0.4,seed=1", False, {LocalSearchMember}),
    ],
)
def test_tabucol_works_beside_the_others_only_where_degrees_are_uneven(spec, has_target, searches):
    first, *team = members("auto", generators.from_spec(spec), 25, has_target=has_target)
    assert first.first
    found = {type(member) for member in team if member.name == "tabucol"}
    assert found - {LeapMember} == searches
