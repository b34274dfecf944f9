"""
Is a graph k-colorable? Branch and price: fractional coverings, and branches that merge or join vertices.

At each node the fractional covering of the graph by independent sets is computed as far as needed
(Mehrotra and Trick 1996, doi:10.1287/ijoc.8.4.344). If it takes more than k sets, the node is refuted;
otherwise two vertices that some sets in use have in common and others have not are either merged into
one or joined by an edge. A node is refuted in integers, whatever the errors of the linear program: with
weights w, scaled, and W the largest integer such that k W is less than the sum of w, there is no
k-coloring if no independent set weighs more than W (Held, Cook and Sewell 2012,
doi:10.1007/s12532-012-0042-3). Often that holds long before the covering is optimal, so W is tried as
soon as the heuristic finds no heavier set; and the covering need not be optimal for a branch, either.

CPU seconds to refute a number of colors, and nodes: queen9_9, 9 colors, 1.0 s, 29; DSJC125.9, 43
colors, 2.1 s, 211; gnp(75, 0.5, seed=1), 11 colors, 0.15 s, 13; gnp(90, 0.5, seed=1), 13 colors, 2.7 s,
229; gnp(82, 0.536, seed=26112433), 13 colors, 16 s, 2607; queen10_10, 10 colors, 29 s, 203. It found 65
colors for r250.5 in 4.8 s. Not in 20 s: DSJC250.9 with 71. Sparse graphs are for clauses: 1-Insertions_4
with 4 colors had 3% of its tree done after 8 s.

Tried without success: branches chosen by the linear programs of both sides over the pool, among the 8
most fractional pairs (4,743 nodes instead of 2,441 on the last graph, 2,337 instead of 3,953 on
another, in two to five times the time); among near ties, the pair with most neighbors in all (a third
fewer nodes on two graphs, a fifth more on two). An edge may be added between vertices that no set of
weight 1 - k + value has in common, but at the root of eight random graphs and DSJC125.5 there was no
such pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._kernels.bounds import missing_sets
from .._kernels.vectors.rng import rng_state
from ..arguments import integer
from ..bounds.covering import Covering, packed
from ..bounds.pricing import HeaviestSet, Pricing
from ..errors import InputError, expected
from ..graphs.graph import Graph
from ..sequential.greedy import greedy

#: A pivot takes n^2 operations; of larger graphs, the dives of ``bounds/dive.py`` solve more.
MAX_VERTICES = 256
SCALE = 1 << 24  # integer for a weight of 1
TOLERANCE = 1e-6  # on the value of a covering; a wrong branch costs time only
CLEARLY = 1e-3  # least excess over weight 1 for a set to be added
SWEEPS = 2  # largest number of heuristic sweeps per linear program
ENOUGH = 0.2  # number of new sets per vertex that ends the sweeps
SHAKE = 0.3  # largest relative change of a weight between sweeps
MOST_PER_VERTEX = 3  # sets per vertex that a branch inherits
NEAR = 0.05  # difference of fractions that count as equal in the choice of a branch
MOST_NUMBERS = 4_000_000  # in a certificate, some 8 bytes each as text
TICKS_PER_ROUND = 1 << 14  # overhead of Python per linear program, from its time


@dataclass(frozen=True, eq=False)
class Node:
    """
    A graph that remains after merging and joining, and sets to begin with.

    Attributes
    ----------
    adjacent
        bool[size, size].
    place
        int32[n], the vertex of each vertex of the whole graph.
    sets
        bool[sets, size], independent sets.
    depth
        Number of branches above.
    """

    adjacent: NDArray[np.bool_]
    place: NDArray[np.int32]
    sets: NDArray[np.bool_]
    depth: int


class BranchAndPrice:
    """
    Resumable search for a k-coloring by branch and price.

    Parameters
    ----------
    graph
        The graph, with 1 to 256 vertices.
    k
        Number of colors, at least 1.
    seed
        Seed of the random number generator.

    Attributes
    ----------
    answer
        Whether the graph is k-colorable; None if not known yet.
    steps
        Steps of the certificate of the answer False, as :func:`solver.check_certificate` reads them;
        None if they would be too many.
    explored
        Fraction of the tree that is done, if each branch counts half of what is above it.
    nodes
        Number of nodes so far.
    ticks
        Work so far, in ticks.

    Raises
    ------
    InputError
        If the graph is empty or too large, or ``k`` is less than 1.
    """

    def __init__(self, graph: Graph, k: int, *, seed: int = 0) -> None:
        if not 1 <= graph.n <= MAX_VERTICES:
            raise expected("n", graph.n, f"1 to {MAX_VERTICES}")
        self.k = integer("k", k, 1)
        self._n = graph.n
        self.answer: bool | None = None
        self.explored = 0.0
        self.nodes = self.ticks = 0
        self.steps: list[dict[str, Any]] | None = []
        self._colors: NDArray[np.int32] | None = None
        self._state = rng_state((seed, 15))
        adjacent = np.zeros((graph.n, graph.n), np.bool_)
        u, v = graph.edges().T
        adjacent[u, v] = adjacent[v, u] = True
        everything = np.arange(graph.n, dtype=np.int32)
        self._open = [Node(adjacent, everything, np.empty((0, graph.n), np.bool_), 0)]
        self._node: Node | None = None
        self._proof: HeaviestSet | None = None

    def run(self, ticks: int) -> bool | None:
        """Search for ``ticks`` more ticks and at most one more round, or until the answer is known."""
        limit = self.ticks + ticks
        while self.answer is None and self.ticks < limit:
            if self._proof is not None:
                self._prove(self._proof, limit - self.ticks)
            elif self._node is not None:
                self._improve()
            elif self._open:
                self._enter(self._open.pop())
            else:
                self.answer = False
        return self.answer

    def colors(self) -> NDArray[np.int32]:
        """Return the coloring, int32[n] in [0, k), if ``answer`` is True."""
        if self._colors is None:
            raise InputError(f"no coloring with {self.k} colors: expected a search that found one")
        return self._colors.copy()

    @property
    def certificate(self) -> dict[str, Any]:
        """Certificate that there is no k-coloring, for :func:`solver.check_certificate`."""
        if self.steps is None:
            return {"kind": "search"}
        if len(self.steps) == 1:
            return {"kind": "fractional", **self.steps[0]}
        return {"kind": "branches", "colors": self.k, "steps": self.steps}

    # ----------------------------------------------------------------------------------- at one node

    def _enter(self, node: Node) -> None:
        """Start with a node: color it greedily, and cover it by the classes and its sets."""
        self.nodes += 1
        self._node = node
        u, v = np.nonzero(np.triu(node.adjacent))
        self._graph = Graph.from_arrays(len(node.adjacent), u, v)
        colors = greedy(self._graph, "DSATUR")
        if int(colors.max()) < self.k:
            self._finish(colors)
            return
        self._sweeps = _sweeps(node.adjacent, self._state)
        self._covering = Covering(colors, seed=self.nodes)
        self._covering.add(node.sets)

    def _improve(self) -> None:
        """Solve the linear program once; then branch, add missing sets, or try to refute the node."""
        covering = self._covering
        before = covering.ticks
        covering.solve()
        self.ticks += covering.ticks - before + TICKS_PER_ROUND
        if covering.value <= self.k + TOLERANCE:
            self._branch()
            return
        weights = _scaled(covering.weights)
        largest = (int(weights.sum()) - 1) // self.k
        added, is_refutable = self._add_heavy_sets(largest)
        if is_refutable or not added:
            self._proof = Pricing(self._graph, weights).start(largest, enough=largest + 1)

    def _add_heavy_sets(self, largest: int) -> tuple[int, bool]:
        """Add sets that a heuristic finds; return their number and whether none exceeds ``largest``."""
        covering, sweeps = self._covering, self._sweeps
        n = covering.n
        covering.reserve(SWEEPS * n, SWEEPS * n * n)
        effort = missing_sets.Effort(largest / SCALE, 1 + CLEARLY, SHAKE, SWEEPS, int(ENOUGH * n))
        missing_sets.add_missing(sweeps, covering.pool, covering.weights, SCALE, effort)
        added, heavier, ticks = sweeps.progress.tolist()
        self.ticks += ticks
        return added, heavier == 0

    def _prove(self, search: HeaviestSet, ticks: int) -> None:
        """Continue the search for a set that is too heavy; without one the node is refuted."""
        search.run(ticks)
        self.ticks += search.pricing.ticks
        search.pricing.ticks = 0
        if not search.done:
            return
        self._proof = None
        heaviest = search.vertices()
        if heaviest is None:
            self._close(search)
            return
        members = np.zeros((1, self._covering.n), np.bool_)
        members[0, heaviest] = True
        if self._covering.add(members) == 0:  # due to an error of the linear program
            self._branch()

    def _close(self, search: HeaviestSet) -> None:
        """Note the weights that refute the node."""
        assert self._node is not None
        weights = np.zeros(len(self._node.place), np.int64)
        # The first of the vertices that were merged has the weight of all.
        size = self._covering.n
        first = np.full(size, -1)
        first[self._node.place[::-1]] = np.arange(len(weights))[::-1]
        weights[first[search.pricing.order]] = search.pricing.weights
        self._note({"weights": weights.tolist(), "largest": search.weight})
        self.explored += 2.0**-self._node.depth
        self._node = None

    def _note(self, step: dict[str, Any]) -> None:
        if self.steps is not None:
            self.steps.append(step)
            if len(self.steps) * self._n > MOST_NUMBERS:
                self.steps = None

    def _finish(self, colors: NDArray[np.int32]) -> None:
        """Take the coloring of the node's graph as the answer."""
        assert self._node is not None
        self.answer = True
        self._colors = colors[self._node.place]

    # -------------------------------------------------------------------------------------- branches

    def _branch(self) -> None:
        """Replace the node by two: two vertices have different colors, or the same."""
        assert self._node is not None
        node, covering = self._node, self._covering
        sets, use = covering.sets, covering.use
        used = sets[use > 0].astype(np.float64)
        together = used.T @ (used * use[use > 0][:, None])
        np.fill_diagonal(together, 0)
        together[node.adjacent] = 0
        pair = self._pair(together)
        if pair is None:
            return
        heaviest = np.argsort(-(sets @ covering.weights), kind="stable")
        sets = sets[heaviest[: MOST_PER_VERTEX * covering.n]]
        self._note({"pair": [int(np.argmax(node.place == v)) for v in pair]})
        # The merged vertex is tried first, since it leads to a coloring if there is one.
        self._open += [_joined(node, sets, *pair), _merged(node, sets, *pair)]
        self._node = None

    def _pair(self, together: NDArray[np.float64]) -> tuple[int, int] | None:
        """Return the vertices to branch on; None if the covering is a coloring, which is taken."""
        assert self._node is not None
        adjacent = self._node.adjacent
        certain = np.minimum(together, 1 - together)
        highest = certain.max()
        if highest <= CLEARLY:
            classes = together > 0.5
            np.fill_diagonal(classes, True)
            _, colors = np.unique(np.argmax(classes, axis=1), return_inverse=True)
            if int(colors.max()) < self.k and not adjacent[colors[:, None] == colors].any():
                self._finish(colors.astype(np.int32))
                return None
            certain, highest = np.where(adjacent, 0.0, 1.0), 1.0
            np.fill_diagonal(certain, 0)
        pairs = np.argwhere(np.triu(certain >= highest - NEAR, 1))
        degrees = adjacent.sum(axis=1)
        u, v = pairs[np.argmax(degrees[pairs].sum(axis=1))]
        return int(u), int(v)


