"""
Binary min-heap with an index of positions, so that a key can decrease and an entry can be removed.

An entry is one int64, ``priority << 32 | vertex``: ties are removed in order of vertex number.
"""

from __future__ import annotations

from ..._jit import helper
from ..vectors.simd import at, put


@helper
def place(heap, position, i, entry):
    """
    Write an entry into slot ``i``.

    Mutates: heap, position.
    """
    put(heap, i, entry)
    put(position, entry & 0xFFFFFFFF, i)


@helper
def sift_up(heap, position, i, entry):
    """
    Place ``entry`` at or above the free slot ``i``.

    Mutates: heap, int64[n]; position, int32[n].
    """
    while i > 0:
        parent = (i - 1) >> 1
        other = at(heap, parent)
        if other <= entry:
            break
        place(heap, position, i, other)
        i = parent
    place(heap, position, i, entry)


@helper
def sift_down(heap, position, size, i, entry):
    """
    Place ``entry`` at or below the free slot ``i``.

    Mutates: heap, int64[n]; position, int32[n].
    """
    while True:
        child = 2 * i + 1
        if child >= size:
            break
        if child + 1 < size and at(heap, child + 1) < at(heap, child):
            child += 1
        other = at(heap, child)
        if other >= entry:
            break
        place(heap, position, i, other)
        i = child
    place(heap, position, i, entry)


@helper
def take_out(heap, position, size, i):
    """
    Remove the entry in slot ``i``; return the new size.

    Mutates: heap, int64[n]; position, int32[n].
    """
    size -= 1
    if i < size:
        last = at(heap, size)
        if last < at(heap, i):
            sift_up(heap, position, i, last)
        else:
            sift_down(heap, position, size, i, last)
    return size
