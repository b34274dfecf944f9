"""
Options: what the agent could do for each coloring of a neighbor's border, best first.

One table of the solver holds the best answer to every coloring of the border; this module chooses and
orders its rows. The row of the current coloring carries the cost and score of the agent's current
colors, not of a better answer. Where the border has more colorings than :data:`MOST_ROWS`, only some of
its nodes vary, those in conflict first, and ``held`` names the others.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..conformance import Order, Rules
from ..messages import Option
from ..situation import Constraint, NodeColor, Situation
from ..view import Coloring, View
from . import solving
from .binding import known
from .pricing import Ints, price
from .satisfaction import conflicts as conflicts_of

#: Colorings of a border that one table may hold.
MOST_ROWS = 6561
#: Maximum number of options in a message.
SENT = 10
#: Options that the log of counterfactuals shows.
LOGGED = 3
#: Rows of a table up to which it is kept for the next turn.
KEPT_ROWS = 1000
#: Key of the last basis in a view's cache; there is no peer of this name.
_BASIS = "\0basis"


#: Arrays of a table with a row for each option.
_BY_ROW = (
    "colorings", "penalty", "conflicts", "agent_score", "human_score", "feasible_rows", "answers",
)  # fmt: skip


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
        Nodes that do not vary, because the table would be too large, with their colors.
    total, by_constraint, by_distance
        Numbers of colorings of the nodes that vary: all, those that limits rule out, and those of
        the rest that are left out because they change more than one node.
    varied, own
        Nodes that vary; own nodes.
    colorings
        int64[options, varied], positions in the domain.
    penalty, conflicts, agent_score, human_score
        Cost and scores of each option, in order.
    feasible_rows
        bool[options], whether the agent could answer without a conflict.
    answers
        int64[options, own nodes], the best answer to each option.
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
        """All options."""
        return tuple(self.option(i) for i in range(len(self)))

    @functools.cached_property
    def feasible(self) -> tuple[Option, ...]:
        """Options that the agent could answer without a conflict."""
        return tuple(self.option(i) for i in np.flatnonzero(self.feasible_rows).tolist())

    @functools.cached_property
    def feasible_count(self) -> int:
        """Number of feasible options."""
        return int(self.feasible_rows.sum())

    def best(self, count: int = SENT, *, feasible: bool = False) -> tuple[Option, ...]:
        """Return the first few options, of all or of the feasible ones."""
        if feasible:
            return tuple([self.option(i) for i in np.flatnonzero(self.feasible_rows)[:count].tolist()])
        return tuple([self.option(i) for i in range(min(count, len(self)))])

    @functools.cached_property
    def _made(self) -> dict[int, Option]:
        return {}

    def option(self, i: int) -> Option:
        """Return option number ``i``; each is made once."""
        made = self._made.get(i)
        if made is None:
            made = self._made[i] = self._option(i)
        return made

    def _option(self, i: int) -> Option:
        penalty, conflicts, agent, human = self._numbers[i]
        return Option(
            human=self.coloring(i),
            penalty=penalty,
            conflicts=conflicts,
            agent_score=agent,
            human_score=human,
            combined=agent + human,
        )

    @functools.cached_property
    def _numbers(self) -> list[tuple[float, int, int, int]]:
        """Penalty, conflicts and both scores of each option."""
        columns = (self.penalty, self.conflicts, self.agent_score, self.human_score)
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def coloring(self, i: int) -> dict[str, str]:
        """Return the colors of the border in option ``i``, held nodes included."""
        drawn = [self.domain[c] for c in self._digits[i]]
        if self.varied == self.boundary:
            return dict(zip(self.boundary, drawn, strict=True))
        both = {**self.held, **dict(zip(self.varied, drawn, strict=True))}
        return {node: both[node] for node in self.boundary if node in both}

    @functools.cached_property
    def _digits(self) -> list[list[int]]:
        """Positions in the domain of each option, as plain numbers."""
        digits: list[list[int]] = self.colorings.tolist()
        return digits

    def row(self, coloring: Coloring) -> int | None:
        """Return the number of the option with these colors of the border; None if there is none."""
        held = {node: color for node, color in self.held.items() if node in self.boundary}
        if len(coloring) != len(held) + len(self.varied) or not held.items() <= coloring.items():
            return None
        return self._rows.get(tuple([coloring.get(node) for node in self.varied]))

    @functools.cached_property
    def _rows(self) -> dict[tuple[str | None, ...], int]:
        """Number of the option of each coloring of the nodes that vary."""
        domain = self.domain
        return {tuple([domain[c] for c in row]): i for i, row in enumerate(self._digits)}

    def answer(self, i: int) -> dict[str, str]:
        """Return the own colors in the best answer to option ``i``."""
        colors = [self.domain[c] for c in self.answers[i].tolist()]
        return dict(zip(self.own, colors, strict=True))

    @functools.cached_property
    def summary(self) -> dict[str, Any]:
        """The table as the log of counterfactuals shows it, in plain values."""
        return {
            "total": self.total,
            "by_constraint": self.by_constraint,
            "by_distance": self.by_distance,
            "held": sorted(self.held),
            "kept": len(self),
            "feasible": self.feasible_count,
            "best": [option.json_dict() for option in self.best(LOGGED)],
        }

    def without(self, never: Iterable[Sequence[NodeColor]]) -> OptionTable:
        """Return the table without the options that hold all colors of a combination."""
        kept = np.ones(len(self), np.bool_)
        for taught in never:
            if any(part.node not in self.varied for part in taught):
                continue
            columns = [self.varied.index(part.node) for part in taught]
            digits = [self.domain.index(part.color) for part in taught]
            kept &= ~(self.colorings[:, columns] == digits).all(1)
        if kept.all():
            return self
        rows = np.flatnonzero(kept)
        return replace(
            self,
            by_constraint=self.by_constraint + len(self) - len(rows),
            **{name: getattr(self, name).take(rows, 0) for name in _BY_ROW},
        )

    def per_node(self) -> dict[str, tuple[str, ...]]:
        """Return the colors that each node has in some feasible option, in domain order."""
        rows = self.colorings[self.feasible_rows].tolist()
        columns = zip(*rows, strict=True) if rows else [()] * len(self.varied)
        return {
            node: tuple([self.domain[c] for c in sorted({*column})])
            for node, column in zip(self.varied, columns, strict=True)
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
    Score the colorings that a neighbor's border might have.

    Parameters
    ----------
    colors
        Colors of own nodes after stages 3 to 8 of this turn.
    peer
        Name of the neighbor.
    constraints
        Constraints on nodes of the border; those in the situation if omitted. Nodes known to be fixed
        are constrained in any case.
    team
        Whether the neighbor asked for the team's total.

    Raises
    ------
    BudgetError
        If the cluster is too large and too dense for exact answers.
    """
    stated = situation.constraints if constraints is None else tuple(constraints)
    basis = _basis(view, situation, rules, colors)
    key = basis.key, team, stated
    # While nothing changes, every turn needs the same table; the last small one of each peer is kept.
    if peer in view.kept and view.kept[peer][0] == key:
        kept: OptionTable = view.kept[peer][1]
        return kept
    table = _table(basis, peer, stated, team)
    if table.total <= KEPT_ROWS:
        view.kept[peer] = key, table
    return table


