"""
The game: a problem, the owners of its nodes, and the person among them.

A game starts only if it can be solved.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import solver
from solver import BudgetError, Problem

from ..errors import DefinitionError, Finding, InputError, expected
from .conformance import Scope
from .view import View, default_points, view_of

DOMAIN = ("red", "green", "blue", "yellow", "orange", "purple", "pink", "brown")
#: The seed of the fixed nodes of the study.
FIXED_SEED = 42
PERSON = "Human"
#: Budget for the first solution in order; beyond it, a search finds any solution.
_LOOK = solver.Budget(work=1e8, nodes=20_000)


@dataclass(frozen=True, eq=False)
class Team:
    """
    A problem whose nodes all have an owner.

    Attributes
    ----------
    problem
        The problem; node names are texts that differ in more than case, and ``problem.clusters`` are the
        participants.
    person
        The participant who is a person, or None.
    points
        Points of each color.
    name
        The topology it was made from.
    hidden
        A solution that was planted in it, if any.
    guests
        Further participants who are people. An agent answers the words of one person in each step.
    """

    problem: Problem
    person: str | None
    points: Mapping[str, int]
    name: str = ""
    hidden: Mapping[str, str] | None = None
    guests: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        findings = []
        seen: dict[str, Any] = {}
        for node in self.problem.nodes:
            if not isinstance(node, str) or not node.isprintable() or not node.strip():
                findings.append(Finding("TEAM001", repr(node), "expected a printable text"))
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
                findings.append(Finding("TEAM006", repr(name), "expected a printable text"))
            elif (one := names.setdefault(name.casefold(), name)) != name:
                findings.append(Finding("TEAM007", name, f"differs from {one} in case only"))
        if self.person is not None and self.person not in self.problem.clusters:
            findings.append(Finding("TEAM005", str(self.person), "the person owns no node"))
        findings += [
            Finding("TEAM008", name, "this guest owns no node")
            for name in self.guests
            if name not in self.problem.clusters
        ]
        if findings:
            raise DefinitionError(f"{self.name or 'team'}: not a team", findings)

    @functools.cached_property
    def participants(self) -> tuple[str, ...]:
        """Owners, in the order of their first node."""
        return tuple(str(owner) for owner in self.problem.clusters)

    @property
    def people(self) -> tuple[str, ...]:
        """Participants who are people, the person first."""
        return (() if self.person is None else (self.person,)) + self.guests

    @property
    def agents(self) -> tuple[str, ...]:
        """Participants who are not people."""
        return tuple(name for name in self.participants if name not in self.people)

    def view(self, participant: str, scope: Scope = "cluster") -> View:
        """Return the view of one participant."""
        return view_of(
            self.problem,
            participant,
            scope=scope,
            points=self.points,
            person=self.person,
            guests=self.guests,
        )

    @functools.cached_property
    def peers(self) -> dict[str, tuple[str, ...]]:
        """The neighbors of each participant."""
        neighbors: dict[str, dict[str, None]] = {name: {} for name in self.participants}
        owners = self.problem.owners
        for u, v in self.problem.edges:
            a, b = str(owners[u]), str(owners[v])
            if a != b:
                neighbors[a][b] = neighbors[b][a] = None
        return {name: tuple(sorted(others)) for name, others in neighbors.items()}

    @functools.cached_property
    def slots(self) -> dict[str, int]:
        """
        The slot of each participant: a proper coloring of the graph of neighbors.

        Neighbors that recolor in the same step answer colors that are just being given up, and may do so
        forever; no two participants of one slot are neighbors.
        """
        at = {name: i for i, name in enumerate(self.participants)}
        pairs = [(at[a], at[b]) for a, others in self.peers.items() for b in others if at[a] < at[b]]
        colors = solver.greedy(solver.Graph.from_edges(len(at), pairs), "DSATUR")
        return {name: int(colors[i]) for name, i in at.items()}

    @functools.cached_property
    def solution(self) -> dict[str, str] | None:
        """
        A proper coloring that keeps the fixed colors; None if there is none.

        It is the planted one; else the first in the order of nodes and colors, where exact search finds
        it within its budget; else any that a search finds.
        """
        if self.hidden is not None and self._solves(self.hidden):
            return dict(self.hidden)
        problem = self.problem.replace(preferences={}, weights={}, conflict_penalty=1.0)
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
        result = solver.color(problem.graph, k, fixed=problem.fixed_colors, max_ticks=1 << 30)
        if result.conflicts:
            if result.lower_bound > k:
                return None
            raise InputError(f"{self.name}: no coloring with {k} colors was found, there may be none")
        return {
            str(node): str(problem.domain[color])
            for node, color in zip(problem.nodes, result.colors.tolist(), strict=True)
        }

    def require_solvable(self) -> dict[str, str]:
        """Return a solution, or refuse the game."""
        if self.solution is None:
            fixed = ", ".join(f"{node}={color}" for node, color in self.problem.fixed.items())
            free = len(self.problem.nodes) - len(self.problem.fixed)
            colors = ", ".join(map(str, self.problem.domain))
            raise InputError(
                f"{self.name or 'team'}: cannot be solved with {colors} and fixed {fixed or 'nothing'} "
                f"({free} free nodes): expected a game with a solution"
            )
        return self.solution

    def is_internal(self, node: str) -> bool:
        """Return whether all neighbors of a node have its owner."""
        owners = self.problem.owners
        return all(owners[u] == owners[v] for u, v in self.problem.edges if node in (u, v))

    def with_fixed(self, number: int, seed: int = FIXED_SEED) -> Team:
        """
        Return the game with nodes of each cluster fixed, drawn as in the study.

        These are a sample of the internal nodes of each cluster, or its first nodes if it has none; the
        i-th gets the (i + 1)-th color.
        """
        if number < 0:
            raise expected("fixed", number, "an integer >= 0")
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
        """Return the same game with these nodes fixed, and no others."""
        return replace(
            self,
            problem=self.problem.replace(fixed=fixed),
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
    Return a game made from its parts.

    Raises
    ------
    DefinitionError
        If it is not a game; the error holds all findings.
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
