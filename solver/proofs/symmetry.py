"""
Restriction of the first vertices to the first colors, without loss of generality, inside a proof.

Of vertices in a fixed order, the j-th gets one of the first j colors; a clique at the beginning gets
one color each. Colors above j have not been used before the j-th vertex, so any of them can be exchanged
with color j: first "if it has such a color then color j too", by the exchange, then "it does not have
such a color", by taking it away. Both steps leave the formula and all earlier restrictions as they are,
line by line, so that a checker needs no search.
"""

from __future__ import annotations

from collections.abc import Sequence

from .formula import Formula
from .log import ProofLog, clause


def restrict(log: ProofLog, formula: Formula, vertices: Sequence[int]) -> None:
    """Derive that the j-th of the vertices has none of the colors after the j-th."""
    k = formula.k
    starts = [v * k + 1 for v in range(formula.graph.n)]
    for j, v in enumerate(vertices[: max(k - 1, 0)]):
        own = formula.variable(v, j)
        for color in range(j + 1, k):
            swap = " ".join(f"x{s + color} -> x{s + j} x{s + j} -> x{s + color}" for s in starts)
            other = formula.variable(v, color)
            both = log.redundant(clause([-other, own]), swap)
            log.redundant(clause([-other]), f"x{other} -> 0")
            log.delete([both])
