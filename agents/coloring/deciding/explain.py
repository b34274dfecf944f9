"""
Explain why each node has its color, and what every other color would cost.

There are two costs for each color: *here*, if all other nodes keep their colors, and *best*, if the rest
of the cluster takes its best answer. Both come from the solver.
"""

from __future__ import annotations

from typing import Any

import solver

from ..assessing import solving
from ..assessing.binding import Binding
from ..conformance import Rules
from ..situation import Situation
from ..view import Coloring, View


def explain_colors(
    view: View,
    rules: Rules,
    colors: Coloring,
    beliefs: Coloring,
    situation: Situation,
    binding: Binding,
) -> dict[str, dict[str, Any]]:
    """
    Explain a coloring of the own nodes.

    This takes ``n * k`` best answers of the solver.

    Returns
    -------
    dict
        ``{node: {"color", "why", "here": {color: penalty}, "best": {color: penalty}}}``. ``why`` is
        ``"fixed"``, ``"committed"``, ``"forced"``, ``"only"`` (every other color costs more, even with
        the best answer of the others), ``"best"`` (none costs less), ``"here"`` (none costs less while
        the others keep their colors) or ``"stuck"`` (another costs less here). ``best`` of a bound node
        holds its color alone.
    """
    together: Any = {**beliefs, **colors}
    gamma = solver.gamma(view.problem, together)
    base = solving.penalty(view, colors, beliefs, rules.scope)
    explanations = {}
    for i, node in enumerate(view.own):
        row = dict(zip(view.domain, gamma[i].tolist(), strict=True))
        here = {color: base + cost - row[colors[node]] for color, cost in row.items()}
        bound = _bound(view, situation, binding, node)
        choices = [colors[node]] if bound else view.domain
        best = {
            color: solving.best(view, beliefs, {**binding.lasting, node: color}, rules.scope).penalty
            for color in choices
        }
        explanations[node] = {
            "color": colors[node],
            "why": bound or _why(colors[node], here, best),
            "here": here,
            "best": best,
        }
    return explanations


def _bound(view: View, situation: Situation, binding: Binding, node: str) -> str | None:
    if node in view.fixed:
        return "fixed"
    if node in situation.committed and binding.required.get(node) == situation.committed[node]:
        return "committed"
    return "forced" if node in binding.required else None


def _why(color: str, here: dict[str, float], best: dict[str, float]) -> str:
    others = [cost for other, cost in best.items() if other != color]
    if all(cost > best[color] for cost in others):
        return "only"
    if best[color] <= min(best.values()):
        return "best"
    return "here" if here[color] <= min(here.values()) else "stuck"
