"""
Recoloring after a change of the graph: a proper coloring close to the one before.

Conflicting vertices are uncolored, as few as a greedy cover needs. Each then takes a free color, or one
that a few Kempe exchanges free. For vertices that remain, lower bounds and a short exact search may show
that the colors do not suffice. Otherwise tabu search keeps the number of colors but changes many
vertices; new colors come last. Each vertex that can have its previous color gets it back.

If tabu search has changed many vertices, a random part of them gets the previous colors in spite of
conflicts, tabu search repairs that, and the result is kept if it changes no more vertices; this is
repeated. One edge between two vertices of one color was added to gnp(200, 0.1), gnp(100, 0.5),
gnp(500, 0.05) and gnp(300, 0.1) of six seeds each, four times. In the 70 cases where tabu search
was needed, 26 vertices changed in the median and 160 at most without the repetition, 9 and 47 with it,
which took 0.2 s in the median and 0.8 s at most. Exchanges of Kempe chains that regain previous colors
took twice as long for about the same numbers.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.graphs import partial_colorings, recoloring
from .._kernels.search import kempe_chains as kernels
from ..arguments import integer, positive
from ..arguments import seed as check_seed
from ..clock import Clock
from ..errors import InputError, KempeError, expected
from ..graphs.graph import Graph, as_graph
from ..graphs.repair import completed, made_proper
from ..graphs.verify import as_colors, conflicts
from ..portfolio.color import color
from ..portfolio.shares import rlf_seconds
from ..result import Result, plain_bound
from ..search.base import SLICE_TICKS
from ..search.tabucol import TabuCol
from ..stop import interrupts_noted, kept

#: Limit that keeps tables of colors by vertex small.
MAX_COLORS = 4096
#: Changed vertices for each uncolored one above which a search for fewer begins.
FEW_CHANGES = 2
#: The search for fewer changes has one part in so many of the work limit, and an attempt one of that.
FEWER_SHARE, ATTEMPT_SHARE = 8, 16
#: Most ticks of the proof that the colors do not suffice, and its part of the work limit.
MOST_PROOF, PROOF_SHARE = 1 << 22, 8
#: Visits of the whole graph before :func:`solver.color` counts ticks, and ticks that it may always use.
PROOF_VISITS, LEAST_PROOF = 4, 1 << 16
#: Options without RLF, the slowest of the first colorings.
WITHOUT_RLF: dict[str, object] = {"rlf_edges": 0, "rlf_density": 1.0}
#: Ticks of exchanges between two looks at the clock; chains are read out of order, which is slow.
CHAIN_TICKS = 1 << 19
#: Ticks that take about a second.
TICKS_PER_SECOND = 1 << 25
#: Attempts in vain that end the search for fewer changes.
PATIENCE = 100


def recolor(
    graph: Graph,
    colors: ArrayLike,
    k: int | None = None,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    max_ticks: int = 1 << 26,
) -> Result:
    """
    Make a coloring proper again after the graph has changed, with few changes.

    The number of colors comes first, and the changes are few but not always the fewest. After one new
    edge in random graphs of 100 to 500 vertices, where no color was free and no few exchanges freed one,
    a median of 4% of the vertices changed and 31% at most. With ``k`` larger than the number of colors
    by one, one new edge changes one vertex.

    Parameters
    ----------
    graph
        Changed graph.
    colors
        Coloring before the change, integers (n,) up to 4095; -1 for new vertices. Colors keep their
        numbers, and all up to the largest may be used.
    k
        Number of colors, at most 4096. By default as many as ``colors`` has, and more only if those do
        not suffice; if ``k`` is given, there may be conflicts instead.
    time_limit
        Seconds of wall time, besides the work limit; none by default, so that the result is the same on
        every machine. What is uncolored then gets free or new colors, which takes time O(n + m + c log
        c) if c edges were in conflict; no limit shortens it.
    seed
        Seed of the tabu search, and of the vertices that get their previous colors for another attempt.
    max_ticks
        Work limit of the exchanges, and again of the tabu search; an eighth of it is for fewer changes,
        and an eighth, at most 2^22 ticks, for a proof that the colors do not suffice. Where they do not
        and no proof is found, tabu search uses all of it, about two seconds with the default. On a graph
        so large that the proof or tabu search would exceed it at the start, there is none.
        A few conflicts take milliseconds, or some tenths of a second where tabu search is needed; a
        thousand vertices with random colors take a minute with the default.

    Returns
    -------
    Result
        New coloring; ``(result.colors != colors).sum()`` vertices have changed. ``method`` is the last
        step needed: ``"unchanged"``, ``"free colors"``, ``"kempe_chains"``, ``"tabucol"``, ``"color"``
        or ``"new colors"``, which are not always the fewest that do. If no color was free and no
        exchange freed one, a short :func:`solver.color` gives ``lower_bound`` and ``certificate``, which
        are trivial otherwise, and the coloring where tabu search finds none (``"color"``).
        ``stop_reason`` is ``"infeasible"`` if ``k`` is less than the bound; tabu search then has little
        work. Ctrl-C and a lack of memory end the search as a time limit does, with ``stop_reason``
        ``"interrupted"`` or ``"out_of_memory"``.

    Raises
    ------
    InputError
        If ``colors`` does not fit the graph, has more than ``k`` colors or a color above 4095, or a
        limit is out of range.
    """
    graph = as_graph(graph)
    seed = check_seed(seed)
    if k is not None:
        k = integer("k", k, min(graph.n, 1))
    max_ticks = integer("max_ticks", max_ticks, 0)
    clock = Clock(counts_compilation=True)
    seconds = math.inf if time_limit is None else positive("time_limit", time_limit)

    def is_late() -> bool:
        return clock.seconds() >= seconds

    before = as_colors(graph, colors).copy()  # kernels are compiled for arrays that can be written
    used = int(before.max(initial=-1)) + 1
    if used > MAX_COLORS:
        v = int(before.argmax())
        raise InputError(f"colors: color {before[v]} of vertex {v}: expected a color < {MAX_COLORS}")
    if k is not None and not max(used, min(graph.n, 1)) <= k <= MAX_COLORS:
        raise expected("k", k, f"{max(used, 1)}, the colors of the given coloring, to {MAX_COLORS}")
    count = k or max(used, min(graph.n, 1))
    new = _without_conflicts(graph, before)
    open_vertices = int((new < 0).sum())
    method, ticks = "free colors", 0
    ended: str | None = None  # what ended the search too early
    bound: dict[str, Any] = plain_bound(graph.n)
    search: TabuCol | None = None
    spare: NDArray[np.int32] | None = None
    try:
        method, ticks = _fill(graph, new, count, max_ticks, is_late)
        if (new < 0).any():
            options = _proof_options(graph, count, max_ticks)
            if options is not None and not is_late():
                left = seconds - clock.seconds()
                proof = color(
                    graph,
                    count,
                    time_limit=None if left == math.inf else max(1e-3, left / PROOF_SHARE),
                    max_ticks=max(1, min(MOST_PROOF, max_ticks // PROOF_SHARE)),
                    seed=seed,
                    options=options,
                )
                if proof.stop_reason in ("interrupted", "out_of_memory"):
                    ended = proof.stop_reason
                bound = {"lower_bound": proof.lower_bound, "certificate": proof.certificate}
                ticks += proof.ticks
                spare = None if proof.conflicts else proof.colors
            end = max_ticks
            if bound["lower_bound"] > count:  # what conflicts are left if k is given
                end = 0 if k is None else min(SLICE_TICKS, max_ticks)
            start_ticks = _start_ticks(graph, count)
            if start_ticks < end and ended is None and not is_late():
                ticks, end = ticks + start_ticks, end - start_ticks
                search = TabuCol(graph, count, seed=seed, initial=completed(graph, new, count))
                while search.cost and search.ticks < end and not is_late():
                    search.run(min(SLICE_TICKS, end - search.ticks))
    except KeyboardInterrupt:
        ended = "interrupted"
    except MemoryError:  # of the tables of tabu search, which may be incomplete
        ended, search = "out_of_memory", None
    with interrupts_noted() as came:
        if (new < 0).any():
            ticks += 0 if search is None else search.ticks
            found = completed(graph, new, count) if search is None else search.colors()
            if not conflicts(graph, found):
                new, method = _renamed_like(found, before, count), "tabucol"
            elif spare is not None:
                new, method = _renamed_like(spare, before, count), "color"
            elif k is not None:
                new, method = _renamed_like(found, before, count), "tabucol"
            else:
                new, method = made_proper(graph, new), "new colors"
        _restore(graph, new, before)
        clashes = conflicts(graph, new)
    if came:
        ended = "interrupted"
    changes = int((new != before).sum())
    changed_many = method in ("tabucol", "color") and changes > FEW_CHANGES * open_vertices
    if changed_many and not clashes and ended is None:
        new, work, ended = _with_fewer_changes(graph, new, before, count, seed, max_ticks, is_late)
        ticks += work

    def result() -> Result:
        clashes = conflicts(graph, new)
        if clashes and k is None:
            raise KempeError("recoloring left conflicts; please report this")
        lower = bound["lower_bound"]
        reason = "time_limit" if is_late() else "max_ticks"
        if lower > count:
            reason = "infeasible"
        if not clashes:
            reason = "target"
        used = k or int(new.max(initial=-1)) + 1
        return Result(
            colors=new,
            k=used,
            conflicts=clashes,
            **bound,
            proven=not clashes and used == lower,
            method=method,
            seconds=clock.seconds(),
            ticks=ticks,
            stop_reason=ended or reason,
        )

    return kept(result)


def _without_conflicts(graph: Graph, colors: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return a copy where vertices are uncolored, those with most conflicts first, ties lowest first."""
    partial, counts = colors.copy(), np.empty(graph.n, np.int32)
    rows = graph.indptr, graph.indices
    if partial_colorings.conflict_counts(*rows, partial, counts):
        heap, position = np.empty(graph.n, np.int64), np.empty(graph.n, np.int32)
        recoloring.uncolor_cover(*rows, partial, counts, heap, position)
    return partial


