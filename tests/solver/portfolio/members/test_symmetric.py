"""Symmetric colorings as a member: when it has turns, and when it gives way."""

from __future__ import annotations

import pytest

from solver import clique, color, generators, greedy, is_proper
from solver.portfolio.gap import Gap
from solver.portfolio.members import SymmetricMember, symmetric

pytest.importorskip("pysat")

TICKS = 1 << 22


def gap_of(graph, largest=None):
    return Gap(graph, greedy(graph, "RLF"), clique(graph)[:largest])


def turns(member, gap, most=100):
    """Give the member turns as long as it has something to do, at most so many."""
    for count in range(most):
        work = member.prepare(gap)
        if work is None:
            return count
        member.run(work, TICKS)
        member.report(work, gap)
    return most


def test_it_colors_a_queen_graph_with_as_many_colors_as_the_bound():
    gap = gap_of(generators.queen(12))
    assert gap.incumbent.k > 12
    member = SymmetricMember(1)
    assert 1 <= turns(member, gap) < 100
    assert member.prepare(gap) is None
    assert gap.incumbent.k == 12
    assert is_proper(gap.graph, gap.incumbent.coloring)
    assert gap.incumbent.method == "symmetric colorings"


def test_the_portfolio_uses_it_and_is_deterministic():
    graph = generators.queen(12)
    one, other = (color(graph, max_ticks=1_000_000_000) for _ in range(2))
    assert one.k == other.k == 12
    assert one.ticks == other.ticks
    assert (one.colors == other.colors).all()
    assert one.method == "symmetric colorings"


def test_a_graph_without_automorphisms_has_the_same_course_without_it():
    graph = generators.gnp(90, 0.5, seed=3)
    one, other = (
        color(graph, max_ticks=100_000_000, options={"symmetric_share": share}) for share in (1.0, 0.0)
    )
    assert (one.k, one.ticks, one.iterations) == (other.k, other.ticks, other.iterations)
    assert (one.colors == other.colors).all()
    member = SymmetricMember(1)
    assert turns(member, gap_of(graph, 15)) == 0
    assert member.ticks == 0


def test_it_gives_way_when_every_group_is_refuted():
    gap = gap_of(generators.queen(6))  # needs 7 colors
    member = SymmetricMember(1)
    assert 1 <= turns(member, gap) < 100
    assert gap.incumbent.k > 6
    assert gap.incumbent.lower_bound == 6  # colorings that are not symmetric may have 6 colors


def test_it_gives_way_when_its_budget_is_spent(monkeypatch):
    monkeypatch.setattr(symmetric, "BUDGET", 3 * TICKS)
    member = SymmetricMember(1)
    assert 1 <= turns(member, gap_of(generators.queen(14))) < 20
    assert 3 * TICKS <= member.ticks < 5 * TICKS


def test_a_graph_that_is_too_large_for_formulas_is_left_alone(monkeypatch):
    monkeypatch.setattr(symmetric, "MAX_PAIRS", 143 * 12)
    member = SymmetricMember(1)
    assert turns(member, gap_of(generators.queen(12))) == 0
    assert member.idle


def test_it_waits_until_the_bound_is_near():
    graph = generators.queen(12)
    gap = gap_of(graph, 5)
    member = SymmetricMember(1)
    assert turns(member, gap) == 0
    assert not member.idle
    gap.incumbent.raise_bound(12, {"kind": "search"})
    assert turns(member, gap, most=1) == 1


def test_a_given_number_of_colors_is_asked_for():
    gap = gap_of(generators.queen(12), 11)
    gap.goal = 12
    turns(SymmetricMember(1, has_target=True), gap)
    assert gap.incumbent.k == 12
    assert gap.incumbent.lower_bound == 11
