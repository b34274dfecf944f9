"""
Checks groups of Pauli strings pair by pair, sharing no code with what made them.

Groups of equal size are compared in batches of NumPy operations. A commuting group of more than
``LARGE`` terms is checked by its independent members: all pairs commute exactly if all members are
products of some members that commute in pairs, because the number of qubits where two terms anticommute
is linear in each of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Members above which a group is checked by its independent members, or qubit by qubit.
LARGE = 2048
#: Pairs compared at a time.
PAIRS = 1 << 20

Words = NDArray[np.uint64]


def is_valid(x: Words, z: Words, labels: NDArray[np.int32], relation: str) -> bool:
    """
    Return whether all pairs of terms in a group have the relation.

    Parameters
    ----------
    x, z
        Packed bits (n, words).
    labels
        Group of each term, int32[n].
    relation
        ``"qubitwise"``, ``"commuting"`` or ``"anticommuting"``.
    """
    if len(labels) == 0:
        return True
    if labels.min() < 0:
        return False
    order = np.argsort(labels, kind="stable")
    sizes = np.bincount(labels)
    starts = np.cumsum(sizes) - sizes
    for size in np.unique(sizes[sizes > 1]).tolist():
        firsts = starts[sizes == size]
        if size > LARGE and relation != "anticommuting":
            check = _agrees_by_qubit if relation == "qubitwise" else _commutes_by_rank
            if not all(check(x[rows], z[rows]) for f in firsts if len(rows := order[f : f + size])):
                return False
            continue
        step = max(1, PAIRS // size**2)
        for i in range(0, len(firsts), step):
            rows = order[firsts[i : i + step, None] + np.arange(size)]
            if not _pairs_agree(x[rows], z[rows], relation):
                return False
    return True


def _pairs_agree(x: Words, z: Words, relation: str) -> bool:
    """Check groups of equal size, bits (groups, size, words)."""
    size = x.shape[1]
    for member in range(size - 1):
        x1, z1 = x[:, member, None], z[:, member, None]
        x2, z2 = x[:, member + 1 :], z[:, member + 1 :]
        if relation == "qubitwise":
            if ((x1 | z1) & (x2 | z2) & ((x1 ^ x2) | (z1 ^ z2))).any():
                return False
        else:
            parity = np.bitwise_count((x1 & z2) ^ (z1 & x2)).sum(axis=-1) & 1
            if (parity != (relation == "anticommuting")).any():
                return False
    return True


def _agrees_by_qubit(x: Words, z: Words) -> bool:
    """Return whether no qubit has two different letters among the members."""
    has_x = np.bitwise_or.reduce(x & ~z, axis=0)
    has_z = np.bitwise_or.reduce(z & ~x, axis=0)
    has_y = np.bitwise_or.reduce(x & z, axis=0)
    return not ((has_x & has_z) | (has_x & has_y) | (has_z & has_y)).any()


def _commutes_by_rank(x: Words, z: Words) -> bool:
    """Return whether independent members, of which all others are products, commute in pairs."""
    rest = np.concatenate([x, z], axis=1)
    basis = []
    while len(rest := rest[rest.any(axis=1)]):
        row = rest[0]
        word = int(np.flatnonzero(row)[0])
        bit = row[word] & (~row[word] + np.uint64(1))
        basis.append(row)
        rest = np.where((rest[:, word] & bit != 0)[:, None], rest ^ row, rest)
    independent = np.array(basis)
    if len(independent) < 2:
        return True
    words = x.shape[1]
    return _pairs_agree(independent[None, :, :words], independent[None, :, words:], "commuting")
