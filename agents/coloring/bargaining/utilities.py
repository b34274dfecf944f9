"""
Tables that agents pass on where negotiation stalls: the UTIL and VALUE phases of DPOP between clusters.

In a tree of agents, each agent sends its parent the cost of every coloring of the parent's border to
itself and all agents below it: the counterfactual table from which options come, plus the tables of its
own children. The root then chooses its best colors, its children choose theirs given the root's, and so
on down; the colors travel as ordinary reports. Every message names nodes of its recipient only.

On a tree of agents one round is exact. For edges of the team that are not in the tree, the believed
colors are used, so a round is a step of a large-neighborhood search; ``game/tours`` moves the root from
round to round. Three rules let the search leave plateaus and local minima. Ties are broken at random. An
edge that is still in conflict after a round weighs half a conflict more from then on (breakout, Morris
1993). Agents that choose at the same time keep their common border where that costs nothing.

Of 190 hard random teams (planted with 3 or 4 colors, 3x5 to 5x10 nodes), 50 steps solved 93% with trees,
94% with breakout in addition, and 91% if agents do not keep the common border. Depth-first trees, in
which no two neighbors choose at once but which need more steps, did worse, and so did moving the root
every second step.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import solver
from solver import BudgetError, Problem

from ...errors import rejected
from ..events import Event, event
from ..messages import Outgoing, Utilities
from ..situation import Place, Situation
from ..view import Coloring, View

#: Entries of a table in a message; beyond it, some nodes keep their colors.
MAX_ENTRIES = 4096
#: Cells of a joint table that an agent computes for itself.
MAX_CELLS = 1 << 18
#: Weight of a strain, in conflicts; ``game/tours`` says how many a round adds to an edge.
STRAIN = 0.5
#: Key of the last problem with strains in a view's cache; there is no peer of this name.
_STRAINED = "\0strained"


@dataclass(frozen=True)
class Planned:
    """
    Result of a turn in a tree of agents.

    Attributes
    ----------
    colors
        Colors of all own nodes.
    messages
        Table for the parent, if this is the step for it.
    events
        Events in order.
    """

    colors: dict[str, str]
    messages: tuple[Outgoing, ...] = ()
    events: tuple[Event, ...] = ()


def next_turn(view: View, situation: Situation, colors: Coloring, *, seed: int = 0) -> Planned:
    """
    Carry out the agent's part of a round: send a table, choose colors, or do nothing.

    This is a pure function, and respects commitments, demands and fixed nodes. Where a table would not
    fit the solver's budget, the agent notes that in an event and keeps its colors, and the others use
    their beliefs about it.

    Parameters
    ----------
    colors
        Current colors of all own nodes.
    seed
        Seed of random tie-breaking.
    """
    place = situation.place
    kept = dict(colors)
    if place is None:
        return Planned(kept)
    try:
        if place.tells and place.parent is not None:
            table = utilities(view, situation, kept, place.parent, seed=seed)
            if table is not None:
                return Planned(kept, (_message(place.parent, table),))
        if place.chooses:
            return Planned(choose(view, situation, kept, seed=seed))
    except BudgetError as error:
        return Planned(kept, (), (event("coloring.tables_over_budget", {"reason": str(error)}),))
    return Planned(kept)


def utilities(
    view: View, situation: Situation, colors: Coloring, peer: str, *, seed: int = 0
) -> Utilities | None:
    """
    Tabulate the cost of each coloring of a peer's border to the agent and its children in the tree.

    Where the table would have more than ``MAX_ENTRIES``, randomly drawn nodes of the border keep their
    believed colors. Returns None if no node is left to vary.

    Raises
    ------
    BudgetError
        If the solver cannot tabulate within its budget.
    """
    rng = _rng(view, situation, seed)
    border = list(view.border_of(peer))
    most = _fitting(MAX_ENTRIES, len(view.domain))
    while len(border) > most:
        border.pop(rng.randrange(len(border)))
    if not border:
        return None
    joint = _Joint(view, situation, colors, border, rng)
    costs = joint.costs.reshape(-1, len(view.domain) ** len(border)).min(0)
    return Utilities(boundary_nodes=tuple(border), costs=tuple(costs.tolist()), round=situation.round)


def choose(view: View, situation: Situation, colors: Coloring, *, seed: int = 0) -> dict[str, str]:
    """
    Choose the colors of least cost to the agent and its children in the tree together.

    Raises
    ------
    BudgetError
        If the solver cannot tabulate within its budget.
    """
    rng = _rng(view, situation, seed)
    place = situation.place or Place()
    choice = _best_choice(view, situation, colors, {}, rng)
    # People act on the colors that they see: these change only if something is gained.
    calm_for = [*place.beside, *(one for one in view.people if one in view.peers)]
    still = {node: colors[node] for peer in calm_for for node in view.border_to(peer)}
    if still:
        calm = _best_choice(view, situation, colors, still, rng)
        if calm.cost <= choice.cost + 1e-9:
            choice = calm
    problem, scope = _weighted(view, situation), view.widest
    answer = solver.best_response(
        problem, view.agent, choice.beliefs, choice.required, scope=scope, order=choice.order
    )
    return {v: str(answer.assignment[v]) for v in view.own}


def check_table(view: View, recipient: str, table: Utilities) -> None:
    """
    Refuse a table that is not over nodes of the recipient that touch the sender.

    Raises
    ------
    ActionRejected
        If the table is over other nodes.
    """
    legal = view.border_of(recipient)
    for node in table.boundary_nodes:
        if node not in legal:
            raise rejected(
                "utilities.boundary_nodes",
                node,
                f"one of {recipient}'s nodes next to yours: {', '.join(legal) or 'none'}",
            )
    entries = len(view.domain) ** len(table.boundary_nodes)
    if len(table.costs) != entries or len(set(table.boundary_nodes)) < len(table.boundary_nodes):
        raise rejected("utilities.costs", len(table.costs), f"{entries} costs, for distinct nodes")


# ------------------------------------------------------------------------------------------- within


def _message(parent: str, table: Utilities) -> Outgoing:
    nodes = ", ".join(table.boundary_nodes)
    text = f"What each coloring of {nodes} would cost me, and those who asked me to pass it on."
    return Outgoing.carrying(parent, "utilities", text, table, None)


def _rng(view: View, situation: Situation, seed: int) -> random.Random:
    return random.Random(f"{seed}:{view.agent}:{situation.time_step}")


def _fitting(cells: int, k: int) -> int:
    """Return the maximum number of nodes of a table with so many cells."""
    count = 0
    while k ** (count + 1) <= cells and k > 1:
        count += 1
    return count


def _bound(view: View, situation: Situation) -> dict[str, str]:
    """Return the colors that bind own nodes in a round: deals with other agents end when it begins."""
    committed = {
        pin.node: pin.color
        for pin in situation.pins
        if pin.kind == "committed" and pin.by in view.people
    }
    return {**situation.forced, **committed}


class _Joint:
    """
    Joint costs of the cluster and its children, over own nodes in the children's tables and a border.

    Attributes
    ----------
    axes
        Own nodes that vary, the first axes of ``costs``.
    fixed
        Colors of own nodes that are required or kept.
    costs
        float64, one axis for each node of ``axes`` and then of the border.
    beliefs
        Colors of nodes whose owner sent no table.
    """

    def __init__(
        self,
        view: View,
        situation: Situation,
        colors: Coloring,
        border: Sequence[str],
        rng: random.Random,
        still: Mapping[str, str] | None = None,
    ) -> None:
        children = situation.place.children if situation.place else ()
        tables = {peer: situation.heard[peer] for peer in children if peer in situation.heard}
        self.fixed = {**(still or {}), **_bound(view, situation), **view.fixed}
        spoken = {node for table in tables.values() for node in table.boundary_nodes}
        for peer in tables:
            # Nodes that a child could not tabulate keep their colors, or its table would be wrong.
            self.fixed.update({v: colors[v] for v in view.border_to(peer) if v not in spoken})
        self.axes = [v for v in view.own if v in spoken and v not in self.fixed]
        most = _fitting(MAX_CELLS, len(view.domain))
        while self.axes and len(self.axes) + len(border) > most:
            node = self.axes.pop(rng.randrange(len(self.axes)))
            self.fixed[node] = colors[node]
        self.beliefs = {
            v: c for v, c in situation.beliefs.items() if view.owners.get(v, "") not in {"", *tables}
        }
        self.problem = _weighted(view, situation)
        axes = [*self.axes, *border]
        k = len(view.domain)
        self.costs = _tabulated(view, self.problem, axes, self.beliefs, self.fixed)
        for table in tables.values():
            costs = np.array(table.costs).reshape((k,) * len(table.boundary_nodes))
            at = tuple(
                slice(None) if v in self.axes else view.domain.index(self.fixed[v])
                for v in table.boundary_nodes
            )
            left = [v for v in table.boundary_nodes if v in self.axes]
            order = [left.index(v) for v in self.axes if v in left]
            shape = [k if v in left else 1 for v in axes]
            self.costs = self.costs + costs[at].transpose(order).reshape(shape)


class _Order(NamedTuple):
    """Nodes and colors in random order, so that the first of the best answers is a random one."""

    nodes: list[str]
    domain: list[str]


class _Choice(NamedTuple):
    """
    The nodes of the children's tables in their best colors, before the others are colored.

    Attributes
    ----------
    cost
        Cost of the best answer.
    required, beliefs
        Colors of own and of foreign nodes that the answer has to take as given.
    order
        Order in which ties between answers are broken.
    """

    cost: float
    required: Any
    beliefs: Any
    order: _Order


def _best_choice(
    view: View, situation: Situation, colors: Coloring, still: Coloring, rng: random.Random
) -> _Choice:
    joint = _Joint(view, situation, colors, (), rng, still)
    k, axes = len(view.domain), joint.axes
    flat = joint.costs.ravel()
    least = float(flat.min())
    row = rng.choice(np.flatnonzero(flat <= least + 1e-9).tolist())
    chosen = {v: view.domain[row // k**i % k] for i, v in enumerate(reversed(axes))}
    order = _Order([*view.own, *view.owners], list(view.domain))
    rng.shuffle(order.nodes)
    rng.shuffle(order.domain)
    return _Choice(least, {**joint.fixed, **chosen}, joint.beliefs, order)


def _tabulated(
    view: View, problem: Problem, axes: Sequence[str], beliefs: Any, fixed: Mapping[str, str]
) -> NDArray[np.float64]:
    """Return the least cost of the cluster for each coloring of ``axes``, own and foreign nodes."""
    inner = [v for v in view.own if v not in axes]
    if inner:
        required: Any = {v: c for v, c in fixed.items() if v in inner}
        whole = len(inner) == len(view.own)
        # What other answers of the whole cluster have prepared is used again.
        cluster: Any = view.agent if whole else tuple(inner)
        scope = view.widest if whole else "global"
        return solver.counterfactuals(problem, cluster, tuple(axes), beliefs, required, scope).penalty
    rows = np.tile(problem.encode(beliefs), (len(view.domain) ** len(axes), 1))
    digits = np.indices((len(view.domain),) * len(axes)).reshape(len(axes), -1)
    for node, column in zip(axes, digits, strict=True):
        rows[:, problem.node_index(node)] = column
    return solver.penalties(problem, rows).reshape((len(view.domain),) * len(axes))


def _weighted(view: View, situation: Situation) -> Problem:
    """Return the view's problem, strained edges weighing more; the last one is kept."""
    # What a person asked for may leave a conflict that no move ends: moving on would only puzzle it.
    strained = {} if situation.constraints or situation.forced else situation.strains
    bound = _bound(view, situation)
    if not strained:
        return view.searched(bound)
    kept = view.kept.get(_STRAINED)
    if kept is None or kept[0] != (strained, bound):
        kept = view.kept[_STRAINED] = (strained, bound), _straining(view, strained, bound)
    problem: Problem = kept[1]
    return problem


def _straining(view: View, strained: Mapping[str, Mapping[str, int]], bound: Coloring) -> Problem:
    """Return the view's problem in which strained edges weigh more."""
    owners: Any = {**dict.fromkeys(view.own, view.agent), **view.owners}
    weights = [
        view.conflict_penalty
        * (1 + STRAIN * max(strained.get(u, {}).get(v, 0), strained.get(v, {}).get(u, 0)))
        for u, v in view.edges
    ]
    preferences: Any = view.preferences
    fixed: Any = view.fixed
    weighted = Problem(
        list(owners), view.edges, view.domain, preferences=preferences, weights=weights,
        conflict_penalty=view.conflict_penalty, fixed=fixed, owners=owners,
    )  # fmt: skip
    barred = [node for node in view.barred if node not in bound]
    return view.costing(weighted, barred) if barred else weighted
