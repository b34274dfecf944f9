"""
Bucket elimination: exact minima of costs on a graph, in time exponential only in its width.

The order and the program made of it depend on the edges alone and are computed once
(:func:`solver.cluster.order.find_order`, :class:`Elimination`); costs may change from call to call. See
:mod:`solver._kernels.cluster.elimination` for the minimization.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.cluster import elimination as kernels
from .._kernels.cluster import elimination_answers as answers
from .._kernels.cluster import elimination_plan as layout
from .._kernels.vectors.simd import BYTES, aligned_zeros
from ..errors import InputError, expected
from ..problems.costs import MAX_SUM, IntegerType, largest_sum, narrowest
from .order import Order, check_memory, find_order, table_bytes

#: Bytes of tables that a solve may use by default.
MEMORY = 1 << 28
NO_MEMO = np.empty(0, np.uint8)
#: Groups of digits are listed as long as there are at most this many.
DIGIT_GROUPS = 1 << 12


def color_type(k: int) -> type[np.uint8] | type[np.int32]:
    """Return the type in which colorings are listed: uint8 up to 256 colors, otherwise int32."""
    return np.uint8 if k <= 256 else np.int32


class Elimination:
    """
    A program for one graph and one integer type.

    Parameters
    ----------
    order
        Order from :func:`find_order`.
    ends
        int32[e, 2], the edges for which the order was found.
    kept
        Number of nodes that are not eliminated.
    k
        Number of colors.
    dtype
        Type of the costs, int32 or int64. The caller ensures that no sum overflows.
    nodes
        Numbers of all nodes, free ones first, in the coloring that a solve reads and writes.
    crossings
        int[x, 2]: a node, and the number of an adjacent node outside.
    memory
        Bytes that the tables may take.

    Raises
    ------
    BudgetError
        If the tables would not fit.
    """

    def __init__(
        self,
        order: Order,
        ends: NDArray[np.int32],
        kept: int,
        k: int,
        dtype: IntegerType,
        nodes: NDArray[Any] | None = None,
        crossings: NDArray[Any] | None = None,
        memory: float = MEMORY,
    ) -> None:
        free = len(order.nodes)
        self.free, self.kept, self.k, self.dtype, self.edges = free, kept, k, dtype, len(ends)
        self.position = np.empty(free + kept, np.int64)
        self.position[order.nodes] = np.arange(free)
        self.position[free:] = np.arange(free, free + kept)
        nodes = np.arange(free + kept) if nodes is None else nodes
        crossings = np.empty((0, 2), np.int64) if crossings is None else crossings
        self.table_bytes = table_bytes(order, kept, k, dtype)
        check_memory(self.table_bytes, memory)
        self._write(order, ends, nodes, crossings)
        self._spare: list[kernels.Workspace] = []

    def _write(
        self, order: Order, ends: NDArray[Any], nodes: NDArray[Any], crossings: NDArray[Any]
    ) -> None:
        free, kept, k, lanes = self.free, self.kept, self.k, BYTES // np.dtype(self.dtype).itemsize
        position = self.position
        seats = position[ends]
        inside = np.flatnonzero((seats >= free).all(axis=1))
        pairs = np.sort(seats[inside] - free, axis=1)
        by_position = np.empty(free + kept, np.int64)
        by_position[position] = nodes
        lists = [
            by_position,
            position[:free],
            np.column_stack([position[crossings[:, 0]], crossings[:, 1]]).ravel(),
            np.column_stack([pairs, inside]).ravel(),
            _lane_masks(k, lanes),
            np.zeros(free + 1, np.int64),
        ]
        starts = layout.HEADER + np.cumsum([0, *map(len, lists)])
        children = np.bincount(np.where(order.parents < 0, free, order.parents), minlength=free + 1)
        children[free] += kept > 0
        sizes = np.append(order.sizes, kept)
        places = _places(k, lanes)
        inner = np.minimum(sizes, places)
        record_sizes = layout.RECORD + 2 * sizes + children * (layout.STEPS + sizes - inner)
        program = np.zeros(starts[-1] + record_sizes.sum(), np.int64)
        patterns = np.zeros((children.sum(), lanes), self.dtype)
        unary = (free + kept) * k
        table = k * lanes + unary
        weights = unary
        header = {
            layout.FREE: free,
            layout.KEPT: kept,
            layout.COLORS: k,
            layout.EDGES: len(ends),
            layout.CROSSINGS: len(crossings),
            layout.NODES_AT: starts[0],
            layout.RANKED_AT: starts[1],
            layout.CROSSINGS_AT: starts[2],
            layout.KEPT_EDGES: len(pairs),
            layout.KEPT_EDGES_AT: starts[3],
            layout.MASKS_AT: starts[4],
            layout.RECORDS_AT: starts[5],
            layout.UNARY: k * lanes,
            layout.KEPT_TABLE: table,
            layout.ROOT_CELLS: k**kept,
            layout.WEIGHTS: weights,
            layout.CROSSING_WEIGHTS: weights + len(ends),
            layout.PATTERNS: weights + len(ends) + len(crossings),
        }
        for place, value in header.items():
            program[place] = value
        for start, values in zip(starts, lists, strict=False):
            program[start : start + len(values)] = values
        both = np.concatenate([seats, seats[:, ::-1]])
        by_head = np.argsort(both[:, 0], kind="stable")
        row_starts = np.searchsorted(both[by_head, 0], np.arange(free + kept + 1))
        edge_ids = np.tile(np.arange(len(ends)), 2)[by_head]
        others = np.ascontiguousarray(both[by_head, 1])
        first = table + (k**kept if kept else 1)
        end = layout.write_records(
            layout.Steps(order.scopes, order.parents),
            layout.Adjacency(row_starts, others, edge_ids),
            layout.Layout(lanes, places, int(starts[-1]), first),
            program,
            patterns,
        )
        program[layout.ROOT] = end - k**kept
        self.program, self.patterns, self.table_cells = program, patterns.ravel(), int(end) + lanes
        self.rows = program[starts[5] : starts[5] + free + 1]
        self.counters = max(free + kept, int(sizes.max()) + int(children.max())) + 1

    def costs(
        self, unary: NDArray[Any], weights: NDArray[Any], crossing_weights: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """
        Return costs in the form that a solve reads.

        Parameters
        ----------
        unary
            Integers [free + kept, k], nodes numbered as for the order.
        weights
            Integers [e].
        crossing_weights
            Integers [x].
        """
        by_position = np.empty((self.free + self.kept, self.k), np.int64)
        by_position[self.position] = unary
        parts: list[ArrayLike] = [by_position.ravel(), weights]
        if crossing_weights is not None:
            parts.append(crossing_weights)
        packed: NDArray[Any] = aligned_zeros(
            sum(np.size(part) for part in parts) + len(self.patterns), self.dtype
        )
        packed[:] = np.concatenate([*parts, self.patterns])
        return packed

    @contextlib.contextmanager
    def workspace(self) -> Iterator[kernels.Workspace]:
        """Lend a workspace that no other thread uses; the memory is the slow part of a first solve."""
        try:
            space = self._spare.pop()
        except IndexError:
            counters = np.zeros(self.counters, np.int64)
            space = kernels.Workspace(aligned_zeros(self.table_cells, self.dtype), counters)
        try:
            yield space
        finally:
            self._spare.append(space)

    def minimize(self, costs: NDArray[Any], colors: NDArray[np.int32], rank: int = 0) -> tuple[int, int]:
        """
        Color the free nodes at the least cost; see the kernel of this name.

        ``colors`` is read (for the crossings) and written. Returns the cost and the number of rivals.
        """
        with self.workspace() as space:
            return kernels.minimize(self.program, costs, colors, space, rank, NO_MEMO)  # type: ignore[no-any-return]

    def respond(
        self,
        beliefs: NDArray[np.int32],
        turn: answers.Turn,
        costs: NDArray[Any],
        colors: NDArray[np.int32],
    ) -> tuple[bool, int, int, int, int, int]:
        """Take a whole turn in one call; see the kernel of this name."""
        with self.workspace() as space:
            return answers.respond(  # type: ignore[no-any-return]
                beliefs, turn, self.program, costs, space, colors, NO_MEMO
            )

    def tabulate(
        self, beliefs: NDArray[np.int32], turn: answers.Turn, costs: NDArray[Any]
    ) -> tuple[bool, answers.Table]:
        """Return whether all beliefs are legal, and the least penalties for the kept nodes."""
        cells = self.k**self.kept
        table = answers.Table(
            penalty=np.empty(cells),
            best=np.empty(cells * self.free if turn.rank else 0, color_type(self.k)),
            colors=np.empty(len(turn.required), np.int32),
        )
        with self.workspace() as space:
            is_legal = answers.tabulate(
                beliefs, turn, self.program, costs, space, all_digits(self.k), table
            )
        return bool(is_legal), table

    def find_rows(
        self, costs: NDArray[Any], colors: NDArray[np.int32], rows: NDArray[np.int64]
    ) -> answers.Rows:
        """Return the best colors of the free nodes for some colorings of the kept ones."""
        best = np.empty((len(rows), self.free), color_type(self.k))
        asked = answers.Rows(rows, best, np.empty(len(rows), np.int64))
        # Rows share most of their choices; a byte holds a choice among up to 127 colors.
        memo = np.full(self.table_cells if self.k < kernels.RIVAL else 0, kernels.UNKNOWN, np.uint8)
        with self.workspace() as space:
            answers.find_rows(self.program, costs, colors, space, asked, memo)
        return asked


def _places(k: int, lanes: int) -> int:
    """Return the number of dimensions that fill a vector, with a lane for each coloring."""
    places = 0
    while k > 1 and k ** (places + 1) <= lanes:
        places += 1
    return places


@functools.cache
def all_digits(k: int) -> answers.Digits:
    """Return every group of digits in base k."""
    length = 1
    while k > 1 and k ** (length + 1) <= DIGIT_GROUPS:
        length += 1
    number = np.arange(k**length)[:, None]
    digits = number // k ** np.arange(length - 1, -1, -1) % k
    return answers.Digits(digits.astype(color_type(k)).ravel(), length)


@functools.cache
def _lane_masks(k: int, lanes: int) -> NDArray[np.int64]:
    """Return a mask of the lanes whose digit at place j, in base k, is c; c is fastest."""
    places = _places(k, lanes)
    lane = np.arange(lanes)
    used = lane < k**places
    digits = lane // k ** np.arange(places)[:, None] % k
    chosen = (digits[:, None, :] == np.arange(k)[:, None]) & used
    masks: NDArray[np.int64] = (chosen * (1 << lane)).sum(axis=2, dtype=np.int64).ravel()
    return masks


def minimize(
    unary: NDArray[Any], ends: NDArray[np.int32], weights: NDArray[Any], memory: float = MEMORY
) -> tuple[int, NDArray[np.int32]]:
    """
    Return an optimal coloring of a graph with unary costs, and weights of edges whose ends are equal.

    Parameters
    ----------
    unary
        Integers [m, k].
    ends
        int32[e, 2].
    weights
        Integers [e], not negative.
    memory
        Bytes that the tables may take.

    Returns
    -------
    tuple[int, NDArray[np.int32]]
        The least cost, and colors int32[m] that have it, any of several.

    Raises
    ------
    BudgetError
        If the tables would not fit.
    """
    m, k = unary.shape
    if unary.dtype.kind != "i" or weights.dtype.kind not in "iu":
        raise InputError(f"unary, weights: expected integers, not {unary.dtype} and {weights.dtype}")
    if (bound := largest_sum(unary, weights)) >= MAX_SUM:
        raise expected("unary, weights: largest sum", bound, "less than 2 ** 62")
    order = find_order(m, m, ends, k)
    elimination = Elimination(order, ends, 0, k, narrowest(bound), memory=memory)
    colors = np.full(m, -1, np.int32)
    cost, _ = elimination.minimize(elimination.costs(unary, weights), colors)
    return int(cost), colors
