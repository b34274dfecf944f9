"""The gap is closed from both sides, whoever takes part."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, clique, generators, is_proper
from solver.exact import DsaturSearch, ProveParams, prove
from solver.stop import MaxIterations, MaxRuntime
from tests import naive
from tests.solver.test_generators import dimacs
from tests.strategies import edge_lists

ALONE = {
    "branch_and_bound": ProveParams(sat=False, memetic=False),
    "sat": ProveParams(branch_and_bound=False, sat=True, memetic=False),
}


@given(edge_lists(max_n=9), st.sampled_from(sorted(ALONE)))
def test_small_graphs_are_proven(case, who):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    result = prove(graph, stop=MaxIterations(1000), params=ALONE[who])
    assert result.proven
    assert result.stop_reason == "proven"
    assert result.k == result.lower_bound == naive.chromatic_number(n, edges)
    assert is_proper(graph, result.colors)
    shown = result.certificate
    assert (
        len(shown["vertices"]) == result.k if shown["kind"] == "clique" else shown == {"kind": "search"}
    )


def test_graphs_that_need_no_search():
    for graph, chi in (
        (Graph.from_edges(0, []), 0),
        (Graph.from_edges(3, []), 1),
        (generators.gnp(80, 1.0), 80),
        (Graph.from_edges(6, [(0, 1), (2, 3), (4, 5)]), 2),
    ):
        result = prove(graph, stop=MaxIterations(1))
        assert (result.k, result.lower_bound, result.proven) == (chi, chi, True)
        assert result.certificate["kind"] == "clique"
        assert len(result.colors) == graph.n


def test_a_limit_leaves_both_bounds():
    graph = generators.gnp(120, 0.5, seed=1)
    result = prove(graph, stop=MaxIterations(1), params=ProveParams(sat=False))
    assert (result.stop_reason, result.proven) == ("max_iterations", False)
    assert len(clique(graph)) <= result.lower_bound < result.k
    assert is_proper(graph, result.colors)


def test_what_is_known_already_is_used():
    graph = generators.gnp(120, 0.5, seed=1)
    nobody = ProveParams(branch_and_bound=False, sat=False, memetic=False)
    found = prove(graph, stop=MaxIterations(4), params=ProveParams(sat=False))
    known = prove(graph, stop=MaxIterations(1), initial=found.colors, clique=[0], params=nobody)
    assert known.k == found.k
    assert known.stop_reason == "done"
    with pytest.raises(InputError, match="clique: the vertices are not pairwise adjacent"):
        prove(graph, stop=MaxIterations(1), clique=[0, 0])
    with pytest.raises(InputError, match="initial is not a proper coloring"):
        prove(graph, stop=MaxIterations(1), initial=np.zeros(120, int))


@given(edge_lists(max_n=9))
def test_a_given_bound_is_built_upon(case):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    chi = naive.chromatic_number(n, edges)
    result = prove(graph, stop=MaxIterations(1000), lower_bound=chi, params=ALONE["branch_and_bound"])
    assert (result.k, result.lower_bound, result.proven) == (chi, chi, True)
    assert result.certificate["kind"] == ("clique" if len(clique(graph)) == chi else "given")
    with pytest.raises(InputError, match=f"lower_bound = {n + 1}, expected 0 to {n}"):
        prove(graph, stop=MaxIterations(1), lower_bound=n + 1)


def test_ctrl_c_keeps_what_was_found():
    turns = itertools.count()

    def interrupt(progress):
        if next(turns) == 1:
            raise KeyboardInterrupt

    graph = generators.gnp(120, 0.5, seed=1)
    result = prove(graph, stop=interrupt, params=ProveParams(sat=False))
    assert result.stop_reason == "interrupted"
    assert is_proper(graph, result.colors)


@pytest.mark.tiny
@given(edge_lists(max_n=9), st.integers(1, 300))
def test_a_coloring_found_elsewhere_is_improved_on(case, ticks):
    n, edges = case
    graph = Graph.from_edges(n, edges)
    chi = naive.chromatic_number(n, edges)
    search = DsaturSearch(graph, initial=np.arange(n), clique=[0])
    search.run(ticks)
    other = DsaturSearch(graph)
    search.accept(other.colors())
    assert search.k <= other.k
    search.run(1 << 40)
    assert (search.k, search.proven) == (chi, True)
    assert is_proper(graph, search.colors())


@pytest.mark.instances
@pytest.mark.parametrize(
    ("name", "k"),
    [("queen8_8", 9), ("le450_5a", 5), ("school1", 14), ("1-FullIns_4", 5), ("r125.5", 36)],
)
def test_instances_are_proven(name, k, instances):
    result = prove(dimacs(instances, name), stop=MaxRuntime(600))
    assert (result.k, result.proven) == (k, True)
