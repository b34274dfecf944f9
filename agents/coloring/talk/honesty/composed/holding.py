"""Values of predicates: of all, some, none or only those nodes that are named, and between them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from ...facts import Facts
from .discourse import Unread
from .predicates import node_value
from .reasons import Atom
from .supposing import Supposing
from .terms import Group, Holds, Predicate
from .worlds import Value, World, every, opposite, some

#: Predicates that a later clause may say of other nodes without naming them.
_AGAIN = frozenset({"color", "clash", "changed", "near", "fits"})


class Holding(Supposing):
    """Values of predicates of nodes, in a message with suppositions."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        #: What was said of nodes last, for "h5 is not".
        self._said: tuple[Predicate, ...] = ()

    def holds(self, term: Holds, world: World) -> Value:
        """Return whether predicates hold of as many nodes as a clause says."""
        group = term.group
        if group.quantity == "only":
            return self._only(term, world)
        nodes = self.members(group, world)
        if not nodes:
            return None
        if term.predicates[0].kind == "again":
            again = self._said_again(term.predicates[0])
            if again is None:
                return None
            term = Holds(group, (again,))
        elif group.quantity == "all":
            self._said = term.predicates
        self._suppose_colors(term, nodes, world)
        first = term.predicates[0]
        alone = len(term.predicates) == 1 and first.kind == "fits" and not first.negated
        if alone and first.other is not None and group.quantity == "all" and first.time != "was":
            if first.time in ("now", "would"):
                ends = self.members(first.other, world)
                if first.other.kind != "named":
                    # "Fits my nodes": those to which it has an edge.
                    ends = [one for one in ends if any(world.near(one, node) for node in nodes)]
                each = group.kind not in ("mine", "all mine", "yours", "described")
                return self._fit_together(nodes, ends, world, each=each)
            return None
        mutual = [one for one in term.predicates if one.kind == "mutual"]
        if mutual:
            rest = tuple(one for one in term.predicates if one.kind != "mutual")
            # "Are both blue and share an edge" says two things.
            also = [self.holds(replace(term, predicates=rest), world)] if rest else []
            return every([*(self._mutual(one, nodes, world) for one in mutual), *also])
        return self._counted(term, nodes, world)

    def _suppose_colors(self, term: Holds, nodes: Sequence[str], world: World) -> None:
        """Let "that" stand for colors that nodes can or must have."""
        group, first = term.group, term.predicates[0]
        if group.quantity != "all" or group.joint != "and" or group.minus:
            return
        if first.kind == "can" and not first.negated:
            self.suppose({**world.supposed, **dict.fromkeys(nodes, one)} for one in first.colors)
        changes = [one for one in term.predicates if one.kind == "must" and not one.negated]
        if len(changes) == 1 and len(changes[0].colors) == 1 and all(map(world.mine, nodes)):
            # "b5 would have to be red, and I can do that."
            self.suppose([{**world.supposed, **dict.fromkeys(nodes, changes[0].colors[0])}])

    def _counted(self, term: Holds, nodes: Sequence[str], world: World) -> Value:
        """Return whether as many of the nodes as a clause says have all its predicates."""
        group, predicates = term.group, term.predicates

        def value(node: str) -> Value:
            return every([self._pred(one, node, world) for one in predicates])

        values = {node: value(node) for node in nodes}
        least = sum(one is True for one in values.values())
        most = sum(one is not False for one in values.values())
        match group.quantity:
            case "all" | "the" | "any":
                denied = all(one.negated for one in predicates)
                if group.joint == "or" and len(nodes) > 1 and not denied:
                    return None
                if group.minus:
                    return every([*values.values(), *(opposite(value(node)) for node in group.minus)])
                for node in nodes:
                    self._state(predicates, node, world)
                return every(values.values())
            case "none":
                for node in nodes:
                    self._state(predicates, node, world, denied=True)
                return every(map(opposite, values.values()))
            case "exactly":
                if predicates[0].kind == "must move":
                    self.atoms.append(Atom("must move"))
                return least == group.number if least == most else None
            case "least":
                return True if least >= group.number else None
            case "not all":
                return some(map(opposite, values.values()))
        return None

    def _said_again(self, predicate: Predicate) -> Predicate | None:
        """Return what "so is h2" or "h5 is not" says: what was said of the nodes before."""
        if len(self._said) != 1 or self._said[0].kind not in _AGAIN:
            return None
        again = self._said[0]
        if again.other is not None and again.other.kind != "named":
            return None
        if not predicate.negated:
            return again
        return None if again.negated or again.time != "now" else replace(again, negated=True)

    def _fit_together(
        self, nodes: Sequence[str], others: Sequence[str], world: World, *, each: bool
    ) -> Value:
        """Return whether no edge between nodes and others is in conflict; each has one."""
        if {*nodes} & {*others}:
            raise Unread
        edges = [(n, other) for n in nodes for other in others if world.near(n, other)]
        ends = {node for edge in edges for node in edge}
        if not edges or not {*others} <= ends:
            return None
        if each and not {*nodes} <= ends:
            return None
        self.atoms += [Atom("fits", n, "", other) for n, other in edges]
        return every(None if (v := world.edge(edge)) is None else not v for edge in edges)

    def _only(self, term: Holds, world: World) -> Value:
        """Return whether predicates hold of some nodes, and of no other of their owner."""
        nodes = self.members(term.group, world)
        view = self.facts.view
        if not nodes:
            return None
        if all(node in view.own for node in nodes):
            scope = list(view.own)
        elif all(node in view.owners for node in nodes):
            scope = [node for node in view.owners if node not in self.facts.hidden]
        else:
            return None
        values = {n: every([self._pred(one, n, world) for one in term.predicates]) for n in scope}
        if None in values.values():
            return None
        for node in nodes:
            self._state(term.predicates, node, world)
        return {node for node, value in values.items() if value} == {*nodes}

    def _mutual(self, predicate: Predicate, nodes: Sequence[str], world: World) -> Value:
        """Return whether a relation holds of each two nodes."""
        if len(nodes) < 2:
            return None
        kind = predicate.colors[0] if predicate.colors else ""
        pairs = list(itertools.combinations(nodes, 2))
        values = []
        for first, second in pairs:
            other = Group("named", (second,))
            one = Predicate(kind, (), other, predicate.negated, predicate.time)
            values.append(node_value(one, first, [second], world))
            self._relate(one, first, second)
        if kind == "clash" and not predicate.negated and len(nodes) > 2:
            return None
        return every(values)
