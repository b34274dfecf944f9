"""
Bucket elimination: exact minima of costs on a graph, in time exponential only in its width.

The order and the program made of it depend on the edges alone and are computed once
(:func:`solver.cluster.order.find_order`, :class:`Elimination`); costs may change from call to call. See
:mod:`solver._kernels.cluster.elimination` for the minimization.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
        int32[x, 2]: a node, and the number of an adjacent node outside.
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
        total = free + kept
        self.free, self.kept, self.k, self.dtype = free, kept, k, dtype
        self.table_bytes = table_bytes(order, kept, k, dtype)
        check_memory(self.table_bytes, memory)
        position = np.arange(total)
        position[order.nodes] = position[:free].copy()
        self._network = layout.Network(
            position=position,
            nodes=np.arange(total) if nodes is None else nodes.astype(np.int64),
            ends=ends,
            crossings=np.empty((0, 2), np.int32) if crossings is None else crossings,
            kept=kept,
            k=k,
        )
        lanes = BYTES // np.dtype(dtype).itemsize
        # A table for each step, and that of the kept nodes.
        patterns = np.zeros((free + (kept > 0), lanes), dtype)
        self.program, end, self.counters = layout.write_program(
            layout.Steps(order.scopes, order.parents, order.sizes),
            self._network,
            layout.Layout(lanes, _places(k, lanes), _lane_masks(k, lanes)),
            patterns,
        )
        self.patterns, self.table_cells = patterns.ravel(), int(end) + lanes
        self._spare: list[kernels.Workspace] = []

    def costs(
        self,
        unary: NDArray[np.int64],
        weights: NDArray[np.int64],
        crossing_weights: NDArray[np.int64] | None = None,
        ranked: int = 0,
    ) -> NDArray[Any]:
        """
        Return costs in the form that a solve reads.

        Parameters
        ----------
        unary
            int64[free + kept, k], nodes numbered as for the order.
        weights
            int64[e].
        crossing_weights
            int64[x].
        ranked
            Number of the first nodes by whose colors costs are ranked: all costs are multiplied by the
            number of their colorings, and the low digits become the rank of the coloring.
        """
        crossed = np.empty(0, np.int64) if crossing_weights is None else crossing_weights
        count = unary.size + len(weights) + len(crossed) + len(self.patterns)
        packed: NDArray[Any] = aligned_zeros(count, self.dtype)
        costs = layout.Costs(unary, weights, crossed)
        layout.pack_costs(costs, self._network, ranked, self.patterns, packed)
        return packed

    def _workspace(self) -> kernels.Workspace:
        """
        Take a workspace that no other thread uses, to be put back among the spare ones after its use.

        The memory is the slow part of a first solve.
        """
        try:
            return self._spare.pop()
        except IndexError:
            counters = np.zeros(self.counters, np.int64)
            return kernels.Workspace(aligned_zeros(self.table_cells, self.dtype), counters)

    def minimize(self, costs: NDArray[Any], colors: NDArray[np.int32], rank: int = 0) -> tuple[int, int]:
        """
        Color the free nodes at the least cost; see the kernel of this name.

        ``colors`` is read (for the crossings) and written. Returns the cost and the number of rivals.
        """
        space = self._workspace()
        found = kernels.minimize(self.program, costs, colors, space, rank, NO_MEMO)
        self._spare.append(space)
        return found  # type: ignore[no-any-return]

    def respond(
        self,
        beliefs: NDArray[np.int32],
        turn: answers.Turn,
        costs: NDArray[Any],
        colors: NDArray[np.int32],
    ) -> tuple[bool, int, int, int, int, int]:
        """Take a whole turn in one call; see the kernel of this name."""
        space = self._workspace()
        found = answers.respond(beliefs, turn, self.program, costs, space, colors, NO_MEMO)
        self._spare.append(space)
        return found  # type: ignore[no-any-return]

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
        space = self._workspace()
        is_legal = answers.tabulate(beliefs, turn, self.program, costs, space, all_digits(self.k), table)
        self._spare.append(space)
        return bool(is_legal), table

    def find_rows(
        self, costs: NDArray[Any], colors: NDArray[np.int32], rows: NDArray[np.int64]
    ) -> answers.Rows:
        """Return the best colors of the free nodes for some colorings of the kept ones."""
        best = np.empty((len(rows), self.free), color_type(self.k))
        asked = answers.Rows(rows, best, np.empty(len(rows), np.int64))
        # Rows share most of their choices; a byte holds a choice among up to 127 colors.
        memo = np.full(self.table_cells if self.k < kernels.RIVAL else 0, kernels.UNKNOWN, np.uint8)
        space = self._workspace()
        answers.find_rows(self.program, costs, colors, space, asked, memo)
        self._spare.append(space)
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
    costs = elimination.costs(unary.astype(np.int64), weights.astype(np.int64))
    cost, _ = elimination.minimize(costs, colors)
    return int(cost), colors
