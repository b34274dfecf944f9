"""
The cost network: variables with their own domains, and costs on variables, pairs and larger scopes.

A :class:`solver.Problem` has one domain and one kind of cost, that of equal colors; a cost network has
arbitrary cost tables (Dechter 2003, *Constraint Processing*, ch. 13; also called a weighted CSP or a
Markov random field). A table over three or more variables is called a *factor*. Like a graph it is
immutable, and like a problem it translates names to the arrays that kernels read.

A cost of +inf forbids. Searches compute with a *barrier* instead, a finite cost so large that one
forbidden entry outweighs all finite costs.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError, expected, shortened
from ..problems.problem import Problem
from .grid import Grid, add_up, choose_grid

Name = Hashable
Label = Hashable
Function = tuple[Sequence[Name], ArrayLike]
Scope = tuple[int, ...]

#: Largest absolute integer up to which every integer is a double.
MAX_DOUBLE = 1 << 53
#: Most variables of one cost function, because arrays have no more axes in every version of numpy.
MAX_ARITY = 32
#: Table entries that :meth:`CostNetwork.costs` looks up together, to bound memory.
CHUNK_CELLS = 1 << 22


class CostNetwork:
    """
    An immutable sum of cost functions, to be minimized.

    Parameters
    ----------
    domains
        Number of values of each variable, or their labels, distinct hashables.
    functions
        Pairs ``(scope, table)``: a sequence of at most 32 names, and an array of finite numbers or +inf
        with one axis for each name; without names a finite number. Functions of equal scope are added
        up.
    names
        Names of the variables, distinct hashables; ``0 .. n - 1`` if omitted.
    upper_bound
        Cost from which on assignments are no solutions. It is written to the formats that have it; no
        algorithm uses it.

    Attributes
    ----------
    names, domains
        Tuples of names, and of tuples of labels. A domain given by its size has the labels ``0 .. size -
        1``.
    sizes
        int32[n], number of values of each variable.
    ends
        int32[m, 2], pairs of variables with a table, the lower position first, increasing.
    scopes
        Scopes of the factors, increasing: each a tuple of at least three positions, increasing.
    grid
        Costs as integers (:class:`solver.dcop.grid.Grid`), the form that kernels read.
    constant
        Cost of every assignment, in addition to its tables.

    Raises
    ------
    InputError
        If a scope has more than 32 variables, a repeated or an unknown one, or a table has a wrong
        shape, a NaN or -inf.

    Examples
    --------
    >>> network = CostNetwork([["a", "b"], 3], [(["x"], [0, 1]), (["x", "y"], [[5, 0, 2], [0, 4, 1]])],
    ...                       names=["x", "y"])
    >>> network.cost({"x": "b", "y": 2})
    2.0
    """

    names: tuple[Name, ...]
    domains: tuple[tuple[Label, ...], ...]
    sizes: NDArray[np.int32]
    ends: NDArray[np.int32]
    scopes: tuple[Scope, ...]
    grid: Grid
    constant: float
    upper_bound: float

    def __init__(
        self,
        domains: Iterable[int | Iterable[Label]],
        functions: Iterable[Function],
        *,
        names: Iterable[Name] | None = None,
        upper_bound: float = math.inf,
    ) -> None:
        labels = tuple(_labels(i, domain) for i, domain in enumerate(domains))
        distinct = tuple(range(len(labels))) if names is None else tuple(names)
        if len(distinct) != len(labels):
            raise expected("len(names)", len(distinct), f"{len(labels)}, one for each domain")
        index = {name: v for v, name in enumerate(distinct)}
        if len(index) < len(distinct):
            raise expected("names", distinct, "distinct names")
        sizes = np.array([len(domain) for domain in labels], np.int32)
        tables = [_checked(i, function, index, sizes) for i, function in enumerate(functions)]
        pairs = sorted({scope for scope, _ in tables if len(scope) == 2})
        ends = np.array(pairs, np.int32).reshape(-1, 2)
        factors = tuple(sorted({scope for scope, _ in tables if len(scope) > 2}))
        scopes: list[Scope] = [(), *((v,) for v in range(len(sizes))), *pairs, *factors]
        counts = sizes.tolist()
        lengths = [math.prod(counts[v] for v in scope) for scope in scopes]
        first_cell = dict(zip(scopes, itertools.accumulate(lengths, initial=0), strict=False))
        cells = [np.arange(len(table)) + first_cell[scope] for scope, table in tables]
        entries = [table for _, table in tables]
        grid = add_up(
            sizes,
            np.array(lengths[1 + len(sizes) :], np.int64),
            len(pairs),
            np.concatenate([np.empty(0, np.int64), *cells]),
            np.concatenate([np.empty(0), *entries]),
        )
        self._set(distinct, labels, ends, factors, grid, upper_bound)

    def _set(
        self,
        names: tuple[Name, ...],
        domains: tuple[tuple[Label, ...], ...],
        ends: NDArray[np.int32],
        scopes: tuple[Scope, ...],
        grid: Grid,
        upper_bound: float,
    ) -> None:
        sizes = np.array([len(domain) for domain in domains], np.int32)
        for array in (sizes, ends):
            array.flags.writeable = False
        attributes = {
            "names": names,
            "domains": domains,
            "sizes": sizes,
            "ends": ends,
            "scopes": scopes,
            "grid": grid,
            "constant": grid.cost_of_constant,
            "upper_bound": float(upper_bound),
        }
        for attribute, value in attributes.items():
            object.__setattr__(self, attribute, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a CostNetwork is immutable: cannot set {name}")

    @classmethod
    def from_problem(cls, problem: Problem) -> CostNetwork:
        """
        Return the penalty of a coloring problem as a cost network.

        Equal colors at the ends of an edge cost its weight, a color costs minus its preference, and all
        but the required color of a fixed node are forbidden.
        """
        k = problem.k
        unary = -problem.preferences
        fixed = np.flatnonzero(problem.fixed_colors >= 0)
        other = np.arange(k) != problem.fixed_colors[fixed, None]
        unary[fixed] = np.where(other, math.inf, unary[fixed])
        order = np.lexsort((problem.ends[:, 1], problem.ends[:, 0]))
        weights, which = np.unique(problem.weights[order], return_inverse=True)
        tables = [weight * np.eye(k).ravel() for weight in weights.tolist()]
        sizes = np.full(problem.n, k, np.int32)
        grid = choose_grid(sizes, 0.0, unary.ravel(), tables, which, len(which))
        network = cls.__new__(cls)
        domains = (problem.domain,) * problem.n
        network._set(problem.nodes, domains, problem.ends[order], (), grid, math.inf)
        return network

    # ------------------------------------------------------------------------------------ features

    @property
    def n(self) -> int:
        """Number of variables."""
        return len(self.names)

    @property
    def m(self) -> int:
        """Number of pairs with a table."""
        return len(self.ends)

    @property
    def exact(self) -> bool:
        """Whether every cost has an exact integer form, so that sums do not depend on their order."""
        return self.grid.exact

    @functools.cached_property
    def most_checks(self) -> int:
        """Table entries that the busiest variable looks up to find the cost of each of its values."""
        degrees = np.bincount(self.neighbors.ravel(), minlength=self.n)
        return int((degrees * self.sizes).max(initial=0))

    @functools.cached_property
    def neighbors(self) -> NDArray[np.int32]:
        """Pairs of variables with a common table, int32[p, 2], the lower first, increasing."""
        if not self.scopes:
            return self.ends
        pairs = {pair for scope in self.scopes for pair in itertools.combinations(scope, 2)}
        pairs.update(map(tuple, self.ends.tolist()))
        return np.array(sorted(pairs), np.int32).reshape(-1, 2)

    @functools.cached_property
    def _index(self) -> dict[Name, int]:
        return {name: v for v, name in enumerate(self.names)}

    def unary(self, name: Name) -> NDArray[np.float64]:
        """Return the costs of the values of a variable, float64[size]."""
        v = self._position(name)
        first, last = self.grid.unary_start[v : v + 2].tolist()
        return self.grid.unary_costs(first, last)

    def table(self, e: int) -> NDArray[np.float64]:
        """Return the cost table of the pair ``ends[e]``, float64[size, size]."""
        shape = self.sizes[self.ends[e]].tolist()
        first = int(self.grid.table_start[e])
        return self.grid.table_costs(first, first + math.prod(shape)).reshape(shape)

    def factor(self, f: int) -> NDArray[np.float64]:
        """Return the cost table of the factor over ``scopes[f]``, float64 with an axis for each."""
        shape = self.sizes[list(self.scopes[f])].tolist()
        first = int(self.grid.factor_start[f])
        return self.grid.table_costs(first, first + math.prod(shape)).reshape(shape)

    def functions(self) -> list[tuple[tuple[Name, ...], NDArray[np.float64]]]:
        """Return scopes and tables that define the network: constant, variables, pairs, factors."""
        listed: list[tuple[tuple[Name, ...], NDArray[np.float64]]] = []
        if self.constant:
            listed.append(((), np.array(self.constant)))
        listed += [((name,), costs) for name in self.names if (costs := self.unary(name)).any()]
        listed += [
            ((self.names[u], self.names[v]), self.table(e))
            for e, (u, v) in enumerate(self.ends.tolist())
        ]
        listed += [
            (tuple(self.names[v] for v in scope), self.factor(f)) for f, scope in enumerate(self.scopes)
        ]
        return listed

    def __repr__(self) -> str:
        factors = f", factors={len(self.scopes)}" if self.scopes else ""
        return f"CostNetwork(n={self.n}, m={self.m}{factors}, values={int(self.sizes.max(initial=0))})"

    # ----------------------------------------------------------------------------------- assignments

    def encode(self, assignment: Mapping[Name, Label] | ArrayLike) -> NDArray[np.int32]:
        """
        Return a complete assignment as positions in the domains, int32[n].

        Raises
        ------
        InputError
            If a variable or value is unknown, or a variable has no value.
        """
        if not isinstance(assignment, Mapping):
            return self._check(np.asarray(assignment), (self.n,))
        values = np.full(self.n, -1, np.int32)
        for name, label in assignment.items():
            v = self._position(name)
            try:
                values[v] = self.domains[v].index(label)
            except ValueError:
                legal = f"one of {shortened(self.domains[v])}"
                raise expected(f"assignment[{shortened(name)}]", label, legal) from None
        if self.n and values.min() < 0:
            missing = shortened(self.names[int(values.argmin())])
            raise InputError(f"assignment: expected a value for {missing}, too")
        return values

    def decode(self, values: ArrayLike) -> dict[Name, Label]:
        """Return a complete encoded assignment as ``{name: label}``, in the order of the variables."""
        array = self._check(np.asarray(values), (self.n,)).tolist()
        return {name: domain[x] for name, domain, x in zip(self.names, self.domains, array, strict=True)}

    def cost(self, assignment: Mapping[Name, Label] | ArrayLike) -> float:
        """
        Return the cost of a complete assignment, O(n + m); +inf if it is forbidden.

        If the network is exact, only the final sum is rounded to a double. Otherwise the cost is summed
        in float64 in the order constant, variables, pairs, factors.
        """
        return float(self.costs(self.encode(assignment)[None])[0])

    def costs(self, assignments: ArrayLike) -> NDArray[np.float64]:
        """Return the costs of encoded assignments: float64[B] for int[B, n]."""
        array = np.asarray(assignments)
        if array.ndim != 2:
            raise expected("assignments.shape", array.shape, f"(B, {self.n})")
        values = self._check(array, (len(array), self.n))
        rows = max(1, CHUNK_CELLS // (self.n + self.m + len(self.scopes) + 1))
        parts = [self._costs(values[i : i + rows]) for i in range(0, len(values), rows)]
        return np.concatenate(parts) if parts else np.empty(0)

    def _costs(self, values: NDArray[np.int32]) -> NDArray[np.float64]:
        return self.grid.sums(*self._entries(values))

    def grid_cost(self, values: NDArray[np.int32]) -> int:
        """Return the cost of an encoded assignment on the grid, without the constant."""
        unary_at, table_at = self._entries(values[None])
        return int(self.grid.unary[unary_at].sum() + self.grid.tables[table_at].sum())

    def _entries(self, values: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the places of the unary costs and of the table entries of assignments."""
        u, v = self.ends.T
        rows = values[:, u].astype(np.int64) * self.sizes[v]
        table_at = self.grid.table_start + rows + values[:, v]
        if self.scopes:
            factor_at = np.tile(self.grid.factor_start, (len(values), 1))
            for f, scope in enumerate(self.scopes):
                axes = [values[:, v].astype(np.int64) for v in scope]
                factor_at[:, f] += np.ravel_multi_index(axes, self.sizes[list(scope)].tolist())
            table_at = np.concatenate([table_at, factor_at], axis=1)
        return self.grid.unary_start[:-1] + values, table_at

    def _position(self, name: Name) -> int:
        try:
            return self._index[name]
        except (KeyError, TypeError):
            raise expected("variable", name, "the name of a variable") from None

    def _check(self, array: NDArray[Any], shape: tuple[int, ...]) -> NDArray[np.int32]:
        if array.shape != shape:
            raise expected("assignment.shape", array.shape, f"{shape}")
        if array.size and array.dtype.kind not in "iu":
            raise expected("assignment.dtype", array.dtype.name, "integers")
        if array.size and (wrong := (array < 0) | (array >= self.sizes)).any():
            v = int(np.argwhere(wrong)[0, -1])
            value = int(array[wrong].flat[0])
            name = shortened(self.names[v])
            raise expected(f"assignment[{name}]", value, f"0 <= value < {self.sizes[v]}")
        return np.ascontiguousarray(array, np.int32)


