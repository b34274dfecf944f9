"""
The colors of own nodes that a person excluded some colors for.

A person who says that a node must not be blue leaves the choice among the other colors to the agent. Its
choice is a demand that is renewed when another color costs less, so that everything that respects
demands respects exclusions.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping

from ..conformance import Scope
from ..situation import Constraint
from ..view import Coloring, View
from . import solving

#: Nodes whose colors are chosen together; the cost grows exponentially with their number.
_TOGETHER = 5


def excluded_colors(view: View, constraints: Iterable[Constraint]) -> dict[str, list[str]]:
    """Return ``{own node: colors}`` that must not be used."""
    excluded: dict[str, list[str]] = {}
    for one in constraints:
        if one.kind == "forbidden" and one.node in view.own:
            excluded.setdefault(one.node, []).append(one.color)
    return excluded


def choose(
    view: View,
    beliefs: Coloring,
    required: Coloring,
    excluded: Mapping[str, Collection[str]],
    current: Coloring,
    scope: Scope,
) -> dict[str, str]:
    """
    Return the cheapest colors of nodes with excluded colors, current ones first among equals.

    Parameters
    ----------
    required
        Colors of other own nodes that bind.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for an exact answer.
    """
    chosen: dict[str, str] = {}
    nodes = [node for node in excluded if len({*excluded[node]}) < len(view.domain)]
    for start in range(0, len(nodes), _TOGETHER):
        part = nodes[start : start + _TOGETHER]
        allowed = [[color for color in view.domain if color not in excluded[node]] for node in part]
        rows = [dict(zip(part, row, strict=True)) for row in itertools.product(*allowed)]

        costs = [
            solving.least(view, beliefs, {**required, **chosen, **row}, scope).penalty for row in rows
        ]
        changes = [sum(current.get(node) != color for node, color in row.items()) for row in rows]
        chosen |= rows[min(range(len(rows)), key=lambda i: (costs[i], changes[i]))]
    return chosen
