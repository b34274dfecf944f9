from __future__ import annotations

import os
import signal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, check_certificate, conflicts, generators, greedy, is_proper
from solver.portfolio.color import color
from solver.sequential.greedy import STRATEGIES
from solver.variants import recolor as recolor_module
from solver.variants.recolor import _give_free_colors, _restore, _without_conflicts, recolor
from tests import naive, naive_recoloring
from tests.strategies import edge_lists


@st.composite
def colored(draw):
    """A graph and a coloring with few colors, so that there are many conflicts."""
    n, edges = draw(edge_lists())
    color = st.integers(-1, draw(st.integers(0, 4)))
    return n, edges, np.array(draw(st.lists(color, min_size=n, max_size=n)), np.int32)


@given(colored())
def test_any_coloring_becomes_proper_and_vertices_without_conflict_may_stay(case):
    n, edges, old = case
    graph = Graph.from_edges(n, edges)
    result = recolor(graph, old, max_ticks=20_000)
    assert is_proper(graph, result.colors)
    for v in np.flatnonzero((result.colors != old) & (old >= 0)):
        assert (result.colors[graph.neighbors(v)] == old[v]).any()  # else it would have it back


@pytest.mark.tiny
@given(colored())
def test_conflicts_are_uncolored_greedily_those_with_most_first(case):
    n, edges, colors = case
    partial = _without_conflicts(Graph.from_edges(n, edges), colors)
    assert partial.tolist() == naive_recoloring.uncolor_cover(n, edges, colors.tolist())


@pytest.mark.tiny
@given(colored(), st.data())
def test_previous_colors_come_back_in_rounds(case, data):
    n, edges, before = case
    # conflicts as well, which are left if the number of colors is given
    colors = data.draw(st.lists(st.integers(0, 4), min_size=n, max_size=n))
    new = np.array(colors, np.int32)
    _restore(Graph.from_edges(n, edges), new, before)
    assert new.tolist() == naive_recoloring.restore(n, edges, before.tolist(), colors)


@pytest.mark.tiny
def test_a_vertex_that_another_frees_waits_for_the_next_round():
    # Vertex 0 frees a color for 1, which 2 has back by then.
    before, new = np.array([1, 0, 0], np.int32), np.array([0, 2, 3], np.int32)
    _restore(Graph.from_edges(3, [(0, 1), (1, 2)]), new, before)
    assert new.tolist() == naive_recoloring.restore(3, [(0, 1), (1, 2)], before, [0, 2, 3]) == [1, 2, 0]


def test_the_seed_is_that_of_the_search():
    graph = generators.from_spec("gnp:n=60,p=0.5,seed=1")
    results = [recolor(graph, np.arange(60) % 12, 12, seed=seed, max_ticks=1 << 18) for seed in range(4)]
    assert {result.method for result in results} == {"tabucol"}
    assert len({result.colors.tobytes() for result in results}) > 1


@pytest.mark.tiny
def test_a_proper_coloring_is_left_alone():
    graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    result = recolor(graph, [2, 0, 1])
    assert result.method == "unchanged"
    assert result.colors.tolist() == [2, 0, 1]


@pytest.mark.tiny
def test_an_exchange_frees_a_color():
    # 4 sees all of 0, 1, 2; exchanging 0 and 1 at vertex 0 alone frees color 0.
    graph = Graph.from_edges(5, [(0, 3), (4, 0), (4, 1), (4, 2)])
    result = recolor(graph, [0, 1, 2, 2, -1], 3)
    assert result.method == "kempe_chains"
    assert is_proper(graph, result.colors)
    assert (result.colors[:4] != [0, 1, 2, 2]).sum() == 1


@pytest.mark.tiny
def test_too_few_colors_leave_conflicts_only_if_asked():
    triangle = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)])
    result = recolor(triangle, [0, 1, -1], 2, max_ticks=1000)
    assert (result.conflicts, result.stop_reason) == (1, "infeasible")
    result = recolor(triangle, [0, 1, -1], max_ticks=1000)
    assert (result.k, result.method) == (3, "new colors")


