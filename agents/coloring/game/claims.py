"""
Check of an agent's claim to be satisfied, recomputed by the platform.

The check follows the definition (no conflict, and no better answer to the agent's beliefs) and uses the
public names of the solver. It shares no code with ``assessing``, which computes the claim: a bug in
one of the two is visible to the other. ``tests/test_imports`` keeps them apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import solver

from ..conformance import EPSILON, Rules
from ..view import View


def why_unsatisfied(
    view: View,
    rules: Rules,
    colors: Mapping[str, str],
    beliefs: Mapping[str, str],
    required: Mapping[str, str],
) -> str | None:
    """
    Return why an agent is not satisfied with its colors, or None if it is.

    Parameters
    ----------
    colors
        ``{node: color}`` of all own nodes.
    beliefs
        ``{node: color}`` of foreign nodes; names and colors in any case, unseen nodes do not count.
    required
        Colors of own nodes that bind after the turn, fixed ones included.
    """
    known = _beliefs_in_view(view, beliefs)
    together = {**known, **colors}
    own = set(view.own)
    same = [(u, v) for u, v in view.edges if u in together and together[u] == together.get(v)]
    at_border = [(u, v) for u, v in same if (u in own) != (v in own)]
    cost = _penalty(view, rules, together, same)
    if at_border and cost < EPSILON:
        return _count(len(at_border), "conflict", "at the border")
    if rules.by_conflicts and same:
        return _count(len(same), "conflict", "left")
    if not rules.by_conflicts and cost > EPSILON:
        return f"the penalty is {cost:g}"
    unknown = [node for node in view.owners if node not in known]
    if rules.need_all_beliefs and unknown:
        return f"the color of {unknown[0]} is not known"
    if cost <= _lower_bound(view):
        return None
    least = _least(view, rules, known, required)
    if least is None:
        return "the best answer cannot be computed within the budget"
    return f"the best answer has penalty {least:g}, not {cost:g}" if cost > least + EPSILON else None


def _penalty(
    view: View, rules: Rules, together: Mapping[str, str], same: Sequence[tuple[str, str]]
) -> float:
    """Return the penalty; without preferences it is that of the edges in conflict, ``same``."""
    if view.preferences or rules.scope != "cluster":
        names: Any = together
        return solver.penalty(view.problem, names, rules.scope, view.agent)
    own = set(view.own)
    return view.conflict_penalty * sum(u in own or v in own for u, v in same)


def _beliefs_in_view(view: View, beliefs: Mapping[str, str]) -> dict[str, str]:
    nodes = {node.casefold(): node for node in view.owners}
    colors = {color.casefold(): color for color in view.domain}
    return {
        nodes[node.casefold()]: colors[color.casefold()]
        for node, color in beliefs.items()
        if node.casefold() in nodes and color.casefold() in colors
    }


def _lower_bound(view: View) -> float:
    """Return a lower bound on the penalty: no conflict, and every node in its preferred color."""
    return -sum(max(0.0, *row.values()) for row in view.preferences.values() if row)


def _least(
    view: View, rules: Rules, known: Mapping[str, str], required: Mapping[str, str]
) -> float | None:
    beliefs: Any = known
    fixed: Any = required
    try:
        problem = view.searched(required)
        best = solver.best_response(problem, view.agent, beliefs, fixed, "any", rules.scope)
    except solver.BudgetError:
        return None
    return best.penalty


def _count(number: int, what: str, where: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'} {where}"
