"""The loop that drives one search: limits, history, and the verified result."""

from __future__ import annotations

import numpy as np
import pytest

from solver import Graph, check_certificate
from solver.search.base import SLICE_TICKS, drive
from solver.stop import AnyOf, MaxRuntime, MaxTicks

pytestmark = pytest.mark.tiny


class CountDown:
    """A search that loses one conflict every ``pace`` ticks, and records how it was run."""

    k = 2

    def __init__(self, cost, pace):
        self.cost, self.pace = cost, pace
        self.ticks = self.iterations = 0
        self.slices = []

    def run(self, ticks):
        self.slices.append(ticks)
        self.ticks += ticks
        self.iterations += 1
        self.cost = max(0, self.cost - ticks // self.pace)

    def colors(self):
        return np.array([0, 1 if self.cost == 0 else 0], np.int32)


EDGE = Graph.from_edges(2, [(0, 1)])


def test_a_search_that_succeeds_ends_as_target():
    result = drive(CountDown(3, SLICE_TICKS), EDGE, MaxRuntime(60), "counting")
    assert (result.conflicts, result.stop_reason, result.method) == (0, "target", "counting")
    assert [entry[3] for entry in result.history] == [3, 2, 1, 0]
    assert result.ticks == 3 * SLICE_TICKS


@pytest.mark.parametrize("wrap", [lambda stop: stop, lambda stop: AnyOf(MaxRuntime(60), stop)])
def test_the_last_slice_is_cut_to_the_work_that_is_left(wrap):
    search = CountDown(99, 10**12)
    result = drive(search, EDGE, wrap(MaxTicks(SLICE_TICKS + 5)), "counting")
    assert search.slices == [SLICE_TICKS, 5]
    assert (result.conflicts, result.stop_reason) == (1, "max_ticks")


def test_nothing_runs_when_the_start_is_proper():
    search = CountDown(0, 1)
    assert drive(search, EDGE, MaxTicks(1), "counting").stop_reason == "target"
    assert search.slices == []


def test_the_bound_of_a_single_search_has_a_certificate():
    result = drive(CountDown(0, 1), EDGE, MaxTicks(1), "counting")
    assert check_certificate(EDGE, result.certificate | {"bound": result.lower_bound}).holds
    assert (result.lower_bound, result.proven) == (1, False)
    search = CountDown(9, 1)
    search.k, search.colors = 1, lambda: np.zeros(2, np.int32)
    # Proven is a coloring that is proper and has as many colors as the bound.
    assert drive(search, Graph.from_edges(2, []), MaxTicks(9), "counting").proven
    assert not drive(search, EDGE, MaxTicks(9), "counting").proven
