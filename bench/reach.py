"""
CPU seconds of one search until it reaches k colors, over many seeds, interleaved with HEAD.

    python -m bench.reach memetic DSJC500.5 48 --seeds 10 --seconds 60 --head HEAD --moves 10000

Times are CPU times of the process from the construction of the search, with compiled kernels; searches
start from random colorings. HEAD runs with ``-w 10 -i MOVES`` after each run of Kempe.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from .instances import load

if TYPE_CHECKING:
    from solver import Graph


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.reach", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("search", help="tabucol, partialcol, memetic or annealing")
    parser.add_argument("instance", help="as in bench.instances")
    parser.add_argument("k", type=int)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60.0, help="of CPU time, at most (default: 60)")
    parser.add_argument("--head", type=Path, metavar="PATH", help="executable of HEAD")
    parser.add_argument("--moves", default="10000", help="of HEAD's tabu searches (default: 10000)")
    options = parser.parse_args()
    graph = load(options.instance)
    ours: list[float | None] = []
    peers: list[float | None] = []
    kempe(options.search, graph, options.k, 0, 1e-3)  # compiles
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, options.seeds + 1):
            ours.append(kempe(options.search, graph, options.k, seed, options.seconds))
            line = f"seed {seed}: {options.search} {text(ours[-1])}"
            if options.head is not None:
                peers.append(head(options, graph, Path(folder, "graph.col"), seed))
                line += f"   HEAD {text(peers[-1])}"
            print(line, flush=True)
    print(f"{options.instance}, k = {options.k}: {options.search} {summary(ours)}")
    if peers:
        print(f"{options.instance}, k = {options.k}: HEAD {summary(peers)}")


def kempe(name: str, graph: Graph, k: int, seed: int, limit: float) -> float | None:
    """Return CPU seconds, or None if the limit was reached."""
    from solver import is_proper
    from solver.portfolio.members import SEARCHES
    from solver.search.base import SLICE_TICKS

    began = time.process_time()
    search = SEARCHES[name](graph, k, seed=seed)
    while search.cost and time.process_time() - began < limit:
        search.run(SLICE_TICKS)
    taken = time.process_time() - began
    assert search.cost or is_proper(graph, search.colors())
    return None if search.cost else taken


def head(options: argparse.Namespace, graph: Graph, file: Path, seed: int) -> float | None:
    """Return CPU seconds of HEAD, or None if it gave up or the limit was reached."""
    from solver.graphs.formats import write

    from .peers.head import run_head

    if not file.exists():
        write(graph, file)
    flags = ["-w", "10", "-i", options.moves, "-d", str(seed)]
    # A generous limit of wall time, since another program may share the core.
    found = run_head(options.head, file, options.k, flags, timeout=3 * options.seconds)
    if found is None or found.conflicts or found.cpu_seconds > options.seconds:
        return None
    return found.cpu_seconds


def text(seconds: float | None) -> str:
    return "not reached" if seconds is None else f"{seconds:.2f} s"


def summary(times: list[float | None]) -> str:
    """Return successes, median and extremes; failures count as longer than any success."""
    reached = sorted(t for t in times if t is not None)
    padded = reached + [float("inf")] * (len(times) - len(reached))
    line = f"{len(reached)} of {len(times)}, median {statistics.median(padded):.2f} s"
    return f"{line}, {reached[0]:.2f} to {reached[-1]:.2f} s" if reached else line


if __name__ == "__main__":
    main()
