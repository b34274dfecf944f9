"""
Which kernels are compiled, and processes that compile the others while a call goes on.

On a new machine the kernels of :func:`solver.color` take half a minute to compile. A call with a time
limit uses what is compiled; background processes fill the cache with the rest, in the order of need,
and members take part when their kernels are ready. At the end of the call the processes finish the unit
they are compiling, so that a series of short calls gets on, and end. Where nothing can be cached, or no
process started, every kernel counts as ready and compiles when it is called.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .. import _jit
from .._kernels.bounds import missing_sets
from .._kernels.cliques import clique as clique_kernels
from .._kernels.cliques import heavy_sets, hidden_set
from .._kernels.exact import dsatur_search
from .._kernels.reductions import removal
from .._kernels.search import annealing as annealing_kernels
from .._kernels.search import conflict_optimizer as optimizer_kernels
from .._kernels.search import kempe_walk as walk_kernels
from .._kernels.search import partialcol as partialcol_kernels
from .._kernels.search import tabucol_dense, tabucol_sparse
from .._kernels.sequential import dense_classes, dsatur, rlf, smallest_last
from ..bounds import column_generation
from ..cliques.clique import clique
from ..cliques.hidden_classes import HiddenClasses
from ..exact import BranchAndPrice, DsaturSearch
from ..graphs.graph import Graph
from ..reductions import reduce
from ..search.annealing import Annealing
from ..search.conflict_optimizer import ConflictOptimizer
from ..search.kempe_walk import KempeWalk
from ..search.memetic import Memetic
from ..search.partialcol import PartialCol, PartialColParams
from ..search.tabucol import TabuCol, TabuColParams
from ..sequential.greedy import greedy

try:
    import fcntl
except ImportError:  # Windows: two processes may compile the same unit
    fcntl = None  # type: ignore[assignment]

#: The unit that a call compiles itself: so it has a good coloring a second earlier than if it waited for
#: a process to start.
FOREGROUND = "DSATUR"
#: How much background processes give way to others, while a call waits for them and afterwards. At 10
#: they starved beside one busy process: 12 s on two cores were not enough to compile a tabu search.
NICENESS, NICENESS_AFTERWARDS = 1, 15


class Unit(NamedTuple):
    """What is compiled together: the kernel that is compiled last, and calls that compile all of it."""

    kernel: Any
    compile: Callable[[], object]


def _ring() -> Graph:
    return Graph.from_arrays(71, np.arange(71), (np.arange(71) + 1) % 71)


def _random() -> Graph:
    """Return a graph whose fractional coloring is not integral."""
    pairs = np.argwhere(np.triu(np.random.default_rng(1).random((60, 60)) < 0.5, 1))
    return Graph.from_edges(60, pairs)


def _tabucol(layout: str) -> None:
    params = TabuColParams(layout=layout)
    TabuCol(_random(), 5, params=params, initial=np.zeros(60, int)).run(1000)


def _tabucol_dense() -> None:
    _tabucol("dense")
    Memetic(_random(), 5).run(300_000)


#: The units of :func:`solver.color` in the order in which they are needed.
UNITS: dict[str, Unit] = {
    "smallest_last": Unit(smallest_last.smallest_last, lambda: greedy(_ring(), "smallest_last")),
    "clique": Unit(clique_kernels.sweep, lambda: clique(_random())),
    "DSATUR": Unit(dsatur.dsatur, lambda: greedy(_random(), "DSATUR")),
    "RLF, dense": Unit(dense_classes.color_by_classes, lambda: greedy(_random(), "RLF")),
    "RLF, sparse": Unit(rlf.color_by_rlf, lambda: greedy(Graph.from_edges(999, [(0, 1)]), "RLF")),
    "reductions": Unit(removal.remove, lambda: reduce(_ring(), 3)),
    "tabucol, dense": Unit(tabucol_dense.run, _tabucol_dense),
    "tabucol, sparse": Unit(tabucol_sparse.run, lambda: _tabucol("sparse")),
    "partialcol": Unit(
        partialcol_kernels.search,
        lambda: PartialCol(_random(), 5, params=PartialColParams(layout="dense")).run(1000),
    ),
    "conflict_optimizer": Unit(
        optimizer_kernels.search, lambda: ConflictOptimizer(_random(), 5).run(1000)
    ),
    "kempe_walk": Unit(walk_kernels.walk, lambda: KempeWalk(_ring(), 2).run(1000)),
    "branch and bound": Unit(dsatur_search.search, lambda: DsaturSearch(_random()).run(1000)),
    "column generation": Unit(
        heavy_sets.grow, lambda: column_generation(_random(), max_ticks=1_000_000)
    ),
    "hidden classes": Unit(hidden_set.search, lambda: HiddenClasses(_random()).run(1000)),
    "branch and price": Unit(
        missing_sets.add_missing, lambda: BranchAndPrice(_random(), 9).run(1_000_000)
    ),
    "annealing": Unit(annealing_kernels.run, lambda: Annealing(_random(), 10).run(1000)),
}


def is_compiled(unit: str) -> bool:
    """Return whether a unit's kernels are loaded or on disk, or cannot be cached at all."""
    return _jit.is_compiled(UNITS[unit].kernel)


