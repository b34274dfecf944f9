"""
PartialCol: tabu search for a k-coloring over legal partial colorings.

TabuCol colors every vertex and repairs conflicts; PartialCol keeps each color class free of conflicts
and reduces the number of uncolored vertices (Bloechliger and Zufferey 2008).

A vertex of high degree is harder to color last than one of low degree. Where degrees are uneven, moves
are therefore compared by the degrees of the vertices that they leave uncolored, as in the cost of
Morgenstern's impasse classes (1996). Uncolored vertices after 6 CPU s, with and without:
wap06a with 40 colors 0 (after 1.6 s) and 2, wap08a with 41 4 and 9, r1000.5 with 238 0 (after 4.4 s) and
23, le450_25c with 25 4 and 7. On even graphs it costs: DSJC500.9 with 128 colors 5 and 0.

Which of two layouts of the neighbor-color counts is faster depends on the graph; both make the same
moves for the same seed (``_kernels/search/partial_counts.py`` describes them).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import partial_counts
from .._kernels.search import partialcol as kernels
from .._kernels.vectors.rng import rng_state
from .._kernels.vectors.simd import aligned_zeros
from ..arguments import seed as check_seed
from ..errors import expected
from ..graphs.graph import Graph, as_graph
from ..graphs.repair import completed, make_legal
from ..result import Result
from ..stop import Stop
from .base import checked_k, checked_start, drive
from .parameters import INT32, choice, number, validate

#: Counter types in the order in which they are tried, each with the bit that marks a tabu color.
COUNTERS = (
    (np.dtype(np.uint8), 1 << 7),
    (np.dtype(np.uint16), 1 << 15),
    (np.dtype(np.int32), 1 << 30),
)
#: Bytes of a vector, and vertices in a word of a bit row.
VECTOR = 64
#: Mean weight of a vertex, if degrees are weights.
MEAN_WEIGHT = 32
#: Variance of the degrees, as a multiple of a random graph's, from which they are weights.
UNEVEN = 2.0
#: Largest adjacency matrix of the dense layout.
MAX_DENSE_BYTES = 1 << 28


@dataclass(frozen=True)
class PartialColParams:
    """
    Parameters of PartialCol.

    Attributes
    ----------
    weight
        Cost of an uncolored vertex where moves are compared: ``"one"``, or in proportion to its
        ``"degree"``. ``"auto"``: degrees if they vary clearly more than in a random graph.
    tabu
        Vertices for which the color just given becomes tabu. ``"neighbors"``: all neighbors, so that
        the vertex keeps it for a while, or only the ``"displaced"`` ones. The second makes about 1.5
        times as many moves per second; which one finds a coloring sooner varies.
    tenure
        Rule for the time that a color stays tabu. ``"dynamic"``: ``tenure_slope`` times the uncolored
        vertices plus a random number below ``tenure_random``. ``"foo"``: a number of iterations that
        reacts to the fluctuation of the cost.
    tenure_random
        Random part of the dynamic tenure.
    tenure_slope
        Part of the dynamic tenure for each uncolored vertex.
    foo_windows
        Lengths, in iterations, of the windows over which the fluctuation is measured; one is in use, the
        first at the start.
    foo_increments
        Amounts by which the tenure is raised; one is in use, the second at the start.
    foo_threshold
        Fluctuation of the cost in a window below which the tenure is raised.
    foo_patience
        Iterations, in windows that raised the tenure, after which window and increment are redrawn.
    layout
        Layout of the counts; ``"auto"`` chooses by the size of the graph. It changes speed and ticks,
        not the moves.
    """

    weight: Literal["auto", "one", "degree"] = choice(
        "auto",
        *("auto", "one", "degree"),
        decided_by="wap06a with 40 colors, r1000.5 with 238: 1.6 and 4.4 CPU s, else not in 6",
    )
    tabu: Literal["neighbors", "displaced"] = choice("neighbors", "neighbors", "displaced")
    tenure: Literal["foo", "dynamic"] = choice("foo", "foo", "dynamic")
    tenure_random: int = number(10, 1, INT32)
    tenure_slope: float = number(0.6, 0, INT32)
    foo_windows: tuple[int, ...] = (10_000, 5_000, 1_000, 500)
    foo_increments: tuple[int, ...] = (5, 10, 15)
    foo_threshold: int = number(2, 1, INT32)
    foo_patience: int = number(50_000, 1, INT32)
    layout: Literal["auto", "dense", "sparse"] = choice("auto", "auto", "dense", "sparse")

    def __post_init__(self) -> None:
        validate(self)
        _check_counts("foo_windows", self.foo_windows)
        _check_counts("foo_increments", self.foo_increments)


def _check_counts(name: str, values: tuple[int, ...]) -> None:
    if not values or not all(isinstance(value, int) and 1 <= value <= INT32 for value in values):
        raise expected(name, values, f"at least one integer from 1 to {INT32}")


class PartialCol:
    """
    Resumable PartialCol [1]_; a :class:`~solver.search.base.Search`.

    An iteration reads ``uncolored * k`` counts, in vectors; the dense layout adds a few passes over n
    counts, the sparse one visits each neighbor of the vertices that change color. Memory: about
    ``n * k`` counters of one byte, more if a color class may exceed 127 vertices; twice that and n^2 / 8
    bytes in the dense layout.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors, at least 1.
    seed
        Seed of the random number generator, an integer >= 0 or a sequence of them.
    params
        Parameters of the search.
    initial
        Initial colors (n,) below k, -1 = uncolored; some vertices in conflict are uncolored. If omitted,
        vertices in random order get the lowest color that fits.

    Attributes
    ----------
    k
        Number of colors.
    cost
        Fewest uncolored vertices since the last (re)start.
    ticks, iterations
        Ticks used and moves made so far, over all restarts.

    References
    ----------
    .. [1] Bloechliger, I., and N. Zufferey (2008). A graph coloring heuristic using partial solutions
       and a reactive tabu scheme. *Computers & Operations Research* 35(3): 960-975.
       doi:10.1016/j.cor.2006.05.014
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        seed: int | Sequence[int] = 0,
        params: PartialColParams = PartialColParams(),
        initial: ArrayLike | None = None,
    ) -> None:
        self.k = checked_k(k, INT32 - 1)
        self.cost = self.ticks = self.iterations = 0
        self._graph, self._params = graph, params
        self._tenure = kernels.Tenure(
            is_shared=params.tabu == "neighbors",
            is_reactive=params.tenure == "foo",
            slope=float(params.tenure_slope),
            spread=params.tenure_random,
            threshold=params.foo_threshold,
            patience=params.foo_patience,
            windows=np.array(params.foo_windows, np.int64),
            increments=np.array(params.foo_increments, np.int64),
        )
        self._weights = _weights(graph, params.weight)
        heaviest = int(self._weights.max(initial=1))
        self._most = heaviest * (graph.max_degree + 1) - 1  # bound of all counts
        self._reserve = 2 * heaviest - 1  # most that one move adds to a count, and what lightness adds
        self._rng = rng_state(seed)
        self._is_dense = is_dense(graph, self.k, params.layout)
        self._bits = np.zeros(0, np.int64)
        self._counter = 0
        self._state: kernels.State | None = None
        uncolored = np.full(graph.n, -1, np.int32)
        self._start(uncolored if initial is None else self._checked(initial))

    def restart(self, colors: ArrayLike) -> None:
        """
        Start again from another coloring, complete or partial, with empty tabu lists.

        The random state, ``ticks`` and ``iterations`` continue; ``cost`` and :meth:`colors` start anew.
        """
        self._start(self._checked(colors))

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used or the cost is 0; exceed by at most one move."""
        if self.cost == 0:
            return
        state = self._tabulate() if self._state is None else self._state
        limit = self.ticks + ticks
        while True:
            _, flag = COUNTERS[self._counter]
            status = kernels.search(state, self._tenure, self.k, flag, self._capacity(flag), limit)
            if status != kernels.OUTGROWN:
                break
            state = self._widened(state)
        self._state = state
        scalars = state.scalars
        self.cost = int(scalars[kernels.BEST])
        self.ticks = int(scalars[kernels.TICKS])
        self.iterations = int(scalars[kernels.ITERATIONS])

    def colors(self) -> NDArray[np.int32]:
        """
        Return the best coloring so far, complete: int32[n] in [0, k), a new array.

        Each uncolored vertex gets the color that the fewest of its neighbors have.
        """
        return completed(self._graph, self._best, self.k)

    # ------------------------------------------------------------------------------------- state

    def _checked(self, colors: ArrayLike) -> NDArray[np.int32]:
        return checked_start(self._graph, colors, self.k, partial=True)

    def _start(self, colors: NDArray[np.int32]) -> None:
        """Begin from ``colors``, made a legal partial coloring to which no vertex can be added."""
        self.cost = len(make_legal(self._graph, colors, self.k, self._rng))
        self._best = colors
        self._state = None

    def _capacity(self, flag: int) -> int:
        """Return the weight of a class from which the next move may raise a count to ``flag``."""
        return flag - self._reserve if self._most >= flag else np.iinfo(np.int64).max

    def _tabulate(self) -> kernels.State:
        """Return the state of a search that starts at the best coloring."""
        graph, k = self._graph, self.k
        colors = self._best.copy()
        uncolored = np.flatnonzero(colors < 0)
        listed = np.zeros(graph.n, np.int32)
        listed[: len(uncolored)] = uncolored
        place = np.zeros(graph.n, np.int32)
        place[uncolored] = np.arange(len(uncolored))
        placed = colors >= 0
        sizes = np.bincount(colors[placed], self._weights[placed], k).astype(np.int64)
        self._counter = next(
            i for i, (_, flag) in enumerate(COUNTERS) if sizes.max() < self._capacity(flag)
        )

        scalars = np.zeros(kernels.SCALARS, np.int64)
        scalars[kernels.UNCOLORED] = scalars[kernels.BEST] = len(uncolored)
        scalars[kernels.ITERATIONS] = self.iterations
        scalars[kernels.TICKS] = self.ticks
        increments = self._tenure.increments
        scalars[kernels.WINDOW] = self._tenure.windows[0]
        scalars[kernels.INCREMENT] = scalars[kernels.TENURE] = increments[min(1, len(increments) - 1)]
        scalars[kernels.IS_RANDOM] = 1
        scalars[kernels.LOWEST] = kernels.NO_COST

        words = -(-graph.n // VECTOR) if self._is_dense else 0
        members = np.zeros(k * words, np.int64)
        if self._is_dense:
            if not len(self._bits):
                self._bits = np.zeros((graph.n + 1) * words, np.int64)
                partial_counts.fill_adjacency(graph.indptr, graph.indices, self._bits, words)
            partial_counts.fill_members(colors, members, words)
        log_length = 1 << (graph.n + kernels.WHEEL - 1).bit_length()
        dtype, _ = COUNTERS[self._counter]
        counts = (graph.indptr, graph.indices, colors, self._weights)
        lighter = self._weights.max() - self._weights
        width = words * VECTOR
        table = aligned_zeros(k * width, dtype)
        rows, stride = _empty_rows(graph.n, k, dtype)
        if self._is_dense:
            table.reshape(k, width)[:, : graph.n] += lighter.astype(dtype)
            partial_counts.fill_table(*counts, table, width)
            for v in uncolored:
                partial_counts.gather_row(table, width, int(v), k, rows, stride)
        else:
            rows.reshape(graph.n, stride)[:, :k] += lighter.astype(dtype)[:, None]
            partial_counts.fill_rows(*counts, rows, stride)
        return kernels.State(
            indptr=graph.indptr,
            indices=graph.indices,
            rng=self._rng,
            scalars=scalars,
            colors=colors,
            best=self._best,
            weights=self._weights,
            sizes=sizes,
            uncolored=listed,
            place=place,
            ties=np.zeros(graph.n, np.int32),
            displaced=np.zeros(graph.n, np.int32),
            rows=rows,
            table=table,
            bits=self._bits,
            members=members,
            held=np.zeros(k, np.int64),
            first=np.full(kernels.WHEEL, -1, np.int32),
            log_vertex=np.full(log_length, -1, np.int32),
            log_color=np.zeros(log_length, np.int32),
            log_end=np.zeros(log_length, np.int64),
            log_next=np.full(log_length, -1, np.int32),
        )

    def _widened(self, state: kernels.State) -> kernels.State:
        """Return the state with wider counters, for classes that the present ones cannot count."""
        n, k = self._graph.n, self.k
        _, old_flag = COUNTERS[self._counter]
        self._counter += 1
        dtype, flag = COUNTERS[self._counter]

        def wider(counts: NDArray[Any]) -> NDArray[np.int64]:
            return np.where(counts < old_flag, counts, counts.astype(np.int64) - old_flag + flag)

        rows, stride = _empty_rows(n, k, dtype)
        rows.reshape(n, stride)[:, :k] = wider(state.rows.reshape(n, -1)[:, :k])
        table = aligned_zeros(len(state.table), dtype)
        table[:] = wider(state.table)
        return state._replace(rows=rows, table=table)


def is_uneven(graph: Graph) -> bool:
    """Return whether degrees vary clearly more than those of a random graph."""
    if not graph.m:
        return False
    degrees = np.diff(graph.indptr)
    return bool(degrees.var() > UNEVEN * degrees.mean() * (1 - graph.density))


def counter_bytes(graph: Graph, k: int) -> int:
    """Return the bytes of a counter that classes of equal weight need, with the default parameters."""
    weights = _weights(graph, "auto")
    heaviest = int(weights.max(initial=1))
    most = min(heaviest * graph.max_degree, int(weights.sum()) // k) + 2 * heaviest
    return next((dtype.itemsize for dtype, flag in COUNTERS if most < flag), COUNTERS[-1][0].itemsize)


def _weights(graph: Graph, weight: str) -> NDArray[np.int32]:
    if not graph.m or weight == "one" or (weight == "auto" and not is_uneven(graph)):
        return np.ones(graph.n, np.int32)
    return _degree_weights(graph.degrees, COUNTERS[-1][1])


def _degree_weights(degrees: NDArray[Any], limit: int) -> NDArray[np.int32]:
    """Return weights in proportion to degrees, all 1 if counts of one class might reach ``limit``."""
    weights: NDArray[np.int32] = np.rint(degrees * (MEAN_WEIGHT / degrees.mean())).astype(np.int32)
    np.maximum(weights, 1, out=weights)
    fits = int(weights.sum(dtype=np.int64)) + 2 * int(weights.max()) <= limit
    return weights if fits else np.ones_like(weights)


def is_dense(graph: Graph, k: int, layout: str = "auto") -> bool:
    """
    Return whether passes over all vertices cost less than visits to neighbors.

    Measured, dense over sparse moves/s: le450_15c 1.7, DSJC1000.1 1.9, wap05a 1.9, DSJC500.5 2.6; but
    0.85 for n = 1000 with degree 10, 0.9 and 0.8 for n = 4000 and 8000 with degrees 60 and 120.
    """
    if layout != "auto":
        return layout == "dense"
    if graph.n * graph.n // 8 > MAX_DENSE_BYTES:
        return False
    return graph.n / VECTOR + k < 2 * graph.m / max(graph.n, 1)


def _empty_rows(n: int, k: int, dtype: np.dtype[Any]) -> tuple[NDArray[Any], int]:
    """Return empty rows of counts and their stride; colors >= k compare as tabu and never as free."""
    lanes = VECTOR // dtype.itemsize
    stride = -(-k // lanes) * lanes
    rows = aligned_zeros(n * stride, dtype)
    rows.reshape(n, stride)[:, k:] = np.iinfo(dtype).max
    return rows, stride


def partialcol(
    graph: Graph,
    k: int,
    *,
    stop: Stop,
    seed: int | Sequence[int] = 0,
    params: PartialColParams = PartialColParams(),
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring with PartialCol [1]_.

    Parameters
    ----------
    graph, k, seed, params, initial
        Parameters of :class:`PartialCol`.
    stop
        Stop criterion, checked between slices of work.

    Returns
    -------
    Result
        ``colors`` is complete: vertices that the search left uncolored have the color that the fewest of
        their neighbors have. ``history`` counts uncolored vertices, ``conflicts`` conflicting edges.

    Raises
    ------
    InputError
        If k, the parameters or the initial coloring are out of range.

    References
    ----------
    .. [1] Bloechliger, I., and N. Zufferey (2008). A graph coloring heuristic using partial solutions
       and a reactive tabu scheme. *Computers & Operations Research* 35(3): 960-975.
       doi:10.1016/j.cor.2006.05.014
    """
    graph = as_graph(graph)
    seed = check_seed(seed)
    search = PartialCol(graph, k, seed=seed, params=params, initial=initial)
    return drive(search, graph, stop, "partialcol")
