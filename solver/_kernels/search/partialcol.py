"""
PartialCol: tabu search over legal partial k-colorings, with a fixed formula or FOO for the tenure.

Bloechliger and Zufferey (2008), doi:10.1016/j.cor.2006.05.014. The cost of a state is the number of its
uncolored vertices; moves are compared by the weights of the vertices that they leave uncolored. A move
assigns a color to an uncolored vertex and uncolors the neighbors that have it; for them, or for all its
neighbors (a *shared* tabu: the vertex then keeps its color for a while), that color becomes tabu. The
best admissible move is made, ties broken uniformly; a tabu move is admissible if it leads to a new best
cost; if no move is admissible, a random one is made.

FOO ("fluctuation of the objective"): at the end of each window of moves, the tenure is raised by an
increment if the cost fluctuated by less than a threshold in it (the search cycles on a plateau), else
lowered by one. Window and increment are redrawn from time to time, as is the choice between using the
tenure itself and drawing uniformly from 1 to the tenure.

The uncolored list is short, so each iteration reads the whole row of counts of each vertex on it: once
for the overall minimum, once to count where it is attained; see ``partial_counts`` for the rows. Tabu
entries are stored in a wheel of lists, one for each future iteration.

Tried without success: passing the state tuple to the helpers halved the speed (3.0 against 6.0 M moves/s
on DSJC500.5 k=49), since each call copies it and counts its references; passing arrays without an owner,
to save the remaining reference counts, had no measurable effect.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..._jit import helper, kernel
from ..vectors.rng import random_below
from ..vectors.simd import at, bit_and, eq, lane_min, load, minimum, nth_bit, popcount, put, splat
from .partial_counts import (
    add_dense,
    add_sparse,
    copy_counts,
    gather_row,
    mark_neighbors_dense,
    mark_neighbors_sparse,
)

WHEEL = 4096  # upper limit of the iterations until a tabu entry expires
MAX_TENURE = WHEEL - 2

SOLVED, PAUSED, OUTGROWN = 0, 1, 2

# Indices into State.scalars.
UNCOLORED, BEST, ITERATIONS, TICKS, LOGGED, OLDEST = 0, 1, 2, 3, 4, 5
TENURE, WINDOW, INCREMENT, RAISES, IS_RANDOM, ELAPSED, LOWEST, HIGHEST = 6, 7, 8, 9, 10, 11, 12, 13
SCALARS = 14

NO_COST = np.iinfo(np.int64).max  # above every cost


class State(NamedTuple):
    """The graph and the mutable state of a search."""

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    rng: NDArray[np.uint64]  # [4]
    scalars: NDArray[np.int64]  # [SCALARS]
    colors: NDArray[np.int32]  # [n], -1 = uncolored
    best: NDArray[np.int32]  # [n], the colors with the fewest uncolored
    weights: NDArray[np.int32]  # [n], from 1
    sizes: NDArray[np.int64]  # [k], weight of the vertices of each color
    uncolored: NDArray[np.int32]  # [n], a list of scalars[UNCOLORED] vertices
    place: NDArray[np.int32]  # [n], position of a vertex in that list
    ties: NDArray[np.int32]  # [n], scratch: running count of best moves along that list
    displaced: NDArray[np.int32]  # [n], scratch
    rows: NDArray[np.integer]  # [n * stride], counts by vertex
    table: NDArray[np.integer]  # [k * width] in the dense layout, else [0]: counts by color
    bits: NDArray[np.int64]  # [(n + 1) * words] in the dense layout, else [0]
    members: NDArray[np.int64]  # [k * words] in the dense layout, else [0]
    held: NDArray[np.int64]  # [k], shared tabu entries of each color
    first: NDArray[np.int32]  # [WHEEL], newest log entry per end, or -1
    log_vertex: NDArray[np.int32]  # [a power of two >= n + WHEEL], -1 = canceled
    log_color: NDArray[np.int32]
    log_end: NDArray[np.int64]  # iteration at whose start the entry ends
    log_next: NDArray[np.int32]  # next log entry with the same end, or -1


class Tenure(NamedTuple):
    """Parameters of the scope and tenure of tabu entries."""

    is_shared: bool
    is_reactive: bool
    slope: float
    spread: int
    threshold: int
    patience: int
    windows: NDArray[np.int64]
    increments: NDArray[np.int64]


@kernel
def search(state, tenure, k, flag, capacity, limit):
    """
    Run the search until every vertex is colored or ``limit`` ticks are used.

    ``capacity`` is the weight of a class at which the counters must be widened before the next move.

    Mutates: state. Return SOLVED, PAUSED or OUTGROWN.
    """
    # Unpacked once: each access to a field in the loop would update reference counts atomically.
    indptr, indices, rng, scalars, colors, best, weights, sizes, uncolored, place, ties = state[:11]
    displaced, rows, table, bits, members, held, first = state[11:18]
    log_vertex, log_color, log_end, log_next = state[18:]
    n = len(colors)
    stride = len(rows) // n
    width = len(table) // k
    words = len(members) // k
    is_dense = width > 0
    is_shared = tenure.is_shared
    heaviest = max_weight(weights)
    per_row = stride * rows.itemsize // 64
    per_pass = width * rows.itemsize // 64 + words // 8
    mask = flag | (flag - 1)
    mark = flag if is_shared else 0
    log_mask = len(log_vertex) - 1
    length = scalars[UNCOLORED]
    fewest = scalars[BEST]
    iteration = scalars[ITERATIONS]
    ticks = scalars[TICKS]
    logged = scalars[LOGGED]
    oldest = scalars[OLDEST]
    status = PAUSED

    while length > 0 and ticks < limit and status == PAUSED:
        iteration += 1

        # Remove the tabu entries that end now.
        while oldest < logged and at(log_end, oldest & log_mask) < iteration:
            oldest += 1
        ended = at(first, iteration & (WHEEL - 1))
        put(first, iteration & (WHEEL - 1), -1)
        while ended >= 0:
            v = at(log_vertex, ended)
            color = at(log_color, ended)
            if is_shared:
                # The mark is set again where another vertex keeps it in force.
                put(log_end, ended, 0)
                put(held, color, at(held, color) - 1)
                others = at(held, color)
                per_mark = per_pass if is_dense else at(indptr, v + 1) - at(indptr, v)
                ticks += (1 + others) * per_mark
                mark_neighbors(
                    indptr, indices, bits, words, rows, stride, table, width, v, color, flag - 1, 0
                )
                p = oldest & log_mask
                while others > 0:
                    if at(log_color, p) == color and at(log_end, p) >= iteration:
                        u = at(log_vertex, p)
                        mark_neighbors(
                            indptr, indices, bits, words, rows, stride, table, width,
                            u, color, mask, flag,
                        )  # fmt: skip
                        others -= 1
                    p = (p + 1) & log_mask
                if is_dense:
                    copy_counts(table, color * width, uncolored, length, rows, stride, color)
            elif v >= 0:
                mark_one(rows, v * stride + color, table, color * width + v, flag - 1, 0)
            ended = at(log_next, ended)

        v, color = choose_move(rng, rows, stride, uncolored, length, ties, k, flag, length == fewest)
        count = at(rows, v * stride + color)
        if count >= flag and not is_shared:
            cancel_tabu(log_vertex, log_color, v, color, logged)
            mark_one(rows, v * stride + color, table, color * width + v, flag - 1, 0)
        ticks += length * per_row + 1

        if is_dense:
            is_free = count & (flag - 1) == heaviest - at(weights, v)
            found = add_dense(
                bits, words, members, weights, table, width, v, color, mark, is_free, displaced
            )
            ticks += (1 + found) * per_pass + found * k
        else:
            found = add_sparse(indptr, indices, colors, weights, rows, stride, v, color, mark, displaced)
            ticks += at(indptr, v + 1) - at(indptr, v)
            for d in range(found):
                w = at(displaced, d)
                ticks += at(indptr, w + 1) - at(indptr, w)

        length -= 1
        last = at(uncolored, length)
        put(uncolored, at(place, v), last)
        put(place, last, at(place, v))
        put(colors, v, color)
        gain = at(weights, v)
        for d in range(found):
            gain -= at(weights, at(displaced, d))
        put(sizes, color, at(sizes, color) + gain)
        if is_dense:
            copy_counts(table, color * width, uncolored, length, rows, stride, color)

        end = iteration + 1
        if is_shared or found > 0:
            cost = length + found
            end += draw_tenure(rng, scalars, tenure.is_reactive, tenure.slope, tenure.spread, cost)
        if is_shared:
            append_tabu(first, log_vertex, log_color, log_end, log_next, logged, v, color, end)
            logged += 1
            put(held, color, at(held, color) + 1)
        for d in range(found):
            w = at(displaced, d)
            put(colors, w, -1)
            put(uncolored, length, w)
            put(place, w, length)
            length += 1
            if is_dense:
                gather_row(table, width, w, k, rows, stride)
            if not is_shared:
                mark_one(rows, w * stride + color, table, color * width + w, mask, flag)
                append_tabu(first, log_vertex, log_color, log_end, log_next, logged, w, color, end)
                logged += 1

        if tenure.is_reactive and note_cost(scalars, length, length < fewest):
            adjust_tenure(rng, scalars, tenure, length < fewest)
        if length < fewest:
            fewest = length
            for u in range(n):
                put(best, u, at(colors, u))
        if at(sizes, color) >= capacity:
            status = OUTGROWN

    scalars[UNCOLORED] = length
    scalars[BEST] = fewest
    scalars[ITERATIONS] = iteration
    scalars[TICKS] = ticks
    scalars[LOGGED] = logged
    scalars[OLDEST] = oldest
    return SOLVED if length == 0 else status


@helper
def max_weight(weights):
    """Return the largest weight."""
    largest = at(weights, 0)
    for v in range(1, len(weights)):
        largest = max(largest, at(weights, v))
    return largest


@helper
def smallest_count(rows, stride, uncolored, length, mask):
    """Return the smallest ``count & mask`` of the listed vertices."""
    lanes = 64 // rows.itemsize
    masks = splat(rows, mask)
    lowest = masks
    for s in range(length):
        row = at(uncolored, s) * stride
        for i in range(row, row + stride, lanes):
            lowest = minimum(lowest, bit_and(load(rows, i), masks))
    return lane_min(lowest)


@helper
def choose_move(rng, rows, stride, uncolored, length, ties, k, flag, is_best):
    """
    Draw one of the best admissible moves, all equally likely, or any move if none is admissible.

    Mutates: rng, ties. Return the vertex and its color.
    """
    lanes = 64 // rows.itemsize
    mask = flag | (flag - 1)
    lowest = smallest_count(rows, stride, uncolored, length, mask)
    # Aspiration: from a best state, a move that uncolors no neighbor leads to a better state. Only those
    # of the heaviest vertices show as 0.
    if is_best and smallest_count(rows, stride, uncolored, length, flag - 1) == 0:
        mask = flag - 1
        lowest = 0
    if lowest >= flag:
        v = at(uncolored, random_below(rng, length))
        return v, random_below(rng, k)

    masks = splat(rows, mask)
    target = splat(rows, lowest)
    total = 0
    for s in range(length):
        row = at(uncolored, s) * stride
        for i in range(row, row + stride, lanes):
            total += popcount(eq(bit_and(load(rows, i), masks), target))
        put(ties, s, total)
    drawn = random_below(rng, total)
    s = 0
    while at(ties, s) <= drawn:
        s += 1
    if s > 0:
        drawn -= at(ties, s - 1)
    v = at(uncolored, s)
    color = 0
    while True:
        attained = eq(bit_and(load(rows, v * stride + color), masks), target)
        if drawn < popcount(attained):
            return v, color + nth_bit(attained, drawn)
        drawn -= popcount(attained)
        color += lanes


@helper
def append_tabu(first, log_vertex, log_color, log_end, log_next, logged, v, color, end):
    """
    Record a tabu entry that ends at the start of iteration ``end``.

    Mutates: first, log_vertex, log_color, log_end, log_next.
    """
    p = logged & (len(log_vertex) - 1)
    put(log_vertex, p, v)
    put(log_color, p, color)
    put(log_end, p, end)
    put(log_next, p, at(first, end & (WHEEL - 1)))
    put(first, end & (WHEEL - 1), p)


@helper
def mark_one(rows, i, table, j, keep, mark):
    """
    Keep the bits ``keep`` of one count and set ``mark``, in its row and in the table if it is used.

    Mutates: rows, table.
    """
    put(rows, i, at(rows, i) & keep | mark)
    if len(table) > 0:
        put(table, j, at(table, j) & keep | mark)


@helper
def mark_neighbors(indptr, indices, bits, words, rows, stride, table, width, v, color, keep, mark):
    """
    Keep the bits ``keep`` of the counts of ``color`` at all neighbors of ``v``, and set ``mark``.

    Mutates: rows in the sparse layout, else table.
    """
    if width > 0:
        mark_neighbors_dense(bits, words, table, width, v, color, keep, mark)
    else:
        mark_neighbors_sparse(indptr, indices, rows, stride, v, color, keep, mark)


@helper
def cancel_tabu(log_vertex, log_color, v, color, logged):
    """
    Cancel the tabu entry of ``(v, color)``, which must exist; a linear scan, since this is rare.

    Mutates: log_vertex.
    """
    mask = len(log_vertex) - 1
    p = (logged - 1) & mask
    while at(log_vertex, p) != v or at(log_color, p) != color:
        p = (p - 1) & mask
    put(log_vertex, p, -1)


@helper
def draw_tenure(rng, scalars, is_reactive, slope, spread, uncolored):
    """
    Return the number of iterations for which a removed color stays tabu.

    Mutates: rng.
    """
    if not is_reactive:
        drawn = np.int64(slope * uncolored) + random_below(rng, spread)
    elif scalars[IS_RANDOM] != 0:
        drawn = 1 + random_below(rng, max(scalars[TENURE], 1))
    else:
        drawn = scalars[TENURE]
    return min(drawn, MAX_TENURE)


@helper
def note_cost(scalars, cost, is_new_best):
    """
    Record the cost of a state for FOO; return whether it ends a window.

    Mutates: scalars.
    """
    scalars[LOWEST] = min(scalars[LOWEST], cost)
    scalars[HIGHEST] = max(scalars[HIGHEST], cost)
    scalars[ELAPSED] += 1
    return is_new_best or scalars[ELAPSED] >= scalars[WINDOW]


@helper
def adjust_tenure(rng, scalars, tenure, is_new_best):
    """
    Raise or lower the FOO tenure at the end of a window, and start the next window.

    Mutates: rng, scalars.
    """
    if scalars[ELAPSED] >= scalars[WINDOW]:
        if scalars[TENURE] == 0 or scalars[HIGHEST] - scalars[LOWEST] < tenure.threshold:
            scalars[TENURE] = min(scalars[TENURE] + scalars[INCREMENT], MAX_TENURE)
            scalars[RAISES] += 1
            if scalars[RAISES] * scalars[WINDOW] > tenure.patience:
                scalars[WINDOW] = tenure.windows[random_below(rng, len(tenure.windows))]
                scalars[INCREMENT] = tenure.increments[random_below(rng, len(tenure.increments))]
                scalars[IS_RANDOM] = random_below(rng, 2)
                scalars[RAISES] = 0
        else:
            scalars[TENURE] -= 1
    if is_new_best:
        scalars[RAISES] = 0
    scalars[ELAPSED] = 0
    scalars[LOWEST] = NO_COST
    scalars[HIGHEST] = 0
