"""
TabuCol on dense graphs: one vector lane for each vertex that is, or recently was, in conflict.

Hertz and de Werra (1987), doi:10.1007/BF02239976: move a conflicting vertex to another color so that
the number of conflicting edges decreases most, or increases least; the old color is then tabu for
some iterations. Here a move visits neither single neighbors nor single conflicting vertices.

The counts of neighbors by color change in two contiguous rows, masked by the adjacency row of the
moving vertex, one bit per vertex. Most vertices need no other update: only vertices in conflict, 30 to
100 of 1000, can move. These have lanes (``tabu_lanes``), in which minima and keys
are updated with the counts (``tabu_moves``): about 50 vector operations for 64 lanes, independent of
the vertices in them, since the adjacency row is looked up lane by lane. A vertex that enters a conflict
gets a lane, which requires copying k counts from distant addresses. Most such vertices return soon, so
there are more lanes than conflicts: with 64 to 128 idle lanes a copy is needed in one of five moves
instead of each (DSJC500.5, 49 colors), and in two of three on DSJC1000.5 with 85.

Counts are uint8 while they stay below 127 and k below 256, else wider; the kernel stops with
``TOO_NARROW`` before a count would overflow.

Variants tried: a lane for every vertex and no table: 0.55 to 0.8 times as many moves in long runs on
DSJC graphs of 500 and 1000 vertices (0.4 to 0.7 on AVX2), 0.8 to nearly 1 times in a memetic search with
12000 moves per child, many of them with most lanes in use. Half to twice as many idle lanes: within 5 %.
In that design, ``&`` of masks instead of picks into the compared vectors: 20 % slower without mask
registers (AVX2), where each ``&`` passes through a scalar register.
"""

from __future__ import annotations

from ..._jit import inlined, kernel
from ..vectors.simd import (
    add_saturating,
    at,
    bit,
    bit_and,
    lane_max,
    lanes,
    load,
    lowest_bit,
    lt,
    maximum,
    minimum,
    ne,
    pick,
    put,
    splat,
    store,
)
from .tabu_choice import all_keys, aspire, draw_color, draw_vertex, mark_candidates, refresh_keys
from .tabu_lanes import HUE, KEY, OWN, blocked_bit, empty_block, field, fill_lanes, place_vertex, set_bit
from .tabu_moves import release, row_is_full, update_lanes, update_table
from .tabulist import (
    BEST,
    BLOCKS,
    CONFLICTING,
    CONFLICTS,
    DONE,
    HAND,
    ITERATION,
    LARGEST,
    OLDEST,
    TICKS,
    TOO_NARROW,
    drop_entry,
    forbid,
    next_tenure,
    oldest_live,
    skip_entry,
    take_expired,
)

#: Cache lines that a move touches per block of lanes, and per block of the table.
LANE_TICKS, TABLE_TICKS = 16, 3


#: Minimum number of idle lanes, and the excess at which a block is released.
SPARE, SLACK = 64, 96


@kernel
def pack_adjacency(indptr, indices, adjacency, lane_count):
    """
    Write the bit rows of a graph.

    Mutates: adjacency, zero on entry.
    """
    n = len(indptr) - 1
    words = len(adjacency) // max(n, 1)
    for v in range(n):
        for p in range(indptr[v], indptr[v + 1]):
            u = at(indices, p)
            word = v * words + u // lane_count
            put(adjacency, word, at(adjacency, word) | bit(u % lane_count))


