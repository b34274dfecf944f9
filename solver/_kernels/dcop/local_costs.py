"""
The cost of every value of every variable at the present values of its neighbors, kept up to date.

The local searches (DSA, MGM, MGM-2) need nothing else. Computing it again for each variable in each
cycle takes degree times domain size; updating costs that only where a neighbor moves, and after a few
cycles few variables move. Costs are integers, so updates are exact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.rng import random_below
from .factors import Factors, add_costs, entry


class Network(NamedTuple):
    """
    A cost network as rows of neighbors.

    The costs that value ``x`` of ``v`` adds to the ``s`` values of its neighbor ``neighbors[p]`` are
    ``tables[push[p] + x * s]`` and the ``s - 1`` entries after it.
    """

    starts: np.ndarray  # int64[n + 1], rows of `neighbors`
    neighbors: np.ndarray  # int32[2m]
    push: np.ndarray  # int64[2m]
    tables: np.ndarray  # int64
    unary: np.ndarray  # int64, all variables in turn
    unary_start: np.ndarray  # int64[n + 1]
    floors: np.ndarray  # int64[n], sum of the smallest entries of a variable's tables
    factors: Factors  # of three and more variables; pairs with no other table have one of zeros


class Search(NamedTuple):
    """State of a search; costs do not include the constant."""

    values: np.ndarray  # int32[n], the present assignment
    best: np.ndarray  # int32[n], the best assignment
    local: np.ndarray  # int64, of the length of `unary`: present cost of every value
    costs: np.ndarray  # int64[2], cost of the present and of the best assignment
    rng: np.ndarray  # uint64[4]


@kernel
def choose_allowed(network, barrier, values, rng):
    """
    Draw a value for each variable, among those that its unary costs allow if there are any.

    Mutates: values, rng.
    """
    for v in range(len(values)):
        first = network.unary_start[v]
        last = network.unary_start[v + 1]
        allowed = 0
        for i in range(first, last):
            allowed += network.unary[i] < barrier
        if allowed == 0:
            values[v] = random_below(rng, last - first)
            continue
        rank = random_below(rng, allowed)
        for i in range(first, last):
            if network.unary[i] < barrier:
                if rank == 0:
                    values[v] = i - first
                rank -= 1


@kernel
def fill_local(network, values, local):
    """
    Compute the local costs of all values; return the cost of the assignment without the constant.

    Mutates: local, int64 of the length of ``network.unary``.
    """
    # Not a copy of a slice, for which numba compiles the texts of an error.
    for i in range(len(local)):
        local[i] = network.unary[i]
    for v in range(len(values)):
        for p in range(network.starts[v], network.starts[v + 1]):
            first = network.unary_start[network.neighbors[p]]
            size = network.unary_start[network.neighbors[p] + 1] - first
            row = network.push[p] + values[v] * size
            for c in range(size):
                local[first + c] += network.tables[row + c]
    total = 0
    twice = 0
    for v in range(len(values)):
        alone = network.unary[network.unary_start[v] + values[v]]
        total += alone
        twice += local[network.unary_start[v] + values[v]] - alone
    total += twice // 2
    factors = network.factors
    for f in range(len(factors.starts)):
        total += factors.tables[entry(factors, f, values)]
        add_costs(factors, f, values, network.unary_start, 1, -1, local)
    return total


@helper
def set_value(network, v, value, values, local):
    """
    Give a variable another value; return the increase of the cost of the assignment.

    Mutates: values, local.
    """
    before = values[v]
    rise = local[network.unary_start[v] + value] - local[network.unary_start[v] + before]
    factors = network.factors
    for p in range(factors.row_starts[v], factors.row_starts[v + 1]):
        add_costs(factors, factors.rows[p], values, network.unary_start, -1, v, local)
    values[v] = value
    for p in range(factors.row_starts[v], factors.row_starts[v + 1]):
        add_costs(factors, factors.rows[p], values, network.unary_start, 1, v, local)
    for p in range(network.starts[v], network.starts[v + 1]):
        first = network.unary_start[network.neighbors[p]]
        size = network.unary_start[network.neighbors[p] + 1] - first
        row_before = network.push[p] + before * size
        row = network.push[p] + value * size
        for c in range(size):
            local[first + c] += network.tables[row + c] - network.tables[row_before + c]
    return rise


@helper
def nth_tied(local, first, last, lowest, rank, banned):
    """Return value number ``rank`` among those, other than ``banned``, that cost ``lowest``."""
    for i in range(first, last):
        if local[i] == lowest and i - first != banned:
            if rank == 0:
                return i - first
            rank -= 1
    return banned
