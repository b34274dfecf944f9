"""
PartialCol: tabu search for a k-coloring over legal partial colorings.

Where TabuCol colors every vertex and repairs conflicts, PartialCol keeps each color class free of
conflicts and tries to leave no vertex out (Bloechliger and Zufferey 2008).

Which of two layouts of the neighbor-color counts is faster depends on the graph; both make the same
moves for the same seed (``_kernels/partial_counts.py`` describes them).
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
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.repair import completed, make_legal
from ..graphs.verify import as_colors
from ..result import Result
from ..stop import Stop
from .base import drive

#: Counter types in the order in which they are tried, each with the bit that marks a tabu.
COUNTERS = (
    (np.dtype(np.uint8), 1 << 7),
    (np.dtype(np.uint16), 1 << 15),
    (np.dtype(np.int32), 1 << 30),
)
VECTOR = 64  # bytes, and vertices in a word of a bit row

#: Adjacency bits a dense layout may take.
MAX_DENSE_BYTES = 1 << 28


@dataclass(frozen=True)
class PartialColParams:
    """
    Parameters of PartialCol.

    Attributes
    ----------
    tabu
        For whom the color just given to a vertex becomes tabu: all its ``"neighbors"``, so that the
        vertex keeps it for a while, or only those that were ``"displaced"`` from it. The second
        makes about 1.5 times as many moves a second; which reaches a coloring sooner varies.
    tenure
        ``"dynamic"``: a color stays tabu for ``tenure_slope`` times the uncolored vertices plus a random
        number below ``tenure_random`` iterations. ``"foo"``: for a number that reacts to the fluctuation
        of the cost.
    tenure_random
        At least 1.
    tenure_slope
        At least 0.
    foo_windows
        Lengths, in iterations, of the windows over which the fluctuation is taken; one is in use, the
        first at the start.
    foo_increments
        Amounts by which a tenure is raised; one is in use, the second at the start.
    foo_threshold
        The tenure is raised if the cost fluctuated by less than this in a window, at least 1.
    foo_patience
        A window and an increment are redrawn once they have raised the tenure in windows of so many
        iterations in total, at least 1.
    layout
        ``"dense"``, ``"sparse"``, or ``"auto"``, which chooses by the size of the graph. Affects speed
        and the count of ticks, not the moves.
    """

    tabu: Literal["neighbors", "displaced"] = "neighbors"
    tenure: Literal["foo", "dynamic"] = "foo"
    tenure_random: int = 10
    tenure_slope: float = 0.6
    foo_windows: tuple[int, ...] = (10_000, 5_000, 1_000, 500)
    foo_increments: tuple[int, ...] = (5, 10, 15)
    foo_threshold: int = 2
    foo_patience: int = 50_000
    layout: Literal["auto", "dense", "sparse"] = "auto"

    def __post_init__(self) -> None:
        if self.tabu not in ("neighbors", "displaced"):
            raise InputError(f"tabu = {self.tabu!r}, expected 'neighbors' or 'displaced'")
        if self.tenure not in ("foo", "dynamic"):
            raise InputError(f"tenure = {self.tenure!r}, expected 'foo' or 'dynamic'")
        if self.layout not in ("auto", "dense", "sparse"):
            raise InputError(f"layout = {self.layout!r}, expected 'auto', 'dense' or 'sparse'")
        if not 0 <= self.tenure_slope < 2**31:
            raise InputError(f"tenure_slope = {self.tenure_slope}, expected a number from 0")
        for name in ("tenure_random", "foo_threshold", "foo_patience"):
            _check_counts(name, (getattr(self, name),))
        for name in ("foo_windows", "foo_increments"):
            _check_counts(name, getattr(self, name))
            if not getattr(self, name):
                raise InputError(f"{name} is empty, expected at least one number")


def _check_counts(name: str, values: tuple[int, ...]) -> None:
    for value in values:
        if not isinstance(value, int) or not 1 <= value < 2**31:
            raise InputError(f"{name}: {value}, expected an integer from 1 to {2**31 - 1}")


class PartialCol:
    """
    PartialCol as a search that can be interrupted and resumed [1]_.

    An iteration looks at ``uncolored * k`` counts, in vectors; the dense layout adds a few passes over n
    counts, the sparse one visits to each neighbor of the vertices that change color. Memory: about
    ``n * k`` counters, of one byte unless a color class may exceed 127 vertices; twice that and n^2 / 8
    bytes in the dense layout.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors, at least 1.
    seed
        An integer from 0 or a sequence of such.
    params
        See :class:`PartialColParams`.
    initial
        Integers (n,), colors below k or -1 for none. Of vertices in conflict some lose their color. If
        omitted, vertices in random order get the lowest color that fits.

    Attributes
    ----------
    k
        Number of colors.
    cost
        Fewest uncolored vertices since the last (re)start.
    ticks, iterations
        Work and moves so far, over all restarts.

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
        params: PartialColParams | None = None,
        initial: ArrayLike | None = None,
    ) -> None:
        if not isinstance(k, int | np.integer) or not 1 <= k < 2**31 - 1:
            raise InputError(f"k = {k}, expected an integer from 1 to {2**31 - 2}")
        self.k = int(k)
        self.cost = self.ticks = self.iterations = 0
        self._graph = graph
        self._params = PartialColParams() if params is None else params
        self._tenure = kernels.Tenure(
            is_shared=self._params.tabu == "neighbors",
            is_reactive=self._params.tenure == "foo",
            slope=float(self._params.tenure_slope),
            spread=self._params.tenure_random,
            threshold=self._params.foo_threshold,
            patience=self._params.foo_patience,
            windows=np.array(self._params.foo_windows, np.int64),
            increments=np.array(self._params.foo_increments, np.int64),
        )
        self._rng = rng_state(seed)
        self._is_dense = _is_dense(graph, self.k, self._params.layout)
        self._bits = np.zeros(0, np.int64)
        self._counter = 0
        self._state: kernels.State | None = None
        self._start(np.full(graph.n, -1, np.int32) if initial is None else self._checked(initial))

    def restart(self, colors: ArrayLike) -> None:
        """
        Start again from another coloring, complete or partial, with empty tabu lists.

        The random state, ``ticks`` and ``iterations`` run on; ``cost`` and :meth:`colors` forget.
        """
        self._start(self._checked(colors))

    def run(self, ticks: int) -> None:
        """Work until ``ticks`` more ticks are used, or the cost is 0; exceeds by one move at most."""
        if self.cost == 0:
            return
        if self._state is None:
            self._state = self._tabulate()
        limit = self.ticks + ticks
        while True:
            _, flag = COUNTERS[self._counter]
            status = kernels.search(self._state, self._tenure, self.k, flag, self._capacity(flag), limit)
            if status != kernels.OUTGROWN:
                break
            self._widen()
        scalars = self._state.scalars
        self.cost = int(scalars[kernels.BEST])
        self.ticks = int(scalars[kernels.TICKS])
        self.iterations = int(scalars[kernels.ITERATIONS])

    def colors(self) -> NDArray[np.int32]:
        """
        Best coloring so far, complete: int32[n] in [0, k), a new array.

        Each uncolored vertex is given the color that the fewest of its neighbors have.
        """
        return completed(self._graph, self._best, self.k)

    # ------------------------------------------------------------------------------------- state

    def _checked(self, colors: ArrayLike) -> NDArray[np.int32]:
        array = as_colors(self._graph, colors).copy()
        if (high := int(array.max(initial=-1))) >= self.k:
            raise InputError(f"colors: value {high}, expected less than k = {self.k}")
        return array

    def _start(self, colors: NDArray[np.int32]) -> None:
        """Make ``colors`` a legal partial coloring that leaves out no vertex that fits somewhere."""
        self.cost = len(make_legal(self._graph, colors, self.k, self._rng))
        self._best = colors
        self._state = None

    def _capacity(self, flag: int) -> int:
        """Class size at which a count might exceed ``flag - 1``; counts are bounded by degrees, too."""
        return flag - 1 if self._graph.max_degree >= flag else self._graph.n + 1

    def _tabulate(self) -> kernels.State:
        """State of a search that starts at the best coloring."""
        graph, k = self._graph, self.k
        colors = self._best.copy()
        uncolored = np.flatnonzero(colors < 0)
        listed = np.zeros(graph.n, np.int32)
        listed[: len(uncolored)] = uncolored
        place = np.zeros(graph.n, np.int32)
        place[uncolored] = np.arange(len(uncolored))
        sizes = np.bincount(colors[colors >= 0], minlength=k).astype(np.int64)
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
        counts = (graph.indptr, graph.indices, colors)
        width = words * VECTOR
        table = aligned_zeros(k * width, dtype)
        rows, stride = _empty_rows(graph.n, k, dtype)
        if self._is_dense:
            partial_counts.fill_table(*counts, table, width)
            for v in uncolored:
                partial_counts.gather_row(table, width, int(v), k, rows, stride)
        else:
            partial_counts.fill_rows(*counts, rows, stride)
        return kernels.State(
            indptr=graph.indptr,
            indices=graph.indices,
            rng=self._rng,
            scalars=scalars,
            colors=colors,
            best=self._best,
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

    def _widen(self) -> None:
        """Go on with wider counters: a class may soon have more vertices than these can count."""
        assert self._state is not None
        n, k = self._graph.n, self.k
        _, old_flag = COUNTERS[self._counter]
        self._counter += 1
        dtype, flag = COUNTERS[self._counter]

        def wider(counts: NDArray[Any]) -> NDArray[np.int64]:
            return np.where(counts < old_flag, counts, counts.astype(np.int64) - old_flag + flag)

        rows, stride = _empty_rows(n, k, dtype)
        rows.reshape(n, stride)[:, :k] = wider(self._state.rows.reshape(n, -1)[:, :k])
        table = aligned_zeros(len(self._state.table), dtype)
        table[:] = wider(self._state.table)
        self._state = self._state._replace(rows=rows, table=table)


def _is_dense(graph: Graph, k: int, layout: str) -> bool:
    """
    Whether passes over all vertices cost less than visits to neighbors.

    Measured, dense over sparse moves/s: le450_15c 1.7, DSJC1000.1 1.9, wap05a 1.9, DSJC500.5 2.6; but
    0.85 for n = 1000 with degree 10, 0.9 and 0.8 for n = 4000 and 8000 with degrees 60 and 120.
    """
    if layout != "auto":
        return layout == "dense"
    if graph.n * graph.n // 8 > MAX_DENSE_BYTES:
        return False
    return graph.n / VECTOR + k < 2 * graph.m / max(graph.n, 1)


def _empty_rows(n: int, k: int, dtype: np.dtype[Any]) -> tuple[NDArray[Any], int]:
    """Rows without a count, n times the stride; colors from k on compare as tabu, and never as free."""
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
    params: PartialColParams | None = None,
    initial: ArrayLike | None = None,
) -> Result:
    """
    Search for a proper k-coloring with PartialCol [1]_.

    Parameters
    ----------
    graph, k, seed, params, initial
        As for :class:`PartialCol`.
    stop
        When to give up; looked at between slices of work.

    Returns
    -------
    Result
        ``colors`` is complete; vertices that the search left out have the color that the fewest of
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
    search = PartialCol(graph, k, seed=seed, params=params, initial=initial)
    return drive(search, graph, stop, "partialcol")
