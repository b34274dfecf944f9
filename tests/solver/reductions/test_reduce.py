"""Reductions keep the chromatic number, and the way back keeps the promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Graph, InputError, clique, generators, greedy, is_proper
from solver.reductions import reduce
from solver.reductions.blocks import blocks
from solver.reductions.join import join
from solver.reductions.removal import dominated, low_degree, twins
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny
MANY = settings(max_examples=300 if settings().max_examples > 10 else 10)

PLENTY = 1 << 20
TECHNIQUES = {
    "low degree": low_degree,
    "twins": twins,
    "dominated": lambda graph, floor: dominated(graph, floor, PLENTY),
    "blocks": blocks,
    "join": join,
}


@st.composite
def unions_and_joins(draw, max_n=9):
    """A graph made of single vertices by disjoint unions and joins."""
    n, edges = draw(st.integers(1, max_n)), []
    blocks = [[v] for v in range(n)]
    while len(blocks) > 1:
        first, second = (blocks.pop(draw(st.integers(0, len(blocks) - 1))) for _ in range(2))
        if draw(st.booleans()):
            edges += [(u, v) for u in first for v in second]
        blocks.append(first + second)
    return Graph.from_edges(n, edges)


@st.composite
def cases(draw, max_n=9):
    """A graph, as likely dense as sparse: joins and universal vertices live in the complement."""
    if draw(st.booleans()):
        return draw(unions_and_joins(max_n))
    n, edges = draw(edge_lists(max_n))
    if draw(st.booleans()):
        present = {frozenset(edge) for edge in edges}
        edges = [(u, v) for v in range(n) for u in range(v) if frozenset((u, v)) not in present]
    return Graph.from_edges(n, edges)


def chromatic(graph):
    return naive.chromatic_number(graph.n, graph.edges().tolist())


def optimal(graph):
    """A coloring with the fewest colors, by backtracking."""
    neighbors = naive.adjacency(graph.n, graph.edges().tolist())

    def extend(colors, k):
        v = len(colors)
        if v == graph.n:
            return colors
        free = set(range(k)) - {colors[u] for u in neighbors[v] if u < v}
        return next((done for c in sorted(free) if (done := extend([*colors, c], k))), None)

    return np.array(extend([], chromatic(graph)) or [], np.int32)


def at_least_floors(numbers, parts):
    """The numbers, but no smaller than the lower bounds of the parts, below which nothing is gained."""
    return [max(number, part.lower_bound) for number, part in zip(numbers, parts, strict=True)]


@tiny
@MANY
@given(cases(), st.integers(0, 4))
def test_the_parts_tell_the_chromatic_number(graph, slack):
    chi = chromatic(graph)
    reduction = reduce(graph, max(0, chi - slack))
    numbers = [chromatic(part.graph) for part in reduction.parts]
    assert reduction.total(numbers) == chi
    assert reduction.total(at_least_floors(numbers, reduction.parts)) == chi
    colors = reduction.lift([optimal(part.graph) for part in reduction.parts])
    assert is_proper(graph, colors)
    assert colors.max(initial=-1) + 1 == chi


@tiny
@MANY
@given(cases(), st.integers(0, 10))
def test_any_colorings_of_the_parts_lift_to_the_promised_number(graph, bound):
    reduction = reduce(graph, bound)
    colorings = [greedy(part.graph, "natural") for part in reduction.parts]
    colors = reduction.lift(colorings)
    assert is_proper(graph, colors)
    total = reduction.total([int(c.max()) + 1 for c in colorings])
    assert total >= bound
    assert colors.max(initial=-1) < total
    assert reduction.n + sum(removed for _, removed in reduction.steps) == graph.n


@tiny
@MANY
@given(cases(), st.sampled_from(sorted(TECHNIQUES)), st.integers(0, 2))
def test_each_technique_by_itself(graph, name, slack):
    chi = chromatic(graph)
    if not graph.m:
        return
    floor = max(1, chi - slack)
    step = TECHNIQUES[name](graph, floor)
    if step is None:
        return
    assert step.name == name
    numbers = [chromatic(part.graph) for part in step.parts]
    assert step.total(numbers) == chi
    assert step.total(at_least_floors(numbers, step.parts)) == chi
    colors = step.lift([optimal(part.graph) for part in step.parts])
    assert is_proper(graph, colors)
    for part in step.parts:
        assert part.graph == graph.subgraph(part.vertices)


def check_fixpoint(graph, floor):
    step = dominated(graph, floor, PLENTY)
    left = graph if step is None else step.parts[0].graph
    neighbors = [set(left.neighbors(v).tolist()) for v in range(left.n)]
    assert all(len(row) >= floor for row in neighbors)
    assert not any(neighbors[u] <= neighbors[v] for u in range(left.n) for v in range(left.n) if u != v)


@tiny
@given(cases(), st.integers(1, 4))
def test_what_is_left_is_a_fixpoint(graph, floor):
    check_fixpoint(graph, floor)


def test_what_is_left_of_many_random_graphs_is_a_fixpoint():
    """In one of thirty, a vertex is dominated only once it has as few neighbors as there are colors."""
    for seed in range(300):
        rng = np.random.default_rng(seed)
        n, p = int(rng.integers(5, 13)), rng.uniform(0.2, 0.8)
        edges = np.argwhere(np.triu(rng.random((n, n)) < p, 1))
        check_fixpoint(Graph.from_edges(n, edges), int(rng.integers(1, 5)))


@tiny
@MANY
@given(cases(), st.integers(1, 4), st.integers(0, 60))
def test_complete_means_that_nothing_more_is_dominated(graph, floor, ticks):
    reduction = reduce(graph, floor, max_ticks=ticks)
    left = [dominated(part.graph, part.lower_bound, PLENTY) for part in reduction.parts]
    assert not reduction.complete or not any(left)


@tiny
def test_a_technique_that_does_not_apply_leaves_no_step():
    graph = Graph.from_edges(7, [(i, (i + 1) % 7) for i in range(7)])
    assert all(technique(graph, 2) is None for technique in TECHNIQUES.values())
    reduction = reduce(graph, 2)
    assert reduction.steps == ()
    assert reduction.parts[0].graph == graph


@tiny
def test_nested_joins_and_unions_need_no_recursion():
    """A threshold graph: each vertex sees all before it, or none."""
    edges = [(u, v) for v in range(1, 60, 2) for u in range(v)]
    graph = Graph.from_edges(60, edges)
    reduction = reduce(graph)
    assert reduction.parts == ()
    assert len(set(reduction.lift([]).tolist())) == reduction.total([]) == 31


@tiny
def test_blocks_share_colors_at_their_cut_vertex():
    # Two wheels with five spokes on a common rim vertex, and a path that hangs off.
    wheel = [(0, i) for i in range(1, 6)] + [(i, i % 5 + 1) for i in range(1, 6)]
    second = [(a + 5, b + 5) for a, b in wheel]
    graph = Graph.from_edges(14, [*wheel, *second, (10, 11), (11, 12), (12, 13)])
    step = blocks(graph, 2)
    assert sorted(len(part.vertices) for part in step.parts) == [6, 6]
    assert step.total([4, 4]) == 4
    assert is_proper(graph, step.lift([optimal(part.graph) for part in step.parts]))
    assert blocks(graph, 6).parts == ()


@tiny
def test_a_graph_of_very_many_blocks_is_kept_whole(monkeypatch):
    triangles = [(3 * i + a, 3 * i + b) for i in range(5) for a, b in ((0, 1), (1, 2), (0, 2))]
    graph = Graph.from_edges(15, triangles)
    assert len(blocks(graph, 2).parts) == 5
    monkeypatch.setattr("solver.reductions.blocks.MAX_PARTS", 4)
    assert blocks(graph, 2) is None


@tiny
def test_the_work_limit_is_reported():
    graph = generators.queen(5)
    spare = Graph.from_edges(26, [*graph.edges().tolist(), (25, 0), (25, 1), (25, 2), (25, 3), (25, 4)])
    assert reduce(spare, 5).complete
    reduction = reduce(spare, 5, max_ticks=1)
    assert not reduction.complete
    assert is_proper(spare, reduction.lift([greedy(part.graph) for part in reduction.parts]))


@tiny
def test_bad_input_is_named():
    graph = generators.queen(5)
    with pytest.raises(InputError, match="lower_bound = -1"):
        reduce(graph, -1)
    with pytest.raises(InputError, match="max_ticks = -1"):
        reduce(graph, max_ticks=-1)
    reduction = reduce(graph, 5)
    with pytest.raises(InputError, match="number of values = 0: expected 1, one for each part"):
        reduction.lift([])
    with pytest.raises(InputError, match=r"colorings\[0\]: expected a proper coloring"):
        reduction.lift([np.zeros(reduction.parts[0].graph.n, int)])


def test_a_large_sparse_graph_is_mostly_gone():
    graph = generators.rmat(12, seed=1)
    reduction = reduce(graph, len(clique(graph)))
    assert reduction.n < graph.n / 4
    colors = reduction.lift([greedy(part.graph, "DSATUR") for part in reduction.parts])
    assert is_proper(graph, colors)
