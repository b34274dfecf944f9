"""
The ground truth of a game, for the experimenter: the best answer of each cluster to every border.

No participant sees this. For a border of more than ``MOST_ROWS`` colorings, only their number is
reported.
"""

from __future__ import annotations

from typing import Any

import solver
from solver import BudgetError

from ..conformance import Rules
from ..team import Team

MOST_ROWS = 10_000


def report(team: Team, rules: Rules) -> dict[str, Any]:
    """
    Analyze a game.

    Returns
    -------
    dict
        Plain values: ``nodes``, ``edges``, ``domain``, ``fixed``, ``owners``, ``solution``; for each
        participant its border, the colorings of the border with penalty, conflicts and colors of the
        best answer, and the colors of each border node for which an answer without conflicts exists.
    """
    problem = team.problem
    return {
        "topology": team.name,
        "person": team.person,
        "nodes": [str(node) for node in problem.nodes],
        "edges": [[str(u), str(v)] for u, v in problem.edges],
        "domain": [str(color) for color in problem.domain],
        "fixed": {str(node): str(color) for node, color in problem.fixed.items()},
        "owners": {str(node): str(owner) for node, owner in problem.owners.items()},
        "conflict_penalty": problem.conflict_penalty,
        "solution": team.solution,
        "participants": {name: _participant(team, rules, name) for name in team.participants},
    }


def _participant(team: Team, rules: Rules, name: str) -> dict[str, Any]:
    view = team.view(name, rules.scope)
    border = sorted(view.owners)
    truth: dict[str, Any] = {
        "nodes": list(view.own),
        "border": {node: view.owners[node] for node in border},
        "peers": list(view.peers),
        "colorings_of_the_border": len(view.domain) ** len(border),
    }
    if truth["colorings_of_the_border"] > MOST_ROWS:
        return truth
    try:
        table = solver.counterfactuals(view.problem, name, border, scope=rules.scope)
        penalties, conflicts = table.penalty.ravel().tolist(), table.conflicts.ravel().tolist()
    except BudgetError as error:
        return {**truth, "refused": str(error)}
    rows = []
    feasible: dict[str, set[str]] = {node: set() for node in border}
    for row, (penalty, count) in enumerate(zip(penalties, conflicts, strict=True)):
        colors = _digits(row, view.domain, len(border))
        given = dict(zip(border, colors, strict=True))
        if not count:
            for node, color in given.items():
                feasible[node].add(color)
        best = {str(node): str(color) for node, color in table.assignment(row).items()}
        rows.append({"border": given, "penalty": penalty, "conflicts": count, "best": best})
    truth["feasible_colors"] = {
        node: [color for color in view.domain if color in colors] for node, colors in feasible.items()
    }
    truth["feasible"] = sum(not count for count in conflicts)
    truth["answers"] = rows
    return truth


def _digits(row: int, domain: tuple[str, ...], length: int) -> list[str]:
    k = len(domain)
    return [domain[row // k ** (length - 1 - i) % k] for i in range(length)]
