"""
The best response of a cluster to every coloring of its boundary, from one elimination.

The nodes of the boundary come last in the order, so the final table holds the best response for every
coloring of them, at the cost of one solve instead of one for each row. If the number of colorings of the
cluster fits below the costs, the table also determines the best colors.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._kernels.cluster import local as kernels
from ..errors import InputError, expected, shortened
from ..problems.definition import Color, Node
from ..problems.penalty import Scope
from ..problems.problem import Problem
from .best_response import BestResponse, answer
from .budget import Budget
from .elimination import color_type
from .engines import LocalOptimum, optimum
from .local import LocalProblem
from .prepared import Beliefs, Cluster, Known, prepare


class Counterfactuals:
    """
    The best response to each coloring of a boundary.

    Attributes
    ----------
    boundary
        Names of the nodes of the boundary, the axes of all arrays.
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
        self._row_count = cluster.problem.k ** len(self.boundary)
        self._best: NDArray[np.unsignedinteger | np.int32] | None = None

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
        turn = self._cluster.turn(self._required, self._numbers, self._budget)
        if turn is None:
            return self._one_by_one
        is_legal, table = turn.program.tabulate(self._beliefs, turn.arguments, turn.costs)
        if not is_legal:
            self._cluster.problem.encode(self._beliefs)
        if turn.arguments.rank:
            self._best = table.best
            self._is_found = turn.arguments.required[self._cluster.members] < 0
        return table.penalty.reshape(self.shape)

    @functools.cached_property
    def _one_by_one(self) -> NDArray[np.float64]:
        rows = [self.response(row) for row in range(self._row_count)]
        return np.array([row.penalty for row in rows]).reshape(self.shape)

    @functools.cached_property
    def colors(self) -> NDArray[Any]:
        """
        Best colors of the cluster's nodes, shape ``(k,) * b + (nodes,)``; fixed nodes included.

        uint8 for up to 256 colors, otherwise int32.
        """
        members = self._cluster.members
        _ = self.penalty  # determines the colors too where it can
        best = self._find_colors() if self._best is None else self._best
        required = self._required[members]
        if best.size == self.penalty.size * len(members):
            return best.reshape(*self.shape, len(members))
        is_free = required < 0 if self._best is None else self._is_found
        out = np.empty((self.penalty.size, len(members)), best.dtype)
        out[:, is_free] = best.reshape(len(out), -1)
        out[:, ~is_free] = required[~is_free]
        return out.reshape(*self.shape, len(members))

    def _find_colors(self) -> NDArray[Any]:
        """Find the colors of all rows on the way back of one elimination, rows with ties one by one."""
        local = self._local
        rows = np.arange(self._row_count)
        free = local.nodes[: local.m]
        if not local.exact:
            colors = [self._solve(row).colors[free] for row in rows.tolist()]
            return np.array(colors, color_type(local.k)).ravel()
        memory, known = self._budget.memory, self._known.colors
        program = local.elimination(local.dtype, memory)
        answers = program.find_rows(local.packed(local.dtype, 0, memory), known, rows)
        if answers.rivals.any():
            # Ranks of as many nodes as there is room for leave few ties.
            program = local.elimination(np.int64, memory)
            costs = local.packed(np.int64, local.most_ranked, memory)
            answers = program.find_rows(costs, known, rows)
        for row in np.flatnonzero(answers.rivals).tolist():
            answers.best[row] = self._solve(row).colors[free]
        return answers.best.ravel()

    @functools.cached_property
    def conflicts(self) -> NDArray[np.int64]:
        """Conflicts in each best response, with boundary and other known nodes, ``(k,) * b``."""
        weight = self._cluster.common_weight
        if weight is not None:
            return np.rint(self.penalty / weight).astype(np.int64)
        local, known = self._local, self._known
        alone = np.zeros((local.m + local.b, local.k), np.int64)
        ones = np.ones(len(local.crossings), np.int64)
        kernels.fold_known(known.colors, local.crossings, ones, alone)
        colors = self.colors.reshape(-1, len(self._cluster.members))
        rows = np.arange(len(colors))
        digits = [rows // local.k**i % local.k for i in range(local.b - 1, -1, -1)]
        together = np.column_stack([colors[:, known.is_free], *digits]).astype(colors.dtype)
        out = np.empty(len(colors), np.int64)
        base = local.account(known.colors, known.colors).conflicts
        kernels.count_conflicts(together, local.ends, alone, base, out)
        return out.reshape(self.shape)

    # --------------------------------------------------------------------------------------- rows

    def row(self, coloring: Mapping[Node, Color] | Sequence[int] | int) -> int:
        """Return the number of a row, given a coloring of the whole boundary by name or as integers."""
        problem = self._cluster.problem
        rows = problem.k ** len(self.boundary)
        if isinstance(coloring, (int, np.integer)):
            if not 0 <= coloring < rows:
                raise expected("row", int(coloring), f"0 <= row < {rows}")
            return int(coloring)
        if isinstance(coloring, Mapping):
            self._check_boundary("coloring", coloring)
            if missing := [node for node in self.boundary if node not in coloring]:
                raise InputError(f"coloring: expected a color for {shortened(missing[0])}, too")
            coloring = [problem.color_index(coloring[node]) for node in self.boundary]
        if len(coloring) != len(self.boundary):
            raise expected("len(coloring)", len(coloring), f"{len(self.boundary)}, one for each node")
        row = 0
        for color in coloring:
            if not 0 <= color < problem.k:
                raise expected("coloring: color", int(color), f"0 <= color < {problem.k}")
            row = row * problem.k + int(color)
        return row

    def _check_boundary(self, argument: str, nodes: Iterable[Node]) -> None:
        if unknown := [node for node in nodes if node not in self.boundary]:
            legal = f"one of the boundary's nodes, {shortened(self.boundary)}"
            raise expected(f"{argument}: node", unknown[0], legal)

    def rows(
        self,
        allowed: Mapping[Node, Iterable[Color]] | None = None,
        near: Mapping[Node, Color] | None = None,
        distance: int = 1,
    ) -> NDArray[np.int64]:
        """
        Return the numbers of chosen rows, increasing: indices into raveled arrays, arguments of methods.

        The array may be read-only.

        Parameters
        ----------
        allowed
            Colors that nodes of the boundary may have; nodes without an entry may have any color.
        near, distance
            Coloring of the whole boundary, and the number of nodes that may differ from it.
        """
        problem = self._cluster.problem
        if not allowed and near is None:
            return np.arange(self._row_count)
        self._check_boundary("allowed", allowed or ())
        center = None if near is None else self._digits(self.row(near))
        every = tuple(range(problem.k))
        colors = tuple(
            tuple(sorted({problem.color_index(color) for color in allowed[node]}))
            if allowed is not None and node in allowed
            else every
            for node in self.boundary
        )
        return _rows(problem.k, colors, center, distance)

    def _digits(self, row: int) -> tuple[int, ...]:
        k, b = self._cluster.problem.k, len(self.boundary)
        return tuple(row // k**i % k for i in range(b - 1, -1, -1))

    def _solve(self, row: int) -> LocalOptimum:
        known = self._fill(row)
        local = self._cluster.local(known)
        return optimum(local, known.colors, "auto", True, self._budget)

    def _fill(self, row: int) -> Known:
        colors = self._known.colors.copy()
        colors[self._numbers] = self._digits(row)
        return Known(colors, self._known.is_free)

    def response(self, coloring: Mapping[Node, Color] | Sequence[int] | int) -> BestResponse:
        """Return the best response to one coloring of the boundary, solved for it alone."""
        row = self.row(coloring)
        known = self._fill(row)
        local = self._cluster.local(known)
        return answer(self._cluster, local, known.colors, self._solve(row))

    def assignment(self, coloring: Mapping[Node, Color] | Sequence[int] | int) -> dict[Node, Color]:
        """Return the best colors of the cluster for one coloring of the boundary."""
        row = self.row(coloring)
        domain = self._cluster.problem.domain
        colors = self.colors.reshape(-1, len(self._cluster.members))[row].tolist()
        return {node: domain[c] for node, c in zip(self._cluster.names, colors, strict=True)}


@functools.lru_cache(maxsize=256)
def _rows(
    k: int, colors: tuple[tuple[int, ...], ...], center: tuple[int, ...] | None, distance: int
) -> NDArray[np.int64]:
    """Return the numbers of the rows of given colors of each node that are near the center."""
    # Rows so far, and the distance of each from the center.
    partial_rows = [(0, 0)]
    for i, some in enumerate(colors):
        partial_rows = [
            (row * k + c, away)
            for row, so_far in partial_rows
            for c in some
            if (away := so_far + (center is not None and c != center[i])) <= distance or center is None
        ]
    rows = np.array([row for row, _ in partial_rows], np.int64)
    rows.setflags(write=False)
    return rows


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
    Return the best response of a cluster to every coloring of a boundary.

    Parameters
    ----------
    problem
        The problem.
    cluster
        Owner, or names of nodes.
    boundary
        Names of foreign nodes, the axes of the table.
    beliefs
        Colors of foreign nodes; each row replaces those of the boundary.
    fixed, scope
        As in :func:`solver.best_response`.
    budget
        Limits on memory and work.

    Raises
    ------
    BudgetError
        If the table or the elimination would exceed the budget.
    """
    home = prepare(problem, cluster, scope)
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
    Return the tables of many clusters of one problem, by owner.

    Parameters
    ----------
    problem, scope, budget
        As in :func:`counterfactuals`.
    boundaries
        Boundary of the table of each owner, or tuple of names.
    beliefs
        Beliefs of all clusters.
    fixed
        Required colors of nodes; ``problem.fixed`` takes precedence. Each cluster uses those of its own
        nodes.
    """
    shared = problem.encode({} if beliefs is None else beliefs)
    tables: dict[Hashable, Counterfactuals] = {}
    for owner, boundary in boundaries.items():
        home = prepare(problem, owner, scope)
        own = {v: c for v, c in (fixed or {}).items() if v in home.names}
        tables[owner] = table = Counterfactuals(home, boundary, shared, own, budget)
        _ = table.penalty
    return tables
