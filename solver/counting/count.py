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

import functools
import heapq
import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..arguments import integer
from ..errors import BudgetError
from ..graphs.graph import Graph, as_graph
from .minors import width_of_many

#: Partitions times choices of a color that a count may take by default, some ten seconds.
STATES = 2_000_000
#: Times the limit that a table must be expected to take before it is refused unmade.
MARGIN = 100
#: Partitions made at random for that.
PROBES = 32
#: Vertices of a graph from which minors are looked at first.
LARGE = 1000
#: Vertices of a table from which its partitions exceed every limit.
WIDE = 60
#: Neighbors read to find the order, for each state of the limit, and those that take as long as a look
#: at the row of one neighbor. A million are always allowed.
VISITS, LOOK, LEAST_VISITS = 100, 8, 1_000_000
#: Binary logarithm of the products of bits that take as long as a state.
BITS_OF_STATE = 24

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
        Limit of the work: partitions times choices of a color, and partial partitions in vain.

    Returns
    -------
    int
        Exact number; colorings that differ in the names of the colors count separately.

    Raises
    ------
    BudgetError
        If the count takes more than ``max_states``, at the first table that would exceed them by far.
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
        Limit of the work, as in :func:`count_colorings`; long integers count as well.

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
    work = _Work(max_states)
    if graph.n >= LARGE:
        work.refuse(width_of_many(graph, k, max_states))
    near = [set(graph.neighbors(v).tolist()) for v in range(graph.n)]
    total = 1
    tables = _Tables()
    for v, scope in _eliminations([set(row) for row in near], work):
        work.widen(len(scope))
        if work.could_exceed(len(scope)):
            work.expect(_expected_states(scope, near, k, work.most))
        made = _eliminated(v, scope, tables.take(v), near, k, work)
        if len(made) > 1:
            tables.add(_Table(scope, made))
            continue
        # The scope has no other partition, so that nothing depends on it.
        factor = next(iter(made.values()), 0)
        total *= factor
        work.multiply(total, factor)
        if total == 0:
            return 0
    return total


class _Tables:
    """Tables by the vertices of their scopes, each until one of these is eliminated."""

    def __init__(self) -> None:
        self._with: dict[int, dict[int, _Table]] = {}
        self._made = 0

    def add(self, table: _Table) -> None:
        self._made += 1
        for u in table.scope:
            self._with.setdefault(u, {})[self._made] = table

    def take(self, v: int) -> list[_Table]:
        """Remove the tables with ``v`` in their scope, and return them in the order of their making."""
        taken = self._with.pop(v, {})
        for number, table in taken.items():
            for u in table.scope:
                if u != v:
                    del self._with[u][number]
        return list(taken.values())


