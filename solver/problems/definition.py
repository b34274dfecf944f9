"""
Reading the arguments of a problem: all mistakes are reported together.

Nothing here raises before :meth:`Definition.check`. Each mistake becomes a finding that names the
argument, and a harmless value takes its place so that reading can continue.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import DefinitionError, expected, loops_dropped, shortened, warn
from ..graphs.graph import Graph

Node = Hashable
Color = Hashable
Edge = tuple[Node, Node]
Weights = Mapping[Edge, float] | Sequence[float] | NDArray[np.floating]
Preferences = Mapping[Node, Mapping[Color, float]] | ArrayLike


def folded(label: Color) -> Color:
    """Return the form of a label that is equal for all spellings of one color."""
    return label.casefold() if isinstance(label, str) else label


def position(index: Mapping[Any, int], key: Any) -> int:
    """Return the position of a key; -1 if the index does not have it or it cannot be hashed."""
    try:
        return index.get(key, -1)
    except TypeError:
        return -1


def _finding(what: str, value: Any, legal: str) -> str:
    """Return a finding in the form that all errors about values have."""
    return str(expected(what, value, legal))


class Definition:
    """Reader of the arguments of a problem, which collects everything that is wrong with them."""

    def __init__(self, nodes: tuple[Node, ...], domain: tuple[Color, ...]) -> None:
        self.findings: list[str] = []
        self.nodes = nodes
        self.domain = domain
        self.node_index: dict[Any, int] = {}
        self.color_index: dict[Any, int] = {}
        for i, node in enumerate(nodes):
            if (first := self._add(self.node_index, node, i)) is None:
                self.findings.append(_finding(f"nodes[{i}]", node, "a hashable name"))
            elif first != i:
                legal = f"distinct names; it is also nodes[{first}]"
                self.findings.append(_finding(f"nodes[{i}]", node, legal))
        for i, label in enumerate(domain):
            if label is None:
                legal = "a color label; None means uncolored"
                self.findings.append(_finding(f"domain[{i}]", label, legal))
            elif (first := self._add(self.color_index, folded(label), i)) is None:
                self.findings.append(_finding(f"domain[{i}]", label, "a hashable label"))
            elif first != i:
                legal = f"distinct colors; domain[{first}] is {shortened(domain[first])}"
                self.findings.append(_finding(f"domain[{i}]", label, legal))
        if not domain:
            self.findings.append("domain: expected at least one color")

    @staticmethod
    def _add(index: dict[Any, int], key: Any, i: int) -> int | None:
        try:
            return index.setdefault(key, i)
        except TypeError:
            return None

    def check(self) -> None:
        """Raise a DefinitionError with all findings if there are any."""
        if self.findings:
            raise DefinitionError("the problem is ill-formed", self.findings)

    def number(self, where: str, value: Any, lowest: float = -math.inf) -> float:
        """Return a value as a finite float; 0.0, with a finding, if it is not one."""
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = math.nan
        if math.isfinite(number) and number >= lowest:
            return number
        legal = "a finite number" + (f" >= {lowest:g}" if lowest > -math.inf else "")
        self.findings.append(_finding(where, value, legal))
        return 0.0

    def read_edges(self, edges: Iterable[Edge] | Graph) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the edge that each given pair became (-1 for a loop), and the edges as int32[m, 2]."""
        if isinstance(edges, Graph):
            if edges.n != len(self.nodes):
                legal = f"{len(self.nodes)}, one vertex for each node"
                self.findings.append(_finding("edges.n", edges.n, legal))
                return np.empty(0, np.int64), np.empty((0, 2), np.int32)
            return np.arange(edges.m), edges.edges()
        edges = list(edges)
        pairs = self._pairs(edges)
        if self.findings:
            return np.empty(0, np.int64), np.empty((0, 2), np.int32)
        pairs.sort(axis=1)
        key = pairs[:, 0] * len(self.nodes) + pairs[:, 1]
        proper = np.flatnonzero(pairs[:, 0] != pairs[:, 1])
        if loops := len(pairs) - len(proper):
            first = pairs[np.argmax(pairs[:, 0] == pairs[:, 1]), 0]
            warn(loops_dropped(loops, shortened(self.nodes[first])))
        _, first, which = np.unique(key[proper], return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        given = np.full(len(edges), -1, np.int64)
        given[proper] = rank[which]
        return given, pairs[proper[first[order]]].astype(np.int32)

    def _pairs(self, edges: Sequence[Edge]) -> NDArray[np.int64]:
        """Return the numbers of the ends of each edge."""
        index = self.node_index
        try:
            return np.array([(index[a], index[b]) for a, b in edges], np.int64).reshape(-1, 2)
        except (KeyError, TypeError, ValueError):
            pass  # what follows says where the mistake is
        pairs = np.zeros((len(edges), 2), np.int64)
        for i, edge in enumerate(edges):
            try:
                a, b = edge
            except (TypeError, ValueError):
                self.findings.append(_finding(f"edges[{i}]", edge, "a pair of nodes"))
                continue
            for end, node in enumerate((a, b)):
                pairs[i, end] = v = position(self.node_index, node)
                if v < 0:
                    self.findings.append(_finding(f"edges[{i}][{end}]", node, "one of the nodes"))
        return pairs

    def read_weights(
        self,
        given: NDArray[np.int64],
        ends: NDArray[np.int32],
        default: float,
        weights: Weights | None,
    ) -> NDArray[np.float64]:
        """Return the weight of each edge, the default where none is given."""
        array = np.full(len(ends), default)
        if weights is None:
            return array
        if isinstance(weights, Mapping):
            edge_index = {(u, v): e for e, (u, v) in enumerate(ends.tolist())}
            places = []
            for edge in weights:
                pair = edge if isinstance(edge, Iterable) else ()
                key = tuple(sorted(position(self.node_index, node) for node in pair))
                places.append(position(edge_index, key))
                if places[-1] < 0:
                    self.findings.append(f"weights[{shortened(edge)}]: expected one of the edges")
            named = [f"weights[{shortened(edge)}]" for edge in weights]
            values = list(weights.values())
        else:
            values = list(weights)
            if len(values) != len(given):
                legal = f"one number for each of the {len(given)} edges"
                self.findings.append(_finding("len(weights)", len(values), legal))
                return array
            if len(given) == len(ends) and all(type(value) is float for value in values):
                found = np.array(values)
                if (found >= 0).all() and np.isfinite(found).all():
                    array[given] = found  # each edge is given once
                    return array
            places = given.tolist()
            named = [f"weights[{i}]" for i in range(len(values))]
        seen: dict[int, str] = {}
        for place, name, value in zip(places, named, values, strict=True):
            weight = self.number(name, value, lowest=0.0)
            if place < 0:
                continue
            if (other := seen.setdefault(place, name)) is not name and weight != array[place]:
                legal = f"{float(array[place])!r}, the value of {other} for the same edge"
                self.findings.append(_finding(name, value, legal))
            array[place] = weight
        return array

    def read_preferences(self, preferences: Preferences | None) -> NDArray[np.float64]:
        """Return float64[n, k]; drop entries for unknown nodes or colors, with a warning."""
        table = np.zeros((len(self.nodes), len(self.domain)))
        if preferences is None:
            return table
        if not isinstance(preferences, Mapping):
            return self._preference_array(preferences, table)
        dropped = 0
        for node, row in preferences.items():
            if not isinstance(row, Mapping):
                self.findings.append(_finding(f"preferences[{node!r}]", row, "{color: value}"))
                continue
            seen: dict[int, Color] = {}
            for label, value in row.items():
                v = position(self.node_index, node)
                c = position(self.color_index, folded(label))
                preference = self.number(f"preferences[{node!r}][{label!r}]", value)
                if v < 0 or c < 0:
                    dropped += 1
                    continue
                if c in seen:
                    legal = f"distinct colors; {shortened(label)} is {shortened(seen[c])}"
                    self.findings.append(f"preferences[{node!r}]: expected {legal}")
                seen[c] = label
                table[v, c] = preference
        if dropped:
            warn(f"dropped {dropped} preference{'s' * (dropped > 1)} for unknown nodes or colors")
        return table

    def _preference_array(self, given: ArrayLike, table: NDArray[np.float64]) -> NDArray[np.float64]:
        try:
            array = np.array(given, np.float64)
        except (TypeError, ValueError):
            self.findings.append(
                _finding("preferences", given, "{node: {color: value}} or floats (n, k)")
            )
            return table
        if array.shape != table.shape:
            self.findings.append(_finding("preferences.shape", array.shape, f"{table.shape}"))
            return table
        for v, c in np.argwhere(~np.isfinite(array)).tolist():
            value = float(array[v, c])
            self.findings.append(_finding(f"preferences[{v}, {c}]", value, "a finite number"))
        return array

    def read_fixed(self, fixed: Mapping[Node, Color]) -> NDArray[np.int32]:
        """Return the required colors as int32[n], -1 for a free node."""
        colors = np.full(len(self.nodes), -1, np.int32)
        for node, label in fixed.items():
            v = position(self.node_index, node)
            c = position(self.color_index, folded(label))
            if v < 0:
                self.findings.append(f"fixed[{shortened(node)}]: expected one of the nodes")
            elif c < 0:
                legal = f"one of {shortened(self.domain)}"
                self.findings.append(_finding(f"fixed[{node!r}]", label, legal))
            else:
                colors[v] = c
        return colors

    def read_owners(self, owners: Mapping[Node, Hashable]) -> dict[Node, Hashable]:
        """Return the owners in node order."""
        self.findings += [
            f"owners[{shortened(node)}]: expected one of the nodes"
            for node in owners
            if node not in self.node_index
        ]
        return {node: owners[node] for node in self.node_index if node in owners}
