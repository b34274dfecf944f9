"""Run CP-SAT, or a clique and CaDiCaL, on one graph; print the bounds as one line of JSON."""

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
    {"cpsat": with_cpsat, "cadical": with_cadical}[tool](data, float(limit))


def show(lower: int, upper: int, seconds: float) -> None:
    print(json.dumps({"lower": lower, "upper": upper, "seconds": seconds}), flush=True)


def with_cpsat(data, limit: float) -> None:
    from ortools.sat.python import cp_model
    from quality_worker import cpsat_model  # this file runs as a script

    model, _ = cpsat_model(data)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.num_workers = 1
    found = solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    upper = round(solver.objective_value) if found else int(data["start"].max()) + 1
    lower = max(round(solver.best_objective_bound), len(data["clique"]))
    show(lower, upper, solver.wall_time)


def with_cadical(data, limit: float) -> None:
    """Solve with one Boolean per vertex and color, a colored clique, and decreasing k."""
    from pysat.solvers import Solver

    clique, edges, n = data["clique"].tolist(), data["edges"].tolist(), int(data["n"])
    upper, lower = int(data["start"].max()) + 1, len(clique)
    began = time.perf_counter()

    def give_up() -> None:
        show(lower, upper, time.perf_counter() - began)
        os._exit(0)

    # The solver holds the interpreter lock while it runs; only a limit on conflicts interrupts it.
    watch = threading.Thread(target=lambda: (time.sleep(limit), give_up()), daemon=True)
    watch.start()
    while lower < upper:
        k = upper - 1
        solver = Solver(name="cadical153")
        for v in range(n):
            solver.add_clause([v * k + c + 1 for c in range(k)])
        for u, v in edges:
            for c in range(k):
                solver.add_clause([-(u * k + c + 1), -(v * k + c + 1)])
        for c, v in enumerate(clique):
            solver.add_clause([v * k + c + 1])
        answer = None
        while answer is None:
            solver.conf_budget(500)
            answer = solver.solve_limited()
            time.sleep(0)
        if not answer:
            lower = upper
            break
        true = [literal - 1 for literal in solver.get_model() if literal > 0]
        upper = len({literal % k for literal in true})
        solver.delete()
    show(lower, upper, time.perf_counter() - began)


if __name__ == "__main__":
    main()
