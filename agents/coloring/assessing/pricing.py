"""Price the rows of an option table: the best answer to each coloring of a border, and its cost."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import solver

from ..conformance import Rules
from ..view import Coloring, View
from . import solving

Ints = NDArray[np.int64]


@dataclass
class Priced:
    """
    Rows of a table, in the order of enumeration.

    Attributes
    ----------
    total, by_constraint, by_distance
        Numbers of colorings: all, those that constraints rule out, and those of the rest that change
        more than one node.
    rows
        int64[rows], their numbers among all colorings, increasing.
    colorings
        int64[rows, varied], positions in the domain.
    penalty, conflicts
        Cost of the best answer to each coloring.
    answers
        int64[rows, own nodes], the best answer to each coloring.
    """

    total: int
    by_constraint: int
    by_distance: int
    rows: Ints
    colorings: Ints
    penalty: NDArray[np.float64]
    conflicts: Ints
    answers: Ints


def price(
    view: View,
    rules: Rules,
    varied: tuple[str, ...],
    supposed: Coloring,
    required: Coloring,
    colors: Coloring,
    allowed: Mapping[str, tuple[str, ...]],
    near: Coloring | None,
) -> Priced:
    """
    Price all colorings of the nodes that vary.

    Parameters
    ----------
    supposed
        Colors of foreign nodes that do not vary.
    required
        Colors that bind own nodes.
    colors
        Current colors of own nodes.
    allowed
        Colors that constrained nodes may have.
    near
        Coloring from which a row may differ in one node; None for no limit.
    """
    if rules.score_tiebreak:
        beliefs: Any = supposed
        bound: Any = required
        valued = solving.with_points(view, view.searched(required))
        table = solver.counterfactuals(valued, view.agent, varied, beliefs, bound, rules.scope)
    else:
        table = view.counterfactuals(varied, supposed, required, rules.scope)
    may: Any = allowed
    center: Any = near
    possible = table.rows(may)
    rows = possible if near is None else table.rows(may, center)
    k, b = len(view.domain), len(varied)
    colorings = _digits(k, b).take(rows, 0)
    if rules.counterfactual:
        answers = table.colors.reshape(-1, len(view.own)).take(rows, 0).astype(np.int64)
    else:
        mine = [view.domain.index(colors[node]) for node in view.own]
        answers = np.tile(np.array(mine, np.int64), (len(rows), 1))
    if rules.counterfactual and not rules.score_tiebreak:
        penalty, conflicts = table.penalty.take(rows), table.conflicts.take(rows)
    else:
        penalty, conflicts = _evaluated(view, rules, varied, supposed, colorings, answers)
    return Priced(
        total=k**b,
        by_constraint=k**b - len(possible),
        by_distance=len(possible) - len(rows),
        rows=rows,
        colorings=colorings,
        penalty=penalty,
        conflicts=conflicts,
        answers=answers,
    )


@functools.lru_cache(maxsize=16)
def _digits(k: int, b: int) -> Ints:
    """Return all groups of ``b`` digits below ``k`` in order, int64[k**b, b]."""
    rows = np.arange(k**b)
    columns = [rows // k**i % k for i in range(b - 1, -1, -1)]
    return np.array(columns, np.int64).reshape(b, -1).T.copy()


def _evaluated(
    view: View, rules: Rules, varied: tuple[str, ...], supposed: Coloring, colorings: Ints, answers: Ints
) -> tuple[NDArray[np.float64], Ints]:
    """Return penalty and conflicts of given answers to colorings of the border."""
    problem = view.problem
    seen = problem.seen_from(view.agent) if rules.scope == "cluster" else problem
    known_colors: Any = supposed
    whole = np.tile(problem.encode(known_colors), (len(colorings), 1))
    whole[:, [problem.node_index(node) for node in varied]] = colorings
    whole[:, [problem.node_index(node) for node in view.own]] = answers
    penalty = solver.penalties(problem, whole, rules.scope, view.agent)
    return penalty, solver.conflict_counts(seen, whole)
