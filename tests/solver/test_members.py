"""The members: what each does when the gap has moved while it worked."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph
from solver.gap import Gap
from solver.members import Asking
from tests import naive

pytestmark = pytest.mark.tiny


def test_a_refutation_raises_the_bound_to_one_more_than_was_asked_for():
    pytest.importorskip("pysat")
    n, edges = naive.mycielskian(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)])
    asking = Asking(1)
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
