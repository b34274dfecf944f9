"""Shapes of formulas that several rules make."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from ..grammar.meaning import Meaning, Names, Pair
from ..grammar.naming import is_pronoun
from .formulas import Formula, Group, Predicate, Several

#: Mark between claims: the second is the cause of the first.
BECAUSE = Meaning("because")


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


def both_parts(
    group: Group, number: int, first: tuple[Predicate, ...], second: tuple[Predicate, ...]
) -> Several | None:
    """Return that the first predicates hold of so many members, and the second ones of all others."""
    if len(first) != 1:
        return None
    others = replace(first[0], negated=not first[0].negated)
    return Several(
        (
            Formula("exactly", group, first, number),
            Formula("exactly", group, (others, *second), (group.size or 0) - number),
        )
    )


def clashes(quantity: str, number: int = 0) -> Formula:
    """Return the formula that counts the edges in conflict between the participants."""
    return Formula(quantity, Group("edges"), (Predicate("clash"),), number)


def colored_group(pairs: tuple[Pair, ...]) -> Group | None:
    """Return the nodes with which one is compared; their colors are presupposed."""
    names: list[str] = []
    colors: list[str] = []
    for pair in pairs:
        if pair.nodes is None or pair.colors is None or "or" in (pair.nodes.joint, pair.colors.joint):
            return None
        if len(pair.colors.names) not in (1, len(pair.nodes.names)) or is_pronoun(pair.nodes):
            return None
        names += pair.nodes.names
        colors += pair.colors.names * (len(pair.nodes.names) // len(pair.colors.names))
    return Group("named", Names("node", tuple(names), "and"), colors=tuple(colors))


def states(pairs: tuple[Pair, ...], time: str = "now") -> Several | None:
    """Return that nodes have colors."""
    parts = []
    for pair in pairs:
        if pair.nodes is None or pair.colors is None:
            return None
        colors = pair.colors
        if len(colors.names) > 1:
            if len(colors.names) != len(pair.nodes.names) or "or" in (colors.joint, pair.nodes.joint):
                return None
            for n, c in zip(pair.nodes.names, colors.names, strict=True):
                parts.append(
                    each(Names("node", (n,)), (Predicate("color", Names("color", (c,)), time=time),))
                )
        else:
            parts.append(each(pair.nodes, (Predicate("color", colors, time=time),)))
    return None if None in parts else Several(tuple(one for one in parts if one is not None))


def granted(pairs: tuple[Pair, ...]) -> Several | None:
    """Return that colors were demanded, and that the nodes have them."""
    wanted, given = demanded(pairs), states(pairs)
    return None if wanted is None or given is None else Several((wanted, given))


def demanded(pairs: tuple[Pair, ...]) -> Several | None:
    """Return that colors were demanded."""
    parts = [
        each(pair.nodes, (Predicate("demanded", pair.colors),))
        for pair in pairs
        if pair.nodes is not None and pair.colors is not None and len(pair.colors.names) == 1
    ]
    return Several(tuple(one for one in parts if one is not None)) if len(parts) == len(pairs) else None
