"""
The colors of own nodes that a person excluded some colors for.

A person who says that a node must not be blue leaves the choice among the other colors to the agent. Its
choice binds for one turn and is made anew in each; what could be otherwise is searched on
:meth:`View.barring`, which leaves all other colors open. (Once the choice was kept as a demand: then
"a5 was demanded green" was given as a reason where blue would have done.)
"""

from __future__ import annotations

import itertools

from ..conformance import Scope
from ..view import Coloring, View
from . import solving

#: Nodes whose colors are chosen together; the cost grows exponentially with their number.
_TOGETHER = 5


def choose(
    view: View,
    beliefs: Coloring,
    required: Coloring,
    current: Coloring,
    scope: Scope,
) -> dict[str, str]:
    """
    Return the cheapest colors of nodes with barred colors, current ones first among equals.

    Parameters
    ----------
    required
        Colors of own nodes that bind; these nodes are not chosen for.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for an exact answer.
    """
    chosen: dict[str, str] = {}
    nodes = [node for node in view.barred if node not in required]
    for start in range(0, len(nodes), _TOGETHER):
        part = nodes[start : start + _TOGETHER]
        allowed = [[color for color in view.domain if color not in view.barred[node]] for node in part]
        rows = [dict(zip(part, row, strict=True)) for row in itertools.product(*allowed)]

        costs = [
            solving.least(view, beliefs, {**required, **chosen, **row}, scope).penalty for row in rows
        ]
        changes = [sum(current.get(node) != color for node, color in row.items()) for row in rows]
        chosen |= rows[min(range(len(rows)), key=lambda i: (costs[i], changes[i]))]
    return chosen
