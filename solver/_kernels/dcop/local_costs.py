"""
What every value of every variable would cost at the neighbors' present values, kept up to date.

The local searches (DSA, MGM, MGM-2) all look at nothing else. Recomputing it for each variable in each
cycle takes degree times domain size; keeping it costs that only where a neighbor moves, and after a few
cycles hardly anyone does. Costs are integers, so that updating loses nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import kernel
from ..vectors.rng import random_below


class Network(NamedTuple):
    """
    A cost network as rows of neighbors.

    The costs that value ``x`` of ``v`` puts on the values of its neighbor ``neighbors[p]``, of which
    there are ``s``, stand at ``tables[push[p] + x * s]`` and the ``s - 1`` places behind.
    """

    starts: np.ndarray  # int64[n + 1], rows of `neighbors`
    neighbors: np.ndarray  # int32[2m]
    push: np.ndarray  # int64[2m]
    tables: np.ndarray  # int64
    unary: np.ndarray  # int64, all variables in turn
    unary_start: np.ndarray  # int64[n + 1]
    floors: np.ndarray  # int64[n], sum of the smallest entries of a variable's tables


@kernel
def choose_allowed(network, barrier, values, rng):
    """
    Draw a value for each variable among those that its unary costs allow, if there are any.

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
    Local costs of all values from scratch; returns the cost of the assignment without the constant.

    Mutates: local, int64 of the length of ``network.unary``.
    """
    local[:] = network.unary
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
    return total + twice // 2


@kernel
def set_value(network, v, value, values, local):
    """
    Give a variable another value; returns by how much the cost of the assignment rises.

    Mutates: values, local.
    """
    old = values[v]
    rise = local[network.unary_start[v] + value] - local[network.unary_start[v] + old]
    values[v] = value
    for p in range(network.starts[v], network.starts[v + 1]):
        first = network.unary_start[network.neighbors[p]]
        size = network.unary_start[network.neighbors[p] + 1] - first
        gone = network.push[p] + old * size
        come = network.push[p] + value * size
        for c in range(size):
            local[first + c] += network.tables[come + c] - network.tables[gone + c]
    return rise


@kernel
def nth_tied(local, first, last, lowest, rank, banned):
    """The value, other than ``banned``, that is number ``rank`` among those that cost ``lowest``."""
    for i in range(first, last):
        if local[i] == lowest and i - first != banned:
            if rank == 0:
                return i - first
            rank -= 1
    return banned
