"""
Requests for another color of a node that name none: "can you change a5?".

They are met once and rule nothing out: the node gets the best of its other colors, and where each of
these would cost a conflict, the person is asked first.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from solver import BudgetError

from ...situation import NodeColor, Situation
from ...view import View
from ..reading import Reading, Understanding
from ..tokens import tokens_of
from .put_as_questions import costs_more, fewest


def to_change(understood: Understanding, view: View, situation: Situation, person: str) -> list[Reading]:
    """
    Return the denials of the color of an own node, where the person names no color.

    The color is the present one, or the one that the person saw when it wrote.
    """
    denied = understood.of("negation")
    seen = situation.seen(person)
    return [
        one
        for one in denied
        if one.node in view.own
        and not _names_color(understood, one.node or "", view)
        and one.node not in {*view.fixed, *situation.committed}
        and one.color in (situation.colors.get(one.node or ""), seen.get(one.node or ""))
        and sum(other.node == one.node for other in denied) == 1
    ]


def _names_color(understood: Understanding, node: str, view: View) -> bool:
    """
    Return whether a color stands in the sentences about a node, or in any if none names it.

    A color that the message allows the node again is not the one that it has to leave.
    """
    sentences = [tokens_of(one, view) for one in re.split(r"(?<=[.!?;])\s+", understood.text)]
    about = [one for one in sentences if any(token.text == node for token in one)]
    allowed = {one.color for one in understood.of("preference", "retract") if one.node == node}
    named = [token.text for one in about or sentences for token in one if token.is_color]
    return not allowed.issuperset(named)


class OtherColor(NamedTuple):
    """The best color of a node but its own, and whether it costs a conflict."""

    color: str
    costs: bool


def other_color(view: View, situation: Situation, node: str) -> OtherColor | None:
    """
    Return the best color of an own node but its own.

    None if every other color is ruled out, or if the cluster is too large for an exact answer.
    """
    barred = situation.barred.get(node, ())
    others = [c for c in view.domain if c != situation.colors[node] and c not in barred]
    # What was demanded of the node before ends with the request.
    free = situation.but(pins=tuple(one for one in situation.pins if one.node != node))
    try:
        left = {color: fewest(view, free, node, color) for color in others}
    except BudgetError:
        return None
    if not left:
        return None
    color = min(others, key=lambda one: (left[one], -view.points.get(one, 0)))
    return OtherColor(color, costs_more(view, free, (NodeColor(node, color),)))
