"""
Spilling: the cheapest vertices to remove so that k colors suffice for the others.

A set of vertices is a solution if it meets each set that needs more than k colors. The search keeps a
list of such sets (*demands*), finds the cheapest vertices that meet those, and colors what is left; if
that fails, the part that needs more than k colors is reduced to a critical one and becomes a demand.
This is the method of implicit hitting sets [1]_. It begins with cliques. Chordal graphs need no other
demands, since their chromatic number is the size of their largest clique. On interval graphs the linear
program has an integral solution, so that the time is polynomial for each k; on chordal graphs the
problem is NP-hard if k is part of the input and polynomial for each fixed k [2]_, but the integer
program may take exponential time here. ``spill_heuristic.py`` finds a first solution, and better ones
after the proof has failed. Since demands say little of graphs without structure, ``spill_bound.py``
computes a second lower bound in turn with them.

Fixed and allowed colors become a clique of vertices that are never spilled, one for each color.

References
----------
.. [1] Moreno-Centeno, E., and R. M. Karp (2013). The implicit hitting set approach to solve
   combinatorial optimization problems with an application to multigenome alignment. *Operations
   Research* 61: 453-468.
   doi:10.1287/opre.1120.1139
.. [2] Yannakakis, M., and F. Gavril (1987). The maximum k-colorable subgraph problem for chordal graphs.
   *Information Processing Letters* 24: 133-137. doi:10.1016/0020-0190(87)90107-4
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import integer, limits
from ..arguments import seed as check_seed
from ..cliques.chordal import chordal_cliques
from ..cliques.independent_set import as_weights
from ..clock import Clock
from ..errors import KempeError
from ..graphs.graph import Graph, as_graph
from ..graphs.own_names import numbered
from ..graphs.verify import conflicts
from ..portfolio.color import color
from ..portfolio.lists import allowed_colors, fixed_colors, with_palette
from ..reductions.list_coloring import ListColoring
from ..result import PlainFields
from ..sequential.greedy import greedy
from ..sequential.orders import core_numbers, ranked_by_degree, smallest_last_ranks
from .removal_program import Demand, cheapest_removal
from .spill_bound import PackingBound
from .spill_heuristic import LARGEST_PRODUCT, color_first_fit, fill, heavy_part, uncolored

#: Work limits of the first heuristic and of those that follow, in ticks.
FIRST_TICKS, MORE_TICKS = 1 << 22, 1 << 23
#: Largest product graph of the heuristic for each second of the limit, so that it takes half of that.
PRODUCT_PER_SECOND = 3_000_000
#: Work limit of a test whether few vertices need more than k colors, in ticks.
TEST_TICKS = 1 << 22
#: Seconds of the first turn of each lower bound; later turns are twice as long.
FIRST_TURN = 1.0
#: Number of cliques in the first demands, if the graph is not chordal.
MOST_CLIQUES = 5_000


@dataclass(frozen=True, eq=False, repr=False)
class SpillResult(PlainFields):
    """
    Vertices to remove, and a coloring of the others.

    Attributes
    ----------
    spilled
        Vertices to remove, increasing, int32.
    colors
        Colors, int32[n], from 0 to ``k - 1``; -1 for spilled vertices.
    cost
        Total weight of the spilled vertices.
    lower_bound
        Lower bound on the cost.
    proven
        Whether ``cost == lower_bound``.
    chordal
        Whether the part of the graph that may need more than k colors is chordal; False as well if the
        time limit ended the test.
    seconds
        Wall time.
    """

    spilled: NDArray[np.int32]
    colors: NDArray[np.int32]
    cost: int
    lower_bound: int
    proven: bool
    chordal: bool
    seconds: float


def spill(
    graph: Graph,
    weights: ArrayLike | None,
    k: int,
    *,
    fixed: Mapping[Any, int] | ArrayLike | None = None,
    allowed: ArrayLike | None = None,
    time_limit: float | None = None,
    seed: int = 0,
) -> SpillResult:
    """
    Find the cheapest vertices to remove so that the others can be colored with k colors.

    In register allocation these are the variables that are kept in memory. See
    :mod:`solver.variants.spill` for the method and its complexity.

    Parameters
    ----------
    graph
        Graph.
    weights
        Positive integers (n,), the costs of the vertices; all 1 if None.
    k
        Number of colors, at least 0.
    fixed
        Colors that vertices must have: ``{vertex: color}``, or integers (n,) with -1 for free vertices.
        A vertex of a NetworkX or igraph graph may be called by its name. Vertices with a fixed color
        are not spilled.
    allowed
        Colors that vertices may have unless they are spilled, bool (n, colors), at least one for each
        vertex; its first ``k`` columns count.
    time_limit
        Seconds of wall time from the call, 60 if not given. A first solution is found in any case, in
        time O(n log n + m), and a linear program in progress may exceed the limit. A limit below 7 s
        also decides by which heuristic large graphs begin.
    seed
        Seed of the heuristic.

    Returns
    -------
    SpillResult
        Verified solution with a lower bound. Ctrl-C ends the search with the best solution so far.

    Raises
    ------
    InputError
        If an argument is out of range.

    Examples
    --------
    >>> import solver
    >>> ring = solver.Graph.from_edges(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    >>> r = solver.spill(ring, [5, 4, 3, 4, 5], 2)
    >>> r.spilled.tolist(), r.cost, r.proven
    ([2], 3, True)
    """
    if isinstance(fixed, Mapping):
        fixed = numbered(graph, fixed, "fixed")
    graph = as_graph(graph)
    clock = Clock(counts_compilation=True)
    costs = as_weights(graph, weights)
    k = integer("k", k, 0)
    limit, _ = limits(time_limit, None)
    first_seed = check_seed(seed)
    lists = _lists(graph, k, fixed, allowed)
    whole, named = graph, np.empty(0, np.int32)
    weight_of_free = costs
    if lists is not None:
        whole, named = lists.graph, lists.named
        weight_of_free = np.append(costs[lists.free], np.ones(len(named), np.int64))
    # All other vertices can be colored last, whatever the colors of their neighbors are.
    ranked = ranked_by_degree(whole)
    last_removed, core_of_rank = smallest_last_ranks(ranked)
    is_inside = core_of_rank[ranked.rank] >= k
    order, core = ranked.order[last_removed], np.flatnonzero(is_inside)
    palette = np.flatnonzero(core >= whole.n - len(named))
    search = _Search(whole.subgraph(core), weight_of_free[core], k, limit, clock, first_seed, palette)
    search.run()
    colors = np.full(whole.n, -1, np.int32)
    colors[core] = search.colors
    color_first_fit(whole, order[~is_inside[order]], k, colors)
    if lists is not None:
        order = _with_first(colors[lists.palette], named, k)
        inside = colors[: len(lists.free)]
        colors = lists.fixed.copy()
        colors[lists.free] = np.where(inside < 0, -1, order[inside])
    spilled = np.flatnonzero(colors < 0).astype(np.int32)
    cost = int(costs[spilled].sum())
    kept = np.flatnonzero(colors >= 0)
    if conflicts(graph, colors) or colors.max(initial=-1) >= k:
        raise KempeError("the coloring without the spilled vertices is not proper; please report this")
    if allowed is not None and not np.asarray(allowed)[kept, colors[kept]].all():
        raise KempeError("a vertex has a color that is not allowed; please report this")
    return SpillResult(
        spilled, colors, cost, search.bound, cost == search.bound, search.chordal, clock.seconds()
    )


def _lists(
    graph: Graph, k: int, fixed: Mapping[Any, int] | ArrayLike | None, allowed: ArrayLike | None
) -> ListColoring | None:
    """Return the graph with a palette, or None if no color is fixed or forbidden."""
    if fixed is None and allowed is None:
        return None
    colors = fixed_colors(graph, k, fixed)
    table = None if allowed is None else allowed_colors(graph, k, colors, allowed)
    return with_palette(graph, colors, table)


def _with_first(given: NDArray[np.int32], names: NDArray[np.int32], k: int) -> NDArray[np.int32]:
    """Return the new number of each of k colors such that some given ones get these names."""
    order = np.empty(k, np.int32)
    order[given] = names
    every = np.arange(k, dtype=np.int32)
    order[np.setdiff1d(every, given)] = np.setdiff1d(every, names)
    return order


class _Search:
    """
    Heuristic, demands and colorings in turn, until a proof or the time limit.

    Parameters
    ----------
    graph
        Graph with core numbers of at least ``k``.
    weights
        Weights, int64[n].
    k
        Number of colors.
    limit
        Seconds.
    clock
        Clock of the call.
    seed
        Seed of the heuristic.
    palette
        Vertices that are never spilled, a clique; the color of each is its place.
    """

    def __init__(
        self,
        graph: Graph,
        weights: NDArray[np.int64],
        k: int,
        limit: float,
        clock: Clock,
        seed: int,
        palette: NDArray[np.int64],
    ) -> None:
        self._graph, self._weights, self._k = graph, weights, k
        self._limit, self._clock, self._seed = limit, clock, seed
        self._palette = palette
        self._is_kept = np.zeros(graph.n, bool)
        self._is_kept[palette] = True
        self.colors = uncolored(graph.n, palette)
        self._cost = int(weights[~self._is_kept].sum())
        self.bound = 0
        self.chordal = False
        self._turn_ends = limit

    @property
    def _left(self) -> float:
        return self._limit - self._clock.seconds()

    def _is_late(self) -> bool:
        return self._left <= 0

    @property
    def _left_of_turn(self) -> float:
        return min(self._limit, self._turn_ends) - self._clock.seconds()

    def run(self) -> None:
        """Search; Ctrl-C keeps the best solution."""
        try:
            self._run()
        except KeyboardInterrupt:
            return

    def _run(self) -> None:
        if self._k == 0 or self._graph.n == 0:
            self.bound = self._cost
            return
        began = self._left
        self._improve(self._seed, FIRST_TICKS)
        took = began - self._left
        if self._is_late():
            return
        cliques = chordal_cliques(self._graph, self._is_late)
        self.chordal = cliques is not None
        demands = self._clique_demands(cliques)
        packing = PackingBound(self._graph, self._weights, self._k, self._is_kept, self.colors)
        self._prove(demands, packing)
        number = 0
        # On a large graph the preparation of another attempt takes most of its time.
        while self.bound < self._cost and self._left > took:
            number += 1
            began = self._left
            self._improve(self._seed + number, MORE_TICKS)
            took = began - self._left

    def _offer(self, colors: NDArray[np.int32]) -> None:
        """Keep a partial coloring if it is cheaper, after coloring what can be colored."""
        fill(self._graph, self._weights, self._k, colors)
        cost = int(self._weights[colors < 0].sum())
        if cost < self._cost:
            self._cost, self.colors = cost, colors

    def _improve(self, seed: int, ticks: int) -> None:
        """Search for a heavy part that is k-colorable."""
        largest = min(LARGEST_PRODUCT, int(PRODUCT_PER_SECOND * self._limit))
        part = heavy_part(
            self._graph, self._weights, self._k, self._palette, seed, ticks, largest, self._is_late
        )
        self._offer(part)

    def _clique_demands(self, cliques: list[list[int]] | None) -> list[Demand]:
        if cliques is None:
            cliques = self._cover()
        return [self._demand(q, len(q) - self._k) for q in cliques if len(q) > self._k]

    def _demand(self, vertices: list[int], least: int) -> Demand:
        """Return a demand for those vertices that may be spilled."""
        return Demand(tuple(v for v in vertices if not self._is_kept[v]), least)

    def _cover(self) -> list[list[int]]:
        """Return maximal cliques that contain every edge, as far as time and number allow."""
        graph = self._graph
        row = functools.cache(lambda v: set(graph.neighbors(v).tolist()))  # few are needed of many
        degrees = graph.degrees
        is_covered: set[tuple[int, int]] = set()
        cliques: list[list[int]] = []
        for u, v in map(np.ndarray.tolist, graph.edges()):
            if len(cliques) >= MOST_CLIQUES or self._left < self._limit / 2:
                break
            if (u, v) in is_covered:
                continue
            found, common = [u, v], row(u) & row(v)
            while common:
                w = max(common, key=lambda x: (degrees[x], -x))
                found.append(w)
                common &= row(w)
            found.sort()
            is_covered.update((a, b) for i, a in enumerate(found) for b in found[i + 1 :])
            if len(found) > self._k:
                cliques.append(found)
        return cliques

    def _prove(self, demands: list[Demand], packing: PackingBound) -> None:
        """Add demands until the cheapest set that meets them is a solution; bound by packing in turn."""
        removed = np.zeros(self._graph.n, bool)
        turn = FIRST_TURN
        self._turn_ends = self._clock.seconds() + turn
        while self._left > 0 and self.bound < self._cost:
            added: list[Demand] | None = None
            chosen: NDArray[np.bool_] | None = removed
            if demands:
                chosen, bound = cheapest_removal(self._weights, demands, self._left_of_turn)
                self.bound = max(self.bound, min(bound, self._cost))
            if chosen is not None and self.bound < self._cost:
                added = self._unmet(chosen)
                if added == []:  # what is left is colored, at the cost of the bound
                    return
                demands.extend(added or [])
            if added is None or self._left_of_turn <= 0:
                if added is None and chosen is not None and packing.done:
                    return
                turn = self._left if packing.done else 2 * turn
                self._turn_ends = self._clock.seconds() + turn
                packing.run(lambda: self._left_of_turn <= 0)
                self.bound = max(self.bound, min(packing.bound, self._cost))
                self._turn_ends = self._clock.seconds() + turn

    def _unmet(self, removed: NDArray[np.bool_]) -> list[Demand] | None:
        """Return demands that a set does not meet, none if it is a solution; None if it is unknown."""
        kept = np.flatnonzero(~removed)
        added: list[Demand] = []
        while self._left_of_turn > 0:
            colors, core = self._color(kept, self._left_of_turn)
            if colors is not None:
                solution = np.full(self._graph.n, -1, np.int32)
                solution[kept] = colors
                places = np.arange(len(self._palette), dtype=np.int32)
                solution[kept] = _with_first(solution[self._palette], places, self._k)[colors]
                self._offer(solution)
                return added
            if core is None:
                return added or None
            core = self._critical(core)
            inside = self._graph.subgraph(core)
            is_clique = 2 * inside.m == inside.n * (inside.n - 1)
            added.append(self._demand(core.tolist(), inside.n - self._k if is_clique else 1))
            core = core[~self._is_kept[core]]
            heavy = core[np.argsort(self._weights[core], kind="stable")]
            kept = np.setdiff1d(kept, heavy[: added[-1].least])
        return added or None

    def _color(
        self, kept: NDArray[np.int64], seconds: float, ticks: int | None = None
    ) -> tuple[NDArray[np.int32] | None, NDArray[np.int64] | None]:
        """Return a coloring of some vertices, or a part of them that needs more than k colors."""
        part = self._graph.subgraph(kept)
        colors = greedy(part, "DSATUR")
        if colors.max(initial=-1) < self._k:
            return colors, None
        limits = {"time_limit": max(seconds, 0.01)} if ticks is None else {"max_ticks": ticks}
        result = color(part, self._k, seed=self._seed, **limits)
        if result.conflicts == 0 and int(result.colors.max(initial=-1)) < self._k:
            return result.colors, None
        if result.lower_bound <= self._k:
            return None, None
        if result.certificate.get("kind") == "clique":
            return None, kept[np.sort(np.array(result.certificate["vertices"], np.int64))]
        return None, kept[core_numbers(part) >= self._k]

    def _critical(self, core: NDArray[np.int64]) -> NDArray[np.int64]:
        """Remove vertices from a part as long as it is known to need more than k colors."""
        inside = self._graph.subgraph(core)
        if 2 * inside.m == inside.n * (inside.n - 1):
            return core
        size = math.ceil(len(core) / 2)
        while self._left_of_turn > 0:
            start = 0
            while start < len(core) and self._left_of_turn > 0:
                smaller = np.delete(core, slice(start, start + size))
                colors, needed = self._color(smaller, 0, TEST_TICKS)
                if colors is None and needed is not None:
                    core = needed
                else:
                    start += size
            if size == 1:
                break
            size = math.ceil(size / 2)
        return core
