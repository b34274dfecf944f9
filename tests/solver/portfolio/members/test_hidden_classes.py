"""The extraction of hidden classes as a member: what it offers, when it is first, and its end."""

from __future__ import annotations

import numpy as np
import pytest

from solver import generators, greedy
from solver.graphs.verify import is_proper
from solver.portfolio.gap import Gap
from solver.portfolio.members import HiddenClassesMember
from solver.portfolio.members.hidden_classes import HEAD_START, HEAD_START_SURE, SURE
from solver.portfolio.shares import members

SLICE = 1 << 18


def turns(member, gap, most=200):
    """Give turns until the member is idle; return how often it was first before its turn."""
    first = 0
    for _ in range(most):
        work = member.prepare(gap)
        if work is None:
            break
        first += member.first
        member.run(work, SLICE)
        member.report(work, gap)
    return first


def test_a_coloring_that_local_search_misses_is_found_at_once():
    graph = generators.planted(300, 15, 0.5, seed=5)
    gap = Gap(graph, greedy(graph).astype(np.int32), np.empty(0, np.int32))
    member = HiddenClassesMember(1, (0,))
    assert not member.first
    while gap.incumbent.k > 15 and member.ticks < 1 << 28:
        work = member.prepare(gap)
        assert work is not None
        member.run(work, SLICE)
        member.report(work, gap)
    assert gap.incumbent.k == 15
    assert gap.incumbent.method == "hidden classes"
    assert is_proper(graph, gap.incumbent.coloring)


def test_it_is_first_as_soon_as_it_has_a_class_and_idle_when_no_vertex_is_left():
    graph = generators.flat(300, 15, 0.5, seed=1)
    gap = Gap(graph, greedy(graph).astype(np.int32), np.empty(0, np.int32))
    member = HiddenClassesMember(1, (0,))
    work = member.prepare(gap)
    member.run(work, 1)  # one probe
    member.report(work, gap)
    while not work.classes:
        member.run(work, 1)
        member.report(work, gap)
    assert member.first
    turns(member, gap)
    assert member.idle
    assert not member.first
    assert gap.incumbent.k <= 16


@pytest.fixture
def gap():
    return Gap(generators.gnp(30, 0.5, seed=1), np.arange(30, dtype=np.int32), np.empty(0, np.int32))


class Extraction:
    """An extraction with some classes, each turn of which takes some ticks."""

    complete = False

    def __init__(self, classes):
        self.classes, self.ticks, self.ends = [[c] for c in range(classes)], 0, False

    def run(self, ticks):
        self.ticks += ticks
        return self.ends


@pytest.mark.parametrize(
    ("classes", "expected"),
    [(SURE, [True, False, True, False, False]), (SURE - 1, [True, False, True, False, True])],
)
def test_it_is_not_first_again_after_some_classes_without_an_improvement(
    monkeypatch, gap, classes, expected
):
    work, better = Extraction(classes), greedy(gap.graph).astype(np.int32)
    member = HiddenClassesMember(1, (0,))
    monkeypatch.setattr(member, "_repaired", lambda work: better)
    first = []
    for work.ends in (False, True, False, True, False):
        member.run(work, SLICE)
        member.report(work, gap)
        first.append(member.first)
    assert gap.incumbent.k == better.max() + 1
    assert first == expected


@pytest.mark.parametrize(("classes", "most"), [(1, HEAD_START), (SURE, HEAD_START_SURE)])
def test_how_long_it_is_first_depends_on_the_classes(gap, classes, most):
    work, member = Extraction(classes), HiddenClassesMember(1, (0,))
    member.run(work, HEAD_START_SURE)
    member.report(work, gap)
    assert member.first  # ticks in turns that were not before other members do not count
    member.run(work, most - 1)
    member.report(work, gap)
    assert member.first
    member.run(work, 1)
    member.report(work, gap)
    assert not member.first


def test_graphs_that_it_is_not_for():
    def takes_part(graph, k):
        return "hidden classes" in [member.name for member in members("auto", graph, k)]

    assert takes_part(generators.gnp(300, 0.5, seed=1), 40)
    assert not takes_part(generators.gnp(300, 0.01, seed=1), 40)
    assert not takes_part(generators.queen(6), 7)
