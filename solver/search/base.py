"""
The interface of a local search for a k-coloring, and the loop that runs one of them.

The state of a search lives in arrays, so that it can be run for a while, inspected, and continued:
dividing a run into slices does not change its course. This makes work limits exact, lets the portfolio
give its members turns, and keeps the best coloring on Ctrl-C.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import function
from ..clock import Clock
from ..errors import InputError, expected
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, conflicts
from ..result import Result, plain_bound
from ..stop import Progress, Stop, ticks_allowed

#: Work between two checks of the stop criterion, which takes 10 to 50 ms.
SLICE_TICKS = 1 << 22


class Search(Protocol):
    """
    A resumable local search for a proper k-coloring of one graph.

    Attributes
    ----------
    k
        Number of colors.
    """

    k: int

    @property
    def cost(self) -> int:
        """Conflicting edges or uncolored vertices of the best state so far; 0 if it is proper."""

    @property
    def ticks(self) -> int:
        """Ticks used so far."""

    @property
    def iterations(self) -> int:
        """Moves made so far."""

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used or the cost is 0; exceed by at most one move."""

    def colors(self) -> NDArray[np.int32]:
        """Return the best coloring so far, complete: int32[n] in [0, k), a new array."""


def checked_k(k: int, most: int) -> int:
    """Return ``k`` if it is an integer from 1 to ``most``."""
    if not isinstance(k, int | np.integer) or isinstance(k, bool) or not 1 <= k <= most:
        raise expected("k", k, f"an integer from 1 to {most}")
    return int(k)


def checked_start(
    graph: Graph, initial: ArrayLike, k: int, *, partial: bool = False
) -> NDArray[np.int32]:
    """Return a copy of an initial coloring with colors below ``k``, and -1 if ``partial``."""
    start = as_colors(graph, initial, "initial colors").copy()
    least = -1 if partial else 0
    low, high = int(start.min(initial=0)), int(start.max(initial=-1))
    if low < least or high >= k:
        wrong = low if low < least else high
        raise InputError(f"initial: color {wrong}: expected {least} <= color < {k}")
    return start


def drive(search: Search, graph: Graph, stop: Stop, method: str) -> Result:
    """Run one search until it succeeds or ``stop`` gives a reason, and verify its coloring."""
    function("stop", stop, "a stop criterion, such as solver.stop.MaxRuntime(10)")
    clock = Clock()
    history: list[tuple[float, int, int, int]] = []
    limit = ticks_allowed(stop)
    while True:
        seconds = clock.seconds()
        if not history or search.cost < history[-1][3]:
            history.append((seconds, search.ticks, search.k, search.cost))
        if search.cost == 0:
            reason = "target"
            break
        progress = Progress(seconds, search.ticks, search.iterations, search.k, search.cost)
        if stopped := stop(progress):
            reason = stopped
            break
        search.run(SLICE_TICKS if limit is None else min(SLICE_TICKS, limit - search.ticks))
    colors = search.colors()
    clashes, bound = conflicts(graph, colors), plain_bound(graph.n)
    return Result(
        colors=colors,
        k=search.k,
        conflicts=clashes,
        **bound,
        proven=clashes == 0 and search.k == bound["lower_bound"],
        method=method,
        seconds=clock.seconds(),
        ticks=search.ticks,
        iterations=search.iterations,
        history=tuple(history),
        stop_reason=reason,
    )
