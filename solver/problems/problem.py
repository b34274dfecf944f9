"""
The problem: a graph with names, a domain of colors, and what each choice costs.

A :class:`Graph` knows numbers only; a :class:`Problem` adds node names, color labels, weights,
preferences, fixed colors and owners, and translates between names and the arrays that kernels read.
Text is matched without regard to case and given back in the domain's casing, so that "Red" and "red" are
one color wherever an assignment enters.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..graphs.graph import Graph, build
from .costs import Costs, fixed_point
from .definition import Color, Definition, Edge, Node, Preferences, Weights, folded

#: What a problem is made of; all else is derived.
_STORED = (
    *("nodes", "domain", "ends", "conflict_penalty", "weights", "preferences"),
    *("fixed", "fixed_colors", "owners"),
)


class Problem:
    """
    An immutable coloring problem on named nodes.

    The **penalty** of an assignment is the weight of the edges whose ends have the same color, minus the
    preferences of the colors chosen; its **conflicts** are the number of those edges. Preferences make a
    penalty negative, so only the conflicts tell whether a coloring is proper.

    Parameters
    ----------
    nodes
        Names, any distinct hashables; their order is the order of all arrays and breaks ties.
    edges
        Pairs of nodes, or a :class:`Graph` on their positions. Directions are forgotten, a pair given
        again counts once, and an edge from a node to itself is dropped; the order of first appearance is
        kept.
    domain
        Color labels, any distinct hashables but None; strings are matched without regard to case.
    preferences
        ``{node: {color: value}}``, or floats of shape (n, k); what is missing is 0. Entries for unknown
        nodes or colors are dropped with an :class:`~solver.InputWarning`.
    conflict_penalty
        Weight of every edge that ``weights`` does not name.
    weights
        ``{(a, b): weight}``, pairs either way round, or one weight for each pair in ``edges`` as given.
    fixed
        ``{node: color}``: colors that no routine may change.
    owners
        ``{node: owner}``; the nodes of one owner are its cluster.

    Attributes
    ----------
    nodes, domain
        Tuples of names and labels.
    edges
        Tuple of pairs, the end that comes first among the nodes standing first.
    ends
        int32[m, 2], the edges as positions in ``nodes``. Read-only, like all arrays here.
    weights
        float64[m], in the order of the edges.
    preferences
        float64[n, k].
    fixed, fixed_colors
        ``{node: label}``, and the same as int32[n] with -1 for a free node.
    owners, clusters
        ``{node: owner}``, and ``{owner: nodes}`` with owners in the order of their first node.
    costs
        Weights and preferences as integers (:class:`solver.problems.costs.Costs`), or None if they
        have no exact
        integer form; penalties are then summed in float64, in the order :mod:`solver.penalty` states.

    Raises
    ------
    DefinitionError
        If anything is ill-formed; ``findings`` lists all of it.

    Examples
    --------
    >>> problem = Problem(["x", "y"], [("x", "y")], ["red", "green"], fixed={"y": "Red"})
    >>> problem.encode({"x": "GREEN"})
    array([ 1, -1], dtype=int32)
    >>> problem.fixed["y"]
    'red'
    """

    nodes: tuple[Node, ...]
    domain: tuple[Color, ...]
    ends: NDArray[np.int32]
    conflict_penalty: float
    weights: NDArray[np.float64]
    preferences: NDArray[np.float64]
    fixed: Mapping[Node, Color]
    fixed_colors: NDArray[np.int32]
    owners: Mapping[Node, Hashable]

    def __init__(
        self,
        nodes: Iterable[Node],
        edges: Iterable[Edge] | Graph,
        domain: Iterable[Color],
        preferences: Preferences | None = None,
        conflict_penalty: float = 1.0,
        weights: Weights | None = None,
        fixed: Mapping[Node, Color] | None = None,
        owners: Mapping[Node, Hashable] | None = None,
    ) -> None:
        definition = Definition(tuple(nodes), tuple(domain))
        given, ends = definition.read_edges(edges)
        default = definition.number("conflict_penalty", conflict_penalty, lowest=0.0)
        weight_of = definition.read_weights(given, ends, default, weights)
        preference_of = definition.read_preferences(preferences)
        fixed_colors = definition.read_fixed(fixed or {})
        owner_of = definition.read_owners(owners or {})
        definition.check()
        self._node_index = definition.node_index
        self._color_index = definition.color_index
        labels = {v: definition.domain[c] for v, c in enumerate(fixed_colors.tolist()) if c >= 0}
        self._set(
            nodes=definition.nodes,
            domain=definition.domain,
            ends=ends,
            conflict_penalty=default,
            weights=weight_of,
            preferences=preference_of,
            fixed=MappingProxyType({definition.nodes[v]: label for v, label in labels.items()}),
            fixed_colors=fixed_colors,
            owners=MappingProxyType(owner_of),
        )

    def _set(self, **attributes: Any) -> None:
        for name, value in attributes.items():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"a Problem is immutable: cannot set {name}")
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"Problem(n={self.n}, m={self.m}, k={self.k})"

    def __getstate__(self) -> dict[str, Any]:
        stored = {name: getattr(self, name) for name in _STORED}
        return stored | {"fixed": dict(self.fixed), "owners": dict(self.owners)}

    def __setstate__(self, stored: dict[str, Any]) -> None:
        self._node_index = {node: v for v, node in enumerate(stored["nodes"])}
        self._color_index = {folded(label): c for c, label in enumerate(stored["domain"])}
        views = {name: MappingProxyType(stored[name]) for name in ("fixed", "owners")}
        self._set(**(stored | views))

    # ------------------------------------------------------------------------------------ features

    @property
    def n(self) -> int:
        """Number of nodes."""
        return len(self.nodes)

    @property
    def m(self) -> int:
        """Number of edges."""
        return len(self.ends)

    @property
    def k(self) -> int:
        """Number of colors."""
        return len(self.domain)

    @functools.cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Pairs of names, in order of first appearance."""
        return tuple((self.nodes[u], self.nodes[v]) for u, v in self.ends.tolist())

    @functools.cached_property
    def graph(self) -> Graph:
        """The edges as a graph on 0 .. n - 1, node ``i`` being ``nodes[i]``."""
        return build(self.n, self.ends[:, 0], self.ends[:, 1])[0]

    @functools.cached_property
    def costs(self) -> Costs | None:
        """The exact integer form of all costs, or None if there is none."""
        return fixed_point(self.weights, self.preferences)

    @functools.cached_property
    def clusters(self) -> Mapping[Hashable, tuple[Node, ...]]:
        """The nodes of each owner, in node order; owners in the order of their first node."""
        members: dict[Hashable, list[Node]] = {}
        for node in self.nodes:
            if node in self.owners:
                members.setdefault(self.owners[node], []).append(node)
        return MappingProxyType({owner: tuple(names) for owner, names in members.items()})

    # --------------------------------------------------------------------------- names and numbers

    def node_index(self, node: Node) -> int:
        """Position of a node; InputError if there is no such node."""
        return _look_up(self._node_index, node, node, "node", "the name of a node")

    def color_index(self, color: Color) -> int:
        """Position of a color; InputError if the domain does not have it."""
        return _look_up(self._color_index, folded(color), color, "color", f"one of {self.domain}")

    def color(self, label: Color) -> Color:
        """The domain's own spelling of a color."""
        return self.domain[self.color_index(label)]

    def encode(self, assignment: Mapping[Node, Color | None] | ArrayLike) -> NDArray[np.int32]:
        """
        An assignment as an array.

        Parameters
        ----------
        assignment
            ``{node: color}``, where None and a missing node both mean uncolored; or integers (n,), an
            encoded assignment, which is checked.

        Returns
        -------
        NDArray[np.int32]
            int32[n], a new array; positions in the domain, -1 for an uncolored node.

        Raises
        ------
        InputError
            If a node or color is unknown.
        """
        if not isinstance(assignment, Mapping):
            return self._check_colors(np.asarray(assignment))
        colors = [-1] * self.n
        for node, label in assignment.items():
            v = self.node_index(node)
            if label is not None:
                colors[v] = self.color_index(label)
        return np.array(colors, np.int32)

    def _check_colors(self, array: NDArray[Any]) -> NDArray[np.int32]:
        if array.shape != (self.n,):
            raise InputError(f"assignment: shape {array.shape}, expected ({self.n},)")
        if array.dtype.kind not in "iu" and self.n:
            raise InputError(f"assignment: dtype {array.dtype}, expected integers")
        if self.n and (array.min() < -1 or array.max() >= self.k):
            bad = int(np.flatnonzero((array < -1) | (array >= self.k))[0])
            raise InputError(
                f"assignment: color {array[bad]} of node {self.nodes[bad]!r}, "
                f"expected -1 (uncolored) or 0 <= color < {self.k}"
            )
        return array.astype(np.int32)

    def decode(self, colors: ArrayLike) -> dict[Node, Color]:
        """An encoded assignment as ``{node: label}``, in node order, without the uncolored nodes."""
        array = self._check_colors(np.asarray(colors)).tolist()
        return {node: self.domain[c] for node, c in zip(self.nodes, array, strict=True) if c >= 0}

    # -------------------------------------------------------------------------- nodes and clusters

    @functools.cached_property
    def _neighbors(self) -> tuple[tuple[int, ...], ...]:
        rows: list[list[int]] = [[] for _ in self.nodes]
        for u, v in self.ends.tolist():
            rows[u].append(v)
            rows[v].append(u)
        return tuple(map(tuple, rows))

    def neighbors(self, node: Node) -> tuple[Node, ...]:
        """Neighbors of a node, in the order of the edges."""
        return tuple(self.nodes[v] for v in self._neighbors[self.node_index(node)])

    def members(self, cluster: Hashable | Iterable[Node]) -> NDArray[np.int32]:
        """Positions of a cluster's nodes, increasing; the cluster is an owner, or names of nodes."""
        try:
            names: Any = self.clusters.get(cluster, cluster)  # type: ignore[arg-type]
        except TypeError:
            names = cluster
        if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
            owners = tuple(self.clusters)
            raise InputError(f"cluster = {cluster!r}, expected one of {owners} or names of nodes")
        return np.array(sorted({self.node_index(node) for node in names}), np.int32)

    def is_internal(self, node: Node, cluster: Hashable | Iterable[Node]) -> bool:
        """Whether every neighbor of a node is in the cluster; true of a node without neighbors."""
        inside = set(self.members(cluster).tolist())
        return inside.issuperset(self._neighbors[self.node_index(node)])

    def boundary(self, cluster: Hashable | Iterable[Node]) -> tuple[Node, ...]:
        """The foreign nodes that a cluster sees: outside it, adjacent to it; in node order."""
        inside = self._inside(cluster)
        one_end = self.ends[inside[self.ends].sum(axis=1) == 1]
        seen = np.unique(one_end[~inside[one_end]])
        return tuple(self.nodes[v] for v in seen.tolist())

    def own_boundary(self, cluster: Hashable | Iterable[Node]) -> tuple[Node, ...]:
        """The nodes of a cluster that have a neighbor outside it, in node order."""
        inside = self._inside(cluster)
        one_end = self.ends[inside[self.ends].sum(axis=1) == 1]
        shown = np.unique(one_end[inside[one_end]])
        return tuple(self.nodes[v] for v in shown.tolist())

    def _inside(self, cluster: Hashable | Iterable[Node]) -> NDArray[np.bool_]:
        inside = np.zeros(self.n, np.bool_)
        inside[self.members(cluster)] = True
        return inside

    def respects_fixed(self, assignment: Mapping[Node, Color | None] | ArrayLike) -> bool:
        """Whether each fixed node that has a color has the one required; uncolored is fine."""
        colors = self.encode(assignment)
        return bool(np.all((self.fixed_colors < 0) | (colors < 0) | (colors == self.fixed_colors)))

    def seen_from(self, cluster: Hashable | Iterable[Node]) -> Problem:
        """
        The same problem without the edges between two nodes outside the cluster.

        This is what ``scope="cluster"`` means everywhere: a clash between two foreign nodes is neither
        visible to a cluster nor its fault. All nodes and preferences stay.
        """
        members = self.members(cluster)
        if (view := self._views.get(members.tobytes())) is None:
            inside = np.zeros(self.n, np.bool_)
            inside[members] = True
            kept = inside[self.ends].any(axis=1)
            view = Problem.__new__(Problem)
            view._node_index = self._node_index
            view._color_index = self._color_index
            unchanged = {name: getattr(self, name) for name in _STORED}
            view._set(**(unchanged | {"ends": self.ends[kept], "weights": self.weights[kept]}))
            self._views[members.tobytes()] = view
        return view

    @functools.cached_property
    def _views(self) -> dict[bytes, Problem]:
        return {}


def _look_up(index: Mapping[Any, int], key: Any, given: Any, kind: str, expected: str) -> int:
    try:
        return index[key]
    except (KeyError, TypeError):
        raise InputError(f"unknown {kind} {given!r}, expected {expected}") from None
