"""
Whether the facts entail what the compositional reader makes of a sentence.

A claim is evaluated in a world: the present one, or one with colors that are supposed. Its value is
None if the facts do not decide it; only what is true is said.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...facts import Facts
from .discourse import NoReferent, Unread
from .members import Members
from .possible import setting_value
from .predicates import node_value
from .reasons import Atom
from .simple_facts import fact_value
from .terms import (
    PROPOSED,
    Conflicts,
    Fact,
    Given,
    Group,
    Holds,
    Pair,
    Predicate,
    Setting,
    Several,
    Supposed,
    Term,
    Unit,
)
from .worlds import Value, World, every, some

#: Suppositions that leave more colorings open are not decided.
MOST_WORLDS = 81


class Truth(Members):
    """Values of the claims of one message, in order."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        #: What was supposed last, in this sentence or the one before.
        self.given: tuple[dict[str, str], ...] = ()
        #: What was supposed, asked or called possible last.
        self._latest: tuple[dict[str, str], ...] = ()
        #: What the person proposed, until the message is about something else.
        self._proposed = tuple(dict(one) for one in facts.request.proposed)
        #: Whether "that" may stand for it in this clause, and whether it has in this sentence.
        self._replies, self._here_replied = True, False
        #: Whether the last sentence was about what the person proposed.
        self.replied = False
        #: Whether a sentence was not read, for which "that" may stand.
        self.lost = False
        if facts.request.named and not {*facts.request.named} & facts.hidden:
            self.discourse.answer(facts.request.named)
        #: Simple facts that the sentence before stated last.
        self.last_atoms: list[Atom] = []
        #: What was said of nodes last, for "h5 is not".
        self._said: tuple[Predicate, ...] = ()
        #: The same within this sentence.
        self._here: tuple[dict[str, str], ...] = ()

    def copied(self) -> Truth:
        """Return a copy, in which later names change nothing here."""
        copy = Truth(self.facts)
        copy.discourse = self.discourse.copied()
        copy._latest, copy._proposed = self._latest, self._proposed
        copy.last_atoms, copy._said = self.last_atoms, self._said
        return copy

    def adopt(self, other: Truth) -> None:
        """Take over what another reading named."""
        self.discourse = other.discourse
        self._latest, self._proposed = other._latest, other._proposed
        self.last_atoms, self._said = other.last_atoms, other._said

    def forget(self, nodes: Sequence[str]) -> None:
        """Forget what pronouns stand for behind a sentence that was not read."""
        self.discourse.unread(nodes)
        self.drop()

    def drop(self) -> None:
        """Forget what "that" stands for."""
        self._latest = self._proposed = ()
        self.lost = True

    def end(self, *, courtesy: bool) -> None:
        """End a sentence: behind another claim, "that" does not stand for the person's proposal."""
        if not self._here_replied and not courtesy:
            self._proposed = ()
        self._replies, self._here_replied = True, False

    def resume(self) -> None:
        """Suppose again what the sentence before supposed, or what the person proposed."""
        self.given = self._latest = self.referred()

    def referred(self) -> tuple[dict[str, str], ...]:
        """Return the colorings that "that" stands for."""
        if self._latest:
            return self._latest
        if not self._replies or not self._proposed:
            raise NoReferent
        self._here_replied = self.replied = True
        return self._proposed

    def unit(self, unit: Unit) -> tuple[Value, list[Atom]]:
        """Return the value of a clause with what it supposes, and the facts that it states."""
        self.atoms = []
        self.discourse.begin()
        value = self._unit(unit)
        if unit.claim != Fact("courtesy"):
            self._replies = self._here_replied
        return value, self.atoms

    def _unit(self, unit: Unit) -> Value:
        if unit.given:
            return self._supposed(unit.given, unit.claim, unit.hypothetical, self.actual)
        given = self.given
        if unit.hypothetical == 2 and not given and not isinstance(unit.claim, Setting):
            # "h4 blue would be fine, I'd move a4": what would be follows from what was supposed.
            given = self._here
        if unit.hypothetical and given:
            return every([self.value(unit.claim, self.actual.with_(colors)) for colors in given])
        latest = self._latest or (self._proposed if self._replies else ())
        value = self.value(unit.claim, self.actual)
        if unit.hypothetical == 2 and latest and not isinstance(unit.claim, Setting):
            there = [self.value(unit.claim, self.actual.with_(colors)) for colors in latest]
            return every([value, *there])
        return value

    def value(self, term: Term, world: World) -> Value:
        """Return the value of a claim in a world."""
        match term:
            case Holds():
                return self._holds(term, world)
            case Conflicts():
                return self._conflicts(term, world)
            case Setting():
                assignments = list(self._assignments(term.pairs, world))
                self._here = self._latest = tuple({**world.supposed, **one} for one in assignments)
                for one in assignments:
                    kind = {"can": "works", "cannot": "fails"}.get(term.kind, term.kind)
                    for node, color in one.items():
                        named = kind if node in self.facts.view.owners else term.kind
                        self.atoms.append(Atom(named, node, color))
                if term.kind in ("can", "do") and self.facts.request.choice and term.pairs == PROPOSED:
                    return some(setting_value(term, [one], world) for one in assignments)
                return setting_value(term, assignments, world)
            case Supposed():
                return self._supposed(term.given, term.claim, 2, world)
            case Several():
                return every([self.value(one, world) for one in term.claims])
            case Fact():
                if term.kind == "asked":
                    return self._asked()
                self.atoms.append(Atom(term.kind))
                return fact_value(term, world)
        return None

    def _asked(self) -> Value:
        """Return whether the person demanded the colors that the clause names."""
        named = {atom.node for atom in self.atoms if atom.node in self.facts.view.own}
        wanted = self.facts.demanded
        return bool(named) and all(wanted.get(n) == self.facts.after.get(n) for n in named)

    # ------------------------------------------------------------------------------- suppositions

    def _supposed(self, given: Sequence[Given], claim: Term, hypothetical: int, world: World) -> Value:
        worlds = list(itertools.islice(self._worlds(given, world, hypothetical), MOST_WORLDS + 1))
        if not worlds or len(worlds) > MOST_WORLDS or None in worlds:
            return None
        found = [one for one in worlds if one is not None]
        self.given = self._here = self._latest = tuple(dict(one.supposed) for one in found)
        supposing = self.discourse.main_clause()
        values = [self.value(claim, one) for one in found]
        self.discourse.or_subject(supposing)
        for i, one in enumerate(given):
            if one.relevant:
                rest = [*given[:i], *given[i + 1 :]]
                other_way = replace(one, negated=not one.negated, relevant=False, free=True)
                cases = list(self._worlds([*rest, other_way], world, 2))
                values.append(
                    some(
                        None if case is None else (self.value(claim, case) is not True) for case in cases
                    )
                )
        if any(one.only for one in given):
            if len(given) != 1:
                return None
            others = self._worlds(
                (replace(given[0], negated=not given[0].negated, only=False),), world, 2
            )
            for other in others:
                if other is None:
                    return None
                value = self.value(claim, other)
                values.append(None if value is None else not value)
        return every(values)

    def _worlds(self, given: Sequence[Given], world: World, hypothetical: int) -> Iterator[World | None]:
        if not given:
            yield world
            return
        first, *rest = given
        for colors in self._supposable(first, world):
            if colors is None:
                yield None
                return
            if any(world.supposed.get(node, color) != color for node, color in colors.items()):
                yield None
                return
            fixed = {**self.facts.view.fixed, **self.facts.view.known_fixed}
            if any(fixed.get(node, color) != color for node, color in colors.items()):
                yield None
                return
            present = all(self.facts.color(node) == color for node, color in colors.items())
            if not present and not first.free and hypothetical < 2 and not self._is_proposed(colors):
                mine = all(node in self.facts.view.own for node in colors)
                if not mine or not hypothetical:
                    yield None
                    return
            if not present and first.actual:
                yield None
                return
            yield from self._worlds(rest, world.with_(colors), hypothetical)

    def _is_proposed(self, colors: Mapping[str, str]) -> bool:
        """Return whether the person proposed the colors, so that "with h4 red" does not state it."""
        return any(colors.items() <= case.items() for case in self.facts.request.proposed)

    def _supposable(self, given: Given, world: World) -> Iterator[dict[str, str] | None]:
        domain = self.facts.view.domain
        if given.present is not None:
            nodes = self.members(given.present, world)
            present = [self.facts.color(node) for node in nodes]
            if not nodes or None in present:
                yield None
                return
            if not given.negated:
                yield {node: str(color) for node, color in zip(nodes, present, strict=True)}
                return
            rows = itertools.product(*([c for c in domain if c != color] for color in present))
            yield from (dict(zip(nodes, row, strict=True)) for row in rows)
            return
        assignments = list(self._assignments(given.pairs, world))
        if not given.negated:
            yield from assignments
            return
        nodes = list(dict.fromkeys(node for one in assignments for node in one))
        excluded = {node: {one.get(node) for one in assignments} for node in nodes}
        rows = itertools.product(*([c for c in domain if c not in excluded[n]] for n in nodes))
        yield from (dict(zip(nodes, row, strict=True)) for row in rows)

    def _assignments(self, pairs: Sequence[Pair], world: World) -> Iterator[dict[str, str]]:
        """Give the colorings that pairs of nodes and colors name; alternatives give several."""
        choices: list[list[dict[str, str]]] = []
        for pair in pairs:
            if pair.group.kind == "proposed":
                choices.append([*self.referred(), *([{}] if pair.colors == ("either way",) else [])])
                continue
            nodes = self.members(pair.group, world)
            colors = pair.colors
            if colors == ("*",):
                colors, joint = tuple(self.facts.view.domain), "or"
            elif colors == ("~",):
                present = {world.color(node) for node in nodes}
                colors = tuple(c for c in self.facts.view.domain if c not in present)
                joint = "or"
                if None in present:
                    raise Unread
            elif colors == ("=",):
                colors = tuple(str(world.color(node)) for node in nodes)
                joint = "each"
            else:
                joint = pair.joint
            if not nodes or pair.group.quantity not in ("all", "any"):
                raise Unread
            if len(nodes) > 1 and pair.group.joint == "or":
                if len(colors) != 1:
                    raise Unread
                choices.append([{node: colors[0]} for node in nodes])
            elif len(colors) == 1:
                choices.append([dict.fromkeys(nodes, colors[0])])
            elif joint == "or" or len(nodes) == 1:
                rows = itertools.product(colors, repeat=len(nodes))
                choices.append([dict(zip(nodes, row, strict=True)) for row in rows])
            elif len(colors) == len(nodes):
                choices.append([dict(zip(nodes, colors, strict=True))])
            else:
                raise Unread
        for row in itertools.product(*choices):
            merged: dict[str, str] = {}
            for one in row:
                if merged.keys() & one.keys():
                    raise Unread
                merged.update(one)
            yield merged

    def _holds(self, term: Holds, world: World) -> Value:
        group = term.group
        if group.quantity == "only":
            return self._only(term, world)
        nodes = self.members(group, world)
        if not nodes:
            return None
        if term.predicates[0].kind == "again":
            # "So is h2", "h5 is not": what was said of the nodes before.
            if len(self._said) != 1 or self._said[0].kind not in (
                "color",
                "clash",
                "changed",
                "near",
                "fits",
            ):
                return None
            again = self._said[0]
            if again.other is not None and again.other.kind != "named":
                return None
            if term.predicates[0].negated:
                if again.negated or again.time != "now":
                    return None
                again = replace(again, negated=True)
            term = Holds(group, (again,))
        elif group.quantity in ("all", "only"):
            self._said = term.predicates
        first = term.predicates[0]
        plain = group.quantity == "all" and group.joint == "and" and not group.minus
        if plain and first.kind == "can" and not first.negated:
            self._here = self._latest = tuple(
                {**world.supposed, **dict.fromkeys(nodes, color)} for color in first.colors
            )
        alone = len(term.predicates) == 1 and first.kind == "fits" and not first.negated
        if alone and first.other is not None and group.quantity == "all" and first.time != "was":
            if first.time in ("now", "would"):
                return self._fit_together(nodes, self.members(first.other, world), world)
            return None
        for one in term.predicates:
            if one.kind == "mutual":
                return self._mutual(one, nodes, world)
        values = {
            node: every([self._pred(one, node, world) for one in term.predicates]) for node in nodes
        }
        denied = all(one.negated for one in term.predicates)
        joint = group.joint == "or" and len(nodes) > 1 and not denied
        least = sum(value is True for value in values.values())
        most = sum(value is not False for value in values.values())
        match group.quantity:
            case "all" | "the" | "any":
                if joint:
                    return None
                if group.minus:
                    others = [
                        every([self._pred(one, node, world) for one in term.predicates])
                        for node in group.minus
                    ]
                    return every([*values.values(), *(None if v is None else not v for v in others)])
                for node in nodes:
                    self._state(term.predicates, node, world)
                return every(values.values())
            case "none":
                for node in nodes:
                    self._state(term.predicates, node, world, denied=True)
                return every(None if value is None else not value for value in values.values())
            case "exactly":
                if term.predicates[0].kind == "must move":
                    self.atoms.append(Atom("must move"))
                return least == group.number if least == most else None
            case "least":
                return True if least >= group.number else None
            case "not all":
                return some(None if value is None else not value for value in values.values())
        return None

    def _fit_together(self, nodes: Sequence[str], others: Sequence[str], world: World) -> Value:
        """Return whether no edge between nodes and others is in conflict; each of them has one."""
        edges = [(n, other) for n in nodes for other in others if world.near(n, other)]
        ends = {node for edge in edges for node in edge}
        if not edges or not {*others} <= ends:
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

    # --------------------------------------------------------------------------------- conflicts

    def _conflicts(self, term: Conflicts, world: World) -> Value:
        edges = world.edges(term.scope)
        if term.at is not None:
            nodes = self.members(term.at, world)
            if not nodes:
                return None
            if len(nodes) > 1 and term.at.kind == "named" and term.at.joint != "or":
                edges = [edge for edge in edges if {*edge} <= {*nodes}]
                if not edges:
                    return None
            else:
                edges = [edge for edge in edges if {*edge} & {*nodes}]
        now = [world.edge(edge) for edge in edges]
        before = [world.edge(edge, before=True) for edge in edges]
        kind = "calm" if term.quantity == "none" or term.time == "gone" else "war"
        if term.time == "was":
            kind += " before"
        if term.at is not None and term.at.kind == "named":
            names = (*term.at.names, "")
            named = "clash" if kind == "war" else "fits" if kind == "calm" else kind
            self.atoms.append(Atom(named, names[0], "", names[1]))
        else:
            self.atoms.append(Atom(kind))
        if term.edges:
            found = {edge for edge, value in zip(edges, now, strict=True) if value}
            wanted = {edge if edge in edges else (edge[1], edge[0]) for edge in term.edges}
            for edge in wanted:
                self.discourse.note(edge)
                if {*edge} & self.facts.hidden:
                    raise Unread
            return found == wanted and None not in now
        values = before if term.time == "was" else now
        if term.time == "gone":
            if None in before or None in now:
                return None
            count = sum(map(bool, before)) - sum(map(bool, now))
            if term.quantity == "none" or term.quantity == "all":
                return any(before) and not any(now)
            return not any(now) and sum(map(bool, before)) == term.number and count > 0
        least = sum(value is True for value in values)
        most = sum(value is not False for value in values)
        if term.time == "kept":
            if not world.is_actual:
                return None
            if not any(before) and term.quantity != "none":
                return False
        match term.quantity:
            case "none":
                return False if least else True if most == 0 else None
            case "exactly":
                if (
                    not world.is_actual
                    and term.at is None
                    and term.number
                    and world.can({}) is not False
                ):
                    return None
                return least == term.number if least == most else None
            case "least":
                if not world.is_actual and term.at is None and world.can({}) is not False:
                    # The agent could avoid it.
                    return None
                return True if least >= term.number else False if most < term.number else None
            case "most":
                return most <= term.number
            case "all":
                return every(values) if values else None
        return None
