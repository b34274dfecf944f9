"""
One pass over the terms: new groups are made one after the other, in an order of the terms.

A pass can be left at any time: terms that it has not reached keep their groups. In an order that keeps
the members of each group together, the new groups and the rest of the old ones are never more than
before, since the i-th new group contains all that is left of the i-th old one (Culberson and Luo 1996,
doi:10.1090/dimacs/026/12).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._kernels.pauli import classes, columns
from .._kernels.vectors.rng import rng_state
from .._kernels.vectors.simd import aligned_zeros
from ..graphs.graph import Graph
from .terms import PauliTerms

#: Number of each relation in the kernels.
NUMBERS = {
    "qubitwise": columns.QUBITWISE,
    "commuting": columns.COMMUTING,
    "anticommuting": columns.ANTICOMMUTING,
}


class Pass:
    """
    A resumable pass.

    Parameters
    ----------
    terms
        Terms.
    relation
        Number of the relation.
    order
        Order of the terms, int32[n].
    samples
        Number of candidates that each member is chosen from; with 1, it is the first.
    seed
        Seed of the samples.
    """

    def __init__(
        self,
        terms: PauliTerms,
        relation: int,
        order: NDArray[np.int32],
        *,
        samples: int = 1,
        seed: tuple[int, ...] = (0,),
    ) -> None:
        self._terms, self._order = terms, order
        self._table = table_of(terms, order)
        self._group = _empty_group(terms, relation)
        self._choice = classes.Choice(samples, rng_state(seed))
        self._labels = np.full(terms.n, -1, np.int32)
        self._progress = np.zeros(5, np.int64)
        self._progress[classes.LEFT] = terms.n

    @property
    def ticks(self) -> int:
        """Work so far."""
        return int(self._progress[classes.TICKS])

    @property
    def ended(self) -> bool:
        """Whether all terms have a group."""
        return not self._progress[classes.LEFT]

    def run(self, ticks: int) -> None:
        """Go on for a number of ticks or to the end."""
        state = (self._table, self._terms.letters, self._group)
        rest = (self._labels, self._progress, self.ticks + ticks)
        if self._choice.samples == 1:
            classes.group_in_order(*state, *rest)
        else:
            classes.group_by_choice(*state, self._choice, *rest)

    def labels(self, before: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the group of each term; those without a new group keep the group they had before."""
        labels = np.empty_like(self._labels)
        labels[self._order] = self._labels
        if not self.ended:
            waiting = labels < 0
            labels[waiting] = int(labels.max(initial=-1)) + 1 + before[waiting]
        return renumbered(labels)


def renumbered(labels: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return labels from 0 without gaps, in the same order."""
    used = np.zeros(int(labels.max(initial=-1)) + 1, bool)
    used[labels] = True
    return (np.cumsum(used, dtype=np.int32) - np.int32(1))[labels]


def table_of(terms: PauliTerms, order: NDArray[np.int32]) -> classes.Table:
    """Return the columns of terms in an order, all of them free."""
    width = 3 * max(1, terms.qubits)
    blocks = -(-len(order) // columns.TERMS)
    table = classes.Table(
        columns=aligned_zeros(blocks * width * columns.WORDS, np.int64),
        width=width,
        order=order,
        free=aligned_zeros(blocks * columns.WORDS, np.int64),
        candidates=aligned_zeros(blocks * columns.WORDS, np.int64),
    )
    columns.fill_columns(terms.letters, order, width, table.columns)
    present = np.packbits(np.arange(blocks * columns.TERMS) < len(order), bitorder="little")
    table.free[:] = present.view("<i8")
    return table


def _empty_group(terms: PauliTerms, relation: int) -> classes.Group:
    bits = 128 * terms.words
    return classes.Group(
        relation=relation,
        words=terms.words,
        x=terms.x,
        z=terms.z,
        has=np.zeros(3 * max(1, terms.qubits), np.int8),
        basis=np.zeros((bits + 1) * 2 * terms.words, np.int64),
        leading=np.zeros(bits, np.int8),
        added=np.zeros(max(1, terms.qubits), np.int16),
        buffer=aligned_zeros(columns.WORDS, np.int64),
    )


def count_conflicts(
    terms: PauliTerms, relation: int, others: NDArray[np.int32]
) -> tuple[NDArray[np.int32], int]:
    """Return how many of the others each term conflicts with, up to a constant, and the work."""
    table = table_of(terms, others)
    counts = np.zeros(terms.n, np.int32)
    everyone = np.arange(terms.n, dtype=np.int32)
    buffer = aligned_zeros(columns.WORDS, np.int64)
    columns.count_conflicts(
        table.columns, table.width, terms.letters, relation, everyone, counts, buffer
    )
    return counts, len(terms.letters.letters) * (len(table.free) // columns.WORDS)


def conflict_graph(terms: PauliTerms, relation: str) -> Graph:
    """Return the graph whose edges are the pairs that may not share a group; O(n^2) memory."""
    x, z = terms.rows
    conflicts = np.zeros((terms.n, terms.n), bool)
    for i in range(terms.n):
        if relation == "qubitwise":
            differ = (x[i] | z[i]) & (x | z) & ((x[i] ^ x) | (z[i] ^ z))
            conflicts[i] = differ.any(axis=1)
        else:
            parity = np.bitwise_count((x[i] & z) ^ (z[i] & x)).sum(axis=1) & 1
            conflicts[i] = parity != (relation == "anticommuting")
    return Graph.from_edges(terms.n, np.argwhere(np.triu(conflicts, 1)))
