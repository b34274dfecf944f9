"""Nodes that noun phrases stand for, and whether predicates hold of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...facts import Facts
from ...nouns import Description, Sides, members_of, owner_of
from .discourse import Discourse, Unread
from .predicates import node_value
from .reasons import Atom
from .terms import Group, Predicate
from .worlds import Value, World, every, some


class Members:
    """
    Nodes of a message, with the simple facts that it states of them.

    Parameters
    ----------
    facts
        The facts.

    Attributes
    ----------
    actual
        The world as it is.
    discourse
        Nodes that were named.
    atoms
        Simple facts that the claim that is evaluated states.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.actual = World(facts)
        self.discourse = Discourse(facts)
        self.atoms: list[Atom] = []

    def members(self, group: Group, world: World) -> list[str]:
        """Return the nodes that a noun phrase stands for."""
        view, hidden = self.facts.view, self.facts.hidden
        crossing = [edge for edge in view.crossing if edge[1] not in hidden]
        match group.kind:
            case "named":
                nodes = list(group.names)
                if len(set(nodes)) != len(nodes) or {*nodes} & hidden:
                    raise Unread
                if any(n not in view.own and n not in view.owners for n in nodes):
                    raise Unread
                self.discourse.note(nodes)
            case "mine":
                nodes = list(dict.fromkeys(own for own, _ in crossing))
            case "all mine":
                nodes = list(view.own)
            case "all":
                nodes = [*view.own, *(n for n in view.owners if n not in hidden)]
            case "yours":
                nodes = list(dict.fromkeys(other for _, other in crossing))
            case "rest":
                nodes = [n for n in view.own if n not in self.discourse.mentioned]
                if len(nodes) == len(view.own):
                    raise Unread
            case "visible rest":
                mine = list(dict.fromkeys(own for own, _ in crossing))
                nodes = [n for n in mine if n not in self.discourse.mentioned]
                if len(nodes) == len(mine):
                    raise Unread
            case "described":
                assert group.phrase is not None
                nodes = self._described(group.phrase, world)
                self.discourse.note(nodes)
            case "edge":
                nodes = self.discourse.pair()
            case "asked" if len(self.facts.request.named) == 1:
                nodes = list(self.facts.request.named)
            case "asked":
                nodes = self.discourse.pronoun(replace(group, kind="topic"))
            case "neighbors":
                nodes = self._around(group, world)
            case "proposed":
                named = {tuple(case) for case in self.referred()}
                nodes = list(named.pop())
                if named:
                    raise Unread
            case "supposed":
                # The node of one case, if one of several is supposed.
                nodes = list(world.supposed)
                if len(nodes) != 1:
                    raise Unread
            case "last":
                nodes = list(self.discourse.last)
                if not nodes:
                    raise Unread
            case _:
                nodes = self.discourse.pronoun(group)
        if group.colors:
            colors = group.colors if len(group.colors) == len(nodes) else group.colors[:1] * len(nodes)
            if any(c and world.color(node) != c for node, c in zip(nodes, colors, strict=True)):
                raise Unread
        own = {"own": True, "foreign": False}.get(group.owner)
        if own is not None and any((node in view.own) != own for node in nodes):
            raise Unread
        if group.size is not None and group.size != len(nodes):
            raise Unread
        if group.having:
            values = {n: every([self._pred(p, n, world) for p in group.having]) for n in nodes}
            if None in values.values():
                raise Unread
            if group.kind == "named" and not all(values.values()):
                raise Unread
            nodes = [node for node in nodes if values[node]]
            if group.quantity == "the" and len(nodes) != (group.number or len(nodes)):
                raise Unread
            self.discourse.note(nodes)
        if group.minus:
            if not {*group.minus} <= {*nodes}:
                raise Unread
            self.discourse.note(group.minus)
            nodes = [node for node in nodes if node not in group.minus]
        return nodes

    def _around(self, group: Group, world: World) -> list[str]:
        """Return the neighbors of a node, on one side if an owner is said."""
        (node,) = group.names or self.discourse.pronoun(Group("topic"))
        if {node} & self.facts.hidden or (not world.mine(node) and group.owner != "own"):
            raise Unread
        self.discourse.note((node,))
        nodes = world.neighbors(node)
        if group.owner:
            nodes = [one for one in nodes if world.mine(one) == (group.owner == "own")]
        self.discourse.note(nodes)
        return nodes

    def referred(self) -> tuple[dict[str, str], ...]:
        """Return the colorings that "that" stands for."""
        raise Unread

    def _described(self, phrase: Description, world: World) -> list[str]:
        """Return the nodes of a description; "other" excludes all that were named."""
        view, hidden = self.facts.view, self.facts.hidden
        yours = [n for n in view.owners if n not in hidden]
        border = {n for edge in view.crossing if edge[1] not in hidden for n in edge}
        sides = Sides(view.own, yours, border, {*view.edges})
        if {name for one in phrase.near for name in one.names} & hidden:
            raise Unread
        named = self.discourse.mentioned
        owner = owner_of(phrase, sides, named)
        nodes = members_of(phrase, sides, owner) if owner else []
        # "The nodes next to h2 and h5" may touch both, or one of them.
        loose = replace(phrase, near=tuple(replace(one, joint="or") for one in phrase.near))
        if not nodes or nodes != members_of(loose, sides, owner):
            raise Unread
        if phrase.color is not None:
            if any(world.color(node) is None for node in nodes):
                raise Unread
            nodes = [node for node in nodes if world.color(node) == phrase.color]
        if phrase.other:
            rest = [node for node in nodes if node not in named]
            if len(rest) == len(nodes):
                raise Unread
            nodes = rest
        if not nodes:
            raise Unread
        return nodes

    def _pred(self, predicate: Predicate, node: str, world: World) -> Value:
        if predicate.other is None:
            return node_value(predicate, node, None, world)
        group = predicate.other
        others = self.members(group, world)
        if group.kind == "named" and node in others and len(others) > 1:
            # "a4 clashes with a4 and h3."
            return None
        others = [other for other in others if other != node]
        if not others:
            return None
        if predicate.kind in _OF_EDGES and not world.mine(node) and not all(map(world.mine, others)):
            # The agent does not see the edges among the nodes of others.
            return None
        negated = predicate.negated
        plain = Predicate(predicate.kind, predicate.colors, group, False, predicate.time)
        if group.kind != "named" and group.kind not in ("it", "they", "other"):
            kept = [other for other in others if world.near(node, other) or plain.kind == "same"]
            if plain.kind == "near" or group.quantity in ("exactly", "least", "only"):
                values = [node_value(plain, node, [other], world) for other in others]
                value = some(values) if group.bare and plain.kind == "near" else _counted(group, values)
            else:
                values = [node_value(plain, node, [other], world) for other in kept]
                if group.quantity == "all" and plain.kind in ("clash", "same"):
                    # "Clashes with mine" may be with all of them, or with one.
                    value = every(values) if values and every(values) == some(values) else None
                elif plain.kind == "fits":
                    value = every(values) if values else None
                elif plain.time in ("gone", "kept", "began"):
                    now, was = (
                        some(
                            node_value(replace(plain, time=time), node, [other], world) for other in kept
                        )
                        for time in ("now", "was")
                    )
                    wanted = {"gone": (False, True), "kept": (True, True), "began": (True, False)}
                    value = None if None in (now, was) else (now, was) == wanted[plain.time]
                else:
                    value = some(values) if values else False
            return None if value is None else value != (negated or group.quantity == "none")
        if group.quantity not in ("all", "none"):
            return None
        for other in others:
            self._relate(predicate, node, other)
        if group.kind == "named" and len(group.colors) == len(others):
            # "Touches blue a1" says its color, too.
            stated = zip(others, group.colors, strict=True)
            self.atoms += [Atom("is", other, color) for other, color in stated if color]
        values = [node_value(plain, node, [other], world) for other in others]
        if group.quantity == "none":
            negated = not negated
        if negated:
            return every(None if value is None else not value for value in values)
        if group.joint == "or" and len(others) > 1:
            return None
        return every(values)

    def _relate(self, predicate: Predicate, node: str, other: str) -> None:
        kind = _ATOMS.get((predicate.kind, predicate.negated, predicate.time), "other")
        self.atoms.append(Atom(kind, node, "", other))

    def _state(
        self, predicates: Sequence[Predicate], node: str, world: World, *, denied: bool = False
    ) -> None:
        for one in predicates:
            negated = one.negated != denied
            kind = _ATOMS.get((one.kind, negated, one.time), "")
            if one.kind in ("forced", "moves", "stays"):
                continue
            if not kind:
                if one.other is None:
                    self.atoms.append(Atom("other", node))
                continue
            if one.other is not None and one.other.kind == "named":
                continue
            if one.kind in ("can", "must") and not world.mine(node):
                kind = {"can": "works", "cannot": "fails"}.get(kind, kind)
            for color in one.colors or ("",):
                self.atoms.append(Atom(kind, node, color))


