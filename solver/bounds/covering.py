"""
Fractional coverings of the vertices by independent sets, for many small linear programs in a row.

Branch and price solves some linear programs at each of its nodes, each a few sets larger than the last.
The simplex method of ``_kernels/bounds/covering.py`` continues from the last basis: on gnp(80, 0.5) with
100 to 200 sets it takes 0.5 to 1 ms where HiGHS, called through SciPy, takes 13 ms from scratch. On
DSJC125.9 that is a tree of 137 nodes in 7.4 CPU s with HiGHS, 5.9 of them in linear programs. The
inverse is computed by a kernel, too: LAPACK took 100 ms for 125 vertices on a busy machine, in threads
that wait for each other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._kernels.bounds import covering as kernels
from .._kernels.bounds.pool import Pool, insert_all

#: Pivots after which the inverse is computed anew.
FRESH = 200
#: Largest relative change of a right-hand side, so that few pivots are degenerate.
CHANGE = 1e-5


class Covering:
    """
    A pool of independent sets, and the best fractional covering by them.

    Parameters
    ----------
    colors
        int32[n], a proper coloring, whose classes are the first sets.
    seed
        Seed of the changes of the right-hand sides.

    Attributes
    ----------
    pool
        The sets, for kernels; :meth:`reserve` replaces it.
    weights
        float64[n], the dual solution: no set of the pool weighs more than 1, up to rounding.
    ticks
        Work done, in ticks.
    """

    def __init__(self, colors: NDArray[np.int32], *, seed: int = 0) -> None:
        n = self.n = len(colors)
        self.weights: NDArray[np.float64] = np.ones(n)
        self._words = (n + 63) >> 6
        self.pool = self._empty_pool()
        columns = (-1 - np.arange(n)).astype(np.int32)
        classes = colors[None] == np.arange(int(colors.max()) + 1, dtype=np.int32)[:, None]
        right = 1 + CHANGE * np.random.default_rng((seed, 14)).random(n)
        # A class covers all its vertices as long as the basis leaves no surplus at the most demanding.
        for color, members in enumerate(classes):
            vertices = np.flatnonzero(members)
            columns[vertices[np.argmax(right[vertices])]] = color
        self.add(classes)
        self._basis = kernels.Basis(
            columns=columns,
            inverse=np.empty(n * n),
            use=np.empty(n),
            weights=np.empty(n),
            right=right,
            entering=np.empty(n),
            taken=np.empty(n, np.uint8),
            progress=np.zeros(3, np.int64),
        )
        self._invert()

    @property
    def value(self) -> float:
        """Number of colors of the fractional covering."""
        return float(self._basis.weights.sum())

    @property
    def ticks(self) -> int:
        """Work done, in ticks."""
        return int(self._basis.progress[kernels.TICKS])

    @property
    def count(self) -> int:
        """Number of sets."""
        return int(self.pool.count[0])

    @property
    def sets(self) -> NDArray[np.bool_]:
        """The pool, bool[sets, n]."""
        bits = self.pool.bits[: self.count * self._words].reshape(self.count, self._words)
        return np.unpackbits(bits.view(np.uint8), axis=1, count=self.n, bitorder="little").view(np.bool_)

    @property
    def use(self) -> NDArray[np.float64]:
        """The fraction to which each set is used, float64[sets]."""
        use = np.zeros(self.count)
        is_set = self._basis.columns >= 0
        use[self._basis.columns[is_set]] = np.maximum(self._basis.use[is_set], 0)
        return use

    @property
    def basic(self) -> NDArray[np.bool_]:
        """Which sets are in the basis, bool[sets]."""
        basic = np.zeros(self.count, np.bool_)
        columns = self._basis.columns
        basic[columns[columns >= 0]] = True
        return basic

    def keep(self, stay: NDArray[np.intp]) -> None:
        """Drop all sets but those at the given places, among which must be those in the basis."""
        place = np.full(self.count, -1, np.int32)
        place[stay] = np.arange(len(stay))
        columns = self._basis.columns
        columns[columns >= 0] = place[columns[columns >= 0]]
        sets = self.sets[stay]
        self.pool = self._empty_pool()
        self.add(sets)

    def add(self, sets: NDArray[np.bool_]) -> int:
        """Add independent sets, bool[sets, n], which may not be empty; return the number of new ones."""
        self.reserve(len(sets), int(np.count_nonzero(sets)))
        return int(insert_all(self.pool, self._words, packed(sets)))

    def reserve(self, sets: int, members: int) -> None:
        """Make room in the pool for more sets with that many members in all."""
        pool, count = self.pool, self.count
        end = int(pool.indptr[count])
        if (count + sets) * self._words > len(pool.bits) or end + members > len(pool.members):
            capacity = max(count + sets, 2 * count)
            self.pool = _pool(capacity, self._words, max(end + members, 2 * end))
            insert_all(self.pool, self._words, pool.bits[: count * self._words])

    def _empty_pool(self) -> Pool:
        return _pool(self.n, self._words, 8 * self.n)

    def solve(self) -> None:
        """Compute the best fractional covering."""
        done = False
        while not done:
            if self._basis.progress[kernels.PIVOTS] >= self._stale:
                self._invert()
            before = int(self._basis.progress[kernels.PIVOTS])
            kernels.solve(self._basis, self.pool.indptr, self.pool.members, self.count, FRESH)
            after = int(self._basis.progress[kernels.PIVOTS])
            # Without a pivot although a set is too heavy, rounding errors are too large to go on.
            done = bool(self._basis.progress[kernels.DONE]) or before == after
        self.weights = np.clip(self._basis.weights, 0, 1)

    def _invert(self) -> None:
        basis = self._basis
        kernels.invert(basis, self.pool.indptr, self.pool.members, basis.columns.copy())
        self._stale = int(basis.progress[kernels.PIVOTS]) + FRESH


def packed(rows: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the rows of a matrix, bool[rows, n], as bits in whole words each, one row after another."""
    count, n = rows.shape
    bits = np.zeros((count, 8 * ((n + 63) >> 6)), np.uint8)
    bits[:, : (n + 7) >> 3] = np.packbits(rows, axis=1, bitorder="little")
    return bits.view(np.int64).ravel()


def _pool(capacity: int, words: int, members: int) -> Pool:
    """Return an empty pool with room for ``capacity`` sets that have ``members`` members in all."""
    return Pool(
        bits=np.empty(capacity * words, np.int64),
        indptr=np.zeros(capacity + 1, np.int64),
        members=np.empty(members, np.int32),
        slots=np.full(1 << (2 * capacity).bit_length(), -1, np.int32),
        count=np.zeros(1, np.int64),
    )
