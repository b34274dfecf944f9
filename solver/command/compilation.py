"""
Compile every kernel once, so that no later call waits for the compiler.

The tasks call the public functions on small inputs that reach each specialization; there is no list of
signatures to keep in step with the kernels. Processes share the tasks: a thread for each would wait for
numba's compiler lock.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .. import _jit, dcop
from ..bounds import column_generation, lower_bound
from ..cliques.independent_set import independent_set
from ..cliques.maximum_clique import maximum_clique
from ..cluster.best_response import best_response
from ..cluster.counterfactuals import counterfactuals
from ..cluster.engines import ENGINES
from ..cluster.enumeration import count_optima
from ..derivatives import color_hessian, color_jacobian
from ..derivatives.partial_distance2 import ORDERS
from ..derivatives.star import star_color
from ..exact import DsaturSearch
from ..graphs import generators
from ..graphs.conversions import ends_of_dicts, rows_of_dicts
from ..graphs.formats import read, write
from ..graphs.graph import Graph
from ..pauli.grouping import compile_kernels
from ..portfolio.color import color
from ..portfolio.readiness import UNITS
from ..problems.penalty import gamma, penalties
from ..problems.problem import Problem
from ..search.annealing import Annealing
from ..search.kempe_chains import kempe_exchange
from ..search.partialcol import PartialCol, PartialColParams
from ..search.tabucol import TabuCol, TabuColParams
from ..sequential.first_fit import in_natural_order
from ..sequential.greedy import STRATEGIES, greedy
from ..variants.balance import balance
from ..variants.equitable import equitable_color
from ..variants.recolor import recolor
from ..variants.weighted import weighted_color


class Compilation(NamedTuple):
    """
    Report of :func:`warmup`.

    Attributes
    ----------
    elapsed
        Wall time, in seconds.
    seconds
        CPU seconds by kernel; those of its helpers are included.
    counts
        Number of compilations by kernel: the kernel, its helpers, and its other signatures.
    """

    elapsed: float
    seconds: Mapping[str, float]
    counts: Mapping[str, int]


def warmup(processes: int = 1, *, coloring_only: bool = False) -> Compilation:
    """
    Compile, or load from the cache, all kernels.

    Parameters
    ----------
    processes
        Number of processes, each with at most 900 MB. This process compiles by itself if there is one,
        if the kernels cannot be cached, or if another process fails.
    coloring_only
        Whether to compile only the kernels of :func:`solver.color`.
    """
    began = time.perf_counter()
    numbers = range(len(OTHERS) if coloring_only else 0, len(TASKS))
    times = None
    if processes > 1 and _jit.cache_directory() is not None:
        times = _compile_in_processes(processes, bytes(numbers))
    if times is None:
        times = _compile(numbers)
    return Compilation(time.perf_counter() - began, *times)


def _compile(numbers: Iterable[int]) -> tuple[dict[str, float], Counter[str]]:
    """Do tasks; return the CPU seconds and the number of compilations by kernel."""
    tasks = tuple(TASKS.values())
    with _jit.CompileTimes() as times:
        for number in numbers:
            tasks[number]()
    return times.seconds, times.counts


def _compile_in_processes(count: int, numbers: bytes) -> tuple[dict[str, float], Counter[str]] | None:
    """Do tasks in processes, each of which takes one number after another; None if a process failed."""
    root = str(Path(__file__).resolve().parents[2])
    code = f"import sys; sys.path.insert(0, {root!r}); from {__name__} import main; main()"
    seconds: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    reading, writing = os.pipe()
    workers: list[subprocess.Popen[bytes]] = []
    try:
        os.write(writing, numbers)
        os.close(writing)
        command = [sys.executable, "-c", code]
        for _ in range(count):
            workers.append(
                subprocess.Popen(
                    command, stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
            )
        for worker in workers:
            output, _ = worker.communicate()
            if worker.returncode:
                return None
            times = json.loads(output)
            seconds.update(times["seconds"])
            counts.update(times["counts"])
    except OSError:
        return None
    finally:
        os.close(reading)
        for worker in workers:
            worker.kill()
            worker.wait()
            if worker.stdout is not None:
                worker.stdout.close()
    return dict(seconds), counts


def main() -> None:
    """Do the tasks whose numbers stand on standard input; run in the processes of :func:`warmup`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    seconds, counts = _compile(byte[0] for byte in iter(lambda: os.read(0, 1), b""))
    print(json.dumps({"seconds": seconds, "counts": counts}))


def _ring() -> Graph:
    return Graph.from_arrays(71, np.arange(71), (np.arange(71) + 1) % 71)


def _random() -> Graph:
    return generators.gnp(60, 0.5, seed=1)


def _problem() -> Problem:
    return Problem(range(71), _ring(), ("red", "green", "blue"))


def _chain(*, wide: bool) -> Problem:
    """Return a problem whose costs have many bits, or few."""
    wishes = np.zeros((8, 2))
    wishes[0, 0] = 2.0 if wide else 0.0
    weight = 2.0**-40 if wide else 1.0
    return Problem(range(8), [(v, v + 1) for v in range(7)], ("red", "green"), wishes, weight)


def _respond(engine: str) -> None:
    for wide in (False, True):
        best_response(_chain(wide=wide), range(6), engine=engine)


def _counterfactuals() -> None:
    for wide in (False, True):
        _ = counterfactuals(_chain(wide=wide), range(6), [6, 7]).conflicts


