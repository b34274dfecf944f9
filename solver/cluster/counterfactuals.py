"""
What a cluster would do for each thing its neighbors might do, from one elimination.

The nodes of the boundary are left for last, so the final table holds the best response for every
coloring of them; the price is that of one solve, not of one solve a row. Where the number of colorings
of the cluster fits below the costs, the table names the best colors too.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .._kernels.cluster import local as kernels
from ..errors import InputError
from ..problems.definition import Color, Node
from ..problems.penalty import Scope
from ..problems.problem import Problem
from .best_response import BestResponse, answer
from .cluster import Beliefs, Cluster, Known, prepared
from .engines import Budget, Optimum, optimum, ready
from .local import LocalProblem


class Counterfactuals:
    """
    The best response to each coloring of a boundary.

    Attributes
    ----------
    boundary
        Names of the boundary's nodes: the axes of all arrays.
    penalty
        float64, shape ``(k,) * b``.
    """

    def __init__(
        self,
        cluster: Cluster,
        boundary: Sequence[Node],
        beliefs: Beliefs = None,
        fixed: Mapping[Node, Color | None] | None = None,
        budget: Budget = Budget(),  # noqa: B008
    ) -> None:
        self.boundary = tuple(boundary)
        self._cluster, self._budget, self._fixed = cluster, budget, fixed
        self._numbers, self._required = cluster.foreign(self.boundary)
        if fixed:
            self._required = cluster.require(fixed).copy()
            self._required[self._numbers] = -1
        self._beliefs = cluster.read(beliefs).copy()
        self.shape = (cluster.problem.k,) * len(self.boundary)
        self._found: NDArray[np.uint8] | None = None

    @functools.cached_property
    def _known(self) -> Known:
        known = self._cluster.know(self._beliefs, self._fixed)
        known.colors[self._numbers] = -1
        return known

    @functools.cached_property
    def _local(self) -> LocalProblem:
        return self._cluster.local(self._known, self._numbers)

    # ------------------------------------------------------------------------------------- arrays

    @functools.cached_property
    def penalty(self) -> NDArray[np.float64]:
        """Least penalty for each coloring of the boundary, shape ``(k,) * b``."""
        turn = ready(self._cluster, self._required, self._numbers, self._budget)
        if turn is None:
            return self._one_by_one
        is_legal, penalty, found = turn.program.tabulate(
            self._beliefs,
            turn.required,
            turn.costs,
            turn.ledger,
            turn.rank,
            turn.unit,
            turn.scale,
        )
        if not is_legal:
            self._cluster.problem.encode(self._beliefs)
        if turn.rank:
            self._found = found
        return penalty.reshape(self.shape)

    @functools.cached_property
    def _one_by_one(self) -> NDArray[np.float64]:
        rows = [self.response(row) for row in range(int(np.prod(self.shape, dtype=np.int64)))]
        return np.array([row.penalty for row in rows]).reshape(self.shape)

    @functools.cached_property
    def colors(self) -> NDArray[np.uint8]:
        """Best colors of the cluster's nodes, shape ``(k,) * b + (nodes,)``; fixed nodes included."""
        members = self._cluster.members
        _ = self.penalty  # finds the colors too where it can
        found = self._find_colors() if self._found is None else self._found
        if len(found) == self.penalty.size * len(members):
            return found.reshape(*self.shape, len(members))
        is_free = self._required[members] < 0
        out = np.empty((self.penalty.size, len(members)), np.uint8)
        out[:, is_free] = found.reshape(len(out), -1)
        out[:, ~is_free] = self._required[members][~is_free]
        return out.reshape(*self.shape, len(members))

    def _find_colors(self) -> NDArray[np.uint8]:
        """Colors of all rows on the way back of one elimination; rows with ties by themselves."""
        local = self._local
        rows = np.arange(int(np.prod(self.shape, dtype=np.int64)))
        free = local.nodes[: local.m]
        if not local.exact:
            found = [self._solve(row).colors[free] for row in rows.tolist()]
            return np.array(found, np.uint8).ravel()
        memory, known = self._budget.memory, self._known.colors
        program = local.elimination(local.dtype, memory)
        own, rivals = program.find_rows(local.packed(local.dtype, 0, memory), known, rows)
        if rivals.any():
            # Ranks of as many nodes as there is room for leave few ties.
            program = local.elimination(np.int64, memory)
            costs = local.packed(np.int64, local.most_ranked, memory)
            own, rivals = program.find_rows(costs, known, rows)
        for row in np.flatnonzero(rivals).tolist():
            own[row] = self._solve(row).colors[free]
        return own.ravel()

    @functools.cached_property
    def conflicts(self) -> NDArray[np.int64]:
        """Conflicts in each best response, boundary and other known nodes included, ``(k,) * b``."""
        local, known = self._local, self._known
        alone = np.zeros((local.m + local.b, local.k), np.int64)
        ones = np.ones(len(local.crossings), np.int64)
        kernels.fold_known(known.colors, local.crossings, ones, alone)
        colors = self.colors.reshape(-1, len(self._cluster.members))
        rows = np.arange(len(colors))
        digits = [rows // local.k**i % local.k for i in range(local.b - 1, -1, -1)]
        together = np.column_stack([colors[:, known.is_free], *digits]).astype(np.uint8)
        out = np.empty(len(colors), np.int64)
        base = local.account(known.colors, known.colors).conflicts
        kernels.count_conflicts(together, local.ends, alone, base, out)
        return out.reshape(self.shape)

    # --------------------------------------------------------------------------------------- rows

    def row(self, coloring: Mapping[Node, Color] | Sequence[int] | int) -> int:
        """Number of a row: from a coloring of the whole boundary, by name or as integers."""
        if isinstance(coloring, (int, np.integer)):
            row = int(coloring)
        else:
            if isinstance(coloring, Mapping):
                if missing := [node for node in self.boundary if node not in coloring]:
                    raise InputError(f"coloring: no color for {missing[0]!r}, a node of the boundary")
                problem = self._cluster.problem
                if unknown := [node for node in coloring if node not in self.boundary]:
                    raise InputError(f"coloring: {unknown[0]!r} is not in the boundary {self.boundary}")
                coloring = [problem.color_index(coloring[node]) for node in self.boundary]
            row = 0
            for color in coloring:
                row = row * self._cluster.problem.k + int(color)
        rows = self._cluster.problem.k ** len(self.boundary)
        if not 0 <= row < rows:
            raise InputError(f"row {row}, expected 0 <= row < {rows}")
        return row

    def rows(
        self,
        allowed: Mapping[Node, Iterable[Color]] | None = None,
        near: Mapping[Node, Color] | None = None,
        distance: int = 1,
    ) -> NDArray[np.int64]:
        """
        Numbers of chosen rows, increasing: indices into raveled arrays, and arguments of all methods.

        Parameters
        ----------
        allowed
            Colors that nodes of the boundary may have; any, where it does not name a node.
        near, distance
            A coloring of the whole boundary, and how many nodes may differ from it.
        """
        problem = self._cluster.problem
        if unknown := [node for node in allowed or {} if node not in self.boundary]:
            raise InputError(f"allowed: {unknown[0]!r} is not in the boundary {self.boundary}")
        center = None if near is None else self._digits(self.row(near))
        # Rows so far, and how far each is from the center.
        found = [(0, 0)]
        for i, node in enumerate(self.boundary):
            colors = list(range(problem.k))
            if allowed is not None and node in allowed:
                colors = sorted({problem.color_index(color) for color in allowed[node]})
            found = [
                (row * problem.k + c, away)
                for row, so_far in found
                for c in colors
                if (away := so_far + (center is not None and c != center[i])) <= distance
                or center is None
            ]
        return np.array([row for row, _ in found], np.int64)

    def _digits(self, row: int) -> list[int]:
        k, b = self._cluster.problem.k, len(self.boundary)
        return [row // k**i % k for i in range(b - 1, -1, -1)]

    def _solve(self, row: int) -> Optimum:
        known = self._fill(row)
        local = self._cluster.local(known)
        return optimum(local, known.colors, "auto", True, self._budget)

    def _fill(self, row: int) -> Known:
        colors = self._known.colors.copy()
        colors[self._numbers] = self._digits(row)
        return Known(colors, self._known.is_free)

    def response(self, coloring: Mapping[Node, Color] | Sequence[int] | int) -> BestResponse:
        """The best response to one coloring of the boundary, solved for it alone, whatever fits."""
        row = self.row(coloring)
        known = self._fill(row)
        local = self._cluster.local(known)
        return answer(self._cluster, local, known.colors, self._solve(row))

    def assignment(self, coloring: Mapping[Node, Color] | Sequence[int] | int) -> dict[Node, Color]:
        """Best colors of the cluster for one coloring of the boundary."""
        row = self.row(coloring)
        domain = self._cluster.problem.domain
        colors = self.colors.reshape(-1, len(self._cluster.members))[row].tolist()
        return {node: domain[c] for node, c in zip(self._cluster.names, colors, strict=True)}


def counterfactuals(
    problem: Problem,
    cluster: Hashable | Iterable[Node],
    boundary: Sequence[Node],
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    scope: Scope = "global",
    *,
    budget: Budget = Budget(),  # noqa: B008
) -> Counterfactuals:
    """
    The best response of a cluster to every coloring of a boundary.

    Parameters
    ----------
    problem
        The problem.
    cluster
        An owner, or names of nodes.
    boundary
        Names of foreign nodes, the axes of the table.
    beliefs
        Colors of foreign nodes; those of the boundary are overlaid by each row's.
    fixed, scope
        As in :func:`solver.best_response`.
    budget
        Memory and work allowed.

    Raises
    ------
    BudgetError
        If the table or the elimination would not keep to the budget.
    """
    home = prepared(problem, cluster, scope)
    return Counterfactuals(home, boundary, beliefs, fixed, budget)


def counterfactual_tables(
    problem: Problem,
    boundaries: Mapping[Hashable, Sequence[Node]],
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    scope: Scope = "global",
    *,
    budget: Budget = Budget(),  # noqa: B008
) -> dict[Hashable, Counterfactuals]:
    """
    Tables of many clusters of one problem, by owner.

    Parameters
    ----------
    problem, scope, budget
        As in :func:`counterfactuals`.
    boundaries
        For each owner, or tuple of names, the boundary of its table.
    beliefs
        What all of them believe.
    fixed
        Required colors of nodes beyond ``problem.fixed``; each cluster heeds those of its own nodes.
    """
    shared = problem.encode({} if beliefs is None else beliefs)
    tables: dict[Hashable, Counterfactuals] = {}
    for owner, boundary in boundaries.items():
        home = prepared(problem, owner, scope)
        own = {v: c for v, c in (fixed or {}).items() if v in home.names}
        tables[owner] = table = Counterfactuals(home, boundary, shared, own, budget)
        _ = table.penalty
    return tables
