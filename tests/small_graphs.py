"""
Small random graphs through the public functions, beside brute force.

``python -m tests.small_graphs COUNT [SEED] [quick]`` stops at the first wrong answer and shows its graph
and seed. ``quick`` leaves out the searches and ``color``, which take most of the time.
"""

from __future__ import annotations

import random
import sys
import time
from itertools import combinations

import numpy as np

import solver
from solver import Graph
from solver.exact import DsaturSearch
from solver.reductions import ExtractionParams
from solver.sequential.greedy import STRATEGIES
from solver.stop import MaxTicks
from tests import naive

QUICK = ExtractionParams(first_ticks=2000, next_ticks=1000)
SEARCHES = ("tabucol", "partialcol", "memetic", "annealing", "conflict_optimizer", "kempe_walk")


def drawn(rng):
    """Vertices and edges: of any density, with twins, universal vertices and cut vertices among them."""
    n = rng.randint(1, 9)
    p = rng.choice([rng.random(), 0.1, 0.5, 0.9])
    edges = {e for e in combinations(range(n), 2) if rng.random() < p}
    if rng.random() < 0.3 and n > 2:  # twins
        edges = {e for e in edges if n - 1 not in e} | {
            (u, n - 1) for u in range(1, n - 1) if (0, u) in edges
        }
    if rng.random() < 0.2:
        edges |= {(0, v) for v in range(1, n)}
    return n, sorted(edges)


def is_proper(edges, colors):
    return bool(np.all(np.asarray(colors) >= 0)) and all(colors[u] != colors[v] for u, v in edges)


def check(n, edges, rng, quick=False):
    """Ask the functions about a graph; AssertionError at the first wrong answer."""
    graph = Graph.from_edges(n, edges)
    best = naive.chromatic_number(n, edges)
    seed = rng.randrange(2**32)
    for strategy in STRATEGIES:
        colors = solver.greedy(graph, strategy, seed=seed)
        assert is_proper(edges, colors.tolist()), strategy
        assert colors.max() + 1 >= best, strategy
    largest = naive.clique_number(n, edges)
    clique = solver.maximum_clique(graph, seed=seed)
    assert clique.proven
    assert len(clique.vertices) == largest == clique.upper_bound
    assert len(solver.clique(graph, seed=seed)) <= largest
    assert solver.core_numbers(graph).tolist() == list(naive.core_numbers(n, edges))
    weights = [rng.randint(1, 9) for _ in range(n)]
    members = solver.independent_set(graph, weights, seed=seed, max_ticks=1000)
    assert sum(weights[v] for v in members) <= naive.heaviest_independent_set(n, edges, weights)
    assert not any(u in members and v in members for u, v in edges)
    check_bounds(graph, edges, best, seed)
    check_reductions(graph, edges, best)
    search = DsaturSearch(graph)
    search.run(10**8)
    assert search.proven
    assert search.k == best
    assert is_proper(edges, search.colors().tolist())
    if quick:
        return
    for name in SEARCHES:
        result = getattr(solver, name)(graph, best, stop=MaxTicks(20_000), seed=seed)
        assert result.conflicts == sum(result.colors[u] == result.colors[v] for u, v in edges), name
        assert result.k == best, name
        assert result.colors.min() >= 0, name
        assert result.colors.max() < best, name
    check_color(graph, edges, best, seed, rng)
    fewest = naive.fewest_equitable_colors(n, edges)
    equitable = solver.equitable_color(graph, max_ticks=10**6, seed=seed)
    assert equitable.conflicts == 0
    assert equitable.lower_bound <= fewest
    if equitable.equitable:  # otherwise the limit came first
        assert equitable.k >= fewest
        assert solver.is_equitable(equitable.colors, equitable.k)


def check_bounds(graph, edges, best, seed):
    bound = solver.lower_bound(graph, max_ticks=10**7, seed=seed)
    assert bound.value <= best
    verdict = solver.check_certificate(graph, bound.certificate)
    assert verdict.holds
    assert verdict.bound == bound.value
    result = solver.column_generation(graph, max_ticks=10**7, seed=seed)
    assert result.conflicts == 0
    assert is_proper(edges, result.colors.tolist())
    assert result.lower_bound <= best <= result.k
    assert solver.check_certificate(graph, result.certificate).bound == result.lower_bound


def check_reductions(graph, edges, best):
    reduction = solver.reduce(graph)
    parts = [part.graph for part in reduction.parts]
    numbers = [naive.chromatic_number(part.n, part.edges().tolist()) for part in parts]
    assert reduction.total(numbers) == best
    lifted = reduction.lift([solver.greedy(part, "DSATUR") for part in parts])
    assert is_proper(edges, lifted.tolist())
    extraction = solver.extract(graph, graph.n // 2, params=QUICK)
    lifted = extraction.lift(solver.greedy(extraction.part.graph))
    assert is_proper(edges, lifted.tolist())


def check_color(graph, edges, best, seed, rng):
    result = solver.color(graph, max_ticks=10**6, seed=seed)
    assert result.conflicts == 0
    assert is_proper(edges, result.colors.tolist())
    assert result.lower_bound <= best <= result.k
    if result.proven:
        assert result.k == best
    k = best + rng.randint(0, 1)
    fixed = {rng.randrange(graph.n): rng.randrange(k)}
    pinned = solver.color(graph, k, fixed=fixed, max_ticks=10**6, seed=seed)
    assert all(pinned.colors[v] == c for v, c in fixed.items())
    assert pinned.conflicts == sum(pinned.colors[u] == pinned.colors[v] for u, v in edges)
    if pinned.stop_reason == "infeasible":
        lists = [{fixed[v]} if v in fixed else set(range(k)) for v in range(graph.n)]
        assert not naive.colorable_from_lists(graph.n, edges, lists)


def attack(count, seed, quick=False):
    """Check so many graphs; returns their number."""
    for i in range(count):
        rng = random.Random(f"{seed} {i}")
        n, edges = drawn(rng)
        try:
            check(n, edges, rng, quick)
        except Exception:
            print(f"graph {i} of seed {seed}: n = {n}, edges = {edges}")
            raise
    return count


if __name__ == "__main__":
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    began = time.monotonic()
    done = attack(int(sys.argv[1]), seed, quick="quick" in sys.argv)
    print(f"{done} graphs, seed {seed}, {time.monotonic() - began:.0f} s: no wrong answer")
