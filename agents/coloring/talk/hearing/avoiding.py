"""
What is asked about colors that the person does not want on a node of the agent.

"Don't use red on b2" is a limit, unless each other color costs a conflict. "Can you do without red on
b2?" asks: the colors that are left are told, and a yes makes a limit of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...situation import NodeColor, Situation
from ...view import View
from ..reading import Question, Reading
from .put_as_questions import asks_to_avoid, fewest
from .second_reader import back


class Avoiding(NamedTuple):
    """Questions that are answered, what a yes confirms, and what the agent asks."""

    questions: tuple[Question, ...]
    asked: tuple[Reading, ...]
    replies: tuple[str, ...] = ()


def avoiding(
    node: str,
    denied: Sequence[Reading],
    view: View,
    situation: Situation,
    *,
    costs: Callable[[Sequence[NodeColor]], bool],
    text: str,
) -> Avoiding | None:
    """
    Return what is asked about the denied colors of an own node; None if they are ruled out at once.

    Parameters
    ----------
    costs
        Whether colors leave more conflicts than there need be.
    text
        Message that denies them.
    """
    barred = {one.color for one in denied if one.node == node}
    others = [color for color in view.domain if color not in barred]
    if node not in view.own or not others:
        return None
    now = situation.colors.get(node)
    free = [color for color in others if not costs([NodeColor(node, color)])]
    if free and not asks_to_avoid(text):
        return None
    if free:
        limits = tuple(Reading("forbidden", node, color) for color in view.domain if color in barred)
        left = [Question("Q3", supposed=(NodeColor(node, color),)) for color in free]
        told = [Question("Q4", node)] if now in free else left
        return Avoiding(tuple(told), limits, tuple(map(back, limits)))
    # The one that costs least is the one to ask about.
    others.sort(key=lambda color: fewest(view, situation, node, color), reverse=True)
    pairs = [NodeColor(node, color) for color in others]
    told = [Question("Q3", supposed=(pair,)) for pair in pairs[:-1]]
    told.append(Question("Q3", supposed=(pairs[-1],), subject="anyway"))
    return Avoiding(tuple(told), (Reading("demand", node, others[-1]),))
