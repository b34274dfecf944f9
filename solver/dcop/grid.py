"""
The costs of a network as integers, for kernels whose result must not depend on the order of a sum.

:mod:`solver.problems.costs` describes exact integer costs. If no power of two serves all costs of a
network (0.1 beside 1e9), the grid is the finest one whose sums stay in 62 bits: searches compare on it,
its rounding of a sum is smaller than that of float64, and results are summed from the given numbers.

Equal tables are stored once: a coloring problem with equal weights needs one table, which stays in the
first-level cache.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, expected
from ..problems.costs import MAX_SUM, fractional_bits, grid_shift, on_grid


@dataclass(frozen=True, eq=False)
class Grid:
    """
    The costs of a network times ``2 ** shift``, in flat arrays.

    Attributes
    ----------
    exact
        Whether the integers are the given costs, none of them rounded.
    shift
        Fractional bits; negative on a grid coarser than 1.
    constant
        Cost of every assignment.
    unary, unary_start
        int64; the costs of variable ``v`` are ``unary[unary_start[v]:unary_start[v + 1]]``.
    tables, table_start
        int64; the table of pair ``e`` begins at ``tables[table_start[e]]``, with a row for each value of
        the lower end. Equal tables are stored once.
    factor_start
        int64; the table of factor ``f`` begins at ``tables[factor_start[f]]``, the value of the last
        variable changing fastest.
    highest
        Sum of the largest absolute finite cost of each function, which no allowed assignment exceeds.
    barrier
        Cost of a forbidden entry, ``2 * highest + 1``, so that an assignment with one exceeds
        ``highest``.
    floats
        If not exact, the given costs, added up: constant, unary and tables.
    """

    exact: bool
    shift: int
    constant: int
    unary: NDArray[np.int64]
    unary_start: NDArray[np.int64]
    tables: NDArray[np.int64]
    table_start: NDArray[np.int64]
    factor_start: NDArray[np.int64]
    highest: int
    barrier: int
    floats: tuple[float, NDArray[np.float64], NDArray[np.float64]] | None

    def to_cost(self, sums: NDArray[np.int64] | int) -> NDArray[np.float64]:
        """Return sums of grid costs as costs: the nearest doubles, +inf if forbidden."""
        integers = np.asarray(sums, np.int64)
        costs = np.ldexp(integers.astype(np.float64), -self.shift)
        return np.where(integers > self.highest, math.inf, costs)

    @property
    def cost_of_constant(self) -> float:
        """The constant as a cost."""
        return float(self.to_cost(self.constant)) if self.floats is None else self.floats[0]

    def unary_costs(self, first: int, last: int) -> NDArray[np.float64]:
        """Return entries ``first`` to ``last - 1`` of the unary costs, +inf where forbidden."""
        if self.floats is None:
            return self.to_cost(self.unary[first:last])
        return self.floats[1][first:last].copy()

    def table_costs(self, first: int, last: int) -> NDArray[np.float64]:
        """Return entries ``first`` to ``last - 1`` of the tables, +inf where forbidden."""
        if self.floats is None:
            return self.to_cost(self.tables[first:last])
        return self.floats[2][first:last].copy()

    def sums(self, unary_at: NDArray[np.int64], table_at: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the costs of assignments with these entries, int64[B, n] and int64[B, m + factors]."""
        if self.floats is None:
            totals = self.unary[unary_at].sum(axis=1) + self.tables[table_at].sum(axis=1)
            return self.to_cost(totals + self.constant)
        constant, unary, tables = self.floats
        first = np.full((len(unary_at), 1), constant)
        terms = np.concatenate([first, unary[unary_at], tables[table_at]], axis=1)
        # A cumulative sum has a defined order; numpy's sum has not.
        return np.cumsum(terms, axis=1)[:, -1]


def add_up(
    sizes: NDArray[np.int32],
    lengths: NDArray[np.int64],
    pairs: int,
    cells: NDArray[np.int64],
    entries: NDArray[np.float64],
) -> Grid:
    """
    Put cost functions on a grid; those of equal scope are added up.

    Parameters
    ----------
    sizes
        Domain sizes, int32[n].
    lengths
        Number of entries of the table of each pair, then of each factor.
    pairs
        Number of pairs.
    cells, entries
        Entries of all functions, finite or +inf, and their cells: cell 0 is the constant, then come the
        values of each variable, then the table of each pair, then those of the factors.
    """
    tables_from = 1 + int(sizes.sum(dtype=np.int64))
    starts = tables_from + _starts(lengths)
    total = np.zeros(starts[-1])
    allowed = np.isfinite(entries)
    np.add.at(total, cells[allowed], entries[allowed])
    if not np.isfinite(total).all():
        raise InputError("functions: expected costs whose sums are finite")
    total[cells[~allowed]] = math.inf
    is_repeated = bool((np.bincount(cells[entries != 0], minlength=1) > 1).any())
    first_of: dict[bytes, int] = {}
    kept: list[NDArray[np.float64]] = []
    which = np.empty(len(lengths), np.int64)
    for e, (start, end) in enumerate(zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)):
        place = first_of.setdefault(total[start:end].tobytes(), len(kept))
        if place == len(kept):
            kept.append(total[start:end])
        which[e] = place
    addends = entries[allowed] if is_repeated else None
    return choose_grid(sizes, float(total[0]), total[1:tables_from], kept, which, pairs, addends)