def _joined(node: Node, sets: NDArray[np.bool_], u: int, v: int) -> Node:
    adjacent = node.adjacent.copy()
    adjacent[u, v] = adjacent[v, u] = True
    return Node(adjacent, node.place, sets[~(sets[:, u] & sets[:, v])], node.depth + 1)


def _merged(node: Node, sets: NDArray[np.bool_], u: int, v: int) -> Node:
    """Merge ``v`` into ``u``; sets with one of the two lose it."""
    adjacent = node.adjacent.copy()
    adjacent[u] |= adjacent[v]
    adjacent[:, u] |= adjacent[:, v]
    rest = np.delete(np.arange(len(adjacent)), v)
    place = np.zeros(len(adjacent), np.int32)
    place[rest] = np.arange(len(rest))
    place[v] = place[u]
    sets = sets.copy()
    sets[:, u] &= sets[:, v]
    sets = sets[:, rest]
    return Node(adjacent[np.ix_(rest, rest)], place[node.place], sets[sets.any(axis=1)], node.depth + 1)


def _scaled(weights: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.floor(weights * SCALE).astype(np.int64)


def _sweeps(adjacent: NDArray[np.bool_], state: NDArray[np.uint64]) -> missing_sets.Sweeps:
    """Return work space for the sweeps over a graph, bool[n, n]."""
    n = len(adjacent)
    words = (n + 63) >> 6
    return missing_sets.Sweeps(
        rows=packed(adjacent),
        sorted_rows=np.empty(n * words, np.int64),
        order=np.arange(n, dtype=np.int32),
        place=np.empty(n, np.int32),
        weights=np.empty(n, np.int64),
        sorted_weights=np.empty(n, np.int64),
        members=np.empty(words, np.int64),
        free=np.empty(words, np.int64),
        found=np.empty(n * words, np.int64),
        totals=np.empty(n, np.int64),
        state=state,
        progress=np.zeros(3, np.int64),
    )
