"""
Moves of tabu search per CPU second, from a random coloring, with too few colors to end early.

HEAD runs as ``head -t -i MOVES -d SEED``; both its rate and Kempe's include the set-up of tables. The
public functions of gcol report no amount of work, so its private ``_tabucol`` is called.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..instances import load
from .harness import Contender, Options, Sample, available, print_comparison, take_turns
from .head import run_head

if TYPE_CHECKING:
    from solver import Graph

TITLE = "tabu search, moves per second (HEAD, gcol)"
#: Graph, colors, number of moves of HEAD (about a second), number of moves of gcol.
QUICK = (
    ("random500.5", 47, 300_000, 200),
    ("random1000.1", 19, 500_000, 200),
    ("random1000.5", 82, 100_000, 40),
)
KEMPE_SECONDS = 1.0
FULL = (*QUICK, ("random1000.9", 220, 150_000, 30), ("random250.5", 27, 1_000_000, 1000))


def run(options: Options) -> None:
    from solver.graphs.formats import write

    gcol = available("gcol")
    if options.head is None:
        print("  HEAD is left out: --head PATH")
    with tempfile.TemporaryDirectory() as folder:
        for name, k, head_moves, gcol_moves in FULL if options.full else QUICK:
            graph = load(name)
            contenders = [Contender("kempe tabucol", _numbered(partial(_kempe, graph, k)))]
            if options.head is not None:
                file = Path(folder, f"{name}.col")
                write(graph, file)
                call = partial(_head, options.head, file, k, head_moves)
                contenders.append(Contender("HEAD -t", _numbered(call)))
            if gcol is not None:
                call = partial(_gcol, graph.to_networkx(), k, gcol_moves)
                contenders.append(Contender("gcol", _numbered(call)))
            take_turns(contenders, options.rounds, 2 * options.budget)
            print_comparison(f"{name}, k = {k}", contenders, "moves/s")


def _numbered(call: Callable[[int], Sample]) -> Callable[[], Sample]:
    """Pass consecutive numbers as seeds."""
    numbers = iter(range(1, 1_000_000))
    return lambda: call(next(numbers))


def _kempe(graph: Graph, k: int, seed: int) -> Sample:
    from solver.search.base import SLICE_TICKS
    from solver.search.tabucol import TabuCol

    began = time.process_time()
    search = TabuCol(graph, k, seed=seed)
    search.run(SLICE_TICKS // 8)
    while search.cost > 0 and time.process_time() - began < KEMPE_SECONDS:
        search.run(SLICE_TICKS // 8)
    return Sample(search.iterations / (time.process_time() - began), f"{search.cost} conflicts left")


def _head(executable: Path, file: Path, k: int, moves: int, seed: int) -> Sample:
    run = run_head(executable, file, k, ["-t", "-i", str(moves), "-d", str(seed)], timeout=120)
    assert run is not None, "HEAD needed more than two minutes"
    made = moves if run.iterations is None else run.iterations
    return Sample(made / run.cpu_seconds, f"{run.conflicts} conflicts left")


def _gcol(theirs: Any, k: int, moves: int, seed: int) -> Sample:
    from gcol.node_coloring import _getEdgeWeights, _tabucol

    weights = _getEdgeWeights(theirs, None)
    start = dict(enumerate(np.random.default_rng(seed).integers(k, size=len(theirs)).tolist()))
    random.seed(seed)
    began = time.process_time()
    conflicts, _, made = _tabucol(theirs, k, start, weights, moves, 0)
    return Sample(made / (time.process_time() - began), f"{conflicts} conflicts left")
