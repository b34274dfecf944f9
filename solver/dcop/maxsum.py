"""
Max-Sum, damped: belief propagation for the assignment of least cost.

Exact on a tree once messages have crossed it; on a graph with cycles a heuristic, which damping
stabilizes. Messages are float32, because their last digits are irrelevant; the resulting assignments are
evaluated on the integer grid as in all other algorithms.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.dcop.maxsum import FAR, Choice, Layout, Messages, Pricing, maxsum_cycles
from ..errors import BudgetError, expected
from ..problems.problem import Problem
from .maxsum_factors import play_factors
from .network import CostNetwork
from .result import DcopResult
from .runs import COST_BYTES, Traffic, as_network, check_cycles, in_parts, make_result

#: Largest number of bytes of all tables, which are padded to the largest domain.
MAX_TABLE_BYTES = 1 << 32


def maxsum(
    problem: Problem | CostNetwork,
    *,
    cycles: int = 200,
    damping: float = 0.5,
    noise: float = 0.001,
    seed: int = 0,
) -> DcopResult:
    """
    Search with Max-Sum [1]_, damped [2]_: functions send variables the least cost of each value.

    All messages of a cycle are computed from those of the previous cycle. Each has its least entry
    shifted to 0 and is damped on its way from the pair to the variable. A cycle takes O(m k^2), or
    O(m k) if pairs cost only equal values; a factor over ``a`` variables takes O(a k^a).

    Parameters
    ----------
    problem
        Coloring problem or cost network.
    cycles
        Number of cycles; in each, every pair receives messages from its two variables and answers both.
    damping
        Share of the previous message in the new one, 0 <= damping < 1. With 0, a tree is solved soonest
        and a graph with cycles often oscillates forever.
    noise
        Random cost of every value while messages are computed, up to this share of the largest entry of
        any table, to break ties; reported costs do not include it. With 0, ties go to the first value,
        so in a symmetric network all variables take the same value.
    seed
        Seed of the noise.

    Returns
    -------
    DcopResult
        The best of the assignments given by the beliefs after each cycle.

    Raises
    ------
    BudgetError
        If the tables, all padded to the largest domain, would take more than 4 GiB.

    References
    ----------
    .. [1] Farinelli, A., A. Rogers, A. Petcu and N. R. Jennings (2008). Decentralised coordination of
       low-power embedded devices using the max-sum algorithm. *AAMAS 2008*: 639-646.
    .. [2] Cohen, L., R. Galiki and R. Zivan (2020). Governing convergence of Max-sum on DCOPs through
       damping and splitting. *Artificial Intelligence* 279: 103212. doi:10.1016/j.artint.2019.103212
    """
    cycles = check_cycles(cycles)
    if not 0 <= damping < 1:
        raise expected("damping", damping, "0 <= damping < 1")
    if not 0 <= noise < np.inf:
        raise expected("noise", noise, "a finite number >= 0")
    network = as_network(problem)
    if network.scopes:
        values, best, history, traffic = play_factors(network, cycles, damping, noise, seed)
        return make_result("maxsum", problem, network, values, best, history, traffic)
    order, slices = _slices(network)
    layout = _layout(network, slices, noise, seed)
    pricing = _pricing(network, order, slices)
    width = 16 * layout.quads
    messages = Messages(
        buffers=np.zeros((2, width * (slices.slots[-1] + 1)), np.float32),
        belief=np.zeros(width, np.float32),
        received=np.zeros(width * int(np.diff(slices.slots).max(initial=0)), np.float32),
    )
    values = np.full(4 * (len(slices.slots) - 1), -1, np.int32)
    # The first assignment of a network with variables is a change, and is then evaluated.
    costs = np.full(2, np.iinfo(np.int64).max if network.n else 0, np.int64)
    choice = Choice(values, values.copy(), costs)
    history = np.empty(max(cycles, 1), np.int64)
    parity = 0

    def play(first: int, last: int) -> int:
        nonlocal parity
        parity = maxsum_cycles(
            layout, pricing, parity, np.float32(damping), messages, choice, history[first:last]
        )
        return last - first

    # Without any cycle, the answer is given by the beliefs before any message.
    in_parts(max(cycles, 1), (4 * layout.quads) ** 2 * network.m + network.n, play)
    chosen = np.empty(network.n, np.int32)
    chosen[order] = choice.best[: network.n]
    cells = network.sizes[network.ends].astype(np.int64)
    traffic = Traffic(
        messages=4 * network.m * cycles,
        bytes=2 * COST_BYTES * int(cells.sum()) * cycles,
        nccc=2 * cycles * int(cells.prod(axis=1).max(initial=0)),
    )
    best = int(choice.costs[1])
    return make_result("maxsum", problem, network, chosen, best, history[:cycles], traffic)


class _Slices(NamedTuple):
    """Places of variables and messages: see the kernel for slices, slots and positions."""

    quads: int
    position: NDArray[np.int64]  # [n]
    slots: NDArray[np.int64]  # [slices + 1]
    sender: NDArray[np.int64]  # [2m], each pair from both sides: lower to higher end, then back
    slot: NDArray[np.int64]  # [2m], where the sender writes its message, and reads the other's


def _slices(network: CostNetwork) -> tuple[NDArray[np.int64], _Slices]:
    """Return the variables in the order of positions, and the slices."""
    n, m = network.n, network.m
    sender = np.concatenate([network.ends[:, 0], network.ends[:, 1]]).astype(np.int64)
    degrees = np.bincount(sender, minlength=n)
    order = np.argsort(-degrees, kind="stable")
    position = np.empty(n, np.int64)
    position[order] = np.arange(n)
    slots = np.concatenate([[0], np.cumsum(degrees[order[::4]])]).astype(np.int64)
    by_sender = np.argsort(sender, kind="stable")
    row_start = np.concatenate([[0], np.cumsum(degrees)])
    rank = np.empty(2 * m, np.int64)
    rank[by_sender] = np.arange(2 * m) - row_start[sender[by_sender]]
    slot = slots[position[sender] // 4] + rank
    quads = max(1, -(-int(network.sizes.max(initial=1)) // 4))
    return order, _Slices(quads, position, slots, sender, slot)


def _layout(network: CostNetwork, slices: _Slices, noise: float, seed: int) -> Layout:
    quads, m = slices.quads, network.m
    total_slots = int(slices.slots[-1])
    lane = slices.position[slices.sender] % 4
    written_at = 16 * quads * slices.slot + 4 * lane
    # Padding reads the slot after the last, which stays 0.
    sources = np.full(4 * total_slots, 16 * quads * total_slots, np.int64)
    sources[4 * slices.slot + lane] = np.roll(written_at, m)
    scale = _scale(network)
    weights = _weights_of_equal(network)
    empty = np.empty(0, np.float32)
    if weights is None:
        tables, by_slot, step = _tables(network, slices, lane, scale), empty, 0
    elif len(distinct := np.unique(weights)) <= 1:
        tables, step = empty, 0
        by_slot = np.full(16, distinct[0] * scale if m else 0, np.float32)
    else:
        tables, step = empty, 16
        by_slot = np.zeros((total_slots, 4, 4), np.float32)
        by_slot[slices.slot, lane] = (np.tile(weights, 2) * scale)[:, None]
        by_slot = by_slot.ravel()
    unary = _unary(network, slices, noise, seed, scale)
    return Layout(quads, slices.slots, sources, unary, tables, by_slot, step)


def _scale(network: CostNetwork) -> float:
    """Return a power of two that makes the largest finite entry about a thousand."""
    grid = network.grid
    finite = [costs[costs < grid.barrier] for costs in (grid.unary, grid.tables)]
    largest = max(int(np.abs(costs).max(initial=0)) for costs in finite)
    return 2.0 ** (10 - largest.bit_length())


def _weights_of_equal(network: CostNetwork) -> NDArray[np.float64] | None:
    """Return the cost of equal values for each pair, or None if other values have costs too."""
    grid = network.grid
    k = int(network.sizes.max(initial=1))
    if not (network.sizes == k).all():
        return None
    distinct, which = np.unique(grid.table_start, return_inverse=True)
    weights = grid.tables[distinct].astype(np.float64)
    for start in distinct.tolist():
        weight = grid.tables[start]
        table = grid.tables[start : start + k * k].reshape(k, k)
        if weight < 0 or not np.array_equal(table, weight * np.eye(k, dtype=np.int64)):
            return None
    return weights[which]


def _unary(
    network: CostNetwork, slices: _Slices, noise: float, seed: int, scale: float
) -> NDArray[np.float32]:
    grid, width = network.grid, 4 * slices.quads
    costs = np.full((4 * (len(slices.slots) - 1), width), FAR)
    costs[network.n :] = 0
    has = np.arange(width) < network.sizes[:, None]
    largest = np.abs(grid.tables[grid.tables < grid.barrier]).max(initial=0)
    bits = np.random.Generator(np.random.PCG64(seed)).random(len(grid.unary))
    rows = np.full((network.n, width), FAR)
    rows[has] = scale * (grid.unary + noise * float(largest) * bits)
    costs[slices.position] = rows
    by_slice = costs.reshape(-1, 4, slices.quads, 4).swapaxes(1, 2)
    return np.ascontiguousarray(by_slice, np.float32).ravel()


def _tables(
    network: CostNetwork, slices: _Slices, lane: NDArray[np.int64], scale: float
) -> NDArray[np.float32]:
    """Return, for each slot and value, a row over the neighbor's values, four positions in quads."""
    grid, m, width = network.grid, network.m, 4 * slices.quads
    total_slots = int(slices.slots[-1])
    needed = 4 * 4 * total_slots * width * width
    if needed > MAX_TABLE_BYTES:
        raise BudgetError(
            f"Max-Sum pads {2 * m} tables to {width} by {width}",
            estimate=needed,
            budget=MAX_TABLE_BYTES,
            unit="bytes",
        )
    tables = np.zeros((total_slots, 4, width, width), np.float32)
    shapes = network.sizes[network.ends]
    for rows, columns in np.unique(shapes, axis=0).tolist():
        pairs = np.flatnonzero((shapes == (rows, columns)).all(axis=1))
        cells = grid.table_start[pairs, None] + np.arange(rows * columns)
        square = np.full((len(pairs), width, width), FAR, np.float32)
        square[:, :rows, :columns] = scale * grid.tables[cells].reshape(-1, rows, columns)
        tables[slices.slot[pairs], lane[pairs]] = square
        tables[slices.slot[pairs + m], lane[pairs + m]] = square.swapaxes(1, 2)
    by_slot = tables.reshape(total_slots, 4, width, slices.quads, 4).transpose(0, 2, 3, 1, 4)
    return np.ascontiguousarray(by_slot).ravel()


def _pricing(network: CostNetwork, order: NDArray[np.int64], slices: _Slices) -> Pricing:
    low, high = network.ends.T
    return Pricing(
        low=slices.position[low].astype(np.int32),
        high=slices.position[high].astype(np.int32),
        high_size=network.sizes[high],
        table_start=network.grid.table_start,
        tables=network.grid.tables,
        unary_start=network.grid.unary_start[:-1][order],
        unary=network.grid.unary,
    )
