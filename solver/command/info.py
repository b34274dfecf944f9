"""``kempe info``: describe a graph, with quick bounds on its chromatic number."""

from __future__ import annotations

import argparse
import json

from ..benchmark.figures import counted
from ..graphs.formats.load import load, name_of
from .values import GRAPH_HELP

SUMMARY = "Describe a graph, with quick bounds on its chromatic number."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``kempe info``."""
    parser.add_argument("graph", help=GRAPH_HELP)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run ``kempe info`` and return its exit status."""
    from ..cliques.clique import clique
    from ..sequential.greedy import greedy

    graph = load(options.graph)
    upper = {name: int(greedy(graph, name).max(initial=-1)) + 1 for name in ("smallest_last", "DSATUR")}
    facts = {
        "name": name_of(options.graph),
        "n": graph.n,
        "m": graph.m,
        "density": graph.density,
        "min_degree": int(graph.degrees.min()) if graph.n else 0,
        "mean_degree": 2 * graph.m / graph.n if graph.n else 0.0,
        "max_degree": graph.max_degree,
        "clique": len(clique(graph)),
        **upper,
    }
    if options.json:
        print(json.dumps(facts))
        return 0
    print(
        f"{facts['name']}: {counted(graph.n, 'vertex')}, {counted(graph.m, 'edge')}, "
        f"density {graph.density:.3g}"
    )
    print(
        f"degrees {facts['min_degree']} to {facts['max_degree']}, {facts['mean_degree']:.3g} on average"
    )
    best = min(upper.values())
    print(f"chromatic number between {facts['clique']} (a clique) and {best} (sequential coloring)")
    return 0
