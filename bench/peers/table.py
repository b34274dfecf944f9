"""
The table of the README: colors, time and proof on five graphs, with default options.

NetworkX and igraph run DSATUR once; gcol's evolutionary search, CP-SAT and HEAD have the same time as
Kempe, see :mod:`bench.peers.quality`. Every coloring is verified.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..instances import Missing, load
from .harness import Options, available, note
from .quality import Reached, child, head, kempe

if TYPE_CHECKING:
    from solver import Graph

TITLE = "the table of the README: colors, time and proof on five graphs"
GRAPHS = ("DSJC500.5", "le450_25c", "latin_square_10", "school1", "delaunay:5000,seed=1")
SECONDS = 20.0
#: CP-SAT's model has n k Booleans and m k clauses; beyond this its construction takes all the time.
CPSAT_CLAUSES = 5_000_000


def run(options: Options) -> None:
    peers: dict[str, Callable[[Graph], Reached]] = {}
    if available("networkx"):
        peers["NetworkX"] = networkx_dsatur
    if available("igraph"):
        peers["igraph"] = igraph_dsatur
    if available("gcol"):
        peers["gcol"] = partial(child, "gcol", limit=SECONDS)
    if available("ortools"):
        peers["CP-SAT"] = cpsat
    if options.head is None:
        print("  HEAD is left out: --head PATH")
    else:
        peers["HEAD"] = partial(head, options.head, limit=SECONDS)
    peers["Kempe"] = partial(kempe, limit=SECONDS)
    print("| graph | " + " | ".join(peers) + " |")
    print("|---|" + "---|" * len(peers))
    for name in GRAPHS:
        try:
            graph = load(name)
        except Missing as missing:
            print(missing)
            continue
        cells = []
        for peer, search in peers.items():
            note(f"{name}: {peer}")
            cells.append(cell(search(graph)))
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def cell(reached: Reached) -> str:
    if reached.k is None:
        return "-"
    proof = ""
    if reached.bound == reached.k:
        proof = ", proven"
    elif reached.bound is not None:
        proof = f", at least {reached.bound}"
    return f"{reached.k} in {reached.seconds:.2g} s{proof}"


def networkx_dsatur(graph: Graph) -> Reached:
    import networkx

    theirs = networkx.Graph()
    theirs.add_nodes_from(range(graph.n))
    theirs.add_edges_from(graph.edges().tolist())
    began = time.perf_counter()
    colors = networkx.greedy_color(theirs, "DSATUR")
    return verified(graph, [colors[v] for v in range(graph.n)], began)


def igraph_dsatur(graph: Graph) -> Reached:
    import igraph

    theirs = igraph.Graph(graph.n, graph.edges().tolist())
    began = time.perf_counter()
    return verified(graph, theirs.vertex_coloring_greedy(method="dsatur"), began)


def cpsat(graph: Graph) -> Reached:
    from solver import greedy

    if graph.m * int(greedy(graph).max() + 1) > CPSAT_CLAUSES:
        return Reached(None)
    return child("cpsat", graph, SECONDS)


def verified(graph: Graph, colors: list[int], began: float) -> Reached:
    from solver import is_proper

    seconds = time.perf_counter() - began
    assert is_proper(graph, np.array(colors)), "a peer returned a coloring that is not proper"
    return Reached(len(set(colors)), seconds)
