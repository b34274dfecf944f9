"""
Bucket elimination: exact minima of costs on a graph, in time exponential only in its width.

What depends on the edges alone, an order of elimination and the program made of it, is found once
(:func:`find_order`, :class:`Elimination`); costs change freely from call to call. Orders are tried
greedily, by fewest joins and by fewest neighbors, with several ways to break ties, and the one with the
fewest cells is kept; see :mod:`solver._kernels.cluster.elimination_plan`, and
:mod:`solver._kernels.cluster.elimination` for the minimization.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.cluster import elimination as kernels
from .._kernels.cluster import elimination_plan as layout
from .._kernels.vectors.simd import BYTES, aligned_zeros
from ..errors import BudgetError, InputError
from ..problems.costs import MAX_SUM, MAX_SUM_32

#: Bytes of tables that a solve may use unless told otherwise.
MEMORY = 1 << 28
#: Attempts at an order beyond the first two, each with other ties; more is never worth its time below
#: this number of cells.
ATTEMPTS = 6
CHEAP = 1 << 12
NO_MEMO = np.empty(0, np.uint8)
#: Groups of digits are listed as long as there are at most this many.
DIGIT_GROUPS = 1 << 12


@dataclass(frozen=True, eq=False)
class Order:
    """
    An order of elimination and what it costs.

    Attributes
    ----------
    nodes
        int64[free], first eliminated first.
    cells
        Work: colorings of each scope times colors of its node, summed.
    width
        Nodes in the largest scope.
    """

    nodes: NDArray[np.int64]
    cells: float
    width: int
    scopes: NDArray[np.int64]
    sizes: NDArray[np.int64]
    parents: NDArray[np.int64]


def find_order(free: int, total: int, ends: NDArray[np.int32], k: int) -> Order:
    """
    The cheapest of several greedy orders for nodes 0 .. free - 1; the others are kept.

    Parameters
    ----------
    free, total
        Nodes to eliminate, and all nodes.
    ends
        int32[e, 2], edges.
    k
        Number of colors.
    """
    words = max(1, -(-total // 64))
    adjacent = np.zeros((total, words * 64), np.bool_)
    adjacent[ends[:, 0], ends[:, 1]] = True
    adjacent[ends[:, 1], ends[:, 0]] = True
    bits = _as_words(adjacent)
    scores, order = np.empty((2, free), np.int64)
    by_index = np.arange(free)
    best, fewest = by_index, np.inf
    random = np.random.default_rng(0)
    for attempt in range(2 + ATTEMPTS):
        rule = layout.MIN_DEGREE if attempt == 1 else layout.MIN_FILL
        priority = (
            by_index if attempt < 2 else by_index[::-1] if attempt == 2 else random.permutation(free)
        )
        cells = layout.find_order(
            bits.copy(), free, rule, np.ascontiguousarray(priority), k, fewest, scores, order
        )
        if cells < fewest:
            best, fewest = order.copy(), cells
        if attempt and fewest <= CHEAP:
            break
    position = np.concatenate([best, np.arange(free, total)])
    scopes = _as_words(
        np.pad(adjacent[:, :total][np.ix_(position, position)], ((0, 0), (0, words * 64 - total)))
    )
    sizes, parents = np.empty((2, free), np.int64)
    layout.find_scopes(scopes, free, sizes, parents)
    return Order(best, float(fewest), int(sizes.max(initial=0)), scopes, sizes, parents)


def _as_words(rows: NDArray[np.bool_]) -> NDArray[np.int64]:
    packed = np.packbits(rows, axis=1, bitorder="little")
    words: NDArray[np.int64] = np.ascontiguousarray(packed).view("<i8").astype(np.int64)
    return words


class Workspace(NamedTuple):
    """Memory of one solve at a time."""

    tables: NDArray[Any]
    counters: NDArray[np.int64]


class Elimination:
    """
    A program for one graph and one integer type; see the module.

    Parameters
    ----------
    order
        From :func:`find_order`.
    ends
        int32[e, 2], the edges that the order was found for.
    kept
        Number of nodes that are not eliminated.
    k
        Number of colors.
    dtype
        int32 or int64: what costs are computed in. The caller sees to it that no sum can overflow.
    nodes
        Numbers of all nodes, free ones first, in the coloring that a solve reads and writes.
    crossings
        int[x, 2]: a node, and the number of a node outside, whose color the coloring may know.
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
        dtype: type[np.int32] | type[np.int64],
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
        self._spare: list[Workspace] = []

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
            order.scopes, order.parents, row_starts, others, edge_ids, lanes,
            places, program, patterns, int(starts[-1]), first,
        )  # fmt: skip
        program[layout.ROOT] = end - k**kept
        self.program, self.patterns, self.table_cells = program, patterns.ravel(), int(end) + lanes
        self.rows = program[starts[5] : starts[5] + free + 1]
        self.counters = max(free + kept, int(sizes.max()) + int(children.max())) + 1

    def costs(
        self, unary: NDArray[Any], weights: NDArray[Any], crossing_weights: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """
        Costs as a solve reads them.

        Parameters
        ----------
        unary
            Integers [free + kept, k], nodes as numbered for the order.
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

    def borrow(self) -> Workspace:
        """A workspace that no other thread uses until :meth:`give_back`."""
        try:
            return self._spare.pop()
        except IndexError:
            counters = np.zeros(self.counters, np.int64)
            return Workspace(aligned_zeros(self.table_cells, self.dtype), counters)

    def give_back(self, workspace: Workspace) -> None:
        """Keep a workspace for the next solve; its memory is the slow part of a first one."""
        self._spare.append(workspace)

    def minimize(self, costs: NDArray[Any], colors: NDArray[np.int32], rank: int = 0) -> tuple[int, int]:
        """
        Color the free nodes at the least cost; see the kernel of this name.

        ``colors`` is read (for the crossings) and written. Returns the cost and the number of rivals.
        """
        space = self.borrow()
        found: tuple[int, int] = kernels.minimize(self.program, costs, colors, *space, rank, NO_MEMO)
        self._spare.append(space)
        return found

    def respond(
        self,
        beliefs: NDArray[np.int32],
        required: NDArray[np.int32],
        costs: NDArray[Any],
        ledger: NDArray[np.int64],
        rank: int,
        colors: NDArray[np.int32],
    ) -> tuple[bool, int, int, int, int, int]:
        """A whole turn in one call; see the kernel of this name."""
        space = self.borrow()
        found: tuple[bool, int, int, int, int, int] = kernels.respond(
            beliefs, required, self.program, costs, ledger, rank, *space, colors, NO_MEMO
        )
        self._spare.append(space)
        return found

    def tabulate(
        self,
        beliefs: NDArray[np.int32],
        required: NDArray[np.int32],
        costs: NDArray[Any],
        ledger: NDArray[np.int64],
        rank: int,
        unit: int,
        scale: float,
    ) -> tuple[bool, NDArray[np.float64], NDArray[np.uint8]]:
        """
        Least penalties for all colorings of the kept nodes, and the best colors if costs are ranked.

        Returns whether all beliefs are legal, float64[k ** kept], and uint8[k ** kept * free], or [0] if
        costs are not ranked.
        """
        cells = self.k**self.kept
        penalty = np.empty(cells)
        out = np.empty(cells * self.free if rank else 0, np.uint8)
        digits, group = all_digits(self.k)
        space = self.borrow()
        is_legal = kernels.tabulate(
            beliefs, required, self.program, costs, ledger, rank, *space,
            np.empty(len(required), np.int32), digits, group, unit, scale, penalty, out,
        )  # fmt: skip
        self._spare.append(space)
        return is_legal, penalty, out

    def find_rows(
        self, costs: NDArray[Any], colors: NDArray[np.int32], rows: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Best colors of the free nodes for some colorings of the kept ones; and their rivals."""
        out = np.empty((len(rows), self.free), np.uint8)
        rivals = np.empty(len(rows), np.int64)
        # Rows share most of their choices; a byte holds a choice of up to 127 colors.
        memo = np.full(self.table_cells if self.k < kernels.RIVAL else 0, kernels.UNKNOWN, np.uint8)
        space = self.borrow()
        kernels.find_rows(self.program, costs, colors, *space, rows, out, rivals, memo)
        self._spare.append(space)
        return out, rivals


def table_bytes(order: Order, kept: int, k: int, dtype: Any) -> float:
    """Memory of the tables of an order."""
    cells = 2 * float(k) ** kept + np.sum(float(k) ** order.sizes)
    return float(cells * np.dtype(dtype).itemsize)


def check_memory(needed: float, memory: float) -> None:
    """BudgetError if tables would not fit."""
    if needed > memory:
        raise BudgetError("elimination", estimate=float(needed), budget=float(memory), unit="bytes")


def _places(k: int, lanes: int) -> int:
    """Dimensions that fill a vector: the most whose colorings have a lane each."""
    places = 0
    while k > 1 and k ** (places + 1) <= lanes:
        places += 1
    return places


@functools.cache
def all_digits(k: int) -> tuple[NDArray[np.uint8], int]:
    """Every group of digits in base k, flat and in order, and how many digits a group has."""
    group = 1
    while k > 1 and k ** (group + 1) <= DIGIT_GROUPS:
        group += 1
    number = np.arange(k**group)[:, None]
    digits = number // k ** np.arange(group - 1, -1, -1) % k
    return digits.astype(np.uint8).ravel(), group


@functools.cache
def _lane_masks(k: int, lanes: int) -> NDArray[np.int64]:
    """Lanes whose digit at place j, in base k, is c: one mask each, c fastest."""
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
    An optimal coloring of a graph with unary costs and a weight for each edge whose ends are equal.

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
        The least cost, and colors int32[m] that have it; which of several is not defined.

    Raises
    ------
    BudgetError
        If the tables would not fit.
    """
    m, k = unary.shape
    if unary.dtype.kind != "i" or weights.dtype.kind not in "iu":
        raise InputError(f"unary, weights: {unary.dtype}, {weights.dtype}, expected integers")
    bound = sum(weights.tolist()) + sum(np.abs(unary).max(axis=1, initial=0).tolist())
    if bound >= MAX_SUM:
        raise InputError(f"unary, weights: sums up to {bound}, expected less than {MAX_SUM}")
    dtype = np.int32 if bound < MAX_SUM_32 else np.int64
    elimination = Elimination(find_order(m, m, ends, k), ends, 0, k, dtype, memory=memory)
    colors = np.full(m, -1, np.int32)
    cost, _ = elimination.minimize(elimination.costs(unary, weights), colors)
    return int(cost), colors
