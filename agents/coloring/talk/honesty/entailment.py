"""Whether the facts entail a formula: quantities of groups, suppositions, and several claims."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..facts import Facts
from ..grammar.naming import Naming, is_pronoun
from .formulas import Colors, Formula, Given, Group, Predicate, Setting, Several, Supposed
from .node_values import Edge, NodeValues, Value, every, some
from .settings import holds_setting

Claim = Formula | Setting | Supposed | Several | Colors
#: Suppositions that leave more possibilities open are not decided.
MOST_WORLDS = 81


def entailed(claim: Claim, facts: Facts, naming: Naming) -> bool:
    """Return whether the facts entail a claim."""
    return _holds(claim, facts, facts, naming, {})


def _holds(claim: Claim, world: Facts, actual: Facts, naming: Naming, given: Mapping[str, str]) -> bool:
    if isinstance(claim, Formula):
        return _Evaluation(world, actual, naming).holds(claim) is True
    if isinstance(claim, Several):
        return all(_holds(one, world, actual, naming, given) for one in claim.claims)
    if isinstance(claim, Setting):
        return holds_setting(claim, world, actual, naming, given)
    if isinstance(claim, Colors):
        return _colors_hold(claim, world, actual, naming)
    naming.begin()
    worlds = list(itertools.islice(_worlds(claim.given, actual, naming, given), MOST_WORLDS + 1))
    if not worlds or len(worlds) > MOST_WORLDS:
        return False
    return all(
        supposed is not None and _holds(claim.claim, _with(actual, supposed), actual, naming, supposed)
        for supposed in worlds
    )


def _worlds(
    givens: Sequence[Given], actual: Facts, naming: Naming, already: Mapping[str, str]
) -> Iterator[dict[str, str] | None]:
    """Give each coloring that a supposition leaves open; None if it supposes what cannot be."""
    view = actual.view
    nodes: list[str] = []
    choices: list[Sequence[str]] = []
    for one in givens:
        named = naming.nodes(one.nodes)
        if not named or any(node in actual.hidden or not node for node in named):
            yield None
            return
        joint = one.nodes.joint in ("or", "range")
        colors = one.colors.names if one.colors is not None else ()
        if joint or (one.colors is None and not all(node in actual.view.owners for node in named)):
            yield None
            return
        for i, node in enumerate(named):
            present = actual.color(node)
            if one.actual and (present is None or (present in colors) == one.negated):
                yield None
                return
            if one.colors is None:
                # "If you change h1": to any other color; "if you keep h1": in its color.
                if present is None:
                    yield None
                    return
                options = [c for c in view.domain if (c == present) == one.negated]
            elif one.negated:
                options = [c for c in view.domain if c not in colors]
            elif len(colors) == len(named) > 1 and "or" not in (one.colors.joint, one.nodes.joint):
                options = [colors[i]]
            else:
                options = list(colors)
            nodes.append(node)
            choices.append(options)
    fixed = {**view.fixed, **view.known_fixed}
    for row in itertools.product(*choices):
        supposed: dict[str, str] = dict(already)
        for node, color in zip(nodes, row, strict=True):
            if supposed.get(node, color) != color or fixed.get(node, color) != color:
                yield None
                return
            supposed[node] = color
        yield supposed


def _with(facts: Facts, supposed: Mapping[str, str]) -> Facts:
    if all(facts.color(node) == color for node, color in supposed.items()):
        return facts
    mine = {node: color for node, color in supposed.items() if node in facts.view.own}
    theirs = {node: color for node, color in supposed.items() if node not in mine}
    return replace(facts, after={**facts.after, **mine}, beliefs={**facts.beliefs, **theirs})


def _colors_hold(claim: Colors, world: Facts, actual: Facts, naming: Naming) -> bool:
    nodes = naming.nodes(claim.node)
    if len(nodes) != 1 or nodes[0] in actual.hidden:
        return False
    that = Formula("all", Group("named", claim.node), (claim.predicate,))
    domain = world.view.domain
    worlds = {color: _with(world, {nodes[0]: color}) for color in domain}
    colors = [c for c in domain if _Evaluation(worlds[c], actual, naming).holds(that) is True]
    if claim.colors is not None:
        return set(colors) == set(claim.colors.names)
    return len(colors) == claim.number


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
        self._actual, self._naming = actual, naming
        self._values = NodeValues(world, actual)

    def holds(self, formula: Formula) -> Value:
        """Return the value of a formula; None if the facts do not decide it."""
        self._naming.begin()
        mentioned = self._naming.mentioned
        members = self._members(formula.group, mentioned)
        named = set(self._members(formula.named, mentioned)) if formula.named is not None else None
        predicates = [
            (one, self._members(one.other, mentioned) if one.other is not None else ())
            for one in formula.predicates
        ]
        size = formula.group.size
        if formula.group.kind == "edges" and not members and size is None:
            # All border nodes of the recipient are unknown, or there are none.
            return None
        if not members or (size is not None and size != len(members)):
            return False
        if formula.quantity == "pairs":
            pairs = list(itertools.combinations([one for one in members if isinstance(one, str)], 2))
            return bool(pairs) and every(
                self._value(one, first, [second], False)
                for first, second in pairs
                for one, _ in predicates
            )
        theirs = "yours" in formula.group.kind
        values = {
            member: every(self._value(one, member, other, theirs) for one, other in predicates)
            for member in members
        }
        least = sum(value is True for value in values.values())
        most = sum(value is not False for value in values.values())
        true = {member for member, value in values.items() if value}
        if named is not None and (least != most or not named <= set(members)):
            return False
        match formula.quantity:
            case "all":
                return every(values.values())
            case "none":
                return every(None if value is None else not value for value in values.values())
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

    def _members(self, group: Group, mentioned: frozenset[str]) -> Sequence[str] | Sequence[Edge]:
        view, hidden = self._actual.view, self._actual.hidden
        crossing = [(own, other) for own, other in view.crossing if other not in hidden]
        match group.kind:
            case "mine":
                return list(dict.fromkeys(own for own, _ in crossing))
            case "all mine":
                return list(view.own)
            case "yours":
                return list(dict.fromkeys(other for _, other in crossing))
            case "yours near":
                nodes = self._naming.nodes(group.names)
                return [other for own, other in crossing if own in nodes and len(nodes) == 1]
            case "other mine":
                return [node for node in view.own if node not in mentioned] if mentioned else []
            case "edges":
                return crossing
        if group.names is None:
            return []
        if group.kind == "edge":
            names = group.names.names
            self._naming.nodes(group.names)
            pairs = list(zip(names[::2], names[1::2], strict=True))
            known = all(self._values.near(*pair) for pair in pairs)
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
        if group.colors and [self._actual.color(node) for node in nodes] != list(group.colors):
            return []
        return list(nodes) if complete and not hidden & set(nodes) else []

    def _value(
        self,
        predicate: Predicate,
        member: str | Edge,
        others: Sequence[str] | Sequence[Edge],
        theirs: bool,
    ) -> Value:
        if predicate.other is not None and not others:
            return None
        if isinstance(member, tuple):
            value = self._values.of_edge(predicate, member)
            return None if value is None else value != predicate.negated
        compared = [other for other in others if isinstance(other, str) and other != member]
        group = predicate.other.kind if predicate.other is not None else ""
        mine = {*self._actual.view.own}
        if predicate.kind in ("clash", "fits") and compared and not mine & {member, *compared}:
            # The agent does not see the edges among the nodes of others.
            return None
        if group not in ("", "named") and predicate.kind != "near":
            # "Clashes with a node of yours" is some node; what fits your nodes fits all of them.
            compared = [other for other in compared if self._values.near(member, other)]
            values = [self._values.of_node(predicate, member, other) for other in compared]
            value = every(values) if predicate.kind == "fits" else some(values)
            return None if value is None else value != predicate.negated
        if not group and not compared:
            value = self._values.of_node(predicate, member, "")
            if theirs and predicate.kind in ("clash", "fits") and value is (predicate.kind == "fits"):
                # The agent does not see the conflicts of other nodes among themselves.
                return None
            return None if value is None else value != predicate.negated
        if predicate.kind == "only near":
            return self._values.only_near(member, compared)
        values = [self._values.of_node(predicate, member, other) for other in compared]
        if predicate.negated:
            return every(None if value is None else not value for value in values)
        return every(values) if values else None
