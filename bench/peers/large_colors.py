"""
Colors of large sparse graphs: Kempe with default options and ten seconds, and the best of the peers.

Peers run all their sequential strategies once each, without a limit, on the graphs that are feasible
for them (``FEASIBLE``). The table says whether Kempe uses fewer, as many or more colors than the best
of them, and whether its number is proven minimal.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..instances import Missing, load
from .harness import Options, available, note
from .sequential import ask, graph_tool

if TYPE_CHECKING:
    from solver import Graph

TITLE = "colors of large graphs, default options (NetworkX, igraph, gcol, graph-tool, ColPack)"
SECONDS = 10.0
REAL = (
    *("ca-AstroPh-cc", "ego-twitter", "email-Enron", "facebook-combined", "fe_4elt2"),
    *("rgg_n_2_15_s0", "wing"),
)
QUICK = (*REAL, "road100k", "geometric100k", "delaunay:100000,seed=1", "rmat16", "smallworld:100000,10")
FULL = (
    *(*REAL, "road:550,seed=1", "road1m", "grid:1000,1000"),
    *("geometric:n=300000,radius=0.00357,seed=1", "geometric:n=500000,radius=0.002764,seed=1"),
    *("delaunay:100000,seed=1", "delaunay300k", "delaunay:1000000,seed=1"),
    *("rmat16", "rmat18", "rmat:20,seed=1", "preferential:100000,5", "preferential:300000,10"),
    *("smallworld:100000,10", "smallworld:300000,6"),
    *("gnp:n=100000,p=0.0001,seed=1", "gnp:n=300000,p=0.00002,seed=1"),
)
#: Number of edges up to which strategies end within about half a minute, by tool.
FEASIBLE = {"networkx": 1_000_000, "gcol": 100_000, "igraph": 4_000_000}
COLPACK = ("NATURAL", "LARGEST_FIRST", "SMALLEST_LAST", "INCIDENCE_DEGREE", "DYNAMIC_LARGEST_FIRST")


@dataclass(frozen=True)
class Row:
    """Results for one graph: Kempe's, and each peer's fewest colors with their strategy."""

    name: str
    k: int
    bound: int
    seconds: float
    peers: dict[str, tuple[int, str, float]]

    @property
    def best(self) -> int:
        """Return the fewest colors of any peer."""
        return min((k for k, _, _ in self.peers.values()), default=self.k)

    def __str__(self) -> str:
        proof = "proven" if self.k == self.bound else f"at least {self.bound}"
        theirs = ", ".join(
            f"{tool} {k} ({rule}, {seconds:.2f} s)" for tool, (k, rule, seconds) in self.peers.items()
        )
        word = "fewer" if self.k < self.best else "MORE" if self.k > self.best else "equal"
        return f"  kempe {self.k} ({proof}, {self.seconds:.2f} s): {word}; {theirs}"


def run(options: Options) -> None:
    rows = []
    for name in FULL if options.full else QUICK:
        try:
            graph = _load(name)
        except Missing as missing:
            print(f"\n{missing}")
            continue
        print(f"\n{name}: n = {graph.n}, m = {graph.m}", flush=True)
        with ExitStack() as stack:
            rows.append(_compare(name, graph, options, stack))
        print(rows[-1], flush=True)
    fewer = sum(row.k < row.best for row in rows)
    more = sum(row.k > row.best for row in rows)
    proven = sum(row.k == row.bound for row in rows)
    told = f"fewer colors than the best peer on {fewer}, more on {more}; {proven} proven optimal"
    print(f"\n{len(rows)} graphs: {told}")


def _load(name: str) -> Graph:
    """Return a graph by name, or from one of NetworkX's random models."""
    from solver import Graph

    family, _, rest = name.partition(":")
    if family not in ("preferential", "smallworld"):
        return load(name)
    networkx = available("networkx")
    if networkx is None:
        raise Missing(f"{name}: made by networkx")
    n, degree = map(int, rest.split(","))
    if family == "preferential":
        made = networkx.barabasi_albert_graph(n, degree, seed=1)
    else:
        made = networkx.watts_strogatz_graph(n, degree, 0.1, seed=1)
    return Graph.from_edges(n, list(made.edges))


def _compare(name: str, graph: Graph, options: Options, stack: ExitStack) -> Row:
    from solver.portfolio.color import color

    result = color(graph, time_limit=SECONDS)
    peers: dict[str, tuple[int, str, float]] = {}
    for tool, rule, call in _strategies(graph, options, stack):
        note(f"{name}: {tool} {rule}")
        began = time.perf_counter()
        k = call()
        seconds = time.perf_counter() - began
        if tool not in peers or k < peers[tool][0]:
            peers[tool] = (k, rule, seconds)
    return Row(name, result.k, result.lower_bound, result.seconds, peers)


def _strategies(
    graph: Graph, options: Options, stack: ExitStack
) -> Iterator[tuple[str, str, Callable[[], int]]]:
    """Yield tool, strategy, and a function that colors the graph and returns the number of colors."""
    if graph.m <= FEASIBLE["igraph"] and (igraph := available("igraph")):
        drawn = igraph.Graph(n=graph.n, edges=graph.edges())
        for rule in ("coloured_neighbors", "dsatur"):
            yield "igraph", rule, partial(_count, graph, partial(drawn.vertex_coloring_greedy, rule))
    if graph.m <= FEASIBLE["networkx"] and (networkx := available("networkx")):
        theirs = graph.to_networkx()
        for rule in ("largest_first", "smallest_last", "connected_sequential_bfs"):
            yield "networkx", rule, partial(_count, graph, partial(networkx.greedy_color, theirs, rule))
        if graph.m <= FEASIBLE["gcol"] and (gcol := available("gcol")):
            for rule in ("welsh_powell", "dsatur", "rlf"):
                yield "gcol", rule, partial(_count, graph, partial(gcol.node_coloring, theirs, rule))
    if worker := graph_tool(graph, options.graph_tool_python, stack):
        for rule in ("natural", "largest_first"):
            yield "graph-tool", rule, partial(_colors_told, partial(ask, graph, worker, rule))
    if options.colpack is not None:
        file = Path(stack.enter_context(tempfile.TemporaryDirectory()), "graph.mtx")
        _write(graph, file)
        for rule in COLPACK:
            yield "ColPack", rule, partial(_colpack, options.colpack, file, rule)


def _count(graph: Graph, call: Callable[[], Any]) -> int:
    """Return the number of colors of a proper coloring."""
    from solver import is_proper

    colors = call()
    array = np.array([colors[v] for v in range(graph.n)])
    assert is_proper(graph, array), "a peer returned a coloring that is not proper"
    return len(np.unique(array))


def _colors_told(call: Callable[[], Any]) -> int:
    return int(call().result.partition(" ")[0])


def _write(graph: Graph, file: Path) -> None:
    from solver.graphs.formats import write

    write(graph, file)


def _colpack(executable: Path, file: Path, rule: str) -> int:
    """Return the number of colors that ColPack reports; its command does not print the coloring."""
    command = [str(executable), "-f", str(file), "-o", rule, "-m", "DISTANCE_ONE", "-v"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"number of colors: *(\d+)", said)
    if found is None:
        raise ValueError(f"ColPack said {said!r}, expected a number of colors")
    return int(found.group(1))
