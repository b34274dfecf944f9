"""Run gcol or CP-SAT on one graph; print a line of JSON for each improvement until killed."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path

import numpy as np


def main() -> None:
    tool, folder, limit = sys.argv[1:]
    data = np.load(Path(folder, "graph.npz"))
    {"gcol": with_gcol, "cpsat": with_cpsat}[tool](data, float(limit))


def show(seconds: float, colors: list[int], bound: int | None = None) -> None:
    print(json.dumps({"seconds": seconds, "colors": colors, "bound": bound}), flush=True)


def with_gcol(data, limit: float) -> None:
    """Run the hybrid evolutionary search with decreasing k; gcol's searches have no time limit."""
    import gcol
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(int(data["n"])))
    graph.add_edges_from(data["edges"].tolist())
    threading.Timer(limit, lambda: os._exit(0)).start()
    began = time.perf_counter()
    colors = gcol.node_coloring(graph, strategy="dsatur")
    while True:
        show(time.perf_counter() - began, [colors[v] for v in graph])
        try:
            colors = gcol.node_k_coloring(graph, max(colors.values()), opt_alg=4, it_limit=10**9)
        except ValueError:  # there is a clique of this size
            os._exit(0)


def with_cpsat(data, limit: float) -> None:
    from ortools.sat.python import cp_model

    model, has = cpsat_model(data)

    def chosen(solution) -> list[int]:
        return [next(c for c, x in enumerate(row) if solution.boolean_value(x)) for row in has]

    class Improvements(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            show(self.wall_time, chosen(self), round(self.best_objective_bound))

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.num_workers = 1
    if solver.solve(model, Improvements()) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        show(solver.wall_time, chosen(solver), round(solver.best_objective_bound))


def cpsat_model(data):
    """Return a model with one Boolean per vertex and color and a colored clique."""
    from ortools.sat.python import cp_model

    start = data["start"]
    n, k = int(data["n"]), int(start.max()) + 1
    model = cp_model.CpModel()
    has = [[model.new_bool_var(f"{v}_{c}") for c in range(k)] for v in range(n)]
    used = [model.new_bool_var(f"used_{c}") for c in range(k)]
    for v in range(n):
        model.add_exactly_one(has[v])
    for u, v in data["edges"].tolist():
        for c in range(k):
            model.add_at_most_one(has[u][c], has[v][c])
    for v in range(n):
        for c in range(k):
            model.add_implication(has[v][c], used[c])
    for c in range(1, k):
        model.add_implication(used[c], used[c - 1])
    clique = data["clique"].tolist()
    for c, v in enumerate(clique):
        model.add(has[v][c] == 1)
    # The hint is DSATUR's coloring with its colors renamed so that the clique has 0, 1, 2 ...
    order = list(dict.fromkeys([*start[clique].tolist(), *range(k)]))
    rename = {color: position for position, color in enumerate(order)}
    for v in range(n):
        for c in range(k):
            model.add_hint(has[v][c], int(rename[int(start[v])] == c))
    model.minimize(sum(used))
    return model, has


if __name__ == "__main__":
    main()
