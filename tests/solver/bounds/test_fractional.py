from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from solver import Graph, generators, greedy
from solver.bounds import FractionalColoring
from solver.bounds.certificate import check_certificate
from solver.bounds.columns import MOST_PER_VERTEX, Columns, SimplexColumns, columns_of
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


def solved(graph, ticks=1 << 20):
    fractional = FractionalColoring(graph, greedy(graph, "DSATUR"))
    while not fractional.done:
        fractional.run(ticks)
    return fractional


@tiny
@given(edge_lists(max_n=8))
def test_the_bound_is_the_fractional_chromatic_number_rounded_up(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    fractional = solved(graph)
    value = naive.fractional_chromatic_number(n, edges)
    assert fractional.columns.value >= value - 1e-6
    assert fractional.bound == math.ceil(value - 1e-6)
    assert fractional.bound <= naive.chromatic_number(n, edges)
    verdict = check_certificate(graph, fractional.certificate)
    assert verdict.holds
    assert verdict.bound == fractional.bound


@pytest.mark.parametrize(
    ("spec", "bound"),
    [("queen:8", 9), ("gnp:60,0.9,seed=1", 26), ("mycielski:4", 4), ("geometric:80,0.5,seed=1", 27)],
)
def test_the_bound_cannot_be_stretched(spec, bound):
    graph = generators.from_spec(spec)
    fractional = solved(graph)
    assert fractional.bound == bound
    certificate = fractional.certificate
    assert check_certificate(graph, certificate).holds
    more = (sum(certificate["weights"]) - 1) // bound  # for a color more than there are
    assert check_certificate(graph, certificate | {"largest": more}).holds is False


def test_a_bound_that_is_known_needs_no_proof():
    graph = generators.from_spec("geometric:80,0.5,seed=1")
    colors = greedy(graph, "DSATUR")
    for floor in (26, 27):
        fractional = FractionalColoring(graph, colors, floor=floor)
        while not fractional.done:
            fractional.run(1 << 20)
        verdict = check_certificate(graph, fractional.certificate)
        assert verdict.holds
        assert verdict.bound == fractional.bound
        assert max(fractional.bound, floor) == 27
        assert floor == 26 or fractional.proofs == 0


def test_slices_do_not_change_the_course():
    graph = generators.gnp(50, 0.5, seed=4)
    coarse, fine = solved(graph), solved(graph, ticks=1)
    assert coarse.certificate == fine.certificate
    assert (coarse.rounds, coarse.proofs, coarse.ticks) == (fine.rounds, fine.proofs, fine.ticks)


def test_the_bound_of_an_interrupted_run_holds():
    graph = generators.gnp(80, 0.5, seed=2)
    fractional = FractionalColoring(graph, greedy(graph, "DSATUR"))
    assert check_certificate(graph, fractional.certificate).holds  # 1 color, before any work
    while fractional.proofs == 0:
        fractional.run(1)
    assert not fractional.done
    verdict = check_certificate(graph, fractional.certificate)
    assert verdict.holds
    assert verdict.bound == fractional.bound > 1


@tiny
def test_a_pool_knows_its_sets_and_drops_the_least_of_them():
    columns = Columns(4)
    assert columns.add_coloring(np.array([0, 1, 0, 1], np.int32)) == 2
    assert columns.add([np.array([0, 2], np.int32)]) == 0
    columns.solve()
    assert columns.value == pytest.approx(2)
    assert columns.use == pytest.approx([1, 1])
    members = np.array([[bool(i >> v & 1) for v in range(4)] for i in range(1, 16)])
    columns.add_members(members)
    columns.solve()
    assert columns.value == pytest.approx(1)
    bigger = Columns(2)
    bigger.add([np.array([v], np.int32) for v in (0, 1)])
    bigger.solve()
    bigger.sets += [np.array([0], np.int32)] * (MOST_PER_VERTEX * 2)
    bigger.solve()
    assert len(bigger.sets) <= MOST_PER_VERTEX * 3
    assert bigger.value == pytest.approx(2)


@tiny
@given(edge_lists(max_n=7))
def test_both_methods_agree_on_all_sets(case):
    n, edges = case
    if n == 0:
        return
    colors = greedy(Graph.from_edges(n, edges), "DSATUR")
    interior, simplex = Columns(n), columns_of(colors)
    interior.add_coloring(colors)
    sets = np.array([[bool(i >> v & 1) for v in range(n)] for i in range(1, 2**n)])
    ends = np.array(edges, np.int64).reshape(-1, 2)
    sets = sets[~(sets[:, ends[:, 0]] & sets[:, ends[:, 1]]).any(axis=1)]
    for columns in (interior, simplex):
        columns.add_members(sets)
        columns.solve()
    assert simplex.value == pytest.approx(interior.value, abs=1e-3)
    assert simplex.value == pytest.approx(naive.fractional_chromatic_number(n, edges), abs=1e-3)


def test_a_basis_outlasts_the_sets_that_are_dropped():
    rng = np.random.default_rng(1)
    columns = SimplexColumns(np.arange(12, dtype=np.int32))
    subsets = np.array([[bool(i >> v & 1) for v in range(12)] for i in range(1, 1 << 12)])
    pairs = subsets[subsets.sum(axis=1) == 2]
    triples = subsets[subsets.sum(axis=1) == 3]
    columns.add_members(pairs)
    columns.solve()
    assert columns.value == pytest.approx(6, abs=1e-3)
    columns.add_members(rng.permutation(triples)[:100])
    columns.solve()
    assert len(columns.sets) <= MOST_PER_VERTEX * 12 // 2 + 100
    assert len(columns.use) == len(columns.sets)
    cover = np.zeros(12)
    for use, vertices in zip(columns.use, columns.sets, strict=True):
        cover[vertices] += use
    assert (cover >= 1 - 1e-6).all()
    assert columns.value == pytest.approx(4, abs=0.4)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_bound_that_the_hidden_coloring_meets_is_proven(seed):
    graph = generators.flat(90, 9, 0.6, seed=seed)
    fractional = solved(graph)
    assert fractional.bound == 9
    assert check_certificate(graph, fractional.certificate).holds
