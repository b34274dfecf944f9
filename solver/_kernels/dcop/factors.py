"""
Cost functions of any number of variables, and the cost of each value given the other variables.

A *slot* is a variable in the scope of a function. The entry of a table that belongs to an assignment is
found by adding up, over the slots of the function, the value of the variable times a stride.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper


class Factors(NamedTuple):
    """Cost functions and their variables."""

    scope_starts: np.ndarray  # int64[functions + 1], slots of each function
    scopes: np.ndarray  # int32[slots], the variable of each slot
    strides: np.ndarray  # int64[slots]
    starts: np.ndarray  # int64[functions], where the table of each begins
    tables: np.ndarray  # int64
    row_starts: np.ndarray  # int64[n + 1], rows of `rows`
    rows: np.ndarray  # int32[slots], functions of each variable


@helper
def entry(factors, f, values):
    """Return the place of the entry of function ``f`` at an assignment."""
    place = factors.starts[f]
    for s in range(factors.scope_starts[f], factors.scope_starts[f + 1]):
        place += values[factors.scopes[s]] * factors.strides[s]
    return place


@helper
def add_costs(factors, f, values, unary_start, sign, skipped, local):
    """
    Add what function ``f`` costs for each value of its variables but ``skipped``, given the others.

    Mutates: local.
    """
    place = entry(factors, f, values)
    for s in range(factors.scope_starts[f], factors.scope_starts[f + 1]):
        v = factors.scopes[s]
        if v == skipped:
            continue
        first = unary_start[v]
        row = place - values[v] * factors.strides[s]
        for c in range(unary_start[v + 1] - first):
            local[first + c] += sign * factors.tables[row + c * factors.strides[s]]


@helper
def shared_cost(factors, values, v, a, u, b):
    """Return what the functions of both ``v`` and ``u`` cost with values ``a`` and ``b``."""
    total = np.int64(0)
    for p in range(factors.row_starts[v], factors.row_starts[v + 1]):
        f = factors.rows[p]
        place = factors.starts[f]
        is_shared = False
        for s in range(factors.scope_starts[f], factors.scope_starts[f + 1]):
            w = factors.scopes[s]
            value = values[w]
            if w == v:
                value = a
            elif w == u:
                value = b
                is_shared = True
            place += value * factors.strides[s]
        if is_shared:
            total += factors.tables[place]
    return total
