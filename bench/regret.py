"""
Colors that ``color`` by default loses to single searches in the same time, on graphs nobody chose.

    python -m bench.regret FILE [--seeds 0 1] [--seconds 3] [--long 10] [--again] [--only flat]

``bench.families`` makes one graph of each kind for a seed. Each runs with method ``auto`` and, unless
that proves its coloring optimal, with each single search for the same CPU time; with ``--long`` with all
of them for a multiple of it, too. Results are appended to FILE, a JSON object in each line, so that a
run that was ended goes on where it stopped. Graphs of even seeds are the half on which thresholds are
set, those of odd ones the half on which regret is reported.

The fewest colors of six searches are partly luck. With ``--again`` the search that had them (the first
of several) runs once more with another seed: the report tells on how many graphs even that one, chosen
afterwards, has more colors than the six had. Less regret than that is not to be expected of any choice.

Limits are CPU times of the process, one thread, kernels compiled: a coloring counts if it was found
before the limit, and every one is verified.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .families import cases

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from solver import Graph
    from solver.portfolio.exchange import News

SINGLE = ("tabucol", "partialcol", "memetic", "annealing", "conflict_optimizer", "kempe_walk")
#: The run of the search that had the fewest colors with another seed.
AGAIN = "again"
#: Wall time as a multiple of CPU time after which a call ends in any case.
PATIENCE = 30
#: Most n k for annealing and the memetic search on their own, which hold whole matrices.
LARGEST = 20_000


class CpuLimit:
    """An exchange with nobody, which ends a run after a CPU time and notes its improvements."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.began = time.process_time()
        self.k: int | None = None
        self.bound = 0

    def tell(
        self, colors: NDArray[np.int32], lower_bound: int, certificate: dict[str, Any], method: str
    ) -> None:
        if self.k is None or time.process_time() - self.began <= self.seconds:
            self.k, self.bound = int(colors.max(initial=-1)) + 1, lower_bound

    def hear(self) -> News:
        from solver.portfolio.exchange import News

        over = time.process_time() - self.began > self.seconds
        return News(stop="time_limit" if over else None)


def run(graph: Graph, method: str, seconds: float, seed: int) -> dict[str, Any]:
    """Color a graph for a CPU time; return the colors and the lower bound."""
    from solver import color, is_proper

    limit = CpuLimit(seconds)
    result = color(graph, method=method, time_limit=PATIENCE * seconds, seed=seed, exchange=limit)
    assert is_proper(graph, result.colors)
    used = time.process_time() - limit.began
    if used <= seconds or limit.k is None:  # a run that ends by itself publishes its last coloring never
        return {"k": result.k, "bound": result.lower_bound, "cpu": round(used, 2)}
    return {"k": limit.k, "bound": limit.bound, "cpu": round(used, 2)}


def _load_kernels() -> None:
    """Read the compiled kernels from their files, which would count for the first run of each method."""
    from solver import color, generators

    for graph in (generators.gnp(150, 0.5, seed=0), generators.gnp(3000, 0.01, seed=0)):
        for method in ("auto", *SINGLE):
            color(graph, method=method, time_limit=1.0)


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def measure(
    file: Path, seeds: Iterable[int], seconds: float, long: float, only: str, *, again: bool = False
) -> None:
    """Append the runs that the file lacks."""
    _load_kernels()
    rows = {(row["seed"], row["name"], row["run"], row["seconds"]): row for row in read(file)}
    for seed in seeds:
        for name, make in cases(seed).items():
            if only not in name:
                continue
            runs = [(method, method, seconds) for method in ("auto", *SINGLE)]
            if again:
                runs.append((AGAIN, "", seconds))
            if long:
                runs += [(f"{method}, long", method, long * seconds) for method in ("auto", *SINGLE)]
            graph = None
            for label, method, limit in runs:
                default = rows.get((seed, name, "auto", seconds))
                is_optimal = default is not None and default["k"] == default["bound"]
                if is_optimal or (seed, name, label, limit) in rows:
                    continue
                if graph is None:
                    graph, known = make()
                if method in ("annealing", "memetic") and graph.n > LARGEST:
                    continue
                row = {"seed": seed, "name": name, "run": label, "seconds": limit}
                row |= {"n": graph.n, "m": graph.m, "known": known}
                if label == AGAIN:
                    done = [rows[seed, name, m, limit] for m in SINGLE if (seed, name, m, limit) in rows]
                    row["method"] = min(done, key=lambda one: int(one["k"]))["run"]
                    row |= run(graph, row["method"], limit, seed + 1)
                else:
                    row |= run(graph, method, limit, seed)
                rows[seed, name, label, limit] = row
                with file.open("a") as lines:
                    lines.write(json.dumps(row) + "\n")
            if graph is not None:
                print(f"{seed} {name}: n = {graph.n}, m = {graph.m}", flush=True)


