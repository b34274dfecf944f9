from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from solver import Graph, generators, greedy
from solver.bounds import FractionalColoring
from solver.bounds.certificate import check_certificate
from solver.bounds.columns import MOST_PER_VERTEX, Columns
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
