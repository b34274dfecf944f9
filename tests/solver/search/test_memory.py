"""Estimates of memory, and what is refused or left out because of them."""

from __future__ import annotations

import tracemalloc

import pytest

import solver
from solver import BudgetError, Graph, generators
from solver.portfolio.shares import members
from solver.search.annealing import Annealing
from solver.search.memory import available, estimate
from solver.search.partialcol import COUNTERS, PartialCol, counter_bytes
from solver.search.tabucol import TabuCol


@pytest.mark.parametrize(
    ("name", "make"), [("tabucol", TabuCol), ("partialcol", PartialCol), ("annealing", Annealing)]
)
@pytest.mark.parametrize(("p", "k"), [(0.5, 60), (0.01, 6)])
def test_estimates_are_of_the_right_size(name, make, p, k):
    graph = generators.gnp(3000, p, seed=1)
    make(graph, k).run(1)
    tracemalloc.start()
    search = make(graph, k)
    search.run(1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak / 3 < estimate(name, graph, k) < 3 * peak


def test_estimates_count_the_wide_counters_of_graphs_with_hubs():
    hubs = [(u, v) for v in range(5) for u in range(v)] + [(v % 5, v) for v in range(5, 40_000)]
    graph = Graph.from_edges(40_000, hubs)
    search = PartialCol(graph, 4)
    search.run(1)
    assert COUNTERS[search._counter][0].itemsize == counter_bytes(graph, 4) == 4
    assert counter_bytes(generators.gnp(300, 0.5, seed=1), 40) == 1


def test_a_search_that_does_not_fit_is_refused_with_what_it_needs(monkeypatch):
    graph = Graph.from_edges(1_000_000, [(0, 1)])
    monkeypatch.setattr("solver.search.memory.available", lambda: 10**9)
    with pytest.raises(BudgetError, match=r"annealing on .*: needs 1.25e\+11 bytes, allowed") as error:
        Annealing(graph, 3)
    assert error.value.unit == "bytes"
    small = generators.gnp(60, 0.5, seed=1)
    with pytest.raises(BudgetError, match=r"tabucol on .* bytes, allowed 1e\+03"):
        solver.color(small, method="tabucol", max_ticks=10, memory_limit=1000)


def test_searches_that_do_not_fit_do_not_take_part():
    graph = generators.gnp(500, 0.5, seed=1)
    whole = [m.name for m in members("auto", graph, 60)]
    assert whole.count("partialcol") == 1
    few = [m.name for m in members("auto", graph, 60, memory=1000)]
    assert few[0] == "kempe_walk"
    assert not {"memetic", "annealing", "partialcol", "tabucol"} & set(few)
    result = solver.color(graph, max_ticks=200_000, memory_limit=1000)
    assert solver.is_proper(graph, result.colors)


def test_free_memory_is_known_or_unlimited():
    assert available() > 1 << 20
