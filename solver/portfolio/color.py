"""
The function :func:`solver.color`: color a graph with few colors, and bound how few there could be.

    check        arguments become a request                           request.py
    palette      fixed and allowed colors become vertices             lists.py, list_run.py
    start        a clique and sequential colorings                    run.py
    reduce       remove what can be colored last, or apart            run.py, reductions/
    search       members have turns at each part                      run.py, schedule.py, members/
    verify       every coloring and bound is judged                   incumbent.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import ArrayLike

from ..arguments import function
from ..clock import Clock
from ..errors import InputError
from ..graphs.graph import Graph, as_graph
from ..graphs.own_names import in_order, numbered
from ..graphs.verify import as_colors
from ..result import Result
from ..stop import Progress, kept
from .exchange import Exchange
from .list_run import ListRun
from .lists import allowed_colors, decoded, fixed_colors, with_palette
from .request import checked_request
from .run import Run


def color(
    graph: Graph,
    k: int | None = None,
    *,
    method: str = "auto",
    initial: Mapping[Any, int] | ArrayLike | None = None,
    fixed: Mapping[Any, int] | ArrayLike | None = None,
    allowed: ArrayLike | None = None,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[Progress], None] | None = None,
    exchange: Exchange | None = None,
    options: Mapping[str, object] | None = None,
    memory_limit: int | None = None,
) -> Result:
    """
    Color a graph with few colors, and bound how few there could be.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors that suffices: stop at a proper coloring with at most ``k`` colors. By default
        the number of colors is reduced until the time limit or a proof of optimality.
    method
        ``"auto"``: local searches, bounds and exact searches, which share the work by their success.
        ``"exact"``: the same, with most of the work spent on a proof. Or the name of one search
        (``"tabucol"``, ``"partialcol"``, ``"memetic"``, ``"annealing"``, ``"conflict_optimizer"``,
        ``"kempe_walk"``), or of one sequential strategy of :func:`solver.greedy`.
    initial
        Initial coloring, integers (n,), or ``{vertex: color}``. A vertex of a NetworkX or igraph graph
        may be called by its name. It need not be proper: conflicting vertices get the first free color.
        Where nothing better is found, the result's ``method`` is ``"initial"``, or ``"repair"``
        if vertices had to be changed.
    fixed
        Colors that vertices must have: ``{vertex: color}``, or integers (n,) with -1 for free vertices.
        A vertex of a NetworkX or igraph graph may be called by its name.
        Colors keep their numbers, below 2^20, so that ``k`` is at least the largest number plus one.
    allowed
        Colors that vertices may have, bool (n, colors). Colors keep their numbers, so that the result's
        ``k`` is the largest color of the coloring plus one, and ``lower_bound`` and ``proven`` say
        whether fewer columns, counted from the left, suffice. If ``k`` is given, only the first ``k``
        columns may be used, and the search ends at the first proper coloring. If none is found, the
        result has conflicts and its ``k`` is the number of columns.
    time_limit
        Seconds of wall time from the call, compilation included; 60 unless ``max_ticks`` is given. What
        cannot be interrupted, such as a linear program, continues in a background thread, and its
        result is discarded.
    max_ticks
        Work limit. With it instead of a time limit, the same arguments give the same result on any
        machine. Linear programs and formulas may exceed it.
    seed
        Seed of the random number generators.
    threads
        Number of searches that run at the same time. With a time limit no more than there are CPUs;
        with ``max_ticks`` alone exactly as many, so that the result is the same on any machine, however
        many CPUs it has.
    progress
        Function called with a :class:`~solver.stop.Progress` about twenty times a second. If it raises
        ``StopIteration``, the search ends as on Ctrl-C, once there is a coloring; what else it raises
        is raised.
    exchange
        Link to other runs on this graph, a :class:`~solver.portfolio.exchange.Exchange`; not with fixed
        or allowed colors.
    options
        Values of options by name, such as ``{"tabucol.tenure_slope": 0.5}``; ``docs/options.md`` lists
        them.
    memory_limit
        Bytes that the searches may allocate. By default half of the free memory, or 4 GiB if only
        ``max_ticks`` is given. Searches that do not fit do not take part.

    Returns
    -------
    Result
        Verified coloring. If no coloring with ``k`` colors was found, it has conflicts. Ctrl-C ends the
        search and returns the best coloring so far, with ``stop_reason`` ``"interrupted"``; a search
        that lacks memory does so too, with ``"out_of_memory"``.

    Raises
    ------
    InputError
        If an argument is out of range.
    BudgetError
        If ``method`` names a search that needs more memory than the limit.
    """
    given, graph = graph, as_graph(graph)
    if progress is not None:
        function("progress", progress, "a function of a Progress, or None")
    clock = Clock(counts_compilation=True)
    request = checked_request(
        graph.n, k, method, time_limit, max_ticks, seed, threads, options, memory_limit
    )
    start = None
    if initial is not None:
        start = as_colors(graph, in_order(given, graph, initial, "initial"), "initial colors")
    if isinstance(fixed, Mapping):
        fixed = numbered(given, fixed, "fixed")
    if fixed is None and allowed is None:
        return Run(graph, request, clock=clock, progress=progress, exchange=exchange).solve(start)
    if exchange is not None:
        raise InputError("exchange: expected None with fixed or allowed colors")
    colors = fixed_colors(graph, k, fixed)
    if allowed is not None:
        table = allowed_colors(graph, k, colors, allowed)
        return ListRun(graph, request, colors, table, clock=clock, progress=progress).solve(start)
    lists = with_palette(graph, colors)
    run = Run(lists.graph, request, clock=clock, progress=progress, floor=lists.k)
    result = run.solve(None if start is None else lists.encode(start))
    return kept(lambda: decoded(graph, lists, result))
