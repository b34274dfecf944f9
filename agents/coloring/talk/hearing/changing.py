"""
Requests for another color of a node that name none: "can you change a5?".

They are met once and rule nothing out: the node gets the best of its other colors, and where each of
these would cost a conflict, the person is asked first.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...bargaining.feasibility import feasible
from ...situation import Situation
from ...view import View
from ..reading import Reading, Understanding
from ..tokens import tokens_of


def to_change(understood: Understanding, view: View, situation: Situation) -> list[Reading]:
    """Return the denials of the color that an own node has, where the person names no color."""
    if any(token.is_color for token in tokens_of(understood.text, view)):
        return []
    denied = understood.of("negation")
    return [
        one
        for one in denied
        if one.node in view.own
        and one.node not in {*view.fixed, *situation.committed}
        and situation.colors.get(one.node or "") == one.color
        and sum(other.node == one.node for other in denied) == 1
    ]


def other_color(view: View, situation: Situation, node: str) -> tuple[str, bool] | None:
    """Return the best color of an own node but its own, and whether it costs a conflict; or None."""
    barred = situation.barred.get(node, ())
    others = [c for c in view.domain if c != situation.colors[node] and c not in barred]
    if not others:
        return None
    open_ones = situation.but(forced={v: c for v, c in situation.forced.items() if v != node})
    left = {color: _fewest(view, open_ones, {node: color}) for color in others}
    color = min(others, key=lambda one: (left[one], -view.points.get(one, 0)))
    return color, left[color] > _fewest(view, open_ones, {})


def _fewest(view: View, situation: Situation, wanted: Mapping[str, str]) -> int:
    return feasible(view, situation, wanted, explain=False).conflicts


__all__ = ["other_color", "to_change"]
