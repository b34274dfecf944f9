"""
Constraints over time: what is new, what is taken back, and what cannot hold together.

A contradiction is not resolved by whoever spoke last: nothing is stored, and the person is asked. Taking
a statement back and making another is how it is answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..situation import Constraint
from ..view import View
from ..wording.templates import enumerated
from .reading import Understanding


@dataclass(frozen=True)
class Statements:
    """New constraints, ids of those withdrawn, and questions about those that cannot hold together."""

    stated: tuple[Constraint, ...] = ()
    withdrawn: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def statements(
    understood: Understanding, view: View, standing: Sequence[Constraint], by: str
) -> Statements:
    """Judge what a person stated and took back, beside what stands."""
    mine = [one for one in standing if one.by == by]
    withdrawn: list[str] = []
    told: list[str] = []
    for reading in understood.of("retract"):
        ended = [one for one in mine if one.node == reading.node and _ends(one, reading.color)]
        withdrawn += [one.constraint_id for one in ended]
        mine = [one for one in mine if one not in ended]
        told += [f"I no longer take it that {_words(one)}." for one in ended]
    stated: list[Constraint] = []
    asked: list[str] = []
    for one in understood.constraints(by):
        against = _against(one, [*mine, *stated], view)
        if against:
            words = enumerated(_words(other) for other in against)
            asked.append(
                f"Before, you told me that {words}; now, that {_words(one)}. Which of them holds?"
            )
        elif all((one.node, one.kind, one.color) != (o.node, o.kind, o.color) for o in (*mine, *stated)):
            stated.append(one)
            told.append(f"Noted: {_words(one)}.")
    for node, color in understood.reports.items():
        broken = [
            c
            for c in (*mine, *stated)
            if c.node == node and (c.color == color) != (c.kind == "required")
        ]
        if broken:
            words = enumerated(map(_words, broken))
            asked.append(f"You told me that {words}, and {node} is {color}. Does that still hold?")
    return Statements(tuple(stated), tuple(withdrawn), tuple(dict.fromkeys(asked)), tuple(told))


def _ends(constraint: Constraint, color: str | None) -> bool:
    """Whether "it can be red again" ends a constraint."""
    if color is None:
        return True
    return (constraint.kind == "forbidden") == (constraint.color == color)


def _against(new: Constraint, standing: Sequence[Constraint], view: View) -> list[Constraint]:
    """Constraints that cannot hold together with a new one."""
    same = [one for one in standing if one.node == new.node]
    required = [one for one in same if one.kind == "required"]
    forbidden = [one for one in same if one.kind == "forbidden"]
    if new.kind == "required":
        return [one for one in required if one.color != new.color] + [
            one for one in forbidden if one.color == new.color
        ]
    clash = [one for one in required if one.color == new.color]
    left = {*view.domain} - {one.color for one in forbidden} - {new.color}
    return clash or ([] if left else forbidden)


def _words(constraint: Constraint) -> str:
    verb = "must be" if constraint.kind == "required" else "cannot be"
    return f"{constraint.node} {verb} {constraint.color}"
