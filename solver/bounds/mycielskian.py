"""
Lower bounds past the largest clique: generalized Mycielskians, and odd cycles.

A subgraph that needs k colors is extended by a copy of each of its vertices, joined to all the vertex's
neighbors in the subgraph, and an apex joined to all copies; together they need k + 1, and so on from
level to level (Hebrard and Katsirelos 2018, doi:10.1007/978-3-319-98334-9_12). A copy may be the vertex
itself or stand in for several. The search is greedy: it starts from a clique grown around each vertex in
turn, since the largest one is rarely the one that can be raised; where the largest clique is an edge,
from odd cycles as well.

It passes over the starts twice. The quick pass takes vertices in the order of the input, which is often
written from the inside out, and the level that adds fewest; it finds 7 for 2-FullIns_5 in 0.2 s. The
other takes them by falling degree and the level that leaves most apexes to the next; it solves Mycielski
graphs in any order of their vertices, where the quick pass solves none of 23 vertices or more.

Vertices of few neighbors are left out beforehand: what needs more colors than the clique has vertices
lies within the core of as many neighbors. Sets of vertices are the bits of Python's integers: unions of
whole rows are all there is to do, and those run at the speed of memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from ..sequential.orders import core_numbers

MOST_VERTICES = 8192  # of the core; beyond, the rows would take more than 8 MiB
ROW_TICKS = 64  # Python's share in an operation on a row, from its time
MOST_APEXES = 8  # tried at each level
MOST_AHEAD = 64  # in the pass that looks ahead

Edges = dict[int, set[int]]


class MycielskianSearch:
    """
    The search for a Mycielskian that needs more colors than a clique, resumable.

    Parameters
    ----------
    graph
        The graph.
    clique
        int32, a large clique.

    Attributes
    ----------
    bound
        No proper coloring has fewer colors.
    certificate
        What shows it, for :func:`solver.check_certificate`.
    ticks
        Work done.
    """

    def __init__(self, graph: Graph, clique: NDArray[np.int32]) -> None:
        self.bound = len(clique)
        self.certificate: dict[str, Any] = {"kind": "clique", "vertices": clique.tolist()}
        self.ticks = graph.n
        self._graph = graph
        core = np.flatnonzero(core_numbers(graph) >= len(clique)).astype(np.int32)
        self.done = not len(clique) or not 0 < len(core) <= MOST_VERTICES
        self._row_ticks = ROW_TICKS + len(core) // 512
        self._bases = self._starts(core, clique)

    def run(self, ticks: int) -> None:
        """Try one start after another until ``ticks`` more ticks are used or all were tried."""
        limit = self.ticks + ticks
        while not self.done and self.ticks < limit:
            start = next(self._bases, None)
            if start is None:
                self.done = True
            else:
                self._raise_up(*start)

    def _starts(
        self, core: NDArray[np.int32], clique: NDArray[np.int32]
    ) -> Iterator[tuple[list[int], list[int]]]:
        """What to start from in each pass: the clique given, odd cycles, a clique around each vertex."""
        for ahead in (False, True):
            self._ahead = ahead
            self._number(core[np.argsort(-self._graph.degrees[core], kind="stable")] if ahead else core)
            inside = np.flatnonzero(np.isin(self._vertices, clique))
            if len(inside) == len(clique):
                yield inside.tolist(), []
            if len(clique) == 2:
                for v in range(len(core)):
                    if cycle := self._odd_cycle(v):
                        yield [], cycle
            for v in range(len(core)):
                found, candidates = [v], self._rows[v]
                while candidates:
                    u = next(_bits(candidates))
                    self.ticks += self._row_ticks
                    found.append(u)
                    candidates &= self._rows[u]
                yield found, []

    def _number(self, vertices: NDArray[np.int32]) -> None:
        """Number the core anew, in the order of ``vertices``."""
        self._vertices = vertices
        self._core = self._graph.subgraph(vertices)
        self._rows = _rows(self._core)
        self.ticks += self._core.n * self._row_ticks

    def _raise_up(self, clique: list[int], cycle: list[int]) -> None:
        """Add levels for as long as there is an apex."""
        subgraph: Edges = {v: {u for u in clique if u != v} for v in clique}
        for i, v in enumerate(cycle):
            subgraph[v] = {cycle[i - 1], cycle[(i + 1) % len(cycle)]}
        value = len(clique) + (3 if cycle else 0)
        levels: list[dict[str, Any]] = []
        copies, apexes = self._possible(subgraph)
        while apexes:
            chosen, apex, subgraph, copies, apexes = self._best_level(subgraph, copies, apexes)
            levels.append(
                {"copies": [[self._name(v), self._name(u)] for v, u in chosen.items()]}
                | {"apex": self._name(apex)}
            )
        if value + len(levels) > self.bound:
            self.bound = value + len(levels)
            self.certificate = {
                "kind": "mycielskian",
                "clique": [self._name(v) for v in clique],
                "odd_cycle": [self._name(v) for v in cycle],
                "levels": levels,
            }

    def _name(self, v: int) -> int:
        return int(self._vertices[v])

    def _odd_cycle(self, root: int) -> list[int]:
        """An odd cycle near a vertex, found breadth first; empty if its component has none."""
        self.ticks += 8 * len(self._core.indices)
        parent = {root: root}
        level = {root: 0}
        queue = [root]
        for v in queue:
            for u in self._core.neighbors(v).tolist():
                if u not in level:
                    level[u], parent[u] = level[v] + 1, v
                    queue.append(u)
                elif level[u] == level[v]:
                    left, right = [v], [u]
                    while left[-1] != right[-1]:
                        left.append(parent[left[-1]])
                        right.append(parent[right[-1]])
                    return left + right[-2::-1]
        return []

    def _possible(self, subgraph: Edges) -> tuple[dict[int, int], int]:
        """What may be a copy of each vertex, and what may be an apex; 0 apexes if there is no level."""
        apexes = everything = (1 << len(self._rows)) - 1
        copies_of = {}
        for v, neighbors in subgraph.items():
            copies = everything
            for u in neighbors:
                copies &= self._rows[u]
            reached = 0
            for u in _bits(copies):
                reached |= self._rows[u]
                self.ticks += self._row_ticks
                if reached & apexes == apexes:
                    break
            self.ticks += len(neighbors) * self._row_ticks
            apexes &= reached
            if not apexes:
                break
            copies_of[v] = copies
        return copies_of, apexes

    def _best_level(
        self, subgraph: Edges, copies_of: dict[int, int], apexes: int
    ) -> tuple[dict[int, int], int, Edges, dict[int, int], int]:
        """The best of some levels: in the pass that looks ahead, what leaves most apexes to the next."""
        inside = sum(1 << v for v in subgraph)
        best: Any = None
        for apex in islice(_bits(apexes), MOST_AHEAD if self._ahead else MOST_APEXES):
            taken, chosen = inside | 1 << apex, {}
            for v, copies in copies_of.items():
                copies &= self._rows[apex]
                if self._ahead:  # of those that will do, the one of most neighbors binds least
                    u = next(_bits(copies))
                else:  # itself, else one that is there already, else a new vertex
                    u = v if copies >> v & 1 else next(_bits(copies & taken or copies))
                chosen[v] = u
                taken |= 1 << u
            self.ticks += len(subgraph) * self._row_ticks
            further: Any = None
            rank = 0, -taken.bit_count()
            if self._ahead:
                extended = _extended(subgraph, chosen, apex)
                further = (extended, *self._possible(extended))
                rank = further[2].bit_count(), -taken.bit_count()
            if best is None or rank > best[0]:
                best = rank, chosen, apex, further
        _, chosen, apex, further = best
        if further is None:
            extended = _extended(subgraph, chosen, apex)
            further = (extended, *self._possible(extended))
        return chosen, apex, *further


def _extended(subgraph: Edges, copies: dict[int, int], apex: int) -> Edges:
    """The subgraph with the edges that its next level rests on."""
    extended = {v: set(neighbors) for v, neighbors in subgraph.items()}
    for v, neighbors in subgraph.items():
        for u in (*neighbors, apex):
            extended.setdefault(copies[v], set()).add(u)
            extended.setdefault(u, set()).add(copies[v])
    return extended


def _rows(graph: Graph) -> list[int]:
    """Neighbors of each vertex as the bits of an integer."""
    rows = []
    for v in range(graph.n):
        bits = np.zeros(graph.n, np.uint8)
        bits[graph.neighbors(v)] = 1
        rows.append(int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little"))
    return rows


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
