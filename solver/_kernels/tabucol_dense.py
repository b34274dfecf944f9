"""
TabuCol on dense graphs: one vector lane for each vertex that is, or lately was, in conflict.

Hertz and de Werra (1987), doi:10.1007/BF02239976: move a conflicting vertex to another color so that
the number of conflicting edges falls most, or rises least; taking the old color back is tabu for a
while. Here a move costs no walk over neighbors and no look at single conflicting vertices.

*State.* ``table[c, v]`` counts the neighbors of v with color c, color by color, so that a move from i
to j changes two contiguous rows under the adjacency row of v, a bit a vertex. Only a vertex in conflict
can move, and of some hundred vertices few are. So a few of them have *lanes*: columns of ``gamma``,
which are copies of columns of the table, and above these what the choice asks for. What a move does to
64 lanes takes about 50 vector operations, whichever vertices stand there: whether they are neighbors of
v is looked up in its adjacency row, lane by lane. A vertex that comes into conflict gets a lane, and
its column is copied, k bytes. There are more lanes than conflicts, because a vertex that was in
conflict soon is again: one move in five then needs a copy (DSJC500.5, 49 colors), instead of each.
Lanes of vertices without conflict are taken in turn.

The highest bit of a count says that c is *blocked* for v: its own color, or tabu. A blocked count
exceeds every free one, hence the minimum over a vertex's colors needs no tabu test. Of that minimum are
kept, by lane: ``LOW``, the minimum; ``TIES``, how many colors attain it; ``KNOWN``, one of them. A move
changes each count by one at most, so all three follow by comparisons. When the last color at ``LOW``
gets worse, LOW + 1 is the new minimum and the color j attains it, but how many others do is unknown
(``TIES`` 0): it is recounted only if the vertex comes up for choice, then for its whole block. ``KEY``
orders the lanes by the change of the best move, and is all ones for those without conflict.

*Invariant.* ``LOW`` never exceeds the smallest free count, and equals it if ``TIES > 0`` or ``KNOWN``
is a color; ``TIES > 0`` is exact. A vertex with no free color keeps ``TIES`` 0, so that it is
recounted, and put aside, if it ever comes up.

*Choice.* Uniform among all best moves: a vertex uniform among those with the smallest key, kept with
probability proportional to its ties, else drawn again; then a color uniform among its ties. Uneven
draws are faster and worse: in a prototype, weight 1 for vertices with unknown ties left 4.4 conflicts
instead of 3.0 on DSJC500.5 with 49 colors.

Lanes are uint8 while counts stay below 127 and k below 256, else wider; the kernel stops with
``TOO_NARROW`` before a count would overflow.

Tried: a lane for every vertex, and no table, made 0.6 to 0.8 times as many moves on DSJC graphs of 500
and 1000 vertices. Twice as many idle lanes, or half, changed the rates by 5 % either way. Recounting
only blocks that were drawn from, as a prototype did: not uniform, and no faster.
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
    bit_and,
    bit_or,
    bit_xor,
    eq,
    lane_max,
    lane_min,
    lanes,
    le,
    load,
    look_up,
    lowest_bit,
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

# Vectors at the start of a block of lanes: the color of each vertex; its conflicts; the smallest free
# count, how many colors attain it, and one of them; its key; and where it stands in a bit row, as chunk
# of 1024 bits, element and bit.
HUE, OWN, LOW, TIES, KNOWN, KEY, CHUNK, INDEX, MARK, FIELDS = range(10)

#: Idle lanes that are kept at least, and how many more before a block is given up.
SPARE, SLACK = 64, 96


class Dense(NamedTuple):
    """State of a search; ``width`` is n rounded up to whole vectors, a block is a vector of lanes."""

    words: int  #: from one bit row to the next, of 64 bits
    pitch: int  #: lanes from one row of the table to the next
    reach: int  #: lanes in a bit row
    masks: Any  #: adjacency as bit rows, a word for each vector of vertices
    rows: Any  #: the same memory as lanes [n * reach]
    adjacency: Any  #: and as int64 [n * words]
    absent: Any  #: int64[k * words], bit rows: vertices of each color that have no lane
    sizes: Any  #: int64[k], vertices of each color
    table: Any  #: lanes [k * pitch], gamma of all vertices
    color: Any  #: lanes [width]
    best: Any  #: lanes [width], the colors that attained the fewest conflicts
    lane: Any  #: int32[n], where a vertex has its lane, or -1
    vertex: Any  #: int32[width], the vertex of each lane, or -1
    block: int  #: lanes from one block of vertices to the next
    gamma: Any  #: lanes [blocks * block], FIELDS vectors and k rows of counts for each block
    hits: Any  #: int64[blocks], work space of a choice: candidates in each block
    totals: Any  #: int64[blocks], and up to it
    single: Any  #: lanes [2 vectors], ones in the first lane of the second
    column: Any  #: lanes [k rounded up to whole vectors], work space of a placing
    packed: Any  #: the same memory as int64


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
    words = len(adjacency) // max(n, 1)
    for v in range(n):
        for p in range(indptr[v], indptr[v + 1]):
            u = at(indices, p)
            word = v * words + u // lane_count
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
    masks = len(s.masks) // max(n, 1)
    row = s.pitch
    blocked = blocked_bit(s)
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
    s.lane[:] = -1
    s.vertex[:] = -1
    s.gamma[:] = 0
    for p in range(0, len(s.gamma), s.block):
        store(s.gamma, p + KEY * step, splat(s.gamma, -1))
    counters[HAND] = 0
    counters[BLOCKS] = min(blocks, (conflicting + SPARE + step - 1) // step)
    for v in range(n):
        if at(s.table, at(s.color, v) * row + v) > blocked:
            counters[HAND] = place_vertex(s, k, v, counters[BLOCKS], counters[HAND])
    counters[CONFLICTS] = conflicts // 2
    counters[CONFLICTING] = conflicting
    counters[LARGEST] = largest
    return DONE


@inlined
def set_bit(words, row, v):
    """Mutates: words."""
    place = row + (v >> 6)
    put(words, place, at(words, place) | bit(v & 63))


@inlined
def clear_bit(words, row, v):
    """Mutates: words."""
    place = row + (v >> 6)
    put(words, place, at(words, place) & ~bit(v & 63))


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


# ----------------------------------------------------------------------------------------- lanes


@inlined
def patch(s, place, row, value):
    """
    Write one lane by way of its vector: a vector cannot be loaded soon after a part of it was stored.

    Mutates: s.gamma.
    """
    step = lanes(s.gamma)
    lane = place & (step - 1)
    p = place - lane + row * step
    here = load(s.single, step - lane)
    kept = bit_and(bit_xor(here, splat(s.gamma, -1)), load(s.gamma, p))
    store(s.gamma, p, bit_or(bit_and(here, splat(s.gamma, value)), kept))


@inlined
def field(s, place, row):
    return at(s.gamma, place + row * lanes(s.gamma))


@inlined
def place_vertex(s, k, v, blocks, hand):
    """
    Give ``v`` a lane, that of an idle vertex among those from ``hand`` on; returns the next one.

    Mutates: s.absent, s.lane, s.vertex, s.gamma.
    """
    step = lanes(s.gamma)
    blocked = blocked_bit(s)
    lane = hand & (step - 1)
    q = (hand - lane) // step
    zero = splat(s.gamma, 0)
    idle = eq(load(s.gamma, q * s.block + OWN * step), zero) & ~(bit(lane) - 1)
    while idle == 0:
        q = q + 1 if q + 1 < blocks else 0
        idle = eq(load(s.gamma, q * s.block + OWN * step), zero)
    lane = lowest_bit(idle)
    number = q * step + lane
    place = q * s.block + lane
    evict(s, place, number)
    put(s.lane, v, place)
    put(s.vertex, number, v)
    color = at(s.color, v)
    clear_bit(s.absent, color * s.words, v)

    first = place + FIELDS * step
    per_word = step >> 3
    for c in range(0, k, per_word):
        word = 0
        for d in range(per_word):
            count = at(s.table, (c + d) * s.pitch + v)
            put(s.gamma, first + (c + d) * step, count)
            word |= count << (64 // per_word * d)
        put(s.packed, c // per_word, word)
    smallest = splat(s.gamma, -1)
    for c in range(0, len(s.column), step):
        smallest = minimum(smallest, load(s.column, c))
    low = lane_min(smallest)
    wanted = splat(s.gamma, low)
    ties = 0
    known = 0
    for c in range(0, len(s.column), step):
        attained = eq(load(s.column, c), wanted)
        if attained:
            known = c + lowest_bit(attained)
        ties += popcount(attained)
    own = at(s.table, color * s.pitch + v) & (blocked - 1)
    key = low + blocked - 1 - own
    if low >= blocked:
        low = blocked - 1
        ties = 0
        known = -1
        key = -1
    if own == 0:
        key = -1
    bits = v & 1023
    patch(s, place, HUE, color)
    patch(s, place, OWN, own)
    patch(s, place, LOW, low)
    patch(s, place, TIES, ties)
    patch(s, place, KNOWN, known)
    patch(s, place, KEY, key)
    patch(s, place, CHUNK, v // 1024)
    patch(s, place, INDEX, bits // (512 // step))
    patch(s, place, MARK, bit(bits & (512 // step - 1)))
    number += 1
    return number if number < blocks * step else 0


@inlined
def evict(s, place, number):
    """
    Take its lane from an idle vertex.

    Mutates: s.lane, s.vertex, s.absent, s.gamma.
    """
    w = at(s.vertex, number)
    if w >= 0:
        put(s.lane, w, -1)
        put(s.vertex, number, -1)
        put(s.gamma, place + MARK * lanes(s.gamma), 0)
        set_bit(s.absent, at(s.color, w) * s.words, w)


@inlined
def drop_block(s, k, blocks, hand):
    """
    Empty the last of ``blocks`` blocks; returns the hand.

    Mutates: s.absent, s.lane, s.vertex, s.gamma.
    """
    step = lanes(s.gamma)
    last = blocks - 1
    if hand >= last * step:
        hand = 0
    for lane in range(step):
        number = last * step + lane
        place = last * s.block + lane
        own = field(s, place, OWN)
        v = at(s.vertex, number)
        put(s.gamma, place + OWN * step, 0)
        put(s.gamma, place + KEY * step, -1)
        evict(s, place, number)
        if own:
            hand = place_vertex(s, k, v, last, hand)
    return hand


@inlined
def refresh_keys(s, blocks):
    """
    Recompute the key of each lane.

    Mutates: s.key.
    """
    step = lanes(s.gamma)
    none = splat(s.gamma, -1)
    bias = splat(s.gamma, blocked_bit(s) - 1)
    zero = splat(s.gamma, 0)
    for p in range(0, blocks * s.block, s.block):
        own = load(s.gamma, p + OWN * step)
        key = pick(ne(own, zero), sub(add(load(s.gamma, p + LOW * step), bias), own), none)
        store(s.gamma, p + KEY * step, key)


@inlined
def all_keys(s, blocks):
    """A vector whose smallest lane is the smallest key."""
    smallest = splat(s.gamma, -1)
    for p in range(0, blocks * s.block, s.block):
        smallest = minimum(smallest, load(s.gamma, p + KEY * lanes(s.gamma)))
    return smallest


# --------------------------------------------------------------------------------------- choosing


@inlined
def recount_block(s, k, q):
    """
    Find minimum and ties of the vertices of one block by looking at all their colors.

    Mutates: s.low, s.ties, s.known, s.key.
    """
    step = lanes(s.gamma)
    p = q * s.block
    base = p + FIELDS * step
    top = splat(s.gamma, blocked_bit(s) - 1)
    none = splat(s.gamma, -1)
    zero = splat(s.gamma, 0)
    ones = splat(s.gamma, 1)
    low = top
    for c in range(k):
        low = minimum(low, load(s.gamma, base + c * step))
    ties = zero
    known = none
    color = zero
    for c in range(k):
        attained = eq(low, load(s.gamma, base + c * step))
        ties = pick(attained, add(ties, ones), ties)
        known = pick(attained, color, known)
        color = add(color, ones)
    own = load(s.gamma, p + OWN * step)
    movable = ne(own, zero) & ne(low, top)
    store(s.gamma, p + LOW * step, low)
    store(s.gamma, p + TIES * step, pick(eq(low, top), zero, ties))
    store(s.gamma, p + KNOWN * step, pick(eq(low, top), none, known))
    store(s.gamma, p + KEY * step, pick(movable, sub(add(low, top), own), none))


@inlined
def mark_candidates(s, k, blocks, keys):
    """
    Mark the lanes that have a best move, with their ties exact.

    ``keys`` is a vector with the smallest key in one of its lanes. Returns the smallest key, which may
    have risen; how many lanes attain it; the most ties among them; and the ticks for recounting.

    Mutates: s.hits, s.totals, and s.gamma by recounting.
    """
    step = lanes(s.gamma)
    none = 2 * blocked_bit(s) - 1
    zero = splat(s.gamma, 0)
    ticks = 0
    total = 0
    most_ties = zero
    while True:
        smallest = lane_min(keys)
        wanted = splat(s.gamma, smallest)
        if smallest == none:
            break
        for q in range(blocks):
            p = q * s.block
            hit = eq(load(s.gamma, p + KEY * step), wanted)
            ties = load(s.gamma, p + TIES * step)
            if hit & eq(ties, zero):
                recount_block(s, k, q)
                ticks += k
                hit = eq(load(s.gamma, p + KEY * step), wanted)
                ties = load(s.gamma, p + TIES * step)
            most_ties = maximum(most_ties, pick(hit, ties, zero))
            total += popcount(hit)
            put(s.hits, q, hit)
            put(s.totals, q, total)
        if total:
            break
        keys = all_keys(s, blocks)
    return smallest, total, lane_max(most_ties), ticks


@inlined
def draw_vertex(s, random, blocks, total, most):
    """
    One of the marked vertices, with probability proportional to its ties.

    Mutates: random.
    """
    step = lanes(s.gamma)
    while True:
        bits = random_bits(random)
        x = (shift_right(bits, 32) * total) >> 32
        q = 0
        for b in range(blocks):
            q += at(s.totals, b) <= x
        hit = at(s.hits, q)
        lane = nth_bit(hit, x - at(s.totals, q) + popcount(hit))
        if ((bits & 0xFFFFFFFF) * most) >> 32 < field(s, q * s.block + lane, TIES):
            return at(s.vertex, q * step + lane)


@inlined
def draw_color(s, k, random, place):
    """
    One of the colors that attain the minimum of a vertex, uniformly.

    Mutates: random.
    """
    ties = field(s, place, TIES)
    j = field(s, place, KNOWN)
    if ties == 1 and j < k:
        return j
    x = random_below(random, ties)
    low = field(s, place, LOW)
    for j in range(k):
        x -= field(s, place, FIELDS + j) == low
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
    mask = blocked_bit(s) - 1
    best_v = -1
    best_j = -1
    ties = 0
    for p in range(oldest, t):
        e = p & last
        v = at(tabu.vertex, e)
        if v >= 0 and at(tabu.expiry, e) > t:
            place = at(s.lane, v)
            if place >= 0 and field(s, place, OWN) > 0:
                j = at(tabu.color, e)
                change = (field(s, place, FIELDS + j) & mask) - field(s, place, OWN)
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
def release(s, v, color):
    """
    Free a color that was tabu.

    Mutates: the entries of v in s.table and s.gamma.
    """
    cell = color * s.pitch + v
    count = at(s.table, cell) & (blocked_bit(s) - 1)
    put(s.table, cell, count)
    place = at(s.lane, v)
    if place >= 0:
        put(s.gamma, place + (FIELDS + color) * lanes(s.gamma), count)
        low = field(s, place, LOW)
        if count <= low:
            ties = field(s, place, TIES)
            patch(s, place, TIES, 1 if count < low else ties + (ties > 0))
            patch(s, place, LOW, count)
            patch(s, place, KNOWN, color)


@inlined
def update_lanes(s, blocks, v, place, i, j):
    """
    Tell the vertices that have lanes that ``v``, one of them, goes from color i to color j.

    Returns vectors that hold the smallest key and the most conflicts of a vertex, and how many vertices
    have any.

    Mutates: all that is kept by lane.
    """
    step = lanes(s.gamma)
    row_lanes = s.reach
    ones = splat(s.gamma, 1)
    zero = splat(s.gamma, 0)
    none = splat(s.gamma, -1)
    blocked = splat(s.gamma, blocked_bit(s))
    bias = splat(s.gamma, blocked_bit(s) - 1)
    color_i = splat(s.gamma, i)
    color_j = splat(s.gamma, j)
    first = v * row_lanes
    second = first + (step if row_lanes > step else 0)
    smallest = none
    largest = zero
    conflicting = 0
    for q in range(blocks):
        p = q * s.block
        base = p + FIELDS * step
        index = load(s.gamma, p + INDEX * step)
        looked = look_up(s.rows, first, second, index)
        for chunk in range(2 * step, row_lanes, 2 * step):
            here = v * row_lanes + chunk
            there = here + (step if chunk + step < row_lanes else 0)
            mine = eq(load(s.gamma, p + CHUNK * step), splat(s.gamma, chunk // (2 * step)))
            looked = pick(mine, look_up(s.rows, here, there, index), looked)
        neighbors = ne(bit_and(looked, load(s.gamma, p + MARK * step)), zero)
        mover = bit(place & (step - 1)) if place - (place & (step - 1)) == p else 0

        less = load(s.gamma, base + i * step)
        less = pick(neighbors, sub(less, ones), less)
        store(s.gamma, base + i * step, less)
        before = load(s.gamma, base + j * step)
        after = pick(neighbors, add(before, ones), before)
        store(s.gamma, base + j * step, pick(mover, bit_or(before, blocked), after))
        low = load(s.gamma, p + LOW * step)
        ties = load(s.gamma, p + TIES * step)
        known = load(s.gamma, p + KNOWN * step)

        # Color j got worse, for the mover it is blocked.
        touched = neighbors | mover
        known = pick(eq(known, pick(touched, color_j, none)), none, known)
        worse = eq(low, pick(touched, before, none))
        last = eq(ones, pick(worse, ties, zero))
        ties = pick(worse, sub_saturating(ties, ones), ties)
        low = pick(last, add(low, ones), low)
        known = pick(last, pick(mover, none, color_j), known)

        # Color i got better.
        better = eq(low, pick(neighbors, less, none))
        ties = pick(better, add(ties, minimum(ties, ones)), ties)
        ties = pick(lt(less, low), ones, ties)
        known = pick(le(less, low), color_i, known)
        low = minimum(low, less)
        store(s.gamma, p + LOW * step, low)
        store(s.gamma, p + TIES * step, ties)
        store(s.gamma, p + KNOWN * step, known)

        hue = load(s.gamma, p + HUE * step)
        near = pick(neighbors, hue, none)
        store(s.gamma, p + HUE * step, pick(mover, color_j, hue))
        own = load(s.gamma, p + OWN * step)
        own = pick(eq(near, color_i), sub(own, ones), own)
        own = pick(eq(near, color_j), add(own, ones), own)
        own = pick(mover, bit_and(before, bias), own)
        store(s.gamma, p + OWN * step, own)
        in_conflict = ne(own, zero)
        key = pick(in_conflict, sub(add(low, bias), own), none)
        store(s.gamma, p + KEY * step, key)
        smallest = minimum(smallest, key)
        largest = maximum(largest, own)
        conflicting += popcount(in_conflict)
    return smallest, largest, conflicting


@inlined
def update_table(s, v, i, j):
    """
    Tell all vertices that ``v`` goes from color i to color j.

    Mutates: s.table, s.color, s.sizes.
    """
    step = lanes(s.gamma)
    masks = s.words * 64 // step
    ones = splat(s.gamma, 1)
    fewer = i * s.pitch
    more = j * s.pitch
    for q in range(len(s.hits)):
        neighbors = at(s.masks, v * masks + q)
        x = load(s.table, fewer + q * step)
        store(s.table, fewer + q * step, pick(neighbors, sub(x, ones), x))
        x = load(s.table, more + q * step)
        store(s.table, more + q * step, pick(neighbors, add(x, ones), x))
    put(s.table, more + v, at(s.table, more + v) | blocked_bit(s))
    put(s.color, v, j)
    put(s.sizes, i, at(s.sizes, i) - 1)
    put(s.sizes, j, at(s.sizes, j) + 1)


@inlined
def row_is_full(s, j):
    """Whether a count of color ``j`` has reached the largest that fits."""
    row = s.pitch
    blocked = splat(s.gamma, blocked_bit(s))
    most = blocked
    for p in range(0, len(s.color), lanes(s.gamma)):
        count = load(s.table, j * row + p)
        most = maximum(most, pick(lt(count, blocked), add(count, blocked), count))
    return lane_max(most) >= 2 * blocked_bit(s) - 1


@lean_kernel
def run(s, tabu, rule, reactive, random, counters, k, ticks, moves):
    """
    Search until no conflict is left, or so many more ticks or moves are used; DONE or TOO_NARROW.

    Mutates: all but rule and s.adjacency.
    """
    step = lanes(s.gamma)
    all_blocks = len(s.hits)
    blocks = counters[BLOCKS]
    hand = counters[HAND]
    blocked = blocked_bit(s)
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
        # Only a vertex with more conflicts than that can lead below the best.
        if lt(splat(s.gamma, min(conflicts - best, 2 * blocked - 1)), owns):
            oldest = oldest_live(tabu, oldest, t)
            bound = best - conflicts
            if total:
                bound = min(bound, smallest - (blocked - 1))
            v, j = aspire(s, tabu, random, oldest, t, bound)
            if v >= 0:
                drop_entry(tabu, oldest, t, v, j)
        if v < 0 and total:
            v = draw_vertex(s, random, blocks, total, most)
            j = draw_color(s, k, random, at(s.lane, v))
        i = 0
        if v >= 0:
            i = at(s.color, v)
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
        place = at(s.lane, v)
        conflicts -= field(s, place, OWN)
        keys, owns, conflicting = update_lanes(s, blocks, v, place, i, j)
        conflicts += field(s, place, OWN)
        update_table(s, v, i, j)
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
                    if conflicting + SPARE > blocks * step and blocks < all_blocks:
                        blocks += 1
                    hand = place_vertex(s, k, u, blocks, hand)
                    used += k
                    keys = minimum(keys, splat(s.gamma, field(s, at(s.lane, u), KEY)))
                    owns = maximum(owns, splat(s.gamma, field(s, at(s.lane, u), OWN)))
                    conflicting += 1
        if conflicting + SPARE + SLACK < (blocks - 1) * step:
            hand = drop_block(s, k, blocks, hand)
            blocks -= 1
            keys = all_keys(s, blocks)
        if at(s.sizes, j) >= blocked - 1 and row_is_full(s, j):
            status = TOO_NARROW
        if conflicts <= best:  # the last of equals, as in HEAD: it is farthest from where the run began
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
