"""
All k^m assignments of a small soft coloring problem, a vector of them at a time.

The nodes fall into three groups. The last ``q`` are the *low* ones: a table holds the cost of each of
their ``k ** q`` states. The two before them are the *middle* ones: the best of their ``k * k`` states is
found in registers for each vector of low states. The others are *high*: they follow a modular k-ary Gray
code, in which one node goes to the next color at each step (Knuth, The Art of Computer Programming,
vol. 4A, 7.2.1.1), so that one stored difference updates the table. A block is one state of the high
nodes, ``k ** (q + 2)`` assignments, and only its least cost is stored; the best block is searched once
more at the end, in lexicographic order.

For one low state, the best color of the second middle node depends on that of the first only where they
would be equal. So the minimum over both needs 31 instructions for a vector of 16 low states and 4
colors, 256 assignments, instead of 40 for an addition and a minimum each.

Costs are int32 or int64; :func:`scan` takes floats, which it sums in the order that
:mod:`solver.cluster.potts` defines, one assignment at a time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import inlined, kernel
from ..vectors.arrays import copy
from ..vectors.simd import add, at, eq, lane_min, lanes, load, maximum, minimum, pick, put, splat, store

# Places in `best`.
COST, RANK, BLOCK = 0, 1, 2


class Blocks(NamedTuple):
    """
    An enumeration between two blocks.

    ``table``, ``steps`` and ``middle`` are of the costs' type and consist of rows of one entry for each
    low state, padded to whole vectors; the padding of the table is above every cost.
    """

    table: np.ndarray  # one row: cost of the low states, with their conflicts with the high nodes
    steps: np.ndarray  # row v k + c: change of the table when high node v leaves color c for the next
    middle: np.ndarray  # row i k + c: conflicts of middle node i in color c with the low nodes
    weights: np.ndarray  # int64[(h + 2)^2], of the edges among high and middle nodes
    unary: np.ndarray  # int64[(h + 2) k], with the conflicts with the other high nodes
    colors: np.ndarray  # int64[h]
    counter: np.ndarray  # int64[h], digits of the number of the block
    powers: np.ndarray  # int64[h], weight of a color in the rank of a state
    cost: np.ndarray  # int64[1], of the high nodes alone
    best: np.ndarray  # int64[3]: least cost, rank of its high state; number of blocks done


@kernel
def fill(unary, ends, weights, q, blocks):
    """
    Set up an enumeration, with every high node in color 0.

    Mutates: blocks, whose integers are zero on entry except padding, ``powers`` and ``best``.
    """
    m, k = unary.shape
    h = m - q - 2
    size = k**q
    width = len(blocks.table)
    for v in range(h + 2):
        for c in range(k):
            blocks.unary[v * k + c] = unary[v, c]
    span = size
    for i in range(q):
        span //= k
        for first in range(0, size, span):
            color = first // span % k
            for s in range(first, first + span):
                blocks.table[s] += unary[h + 2 + i, color]

    for e in range(len(ends)):
        u, v = ends[e]
        w = weights[e]
        if v < h + 2:
            blocks.weights[u * (h + 2) + v] = w
            blocks.weights[v * (h + 2) + u] = w
            continue
        span = k ** (m - 1 - v)
        if u >= h + 2:
            other = k ** (m - 1 - u)
            for s in range(size):
                if s // span % k == s // other % k:
                    blocks.table[s] += w
            continue
        for first in range(0, size, span):
            color = first // span % k
            for s in range(first, first + span):
                if u >= h:
                    blocks.middle[((u - h) * k + color) * width + s] += w
                else:
                    blocks.steps[(u * k + color) * width + s] -= w
                    blocks.steps[(u * k + (color + k - 1) % k) * width + s] += w
                    if color == 0:
                        blocks.table[s] += w

    for v in range(h):
        blocks.cost[0] += blocks.unary[v * k]
        for u in range(h + 2):
            blocks.unary[u * k] += blocks.weights[v * (h + 2) + u]


@inlined
def _step(blocks, v, k):
    """
    Give high node ``v`` the next color; return where the change of the table begins.

    Mutates: blocks.unary, blocks.colors, blocks.cost.
    """
    n = len(blocks.colors) + 2
    color = at(blocks.colors, v)
    following = 0 if color == k - 1 else color + 1
    put(blocks.colors, v, following)
    before = at(blocks.unary, v * k + color)
    put(blocks.cost, 0, at(blocks.cost, 0) + at(blocks.unary, v * k + following) - before)
    for u in range(n):
        w = at(blocks.weights, v * n + u)
        put(blocks.unary, u * k + color, at(blocks.unary, u * k + color) - w)
        put(blocks.unary, u * k + following, at(blocks.unary, u * k + following) + w)
    return (v * k + color) * len(blocks.table)


@inlined
def _least_of_three(blocks, step):
    """
    Return the least cost in a block for k = 3, without the cost of the high nodes.

    Mutates: blocks.table, to which the row of ``steps`` that starts at ``step`` is added first.
    """
    table, steps, middle, unary = blocks.table, blocks.steps, blocks.middle, blocks.unary
    width = len(table)
    h = len(blocks.colors)
    w = at(blocks.weights, h * (h + 2) + h + 1)
    first, second = 3 * h, 3 * h + 3
    a0, a1, a2 = (
        splat(table, at(unary, first)),
        splat(table, at(unary, first + 1)),
        splat(table, at(unary, first + 2)),
    )
    b0, b1, b2 = (
        splat(table, at(unary, second)),
        splat(table, at(unary, second + 1)),
        splat(table, at(unary, second + 2)),
    )
    clash = splat(table, w)
    least = load(table, 0)
    is_first = True
    for i in range(0, width, lanes(table)):
        state = add(load(table, i), load(steps, step + i))
        store(table, i, state)
        x0 = add(b0, load(middle, 3 * width + i))
        x1 = add(b1, load(middle, 4 * width + i))
        x2 = add(b2, load(middle, 5 * width + i))
        y0 = minimum(add(x0, clash), minimum(x1, x2))
        y1 = minimum(add(x1, clash), minimum(x0, x2))
        y2 = minimum(add(x2, clash), minimum(x0, x1))
        z0 = add(add(y0, a0), load(middle, i))
        z1 = add(add(y1, a1), load(middle, width + i))
        z2 = add(add(y2, a2), load(middle, 2 * width + i))
        here = add(state, minimum(z0, minimum(z1, z2)))
        least = here if is_first else minimum(least, here)
        is_first = False
    return lane_min(least)


@inlined
def _least_of_four(blocks, step):
    """
    Return the least cost in a block for k = 4, without the cost of the high nodes.

    Mutates: blocks.table, to which the row of ``steps`` that starts at ``step`` is added first.
    """
    table, steps, middle, unary = blocks.table, blocks.steps, blocks.middle, blocks.unary
    width = len(table)
    h = len(blocks.colors)
    w = at(blocks.weights, h * (h + 2) + h + 1)
    first, second = 4 * h, 4 * h + 4
    a0, a1 = splat(table, at(unary, first)), splat(table, at(unary, first + 1))
    a2, a3 = splat(table, at(unary, first + 2)), splat(table, at(unary, first + 3))
    b0, b1 = splat(table, at(unary, second)), splat(table, at(unary, second + 1))
    b2, b3 = splat(table, at(unary, second + 2)), splat(table, at(unary, second + 3))
    clash = splat(table, w)
    least = load(table, 0)
    is_first = True
    for i in range(0, width, lanes(table)):
        state = add(load(table, i), load(steps, step + i))
        store(table, i, state)
        x0 = add(b0, load(middle, 4 * width + i))
        x1 = add(b1, load(middle, 5 * width + i))
        x2 = add(b2, load(middle, 6 * width + i))
        x3 = add(b3, load(middle, 7 * width + i))
        x01 = minimum(x0, x1)
        x23 = minimum(x2, x3)
        y0 = minimum(add(x0, clash), minimum(x1, x23))
        y1 = minimum(add(x1, clash), minimum(x0, x23))
        y2 = minimum(add(x2, clash), minimum(x3, x01))
        y3 = minimum(add(x3, clash), minimum(x2, x01))
        z0 = add(add(y0, a0), load(middle, i))
        z1 = add(add(y1, a1), load(middle, width + i))
        z2 = add(add(y2, a2), load(middle, 2 * width + i))
        z3 = add(add(y3, a3), load(middle, 3 * width + i))
        here = add(state, minimum(minimum(z0, z1), minimum(z2, z3)))
        least = here if is_first else minimum(least, here)
        is_first = False
    return lane_min(least)


@inlined
def _least(blocks, step, k):
    """
    Return the least cost in a block for any k, without the cost of the high nodes.

    The second middle node takes its cheapest color, unless the first one has that color: then it takes
    the second cheapest or accepts the conflict. Weights are not negative, so no other color can be best.

    Mutates: blocks.table, to which the row of ``steps`` that starts at ``step`` is added first.
    """
    table, steps, middle, unary = blocks.table, blocks.steps, blocks.middle, blocks.unary
    width = len(table)
    h = len(blocks.colors)
    clash = splat(table, at(blocks.weights, h * (h + 2) + h + 1))
    least = load(table, 0)
    for i in range(0, width, lanes(table)):
        state = add(load(table, i), load(steps, step + i))
        store(table, i, state)
        x = add(splat(table, at(unary, (h + 1) * k)), load(middle, k * width + i))
        y = add(splat(table, at(unary, (h + 1) * k + 1)), load(middle, (k + 1) * width + i))
        cheapest, next_cheapest = minimum(x, y), maximum(x, y)
        for c in range(2, k):
            x = add(splat(table, at(unary, (h + 1) * k + c)), load(middle, (k + c) * width + i))
            next_cheapest = minimum(next_cheapest, maximum(cheapest, x))
            cheapest = minimum(cheapest, x)
        otherwise = minimum(add(cheapest, clash), next_cheapest)
        below = add(splat(table, at(unary, h * k)), load(middle, i))
        x = add(splat(table, at(unary, (h + 1) * k)), load(middle, k * width + i))
        below = add(below, pick(eq(x, cheapest), otherwise, cheapest))
        for c in range(1, k):
            x = add(splat(table, at(unary, (h + 1) * k + c)), load(middle, (k + c) * width + i))
            y = add(splat(table, at(unary, h * k + c)), load(middle, c * width + i))
            below = minimum(below, add(y, pick(eq(x, cheapest), otherwise, cheapest)))
        here = add(state, below)
        least = here if i == 0 else minimum(least, here)
    return lane_min(least)


@kernel
def run(blocks, k, total, budget):
    """
    Evaluate up to ``budget`` more of ``total`` blocks.

    Mutates: blocks. Of blocks with the same least cost, the one of lowest rank is kept.
    """
    h = len(blocks.colors)
    counter, colors = blocks.counter, blocks.colors
    done = at(blocks.best, BLOCK)
    last = min(total, done + budget)
    still = h * k * len(blocks.table)  # A row of zeros, for the first block.
    rank = np.int64(0)
    for v in range(h):
        rank += at(colors, v) * at(blocks.powers, v)
    while done < last:
        step = still
        if done > 0:
            v = h - 1
            while at(counter, v) == k - 1:
                put(counter, v, 0)
                v -= 1
            put(counter, v, at(counter, v) + 1)
            rank -= at(colors, v) * at(blocks.powers, v)
            step = _step(blocks, v, k)
            rank += at(colors, v) * at(blocks.powers, v)
        if k == 4:
            least = _least_of_four(blocks, step)
        elif k == 3:
            least = _least_of_three(blocks, step)
        else:
            least = _least(blocks, step, k)
        least += at(blocks.cost, 0)
        best = at(blocks.best, COST)
        if least < best or (least == best and rank < at(blocks.best, RANK)):
            put(blocks.best, COST, least)
            put(blocks.best, RANK, rank)
        done += 1
    put(blocks.best, BLOCK, done)


@kernel
def locate(blocks, k, q, found):
    """
    Find the lexicographically first assignment of least cost.

    Mutates: found, int32[m]; blocks, which go to the best block.
    """
    table, middle, unary = blocks.table, blocks.middle, blocks.unary
    h = len(blocks.colors)
    width = len(table)
    rank = at(blocks.best, RANK)
    for v in range(h):
        color = rank // at(blocks.powers, v) % k
        put(found, v, color)
        while at(blocks.colors, v) != color:
            step = _step(blocks, v, k)
            for i in range(0, width, lanes(table)):
                store(table, i, add(load(table, i), load(blocks.steps, step + i)))

    rest = at(blocks.best, COST) - at(blocks.cost, 0)
    for a in range(k):
        for b in range(k):
            above = at(unary, h * k + a) + at(unary, (h + 1) * k + b)
            if a == b:
                above += at(blocks.weights, h * (h + 2) + h + 1)
            for s in range(k**q):
                low = at(table, s) + at(middle, a * width + s) + at(middle, (k + b) * width + s)
                if above + low == rest:
                    put(found, h, a)
                    put(found, h + 1, b)
                    for v in range(h + q + 1, h + 1, -1):
                        put(found, v, s % k)
                        s //= k
                    return


class Scan(NamedTuple):
    """A scan of all assignments between two calls; costs are int64 or float64."""

    unary: np.ndarray  # (m, k)
    starts: np.ndarray  # int64[m + 1], edges of each node to earlier ones
    earlier: np.ndarray  # int32[e]
    weights: np.ndarray  # (e,)
    colors: np.ndarray  # int32[m], the next assignment
    partial: np.ndarray  # (m, k), cost of the nodes up to v with v in each color
    best_colors: np.ndarray  # int32[m], the first best assignment
    best: np.ndarray  # (1,), its cost
    counts: np.ndarray  # int64[2]: assignments of that cost; first node whose ``partial`` is out of date


@kernel
def scan(state, budget):
    """
    Evaluate up to ``budget`` more assignments of all nodes but the last, in lexicographic order.

    There is at least one node. Returns whether all assignments are done.

    Mutates: state.
    """
    unary, starts, earlier, weights, colors, partial, best_colors, best, counts = state
    m, k = unary.shape
    for _ in range(budget):
        for v in range(counts[1], m):
            for c in range(k):
                partial[v, c] = unary[v, c] + (partial[v - 1, colors[v - 1]] if v > 0 else 0)
            for p in range(starts[v], starts[v + 1]):
                partial[v, colors[earlier[p]]] += weights[p]
        for c in range(k):
            if counts[0] == 0 or partial[m - 1, c] < best[0]:
                best[0] = partial[m - 1, c]
                counts[0] = 1
                colors[m - 1] = c
                copy(colors, best_colors)
            elif partial[m - 1, c] == best[0]:
                counts[0] += 1
        v = m - 2
        while v >= 0 and colors[v] == k - 1:
            colors[v] = 0
            v -= 1
        if v < 0:
            return True
        colors[v] += 1
        counts[1] = v + 1
    return False