def _sequential() -> None:
    ring = _ring()
    greedy(Graph.from_edges(9999, [(0, 1)]), "independent_set")
    for strategy in STRATEGIES:
        greedy(ring, strategy)
    in_natural_order(ring.indptr, ring.indices, threads=2)  # greedy would use one thread


def _coloring() -> None:
    color(_ring(), max_ticks=1000)
    # A graph that is reduced, but not to nothing.
    ends = np.array([*_random().edges(), (59, 60)], np.int32)
    color(Graph.from_edges(61, ends), max_ticks=100_000)


def _many_colors() -> None:
    """Compile the kernels for colors of two bytes."""
    for layout in ("dense", "sparse"):
        TabuCol(_ring(), 300, params=TabuColParams(layout=layout)).run(1000)
    Annealing(_random(), 300).run(1000)


def _partialcol() -> None:
    for layout in ("dense", "sparse"):
        for k in (2, 300):
            start = np.zeros(71, np.int32)
            PartialCol(_ring(), k, params=PartialColParams(layout=layout), initial=start).run(1000)


def _bounds() -> None:
    maximum_clique(_random(), max_ticks=1_000_000)
    column_generation(generators.gnp(40, 0.5, seed=3))
    search = DsaturSearch(_random())
    search.accept(greedy(_random(), "DSATUR"))
    lower_bound(_random(), time_limit=None, max_ticks=1_000_000)


def _files() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("edges.col", "edges.mtx", "rows.graph", "edges.txt"):
            path = Path(folder) / name
            write(_ring(), path)
            read(path)
    Graph(_ring().indptr.copy(), _ring().indices.copy())
    ends_of_dicts({0: {1: {}}, 1: {0: {}}}, 2, True)
    rows_of_dicts({0: {1: {}}, 1: {0: {}}})


def _generators() -> None:
    generators.flat(20, 3, 0.5, 1)
    generators.geometric(20, 0.5)
    generators.leighton(20, 5, 3)
    generators.rmat(5)
    generators.road(5)


def _cluster() -> None:
    """Compile what only larger problems need: tabu search, the way back of eliminations."""
    graph = generators.gnp(24, 0.25, seed=1)
    problem = Problem(range(24), graph, ("red", "green", "blue"))
    best_response(problem, range(22), engine="branch_and_bound")
    best_response(problem, range(4), engine="auto")
    best_response(problem, range(24), engine="elimination")  # wide enough to try several orders
    _ = counterfactuals(_chain(wide=False), range(6), [6, 7]).colors
    count_optima([[0.5, 0.0], [0.0, 0.25]], [(0, 1)], [0.125])


def _variants() -> None:
    ring = _ring()
    kempe_exchange(ring, np.arange(71), 0, 1)
    balance(Graph.from_edges(4, [(0, 1), (0, 2), (0, 3)]), [0, 1, 1, 1])
    recolor(_random(), np.zeros(60, np.int32), 12, max_ticks=100_000)
    equitable_color(ring, 4, max_ticks=1000)
    weighted_color(ring, np.arange(1, 72), max_ticks=1000)


def _derivatives() -> None:
    for order in ("auto", *ORDERS):
        color_jacobian(np.ones((1, 71)), order=order)
    star_color(_ring())
    for recovery, dtype in (("direct", float), ("substitution", float), ("substitution", complex)):
        coloring = color_hessian(np.eye(3), recovery)
        coloring.recover(coloring.seed(dtype))


def _penalties() -> None:
    for count in (1, 512):
        penalties(_problem(), np.zeros((count, 71), np.int8))
    dense = Problem(range(60), generators.gnp(60, 0.9), ("red", "green", "blue"))
    penalties(dense, np.zeros((512, 60), np.int8))
    gamma(_problem(), np.zeros(71, np.int32))


def _distributed_optimization() -> None:
    for play in (dcop.dsa, dcop.mgm, dcop.mgm2, dcop.tabu):
        play(_problem(), cycles=1)


def _cost_networks() -> None:
    wide = [((u, v), np.eye(3)) for v in range(24) for u in range(v)]
    dcop.branch_and_bound(dcop.CostNetwork([3] * 24, wide), node_limit=1)
    dcop.maxsum(dcop.CostNetwork([1] * 3, [(range(3), [[[0]]])]), cycles=1)


#: Tasks beside those of :func:`solver.color`, by name.
OTHERS: dict[str, Callable[[], object]] = {
    **{engine: partial(_respond, engine) for engine in sorted(ENGINES)},  # branch and bound first
    "maxsum": lambda: dcop.maxsum(_problem(), cycles=1),
    "distributed optimization": _distributed_optimization,
    "cost networks": _cost_networks,
    "penalties": _penalties,
    "Pauli strings": compile_kernels,
    "derivatives": _derivatives,
    "counterfactuals": _counterfactuals,
    "larger clusters": _cluster,
    "independent sets": lambda: independent_set(_ring(), max_ticks=1000),
    "variants": _variants,
    "files": _files,
    "generators": _generators,
}
#: Tasks for :func:`solver.color` and the functions it calls, by name.
COLORING: dict[str, Callable[[], object]] = {
    **{name: unit.compile for name, unit in UNITS.items()},
    "bounds": _bounds,
    "partialcol, other layouts": _partialcol,
    "many colors": _many_colors,
    "sequential": _sequential,
    "color": _coloring,
}
#: All tasks in the order in which processes take them; the longest come first, so that all end together.
TASKS = OTHERS | COLORING
