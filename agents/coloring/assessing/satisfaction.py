"""
The satisfaction of an agent: nothing is in conflict, and no answer to its beliefs is better.

The platform recomputes every claim with separate code (``game/claims``) and refuses a false one. If
derived from a penalty (``by_conflicts=False``, the literal form), preferences can hide a conflict; then
only the number of conflicts at the border can show it.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver import BudgetError

from ..conformance import EPSILON, Rules
from ..view import Coloring, View
from . import solving
from .binding import known


@dataclass(frozen=True)
class Satisfaction:
    """
    A judgment and its reason.

    ``reason`` is ``"optimal"``, ``"conflicts"``, ``"penalty"``, ``"border_conflict"``,
    ``"not_optimal"``, ``"beliefs_missing"`` or ``"unknown_optimum"``.
    """

    value: bool
    reason: str


def conflicts(
    view: View, colors: Coloring, beliefs: Coloring, rules: Rules
) -> list[tuple[str, str, str]]:
    """Return edges in conflict: inner edges, border edges, and under global scope the others."""
    edges = view.conflicts(colors, beliefs)
    if rules.scope == "global":
        for u, v in view.edges:
            if u in beliefs and v in beliefs and beliefs[u] == beliefs[v]:
                edges.append((u, v, beliefs[u]))
    return edges


def border_conflicts(view: View, colors: Coloring, beliefs: Coloring) -> list[tuple[str, str, str]]:
    """Return own node, foreign node and color of each conflict at the border, in any casing."""
    if view.colors.issuperset(colors.values()) and view.colors.issuperset(beliefs.values()):
        same = [(own, other) for own, other in view.crossing if colors.get(own) == beliefs.get(other)]
        return [(own, other, colors[own]) for own, other in same if own in colors]
    return [
        (own, other, colors[own])
        for own, other in view.crossing
        if own in colors and other in beliefs and colors[own].casefold() == beliefs[other].casefold()
    ]


def least_possible(
    view: View, beliefs: Coloring, required: Coloring, rules: Rules, reached: float
) -> solving.Least | None:
    """
    Return the cost of the best answer, or None if that cannot be computed within the budget.

    ``reached`` is a penalty that is known to be possible; without preferences, none is below 0.
    """
    if reached <= 0 and not view.preferences:
        return solving.Least(reached, 0)
    try:
        return solving.least(view, beliefs, required, rules.scope)
    except BudgetError:
        return None


def judge(
    view: View,
    rules: Rules,
    colors: Coloring,
    beliefs: Coloring,
    penalty: float,
    least: float | None,
) -> Satisfaction:
    """
    Judge colors whose penalty, and the least possible one, are known already.

    Parameters
    ----------
    beliefs
        Colors of foreign nodes, as ``known`` gives them.
    least
        Penalty of the best answer; None if it could not be computed.
    """
    if penalty < EPSILON and border_conflicts(view, colors, beliefs):
        return Satisfaction(False, "border_conflict")
    if rules.by_conflicts:
        if conflicts(view, colors, beliefs, rules):
            return Satisfaction(False, "conflicts")
    elif penalty > EPSILON:
        return Satisfaction(False, "penalty")
    if rules.need_all_beliefs and any(node not in beliefs for node in view.owners):
        return Satisfaction(False, "beliefs_missing")
    if least is None:
        return Satisfaction(False, "unknown_optimum")
    if penalty > least + EPSILON:
        return Satisfaction(False, "not_optimal")
    return Satisfaction(True, "optimal")


def is_satisfied(
    view: View, rules: Rules, colors: Coloring, beliefs: Coloring, required: Coloring
) -> Satisfaction:
    """Judge colors; ``required`` holds the colors that bind after the turn, fixed nodes included."""
    believed = known(view, beliefs)
    cost = solving.penalty(view, colors, believed, rules.scope)
    least = least_possible(view, believed, required, rules, cost)
    return judge(view, rules, colors, believed, cost, None if least is None else least.penalty)
