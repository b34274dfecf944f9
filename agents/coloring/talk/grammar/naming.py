"""Nodes that names and pronouns stand for, and their colors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...view import View
from .meaning import Names, Pair

#: A node with its colors; the node is empty if the text names none.
Colored = tuple[str, tuple[str, ...]]


class NoAntecedent(Exception):
    """A meaning that names no nodes as it should: above all, a pronoun that stands for nothing."""


class Naming:
    """
    Names of one message, in order: a pronoun stands for the nodes named last.

    Parameters
    ----------
    about
        Nodes that were named before the message.
    subjects
        Whether "it" stands for the node that the clause before named first, if several fit.

    Attributes
    ----------
    guessed
        Whether a pronoun stands for the only own node that the person sees, because none was named.
    """

    def __init__(self, view: View, about: Sequence[str] = (), *, subjects: bool = False) -> None:
        self._view, self._subjects = view, subjects
        #: Nodes named first in this clause and in the one before.
        self._first: tuple[str, ...] = ()
        self._subject: tuple[str, ...] = ()
        self._about = frozenset(about)
        self._named: tuple[str, ...] = tuple(about)
        self._all: dict[str, None] = dict.fromkeys(about)
        self._here: set[str] = set()
        self.guessed = False

    def copied(self) -> Naming:
        """Return a copy, which later names do not change."""
        copy = Naming(self._view, subjects=self._subjects)
        copy._first, copy._subject, copy._about = self._first, self._subject, self._about
        copy._named, copy._all, copy._here = self._named, dict(self._all), set(self._here)
        return copy

    def begin(self) -> None:
        """Begin a clause: within it, a pronoun does not stand for a node that the clause names."""
        self._here = set()
        if self._first:
            self._subject, self._first = self._first, ()

    @property
    def mentioned(self) -> frozenset[str]:
        """Nodes that were named so far."""
        return frozenset(self._all)

    @property
    def theirs(self) -> list[str]:
        """Visible nodes of the person."""
        return [node for node, owner in self._view.owners.items() if owner == self._view.person]

    def completed(self, pairs: Sequence[Pair]) -> Iterator[Pair]:
        """Give the colors of the pair before to nodes that follow without one: "h2 is red, so is h5"."""
        before: Pair | None = None
        for pair in pairs:
            if pair.colors is None and before is not None and before.colors is not None:
                pair = replace(pair, colors=before.colors, second=before.second)
            before = pair
            yield pair

    def nodes(self, names: Names | None) -> tuple[str, ...]:
        """Return the nodes of a list, those that pronouns stand for, without nodes that are not seen."""
        if names is None:
            return ("",)
        if not names.names:
            raise NoAntecedent
        if is_pronoun(names):
            owned = {"own": self._view.own, "foreign": tuple(self._view.owners)}.get(names.joint)
            nodes = self._referred(names.names[0], owned)
            if owned is not None and not set(nodes) <= {*owned}:
                raise NoAntecedent
            return nodes
        self._named = names.names
        self._first = self._first or names.names
        self._all.update(dict.fromkeys(names.names))
        self._here.update(names.names)
        return tuple(name for name in names.names if not name.startswith("?"))

    def _only_own(self) -> tuple[str, ...]:
        """Return the only node that an order without a node can mean: "go for green"."""
        border = self._view.border_to(self._view.person or "")
        others = {*self._all} & {*self._view.own} - {*border}
        if len(border) != 1 or others or not self._about <= {*border}:
            raise NoAntecedent
        return tuple(border)

    def _referred(self, word: str, owned: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return the nodes that a pronoun stands for; "it" only if one node of the right owner fits."""
        if word == "mine":
            return self._only_own()
        if word == "other":
            theirs = self.theirs
            others = tuple(node for node in theirs if node not in self._named)
            if len(self._named) != 1 or self._named[0] not in theirs or len(others) != 1:
                raise NoAntecedent
            return others
        if not self._named and word == "it" and owned == self._view.own and self._view.person:
            self._named = tuple(self._view.border_to(self._view.person))
            self._all = dict.fromkeys(self._named)
            self.guessed = True
        if word == "it":
            fitting = [node for node in self._all if owned is None or node in owned]
            if len(fitting) > 1:
                fitting = [node for node in fitting if node not in self._here]
            if self._subjects and len(fitting) > 1 and len(self._subject) == 1:
                fitting = [node for node in fitting if node in self._subject]
            if len(fitting) != 1:
                raise NoAntecedent
            self._first = self._first or tuple(fitting)
            return tuple(fitting)
        if len(self._named) < 2:
            raise NoAntecedent
        return self._named

    def expanded(self, pair: Pair) -> Iterator[Colored]:
        """Give each node with its colors: one to one for lists of one length."""
        nodes = self.nodes(pair.nodes)
        colors = pair.colors.names if pair.colors is not None else ()
        if pair.second is not None:
            colors = (*colors, *pair.second.names)
        if pair.nodes is not None and _are_one_to_one(pair):
            every = zip(pair.nodes.names, colors, strict=True)
            yield from ((node, (color,)) for node, color in every if node in nodes)
        else:
            yield from ((node, colors) for node in nodes)


def is_pronoun(names: Names) -> bool:
    """Return whether names are a pronoun."""
    return bool(names.names) and names.names[0] in ("it", "them", "other", "mine")


def _are_one_to_one(pair: Pair) -> bool:
    """Return whether each node of a list has its own color of a list."""
    if pair.nodes is None or pair.colors is None or pair.second is not None:
        return False
    either = "or" in (pair.nodes.joint, pair.colors.joint)
    return len(pair.nodes.names) == len(pair.colors.names) > 1 and not either
