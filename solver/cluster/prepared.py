"""
A cluster prepared for many answers: its best colors, given its beliefs about the others.

Everything that does not depend on the beliefs is computed once for each set of free nodes: the local
problem, the order of elimination, its program. :func:`solver.best_response` and
:func:`solver.counterfactuals` keep one :class:`Cluster` for each cluster of a problem, so repeated calls
are as fast as keeping one yourself.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.cluster import elimination_answers
from ..errors import expected, shortened
from ..problems.definition import Color, Node
from ..problems.penalty import Scope
from ..problems.problem import Problem
from . import engines
from .budget import Budget
from .elimination import Elimination
from .local import LocalProblem, ledger
from .order import check_cells, check_memory, table_bytes

Beliefs = Mapping[Node, Color | None] | ArrayLike | None
#: Most nodes of a cluster, and cells of its elimination, for which requirements share a program.
SHARED_NODES, SHARED_CELLS = 32, 1 << 13
#: Number of sets of free nodes and boundaries for which a cluster keeps its preparations.
KEPT_PLANS = 256


class Known(NamedTuple):
    """
    The colors that a cluster knows in one turn.

    Attributes
    ----------
    colors
        int32[n]: believed colors of foreign nodes, required colors of the cluster's nodes, otherwise -1.
    is_free
        bool[len(members)]: whether a node of the cluster has no required color.
    """

    colors: NDArray[np.int32]
    is_free: NDArray[np.bool_]


class Turn(NamedTuple):
    """
    Everything a turn needs besides beliefs, where costs are integers and elimination is cheap.

    Attributes
    ----------
    program, costs
        Elimination of the local problem, and its costs, packed and possibly ranked.
    arguments
        Colors that need not be found and the problem's own costs, for the kernel.
    cells
        Work of the elimination.
    """

    program: Elimination
    costs: NDArray[Any]
    arguments: elimination_answers.Turn
    cells: float


class Cluster:
    """
    A cluster of a problem, prepared for many answers.

    Parameters
    ----------
    problem
        The problem.
    cluster
        Owner, or names of nodes.
    scope
        ``"global"`` counts every edge between nodes of known color, ``"cluster"`` leaves out edges
        between two foreign nodes.

    Attributes
    ----------
    members
        int32, the cluster's nodes, increasing.
    seen
        The problem without the edges that are out of scope.
    """

    def __init__(
        self, problem: Problem, cluster: Hashable | Iterable[Node], scope: Scope = "global"
    ) -> None:
        if scope not in ("global", "cluster"):
            raise expected("scope", scope, "'global' or 'cluster'")
        self.problem, self.scope = problem, scope
        self.members = problem.members(cluster)
        members = self.members.tolist()
        self.names = tuple([problem.nodes[v] for v in members])
        self.seen = problem if scope == "global" else problem.seen_from(self.names)
        self._inside = np.zeros(problem.n, np.bool_)
        self._inside[self.members] = True
        self._unknown = np.full(problem.n, -1, np.int32)
        self._required = self._unknown - np.int32(1)
        self._required[self.members] = problem.fixed_colors[self.members]
        self._place = {node: v for v, node in enumerate(problem.nodes)}
        self._color = {label: c for c, label in enumerate(problem.domain)}
        self._own = slice(0, 0)
        if members and members[-1] - members[0] == len(members) - 1:
            self._own = slice(members[0], members[-1] + 1)
        self._plans: dict[tuple[bytes, bytes], LocalProblem] = {}
        self._turns: dict[tuple[bytes, bytes, bool], Turn | None] = {}
        self._asked: set[bytes] = set()
        self._boundaries: dict[tuple[Node, ...], tuple[NDArray[np.int32], NDArray[np.int32]]] = {}

    @functools.cached_property
    def common_weight(self) -> float | None:
        """The weight of every edge if penalties consist of conflicts of one weight, else None."""
        weights = self.seen.weights
        alike = len(weights) > 0 and weights[0] > 0 and bool((weights == weights[0]).all())
        return float(weights[0]) if alike and not self.seen.preferences.any() else None

    def read(self, beliefs: Beliefs) -> NDArray[np.int32]:
        """Return beliefs as int32[n]; an array of that type is returned as it is, unchecked."""
        if isinstance(beliefs, np.ndarray):
            is_encoded = beliefs.dtype == np.int32 and beliefs.shape == self._unknown.shape
            # Kernels would be compiled once more for read-only arrays.
            if is_encoded and beliefs.flags.carray:
                return beliefs
            return self.problem.encode(beliefs)
        if not beliefs:
            return self._unknown
        if type(beliefs) is not dict:
            return self.problem.encode(beliefs)
        colors = self._unknown.copy()
        try:
            for node, label in beliefs.items():
                colors[self._place[node]] = self._color[label]
        except (KeyError, TypeError):  # another spelling, None, or a mistake
            return self.problem.encode(beliefs)
        return colors

    def require(self, fixed: Mapping[Node, Color | None] | None) -> NDArray[np.int32]:
        """Return required colors, int32[n]: -2 for a foreign node, -1 for a free one."""
        if not fixed:
            return self._required
        required = self._required.copy()
        inside, places, numbers = self._inside, self._place, self._color
        for node, color in fixed.items():
            try:
                v = places[node]
            except (KeyError, TypeError):  # another spelling, or a mistake
                v = self.problem.node_index(node)
            if not inside[v]:
                raise expected(
                    "fixed: node", node, f"one of the cluster's nodes, {shortened(self.names)}"
                )
            if color is not None and required[v] < 0:
                try:
                    required[v] = numbers[color]
                except (KeyError, TypeError):
                    required[v] = self.problem.color_index(color)
        return required

    def know(self, beliefs: Beliefs, fixed: Mapping[Node, Color | None] | None = None) -> Known:
        """
        Return beliefs and required colors as arrays.

        Parameters
        ----------
        beliefs
            Colors of foreign nodes, by name or as integers (n,), -1 for unknown; None if nothing is
            known. Entries for the cluster's own nodes are ignored.
        fixed
            Required colors of the cluster's nodes; ``problem.fixed`` takes precedence.
        """
        required = self.require(fixed)
        colors = self._unknown if beliefs is None else self.problem.encode(beliefs)
        return Known(np.where(self._inside, required, colors), required[self.members] < 0)

    def local(self, known: Known, boundary: NDArray[np.int32] | None = None) -> LocalProblem:
        """Return the local problem of the free nodes, which is made once."""
        return self._local(known.is_free, boundary)

    def _local(self, is_free: NDArray[np.bool_], boundary: NDArray[np.int32] | None) -> LocalProblem:
        key = (is_free.tobytes(), b"" if boundary is None else boundary.tobytes())
        plan = self._plans.get(key)
        if plan is None:
            if len(self._plans) >= KEPT_PLANS:
                self._plans.clear()
            kept = np.empty(0, np.int32) if boundary is None else boundary
            plan = self._plans[key] = LocalProblem(self.seen, self.members[is_free], kept)
        return plan

    def turn(
        self,
        required: NDArray[np.int32],
        boundary: NDArray[np.int32] | None,
        budget: Budget,
        *,
        first: bool = False,
    ) -> Turn | None:
        """
        Return everything for an answer in one kernel call; None if costs or size need another engine.

        Made once for each set of requirements.

        Parameters
        ----------
        boundary
            Nodes whose colorings are all of interest.
        first
            Whether the first of several answers is wanted: costs are ranked if they can be.
        """
        key = (required.tobytes(), b"" if boundary is None else boundary.tobytes(), first)
        try:
            turn = self._turns[key]
        except KeyError:
            turn = self._prepare_turn(required, boundary, budget, first)
            if len(self._turns) >= KEPT_PLANS:
                self._turns.clear()
            self._turns[key] = turn
        if turn is not None:
            check_memory(turn.program.table_bytes, budget.memory)
            check_cells(turn.cells, budget.work)
        return turn

    def _prepare_turn(
        self,
        required: NDArray[np.int32],
        boundary: NDArray[np.int32] | None,
        budget: Budget,
        first: bool,
    ) -> Turn | None:
        if first or boundary is not None:
            shared = self._shared_turn(required, boundary, budget)
            if shared is not None:
                return shared
        local = self._local(required[self.members] < 0, boundary)
        costs = self.seen.costs
        if costs is None or (boundary is None and engines.choose(local, budget) != "elimination"):
            return None
        check_cells(local.cells, budget.work)
        ranked = first or boundary is not None
        dtype, rank = (engines.table_form if ranked else engines.cheapest_form)(local)
        return Turn(
            local.elimination(dtype, budget.memory),
            local.packed(dtype, local.m if rank else 0, budget.memory),
            elimination_answers.Turn(
                required, ledger(self.seen, costs), rank, local.unit, 2.0**-costs.shift
            ),
            local.cells,
        )

    def _shared_turn(
        self, required: NDArray[np.int32], boundary: NDArray[np.int32] | None, budget: Budget
    ) -> Turn | None:
        """
        Return a turn in which required nodes are free, but their other colors cost too much to be best.

        Its local problem and program serve all requirements; to make them takes longer than to solve a
        small cluster. None if the cluster is not small or has no such nodes, and for the first
        requirements, which may be the only ones. The first of several answers is the same, since
        required nodes have one color in all of them.
        """
        asked = b"" if boundary is None else boundary.tobytes()
        if asked not in self._asked:
            self._asked.add(asked)
            return None
        free = self._required[self.members] < 0
        costs = self.seen.costs
        if costs is None or len(free) > SHARED_NODES or not (required[self.members][free] >= 0).any():
            return None
        local = self._local(free, boundary)
        if local.cells > min(SHARED_CELLS, budget.work):
            return None
        unary, to_find, largest = self._prohibiting(local, required)
        dtype = local.ranked_type(largest)
        if dtype is None or table_bytes(local.order, local.b, local.k, dtype) > budget.memory:
            return None
        program = local.elimination(dtype, budget.memory)
        return Turn(
            program,
            program.costs(unary, local.weights, local.crossing_weights, local.m),
            elimination_answers.Turn(
                to_find, ledger(self.seen, costs), local.colorings, local.unit, 2.0**-costs.shift
            ),
            local.cells,
        )

    def _prohibiting(
        self, local: LocalProblem, required: NDArray[np.int32]
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], int]:
        """
        Return unary costs by which required nodes have their colors in every best coloring.

        Returns them with the requirements in which these nodes are free, and a bound on sums of costs.
        The local problem is that of all nodes that the problem itself does not fix.
        """
        free = self._required[self.members] < 0
        bound = (required[self.members] >= 0) & free
        prohibitive = 2 * local.bound + 1
        unary = local.base.copy()
        rows, numbers = bound[free].nonzero()[0], self.members[bound]
        unary[rows] += prohibitive
        unary[rows, required[numbers]] -= prohibitive
        to_find = required.copy()
        to_find[numbers] = -1
        return unary, to_find, local.bound + prohibitive * len(numbers)

    def turn_in_order(
        self,
        required: NDArray[np.int32],
        nodes: Sequence[Node],
        colors: Sequence[Color],
        budget: Budget,
    ) -> tuple[Turn, int] | None:
        """
        Return a turn in which the first of the best colorings, by another order, is the only best one.

        Its costs are multiplied by a number, which is returned too, and the rank of a coloring by that
        order is added to them. None if the cluster is not small, or costs leave no room for ranks.

        Parameters
        ----------
        nodes, colors
            All nodes of the cluster, and all colors, in the order.
        """
        free = self._required[self.members] < 0
        costs = self.seen.costs
        if costs is None or len(free) > SHARED_NODES:
            return None
        local = self._local(free, None)
        if local.cells > min(SHARED_CELLS, budget.work):
            return None
        unary, to_find, largest = self._prohibiting(local, required)
        dtype = local.ranked_type(largest)
        if dtype is None or table_bytes(local.order, 0, local.k, dtype) > budget.memory:
            return None
        place = {node: i for i, node in enumerate(nodes)}
        names = [name for name, is_free in zip(self.names, free.tolist(), strict=True) if is_free]
        by_place = sorted(range(local.m), key=lambda v: place[names[v]])
        digits = np.empty(local.k, np.int64)
        digits[[self.problem.color_index(color) for color in colors]] = np.arange(local.k)
        steps = np.empty(local.m, np.int64)
        steps[by_place] = local.k ** np.arange(local.m - 1, -1, -1)
        number = local.colorings
        program = local.elimination(dtype, budget.memory)
        packed = program.costs(
            unary * number + steps[:, None] * digits,
            local.weights * number,
            local.crossing_weights * number,
        )
        arguments = elimination_answers.Turn(
            to_find, ledger(self.seen, costs), 0, local.unit, 2.0**-costs.shift
        )
        return Turn(program, packed, arguments, local.cells), number

    def foreign(self, boundary: tuple[Node, ...]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the numbers of boundary nodes, and required colors in which these are free."""
        cached = self._boundaries.get(boundary)
        if cached is None:
            numbers = np.array([self.problem.node_index(node) for node in boundary], np.int32)
            if len(set(boundary)) < len(boundary) or self._inside[numbers].any():
                raise expected("boundary", boundary, "distinct nodes outside the cluster")
            if len(self._boundaries) >= KEPT_PLANS:
                self._boundaries.clear()
            required = self._required.copy()
            required[numbers] = -1
            cached = self._boundaries[boundary] = numbers, required
        return cached

    def own(self, colors: NDArray[np.int32]) -> list[int]:
        """Return the colors of the cluster's nodes in a coloring int32[n]."""
        own: list[int] = colors[self._own if self._own.stop else self.members].tolist()
        return own

    def named(self, colors: NDArray[np.int32]) -> dict[Node, Color]:
        """Return the cluster's part of a coloring int32[n] as ``{node: color}``, in node order."""
        domain = self.problem.domain
        return {node: domain[c] for node, c in zip(self.names, self.own(colors), strict=True)}


def prepare(problem: Problem, cluster: Hashable | Iterable[Node], scope: Scope) -> Cluster:
    """Return the one :class:`Cluster` that a problem keeps for a cluster and scope."""
    clusters: dict[Any, Cluster] = problem.__dict__.setdefault("_prepared", {})
    if not isinstance(cluster, Hashable):
        cluster = tuple(cluster)
    try:
        return clusters[cluster, scope]
    except KeyError:
        clusters[cluster, scope] = prepared = Cluster(problem, cluster, scope)
        return prepared
    except TypeError:  # e.g. a tuple of unhashable things: the problem explains what is wrong with it
        return Cluster(problem, cluster, scope)
