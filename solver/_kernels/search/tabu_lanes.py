"""
State of TabuCol on dense graphs, and the assignment of vertices to vector lanes.

``table[c, v]`` counts the neighbors of v with color c, stored color by color. Vertices in conflict, and
some that recently were, have a *lane*: a column of ``gamma``, a copy of their column of the table that
follows a few fields used to choose a move. Lanes are grouped in blocks of one vector.

The highest bit of a count means that c is *blocked* for v: its own color, or tabu. A blocked count
exceeds every free one, so the minimum over a vertex's colors needs no tabu test. Each lane stores
``LOW``, that minimum; ``TIES``, the number of colors that attain it; and ``KNOWN``, one of them. ``KEY``
orders the lanes by the change of their best move, and is all ones for those without conflict.

*Invariant.* ``LOW`` never exceeds the smallest free count, and equals it if ``TIES > 0`` or ``KNOWN``
is a color; ``TIES > 0`` is exact. A vertex with no free color keeps ``TIES`` 0, so that it is
recounted and excluded when it is considered.

A vertex that needs a lane gets that of a vertex without conflict, in cyclic order. Choosing the vertex
that has been without conflict longest needs a list and saves nothing: 0.19 copies per move either way
(DSJC500.5, 49 colors, 192 lanes).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import constants, inlined
from ..vectors.simd import (
    BYTES,
    add,
    at,
    bit,
    bit_and,
    bit_or,
    bit_xor,
    eq,
    lane_min,
    lanes,
    load,
    lowest_bit,
    minimum,
    ne,
    pick,
    popcount,
    put,
    splat,
    store,
    sub,
)

# Vectors at the start of a block of lanes: the color of each vertex; its conflicts; the smallest free
# count, the number of colors that attain it, and one of them; its key; and its position in a bit row:
# chunk of 1024 bits, element and bit.
HUE, OWN, LOW, TIES, KNOWN, KEY, CHUNK, INDEX, MARK, FIELDS = constants(10)

#: Number of bits that one look-up can access.
CHUNK_BITS = 1024


class Dense(NamedTuple):
    """State of a search; ``width`` is n rounded up to whole vectors, a block is one vector of lanes."""

    words: int  #: distance between bit rows in words of 64 bits
    pitch: int  #: distance between rows of the table in lanes
    reach: int  #: lanes in a bit row
    masks: Any  #: adjacency as bit rows, one word per vector of vertices
    rows: Any  #: the same memory as lanes [n * reach]
    adjacency: Any  #: the same memory as int64 [n * words]
    absent: Any  #: int64[k * words], bit rows: vertices of each color that have no lane
    sizes: Any  #: int64[k], vertices of each color
    table: Any  #: lanes [k * pitch], gamma of all vertices
    color: Any  #: lanes [width]
    best: Any  #: lanes [width], the colors that attained the fewest conflicts
    lane: Any  #: int32[n], the lane of each vertex, or -1
    vertex: Any  #: int32[width], the vertex of each lane, or -1
    block: int  #: distance between blocks of vertices in lanes
    gamma: Any  #: lanes [blocks * block], FIELDS vectors and k rows of counts for each block
    hits: Any  #: int64[blocks], workspace of a choice: candidates in each block
    totals: Any  #: int64[blocks], cumulative sum of the candidates
    single: Any  #: lanes [2 vectors], ones in the first lane of the second
    queue: Any  #: int32[n + 1], workspace of a move: vertices that need a lane
    column: Any  #: lanes [k rounded up to whole vectors], workspace of place_vertex
    packed: Any  #: the same memory as int64


@inlined
def blocked_bit(gamma):
    return 1 << (8 * BYTES // lanes(gamma) - 1)


@inlined
def field(gamma, place, row):
    return at(gamma, place + row * lanes(gamma))


@inlined
def patch(gamma, single, place, row, value):
    """
    Write one lane by storing its whole vector: loading a vector after a partial store is slow.

    Mutates: gamma.
    """
    step = lanes(gamma)
    lane = place & (step - 1)
    p = place - lane + row * step
    here = load(single, step - lane)
    kept = bit_and(bit_xor(here, splat(gamma, -1)), load(gamma, p))
    store(gamma, p, bit_or(bit_and(here, splat(gamma, value)), kept))


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


@inlined
def fill_lanes(s, k):
    """
    Assign a lane to each vertex in conflict, and to no other.

    Rows are copied one by one: copying column by column took ten times as long.

    Mutates: s.lane, s.vertex, s.absent, s.gamma.
    """
    step = lanes(s.gamma)
    blocked = blocked_bit(s.gamma)
    s.lane[:] = -1
    s.vertex[:] = -1
    count = 0
    for v in range(len(s.lane)):
        color = at(s.color, v)
        if at(s.table, color * s.pitch + v) > blocked:
            put(s.vertex, count, v)
            put(s.lane, v, count // step * s.block + count % step)
            clear_bit(s.absent, color * s.words, v)
            count += 1
    zero = splat(s.gamma, 0)
    for q in range(len(s.hits)):
        p = q * s.block
        store(s.gamma, p + OWN * step, zero)
        store(s.gamma, p + KEY * step, splat(s.gamma, -1))
        store(s.gamma, p + MARK * step, zero)
        taken = min(step, count - q * step)
        for c in range(k):
            for lane in range(taken):
                v = at(s.vertex, q * step + lane)
                put(s.gamma, p + (FIELDS + c) * step + lane, at(s.table, c * s.pitch + v))
        for lane in range(taken):
            v = at(s.vertex, q * step + lane)
            color = at(s.color, v)
            put(s.gamma, p + HUE * step + lane, color)
            own = at(s.table, color * s.pitch + v) & (blocked - 1)
            put(s.gamma, p + OWN * step + lane, own)
            put(s.gamma, p + CHUNK * step + lane, v // CHUNK_BITS)
            put(s.gamma, p + INDEX * step + lane, v % CHUNK_BITS // (512 // step))
            put(s.gamma, p + MARK * step + lane, bit(v % (512 // step)))
        if taken > 0:
            recount_block(s, k, q)


@inlined
def recount_block(s, k, q):
    """
    Recompute minimum and ties of the vertices of one block from all their colors.

    Mutates: s.gamma.
    """
    step = lanes(s.gamma)
    p = q * s.block
    base = p + FIELDS * step
    top = splat(s.gamma, blocked_bit(s.gamma) - 1)
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
def place_vertex(s, k, v, blocks, hand):
    """
    Assign to ``v`` the first lane of an idle vertex from ``hand`` on; return the next lane.

    Mutates: s.absent, s.lane, s.vertex, s.gamma.
    """
    step = lanes(s.gamma)
    blocked = blocked_bit(s.gamma)
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
    patch(s.gamma, s.single, place, HUE, color)
    patch(s.gamma, s.single, place, OWN, own)
    patch(s.gamma, s.single, place, LOW, low)
    patch(s.gamma, s.single, place, TIES, ties)
    patch(s.gamma, s.single, place, KNOWN, known)
    patch(s.gamma, s.single, place, KEY, key)
    patch(s.gamma, s.single, place, CHUNK, v // CHUNK_BITS)
    patch(s.gamma, s.single, place, INDEX, (v & (CHUNK_BITS - 1)) // (512 // step))
    patch(s.gamma, s.single, place, MARK, bit(v & (512 // step - 1)))
    number += 1
    return number if number < blocks * step else 0


@inlined
def evict(s, place, number):
    """
    Remove an idle vertex from its lane.

    Mutates: s.lane, s.vertex, s.absent, s.gamma.
    """
    w = at(s.vertex, number)
    if w >= 0:
        put(s.lane, w, -1)
        put(s.vertex, number, -1)
        put(s.gamma, place + MARK * lanes(s.gamma), 0)
        set_bit(s.absent, at(s.color, w) * s.words, w)


@inlined
def empty_block(s, q, waiting):
    """
    Remove the vertices of a block from their lanes; return the number of vertices that need another.

    Mutates: s.absent, s.lane, s.vertex, s.gamma, s.queue from ``waiting`` on.
    """
    step = lanes(s.gamma)
    for lane in range(step):
        number = q * step + lane
        place = q * s.block + lane
        if field(s.gamma, place, OWN):
            put(s.queue, waiting, at(s.vertex, number))
            waiting += 1
        put(s.gamma, place + OWN * step, 0)
        put(s.gamma, place + KEY * step, -1)
        evict(s, place, number)
    return waiting
