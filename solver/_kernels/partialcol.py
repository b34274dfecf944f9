"""
PartialCol: tabu search over legal partial k-colorings, with a fixed formula or FOO for the tenure.

Bloechliger and Zufferey (2008), doi:10.1016/j.cor.2006.05.014. The cost of a state is the number of its
uncolored vertices. A move gives an uncolored vertex a color and takes it from the neighbors that have
it; for them that color becomes tabu. The best admissible move is made, ties broken uniformly; a tabu
move is admissible if it leads to fewer uncolored vertices than ever; if none is, a random move is made.

FOO ("fluctuation of the objective"): at the end of each window of moves, the tenure is raised by an
increment if the cost fluctuated by less than a threshold in it (the search circles in a plateau), else
lowered by one. Window and increment are themselves redrawn after a while, as is whether tenures are
taken as they are or uniformly from 1 to that number.

The uncolored list is short, so each iteration looks at the whole row of counts of each vertex on it:
once for the minimum of all, once to count where it is attained; see ``partial_counts`` for the rows.
Tabu pairs wait in a wheel of lists, one for each iteration to come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._jit import kernel
from .partial_counts import add_dense, add_sparse, gather_row
from .rng import random_below
from .simd import at, bit_and, eq, lane_min, load, minimum, nth_bit, popcount, put, splat

WHEEL = 4096  # iterations ahead that a tabu pair can expire
MAX_TENURE = WHEEL - 2

SOLVED, PAUSED, OUTGROWN = 0, 1, 2

# Places in State.scalars.
UNCOLORED, BEST, ITERATIONS, TICKS, LOGGED = 0, 1, 2, 3, 4
TENURE, WINDOW, INCREMENT, RAISES, IS_RANDOM, ELAPSED, LOWEST, HIGHEST = 5, 6, 7, 8, 9, 10, 11, 12
SCALARS = 13

NO_COST = np.iinfo(np.int64).max  # above every cost


class State(NamedTuple):
    """Everything that changes as the search runs, and the graph."""

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    rng: NDArray[np.uint64]  # [4]
    scalars: NDArray[np.int64]  # [SCALARS]
    colors: NDArray[np.int32]  # [n], -1 = uncolored
    best: NDArray[np.int32]  # [n], the colors when fewest were uncolored
    sizes: NDArray[np.int64]  # [k], vertices of each color
    uncolored: NDArray[np.int32]  # [n], a list of scalars[UNCOLORED] vertices
    place: NDArray[np.int32]  # [n], where a vertex stands in that list
    ties: NDArray[np.int32]  # [n], scratch: running count of best moves along that list
    displaced: NDArray[np.int32]  # [n], scratch
    rows: NDArray[np.integer]  # [n * stride], counts by vertex
    table: NDArray[np.integer]  # [k * width] in the dense layout, else [0]: counts by color
    bits: NDArray[np.int64]  # [(n + 1) * words] in the dense layout, else [0]
    members: NDArray[np.int64]  # [k * words] in the dense layout, else [0]
    first: NDArray[np.int32]  # [WHEEL], newest log entry that ends then, or -1
    log_vertex: NDArray[np.int32]  # [a power of two >= n + WHEEL], -1 = canceled
    log_color: NDArray[np.int32]
    log_next: NDArray[np.int32]  # next log entry of the same end, or -1


class Tenure(NamedTuple):
    """How long a color stays tabu."""

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
    Make moves until every vertex is colored or ``limit`` ticks are used.

    ``capacity`` is the class size at which the counters must be widened before the next move.

    Mutates: state. Returns SOLVED, PAUSED or OUTGROWN.
    """
    scalars = state.scalars
    colors = state.colors
    rows = state.rows
    table = state.table
    n = len(colors)
    stride = len(rows) // n
    width = len(table) // k
    words = len(state.members) // k
    is_dense = width > 0
    per_row = stride * rows.itemsize // 64
    per_pass = width * rows.itemsize // 64 + words // 8
    uncolored = scalars[UNCOLORED]
    ticks = scalars[TICKS]
    logged = scalars[LOGGED]
    log_mask = len(state.log_vertex) - 1
    status = PAUSED

    while uncolored > 0 and ticks < limit and status == PAUSED:
        scalars[ITERATIONS] += 1
        end_tabus(state, scalars[ITERATIONS], flag, stride, width)

        v, color = choose_move(state, uncolored, uncolored == scalars[BEST], k, flag, stride)
        count = at(rows, v * stride + color)
        if count >= flag:
            cancel_tabu(state, v, color, logged, log_mask)
            put(rows, v * stride + color, count - flag)
            if is_dense:
                put(table, color * width + v, count - flag)

        if is_dense:
            is_free = count == 0 or count == flag
            found = add_dense(
                state.bits, words, state.members, table, width, v, color, is_free, state.displaced
            )
            ticks += (1 + found) * per_pass + found * k
        else:
            found = add_sparse(
                state.indptr, state.indices, colors, rows, stride, v, color, state.displaced
            )
            ticks += at(state.indptr, v + 1) - at(state.indptr, v)
        ticks += uncolored * per_row + 1

        uncolored -= 1
        last = at(state.uncolored, uncolored)
        put(state.uncolored, at(state.place, v), last)
        put(state.place, last, at(state.place, v))
        put(colors, v, color)
        put(state.sizes, color, at(state.sizes, color) + 1 - found)
        if is_dense:
            for s in range(uncolored):
                u = at(state.uncolored, s)
                put(rows, u * stride + color, at(table, color * width + u))

        if found > 0:
            end = scalars[ITERATIONS] + 1 + draw_tenure(state.rng, scalars, tenure, uncolored + found)
            for d in range(found):
                w = at(state.displaced, d)
                put(colors, w, -1)
                put(state.uncolored, uncolored, w)
                put(state.place, w, uncolored)
                uncolored += 1
                if is_dense:
                    put(table, color * width + w, at(table, color * width + w) | flag)
                    gather_row(table, width, w, k, rows, stride)
                else:
                    put(rows, w * stride + color, at(rows, w * stride + color) | flag)
                    ticks += at(state.indptr, w + 1) - at(state.indptr, w)
                p = logged & log_mask
                logged += 1
                put(state.log_vertex, p, w)
                put(state.log_color, p, color)
                put(state.log_next, p, at(state.first, end & (WHEEL - 1)))
                put(state.first, end & (WHEEL - 1), p)

        if tenure.is_reactive:
            follow_fluctuation(state.rng, scalars, tenure, uncolored)
        if uncolored < scalars[BEST]:
            scalars[BEST] = uncolored
            state.best[:] = colors
        if at(state.sizes, color) >= capacity:
            status = OUTGROWN

    scalars[UNCOLORED] = uncolored
    scalars[TICKS] = ticks
    scalars[LOGGED] = logged
    return SOLVED if uncolored == 0 else status