class Readiness:
    """
    The units that are ready, and the processes that compile the others.

    Parameters
    ----------
    background
        Whether to compile in the background; if not, every unit is ready.
    sparse
        Whether the graph is sparse, so that units for dense graphs are compiled last.
    """

    def __init__(self, *, background: bool, sparse: bool = False) -> None:
        units = [unit for unit in UNITS if unit != FOREGROUND] if background else []
        units.sort(key=lambda unit: unit.endswith("dense" if sparse else "sparse"))
        self._waiting = [unit for unit in units if not is_compiled(unit)]
        self._total = len(self._waiting)
        self._processes: list[subprocess.Popen[bytes]] | None = None

    def __call__(self, unit: str) -> bool:
        """Return whether a unit is ready; start the background processes if it is not."""
        if unit not in self._waiting:
            return True
        if self._processes is None:
            self._processes = _started(self._waiting)
        if is_compiled(unit) or all(process.poll() is not None for process in self._processes):
            self._waiting.remove(unit)
            return True
        return False

    @property
    def compiled(self) -> tuple[int, int] | None:
        """Units compiled so far, and units to compile; None if no process was started."""
        if self._processes is None:
            return None
        waiting = sum(not is_compiled(unit) for unit in self._waiting)
        return self._total - waiting, self._total

    def close(self) -> None:
        """Let the background processes end after the unit they are compiling."""
        for process in self._processes or ():
            process.terminate()
        _ending[:] = [p for p in [*_ending, *(self._processes or ())] if p.poll() is None]


#: Background processes of earlier calls that have not ended.
_ending: list[subprocess.Popen[bytes]] = []


def _started(units: Sequence[str]) -> list[subprocess.Popen[bytes]]:
    """
    Start a process for each CPU, which compile the units in turn; none where that is impossible.

    The last process begins with the tabu search, which takes longest and finds most.
    """
    root = str(Path(__file__).resolve().parents[2])
    code = f"import sys; sys.path.insert(0, {root!r}); from {__name__} import main; main(sys.argv[1:])"
    count = min(len(units), os.cpu_count() or 1)
    orders = [list(units) for _ in range(count)]
    if count > 1:
        orders[-1].sort(key=lambda unit: not unit.startswith("tabucol"))
    try:
        return [
            subprocess.Popen(
                [sys.executable, "-c", code, *order],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for order in orders
        ]
    except (OSError, ValueError):
        return []


def main(units: Sequence[str]) -> None:
    """Compile the units that no other process compiles; run in the background processes."""
    is_over = False

    def give_way(*_: object) -> None:
        nonlocal is_over
        is_over = True
        _nice(NICENESS_AFTERWARDS)

    signal.signal(signal.SIGTERM, give_way)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _nice(NICENESS)
    for unit in units:
        if is_over:
            return
        if not is_compiled(unit):
            with _claimed(unit) as is_ours:
                if is_ours:
                    UNITS[unit].compile()


def _nice(increment: int) -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(increment)


@contextlib.contextmanager
def _claimed(unit: str) -> Iterator[bool]:
    """Claim a unit among the processes of all calls; give whether none of the others compiles it."""
    folder = _jit.cache_directory()
    if fcntl is None or folder is None:
        yield True
        return
    with open(folder / f"{unit}.lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True
