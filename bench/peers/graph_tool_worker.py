"""graph-tool behind the protocol of :mod:`bench.jsonworker`, in a Python without Kempe."""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path


def main() -> None:
    import graph_tool
    import numpy as np
    from graph_tool.topology import sequential_vertex_coloring

    state = {}

    def answer(edges=None, n=0, rule=None):
        if edges is not None:
            began = time.perf_counter()
            graph = graph_tool.Graph(directed=False)
            graph.add_vertex(n)
            graph.add_edge_list(np.load(edges))
            state["graph"] = graph
            return time.perf_counter() - began
        graph = state["graph"]
        began = time.perf_counter()
        order = None
        if rule == "largest_first":
            degrees = graph.get_out_degrees(np.arange(graph.num_vertices()))
            order = graph.new_vertex_property("int64_t")
            order.a = np.argsort(-degrees.astype(np.int64), kind="stable")  # the i-th vertex to color
        colors = sequential_vertex_coloring(graph, order=order)
        return {"seconds": time.perf_counter() - began, "colors": colors.a.tolist()}

    protocol().serve(answer)


def protocol():
    """Load ``jsonworker.py`` by its path, since its package cannot be imported here."""
    path = Path(__file__).parent.parent / "jsonworker.py"
    spec = importlib.util.spec_from_file_location("jsonworker", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["jsonworker"] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
