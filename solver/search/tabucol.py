"""
TabuCol: tabu search for a proper k-coloring among all assignments of k colors.

Hertz and de Werra (1987); the tabu tenures are those of Galinier and Hao (1999) and of Bloechliger and
Zufferey (2008). Memetic searches call it thousands of times on one graph, so a search object keeps its
arrays: :meth:`TabuCol.restart` allocates nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.search import tabucol_dense as dense
from .._kernels.search import tabucol_sparse as sparse
from .._kernels.search.tabu_lanes import FIELDS, Dense
from .._kernels.search.tabulist import (
    BEST,
    COUNTERS,
    ITERATION,
    SLOPE_BITS,
    TICKS,
    TOO_NARROW,
    TabuList,
    Tenure,
)
from .._kernels.vectors.rng import fill_random, rng_state
from .._kernels.vectors.simd import BYTES, aligned_zeros
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import as_colors
from ..result import Result
from ..stop import Stop
from .base import drive

#: Colors fit 16 bits, of which one value means no color.
MAX_COLORS = 65535

#: Lane type for counts that do not fit the one of so many bytes.
WIDER: dict[int, type[np.unsignedinteger[Any]]] = {1: np.uint16, 2: np.uint32}

NO_LIMIT = 1 << 62

#: Largest adjacency that the dense layout is chosen for.
DENSE_BYTES = 1 << 30

#: Longest tenure that the reactive rule can reach.
LONGEST_REACTIVE = 4096


@dataclass(frozen=True)
class TabuColParams:
    """
    Parameters of TabuCol.

    Attributes
    ----------
    tenure
        ``"dynamic"``: a random number below ``tenure_random`` plus ``tenure_slope`` times the number of
        conflicting vertices [1]_. ``"foo"``: raised by ``foo_increment`` whenever the number of
        conflicts stayed within ``foo_threshold`` for ``foo_period`` moves, else lowered by 1 [2]_.
    tenure_random
        Random part of the dynamic tenure, 1 to 1000000.
    tenure_slope
        Its slope, 0 to 10.
    foo_period, foo_threshold, foo_increment
        Of the reactive tenure, in moves, conflicting edges and moves.
    layout
        ``"dense"``: whole rows of counts, memory n^2 / 8 + 2 n k bytes. ``"sparse"``: rows of colors,
        memory n k bytes. ``"auto"`` takes the one that is faster for the graph and k.

    References
    ----------
    .. [1] Galinier, P., and J.-K. Hao (1999). Hybrid evolutionary algorithms for graph coloring.
       *Journal of Combinatorial Optimization* 3: 379-397. doi:10.1023/A:1009823419804
    .. [2] Bloechliger, I., and N. Zufferey (2008). A graph coloring heuristic using partial solutions
       and a reactive tabu scheme. *Computers & Operations Research* 35: 960-975.
       doi:10.1016/j.cor.2006.05.014
    """

    tenure: str = "dynamic"
    tenure_random: int = 10
    tenure_slope: float = 0.6
    foo_period: int = 100
    foo_threshold: int = 3
    foo_increment: int = 2
    layout: str = "auto"

    def __post_init__(self) -> None:
        if self.tenure not in ("dynamic", "foo"):
            raise InputError(f"tenure = {self.tenure!r}, expected 'dynamic' or 'foo'")
        if self.layout not in ("auto", "dense", "sparse"):
            raise InputError(f"layout = {self.layout!r}, expected 'auto', 'dense' or 'sparse'")
        for name, low, high in (
            ("tenure_random", 1, 10**6),
            ("tenure_slope", 0, 10),
            ("foo_period", 1, 10**9),
            ("foo_threshold", 0, 10**9),
            ("foo_increment", 1, LONGEST_REACTIVE),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise InputError(f"{name} = {value}, expected {low} to {high}")


class TabuCol:
    """
    A TabuCol search, resumable; see :func:`tabucol` for its parameters.

    Attributes
    ----------
    k
        Number of colors.
    cost
        Fewest conflicting edges so far; 0 means that :meth:`colors` is proper.
    ticks, iterations
        Cache lines touched, about, and moves, since the search was made.
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        seed: int | Sequence[int] = 0,
        params: TabuColParams = TabuColParams(),
        initial: ArrayLike | None = None,
    ) -> None:
        if not 1 <= k <= MAX_COLORS:
            raise InputError(f"k = {k}, expected 1 <= k <= {MAX_COLORS}")
        self.graph = graph
        self.k = int(k)
        self._sparse = _is_sparse(graph, self.k, params.layout)
        self._rule = _tenure_rule(params)
        self._tabu = _tabu_list(graph.n, params)
        self._random = rng_state(seed)
        self._counters = np.zeros(COUNTERS, np.int64)
        self._reactive = np.zeros(4, np.int64)
        self._set_lanes(np.uint8 if k <= 255 else np.uint16)
        if initial is None:
            initial = np.empty(graph.n, np.int32)
            fill_random(initial, self.k, self._random)
        self.restart(initial)

    def restart(self, colors: ArrayLike) -> None:
        """
        Begin anew from a coloring with values in [0, k); counts of work go on.

        Parameters
        ----------
        colors
            Integers (n,). Copied.
        """
        start = as_colors(self.graph, colors)
        if self.graph.n and not 0 <= start.min() <= start.max() < self.k:
            raise InputError(
                f"colors: values {start.min()} to {start.max()}, expected 0 <= color < {self.k}"
            )
        self._tabu.vertex.fill(-1)
        self._tabu.wheel.fill(-1)
        self._reactive.fill(0)
        self._load(start)
        self._kernels.mark_best(self._state, self._counters)
        self._read_counters()

    @property
    def _kernels(self) -> Any:
        return sparse if self._sparse else dense

    def _set_lanes(self, dtype: type[np.unsignedinteger[Any]]) -> None:
        make = _sparse_state if self._sparse else _dense_state
        self._state: Any = make(self.graph, self.k, np.dtype(dtype))

    def _load(self, colors: NDArray[np.int32]) -> None:
        arguments = (self._tabu, colors, self._counters, self.k)
        while self._kernels.load_colors(self._state, *arguments) == TOO_NARROW:
            self._set_lanes(WIDER[self._state.gamma.itemsize])

    def _widen(self) -> None:
        """Go on with wider counts from the same coloring and tabu list."""
        best, current = self.colors(), np.empty(self.graph.n, np.int32)
        self._kernels.current_colors(self._state, current)
        self._load(current)
        self._kernels.set_best(self._state, self._counters, best)

    def run(self, ticks: int, max_iterations: int = NO_LIMIT) -> None:
        """
        Work until so many more ticks or moves are used, or the cost is 0; exceeds by one move at most.

        Cutting a run into shorter ones does not change its course.
        """
        goal, end = self.ticks + ticks, self.iterations + max_iterations
        while self.cost and self.ticks < goal and self.iterations < end:
            status = self._kernels.run(
                self._state,
                self._tabu,
                self._rule,
                self._reactive,
                self._random,
                self._counters,
                self.k,
                goal - self.ticks,
                end - self.iterations,
            )
            self._read_counters()
            if status == TOO_NARROW:
                self._widen()

    def _read_counters(self) -> None:
        self.cost = int(self._counters[BEST])
        self.ticks = int(self._counters[TICKS])
        self.iterations = int(self._counters[ITERATION])

    def colors(self) -> NDArray[np.int32]:
        """Best coloring so far, complete: int32[n] in [0, k), a new array."""
        best = np.empty(self.graph.n, np.int32)
        self._kernels.best_colors(self._state, self._counters, best)
        return best


