"""
Groups of Pauli strings, one after the other: a group takes a candidate and removes its conflicts.

Taking the first candidate gives the coloring of first fit in the order of the terms. Taking the
candidate that loses the fewest others makes larger groups of commuting terms: for 5490 terms of a
molecule of 12 qubits 196 instead of 254, with the best of 64 candidates. The rule of RLF (Leighton
1979, doi:10.6028/jres.084.024), the most conflicts with terms that are lost already, gave 206.
Qubitwise neither helped: 1589 and 1509 groups, where first fit by falling number of conflicts has
1449.

A member that adds nothing is not compared: if its letters are all among those of the group (qubitwise),
or if it is a product of members (commuting), then all candidates agree with it already. So a group of
any size costs at most as many passes over its candidates as there are qubits.

A run can stop between two members and continue later, since one group may take a second.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.rng import random_below
from ..vectors.simd import (
    at,
    bit,
    bit_and,
    bit_xor,
    highest_bit,
    load,
    lowest_bit,
    ne,
    popcount,
    put,
    shift_right,
    splat,
    store,
)
from .columns import COMMUTING, QUBITWISE, WORDS, conflicts_in_block

#: Indices into ``progress``: label of the next group, work, terms without a group, whether a group is
#: open, and its first block with candidates.
LABEL, TICKS, LEFT, IS_OPEN, BLOCK = range(5)


class Table(NamedTuple):
    """Columns of the terms in an order, and bits of their positions."""

    columns: Any  #: int64[blocks * width * 8]
    width: int  #: number of columns
    order: Any  #: int32[n], term at each position
    free: Any  #: int64[blocks * 8], positions without a group
    candidates: Any  #: int64[blocks * 8], positions that can join the open group


class Group(NamedTuple):
    """The open group, and work space."""

    relation: int
    words: int  #: number of words of the x bits of a term
    x: Any  #: int64[n * words]
    z: Any  #: int64[n * words]
    has: Any  #: int8[width], letters of the members (qubitwise)
    basis: Any  #: int64[(128 * words + 1) * 2 * words], independent members, and a spare row (commuting)
    leading: Any  #: int8[128 * words], whether the basis has a row with this highest bit
    added: Any  #: int16[qubits], letters by which a member restricts the candidates
    buffer: Any  #: int64[8]


class Choice(NamedTuple):
    """How a member is chosen."""

    samples: int  #: number of candidates compared
    random: Any  #: uint64[4]


@helper
def _is_product(group, term):
    """
    Return whether a term is a product of members, up to its phase; if not, add it to the basis.

    Mutates: group.basis, group.leading.
    """
    words, basis = group.words, group.basis
    size = 2 * words
    spare = len(group.leading) * size
    for w in range(words):
        put(basis, spare + w, at(group.x, term * words + w))
        put(basis, spare + words + w, at(group.z, term * words + w))
    for w in range(size - 1, -1, -1):
        while at(basis, spare + w) != 0:
            lead = 64 * w + highest_bit(at(basis, spare + w))
            row = lead * size
            if group.leading[lead] == 0:
                for i in range(size):
                    put(basis, row + i, at(basis, spare + i))
                group.leading[lead] = 1
                return False
            for i in range(w + 1):
                put(basis, spare + i, at(basis, spare + i) ^ at(basis, row + i))
    return True


@helper
def _add(group, terms, term):
    """
    Add a member; return the number of letters by which it restricts the candidates, or -1 if none do.

    Mutates: group.
    """
    if group.relation == COMMUTING and _is_product(group, term):
        return -1
    count = 0
    for p in range(at(terms.starts, term), at(terms.starts, term + 1)):
        letter = at(terms.letters, p)
        if group.relation == QUBITWISE:
            if group.has[letter] != 0:
                continue
            group.has[letter] = 1
        put(group.added, count, letter)
        count += 1
    return -1 if group.relation == QUBITWISE and count == 0 else count


@helper
def _join(table, terms, group, position, labels, progress):
    """
    Put a candidate into the open group and remove its conflicts from the candidates.

    Mutates: table.free, table.candidates, group, labels, progress.
    """
    columns, width, order, free, candidates = table
    word = position >> 6
    mask = ~bit(position & 63)
    put(free, word, at(free, word) & mask)
    put(candidates, word, at(candidates, word) & mask)
    put(labels, position, progress[LABEL])
    progress[LEFT] -= 1
    progress[TICKS] += 4
    count = _add(group, terms, at(order, position))
    if count < 0:
        return
    ones = splat(columns, -1)
    zero = splat(columns, 0)
    work = 0
    for block in range(progress[BLOCK], len(free) // WORDS):
        rest = load(candidates, block * WORDS)
        work += 1
        if ne(rest, zero) != 0:
            first = block * width * WORDS
            row = conflicts_in_block(columns, first, group.added, 0, count, group.relation)
            store(candidates, block * WORDS, bit_and(rest, bit_xor(row, ones)))
            work += count
    progress[TICKS] += work


@helper
def _open(table, group, progress):
    """
    Open a group whose candidates are all free terms.

    Mutates: table.candidates, group, progress.
    """
    free, candidates = table.free, table.candidates
    for i in range(len(free)):
        candidates[i] = free[i]
    for i in range(len(group.has)):
        group.has[i] = 0
    for i in range(len(group.leading)):
        group.leading[i] = 0
    progress[BLOCK] = 0
    progress[IS_OPEN] = 1
    progress[TICKS] += len(free) // WORDS


@helper
def _close(progress):
    """
    Close the open group.

    Mutates: progress.
    """
    progress[IS_OPEN] = 0
    progress[LABEL] += 1


@kernel
def group_in_order(table, terms, group, labels, progress, limit):
    """
    Let each group take its first candidates, until no term is free or a number of ticks is reached.

    Mutates: table.free, table.candidates, group; labels, int32[n], by position; progress, int64[5].
    """
    candidates = table.candidates
    while progress[LEFT] > 0 and progress[TICKS] < limit:
        if progress[IS_OPEN] == 0:
            _open(table, group, progress)
        word = WORDS * progress[BLOCK]
        while word < len(candidates) and at(candidates, word) == 0:
            word += 1
        if word == len(candidates):
            _close(progress)
        else:
            progress[BLOCK] = word // WORDS
            position = 64 * word + lowest_bit(at(candidates, word))
            _join(table, terms, group, position, labels, progress)
    if progress[LEFT] == 0 and progress[IS_OPEN] != 0:
        _close(progress)


@helper
def _drawn(candidates, random):
    """
    Draw a candidate; there is one.

    Mutates: random.
    """
    word = random_below(random, len(candidates))
    while at(candidates, word) == 0:
        word = word + 1 if word + 1 < len(candidates) else 0
    above = random_below(random, 64)
    higher = shift_right(at(candidates, word), above)
    if higher != 0:
        return 64 * word + above + lowest_bit(higher)
    return 64 * word + lowest_bit(at(candidates, word))


@helper
def _lost(table, terms, group, term, progress):
    """
    Return the number of candidates that a candidate conflicts with.

    Mutates: group.buffer, progress.
    """
    columns, width, _, free, candidates = table
    begin = at(terms.starts, term)
    end = at(terms.starts, term + 1)
    zero = splat(columns, 0)
    count = 0
    for block in range(len(free) // WORDS):
        rest = load(candidates, block * WORDS)
        if ne(rest, zero) == 0:
            continue
        first = block * width * WORDS
        row = conflicts_in_block(columns, first, terms.letters, begin, end, group.relation)
        store(group.buffer, 0, bit_and(row, rest))
        for i in range(WORDS):
            count += popcount(at(group.buffer, i))
        progress[TICKS] += end - begin
    return count


@kernel
def group_by_choice(table, terms, group, choice, labels, progress, limit):
    """
    Let each group take, of some candidates, the one that loses the fewest others; else the same.

    Mutates: table.free, table.candidates, group; choice.random; labels, int32[n], by position; progress,
    int64[5].
    """
    samples, random = choice
    order, candidates = table.order, table.candidates
    while progress[LEFT] > 0 and progress[TICKS] < limit:
        if progress[IS_OPEN] == 0:
            _open(table, group, progress)
        total = 0
        for i in range(len(candidates)):
            total += popcount(at(candidates, i))
        if total == 0:
            _close(progress)
            continue
        best = np.int64(-1)
        fewest = np.int64(0)
        word = -1
        rest = np.int64(0)
        for _ in range(min(total, samples)):
            if total <= samples:
                while rest == 0:
                    word += 1
                    rest = at(candidates, word)
                position = 64 * word + lowest_bit(rest)
                rest &= rest - 1
            else:
                position = _drawn(candidates, random)
            lost = _lost(table, terms, group, at(order, position), progress)
            if best < 0 or lost < fewest:
                best = position
                fewest = lost
        _join(table, terms, group, best, labels, progress)
    if progress[LEFT] == 0 and progress[IS_OPEN] != 0:
        _close(progress)
