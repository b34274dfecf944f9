"""
Bucket elimination: min-sum over a tree of tables, a vector of cells at a time.

Dechter, R. (1999). Bucket elimination: a unifying framework for reasoning. *Artificial Intelligence*
113: 41-85. doi:10.1016/S0004-3702(99)00059-4

A step minimizes one node out: for each coloring of its scope the least, over its colors, of its unary
cost, its edges into the scope and the tables that earlier steps left. The last dimensions of a scope
fill a vector (k = 4: two of them, 16 cells of int32); an incoming table lies within one load and is
brought into place by one permutation of lanes. The outer dimensions count like an odometer, whose digits
add to and subtract from the vector of each color as edges begin and end to be in conflict. A vector that
is not full spills into the cells behind it, which are written later: tables lie in the order of the
steps.

No choices are kept. Where costs are *ranked* (times the number of colorings, plus the coloring's own
number) a least cost tells its coloring. Otherwise colors are found again on the one way back, which
costs as much as one cell a step; keeping them took a comparison and a selection for every cell.

The layout of ``program`` is that of :mod:`.elimination_plan`. ``costs`` and ``tables`` are both int32 or
both int64; ``tables`` is a workspace; ``counters``, int64, another.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined, lean_kernel
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
    ROOT_CELLS,
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


@inlined
def _fold_known(program, costs, colors, tables):
    """
    Unary costs of all positions, given the nodes whose color is known.

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
    Cost of each coloring of the kept nodes by themselves.

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
        # From the back, since each cell makes room for k.
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
    One vector a color for the first block, all outer digits 0.

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
    All blocks of one step.

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


@lean_kernel
def eliminate(program, costs, colors, tables, counters):
    """
    All steps; the least costs for each coloring of the kept nodes are then at the root.

    Mutates: tables, counters.
    """
    _fold_known(program, costs, colors, tables)
    if at(program, KEPT) > 0:
        _fill_kept_table(program, costs, tables)
    records = at(program, RECORDS_AT)
    for i in range(at(program, FREE) + 1):
        _minimize_step(program, at(program, records + i), costs, tables, counters)


@inlined
def _find_colors(program, costs, tables, chosen, memo):
    """
    Colors of the free nodes, from the last eliminated back; returns how many had a rival.

    ``chosen``, by position, has the colors of the kept nodes. No rival means no other optimum. ``memo``
    has a byte for each cell of the tables, UNKNOWN or the choice made there, plus RIVAL; or none.

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


@lean_kernel
def minimize(program, costs, colors, tables, counters, rank, memo):
    """
    Give the free nodes their best colors; returns the least cost and the number of rivals met.

    ``rank`` is the number by which costs are ranked, 0 if they are not. Ranked costs leave no rivals.
    ``memo`` is empty: one way back meets no cell twice.

    Mutates: colors, int32, of all nodes of the problem, -1 = unknown; tables; counters.
    """
    eliminate(program, costs, colors, tables, counters)
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
    rivals = _find_colors(program, costs, tables, counters, memo)
    for i in range(free):
        put(colors, at(program, nodes + i), at(counters, i))
    return cost, rivals


@inlined
def _take(beliefs, required, colors, k):
    """
    Known colors: beliefs where ``required`` is -2, else what it says; returns whether all are legal.

    Mutates: colors.
    """
    legal = True
    for v in range(len(colors)):
        color = at(required, v)
        if color < -1:
            color = at(beliefs, v)
            legal = legal and -1 <= color < k
        put(colors, v, color)
    return legal


@inlined
def _count(ledger, colors, k):
    """Cost in the unit of :func:`solver.cluster.local.ledger`, and conflicts, of the colored nodes."""
    total = np.int64(0)
    conflicts = np.int64(0)
    entry = 2
    for _ in range(at(ledger, 0)):
        color = at(colors, at(ledger, entry))
        if color >= 0 and color == at(colors, at(ledger, entry + 1)):
            conflicts += 1
            total += at(ledger, entry + 2)
        entry += 3
    for _ in range(at(ledger, 1)):
        color = at(colors, at(ledger, entry))
        if color >= 0:
            total -= at(ledger, entry + 1 + color)
        entry += 1 + k
    return total, conflicts


@lean_kernel
def respond(beliefs, required, program, costs, ledger, rank, tables, counters, colors, memo):
    """
    A whole turn: take what is known, minimize, count the result from the problem's own costs.

    Returns whether all beliefs are legal, the rivals, the cost found, the cost of what was known, and
    the cost and conflicts of the result.

    Mutates: colors, int32[n]; tables; counters.
    """
    k = at(program, COLORS)
    zero = np.int64(0)
    if not _take(beliefs, required, colors, k):
        return False, zero, zero, zero, zero, zero
    known, _ = _count(ledger, colors, k)
    cost, rivals = minimize(program, costs, colors, tables, counters, rank, memo)
    total, conflicts = _count(ledger, colors, k)
    return True, rivals, cost, known, total, conflicts


@lean_kernel
def tabulate(
    beliefs,
    required,
    program,
    costs,
    ledger,
    rank,
    tables,
    counters,
    colors,
    digits,
    group,
    unit,
    scale,
    penalty,
    out,
):
    """
    Least penalty for each coloring of the kept nodes, the last of them fastest; False on illegal
    beliefs.

    A penalty is ``scale * (known + unit * cost)``. Ranked costs also give the colors: digits in base k,
    of which ``digits``, uint8[k ** group * group], lists all groups, a division for each.

    Mutates: penalty, float64[cells]; out, uint8[cells * free] by the order of ties, unless rank is 0;
    colors, int32[n]; tables; counters.
    """
    if not _take(beliefs, required, colors, at(program, COLORS)):
        return False
    known, _ = _count(ledger, colors, at(program, COLORS))
    eliminate(program, costs, colors, tables, counters)
    free = at(program, FREE)
    root = at(program, ROOT)
    radix = len(digits) // group
    for i in range(at(program, ROOT_CELLS)):
        cost = at(tables, root + i)
        if rank > 0:
            quotient = cost // rank
            number = cost - quotient * rank
            cost = quotient
            end = (i + 1) * free
            while end > i * free:
                quotient = number // radix
                entry = (number - quotient * radix + 1) * group
                number = quotient
                for _ in range(min(group, end - i * free)):
                    end -= 1
                    entry -= 1
                    put(out, end, at(digits, entry))
        penalty[i] = (known + unit * cost) * scale
    return True


@lean_kernel
def find_rows(program, costs, colors, tables, counters, rows, out, rivals, memo):
    """
    Eliminate, then give colors for each of some cells of the root.

    Mutates: out, uint8[rows, free], by the order of ties; rivals, int64[rows]; memo; tables; counters.
    """
    eliminate(program, costs, colors, tables, counters)
    free = at(program, FREE)
    kept = at(program, KEPT)
    k = at(program, COLORS)
    ranked = at(program, RANKED_AT)
    for i in range(len(rows)):
        cell = at(rows, i)
        for j in range(kept - 1, -1, -1):
            put(counters, free + j, cell % k)
            cell //= k
        put(rivals, i, _find_colors(program, costs, tables, counters, memo))
        for j in range(free):
            out[i, j] = at(counters, at(program, ranked + j))
