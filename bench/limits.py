"""
By how much calls of solver.color exceed their time limit.

    python -m bench.limits [--limits 0.5 3 20] [--busy 1] [--only geometric] [--cold]

Each graph is built in a process of its own, which then calls ``solver.color`` once for each limit.
``--cold`` starts every call in a new process with an empty kernel cache. The excess is the wall time
from the call to its return less the limit; a call that ends before the limit has none. ``--busy`` keeps
some cores busy meanwhile. Every coloring is checked to be proper.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver import Graph

#: Graphs by name: an expression in the names of ``solver``, and further arguments of ``color``.
CASES = {
    "queen 10": "generators.queen(10)",
    "gnp(10, .5)": "generators.gnp(10, .5, seed=1)",
    "gnp(1000, .5)": "generators.gnp(1000, .5, seed=1)",
    "gnp(4000, .1)": "generators.gnp(4000, .1, seed=1)",
    "gnp(4000, .9)": "generators.gnp(4000, .9, seed=1)",
    "geometric(20000, .03)": "generators.geometric(20000, .03, seed=1)",
    "gnp(1e5, 2e-4)": "generators.gnp(10**5, 2e-4, seed=1)",
    "gnp(1e5, 5e-5), fixed": "generators.gnp(10**5, 5e-5, seed=1), fixed={0: 4095, 1: 17}",
    "delaunay(2e5)": "generators.delaunay(200000, seed=1)",
    "gnp(1e6, 2e-6)": "generators.gnp(10**6, 2e-6, seed=1)",
}
#: Larger graphs, without a promise.
LARGE = {
    "geometric(20000, .1)": "generators.geometric(20000, .1, seed=1)",
    "gnp(10000, .5)": "generators.gnp(10000, .5, seed=1)",
    "gnp(10000, .9)": "generators.gnp(10000, .9, seed=1)",
    "gnp(1e6, 1e-5)": "generators.gnp(10**6, 1e-5, seed=1)",
    "gnp(1e6, 1e-5), fixed": "generators.gnp(10**6, 1e-5, seed=1), fixed={0: 4095, 1: 17}",
    "K_8000": "generators.gnp(8000, 1.0, seed=1)",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.limits", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--limits", type=float, nargs="+", default=[0.5, 3.0, 20.0], help="in seconds")
    parser.add_argument("--busy", type=int, default=0, help="cores that are kept busy (default: 0)")
    parser.add_argument("--only", default="", help="part of the names of the graphs")
    parser.add_argument("--cold", action="store_true", help="empty kernel cache for each call")
    parser.add_argument("--large", action="store_true", help="larger graphs instead")
    parser.add_argument("--worker", nargs="+", metavar="CASE LIMIT", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options.worker[0], [float(limit) for limit in options.worker[1:]])
        return
    worst, count = -1.0, 0
    with busy(options.busy):
        for name, case in (LARGE if options.large else CASES).items():
            if options.only not in name:
                continue
            for limit, wall, k, reason in calls(case, options.limits, cold=options.cold):
                excess = wall - limit if reason == "time_limit" or wall > limit else 0.0
                beyond = excess - 0.02 * limit
                worst, count = max(worst, beyond), count + 1
                call = f"{name:24} {limit:5g} s  {wall:7.2f} s"
                print(f"{call}  +{excess:.2f}  k {k:5}  {reason}", flush=True)
    print(f"{count} calls, worst excess over 2% of the limit: {worst:.2f} s")


def work(case: str, limits: list[float]) -> None:
    """Call ``color`` with each limit in this process, and print what came of it."""
    import solver

    color = solver.color  # imported before the clock starts

    def built(graph: Graph, **arguments: Any) -> tuple[Graph, dict[str, Any]]:
        return graph, arguments

    graph, arguments = eval(f"built({case})", {"built": built, "generators": solver.generators})
    for limit in limits:
        began = time.monotonic()
        result = color(graph, time_limit=limit, **arguments)
        wall = time.monotonic() - began
        assert solver.is_proper(graph, result.colors)
        print(json.dumps([limit, wall, result.k, result.stop_reason]), flush=True)


def calls(case: str, limits: list[float], *, cold: bool) -> Iterator[tuple[float, float, int, str]]:
    """Call ``color`` with each limit, in one process or, if cold, each in its own."""
    for some in [[limit] for limit in limits] if cold else [limits]:
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | ({"NUMBA_CACHE_DIR": folder} if cold else {})
            run = subprocess.run(
                [sys.executable, "-m", "bench.limits", "--worker", case, *map(str, some)],
                env=environment,
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            if cold:
                time.sleep(3.0)  # background compilation ends after the unit at hand
        for line in run.stdout.splitlines():
            yield tuple(json.loads(line))


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep cores busy."""
    processes = [multiprocessing.Process(target=spin, daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    yield
    for process in processes:
        process.terminate()


def spin() -> None:
    while True:
        pass


if __name__ == "__main__":
    main()
