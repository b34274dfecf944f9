"""
Lower bounds above the largest clique: generalized Mycielskians and odd cycles.

A subgraph that needs k colors is extended by a copy of each vertex, adjacent to all neighbors of the
vertex in the subgraph, and by an apex adjacent to all copies; the result needs k + 1 colors, and so on
level by level (Hebrard and Katsirelos 2018, doi:10.1007/978-3-319-98334-9_12). A copy may be the vertex
itself or serve several vertices. The search is greedy. It starts from a clique grown around each vertex
in turn, since the largest clique can rarely be extended; if the largest clique is an edge, it also
starts from odd cycles.

There are two passes over the starts. The quick pass takes vertices in the order of the input, which
often follows the construction, and the level that adds the fewest vertices; it finds 7 for 2-FullIns_5
in 0.2 s. The second pass takes vertices by decreasing degree and the level that leaves most apexes for
the next; it solves Mycielski graphs in any order of their vertices, where the quick pass solves none
with 23 vertices or more.

Vertices with few neighbors are removed first: a minimal subgraph that needs more colors than a clique of
k vertices lies in the core where each vertex has at least k neighbors. Sets of vertices are the bits of
Python integers; the search consists of unions and intersections of rows, which run at the speed of
memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph
from ..sequential.orders import core_numbers

MOST_VERTICES = 8192  # of the core, so that the rows take at most 8 MiB
ROW_TICKS = 64  # overhead of Python per operation on a row, from its time
MOST_APEXES = 8  # apexes tried at each level
MOST_AHEAD = 64  # apexes tried at each level of the second pass

Edges = dict[int, set[int]]


class MycielskianSearch:
    """
    Resumable search for a Mycielskian that needs more colors than a clique.

    Parameters
    ----------
    graph
        The graph.
    clique
        int32, a large clique.

    Attributes
    ----------
    bound
        Proven lower bound on the number of colors.
    certificate
        Certificate of the bound, for :func:`solver.check_certificate`.
    ticks
        Work done, in ticks.
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
        """Try starts for ``ticks`` more ticks, or until all were tried."""
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
        """Yield the starts of each pass: the given clique, odd cycles, a clique around each vertex."""
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
                grown, candidates = [v], self._rows[v]
                while candidates:
                    u = next(_bits(candidates))
                    self.ticks += self._row_ticks
                    grown.append(u)
                    candidates &= self._rows[u]
                yield grown, []

    def _number(self, vertices: NDArray[np.int32]) -> None:
        """Renumber the core in the order of ``vertices``."""
        self._vertices = vertices
        self._core = self._graph.subgraph(vertices)
        self._rows = _rows(self._core)
        self.ticks += self._core.n * self._row_ticks

    def _raise_up(self, clique: list[int], cycle: list[int]) -> None:
        """Add levels to a clique or cycle as long as there is an apex."""
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
        """Return an odd cycle near a vertex by breadth-first search; empty if its component has none."""
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
        """Return the possible copies of each vertex, and the possible apexes, 0 if there are none."""
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
        """Return the best of several levels: the smallest, or the one with most apexes for the next."""
        inside = sum(1 << v for v in subgraph)
        best: Any = None
        for apex in islice(_bits(apexes), MOST_AHEAD if self._ahead else MOST_APEXES):
            taken, chosen = inside | 1 << apex, {}
            for v, copies in copies_of.items():
                copies &= self._rows[apex]
                if self._ahead:  # the possible copy with most neighbors restricts least
                    u = next(_bits(copies))
                else:  # the vertex itself, else a vertex of the subgraph, else a new vertex
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
    """Return the subgraph with the copies, the apex and their edges."""
    extended = {v: set(neighbors) for v, neighbors in subgraph.items()}
    for v, neighbors in subgraph.items():
        for u in (*neighbors, apex):
            extended.setdefault(copies[v], set()).add(u)
            extended.setdefault(u, set()).add(copies[v])
    return extended


def _rows(graph: Graph) -> list[int]:
    """Return the neighbors of each vertex as the bits of an integer."""
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
