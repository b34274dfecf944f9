"""Bandwidth coloring beside enumeration, and its bounds."""

from __future__ import annotations

import itertools
import os
import re
import signal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Graph, InputError, bandwidth_color, generators
from solver.exact import windows
from solver.exact.limited import LimitedSolver
from solver.variants import bandwidth
from solver.variants.bandwidth_bound import shortest_path
from solver.variants.bandwidth_greedy import first_fit, improved
from tests.strategies import edge_lists


def naive_bandwidth(n, lengths):
    """The fewest colors for distances ``{(u, v): d}``, by backtracking in vertex order."""

    def extend(colors, k):
        v = len(colors)
        if v == n:
            return True
        return any(
            all(abs(c - colors[u]) >= lengths.get((u, v), 0) for u in range(v))
            and extend([*colors, c], k)
            for c in range(k)
        )

    return next(k for k in itertools.count(min(n, 1)) if extend([], k))


def colors_of_clique(result, lengths):
    members = result.clique.tolist()
    assert all(pair in lengths for pair in itertools.combinations(members, 2))
    own = {(i, j): lengths[u, v] for (i, u), (j, v) in itertools.combinations(enumerate(members), 2)}
    return naive_bandwidth(len(members), own)


@st.composite
def cases(draw, max_n=6, most=4):
    n, edges = draw(edge_lists(max_n=max_n))
    pairs = sorted({(min(e), max(e)) for e in edges if e[0] != e[1]})
    return n, {pair: draw(st.integers(1, most)) for pair in pairs}


@settings(deadline=None)
@given(cases())
def test_the_number_of_colors_is_the_smallest(case):
    pytest.importorskip("pysat")
    n, lengths = case
    result = bandwidth_color(Graph.from_edges(n, list(lengths)), lengths, max_sat_conflicts=10**6)
    assert result.proven
    assert result.k == result.lower_bound == naive_bandwidth(n, lengths)
    assert result.colors.max(initial=-1) + 1 == result.k
    assert all(abs(result.colors[u] - result.colors[v]) >= d for (u, v), d in lengths.items())
    if n and len(result.clique):
        assert colors_of_clique(result, lengths) >= result.lower_bound


@settings(max_examples=30, deadline=None)
@given(cases())
def test_without_a_solver_both_bounds_hold(case):
    n, lengths = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bandwidth, "find_spec", lambda name: None)
        result = bandwidth_color(Graph.from_edges(n, list(lengths)), lengths, max_sat_conflicts=1)
    assert result.lower_bound <= naive_bandwidth(n, lengths) <= result.k
    assert result.sat_conflicts == 0
    assert colors_of_clique(result, lengths) >= result.lower_bound


def test_a_clique_of_large_distances_is_extended_by_smaller_ones(monkeypatch):
    # Three vertices far apart need 101 colors, with a fourth 111; four others, also near, need 91.
    monkeypatch.setattr(bandwidth, "find_spec", lambda name: None)
    lengths = dict.fromkeys(itertools.combinations(range(3), 2), 50)
    lengths |= dict.fromkeys(itertools.combinations(range(3, 7), 2), 30)
    lengths |= {(v, 7): 30 for v in range(3)}
    result = bandwidth_color(Graph.from_edges(8, list(lengths)), lengths, max_sat_conflicts=1)
    assert result.lower_bound == 111
    assert result.clique.tolist() == [0, 1, 2, 7]


def test_a_formula_that_is_too_large_is_not_built(monkeypatch):
    monkeypatch.setattr(bandwidth, "MOST_CLAUSES", 10)
    result = bandwidth_color(generators.mycielski(3), 2, max_sat_conflicts=10**6)
    assert (result.lower_bound, result.k, result.sat_conflicts) == (3, 7, 0)


def test_distance_1_is_graph_coloring():
    pytest.importorskip("pysat")
    graph = generators.gnp(40, 0.3, seed=2)
    result = bandwidth_color(graph, 1, max_sat_conflicts=10**6)
    assert result.proven
    assert result.k == solver.color(graph, max_ticks=10**8).k
    doubled = bandwidth_color(graph, 2, max_sat_conflicts=10**6)
    assert doubled.k == 2 * result.k - 1


def test_the_same_arguments_give_the_same_result():
    graph = generators.gnp(30, 0.5, seed=1)
    lengths = np.random.default_rng(0).integers(1, 8, graph.m)
    first, second = (bandwidth_color(graph, lengths, max_sat_conflicts=3000, seed=7) for _ in range(2))
    assert (first.colors == second.colors).all()
    assert first.lower_bound == second.lower_bound


