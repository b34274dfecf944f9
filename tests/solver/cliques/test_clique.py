from __future__ import annotations

import csv

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, clique, generators
from solver._kernels.cliques import clique as kernels
from solver._kernels.cliques import clique_tabu
from solver._kernels.vectors.rng import rng_state
from solver.cliques.clique import CliqueParams, _sweep, directed
from solver.graphs.verify import is_clique
from tests import naive
from tests.solver.graphs.generators.test_generators import dimacs
from tests.strategies import edge_lists

tiny = pytest.mark.tiny
QUICK = 20_000  # ticks


def bits_of(adjacency, diagonal):
    """A bit matrix of ``clique.py`` from a boolean one, in the plainest way."""
    n = len(adjacency)
    words = (n + 63) >> 6
    rows = [[0] * words for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if adjacency[i][j] or (diagonal and i == j):
                rows[i][j >> 6] |= 1 << (j & 63)
    return np.array(rows, np.uint64).astype(np.int64).ravel(), words


@tiny
@given(edge_lists(), st.integers(0, 3))
def test_a_largest_clique_is_found_on_small_graphs(case, seed):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    found = clique(graph, seed=seed, max_ticks=QUICK)
    assert found.dtype == np.int32
    assert (np.diff(found) > 0).all()
    assert is_clique(graph, found)
    assert len(found) == naive.clique_number(n, edges)


def test_equal_seeds_give_equal_cliques_and_others_others():
    graph = generators.from_spec("gnp:n=150,p=0.7,seed=1")
    found = [clique(graph, seed=seed, max_ticks=1 << 18).tolist() for seed in range(6)]
    assert clique(graph, seed=5, max_ticks=1 << 18).tolist() == found[5]
    assert len(set(map(tuple, found))) > 1


@tiny
@given(edge_lists())
def test_peeling_gives_core_numbers_and_points_at_no_more(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    order, cores, starts, later = directed(graph)
    assert cores.tolist() == naive.core_numbers(n, edges)
    assert sorted(order.tolist()) == list(range(n))
    assert (np.diff(starts) <= cores[order]).all()
    ends = np.repeat(np.arange(n), np.diff(starts))
    assert (later > ends).all()
    assert Graph.from_arrays(n, order[ends], order[later]) == graph


@tiny
@given(edge_lists(max_n=10))
def test_the_bound_of_the_sweep_holds(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    _, cores, starts, later = directed(graph)
    if graph.m:
        local = np.full(n, -1, np.int32)
        found, bound, _ = _sweep(starts, later, local, int(cores.max()) + 1, QUICK)
        assert len(found) <= naive.clique_number(n, edges) <= bound
        assert (local == -1).all()


@tiny
@given(edge_lists(), st.integers(0, 4))
def test_thinning_leaves_the_core(case, degree):
    n, edges = case
    rows, words = bits_of(networkx.to_numpy_array(Graph.from_edges(n, edges).to_networkx()), False)
    left = np.zeros(words, np.int64)
    stay, looked = kernels.thin(n, words, rows, left, degree)
    expected = [v for v, core in enumerate(naive.core_numbers(n, edges)) if core >= degree]
    assert [v for v in range(n) if left[v >> 6] >> (v & 63) & 1] == expected
    assert stay == len(expected)
    assert looked >= n


@tiny
def test_matrices_hold_the_subgraph_across_words():
    graph = generators.gnp(130, 0.4, seed=2)
    order, _, starts, later = directed(graph)
    places = np.arange(1, 130, dtype=np.int32)[::-1].copy()
    local = np.full(130, -1, np.int32)
    words = 3
    rows = np.empty(129 * words, np.int64)
    kernels.fill_matrix(starts, later, places, local, words, rows)
    dense = graph.to_scipy().toarray()[np.ix_(order[places], order[places])]
    assert np.array_equal(rows, bits_of(dense, False)[0])
    assert (local == -1).all()


@tiny
def test_slices_do_not_change_the_course():
    graph = generators.gnp(70, 0.5, seed=1)
    rows, words = bits_of(graph.to_scipy().toarray(), True)
    outcomes = []
    for slice_ticks in (12, 60, 3000):
        missing = np.full(64 * words, clique_tabu.NEVER, np.uint16)
        missing[:70] = 0
        members, until = np.zeros(words, np.int64), np.zeros(70, np.int64)
        candidates, best = np.empty(64 * words, np.int32), np.zeros(70, np.int32)
        progress, state = np.zeros(6, np.int64), rng_state(3)
        search = clique_tabu.CliqueTabu(rows, missing, members, until, candidates, best, progress)
        while progress[clique_tabu.TICKS] < 3000:
            clique_tabu.search(search, state, 40, 10**6, 99, slice_ticks)
        inside = [v for v in range(70) if members[v >> 6] >> (v & 63) & 1]
        absent = [sum(u != v and u not in graph.neighbors(v) for u in inside) for v in range(70)]
        assert missing[:70].tolist() == absent
        assert len(inside) == progress[clique_tabu.SIZE]
        assert is_clique(graph, inside)
        outcomes.append((progress.tolist(), best.tolist(), state.tolist()))
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_lanes_past_the_last_vertex_never_become_candidates():
    # Each fresh start leaves its clique counted there: 30 x 3000 would overflow 16 bits.
    graph = Graph.from_edges(65, [(a, b) for a in range(65) for b in range(a) if a % 31 != b % 31])
    params = CliqueParams(sweep_share=0, depth=1, starts=10**6)
    assert len(clique(graph, max_ticks=500_000, params=params)) <= 31


def test_equal_calls_give_equal_cliques():
    graph = generators.gnp(300, 0.5, seed=8)
    first = clique(graph, seed=5, max_ticks=100_000)
    assert np.array_equal(first, clique(graph, seed=5, max_ticks=100_000))


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_each_step_alone_finds_a_planted_clique(share):
    graph = generators.gnp(500, 0.1, seed=1)
    planted = np.arange(0, 500, 40)
    u, v = np.meshgrid(planted, planted)
    edges = np.r_[graph.edges(), np.c_[u[u < v], v[u < v]]]
    found = clique(Graph.from_edges(500, edges), params=CliqueParams(sweep_share=share))
    assert found.tolist() == planted.tolist()


def test_only_the_densest_part_is_searched_when_the_graph_is_large():
    graph = generators.leighton(3000, 12, 2000, seed=1)
    params = CliqueParams(dense_vertices=100, sweep_share=0.001)
    assert is_clique(graph, clique(graph, max_ticks=QUICK, params=params))
    assert len(clique(graph)) == 12


@tiny
def test_small_cases():
    assert clique(Graph.from_edges(0, [])).tolist() == []
    assert clique(Graph.from_edges(3, [])).tolist() == [0]
    assert clique(Graph.from_edges(3, [(1, 2)]), max_ticks=0).tolist() != []
    assert len(clique(generators.queen(5), max_ticks=QUICK)) == 5
    assert clique(generators.gnp(70, 1.0)).tolist() == list(range(70))


@tiny
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sweep_share", 1.5),
        ("dense_vertices", 0),
        ("dense_vertices", 20_000),
        ("depth", 0),
        ("starts", 0),
    ],
)
def test_parameters_out_of_range_are_named(name, value):
    with pytest.raises(InputError, match=f"{name} = {value}"):
        CliqueParams(**{name: value})


@tiny
def test_a_negative_work_limit_is_refused():
    with pytest.raises(InputError, match="max_ticks = -1"):
        clique(generators.queen(3), max_ticks=-1)


# Largest cliques known, where these are fewer than the colors needed.
BELOW = {
    "DSJC125.5": 10,
    "DSJC125.9": 34,
    "DSJC250.5": 12,
    "DSJC500.5": 13,
    "DSJC1000.5": 15,
    "latin_square_10": 90,
}
CLOSED = """
    DSJR500.1 DSJR500.5 R50_1g anna david fpsol2.i.1 fpsol2.i.2 fpsol2.i.3 games120 huck inithx.i.1
    inithx.i.2 jean le450_15a le450_15b le450_15c le450_25a le450_25b le450_25c le450_5a le450_5b
    le450_5d miles1500 miles250 miles500 miles750 mulsol.i.1 mulsol.i.2 mulsol.i.3 mulsol.i.5 qg.order30
    qg.order40 qg.order60 queen11_11 queen12_12 queen14_14 queen5_5 queen7_7 queen8_12 r1000.1 r1000.5
    r125.1 r125.1c r125.5 r250.1 r250.1c school1 wap01a wap02a wap05a wap06a wap08a zeroin.i.1 zeroin.i.3
"""


@pytest.mark.instances
@pytest.mark.parametrize("name", CLOSED.split())
def test_cliques_close_the_instances_they_can(name, instances):
    with open(instances / "best_known.csv") as file:
        best = {row["instance"]: int(row["best_known_k"]) for row in csv.DictReader(file)}
    assert len(clique(dimacs(instances, name))) == best[name]


@pytest.mark.instances
@pytest.mark.parametrize("name", BELOW)
def test_largest_known_cliques_are_found(name, instances):
    assert len(clique(dimacs(instances, name))) >= BELOW[name]