def _fill(
    graph: Graph, colors: NDArray[np.int32], k: int, max_ticks: int, is_late: Callable[[], bool]
) -> tuple[str, int]:
    """Color uncolored vertices in place by free colors and exchanges; return the method and ticks."""
    chain, seen = np.empty(graph.n, np.int32), np.zeros(graph.n, np.int64)
    chains = kernels.Chains(graph.indptr, graph.indices, colors, chain, seen)
    order = np.flatnonzero(colors < 0).astype(np.int32)
    order = order[np.argsort(-graph.degrees[order], kind="stable")]
    left = _give_free_colors(graph, colors, order, k)
    method = "unchanged" if left == len(order) else "free colors"
    # The kernel reads the neighbors of the vertex for each pair of colors, and those of each vertex of a
    # chain, but counts only pairs and vertices.
    visits, in_chain = 1 + graph.degrees // 16, 1 + 2 * graph.m // (16 * max(graph.n, 1))
    stamp, ticks = 0, int(visits[order].sum())
    for v in order[colors[order] < 0].tolist():
        if ticks >= max_ticks or is_late():
            break
        best = np.array([graph.n + 1, -1, -1, 0], np.int64)
        if _give_free_colors(graph, colors, np.array([v], np.int32), k):
            first, at_vertex = stamp, int(visits[v])
            most = max(at_vertex, in_chain)
            allowed, done = -(-(max_ticks - ticks) // most), 0
            # In slices, since chains may have most of the vertices of a large graph.
            while done < allowed and best[3] < k * k and (not done or not is_late()):
                slice_work = min(allowed - done, max(1, CHAIN_TICKS // most))
                stamp, work = kernels.free_by_chains(chains, v, k, stamp, slice_work, best)
                done += work
            pairs = stamp - first
            ticks += pairs * at_vertex + (done - pairs) * in_chain
        if best[1] >= 0:
            stamp += 1
            _, a, b, _ = best.tolist()
            kernels.exchange_around(chains, v, a, b, stamp)
            method = "kempe_chains"
    _give_free_colors(graph, colors, order, k)
    return method, ticks


def _give_free_colors(graph: Graph, colors: NDArray[np.int32], order: NDArray[np.int32], k: int) -> int:
    """Give uncolored vertices free colors, in place; return how many are left."""
    seen = np.full(k + 1, -1, np.int32)
    return int(partial_colorings.first_fit(graph.indptr, graph.indices, order, k, colors, seen))


def _start_ticks(graph: Graph, k: int) -> int:
    """Return the ticks of making the table of a search, which the search does not count."""
    return 1 + (graph.n * k + 2 * graph.m) // 16


def _proof_options(graph: Graph, k: int, max_ticks: int) -> dict[str, object] | None:
    """Return the options of the proof; None if its start would exceed the work limit."""
    limit = max(LEAST_PROOF, max_ticks)
    first = PROOF_VISITS * (graph.n + 2 * graph.m)
    if first > limit:
        return None
    is_slow = first + TICKS_PER_SECOND * rlf_seconds(graph, k) > limit
    return WITHOUT_RLF if is_slow else {}


def _renamed_like(new: NDArray[np.int32], before: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """Return the coloring with its colors renamed so that most vertices keep their color."""
    from scipy.optimize import linear_sum_assignment

    shared = np.zeros((k, k), np.int64)
    known = before >= 0
    np.add.at(shared, (new[known], before[known]), 1)
    rows, columns = linear_sum_assignment(shared, maximize=True)
    names = np.empty(k, np.int32)
    names[rows] = columns
    return names[new]


def _restore(graph: Graph, new: NDArray[np.int32], before: NDArray[np.int32]) -> None:
    """Give changed vertices their previous color back where no neighbor has it, until none can."""
    blockers, position = np.empty((2, graph.n), np.int32)
    heap = np.empty(graph.n, np.int64)
    recoloring.restore(graph.indptr, graph.indices, before, new, blockers, heap, position)


def _with_fewer_changes(
    graph: Graph,
    new: NDArray[np.int32],
    before: NDArray[np.int32],
    k: int,
    seed: int,
    max_ticks: int,
    is_late: Callable[[], bool],
) -> tuple[NDArray[np.int32], int, str | None]:
    """
    Repeat the repair from colorings between a proper one and the previous one.

    Returns
    -------
    tuple
        The coloring with the fewest changes, the ticks, and ``"interrupted"`` or ``"out_of_memory"`` if
        that ended the search.
    """
    start_ticks = _start_ticks(graph, k)
    best, spent, in_vain, limit = new, 0, 0, max_ticks // FEWER_SHARE
    if start_ticks >= limit or is_late():
        return best, spent, None
    rng = random.Random(seed)
    try:
        search = TabuCol(graph, k, seed=(seed, 1), initial=new)
        while in_vain < PATIENCE and spent + start_ticks < limit and not is_late():
            changed = np.flatnonzero((best != before) & (before >= 0))
            share = rng.uniform(0.1, 0.9)
            back = changed[[rng.random() < share for _ in changed]]
            mixed = best.copy()
            mixed[back] = before[back]
            search.restart(mixed)
            spent += start_ticks
            end = search.ticks + min(limit - spent, limit // ATTEMPT_SHARE)
            first = search.ticks
            while search.cost and search.ticks < end and not is_late():
                search.run(min(SLICE_TICKS, end - search.ticks))
            spent += search.ticks - first
            in_vain += 1
            if search.cost:
                continue
            attempt = search.colors()
            _restore(graph, attempt, before)
            fewer = int((best != before).sum()) - int((attempt != before).sum())
            if fewer >= 0:
                best = attempt  # as many changes elsewhere: another start
            if fewer > 0:
                in_vain = 0
    except KeyboardInterrupt:
        return best, spent, "interrupted"
    except MemoryError:
        return best, spent, "out_of_memory"
    return best, spent, None
