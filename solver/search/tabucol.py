"""
TabuCol: tabu search for a proper k-coloring among all assignments of k colors.

Hertz and de Werra (1987); the tabu tenures are those of Galinier and Hao (1999) and of Bloechliger and
Zufferey (2008). A memetic search calls it thousands of times on one graph, so that a search object keeps
its arrays: :meth:`TabuCol.restart` allocates nothing.
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
from ..arguments import seed as check_seed
from ..graphs.graph import Graph, as_graph
from ..result import Result
from ..stop import Stop
from .base import checked_k, checked_start, drive
from .parameters import choice, number, validate

#: Colors are held in 16 bits, where one value means uncolored.
MAX_COLORS = 65535

#: Next wider lane type, by the bytes of the type whose counts overflowed.
WIDER: dict[int, type[np.unsignedinteger[Any]]] = {1: np.uint16, 2: np.uint32}

NO_LIMIT = 1 << 62

#: Largest adjacency matrix for which the dense layout is chosen.
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
        Rule for the tabu tenure. ``"dynamic"``: a random number below ``tenure_random`` plus
        ``tenure_slope`` times the number of conflicting vertices [1]_. ``"foo"``: raised by
        ``foo_increment`` if the number of conflicts stayed within ``foo_threshold`` for ``foo_period``
        moves, else lowered by 1 [2]_.
    tenure_random
        Random part of the dynamic tenure.
    tenure_slope
        Part of the dynamic tenure for each conflicting vertex.
    foo_period
        Moves between two changes of the reactive tenure.
    foo_threshold
        Largest fluctuation, in conflicting edges, at which the reactive tenure is raised.
    foo_increment
        Moves by which the reactive tenure is raised.
    layout
        Layout of the counts. ``"dense"``: whole rows, memory n^2 / 8 + 2 n k bytes. ``"sparse"``: rows
        of colors, memory n k bytes. ``"auto"``: the faster one for the graph and k.

    References
    ----------
    .. [1] Galinier, P., and J.-K. Hao (1999). Hybrid evolutionary algorithms for graph coloring.
       *Journal of Combinatorial Optimization* 3: 379-397. doi:10.1023/A:1009823419804
    .. [2] Bloechliger, I., and N. Zufferey (2008). A graph coloring heuristic using partial solutions
       and a reactive tabu scheme. *Computers & Operations Research* 35: 960-975.
       doi:10.1016/j.cor.2006.05.014
    """

    tenure: str = choice("dynamic", "dynamic", "foo")
    tenure_random: int = number(10, 1, 10**6)
    tenure_slope: float = number(0.6, 0, 10)
    foo_period: int = number(100, 1, 10**9)
    foo_threshold: int = number(3, 0, 10**9)
    foo_increment: int = number(2, 1, LONGEST_REACTIVE)
    layout: str = choice("auto", "auto", "dense", "sparse")

    def __post_init__(self) -> None:
        validate(self)


class TabuCol:
    """
    Resumable TabuCol; a :class:`~solver.search.base.Search` with the parameters of :func:`tabucol`.

    Attributes
    ----------
    k
        Number of colors.
    cost
        Fewest conflicting edges so far; 0 if :meth:`colors` is proper.
    ticks, iterations
        Ticks used and moves made since the search was created.
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
        self.graph = graph
        self.k = checked_k(k, MAX_COLORS)
        self._sparse = is_sparse(graph, self.k, params.layout)
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
        Start again from a coloring with an empty tabu list; ``ticks`` and ``iterations`` continue.

        Parameters
        ----------
        colors
            Colors (n,) in [0, k). Copied.
        """
        start = checked_start(self.graph, colors, self.k)
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
        """Continue with wider counts from the same coloring and tabu list."""
        best, current = self.colors(), np.empty(self.graph.n, np.int32)
        self._kernels.current_colors(self._state, current)
        self._load(current)
        self._kernels.set_best(self._state, self._counters, best)

    def run(self, ticks: int, max_iterations: int = NO_LIMIT) -> None:
        """
        Work until ``ticks`` more ticks or ``max_iterations`` moves are used, or the cost is 0.

        Exceeds the ticks by at most one move. Dividing a run into shorter ones does not change its
        course.
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
        """Return the best coloring so far, complete: int32[n] in [0, k), a new array."""
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
    # Bit rows are whole vectors, and a row of the table is an odd number of vectors, so that a column is
    # spread over the sets of the cache.
    row_bytes = max(1, -(-n // (8 * BYTES))) * BYTES
    pitch = (blocks | 1) * lanes
    bits = aligned_zeros(n * row_bytes, np.uint8)
    words = np.int64 if lanes == 64 else np.uint32 if lanes == 32 else np.uint16
    adjacency = bits.view(np.int64)
    dense.pack_adjacency(graph.indptr, graph.indices, adjacency, 64)
    # Columns are read by whole words: colors >= k have counts that are never a minimum.
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


def is_sparse(graph: Graph, k: int, layout: str = "auto") -> bool:
    """
    Return whether the sparse layout is chosen: one visit per neighbor instead of two rows of n counts.

    In the dense layout a vector of counts takes 2 to 3 ns, and 64 vertices in conflict 10 ns; in the
    sparse one a neighbor takes 5 to 10 ns and a move 150 ns more, or longer if many vertices are in
    conflict. Measured on random graphs with k near the chromatic number: dense is faster at any degree
    for n = 1000; the layouts break even at degree 18 for n = 3000, and at 95 for n = 10,000.
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

    Minimizes the number of conflicting edges over complete assignments of k colors. A move takes n / 64
    vector steps in the dense layout, and a few steps per neighbor in the sparse one.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors, 1 <= k <= 65535.
    stop
        Stop criterion; see :mod:`solver.stop`.
    seed
        Seed of the random number generator. Equal seeds, parameters and work limits give equal results
        on every machine.
    params
        Parameters of the search.
    initial
        Initial colors (n,) in [0, k); random if omitted.

    Returns
    -------
    Result
        Coloring with the fewest ``conflicts`` found, 0 if it is proper.

    Raises
    ------
    InputError
        If ``k`` or ``initial`` is out of range.

    References
    ----------
    .. [1] Hertz, A., and D. de Werra (1987). Using tabu search techniques for graph coloring.
       *Computing* 39: 345-351. doi:10.1007/BF02239976
    """
    graph = as_graph(graph)
    seed = check_seed(seed)
    return drive(TabuCol(graph, k, seed=seed, params=params, initial=initial), graph, stop, "tabucol")