def _tenure_rule(params: TabuColParams) -> Tenure:
    return Tenure(
        random=int(params.tenure_random),
        slope=round(params.tenure_slope * (1 << SLOPE_BITS)),
        period=int(params.foo_period) if params.tenure == "foo" else 0,
        threshold=int(params.foo_threshold),
        increment=int(params.foo_increment),
    )


def _tabu_list(n: int, params: TabuColParams) -> TabuList:
    if params.tenure == "foo":
        longest = LONGEST_REACTIVE
    else:
        longest = int(params.tenure_random + params.tenure_slope * n)
    length = 1 << (longest + 2).bit_length()
    return TabuList(
        vertex=np.full(length, -1, np.int32),
        color=np.zeros(length, np.int32),
        expiry=np.zeros(length, np.int64),
        after=np.zeros(length, np.int32),
        wheel=np.full(length, -1, np.int32),
    )


def _dense_state(graph: Graph, k: int, dtype: np.dtype[Any]) -> Dense:
    lanes = BYTES // dtype.itemsize
    n, blocks = graph.n, max(1, -(-graph.n // lanes))
    width = blocks * lanes
    # Bit rows are whole vectors, and rows of the table an odd number of them, so that a column is spread
    # over the cache.
    row_bytes = max(1, -(-n // (8 * BYTES))) * BYTES
    pitch = (blocks | 1) * lanes
    bits = aligned_zeros(n * row_bytes, np.uint8)
    words = np.int64 if lanes == 64 else np.uint32 if lanes == 32 else np.uint16
    adjacency = bits.view(np.int64)
    dense.pack_adjacency(graph.indptr, graph.indices, adjacency, 64)
    # Columns are read by whole words: colors past the last have counts that no minimum takes.
    padded = -(-k // 8) * 8
    table = aligned_zeros(padded * pitch, dtype)
    table[k * pitch :] = np.iinfo(dtype).max
    column = aligned_zeros(-(-k // lanes) * lanes, dtype)
    column.fill(np.iinfo(dtype).max)
    single = aligned_zeros(2 * lanes, dtype)
    single[lanes] = np.iinfo(dtype).max
    return Dense(
        words=row_bytes // 8,
        pitch=pitch,
        reach=row_bytes // np.dtype(dtype).itemsize,
        masks=bits.view(words),
        rows=bits.view(dtype),
        adjacency=adjacency,
        absent=aligned_zeros(k * row_bytes // 8, np.int64),
        sizes=np.zeros(k, np.int64),
        table=table,
        color=aligned_zeros(width, dtype),
        best=aligned_zeros(width, dtype),
        lane=np.zeros(n, np.int32),
        vertex=np.zeros(width, np.int32),
        block=(padded + FIELDS) * lanes,
        gamma=aligned_zeros(blocks * (padded + FIELDS) * lanes, dtype),
        hits=np.zeros(blocks, np.int64),
        totals=np.zeros(blocks, np.int64),
        single=single,
        queue=np.zeros(n + 1, np.int32),
        column=column,
        packed=column.view(np.int64),
    )


def _sparse_state(graph: Graph, k: int, dtype: np.dtype[Any]) -> sparse.Sparse:
    lanes = BYTES // dtype.itemsize
    stride = -(-k // lanes) * lanes if k > lanes // 2 else 1 << (k - 1).bit_length()
    n = graph.n
    buckets = graph.max_degree + sparse.COSTLY + 2
    return sparse.Sparse(
        stride=stride,
        indptr=graph.indptr,
        indices=graph.indices,
        gamma=aligned_zeros(n * stride + lanes, dtype),
        vertex=aligned_zeros(n * sparse.FIELDS, np.int32),
        order=np.zeros(n, np.int32),
        place=np.zeros(n, np.int32),
        start=np.zeros(buckets + 1, np.int32),
        aspirants=np.zeros(n, np.int32),
        aspirant=np.zeros(n + 1, np.int32),
        best=np.zeros(n, np.int32),
        trail=np.zeros(2 * n, np.int32),
    )


def _is_sparse(graph: Graph, k: int, layout: str) -> bool:
    """
    Choose a layout; two rows of n counts against one visit for each neighbor.

    A vector of counts takes 2 to 3 ns in the dense layout, and 64 vertices in conflict 10 ns; in the
    sparse one a neighbor takes 5 to 10 ns, a move 150 ns besides, and more where many vertices are in
    conflict. Measured on random graphs with k near the chromatic number: n = 1000 is faster dense at any
    degree, 3000 breaks even at degree 18, 10000 at 95.
    """
    if layout != "auto" or graph.n == 0:
        return layout == "sparse"
    lanes = 64 if k <= 255 else 32
    if graph.n * graph.n // 8 > DENSE_BYTES:
        return True
    return 2 * graph.m / graph.n + 20 < graph.n / (1.4 * lanes)


def tabucol(
    graph: Graph,
    k: int,
    *,
    stop: Stop,
    seed: int | Sequence[int] = 0,
    params: TabuColParams = TabuColParams(),
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring with tabu search (TabuCol) [1]_.

    Minimizes the number of conflicting edges over complete assignments of k colors. A move costs n / 64
    vector steps in the dense layout, and a few for each neighbor in the sparse one.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors, 1 <= k <= 65535.
    stop
        When to give up; see :mod:`solver.stop`.
    seed
        Equal seeds, parameters and work limits give equal results on every machine.
    params
        See :class:`TabuColParams`.
    initial
        Colors (n,) in [0, k) to start from; random if omitted.

    Returns
    -------
    Result
        The coloring with the fewest ``conflicts`` found, 0 if it is proper.

    Raises
    ------
    InputError
        If ``k`` or ``initial`` is out of range.

    References
    ----------
    .. [1] Hertz, A., and D. de Werra (1987). Using tabu search techniques for graph coloring.
       *Computing* 39: 345-351. doi:10.1007/BF02239976
    """
    return drive(TabuCol(graph, k, seed=seed, params=params, initial=initial), graph, stop, "tabucol")
