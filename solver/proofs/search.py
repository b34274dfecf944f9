"""
Proofs of bounds that a search found: the search is run again, now with its steps written down.

It runs on what reductions leave of the graph. That is a subgraph, whose constraints are among those of
the whole graph, so the reductions need no steps of their own. A small tree is tried first, then a
satisfiability solver.
"""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..cliques.clique import clique as find_clique
from ..errors import BudgetError, InputError
from ..exact import cnf
from ..exact.sat import SatParams, SatSearch
from ..graphs.graph import Graph
from ..reductions.removal import Removal, dominated, low_degree, twins
from .clique import refute_clique
from .formula import Formula
from .log import ProofLog
from .satisfiability import refute_by_clauses
from .symmetry import restrict
from .tree import HOLDS, failed_decisions, refute_tree

#: Failed decisions of a tree that is tried before a satisfiability solver.
FEW_NODES = 2_000
#: Failed decisions of a tree if python-sat is not installed; 100,000 take about 10 s.
MANY_NODES = 1_000_000
#: Conflicts of the solver between two looks at the clock.
TURN_CONFLICTS = 10_000
#: Work limit of the search for dominated vertices, in ticks.
REDUCTION_TICKS = 1 << 26

#: The kind of a proof, and the function that writes its steps and returns the contradiction.
Refutation = tuple[str, Callable[[ProofLog], int]]


def searched(formula: Formula, seconds: float) -> Refutation:
    """
    Search for a coloring again, and return the refutation.

    Raises
    ------
    InputError
        If there is a coloring.
    BudgetError
        If the search takes too long, or too many steps without python-sat.
    """
    k = formula.k
    graph, vertices = _reduced(formula.graph, k)
    clique = np.asarray(find_clique(graph), np.int64)
    if len(clique) > k:
        members = vertices[clique].tolist()
        return "clique", lambda log: refute_clique(log, formula, members)
    order = vertices[cnf.restricted(graph, k, clique)].tolist()
    own = vertices.tolist()
    allowed = cnf.allowed_colors(graph, k, clique)
    has_solver = importlib.util.find_spec("pysat") is not None
    failed = failed_decisions(graph, allowed, FEW_NODES if has_solver else MANY_NODES)
    if failed is not None:

        def by_tree(log: ProofLog) -> int:
            restrict(log, formula, order)
            return refute_tree(log, formula, own, failed)

        return "tree", by_tree
    if not has_solver:
        raise BudgetError("the proof", estimate=math.inf, budget=MANY_NODES, unit="failed decisions")
    search = SatSearch(graph, k, clique=clique, params=SatParams(at_most_one=False), with_proof=True)
    start = time.monotonic()
    while search.run(TURN_CONFLICTS) is None:
        if time.monotonic() - start > seconds:
            raise BudgetError("the proof", estimate=math.inf, budget=seconds, unit="seconds")
    if search.answer:
        raise InputError(f"{k} colors suffice: {HOLDS}")

    def by_clauses(log: ProofLog) -> int:
        restrict(log, formula, order)
        return refute_by_clauses(log, formula, own, search.cnf.variable, search.proof())

    return "satisfiability", by_clauses


def _reduced(graph: Graph, k: int) -> tuple[Graph, NDArray[np.int64]]:
    """Return a subgraph that is k-colorable only if the graph is, and its vertices."""
    vertices = np.arange(graph.n)
    reductions: tuple[Callable[[Graph], Removal | None], ...] = (
        lambda graph: low_degree(graph, k),
        lambda graph: twins(graph, k),
        lambda graph: dominated(graph, k, REDUCTION_TICKS),
    )
    for reduction in reductions:
        step = reduction(graph)
        if step is not None:
            graph, vertices = step.parts[0].graph, vertices[step.parts[0].vertices]
    return graph, vertices
