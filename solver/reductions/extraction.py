"""
Independent sets taken out as color classes, before the rest of a large dense graph is searched.

A heuristic, unlike the other reductions: the classes stay, and may cost a color. It pays where the whole
graph is too large for a search to converge (Wu and Hao 2012). Each round finds a largest independent set
by tabu search in the complement, then more of that size, and takes out as many disjoint ones as a greedy
packing finds. Half of G(2000, 0.5) makes 66 classes in 1.9 s; with RLF on the other half that is 173
colors, where RLF alone needs 195.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.cliques import clique_tabu
from .._kernels.sequential.dense_classes import fill_bits
from .._kernels.vectors.rng import rng_state
from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, is_proper
from .step import Part, part_of

#: Counts of the tabu search are held in 16 bits.
MAX_VERTICES = 16_000
SLICE_TICKS = 1 << 20  # between two chances for Ctrl-C


@dataclass(frozen=True)
class ExtractionParams:
    """
    How hard to look for independent sets.

    Attributes
    ----------
    depth
        Moves without a larger set before the tabu search starts afresh.
    first_ticks
        Work for the first set of a round, which fixes the size.
    next_ticks
        Work for each other set of that size; a round ends with the first that is not found.
    sets
        Sets in a round at most.
    """

    depth: int = 4000
    first_ticks: int = 1 << 25
    next_ticks: int = 1 << 23
    sets: int = 100

    def __post_init__(self) -> None:
        for name in ("depth", "first_ticks", "next_ticks", "sets"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} = {getattr(self, name)}, expected a positive number")


@dataclass(frozen=True, eq=False)
class Extraction:
    """
    What is left of a graph, and the classes that were taken out.

    Attributes
    ----------
    part
        What is left to color.
    classes
        Disjoint independent sets, the larger ones first.
    """

    graph: Graph
    part: Part
    classes: tuple[NDArray[np.int32], ...]

    def lift(self, colors: ArrayLike) -> NDArray[np.int32]:
        """
        Coloring of the graph from one of the part, with a color more for each class; checked.

        Raises
        ------
        InputError
            If ``colors`` is not a proper coloring of the part's graph.
        """
        inner = as_colors(self.part.graph, colors)
        if not is_proper(self.part.graph, inner):
            raise InputError("colors is not a proper coloring of the part")
        lifted = np.full(self.graph.n, -1, np.int32)
        lifted[self.part.vertices] = inner
        for c, members in enumerate(self.classes, start=int(inner.max(initial=-1)) + 1):
            lifted[members] = c
        if not is_proper(self.graph, lifted):
            raise AssertionError(f"extract({self.graph!r}): the way back failed: please report this")
        return lifted


def extract(
    graph: Graph, keep: int, *, seed: int = 0, params: ExtractionParams = ExtractionParams()
) -> Extraction:
    """
    Take out large disjoint independent sets until at most ``keep`` vertices are left [1]_.

    Parameters
    ----------
    graph
        The graph, of at most 16,000 vertices; held as n^2 / 8 bytes.
    keep
        Vertices to leave, 0 or more.
    seed
        Of the tabu search; equal seeds give equal sets on every machine.
    params
        How hard to look.

    Raises
    ------
    InputError
        If an argument is out of range.

    References
    ----------
    .. [1] Wu, Q., and J.-K. Hao (2012). Coloring large graphs based on independent set extraction.
       *Computers & Operations Research* 39: 283-290. doi:10.1016/j.cor.2011.04.002
    """
    if graph.n > MAX_VERTICES:
        raise InputError(f"n = {graph.n}, expected at most {MAX_VERTICES}")
    if keep < 0:
        raise InputError(f"keep = {keep}, expected 0 or more")
    state = rng_state((seed, 21))
    left = np.arange(graph.n, dtype=np.int32)
    classes: list[NDArray[np.int32]] = []
    while len(left) > keep:
        part = part_of(graph, left, 0, np.full(graph.n, -1, np.int32)).graph
        found = _independent_sets(part, state, params)
        taken = np.zeros(part.n, bool)
        for members in _disjoint(found, part.n):
            if part.n - np.count_nonzero(taken) <= keep:
                break
            taken[members] = True
            classes.append(np.sort(left[members]))
        left = left[~taken]
    rest = part_of(graph, left, 0, np.full(graph.n, -1, np.int32))
    return Extraction(graph, rest, tuple(classes))


def _independent_sets(
    graph: Graph, state: NDArray[np.uint64], params: ExtractionParams
) -> list[NDArray[np.int32]]:
    """Sets of one size, different from each other: a largest one that is found, and more."""
    words = (graph.n + 63) >> 6
    rows = np.zeros(graph.n * words, np.int64)
    fill_bits(graph.indptr, graph.indices, rows)
    np.invert(rows, out=rows)
    largest = _clique(rows, words, graph.n, state, params, graph.n, params.first_ticks)
    sets = {largest.tobytes(): largest}
    while len(sets) < params.sets:
        members = _clique(rows, words, graph.n, state, params, len(largest), params.next_ticks)
        if len(members) < len(largest) or members.tobytes() in sets:
            break
        sets[members.tobytes()] = members
    return list(sets.values())


def _clique(
    rows: NDArray[np.int64],
    words: int,
    n: int,
    state: NDArray[np.uint64],
    params: ExtractionParams,
    target: int,
    max_ticks: int,
) -> NDArray[np.int32]:
    """Clique of ``target`` vertices in a bit matrix, or the largest that is found; increasing."""
    missing = np.full(64 * words, clique_tabu.NEVER, np.uint16)
    missing[:n] = 0
    members, until = np.zeros(words, np.int64), np.zeros(n, np.int64)
    candidates, best = np.empty(64 * words, np.int32), np.empty(n, np.int32)
    progress = np.zeros(6, np.int64)
    tables = (missing, members, until, candidates, best, progress)
    used = -1
    while used < progress[clique_tabu.TICKS] < max_ticks:
        used = int(progress[clique_tabu.TICKS])
        ticks = min(SLICE_TICKS, max_ticks - used)
        clique_tabu.search(state, rows, words, n, params.depth, 1 << 62, target, *tables, ticks)
    return np.sort(best[: progress[clique_tabu.BEST]])


def _disjoint(sets: list[NDArray[np.int32]], n: int) -> list[NDArray[np.int32]]:
    """Greedy packing: the set that meets the fewest others first."""
    inside = np.zeros((len(sets), n), np.int32)
    for i, members in enumerate(sets):
        inside[i, members] = 1
    meets = (inside @ inside.T) > 0
    chosen = []
    open_ = np.ones(len(sets), bool)
    while open_.any():
        candidates = np.flatnonzero(open_)
        i = int(candidates[np.argmin(meets[np.ix_(candidates, candidates)].sum(axis=1))])
        chosen.append(sets[i])
        open_ &= ~meets[i]
    return chosen
