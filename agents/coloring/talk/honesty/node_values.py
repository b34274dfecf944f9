"""Values of predicates: whether something is true of a node or an edge, now or before the turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..facts import Facts
from .feasible import can_be, can_stay, cannot_be, only_can_be
from .formulas import Predicate

Value = bool | None
Edge = tuple[str, str]


def every(values: Iterable[Value]) -> Value:
    """Return the conjunction of values."""
    listed = list(values)
    return False if False in listed else None if None in listed else True


def some(values: Sequence[Value]) -> Value:
    """Return the disjunction of values."""
    return True if True in values else None if None in values else False


class NodeValues:
    """
    Values of predicates in a world.

    Parameters
    ----------
    world
        Facts with what is supposed.
    actual
        Facts without it.
    """

    def __init__(self, world: Facts, actual: Facts) -> None:
        self._world, self._actual = world, actual
        self._edges = {frozenset(edge) for edge in world.view.edges}
        # What was before is not known of a color that was reported in this turn.
        known = {node: c for node, c in actual.beliefs.items() if node not in actual.reported}
        self._earlier = replace(actual, after=actual.before, beliefs=known)

    def of_node(self, predicate: Predicate, node: str, other: str) -> Value:
        """Return the value for a node, compared with another one if there is one."""
        if predicate.time == "now":
            return self._in(self._world, predicate, node, other)
        if self._world is not self._actual and predicate.time != "gone":
            return None
        now = self._in(self._world, predicate, node, other)
        if self._world is not self._actual:
            before = self._in(self._actual, predicate, node, other)
        else:
            before = self._in(self._earlier, predicate, node, other)
        if predicate.time == "was":
            return before
        if None in (now, before):
            return False if predicate.time == "kept" and False in (now, before) else None
        match predicate.time:
            case "kept":
                return now is before is True
            case "began":
                return now is True and before is False
            case _:
                return before is True and now is False

    def _in(self, facts: Facts, predicate: Predicate, node: str, other: str) -> Value:
        mine = node in facts.view.own
        color, second = facts.color(node), facts.color(other) if other else None
        known = color is not None and second is not None
        names = predicate.colors.names if predicate.colors is not None else ()
        several = len(names) > 1 and predicate.colors is not None and predicate.colors.joint != "or"
        match predicate.kind:
            case "color":
                return None if color is None or not names or several else color in names
            case "same":
                return color == second if known else None
            case "clash" if other and not {node, other} & {*facts.view.own}:
                return None  # the agent does not see the edges among the nodes of others
            case "clash" if other:
                return color == second and self.near(node, other) if known else None
            case "clash":
                return self._in_conflict(node, facts)
            case "fits" if other:
                return color != second if known and self.near(node, other) else None
            case "fits":
                value = self._in_conflict(node, facts)
                return None if value is None else not value
            case "near":
                # The agent does not see the edges among the nodes of others.
                return self.near(node, other) if {node, other} & {*facts.view.own} else None
            case "blocked":
                # A color is blocked by a neighbor that has it, whatever other nodes do.
                near = [v if u == node else u for u, v in facts.view.edges if node in (u, v)]
                seen = [facts.color(one) for one in near if one not in facts.hidden]
                return any(one in names for one in seen) if names else None
            case "changed":
                return node in facts.changed if mine else None
            case "from":
                return node in facts.changed and facts.before.get(node) in names if mine else None
            case "fixed":
                return node in facts.view.fixed if mine else None
            case "demanded":
                wanted = facts.demanded.get(node)
                return (wanted in names if names else wanted is not None) if mine else None
            case "ruled out" | "required":
                stated = "forbidden" if predicate.kind == "ruled out" else "required"
                limits = {
                    one.color for one in facts.constraints if (one.node, one.kind) == (node, stated)
                }
                return bool(names) and limits.issuperset(names)
            case "can":
                return can_be(facts, node, names)
            case "can stay":
                return can_stay(facts, node, names)
            case "cannot":
                return cannot_be(facts, node, names)
            case "cannot stay":
                return color in names and cannot_be(facts, node, names)
            case "must":
                return only_can_be(facts, node, names)
            case "movable":
                others = [one for one in facts.view.domain if one != color]
                return some([can_be(facts, node, (one,)) for one in others]) if color else None
            case "seen by you":
                return node not in facts.hidden if mine else None
            case "seen by me":
                return node in facts.view.owners if not mine else None
            case "known":
                return node in facts.beliefs if not mine else None
            case _:
                return None

    def of_edge(self, predicate: Predicate, edge: Edge) -> Value:
        """Return the value for an edge."""
        now = self._edge_in(self._world, predicate, edge)
        if predicate.time == "now" or self._world is not self._actual:
            return now if predicate.time == "now" else None
        before = self._edge_in(self._earlier, predicate, edge)
        if predicate.time == "was":
            return before
        if None in (now, before):
            return None
        if predicate.time == "kept":
            return now is before is True
        return (now, before) == ((True, False) if predicate.time == "began" else (False, True))

    def _edge_in(self, facts: Facts, predicate: Predicate, edge: Edge) -> Value:
        colors = facts.color(edge[0]), facts.color(edge[1])
        if None in colors:
            return None
        return (colors[0] == colors[1]) == (predicate.kind == "clash")

    def near(self, node: str, other: str) -> bool:
        """Return whether two nodes are neighbors."""
        return frozenset((node, other)) in self._edges

    def _in_conflict(self, node: str, facts: Facts) -> Value:
        """Return whether a node is in a conflict that both participants can see; None if in another."""
        pairs = [edge for edge in facts.view.crossing if node in edge and edge[1] not in facts.hidden]
        values = [
            None if None in colors else colors[0] == colors[1]
            for colors in ((facts.color(u), facts.color(v)) for u, v in pairs)
        ]
        if True in values:
            return True
        if facts.clashes([node]):
            return None
        return some(values) if values else False if node in facts.view.own else None

    def only_near(self, node: str, others: Sequence[str]) -> Value:
        """Return whether the other nodes are all neighbors of a node across the border."""
        view, hidden = self._actual.view, self._actual.hidden
        near = {own for own, other in view.crossing if other == node and other not in hidden}
        near |= {other for own, other in view.crossing if own == node and other not in hidden}
        return set(others) == near and bool(near)
