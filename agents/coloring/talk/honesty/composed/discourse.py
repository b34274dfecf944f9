"""Nodes that noun phrases and pronouns of a message stand for."""

from __future__ import annotations

from collections.abc import Sequence

from ...facts import Facts
from .terms import Group


class Unread(Exception):
    """A phrase that stands for nothing, or for something that cannot be told."""


class NoReferent(Unread):
    """A "that" for which nothing was supposed or proposed."""


class Discourse:
    """
    Nodes that a message has named so far.

    Parameters
    ----------
    facts
        The facts.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        #: Subject of the clause before, and of this one.
        self._subject: tuple[str, ...] = ()
        self._here: tuple[str, ...] = ()
        #: Subject of the first clause of the sentence.
        self.first: tuple[str, ...] = ()
        #: The groups that were named, the last one first.
        self._groups: list[tuple[str, ...]] = []
        self._mentioned: dict[str, None] = {}
        #: The node of which a color without a node is said, if it was found in this sentence.
        self.topic: tuple[str, ...] = ()
        #: Whether it is the subject of the clause before, and whether it could be another node.
        self.topic_is_subject = self.topic_is_open = False
        #: Node of whose free colors the clause before was.
        self.spot = ""
        #: Whether conflicts were named, so that "one" may be one of them.
        self.names_conflicts = False
        #: Colors that were named last.
        self.colors: tuple[str, ...] = ()

    def copied(self) -> Discourse:
        """Return a copy."""
        copy = Discourse(self._facts)
        copy._subject, copy._here = self._subject, self._here
        copy.spot, copy.first = self.spot, self.first
        copy.names_conflicts = self.names_conflicts
        copy._groups, copy._mentioned = list(self._groups), dict(self._mentioned)
        copy.colors, copy.topic = self.colors, self.topic
        copy.topic_is_subject, copy.topic_is_open = self.topic_is_subject, self.topic_is_open
        return copy

    def answer(self, nodes: Sequence[str]) -> None:
        """Let pronouns stand for nodes that the person named; the message itself has not named them."""
        self._subject, self._groups = tuple(nodes), [tuple(nodes)]

    def begin(self) -> None:
        """Begin a clause."""
        if self._here:
            self._subject, self._here = self._here, ()
            self.first = self.first or self._subject

    def main_clause(self) -> tuple[str, ...]:
        """Begin the main clause behind a supposition; return the subject of the latter."""
        subject, self._here = self._here, ()
        return subject

    def or_subject(self, subject: tuple[str, ...]) -> None:
        """Let the subject be that of the supposition if the main clause has none."""
        self._here = self._here or subject

    def note(self, nodes: Sequence[str]) -> None:
        """Remember nodes that were named."""
        named = tuple(nodes)
        self._here = self._here or named
        if named and (not self._groups or self._groups[0] != named):
            self._groups.insert(0, named)
        self._mentioned.update(dict.fromkeys(named))

    @property
    def subject(self) -> tuple[str, ...]:
        """Subject of the clause before."""
        return self._subject

    @property
    def mentioned(self) -> list[str]:
        """Nodes that were named."""
        return list(self._mentioned)

    @property
    def last(self) -> tuple[str, ...]:
        """The group that was named last."""
        return self._groups[0] if self._groups else ()

    def pair(self) -> list[str]:
        """Return the two nodes that were named last, for "that edge"."""
        if self._groups and len(self._groups[0]) == 2:
            return list(self._groups[0])
        if len(self._groups) > 1 and len(self._groups[0]) == len(self._groups[1]) == 1:
            return [self._groups[1][0], self._groups[0][0]]
        raise Unread

    def unread(self, nodes: Sequence[str]) -> None:
        """Forget what pronouns stand for behind a sentence that was not read."""
        self._subject, self._here, self._groups = (), (), []
        self._mentioned.update(dict.fromkeys(nodes))
        if len(set(nodes)) == 1:
            self.note(tuple(nodes[:1]))

    def _owned(self, nodes: Sequence[str], owner: str) -> bool:
        own = self._facts.view.own
        return owner == "" or all((node in own) == (owner == "own") for node in nodes)

    def pronoun(self, group: Group) -> list[str]:
        """Return the nodes that a pronoun stands for."""
        candidates: list[tuple[str, ...]]
        found: tuple[str, ...]
        if group.kind == "topic":
            candidates = [one for one in self._groups if len(one) == 1]
            if self.topic:
                candidates = [self.topic]
            elif len(self._subject) == 1 and candidates and self._subject != candidates[0]:
                self.topic_is_open = True
                candidates = [self._subject] if self.topic_is_subject else candidates
            if not candidates:
                raise Unread
            found = self.topic = candidates[0]
        elif group.kind == "main":
            found = self._main()
        elif group.kind == "it":
            candidates = [one for one in (self._subject, *self._groups) if len(one) == 1]
            candidates = [
                one for one in candidates if self._owned(one, group.owner) and one != self._here
            ]
            if not candidates:
                raise Unread
            found = candidates[0]
        elif group.kind == "they":
            candidates = [one for one in (self._subject, *self._groups) if len(one) > 1]
            candidates = [one for one in candidates if self._owned(one, group.owner)]
            whole = tuple(self._mentioned)
            if not candidates and (
                len(whole) == 2
                or (
                    len(whole) > 2
                    and group.quantity in ("all", "none")
                    and (self._owned(whole, "own") or self._owned(whole, "foreign"))
                )
            ):
                candidates = [whole]
            if group.size:
                candidates = [one for one in candidates[:1] if len(one) == group.size]
                candidates = candidates or self._last(group.size, group.owner)
            if not candidates:
                raise Unread
            found = candidates[0]
        else:
            last: tuple[str, ...] = next((one for one in self._groups if len(one) == 1), ())
            if not last:
                raise Unread
            around = self._border(last[0])
            others = [node for node in around if node not in last]
            if len(others) != 1:
                raise Unread
            found = tuple(others)
        self._here = self._here or found
        return list(found)

    def _main(self) -> tuple[str, ...]:
        """Return the node that a color without a node is said of: no clause may suggest another."""
        asked = self._facts.request.named
        first = self.first or (asked if len(asked) == 1 else ())
        same = first == self._subject or first == asked or not self._subject
        if len(first) != 1 or not same:
            raise Unread
        return first

    def _last(self, size: int, owner: str) -> list[tuple[str, ...]]:
        """Return so many nodes that were named last, if phrases before named just these: "all three"."""
        nodes: dict[str, None] = {}
        for one in self._groups:
            nodes.update(dict.fromkeys(one))
            if len(nodes) >= size:
                break
        return [tuple(nodes)] if len(nodes) == size and self._owned((*nodes,), owner) else []

    def _border(self, node: str) -> list[str]:
        view, hidden = self._facts.view, self._facts.hidden
        if node in view.owners:
            return [other for other in view.owners if other not in hidden]
        return list(dict.fromkeys(own for own, other in view.crossing if other not in hidden))
