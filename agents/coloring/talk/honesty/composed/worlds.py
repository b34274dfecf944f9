"""What is so, was so, or would be so: colors of nodes, and the colorings that are possible with them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...facts import Facts
from ..ruled_out import is_ruled_out

Value = bool | None
#: Colorings of the cluster, and of unknown border nodes, that are enumerated.
MOST_COLORINGS = 6561
MOST_BORDERS = 81


def every(values: Iterable[Value]) -> Value:
    """Return the conjunction of values."""
    listed = list(values)
    return False if False in listed else None if None in listed else True


def some(values: Iterable[Value]) -> Value:
    """Return the disjunction of values."""
    listed = list(values)
    return True if True in listed else None if None in listed else False


def opposite(value: Value) -> Value:
    """Return the negation of a value."""
    return None if value is None else not value


@dataclass(frozen=True)
class World:
    """
    The facts, with colors that are supposed.

    Attributes
    ----------
    facts
        What is so.
    supposed
        Colors that nodes are supposed to have; own nodes among them are bound.
    """

    facts: Facts
    supposed: Mapping[str, str] = field(default_factory=dict)

    def with_(self, colors: Mapping[str, str]) -> World:
        """Return the world in which nodes have other colors."""
        return World(self.facts, {**self.supposed, **colors})

    @property
    def is_actual(self) -> bool:
        """Whether nothing is supposed that is not so."""
        return all(self.facts.color(node) == color for node, color in self.supposed.items())

    def color(self, node: str) -> str | None:
        """Return the color of a node; None if it is not known."""
        return self.supposed.get(node) or self.facts.color(node)

    def before(self, node: str) -> str | None:
        """Return the color of a node before the turn; None if it is not known."""
        if node in self.facts.view.own:
            return self.facts.before.get(node)
        return None if node in self.facts.reported else self.facts.beliefs.get(node)

    def near(self, node: str, other: str) -> bool:
        """Return whether two nodes are neighbors."""
        return (node, other) in self.facts.view.edges or (other, node) in self.facts.view.edges

    def neighbors(self, node: str) -> list[str]:
        """Return the neighbors of a node that the agent sees."""
        return [v if u == node else u for u, v in self.facts.view.edges if node in (u, v)]

    def mine(self, node: str) -> bool:
        """Return whether a node is the agent's."""
        return node in self.facts.view.own

    # ----------------------------------------------------------------------------------- conflicts

    def edge(self, edge: tuple[str, str], *, before: bool = False) -> Value:
        """Return whether an edge is in conflict."""
        color = self.before if before else self.color
        first, second = color(edge[0]), color(edge[1])
        return None if first is None or second is None else first == second

    def edges(self, scope: str) -> list[tuple[str, str]]:
        """Return the edges of a scope: ``us``, ``inside`` or ``all``."""
        view, hidden = self.facts.view, self.facts.hidden
        crossing = [edge for edge in view.crossing if edge[1] not in hidden]
        inside = [edge for edge in view.edges if {*edge} <= {*view.own}]
        others = [edge for edge in view.crossing if edge[1] in hidden]
        return {"us": crossing, "inside": inside, "all": [*inside, *crossing, *others]}[scope]

    def clashes(self, node: str, *, before: bool = False) -> Value:
        """Return whether a node is in a conflict that the agent sees."""
        edges = [edge for edge in self.edges("all") if node in edge]
        return some(self.edge(edge, before=before) for edge in edges)

    def calm(self, scope: str = "all", *, before: bool = False) -> Value:
        """Return whether no edge of a scope is in conflict."""
        return opposite(some(self.edge(edge, before=before) for edge in self.edges(scope)))

    # ---------------------------------------------------------------------------------- possibilities

    def colorings(self, bound: Mapping[str, str], *, demands: bool) -> list[dict[str, str]] | None:
        """Return the colorings of the cluster without inner conflict; None if there are too many."""
        view = self.facts.view
        fixed = self.bound(bound, demands=demands)
        if fixed is None:
            return []
        free = [node for node in view.own if node not in fixed]
        if len(view.domain) ** len(free) > MOST_COLORINGS:
            return None
        inside = self.edges("inside")
        rows = itertools.product(*map(self.choices, free))
        full = ({**fixed, **dict(zip(free, row, strict=True))} for row in rows)
        return [one for one in full if all(one[u] != one[v] for u, v in inside)]

    def bound(self, bound: Mapping[str, str], *, demands: bool) -> dict[str, str] | None:
        """Return the colors that own nodes must have; None if they contradict each other."""
        view = self.facts.view
        fixed = {**view.fixed}
        mine = {n: c for n, c in {**self.supposed, **bound}.items() if n in view.own}
        for pin in self.facts.pins:
            # A demand that the agent has not met does not bind it.
            binds = pin.kind != "forced" or (demands and self.facts.after.get(pin.node) == pin.color)
            if binds and pin.node not in self.supposed:
                fixed.setdefault(pin.node, pin.color)
        if any(fixed.get(node, color) != color for node, color in mine.items()):
            return None
        if any(color not in self.choices(node) for node, color in mine.items()):
            return None
        return {**fixed, **mine}

    def choices(self, node: str) -> list[str]:
        """Return the colors that the agent may give a node of its own: some are barred by the person."""
        proposed = {case.get(node) for case in self.facts.request.proposed}
        # What the person asks about now replaces what it said before, and what is so does not bind.
        barred = {
            one.color
            for one in self.facts.constraints
            if one.node == node and one.kind == "forbidden" and self.facts.color(node) != one.color
        } - proposed
        return [color for color in self.facts.view.domain if color not in barred]

    def borders(self, bound: Mapping[str, str]) -> Iterator[dict[str, str]]:
        """Give the colorings of the border that are possible as far as the agent knows."""
        view = self.facts.view
        known = {**self.facts.beliefs, **self.supposed, **bound}
        unknown = [node for node in view.owners if node not in known]
        if len(view.domain) ** len(unknown) > MOST_BORDERS:
            return
        # What the person said of a node holds for the color that is not known.
        choices = [
            [c for c in view.domain if not is_ruled_out(self.facts, {node: c})] or view.domain
            for node in unknown
        ]
        for row in itertools.product(*choices):
            yield {**known, **dict(zip(unknown, row, strict=True))}

    def solutions(
        self, bound: Mapping[str, str], *, demands: bool = False
    ) -> list[list[dict[str, str]]]:
        """Return the colorings without conflict for each border that is possible."""
        found = self.colorings(bound, demands=demands)
        if found is None:
            return []
        crossing = self.facts.view.crossing
        return [
            [one for one in found if all(one[u] != border.get(v) for u, v in crossing)]
            for border in self.borders(bound)
        ]

    def count(self, bound: Mapping[str, str] | None = None) -> int | None:
        """Return the number of colorings without conflict; None if it is not known."""
        counts = {len(one) for one in self.solutions(bound or {})}
        bound_counts = {len(one) for one in self.solutions(bound or {}, demands=True)}
        return counts.pop() if len(counts) == 1 and counts == bound_counts else None

    def conflicts(self) -> int | None:
        """Return the number of conflicts with these colors; None if it is not known."""
        values = [self.edge(edge) for edge in self.edges("all")]
        return None if None in values else sum(map(bool, values))

    def fewest(self) -> int | None:
        """Return the lowest number of conflicts of the cluster; None if it is not known."""
        view, edges, borders = self.facts.view, self.edges("all"), list(self.borders({}))
        found = set()
        for demands in (False, True):
            bound = self.bound({}, demands=demands)
            free = [node for node in view.own if bound is not None and node not in bound]
            if bound is None or len(view.domain) ** len(free) > MOST_COLORINGS:
                return None
            rows = [
                dict(zip(free, row, strict=True)) for row in itertools.product(*map(self.choices, free))
            ]
            for border in borders:
                full = ({**border, **bound, **row} for row in rows)
                found.add(min(sum(one[u] == one[v] for u, v in edges) for one in full))
        return found.pop() if len(found) == 1 else None

    def fewest_changes(self) -> int | None:
        """Return the least number of own nodes to recolor that ends all conflicts, if it is known."""
        found = set()
        for demands in (False, True):
            for colorings in self.solutions({}, demands=demands):
                changes = (sum(self.color(n) != c for n, c in one.items()) for one in colorings)
                found.add(min(changes, default=None))
        return found.pop() if len(found) == 1 else None

    def can(self, bound: Mapping[str, str] | None = None) -> Value:
        """Return whether colors are allowed and leave a coloring without conflict."""
        bound = bound or {}
        theirs = {node: color for node, color in bound.items() if not self.mine(node)}
        if is_ruled_out(self.facts, theirs):
            return None
        values = [
            bool(one) for demands in (False, True) for one in self.solutions(bound, demands=demands)
        ]
        if not values:
            return None
        return True if all(values) else None if any(values) else False