@kernel
def smallest_count(rows, stride, uncolored, length, mask):
    """Smallest of the counts of the listed vertices, each taken ``& mask``."""
    lanes = 64 // rows.itemsize
    masks = splat(rows, mask)
    lowest = masks
    for s in range(length):
        row = at(uncolored, s) * stride
        for i in range(row, row + stride, lanes):
            lowest = minimum(lowest, bit_and(load(rows, i), masks))
    return lane_min(lowest)


@kernel
def choose_move(state, length, is_best, k, flag, stride):
    """
    Draw one of the best admissible moves, all equally likely, or any move if none is admissible.

    Mutates: state.rng, state.ties. Returns the vertex and its color.
    """
    rows = state.rows
    lanes = 64 // rows.itemsize
    mask = flag | (flag - 1)
    lowest = smallest_count(rows, stride, state.uncolored, length, mask)
    # Aspiration: from a best state, a move that takes no color from anyone leads to a better one.
    if is_best and smallest_count(rows, stride, state.uncolored, length, flag - 1) == 0:
        mask = flag - 1
        lowest = 0
    if lowest >= flag:
        v = at(state.uncolored, random_below(state.rng, length))
        return v, random_below(state.rng, k)

    masks = splat(rows, mask)
    target = splat(rows, lowest)
    total = 0
    for s in range(length):
        row = at(state.uncolored, s) * stride
        for i in range(row, row + stride, lanes):
            total += popcount(eq(bit_and(load(rows, i), masks), target))
        put(state.ties, s, total)
    drawn = random_below(state.rng, total)
    s = 0
    while at(state.ties, s) <= drawn:
        s += 1
    if s > 0:
        drawn -= at(state.ties, s - 1)
    v = at(state.uncolored, s)
    color = 0
    while True:
        attained = eq(bit_and(load(rows, v * stride + color), masks), target)
        if drawn < popcount(attained):
            return v, color + nth_bit(attained, drawn)
        drawn -= popcount(attained)
        color += lanes


@kernel
def end_tabus(state, iteration, flag, stride, width):
    """
    Lift the tabus that end with this iteration.

    Mutates: state.first, state.rows, state.table.
    """
    p = at(state.first, iteration & (WHEEL - 1))
    put(state.first, iteration & (WHEEL - 1), -1)
    while p >= 0:
        v = at(state.log_vertex, p)
        if v >= 0:
            color = at(state.log_color, p)
            i = v * stride + color
            put(state.rows, i, at(state.rows, i) & (flag - 1))
            if width > 0:
                i = color * width + v
                put(state.table, i, at(state.table, i) & (flag - 1))
        p = at(state.log_next, p)


@kernel
def cancel_tabu(state, v, color, logged, log_mask):
    """
    Forget the tabu of ``(v, color)``, which exists; rare, hence the walk through the log.

    Mutates: state.log_vertex.
    """
    p = (logged - 1) & log_mask
    while at(state.log_vertex, p) != v or at(state.log_color, p) != color:
        p = (p - 1) & log_mask
    put(state.log_vertex, p, -1)


@kernel
def draw_tenure(rng, scalars, tenure, uncolored):
    """
    Iterations for which a color just taken away stays tabu.

    Mutates: rng.
    """
    if not tenure.is_reactive:
        drawn = np.int64(tenure.slope * uncolored) + random_below(rng, tenure.spread)
    elif scalars[IS_RANDOM] != 0:
        drawn = 1 + random_below(rng, max(scalars[TENURE], 1))
    else:
        drawn = scalars[TENURE]
    return min(drawn, MAX_TENURE)


@kernel
def follow_fluctuation(rng, scalars, tenure, uncolored):
    """
    FOO: note the cost, and at the end of a window adjust the tenure.

    Mutates: rng, scalars.
    """
    scalars[LOWEST] = min(scalars[LOWEST], uncolored)
    scalars[HIGHEST] = max(scalars[HIGHEST], uncolored)
    scalars[ELAPSED] += 1
    is_new_best = uncolored < scalars[BEST]
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
        scalars[ELAPSED] = 0
    if is_new_best:
        scalars[RAISES] = 0
        scalars[ELAPSED] = 0
    if scalars[ELAPSED] == 0:
        scalars[LOWEST] = NO_COST
        scalars[HIGHEST] = 0
