"""Max-Sum on networks with functions of three and more variables; see the kernel."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .._kernels.dcop.maxsum_factors import Choice, Messages, Unary, maxsum_cycles
from .factors import factor_graph
from .network import CostNetwork
from .runs import COST_BYTES, Traffic, in_parts


def play_factors(
    network: CostNetwork, cycles: int, damping: float, noise: float, seed: int
) -> tuple[NDArray[np.int32], int, NDArray[np.int64], Traffic]:
    """Return the best assignment, its cost on the grid, the history, and the messages sent."""
    grid = network.grid
    factors = factor_graph(network, with_pairs=True)
    largest = np.abs(grid.tables[grid.tables < grid.barrier]).max(initial=0)
    bits = np.random.Generator(np.random.PCG64(seed)).random(len(grid.unary))
    prior = grid.unary + noise * float(largest) * bits
    unary = Unary(grid.unary, prior, grid.unary_start)
    sizes = network.sizes[factors.scopes].astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    arities = np.diff(factors.scope_starts)
    total = int(starts[-1])
    messages = Messages(
        starts=starts,
        before=np.zeros(total),
        after=np.zeros(total),
        sent=np.zeros(total),
        beliefs=np.zeros(len(grid.unary)),
        digits=np.zeros(int(arities.max(initial=0)), np.int64),
    )
    values = np.zeros(network.n, np.int32)
    choice = Choice(values, values.copy(), np.full(2, np.iinfo(np.int64).max))
    history = np.empty(max(cycles, 1), np.int64)
    counts = network.sizes.tolist()
    scopes = [*network.ends.tolist(), *network.scopes]
    cells = [math.prod(counts[v] for v in scope) for scope in scopes]
    work = sum(size * len(scope) for size, scope in zip(cells, scopes, strict=True))

    def play(first: int, last: int) -> int:
        maxsum_cycles(factors, unary, damping, messages, choice, history[first:last])
        return last - first

    in_parts(max(cycles, 1), work + len(grid.unary), play)
    traffic = Traffic(
        messages=2 * len(factors.scopes) * cycles,
        bytes=2 * COST_BYTES * int(sizes.sum()) * cycles,
        nccc=cycles
        * max((size * len(scope) for size, scope in zip(cells, scopes, strict=True)), default=0),
    )
    return choice.best, int(choice.costs[1]), history[:cycles], traffic