@pytest.mark.parametrize("most", [1, 4])
def test_no_sequential_coloring_at_the_largest_distance_is_better(most):
    graph = generators.gnp(70, 0.5, seed=1)
    lengths = np.random.default_rng(0).integers(1, most + 1, graph.m)
    result = bandwidth_color(graph, lengths, max_sat_conflicts=0)
    assert result.sat_conflicts == 0
    for strategy in ("DSATUR", "RLF"):
        assert result.k <= most * int(solver.greedy(graph, strategy).max()) + 1
    tripled = bandwidth_color(graph, 3 * lengths, max_sat_conflicts=0)
    assert (tripled.colors == 3 * result.colors).all()
    assert (tripled.k, tripled.lower_bound) == (3 * result.k - 2, 3 * result.lower_bound - 2)


def test_a_time_limit_ends_the_search():
    graph = generators.gnp(80, 0.7, seed=1)
    lengths = np.random.default_rng(0).integers(1, 11, graph.m)
    result = bandwidth_color(graph, lengths, time_limit=0.01)
    assert result.lower_bound < result.k
    assert not result.proven


class Steps:
    """A clock of which each look takes some time."""

    step = 0.01

    def __init__(self):
        self.now = 0.0

    def seconds(self):
        self.now += self.step
        return self.now


def limited(monkeypatch, time_limit):
    """Color a graph by a clock of steps; return the conflicts that the solver was allowed each time."""
    pytest.importorskip("pysat")
    parts = []

    class Recorded(LimitedSolver):
        def run(self, conflicts):
            parts.append(conflicts)
            return super().run(conflicts)

    monkeypatch.setattr(bandwidth, "Clock", Steps)
    monkeypatch.setattr(bandwidth, "LimitedSolver", Recorded)
    graph = generators.gnp(60, 0.7, seed=1)
    lengths = np.random.default_rng(0).integers(1, 11, graph.m)
    result = bandwidth_color(graph, lengths, time_limit=time_limit)
    assert not result.proven
    return parts


def test_a_time_limit_holds_while_the_solver_works(monkeypatch):
    assert limited(monkeypatch, 1.0)[:3] == [20, 40, 80]  # each took 0.01 s
    monkeypatch.setattr(Steps, "step", 0.1)
    assert limited(monkeypatch, 10.0)[:6] == [20, 10, 5, 2, 1, 1]


def test_a_time_limit_holds_while_clauses_are_written(monkeypatch):
    monkeypatch.setattr(bandwidth, "FEW_CLAUSES", 100)
    assert limited(monkeypatch, 3.0) == []


def test_no_formula_is_begun_that_would_take_the_time_that_is_left(monkeypatch):
    monkeypatch.setattr(bandwidth, "CLAUSES_PER_SECOND", 1000)
    monkeypatch.setattr(bandwidth.windows, "clauses", lambda *arguments: pytest.fail("it was begun"))
    assert limited(monkeypatch, 3.0) == []


@pytest.mark.parametrize("n", [1, 2, 5, 7])
def test_the_shortest_path_is_that_of_all_orders(n):
    rng = np.random.default_rng(n)
    matrix = np.triu(rng.integers(1, 20, (n, n)), 1)
    matrix = matrix + matrix.T
    paths = itertools.permutations(range(n))
    assert shortest_path(matrix) == min(
        sum(matrix[a, b] for a, b in itertools.pairwise(path)) for path in paths
    )


@pytest.mark.parametrize("n", [4, 5, 7])
def test_the_bound_of_many_vertices_is_a_spanning_tree(n, monkeypatch):
    rng = np.random.default_rng(n)
    matrix = np.triu(rng.integers(1, 20, (n, n)), 1)
    matrix = matrix + matrix.T
    path = shortest_path(matrix)
    monkeypatch.setattr("solver.variants.bandwidth_bound.MOST_VERTICES", 3)
    joined, tree = {0}, 0
    while len(joined) < n:
        length, v = min((matrix[u, v], v) for u in joined for v in set(range(n)) - joined)
        joined.add(v)
        tree += length
    assert shortest_path(matrix) == tree < path


@given(cases(), st.randoms(use_true_random=False))
def test_other_orders_never_take_more_colors(case, rng):
    n, lengths = case
    near = [[] for _ in range(n)]
    for (u, v), d in lengths.items():
        near[u].append((v, d))
        near[v].append((u, d))
    colors = first_fit(near, rng.sample(range(n), n))
    for _ in range(20):
        before, colors = max(colors), improved(near, colors, rng)
        assert max(colors) <= before
        assert all(abs(colors[u] - colors[v]) >= d for (u, v), d in lengths.items())


