"""
The form of the guard's rules: which statements a rule recognizes, and how it checks them.

A table is a sequence of rules. All rules whose ``when`` applies to a clause check it, in order, until
one of them ``ends`` the table.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from .. import lexicon
from ..clauses import Clause
from ..facts import Facts
from ..pairs import pairs_of
from ..polarity import claim_of, is_negated
from ..tokens import Token

ViolationKind = Literal[
    "empty", "long", "node", "color", "change", "conflict", "success", "fixed", "number", "attribution",
    "promise", "proposal", "unclear",
]  # fmt: skip

#: Makes "they" and similar words refer to the nodes named before.
_PRONOUN = re.compile(r"\b(?:it|they|them|which|both|that)\b|^(?:is|are|was|were|so is)\b")
_I_CHANGED = re.compile(
    r"\bi (?:\w+ )?(?:made|changed|set|turned|switched|moved|put|painted|recolored|took|gave)\b"
)


@dataclass(frozen=True)
class Pair:
    """A node and a color that a clause puts together; not ``plain`` if unknown words stand between."""

    node: Token
    color: str
    plain: bool


@dataclass(frozen=True)
class Context:
    """
    The context from earlier clauses.

    Attributes
    ----------
    nodes
        Nodes that were named last, to which "it" and "they" refer.
    own
        Own nodes that were named last.
    color
        Color that was named last.
    topic
        Topic of the clause before: ``"conflict"``, ``"fixed"``, ``"change"`` or nothing.
    """

    nodes: tuple[Token, ...] = ()
    own: tuple[Token, ...] = ()
    color: str = ""
    topic: str = ""


@dataclass(frozen=True)
class Said:
    """
    A clause in its context, with the facts to check it against.

    Attributes
    ----------
    clause
        The clause.
    facts
        Facts after the turn.
    context
        Context from earlier clauses.
    asks
        Whether the clause asks something.
    earlier
        Nodes named in the sentence before this clause.
    """

    clause: Clause
    facts: Facts
    context: Context = Context()
    asks: bool = False
    earlier: tuple[str, ...] = ()

    @functools.cached_property
    def shape(self) -> str:
        """The words without harmless phrases, with ``OWN``, ``FOR``, ``COL`` in the place of names."""
        return " ".join(lexicon.HARMLESS.sub(" ", self.clause.shape).split())

    @functools.cached_property
    def words(self) -> tuple[str, ...]:
        """Words of the shape, in order."""
        return tuple(self.shape.split())

    @functools.cached_property
    def vocabulary(self) -> frozenset[str]:
        """Words of the shape, as a set."""
        return frozenset(self.words)

    @functools.cached_property
    def nodes(self) -> tuple[Token, ...]:
        """Nodes that are named."""
        return tuple(token for token in self.clause.tokens if token.is_node)

    @functools.cached_property
    def names(self) -> list[str]:
        """Names of the nodes."""
        return [token.text for token in self.nodes]

    @functools.cached_property
    def own(self) -> list[str]:
        """Names of the agent's nodes."""
        return [token.text for token in self.nodes if token.kind == "own"]

    @functools.cached_property
    def foreign(self) -> list[str]:
        """Names of the other nodes."""
        return [token.text for token in self.nodes if token.kind == "foreign"]

    @functools.cached_property
    def negated(self) -> bool:
        """Whether the clause denies what it says."""
        return is_negated(self.words)

    @functools.cached_property
    def claim(self) -> int:
        """1 if the clause says that all is well, -1 if it says that it is not, else 0."""
        return claim_of(self.words)

    @functools.cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Nodes with their colors; as many colors as nodes go one to one."""
        antecedent: tuple[Token, ...] = ()
        if _PRONOUN.search(self.clause.shape) and not self.clause.has_nodes:
            antecedent = self.context.nodes
            if antecedent and _I_CHANGED.search(self.clause.shape):
                antecedent = self.context.own
        found: list[Pair] = []
        for pair in pairs_of(self.clause.tokens, antecedent):
            if len(pair.colors) == len(pair.nodes) > 1:
                matched = zip(pair.nodes, pair.colors, strict=True)
                found.extend(Pair(node, color.text, pair.plain) for node, color in matched)
            else:
                found.extend(Pair(n, c.text, pair.plain) for n in pair.nodes for c in pair.colors)
        return tuple(found)

    def has(self, pattern: str) -> bool:
        """Return whether a pattern occurs in the shape."""
        return re.search(pattern, self.shape) is not None


S = TypeVar("S")


@dataclass(frozen=True)
class Rule(Generic[S]):
    """
    A kind of statement and its check.

    Attributes
    ----------
    claim
        Kind of the violation if the check fails; None for a statement that other tables judge.
    when
        Whether a clause makes the statement.
    check
        Whether the statement is true.
    ends
        Whether later rules of the table do not apply.
    """

    claim: ViolationKind | None
    when: Callable[[S], object]
    check: Callable[[S], bool]
    ends: bool = False


Rules = Sequence[Rule[S]]


def refuse(claim: ViolationKind, when: Callable[[S], object], *, ends: bool = False) -> Rule[S]:
    """Make a rule for statements that are never allowed."""
    return Rule(claim, when, lambda _: False, ends)


def leave(when: Callable[[S], object]) -> Rule[S]:
    """Make a rule for statements that later rules of the table must not judge."""
    return Rule(None, when, lambda _: True, ends=True)


def shaped(pattern: str) -> Callable[[Said], object]:
    """Recognize clauses by a pattern of their shape."""
    compiled = re.compile(pattern)
    return lambda said: compiled.search(said.shape)


def always(said: object) -> bool:
    """Recognize every clause."""
    return True


#: A check that was made: the kind of its violation, and whether it holds.
Verdict = tuple[ViolationKind, bool]


def judged(rules: Rules[S], said: S) -> Generator[Verdict, None, bool]:
    """Make the checks of a table; return whether a rule ended it."""
    for rule in rules:
        if rule.when(said):
            if rule.claim is not None:
                yield rule.claim, rule.check(said)
            if rule.ends:
                return True
    return False


def is_ruled_out(facts: Facts, supposed: Mapping[str, str]) -> bool:
    """Return whether a proposal asks for a color that is known to be impossible."""
    for node, color in supposed.items():
        if facts.view.known_fixed.get(node, color) != color:
            return True
        for constraint in facts.constraints:
            if constraint.node == node and (constraint.color == color) == (
                constraint.kind == "forbidden"
            ):
                return True
    return False
