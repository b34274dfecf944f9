"""
The part of the problem that one agent may know: its cluster, and the nodes that touch it.

An agent computes everything on its view, so no result can hold a node that it does not see.
"""

from __future__ import annotations

import contextlib
import functools
import operator
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter

import solver
from solver import Problem

from .conformance import Scope

Coloring = Mapping[str, str]


@dataclass(frozen=True)
class View:
    """
    A cluster and its border.

    Attributes
    ----------
    agent
        Name of the agent.
    own
        Own nodes, in the problem's order.
    domain
        Colors, in order.
    edges
        Pairs with an own end; under ``scope="global"`` also those between two visible foreign nodes, as
        the requirements say literally.
    owners
        ``{node: owner}`` of visible foreign nodes.
    fixed
        ``{node: color}`` of own fixed nodes.
    known_fixed
        ``{node: color}`` of foreign nodes that are known to be fixed.
    preferences
        ``{node: {color: value}}`` of own nodes.
    conflict_penalty
        Cost of an edge in conflict.
    points
        Points of each color.
    person
        Name of the participant who is a person, if any; of several, the one whom the agent answers.
    guests
        Names of the other people.
    barred
        ``{node: colors}`` that a person ruled out, see :meth:`barring`.
    """

    agent: str
    own: tuple[str, ...]
    domain: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    owners: Mapping[str, str]
    fixed: Coloring = field(default_factory=dict)
    known_fixed: Coloring = field(default_factory=dict)
    preferences: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    conflict_penalty: float = 10.0
    points: Mapping[str, int] = field(default_factory=dict)
    person: str | None = None
    guests: tuple[str, ...] = ()
    barred: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @functools.cached_property
    def people(self) -> tuple[str, ...]:
        """Names of all people."""
        return (() if self.person is None else (self.person,)) + self.guests

    @functools.cached_property
    def problem(self) -> Problem:
        """The view as a problem: own nodes first, then the visible foreign ones."""
        # Names of the solver are any hashables; to mypy a dict of str keys is not a dict of hashables.
        owners: Any = dict.fromkeys(self.own, self.agent)
        owners.update(self.owners)
        preferences: Any = self.preferences
        fixed: Any = self.fixed
        return Problem(
            list(owners),
            self.edges,
            self.domain,
            preferences=preferences,
            conflict_penalty=self.conflict_penalty,
            fixed=fixed,
            owners=owners,
        )

    @functools.cached_property
    def unfixed(self) -> Problem:
        """
        The view as a problem for questions about feasibility.

        No node is fixed, so fixed colors can be questioned too, and a conflict costs more than all
        preferences together.
        """
        liked = sum(abs(value) for row in self.preferences.values() for value in row.values())
        return self.problem.replace(fixed={}, conflict_penalty=1 + 2 * liked)

    def barring(self, barred: Mapping[str, tuple[str, ...]]) -> View:
        """
        Return the view for whose searches nodes must not have some colors.

        Fixed nodes, and nodes without a color left, are not restricted.
        """
        left = {
            node: colors
            for node, colors in barred.items()
            if node in self._visible and node not in self.fixed and len({*colors}) < len(self.domain)
        }
        if left == self.barred:
            return self
        key = tuple(left.items())
        if key not in self._barring:
            if len(self._barring) >= _MOST_BARRING:
                self._barring.clear()
            self._barring[key] = replace(self, barred=left)
        return self._barring[key]

    @functools.cached_property
    def _barring(self) -> dict[Any, View]:
        return {}

    def searched(self, required: Coloring, *, unfixed: bool = False) -> Problem:
        """
        Return the problem in which no best answer has a barred color, for searches only.

        A barred color costs more than its node can save by it. Nodes whose color is required may have
        any: a deal of the person comes before what it ruled out.
        """
        problem = self.unfixed if unfixed else self.problem
        nodes = tuple(node for node in self.barred if node not in required)
        if not nodes:
            return problem
        if (nodes, unfixed) not in self._searched:
            self._searched[nodes, unfixed] = self.costing(problem, nodes)
        return self._searched[nodes, unfixed]

    def costing(self, problem: Problem, nodes: Iterable[str]) -> Problem:
        """Return a problem of this view with the cost of barred colors of some nodes."""
        preferences = problem.preferences.copy()
        weight = max((*problem.weights.tolist(), problem.conflict_penalty))
        for node in nodes:
            row = preferences[problem.node_index(node)]
            degree = sum(node in edge for edge in self.edges)
            cost = 1 + weight * degree + float(row.max() - row.min())
            for color in self.barred[node]:
                row[problem.color_index(color)] -= cost
        return problem.replace(preferences=preferences)

    @functools.cached_property
    def _searched(self) -> dict[Any, Problem]:
        return {}

    @functools.cached_property
    def kept(self) -> dict[str, Any]:
        """Cache of the last option table of each peer and of the last turns; empty at first."""
        return {}

    def best_response(
        self,
        beliefs: Coloring,
        required: Coloring,
        tie: str = "any",
        scope: Scope = "global",
        *,
        current: Coloring | None = None,
        unfixed: bool = False,
    ) -> solver.BestResponse:
        """
        Return :func:`solver.best_response` of the cluster; the last answers are kept.

        The stages of a turn, the moves to each neighbor and the next turns often ask the same.

        Parameters
        ----------
        unfixed
            Whether the problem is :attr:`unfixed`.

        Raises
        ------
        BudgetError
            If the cluster is too large and too dense for an exact answer.
        """
        scope = self.widest if scope == "global" else scope
        key = (
            *(tie, scope, unfixed, frozenset(beliefs.items()), frozenset(required.items())),
            None if current is None else frozenset(current.items()),
        )
        answer = self._answers.get(key)
        if answer is None:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            problem = self.searched(required, unfixed=unfixed)
            given: Any = dict(beliefs), dict(required), tie, scope
            as_now: Any = None if current is None else dict(current)
            answer = solver.best_response(problem, self.agent, *given, current=as_now)
            self._answers[key] = answer
        return answer

    def fewest_conflicts(self, beliefs: Coloring, required: Coloring) -> int:
        """
        Return the fewest conflicts of any answer, where only the required nodes have fixed colors.

        Raises
        ------
        BudgetError
            If the cluster is too large and too dense for an exact answer.
        """
        return self.best_response(beliefs, required, unfixed=self.questions_more).conflicts

    @functools.cached_property
    def questions_more(self) -> bool:
        """
        Whether :attr:`unfixed` is needed to count conflicts.

        If penalties consist of conflicts, and no node is fixed, answers for the problem itself have the
        fewest conflicts too; one answer then serves both.
        """
        counts = self.conflict_penalty > 0 and not (self.fixed or self.preferences or self.barred)
        return not counts

    def counterfactuals(
        self,
        boundary: Sequence[str],
        beliefs: Coloring,
        required: Coloring,
        scope: Scope = "global",
    ) -> solver.Counterfactuals:
        """
        Return :func:`solver.counterfactuals` of the cluster; the last table of each boundary is kept.

        A table does not depend on beliefs about its own boundary, which change most often.
        """
        scope = self.widest if scope == "global" else scope
        key = scope, {v: c for v, c in beliefs.items() if v not in boundary}, dict(required)
        kept = self._tables.get(tuple(boundary))
        if kept is not None and kept[0] == key:
            return kept[1]
        given: Any = tuple(boundary), dict(beliefs), dict(required), scope
        table = solver.counterfactuals(self.searched(required), self.agent, *given)
        if len(self.domain) ** len(boundary) <= _MOST_ROWS:
            self._tables[tuple(boundary)] = key, table
        return table

    @functools.cached_property
    def _tables(self) -> dict[tuple[str, ...], tuple[Any, solver.Counterfactuals]]:
        return {}

    @functools.cached_property
    def _answers(self) -> dict[Any, solver.BestResponse]:
        return {}

    @functools.cached_property
    def peers(self) -> tuple[str, ...]:
        """Owners of the visible foreign nodes, in the order of their first node."""
        return tuple(dict.fromkeys(self.owners.values()))

    @property
    def has_several_peers(self) -> bool:
        """Whether nodes of several neighbors are visible."""
        return len(self.peers) > 1

    @functools.cached_property
    def crossing(self) -> tuple[tuple[str, str], ...]:
        """Edges to foreign nodes, the own end first."""
        mine = set(self.own)
        pairs = ((u, v) for u, v in self.edges if (u in mine) != (v in mine))
        return tuple((u, v) if u in mine else (v, u) for u, v in pairs)

    def border_of(self, peer: str) -> tuple[str, ...]:
        """Return the nodes of a peer that touch the cluster, sorted by name."""
        return self._borders_of.get(peer, ())

    def border_to(self, peer: str) -> tuple[str, ...]:
        """Return the own nodes that touch a peer, in node order."""
        return self._borders_to.get(peer, ())

    @functools.cached_property
    def _borders_of(self) -> dict[str, tuple[str, ...]]:
        return {
            peer: tuple(sorted(node for node, owner in self.owners.items() if owner == peer))
            for peer in self.peers
        }

    @functools.cached_property
    def _borders_to(self) -> dict[str, tuple[str, ...]]:
        touching = {(self.owners[other], own) for own, other in self.crossing}
        return {p: tuple(node for node in self.own if (p, node) in touching) for p in self.peers}

    def json_dict(self) -> dict[str, Any]:
        """Return the view as plain values, without what a turn has barred."""
        values = asdict(self)
        del values["barred"]
        return values

    @classmethod
    def of(cls, observed: Any) -> View:
        """Read a view from an observation."""
        return _ADAPTER.validate_python(observed)

    def color_name(self, text: str) -> str | None:
        """Return a color in the domain's casing, or None if there is no such color."""
        return self._colors.get(text.casefold())

    def node_name(self, text: str) -> str | None:
        """Return a visible node in the problem's casing, or None if there is no such node."""
        return self._nodes.get(text.casefold())

    @functools.cached_property
    def colors(self) -> frozenset[str]:
        """The colors of the domain."""
        return frozenset(self.domain)

    @functools.cached_property
    def _colors(self) -> dict[str, str]:
        return {color.casefold(): color for color in self.domain}

    @functools.cached_property
    def _nodes(self) -> dict[str, str]:
        return {node.casefold(): node for node in (*self.own, *self.owners)}

    @functools.cached_property
    def points_by_color(self) -> NDArray[np.int64]:
        """Points of each color, in the order of the domain."""
        return np.array([self.points.get(color, 0) for color in self.domain], np.int64)

    def score(self, coloring: Coloring, nodes: Sequence[str] | None = None) -> int:
        """Return the points of a coloring, of some of its nodes or of all."""
        if nodes is None:
            return sum([self.points.get(color, 0) for color in coloring.values()])
        return sum([self.points.get(coloring[node], 0) for node in nodes if node in coloring])

    def conflicts(self, colors: Coloring, beliefs: Coloring) -> list[tuple[str, str, str]]:
        """Return edges in conflict with an own end: (own node, other node, color), inner ones first."""
        same = self._same(colors, beliefs)
        if not same:
            return []
        known = {**beliefs, **colors}
        mine = self.mine
        inner, outer = [], []
        for u, v in same:
            color = str(known[u])
            if u in mine and v in mine:
                inner.append((u, v, color))
            elif u in mine or v in mine:
                outer.append((u, v, color) if u in mine else (v, u, color))
        return inner + outer

    def is_proper(self, colors: Coloring, beliefs: Coloring) -> bool:
        """Return whether no edge with an own end is in conflict; of colors that are asked about once."""
        mine = self.mine
        return not any(u in mine or v in mine for u, v in self._compare({**beliefs, **colors}))

    def _same(self, colors: Coloring, beliefs: Coloring) -> list[tuple[str, str]]:
        """Return the edges whose ends have the same known color; the last few answers are kept."""
        # Each turn asks this a dozen times, most often for the same colors.
        # A copy, since a page may ask in another thread.
        for kept_colors, kept_beliefs, kept in tuple(self._compared):
            if kept_colors == colors and kept_beliefs == beliefs:
                return kept
        same = self._compare({**beliefs, **colors})
        self._compared.appendleft((dict(colors), dict(beliefs), same))
        return same

    @functools.cached_property
    def _compared(self) -> deque[tuple[dict[str, str], dict[str, str], list[tuple[str, str]]]]:
        return deque(maxlen=_MOST_COMPARED)

    def _compare(self, known: Coloring) -> list[tuple[str, str]]:
        """Return the edges whose ends have the same known color."""
        # Colors are looked up at once, if all are known.
        if len(self.edges) > 1:
            ends, others = self._colors_at_ends
            with contextlib.suppress(KeyError):
                pairs = zip(self.edges, ends(known), others(known), strict=True)
                return [edge for edge, color, other in pairs if color == other]
        return [(u, v) for u, v in self.edges if u in known and known[u] == known.get(v)]

    @functools.cached_property
    def _colors_at_ends(self) -> tuple[Callable[[Coloring], Any], Callable[[Coloring], Any]]:
        """Functions that return the colors of all first and of all second ends, two or more."""
        ends, others = zip(*self.edges, strict=True)
        return operator.itemgetter(*ends), operator.itemgetter(*others)

    @functools.cached_property
    def widest(self) -> Scope:
        """The cluster's scope if each edge has an own end, since "global" is the same then."""
        return "cluster" if all(u in self.mine or v in self.mine for u, v in self.edges) else "global"

    @functools.cached_property
    def mine(self) -> frozenset[str]:
        """The own nodes."""
        return frozenset(self.own)

    @functools.cached_property
    def _visible(self) -> frozenset[str]:
        return frozenset((*self.own, *self.owners))

    def penalty(self, colors: Coloring, beliefs: Coloring, scope: Scope = "global") -> float:
        """
        Return the penalty of own colors and beliefs together.

        Without preferences it is counted here; the solver takes five times as long to read the names.
        """
        if self.preferences:
            known: Any = {**beliefs, **colors}
            return solver.penalty(self.problem, known, scope, self.agent)
        same = self._same(colors, beliefs)
        if scope == "cluster":
            mine = self.mine
            same = [(u, v) for u, v in same if u in mine or v in mine]
        return len(same) * self.conflict_penalty


