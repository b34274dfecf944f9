"""
First fit with a few random groups for each term, after Picasso (Ferdous et al. 2024).

doi:10.1109/IPDPS57955.2024.00085. Each term may join the groups of a short random list from a palette;
terms that fit none of theirs try again with a new palette. Picasso stores the conflicts between terms
whose lists meet; here a term is compared with the members of its groups instead, so nothing is stored.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import helper, kernel
from ..vectors.rng import random_below
from ..vectors.simd import at, popcount, put
from .columns import ANTICOMMUTING, QUBITWISE


class Bits(NamedTuple):
    """Packed bits of the terms."""

    words: int  #: number of words of the x bits of a term
    x: Any  #: int64[n * words]
    z: Any  #: int64[n * words]


class Palette(NamedTuple):
    """Groups as linked lists of members, and the random lists."""

    tries: int  #: number of groups on the list of a term
    random: Any  #: uint64[4]
    heads: Any  #: int32[groups], last member of each group, or -1
    following: Any  #: int32[n], next member


@helper
def _conflict(bits, relation, i, j):
    """Return whether two terms may not share a group."""
    words, x, z = bits
    if relation == QUBITWISE:
        for w in range(words):
            xi = at(x, i * words + w)
            zi = at(z, i * words + w)
            xj = at(x, j * words + w)
            zj = at(z, j * words + w)
            if (xi | zi) & (xj | zj) & ((xi ^ xj) | (zi ^ zj)) != 0:
                return True
        return False
    places = 0
    for w in range(words):
        of_xz = at(x, i * words + w) & at(z, j * words + w)
        of_zx = at(z, i * words + w) & at(x, j * words + w)
        places += popcount(of_xz ^ of_zx)
    return (places & 1) != (relation == ANTICOMMUTING)


@kernel
def fit_to_palette(bits, relation, waiting, count, palette, labels):
    """
    Let each waiting term join the first of some random groups that it fits; return how many fit none.

    Mutates: waiting, int32[n], on return begins with the terms that fit none; palette.random,
    palette.heads, palette.following; labels, int32[n], the groups of the others.
    """
    tries, random, heads, following = palette
    left = 0
    for i in range(count):
        term = at(waiting, i)
        joined = False
        for _ in range(tries):
            label = random_below(random, len(heads))
            member = at(heads, label)
            while member >= 0 and not _conflict(bits, relation, term, member):
                member = at(following, member)
            if member < 0:
                put(following, term, at(heads, label))
                put(heads, label, term)
                put(labels, term, label)
                joined = True
                break
        if not joined:
            put(waiting, left, term)
            left += 1
    return left