def graphs(rows: list[dict[str, Any]], seconds: float) -> list[dict[str, Any]]:
    """Return for each graph the colors of each run, and the fewest that are known to suffice."""
    table: dict[tuple[int, str], dict[str, Any]] = {}
    for row in rows:
        if row["seconds"] != seconds and not row["run"].endswith(", long"):
            continue
        graph = table.setdefault(
            (row["seed"], row["name"]), {"seed": row["seed"], "name": row["name"], "runs": {}}
        )
        graph["runs"][row["run"]] = row["k"]
        least = min(row["k"], math.inf if row["known"] is None else row["known"])
        graph["best"] = min(graph.get("best", math.inf), least)
    return [graph for graph in table.values() if "auto" in graph["runs"]]


def regrets(graph: dict[str, Any]) -> tuple[int, int]:
    """Return by how much ``auto`` exceeds the best single search, and the best known coloring."""
    auto = graph["runs"]["auto"]
    single = min(graph["runs"].get(method, auto) for method in SINGLE)
    return max(0, auto - single), auto - int(graph["best"])


def report(rows: list[dict[str, Any]], seconds: float) -> str:
    """Return the losses, and their share in each half."""
    lines = []
    table = graphs(rows, seconds)
    for graph in table:
        lost, short = regrets(graph)
        if lost or short:
            runs = ", ".join(f"{label} {k}" for label, k in graph["runs"].items())
            lines.append(f"{graph['seed']} {graph['name']}: {runs}; best {graph['best']}")
    for half, parity in (("even", 0), ("odd", 1)):
        pairs = [regrets(graph) for graph in table if graph["seed"] % 2 == parity]
        if pairs:
            lost = sum(a > 0 for a, _ in pairs)
            short = sum(b > 0 for _, b in pairs)
            far = sum(b > 1 for _, b in pairs)
            lines.append(
                f"{half} seeds, {seconds:g} s: of {len(pairs)} graphs {lost} with more colors than the"
                f" best single search, {short} with more than the best known, {far} by two or more"
            )
            runs = [graph["runs"] for graph in table if graph["seed"] % 2 == parity]
            if any(AGAIN in one for one in runs):
                luck = sum(
                    one[AGAIN] > min(one[m] for m in SINGLE if m in one) for one in runs if AGAIN in one
                )
                lines.append(f"the best single search with another seed has more colors on {luck}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.regret", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path, help="results, a JSON object in each line")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time of a run (default: 3)")
    parser.add_argument("--long", type=float, default=0.0, help="all as many times as long, too")
    parser.add_argument("--again", action="store_true", help="the best search again, another seed")
    parser.add_argument("--only", default="", help="part of the names of the kinds")
    parser.add_argument("--report", action="store_true", help="only report what the file has")
    options = parser.parse_args()
    if not options.report:
        measure(
            options.file,
            options.seeds,
            options.seconds,
            options.long,
            options.only,
            again=options.again,
        )
    print(report(read(options.file), options.seconds))


if __name__ == "__main__":
    main()
