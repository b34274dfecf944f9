"""
Whether the facts entail what the compositional reader makes of a sentence.

A claim is evaluated in a world: the present one, or one with colors that are supposed. Its value is
None if the facts do not decide it; only what is true is said.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ...facts import Facts
from .as_is import AS_IS, LOOSE, loose_value
from .changes import effect_of
from .conflict_values import conflicts_value
from .discourse import Unread
from .holding import Holding
from .possible import setting_value
from .reaching import REQUESTS
from .reasons import Atom
from .recoloring import able
from .simple_facts import fact_value
from .state_values import state_value
from .terms import (
    ASKED,
    PROPOSED,
    Conflicts,
    Effect,
    Fact,
    Given,
    Holds,
    Setting,
    Several,
    State,
    Supposed,
    Term,
    Unit,
)
from .worlds import Value, World, every, opposite, some

#: Suppositions that leave more colorings open are not decided.
MOST_WORLDS = 81


class Truth(Holding):
    """Values of the claims of one message, in order."""

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        if facts.request.named and not {*facts.request.named} & facts.hidden:
            self.discourse.answer(facts.request.named)
        #: Simple facts that the sentence before stated last.
        self.last_atoms: list[Atom] = []
        if facts.request.why:
            self.last_atoms = [Atom("war")]
        elif (asked := facts.request.reason_of) and asked[0] not in facts.hidden:
            self.last_atoms = [Atom("is", *asked)] if facts.color(asked[0]) == asked[1] else []
        #: Whether equal nodes are named to show the conflicts that the person asked about.
        self.showing = False
        #: Whether this sentence, or the one before, was about the agent's colors as they are.
        self.standing = self._stood = False
        self._asked_for = tuple(dict(one) for one in facts.request.proposed)

    def copied(self) -> Truth:
        """Return a copy, in which later names change nothing here."""
        copy = Truth(self.facts)
        copy.discourse = self.discourse.copied()
        copy._latest, copy._proposed = self._latest, self._proposed
        copy.last_atoms, copy._said = self.last_atoms, self._said
        copy.standing, copy._stood = self.standing, self._stood
        copy.showing = self.showing
        return copy

    def elsewhere(self, facts: Facts) -> Truth:
        """Return a copy in which other facts hold, with what was supposed and named so far."""
        copy = Truth(facts)
        copy.discourse = self.discourse.copied()
        for name in ("given", "replied", "lost", "_latest", "_here", "_proposed", "_replies", "showing"):
            setattr(copy, name, getattr(self, name))
        copy._here_replied, copy.last_atoms = self._here_replied, self.last_atoms
        copy.standing, copy._stood, copy._said = self.standing, self._stood, self._said
        return copy

    def adopt(self, other: Truth) -> None:
        """Take over what another reading named."""
        self.discourse = other.discourse
        self._latest, self._proposed = other._latest, other._proposed
        self.last_atoms, self._said = other.last_atoms, other._said
        self.standing, self._stood = other.standing, other._stood

    def begin_sentence(self) -> None:
        """Begin a sentence: what was said of the present colors holds on for the next one."""
        self._stood, self.standing = self.standing, False
        self.discourse.topic = self.discourse.first = ()

    def forget(self, nodes: Sequence[str]) -> None:
        """Forget what pronouns stand for behind a sentence that was not read."""
        self.discourse.unread(nodes)
        self.drop()

    def unit(self, unit: Unit) -> tuple[Value, list[Atom]]:
        """Return the value of a clause with what it supposes, and the facts that it states."""
        self.atoms = []
        self.discourse.begin()
        before = self.elsewhere(self.facts)
        self.discourse.topic_is_open = False
        value = self._unit(unit)
        if value and self.discourse.topic_is_open:
            # "b2 clashes with h2, but red is open": it is said of b2 or of h2, and has to hold of both.
            before.discourse.topic_is_subject = True
            value = every([value, before.value_of(unit)])
        if unit.claim != Fact("courtesy"):
            self._replies = self._here_replied
        return value, self.atoms

    def value_of(self, unit: Unit) -> Value:
        """Return the value of a clause; None if it cannot be read."""
        try:
            return self._unit(unit)
        except Unread:
            return None

    def _unit(self, unit: Unit) -> Value:
        if (
            unit.given
            and isinstance(unit.claim, Setting)
            and unit.claim.pairs == PROPOSED
            and self._proposed
            and self._replies
            and not self._latest
        ):
            # "I can if you make h4 red": what was asked for.
            unit = replace(unit, claim=replace(unit.claim, pairs=ASKED))
        if (
            unit.given
            and unit.hypothetical
            and self.given
            and all(g.actual and not g.relevant for g in unit.given)
        ):
            # "But then b2 has to be green, since h2 is blue": what was supposed goes on.
            worlds = [self.actual.with_(colors) for colors in self.given]
            return every([self._supposed(unit.given, unit.claim, 2, one) for one in worlds])
        if unit.given and all(one.actual for one in unit.given) and _is_request(unit.claim):
            # "Since h2 is red, could you make it blue?": what is so binds nothing.
            so = self._supposed(unit.given, Fact("courtesy"), unit.hypothetical, self.actual)
            return every([so, self._unit(replace(unit, given=()))])
        if unit.given:
            return self._supposed(unit.given, unit.claim, unit.hypothetical, self.actual)
        given = self._besides(unit.claim, self.given)
        if unit.hypothetical == 2 and not given and not isinstance(unit.claim, Setting | Effect):
            # "h4 blue would be fine, I'd move a4": what would be follows from what was supposed.
            given = self._besides(unit.claim, self._here)
        if (
            unit.claim == Fact("solvable")
            and given
            and given == self._proposed
            and all(map(self.actual.mine, {node for case in given for node in case}))
        ):
            # "That's possible", to somebody who asked for colors of the agent's nodes.
            return every(able(self.actual, case) for case in given)
        if unit.hypothetical and given:
            if _is_request(unit.claim):
                given = self._without_named(unit.claim, given)
            return every([self._again(unit.claim, self.actual.with_(colors)) for colors in given])
        if unit.claim == Fact("calm would") or _has_kind(unit.claim, {"plan", "keep plan"}):
            return self._planned(unit.claim)
        if isinstance(unit.claim, Setting) and unit.claim.kind in REQUESTS:
            return self._requested(unit.claim)
        is_answer = not self._latest
        latest = self._besides(unit.claim, self._latest or (self._proposed if self._replies else ()))
        here = () if isinstance(unit.claim, Setting | Supposed | Effect) else self._here
        value = self.value(unit.claim, self.actual)
        if not latest and unit.hypothetical == 2 and self._is_of_proposal(unit.claim):
            # "a1 is blue and would clash with it": with what the person asked for.
            self.replied = True
            return every(self._again(unit.claim, self.actual.with_(one)) for one in self._asked_for)
        if unit.hypothetical == 1 and here and self._here_replied:
            # "You can, and b2 can stay red": with what was proposed.
            there = [self._again(unit.claim, self.actual.with_(colors)) for colors in here]
            return every([value, *there])
        if unit.hypothetical == 2 and latest and not isinstance(unit.claim, Setting | Effect):
            there = [self._again(unit.claim, self.actual.with_(colors)) for colors in latest]
            # The other grammar knows nothing of a proposal.
            self.replied = self.replied or (latest == self._proposed and not all(there))
            if is_answer and latest == self._proposed:
                # "I would not have to change anything": if it was as the person asked.
                return every(there)
            return every([value, *there])
        return value

    def _is_of_proposal(self, claim: Term) -> bool:
        """Return whether a claim is about a conflict of nodes that the person asked to change."""
        if not isinstance(claim, Holds) or not self._asked_for or claim.group.quantity != "all":
            return False
        if any(one.kind not in ("clash", "fits") or one.time != "would" for one in claim.predicates):
            return False
        named = {*self.members(claim.group, self.actual)}
        for one in claim.predicates:
            named |= {*self.members(one.other, self.actual)} if one.other is not None else set()
        return all(named & {*case} for case in self._asked_for)

    def _planned(self, claim: Term) -> Value:
        """Return the value of what the agent would do: with what was supposed, or asked for."""
        supposes = bool(self._here)
        cases = self._compatible(claim, self._here or self.facts.request.proposed)
        if not cases:
            return self._again(claim, self.actual)
        value = every([self._again(claim, self.actual.with_(one)) for one in cases])
        if not supposes and self.facts.yes is False:
            # What the agent does not agree to, it need not suppose.
            value = some([value, self._again(claim, self.actual)])
        elif not supposes:
            self._here_replied = True
        self.suppose(cases)
        return value

    def _requested(self, claim: Setting) -> Value:
        """Return the value of a request, which may be about what the person asked for."""
        # What it asks for supposes the other colors of the person's proposal only.
        named = {node for pair in claim.pairs for node in pair.group.names}
        proposed = [one for one in self.facts.request.proposed if not named & {*one}]
        cases = self._compatible(claim, proposed)
        here, latest = self._here, self._latest
        values = [self._again(claim, self.actual.with_(one)) for one in cases]
        self._here, self._latest = here, latest
        if values and self.facts.yes:
            return every(values)
        now = self._again(claim, self.actual)
        return some([now, *([every(values)] if values else [])])

    def _again(self, claim: Term, world: World) -> Value:
        """Return the value of a claim in one of several worlds; pronouns stand for the same in each."""
        self.discourse.main_clause()
        return self.value(claim, world)

    def value(self, term: Term, world: World) -> Value:
        """Return the value of a claim in a world."""
        match term:
            case Holds():
                return self.holds(term, world)
            case Conflicts():
                return conflicts_value(term, self, world)
            case Setting():
                assignments = list(self.assignments(term.pairs, world))
                if term.pairs == PROPOSED and world.supposed:
                    # "I would have to change b1 then, and I can do that": in each case that is supposed.
                    assignments = [one for one in assignments if _agrees(one, world)] or assignments
                self._here = self._latest = tuple({**world.supposed, **one} for one in assignments)
                for one in assignments:
                    kind = {"can": "works", "cannot": "fails"}.get(term.kind, term.kind)
                    for node, color in one.items():
                        named = kind if node in self.facts.view.owners else term.kind
                        self.atoms.append(Atom(named, node, color))
                if term.kind.endswith(AS_IS):
                    self.standing = True
                if term.kind == "adds" and (self.standing or self._stood):
                    term = replace(term, kind="causes")
                if term.kind.removesuffix(AS_IS) in LOOSE:
                    return loose_value(term, assignments, world, standing=self.standing or self._stood)
                if (
                    term.kind in ("can", "do")
                    and term.pairs == PROPOSED
                    and self._may_choose(assignments)
                ):
                    return some(setting_value(term, [one], world) for one in assignments)
                return setting_value(term, assignments, world)
            case Effect():
                return effect_of(term, self, world)
            case Supposed():
                return self._supposed(term.given, term.claim, 2, world)
            case Several():
                return every([self.value(one, world) for one in term.claims])
            case Fact():
                if term.kind == "asked":
                    return self._asked()
                self.atoms.append(Atom(term.kind))
                return fact_value(term, world)
            case State():
                return state_value(term, self, world)
        return None

    def _may_choose(self, cases: Sequence[Mapping[str, str]]) -> bool:
        """Return whether one of the cases is enough: they are what the person's limit leaves open."""
        if self.facts.request.choice:
            return True
        limit = self.facts.yes is None and len(cases) > 1 and len({tuple(one) for one in cases}) == 1
        return limit and list(cases) == list(self._proposed)

    def _asked(self) -> Value:
        """Return whether the person demanded the colors that the clause names."""
        named = {atom.node for atom in self.atoms if atom.node in self.facts.view.own}
        wanted = self.facts.demanded
        return bool(named) and all(wanted.get(n) == self.facts.after.get(n) for n in named)

    # ------------------------------------------------------------------------------- suppositions

    def _supposed(self, given: Sequence[Given], claim: Term, hypothetical: int, world: World) -> Value:
        if any(self.changes_nothing(one, world) for one in given):
            return False
        worlds = list(itertools.islice(self._worlds(given, world, hypothetical), MOST_WORLDS + 1))
        if not worlds or len(worlds) > MOST_WORLDS or None in worlds:
            return None
        found = [one for one in worlds if one is not None]
        self.given = self._here = self._latest = tuple(dict(one.supposed) for one in found)
        supposing = self.discourse.main_clause()
        start, stated = self.discourse, len(self.atoms)

        def told(case: World) -> Value:
            # Pronouns stand for the same nodes in each case.
            self.discourse = start.copied()
            return self.value(claim, case)

        values = [told(one) for one in found]
        if (shown := self._cannot(given, claim, found)) is not None:
            self.atoms = [*self.atoms[:stated], *shown]
        kept = self.discourse
        kept.or_subject(supposing)
        for i, one in enumerate(given):
            if one.relevant:
                rest = [*given[:i], *given[i + 1 :]]
                cases = [
                    case for base in self._worlds(rest, world, 2) for case in self._otherwise(one, base)
                ]
                values.append(some(None if case is None else (told(case) is not True) for case in cases))
        if any(one.only for one in given):
            others = list(self._otherwise(given[0], world)) if len(given) == 1 else [None]
            values += [None if other is None else opposite(told(other)) for other in others]
        self.discourse = kept
        return every(values)

    def _cannot(self, given: Sequence[Given], claim: Term, found: Sequence[World]) -> list[Atom] | None:
        """Return what "blue would clash with a1" states of the node that is meant."""
        plain = len(given) == 1 and all(pair.group.kind == "topic" for pair in given[0].pairs)
        if not plain or given[0].negated or given[0].present or not isinstance(claim, Holds):
            return None
        if any(one.kind != "clash" or one.negated for one in claim.predicates):
            return None
        cases = [one.supposed for one in found]
        return [Atom("cannot", node, color) for case in cases for node, color in case.items()]


def _agrees(colors: Mapping[str, str], world: World) -> bool:
    return all(world.supposed.get(node, color) == color for node, color in colors.items())


def _is_request(claim: Term) -> bool:
    """Return whether a claim is what a request presupposes, or that there is no need for one."""
    if isinstance(claim, Several):
        return any(map(_is_request, claim.claims))
    return isinstance(claim, Setting) and (claim.kind in REQUESTS or claim.kind == "may keep")


def _has_kind(claim: Term, kinds: Collection[str]) -> bool:
    return isinstance(claim, Setting) and claim.kind in kinds
