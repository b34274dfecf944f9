"""
A cluster that answers again and again: what its nodes should do, given what it believes of the others.

Everything that does not depend on the beliefs is made once for each set of free nodes and kept: the
local problem, the order of elimination, its program. :func:`solver.best_response` and
:func:`solver.counterfactuals` keep one :class:`Cluster` for each cluster of a problem, so calling them
turn after turn is as good as holding one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..problems.definition import Color, Node
from ..problems.penalty import Scope
from ..problems.problem import Problem
from .elimination import Elimination
from .local import LocalProblem

Beliefs = Mapping[Node, Color | None] | ArrayLike | None
#: Sets of free nodes and boundaries for which a cluster keeps what it has prepared.
KEPT_PLANS = 256


class Known(NamedTuple):
    """
    What a cluster knows in one turn.

    Attributes
    ----------
    colors
        int32[n]: believed colors of foreign nodes, required colors of own nodes; -1 elsewhere.
    is_free
        bool[len(members)]: which own nodes have no required color.
    """

    colors: NDArray[np.int32]
    is_free: NDArray[np.bool_]


class Ready(NamedTuple):
    """
    All that a turn needs besides the beliefs, when costs have an integer form and elimination is cheap.

    Attributes
    ----------
    required
        int32[n]: -2 for a foreign node, -1 for one whose color is sought, else the required color.
    local, program, costs, rank, ledger
        The local problem, its elimination, its costs packed and perhaps ranked, the problem's own costs.
    unit, scale
        Of a cost in the ledger's unit, and of the ledger as a float.
    """

    required: NDArray[np.int32]
    local: LocalProblem
    program: Elimination
    costs: NDArray[Any]
    rank: int
    ledger: NDArray[np.int64]
    unit: int
    scale: float


class Cluster:
    """
    Prepared answers for one cluster of a problem.

    Parameters
    ----------
    problem
        The problem.
    cluster
        An owner, or names of nodes.
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
            raise InputError(f"scope = {scope!r}, expected 'global' or 'cluster'")
        self.problem, self.scope = problem, scope
        self.members = problem.members(cluster)
        self.names = tuple(problem.nodes[v] for v in self.members.tolist())
        self.seen = (
            problem if scope == "global" else problem.seen_from([problem.nodes[v] for v in self.members])
        )
        self._inside = np.zeros(problem.n, np.bool_)
        self._inside[self.members] = True
        self._required = np.where(self._inside, problem.fixed_colors, -2).astype(np.int32)
        self._unknown = np.full(problem.n, -1, np.int32)
        self._place = {node: v for v, node in enumerate(problem.nodes)}
        self._color = {label: c for c, label in enumerate(problem.domain)}
        self._own = slice(0, 0)
        if len(self.members) and self.members[-1] - self.members[0] == len(self.members) - 1:
            self._own = slice(int(self.members[0]), int(self.members[-1]) + 1)
        self._plans: dict[tuple[bytes, bytes], LocalProblem] = {}
        self.ready: dict[tuple[bytes, bytes], Ready | None] = {}
        self._boundaries: dict[tuple[Node, ...], tuple[NDArray[np.int32], NDArray[np.int32]]] = {}

    def read(self, beliefs: Beliefs) -> NDArray[np.int32]:
        """Beliefs as int32[n]; an array of that type is taken as it is, its values unchecked."""
        if isinstance(beliefs, np.ndarray):
            right = beliefs.dtype == np.int32 and beliefs.shape == self._unknown.shape
            # A read-only array would be one more type to compile kernels for.
            if right and beliefs.flags.carray:
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
        """Required colors as :class:`Ready` has them."""
        if not fixed:
            return self._required
        required = self._required.copy()
        for node, color in fixed.items():
            v = self.problem.node_index(node)
            if not self._inside[v]:
                raise InputError(f"fixed[{node!r}]: not a node of the cluster {self.names}")
            if color is not None and required[v] < 0:
                required[v] = self.problem.color_index(color)
        return required

    def know(self, beliefs: Beliefs, fixed: Mapping[Node, Color | None] | None = None) -> Known:
        """
        Beliefs and required colors as arrays.

        Parameters
        ----------
        beliefs
            Colors of foreign nodes, by name or as integers (n,), -1 for unknown; None if nothing is
            known. What it says of the cluster's own nodes is not read.
        fixed
            Required colors of own nodes beyond ``problem.fixed``, which wins where both speak.
        """
        required = self.require(fixed)
        colors = self._unknown if beliefs is None else self.problem.encode(beliefs)
        return Known(np.where(self._inside, required, colors), required[self.members] < 0)

    def local(self, known: Known, boundary: NDArray[np.int32] | None = None) -> LocalProblem:
        """The local problem of the free nodes, kept for the next call."""
        key = (known.is_free.tobytes(), b"" if boundary is None else boundary.tobytes())
        plan = self._plans.get(key)
        if plan is None:
            if len(self._plans) >= KEPT_PLANS:
                self._plans.clear()
            kept = np.empty(0, np.int32) if boundary is None else boundary
            plan = self._plans[key] = LocalProblem(self.seen, self.members[known.is_free], kept)
        return plan

    def foreign(self, boundary: tuple[Node, ...]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Numbers of boundary nodes, in the order given; and requirements with their colors sought."""
        kept = self._boundaries.get(boundary)
        if kept is None:
            numbers = np.array([self.problem.node_index(node) for node in boundary], np.int32)
            if len(set(boundary)) < len(boundary) or self._inside[numbers].any():
                raise InputError(f"boundary = {boundary!r}, expected distinct nodes outside the cluster")
            if len(self._boundaries) >= KEPT_PLANS:
                self._boundaries.clear()
            required = self._required.copy()
            required[numbers] = -1
            kept = self._boundaries[boundary] = numbers, required
        return kept

    def own(self, colors: NDArray[np.int32]) -> list[int]:
        """Colors of the cluster's nodes out of a coloring int32[n]."""
        own: list[int] = colors[self._own if self._own.stop else self.members].tolist()
        return own

    def named(self, colors: NDArray[np.int32]) -> dict[Node, Color]:
        """The cluster's own part of a coloring int32[n], in node order."""
        domain = self.problem.domain
        return {node: domain[c] for node, c in zip(self.names, self.own(colors), strict=True)}


def prepared(problem: Problem, cluster: Hashable | Iterable[Node], scope: Scope) -> Cluster:
    """The one :class:`Cluster` that a problem keeps for a cluster and scope."""
    kept: dict[Any, Cluster] = problem.__dict__.setdefault("_prepared", {})
    if not isinstance(cluster, Hashable):
        cluster = tuple(cluster)
    try:
        return kept[cluster, scope]
    except KeyError:
        kept[cluster, scope] = made = Cluster(problem, cluster, scope)
        return made
    except TypeError:  # e.g. a tuple of unhashable things: let the problem say what is wrong with it
        return Cluster(problem, cluster, scope)
