"""
What remains of a cost network once the variables that cost little to eliminate are eliminated.

Costs are integers of the network's grid. Every function is shifted to have a least entry of 0, and a
forbidden entry costs ``FORBIDDEN``. To eliminate a variable, its functions are added up and minimized
over its values (bucket elimination: Dechter 1999); its best value, given those of its neighbors, is
looked up afterwards. A variable is eliminated while the new table is no larger than those that it
replaces, or has at most ``SMALL`` entries and two variables. A variable whose value is determined by
that of another is replaced by it in all functions, which halves the frequency assignment problems of
CELAR.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .network import CostNetwork, Scope

#: Cost of a forbidden entry; two of them can be added.
FORBIDDEN = 1 << 61
#: Bits of the sum of all costs; larger ones are rounded down.
BITS = 50
#: Entries of a table over two variables that may always be made, and of any table that may be made.
SMALL, LARGE = 1 << 12, 1 << 18

Table = NDArray[np.int64]


class Core:
    """
    A network that shrinks.

    Attributes
    ----------
    sizes
        Number of values of each variable.
    functions
        Tables by scope, a tuple of increasing positions; () is the constant.
    shift
        Bits by which all costs are rounded down, 0 unless their sum is very large.
    eliminated
        Variables in the order of elimination, with the scope and table that gives their best value, the
        variable's axis last.
    """

    def __init__(self, network: CostNetwork) -> None:
        grid = network.grid
        self.shift = max(0, grid.highest.bit_length() - BITS)
        self.sizes: list[int] = network.sizes.tolist()
        self.functions: dict[Scope, Table] = {(): np.zeros((), np.int64)}
        self.of_variable: list[set[Scope]] = [set() for _ in self.sizes]
        self.eliminated: list[tuple[int, Scope, Table]] = []
        for v, start in enumerate(grid.unary_start[:-1].tolist()):
            self._add((v,), self._allowed(grid.unary, start, (v,), grid.barrier))
        starts = [*grid.table_start.tolist(), *grid.factor_start.tolist()]
        scopes = [*map(tuple, network.ends.tolist()), *network.scopes]
        for scope, start in zip(scopes, starts, strict=True):
            self._add(scope, self._allowed(grid.tables, start, scope, grid.barrier))

    def _allowed(self, costs: Table, start: int, scope: Scope, barrier: int) -> Table:
        shape = [self.sizes[v] for v in scope]
        table = costs[start : start + math.prod(shape)].reshape(shape)
        return np.where(table >= barrier, FORBIDDEN, table >> self.shift)

    def _add(self, scope: Scope, table: Table) -> None:
        """Add a function to the one of its scope; what all its entries cost goes to the constant."""
        table = np.minimum(self.functions.get(scope, 0) + table, FORBIDDEN)
        least = table.min()
        if scope and least:
            self.functions[()] = np.minimum(self.functions[()] + least, FORBIDDEN)
            table = np.where(table == FORBIDDEN, FORBIDDEN, table - least)
        self.functions[scope] = table
        for v in scope:
            self.of_variable[v].add(scope)

    def _discard(self, scope: Scope) -> Table:
        for v in scope:
            self.of_variable[v].discard(scope)
        return self.functions.pop(scope)

    def eliminate_cheap(self) -> None:
        """Eliminate variables as long as that is cheap, those with the smallest tables first."""
        waiting = set(range(len(self.sizes))) - self._replace_determined()
        changed = True
        while changed:
            changed = False
            for v in sorted(waiting, key=lambda v: len(self.of_variable[v])):
                near = set().union(*self.of_variable[v]) - {v}
                if self._is_cheap(v, near):
                    self._eliminate(v, tuple(sorted(near)))
                    waiting.discard(v)
                    changed = True

    def _replace_determined(self) -> set[int]:
        """Replace variables that are determined by one other; return them."""
        replaced: set[int] = set()
        for scope in [scope for scope in self.functions if len(scope) == 2]:
            for other, v in (scope, scope[::-1]):
                if scope not in self.functions:
                    break
                table = self.functions[scope] if v == scope[1] else self.functions[scope].T
                allowed = table < FORBIDDEN
                if len(self.of_variable[v]) > 1 and (allowed.sum(axis=1) <= 1).all():
                    self._replace(v, other, allowed)
                    replaced.add(v)
        return replaced

    def _replace(self, v: int, other: int, allowed: NDArray[np.bool_]) -> None:
        """Replace a variable that has at most one allowed value for each value of another."""
        image = allowed.argmax(axis=1)
        self.eliminated.append((v, (other,), np.where(allowed, 0, FORBIDDEN)))
        for scope in sorted(self.of_variable[v]):
            table = self._discard(scope).take(image, axis=scope.index(v))
            axes = [other if u == v else u for u in scope]
            if other in scope:
                table = np.diagonal(table, axis1=scope.index(other), axis2=scope.index(v))
                axes = [u for u in scope if u not in (v, other)] + [other]
            order = sorted(range(len(axes)), key=axes.__getitem__)
            self._add(tuple(sorted(axes)), table.transpose(order))

    def _is_cheap(self, v: int, near: set[int]) -> bool:
        cells = math.prod(self.sizes[u] for u in near)
        if cells * self.sizes[v] > LARGE:
            return False
        replaced = sum(self.functions[scope].size for scope in self.of_variable[v])
        return cells <= replaced or (cells <= SMALL and len(near) <= 2)

    def _eliminate(self, v: int, near: Scope) -> None:
        axes = (*near, v)
        joint = np.zeros([self.sizes[u] for u in axes], np.int64)
        for scope in sorted(self.of_variable[v]):
            table = self._discard(scope)
            order = sorted(range(len(scope)), key=lambda i: axes.index(scope[i]))
            shape = [self.sizes[u] if u in scope else 1 for u in axes]
            joint = np.minimum(joint + table.transpose(order).reshape(shape), FORBIDDEN)
        self.eliminated.append((v, near, joint))
        self._add(near, joint.min(axis=-1))

    def complete(self, values: NDArray[np.int32]) -> None:
        """Give the eliminated variables their best values. Mutates: values."""
        for v, near, joint in reversed(self.eliminated):
            values[v] = joint[tuple(values[u] for u in near)].argmin()

    def components(self) -> list[list[int]]:
        """Return the variables that are left, by connected components."""
        gone = {v for v, *_ in self.eliminated}
        seen: set[int] = set()
        parts = []
        for root in range(len(self.sizes)):
            if root in gone or root in seen:
                continue
            part, stack = [], [root]
            seen.add(root)
            while stack:
                v = stack.pop()
                part.append(v)
                fresh = set().union(*self.of_variable[v]) - seen
                seen |= fresh
                stack += sorted(fresh)
            parts.append(sorted(part))
        return parts
