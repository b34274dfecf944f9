"""
What every local search for a k-coloring looks like from outside, and the loop that drives one.

A search is an object whose state lives in arrays, so that it can be run for a while, looked at, and run
on: cutting a run into slices does not change its course. That is what makes a work limit exact, lets a
portfolio take turns, and lets Ctrl-C keep the best coloring.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..clock import Clock
from ..graphs.graph import Graph
from ..graphs.verify import conflicts
from ..result import Result
from ..stop import Progress, Stop, ticks_allowed

#: Work between two looks at the clock: some 10 to 50 ms.
SLICE_TICKS = 1 << 22


class Search(Protocol):
    """
    A local search for a proper k-coloring of one graph, resumable.

    Attributes
    ----------
    k
        Number of colors.
    """

    k: int

    @property
    def cost(self) -> int:
        """Of the best state so far: conflicting edges, or uncolored vertices; 0 if it is proper."""

    @property
    def ticks(self) -> int:
        """Work done so far."""

    @property
    def iterations(self) -> int:
        """Moves made so far."""

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used, or the cost is 0; exceeds by one move at most."""

    def colors(self) -> NDArray[np.int32]:
        """Best coloring so far, complete: int32[n] in [0, k), a new array."""


def drive(search: Search, graph: Graph, stop: Stop, method: str) -> Result:
    """Run one search until it succeeds or ``stop`` says why not, and verify what it found."""
    clock = Clock()
    history: list[tuple[float, int, int, int]] = []
    lowest = None
    limit = ticks_allowed(stop)
    while True:
        seconds = clock.seconds()
        if lowest is None or search.cost < lowest:
            lowest = search.cost
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
    return Result(
        colors=colors,
        k=search.k,
        conflicts=conflicts(graph, colors),
        lower_bound=1 if graph.n else 0,
        proven=False,
        certificate={},
        method=method,
        seconds=clock.seconds(),
        ticks=search.ticks,
        iterations=search.iterations,
        history=tuple(history),
        stop_reason=reason,
    )
