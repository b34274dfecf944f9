"""
Bucket elimination: min-sum over a tree of tables, a vector of cells at a time.

Dechter, R. (1999). Bucket elimination: a unifying framework for reasoning. *Artificial Intelligence*
113: 41-85. doi:10.1016/S0004-3702(99)00059-4

A step eliminates one node: for each coloring of its scope it finds the least, over the colors of the
node, of its unary cost, its edges into the scope and the tables of earlier steps. The last dimensions of
a scope fill a vector (k = 4: two of them, 16 cells of int32); an incoming table lies within one load and
is brought into place by one permutation of lanes. The outer dimensions count like an odometer, whose
digits add to and subtract from the vector of each color as edges enter and leave conflict. A vector that
is not full spills into the cells behind it, which are written later: tables lie in the order of the
steps.

No choices are stored. Where costs are *ranked* (multiplied by the number of colorings, plus the number
of the coloring) a least cost determines its coloring. Otherwise colors are found again on the way back,
which costs as much as one cell a step; storing them took a comparison and a selection for every cell.

The layout of ``program`` is that of :mod:`.elimination_plan`. ``costs`` and ``tables`` are both int32 or
both int64.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, inlined, kernel
from ..vectors.simd import add, at, lanes, load, minimum, permute, pick, put, splat, store, sub
from .elimination_plan import (
    CELLS,
    CHOICES,
    COLORS,
    CROSSING_WEIGHTS,
    CROSSINGS,
    CROSSINGS_AT,
    EDGES_AT,
    FREE,
    INCOMING,
    INCOMING_AT,
    INNER,
    KEPT,
    KEPT_EDGES,
    KEPT_EDGES_AT,
    KEPT_TABLE,
    MASKS_AT,
    NODE,
    NODES_AT,
    ORIGIN,
    OUTER,
    PATTERN,
    RANKED_AT,
    RECORDS_AT,
    ROOT,
    SCOPE_AT,
    START,
    STEPS,
    STRIDE,
    TABLE,
    UNARY,
    WEIGHTS,
    WIDTH,
)

#: In a memo of choices.
UNKNOWN, RIVAL = 255, 128


class Workspace(NamedTuple):
    """Memory of one solve at a time."""

    tables: np.ndarray  # int32 or int64, as the costs
    counters: np.ndarray  # int64


@inlined
def _fold_known(program, costs, colors, tables):
    """
    Compute the unary costs of all positions, given the nodes whose color is known.

    Mutates: tables.
    """
    k = at(program, COLORS)
    unary = at(program, UNARY)
    for i in range((at(program, FREE) + at(program, KEPT)) * k):
        put(tables, unary + i, at(costs, i))
    weights = at(program, CROSSING_WEIGHTS)
    pair = at(program, CROSSINGS_AT)
    for x in range(at(program, CROSSINGS)):
        color = at(colors, at(program, pair + 1))
        if color >= 0:
            i = unary + at(program, pair) * k + color
            put(tables, i, at(tables, i) + at(costs, weights + x))
        pair += 2


@inlined
def _fill_kept_table(program, costs, tables):
    """
    Compute the cost of each coloring of the kept nodes alone.

    Mutates: tables.
    """
    k = at(program, COLORS)
    free = at(program, FREE)
    kept = at(program, KEPT)
    table = at(program, KEPT_TABLE)
    unary = at(program, UNARY) + free * k
    put(tables, table, 0)
    size = 1
    for j in range(kept):
        # From the back, because each cell becomes k cells.
        for i in range(size - 1, -1, -1):
            cost = at(tables, table + i)
            for c in range(k - 1, -1, -1):
                put(tables, table + i * k + c, cost + at(tables, unary + j * k + c))
        size *= k
    for x in range(at(program, KEPT_EDGES)):
        triple = at(program, KEPT_EDGES_AT) + 3 * x
        i = at(program, triple)
        j = at(program, triple + 1)
        weight = at(costs, at(program, WEIGHTS) + at(program, triple + 2))
        low = 1
        for _ in range(j + 1, kept):
            low *= k
        middle = 1
        for _ in range(i + 1, j):
            middle *= k
        cell = table
        high = size // (low * k * middle * k)
        for _ in range(high):
            for c in range(k):
                for _ in range(middle):
                    for y in range(cell + c * low, cell + c * low + low):
                        put(tables, y, at(tables, y) + weight)
                    cell += k * low


@inlined
def _start_step(program, record, costs, tables, counters):
    """
    Prepare one vector for each color for the first block, all outer digits 0.

    Mutates: tables, its first vectors; counters, the digits and then the place in each incoming table.
    """
    width = lanes(tables)
    k = at(program, COLORS)
    node = at(program, record + NODE)
    outer = at(program, record + OUTER)
    inner = at(program, record + INNER)
    edges = at(program, record + EDGES_AT)
    weights = at(program, WEIGHTS)
    zero = splat(tables, 0)
    if node < 0:
        store(tables, 0, zero)
    else:
        unary = at(program, UNARY) + node * k
        for c in range(k):
            base = splat(tables, at(tables, unary + c))
            masks = at(program, MASKS_AT) + c
            for j in range(inner):
                edge = at(program, edges + outer + inner - 1 - j)
                if edge >= 0:
                    weight = splat(tables, at(costs, weights + edge))
                    base = add(base, pick(at(program, masks + j * k), weight, zero))
            store(tables, c * width, base)
    for d in range(outer):
        put(counters, d, 0)
        edge = at(program, edges + d)
        if edge >= 0:
            store(tables, 0, add(load(tables, 0), splat(tables, at(costs, weights + edge))))
    entry = at(program, record + INCOMING_AT)
    for t in range(at(program, record + INCOMING)):
        put(counters, outer + t, at(program, entry + START))
        entry += STEPS + outer


@inlined
def _turn(program, record, costs, tables, counters):
    """
    Advance the odometer by one block.

    Mutates: as :func:`_start_step`.
    """
    width = lanes(tables)
    k = at(program, COLORS)
    outer = at(program, record + OUTER)
    incoming = at(program, record + INCOMING)
    edges = at(program, record + EDGES_AT)
    d = outer - 1
    while d >= 0:
        digit = at(counters, d)
        following = digit + 1 if digit + 1 < k else 0
        put(counters, d, following)
        edge = at(program, edges + d)
        if edge >= 0:
            weight = splat(tables, at(costs, at(program, WEIGHTS) + edge))
            store(tables, digit * width, sub(load(tables, digit * width), weight))
            store(tables, following * width, add(load(tables, following * width), weight))
        if following != 0:
            entry = at(program, record + INCOMING_AT) + STEPS + d
            for t in range(incoming):
                put(counters, outer + t, at(counters, outer + t) + at(program, entry))
                entry += STEPS + outer
            return
        d -= 1


@inlined
def _minimize_step(program, record, costs, tables, counters):
    """
    Compute all blocks of one step.

    Mutates: tables, counters.
    """
    width = lanes(tables)
    outer = at(program, record + OUTER)
    choices = at(program, record + CHOICES)
    incoming = at(program, record + INCOMING)
    entry = at(program, record + INCOMING_AT)
    out = at(program, record + TABLE)
    step = at(program, record + WIDTH)
    _start_step(program, record, costs, tables, counters)
    if incoming == 0:
        for _ in range(at(program, record + CELLS)):
            best = load(tables, 0)
            for c in range(1, choices):
                best = minimum(best, load(tables, c * width))
            store(tables, out, best)
            out += step
            _turn(program, record, costs, tables, counters)
    elif incoming == 1:
        stride = at(program, entry + STRIDE)
        pattern = load(costs, at(program, entry + PATTERN))
        for _ in range(at(program, record + CELLS)):
            place = at(counters, outer)
            best = add(load(tables, 0), permute(load(tables, place), pattern))
            for c in range(1, choices):
                place += stride
                x = add(load(tables, c * width), permute(load(tables, place), pattern))
                best = minimum(best, x)
            store(tables, out, best)
            out += step
            _turn(program, record, costs, tables, counters)
    elif incoming == 2:
        other = entry + STEPS + outer
        stride = at(program, entry + STRIDE)
        pattern = load(costs, at(program, entry + PATTERN))
        other_stride = at(program, other + STRIDE)
        other_pattern = load(costs, at(program, other + PATTERN))
        for _ in range(at(program, record + CELLS)):
            place = at(counters, outer)
            other_place = at(counters, outer + 1)
            both = add(
                permute(load(tables, place), pattern),
                permute(load(tables, other_place), other_pattern),
            )
            best = add(load(tables, 0), both)
            for c in range(1, choices):
                place += stride
                other_place += other_stride
                both = add(
                    permute(load(tables, place), pattern),
                    permute(load(tables, other_place), other_pattern),
                )
                best = minimum(best, add(load(tables, c * width), both))
            store(tables, out, best)
            out += step
            _turn(program, record, costs, tables, counters)
    else:
        for _ in range(at(program, record + CELLS)):
            best = load(tables, 0)
            for c in range(choices):
                x = load(tables, c * width)
                each = entry
                for t in range(incoming):
                    place = at(counters, outer + t) + c * at(program, each + STRIDE)
                    pattern = load(costs, at(program, each + PATTERN))
                    x = add(x, permute(load(tables, place), pattern))
                    each += STEPS + outer
                best = minimum(best, x) if c > 0 else x
            store(tables, out, best)
            out += step
            _turn(program, record, costs, tables, counters)


@helper
def eliminate(program, costs, colors, workspace):
    """
    Run all steps; the least costs for each coloring of the kept nodes are then at the root.

    Mutates: workspace.
    """
    tables, counters = workspace
    _fold_known(program, costs, colors, tables)
    if at(program, KEPT) > 0:
        _fill_kept_table(program, costs, tables)
    records = at(program, RECORDS_AT)
    for i in range(at(program, FREE) + 1):
        _minimize_step(program, at(program, records + i), costs, tables, counters)


@inlined
def find_colors(program, costs, tables, chosen, memo):
    """
    Find the colors of the free nodes, from the last eliminated back; return how many had a rival.

    ``chosen``, by position, has the colors of the kept nodes. Without rivals the optimum is unique.
    ``memo`` is empty, or has a byte for each cell of the tables: UNKNOWN, or the choice made there, plus
    RIVAL if there was one.

    Mutates: chosen; memo.
    """
    k = at(program, COLORS)
    unary = at(program, UNARY)
    weights = at(program, WEIGHTS)
    rivals = 0
    for i in range(at(program, FREE) - 1, -1, -1):
        record = at(program, at(program, RECORDS_AT) + i)
        outer = at(program, record + OUTER)
        size = outer + at(program, record + INNER)
        scope = at(program, record + SCOPE_AT)
        edges = at(program, record + EDGES_AT)
        cell = np.int64(0)
        if len(memo) > 0:
            for d in range(size):
                cell = cell * k + at(chosen, at(program, scope + d))
            cell += at(program, record + TABLE)
            choice = at(memo, cell)
            if choice != UNKNOWN:
                put(chosen, i, choice & (RIVAL - 1))
                rivals += choice >= RIVAL
                continue
        best = np.int64(0)
        best_color = np.int64(-1)
        rival = False
        for c in range(k):
            cost = at(tables, unary + i * k + c)
            for d in range(size):
                edge = at(program, edges + d)
                if edge >= 0 and at(chosen, at(program, scope + d)) == c:
                    cost += at(costs, weights + edge)
            entry = at(program, record + INCOMING_AT)
            for _ in range(at(program, record + INCOMING)):
                origin = at(program, entry + ORIGIN)
                list_at = at(program, origin + SCOPE_AT)
                length = at(program, origin + OUTER) + at(program, origin + INNER)
                incoming_cell = c
                for d in range(1, length):
                    incoming_cell = incoming_cell * k + at(chosen, at(program, list_at + d))
                cost += at(tables, at(program, entry + START) + incoming_cell)
                entry += STEPS + outer
            if best_color < 0 or cost < best:
                best = cost
                best_color = c
                rival = False
            elif cost == best:
                rival = True
        put(chosen, i, best_color)
        rivals += rival
        if len(memo) > 0:
            put(memo, cell, best_color + RIVAL * rival)
    return rivals


@kernel
def minimize(program, costs, colors, workspace, rank, memo):
    """
    Give the free nodes their best colors; return the least cost and the number of rivals.

    ``rank`` is the number by which costs are ranked, 0 if they are not. Ranked costs leave no rivals.
    ``memo`` is empty: one way back visits no cell twice.

    Mutates: colors, int32, of all nodes of the problem, -1 = unknown; workspace.
    """
    eliminate(program, costs, colors, workspace)
    tables, counters = workspace
    free = at(program, FREE)
    k = at(program, COLORS)
    nodes = at(program, NODES_AT)
    cost = at(tables, at(program, ROOT))
    if rank > 0:
        number = cost % rank
        ranked = at(program, RANKED_AT)
        for i in range(free - 1, -1, -1):
            put(colors, at(program, nodes + at(program, ranked + i)), number % k)
            number //= k
        return cost // rank, np.int64(0)
    rivals = find_colors(program, costs, tables, counters, memo)
    for i in range(free):
        put(colors, at(program, nodes + i), at(counters, i))
    return cost, rivals
