"""
The edges of a dict of dicts, which is how NetworkX stores a graph; see ``python_objects.py``.

A dict keeps the hashes of its keys. Each neighbor is equal to a node, and equal objects have equal
hashes. So if the hashes of all nodes differ, the hash of a neighbor says which node it is: neighbors are
not compared with nodes, and only strings, which keep their own hashes, are read from memory. For 100,000
edges between integers, 200,000 entries, that takes 2.2 ms of CPU time instead of 7 by their values; for
strings that are only equal to their nodes, 13 ms instead of 45 by lookups. Bringing strings near in
advance gained 7 percent for those, and cost 15 where strings are the same objects as the nodes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..._jit import helper, kernel
from ..vectors.simd import at, put, shift_right
from .python_objects import (
    fetch,
    fetch_entries,
    hold,
    lock,
    next_address,
    next_item,
    release,
    size_of,
    type_of,
    unlock,
)

#: Fibonacci hashing: 2^64 over the golden ratio, as a signed number.
FACTOR = np.int64(-7046029254386353131)
#: Rows between the one that is read and the one that is brought near.
AHEAD = 8


class Nodes(NamedTuple):
    """
    The hashes of nodes, the addresses of their rows, and tables from hashes to positions.

    An entry of the table for all hashes has a position in its low half and a part of the hash in its
    high half, so that a look at it is one cache miss.
    """

    hashes: NDArray[np.int64]
    rows: NDArray[np.int64]
    by_hash: NDArray[np.int64]
    by_small_hash: NDArray[np.int32]

    @classmethod
    def empty(cls, n: int) -> Nodes:
        """Make tables for ``n`` nodes."""
        return cls(
            np.empty(n, np.int64),
            np.empty(n, np.int64),
            np.full(2 << n.bit_length(), -1, np.int64),
            np.full(8 * n + 1024, -1, np.int32),
        )


@helper
def _slot(nodes, hash_):
    """Return the slot of a hash in the table for all hashes, or a free slot."""
    mixed = hash_ * FACTOR
    mask = len(nodes.by_hash) - 1
    slot = shift_right(mixed, np.int64(32)) & mask
    while at(nodes.by_hash, slot) != -1 and (at(nodes.by_hash, slot) >> 32) != ((mixed << 32) >> 32):
        slot = (slot + 1) & mask
    return slot


@helper
def _is_of(thing, kind):
    found = type_of(thing)
    release(found)
    return found == kind


@helper
def _read_nodes(rows, dict_type, nodes, item):
    """Fill the lists; return whether this is a dict of as many entries as there are nodes."""
    if not _is_of(rows, dict_type):
        return False
    count = 0
    put(item, 0, 0)
    while count < len(nodes.rows) and next_item(rows, item):
        put(nodes.rows, count, at(item, 2))
        put(nodes.hashes, count, at(item, 3))
        count += 1
    return count == len(nodes.rows)


@helper
def _are_small(nodes):
    """Whether all hashes fit into the table for small ones; integers are their own hashes."""
    others = 0
    for i in range(len(nodes.hashes)):
        others += not 0 <= at(nodes.hashes, i) < len(nodes.by_small_hash)
    return others == 0


@helper
def _fill_table(nodes, small):
    """Fill a table; return whether the hashes differ, in the parts that are kept."""
    for i in range(len(nodes.hashes)):
        hash_ = at(nodes.hashes, i)
        if hash_ == -1 or _position(nodes, small, hash_) >= 0:
            return False
        if small:
            put(nodes.by_small_hash, hash_, i)
        else:
            put(nodes.by_hash, _slot(nodes, hash_), ((hash_ * FACTOR) << 32) | i)
    return True


@helper
def _position(nodes, small, hash_):
    """Return the position of the node with a hash, -1 if there is none."""
    if small:
        return at(nodes.by_small_hash, hash_) if 0 <= hash_ < len(nodes.by_small_hash) else np.int64(-1)
    return np.int64(np.int32(at(nodes.by_hash, _slot(nodes, hash_))))


@helper
def _next_row(rows, dict_type, item):
    """Bring the next row near; return whether it is a dict, or there is none."""
    if not next_item(rows, item):
        return True
    row = at(item, 2)
    if not _is_of(row, dict_type):
        return False
    fetch_entries(row)
    return True


@kernel
def read_rows(rows, dict_type, once, nodes, items, heads, tails):
    """
    Read the positions of both ends of each entry of a dict of dicts; return the number of entries.

    Return -1 if this is no dict of dicts, or changes meanwhile, or two nodes have the same hash, or a
    neighbor has the hash of no node.

    Parameters: the address of the outer dict; the address of the type dict; whether to return only
    entries whose ends are in order.

    Mutates: nodes, whose tables are -1 on entry; items, int64[3, 4]; heads and tails, int32, longer than
    the number of entries returned.
    """
    state = lock()
    outer, ahead, inner = items[0], items[1], items[2]
    readable = _read_nodes(rows, dict_type, nodes, outer)
    small = readable and _are_small(nodes)
    readable = readable and _fill_table(nodes, small)
    put(outer, 0, 0)
    put(ahead, 0, 0)
    for _ in range(AHEAD):
        readable = readable and _next_row(rows, dict_type, ahead)
    i = 0
    written = np.int64(0)
    while readable and next_item(rows, outer):
        row = at(outer, 2)
        readable = _next_row(rows, dict_type, ahead)
        if not readable or i == len(nodes.rows) or row != at(nodes.rows, i):
            readable = False
            break
        if i + 2 * AHEAD < len(nodes.rows):
            fetch(at(nodes.rows, i + 2 * AHEAD))
        hold(row)
        put(inner, 0, 0)
        while readable and next_item(row, inner):
            j = _position(nodes, small, at(inner, 3))
            put(heads, written, i)
            put(tails, written, j)
            written += np.int64(i <= j or not once)  # an addition, since a jump could not be predicted
            readable = j >= 0 and written < len(heads)
        release(row)
        i += 1
    unlock(state)
    return written if readable else np.int64(-1)


@kernel
def count_entries(rows, dict_type, item, starts):
    """
    Count the entries of the rows of a dict of dicts; return their number, -1 if there is another object.

    Parameters: the address of the outer dict; the address of the type dict.

    Mutates: item, int64[4]; starts, int64[n + 1], zero on entry: where each row starts.
    """
    state = lock()
    total = np.int64(0)
    put(item, 0, 0)
    i = 0
    while i + 1 < len(starts) and total >= 0 and next_address(rows, item):
        row = at(item, 2)
        total = total + size_of(row) if _is_of(row, dict_type) else np.int64(-1)
        i += 1
        put(starts, i, total)
    unlock(state)
    return total
