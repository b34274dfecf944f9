"""
Proofs from a run of a satisfiability solver: its DRUP lines, in the variables of the formula.

A line that states a clause becomes a step by reverse unit propagation, and a line that deletes one a
deletion. The solver's clauses are not stated again: what its formula says beyond ours, the colors that
are not allowed, follows by unit propagation after the first vertices are restricted to the first colors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from .formula import Formula
from .log import ProofLog


def refute_by_clauses(
    log: ProofLog,
    formula: Formula,
    vertices: Sequence[int],
    variable: NDArray[np.int64],
    lines: Iterable[str],
) -> int:
    """
    Derive a contradiction from the proof of a solver; return its number.

    Parameters
    ----------
    log, formula
        The proof, and the formula of the graph.
    vertices
        Vertices of the subgraph that the solver refuted.
    variable
        int64[n, k], the solver's variable of a vertex of the subgraph and a color, 0 if there is none.
    lines
        The solver's proof in the DRUP format.
    """
    name = {
        int(variable[v, c]): formula.variable(vertices[v], int(c))
        for v, c in zip(*np.nonzero(variable), strict=True)
    }
    stated: dict[tuple[int, ...], list[int]] = {}
    for line in lines:
        words = line.split()
        deletes = words[0] == "d"
        literals = [int(word) for word in words[deletes:-1]]
        own = [name[literal] if literal > 0 else -name[-literal] for literal in literals]
        key = tuple(sorted(own))
        if deletes:
            if stated.get(key):
                log.delete([stated[key].pop()])
            continue
        number = log.implied(own)
        if not own:
            return number
        stated.setdefault(key, []).append(number)
    return log.implied([])
