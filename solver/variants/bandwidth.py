"""
Bandwidth coloring: the colors of adjacent vertices differ by at least a distance.

Frequencies of transmitters are colors, and the closer two of them are, the farther apart their
frequencies must be. First-fit gives a first coloring, and cliques a lower bound. Then a satisfiability
solver is asked in turn for a coloring with one color less, and for one with as many colors as the lower
bound; each answer brings the two closer. Asked in the middle between the two instead, the
bound of GEOM100b was 62 after 203,000 conflicts, rather than 66 after 244,000.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import array, integer, limits
from ..arguments import seed as checked_seed
from ..clock import Clock
from ..errors import InputError, KempeError, expected
from ..exact import windows
from ..exact.limited import LimitedSolver
from ..graphs.graph import Graph, as_graph
from .bandwidth_bound import clique_bound
from .bandwidth_greedy import Near, first_fit, improved

#: Rounds of first-fit after each new coloring, and between two looks at the clock.
ROUNDS, FEW_ROUNDS = 200, 10
#: Share of the time limit for the first rounds.
FIRST_SHARE = 0.1
#: Largest number of clauses, about windows times edges; a million takes 1 s and 200 MB.
MOST_CLAUSES = 5_000_000
#: Conflicts of the solver in a turn.
TURN_CONFLICTS = 2_000
#: Largest distance, so that sets of colors stay small.
MOST_DISTANCE = 1 << 16


@dataclass(frozen=True, eq=False)
class BandwidthResult:
    """
    A coloring that keeps all distances.

    Attributes
    ----------
    colors
        Colors, int32[n], from 0 to ``k`` - 1.
    k
        Largest color plus one; not all colors need be in use.
    lower_bound
        Lower bound on ``k``.
    proven
        Whether ``k == lower_bound``.
    clique
        Pairwise adjacent vertices that need ``lower_bound`` colors; empty if a search proved the bound,
        which leaves nothing to check.
    seconds, conflicts
        Wall time, and conflicts of the satisfiability solver.
    """

    colors: NDArray[np.int32]
    k: int
    lower_bound: int
    proven: bool
    clique: NDArray[np.int32]
    seconds: float
    conflicts: int


def bandwidth_color(
    graph: Graph,
    distances: ArrayLike | Mapping[tuple[int, int], int],
    *,
    time_limit: float | None = None,
    max_conflicts: int | None = None,
    seed: int = 0,
) -> BandwidthResult:
    """
    Color a graph so that the colors of adjacent vertices differ by at least their distance [1]_.

    Parameters
    ----------
    graph
        The graph.
    distances
        Distance of each edge, an integer >= 1: one number for all; integers (m,) in the order of
        :meth:`solver.Graph.edges`; or ``{(u, v): distance}`` for all edges.
    time_limit
        Seconds of wall time; 60 unless ``max_conflicts`` is given. A turn of the solver, or the clique
        bound of a large graph, may exceed it.
    max_conflicts
        Work limit in conflicts of the satisfiability solver. With it instead of a time limit, the same
        arguments give the same result.
    seed
        Seed of the random number generator.

    Returns
    -------
    BandwidthResult
        Verified coloring, and a lower bound. Without python-sat (extra ``sat``), and if the clauses are
        too many, the coloring is by first-fit and the bound by cliques.

    Raises
    ------
    InputError
        If an argument is out of range.

    References
    ----------
    .. [1] Faber, D., A. Jabrayilov, and P. Mutzel (2024). SAT encoding of partial ordering models for
       graph coloring problems. *SAT 2024*: 12:1-12:20. doi:10.4230/LIPIcs.SAT.2024.12
    """
    graph = as_graph(graph)
    lengths = _lengths(graph, distances)
    seconds, conflicts = limits(time_limit, max_conflicts, "max_conflicts")
    search = _Search(graph, lengths, checked_seed(seed))
    try:
        search.run(seconds, conflicts)
    except KeyboardInterrupt:
        if not search.colors:
            raise
    return search.result()


def _lengths(graph: Graph, distances: ArrayLike | Mapping[tuple[int, int], int]) -> NDArray[np.int64]:
    """Return the distances in the order of the edges."""
    if isinstance(distances, Mapping):
        given: dict[tuple[int, int], int] = {}
        for pair, distance in distances.items():
            try:
                u, v = sorted(pair)
            except (TypeError, ValueError):
                raise expected("distances: key", pair, "a pair of vertices") from None
            if given.setdefault((u, v), distance) != distance:
                raise expected(f"distances: {pair}", distance, f"{given[u, v]}, as for the other way")
        pairs = list(map(tuple, graph.edges().tolist()))
        for pair in pairs:
            if pair not in given:
                raise InputError(f"distances: expected one for the edge {pair}")
        distances = [given[pair] for pair in pairs]
    lengths = array("distances", distances, f"integers of shape ({graph.m},)")
    if lengths.ndim == 0:
        lengths = np.full(graph.m, lengths)
    if lengths.shape != (graph.m,):
        raise expected("shape of distances", lengths.shape, f"({graph.m},), one for each edge")
    if graph.m and not np.issubdtype(lengths.dtype, np.integer):
        raise expected("type of distances", str(lengths.dtype), "integers")
    for value in (int(lengths.min(initial=1)), int(lengths.max(initial=1))):
        integer("distance", value, 1, MOST_DISTANCE)
    return lengths.astype(np.int64)


class _Search:
    """The bounds of one call, and the solvers that bring them closer."""

    def __init__(self, graph: Graph, lengths: NDArray[np.int64], seed: int) -> None:
        self._clock = Clock()
        self._graph, self._lengths, self._seed = graph, lengths, seed
        edges = graph.edges().tolist()
        self._edges = [(u, v, d) for (u, v), d in zip(edges, lengths.tolist(), strict=True)]
        self._near: Near = [[] for _ in range(graph.n)]
        for u, v, d in self._edges:
            self._near[u].append((v, d))
            self._near[v].append((u, d))
        self._demand = [sum(d for _, d in row) for row in self._near]
        self._rng = random.Random(seed)
        self._solvers: dict[int, LimitedSolver] = {}
        self._conflicts = 0
        self.colors: list[int] = []
        self.lower_bound, self.clique = 0, np.empty(0, np.int32)

    @property
    def k(self) -> int:
        """Number of colors of the best coloring."""
        return max(self.colors, default=-1) + 1

    def run(self, seconds: float, conflicts: int | None) -> None:
        """Improve the coloring and the bound until they meet or a limit is reached."""
        order = sorted(range(self._graph.n), key=lambda v: -self._demand[v])
        self.colors = first_fit(self._near, order)
        for _ in range(0, ROUNDS, FEW_ROUNDS):
            self.colors = improved(self._near, self.colors, self._rng, FEW_ROUNDS)
            if self._clock.seconds() >= FIRST_SHARE * seconds:
                break
        self.lower_bound, self.clique = clique_bound(
            self._graph, self._graph.edges(), self._lengths, self._seed
        )
        while self.lower_bound < self.k:
            asks = find_spec("pysat") is not None and self._clauses() <= MOST_CLAUSES
            if self._clock.seconds() >= seconds:
                return
            if conflicts is not None and (self._spent() >= conflicts or not asks):
                return
            if asks:
                for k in sorted({self.lower_bound, self.k - 1}):
                    self._ask(k)
            else:
                self.colors = improved(self._near, self.colors, self._rng, FEW_ROUNDS)

    def _clauses(self) -> int:
        """Return about how many clauses a formula has."""
        return self.k * (self._graph.n + len(self._edges)) - int(self._lengths.sum())

    def _ask(self, k: int) -> None:
        """Ask for a coloring with ``k`` colors, for one turn; take over the answer."""
        if not self.lower_bound <= k < self.k:
            return
        if k not in self._solvers:
            lower = max(range(self._graph.n), key=self._demand.__getitem__)
            self._solvers[k] = LimitedSolver(windows.clauses(self._graph.n, self._edges, k, lower))
        solver = self._solvers[k]
        answer = solver.run(TURN_CONFLICTS)
        if answer:
            coloring = windows.decoded(solver.model(), self._graph.n, k).tolist()
            self.colors = improved(self._near, coloring, self._rng, FEW_ROUNDS)
        elif answer is False:
            self.lower_bound, self.clique = k + 1, np.empty(0, np.int32)
        for other in [j for j in self._solvers if not self.lower_bound <= j < self.k]:
            done = self._solvers.pop(other)
            self._conflicts += done.conflicts
            done.close()

    def _spent(self) -> int:
        return self._conflicts + sum(solver.conflicts for solver in self._solvers.values())

    def result(self) -> BandwidthResult:
        """Return the best coloring, verified."""
        colors = np.array(self.colors, np.int32)
        u, v = self._graph.edges().T
        if np.any(np.abs(colors[u] - colors[v]) < self._lengths) or np.any(colors < 0):
            raise KempeError("bandwidth_color found a coloring that is too close; please report this")
        return BandwidthResult(
            colors=colors,
            k=self.k,
            lower_bound=self.lower_bound,
            proven=self.lower_bound == self.k,
            clique=self.clique,
            seconds=self._clock.seconds(),
            conflicts=self._spent(),
        )
