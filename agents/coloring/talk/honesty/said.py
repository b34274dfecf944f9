"""A claim about nodes, with the facts that it is checked against."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence

from ..facts import Facts
from ..grammar.meaning import Meaning
from ..grammar.naming import Colored
from .ruled_out import is_ruled_out

#: Colorings of foreign nodes that are tested for one claim.
MOST_SETTINGS = 243


class Said:
    """A claim about nodes, with the facts."""

    def __init__(
        self,
        claim: Meaning,
        colored: Sequence[Colored],
        nodes: Sequence[str],
        subject: Sequence[str],
        facts: Facts,
        mine: Mapping[str, str],
    ) -> None:
        #: Colors of own nodes that the condition of the claim names.
        self.mine = mine
        self.colored, self.nodes, self.subject, self.facts = colored, nodes, set(subject), facts
        self.own = [node for node in nodes if node in facts.view.own]
        self.foreign = [node for node in nodes if node in facts.view.owners]
        self.peace = not facts.conflicts and facts.complete
        self.number = int(claim.group[0]) if claim.group else -1

    def every(self, holds: Callable[[str, str], bool]) -> bool:
        """Return whether something holds of each node and its one color."""
        return bool(self.colored) and all(
            len(colors) == 1 and holds(node, colors[0]) for node, colors in self.colored
        )

    def is_(self, node: str, color: str) -> bool:
        """Return whether a node has a color, as far as the agent knows."""
        return self.facts.color(node) == color

    def new(self, node: str, color: str) -> bool:
        """Return whether an own node has a color that it did not have before the turn."""
        before = self.facts.before.get(node)
        return self.facts.after.get(node) == color and before is not None and before != color

    def same(self, node: str, color: str | None = None) -> bool:
        """Return whether an own node kept its color."""
        after = self.facts.after.get(node)
        return after is not None and after == self.facts.before.get(node) and color in (None, after)

    def edges(self) -> set[frozenset[str]]:
        """Return the pairs of nodes in conflict."""
        return {frozenset(pair[:2]) for pair in self.facts.conflicts}

    def between(self) -> list[frozenset[str]]:
        """Return the edges between the nodes that are named; the first ones are the subject."""
        if len(self.nodes) == 1:
            edges = (frozenset(edge) for edge in self.facts.view.edges)
            return [edge for edge in edges if self.nodes[0] in edge]
        pairs = [frozenset(pair) for pair in itertools.combinations(self.nodes, 2)]
        if not self.subject:
            return pairs
        return [pair for pair in pairs if len(self.subject & pair) == 1]

    def choices(self) -> list[dict[str, str]]:
        """Return the settings that a request or a condition names; several colors are alternatives."""
        rows = itertools.product(*(colors for _, colors in self.colored))
        return [dict(zip(self.nodes, row, strict=True)) for row in rows]

    def neighbors(self, node: str) -> list[str]:
        """Return the neighbors of a node that the agent sees."""
        return [v if u == node else u for u, v in self.facts.view.edges if node in (u, v)]

    def all_settings(self, nodes: Sequence[str]) -> list[dict[str, str]]:
        """Return all colorings of some nodes; none if they are too many to test."""
        if len(self.facts.view.domain) ** len(nodes) > MOST_SETTINGS:
            return []
        rows = itertools.product(self.facts.view.domain, repeat=len(nodes))
        return [dict(zip(nodes, row, strict=True)) for row in rows]

    def each_works(self) -> bool:
        """Return whether each setting is allowed, and leaves a coloring without conflicts."""
        if not self.colored or not all(colors for _, colors in self.colored) or self.own:
            return False
        return all(
            not is_ruled_out(self.facts, one) and self.facts.can(one) is True for one in self.choices()
        )
