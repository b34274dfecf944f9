"""
First fit on the columns of a sparse pattern: no two columns that share a row get one color.

The textbook loop visits, for each column, all entries of all its rows: the sum of the squared row
lengths. Here a row stores its colors as bits, so that a column costs one word for each of its rows as
long as 64 colors suffice (``color_narrow``); a 27-point stencil joins 27 words instead of visiting 729
entries. Beyond 64 colors (``color_wide``) a row stores bits only where these take no more memory than
the list of its colors, 4 bytes each, and also the number of its full words: the search for a free bit
begins at the fullest row, so a dense row costs each column one word, not n / 64.

Gebremedhin, Manne and Pothen (2005), doi:10.1137/S0036144504444711, Algorithm 3.1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.simd import at, lowest_bit, put


@kernel
def color_narrow(starts, rows, order, used, colors):
    """
    Color with at most 64 colors; return the number of finished columns of the order.

    Mutates: used, int64[rows], zero on entry; colors, int32[columns].
    """
    for i in range(len(order)):
        v = at(order, i)
        word = np.int64(0)
        for p in range(at(starts, v), at(starts, v + 1)):
            word |= at(used, at(rows, p))
        if word == -1:
            return i
        c = lowest_bit(~word)
        put(colors, v, c)
        bit = np.int64(1) << np.int64(c)
        for p in range(at(starts, v), at(starts, v + 1)):
            r = at(rows, p)
            put(used, r, at(used, r) | bit)
    return len(order)


class RowColors(NamedTuple):
    """Colors of each row beyond 64: as bits, or as a list."""

    places: (
        np.ndarray
    )  # int64[rows]: first word of a row with bits, otherwise ``-1 -`` start of its list
    bits: np.ndarray  # int64, zero on entry
    full: np.ndarray  # int32[rows], zero on entry: leading full words; for a list, its length
    listed: np.ndarray  # int32
    stamps: np.ndarray  # int32[64 * width], -1 on entry


@kernel
def color_wide(starts, rows, order, done, width, row_colors, colors):
    """
    Color with at most ``64 * width`` colors; return the number of finished columns of the order.

    The first ``done`` columns of the order have their colors on entry.

    Mutates: row_colors; colors, int32[columns].
    """
    places, bits, full, listed, _ = row_colors
    for i in range(len(order)):
        v = at(order, i)
        if i >= done:
            c = _lowest_free(starts, rows, v, width, row_colors)
            if c < 0:
                return i
            put(colors, v, c)
        c = at(colors, v)
        for p in range(at(starts, v), at(starts, v + 1)):
            r = at(rows, p)
            place = at(places, r)
            if place < 0:
                put(listed, at(full, r) - 1 - place, c)
                put(full, r, at(full, r) + 1)
                continue
            word = place + (c >> 6)
            put(bits, word, at(bits, word) | np.int64(1) << np.int64(c & 63))
            f = at(full, r)
            while f < width and at(bits, place + f) == -1:
                f += 1
            put(full, r, f)
    return len(order)


@helper
def _lowest_free(starts, rows, v, width, row_colors):
    """Return the lowest color that no row of ``v`` has; -1 if there is none. Mutates: row_colors."""
    places, bits, full, listed, stamps = row_colors
    w = 0
    for p in range(at(starts, v), at(starts, v + 1)):
        r = at(rows, p)
        place = at(places, r)
        if place >= 0:
            w = max(w, at(full, r))
        else:
            for q in range(-1 - place, at(full, r) - 1 - place):
                put(stamps, at(listed, q), v)
    while w < width:
        word = np.int64(0)
        for p in range(at(starts, v), at(starts, v + 1)):
            place = at(places, at(rows, p))
            if place >= 0:
                word |= at(bits, place + w)
                if word == -1:
                    break
        while word != -1:
            c = w << 6 | lowest_bit(~word)
            if at(stamps, c) != v:
                return c
            word |= np.int64(1) << np.int64(c & 63)
        w += 1
    return -1
