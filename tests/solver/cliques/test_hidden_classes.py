"""Hidden classes: the sizes that chance does not explain, the probes, and the extraction."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Graph, generators
from solver._kernels.cliques import hidden_set as kernels
from solver._kernels.vectors.rng import rng_state
from solver.cliques.hidden_classes import RARE, HiddenClasses, improbable_size
from solver.graphs.verify import is_proper
from tests import naive
from tests.strategies import edge_lists


def state_of(n, edges, open_vertices):
    words = max(1, (n + 63) >> 6)
    rows = np.zeros((n, words), np.int64)
    for u, neighbors in enumerate(naive.adjacency(n, edges)):
        for v in set(range(n)) - neighbors - {u}:
            rows[u, v >> 6] |= np.int64(1) << np.int64(v & 63)
    opened = np.zeros(words, np.int64)
    for v in open_vertices:
        opened[v >> 6] |= np.int64(1) << np.int64(v & 63)
    lists = [np.zeros(n, np.int32) for _ in range(3)]
    left = np.zeros(words, np.int64)
    return kernels.HiddenSet(rows.ravel(), opened, left, *lists, np.zeros(3, np.int64))


@pytest.mark.tiny
@given(edge_lists(max_n=9), st.data())
def test_probes_find_the_largest_set_of_the_open_vertices(case, data):
    n, edges = case
    vertices = list(range(n))
    chosen = data.draw(st.sets(st.sampled_from(vertices))) if n else set()
    if not chosen:
        return
    inside = [e for e in edges if set(e) <= chosen]
    place = {v: i for i, v in enumerate(sorted(chosen))}
    inner = [(place[u], place[v]) for u, v in inside]
    largest = naive.heaviest_independent_set(len(chosen), inner, [1] * len(chosen))
    state = state_of(n, edges, chosen)
    random = rng_state(data.draw(st.integers(0, 99)))
    kernels.search(state, random, n, largest, 20_000)
    assert state.progress[kernels.BEST] == largest
    found = set(state.best[:largest].tolist())
    assert len(found) == largest
    assert found <= chosen
    assert not any(u in found and v in found for u, v in inside)
    kernels.search(state, random, n, largest + 1, 200)
    assert state.progress[kernels.BEST] == largest  # there is none that is larger
    assert state.progress[kernels.TICKS] >= 200


@pytest.mark.tiny
@given(st.integers(2, 60), st.integers(1, 99).map(lambda percent: percent / 100))
def test_sizes_are_improbable_by_the_expected_number_of_sets(n, p):
    def is_rare(s):
        return math.comb(n, s) * (1 - p) ** math.comb(s, 2) < RARE * n / s

    expected = next((s for s in range(2, n + 1) if is_rare(s)), n)
    assert improbable_size(n, p) == expected


@pytest.mark.tiny
def test_nothing_fits_into_a_complete_graph():
    assert improbable_size(9, 1.0) == 2


@pytest.mark.parametrize(
    ("spec", "k"), [("planted:n=200,k=10,p=0.5,seed=3", 10), ("flat:n=300,k=20,p=0.48,seed=2", 20)]
)
def test_a_hidden_coloring_is_extracted(spec, k):
    graph = generators.from_spec(spec)
    search = HiddenClasses(graph, seed=1)
    while not search.run(1 << 20):
        assert search.ticks < 1 << 28
    colors = search.colors()
    assert is_proper(graph, colors)
    assert k <= len(search.classes) + bool(len(search.rest))
    assert np.array_equal(np.sort(np.concatenate([*search.classes, search.rest])), np.arange(graph.n))
    assert colors.max() + 1 <= 1.3 * k


def test_slices_do_not_change_the_course():
    graph = generators.flat(200, 10, 0.5, seed=1)
    whole, sliced = HiddenClasses(graph, seed=4), HiddenClasses(graph, seed=4)
    while not whole.run(1 << 30):
        pass
    while not sliced.run(1):
        pass
    assert [c.tolist() for c in whole.classes] == [c.tolist() for c in sliced.classes]


def test_an_extraction_without_an_end_starts_again(monkeypatch):
    monkeypatch.setattr("solver.cliques.hidden_classes.EFFORT", 1)
    monkeypatch.setattr("solver.cliques.hidden_classes.TIMES_MEAN", 0)
    graph = generators.planted(200, 14, 0.5, seed=1)
    search = HiddenClasses(graph, seed=1)
    ends = 0
    while ends < 2 and not search.complete:
        ends += search.run(1 << 20)
        assert is_proper(graph, search.colors())
    assert search.rounds == 2


@pytest.mark.tiny
def test_random_graphs_keep_their_vertices():
    search = HiddenClasses(generators.gnp(60, 0.5, seed=2))
    assert not search.run(20_000)
    assert not search.classes
    assert len(search.rest) == 60
    assert search.ticks >= 20_000


@pytest.mark.tiny
def test_small_and_complete_graphs_end():
    assert HiddenClasses(Graph.from_edges(0, [])).complete
    one = HiddenClasses(Graph.from_edges(1, []))
    assert one.run(100)
    assert one.complete
