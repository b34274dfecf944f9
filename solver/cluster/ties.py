"""
Ties: the lexicographically first of several optimal colorings.

:func:`first_optimum` ranks the colors of as many nodes at a time as have room below the costs;
:func:`first_of_all` compares all colorings in float64.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from ..problems.costs import MAX_SUM
from ..problems.penalty import penalties
from . import optima
from .local import LocalProblem

#: Number of colorings up to which they are compared one by one if costs have no integer form.
EXHAUSTIVE = 1 << 20


def first_optimum(
    local: LocalProblem,
    known: NDArray[np.int32],
    solve: Callable[[NDArray[np.int64], NDArray[np.int64]], tuple[NDArray[np.int32], bool]],
    memory: float,
) -> NDArray[np.int32]:
    """
    Return the lexicographically first optimum, int32[n].

    Each pass ranks the next nodes and charges the settled ones for any color but theirs. ``solve``
    returns colors int32[m] and whether they are certainly the only optimum.
    """
    unary = local.unary(known)
    charge = local.bound + 1
    room = MAX_SUM // ((local.m + 2) * charge)
    group = 0
    while group < local.m and local.k ** (group + 1) <= room:
        group += 1
    if group == 0:
        return next(optima.ordered(local, known, memory))
    rank = local.k**group
    colors = np.empty(0, np.int32)
    for settled in range(0, local.m, group):
        ranked = unary * rank
        for i in range(settled):
            ranked[i] += charge * rank
            ranked[i, colors[i]] -= charge * rank
        here = min(group, local.m - settled)
        places = np.array([local.k**i for i in range(here - 1, -1, -1)], np.int64)
        ranked[settled : settled + here] += places[:, None] * np.arange(local.k)
        colors, is_only = solve(ranked, local.weights * rank)
        if is_only:
            break
    full = known.copy()
    full[local.nodes] = colors
    return full


def colorings_of(
    local: LocalProblem, known: NDArray[np.int32]
) -> Iterator[tuple[int, NDArray[np.int32]]]:
    """Yield all colorings in lexicographic order, in blocks int32[b, n] with the number of the first."""
    places = np.array([local.k**i for i in range(local.m - 1, -1, -1)], np.int64)
    step = max(64, (1 << 22) // local.seen.n)
    for start in range(0, local.colorings, step):
        numbers = np.arange(start, min(start + step, local.colorings))
        colorings = np.repeat(known[None], len(numbers), axis=0)
        colorings[:, local.nodes[: local.m]] = numbers[:, None] // places % local.k
        yield start, colorings


def first_of_all(local: LocalProblem, known: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the first coloring of least penalty, comparing all in float64."""
    best, lowest = known, np.inf
    for _, colorings in colorings_of(local, known):
        totals = penalties(local.seen, colorings)
        i = int(totals.argmin())
        if totals[i] < lowest:
            best, lowest = colorings[i], float(totals[i])
    return best
