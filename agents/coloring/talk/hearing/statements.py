"""
Constraints over time: new ones, withdrawn ones, and contradictions.

The last statement does not win over an earlier one that it contradicts: nothing is stored, and the
person is asked. To answer, the person withdraws one statement and makes another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...situation import Constraint
from ...view import View
from ...wording.phrases import enumerated
from ..reading import Alternative, Reading, Understanding


@dataclass(frozen=True)
class Statements:
    """
    What follows from statements.

    Attributes
    ----------
    stated
        New constraints.
    withdrawn
        Ids of constraints that end.
    asked
        Questions about contradictions.
    choices
        What an answer to the only one of them means: the earlier statement, or the new one.
    confirmed
        Sentences that confirm what was stated or withdrawn.
    """

    stated: tuple[Constraint, ...] = ()
    withdrawn: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    choices: tuple[Alternative, ...] = ()
    confirmed: tuple[str, ...] = ()


def statements(
    understood: Understanding,
    view: View,
    standing: Sequence[Constraint],
    by: str,
    shown: Mapping[str, str] | None = None,
) -> Statements:
    """
    Compare what a person stated and withdrew with the constraints that stand.

    Parameters
    ----------
    shown
        Colors that the person's nodes have, as the platform reports them.
    """
    mine = [one for one in standing if one.by == by]
    withdrawn: list[str] = []
    confirmed: list[str] = []
    # A release leaves all colors open. A demand ends only a limit that it contradicts.
    for reading in understood.of("retract", "demand", "release", "restore"):
        if reading.kind != "retract" and reading.node not in view.own:
            continue
        ended = [one for one in mine if one.node == reading.node and _ends(one, reading.color)]
        withdrawn += [one.constraint_id for one in ended]
        mine = [one for one in mine if one not in ended]
        confirmed += [
            f"I no longer assume that {_words(one)}."
            if one.node in view.owners
            else f"Noted: {one.node} may be {one.color} again."
            for one in ended
        ]
    # Who colors a node, or plans another color for it, no longer holds to what was said of it before.
    facts = {*(shown or {}).items()}
    plans = {
        (one.node, one.color)
        for one in understood.of("preference", "report")
        if one.node in view.owners and (one.kind == "preference" or one.decided)
    }
    over = [
        one
        for one in mine
        if any(node == one.node and _breaks(one, color) for node, color in facts)
        or (one.kind == "required" and any(n == one.node and c != one.color for n, c in plans))
    ]
    withdrawn += [one.constraint_id for one in over]
    mine = [one for one in mine if one not in over]
    confirmed += [f"I no longer assume that {_words(one)}." for one in over]
    stated: list[Constraint] = []
    asked: list[str] = []
    choices: list[tuple[Alternative, ...]] = []
    for one in understood.constraints(by):
        against = _against(one, [*mine, *stated], view)
        if against:
            words = enumerated(_words(other) for other in against)
            asked.append(f"You told me before that {words}, and now that {_words(one)}. Which is right?")
            choices.append(_either(against, Reading(one.kind, one.node, one.color)))
        elif all((one.node, one.kind, one.color) != (o.node, o.kind, o.color) for o in (*mine, *stated)):
            stated.append(one)
    if stated:
        confirmed.append(f"Noted: {enumerated(map(_words, stated))}.")
    for node, color in understood.reports.items():
        broken = [c for c in (*mine, *stated) if c.node == node and _breaks(c, color)]
        if broken:
            words = enumerated(map(_words, broken))
            asked.append(
                f"You told me before that {words}, and now that {node} is {color}. Which is right?"
            )
            choices.append(_either(broken, Reading("report", node, color)))
    asked = list(dict.fromkeys(asked))
    only = choices[0] if len(asked) == 1 else ()
    return Statements(tuple(stated), tuple(withdrawn), tuple(asked), only, tuple(confirmed))


def _either(before: Sequence[Constraint], now: Reading) -> tuple[Alternative, ...]:
    """Return what it means that earlier statements are right, or what contradicts them."""
    kept = tuple(Reading(one.kind, one.node, one.color) for one in before)
    ended = tuple(dict.fromkeys(Reading("retract", one.node) for one in before))
    return Alternative((Reading("refuse"), *kept)), Alternative((*ended, now))


def _breaks(constraint: Constraint, color: str | None) -> bool:
    """Return whether a color is against what was stated of its node."""
    return (constraint.color == color) != (constraint.kind == "required")


def _ends(constraint: Constraint, color: str | None) -> bool:
    """Return whether a constraint ends when a color is allowed again."""
    if color is None:
        return True
    return (constraint.kind == "forbidden") == (constraint.color == color)


def _against(new: Constraint, standing: Sequence[Constraint], view: View) -> list[Constraint]:
    """Return the constraints that a new one contradicts."""
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
