"""The edges of a dict of dicts, which is how NetworkX stores a graph; see ``python_objects.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..._jit import helper, kernel
from ..vectors.simd import at, put, shift_right
from .python_objects import (
    clear_exception,
    fetch,
    fetch_entries,
    find_item,
    hold,
    integer_value,
    lock,
    next_item,
    release,
    type_of,
    unlock,
)

#: Fibonacci hashing: 2^64 over the golden ratio, as a signed number.
FACTOR = np.int64(-7046029254386353131)
#: Rows between the one that is read and the one that is brought near.
AHEAD = 8
OBJECTS, NUMBERS = np.int64(1), np.int64(2)


class Nodes(NamedTuple):
    """The addresses of nodes and rows, and tables from them and from small integers to positions."""

    addresses: NDArray[np.int64]
    rows: NDArray[np.int64]
    by_address: NDArray[np.int32]
    by_row: NDArray[np.int32]
    by_number: NDArray[np.int32]

    @classmethod
    def empty(cls, n: int) -> Nodes:
        """Make tables for ``n`` nodes."""
        size = 2 << n.bit_length()
        return cls(
            np.empty(n, np.int64),
            np.empty(n, np.int64),
            np.full(size, -1, np.int32),
            np.full(size, -1, np.int32),
            np.full(8 * n + 1024, -1, np.int32),
        )


@helper
def _slot(addresses, table, address):
    """Return the slot of an address in a table of indices into ``addresses``, or a free slot."""
    mask = len(table) - 1
    slot = shift_right(address * FACTOR, np.int64(32)) & mask
    while at(table, slot) >= 0 and at(addresses, at(table, slot)) != address:
        slot = (slot + 1) & mask
    return slot


@helper
def _is_of(thing, kind):
    found = type_of(thing)
    release(found)
    return found == kind


@helper
def _read_nodes(rows, kinds, nodes, item):
    """Fill the tables; return what the nodes are known by, or -1 if this is no dict of dicts."""
    if not _is_of(rows, at(kinds, 0)):
        return np.int64(-1)
    known_by = NUMBERS
    count = 0
    put(item, 0, 0)
    while count < len(nodes.rows) and next_item(rows, item):
        node, row = at(item, 1), at(item, 2)
        place = _slot(nodes.rows, nodes.by_row, row)
        if at(nodes.by_row, place) >= 0:
            return np.int64(-1)
        put(nodes.addresses, count, node)
        put(nodes.rows, count, row)
        put(nodes.by_row, place, count)
        if known_by == NUMBERS:
            number = np.int64(-1)
            if _is_of(node, at(kinds, 1)):
                number = integer_value(node)
            if 0 <= number < len(nodes.by_number):
                put(nodes.by_number, number, count)
            else:
                clear_exception()
                known_by = OBJECTS
        count += 1
    if known_by == OBJECTS:
        for i in range(count):
            put(nodes.by_address, _slot(nodes.addresses, nodes.by_address, at(nodes.addresses, i)), i)
    return known_by if count == len(nodes.rows) else np.int64(-1)


@helper
def _position(rows, node, known_by, nodes):
    """Return the position of a node that was found in a row, -1 if it has none."""
    if known_by == NUMBERS:
        number = integer_value(node)
        if 0 <= number < len(nodes.by_number) and at(nodes.by_number, number) >= 0:
            return at(nodes.by_number, number)
        clear_exception()
    else:
        place = at(nodes.by_address, _slot(nodes.addresses, nodes.by_address, node))
        if place >= 0:
            return place
    hold(node)  # comparing nodes may run Python code
    row = find_item(rows, node)
    release(node)
    if row == 0:
        clear_exception()
        return np.int64(-1)
    return at(nodes.by_row, _slot(nodes.rows, nodes.by_row, row))


@helper
def _next_row(rows, kinds, item):
    """Bring the next row near; return whether it is a dict, or there is none."""
    if not next_item(rows, item):
        return True
    row = at(item, 2)
    if not _is_of(row, at(kinds, 0)):
        return False
    fetch_entries(row)
    return True


@kernel
def read_rows(rows, kinds, once, nodes, items, heads, tails):
    """
    Read the positions of both ends of each entry of a dict of dicts; return the number of entries.

    Neighbors are mostly the same objects as the nodes, and are then known by their addresses; integers
    are known by their values. All others are looked up in the outer dict, where the row tells which node
    it is. Return -1 if this is no dict of dicts, or changes meanwhile, or a neighbor is no node.

    Parameters: the address of the outer dict; the addresses of the types dict and int; whether to return
    only entries whose ends are in order.

    Mutates: nodes, whose tables are -1 on entry; items, int64[3, 3]; heads and tails, int32, long enough
    for all entries.
    """
    state = lock()
    outer, ahead, inner = items[0], items[1], items[2]
    known_by = _read_nodes(rows, kinds, nodes, outer)
    written = np.int64(-1) if known_by < 0 else np.int64(0)
    put(outer, 0, 0)
    put(ahead, 0, 0)
    are_dicts = written == 0
    for _ in range(AHEAD):
        are_dicts = are_dicts and _next_row(rows, kinds, ahead)
    i = 0
    while written >= 0 and next_item(rows, outer):
        row = at(outer, 2)
        are_dicts = are_dicts and _next_row(rows, kinds, ahead)
        if not are_dicts or i == len(nodes.rows) or row != at(nodes.rows, i):
            written = np.int64(-1)
            break
        if i + 2 * AHEAD < len(nodes.rows):
            fetch(at(nodes.rows, i + 2 * AHEAD))
        hold(row)
        put(inner, 0, 0)
        while written >= 0 and next_item(row, inner):
            j = _position(rows, at(inner, 1), known_by, nodes)
            if j < 0 or written == len(heads):
                written = np.int64(-1)
            elif i <= j or not once:
                put(heads, written, i)
                put(tails, written, j)
                written += 1
        release(row)
        i += 1
    unlock(state)
    return written
