"""
Bandwidth coloring: the colors of adjacent vertices differ by at least a distance.

Frequencies of transmitters are colors, and the closer two of them are, the farther apart their
frequencies must be. First-fit gives a first coloring, and cliques a lower bound. Then a satisfiability
solver is asked in turn for a coloring with one color less, and for one with as many colors as the lower
bound; each answer brings the two closer. Asked in the middle between the two instead, the
bound of GEOM100b was 62 after 203,000 conflicts, rather than 66 after 244,000.

If all distances are multiples of a number, so may the colors be: rounded down to multiples, they keep
the distances. The search then has distances and colors divided by it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
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
from ..result import PlainFields
from ..stop import interrupts_noted
from .bandwidth_bound import clique_bound
from .bandwidth_greedy import MOST_DISTANCE, Near, first_coloring, improved

#: Rounds of first-fit for the first coloring, and after each other.
ROUNDS, FEW_ROUNDS = 200, 10
#: Share of the time limit for the first rounds.
FIRST_SHARE = 0.1
#: Largest number of clauses, about windows times edges; a million takes 1.5 s and 150 MB.
MOST_CLAUSES = 5_000_000
#: Largest number of clauses for each second that is left, of which they take less than half.
CLAUSES_PER_SECOND = 200_000
#: Clauses between two looks at the clock.
FEW_CLAUSES = 10_000
#: Conflicts of the solver in a turn; with a time limit, in its first part.
TURN_CONFLICTS, FEW_CONFLICTS = 2_000, 20
#: Seconds of a part of a turn, after which the next one is shorter.
PART_SECONDS = 0.02


@dataclass(frozen=True, eq=False, repr=False)
class BandwidthResult(PlainFields):
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
    seconds
        Wall time of the call.
    sat_conflicts
        Work of the satisfiability solver, in conflicts between its clauses. They say nothing of the
        coloring, which keeps all distances.
    stop_reason
        ``"proven"``, ``"time_limit"``, ``"max_sat_conflicts"``, ``"interrupted"``, ``"out_of_memory"``
        (a search asked for more than there was) or ``"done"`` (no solver could be asked further).
    """

    colors: NDArray[np.int32]
    k: int
    lower_bound: int
    proven: bool
    clique: NDArray[np.int32]
    seconds: float
    sat_conflicts: int
    stop_reason: str = "done"


