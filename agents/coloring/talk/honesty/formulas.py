"""
Formulas about the visible graph, its colors and its edges, and whether the facts entail them.

A sentence such as "exactly two of a2, a4 and a5 are red" is a quantity, a group and a predicate. A
predicate is true, false or unknown of each member of a group; a formula holds only if what is known
decides it. Patterns for whole sentences were tried first: 106 of 120 unseen truths had no reading.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..facts import Facts
from ..grammar.meaning import Names
from ..grammar.naming import Naming, is_pronoun

Value = bool | None
Edge = tuple[str, str]


@dataclass(frozen=True)
class Group:
    """
    A group of nodes or edges.

    Attributes
    ----------
    kind
        ``"named"``; ``"mine"`` and ``"yours"`` for the nodes at the border that both participants see;
        ``"all mine"`` for all nodes of the agent; ``"edges"`` for the edges between the participants;
        ``"edge"`` for named edges.
    names
        Nodes that are named; the two ends of each edge in turn.
    size
        Number of members that the sentence presupposes.
    color
        Color that it presupposes of each node: "your blue h4".
    """

    kind: str
    names: Names | None = None
    size: int | None = None
    color: str | None = None


@dataclass(frozen=True)
class Predicate:
    """
    Something that is true or false of a node or an edge.

    Attributes
    ----------
    kind
        Kind: see ``_of_node`` and ``_of_edge``.
    colors
        Colors that it names.
    other
        Nodes with which the node is compared.
    negated
        Whether it is denied; of several other nodes, each comparison is denied.
    """

    kind: str
    colors: Names | None = None
    other: Group | None = None
    negated: bool = False


@dataclass(frozen=True)
class Formula:
    """
    A quantity of a group for which all predicates hold.

    Attributes
    ----------
    quantity
        Quantity: ``all``, ``none``, ``exactly``, ``least``, ``most``, ``only``, ``except``, ``not all``,
        or ``pairs``, which says that the predicate holds of each two members.
    group
        Members that are counted.
    predicates
        Predicates, in the order of the text.
    number
        Number of members.
    named
        Members that ``only``, ``except`` and lists behind a count name.
    """

    quantity: str
    group: Group
    predicates: tuple[Predicate, ...]
    number: int = 0
    named: Group | None = None


@dataclass(frozen=True)
class Supposed:
    """
    A formula under a supposition about colors.

    Attributes
    ----------
    given
        Nodes and the color that they are supposed to have.
    formula
        What holds then.
    """

    given: tuple[tuple[Names, Names], ...]
    formula: Formula


@dataclass(frozen=True)
class Colors:
    """
    All colors of a node for which a predicate holds, if it is supposed to have them.

    Attributes
    ----------
    node
        The node.
    predicate
        Predicate.
    colors
        Exactly the colors for which it holds; None if their number is claimed.
    number
        Number of the colors.
    """

    node: Names
    predicate: Predicate
    colors: Names | None = None
    number: int = 0


def _colors_hold(claim: Colors, facts: Facts, naming: Naming) -> bool:
    nodes = naming.nodes(claim.node)
    if len(nodes) != 1:
        return False
    node = Names("node", nodes)
    that = Formula("all", Group("named", node), (claim.predicate,))
    colors = [
        color
        for color in facts.view.domain
        if entailed(
            Supposed(((node, Names("color", (color,))),), that),
            facts,
            naming,
        )
    ]
    if claim.colors is not None:
        return set(colors) == set(claim.colors.names)
    return len(colors) == claim.number


def entailed(formula: Formula | Supposed | Colors, facts: Facts, naming: Naming) -> bool:
    """Return whether the facts entail a formula."""
    if isinstance(formula, Colors):
        return _colors_hold(formula, facts, naming)
    if isinstance(formula, Formula):
        return _Evaluation(facts, facts, naming).holds(formula) is True
    supposed: dict[str, str] = {}
    naming.begin()
    for names, colors in formula.given:
        if len(colors.names) != 1 or names.joint in ("or", "range"):
            return False
        supposed.update(dict.fromkeys(naming.nodes(names), colors.names[0]))
    if any(facts.view.fixed.get(node, color) != color for node, color in supposed.items()):
        return False
    if any(facts.view.known_fixed.get(node, color) != color for node, color in supposed.items()):
        return False
    if not supposed or any(node in facts.hidden or not node for node in supposed):
        return False
    mine = {node: color for node, color in supposed.items() if node in facts.view.own}
    theirs = {node: color for node, color in supposed.items() if node not in mine}
    world = replace(facts, after={**facts.after, **mine}, beliefs={**facts.beliefs, **theirs})
    return _Evaluation(world, facts, naming).holds(formula.formula) is True


class _Evaluation:
    """
    Values of formulas in a world.

    Parameters
    ----------
    world
        Facts with what is supposed.
    actual
        Facts without it.
    naming
        Nodes for which pronouns stand.
    """

    def __init__(self, world: Facts, actual: Facts, naming: Naming) -> None:
        self._world, self._actual, self._naming = world, actual, naming
        self._edges = {frozenset(edge) for edge in world.view.edges}

    # ------------------------------------------------------------------------------------------ formulas

    def holds(self, formula: Formula) -> Value:
        """Return the value of a formula; None if the facts do not decide it."""
        self._naming.begin()
        members = self._members(formula.group)
        named = set(self._members(formula.named)) if formula.named is not None else None
        predicates = [
            (one, self._members(one.other) if one.other is not None else ())
            for one in formula.predicates
        ]
        if not members or (formula.group.size is not None and formula.group.size != len(members)):
            return False
        if formula.quantity == "pairs":
            pairs = list(itertools.combinations([one for one in members if isinstance(one, str)], 2))
            return bool(pairs) and _all(
                self._value(one, first, [second]) for first, second in pairs for one, _ in predicates
            )
        values = {
            member: _all(self._value(one, member, other) for one, other in predicates)
            for member in members
        }
        least = sum(value is True for value in values.values())
        most = sum(value is not False for value in values.values())
        true = {member for member, value in values.items() if value}
        if named is not None and (least != most or not named <= set(members)):
            return False
        match formula.quantity:
            case "all":
                return _all(values.values())
            case "none":
                return _all(None if value is None else not value for value in values.values())
            case "exactly":
                return least == most == formula.number and named in (None, true)
            case "least":
                return least >= formula.number
            case "most":
                return most <= formula.number
            case "not all":
                return any(value is False for value in values.values())
            case "only":
                return true == named
            case "except":
                return bool(true) and named is not None and true == set(members) - named
            case _:
                return None

    def _members(self, group: Group) -> Sequence[str] | Sequence[Edge]:
        view, hidden = self._actual.view, self._actual.hidden
        crossing = [(own, other) for own, other in view.crossing if other not in hidden]
        match group.kind:
            case "mine":
                return list(dict.fromkeys(own for own, _ in crossing))
            case "all mine":
                return list(view.own)
            case "yours":
                return list(dict.fromkeys(other for _, other in crossing))
            case "edges":
                return crossing
        if group.names is None:
            return []
        if group.kind == "edge":
            names = group.names.names
            pairs = list(zip(names[::2], names[1::2], strict=True))
            known = all(frozenset(pair) in self._edges for pair in pairs)
            return (
                [(a, b) if (a, b) in crossing else (b, a) for a, b in pairs]
                if known and not hidden & set(names)
                else []
            )
        pronoun = is_pronoun(group.names)
        nodes = self._naming.nodes(group.names)
        complete = pronoun or len(nodes) == len(set(group.names.names))
        if group.color is not None and any(self._actual.color(node) != group.color for node in nodes):
            return []
        return list(nodes) if complete and not hidden & set(nodes) else []

    # ---------------------------------------------------------------------------------------- predicates

    def _value(
        self, predicate: Predicate, member: str | Edge, others: Sequence[str] | Sequence[Edge]
    ) -> Value:
        if predicate.other is not None and not others:
            return None
        if isinstance(member, tuple):
            value = self._of_edge(predicate, member)
            return None if value is None else value != predicate.negated
        compared = [other for other in others if isinstance(other, str) and other != member]
        if predicate.other is not None and predicate.other.kind != "named" and predicate.kind != "near":
            # "A node of yours" is some node, and "no node of yours" none.
            compared = [other for other in compared if self._near(member, other)]
            values = [self._of_node(predicate, member, other) for other in compared]
            value = _some(values)
            return None if value is None else value != predicate.negated
        if predicate.other is None and not compared:
            value = self._of_node(predicate, member, "")
            return None if value is None else value != predicate.negated
        if predicate.kind == "only near":
            return self._only_near(member, compared)
        values = [self._of_node(predicate, member, other) for other in compared]
        if predicate.negated:
            return _all(None if value is None else not value for value in values)
        return _all(values) if values else None

    def _of_node(self, predicate: Predicate, node: str, other: str) -> Value:
        facts = self._world
        mine = node in facts.view.own
        color, second = facts.color(node), facts.color(other) if other else None
        known = color is not None and second is not None
        match predicate.kind:
            case "color":
                names = predicate.colors
                if color is None or names is None or (len(names.names) > 1 and names.joint != "or"):
                    return None
                return color in names.names
            case "same":
                return color == second if known else None
            case "clash" if other:
                return color == second and self._near(node, other) if known else None
            case "clash":
                return self._in_conflict(node, facts)
            case "ended":
                return self._ended(node, other) if known else None
            case "fits" if other:
                return color != second if known and self._near(node, other) else None
            case "fits":
                value = self._in_conflict(node, facts)
                return None if value is None else not value
            case "near":
                # The agent does not see the edges among the nodes of others.
                return self._near(node, other) if {node, other} & {*facts.view.own} else None
            case "blocked":
                # A color is blocked by a neighbor that has it, whatever other nodes do.
                near = [v if u == node else u for u, v in facts.view.edges if node in (u, v)]
                seen = [facts.color(one) for one in near if one not in facts.hidden]
                return any(one in predicate.colors.names for one in seen) if predicate.colors else None
            case "changed":
                return node in facts.changed if mine else None
            case "seen by you":
                return node not in facts.hidden if mine else None
            case "seen by me":
                return node in facts.view.owners if not mine else None
            case _:
                return None

    def _of_edge(self, predicate: Predicate, edge: Edge) -> Value:
        colors = self._world.color(edge[0]), self._world.color(edge[1])
        if None in colors:
            return None
        clashing = colors[0] == colors[1]
        return clashing if predicate.kind == "clash" else not clashing

    def _near(self, node: str, other: str) -> bool:
        return frozenset((node, other)) in self._edges

    def _in_conflict(self, node: str, facts: Facts) -> Value:
        """Return whether a node is in a conflict that both participants can see."""
        pairs = [edge for edge in facts.view.crossing if node in edge and edge[1] not in facts.hidden]
        values = [
            None if None in colors else colors[0] == colors[1]
            for colors in ((facts.color(u), facts.color(v)) for u, v in pairs)
        ]
        return _some(values) if values else None

    def _ended(self, node: str, other: str) -> Value:
        """Return whether a conflict that was there before is not there now."""
        world, actual = self._world, self._actual
        if not self._near(node, other) or world.color(node) == world.color(other):
            return False
        if world is not actual:
            return actual.color(node) == actual.color(other)
        # Whether a foreign color that was reported in this turn was there before is not known.
        if any(one in actual.reported for one in (node, other)):
            return False
        before = {**actual.beliefs, **actual.before}
        return before.get(node, "") == before.get(other)

    def _only_near(self, node: str, others: Sequence[str] | Sequence[Edge]) -> Value:
        view, hidden = self._actual.view, self._actual.hidden
        near = {own for own, other in view.crossing if other == node and other not in hidden}
        near |= {other for own, other in view.crossing if own == node and other not in hidden}
        return set(others) == near and bool(near)


def _all(values: Iterable[Value]) -> Value:
    listed = list(values)
    return False if False in listed else None if None in listed else True


def _some(values: Sequence[Value]) -> Value:
    return True if True in values else None if None in values else False
