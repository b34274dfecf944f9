"""
TabuCol on large sparse graphs: a row of counts per vertex, conflicting vertices sorted by best move.
One file because every function works on the same sorted rows.

If a vertex has few neighbors, it is cheaper to visit them than to pass over all vertices as
``tabucol_dense`` does. ``gamma[v, c]`` counts the neighbors of v with color c, vertex by vertex; the
highest bit of a count means that c is *blocked* for v (its own color, or tabu), so that minimum and ties
of the free counts take a few vector operations on the row. They are computed for conflicting vertices
only, whenever a count changes: the row is then in the cache, and few neighbors are in conflict.

*Choice* does not scan the conflicting vertices. ``order`` contains all vertices sorted by bucket: the
change made by their best move, at most ``COSTLY``, and last the vertices without conflict. A changed
vertex is swapped with the first or last of each bucket that it crosses, a few on sparse graphs. The
first nonempty bucket has the best moves; a vertex is drawn from it with probability proportional to its
ties. Tabu moves that reduce the conflicts are listed in ``aspirants``, which is nearly always empty; the
live tabu entries number tens of thousands during the descent on a graph of 100000 vertices.

The best coloring is stored as the moves made since; they are undone when it is requested or when they
are many. A copy at each improvement would take O(n).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import inlined, kernel
from ..vectors.rng import random_below
from ..vectors.simd import (
    BYTES,
    add,
    at,
    bit,
    eq,
    lane_min,
    lanes,
    load,
    minimum,
    nth_bit,
    pick,
    popcount,
    put,
    splat,
)
from .tabulist import (
    BEST,
    CONFLICTING,
    CONFLICTS,
    DONE,
    ITERATION,
    OLDEST,
    TICKS,
    TOO_NARROW,
    TRAIL,
    drop_entry,
    forbid,
    next_tenure,
    oldest_live,
    skip_entry,
    take_expired,
)

#: Moves that cost at least this much share a bucket, which is searched if it is the first nonempty one.
COSTLY = 7

#: Largest bucket whose ties are summed for a draw; larger buckets use rejection sampling.
FEW = 32

#: Cache lines that a move touches besides two for each neighbor.
MOVE_TICKS = 8

# Columns of ``vertex``.
COLOR, OWN, TIES, BUCKET, FIELDS = range(5)


class Sparse(NamedTuple):
    """
    State of a search.

    Bucket ``b`` is for moves that change the conflicts by ``b - d``, where d is the largest degree.
    """

    stride: int  #: distance between rows of gamma in lanes
    indptr: Any  #: int64[n + 1]
    indices: Any  #: int32[2m]
    gamma: Any  #: lanes [n * stride + 64]
    vertex: Any  #: int32[n * FIELDS]
    order: Any  #: int32[n], vertices sorted by bucket
    place: Any  #: int32[n], position of each vertex in ``order``
    start: Any  #: int32[buckets + 1], start of each bucket
    aspirants: Any  #: int32[n], vertices with a tabu move that reduces the conflicts; -1 past the last
    aspirant: Any  #: int32[n + 1], position of each in ``aspirants``, or -1; then their number
    best: Any  #: int32[n], best coloring, unless there is a trail
    trail: Any  #: int32[2n], (vertex, old color) of the moves since the best coloring


@inlined
def blocked_bit(s):
    return 1 << (8 * BYTES // lanes(s.gamma) - 1)


@inlined
def idle(s):
    """Return the last bucket, which holds the vertices without conflict."""
    return len(s.start) - 2


@inlined
def row_vector(s, k, u, c):
    """Return the counts of ``u`` from color ``c`` on, all ones in lanes past the last color."""
    row = load(s.gamma, u * s.stride + c)
    left = k - c
    if left < lanes(s.gamma):
        row = pick(bit(left) - 1, row, splat(s.gamma, -1))
    return row


# ----------------------------------------------------------------------------------------- ranking


@inlined
def smallest_counts(s, k, u):
    """Return the smallest free count of ``u``, its number of ties, and the smallest tabu count."""
    step = lanes(s.gamma)
    blocked = blocked_bit(s)
    low = splat(s.gamma, -1)
    tabu = low
    flip = splat(s.gamma, blocked)
    for c in range(0, k, step):
        row = row_vector(s, k, u, c)
        low = minimum(low, row)
        # Adding the blocked bit to a blocked count clears it; free counts become blocked.
        row = add(row, flip)
        own = at(s.vertex, u * FIELDS + COLOR) - c
        if 0 <= own < step:
            row = pick(bit(own), splat(s.gamma, -1), row)
        tabu = minimum(tabu, row)
    smallest = lane_min(low)
    wanted = splat(s.gamma, smallest)
    ties = 0
    for c in range(0, k, step):
        ties += popcount(eq(row_vector(s, k, u, c), wanted))
    return smallest, ties, lane_min(tabu)


@inlined
def rank(s, k, u):
    """
    Update the rank of ``u`` after a change of its color, conflicts or counts.

    Mutates: s.vertex, s.order, s.place, s.start, s.aspirants, s.aspirant.
    """
    own = at(s.vertex, u * FIELDS + OWN)
    bucket = idle(s)
    aspires = False
    if own > 0:
        low, ties, tabu = smallest_counts(s, k, u)
        change = low - own if low < blocked_bit(s) else COSTLY
        bucket += min(change, COSTLY) - COSTLY - 1
        aspires = tabu < own
        put(s.vertex, u * FIELDS + TIES, ties)
    shift(s, u, bucket)
    if aspires != (at(s.aspirant, u) >= 0):
        list_aspirant(s, u, aspires)


@inlined
def shift(s, u, bucket):
    """
    Move ``u`` to a bucket through the buckets in between.

    Mutates: s.vertex, s.order, s.place, s.start.
    """
    here = at(s.vertex, u * FIELDS + BUCKET)
    put(s.vertex, u * FIELDS + BUCKET, bucket)
    p = at(s.place, u)
    while here != bucket:
        if here < bucket:
            here += 1
            q = at(s.start, here) - 1
            put(s.start, here, q)
        else:
            q = at(s.start, here)
            put(s.start, here, q + 1)
            here -= 1
        w = at(s.order, q)
        put(s.order, p, w)
        put(s.place, w, p)
        put(s.order, q, u)
        p = q
    put(s.place, u, p)


@inlined
def list_aspirant(s, u, aspires):
    """
    Add ``u`` to the list of aspirants, or remove it.

    Mutates: s.aspirants, s.aspirant.
    """
    n = len(s.order)
    count = at(s.aspirant, n)
    if aspires:
        put(s.aspirants, count, u)
        put(s.aspirant, u, count)
        put(s.aspirant, n, count + 1)
    else:
        count -= 1
        w = at(s.aspirants, count)
        p = at(s.aspirant, u)
        put(s.aspirants, p, w)
        put(s.aspirant, w, p)
        put(s.aspirant, u, -1)
        put(s.aspirant, n, count)


# -------------------------------------------------------------------------------------- setting up


@kernel
def load_colors(s, tabu, colors, counters, k):
    """
    Initialize the state from a coloring; live tabu entries stay in force.

    Mutates: all of s except the graph; counters.
    """
    n = len(colors)
    stride = s.stride
    blocked = blocked_bit(s)
    last = idle(s)
    s.gamma[:] = 0
    conflicts = 0
    conflicting = 0
    for v in range(n):
        c = at(colors, v)
        for p in range(at(s.indptr, v), at(s.indptr, v + 1)):
            place = v * stride + at(colors, at(s.indices, p))
            count = at(s.gamma, place) + 1
            if count >= blocked - 1:
                return TOO_NARROW
            put(s.gamma, place, count)
        own = at(s.gamma, v * stride + c)
        put(s.gamma, v * stride + c, own | blocked)
        put(s.vertex, v * FIELDS + COLOR, c)
        put(s.vertex, v * FIELDS + OWN, own)
        put(s.vertex, v * FIELDS + BUCKET, last)
        put(s.order, v, v)
        put(s.place, v, v)
        put(s.aspirant, v, -1)
        conflicts += own
        conflicting += own > 0
    put(s.aspirant, n, 0)
    s.start[:] = 0
    put(s.start, last + 1, n)
    for e in range(len(tabu.vertex)):
        v = at(tabu.vertex, e)
        if v >= 0 and at(tabu.expiry, e) > counters[ITERATION] + 1:
            place = v * stride + at(tabu.color, e)
            put(s.gamma, place, at(s.gamma, place) | blocked)
    for v in range(n):
        rank(s, k, v)
    counters[CONFLICTS] = conflicts // 2
    counters[CONFLICTING] = conflicting
    return DONE


@kernel
def current_colors(s, colors):
    """Mutates: colors, int32[n]."""
    for v in range(len(colors)):
        put(colors, v, at(s.vertex, v * FIELDS + COLOR))


@kernel
def mark_best(s, counters):
    """
    Record the current coloring as the best.

    Mutates: counters.
    """
    counters[BEST] = counters[CONFLICTS]
    counters[TRAIL] = 0


@kernel
def set_best(s, counters, colors):
    """Mutates: s.best, counters."""
    for v in range(len(colors)):
        put(s.best, v, at(colors, v))
    counters[TRAIL] = -1


@kernel
def best_colors(s, counters, colors):
    """Mutates: colors, int32[n]; s.best, counters."""
    write_best(s, counters[TRAIL])
    counters[TRAIL] = -1
    for v in range(len(colors)):
        put(colors, v, at(s.best, v))


@inlined
def write_best(s, trail):
    """
    Undo the moves made since the best coloring in a copy.

    Mutates: s.best.
    """
    if trail >= 0:
        for v in range(len(s.best)):
            put(s.best, v, at(s.vertex, v * FIELDS + COLOR))
        for e in range(trail - 1, -1, -1):
            put(s.best, at(s.trail, 2 * e), at(s.trail, 2 * e + 1))


# --------------------------------------------------------------------------------------- choosing


@inlined
def draw_costly(s, k, random, first, end):
    """
    Draw a best costly move; return its vertex, or -1 if none has a free color, and its change.

    Mutates: random.
    """
    best_v = -1
    best_change = 0
    total = 0
    for p in range(first, end):
        v = at(s.order, p)
        low, ties, _ = smallest_counts(s, k, v)
        change = low - at(s.vertex, v * FIELDS + OWN)
        if low < blocked_bit(s) and (best_v < 0 or change <= best_change):
            total = ties + (total if best_v >= 0 and change == best_change else 0)
            best_change = change
            if random_below(random, total) < ties:
                best_v = v
    return best_v, best_change


@inlined
def draw_vertex(s, k, random, first, end):
    """
    Draw one of the vertices ``order[first:end]`` with probability proportional to its ties.

    Mutates: random.
    """
    size = end - first
    if size <= FEW:
        total = 0
        for p in range(first, end):
            total += at(s.vertex, at(s.order, p) * FIELDS + TIES)
        x = random_below(random, total)
        p = first
        v = at(s.order, p)
        x -= at(s.vertex, v * FIELDS + TIES)
        while x >= 0:
            p += 1
            v = at(s.order, p)
            x -= at(s.vertex, v * FIELDS + TIES)
        return v
    while True:
        v = at(s.order, first + random_below(random, size))
        if random_below(random, k) < at(s.vertex, v * FIELDS + TIES):
            return v


@inlined
def draw_color(s, k, random, v):
    """
    Draw one of the colors that attain the smallest free count of ``v``, uniformly.

    Mutates: random.
    """
    low, ties, _ = smallest_counts(s, k, v)
    wanted = splat(s.gamma, low)
    x = random_below(random, ties)
    c = 0
    hit = eq(row_vector(s, k, v, c), wanted)
    while x >= popcount(hit):
        x -= popcount(hit)
        c += lanes(s.gamma)
        hit = eq(row_vector(s, k, v, c), wanted)
    return c + nth_bit(hit, x)


@inlined
def aspire(s, k, random, bound):
    """
    Return a tabu move that changes the conflicts by less than ``bound``: (vertex or -1, color).

    It is drawn uniformly from the best such moves.

    Mutates: random.
    """
    stride = s.stride
    blocked = blocked_bit(s)
    best_v = -1
    best_j = -1
    ties = 0
    for e in range(at(s.aspirant, len(s.order))):
        v = at(s.aspirants, e)
        own = at(s.vertex, v * FIELDS + OWN)
        for j in range(k):
            count = at(s.gamma, v * stride + j)
            change = count - blocked - own
            if count < blocked or j == at(s.vertex, v * FIELDS + COLOR):
                continue
            if change < bound:
                bound = change
                ties = 0
            elif ties == 0 or change > bound:
                continue
            ties += 1
            if random_below(random, ties) == 0:
                best_v = v
                best_j = j
    return best_v, best_j


# ---------------------------------------------------------------------------------------- moving


@inlined
def move_vertex(s, k, v, i, j):
    """
    Change the color of ``v`` from i to j and update its neighbors.

    Return the change of the number of conflicting vertices, and whether all counts still fit.

    Mutates: all of s except the graph, best and trail.
    """
    stride = s.stride
    blocked = blocked_bit(s)
    place = v * stride + j
    count = at(s.gamma, place) & (blocked - 1)
    change = (count > 0) - (at(s.vertex, v * FIELDS + OWN) > 0)
    put(s.gamma, place, count | blocked)
    put(s.vertex, v * FIELDS + COLOR, j)
    put(s.vertex, v * FIELDS + OWN, count)
    rank(s, k, v)
    largest = 0
    for p in range(at(s.indptr, v), at(s.indptr, v + 1)):
        u = at(s.indices, p)
        row = u * stride
        put(s.gamma, row + i, at(s.gamma, row + i) - 1)
        count = at(s.gamma, row + j) + 1
        put(s.gamma, row + j, count)
        largest = max(largest, count & (blocked - 1))
        c = at(s.vertex, u * FIELDS + COLOR)
        was = at(s.vertex, u * FIELDS + OWN)
        own = was + (c == j) - (c == i)
        if was | own:
            put(s.vertex, u * FIELDS + OWN, own)
            change += (own > 0) - (was > 0)
            rank(s, k, u)
    return change, largest < blocked - 1


@inlined
def release(s, k, v, color):
    """
    Free a color that was tabu.

    Mutates: s.gamma and the rank of v.
    """
    stride = s.stride
    place = v * stride + color
    put(s.gamma, place, at(s.gamma, place) & (blocked_bit(s) - 1))
    if at(s.vertex, v * FIELDS + OWN) > 0:
        rank(s, k, v)


@inlined
def first_bucket(s):
    """Return the first nonempty bucket; moves with a small change are the most likely."""
    bucket = idle(s) - COSTLY - 1
    while at(s.start, bucket) > 0:
        bucket -= 1
    while at(s.start, bucket + 1) == 0:
        bucket += 1
    return bucket


@kernel
def run(s, tabu, rule, reactive, random, counters, k, ticks, moves):
    """
    Search until no conflict is left or ``ticks`` or ``moves`` more are used; return DONE or TOO_NARROW.

    Mutates: all except rule and the graph.
    """
    costly = idle(s) - 1
    longest = len(tabu.vertex) - 2
    t = counters[ITERATION]
    end = t + moves
    conflicts = counters[CONFLICTS]
    best = counters[BEST]
    conflicting = counters[CONFLICTING]
    oldest = counters[OLDEST]
    trail = counters[TRAIL]
    used = 0
    status = DONE
    while conflicts > 0 and used < ticks and t < end and status == DONE:
        t += 1
        used += MOVE_TICKS
        bucket = first_bucket(s)
        first = at(s.start, bucket)
        beyond = at(s.start, bucket + 1)
        v = -1
        bound = best - conflicts
        if bucket < costly:
            bound = min(bound, bucket - (costly - COSTLY))
        elif bucket == costly:
            v, change = draw_costly(s, k, random, first, beyond)
            used += beyond - first
            if v >= 0:
                bound = min(bound, change)
        oldest = oldest_live(tabu, oldest, t)
        w, j = aspire(s, k, random, bound)
        if w >= 0:
            v = w
            drop_entry(tabu, oldest, t, v, j)
        else:
            if bucket < costly:
                v = draw_vertex(s, k, random, first, beyond)
            if v >= 0:
                j = draw_color(s, k, random, v)
        if v >= 0:
            i = at(s.vertex, v * FIELDS + COLOR)
            tenure = next_tenure(rule, reactive, random, t, conflicts, conflicting, longest)
            forbid(tabu, t, v, i, tenure)
            if trail == len(s.order):
                write_best(s, trail)
                trail = -1
            if trail >= 0:
                put(s.trail, 2 * trail, v)
                put(s.trail, 2 * trail + 1, i)
                trail += 1
            conflicts -= at(s.vertex, v * FIELDS + OWN)
            grown, fits = move_vertex(s, k, v, i, j)
            conflicts += at(s.vertex, v * FIELDS + OWN)
            conflicting += grown
            used += 2 * (at(s.indptr, v + 1) - at(s.indptr, v))
            if not fits:
                status = TOO_NARROW
            if conflicts <= best:  # the last of equals, see tabucol_dense
                best = conflicts
                trail = 0
        else:
            skip_entry(tabu, t)
        e = take_expired(tabu, t + 1)
        while e >= 0:
            if at(tabu.vertex, e) >= 0:
                release(s, k, at(tabu.vertex, e), at(tabu.color, e))
            e = at(tabu.after, e)
    counters[ITERATION] = t
    counters[CONFLICTS] = conflicts
    counters[BEST] = best
    counters[CONFLICTING] = conflicting
    counters[OLDEST] = oldest
    counters[TRAIL] = trail
    counters[TICKS] += used
    return status