def _counted(group: Group, values: Sequence[Value]) -> Value:
    """Return whether a relation holds with as many nodes as a noun phrase says."""
    if None in values:
        return None
    count = sum(map(bool, values))
    match group.quantity:
        case "exactly":
            return count == group.number
        case "least":
            return count >= group.number
        case "none" | "any":
            return count > 0
        case "all":
            return count == len(values)
    return None


#: Relations that depend on whether there is an edge.
_OF_EDGES = ("clash", "fits", "near")
_ATOMS = {
    ("color", False, "now"): "is",
    ("color", False, "would"): "is",
    ("color", True, "now"): "not",
    ("color", False, "was"): "was",
    ("color", False, "kept"): "kept",
    ("color", False, "began"): "became",
    ("color", False, "gone"): "left",
    ("changed", False, "now"): "changed",
    ("changed", True, "now"): "kept",
    ("same", False, "now"): "same",
    ("same", False, "was"): "same before",
    ("same", True, "now"): "differ",
    ("clash", False, "now"): "clash",
    ("clash", False, "kept"): "clash",
    ("clash", False, "would"): "clash",
    ("clash", False, "began"): "clash",
    ("clash", False, "was"): "clashed",
    ("clash", True, "now"): "fits",
    ("clash", False, "gone"): "fits",
    ("fits", False, "now"): "fits",
    ("fits", True, "now"): "clash",
    ("trouble", False, "now"): "clash",
    ("trouble", True, "now"): "fits",
    ("trouble", False, "gone"): "fits",
    ("near", False, "now"): "near",
    ("near", True, "now"): "apart",
    ("fixed", False, "now"): "fixed",
    ("demanded", False, "now"): "demanded",
    ("can", False, "now"): "can",
    ("can", True, "now"): "cannot",
    ("must", False, "now"): "must",
    ("must move", False, "now"): "changed",
    ("must move", True, "now"): "neednot",
    ("request", False, "now"): "request",
    ("movable", True, "now"): "kept",
    ("known", True, "now"): "unknown",
}
