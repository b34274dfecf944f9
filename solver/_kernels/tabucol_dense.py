"""
TabuCol on dense graphs: one vector lane per vertex, smallest counts kept up to date as they change.

Hertz and de Werra (1987), doi:10.1007/BF02239976: move a conflicting vertex to another color so that the
number of conflicting edges falls most, or rises least; taking the old color back is tabu for a while.
Here a move costs no walk over neighbors and no look at the conflicting vertices: one pass over n / 64
vectors does it all.

*State.* ``gamma[c, v]`` counts the neighbors of v with color c, color by color, so that a move from i to
j changes two contiguous rows under the adjacency row of v, a bit a vertex. The highest bit of a count
says that c is *blocked* for v: its own color, or tabu. A blocked count exceeds every free one, hence
the minimum over a vertex's colors needs no tabu test. Of that minimum are kept, per vertex: ``low``, the
minimum; ``ties``, how many colors attain it; ``known``, one of them. A move changes each count by one at
most, so all three follow by comparisons. When the last color at ``low`` gets worse, low + 1 is the new
minimum and the color j attains it, but how many others do is unknown (``ties`` 0): it is recounted only
if the vertex comes up for choice, then for its whole block. ``key`` orders the vertices by the change of
the best move, and is ``NONE`` for those without conflict.

*Invariant.* ``low`` never exceeds the smallest free count, and equals it if ``ties > 0`` or ``known``
is a color; ``ties > 0`` is exact. A vertex with no free color keeps ``ties`` 0, so that it is recounted,
and put aside, if it ever comes up.

*Choice.* Uniform among all best moves: a vertex uniform among those with the smallest key, kept with
probability proportional to its ties, else drawn again; then a color uniform among its ties. Uneven
draws are faster and worse: in a prototype, weight 1 for vertices with unknown ties left 4.4 conflicts
instead of 3.0 on DSJC500.5 with 49 colors.

Lanes are uint8 while counts stay below 127 and k below 256, else wider; the kernel stops with
``TOO_NARROW`` before a count would overflow.

Tried: bit rows of the color classes instead of comparing colors, no gain. Recounting only blocks that
were drawn from, as a prototype did: not uniform, and no faster. ``&`` of masks instead of picks into
what is compared: 3 % faster with mask registers (AVX-512), 20 % slower without (AVX2), where each ``&``
goes through a scalar register; with the masks expanded as vectors 30 % slower, since LLVM then writes
them lane by lane.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .._jit import inlined, lean_kernel
from .rng import random_below, random_bits
from .simd import (
    BYTES,
    add,
    add_saturating,
    at,
    bit,
    eq,
    lane_max,
    lane_min,
    lanes,
    le,
    load,
    lt,
    maximum,
    minimum,
    ne,
    nth_bit,
    pick,
    popcount,
    put,
    shift_right,
    splat,
    store,
    sub,
    sub_saturating,
)
from .tabulist import (
    BEST,
    CONFLICTING,
    CONFLICTS,
    DONE,
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

#: Cache lines that a move touches per block: two rows of gamma, six arrays by vertex.
BLOCK_TICKS = 8


class Dense(NamedTuple):
    """State of a search; ``width`` is n rounded up to whole vectors, a block is a vector of vertices."""

    adjacency: Any  #: bit rows [n * blocks], a word per block
    sizes: Any  #: int64[k], vertices of each color
    gamma: Any  #: lanes [k * width]
    color: Any  #: lanes [width]
    best: Any  #: lanes [width], the colors that attained the fewest conflicts
    own: Any  #: lanes [width], conflicts of each vertex
    low: Any  #: lanes [width]
    ties: Any  #: lanes [width]
    known: Any  #: lanes [width]
    key: Any  #: lanes [width]
    hits: Any  #: int64[blocks], work space of a choice: candidates in each block
    totals: Any  #: int64[blocks], and up to it


@inlined
def blocked_bit(s):
    return 1 << (8 * BYTES // lanes(s.gamma) - 1)


# ------------------------------------------------------------------------------------ setting up


@lean_kernel
def pack_adjacency(indptr, indices, adjacency, lane_count):
    """
    Write the bit rows of a graph.

    Mutates: adjacency, zero on entry.
    """
    n = len(indptr) - 1
    blocks = len(adjacency) // max(n, 1)
    for v in range(n):
        for p in range(indptr[v], indptr[v + 1]):
            u = at(indices, p)
            word = v * blocks + u // lane_count
            put(adjacency, word, at(adjacency, word) | bit(u % lane_count))


@lean_kernel
def load_colors(s, tabu, colors, counters, k):
    """
    Start from a coloring; live tabu entries stay in force.

    Mutates: all of s but the adjacency; counters.
    """
    n = len(colors)
    width = len(s.color)
    step = lanes(s.gamma)
    blocks = width // step
    blocked = blocked_bit(s)
    s.gamma[:] = 0
    s.sizes[:] = 0
    ones = splat(s.gamma, 1)
    for v in range(n):
        c = at(colors, v)
        put(s.color, v, c)
        s.sizes[c] += 1
        for q in range(blocks):
            x = load(s.gamma, c * width + q * step)
            raised = add_saturating(x, ones)
            store(s.gamma, c * width + q * step, pick(at(s.adjacency, v * blocks + q), raised, x))
    most = splat(s.gamma, 0)
    for p in range(0, len(s.gamma), step):
        most = maximum(most, load(s.gamma, p))
    if lane_max(most) >= blocked - 1:
        return TOO_NARROW

    conflicts = 0
    conflicting = 0
    largest = 0
    for v in range(n):
        place = at(s.color, v) * width + v
        own = at(s.gamma, place)
        put(s.own, v, own)
        put(s.gamma, place, own | blocked)
        conflicts += own
        conflicting += own > 0
        largest = max(largest, own)
    for e in range(len(tabu.vertex)):
        if at(tabu.vertex, e) >= 0 and at(tabu.expiry, e) > counters[ITERATION] + 1:
            place = at(tabu.color, e) * width + at(tabu.vertex, e)
            put(s.gamma, place, at(s.gamma, place) | blocked)
    s.low[:] = 0
    s.ties[:] = 0
    s.known[:] = 2 * blocked - 1
    counters[CONFLICTS] = conflicts // 2
    counters[CONFLICTING] = conflicting
    counters[LARGEST] = largest
    refresh_keys(s)
    return DONE


@lean_kernel
def current_colors(s, colors):
    """Mutates: colors, int32[n]."""
    for v in range(len(colors)):
        put(colors, v, at(s.color, v))


@lean_kernel
def mark_best(s, counters):
    """
    Take the current coloring for the best.

    Mutates: s.best, counters.
    """
    counters[BEST] = counters[CONFLICTS]
    keep_best(s)


@lean_kernel
def set_best(s, counters, colors):
    """Mutates: s.best."""
    for v in range(len(colors)):
        put(s.best, v, at(colors, v))


@lean_kernel
def best_colors(s, counters, colors):
    """Mutates: colors, int32[n]."""
    for v in range(len(colors)):
        put(colors, v, at(s.best, v))


@inlined
def keep_best(s):
    for p in range(0, len(s.color), lanes(s.color)):
        store(s.best, p, load(s.color, p))


@inlined
def refresh_keys(s):
    """
    Recompute the key of each vertex; returns the smallest.

    Mutates: s.key.
    """
    step = lanes(s.key)
    none = splat(s.key, -1)
    bias = splat(s.key, blocked_bit(s) - 1)
    zero = splat(s.key, 0)
    smallest = none
    for p in range(0, len(s.key), step):
        own = load(s.own, p)
        key = pick(ne(own, zero), sub(add(load(s.low, p), bias), own), none)
        store(s.key, p, key)
        smallest = minimum(smallest, key)
    return lane_min(smallest)


@inlined
def smallest_key(s):
    smallest = load(s.key, 0)
    for p in range(0, len(s.key), lanes(s.key)):
        smallest = minimum(smallest, load(s.key, p))
    return lane_min(smallest)


# --------------------------------------------------------------------------------------- choosing


@inlined
def recount_block(s, k, q):
    """
    Find minimum and ties of the vertices of one block by looking at all their colors.

    Mutates: s.low, s.ties, s.known, s.key.
    """
    step = lanes(s.gamma)
    width = len(s.color)
    p = q * step
    top = splat(s.gamma, blocked_bit(s) - 1)
    none = splat(s.gamma, -1)
    zero = splat(s.gamma, 0)
    ones = splat(s.gamma, 1)
    low = top
    for c in range(k):
        low = minimum(low, load(s.gamma, c * width + p))
    ties = zero
    known = none
    for c in range(k):
        attained = eq(low, load(s.gamma, c * width + p))
        ties = pick(attained, add(ties, ones), ties)
        known = pick(attained, splat(s.gamma, c), known)
    own = load(s.own, p)
    movable = ne(own, zero) & ne(low, top)
    store(s.low, p, low)
    store(s.ties, p, pick(eq(low, top), zero, ties))
    store(s.known, p, pick(eq(low, top), none, known))
    store(s.key, p, pick(movable, sub(add(low, top), own), none))


@inlined
def mark_candidates(s, k, smallest):
    """
    Mark the vertices that have a best move, with their ties exact.

    Returns the smallest key, which rises if it proves too low; how many vertices attain it; the most
    ties among them; and the ticks for recounting.

    Mutates: s.hits, s.totals, and by recounting s.low, s.ties, s.known, s.key.
    """
    step = lanes(s.key)
    none = 2 * blocked_bit(s) - 1
    zero = splat(s.key, 0)
    ticks = 0
    total = 0
    most = 0
    while smallest != none:
        wanted = splat(s.key, smallest)
        most_ties = zero
        total = 0
        for q in range(len(s.hits)):
            p = q * step
            hit = eq(load(s.key, p), wanted)
            ties = load(s.ties, p)
            if hit & eq(ties, zero):
                recount_block(s, k, q)
                ticks += k
                hit = eq(load(s.key, p), wanted)
                ties = load(s.ties, p)
            most_ties = maximum(most_ties, pick(hit, ties, zero))
            total += popcount(hit)
            put(s.hits, q, hit)
            put(s.totals, q, total)
        if total:
            most = lane_max(most_ties)
            break
        smallest = smallest_key(s)
    return smallest, total, most, ticks


@inlined
def draw_vertex(s, random, total, most):
    """
    One of the marked vertices, with probability proportional to its ties.

    Mutates: random.
    """
    while True:
        bits = random_bits(random)
        x = (shift_right(bits, 32) * total) >> 32
        q = 0
        for b in range(len(s.totals)):
            q += at(s.totals, b) <= x
        hit = at(s.hits, q)
        v = q * lanes(s.key) + nth_bit(hit, x - at(s.totals, q) + popcount(hit))
        if ((bits & 0xFFFFFFFF) * most) >> 32 < at(s.ties, v):
            return v


@inlined
def draw_color(s, k, random, v):
    """
    One of the colors that attain the minimum of ``v``, uniformly.

    Mutates: random.
    """
    width = len(s.color)
    ties = at(s.ties, v)
    j = at(s.known, v)
    if ties == 1 and j < k:
        return j
    x = random_below(random, ties)
    low = at(s.low, v)
    for j in range(k):
        x -= at(s.gamma, j * width + v) == low
        if x < 0:
            break
    return j


@inlined
def aspire(s, tabu, random, oldest, t, bound):
    """
    A tabu move that changes the conflicts by less than ``bound``: (vertex or -1, color).

    The best of them, uniformly.

    Mutates: random.
    """
    last = len(tabu.vertex) - 1
    width = len(s.color)
    mask = blocked_bit(s) - 1
    best_v = -1
    best_j = -1
    ties = 0
    for p in range(oldest, t):
        e = p & last
        v = at(tabu.vertex, e)
        if v >= 0 and at(tabu.expiry, e) > t and at(s.own, v) > 0:
            j = at(tabu.color, e)
            change = (at(s.gamma, j * width + v) & mask) - at(s.own, v)
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
def recolor(s, v, i, j):
    """
    Give vertex ``v`` its new color; its neighbors follow in :func:`update_lanes`.

    Mutates: the entries of v in s.
    """
    width = len(s.color)
    blocked = blocked_bit(s)
    place = j * width + v
    count = at(s.gamma, place)
    ties = at(s.ties, v)
    if count == at(s.low, v) and ties > 0:
        if ties == 1:
            put(s.low, v, count + 1)
        put(s.ties, v, ties - 1)
        if ties == 1 or at(s.known, v) == j:
            put(s.known, v, 2 * blocked - 1)
    put(s.own, v, count & (blocked - 1))
    put(s.gamma, place, count | blocked)
    put(s.color, v, j)
    s.sizes[i] -= 1
    s.sizes[j] += 1


@inlined
def release(s, v, color):
    """
    Free a color that was tabu.

    Mutates: the entries of v in s.gamma, s.low, s.ties, s.known.
    """
    place = color * len(s.color) + v
    count = at(s.gamma, place) & (blocked_bit(s) - 1)
    put(s.gamma, place, count)
    low = at(s.low, v)
    ties = at(s.ties, v)
    if count < low:
        put(s.low, v, count)
        put(s.ties, v, 1)
        put(s.known, v, color)
    elif count == low:
        put(s.ties, v, ties + (ties > 0))
        put(s.known, v, color)


@inlined
def update_lanes(s, v, i, j):
    """
    Tell all vertices that ``v`` went from color i to color j.

    Returns the smallest key, the most conflicts of a vertex, and how many vertices have any.

    Mutates: s.gamma, s.own, s.low, s.ties, s.known, s.key.
    """
    step = lanes(s.gamma)
    width = len(s.color)
    blocks = len(s.hits)
    ones = splat(s.gamma, 1)
    zero = splat(s.gamma, 0)
    none = splat(s.gamma, -1)
    bias = splat(s.gamma, blocked_bit(s) - 1)
    color_i = splat(s.gamma, i)
    color_j = splat(s.gamma, j)
    smallest = none
    largest = zero
    conflicting = 0
    for q in range(blocks):
        p = q * step
        neighbors = at(s.adjacency, v * blocks + q)
        less = load(s.gamma, i * width + p)
        less = pick(neighbors, sub(less, ones), less)
        store(s.gamma, i * width + p, less)
        before = load(s.gamma, j * width + p)
        store(s.gamma, j * width + p, pick(neighbors, add(before, ones), before))
        low = load(s.low, p)
        ties = load(s.ties, p)
        known = load(s.known, p)

        # Color j got worse.
        known = pick(eq(known, pick(neighbors, color_j, none)), none, known)
        worse = eq(low, pick(neighbors, before, none))
        last = eq(ones, pick(worse, ties, zero))
        ties = pick(worse, sub_saturating(ties, ones), ties)
        low = pick(last, add(low, ones), low)
        known = pick(last, color_j, known)

        # Color i got better.
        better = eq(low, pick(neighbors, less, none))
        ties = pick(better, add(ties, minimum(ties, ones)), ties)
        ties = pick(lt(less, low), ones, ties)
        known = pick(le(less, low), color_i, known)
        low = minimum(low, less)
        store(s.low, p, low)
        store(s.ties, p, ties)
        store(s.known, p, known)

        color = pick(neighbors, load(s.color, p), none)
        own = load(s.own, p)
        own = pick(eq(color, color_i), sub(own, ones), own)
        own = pick(eq(color, color_j), add(own, ones), own)
        store(s.own, p, own)
        in_conflict = ne(own, zero)
        key = pick(in_conflict, sub(add(low, bias), own), none)
        store(s.key, p, key)
        smallest = minimum(smallest, key)
        largest = maximum(largest, own)
        conflicting += popcount(in_conflict)
    return lane_min(smallest), lane_max(largest), conflicting


@inlined
def row_is_full(s, j):
    """Whether a count of color ``j`` has reached the largest that fits."""
    width = len(s.color)
    blocked = splat(s.gamma, blocked_bit(s))
    most = blocked
    for p in range(0, width, lanes(s.gamma)):
        count = load(s.gamma, j * width + p)
        most = maximum(most, pick(lt(count, blocked), add(count, blocked), count))
    return lane_max(most) >= 2 * blocked_bit(s) - 1


@lean_kernel
def run(s, tabu, rule, reactive, random, counters, k, ticks, moves):
    """
    Search until no conflict is left, or so many more ticks or moves are used; DONE or TOO_NARROW.

    Mutates: all but rule and s.adjacency.
    """
    blocks = len(s.hits)
    blocked = blocked_bit(s)
    longest = len(tabu.vertex) - 2
    t = counters[ITERATION]
    end = t + moves
    conflicts = counters[CONFLICTS]
    best = counters[BEST]
    conflicting = counters[CONFLICTING]
    largest = counters[LARGEST]
    oldest = counters[OLDEST]
    used = 0
    smallest = smallest_key(s)
    status = DONE
    while conflicts > 0 and used < ticks and t < end and status == DONE:
        t += 1
        smallest, total, most, extra = mark_candidates(s, k, smallest)
        used += extra + BLOCK_TICKS * blocks
        v = -1
        j = -1
        # Only a vertex with more conflicts than that can lead below the best.
        if largest > conflicts - best:
            oldest = oldest_live(tabu, oldest, t)
            bound = best - conflicts
            if total:
                bound = min(bound, smallest - (blocked - 1))
            v, j = aspire(s, tabu, random, oldest, t, bound)
            if v >= 0:
                drop_entry(tabu, oldest, t, v, j)
        if v < 0 and total:
            v = draw_vertex(s, random, total, most)
            j = draw_color(s, k, random, v)
        i = 0
        if v >= 0:
            i = at(s.color, v)
            tenure = next_tenure(rule, reactive, random, t, conflicts, conflicting, longest)
            forbid(tabu, t, v, i, tenure)
            conflicts -= at(s.own, v)
            recolor(s, v, i, j)
            conflicts += at(s.own, v)
        else:
            skip_entry(tabu, t)
        e = take_expired(tabu, t + 1)
        while e >= 0:
            if at(tabu.vertex, e) >= 0:
                release(s, at(tabu.vertex, e), at(tabu.color, e))
            e = at(tabu.after, e)
        if v < 0:
            smallest = refresh_keys(s)
            continue
        smallest, largest, conflicting = update_lanes(s, v, i, j)
        if at(s.sizes, j) >= blocked - 1 and row_is_full(s, j):
            status = TOO_NARROW
        if conflicts <= best:  # the last of equals, as in HEAD: it is farthest from where the run began
            best = conflicts
            keep_best(s)
    counters[ITERATION] = t
    counters[CONFLICTS] = conflicts
    counters[BEST] = best
    counters[CONFLICTING] = conflicting
    counters[LARGEST] = largest
    counters[OLDEST] = oldest
    counters[TICKS] += used
    return status