def choose_grid(
    sizes: NDArray[np.int32],
    constant: float,
    unary: NDArray[np.float64],
    tables: list[NDArray[np.float64]],
    which: NDArray[np.int64],
    pairs: int,
    addends: NDArray[np.float64] | None = None,
) -> Grid:
    """
    Choose the grid, and round to it if necessary.

    Parameters
    ----------
    sizes
        Domain size of each variable.
    constant, unary, tables
        Costs, finite or +inf: the unary ones of all variables in turn, and distinct tables, flat.
    which
        Table of each pair, then of each factor.
    pairs
        Number of pairs.
    addends
        Finite numbers from which the costs were summed, if any were.
    """
    lengths = np.array([len(table) for table in tables], np.int64)
    columns = _Functions(unary, _starts(sizes), np.ones(len(sizes), np.int64))
    flat = np.concatenate([*tables, np.empty(0)])
    larger = _Functions(flat, _starts(lengths), np.bincount(which, minlength=len(tables)))
    highest = abs(constant) + columns.highest() + larger.highest()
    forbidden = columns.count_forbidden() + larger.count_forbidden()
    most = highest * (1 + 2 * forbidden) + forbidden
    given = [np.array([constant]), columns.finite, larger.finite] if addends is None else [addends]
    if not math.isfinite(most):
        raise expected("functions: sum of the largest costs", most, "a finite number")
    shift = max(map(fractional_bits, given))
    # Doubles add exactly below 2 ** 53 units; a larger sum may have been rounded.
    limit = float(MAX_SUM) if addends is None else 2.0**53
    exact = bool(np.ldexp(most, shift) < float(MAX_SUM) and np.ldexp(highest, shift) < limit)
    if not exact:
        # The largest shift that leaves a factor of two for rounding.
        shift = grid_shift(most, 60)
    columns, larger = columns.scaled(shift), larger.scaled(shift)
    scaled_constant = int(on_grid(np.array(constant), shift))
    bound = abs(scaled_constant) + int(columns.highest()) + int(larger.highest())
    barrier = 2 * bound + 1
    return Grid(
        exact=exact,
        shift=shift,
        constant=scaled_constant,
        unary=_read_only(columns.with_barrier(barrier)),
        unary_start=_read_only(columns.starts),
        tables=_read_only(larger.with_barrier(barrier)),
        table_start=_read_only(larger.starts[which[:pairs]]),
        factor_start=_read_only(larger.starts[which[pairs:]]),
        highest=bound,
        barrier=barrier,
        floats=None if exact else (constant, _read_only(unary.copy()), _read_only(flat)),
    )


class _Functions:
    """Cost functions of one arity, flat, and the number of occurrences of each."""

    def __init__(
        self,
        entries: NDArray[Any],
        starts: NDArray[np.int64],
        times: NDArray[np.int64],
        forbidden: NDArray[np.bool_] | None = None,
    ) -> None:
        self.forbidden = np.isinf(entries) if forbidden is None else forbidden
        self.finite = np.where(self.forbidden, 0, entries)
        self.starts = starts
        self.times = times

    def highest(self) -> float:
        """Return the sum of the largest absolute entries; an integer if they are."""
        if len(self.times) == 0:
            return 0
        largest = np.maximum.reduceat(np.abs(self.finite), self.starts[:-1])
        total: float = (largest * self.times).sum().item()
        return total

    def count_forbidden(self) -> int:
        """Return the number of functions that forbid anything."""
        if len(self.times) == 0:
            return 0
        return int((np.logical_or.reduceat(self.forbidden, self.starts[:-1]) * self.times).sum())

    def scaled(self, shift: int) -> _Functions:
        """Return the functions rounded to multiples of ``2 ** -shift``, as int64."""
        return _Functions(on_grid(self.finite, shift), self.starts, self.times, self.forbidden)

    def with_barrier(self, barrier: int) -> NDArray[np.int64]:
        return np.where(self.forbidden, barrier, self.finite)


def _starts(lengths: NDArray[np.integer]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array
