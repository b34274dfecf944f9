"""
Compile every kernel once, so that no later call waits for the compiler.

It calls the public functions on small inputs that reach each specialization; there is no list of
signatures to keep in step with the kernels.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from .. import _jit, dcop
from ..bounds import column_generation, lower_bound
from ..cliques.clique import clique
from ..cliques.independent_set import independent_set
from ..cluster.best_response import best_response
from ..cluster.counterfactuals import counterfactuals
from ..cluster.engines import ENGINES
from ..derivatives import color_hessian, color_jacobian
from ..derivatives.partial_distance2 import ORDERS
from ..exact import DsaturSearch
from ..graphs import generators
from ..graphs.graph import Graph
from ..portfolio.color import color
from ..problems.penalty import gamma, penalties
from ..problems.problem import Problem
from ..reductions import reduce
from ..search.annealing import Annealing
from ..search.kempe_walk import KempeWalk
from ..search.partialcol import PartialCol, PartialColParams
from ..search.tabucol import TabuCol, TabuColParams
from ..sequential.first_fit import in_natural_order
from ..sequential.greedy import STRATEGIES, greedy
from ..variants.equitable import equitable_color
from ..variants.recolor import recolor
from ..variants.weighted import weighted_color


def warmup() -> dict[str, Any]:
    """
    Compile, or load from the cache, all kernels.

    Returns
    -------
    dict
        ``seconds``, the time taken; ``cache``, the folder of the compiled kernels, or None.
    """
    began = time.perf_counter()
    warm_coloring()
    _warm_variants()
    _warm_derivatives()
    _warm_problems()
    cache = _jit.cache_directory()
    return {"seconds": time.perf_counter() - began, "cache": None if cache is None else str(cache)}


def _ring() -> Graph:
    return Graph.from_arrays(71, np.arange(71), (np.arange(71) + 1) % 71)


def warm_coloring() -> None:
    """Compile the kernels of :func:`solver.color`."""
    ring = _ring()
    for strategy in STRATEGIES:
        greedy(ring, strategy)
    in_natural_order(ring.indptr, ring.indices, threads=2)  # greedy would use one thread
    clique(ring)
    color(ring, max_ticks=1000)
    reduce(ring, 3)
    _warm_bounds()
    KempeWalk(ring, 2).run(1000)
    for layout in ("dense", "sparse"):
        for k in (2, 300):
            TabuCol(ring, k, params=TabuColParams(layout=layout)).run(1000)
            PartialCol(ring, k, params=PartialColParams(layout=layout)).run(1000)


def _warm_bounds() -> None:
    """Compile the kernels of lower bounds, on a graph whose fractional coloring is not integral."""
    graph = generators.gnp(60, 0.5, seed=1)
    column_generation(graph, max_ticks=1_000_000)
    lower_bound(graph, time_limit=None, max_ticks=1_000_000)
    DsaturSearch(graph).run(1000)
    for k in (10, 300):
        Annealing(graph, k).run(1000)


def _warm_variants() -> None:
    """Compile the kernels of equitable and weighted coloring, recoloring and independent sets."""
    ring = _ring()
    equitable_color(ring, 4, max_ticks=1000)
    weighted_color(ring, np.arange(1, 72), max_ticks=1000)
    independent_set(ring, max_ticks=1000)
    recolor(ring, np.zeros(71, np.int32), 3, max_ticks=1000)


def _warm_derivatives() -> None:
    """Compile the coloring of sparse patterns."""
    for order in ("auto", *ORDERS):
        color_jacobian(np.ones((1, 71)), order=order)
    for recovery, dtype in (("direct", float), ("substitution", float), ("substitution", complex)):
        coloring = color_hessian(np.eye(3), recovery)
        coloring.recover(coloring.seed(dtype))


def _warm_problems() -> None:
    """Compile penalties, cost networks and the engines of best responses."""
    problem = Problem(range(71), _ring(), ("red", "green", "blue"))
    for count in (1, 512):
        penalties(problem, np.zeros((count, 71), np.int8))
    gamma(problem, np.zeros(71, np.int32))
    for play in (dcop.maxsum, dcop.dsa, dcop.mgm, dcop.mgm2):
        play(problem, cycles=1)
    # Costs of few and of many bits: narrow lanes and wide ones.
    for weight in (1.0, 2.0**-40):
        wishes = np.zeros((8, 2))
        wishes[0, 0] = 0.0 if weight == 1 else 2.0
        chain = Problem(range(8), [(v, v + 1) for v in range(7)], ("red", "green"), wishes, weight)
        for engine in ENGINES:
            best_response(chain, range(6), engine=engine)
        _ = counterfactuals(chain, range(6), [6, 7]).conflicts
