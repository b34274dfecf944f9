"""
The front door: color a graph with as few colors as time allows, and say how good that is.

    constrain    fixed and allowed colors become a palette           list_coloring.py
    start        a clique from below, sequential colorings from above  clique.py, greedy.py
    reduce       what can be colored last, or apart, goes            reductions/
    narrow       members take turns at the gap of each part          portfolio.py, gap.py, members.py
    lift         the way back, and every answer checked              verify.py

The three in the middle are one :class:`~solver.portfolio.run.Run`, which ends at a proof, at the asked
k, or at a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, conflicts
from ..reductions.list_coloring import ListColoring, list_coloring
from ..result import Result
from ..stop import AnyOf, MaxRuntime, MaxTicks, Progress, Stop
from .exchange import Exchange
from .run import Run
from .shares import METHODS

DEFAULT_SECONDS = 60.0


def color(
    graph: Graph,
    k: int | None = None,
    *,
    method: str = "auto",
    initial: ArrayLike | None = None,
    fixed: Mapping[int, int] | ArrayLike | None = None,
    allowed: ArrayLike | None = None,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    exchange: Exchange | None = None,
) -> Result:
    """
    Color a graph with few colors, and bound how few there could be.

    Parameters
    ----------
    graph
        The graph.
    k
        Stop at a proper coloring with at most ``k`` colors. By default k goes down until time is up or
        the coloring is proven optimal.
    method
        ``"auto"``: local searches from above, bounds and exact searches from below, as it pays.
        ``"exact"``: most of the work for a proof. One search by its name (``"tabucol"``,
        ``"partialcol"``, ``"memetic"``, ``"annealing"``, ``"kempe_walk"``), or one sequential strategy
        of :func:`solver.greedy`, which does no search.
    initial
        Integers (n,), a coloring to start from; it need not be proper.
    fixed
        Colors that vertices must have: ``{vertex: color}``, or integers (n,) with -1 for free ones.
        With them colors have names: ``k`` counts up to the largest.
    allowed
        bool (n, colors), which colors a vertex may have. ``k`` is then the number of colors unless a
        smaller one is given, and the search ends when it succeeds.
    time_limit
        Seconds of wall time, looked at some twenty times a second. 60 unless ``max_ticks`` is given.
        Compiling, which a machine does once, does not count. What cannot be cut short are the
        beginning, a linear program, and the formula for a satisfiability solver, which on large graphs
        takes seconds.
    max_ticks
        Work limit. With it instead of a time limit, the same arguments give the same bytes on any
        machine. Exceeded by what is not cut: a linear program, or the writing of a formula.
    seed
        Of all random choices.
    threads
        Searches that run side by side.
    progress
        Called with a :class:`~solver.stop.Progress` some twenty times a second.
    exchange
        Where to tell other runs on this graph of what is found, and to hear of it: see
        :class:`~solver.portfolio.exchange.Exchange`. Not with fixed or allowed colors.

    Returns
    -------
    Result
        A verified coloring. If no coloring with ``k`` colors was found, it has conflicts. Ctrl-C ends
        the search, not the call: the best so far is returned, ``stop_reason`` ``"interrupted"``.

    Raises
    ------
    InputError
        If an argument is out of range; the message names it, its value and the legal range.
    """
    if k is not None and k < (1 if graph.n else 0):
        raise InputError(f"k = {k}, expected at least 1")
    if method not in METHODS:
        raise InputError(f"method = {method!r}, expected one of {', '.join(METHODS)}")
    if threads < 1:
        raise InputError(f"threads = {threads}, expected at least 1")
    if seed < 0:
        raise InputError(f"seed = {seed}, expected at least 0")
    for name, limit in (("time_limit", time_limit), ("max_ticks", max_ticks)):
        if limit is not None and not limit > 0:
            raise InputError(f"{name} = {limit}, expected a positive number")
    if time_limit is None and max_ticks is None:
        time_limit = DEFAULT_SECONDS
    limits: list[Stop] = []
    if time_limit is not None:
        limits.append(MaxRuntime(time_limit))
    if max_ticks is not None:
        limits.append(MaxTicks(max_ticks))
    if exchange is not None and (fixed is not None or allowed is not None):
        raise InputError("exchange: with fixed or allowed colors, expected None")
    start = None if initial is None else as_colors(graph, initial)
    lists = _constrained(graph, k, fixed, allowed)
    if lists is not None:
        start = None if start is None else lists.encode(start)
        k = lists.k if k is None and allowed is not None else k
    searched = lists.graph if lists else graph
    run = Run(searched, k, method, AnyOf(*limits), max_ticks, seed, progress, exchange)
    try:
        run.start(start)
        run.narrow(threads)
    except KeyboardInterrupt:
        if run.colors is None:
            raise
        run.reason = "interrupted"
    return _decoded(graph, lists, run.result()) if lists else run.result()


# ------------------------------------------------------------------------------ fixed and allowed colors


def _constrained(
    graph: Graph, k: int | None, fixed: Mapping[int, int] | ArrayLike | None, allowed: ArrayLike | None
) -> ListColoring | None:
    """The graph with a palette, if colors are fixed or forbidden."""
    if fixed is None and allowed is None:
        return None
    colors = np.full(graph.n, -1, np.int32)
    if isinstance(fixed, Mapping):
        for v, c in fixed.items():
            if not isinstance(v, Integral) or not isinstance(c, Integral):
                raise InputError(f"fixed: {v!r}: {c!r}, expected integers, a vertex and its color")
            if not 0 <= v < graph.n:
                raise InputError(f"fixed: vertex {v}, expected 0 to {graph.n - 1}")
            if not 0 <= c < 2**31 - 1:
                raise InputError(f"fixed: color {c} of vertex {v}, expected a color from 0")
            colors[v] = c
    elif fixed is not None:
        colors = as_colors(graph, fixed)
    table = None
    if allowed is not None:
        table = np.asarray(allowed)
        if table.ndim == 2 and k is not None:
            if k > table.shape[1]:
                raise InputError(f"k = {k}, expected at most {table.shape[1]}, the columns of allowed")
            table = table[:, :k]
    named = int(colors.max(initial=-1)) + 1
    if k is not None and named > k:
        v = int(colors.argmax())
        raise InputError(f"fixed: color {colors[v]} of vertex {v}, expected a color below k = {k}")
    if table is not None and table.ndim == 2:
        named = table.shape[1]
    return list_coloring(graph, max(named, min(graph.n, 1)), fixed=colors, allowed=table)


def _decoded(graph: Graph, lists: ListColoring, result: Result) -> Result:
    """The result in the graph's own numbers."""
    colors = lists.decode(result.colors)
    certificate: dict[str, Any] = {"kind": "search"}
    if result.certificate.get("kind") == "clique":
        inside = np.asarray(result.certificate["vertices"], np.int64)
        if (inside < len(lists.free)).all():
            certificate = {"kind": "clique", "vertices": np.sort(lists.free[inside]).tolist()}
    clashes = conflicts(graph, colors)
    proven = clashes == 0 and result.k == result.lower_bound
    return replace(result, colors=colors, conflicts=clashes, proven=proven, certificate=certificate)
