"""
Proofs from cliques: each color fits one of the vertices only, so k colors do not suffice for k + 1.

For each color, the edges of the clique combine to "at most one of its vertices has the color", and these
sum with "each vertex has a color" to a contradiction. The combination adds one vertex at a time: with j
vertices so far, j - 1 times what is known of them, plus the edges to the next one, divided by j, with
rounding (Cook, Coullard and Turán 1987, doi:10.1016/0166-218X(87)90039-4).
"""

from __future__ import annotations

from collections.abc import Sequence

from .formula import Encoding
from .log import ProofLog, literal, total


def at_most_one(encoding: Encoding, clique: Sequence[int], color: int) -> str:
    """Return, in reverse polish notation, that at most one vertex of a clique has a color."""
    if len(clique) == 1:
        return literal(-encoding.variable(clique[0], color))
    parts = [str(encoding.edge(clique[0], clique[1], color))]
    for j in range(2, len(clique)):
        if j > 2:
            parts.append(f"{j - 1} *")
        parts += [f"{encoding.edge(v, clique[j], color)} +" for v in clique[:j]]
        parts.append(f"{j} d")
    return " ".join(parts)


def refute_clique(log: ProofLog, encoding: Encoding, clique: Sequence[int]) -> int:
    """Derive a contradiction from a clique with more vertices than colors; return its number."""
    clique = clique[: encoding.k + 1]
    each = [log.combination(at_most_one(encoding, clique, color)) for color in range(encoding.k)]
    return log.combination(total([*each, *map(encoding.some_color, clique)]))
