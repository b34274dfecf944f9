"""Which members take part: who has the easy steps, and who is left out of graphs it is not for."""

from __future__ import annotations

import pytest

from solver import Graph, generators
from solver.portfolio.members import BranchAndBoundMember, LocalSearchMember
from solver.portfolio.options import DEFAULTS
from solver.portfolio.options import settings as settings_of
from solver.portfolio.shares import members, strategies

pytestmark = pytest.mark.tiny

OPTIONS = DEFAULTS.portfolio


def ring(n):
    return Graph.from_edges(n, [(v, (v + 1) % n) for v in range(n)])


def playing(graph, k, method="auto", threads=1, **more):
    return members(method, graph, k, threads=threads, **more)


def names(team):
    return [member.name for member in team]


def test_the_search_for_the_easy_steps_fits_the_graph():
    for graph, expected in (
        (ring(OPTIONS.walk_vertices), "kempe_walk"),
        (ring(OPTIONS.walk_vertices - 1), "tabucol"),
        (generators.queen(10), "tabucol"),
        (generators.from_spec("leighton:450,25,260,seed=1"), "conflict_optimizer"),
    ):
        first = [member for member in playing(graph, 40) if member.first]
        assert names(first) == [expected]
    walk = playing(ring(OPTIONS.walk_vertices), 40)[0]
    assert isinstance(walk, LocalSearchMember)
    assert walk.budget == max(OPTIONS.easy_ticks, OPTIONS.walk_ticks * OPTIONS.walk_vertices)
    assert names(playing(ring(OPTIONS.walk_vertices), 3)).count("kempe_walk") == 2


def test_nobody_is_first_where_a_proof_is_near():
    assert all(not member.first for member in playing(ring(OPTIONS.small // 3), 3))


def test_bounds_have_most_of_the_work_where_classes_are_small_and_a_clique_is_large():
    graph = ring(OPTIONS.small)

    def share(k, **more):
        team = playing(graph, k, **more)
        bounds = next(member for member in team if member.name == "column generation")
        return bounds.share

    k = graph.n // 4
    assert share(k, lower_bound=k) == 2 * OPTIONS.bounds_share_columns
    assert share(k, lower_bound=k // 2) == 2 * OPTIONS.bounds_share_large
    assert share(k // 4, lower_bound=k // 4) == 2 * OPTIONS.bounds_share_large
    assert share(k, lower_bound=k, has_target=True) == 2 * OPTIONS.bounds_share_large


def test_annealing_keeps_to_graphs_that_fit():
    assert "annealing" in names(playing(ring(100), 3))
    assert "annealing" not in names(playing(ring(OPTIONS.annealing_vertices + 1), 3))


def test_a_named_search_plays_alone_once_a_thread():
    team = playing(ring(10), 3, "partialcol", threads=3)
    assert names(team) == ["partialcol"] * 3
    assert [member.from_best for member in team] == [True, False, False]


@pytest.mark.parametrize(
    ("threads", "pairs"), [(1, [1]), (2, [2]), (3, [2, 1]), (4, [2, 2]), (5, [2, 2, 1])]
)
def test_the_memetic_search_improves_two_children_side_by_side(threads, pairs):
    alone = playing(ring(100), 3, "memetic", threads=threads)
    assert [member.threads for member in alone] == pairs
    team = playing(ring(100), 3, threads=threads)
    crews = [m for m in team if m.name == "memetic"]
    assert [member.threads for member in crews] == pairs
    assert sum(member.share for member in crews) == threads * OPTIONS.memetic_share
    assert [member.from_best for member in crews] == [True] + [False] * (len(pairs) - 1)
    assert sum(m.threads for m in team if m.name == "annealing") == threads
    searches = [m for m in team if isinstance(m, LocalSearchMember)]
    assert len({member.seed for member in searches}) == len(searches)


def test_bounds_count_most_where_a_proof_is_near_and_least_where_it_is_hopeless():
    def share(graph, k, **options):
        return next(m.share for m in playing(graph, k, **options) if m.name == "column generation")

    graph = ring(1000)
    assert share(graph, 3) > share(graph, 100) > share(graph, OPTIONS.large // 1000 + 1)
    assert share(graph, 100, has_target=True) == share(graph, OPTIONS.large // 1000 + 1)
    assert share(graph, 100, method="exact") > share(graph, 3)


def test_branch_and_bound_has_a_head_start_on_large_graphs_alone():
    def branching(k):
        return next(m for m in playing(ring(1000), k) if isinstance(m, BranchAndBoundMember))

    assert not branching(OPTIONS.large // 1000).first
    assert branching(OPTIONS.large // 1000 + 1).first


def test_branch_and_price_has_half_of_the_work_where_the_gap_may_be_closed():
    team = playing(ring(100), 5)
    price = next(m for m in team if m.name == "branch and price")
    later = ("leap", "symmetric colorings")
    others = sum(m.share for m in team[1:] if m is not price and m.name not in later)
    assert price.share == OPTIONS.price_share * others
    assert "branch and price" not in names(playing(ring(100), 5, has_target=True))
    assert "branch and price" not in names(playing(ring(1000), OPTIONS.large // 1000 + 1))


def test_a_sequential_strategy_is_all_there_is_if_asked_for():
    assert strategies(ring(5), "natural") == ["natural"]
    assert strategies(ring(5), "auto") == ["smallest_last", "DSATUR", "RLF"]


def test_options_change_shares_and_parameters():
    chosen = settings_of({"memetic_share": 7.5, "tabucol.tenure_random": 3, "patience_search": 9.0})
    team = playing(ring(10), 3, settings=chosen)
    assert next(m.share for m in team if m.name == "memetic") == 7.5
    assert {m.patience for m in team if isinstance(m, LocalSearchMember)} == {9.0}
    assert chosen.memetic.tabu.tenure_random == chosen.tabucol.tenure_random == 3
