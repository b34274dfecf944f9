"""
The restricted master problem: cover each vertex by independent sets from a pool, at least cost.

Solved in its dual form, weights for the vertices such that no set of the pool weighs more than 1, by the
interior-point method of SciPy's HiGHS. Afresh each time, since on large pools that is the fastest: 6188
sets of 1000 vertices (DSJC1000.9) took 0.8 s, the dual simplex method 6.4 s, and the primal one started
from its last basis, with 100 sets new, 4.7 s. (On 250 vertices: 0.20, 0.27 and 0.16 s.)
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..errors import KempeError

#: For each nonzero and iteration of the interior-point method: its time at some 60 ticks a microsecond.
TICKS_PER_NONZERO = 16
#: With more sets than this for each vertex, those that are worth least go.
MOST_PER_VERTEX = 8


class Columns:
    """
    A pool of independent sets, and the best fractional coloring with them.

    Attributes
    ----------
    value
        Of that fractional coloring: how many colors it uses.
    weights
        float64[n], its dual solution.
    use
        float64, how much of each set it uses.
    ticks
        Work done.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.sets: list[NDArray[np.int32]] = []
        self._known: set[bytes] = set()
        self.value = float(n)
        self.weights: NDArray[np.float64] = np.ones(n)
        self.use: NDArray[np.float64] = np.empty(0)
        self.ticks = 0

    def add(self, sets: Iterable[NDArray[np.int32]]) -> int:
        """Take in independent sets, increasing vertices each; returns how many were new."""
        before = len(self.sets)
        for vertices in sets:
            key = vertices.tobytes()
            if key not in self._known:
                self._known.add(key)
                self.sets.append(vertices)
        return len(self.sets) - before

    def add_members(self, members: NDArray[np.bool_]) -> int:
        """Take in the sets that the rows of bool[sets, n] stand for."""
        if len(members) == 0:
            return 0
        rows, vertices = np.nonzero(members)
        return self.add(np.split(vertices.astype(np.int32), np.flatnonzero(np.diff(rows)) + 1))

    def add_coloring(self, colors: NDArray[np.int32]) -> int:
        """Take in the color classes of a proper coloring."""
        order = np.argsort(colors, kind="stable").astype(np.int32)
        ends = np.flatnonzero(np.diff(colors[order])) + 1
        return self.add(np.split(order, ends))

    def solve(self) -> None:
        """Find the best fractional coloring; the sets must cover each vertex."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        if len(self.sets) > MOST_PER_VERTEX * self.n and len(self.use):
            self._drop()
        indices = np.concatenate(self.sets)
        indptr = np.zeros(len(self.sets) + 1, np.int64)
        np.cumsum([len(vertices) for vertices in self.sets], out=indptr[1:])
        matrix = csr_array((np.ones(len(indices)), indices, indptr), shape=(len(self.sets), self.n))
        found = linprog(
            -np.ones(self.n),
            A_ub=matrix,
            b_ub=np.ones(len(self.sets)),
            bounds=(0, None),
            method="highs-ipm",
        )
        if found.status:
            raise KempeError(f"HiGHS: {found.message}")
        self.value = -float(found.fun)
        self.weights = np.clip(found.x, 0, 1)
        self.use = np.maximum(-found.ineqlin.marginals, 0)
        self.ticks += TICKS_PER_NONZERO * len(indices) * max(int(found.nit), 1)

    def _drop(self) -> None:
        """Keep the sets in use, and of the others those that weigh most."""
        kept = len(self.use)
        weights = np.array([self.weights[vertices].sum() for vertices in self.sets[:kept]])
        order = np.lexsort((np.arange(kept), -weights, self.use <= 0))
        used = int(np.count_nonzero(self.use))
        stay = np.sort(order[: max(used, MOST_PER_VERTEX * self.n // 2)])
        self.sets = [self.sets[i] for i in stay] + self.sets[kept:]
        self._known = {vertices.tobytes() for vertices in self.sets}
