"""What a run tells others, and what it makes of what it hears."""

from __future__ import annotations

import numpy as np
import pytest

import solver
from solver import InputError, generators
from solver.portfolio.exchange import News


class Ear:
    """An exchange that says the same each time, and keeps what it is told."""

    def __init__(self, news=None):
        self.news = News() if news is None else news
        self.told = []

    def tell(self, colors, lower_bound, certificate, method):
        self.told.append((colors.copy(), lower_bound, certificate, method))

    def hear(self):
        return self.news


def planted(seed=1):
    """A graph, and a coloring with fewer colors than sequential ones need."""
    colors = np.arange(60, dtype=np.int32) % 6
    pairs = np.array([(u, v) for u in range(60) for v in range(u) if colors[u] != colors[v]])
    keep = np.random.default_rng(seed).random(len(pairs)) < 0.4
    return solver.Graph.from_edges(60, pairs[keep]), colors


def test_a_coloring_that_is_heard_is_taken_over():
    graph, colors = planted()
    alone = solver.color(graph, method="annealing", max_ticks=2000)
    ear = Ear(News(colors.astype(np.uint8), "elsewhere"))
    told = solver.color(graph, method="annealing", max_ticks=2000, exchange=ear)
    assert told.k <= 6 < alone.k
    assert solver.is_proper(graph, told.colors)
    assert told.method == "elsewhere" or told.k < 6


def test_a_run_stops_when_it_is_told_to():
    graph, _ = planted()
    told = solver.color(graph, max_ticks=10**9, exchange=Ear(News(stop="proven")))
    assert told.stop_reason == "proven"
    assert not told.proven or told.k == told.lower_bound


def test_each_find_is_told_once_with_its_proof():
    graph, _ = planted()
    ear = Ear()
    result = solver.color(graph, max_ticks=20_000, exchange=ear)
    standings = [(len(np.unique(colors)), bound) for colors, bound, _, _ in ear.told]
    assert standings == sorted(set(standings), key=lambda s: (-s[0], s[1]))
    assert all(solver.is_proper(graph, colors) for colors, _, _, _ in ear.told)
    for _, bound, certificate, _ in ear.told:
        if certificate["kind"] == "clique":
            assert len(certificate["vertices"]) == bound
    assert standings[-1][0] >= result.k


def test_a_coloring_with_conflicts_is_refused():
    graph, _ = planted()
    with pytest.raises(solver.KempeError, match="elsewhere returned a coloring with conflicts"):
        solver.color(graph, max_ticks=10**6, exchange=Ear(News(np.zeros(60, np.uint8), "elsewhere")))


def test_colors_with_names_are_not_exchanged():
    with pytest.raises(InputError, match="exchange: expected None with fixed or allowed colors"):
        solver.color(generators.queen(4), fixed={0: 1}, exchange=Ear())