class _Given(NamedTuple):
    """What all tables of a turn are made from."""

    beliefs: dict[str, str]
    clashes: list[tuple[str, str, str]]
    in_conflict: frozenset[str]
    required: dict[str, str]
    cost: float
    score: int
    answer: list[int]


class _Basis:
    """
    What the tables of all neighbors have in common in a turn.

    Attributes
    ----------
    key
        Everything that a table depends on, the peer and its constraints excepted.
    """

    def __init__(self, view: View, situation: Situation, rules: Rules, colors: Coloring) -> None:
        self.view, self.situation, self.rules, self.colors = view, situation, rules, colors
        beliefs = tuple(situation.beliefs.items())
        self.key = (rules, tuple(colors.items()), beliefs, situation.pins)

    @functools.cached_property
    def given(self) -> _Given:
        """The common part, made for the first table that is new."""
        view, situation, rules, colors = self.view, self.situation, self.rules, self.colors
        beliefs = known(view, situation.beliefs)
        clashes = conflicts_of(view, colors, beliefs, rules)
        return _Given(
            beliefs,
            clashes,
            frozenset([node for edge in clashes for node in edge[:2]]),
            {**situation.forced, **situation.committed, **view.fixed},
            solving.penalty(view, colors, beliefs, rules.scope),
            view.score(colors),
            [view.domain.index(colors[node]) for node in view.own],
        )


