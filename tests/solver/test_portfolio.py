"""The portfolio: who plays, how the work is shared, and that threads decide nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from solver.portfolio import Portfolio

pytestmark = pytest.mark.tiny


class Stuck:
    """A search that works without ever getting below its cost."""

    k = 2

    def __init__(self, cost):
        self.cost = cost
        self.ticks = self.iterations = 0

    def run(self, ticks):
        self.ticks += ticks
        self.iterations += 1

    def colors(self):
        return np.zeros(1, np.int32)


@pytest.fixture
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


def test_work_is_shared_in_inverse_proportion_to_the_cost(pool):
    portfolio = Portfolio("abc", [Stuck(1), Stuck(2), Stuck(4)], pool)
    for _ in range(700):
        portfolio.play(1, 10)
    assert portfolio.ticks == 7000
    assert portfolio.iterations == 700
    for search, share in zip(portfolio.searches, (4000, 2000, 1000), strict=True):
        assert abs(search.ticks - share) <= 40


def test_threads_take_different_members(pool):
    portfolio = Portfolio("abc", [Stuck(1), Stuck(9), Stuck(9)], pool)
    portfolio.play(2, 10)
    assert [search.ticks for search in portfolio.searches] == [10, 10, 0]
    portfolio.play(2, 10)
    assert [search.ticks for search in portfolio.searches] == [20, 10, 10]


def test_more_threads_than_members_play_once_each(pool):
    portfolio = Portfolio("ab", [Stuck(3), Stuck(3)], pool)
    portfolio.play(5, 10)
    assert [search.ticks for search in portfolio.searches] == [10, 10]


def test_the_first_of_the_best_leads(pool):
    assert Portfolio("abc", [Stuck(3), Stuck(2), Stuck(2)], pool).leader == 1
