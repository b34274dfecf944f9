"""
The function :func:`solver.pauli.group`: Pauli strings in few groups, in the time given.

    start       each term for itself; a palette, if there are very many          palette kernel
    sequential  by falling number of conflicts, or the best of a sample          passes.py
    improve     iterated greedy: the groups in another order, again and again    passes.py
    color       few terms: the graph is stored, and solver.color continues       portfolio

With 2000 terms, 3e8 ticks and commuting groups, going on with solver.color gave 82, 168 and 23 groups
(excitations of a molecule of 20 qubits, random terms of 12, near letters on 40) where iterated greedy
alone had 101, 187 and 29; qubitwise 23 instead of 28 for the last.

DSATUR is not among them: on 5490 terms of a molecule of 12 qubits, rustworkx's needs 17 CPU seconds for
1428 groups (qubitwise), and iterated greedy has 1423 after 0.1 s.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.pauli import palette
from .._kernels.vectors.rng import rng_state
from ..arguments import integer
from ..clock import Clock
from ..errors import KempeError, expected
from ..portfolio.color import color
from ..portfolio.request import checked_limits
from .passes import NUMBERS, Pass, conflict_graph, count_conflicts, renumbered
from .terms import PauliTerms
from .verify import LARGE, SECONDS, expected_seconds, is_valid

#: Names of the relations.
RELATIONS = tuple(NUMBERS)
Relation = Literal["qubitwise", "commuting", "anticommuting"]

#: Ticks between two looks at the clock, 10 to 50 ms.
SLICE = 1 << 23
#: Pairs of terms that are counted for the order by conflicts; with more, each term has a sample.
COUNTED_PAIRS = 1 << 31
#: Bound on the time of the check, for each word and qubit of a term, and time between estimates of it,
#: as a part of the limit.
LONGEST_CHECK, BETWEEN_ESTIMATES = SECONDS["rank"], 0.02
#: Terms from which a palette gives the first groups, since a first pass may take minutes.
MANY = 200_000
#: Groups of a palette, as a part of the waiting terms, and groups that each term tries: as in Picasso.
PALETTE, TRIES_PER_LOG = 0.125, 2.0
#: Time of the order and the table of a pass, as a part of that of the palettes: 0.15 to 0.35, measured.
PREPARATION = 0.35
#: Terms that a palette takes between two looks at the clock.
BETWEEN_LOOKS = 1 << 13
#: Work of a pass that chooses from samples, and its most samples; not qubitwise, where it does not help.
CHOICE_TICKS, MOST_SAMPLES = 1 << 29, 64
#: Terms up to which the graph is stored and given to solver.color, and the iterated greedy before it.
FEW, PASSES_BEFORE = 4000, 200


@dataclass(frozen=True, eq=False)
class PauliGroups:
    """
    Groups of Pauli strings, verified pair by pair.

    Attributes
    ----------
    labels
        Group of each term, int32[n], from 0 to ``k - 1``.
    k
        Number of groups.
    relation
        Relation of all pairs in a group.
    lower_bound
        Lower bound on the number of groups.
    seconds
        Wall time of the call.
    ticks
        Estimated cache-line accesses, a machine-independent measure of work.
    stop_reason
        ``"proven"`` (fewer groups are impossible), ``"time_limit"``, ``"max_ticks"`` or
        ``"interrupted"``.
    """

    labels: NDArray[np.int32]
    k: int
    relation: str
    lower_bound: int
    seconds: float
    ticks: int
    stop_reason: str
    _terms: PauliTerms

    @property
    def proven(self) -> bool:
        """Whether fewer groups are impossible."""
        return self.k == self.lower_bound

    def groups(self) -> list[NDArray[np.int64]]:
        """Return the indices of the terms of each group, increasing."""
        if self.k == 0:
            return []  # np.split would return one empty part
        order = np.argsort(self.labels, kind="stable")
        return np.split(order, np.cumsum(np.bincount(self.labels, minlength=self.k))[:-1])

    def bases(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """
        Return the measurement basis of each group: X bits and Z bits, bool (k, qubits).

        A qubit without bits may be measured in any basis.

        Raises
        ------
        InputError
            If the relation is not ``"qubitwise"``: other groups have no basis of single qubits.
        """
        if self.relation != "qubitwise":
            raise expected("relation", self.relation, "'qubitwise' for bases of single qubits")
        terms = self._terms
        both = []
        for packed in (terms.x, terms.z):
            merged = np.zeros((self.k, terms.words), np.int64)
            np.bitwise_or.at(merged, self.labels, packed.reshape(-1, terms.words))
            bits = np.unpackbits(merged.astype("<i8").view(np.uint8), axis=1, bitorder="little")
            both.append(bits[:, : terms.qubits].astype(np.bool_))
        return both[0], both[1]

    def __repr__(self) -> str:
        return (
            f"PauliGroups(n={len(self.labels)}, k={self.k}, relation={self.relation!r}, "
            f"lower_bound={self.lower_bound}, seconds={self.seconds:.3g}, "
            f"stop_reason={self.stop_reason!r})"
        )


def group(
    terms: Any,
    z_bits: ArrayLike | None = None,
    relation: Relation = "qubitwise",
    *,
    time_limit: float | None = None,
    max_ticks: int | None = None,
    seed: int = 0,
) -> PauliGroups:
    """
    Divide Pauli strings into few groups whose members can be measured together.

    This is a coloring of the graph of conflicts, which is not stored: conflicts are computed from bits,
    512 at a time [1]_ [2]_. Memory is about 6 bytes for each qubit of each term.

    Parameters
    ----------
    terms
        X bits, an array (terms, qubits) of 0 and 1, with ``z_bits``. Or, alone: strings such as
        ``["XIZY", "ZZII"]``; a ``SparsePauliOp`` or ``PauliList`` of Qiskit; an operator of PennyLane,
        whose terms are those of its ``pauli_rep``, or a list of observables. Phases and coefficients do
        not matter. Qubits of PennyLane are numbered in the order in which their wires first appear.
    z_bits
        Z bits, if ``terms`` are X bits. Y has both.
    relation
        ``"qubitwise"``: at each qubit, the terms of a group agree or are the identity.
        ``"commuting"``: the terms of a group commute. ``"anticommuting"``: they anticommute.
    time_limit
        Seconds of wall time, without compilation; 60 unless ``max_ticks`` is given. It includes the
        conversion of the terms and, as estimated, the checks at the end.
    max_ticks
        Work limit. With it instead of a time limit, the same arguments give the same groups on any
        machine.
    seed
        Seed of the random number generators.

    Returns
    -------
    PauliGroups
        Verified groups. Ctrl-C ends the search and returns the best groups so far.

    Raises
    ------
    InputError
        If an argument is invalid.

    References
    ----------
    .. [1] Verteletskyi, Yen and Izmaylov (2020). Measurement optimization in the variational quantum
       eigensolver using a minimum clique cover. *Journal of Chemical Physics* 152: 124114.
       doi:10.1063/1.5141458
    .. [2] Ferdous et al. (2024). Picasso: memory-efficient graph coloring using palettes with
       applications in quantum computing. *IPDPS* 2024. doi:10.1109/IPDPS57955.2024.00085

    Examples
    --------
    >>> from solver import pauli
    >>> result = pauli.group(["XXI", "XIX", "ZZI", "IZZ", "YII"], relation="commuting")
    >>> result.k, result.proven
    (2, True)
    """
    if relation not in RELATIONS:
        raise expected("relation", relation, f"one of {', '.join(RELATIONS)}")
    limits = checked_limits(time_limit, max_ticks)
    seed = integer("seed", seed, 0)
    clock = Clock()  # packing a million strings takes a second
    terms = PauliTerms.of(terms, z_bits)
    search = _Search(terms, relation, limits.seconds, limits.ticks, seed, clock)
    try:
        search.run()
    except KeyboardInterrupt:
        search.reason = "interrupted"
    return search.result()


class _Search:
    """
    One call: passes until a limit.

    Attributes
    ----------
    labels, k
        Best groups so far; valid at any time.
    reason
        Reason to stop, or None.

    The seconds to spare for the check are estimated from the groups.
    """

    def __init__(
        self,
        terms: PauliTerms,
        relation: str,
        seconds: float | None,
        max_ticks: int | None,
        seed: int,
        clock: Clock | None = None,
    ) -> None:
        self.terms, self.relation = terms, relation
        self.seconds, self.max_ticks, self.seed = seconds, max_ticks, seed
        self.labels = np.arange(terms.n, dtype=np.int32)
        self.k = terms.n
        self.lower_bound = min(terms.n, 1)
        self.ticks = 0
        self.reason: str | None = None
        self._clock = clock or Clock()
        self._spare = expected_seconds(self.labels, terms.words, terms.qubits, relation)
        self._estimated = -math.inf  # when it was estimated
        self._number = NUMBERS[relation]
        self._random = np.random.default_rng(seed)

    def run(self) -> None:
        """Search until a limit or a proof."""
        if self._proven():
            return
        if self.terms.n > MANY:
            self._fit_to_palettes()
            if self.reason is not None:
                return
            spent = self._clock.seconds()
            if self.seconds is not None and spent * (1 + PREPARATION) >= self.seconds:
                self.reason = "time_limit"
                return
        ticks = self._try(Pass(self.terms, self._number, self._by_conflicts()))
        samples = min(MOST_SAMPLES, CHOICE_TICKS // max(1, ticks))
        if self.reason is None and samples > 1 and self.relation != "qubitwise":
            order = np.arange(self.terms.n, dtype=np.int32)
            self._try(Pass(self.terms, self._number, order, samples=samples, seed=(self.seed, 1)))
        for count, order in enumerate(self._orders()):
            if self.reason or self._proven():
                return
            if count == PASSES_BEFORE and self.terms.n <= FEW:
                self._color()
                return
            self._try(Pass(self.terms, self._number, order))

    def _try(self, attempt: Pass) -> int:
        """Run a pass to its end or to a limit, keep it if it is no worse; return its work."""
        counted = self.ticks
        while not attempt.ended and self.reason is None:
            left = SLICE if self.max_ticks is None else min(SLICE, self.max_ticks - self.ticks)
            attempt.run(max(1, left))
            self._leave_time_for_check(attempt)
            self._count(counted + attempt.ticks)
        labels = attempt.labels(self.labels)
        k = int(labels.max()) + 1
        if k <= self.k:
            self.labels, self.k = labels, k
        self._proven()
        return attempt.ticks

    def _count(self, ticks: int) -> None:
        """Set the work so far, and look at the limits."""
        self.ticks = ticks
        if self.max_ticks is not None and ticks >= self.max_ticks:
            self.reason = "max_ticks"
        elif self.seconds is not None and self._clock.seconds() + self._spare >= self.seconds:
            self.reason = "time_limit"

    def _leave_time_for_check(self, attempt: Pass) -> None:
        """Estimate the time of the check from the groups, when it may matter and not too often."""
        terms = self.terms
        if self.seconds is None:
            return
        now = self._clock.seconds()
        longest = LONGEST_CHECK * terms.n * terms.words * max(terms.qubits, LARGE)
        if now + longest < self.seconds or now < self._estimated + BETWEEN_ESTIMATES * self.seconds:
            return
        self._estimated = now
        labels = attempt.labels(self.labels)
        self._spare = expected_seconds(labels, terms.words, terms.qubits, self.relation)
        # The labels are made once more when the pass is left.
        self._spare += self._clock.seconds() - now

    def _proven(self) -> bool:
        if self.k <= self.lower_bound:
            self.reason = "proven"
        return self.reason == "proven"

    def _fit_to_palettes(self) -> None:
        """Find first groups in almost linear time."""
        terms, random = self.terms, rng_state((self.seed, 0))
        waiting = np.arange(terms.n, dtype=np.int32)
        bits = palette.Bits(terms.words, terms.x, terms.z)
        labels = np.empty(terms.n, np.int32)
        used = 0
        while len(waiting) and self.reason is None:
            size = max(1, int(PALETTE * len(waiting)))
            lists = palette.Palette(
                tries=max(1, int(TRIES_PER_LOG * np.log(len(waiting)))),
                random=random,
                heads=np.full(size, -1, np.int32),
                following=np.empty(terms.n, np.int32),
            )
            joined = np.full(terms.n, -1, np.int32)
            left = []
            for first in range(0, len(waiting), BETWEEN_LOOKS):
                part = waiting[first : first + BETWEEN_LOOKS]
                count = len(part)
                if self.reason is None:
                    count = palette.fit_to_palette(bits, self._number, part, count, lists, joined)
                    self._count(self.ticks + 4 * len(part) * lists.tries)
                left.append(part[:count])
            waiting = np.concatenate(left)
            np.copyto(labels, joined + np.int32(used), where=joined >= 0)
            used += size
        labels[waiting] = used + np.arange(len(waiting), dtype=np.int32)
        self.labels = renumbered(labels)
        self.k = int(self.labels.max()) + 1

    def _by_conflicts(self) -> NDArray[np.int32]:
        """Return the terms by falling number of conflicts, with all terms or with a sample."""
        n = self.terms.n
        others = np.arange(n, dtype=np.int32)
        if n**2 > COUNTED_PAIRS:
            others = np.sort(self._random.choice(others, COUNTED_PAIRS // n + 1, replace=False))
        counts, ticks = count_conflicts(self.terms, self._number, others)
        self._count(self.ticks + ticks)
        return np.argsort(-counts, kind="stable").astype(np.int32)

    def _orders(self) -> Iterator[NDArray[np.int32]]:
        """Yield orders that keep the groups together: backward, and the largest first or at random."""
        while True:
            for rule in ("backward", "largest", "random", "largest"):
                keys = self._random.random(self.k)
                if rule == "backward":
                    keys = -np.arange(self.k, dtype=np.float64)
                elif rule == "largest":
                    keys -= np.bincount(self.labels, minlength=self.k)
                rank = np.empty(self.k, np.int64)
                rank[np.argsort(keys)] = np.arange(self.k)
                shuffled = self._random.permutation(self.terms.n)
                places = np.argsort(rank[self.labels[shuffled]], kind="stable")
                yield shuffled[places].astype(np.int32)

    def _color(self) -> None:
        """Store the graph of few terms and let :func:`solver.color` continue."""
        limits: dict[str, Any] = {"seed": self.seed, "initial": self.labels}
        if self.seconds is not None:
            limits["time_limit"] = max(0.01, self.seconds - self._clock.seconds())
        if self.max_ticks is not None:
            limits["max_ticks"] = max(1, self.max_ticks - self.ticks)
        result = color(conflict_graph(self.terms, self.relation), **limits)
        self.ticks += result.ticks
        self.lower_bound = max(self.lower_bound, result.lower_bound)
        if result.conflicts == 0 and result.k <= self.k:
            self.labels, self.k = result.colors, result.k
        self.reason = result.stop_reason
        self._proven()

    def result(self) -> PauliGroups:
        """Return the groups, verified."""
        if not is_valid(*self.terms.rows, self.labels, self.relation):
            raise KempeError("the groups of Pauli strings are wrong; please report this")
        return PauliGroups(
            labels=self.labels,
            k=self.k,
            relation=self.relation,
            lower_bound=self.lower_bound,
            seconds=self._clock.seconds(),
            ticks=self.ticks,
            stop_reason=self.reason or "time_limit",
            _terms=self.terms,
        )


def compile_kernels() -> None:
    """Compile what :func:`group` needs beside :func:`solver.color`."""
    search = _Search(PauliTerms.of(["XZ", "ZZ", "IY"]), "commuting", None, 1, 0)
    search._fit_to_palettes()
    order = search._by_conflicts()
    for samples in (1, 2):
        Pass(search.terms, search._number, order, samples=samples).run(SLICE)
