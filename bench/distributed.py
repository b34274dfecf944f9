"""
Gains from several processes, and the constants used in docs/large-graphs.md.

    python -m bench.distributed portfolio    ticks per second of one process and of two Dask workers
    python -m bench.distributed shards       colors, supersteps and bytes in 2, 4 and 16 shards
    python -m bench.distributed constants    seconds per edge end and per task
"""

from __future__ import annotations

import functools
import sys
import tempfile
import time
from typing import Any

import numpy as np

SECONDS = 4.0
PIECE = 1 << 20
GRAPHS = ("rmat:18", "rmat:20", "road:1000", "geometric:n=300000,radius=0.004")


# asv imports every module here to look for benchmarks: solver and Dask are loaded when used.


def cluster(workers: int) -> Any:
    from distributed import LocalCluster

    return LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0")


def compare_throughput() -> None:
    """
    Return the ratio of the ticks of two workers to those of one process, per wall and per CPU second.

    On a busy machine the first ratio means little; twice the second is the gain on idle CPUs, without
    the time to start and to end.
    """
    from distributed import Client

    import solver
    from solver.distributed import portfolio

    graph = solver.generators.gnp(500, 0.5, seed=1)
    with cluster(2) as workers, Client(workers) as client:
        portfolio(graph, 46, methods=["tabucol"], max_ticks=10**7, executor=client)
        for turn in range(5):
            began = time.process_time()
            one = solver.color(graph, 46, method="tabucol", time_limit=SECONDS, seed=turn)
            alone = time.process_time() - began
            before = sum(client.run(time.process_time).values())
            two = portfolio(
                graph, 46, methods=["tabucol"], seeds=[turn, 9], time_limit=SECONDS, executor=client
            )
            spent = sum(client.run(time.process_time).values()) - before
            print(
                f"wall time {(two.ticks / two.seconds) / (one.ticks / one.seconds):.2f}, "
                f"CPU time {(two.ticks / spent) / (one.ticks / alone):.2f}; "
                f"took {two.seconds:.2f} s of {SECONDS:.0f}, had {spent / two.seconds:.2f} CPUs; "
                f"one process had {alone / one.seconds:.2f}",
                flush=True,
            )


def compare_shards() -> None:
    import solver
    from solver.distributed import Processes, color, cut

    with Processes(2) as pool:
        for spec in GRAPHS:
            graph = solver.generators.from_spec(spec)
            first_fit = int(solver.greedy(graph, "natural").max()) + 1
            print(f"{spec}: {graph.n} vertices, {graph.m} edges, first-fit {first_fit} colors")
            for count in (2, 4, 16):
                with tempfile.TemporaryDirectory() as folder:
                    began = time.perf_counter()
                    shards = cut(graph, folder, count)
                    seconds = time.perf_counter() - began
                    ghosts = sum(len(shards.load(i).ghosts) for i in range(count))
                    result = color(shards, executor=pool)
                assert solver.is_proper(graph, result.colors)
                print(
                    f"  {count} shards: {result.k} colors, {result.supersteps} supersteps, "
                    f"{result.recolored} recolored, {result.bytes_sent / 1e6:.3g} MB sent, "
                    f"{result.bytes_checked / 1e6:.3g} MB to check, {ghosts} ghosts, "
                    f"cut {seconds:.2f} s, colored {result.seconds:.2f} s",
                    flush=True,
                )


class Counting:
    """Executor that runs tasks immediately in this process and adds up their times."""

    workers = 1

    def __init__(self) -> None:
        self.seconds = 0.0

    def submit(self, function, *arguments):
        began = time.process_time()
        value = function(*(getattr(a, "value", a) for a in arguments))
        self.seconds += time.process_time() - began
        return Value(value)

    board = share = submit


class Value:
    """Result of a task that has run."""

    def __init__(self, value):
        self.value = value

    def done(self):
        return True

    def result(self):
        return self.value


def measure_constants() -> None:
    from distributed import Client

    import solver
    from solver.distributed import Dask, color, cut

    for spec in ("rmat:18", "road:1000"):
        graph = solver.generators.from_spec(spec)
        with tempfile.TemporaryDirectory() as folder:
            shards = cut(graph, f"{folder}/a", 4)
            color(shards, executor=Counting())
            counting = Counting()
            color(shards, executor=counting)
            print(f"{spec}: {1e9 * counting.seconds / (2 * graph.m):.1f} ns CPU to color an edge end")
            pieces = np.array_split(graph.edges(), 1 + graph.m // PIECE)
            began = time.process_time()
            cut(functools.partial(map, np.transpose, pieces), f"{folder}/b", 4)
            spent = time.process_time() - began
            print(f"{spec}: {1e9 * spent / (2 * graph.m):.1f} ns CPU to cut an edge end from a stream")
    with cluster(2) as workers, Client(workers) as client, tempfile.TemporaryDirectory() as folder:
        shards = cut(solver.generators.road(40, seed=1), folder, 16)
        color(shards, executor=Dask(client))
        began = time.process_time()
        result = color(shards, supersteps=32, executor=Dask(client))
        spent = time.process_time() - began
        tasks = shards.count * 2 * result.supersteps
        print(f"{1e3 * spent / tasks:.2f} ms CPU a task, of Dask's scheduler and client together")


SECTIONS = {
    "portfolio": compare_throughput,
    "shards": compare_shards,
    "constants": measure_constants,
}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in SECTIONS:
        sys.exit((__doc__ or "").strip())
    SECTIONS[sys.argv[1]]()
