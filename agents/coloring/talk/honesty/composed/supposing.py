"""Colorings that a message supposes, and those that "that" stands for."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...facts import Facts
from .discourse import NoReferent, Unread
from .members import Members
from .terms import Given, Holds, Pair, Setting, Several, Supposed, Term
from .worlds import Value, World, every

#: Predicates of the colors of a node, whatever was proposed for it.
_OF_COLOR = ("color", "can", "must")
#: Claims that are about the colors that they name, whatever was supposed of their nodes before.
_WITH_COLORS = frozenset({"able", "plan", "can", "exactly able", "keep plan"})


class Supposing(Members):
    """
    Suppositions of a message.

    Attributes
    ----------
    given
        What was supposed last, in this sentence or the one before.
    replied
        Whether the last sentence was about what the person proposed.
    lost
        Whether a sentence was not read, for which "that" may stand.
    """

    def __init__(self, facts: Facts) -> None:
        super().__init__(facts)
        self.given: tuple[dict[str, str], ...] = ()
        self.replied = self.lost = False
        #: What was supposed, asked or called possible last; the same within this sentence.
        self._latest: tuple[dict[str, str], ...] = ()
        self._here: tuple[dict[str, str], ...] = ()
        #: What the person proposed, until the message is about something else.
        self._proposed = tuple(dict(one) for one in facts.request.proposed)
        #: Whether "that" may stand for it in this clause, and whether it has in this sentence.
        self._replies, self._here_replied = True, False

    def approve(self) -> Value:
        """Return whether what the person proposed works; true if it proposed nothing."""
        return every(self.actual.with_(case).can() for case in self._proposed)

    def suppose(self, cases: Iterable[dict[str, str]]) -> None:
        """Let "that" stand for colorings that a clause names."""
        self._here = self._latest = tuple(cases)

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

    def asked(self) -> tuple[dict[str, str], ...]:
        """Return what the person proposed or asked about."""
        if not self._proposed:
            raise NoReferent
        self._here_replied = self.replied = True
        return self._proposed

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

    def _otherwise(self, given: Given, world: World | None) -> Iterator[World | None]:
        """Give the worlds in which a supposition is not so, for all colors of its nodes."""
        found = [] if world is None else list(self._supposable(given, world))
        if world is None or None in found or not found:
            yield None
            return
        cases = [one for one in found if one is not None]
        nodes = list(dict.fromkeys(node for one in cases for node in one))
        fixed = {**self.facts.view.fixed, **self.facts.view.known_fixed, **world.supposed}
        for row in itertools.product(self.facts.view.domain, repeat=len(nodes)):
            colors = dict(zip(nodes, row, strict=True))
            if any(case.items() <= colors.items() for case in cases):
                continue
            bound = any(fixed.get(node, color) != color for node, color in colors.items())
            yield None if bound else world.with_(colors)

    def changes_nothing(self, given: Given, world: World) -> bool:
        """Return whether what is supposed as a change gives a node the color that it has."""
        if not given.fresh:
            return False
        cases = [*self._supposable(given, world)]
        self.discourse.main_clause()
        return any(
            self.facts.color(node) == color for case in cases if case for node, color in case.items()
        )

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
        assignments = list(self.assignments(given.pairs, world))
        if not given.negated:
            yield from assignments
            return
        if given.ended and not all(
            self.facts.color(node) == color for one in assignments for node, color in one.items()
        ):
            yield None
            return
        nodes = list(dict.fromkeys(node for one in assignments for node in one))
        if len(nodes) > 1 and any(pair.group.joint == "or" for pair in given.pairs):
            # "If a4 or h4 were not red" may be said of both, or of one.
            raise Unread
        excluded = {node: {one.get(node) for one in assignments} for node in nodes}
        rows = itertools.product(*([c for c in domain if c not in excluded[n]] for n in nodes))
        yield from (dict(zip(nodes, row, strict=True)) for row in rows)

    def assignments(self, pairs: Sequence[Pair], world: World) -> Iterator[dict[str, str]]:
        """Give the colorings that pairs of nodes and colors name; alternatives give several."""
        choices: list[list[dict[str, str]]] = []
        for pair in pairs:
            if pair.group.kind == "proposed":
                choices.append([*self.referred(), *([{}] if pair.colors == ("either way",) else [])])
                continue
            if pair.group.kind == "asked":
                choices.append(list(self.asked()))
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
            elif colors == ("swapped",):
                # "Swapping b1 and b5": each gets the color of the other one.
                colors = tuple(str(world.color(node)) for node in reversed(nodes))
                joint = "and"
                if len(set(colors)) != 2 or "None" in colors or len(nodes) != 2:
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

    def _besides(self, claim: Term, cases: tuple[dict[str, str], ...]) -> tuple[dict[str, str], ...]:
        """Leave out what was supposed if a claim supposes other colors of the same nodes."""
        kept = self.discourse.copied()
        found = self._apart(claim, cases)
        self.discourse = kept
        return found

    def _apart(self, claim: Term, cases: tuple[dict[str, str], ...]) -> tuple[dict[str, str], ...]:
        if isinstance(claim, Holds) and claim.group.kind == "named":
            # "I would keep a4 blue", to somebody who wants a4 to be red.
            colors = {c for one in claim.predicates if one.kind in _OF_COLOR for c in one.colors}
            return tuple(
                case
                for case in cases
                if not colors or all(case.get(node) in (None, *colors) for node in claim.group.names)
            )
        if isinstance(claim, Setting) and claim.kind in _WITH_COLORS:
            # "Blue would clash with h4, but I can make b5 red."
            return tuple(self._compatible(claim, cases))
        if not isinstance(claim, Supposed) or not cases:
            return cases
        pairs = [pair for one in claim.given for pair in one.pairs]
        named = {node for one in self.assignments(pairs, self.actual) for node in one}
        return tuple(case for case in cases if not named & {*case})

    def _without_named(
        self, claim: Term, cases: Sequence[Mapping[str, str]]
    ) -> tuple[dict[str, str], ...]:
        """Leave out what was supposed of the nodes of a request: "then could h4 be red?"."""
        parts = claim.claims if isinstance(claim, Several) else (claim,)
        pairs = [pair for one in parts if isinstance(one, Setting) for pair in one.pairs]
        named = {node for one in self.assignments(pairs, self.actual) for node in one}
        rests = ({n: c for n, c in case.items() if n not in named} for case in cases)
        return tuple(dict(one) for one in dict.fromkeys(tuple(rest.items()) for rest in rests))

    def _compatible(self, claim: Term, cases: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
        """Return what was supposed, but for other colors of the nodes of a claim."""
        if not isinstance(claim, Setting):
            return [dict(case) for case in cases]
        named = [*self.assignments(claim.pairs, self.actual)]
        return [
            dict(case)
            for case in cases
            if all(case.get(node, color) == color for one in named for node, color in one.items())
        ]