def bandwidth_color(
    graph: Graph,
    distances: ArrayLike | Mapping[tuple[int, int], int],
    *,
    time_limit: float | None = None,
    max_sat_conflicts: int | None = None,
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
        :meth:`solver.Graph.edges`; or ``{(u, v): distance}`` for all edges and no other pair.
    time_limit
        Seconds of wall time; 60 unless ``max_sat_conflicts`` is given. Compilation is not counted. A
        first coloring is always found, and the bound by cliques may exceed the limit: they take 0.6 and
        0.4 s on a graph of 250,000 edges.
    max_sat_conflicts
        Work limit in conflicts of the satisfiability solver. With it instead of a time limit, the same
        arguments give the same result.
    seed
        Seed of the random number generator.

    Returns
    -------
    BandwidthResult
        Verified coloring, and a lower bound. The largest color is at most that of a sequential
        coloring by DSATUR or RLF, times the largest distance. Without python-sat (extra ``sat``), and if
        the clauses are too many, the coloring is by first-fit and the bound by cliques.

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
    seconds, conflicts = limits(time_limit, max_sat_conflicts, "max_sat_conflicts")
    search = _Search(graph, lengths, seconds, checked_seed(seed))
    try:
        search.run(conflicts)
    except (KeyboardInterrupt, MemoryError) as error:
        if not search.colors:
            raise
        search.reason = "out_of_memory" if isinstance(error, MemoryError) else "interrupted"
    with interrupts_noted():
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
        edges = set(pairs)
        for pair in distances:
            if tuple(sorted(pair)) not in edges:
                raise expected("distances: key", pair, "one of the edges of the graph")
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
    """The bounds of one call, divided as the distances, and the solvers that bring them closer."""

    def __init__(self, graph: Graph, lengths: NDArray[np.int64], seconds: float, seed: int) -> None:
        self._clock, self._seconds = Clock(), seconds
        self._graph, self._seed = graph, seed
        self._given = lengths
        self._divisor = max(int(np.gcd.reduce(lengths)), 1)
        self._lengths = lengths // self._divisor
        edges = graph.edges().tolist()
        self._edges = [(u, v, d) for (u, v), d in zip(edges, self._lengths.tolist(), strict=True)]
        self._near: Near = [[] for _ in range(graph.n)]
        for u, v, d in self._edges:
            self._near[u].append((v, d))
            self._near[v].append((u, d))
        self._rng = random.Random(seed)
        self._solvers: dict[int, LimitedSolver] = {}
        self._conflicts = 0
        self.colors: list[int] = []
        self.lower_bound, self.clique = 0, np.empty(0, np.int32)
        self.reason = "done"

    @property
    def k(self) -> int:
        """Number of colors of the best coloring."""
        return max(self.colors, default=-1) + 1

    def run(self, conflicts: int | None) -> None:
        """Improve the coloring and the bound until they meet or a limit is reached."""
        self.colors = first_coloring(self._graph, self._near)
        self._improve(ROUNDS, FIRST_SHARE * self._seconds)
        self.lower_bound, self.clique = clique_bound(
            self._graph, self._graph.edges(), self._lengths, self._seed, self._is_over
        )
        while self.lower_bound < self.k and not self._is_over():
            if conflicts is not None and self._spent() >= conflicts:
                self.reason = "max_sat_conflicts"
                return
            fewer = self.k - 1
            asked = [k for k in sorted({self.lower_bound, fewer}) if self._ask(k)]
            if conflicts is not None and not asked:
                return
            if fewer not in asked:
                self._improve(FEW_ROUNDS, self._seconds)
        self.reason = "time_limit"  # unless the two have met

    def _is_over(self) -> bool:
        """Return whether the time limit is reached."""
        return self._clock.seconds() >= self._seconds

    def _improve(self, rounds: int, until: float) -> None:
        """Repeat first-fit some times, or up to a time."""
        for _ in range(rounds):
            if self._clock.seconds() >= until:
                return
            self.colors = improved(self._near, self.colors, self._rng)

    def _ask(self, k: int) -> bool:
        """Ask for a coloring with ``k`` colors for one turn, and use the answer; False if impossible."""
        if not self.lower_bound <= k < self.k:
            return True  # known by now
        solver = self._solvers.get(k) or self._new_solver(k)
        if solver is None:
            return False
        self._take_turn(solver)
        if solver.answer:
            self.colors = windows.decoded(solver.model(), self._graph.n, k).tolist()
            self._improve(FEW_ROUNDS, self._seconds)
        elif solver.answer is False:
            self.lower_bound, self.clique = k + 1, np.empty(0, np.int32)
        for other in [j for j in self._solvers if not self.lower_bound <= j < self.k]:
            done = self._solvers.pop(other)
            self._conflicts += done.conflicts
            done.close()
        return True

    def _new_solver(self, k: int) -> LimitedSolver | None:
        """Return a solver for ``k`` colors; None if there is none, or memory or time do not suffice."""
        left = self._seconds - self._clock.seconds()
        clauses = k * (self._graph.n + len(self._edges)) - int(self._lengths.sum())
        if find_spec("pysat") is None or clauses > min(MOST_CLAUSES, CLAUSES_PER_SECOND * left):
            return None
        try:
            self._solvers[k] = LimitedSolver(self._clauses(k))
        except TimeoutError:
            return None
        return self._solvers[k]

    def _clauses(self, k: int) -> Iterator[list[int]]:
        """Yield the clauses for ``k`` colors; TimeoutError at the time limit."""
        lower = max(range(self._graph.n), key=lambda v: sum(d for _, d in self._near[v]))
        for number, clause in enumerate(windows.clauses(self._graph.n, self._edges, k, lower)):
            if number % FEW_CLAUSES == 0 and self._is_over():
                raise TimeoutError
            yield clause

    def _take_turn(self, solver: LimitedSolver) -> None:
        """Run a solver for one turn; if the time is limited, in short parts."""
        left, part = TURN_CONFLICTS, TURN_CONFLICTS if self._seconds == math.inf else FEW_CONFLICTS
        while solver.answer is None and left > 0 and not self._is_over():
            began = self._clock.seconds()
            solver.run(min(part, left))
            left -= part
            is_short = self._clock.seconds() - began < PART_SECONDS
            part = 2 * part if is_short else max(1, part // 2)

    def _spent(self) -> int:
        return self._conflicts + sum(solver.conflicts for solver in self._solvers.values())

    def result(self) -> BandwidthResult:
        """Return the best coloring, verified."""
        colors = self._divisor * np.array(self.colors, np.int32)
        u, v = self._graph.edges().T
        if np.any(np.abs(colors[u] - colors[v]) < self._given) or np.any(colors < 0):
            raise KempeError("bandwidth_color found a coloring that is too close; please report this")
        k, lower_bound = (
            self._divisor * (bound - 1) + 1 if bound else 0 for bound in (self.k, self.lower_bound)
        )
        conflicts = self._spent()
        for solver in self._solvers.values():
            solver.close()
        return BandwidthResult(
            colors=colors,
            k=k,
            lower_bound=lower_bound,
            proven=lower_bound == k,
            clique=self.clique,
            seconds=self._clock.seconds(),
            sat_conflicts=conflicts,
            stop_reason="proven" if lower_bound == k else self.reason,
        )
