"""
Sets of outcomes, and operators on them.

A guard is true, false or failed; if unknown, it may be several of these. A set has three bits, and an
operator on sets is a table, so that the analysis can evaluate partially known guards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .closures import Closure
from .values import Failure

#: Function from the sets of outcomes of the atoms to that of a guard.
Skeleton = Callable[[list[int]], int]

TRUE, FALSE, FAILED = 1, 2, 4
ANY = TRUE | FALSE | FAILED
OUTCOMES = (TRUE, FALSE, FAILED)


def _table(join: Callable[[int, int], int]) -> list[list[int]]:
    """Return an operator on outcomes as a table over sets."""
    table = [[0] * 8 for _ in range(8)]
    for a in range(8):
        for b in range(8):
            for x in OUTCOMES:
                for y in OUTCOMES:
                    if a & x and b & y:
                        table[a][b] |= join(x, y)
    return table


AND = _table(lambda x, y: FALSE if FALSE in (x, y) else max(x, y))
OR = _table(lambda x, y: TRUE if TRUE in (x, y) else max(x, y))
NOT = [(s & FAILED) | (FALSE if s & TRUE else 0) | (TRUE if s & FALSE else 0) for s in range(8)]


def outcome_of(run: Closure, values: dict[str, Any]) -> int:
    """Return the outcome of an evaluation; a value other than a bool is a failure."""
    try:
        value = run(values)
    except Failure:
        return FAILED
    return TRUE if value is True else FALSE if value is False else FAILED


def negated(inner: Skeleton) -> Skeleton:
    """Return ``!`` of a part."""
    return lambda outcomes: NOT[inner(outcomes)]


def joined(parts: list[Skeleton], operator: str) -> Skeleton:
    """Return ``&&`` or ``||`` of the parts."""
    table, decided = (AND, FALSE) if operator == "&&" else (OR, TRUE)

    def join(outcomes: list[int]) -> int:
        found = parts[0](outcomes)
        for part in parts[1:]:
            if found == decided:
                break
            found = table[found][part(outcomes)]
        return found

    return join


def chosen(condition: Skeleton, then: Skeleton, otherwise: Skeleton) -> Skeleton:
    """Return ``?:`` of three parts."""

    def choose(outcomes: list[int]) -> int:
        chosen = condition(outcomes)
        found = chosen & FAILED
        if chosen & TRUE:
            found |= then(outcomes)
        if chosen & FALSE:
            found |= otherwise(outcomes)
        return found

    return choose