@kernel
def load_colors(s, tabu, colors, counters, k):
    """
    Initialize the state from a coloring; live tabu entries stay in force.

    Mutates: all of s except the adjacency; counters.
    """
    n = len(colors)
    width = len(s.color)
    step = lanes(s.gamma)
    blocks = width // step
    masks = len(s.masks) // max(n, 1)
    row = s.pitch
    blocked = blocked_bit(s.gamma)
    s.table[: k * s.pitch] = 0
    s.sizes[:] = 0
    s.absent[:] = 0
    ones = splat(s.gamma, 1)
    for v in range(n):
        c = at(colors, v)
        put(s.color, v, c)
        s.sizes[c] += 1
        set_bit(s.absent, c * s.words, v)
        for q in range(blocks):
            x = load(s.table, c * row + q * step)
            raised = add_saturating(x, ones)
            store(s.table, c * row + q * step, pick(at(s.masks, v * masks + q), raised, x))
    most = splat(s.gamma, 0)
    for p in range(0, k * s.pitch, step):
        most = maximum(most, load(s.table, p))
    if lane_max(most) >= blocked - 1:
        return TOO_NARROW

    conflicts = 0
    conflicting = 0
    largest = 0
    for v in range(n):
        place = at(s.color, v) * row + v
        own = at(s.table, place)
        put(s.table, place, own | blocked)
        conflicts += own
        conflicting += own > 0
        largest = max(largest, own)
    for e in range(len(tabu.vertex)):
        if at(tabu.vertex, e) >= 0 and at(tabu.expiry, e) > counters[ITERATION] + 1:
            place = at(tabu.color, e) * row + at(tabu.vertex, e)
            put(s.table, place, at(s.table, place) | blocked)
    fill_lanes(s, k)
    counters[HAND] = 0
    counters[BLOCKS] = min(blocks, (conflicting + SPARE + step - 1) // step)
    counters[CONFLICTS] = conflicts // 2
    counters[CONFLICTING] = conflicting
    counters[LARGEST] = largest
    return DONE


@kernel
def current_colors(s, colors):
    """Mutates: colors, int32[n]."""
    for v in range(len(colors)):
        put(colors, v, at(s.color, v))


@kernel
def mark_best(s, counters):
    """
    Record the current coloring as the best.

    Mutates: s.best, counters.
    """
    counters[BEST] = counters[CONFLICTS]
    keep_best(s)


@kernel
def set_best(s, counters, colors):
    """Mutates: s.best."""
    for v in range(len(colors)):
        put(s.best, v, at(colors, v))


@kernel
def best_colors(s, counters, colors):
    """Mutates: colors, int32[n]."""
    for v in range(len(colors)):
        put(colors, v, at(s.best, v))


@inlined
def keep_best(s):
    for p in range(0, len(s.color), lanes(s.color)):
        store(s.best, p, load(s.color, p))


@kernel
def run(s, tabu, rule, reactive, random, counters, k, ticks, moves):
    """
    Search until no conflict is left or ``ticks`` or ``moves`` more are used; return DONE or TOO_NARROW.

    Mutates: all except rule and s.adjacency.
    """
    step = lanes(s.gamma)
    all_blocks = len(s.hits)
    blocks = counters[BLOCKS]
    hand = counters[HAND]
    blocked = blocked_bit(s.gamma)
    longest = len(tabu.vertex) - 2
    t = counters[ITERATION]
    end = t + moves
    conflicts = counters[CONFLICTS]
    best = counters[BEST]
    conflicting = counters[CONFLICTING]
    owns = splat(s.gamma, counters[LARGEST])
    oldest = counters[OLDEST]
    used = 0
    keys = all_keys(s, blocks)
    status = DONE
    while conflicts > 0 and used < ticks and t < end and status == DONE:
        t += 1
        smallest, total, most, extra = mark_candidates(s, k, blocks, keys)
        used += extra + LANE_TICKS * blocks + TABLE_TICKS * all_blocks
        v = -1
        j = -1
        place = 0
        # Only a vertex with more conflicts than this bound can lead below the best.
        if lt(splat(s.gamma, min(conflicts - best, 2 * blocked - 1)), owns):
            oldest = oldest_live(tabu, oldest, t)
            bound = best - conflicts
            if total:
                bound = min(bound, smallest - (blocked - 1))
            v, j = aspire(s, tabu, random, oldest, t, bound)
            if v >= 0:
                drop_entry(tabu, oldest, t, v, j)
                place = at(s.lane, v)
        if v < 0 and total:
            v, place = draw_vertex(s, random, blocks, total, most)
            j = draw_color(s, k, random, place)
        i = 0
        if v >= 0:
            i = field(s.gamma, place, HUE)
            tenure = next_tenure(rule, reactive, random, t, conflicts, conflicting, longest)
            forbid(tabu, t, v, i, tenure)
        else:
            skip_entry(tabu, t)
        e = take_expired(tabu, t + 1)
        while e >= 0:
            if at(tabu.vertex, e) >= 0:
                release(s, at(tabu.vertex, e), at(tabu.color, e))
            e = at(tabu.after, e)
        if v < 0:
            refresh_keys(s, blocks)
            keys = all_keys(s, blocks)
            continue
        conflicts -= field(s.gamma, place, OWN)
        keys, owns, conflicting = update_lanes(s, blocks, v, place, i, j)
        conflicts += field(s.gamma, place, OWN)
        update_table(s, v, i, j)
        waiting = 0
        for w in range(0, s.words, 8):
            row = load(s.adjacency, v * s.words + w)
            words = ne(bit_and(row, load(s.absent, j * s.words + w)), splat(s.absent, 0))
            while words != 0:
                q = w + lowest_bit(words)
                words &= words - 1
                new = at(s.adjacency, v * s.words + q) & at(s.absent, j * s.words + q)
                while new != 0:
                    u = q * 64 + lowest_bit(new)
                    new &= new - 1
                    put(s.queue, waiting, u)
                    waiting += 1
        conflicting += waiting
        while conflicting + SPARE > blocks * step and blocks < all_blocks:
            blocks += 1
        if conflicting + SPARE + SLACK < (blocks - 1) * step:
            blocks -= 1
            waiting = empty_block(s, blocks, waiting)
            hand = 0
            keys = all_keys(s, blocks)
        for w in range(waiting):
            u = at(s.queue, w)
            hand = place_vertex(s, k, u, blocks, hand)
            keys = minimum(keys, splat(s.gamma, field(s.gamma, at(s.lane, u), KEY)))
            owns = maximum(owns, splat(s.gamma, field(s.gamma, at(s.lane, u), OWN)))
        used += k * waiting
        if at(s.sizes, j) >= blocked - 1 and row_is_full(s, j):
            status = TOO_NARROW
        if conflicts <= best:  # the last of equals, as in HEAD: it is farthest from the start of the run
            best = conflicts
            keep_best(s)
    counters[ITERATION] = t
    counters[CONFLICTS] = conflicts
    counters[BEST] = best
    counters[CONFLICTING] = conflicting
    counters[LARGEST] = lane_max(owns)
    counters[OLDEST] = oldest
    counters[BLOCKS] = blocks
    counters[HAND] = hand
    counters[TICKS] += used
    return status
