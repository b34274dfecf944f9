"""
Proofs from Mycielskians: a coloring of the larger graph gives one of the smaller with a color less.

A level consists of a subgraph, a copy of each of its vertices, and an apex; ``bounds/certificate.py``
has the argument. Colors can be exchanged so that the apex has the last one. Then new variables describe
the coloring of the subgraph in which every vertex of the last color gets the color of its copy. That
each vertex has a color, and the ends of an edge no common one, follow by unit propagation, so the next
level starts from a formula of the same form with a color less. The base, a clique joined to an odd
cycle, is refuted by weights: a vertex of the clique has as much as an independent set of the cycle.

A checker verifies that each exchange of colors leaves every constraint that it touches as it was. If the
subgraphs are a small part of the graph, their coloring is copied to new variables first, and the
exchanges touch only these: 9693 constraints for 4-FullIns_5, instead of 2.9 million, and the proof has
0.4 MB instead of 2.6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..graphs.graph import Graph
from .formula import Encoding, Formula
from .log import ProofLog, clause, total
from .weights import refute_weights

Neighbors = dict[int, set[int]]

#: Largest part of the vertices that is copied before colors are exchanged.
SMALL = 0.5


class Recolored:
    """The encoding of the coloring that a level derives; see :class:`.Encoding`."""

    def __init__(self, k: int) -> None:
        self.k = k
        self.variables: dict[int, list[int]] = {}
        self.some: dict[int, int] = {}
        self.edges: dict[tuple[int, int], list[int]] = {}

    def variable(self, v: int, color: int) -> int:
        """See :class:`.Encoding`."""
        return self.variables[v][color]

    def some_color(self, v: int) -> int:
        """See :class:`.Encoding`."""
        return self.some[v]

    def edge(self, u: int, v: int, color: int) -> int:
        """See :class:`.Encoding`."""
        return self.edges[min(u, v), max(u, v)][color]


def refute_mycielskian(log: ProofLog, formula: Formula, certificate: Mapping[str, Any]) -> int:
    """Derive a contradiction from a certificate that was checked; return its number."""
    graph = formula.graph
    clique, cycle = list(certificate.get("clique", [])), list(certificate.get("odd_cycle", []))
    levels = [(dict(level["copies"]), level["apex"]) for level in certificate.get("levels", [])]
    # A smaller bound than that of the certificate needs fewer levels.
    levels = levels[: max(0, formula.k + 1 - len(clique) - 3 * bool(cycle))]
    subgraphs = [_base(clique, cycle)]
    for copies, apex in levels[:-1]:
        subgraphs.append(_extended(subgraphs[-1], copies, apex))
    encoding: Encoding = formula
    rows = [[formula.variable(v, i) for i in range(formula.k)] for v in range(graph.n)]
    if levels:
        largest = _extended(subgraphs[-1], *levels[-1])
        if len(largest) <= SMALL * graph.n:
            encoding = copied = _copy(log, formula, largest)
            rows = list(copied.variables.values())
    while levels:
        copies, apex = levels.pop()
        _fix_apex(log, encoding, apex, rows)
        recolored = _recolor(log, encoding, subgraphs.pop(), copies)
        rows += [row for v, row in recolored.variables.items() if copies[v] != v]
        encoding = recolored
    half = max(len(cycle) // 2, 1)
    weights = dict.fromkeys(clique, half) | dict.fromkeys(cycle, 1)
    # Chords of the cycle are edges of the graph that the levels do not encode.
    base = _base(clique, cycle)
    edges = [(u, v) for u, near in base.items() for v in near if u < v]
    return refute_weights(log, encoding, Graph.from_edges(graph.n, edges), weights, half)


def _copy(log: ProofLog, formula: Formula, subgraph: Neighbors) -> Recolored:
    """Copy the coloring of a subgraph to variables of its own."""
    copy = Recolored(formula.k)
    at_least: dict[int, list[int]] = {}
    at_most: dict[int, list[int]] = {}
    for v in subgraph:
        copy.variables[v] = [log.new_variable() for _ in range(copy.k)]
        pairs = [(new, formula.variable(v, i)) for i, new in enumerate(copy.variables[v])]
        at_least[v] = [log.redundant(clause([new, -own]), f"x{new} -> 1") for new, own in pairs]
        at_most[v] = [log.redundant(clause([-new, own]), f"x{new} -> 0") for new, own in pairs]
        copy.some[v] = log.combination(total([formula.some_color(v), *at_least[v]]))
    for u, neighbors in subgraph.items():
        for v in neighbors:
            if u < v:
                copy.edges[u, v] = [
                    log.combination(total([formula.edge(u, v, i), at_most[u][i], at_most[v][i]]))
                    for i in range(copy.k)
                ]
    # Without them, colors of the copy can be exchanged whatever the rest of the formula says.
    log.delete(number for v in subgraph for number in (*at_least[v], *at_most[v]))
    return copy


def _fix_apex(log: ProofLog, encoding: Encoding, apex: int, rows: Sequence[Sequence[int]]) -> None:
    """Derive that the apex has the last color, without loss of generality."""
    last = encoding.k - 1
    final = encoding.variable(apex, last)
    steps = []
    for color in range(last):
        pairs = [(row[color], row[last]) for row in rows]
        swap = " ".join(f"x{a} -> x{b} x{b} -> x{a}" for a, b in pairs)
        steps.append(log.redundant(clause([-encoding.variable(apex, color), final]), swap))
    log.implied([final])
    log.delete(steps)


def _recolor(
    log: ProofLog, encoding: Encoding, subgraph: Neighbors, copies: Mapping[int, int]
) -> Recolored:
    """Define the coloring of the subgraph without the last color, and derive that it is proper."""
    new = Recolored(encoding.k - 1)
    for v in subgraph:
        new.variables[v] = [_defined(log, encoding, v, copies[v], color) for color in range(new.k)]
        new.some[v] = log.implied(new.variables[v])
    for u, neighbors in subgraph.items():
        for v in neighbors:
            if u < v:
                pair = (u, v) if copies[v] != v else (v, u)
                new.edges[u, v] = [
                    _edge(log, encoding, new, *pair, copies, color) for color in range(new.k)
                ]
    return new


def _defined(log: ProofLog, encoding: Encoding, v: int, copy: int, color: int) -> int:
    """Return a variable: ``v`` has the color, or the last color while its copy has the color."""
    own = encoding.variable(v, color)
    if copy == v:
        return own
    last, other = encoding.variable(v, encoding.k - 1), encoding.variable(copy, color)
    new = log.new_variable()
    for literals in ([new, -own], [new, -last, -other]):
        log.redundant(clause(literals), f"x{new} -> 1")
    for literals in ([-new, own, last], [-new, own, other]):
        log.redundant(clause(literals), f"x{new} -> 0")
    return new


def _edge(
    log: ProofLog,
    encoding: Encoding,
    new: Recolored,
    u: int,
    v: int,
    copies: Mapping[int, int],
    color: int,
) -> int:
    """Derive that not both ends of an edge get a color; ``v`` is recolored unless neither is."""
    if copies[v] == v:
        return encoding.edge(u, v, color)
    before = log.implied([-new.variable(v, color), -encoding.variable(u, color)])
    if copies[u] == u:
        return before
    after = log.implied([-new.variable(v, color), -new.variable(u, color)])
    log.delete([before])
    return after


def _base(clique: Sequence[int], cycle: Sequence[int]) -> Neighbors:
    """Return a clique joined to a cycle."""
    base: Neighbors = {v: set() for v in (*clique, *cycle)}
    for u, v in pairwise([*cycle, *cycle[:1]]):
        base[u].add(v)
        base[v].add(u)
    for u in clique:
        for v in base:
            if u != v:
                base[u].add(v)
                base[v].add(u)
    return base


def _extended(subgraph: Neighbors, copies: Mapping[int, int], apex: int) -> Neighbors:
    """Return the subgraph with the copies, the apex and their edges."""
    larger = {v: set(neighbors) for v, neighbors in subgraph.items()}
    for v, neighbors in subgraph.items():
        for u in (*neighbors, apex):
            larger.setdefault(copies[v], set()).add(u)
            larger.setdefault(u, set()).add(copies[v])
    return larger
