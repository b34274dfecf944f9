"""
The game: a problem, who owns which nodes, and who of them is a person.

A game starts only if it can be won.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import solver
from solver import BudgetError, Problem

from ..errors import DefinitionError, Finding, InputError
from .conformance import Scope
from .view import View, default_points, view_of

DOMAIN = ("red", "green", "blue", "yellow", "orange", "purple", "pink", "brown")
#: The seed of the fixed nodes of the study.
FIXED_SEED = 42
PERSON = "Human"
#: For the first solution in order; where it does not suffice, search finds one that is not.
_LOOK = solver.Budget(work=1e8, nodes=20_000)


@dataclass(frozen=True, eq=False)
class Team:
    """
    A problem whose nodes all have an owner.

    Attributes
    ----------
    problem
        Nodes are texts, told apart without regard to case; ``problem.clusters`` are the participants.
    person
        The participant who is a person, or None.
    points
        What each color scores.
    name
        The word it was made from.
    hidden
        A solution that it was made with, if it was.
    """

    problem: Problem
    person: str | None
    points: Mapping[str, int]
    name: str = ""
    hidden: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        findings = []
        seen: dict[str, Any] = {}
        for node in self.problem.nodes:
            if not isinstance(node, str) or not node.isprintable() or not node.strip():
                findings.append(Finding("TEAM001", repr(node), "expected a text that can be printed"))
                continue
            if (other := seen.setdefault(node.casefold(), node)) != node:
                findings.append(Finding("TEAM002", node, f"differs from {other} in case only"))
            if node.casefold() in {str(color).casefold() for color in self.problem.domain}:
                findings.append(Finding("TEAM003", node, "is the name of a color"))
        without = [node for node in self.problem.nodes if node not in self.problem.owners]
        findings += [Finding("TEAM004", str(node), "has no owner") for node in without]
        names: dict[str, str] = {}
        for name in map(str, self.problem.clusters):
            if not name.isprintable() or not name.strip() or name == "*":
                findings.append(Finding("TEAM006", repr(name), "expected a text that can be printed"))
            elif (one := names.setdefault(name.casefold(), name)) != name:
                findings.append(Finding("TEAM007", name, f"differs from {one} in case only"))
        if self.person is not None and self.person not in self.problem.clusters:
            findings.append(Finding("TEAM005", str(self.person), "the person owns no node"))
        if findings:
            raise DefinitionError(f"{self.name or 'team'}: not a team", findings)

    @functools.cached_property
    def participants(self) -> tuple[str, ...]:
        """Owners, in the order of their first node."""
        return tuple(str(owner) for owner in self.problem.clusters)

    @property
    def agents(self) -> tuple[str, ...]:
        """Participants other than the person."""
        return tuple(name for name in self.participants if name != self.person)

    def view(self, participant: str, scope: Scope = "cluster") -> View:
        """Cut out what one participant may know."""
        return view_of(self.problem, participant, scope=scope, points=self.points, person=self.person)

    @functools.cached_property
    def peers(self) -> dict[str, tuple[str, ...]]:
        """Who touches whom."""
        found: dict[str, dict[str, None]] = {name: {} for name in self.participants}
        owners = self.problem.owners
        for u, v in self.problem.edges:
            a, b = str(owners[u]), str(owners[v])
            if a != b:
                found[a][b] = found[b][a] = None
        return {name: tuple(sorted(others)) for name, others in found.items()}

    @functools.cached_property
    def slots(self) -> dict[str, int]:
        """
        Give each participant a slot: a proper coloring of the graph of who touches whom.

        Neighbors that recolor in one step answer colors that are just being given up, and may do so for
        ever; those of one slot touch nobody of it.
        """
        at = {name: i for i, name in enumerate(self.participants)}
        pairs = [(at[a], at[b]) for a, others in self.peers.items() for b in others if at[a] < at[b]]
        colors = solver.greedy(solver.Graph.from_edges(len(at), pairs), "DSATUR")
        return {name: int(colors[i]) for name, i in at.items()}

    @functools.cached_property
    def solution(self) -> dict[str, str] | None:
        """
        Give a proper coloring that keeps the fixed colors; None if there is none.

        The one that the game was made with; else the first in the order of nodes and colors, where exact
        search finds it within its budget.
        """
        if self.hidden is not None and self._solves(self.hidden):
            return dict(self.hidden)
        problem = Problem(
            self.problem.nodes,
            self.problem.edges,
            self.problem.domain,
            fixed=self.problem.fixed,
        )
        try:
            best = solver.best_response(problem, problem.nodes, budget=_LOOK)
        except BudgetError:
            return self._searched()
        if best.conflicts:
            return None
        return {str(node): str(color) for node, color in best.assignment.items()}

    def _solves(self, coloring: Mapping[Any, Any]) -> bool:
        colors = self.problem.encode(coloring)
        fixed = self.problem.fixed_colors
        return bool(
            (colors >= 0).all()
            and (colors == fixed)[fixed >= 0].all()
            and solver.is_proper(self.problem.graph, colors)
        )

    def _searched(self) -> dict[str, str] | None:
        problem = self.problem
        k = len(problem.domain)
        found = solver.color(problem.graph, k, fixed=problem.fixed_colors, max_ticks=1 << 30)
        if found.conflicts:
            if found.lower_bound > k:
                return None
            raise InputError(f"{self.name}: no coloring with {k} colors was found; there may be none")
        return {
            str(node): str(problem.domain[color])
            for node, color in zip(problem.nodes, found.colors.tolist(), strict=True)
        }

    def require_solvable(self) -> dict[str, str]:
        """Give a solution, or refuse the game with what is known about it."""
        if self.solution is None:
            fixed = ", ".join(f"{node}={color}" for node, color in self.problem.fixed.items())
            free = len(self.problem.nodes) - len(self.problem.fixed)
            colors = ", ".join(map(str, self.problem.domain))
            raise InputError(
                f"{self.name or 'team'}: cannot be solved with {colors} and fixed {fixed or 'nothing'} "
                f"({free} free nodes): expected a game that can be won"
            )
        return self.solution

    def is_internal(self, node: str) -> bool:
        """Say whether all neighbors of a node have its owner."""
        owners = self.problem.owners
        return all(owners[u] == owners[v] for u, v in self.problem.edges if node in (u, v))

    def with_fixed(self, number: int, seed: int = FIXED_SEED) -> Team:
        """
        Fix nodes of each cluster, as the study draws them.

        A sample of the internal nodes of each cluster in turn, or its first nodes if it has none; the
        i-th gets the (i + 1)-th color.
        """
        if number < 0:
            raise InputError(f"fixed {number}: expected at least 0")
        rng = random.Random(seed)
        domain = self.problem.domain
        touched = {node for u, v in self.problem.edges if self._crosses(u, v) for node in (u, v)}
        fixed = {}
        for nodes in self.problem.clusters.values():
            internal = [node for node in nodes if node not in touched]
            chosen = rng.sample(internal, min(number, len(internal))) if internal else nodes[:number]
            for i, node in enumerate(chosen):
                fixed[node] = domain[(i + 1) % len(domain)]
        return self.fixing(fixed)

    def _crosses(self, u: Any, v: Any) -> bool:
        return self.problem.owners[u] != self.problem.owners[v]

    def fixing(self, fixed: Mapping[Any, Any]) -> Team:
        """Give the same game with these nodes fixed, and no others."""
        problem = self.problem
        return replace(
            self,
            problem=Problem(
                problem.nodes,
                problem.edges,
                problem.domain,
                preferences=problem.preferences,
                conflict_penalty=problem.conflict_penalty,
                weights=problem.weights,
                fixed=fixed,
                owners=problem.owners,
            ),
        )


def make_team(
    clusters: Mapping[str, Sequence[str]],
    edges: Sequence[Sequence[str]],
    *,
    domain: Sequence[str] = DOMAIN[:3],
    conflict_penalty: float = 10.0,
    preferences: Mapping[str, Mapping[str, float]] | None = None,
    fixed: Mapping[str, str] | None = None,
    person: str | None = None,
    points: Mapping[str, int] | None = None,
    name: str = "",
    hidden: Mapping[str, str] | None = None,
) -> Team:
    """
    Make a game from its parts.

    Raises
    ------
    DefinitionError
        With everything that is wrong in it.
    """
    given: Any = {"preferences": preferences, "fixed": fixed}
    problem = Problem(
        [node for nodes in clusters.values() for node in nodes],
        [(u, v) for u, v in edges],
        domain,
        conflict_penalty=conflict_penalty,
        owners={node: owner for owner, nodes in clusters.items() for node in nodes},
        **given,
    )
    return Team(problem, person, dict(points or default_points(problem.domain)), name, hidden)
