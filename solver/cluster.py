"""
A cluster that answers again and again: what its nodes should do, given what it believes of the others.

Everything that does not depend on the beliefs is made once for each set of free nodes and kept: the
local problem, the order of elimination, its program. :func:`solver.best_response` and
:func:`solver.counterfactuals` keep one :class:`Cluster` for each cluster of a problem, so calling them
turn after turn is as good as holding one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .definition import Color, Node
from .errors import InputError
from .local import LocalProblem
from .penalty import Scope
from .problem import Problem

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
        self._required = problem.fixed_colors[self.members]
        self._plans: dict[tuple[bytes, bytes], LocalProblem] = {}

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
        if beliefs is None:
            colors = np.full(self.problem.n, -1, np.int32)
        else:
            colors = self.problem.encode(beliefs)
        required = self._required
        if fixed:
            required = required.copy()
            for node, color in fixed.items():
                v = self.problem.node_index(node)
                if not self._inside[v]:
                    raise InputError(f"fixed[{node!r}]: not a node of the cluster {self.names}")
                i = int(np.searchsorted(self.members, v))
                if color is not None and required[i] < 0:
                    required[i] = self.problem.color_index(color)
        colors[self.members] = required
        return Known(colors, required < 0)

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

    def foreign(self, boundary: Sequence[Node]) -> NDArray[np.int32]:
        """Numbers of boundary nodes, in the order given."""
        numbers = np.array([self.problem.node_index(node) for node in boundary], np.int32)
        if len(set(numbers.tolist())) < len(numbers) or self._inside[numbers].any():
            raise InputError(
                f"boundary = {tuple(boundary)!r}, expected distinct nodes outside the cluster"
            )
        return numbers

    def named(self, colors: NDArray[Any]) -> dict[Node, Color]:
        """The cluster's own part of a coloring int32[n], in node order."""
        domain = self.problem.domain
        own = colors[self.members].tolist()
        return {node: domain[color] for node, color in zip(self.names, own, strict=True)}


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
