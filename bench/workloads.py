"""
Fixed workloads with fixed seeds, a few to 80 ms each, for asv and ``bench.ab``.

Preparing a workload builds its graph; running it returns counters that depend on the algorithm only, so
a counter that differs means a changed search. Searches get fewer colors than they can reach, so that
they do not end early.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from .instances import load

Counters = dict[str, int]
Run = Callable[[], Counters]

SEARCHES: dict[str, Callable[[], Run]] = {}
COLORINGS: dict[str, Callable[[], Run]] = {}
OTHERS: dict[str, Callable[[], Run]] = {}


def workloads() -> dict[str, Callable[[], Run]]:
    """Return all workloads by name."""
    return {**SEARCHES, **COLORINGS, **OTHERS}


def prepare(name: str) -> Run:
    """
    Build the graph of a workload and compile its kernels.

    Raises
    ------
    NotImplementedError
        If this revision of ``solver`` lacks what it measures; asv then skips the benchmark.
    """
    try:
        run = workloads()[name]()
        run()
    except (ImportError, AttributeError) as error:
        raise NotImplementedError(f"{name}: {error}") from error
    return run


def _attribute(module: str, name: str, room: str) -> Any:
    """Return a name of a module of ``solver``, also in revisions older than the rooms."""
    try:
        return getattr(importlib.import_module(f"solver.{room}.{module}"), name)
    except ModuleNotFoundError:
        return getattr(importlib.import_module(f"solver.{module}"), name)


# --------------------------------------------------------------------------------------------- searches


def _search(name: str, technique: str, instance: str, k: int, ticks: int) -> None:
    def ready() -> Run:
        make = _attribute(*technique.split("."), room="search")
        graph = load(instance)

        def run() -> Counters:
            search = make(graph, k, seed=1)
            search.run(ticks)
            return {"conflicts": search.cost, "ticks": search.ticks, "iterations": search.iterations}

        return run

    SEARCHES[name] = ready


_search("tabucol_random500.5", "tabucol.TabuCol", "random500.5", 46, 1 << 22)
_search("tabucol_random1000.5", "tabucol.TabuCol", "random1000.5", 80, 1 << 22)
_search("tabucol_random1000.1", "tabucol.TabuCol", "random1000.1", 18, 1 << 22)
_search("tabucol_rmat16", "tabucol.TabuCol", "rmat16", 40, 1 << 20)
_search("partialcol_random500.5", "partialcol.PartialCol", "random500.5", 46, 1 << 22)
_search("partialcol_random1000.1", "partialcol.PartialCol", "random1000.1", 18, 1 << 22)
_search("memetic_random500.5", "memetic.Memetic", "random500.5", 46, 1 << 22)
_search("annealing_random500.5", "annealing.Annealing", "random500.5", 46, 1 << 22)


# -------------------------------------------------------------------------------- sequential colorings


def _coloring(name: str, instance: str, strategy: str) -> None:
    def ready() -> Run:
        greedy = _attribute("greedy", "greedy", room="sequential")
        graph = load(instance)
        return lambda: {"colors": int(greedy(graph, strategy).max()) + 1}

    COLORINGS[name] = ready


_coloring("largest_first_geometric100k", "geometric100k", "largest_first")
_coloring("smallest_last_geometric100k", "geometric100k", "smallest_last")
_coloring("dsatur_geometric20k", "geometric20k", "DSATUR")
_coloring("dsatur_rmat16", "rmat16", "DSATUR")
_coloring("dsatur_random1000.5", "random1000.5", "DSATUR")
_coloring("rlf_random1000.5", "random1000.5", "RLF")


# ----------------------------------------------------------------------------------------------- others


def _other(ready: Callable[[], Run]) -> Callable[[], Run]:
    OTHERS[ready.__name__] = ready
    return ready


@_other
def clique() -> Run:
    """Search a large clique of a dense random graph."""
    find_clique = _attribute("clique", "clique", room="cliques")
    graph = load("random250.5")
    return lambda: {"size": len(find_clique(graph, seed=1))}


@_other
def build() -> Run:
    """Build rows from an edge list with repeats in random order."""
    from solver import Graph

    ends = np.random.default_rng(1).integers(1 << 16, size=(2, 300_000), dtype=np.int32)
    heads, tails = ends[:, ends[0] != ends[1]]
    return lambda: {"edges": Graph.from_arrays(1 << 16, heads, tails).m}


@_other
def penalties_batch() -> Run:
    """Compute the penalties of 512 colorings of a problem with uniform weights."""
    from solver import Problem, penalties

    graph = load("random500.5")
    problem = Problem(range(graph.n), graph.edges().tolist(), ["red", "green", "blue", "yellow"])
    colorings = np.random.default_rng(1).integers(4, size=(512, graph.n), dtype=np.int8)
    return lambda: {"penalty": int(penalties(problem, colorings).sum())}
