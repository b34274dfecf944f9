"""Branch and bound as a member: its head start."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph
from solver.portfolio.gap import Gap
from solver.portfolio.members import BranchAndBoundMember
from tests import naive

pytestmark = pytest.mark.tiny


def test_branch_and_bound_with_a_head_start_is_first_until_that_is_used():
    member = BranchAndBoundMember(1, head_start=1000)
    n, edges = naive.mycielskian(*naive.mycielskian(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]))
    gap = Gap(Graph.from_edges(n, edges), np.arange(n, dtype=np.int32), np.array(edges[0], np.int32))
    while member.first:
        assert member.ticks < 1000
        tree = member.prepare(gap)
        member.run(tree, 300)
        member.report(tree, gap)
    assert member.ticks >= 1000
    assert not BranchAndBoundMember(1).first
