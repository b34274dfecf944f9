"""
The doors to the solver that this room uses: an agent's view and strings in, strings and numbers out.

Every question is asked of ``view.problem``, which holds nothing that the agent does not see.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import solver

from ..conformance import Rules, Scope
from ..view import Coloring, View

#: Cycles of damped Max-Sum in one turn.
MAXSUM_CYCLES = 100


class Answer(NamedTuple):
    """Colors of a cluster, and what they cost together with what is believed."""

    penalty: float
    colors: dict[str, str]


class Least(NamedTuple):
    """What a best answer costs, and how many conflicts with an own end it has."""

    penalty: float
    conflicts: int


class Greedy(NamedTuple):
    """A greedy coloring; ``local_scores`` is what each color cost when the node's turn came."""

    colors: dict[str, str]
    local_scores: dict[str, dict[str, float]]


def penalty(view: View, colors: Coloring, beliefs: Coloring, scope: Scope) -> float:
    """Penalty of own colors and beliefs together."""
    together: Any = {**beliefs, **colors}
    return solver.penalty(view.problem, together, scope, view.agent)


def greedy(view: View, beliefs: Coloring, required: Coloring, preseed: bool) -> Greedy:
    """Own nodes in order, each in its cheapest color."""
    found = solver.greedy_response(
        view.problem, view.agent, _names(beliefs), _names(required), preseed_constrained=preseed
    )
    scores = cast("dict[str, dict[str, float]]", found.local_scores)
    return Greedy(cast("dict[str, str]", found.assignment), scores)


def best(
    view: View,
    beliefs: Coloring,
    required: Coloring,
    scope: Scope,
    current: Coloring | None = None,
) -> Answer:
    """
    Give the exact best answer to what is believed.

    Parameters
    ----------
    current
        Kept if no answer costs less, and must respect what is required; without it the first best one
        in node and domain order is given.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for an exact answer.
    """
    asked = (view.problem, view.agent, _names(beliefs), _names(required))
    if current is not None:
        # That what stands is as good is most often so, and told sooner than which optimum is first.
        stands = penalty(view, current, beliefs, scope)
        if stands <= solver.best_response(*asked, "any", scope).penalty:
            return Answer(stands, dict(current))
    found = solver.best_response(*asked, "lex", scope)
    return Answer(found.penalty, cast("dict[str, str]", found.assignment))


def least(view: View, beliefs: Coloring, required: Coloring, scope: Scope) -> Least:
    """
    Say what the best answer costs, and not which of several it is: an order of magnitude sooner.

    Raises
    ------
    BudgetError
        As :func:`best`.
    """
    found = solver.best_response(
        view.problem, view.agent, _names(beliefs), _names(required), "any", scope
    )
    colors = cast("dict[str, str]", found.assignment)
    return Least(found.penalty, len(view.conflicts(colors, beliefs)))


def maxsum(view: View, beliefs: Coloring, required: Coloring, rules: Rules, seed: int) -> dict[str, str]:
    """Damped Max-Sum on the cluster, beliefs held fixed; nodes of unknown color take no part."""
    fixed = {**beliefs, **required, **view.fixed}
    nodes = [*view.own, *(node for node in view.owners if node in beliefs)]
    there = set(nodes)
    mine = set(view.own)
    edges = [
        pair
        for pair in view.edges
        if there.issuperset(pair) and (rules.scope == "global" or mine & {*pair})
    ]
    problem = solver.Problem(
        nodes,
        edges,
        view.domain,
        preferences=_names(view.preferences),
        conflict_penalty=view.conflict_penalty,
        fixed=_names(fixed),
    )
    found: Any = solver.dcop.maxsum(problem, cycles=MAXSUM_CYCLES, damping=rules.damping, seed=seed)
    return {node: found.assignment[node] for node in view.own}


def scattered(view: View, required: Coloring, seed: int) -> dict[str, str]:
    """Colors by lot, the required ones aside."""
    lot = random.Random(seed)
    drawn = {node: lot.choice(view.domain) for node in view.own}
    return {**drawn, **required, **view.fixed}


def _names(mapping: Mapping[str, Any]) -> Any:
    # Solver names are any hashables, and a Mapping of str keys is none of hashable ones to mypy.
    return mapping
