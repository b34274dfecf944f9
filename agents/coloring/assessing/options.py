"""
What the agent could do for each thing that a neighbor might do: stage 10 of a turn.

One table from the solver holds the best answer to every coloring of the neighbor's border; all else here
is choosing and ordering rows. The current coloring is told as it is: with what the agent's colors cost
now, and score now, and not with what a better answer would. Where the border has more colorings than
:data:`MOST_ROWS`, only some of its nodes vary, those in conflict first, and ``held`` names the others.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import solver

from ...errors import InputError
from ..conformance import Order, Rules
from ..messages import Constraints, CostList, Option
from ..situation import Constraint, Situation
from ..view import Coloring, View
from . import solving
from .binding import known
from .satisfaction import conflicts as conflicts_of

#: Colorings of a border that one table may hold.
MOST_ROWS = 6561
#: How many options a message carries at most.
SENT = 10
#: Rows of a table up to which it is kept for the next turn.
KEPT_ROWS = 1000

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class OptionTable:
    """
    Options of one neighbor, best first.

    Attributes
    ----------
    boundary
        The neighbor's border, sorted by name.
    domain
        The colors.
    current
        The option that stands, with actual penalty, conflicts and score; None if a color is missing.
    missing
        Nodes of the border whose color is not known.
    held
        Nodes that were not varied, because the table would have been too large.
    total, by_constraint, by_distance
        Colorings of the nodes that vary; how many of them constraints ruled out; how many of the rest
        were left out for changing more than one node.
    colorings
        int64[options, varied], positions in the domain.
    penalty, conflicts, agent_score, human_score
        Of each option, in order.
    feasible_rows
        bool[options].
    answers
        int64[options, own nodes], the best answer to each.
    """

    boundary: tuple[str, ...]
    domain: tuple[str, ...]
    current: Option | None
    missing: tuple[str, ...]
    held: dict[str, str]
    total: int
    by_constraint: int
    by_distance: int
    varied: tuple[str, ...]
    own: tuple[str, ...]
    colorings: Ints
    penalty: NDArray[np.float64]
    conflicts: Ints
    agent_score: Ints
    human_score: Ints
    feasible_rows: NDArray[np.bool_]
    answers: Ints

    def __len__(self) -> int:
        return len(self.penalty)

    @functools.cached_property
    def options(self) -> tuple[Option, ...]:
        """All that were kept."""
        return tuple(self.option(i) for i in range(len(self)))

    @functools.cached_property
    def feasible(self) -> tuple[Option, ...]:
        """Those that the agent could answer without a conflict."""
        return tuple(self.option(i) for i in np.flatnonzero(self.feasible_rows).tolist())

    @property
    def feasible_count(self) -> int:
        """Number of feasible options."""
        return int(self.feasible_rows.sum())

    def best(self, count: int = SENT, *, feasible: bool = False) -> tuple[Option, ...]:
        """Give the first few, of all or of the feasible ones."""
        rows = np.flatnonzero(self.feasible_rows) if feasible else np.arange(len(self))
        return tuple(self.option(i) for i in rows[:count].tolist())

    def option(self, i: int) -> Option:
        """Option number ``i``."""
        agent, human = int(self.agent_score[i]), int(self.human_score[i])
        return Option.model_construct(
            human=self.coloring(i),
            penalty=float(self.penalty[i]),
            conflicts=int(self.conflicts[i]),
            agent_score=agent,
            human_score=human,
            combined=agent + human,
        )

    def coloring(self, i: int) -> dict[str, str]:
        """Colors of the border in option ``i``, those held included."""
        drawn = dict(zip(self.varied, (self.domain[c] for c in self.colorings[i].tolist()), strict=True))
        both = {**self.held, **drawn}
        return {node: both[node] for node in self.boundary if node in both}

    def answer(self, i: int) -> dict[str, str]:
        """Own colors in the best answer to option ``i``."""
        colors = (self.domain[c] for c in self.answers[i].tolist())
        return dict(zip(self.own, colors, strict=True))

    def per_node(self) -> dict[str, tuple[str, ...]]:
        """Colors that each node has in some feasible option, in domain order."""
        rows = self.colorings[self.feasible_rows]
        return {
            node: tuple(self.domain[c] for c in np.unique(rows[:, i]).tolist())
            for i, node in enumerate(self.varied)
        }


def options(
    view: View,
    situation: Situation,
    rules: Rules,
    colors: Coloring,
    peer: str,
    *,
    constraints: Iterable[Constraint] | None = None,
    team: bool = False,
) -> OptionTable:
    """
    Score what a neighbor might do.

    Parameters
    ----------
    colors
        Of the own nodes, after this turn's stages 3 to 8.
    peer
        The neighbor.
    constraints
        What is known to be impossible for nodes of the border; those in the situation if omitted. Nodes
        known to be fixed are constrained by that alone.
    team
        Whether the neighbor asked for the team's total.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for exact answers.
    """
    told = situation.constraints if constraints is None else tuple(constraints)
    asked = (
        *(rules, team, tuple(told), tuple(colors.items())),
        *(tuple(situation.beliefs.items()), situation.pins),
    )
    # While nothing changes the same is asked in each turn; the last small table of each peer is kept.
    if peer in view.kept and view.kept[peer][0] == asked:
        kept: OptionTable = view.kept[peer][1]
        return kept
    table = _table(view, situation, rules, colors, peer, told, team)
    if table.total <= KEPT_ROWS:
        view.kept[peer] = asked, table
    return table


def _table(
    view: View,
    situation: Situation,
    rules: Rules,
    colors: Coloring,
    peer: str,
    constraints: Iterable[Constraint],
    team: bool,
) -> OptionTable:
    boundary = view.border_of(peer)
    beliefs = known(view, situation.beliefs)
    missing = tuple(node for node in boundary if node not in beliefs)
    clashes = conflicts_of(view, colors, beliefs, rules)
    varied = _varied(view, boundary, {node for edge in clashes for node in edge[:2]}, beliefs)
    held = {node: beliefs[node] for node in boundary if node in beliefs and node not in varied}
    others = {n: c for n, c in beliefs.items() if view.owners[n] != peer} if rules.overlay else {}
    supposed = {**others, **held}
    required = {**situation.forced, **situation.committed, **view.fixed}
    allowed = _allowed(view, varied, constraints)
    near = None
    if rules.near and not missing and not team and not clashes:
        near = {node: beliefs[node] for node in varied}
    priced = _price(view, rules, varied, supposed, required, colors, allowed, near)
    points = np.array([view.points.get(color, 0) for color in view.domain], np.int64)
    agent_score = points[priced.answers].sum(axis=1)
    human_score = points[priced.colorings].sum(axis=1) + view.score(held)
    penalty, conflicts = priced.penalty, priced.conflicts
    current = None
    if not missing:
        cost = solving.penalty(view, colors, beliefs, rules.scope)
        mine, theirs = view.score(colors), view.score(beliefs, boundary)
        current = Option(
            human={node: beliefs[node] for node in boundary},
            penalty=cost,
            conflicts=len(clashes),
            agent_score=mine,
            human_score=theirs,
            combined=mine + theirs,
        )
        index = [view.domain.index(beliefs[node]) for node in varied]
        at = np.flatnonzero((priced.colorings == index).all(axis=1))
        penalty[at], conflicts[at] = cost, len(clashes)
        agent_score[at] = mine
        priced.answers[at] = [view.domain.index(colors[node]) for node in view.own]
    feasible = conflicts == 0 if rules.by_conflicts else penalty <= 0
    order = _ordered(rules.order, team, penalty, agent_score, human_score, feasible)
    return OptionTable(
        boundary=boundary,
        domain=view.domain,
        current=current,
        missing=missing,
        held=held,
        total=priced.total,
        by_constraint=priced.by_constraint,
        by_distance=priced.by_distance,
        varied=varied,
        own=view.own,
        colorings=priced.colorings[order],
        penalty=penalty[order],
        conflicts=conflicts[order],
        agent_score=agent_score[order],
        human_score=human_score[order],
        feasible_rows=feasible[order],
        answers=priced.answers[order],
    )


# ------------------------------------------------------------------------------------------- pricing


@dataclass
class _Priced:
    """Rows of the table that were kept, in the order of enumeration."""

    total: int
    by_constraint: int
    by_distance: int
    colorings: Ints
    penalty: NDArray[np.float64]
    conflicts: Ints
    answers: Ints


def _varied(
    view: View, boundary: Sequence[str], in_conflict: Collection[str], beliefs: Coloring
) -> tuple[str, ...]:
    """Nodes of the border that vary: all, or as many as a table holds."""
    most = len(boundary)
    while most and len(view.domain) ** most > MOST_ROWS:
        most -= 1
    if most == len(boundary):
        return tuple(boundary)
    # Unknown colors cannot be held, but may stay unknown; what clashes matters most.
    first = sorted(boundary, key=lambda node: (node not in in_conflict, node in beliefs))
    return tuple(sorted(first[:most]))


def _allowed(
    view: View, nodes: Sequence[str], constraints: Iterable[Constraint]
) -> dict[str, tuple[str, ...]]:
    """Colors that nodes may have, for nodes that are constrained."""
    left = {node: list(view.domain) for node in nodes}
    for constraint in constraints:
        node, color = view.node_name(constraint.node), view.color_name(constraint.color)
        if node not in left:
            continue
        forbids = constraint.kind == "forbidden"
        left[node] = [c for c in left[node] if (c != color) == forbids]
    for node, color in view.known_fixed.items():
        if node in left:
            left[node] = [c for c in left[node] if c == color]
    return {node: tuple(colors) for node, colors in left.items() if len(colors) < len(view.domain)}


def _price(
    view: View,
    rules: Rules,
    varied: tuple[str, ...],
    supposed: Coloring,
    required: Coloring,
    colors: Coloring,
    allowed: Mapping[str, tuple[str, ...]],
    near: Coloring | None,
) -> _Priced:
    beliefs: Any = supposed
    bound: Any = required
    table = solver.counterfactuals(
        _toned(view) if rules.score_tiebreak else view.problem,
        view.agent,
        varied,
        beliefs,
        bound,
        rules.scope,
    )
    may: Any = allowed
    center: Any = near
    possible = table.rows(may)
    rows = possible if near is None else table.rows(may, center)
    k, b = len(view.domain), len(varied)
    colorings = np.array([rows // k**i % k for i in range(b - 1, -1, -1)], np.int64).reshape(b, -1).T
    if rules.counterfactual:
        answers = table.colors.reshape(-1, len(view.own))[rows].astype(np.int64)
    else:
        mine = [view.domain.index(colors[node]) for node in view.own]
        answers = np.tile(np.array(mine, np.int64), (len(rows), 1))
    if rules.counterfactual and not rules.score_tiebreak:
        penalty = table.penalty.ravel()[rows].copy()
        conflicts = table.conflicts.ravel()[rows].copy()
    else:
        penalty, conflicts = _evaluated(view, rules, varied, supposed, colorings, answers)
    return _Priced(
        total=k**b,
        by_constraint=k**b - len(possible),
        by_distance=len(possible) - len(rows),
        colorings=colorings,
        penalty=penalty,
        conflicts=conflicts,
        answers=answers,
    )


def _evaluated(
    view: View, rules: Rules, varied: tuple[str, ...], supposed: Coloring, colorings: Ints, answers: Ints
) -> tuple[NDArray[np.float64], Ints]:
    """Penalty and conflicts of given answers to colorings of the border."""
    problem = view.problem
    seen = problem.seen_from(view.agent) if rules.scope == "cluster" else problem
    known_colors: Any = supposed
    whole = np.tile(problem.encode(known_colors), (len(colorings), 1))
    whole[:, [problem.node_index(node) for node in varied]] = colorings
    whole[:, [problem.node_index(node) for node in view.own]] = answers
    penalty = solver.penalties(problem, whole, rules.scope, view.agent)
    return penalty, solver.conflict_counts(seen, whole)


def _toned(view: View) -> solver.Problem:
    """
    The problem with points as the least of preferences, so that they decide between equal penalties.

    All of them together stay below one unit of the exact costs.
    """
    problem = view.problem
    if problem.costs is None:
        raise InputError("score_tiebreak: the preferences have no exact form, expected binary fractions")
    most = len(view.own) * max([abs(p) for p in view.points.values()], default=0) + 1
    unit = 2.0 ** -(problem.costs.shift + most.bit_length())
    tone = np.array([view.points.get(color, 0) * unit for color in view.domain])
    preferences = problem.preferences.copy()
    preferences[problem.members(view.agent)] += tone
    owners: Any = problem.owners
    return solver.Problem(
        problem.nodes,
        problem.edges,
        problem.domain,
        preferences=preferences,
        conflict_penalty=problem.conflict_penalty,
        fixed=problem.fixed,
        owners=owners,
    )


def _ordered(
    order: Order,
    team: bool,
    penalty: NDArray[np.float64],
    agent_score: Ints,
    human_score: Ints,
    feasible: NDArray[np.bool_],
) -> Ints:
    """Order of the options; ties stay in the order of enumeration."""
    combined = agent_score + human_score
    keys: tuple[NDArray[Any], ...]
    if order == "literal":
        keys = (penalty, -combined)
    elif team or order == "team":
        keys = (~feasible, -combined, -agent_score)
    else:
        keys = (~feasible, -agent_score, -human_score)
    return np.lexsort(keys[::-1])


# ------------------------------------------------------------------------------------------ payloads


def cost_list(view: View, situation: Situation, table: OptionTable) -> CostList:
    """Options as a payload (LLM_U)."""
    believed = known(view, situation.beliefs)
    return CostList(
        boundary_nodes=table.boundary,
        known={node: believed[node] for node in table.boundary if node in believed},
        current=table.current,
        options=table.best(),
        points=dict(view.points),
    )


def constraints_payload(
    view: View,
    situation: Situation,
    rules: Rules,
    colors: Coloring,
    table: OptionTable,
    culprits: Sequence[str] = (),
) -> Constraints:
    """
    Status first, then which colorings of the border would do (LLM_C).

    Parameters
    ----------
    table
        Made without the filter to near options (``near=False``), so that nothing that would do is left
        out.
    culprits
        Facts that rule everything out, if nothing would do.
    """
    beliefs = known(view, situation.beliefs)
    cost = solving.penalty(view, colors, beliefs, rules.scope)
    clashes = len(conflicts_of(view, colors, beliefs, rules))
    clean = clashes == 0 if rules.by_conflicts else cost <= _NO_PENALTY
    fields: dict[str, Any] = {
        "current_boundary": {node: beliefs[node] for node in table.boundary if node in beliefs},
        "current_penalty": cost,
        "current_conflicts": clashes,
        "missing": table.missing,
    }
    if clean and not table.missing:
        return Constraints(status="SUCCESS", **fields)
    return Constraints(
        status="NEED_ALTERNATIVES",
        valid_configs=tuple(option.human for option in table.best(feasible=True)),
        valid_count=table.feasible_count,
        per_node=table.per_node(),
        culprits=() if table.feasible_count else tuple(culprits),
        **fields,
    )


#: What the requirements' constraints mode takes for no penalty.
_NO_PENALTY = 1e-6