def _labels(i: int, domain: int | Iterable[Label]) -> tuple[Label, ...]:
    labels = tuple(range(domain)) if isinstance(domain, (int, np.integer)) else tuple(domain)
    if not labels:
        raise InputError(f"domains[{i}]: expected at least one value")
    if len(set(labels)) < len(labels):
        raise expected(f"domains[{i}]", labels, "distinct labels")
    return labels


def _checked(
    i: int, function: Function, index: Mapping[Name, int], sizes: NDArray[np.int32]
) -> tuple[Scope, NDArray[np.float64]]:
    """Return the positions of a function's variables, increasing, and its table to match, flat."""
    scope, given = function
    if len(scope) > MAX_ARITY:
        raise expected(f"functions[{i}]: arity", len(scope), f"at most {MAX_ARITY}")
    try:
        positions: Scope = tuple(index[name] for name in scope)
    except (KeyError, TypeError):
        raise expected(f"functions[{i}]: scope", tuple(scope), "names of variables") from None
    if len(set(positions)) < len(positions):
        raise expected(f"functions[{i}]: scope", tuple(scope), "distinct variables")
    table = np.asarray(given)
    shape = tuple(sizes[list(positions)].tolist())
    if table.shape != shape:
        raise expected(f"functions[{i}]: shape of the table", table.shape, f"{shape}")
    costs = table.astype(np.float64) if table.dtype.kind in "iubf" else np.full(shape, np.nan)
    if not (costs > -math.inf).all():
        raise InputError(f"functions[{i}]: expected a table of numbers, finite or +inf")
    if not scope and not np.isfinite(costs).all():
        raise expected(f"functions[{i}]: constant", math.inf, "a finite number")
    if table.dtype.kind in "iu" and np.abs(costs).max(initial=0) > MAX_DOUBLE:
        raise InputError(f"functions[{i}]: expected integers of at most 2^53 in absolute value")
    order = sorted(range(len(positions)), key=positions.__getitem__)
    return tuple(positions[i] for i in order), costs.transpose(order).ravel()
