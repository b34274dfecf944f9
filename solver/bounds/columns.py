"""
The restricted master problem: cover each vertex by independent sets from a pool, at least cost.

Large ones are solved in dual form, weights for the vertices such that no set of the pool weighs more
than 1, by the interior-point method of SciPy's HiGHS. Solving from scratch each time is fastest on large
pools: with 6188 sets and 1000 vertices (DSJC1000.9) it took 0.8 s, the dual simplex method took 6.4 s,
and the primal simplex method, started from its last basis with 100 new sets, took 4.7 s. Up to
:data:`SIMPLEX_VERTICES` vertices the simplex method of ``covering.py`` goes on from the last basis
without a call of HiGHS: to the end of gnp(125, 0.5, seed=1) in 0.5 rather than 2.2 CPU s, of gnp(250,
0.9, seed=1) in 0.4 rather than 0.9; with 500 vertices and density 0.9 in 5.6 and 8.9, with density 0.95
in 1.6 and 0.8.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..errors import KempeError
from .covering import Covering

#: Largest graph for the simplex method, whose pivots take n^2 operations.
SIMPLEX_VERTICES = 400
#: Ticks per nonzero and iteration of the interior-point method, from its time at 60 ticks per
# microsecond.
TICKS_PER_NONZERO = 16
#: Largest number of sets per vertex; beyond it, the sets of least weight are dropped.
MOST_PER_VERTEX = 8


class Columns:
    """
    A pool of independent sets, and the best fractional coloring by them.

    Attributes
    ----------
    value
        Number of colors of the fractional coloring.
    weights
        float64[n], the dual solution.
    use
        float64, the fraction to which each set is used.
    ticks
        Work done, in ticks.
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
        """Add independent sets, each of increasing vertices; return the number of new ones."""
        before = len(self.sets)
        for vertices in sets:
            key = vertices.tobytes()
            if key not in self._known:
                self._known.add(key)
                self.sets.append(vertices)
        return len(self.sets) - before

    def add_members(self, members: NDArray[np.bool_]) -> int:
        """Add the sets given by the rows of bool[sets, n]; return the number of new ones."""
        if len(members) == 0:
            return 0
        rows, vertices = np.nonzero(members)
        return self.add(np.split(vertices.astype(np.int32), np.flatnonzero(np.diff(rows)) + 1))

    def add_coloring(self, colors: NDArray[np.int32]) -> int:
        """Add the color classes of a proper coloring; return the number of new ones."""
        order = np.argsort(colors, kind="stable").astype(np.int32)
        ends = np.flatnonzero(np.diff(colors[order])) + 1
        return self.add(np.split(order, ends))

    def solve(self) -> None:
        """Compute the best fractional coloring; the sets must cover each vertex."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        if len(self.sets) > MOST_PER_VERTEX * self.n and len(self.use):
            self._drop()
        indices = np.concatenate(self.sets)
        indptr = np.zeros(len(self.sets) + 1, np.int64)
        np.cumsum([len(vertices) for vertices in self.sets], out=indptr[1:])
        matrix = csr_array((np.ones(len(indices)), indices, indptr), shape=(len(self.sets), self.n))
        solution = linprog(
            -np.ones(self.n),
            A_ub=matrix,
            b_ub=np.ones(len(self.sets)),
            bounds=(0, None),
            method="highs-ipm",
        )
        if solution.status:
            raise KempeError(f"HiGHS: {solution.message}")
        self.value = -float(solution.fun)
        self.weights = np.clip(solution.x, 0, 1)
        self.use = np.maximum(-solution.ineqlin.marginals, 0)
        self.ticks += TICKS_PER_NONZERO * len(indices) * max(int(solution.nit), 1)

    def _drop(self) -> None:
        """Keep the sets in use, and those of the others with most weight."""
        kept = len(self.use)
        weights = np.array([self.weights[vertices].sum() for vertices in self.sets[:kept]])
        needed = self._needed()
        order = np.lexsort((np.arange(kept), -weights, ~needed))
        stay = np.sort(order[: max(np.count_nonzero(needed), MOST_PER_VERTEX * self.n // 2)])
        self.sets = [self.sets[i] for i in stay] + self.sets[kept:]
        self._known = {vertices.tobytes() for vertices in self.sets}
        self._keep(stay)

    def _needed(self) -> NDArray[np.bool_]:
        """Return which sets of the last solution are not dropped."""
        return self.use > 0

    def _keep(self, stay: NDArray[np.intp]) -> None:
        """Drop the other sets of the last solution from the linear program as well."""


class SimplexColumns(Columns):
    """
    A pool whose linear program is solved by the simplex method from the last basis.

    Parameters
    ----------
    colors
        int32[n], a proper coloring, whose classes are the first sets.
    """

    def __init__(self, colors: NDArray[np.int32]) -> None:
        super().__init__(len(colors))
        self.add_coloring(colors)
        self._covering = Covering(colors)
        self._passed = len(self.sets)

    def solve(self) -> None:
        """Compute the best fractional coloring."""
        if len(self.sets) > MOST_PER_VERTEX * self.n and len(self.use):
            self._drop()
        covering = self._covering
        new = self.sets[self._passed :]
        members = np.zeros((len(new), self.n), np.bool_)
        for row, vertices in zip(members, new, strict=True):
            row[vertices] = True
        covering.add(members)
        self._passed = len(self.sets)
        before = covering.ticks
        covering.solve()
        self.ticks += covering.ticks - before
        self.value, self.weights, self.use = covering.value, covering.weights, covering.use

    def _needed(self) -> NDArray[np.bool_]:
        return self._covering.basic

    def _keep(self, stay: NDArray[np.intp]) -> None:
        self._covering.keep(stay)
        self._passed = len(stay)


def columns_of(colors: NDArray[np.int32]) -> Columns:
    """Return a pool with the classes of a proper coloring, int32[n]."""
    if len(colors) <= SIMPLEX_VERTICES:
        return SimplexColumns(colors)
    columns = Columns(len(colors))
    columns.add_coloring(colors)
    return columns
