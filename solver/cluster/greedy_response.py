"""
The greedy coloring of a cluster, as the studies of negotiating agents define it.

Each node of the cluster in turn takes the color that costs least, given the believed foreign colors and
the nodes colored before it. The two variants differ in required nodes: the *literal* one colors them in
turn, so that an earlier neighbor may conflict with them; with ``preseed_constrained`` they have their
colors from the start. Neither uses the cluster's previous colors.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._kernels.cluster import elimination_answers
from ..problems.definition import Color, Node
from ..problems.penalty import penalty
from ..problems.problem import Problem
from .local import ledger
from .prepared import Beliefs, prepare

#: Below this bound, sums of integer costs are exact as floats.
EXACT = 1 << 53


class GreedyResponse(NamedTuple):
    """
    A greedy coloring of a cluster.

    Attributes
    ----------
    penalty
        ``solver.penalty`` of the beliefs and the assignment together, over all edges.
    assignment
        ``{node: color}`` of the cluster's nodes, in node order.
    local_scores
        ``{node: {color: cost}}``, the cost of each color in the node's turn; for a required node only
        its color, at 0.0.
    """

    penalty: float
    assignment: dict[Node, Color]
    local_scores: dict[Node, dict[Color, float]]


def greedy_response(
    problem: Problem,
    cluster: Hashable | Iterable[Node],
    beliefs: Beliefs = None,
    fixed: Mapping[Node, Color | None] | None = None,
    *,
    preseed_constrained: bool = True,
) -> GreedyResponse:
    """
    Color a cluster node by node with the cheapest color, the earliest in the domain among equals.

    Parameters
    ----------
    problem
        The problem.
    cluster
        Owner, or names of nodes, which are colored in node order.
    beliefs
        Colors of foreign nodes; an unknown color costs nothing.
    fixed
        Required colors of the cluster's nodes; ``problem.fixed`` takes precedence.
    preseed_constrained
        Whether required nodes have their colors from the start; False is the literal variant.
    """
    home = prepare(problem, cluster, "global")
    known = home.know(beliefs, fixed)
    # Plain numbers: to take single ones out of arrays took most of the time.
    members = home.members.tolist()
    colors = known.colors.tolist()
    required = [colors[v] for v in members]
    if not preseed_constrained:
        for v in members:
            colors[v] = -1
    incident: dict[int, list[tuple[int, float]]] = {v: [] for v in members}
    for (u, v), weight in zip(problem.ends.tolist(), problem.weights.tolist(), strict=True):
        if u in incident:
            incident[u].append((v, weight))
        if v in incident:
            incident[v].append((u, weight))
    local_scores: dict[Node, dict[Color, float]] = {}
    preferences = problem.preferences[home.members].tolist()
    for name, v, color, liked in zip(home.names, members, required, preferences, strict=True):
        if color >= 0:
            colors[v] = color
            local_scores[name] = {problem.domain[color]: 0.0}
            continue
        clashes = [0.0] * problem.k
        for u, weight in incident[v]:
            if colors[u] >= 0:
                clashes[colors[u]] += weight
        costs = [clash - value for clash, value in zip(clashes, liked, strict=True)]
        colors[v] = costs.index(min(costs))
        local_scores[name] = dict(zip(problem.domain, costs, strict=True))
    colored = np.array(colors, np.int32)
    return GreedyResponse(_penalty(problem, colored), home.named(colored), local_scores)


def _penalty(problem: Problem, colors: NDArray[np.int32]) -> float:
    """Return :func:`solver.penalty`; where costs are exact integers, from those of other answers."""
    costs = problem.costs
    if costs is None or costs.bound >= EXACT:
        return penalty(problem, colors)
    total, _, _ = elimination_answers.account(ledger(problem, costs), colors, colors, problem.k)
    return float(costs.to_float(total))
