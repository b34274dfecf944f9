"""
The question "is the graph k-colorable?" as clauses over Boolean variables.

There are two encodings. *Assignment* has a variable for each vertex and allowed color; each vertex has
at least one color and, optionally, at most one; neighbors have no color in common. *Order* (the hybrid
of Faber, Jabrayilov and Mutzel 2024, doi:10.4230/LIPIcs.SAT.2024.12) adds a variable for "the color of v
is above c", so that 3k clauses state that a vertex has exactly one color. CaDiCaL 1.9.5 refuted 8 colors
of queen8_8 in 7.5 s with at-most-one clauses, in 10.8 s without them, and in 9.3 s by the order
encoding. It found 30 colors for qg.order30 in 0.2 s with at-most-one clauses, not within 5 s without,
and in 1.2 s by the order encoding.

The order variables alone, without those for colors (POP-S there), were tried on eleven graphs with the
same restrictions. Refutations of 11 colors for R75_5g and 8 for queen8_8 took 30% fewer conflicts, but
10% more time for the one and 20% less for the other; le450_15c, DSJC125.5 and queen9_9 took 40 to 70%
more time per conflict than the assignment encoding, and 50 colors of wap05a 5.4 s rather than 2.5 s.

Colors are interchangeable, so a solver would refute each of k! renamings. Therefore a clique gets fixed
colors, and of the vertices after it, in a fixed order, the j-th has one of the first j remaining colors
(van Gelder 2008, doi:10.1016/j.dam.2006.07.016). Vertices with most neighbors in the clique come first:
ordered by degree alone, CaDiCaL needed 3 to 37% more conflicts for six of seven refutations (R75_5g with
10 colors, R100_9g with 33, ...) and 9% fewer for one, R50_5g with 9.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph

Clauses = list[list[int]]


@dataclass(frozen=True, eq=False)
class Cnf:
    """
    Clauses, and the variables that encode a coloring.

    Attributes
    ----------
    clauses
        Clauses as in the DIMACS format: a literal is a variable from 1, negative if negated.
    variable
        int64[n, k], the variable of a vertex and color; 0 if the color is not allowed.
    variables
        Number of variables.
    """

    clauses: Clauses
    variable: NDArray[np.int64]
    variables: int

    def decode(self, model: list[int]) -> NDArray[np.int32]:
        """Return the coloring of a model, given as literals: the first true color of each vertex."""
        true = np.zeros(self.variables + 1, bool)
        literals = np.asarray(model, np.int64)
        literals = literals[(literals > 0) & (literals <= self.variables)]
        true[literals] = True
        colors: NDArray[np.int32] = np.argmax(true[self.variable], axis=1).astype(np.int32)
        return colors


def allowed_colors(graph: Graph, k: int, clique: NDArray[np.int64]) -> NDArray[np.bool_]:
    """
    Return the colors that each vertex may have without loss of generality, bool[n, k].

    The clique has the first colors. The other vertices are ordered by the number of neighbors in the
    clique, then by degree, both decreasing.
    """
    size = len(clique)
    allowed = np.ones((graph.n, k), bool)
    for c, v in enumerate(clique):
        allowed[graph.neighbors(v), c] = False
    allowed[clique] = np.eye(size, k, dtype=bool)
    for j, v in enumerate(restricted(graph, k, clique)[size:], start=size):
        allowed[v, j + 1 :] = False
    return allowed


def restricted(graph: Graph, k: int, clique: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first k vertices, of which the j-th has one of the first j colors; a clique first."""
    seen = np.zeros(graph.n, np.int64)
    for v in clique:
        seen[graph.neighbors(v)] += 1
    rest = np.setdiff1d(np.arange(graph.n), clique)
    order = rest[np.lexsort((-graph.degrees[rest], -seen[rest]))]
    return np.concatenate([np.asarray(clique, np.int64), order])[:k]


def number_of_literals(graph: Graph, allowed: NDArray[np.bool_], *, at_most_one: bool) -> int:
    """Count the literals of the assignment encoding without building the clauses."""
    u, v = graph.edges().T
    length = np.count_nonzero(allowed, axis=1)
    pairs = sum(int(np.count_nonzero(column[u] & column[v])) for column in allowed.T)
    if at_most_one:
        pairs += int((length * (length - 1) // 2).sum())
    return 2 * pairs + int(length.sum())


def assignment(graph: Graph, allowed: NDArray[np.bool_], *, at_most_one: bool = False) -> Cnf:
    """Return the assignment encoding; ``at_most_one`` adds that no vertex has two colors."""
    variable = np.zeros(allowed.shape, np.int64)
    variable[allowed] = np.arange(1, np.count_nonzero(allowed) + 1)
    clauses: Clauses = [row[row > 0].tolist() for row in variable]
    u, v = graph.edges().T
    for c in range(allowed.shape[1]):
        both = allowed[u, c] & allowed[v, c]
        clauses += (-np.stack([variable[u[both], c], variable[v[both], c]], axis=1)).tolist()
    if at_most_one:
        for row in variable:
            literals = (-row[row > 0]).tolist()
            clauses += [[a, b] for i, a in enumerate(literals) for b in literals[:i]]
    return Cnf(clauses, variable, int(np.count_nonzero(allowed)))


def order(graph: Graph, allowed: NDArray[np.bool_]) -> Cnf:
    """Return the order encoding."""
    base = assignment(graph, allowed)
    clauses, last = base.clauses, base.variables
    for row in base.variable:
        own = row[row > 0].tolist()
        # above[i] is true if the color comes after the i-th allowed color of the vertex.
        above = list(range(last + 1, last + len(own)))
        last += len(above)
        clauses += [[-b, a] for a, b in itertools.pairwise(above)]
        for i, x in enumerate(own):
            if i > 0:
                clauses.append([-x, above[i - 1]])
            if i < len(above):
                clauses.append([-x, -above[i]])
    return Cnf(clauses, base.variable, last)