@settings(max_examples=30, deadline=None)
@given(cases(max_n=5, most=3))
def test_clauses_can_be_satisfied_with_enough_colors_whichever_vertex_is_low(case):
    pytest.importorskip("pysat")
    n, lengths = case
    fewest = naive_bandwidth(n, lengths)
    edges = [(u, v, d) for (u, v), d in lengths.items()]
    for k, lower in itertools.product(range(max(fewest - 1, 1), fewest + 2), range(n)):
        solver = LimitedSolver(windows.clauses(n, edges, k, lower))
        assert solver.run(10**6) is (k >= fewest)
        solver.close()


def test_first_fit_takes_the_lowest_color():
    near = [[(1, 3), (2, 1)], [(0, 3), (2, 2)], [(0, 1), (1, 2)]]
    assert first_fit(near, [0, 1, 2]) == [0, 3, 1]


@pytest.mark.parametrize(
    ("distances", "message"),
    [
        ([1, 2], r"shape of distances = \(2,\): expected \(5,\), one for each edge"),
        ([1.5] * 5, "type of distances = 'float64': expected integers"),
        (0, "distance = 0: expected an integer from 1 to 65536"),
        ({(0, 1): 2}, r"distances: expected one for the edge \(0, 4\)"),
    ],
)
def test_wrong_distances_are_refused(distances, message):
    ring = Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    with pytest.raises(InputError, match=message):
        bandwidth_color(ring, distances)


def test_an_empty_graph_needs_no_color():
    result = bandwidth_color(Graph.from_edges(0, []), 3)
    assert (result.k, result.lower_bound, result.proven) == (0, 0, True)


def test_distances_by_pairs_do_not_contradict_each_other():
    edge = Graph.from_edges(2, [(0, 1)])
    assert bandwidth_color(edge, {(0, 1): 3, (1, 0): 3}).k == 4
    with pytest.raises(InputError, match=r"distances: \(1, 0\) = 4: expected 3, as for the other way"):
        bandwidth_color(edge, {(0, 1): 3, (1, 0): 4})
    with pytest.raises(InputError, match="distances: key = 0: expected a pair of vertices"):
        bandwidth_color(edge, {0: 3})
    with pytest.raises(InputError, match=r"distances = \[\[1\], \[1, 2\]\]: expected integers of shape"):
        bandwidth_color(edge, [[1], [1, 2]])


@pytest.mark.parametrize("pair", [(0, 2), (2, 0), (99, 100), (1, 1), (-1, 0), "ab"])
def test_a_distance_of_a_pair_that_is_no_edge_is_refused(pair):
    path = Graph.from_edges(3, [(0, 1), (1, 2)])
    message = re.escape(f"distances: key = {pair!r}: expected one of the edges")
    with pytest.raises(InputError, match=message):
        bandwidth_color(path, {(0, 1): 1, (2, 1): 1, pair: 10})


def test_an_interrupt_while_the_result_is_made_loses_nothing(monkeypatch):
    plain = bandwidth._Search.result

    def interrupted(search):
        os.kill(os.getpid(), signal.SIGINT)
        return plain(search)

    monkeypatch.setattr(bandwidth._Search, "result", interrupted)
    graph = generators.queen(4)
    result = bandwidth_color(graph, 2, time_limit=60)
    assert result.k == 9
    assert solver.is_proper(graph, result.colors)


@pytest.mark.parametrize("place", ["_new_solver", "_take_turn", "_improve"])
@pytest.mark.parametrize(
    ("error", "reason"), [(KeyboardInterrupt, "interrupted"), (MemoryError, "out_of_memory")]
)
def test_what_ends_the_search_keeps_the_coloring(monkeypatch, place, error, reason):
    pytest.importorskip("pysat")

    def ended(*_):
        raise error

    monkeypatch.setattr(bandwidth._Search, place, ended)
    graph = generators.gnp(30, 0.5, seed=1)
    result = bandwidth_color(graph, 2, max_sat_conflicts=10**6)
    assert solver.is_proper(graph, result.colors)
    assert (result.stop_reason, result.proven) == (reason, False)


def test_a_lack_of_memory_before_the_first_coloring_is_an_error(monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(bandwidth, "first_coloring", fail)
    with pytest.raises(MemoryError):
        bandwidth_color(generators.queen(4), 2, max_sat_conflicts=10)


def test_the_result_says_what_ended_the_search():
    graph = generators.gnp(30, 0.5, seed=1)
    assert bandwidth_color(graph, 2, max_sat_conflicts=0).stop_reason == "max_sat_conflicts"
    assert bandwidth_color(graph, 2, time_limit=1e-3).stop_reason == "time_limit"
    assert bandwidth_color(generators.mycielski(3), 2, max_sat_conflicts=10).stop_reason == "proven"
