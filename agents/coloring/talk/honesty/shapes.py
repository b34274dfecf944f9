"""Shapes of formulas that several rules make."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..grammar.meaning import Names
from .formulas import Formula, Group, Predicate


def value_of(value: Hashable) -> Hashable:
    """Return the value of a rule with one part."""
    return value


def number_in(values: tuple[Any, ...]) -> int | None:
    """Return the number among the values of the parts of a rule; None if there is none."""
    return next((one for one in values if isinstance(one, int)), None)


def each(names: Names, predicates: tuple[Predicate, ...]) -> Formula | None:
    """Return the formula that predicates hold of each node of a list."""
    if names.joint in ("or", "range"):
        return None
    return Formula("all", Group("named", names), predicates)


def neither(names: Names, predicates: tuple[Predicate, ...]) -> Formula | None:
    """Return the formula that predicates hold of no node of a list."""
    return Formula("none", Group("named", names), predicates) if len(names.names) > 1 else None


def mutual(group: Group, predicate: Predicate) -> Formula | None:
    """Return the formula that a predicate holds of each two members of a group."""
    if group.names is not None and group.names.joint == "or":
        return None
    return Formula("pairs", group, (predicate,))


def clashes(quantity: str, number: int = 0) -> Formula:
    """Return the formula that counts the edges in conflict between the participants."""
    return Formula(quantity, Group("edges"), (Predicate("clash"),), number)
