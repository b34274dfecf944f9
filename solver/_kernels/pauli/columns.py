"""
Conflicts of Pauli strings, computed from columns of bits instead of stored edges.

A letter of a term is a qubit with X, Z or Y, numbered ``3 * qubit + kind``. The column of a letter has
one bit for each term, which is 1 where the term has another letter at that qubit. The union of the
columns of a term has the bits of the terms that differ from it at some qubit, and their exclusive or
those of the terms that anticommute with it. So a few operations on vectors compare a term with 512
others, and no edge is stored: the memory is three bits for each qubit of each term.

Columns are stored by blocks of 512 terms, so that a block of all columns is read from one place.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import inlined, kernel
from ..vectors.simd import at, bit, bit_or, bit_xor, load, popcount, put, splat, store

#: Words of a block, which is one vector, and its number of terms.
WORDS = 8
TERMS = 64 * WORDS
#: Relations of two terms that may share a group.
QUBITWISE, COMMUTING, ANTICOMMUTING = range(3)


class Terms(NamedTuple):
    """Letters of each term: ``letters[starts[i]:starts[i + 1]]``, increasing."""

    starts: Any  #: int64[n + 1]
    letters: Any  #: int16


@kernel
def list_letters(x, z, words, terms):
    """
    List the letters of the terms, whose bits are in rows of words.

    Mutates: terms.letters.
    """
    p = 0
    for i in range(len(terms.starts) - 1):
        for w in range(words):
            of_x = at(x, i * words + w)
            of_z = at(z, i * words + w)
            for b in range(64):
                kind = (of_x >> b & 1) + 2 * (of_z >> b & 1)
                if kind != 0:
                    put(terms.letters, p, 3 * (64 * w + b) + kind - 1)
                    p += 1


@kernel
def fill_columns(terms, order, width, columns):
    """
    Set the bits of ``width`` columns for terms in an order.

    Mutates: columns, zero on entry.
    """
    starts, letters = terms
    for position in range(len(order)):
        term = at(order, position)
        first = (position >> 9) * width * WORDS + (position >> 6 & 7)
        mask = bit(position & 63)
        for p in range(at(starts, term), at(starts, term + 1)):
            letter = at(letters, p)
            start = letter - letter % 3
            for column in range(start, start + 3):
                if column != letter:
                    word = first + column * WORDS
                    put(columns, word, at(columns, word) | mask)


@inlined
def conflicts_in_block(columns, first, letters, begin, end, relation):
    """Return the terms of a block, as a vector of bits, that conflict with a term of these letters."""
    if relation == QUBITWISE:
        row = splat(columns, 0)
        for p in range(begin, end):
            row = bit_or(row, load(columns, first + at(letters, p) * WORDS))
    else:
        row = splat(columns, -1 if relation == ANTICOMMUTING else 0)
        for p in range(begin, end):
            row = bit_xor(row, load(columns, first + at(letters, p) * WORDS))
    return row


@kernel
def count_conflicts(columns, width, terms, relation, chosen, counts, buffer):
    """
    Count the conflicts of some terms with the terms of all columns.

    Absent terms at the end of the last block have no letters and count like the identity.

    Mutates: counts, int32[len(chosen)]; buffer, int64[8].
    """
    starts, letters = terms
    for i in range(len(chosen)):
        term = at(chosen, i)
        begin = at(starts, term)
        end = at(starts, term + 1)
        total = 0
        for first in range(0, len(columns), width * WORDS):
            store(buffer, 0, conflicts_in_block(columns, first, letters, begin, end, relation))
            for j in range(WORDS):
                total += popcount(at(buffer, j))
        put(counts, i, total)