class _Work:
    """
    The states used, and the limit.

    Attributes
    ----------
    most
        Expected states of one table from which a count is refused before it is made.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self._used, self._visits, self._width = limit, 0, 0, 0
        self.most = float(MARGIN * limit)

    def widen(self, width: int) -> None:
        """Note the number of vertices of a table."""
        self._width = max(self._width, width)

    def add(self, states: int) -> None:
        self._used += states
        if self._used > self._limit:
            raise self._error(math.inf, self._tables)

    def multiply(self, product: int, factor: int) -> None:
        """Count the arithmetic of long integers; that of short ones is part of a state."""
        self.add(product.bit_length() * factor.bit_length() >> BITS_OF_STATE)

    def visit(self, neighbors: int) -> None:
        """Count neighbors that are read to find the order of the elimination."""
        self._visits += LOOK + neighbors
        if self._visits > max(LEAST_VISITS, VISITS * self._limit):
            raise self._error(math.inf, "the order of the vertices")

    def could_exceed(self, width: int) -> bool:
        """Return whether the partitions of so many vertices may be more than the limit."""
        return width >= WIDE or (width + 1) * _partitions(width) > self._limit

    def expect(self, states: float) -> None:
        """Refuse a table that would exceed the limit by far."""
        if states > self.most:
            raise self._error(states, self._tables)

    def refuse(self, width: int) -> None:
        """Refuse a count whose largest table has more partitions than the limit, if it has a width."""
        if width:
            raise self._error(math.inf, f"the partitions of {width} vertices or more")

    @property
    def _tables(self) -> str:
        return f"the partitions of up to {self._width} vertices"

    def _error(self, states: float, what: str) -> BudgetError:
        return BudgetError(
            f"counting by {what}, limited by max_states",
            estimate=states,
            budget=float(self._limit),
            unit="states",
        )


@functools.cache
def _partitions(size: int) -> int:
    """Return the number of partitions of a set (Bell's number)."""
    row = [1]
    for _ in range(size):
        following = [row[-1]]
        for entry in row:
            following.append(following[-1] + entry)
        row = following
    return row[0]


def _eliminations(near: list[set[int]], work: _Work) -> Iterator[tuple[int, tuple[int, ...]]]:
    """
    Yield the vertices by least fill, each with its neighbors when it is eliminated.

    Mutates: near.
    """
    peeled = [v for v, row in enumerate(near) if len(row) <= 1]
    left = set(range(len(near)))
    while peeled:  # least fill, without computing any: this takes linear time for a star
        v = peeled.pop()
        if v not in left:
            continue
        left.remove(v)
        scope = tuple(near[v])
        for u in scope:
            near[u].remove(v)
            if len(near[u]) <= 1:
                peeled.append(u)
        yield v, scope
    fill: dict[int, tuple[int, int, int]] = {}
    heap: list[tuple[int, int, int]] = []
    changed = _fills(left, near, work)
    while left:
        for v, missing in changed.items():
            fill[v] = (missing, len(near[v]), v)
            heapq.heappush(heap, fill[v])
        while True:
            key = heapq.heappop(heap)
            v = key[2]
            if v in left and fill[v] == key:
                break
        left.remove(v)
        members = near[v]
        yield v, tuple(sorted(members))
        changed = _fills_without(v, key[0], near, fill, work)


def _fills(left: set[int], near: list[set[int]], work: _Work) -> dict[int, int]:
    """Return the fill of each vertex; each edge is looked at once."""
    missing = dict.fromkeys(left, 0)
    for v in left:
        for u in near[v]:
            if u > v:
                work.visit(min(len(near[u]), len(near[v])))
                common = len(near[u] & near[v])
                missing[v] += len(near[v]) - 1 - common
                missing[u] += len(near[u]) - 1 - common
    return {v: twice // 2 for v, twice in missing.items()}


def _fill(v: int, near: list[set[int]], work: _Work) -> int:
    """Return the number of pairs of neighbors of ``v`` that are not adjacent."""
    missing = 0
    for u in near[v]:
        work.visit(min(len(near[u]), len(near[v])))
        missing += len(near[v]) - 1 - len(near[u] & near[v])
    return missing // 2


def _fills_without(
    v: int, missing: int, near: list[set[int]], fill: dict[int, tuple[int, int, int]], work: _Work
) -> dict[int, int]:
    """
    Remove ``v``, connect its neighbors, and return the fills of these and of others that change.

    A vertex adjacent to many, such as the hub of a wheel, is not looked at again in full.

    Mutates: near.
    """
    members = near[v]
    for u in members:
        near[u].remove(v)
    added = [(a, b) for a in members for b in members - near[a] if a < b] if missing else []
    fewer: Counter[int] = Counter()
    for a, b in added:
        work.visit(min(len(near[a]), len(near[b])))
        fewer.update(near[a] & near[b])
    for a, b in added:
        near[a].add(b)
        near[b].add(a)
    extended = {u for pair in added for u in pair}
    for u in members - extended:  # it loses the pairs of v and a vertex that is no neighbor of v
        fewer[u] += len(near[u]) + 1 - len(members)
    changed = {u: fill[u][0] - less for u, less in fewer.items()}
    return {**changed, **{u: _fill(u, near, work) for u in extended}}


def _expected_states(scope: tuple[int, ...], near: list[set[int]], k: int, most: float) -> float:
    """
    Return an estimate of the states of a table, which is not exact if it is above ``most``.

    Each probe makes a partition at random and multiplies the numbers of choices [1]_; its expected
    value is the exact number. The mean rarely exceeds that by much, and more often is too small.

    References
    ----------
    .. [1] Knuth, D. E. (1975). Estimating the efficiency of backtrack programs. *Mathematics of
       Computation* 29: 121-136. doi:10.1090/S0025-5718-1975-0373371-6
    """
    rng = random.Random(0)
    before = [[i for i in range(j) if scope[i] in near[scope[j]]] for j in range(len(scope))]
    total = 0.0
    for _ in range(PROBES):
        weight, count = 1.0, 0
        classes: list[int] = []
        for earlier in before:
            taken = {classes[i] for i in earlier}
            choices = [c for c in range(min(count + 1, k)) if c not in taken]
            if not choices:
                break
            weight *= len(choices)
            classes.append(rng.choice(choices))
            count = max(count, classes[-1] + 1)
        total += weight * (count + 1 if len(classes) == len(scope) else 1)
        if total > PROBES * most:
            break
    return total / PROBES


def _eliminated(
    v: int, scope: tuple[int, ...], used: list[_Table], near: list[set[int]], k: int, work: _Work
) -> dict[Classes, int]:
    """Return the extensions of each partition of the scope to ``v`` and what was eliminated before."""
    places = [
        (table.counts, [scope.index(u) if u != v else len(scope) for u in table.scope]) for table in used
    ]
    neighbors = [i for i, u in enumerate(scope) if u in near[v]]
    made: dict[Classes, int] = {}
    for classes, count in _proper_partitions(scope, near, k, work):
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
        work.multiply(total, k)
        made[classes] = total  # also 0: the partition may be the one that a coloring needs
    return made


def _renumbered(classes: list[int]) -> Classes:
    """Number classes in the order in which they first occur."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(c, len(names)) for c in classes)


def _proper_partitions(
    scope: tuple[int, ...], near: list[set[int]], k: int, work: _Work
) -> Iterator[tuple[Classes, int]]:
    """Yield the partitions into at most ``k`` independent classes, and their number of classes."""
    before = [[i for i in range(j) if scope[i] in near[scope[j]]] for j in range(len(scope))]
    classes: list[int] = []
    counts = [0]  # of the classes of each beginning
    waiting: list[list[int]] = []  # choices that are left at each place
    while True:
        if len(classes) == len(scope):
            yield tuple(classes), counts[-1]
        else:
            taken = {classes[i] for i in before[len(classes)]}
            choices = [c for c in range(min(counts[-1] + 1, k)) if c not in taken]
            if not choices:
                work.add(1)
            waiting.append(choices[::-1])
        while waiting and not waiting[-1]:
            waiting.pop()
        if not waiting:
            return
        c = waiting[-1].pop()
        del classes[len(waiting) - 1 :], counts[len(waiting) :]
        classes.append(c)
        counts.append(max(counts[-1], c + 1))
