"""Branch and price as a member: it closes a gap of one color from either side, and works on no other."""

from __future__ import annotations

import numpy as np

from solver import Graph, check_certificate, generators
from solver.portfolio.gap import Gap
from solver.portfolio.members import BranchAndPriceMember


def gap_of(graph, colors, bound):
    gap = Gap(graph, np.asarray(colors, np.int32), np.empty(0, np.int32))
    gap.incumbent.raise_bound(bound, {"kind": "search"})
    return gap


def work(member, gap, turns=100):
    for _ in range(turns):
        question = member.prepare(gap)
        if question is None:
            return
        member.run(question, 1 << 20)
        member.report(question, gap)


def test_it_raises_the_bound_with_a_certificate_that_counts_what_was_left_out():
    graph = generators.mycielski(3)
    pairs = [*graph.edges().tolist(), (0, 11), (11, 12)]  # a path that can be colored last
    graph = Graph.from_edges(13, pairs)
    gap = gap_of(graph, _four_colors(graph), 3)
    member = BranchAndPriceMember(1, 0)
    work(member, gap)
    assert (gap.incumbent.k, gap.incumbent.lower_bound) == (4, 4)
    assert member.ticks > 0
    verdict = check_certificate(graph, gap.incumbent.certificate)
    assert (verdict.holds, verdict.bound) == (True, 4)


def _four_colors(graph):
    from solver import greedy

    colors = greedy(graph, "DSATUR")
    assert int(colors.max()) == 3
    return colors


def test_it_finds_a_coloring():
    graph = generators.queen(7)
    gap = gap_of(graph, _spare(graph, 8), 7)
    work(BranchAndPriceMember(1, 0), gap)
    assert gap.incumbent.k == 7


def _spare(graph, k):
    from solver import color

    colors = color(graph, k=k, seed=1, max_ticks=10**9).colors
    if len(np.unique(colors)) < k:
        colors[0] = k - 1
    return colors


def test_it_works_only_on_a_gap_of_one():
    graph = generators.mycielski(3)
    member = BranchAndPriceMember(1, 0)
    assert member.prepare(gap_of(graph, _four_colors(graph), 2)) is None
    assert member.prepare(gap_of(graph, _four_colors(graph), 4)) is None
    question = member.prepare(gap_of(graph, _four_colors(graph), 3))
    assert question is not None
    assert question.tree.k == 3


def test_large_graphs_are_left_to_others():
    graph = generators.grid(40, 40)
    member = BranchAndPriceMember(1, 0)
    colors = np.indices((40, 40)).sum(axis=0).ravel() % 2
    colors[0] = 2
    assert graph.n == 1600
    assert member.prepare(gap_of(graph, colors, 2)) is None
