"""
Calls of the solver: an agent's view and names in, names and numbers out.

All of them use ``view.problem``, which holds nothing that the agent does not see.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import numpy as np

import solver
from solver import BudgetError

from ...errors import InputError
from ..conformance import Rules, Scope
from ..view import Coloring, View

#: Cycles of damped Max-Sum in one turn.
MAXSUM_CYCLES = 100


class Answer(NamedTuple):
    """Colors of a cluster, and their penalty together with the beliefs."""

    penalty: float
    colors: dict[str, str]


class Least(NamedTuple):
    """Penalty of a best answer, and its number of conflicts with an own end."""

    penalty: float
    conflicts: int


class Greedy(NamedTuple):
    """A greedy coloring; ``local_scores`` holds the cost of each color when its node was colored."""

    colors: dict[str, str]
    local_scores: dict[str, dict[str, float]]


def penalty(view: View, colors: Coloring, beliefs: Coloring, scope: Scope) -> float:
    """Return the penalty of own colors and beliefs together."""
    return view.penalty(colors, beliefs, scope)


def greedy(view: View, beliefs: Coloring, required: Coloring, preseed: bool) -> Greedy:
    """Color own nodes in order, each in its cheapest color."""
    response = solver.greedy_response(
        view.searched(required),
        view.agent,
        _names(beliefs),
        _names(required),
        preseed_constrained=preseed,
    )
    scores = cast("dict[str, dict[str, float]]", response.local_scores)
    return Greedy(cast("dict[str, str]", response.assignment), scores)


def best(
    view: View,
    beliefs: Coloring,
    required: Coloring,
    scope: Scope,
    current: Coloring | None = None,
) -> Answer:
    """
    Return the exact best answer to the beliefs.

    Parameters
    ----------
    current
        Colors kept if no answer costs less; they must respect the required ones. If omitted, the
        first best answer in node and domain order is returned.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for an exact answer.
    """
    if current is not None:
        # Most often the current colors are optimal; to check that is faster than to find the first
        # optimum.
        cost = penalty(view, current, beliefs, scope)
        if cost <= view.best_response(beliefs, required, "any", scope).penalty:
            return Answer(cost, dict(current))
    response = view.best_response(beliefs, required, "lex", scope)
    return Answer(response.penalty, cast("dict[str, str]", response.assignment))


def least(view: View, beliefs: Coloring, required: Coloring, scope: Scope) -> Least:
    """
    Return the cost of the best answer; ten times faster than finding the first of several.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for an exact answer.
    """
    response = view.best_response(beliefs, required, "any", scope)
    colors = cast("dict[str, str]", response.assignment)
    return Least(response.penalty, len(view.conflicts(colors, beliefs)))


def highest(view: View, beliefs: Coloring, required: Coloring, scope: Scope) -> dict[str, str]:
    """
    Return an answer of highest score among those of least penalty, the first of several.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for an exact answer.
    """
    valued = with_points(view, view.searched(required))
    answer = solver.best_response(
        valued, view.agent, _names(beliefs), _names(required), scope=scope
    ).assignment
    return cast("dict[str, str]", answer)


def with_points(view: View, problem: solver.Problem) -> solver.Problem:
    """
    Return the problem with points as tiny preferences, so that they decide between equal penalties.

    All points together stay below one unit of the exact costs.
    """
    if problem.costs is None:
        raise InputError("score_tiebreak: expected preferences that are binary fractions")
    most = len(view.own) * max([abs(p) for p in view.points.values()], default=0) + 1
    unit = 2.0 ** -(problem.costs.shift + most.bit_length())
    points = np.array([view.points.get(color, 0) * unit for color in view.domain])
    preferences = problem.preferences.copy()
    preferences[problem.members(view.agent)] += points
    return problem.replace(preferences=preferences)


def solvable(view: View, beliefs: Coloring, required: Coloring, *, over_budget: bool = False) -> bool:
    """Return whether an answer without conflicts exists, or ``over_budget`` if that is not known."""
    try:
        return view.fewest_conflicts(beliefs, {**required, **view.fixed}) == 0
    except BudgetError:
        return over_budget


def maxsum(view: View, beliefs: Coloring, required: Coloring, rules: Rules, seed: int) -> dict[str, str]:
    """Run damped Max-Sum on the cluster with beliefs held fixed and unknown nodes left out."""
    fixed = {**beliefs, **required, **view.fixed}
    nodes = [*view.own, *(node for node in view.owners if node in beliefs)]
    known = set(nodes)
    mine = set(view.own)
    edges = [
        pair
        for pair in view.edges
        if known.issuperset(pair) and (rules.scope == "global" or mine & {*pair})
    ]
    problem = solver.Problem(
        nodes,
        edges,
        view.domain,
        preferences=_names(view.preferences),
        conflict_penalty=view.conflict_penalty,
        fixed=_names(fixed),
    )
    result: Any = solver.dcop.maxsum(problem, cycles=MAXSUM_CYCLES, damping=rules.damping, seed=seed)
    return {node: result.assignment[node] for node in view.own}


def scattered(view: View, required: Coloring, seed: int) -> dict[str, str]:
    """Return random colors, with the required ones put in."""
    rng = random.Random(seed)
    drawn = {node: rng.choice(view.domain) for node in view.own}
    return {**drawn, **required, **view.fixed}


def _names(mapping: Mapping[str, Any]) -> Any:
    # Names of the solver are any hashables; to mypy a Mapping of str keys is not one of hashables.
    return mapping
