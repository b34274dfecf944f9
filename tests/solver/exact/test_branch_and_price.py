"""Branch and price against backtracking; its certificates by the checker, which shares no code."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, InputError, check_certificate, conflicts, generators
from solver.exact import BranchAndPrice, branch_and_price
from tests import naive
from tests.strategies import edge_lists

tiny = pytest.mark.tiny


def decided(graph, k, ticks=1 << 40, **more):
    search = BranchAndPrice(graph, k, **more)
    for _ in range(100_000):
        if search.run(ticks) is not None:
            break
    return search


@tiny
@given(edge_lists(max_n=8), st.integers(0, 3), st.sampled_from([1, 1 << 14, 1 << 40]))
def test_small_graphs_are_decided_whatever_the_slices(case, seed, ticks):
    n, edges = case
    if n == 0:
        return
    graph = Graph.from_edges(n, edges)
    needed = naive.chromatic_number(n, edges)
    for k in (needed - 1, needed):
        if k == 0:
            continue
        search = decided(graph, k, ticks, seed=seed)
        assert search.answer is (k == needed)
        if search.answer:
            assert conflicts(graph, search.colors()) == 0
            assert int(search.colors().max()) < k
        else:
            assert search.explored == 1
            verdict = check_certificate(graph, search.certificate)
            assert (verdict.holds, verdict.bound) == (True, needed)


def test_trees_with_many_nodes_are_finished_and_their_certificates_hold():
    for spec, k in (("mycielski:4", 4), ("gnp:n=50,p=0.5,seed=4", None), ("queen:6", 6)):
        graph = generators.from_spec(spec)
        k = k or _chromatic(graph) - 1
        search = decided(graph, k)
        assert search.answer is False
        verdict = check_certificate(graph, search.certificate)
        assert (verdict.holds, verdict.bound) == (True, k + 1)
        assert decided(graph, k + 1).answer is True
    assert decided(generators.mycielski(4), 4).certificate["kind"] == "branches"


def _chromatic(graph):
    from solver.exact import DsaturSearch

    search = DsaturSearch(graph)
    search.run(1 << 34)
    assert search.proven
    return search.k


def test_slices_change_nothing():
    graph = generators.mycielski(4)
    whole, slices = decided(graph, 4), decided(graph, 4, 5000)
    assert whole.certificate == slices.certificate
    assert (whole.nodes, whole.ticks) == (slices.nodes, slices.ticks)


def test_a_certificate_that_is_too_long_is_left_out(monkeypatch):
    monkeypatch.setattr(branch_and_price, "MOST_NUMBERS", 100)
    search = decided(generators.mycielski(4), 4)
    assert search.answer is False
    assert search.certificate == {"kind": "search"}


@tiny
def test_arguments():
    with pytest.raises(InputError, match="n = 0: expected 1 to 256"):
        BranchAndPrice(Graph.from_edges(0, []), 1)
    with pytest.raises(InputError, match="k = 0"):
        BranchAndPrice(Graph.from_edges(1, []), 0)
    search = BranchAndPrice(generators.queen(5), 4)
    with pytest.raises(InputError, match="no coloring with 4 colors"):
        search.colors()
    assert decided(generators.queen(5), 5).colors().dtype == np.int32
