"""
The problem: a graph with names, a domain of colors, and what each choice costs.

A :class:`Graph` has only numbers; a :class:`Problem` adds node names, color labels, weights,
preferences, fixed colors and owners, and translates between names and the arrays that kernels read. Text
is matched without regard to case and returned in the casing of the domain, so "Red" and "red" are one
color in every assignment.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import expected, shortened
from ..graphs.graph import Graph, build
from .costs import Costs, fixed_point
from .definition import Color, Definition, Edge, Node, Preferences, Weights, folded, position

#: Attributes that define a problem; all others are derived from them.
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
        Names, distinct hashables. Their order is the order of all arrays and breaks ties.
    edges
        Pairs of nodes, or a :class:`Graph` on their positions. Edges have no direction, repeated pairs
        count once, and loops are dropped with a warning; the order of first appearance is kept.
    domain
        Color labels, distinct hashables other than None. Strings are matched without regard to case.
    preferences
        ``{node: {color: value}}``, or floats (n, k). Missing values are 0. Entries for unknown nodes or
        colors are dropped with an :class:`~solver.InputWarning`.
    conflict_penalty
        Weight of every edge that is not in ``weights``.
    weights
        ``{(a, b): weight}``, pairs in either direction, or one weight for each given pair of ``edges``.
    fixed
        ``{node: color}``: colors that no routine may change.
    owners
        ``{node: owner}``; the nodes of one owner are its cluster.

    Attributes
    ----------
    nodes, domain
        Tuples of names and labels.
    edges
        Tuple of pairs; the end that is earlier among the nodes comes first.
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
        Weights and preferences as integers (:class:`solver.problems.costs.Costs`), or None if they have
        no exact integer form; penalties are then summed in float64, in the order that
        :mod:`solver.problems.penalty` defines.

    Raises
    ------
    DefinitionError
        If any argument is ill-formed; ``findings`` lists all mistakes.

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

    def replace(
        self,
        *,
        nodes: Iterable[Node] | None = None,
        edges: Iterable[Edge] | Graph | None = None,
        domain: Iterable[Color] | None = None,
        preferences: Preferences | None = None,
        conflict_penalty: float | None = None,
        weights: Weights | None = None,
        fixed: Mapping[Node, Color] | None = None,
        owners: Mapping[Node, Hashable] | None = None,
    ) -> Problem:
        """
        Return this problem with some arguments of the constructor changed.

        Omitted arguments stay as they are, without the entries for nodes, edges and colors that no
        longer exist. New edges, and edges whose weight is the present conflict penalty, weigh
        ``conflict_penalty``. Pass ``{}`` to remove preferences, weights, fixed colors or owners.

        Parameters
        ----------
        nodes, edges, domain, preferences, conflict_penalty, weights, fixed, owners
            As for :class:`Problem`.

        Raises
        ------
        DefinitionError
            If any argument is ill-formed.

        Examples
        --------
        >>> problem = Problem("xyz", ["xy", "yz"], ["red", "green"], fixed={"y": "red"})
        >>> problem.replace(nodes="xy", fixed={}).edges
        (('x', 'y'),)
        """
        names = self.nodes if nodes is None else tuple(nodes)
        labels = self.domain if domain is None else tuple(domain)
        penalty = self.conflict_penalty if conflict_penalty is None else conflict_penalty
        node_exists = [position(self._node_index, node) >= 0 for node in names]
        kept_nodes = {node for node, exists in zip(names, node_exists, strict=True) if exists}
        kept_colors = {
            folded(label) for label in labels if position(self._color_index, folded(label)) >= 0
        }
        kept_weights = {
            pair: weight
            for pair, weight in zip(self.edges, self.weights.tolist(), strict=True)
            if kept_nodes.issuperset(pair) and weight != self.conflict_penalty
        }
        if edges is None:
            edges = [pair for pair in self.edges if kept_nodes.issuperset(pair)]
        elif isinstance(edges, Graph):
            edges = [(names[u], names[v]) for u, v in edges.edges().tolist()]
        else:
            edges = list(edges)
        if weights is None:
            pairs = {tuple(pair) for pair in edges} if kept_weights else set()
            weights = {p: w for p, w in kept_weights.items() if p in pairs or p[::-1] in pairs}
        if preferences is None and names == self.nodes and labels == self.domain:
            preferences = self.preferences
        elif preferences is None:
            preferences = {
                node: {
                    label: value
                    for label, value in zip(self.domain, row, strict=True)
                    if folded(label) in kept_colors
                }
                for node, row in zip(self.nodes, self.preferences.tolist(), strict=True)
                if node in kept_nodes
            }
        if fixed is None:
            fixed = {
                node: label
                for node, label in self.fixed.items()
                if node in kept_nodes and folded(label) in kept_colors
            }
        if owners is None:
            owners = {node: owner for node, owner in self.owners.items() if node in kept_nodes}
        return Problem(names, edges, labels, preferences, penalty, weights, fixed, owners)

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
        """The edges as a graph on 0 .. n - 1; vertex ``i`` is ``nodes[i]``."""
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
        """Return the position of a node; raise InputError if there is no such node."""
        return _look_up(self._node_index, node, node, "node", "the name of a node")

    def color_index(self, color: Color) -> int:
        """Return the position of a color; raise InputError if the domain does not have it."""
        key = folded(color)
        if isinstance(key, str) and key in self._color_index:
            return self._color_index[key]
        # The text costs more than the look-up.
        legal = f"one of {shortened(self.domain)}"
        return _look_up(self._color_index, folded(color), color, "color", legal)

    def color(self, label: Color) -> Color:
        """Return a color as the domain spells it."""
        return self.domain[self.color_index(label)]

    def encode(self, assignment: Mapping[Node, Color | None] | ArrayLike) -> NDArray[np.int32]:
        """
        Return an assignment as an array.

        Parameters
        ----------
        assignment
            ``{node: color}``, where None and a missing node mean uncolored; or integers (n,), an encoded
            assignment, which is checked.

        Returns
        -------
        NDArray[np.int32]
            int32[n], a new array: positions in the domain, -1 for an uncolored node.

        Raises
        ------
        InputError
            If a node or color is unknown.
        """
        if not isinstance(assignment, Mapping):
            return self._check_colors(np.asarray(assignment))
        if type(assignment) is dict:
            # Most names are spelled as in the problem; then no name is looked at alone.
            colors = [-1] * self.n
            try:
                places = map(self._node_index.__getitem__, assignment)
                for v, c in zip(places, map(self._labels.__getitem__, assignment.values()), strict=True):
                    colors[v] = c
                return np.array(colors, np.int32)
            except (KeyError, TypeError):
                pass
        colors = [-1] * self.n
        for node, label in assignment.items():
            v = self.node_index(node)
            if label is not None:
                colors[v] = self.color_index(label)
        return np.array(colors, np.int32)

    def _check_colors(self, array: NDArray[Any]) -> NDArray[np.int32]:
        if array.shape != (self.n,):
            raise expected("assignment.shape", array.shape, f"({self.n},)")
        if array.dtype.kind not in "iu" and self.n:
            raise expected("assignment.dtype", array.dtype.name, "integers")
        if self.n and (array.min() < -1 or array.max() >= self.k):
            bad = int(np.flatnonzero((array < -1) | (array >= self.k))[0])
            legal = f"-1 (uncolored) or a color from 0 to {self.k - 1}"
            raise expected(f"assignment[{shortened(self.nodes[bad])}]", int(array[bad]), legal)
        return array.astype(np.int32)

    def decode(self, colors: ArrayLike) -> dict[Node, Color]:
        """Return an encoded assignment as ``{node: label}``, in node order, without uncolored nodes."""
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
        """Return the neighbors of a node, in the order of the edges."""
        return tuple(self.nodes[v] for v in self._neighbors[self.node_index(node)])

    def members(self, cluster: Hashable | Iterable[Node]) -> NDArray[np.int32]:
        """Return the positions of a cluster's nodes, increasing; a cluster is an owner or node names."""
        try:
            names: Any = self.clusters.get(cluster, cluster)  # type: ignore[arg-type]
        except TypeError:
            names = cluster
        if isinstance(names, (str, bytes)) or not isinstance(names, Iterable):
            owners = shortened(tuple(self.clusters))
            raise expected("cluster", cluster, f"one of {owners} or names of nodes")
        return np.array(sorted({self.node_index(node) for node in names}), np.int32)

    def is_internal(self, node: Node, cluster: Hashable | Iterable[Node]) -> bool:
        """Return whether every neighbor of a node is in the cluster; True for an isolated node."""
        inside = set(self.members(cluster).tolist())
        return inside.issuperset(self._neighbors[self.node_index(node)])

    def boundary(self, cluster: Hashable | Iterable[Node]) -> tuple[Node, ...]:
        """Return the nodes outside a cluster that are adjacent to it, in node order."""
        inside = self._inside(cluster)
        one_end = self.ends[inside[self.ends].sum(axis=1) == 1]
        seen = np.unique(one_end[~inside[one_end]])
        return tuple(self.nodes[v] for v in seen.tolist())

    def own_boundary(self, cluster: Hashable | Iterable[Node]) -> tuple[Node, ...]:
        """Return the nodes of a cluster that have a neighbor outside it, in node order."""
        inside = self._inside(cluster)
        one_end = self.ends[inside[self.ends].sum(axis=1) == 1]
        shown = np.unique(one_end[inside[one_end]])
        return tuple(self.nodes[v] for v in shown.tolist())

    def _inside(self, cluster: Hashable | Iterable[Node]) -> NDArray[np.bool_]:
        inside = np.zeros(self.n, np.bool_)
        inside[self.members(cluster)] = True
        return inside

    def respects_fixed(self, assignment: Mapping[Node, Color | None] | ArrayLike) -> bool:
        """Return whether each fixed node is uncolored or has its required color."""
        colors = self.encode(assignment)
        return bool(np.all((self.fixed_colors < 0) | (colors < 0) | (colors == self.fixed_colors)))

    def seen_from(self, cluster: Hashable | Iterable[Node]) -> Problem:
        """
        Return the problem without the edges between two nodes outside the cluster.

        This is the meaning of ``scope="cluster"``: a conflict between two foreign nodes is not counted.
        All nodes and preferences stay.
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
    def _labels(self) -> dict[Any, int]:
        """Positions of the colors as the domain spells them, and -1 for None."""
        return {None: -1} | {label: c for c, label in enumerate(self.domain)}

    @functools.cached_property
    def _views(self) -> dict[bytes, Problem]:
        return {}


def _look_up(index: Mapping[Any, int], key: Any, given: Any, kind: str, legal: str) -> int:
    try:
        return index[key]
    except (KeyError, TypeError):
        raise expected(kind, given, legal) from None
