"""Who takes part: which search has the easy steps, and who is left out of what it cannot do."""

from __future__ import annotations

import pytest

from solver import Graph, generators
from solver.portfolio.members import Branching, Improving
from solver.portfolio.shares import ANNEALED, LARGE, SMALL, WALK_TICKS, WALKED, members, strategies

pytestmark = pytest.mark.tiny


def ring(n):
    return Graph.from_edges(n, [(v, (v + 1) % n) for v in range(n)])


def playing(graph, k, method="auto", threads=1, asked=False):
    return members(method, graph, k, 0, threads, easy_ticks=100, asked=asked)


def names(team):
    return [member.name for member in team]


def test_the_walk_takes_the_easy_steps_of_large_sparse_graphs_and_tabu_search_those_of_others():
    for graph, expected in (
        (ring(WALKED), "kempe_walk"),
        (ring(WALKED - 1), "tabucol"),
        (generators.queen(10), "tabucol"),
    ):
        first = [member for member in playing(graph, 40) if member.first]
        assert names(first) == [expected]
    walk = playing(ring(WALKED), 40)[0]
    assert isinstance(walk, Improving)
    assert walk.budget == WALK_TICKS * WALKED
    assert names(playing(ring(WALKED), 3)).count("kempe_walk") == 2


def test_nobody_is_first_where_a_proof_is_near():
    assert all(not member.first for member in playing(ring(SMALL // 3), 3))


def test_annealing_keeps_to_graphs_that_fit():
    assert "annealing" in names(playing(ring(100), 3))
    assert "annealing" not in names(playing(ring(ANNEALED + 1), 3))


def test_a_named_search_plays_alone_once_a_thread():
    team = playing(ring(10), 3, "partialcol", threads=3)
    assert names(team) == ["partialcol"] * 3
    assert [member.from_best for member in team] == [True, False, False]


def test_bounds_count_most_where_a_proof_is_near_and_least_where_it_is_hopeless():
    def share(graph, k, **options):
        return next(m.share for m in playing(graph, k, **options) if m.name == "column generation")

    graph = ring(1000)
    assert share(graph, 3) > share(graph, 100) > share(graph, LARGE // 1000 + 1)
    assert share(graph, 100, asked=True) == share(graph, LARGE // 1000 + 1)
    assert share(graph, 100, method="exact") > share(graph, 3)


def test_branch_and_bound_has_a_head_start_on_large_graphs_alone():
    def branching(k):
        return next(m for m in playing(ring(1000), k) if isinstance(m, Branching))

    assert not branching(LARGE // 1000).first
    assert branching(LARGE // 1000 + 1).first


def test_a_sequential_strategy_is_all_there_is_if_asked_for():
    assert strategies(ring(5), "natural") == ["natural"]
    assert strategies(ring(5), "auto") == ["smallest_last", "DSATUR", "RLF"]
