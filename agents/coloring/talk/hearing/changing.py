"""
Requests for another color of a node that name none: "can you change a5?".

They are met once and rule nothing out: the node gets the best of its other colors, and where each of
these would cost a conflict, the person is asked first.
"""

from __future__ import annotations

import re

from solver import BudgetError

from ...situation import NodeColor, Situation
from ...view import View
from ..reading import Reading, Understanding
from ..tokens import tokens_of
from .put_as_questions import costs_more, fewest


def to_change(understood: Understanding, view: View, situation: Situation) -> list[Reading]:
    """Return the denials of the color that an own node has, where the person names no color."""
    denied = understood.of("negation")
    return [
        one
        for one in denied
        if one.node in view.own
        and not _names_color(understood.text, one.node or "", view)
        and one.node not in {*view.fixed, *situation.committed}
        and situation.colors.get(one.node or "") == one.color
        and sum(other.node == one.node for other in denied) == 1
    ]


def _names_color(text: str, node: str, view: View) -> bool:
    """Return whether a color stands in the sentences about a node, or in any if none names it."""
    sentences = [tokens_of(one, view) for one in re.split(r"(?<=[.!?;])\s+", text)]
    about = [one for one in sentences if any(token.text == node for token in one)]
    return any(token.is_color for one in about or sentences for token in one)


def other_color(view: View, situation: Situation, node: str) -> tuple[str, bool] | None:
    """
    Return the best color of an own node but its own, and whether it costs a conflict.

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
    return color, costs_more(view, free, (NodeColor(node, color),))