@pytest.mark.parametrize(
    ("graph", "before"),
    [
        (Graph.from_edges(4, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]), [0, 1, 2, 2]),
        (Graph.from_edges(7, [(v, (v + 1) % 7) for v in range(7)]), [0, 1, 0, 1, 0, 1, 0]),
        (generators.mycielski(4), [v % 4 for v in range(23)]),  # five colors, no triangle
    ],
)
def test_colors_that_cannot_suffice_are_known_before_the_search(graph, before):
    k = max(before) + 1
    result = recolor(graph, before)
    assert (result.k, result.conflicts, result.lower_bound, result.proven) == (k + 1, 0, k + 1, True)
    assert result.ticks < 1 << 22
    verdict = check_certificate(graph, result.certificate)
    assert verdict.bound == k + 1
    result = recolor(graph, before, k)
    assert (result.k, result.lower_bound, result.stop_reason) == (k, k + 1, "infeasible")
    assert result.conflicts == 1
    assert result.ticks < 1 << 24


@pytest.mark.tiny
def test_the_time_limit_ends_both_the_exchanges_and_the_search():
    graph = Graph.from_edges(5, [(0, 3), (4, 0), (4, 1), (4, 2)])
    result = recolor(graph, [0, 1, 2, 2, -1], time_limit=1e-9)
    assert (result.method, result.k, result.conflicts) == ("new colors", 4, 0)
    triangle = Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)])
    result = recolor(triangle, [0, 1, -1], 2, time_limit=1e-9)
    assert (result.conflicts, result.stop_reason) == (1, "time_limit")
    assert result.ticks < 1000
    with pytest.raises(InputError, match="time_limit = 0: expected a positive number"):
        recolor(triangle, [0, 1, -1], time_limit=0)


def test_the_time_limit_ends_the_exchanges_around_one_vertex(monkeypatch):
    plain, calls = recolor_module.kernels.free_by_chains, []

    def counted(*arguments):
        calls.append(arguments)
        return plain(*arguments)

    class Clock:
        """A clock that goes on by a second with each part of the exchanges."""

        def __init__(self, **_):
            pass

        def seconds(self):
            return float(len(calls))

    monkeypatch.setattr(recolor_module.kernels, "free_by_chains", counted)
    monkeypatch.setattr(recolor_module, "Clock", Clock)
    monkeypatch.setattr(recolor_module, "CHAIN_TICKS", 1)
    monkeypatch.setattr(recolor_module, "TabuCol", _refused)
    complete = generators.gnp(12, 1.0)
    result = recolor(complete, np.minimum(np.arange(12), 10), time_limit=3)
    assert (len(calls), result.method, result.conflicts) == (3, "new colors", 0)


def test_an_edit_of_a_good_coloring_changes_little():
    graph = generators.from_spec("gnp:n=300,p=0.1,seed=1")
    before = color(graph, max_ticks=1 << 25)
    rng = np.random.default_rng(0)
    added = rng.integers(0, 300, (20, 2))
    edges = np.argwhere(np.triu(graph.to_scipy().toarray()))
    edited = Graph.from_edges(300, np.concatenate([edges, added[added[:, 0] != added[:, 1]]]))
    after = recolor(edited, before.colors)
    assert is_proper(edited, after.colors)
    assert after.k == before.k
    clashes = (before.colors[added[:, 0]] == before.colors[added[:, 1]]).sum()
    assert (after.colors != before.colors).sum() <= 20 * clashes
    assert (greedy(edited) != before.colors).sum() > (after.colors != before.colors).sum()


@pytest.mark.tiny
def test_fewer_colors_than_given_are_refused():
    with pytest.raises(InputError, match="k = 2: expected 3"):
        recolor(Graph.from_edges(3, []), [0, 1, 2], 2)


@pytest.mark.tiny
def test_huge_names_and_numbers_are_refused_before_anything_as_large_is_made():
    graph = Graph.from_edges(3, [(0, 1)])
    assert recolor(graph, [0, 4095, 1]).method == "unchanged"
    with pytest.raises(InputError, match="color 4096 of vertex 1: expected a color < 4096"):
        recolor(graph, [0, 4096, 1])
    with pytest.raises(InputError, match="color 2000000000 of vertex 2: expected a color < 4096"):
        recolor(graph, [0, 1, 2_000_000_000])
    with pytest.raises(InputError, match=r"k = 1000000000000: expected 2, .* to 4096"):
        recolor(graph, [0, 1, 1], 10**12)