#: Sets of barred colors for which a view keeps the restricted view.
_MOST_BARRING = 16
#: Colorings of own and foreign nodes for which a view keeps the edges in conflict.
_MOST_COMPARED = 3
#: Best responses that a view keeps.
_MOST_ANSWERS = 32
#: Rows of a table up to which a view keeps it.
_MOST_ROWS = 1000


def view_of(
    problem: Problem,
    agent: str,
    *,
    scope: Scope = "cluster",
    points: Mapping[str, int] | None = None,
    person: str | None = None,
    guests: tuple[str, ...] = (),
) -> View:
    """
    Return an agent's view of the whole problem.

    Parameters
    ----------
    scope
        ``"global"`` adds the edges between visible foreign nodes.
    points
        Points of each color; :func:`default_points` if omitted.
    person, guests
        Names of the participant who is a person, and of others who are.
    """
    own = tuple(str(node) for node in problem.clusters[agent])
    mine = set(own)
    near = [(u, v) for u, v in problem.edges if u in mine or v in mine]
    seen = {node for pair in near for node in pair} - mine
    if scope == "global":
        near += [(u, v) for u, v in problem.edges if u in seen and v in seen]
    at = {node: i for i, node in enumerate(problem.nodes)}
    preferences = {
        node: {
            str(color): value
            for color, value in zip(problem.domain, problem.preferences[at[node]].tolist(), strict=True)
            if value
        }
        for node in own
    }
    return View(
        agent=agent,
        own=own,
        domain=tuple(str(color) for color in problem.domain),
        edges=tuple((str(u), str(v)) for u, v in near),
        owners={str(v): str(problem.owners[v]) for v in problem.nodes if v in seen},
        fixed={str(v): str(color) for v, color in problem.fixed.items() if v in mine},
        preferences={node: liked for node, liked in preferences.items() if liked},
        conflict_penalty=problem.conflict_penalty,
        points=dict(points) if points is not None else default_points(problem.domain),
        person=person,
        guests=guests,
    )


def default_points(domain: Sequence[Any]) -> dict[str, int]:
    """Return the study's points, blue 1, green 2, red 3; for other colors k, ..., 1 in domain order."""
    study = {"blue": 1, "green": 2, "red": 3}
    if all(str(color).casefold() in study for color in domain):
        return {str(color): study[str(color).casefold()] for color in domain}
    return {str(color): len(domain) - i for i, color in enumerate(domain)}


_ADAPTER: TypeAdapter[View] = TypeAdapter(View)
