"""Build one graph from an array of edges in a separate process; report seconds and memory."""

from __future__ import annotations

import json
import re
import resource
import sys
import time
from pathlib import Path

import numpy as np


def main() -> None:
    tool, folder, n = sys.argv[1:]
    edges = np.load(Path(folder, "edges.npy"))
    build = {"kempe": with_kempe, "igraph": with_igraph, "graph-tool": with_graph_tool}[tool]()
    build(2, edges[:0])  # loads and compiles
    before, began = peak(), time.process_time()
    graph = build(int(n), edges)
    seconds = time.process_time() - began
    print(json.dumps({"seconds": seconds, "bytes": peak() - before, "graph": str(type(graph))}))


def peak() -> int:
    """Return the peak memory of this process in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # on Linux ru_maxrss of a child includes its parent's memory
        return int(re.search(r"VmHWM:\s*(\d+) kB", status.read_text())[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def with_kempe():
    from solver import Graph

    return Graph.from_edges


def with_igraph():
    import igraph

    return lambda n, edges: igraph.Graph(n=n, edges=edges)


def with_graph_tool():
    import graph_tool

    def build(n, edges):
        graph = graph_tool.Graph(directed=False)
        graph.add_vertex(n)
        graph.add_edge_list(edges)
        return graph

    return build


if __name__ == "__main__":
    main()
