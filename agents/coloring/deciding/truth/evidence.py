"""
The state after a turn, from which the guard recomputes what is to be said.

It takes the colors, beliefs and bindings of the turn, and nothing that the turn has concluded from them:
conflicts are counted again, and what could be colored is computed again by the solver.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import solver
from solver import BudgetError

from ....errors import InputError
from ...assessing import solving
from ...assessing.options import OptionTable
from ...bargaining.exclusions import apart
from ...situation import Situation
from ...view import Coloring, View

#: Settings of a border that are tested for a claim about all of them.
MOST_SETTINGS = 729


class Undecided(Exception):
    """A claim that cannot be recomputed within the solver's budget, and so must not be made."""


class Evidence:
    """
    The facts behind the messages of one turn to one recipient.

    Parameters
    ----------
    view
        View of the agent.
    before, after
        Situation as the turn began, and with the colors, beliefs, pins and constraints after it.
    recipient
        Participant who is addressed.
    table
        Options for the recipient; its answers are certificates, which are checked one by one.
    questions
        Suppositions of the recipient's questions of feasibility, by the id of the question.
    fewest
        Fewest conflicts under suppositions, shared by the evidence for all recipients of a turn.
    makes_offers
        Whether the agent makes offers of its own accord.
    """

    def __init__(
        self,
        view: View,
        before: Situation,
        after: Situation,
        recipient: str,
        table: OptionTable | None = None,
        questions: Mapping[str, Coloring] | None = None,
        fewest: dict[Any, int] | None = None,
        makes_offers: bool = True,
    ) -> None:
        self.view = view.barring(after.barred)
        self.before, self.after, self.recipient = before, after, recipient
        self.table, self.questions = table, questions or {}
        self.colors, self.beliefs = after.colors, after.beliefs
        self.forced, self.committed = after.forced, after.committed
        self.makes_offers = makes_offers
        self._fewest = {} if fewest is None else fewest

    @functools.cached_property
    def border(self) -> tuple[str, ...]:
        """Nodes of the recipient that touch the cluster."""
        return self.view.border_of(self.recipient)

    @functools.cached_property
    def near(self) -> tuple[str, ...]:
        """Own nodes that touch the recipient."""
        return self.view.border_to(self.recipient)

    @functools.cached_property
    def _believed(self) -> dict[str, str]:
        """Believed colors of the border."""
        return {v: self.beliefs[v] for v in self.border if v in self.beliefs}

    @functools.cached_property
    def conflicts(self) -> list[tuple[str, str, str]]:
        """Edges in conflict as (own node, other node, color)."""
        return self.view.conflicts(self.colors, self.beliefs)

    @functools.cached_property
    def between(self) -> list[tuple[str, str, str]]:
        """Conflicts with the recipient."""
        return [clash for clash in self.conflicts if clash[1] in self.border]

    @functools.cached_property
    def bound(self) -> dict[str, str]:
        """Colors that bind own nodes after the turn."""
        return {**self.forced, **self.committed, **self.view.fixed}

    @functools.cached_property
    def changed(self) -> dict[str, tuple[str | None, str]]:
        """``{own node: (color that the recipient knows, new color)}``."""
        old = self.before.told(self.recipient)
        return {v: (old.get(v), c) for v, c in self.colors.items() if old.get(v) != c}

    def stated(self, node: str, color: str) -> bool:
        """Return whether the recipient said that its node must have the color."""
        return self.has_ruled("required", node, color)

    @property
    def rules_anything(self) -> bool:
        """Whether a limit that the recipient stated stands."""
        return any(c.by == self.recipient for c in self.after.constraints)

    def has_ruled(self, kind: str, node: str, color: str) -> bool:
        """Return whether the recipient said that a node must have the color, or must not."""
        stated = [c for c in self.after.constraints if c.by == self.recipient]
        said = any((c.kind, c.node, c.color) == (kind, node, color) for c in stated)
        never = [one for o in self.before.offers for one in o.impossible_conditions]
        return said or (kind == "forbidden" and any((t.node, t.color) == (node, color) for t in never))

    @functools.cached_property
    def is_sure(self) -> bool:
        """Whether all foreign colors are known, and none could change unseen by the recipient."""
        known = all(node in self.beliefs for node in self.view.owners)
        return known and len(self.view.peers) == 1

    def fewest(self, supposed: Coloring, own: Coloring | None = None, *, strict: bool = False) -> int:
        """
        Return the fewest conflicts if foreign nodes have supposed colors, and else those believed.

        Parameters
        ----------
        own
            Supposed colors of own nodes, which override what binds them.
        strict
            Whether what the recipient said that its nodes must be comes before beliefs.
        """
        known = dict(self.beliefs)
        if strict:
            known |= {c.node: c.color for c in self.after.constraints if c.kind == "required"}
        known |= supposed
        known = {node: color for node, color in known.items() if node in self.view.owners}
        bound = {**self.bound, **(own or {})}
        key = (frozenset(known.items()), frozenset(bound.items()))
        if key not in self._fewest:
            try:
                self._fewest[key] = self.view.fewest_conflicts(known, bound)
            except BudgetError as error:
                raise Undecided from error
        return self._fewest[key]

    def works(self, setting: Coloring) -> bool:
        """Return whether the cluster can be colored without conflict under a setting of the border."""
        if (answer := self._certificate(setting)) is not None and self._is_answer(answer, setting):
            return True
        return self.fewest(setting) == 0 or self.fewest(setting, strict=True) == 0

    def scores(self, setting: Coloring, score: int) -> bool:
        """Return whether the certificate of a setting has no conflict, and so many points."""
        answer = self._certificate(setting)
        if answer is None and all(self.beliefs.get(v) == c for v, c in setting.items()):
            answer = dict(self.colors)
        return (
            answer is not None and self._is_answer(answer, setting) and self.view.score(answer) == score
        )

    def reaches(self, supposed: Coloring, own: Coloring, score: int) -> bool:
        """Return whether an answer without conflicts has so many points, under a supposition."""
        known = {v: c for v, c in {**self.beliefs, **supposed}.items() if v in self.view.owners}
        bound = {**self.bound, **own}
        try:
            best = solving.highest(self.view, known, bound, "cluster")
        except (BudgetError, InputError) as error:
            raise Undecided from error
        return not self.view.conflicts(best, known) and self.view.score(best) == score

    def _certificate(self, setting: Coloring) -> dict[str, str] | None:
        if self.table is None:
            return None
        wanted = {**self._believed, **setting}
        row = self.table.row(wanted)
        return None if row is None else self.table.answer(row)

    def _is_answer(self, answer: Coloring, setting: Coloring) -> bool:
        for node, color in self.bound.items():
            if answer.get(node, color) != color:
                return False
        for node, colors in self.view.barred.items():
            if answer.get(node) in colors and node not in self.bound:
                return False
        known = {**self.beliefs, **setting}
        return len(answer) == len(self.view.own) and self.view.is_proper(answer, known)

    def settings(self) -> Iterator[dict[str, str]]:
        """Return the settings of the border that the recipient has not ruled out."""
        allowed: dict[str, list[str]] = {node: list(self.view.domain) for node in self.border}
        for one in self.after.constraints:
            if one.node in allowed:
                same = one.kind == "required"
                allowed[one.node] = [c for c in allowed[one.node] if (c == one.color) == same]
        for node, color in self.view.known_fixed.items():
            if node in allowed:
                allowed[node] = [c for c in allowed[node] if c == color]
        count = 1
        for colors in allowed.values():
            count *= len(colors)
        if count > MOST_SETTINGS:
            raise Undecided
        every = [dict(zip(allowed, row, strict=True)) for row in itertools.product(*allowed.values())]
        yield from (dict(one) for one in apart(self.after, self.recipient, every))

    @functools.cached_property
    def working(self) -> list[dict[str, str]]:
        """Settings of the border, not ruled out, that the cluster can be colored for."""
        return self._working(self.beliefs)

    @functools.cached_property
    def working_strictly(self) -> list[dict[str, str]]:
        """The same if what the recipient said that its nodes must be comes before beliefs."""
        stated = {c.node: c.color for c in self.after.constraints if c.kind == "required"}
        return self._working({**self.beliefs, **stated})

    def _working(self, known: Coloring) -> list[dict[str, str]]:
        settings = list(self.settings())
        others: Any = {v: c for v, c in known.items() if v in self.view.owners and v not in self.border}
        bound: Any = self.bound
        try:
            view: Any = self.view
            problem = view.searched(bound, unfixed=view.questions_more)
            asked = (view.agent, self.border, others, bound, view.widest)
            table = solver.counterfactuals(problem, *asked)
            conflicts = table.conflicts.ravel()
        except BudgetError as error:
            raise Undecided from error
        rows: list[Any] = list(settings)
        return [one for one, row in zip(settings, rows, strict=True) if not conflicts[table.row(row)]]

    def knows(self, pairs: Mapping[str, str]) -> bool:
        """Return whether all of these nodes have these colors, as far as the agent knows."""
        known = {**self.beliefs, **self.colors}
        return all(known.get(node) == color for node, color in pairs.items())
