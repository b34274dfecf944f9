"""A local search as a member: how long the first one works alone."""

from __future__ import annotations

import numpy as np
import pytest

from solver import generators
from solver.portfolio.gap import Gap
from solver.portfolio.members import LocalSearchMember
from solver.search.base import SLICE_TICKS

pytestmark = pytest.mark.tiny


def lowered(gap):
    """Somebody else finds a coloring with one color less, as far as the gap can tell."""
    gap.incumbent.k -= 1
    gap.goal -= 1


def used(member, gap):
    """Work until the member is idle; return the ticks of this goal."""
    before = member.ticks
    while (work := member.prepare(gap)) is not None:
        member.run(work, 1000)
        member.report(work, gap)
    return member.ticks - before


def test_the_budget_shrinks_with_goals_that_others_found():
    graph = generators.gnp(60, 0.5, seed=1)
    gap = Gap(graph, np.arange(60, dtype=np.int32), np.zeros(1, np.int32))
    gap.goal = 5  # far below what it takes
    member = LocalSearchMember("tabucol", 1.0, (0,), budget=64_000, from_best=False)
    budgets = []
    for _ in range(3):
        budgets.append(used(member, gap))
        lowered(gap)
    for ticks, budget in zip(budgets, (64_000, 16_000, 4_000), strict=True):
        assert budget <= ticks < budget + SLICE_TICKS // 100


def test_the_budget_is_whole_again_after_a_coloring():
    graph = generators.gnp(60, 0.5, seed=1)
    gap = Gap(graph, np.arange(60, dtype=np.int32), np.zeros(1, np.int32))
    member = LocalSearchMember("tabucol", 1.0, (0,), budget=64_000, from_best=False)
    gap.goal = 5
    used(member, gap)
    gap.goal = 30
    assert used(member, gap) <= 64_000 // 4
    assert gap.incumbent.k <= 30
    gap.goal = 4
    assert used(member, gap) >= 64_000