def _basis(view: View, situation: Situation, rules: Rules, colors: Coloring) -> _Basis:
    """Return the basis of the turn's tables; the last one is kept."""
    kept: _Basis | None = view.kept.get(_BASIS)
    if kept is not None and (
        kept.situation is situation and kept.colors is colors and kept.rules is rules
    ):
        return kept
    view.kept[_BASIS] = basis = _Basis(view, situation, rules, colors)
    return basis


def _table(basis: _Basis, peer: str, constraints: Iterable[Constraint], team: bool) -> OptionTable:
    view, rules, colors, given = basis.view, basis.rules, basis.colors, basis.given
    beliefs, clashes, cost, mine = given.beliefs, given.clashes, given.cost, given.score
    boundary = view.border_of(peer)
    missing = tuple(node for node in boundary if node not in beliefs)
    varied = _varied(view, boundary, given.in_conflict, beliefs)
    held = {node: beliefs[node] for node in boundary if node in beliefs and node not in varied}
    others = {n: c for n, c in beliefs.items() if view.owners[n] != peer} if rules.overlay else {}
    supposed = {**others, **held}
    allowed = _allowed(view, varied, constraints)
    near = None
    if rules.near and not missing and not team and not clashes:
        near = {node: beliefs[node] for node in varied}
    priced = price(view, rules, varied, supposed, given.required, colors, allowed, near)
    points = view.points_by_color
    agent_score = np.add.reduce(points.take(priced.answers), 1)
    human_score = np.add.reduce(points.take(priced.colorings), 1) + view.score(held)
    penalty, conflicts = priced.penalty, priced.conflicts
    current = None
    if not missing:
        theirs = view.score(beliefs, boundary)
        current = Option(
            human={node: beliefs[node] for node in boundary},
            penalty=cost,
            conflicts=len(clashes),
            agent_score=mine,
            human_score=theirs,
            combined=mine + theirs,
        )
        row = 0
        for node in varied:
            row = row * len(view.domain) + view.domain.index(beliefs[node])
        (at,) = (priced.rows == row).nonzero()
        # The highest score of the best answer stands where the agent will go for it.
        if not (rules.score_tiebreak and len(at) and cost <= penalty[at[0]]):
            penalty[at], conflicts[at] = cost, len(clashes)
            agent_score[at] = mine
            priced.answers[at] = given.answer
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
        colorings=priced.colorings.take(order, 0),
        penalty=penalty.take(order, 0),
        conflicts=conflicts.take(order, 0),
        agent_score=agent_score.take(order, 0),
        human_score=human_score.take(order, 0),
        feasible_rows=feasible.take(order, 0),
        answers=priced.answers.take(order, 0),
    )


# ------------------------------------------------------------------------------------------- within


def _varied(
    view: View, boundary: Sequence[str], in_conflict: Collection[str], beliefs: Coloring
) -> tuple[str, ...]:
    """Return the nodes of the border that vary: all, or as many as a table holds."""
    most = len(boundary)
    while most and len(view.domain) ** most > MOST_ROWS:
        most -= 1
    if most == len(boundary):
        return tuple(boundary)
    # Unknown colors cannot be held, but may stay unknown; nodes in conflict matter most.
    first = sorted(boundary, key=lambda node: (node not in in_conflict, node in beliefs))
    return tuple(sorted(first[:most]))


def _allowed(
    view: View, nodes: Sequence[str], constraints: Iterable[Constraint]
) -> dict[str, tuple[str, ...]]:
    """Return the colors that constrained nodes may have."""
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


def _ordered(
    order: Order,
    team: bool,
    penalty: NDArray[np.float64],
    agent_score: Ints,
    human_score: Ints,
    feasible: NDArray[np.bool_],
) -> Ints:
    """Return the order of the options; ties stay in the order of enumeration."""
    combined = agent_score + human_score
    keys: tuple[NDArray[Any], ...]
    if order == "literal":
        keys = (penalty, -combined)
    elif team or order == "team":
        keys = (~feasible, -combined, -agent_score)
    else:
        keys = (~feasible, -agent_score, -human_score)
    return np.lexsort(keys[::-1])
