"""
The number of proper colorings, and the chromatic polynomial, by elimination of vertices.

The colorings of what has been eliminated depend only on which of its neighbors have the same color. So a
table maps each partition of a set of vertices to the number of ways to extend a coloring with these
classes. A vertex is eliminated by summing over its color: that of a class of neighbors, or one of the
others, all alike. The cost grows with the number of partitions of the largest set, and thus with the
treewidth of the graph; colors cost nothing.

The polynomial needs no arithmetic of polynomials: its coefficients are the digits of one count, with a
power of two as number of colors that exceeds twice every coefficient (Kronecker substitution).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from ..arguments import integer
from ..errors import BudgetError
from ..graphs.graph import Graph, as_graph

#: Partitions times choices of a color that a count may take by default, some ten seconds.
STATES = 2_000_000

Classes = tuple[int, ...]


class _Table(NamedTuple):
    """
    The extensions of each partition of a set of vertices.

    Attributes
    ----------
    scope
        Vertices, ascending.
    counts
        Number of extensions by the class of each vertex of the scope; classes are numbered in the order
        in which they first occur.
    """

    scope: tuple[int, ...]
    counts: dict[Classes, int]


def count_colorings(graph: Graph, k: int, *, max_states: int = STATES) -> int:
    """
    Count the proper colorings with the colors ``0 .. k - 1``, not all of which need be used.

    Parameters
    ----------
    graph
        Graph.
    k
        Number of colors, >= 0; its size costs nothing.
    max_states
        Limit of the work: partitions times choices of a color.

    Returns
    -------
    int
        Exact number; colorings that differ in the names of the colors count separately.

    Raises
    ------
    BudgetError
        If the count takes more than ``max_states``.
    InputError
        If an argument is out of range.

    Examples
    --------
    >>> import solver
    >>> solver.count_colorings(solver.generators.queen(5), 5)
    240
    """
    graph = as_graph(graph)
    k = integer("k", k, 0)
    return _count(graph, k, integer("max_states", max_states, 1))


def chromatic_polynomial(graph: Graph, *, max_states: int = STATES) -> tuple[int, ...]:
    """
    Return the coefficients of the chromatic polynomial, that of the lowest power first.

    Parameters
    ----------
    graph
        Graph.
    max_states
        Limit of the work: partitions times choices of a color.

    Returns
    -------
    tuple of int
        ``n + 1`` coefficients ``a``: the graph has ``sum(a[i] * k**i)`` proper colorings with ``k``
        colors.

    Raises
    ------
    BudgetError
        If the count takes more than ``max_states``.

    References
    ----------
    .. [1] Read, R. C. (1968). An introduction to chromatic polynomials. *Journal of Combinatorial
       Theory* 4: 52-71. doi:10.1016/S0021-9800(68)80087-0

    Examples
    --------
    >>> import solver
    >>> solver.chromatic_polynomial(solver.Graph.from_edges(3, [(0, 1), (1, 2), (0, 2)]))
    (0, 2, -3, 1)
    """
    graph = as_graph(graph)
    # The absolute values of the coefficients add up to the number of acyclic orientations.
    bits = min(graph.m, math.factorial(graph.n).bit_length()) + 2
    left = _count(graph, 1 << bits, integer("max_states", max_states, 1))
    coefficients = []
    for _ in range(graph.n + 1):
        digit = left & ((1 << bits) - 1)
        if digit >> (bits - 1):
            digit -= 1 << bits
        coefficients.append(digit)
        left = (left - digit) >> bits
    return tuple(coefficients)


def _count(graph: Graph, k: int, max_states: int) -> int:
    """Eliminate all vertices; return the number of colorings."""
    near = [set(graph.neighbors(v).tolist()) for v in range(graph.n)]
    order = _elimination_order([set(row) for row in near])
    work = _Work(max_states, max((len(scope) for _, scope in order), default=0))
    total = 1
    tables: list[_Table] = []
    for v, scope in order:
        if total == 0:
            break
        used = [table for table in tables if v in table.scope]
        tables = [table for table in tables if v not in table.scope]
        made = _eliminated(v, scope, used, near, k, work)
        if len(made) > 1:
            tables.append(_Table(scope, made))
        else:  # the scope has no other partition, so that nothing depends on it
            total *= next(iter(made.values()), 0)
    return total


class _Work:
    """The states used, and the limit."""

    def __init__(self, limit: int, width: int) -> None:
        self._limit, self._width, self._used = limit, width, 0

    def add(self, states: int) -> None:
        self._used += states
        if self._used > self._limit:
            # The bound may be below what was used: it counts partitions of one set, and no choices.
            bound = max(_partitions(self._width), self._used)
            raise BudgetError(
                f"counting by the partitions of up to {self._width} vertices, limited by max_states",
                estimate=float(bound),
                budget=float(self._limit),
                unit="states",
            )


def _partitions(size: int) -> int:
    """Return the number of partitions of a set (Bell's number)."""
    row = [1]
    for _ in range(size):
        following = [row[-1]]
        for entry in row:
            following.append(following[-1] + entry)
        row = following
    return row[0]


def _elimination_order(near: list[set[int]]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the vertices by least fill, each with its neighbors when it is eliminated."""
    left = set(range(len(near)))
    fill: dict[int, tuple[int, int, int]] = {}
    order = []
    stale = set(left)
    while left:
        for v in stale:
            missing = sum(len(near[v]) - 1 - len(near[u] & near[v]) for u in near[v]) // 2
            fill[v] = (missing, len(near[v]), v)
        v = min(left, key=fill.__getitem__)
        left.remove(v)
        scope = near[v]
        stale = set(scope)
        for u in scope:
            near[u] |= scope
            near[u] -= {u, v}
            stale |= near[u]
        order.append((v, tuple(sorted(scope))))
    return order


def _eliminated(
    v: int, scope: tuple[int, ...], used: list[_Table], near: list[set[int]], k: int, work: _Work
) -> dict[Classes, int]:
    """Return the extensions of each partition of the scope to ``v`` and what was eliminated before."""
    places = [
        (table.counts, [scope.index(u) if u != v else len(scope) for u in table.scope]) for table in used
    ]
    neighbors = [i for i, u in enumerate(scope) if u in near[v]]
    made: dict[Classes, int] = {}
    for classes, count in _proper_partitions(scope, near, k):
        work.add(count + 1)
        taken = {classes[i] for i in neighbors}
        total = 0
        for c in range(count + 1):
            if c in taken or (c == count and k <= count):
                continue
            product = 1 if c < count else k - count
            whole = (*classes, c)
            for counts, positions in places:
                product *= counts[_renumbered([whole[i] for i in positions])]
                if not product:
                    break
            total += product
        made[classes] = total  # also 0: the partition may be the one that a coloring needs
    return made


def _renumbered(classes: list[int]) -> Classes:
    """Number classes in the order in which they first occur."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(c, len(names)) for c in classes)


def _proper_partitions(
    scope: tuple[int, ...], near: list[set[int]], k: int
) -> Iterator[tuple[Classes, int]]:
    """Yield the partitions into at most ``k`` independent classes, and their number of classes."""
    before = [[i for i in range(j) if scope[i] in near[scope[j]]] for j in range(len(scope))]
    classes: list[int] = []

    def extend(count: int) -> Iterator[tuple[Classes, int]]:
        j = len(classes)
        if j == len(scope):
            yield tuple(classes), count
            return
        taken = {classes[i] for i in before[j]}
        for c in range(min(count + 1, k)):
            if c not in taken:
                classes.append(c)
                yield from extend(max(count, c + 1))
                classes.pop()

    return extend(0)
