"""
One large R-MAT graph: time and memory of its construction and its coloring.

Construction runs in a new process each time and is measured in CPU seconds; its memory is the peak
beyond the array of edges, relative to the finished rows (8 bytes per edge and 8 per vertex). Coloring
is measured in wall seconds, since threads reduce those; Kempe's time is shown with and without
verification, which the peers do not do.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..instances import load
from .harness import Contender, Options, Sample, available, print_comparison, take_turns
from .sequential import ask, graph_tool, timed_coloring

if TYPE_CHECKING:
    from solver import Graph

TITLE = "a large graph: construction with its memory, threads (igraph, graph-tool)"
QUICK, FULL = "rmat16", "rmat:20,seed=1"
SCRIPT = Path(__file__).with_name("construction_worker.py")


def run(options: Options) -> None:
    graph = load(FULL if options.full else QUICK)
    print(f"\nR-MAT: n = {graph.n}, m = {graph.m}")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        _save_edges(graph, folder)
        pythons = {"kempe": sys.executable}
        if available("igraph"):
            pythons["igraph"] = sys.executable
        if options.graph_tool_python:
            pythons["graph-tool"] = options.graph_tool_python
        builders = [
            Contender(f"{tool} construction", partial(_build, graph, tool, python, folder))
            for tool, python in pythons.items()
        ]
        take_turns(builders, options.rounds, options.budget)
        print_comparison("construction from int32[m, 2], shuffled; CPU seconds", builders, "s")
        worker = graph_tool(graph, options.graph_tool_python, stack)
        for rule in ("natural", "largest_first", "smallest_last", "DSATUR"):
            contenders = _kempe(graph, rule)
            if worker and rule in ("natural", "largest_first"):
                contenders.append(Contender(f"graph-tool {rule}", partial(ask, graph, worker, rule)))
            take_turns(contenders, options.rounds, options.budget)
            print_comparison(f"{rule}, wall seconds", contenders, "s")


def _kempe(graph: Graph, rule: str) -> list[Contender]:
    from solver.sequential.greedy import STRATEGIES, greedy

    calls: dict[str, Callable[[], Any]] = {
        f"kempe {rule}, 2 threads": partial(greedy, graph, rule, threads=2),
        f"kempe {rule}, 1 thread": partial(greedy, graph, rule),
        f"kempe {rule}, not verified": partial(STRATEGIES[rule], graph, 0, 1),
    }
    return [Contender(name, partial(timed_coloring, graph, call)) for name, call in calls.items()]


def _save_edges(graph: Graph, folder: str) -> None:
    """Save the edges in random order and direction, so that no tool gains from sorted input."""
    rng = np.random.default_rng(0)
    edges = rng.permutation(graph.edges())
    turned = rng.random(len(edges)) < 0.5
    edges[turned] = edges[turned, ::-1]
    np.save(Path(folder, "edges.npy"), edges)


def _build(graph: Graph, tool: str, python: str, folder: str) -> Sample:
    command = [python, str(SCRIPT), tool, folder, str(graph.n)]
    root = Path(__file__).parent.parent.parent
    environment = {**os.environ, "PYTHONPATH": str(root)}
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    answer = json.loads(found.stdout)
    rows = answer["bytes"] / (graph.indices.nbytes + graph.indptr.nbytes)
    return Sample(answer["seconds"], f"peak {rows:.2f} times the rows")