def _with_an_edge_inside_a_class(graph, colors, rng):
    """The graph with one edge more, between two vertices of one color."""
    while True:
        u, v = rng.integers(0, graph.n, 2).tolist()
        if u != v and colors[u] == colors[v]:
            return Graph.from_edges(graph.n, [*graph.edges().tolist(), (u, v)])


def test_tabu_search_is_repeated_until_few_vertices_change(monkeypatch):
    changes = {}
    for share in (2**40, recolor_module.FEWER_SHARE):  # with the first there is no repetition
        monkeypatch.setattr(recolor_module, "FEWER_SHARE", share)
        for seed in (1, 5):
            graph = generators.gnp(200, 0.1, seed=seed)
            before = color(graph, 7, max_ticks=1 << 26).colors
            rng = np.random.default_rng(seed)
            for edit in range(3):
                edited = _with_an_edge_inside_a_class(graph, before, rng)
                result = recolor(edited, before, 7)
                assert is_proper(edited, result.colors)
                assert result.k == 7
                changes[share, seed, edit] = int((result.colors != before).sum())
                again = recolor(edited, before, 7)
                assert again.colors.tolist() == result.colors.tolist()
    without, repeated = np.array(list(changes.values())).reshape(2, 6)
    assert (repeated <= without).all()
    assert 2 * repeated.sum() < without.sum()


@pytest.mark.parametrize(
    ("error", "reason"), [(KeyboardInterrupt, "interrupted"), (MemoryError, "out_of_memory")]
)
def test_what_ends_the_search_for_fewer_changes_keeps_the_coloring(monkeypatch, error, reason):
    def interrupted(*_):
        raise error

    graph = generators.gnp(200, 0.1, seed=1)
    before = color(graph, 7, max_ticks=1 << 26).colors
    edited = _with_an_edge_inside_a_class(graph, before, np.random.default_rng(1))
    monkeypatch.setattr(recolor_module.random.Random, "uniform", interrupted)
    result = recolor(edited, before, 7)
    assert is_proper(edited, result.colors)
    assert result.stop_reason == reason


@pytest.mark.parametrize("place", ["_fill", "TabuCol.run", "TabuCol.__init__"])
@pytest.mark.parametrize("k", [None, 12])
@pytest.mark.parametrize(
    ("error", "reason"), [(KeyboardInterrupt, "interrupted"), (MemoryError, "out_of_memory")]
)
def test_what_ends_a_search_keeps_a_proper_coloring(monkeypatch, place, k, error, reason):
    def ended(*_, **__):
        raise error

    graph = generators.gnp(60, 0.5, seed=1)
    before = np.arange(60) % 12
    monkeypatch.setattr(f"solver.variants.recolor.{place}", ended)
    result = recolor(graph, before, k)
    assert result.stop_reason == reason
    assert result.conflicts == conflicts(graph, result.colors)
    assert (result.conflicts == 0) if k is None else (result.k == 12)


def test_an_interrupt_at_the_end_of_the_search_keeps_the_coloring(monkeypatch):
    plain = recolor_module._restore

    def interrupted(*arguments):
        os.kill(os.getpid(), signal.SIGINT)
        plain(*arguments)

    monkeypatch.setattr(recolor_module, "_restore", interrupted)
    graph = generators.queen(5)
    result = recolor(graph, np.zeros(25, int), 25)
    assert is_proper(graph, result.colors)
    assert result.stop_reason == "interrupted"


def test_one_color_more_lets_one_edge_change_one_vertex():
    graph = generators.gnp(200, 0.1, seed=1)
    before = color(graph, 7, max_ticks=1 << 26).colors
    edited = _with_an_edge_inside_a_class(graph, before, np.random.default_rng(1))
    assert (recolor(edited, before, 8).colors != before).sum() == 1


def test_the_search_for_fewer_changes_keeps_the_limits():
    graph = generators.from_spec("gnp:n=60,p=0.5,seed=1")
    for max_ticks in (1 << 16, 1 << 18, 1 << 20):
        result = recolor(graph, np.arange(60) % 12, 12, max_ticks=max_ticks)
        # Exchanges, tabu search, an eighth for fewer changes, and the last move or visit of each.
        assert result.ticks <= 2.2 * max_ticks


