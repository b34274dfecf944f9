"""
Sequential coloring of large sparse graphs: seconds of the coloring call, and colors.

Each tool gets the graph in its own form, built beforehand. Rows of one table use the same
strategy where the tools share one.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..instances import load
from ..jsonworker import JsonWorker, WorkerError
from .harness import Contender, Options, Sample, available, note, print_comparison, take_turns

if TYPE_CHECKING:
    from solver import Graph

TITLE = "sequential coloring of large sparse graphs (NetworkX, igraph, gcol, graph-tool)"
QUICK = ("geometric20k", "road100k", "rmat14")
FULL = ("geometric100k", "road1m", "rmat18", "delaunay300k")


def run(options: Options) -> None:
    peers = {name: available(name) for name in ("networkx", "igraph", "gcol")}
    for name in FULL if options.full else QUICK:
        graph = load(name)
        print(f"\n{name}: n = {graph.n}, m = {graph.m}")
        with ExitStack() as stack:
            for rule, contenders in _groups(graph, peers, options, stack).items():
                if len(contenders) > 1:
                    take_turns(contenders, options.rounds, options.budget)
                    print_comparison(rule, contenders, "s")


def _groups(
    graph: Graph, peers: dict[str, Any], options: Options, stack: ExitStack
) -> dict[str, list[Contender]]:
    from solver.sequential.greedy import greedy

    groups: dict[str, list[Contender]] = {}

    def join(rule: str, name: str, call: Callable[..., Any], *arguments: Any) -> None:
        contender = Contender(
            f"{name} {rule}", partial(timed_coloring, graph, partial(call, *arguments))
        )
        groups.setdefault(rule, []).append(contender)

    for rule in ("natural", "largest_first", "smallest_last", "incidence_degree", "DSATUR"):
        join(rule, "kempe", greedy, graph, rule)
    if networkx := peers["networkx"]:
        note("building the graph of NetworkX")
        theirs = graph.to_networkx()
        for rule in ("largest_first", "smallest_last"):
            join(rule, "networkx", networkx.greedy_color, theirs, rule)
        if gcol := peers["gcol"]:
            join("DSATUR", "gcol", gcol.node_coloring, theirs, "dsatur")
    if igraph := peers["igraph"]:
        note("building the graph of igraph")
        drawn = igraph.Graph(n=graph.n, edges=graph.edges())
        join("incidence_degree", "igraph", drawn.vertex_coloring_greedy, "coloured_neighbors")
        join("DSATUR", "igraph", drawn.vertex_coloring_greedy, "dsatur")
    if worker := graph_tool(graph, options.graph_tool_python, stack):
        for rule in ("natural", "largest_first"):
            groups[rule].append(Contender(f"graph-tool {rule}", partial(ask, graph, worker, rule)))
    return groups


def timed_coloring(graph: Graph, call: Callable[[], Any]) -> Sample:
    """Return the seconds of a call that returns a coloring, which is then verified."""
    began = time.perf_counter()
    colors = call()
    seconds = time.perf_counter() - began
    if isinstance(colors, dict):
        colors = [colors[v] for v in range(graph.n)]
    return _verified(graph, seconds, colors)


def _verified(graph: Graph, seconds: float, colors: Iterable[int]) -> Sample:
    from solver import is_proper

    array = np.asarray(colors)
    assert is_proper(graph, array), "a peer returned a coloring that is not proper"
    return Sample(seconds, f"{len(np.unique(array))} colors")


# ---------------------------------------------------------------------------------------- graph-tool

SCRIPT = Path(__file__).with_name("graph_tool_worker.py")


def graph_tool(graph: Graph, python: str | None, stack: ExitStack) -> JsonWorker | None:
    """graph-tool in a process of another Python, which has the graph but not Kempe."""
    if python is None:
        return None
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    edges = Path(folder, "edges.npy")
    np.save(edges, graph.edges())
    try:
        worker = stack.enter_context(JsonWorker([python, str(SCRIPT)]))
        seconds = worker.ask(edges=str(edges), n=graph.n)
    except (WorkerError, OSError) as error:
        print(f"  graph-tool cannot be used: {error}")
        return None
    note(f"graph-tool built its graph in {seconds:.2f} s")
    return worker


def ask(graph: Graph, worker: JsonWorker, rule: str) -> Sample:
    """Return the same for graph-tool, timed in its process."""
    answer = worker.ask(rule=rule)
    return _verified(graph, answer["seconds"], np.array(answer["colors"]))
