"""
The simplex method for covering vertices by sets: pivots from the last basis, with an explicit inverse.

The linear program is: use sets to fractions of least sum, so that each vertex is covered at least once.
A basis has n columns, sets and surpluses of vertices; the inverse is dense, n^2 numbers, and a pivot
changes only the columns in which the pivot row is not 0. Right-hand sides are 1 plus a small number that
differs from vertex to vertex, so that pivots make progress: with equal ones nearly all are degenerate.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, put

PIVOTS, TICKS, DONE = range(3)  # fields of `progress`

#: Least reduced cost, and least pivot, that count as nonzero.
COST, PIVOT = 1e-7, 1e-8


class Basis(NamedTuple):
    """A basis of n columns and its solution."""

    columns: Any  #: int32[n], a set, or -1 - v for the surplus of vertex v
    inverse: Any  #: float64[n * n], transposed: the column of vertex v at v * n
    use: Any  #: float64[n], value of each column
    weights: Any  #: float64[n], the dual solution
    right: Any  #: float64[n], right-hand sides
    entering: Any  #: float64[n], work space: the entering column in terms of the basis
    taken: Any  #: uint8[n], work space: rows that have their column
    progress: Any  #: int64[3]


@helper
def cheapest(basis, indptr, members, sets):
    """Return the column that weighs most above its cost, -1 - v for a surplus, and the excess."""
    best = 0
    excess = 0.0
    for s in range(sets):
        total = -1.0
        for p in range(at(indptr, s), at(indptr, s + 1)):
            total += basis.weights[at(members, p)]
        if total > excess:
            excess = total
            best = s
    for v in range(len(basis.columns)):
        if -basis.weights[v] > excess:
            excess = -basis.weights[v]
            best = -1 - v
    return best, excess


@helper
def express(basis, indptr, members, column):
    """
    Write a column in terms of the basis.

    Mutates: basis.entering. Return the number of vertices in the column.
    """
    n = len(basis.columns)
    if column < 0:
        first = (-1 - column) * n
        for i in range(n):
            basis.entering[i] = -basis.inverse[first + i]
        return 1
    basis.entering[:] = 0
    for p in range(at(indptr, column), at(indptr, column + 1)):
        first = at(members, p) * n
        for i in range(n):
            basis.entering[i] = basis.entering[i] + basis.inverse[first + i]
    return at(indptr, column + 1) - at(indptr, column)


@helper
def leaving(basis):
    """Return the row that reaches 0 first, that of the largest pivot among ties; -1 if there is none."""
    row = -1
    least = 0.0
    for i in range(len(basis.columns)):
        if basis.entering[i] > PIVOT:
            ratio = max(basis.use[i], 0.0) / basis.entering[i]
            if row < 0 or ratio < least:
                row = i
                least = ratio
    return row


@helper
def pivot(basis, row, column, excess):
    """
    Exchange the column of a row.

    Mutates: basis. Return the number of columns of the inverse that changed.
    """
    n = len(basis.columns)
    divisor = basis.entering[row]
    step = max(basis.use[row], 0.0) / divisor
    for i in range(n):
        basis.use[i] = basis.use[i] - step * basis.entering[i]
    basis.use[row] = step
    put(basis.columns, row, column)
    basis.entering[row] = divisor - 1.0  # so that the row becomes itself, divided
    changed = 0
    for v in range(n):
        factor = basis.inverse[v * n + row] / divisor
        if factor != 0.0:
            changed += 1
            for i in range(n):
                place = v * n + i
                basis.inverse[place] = basis.inverse[place] - factor * basis.entering[i]
            basis.weights[v] = basis.weights[v] - excess * factor
    return changed


@kernel
def invert(basis, indptr, members, wanted):
    """
    Compute the inverse and the solution of the basis of ``wanted``, int32[n], from nothing.

    Right-hand sides are in ``basis.right``. Columns may change places. Columns that depend on others are
    replaced by surpluses. Mutates: basis.
    """
    n = len(basis.columns)
    basis.inverse[:] = 0
    basis.use[:] = 0
    basis.weights[:] = 0
    for v in range(n):
        basis.inverse[v * n + v] = -1.0
        put(basis.columns, v, -1 - v)
    # The row of a surplus that stays is taken first, so that no other column replaces it.
    basis.taken[:] = 0
    for i in range(n):
        if at(wanted, i) < 0:
            put(basis.taken, -1 - at(wanted, i), 1)
    for i in range(n):
        column = at(wanted, i)
        if column < 0:
            continue
        express(basis, indptr, members, column)
        row = -1
        largest = PIVOT
        for j in range(n):
            if at(basis.taken, j) == 0 and abs(basis.entering[j]) > largest:
                row = j
                largest = abs(basis.entering[j])
        if row >= 0:
            put(basis.taken, row, 1)
            pivot(basis, row, column, 0.0)
    for v in range(n):
        for i in range(n):
            basis.use[i] += basis.inverse[v * n + i] * basis.right[v]
            if at(basis.columns, i) >= 0:
                basis.weights[v] += basis.inverse[v * n + i]
    basis.progress[TICKS] += (np.int64(n) * n * n) >> 3


@kernel
def solve(basis, indptr, members, sets, pivots):
    """
    Make at most ``pivots`` pivots; ``progress[DONE]`` becomes 1 when no column is too cheap.

    ``indptr`` int64[sets + 1] and ``members`` int32 hold the sets, with increasing vertices.

    Mutates: basis.
    """
    n = len(basis.columns)
    basis.progress[DONE] = 0
    for _ in range(pivots):
        column, excess = cheapest(basis, indptr, members, sets)
        basis.progress[TICKS] += (at(indptr, sets) >> 3) + (n >> 3)
        if excess < COST:
            basis.progress[DONE] = 1
            break
        size = express(basis, indptr, members, column)
        row = leaving(basis)
        if row < 0:
            break
        changed = pivot(basis, row, column, excess)
        basis.progress[PIVOTS] += 1
        basis.progress[TICKS] += ((size + changed) * n) >> 3