def test_the_bound_has_a_certificate():
    for n, edges, bound in ((3, [], 1), (3, [(0, 1)], 2), (0, [], 0)):
        graph = Graph.from_edges(n, edges)
        result = recolor(graph, [0] * n)
        assert check_certificate(graph, result.certificate | {"bound": result.lower_bound}).holds
        assert (result.lower_bound, result.proven) == (bound, True)


def test_a_coloring_that_the_proof_finds_is_kept_where_tabu_search_has_no_time():
    graph = generators.grid(8, 8)
    before = np.random.default_rng(1).integers(0, 2, graph.n)
    for k in (2, None):
        result = recolor(graph, before, k, max_ticks=1)
        assert (result.k, result.conflicts, result.method) == (2, 0, "color")
        assert is_proper(graph, result.colors)


def _refused(*_, **__):
    raise AssertionError("this needs more work than the limit")


def test_no_step_begins_that_needs_more_work_than_the_limit(monkeypatch):
    graph = generators.gnp(20_000, 0.002, seed=1)
    before = np.arange(graph.n) % 8
    monkeypatch.setattr(recolor_module, "color", _refused)
    monkeypatch.setattr(recolor_module, "TabuCol", _refused)
    result = recolor(graph, before, max_ticks=1000)
    assert (result.method, result.conflicts, result.lower_bound) == ("new colors", 0, 1)
    kept = recolor(graph, before, 8, max_ticks=1000)
    assert (kept.k, kept.stop_reason) == (8, "max_ticks")
    assert kept.conflicts == conflicts(graph, kept.colors) > 0


def test_a_proof_that_fits_only_without_rlf_is_made_without_it(monkeypatch):
    graph = generators.gnp(2000, 0.3, seed=1)
    before = np.arange(graph.n) % 60
    monkeypatch.setattr("solver.portfolio.run.STRATEGIES", {**STRATEGIES, "RLF": _refused})
    result = recolor(graph, before, 60, max_ticks=5_000_000)
    assert result.lower_bound > 5  # of a clique
    assert result.stop_reason == "max_ticks"


@pytest.mark.parametrize("case", ["star", "dense"])
def test_exchanges_count_the_neighbors_that_they_read(monkeypatch, case):
    plain, pairs, in_chains = recolor_module.kernels.free_by_chains, 0, 0

    def counted(chains, v, k, stamp, *limits):
        nonlocal pairs, in_chains
        last, work = plain(chains, v, k, stamp, *limits)
        pairs, in_chains = pairs + last - stamp, in_chains + work - (last - stamp)
        return last, work

    monkeypatch.setattr(recolor_module.kernels, "free_by_chains", counted)
    leaves = 60 * 300
    graph = Graph.from_edges(leaves + 1, [(leaves, v) for v in range(leaves)])
    before, degree, mean = np.append(np.arange(leaves) % 60, -1), leaves, 0
    if case == "dense":
        graph = generators.gnp(400, 0.9, seed=1)
        before = np.arange(400) % 100
        degree, mean = int(graph.degrees.min()), 2 * graph.m // graph.n
    for max_ticks in (20_000, 100_000):
        pairs = in_chains = 0
        result = recolor(graph, before, int(before.max()) + 1, max_ticks=max_ticks)
        work = pairs * (degree // 16) + in_chains * (mean // 16)
        assert 0 < work <= result.ticks
        assert work <= max_ticks + graph.n * (1 + mean // 16)  # the last chains are whole


@given(colored(), st.integers(1, 6))
def test_free_colors_are_given_in_order_as_long_as_there_are_any(case, k):
    n, edges, before = case
    before = np.minimum(before, k - 1)
    order = np.random.default_rng(n).permutation(n).astype(np.int32)
    neighbors, expected = naive.adjacency(n, edges), before.tolist()
    for v in order.tolist():
        free = [c for c in range(k) if all(expected[u] != c for u in neighbors[v])]
        if expected[v] < 0 and free:
            expected[v] = free[0]
    left = _give_free_colors(Graph.from_edges(n, edges), before, order, k)
    assert before.tolist() == expected
    assert left == expected.count(-1)
