"""A message with what it is read against, and what is read so far: the context of every reader."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...situation import Situation
from ...view import View
from ..grammar import Interpretation
from ..nouns import with_names
from ..reading import Reading
from ..spelling.corrected import (
    with_plain_denials,
    without_admissions,
    without_corrected,
    without_first_answer,
    without_wrong_node,
)
from ..spelling.slips import spelled_out
from ..tokens import Token
from ..unwanted import as_unwanted
from ..wordlist import words
from .consenting import as_consent
from .pointing_words import with_pointed
from .weighing import is_doubtful

#: What may stand for a node that was asked about.
_POINTERS = words("it this that they them one")
#: Words that make what touches the node that was asked about the reason of an answer.
_REASONS = words("because since due touches touch near neighbor neighbors borders beside")
_EMPHASIS = words("definitely certainly absolutely surely really please")
#: Verbs of which the color before them is the subject.
_JUDGING = words("is works suits fits seems sounds looks would will")


@dataclass(frozen=True)
class Message:
    """
    A message, and what it is read against.

    Attributes
    ----------
    plain, tokens
        Words of the message, spelled out; in ``tokens`` names stand for descriptions of nodes.
    about
        Nodes that the agent asked about last, for which "it" may stand.
    said
        Words of the agent before the message, in which "the second one" may stand.
    """

    plain: Sequence[Token]
    tokens: Sequence[Token]
    view: View
    situation: Situation
    about: Sequence[str] = ()
    said: str = ""

    @classmethod
    def of(
        cls, text: str, view: View, situation: Situation, about: Sequence[str] = (), said: str = ""
    ) -> Message:
        """Spell out and name what a text says."""
        plain = without_wrong_node(spelled_out(text, view))
        about = () if _is_about_unseen(plain) else about
        plain = without_admissions(without_corrected(with_plain_denials(plain)))
        plain = _without_emphasis(_separated(as_consent(without_first_answer(plain), said)))
        plain = with_pointed(as_unwanted(plain, view, about, said), view, about, said)
        return cls(plain, with_names(plain, view, situation, about), view, situation, about, said)

    @property
    def words(self) -> str:
        """Words and signs, with a space between any two."""
        return " ".join(token.text for token in self.tokens)


@dataclass
class Result:
    """
    What is read so far.

    Attributes
    ----------
    read
        Interpretation of the message.
    unread
        Whether a part of the message was not read.
    reader
        Name of the reader that gave the interpretation.
    """

    read: Interpretation = field(default_factory=Interpretation)
    unread: bool = False
    reader: str = "rules"

    @property
    def readings(self) -> list[Reading]:
        """Statements of the interpretation."""
        return self.read.readings

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read."""
        return not self.read.readings and not self.read.questions

    @property
    def is_uncertain(self) -> bool:
        """Whether a part was not read, or has to be asked about."""
        return self.unread or is_doubtful(self.read)


def _without_emphasis(tokens: Sequence[Token]) -> list[Token]:
    """Return words with plain denials and colors: "h1 being blue, but definitely not green"."""
    kept = []
    for i, token in enumerate(tokens):
        behind = [one.text for one in tokens[i + 1 : i + 3]]
        stressed = token.text in _EMPHASIS and behind[:1] == ["not"]
        if stressed and len(behind) > 1 and tokens[i + 2].is_color:
            continue
        between = 0 < i < len(tokens) - 1 and tokens[i - 1].is_node and tokens[i + 1].is_color
        if token.text == "being" and between:
            continue
        kept.append(token)
    return kept


def _separated(tokens: Sequence[Token]) -> list[Token]:
    """Return words in which a denied color has no judged one beside it: "not blue, red is fine"."""
    denied = next((i for i, token in enumerate(tokens) if token.text == "not"), len(tokens))
    return [
        Token("word", "but") if i > denied and _judges(tokens[i - 1 : i + 3]) else token
        for i, token in enumerate(tokens)
    ]


def _judges(around: Sequence[Token]) -> bool:
    if len(around) < 4:
        return False
    before, comma, color, verb = around
    return comma.text == "," and before.kind == color.kind == "color" and verb.text in _JUDGING


def _is_about_unseen(tokens: Sequence[Token]) -> bool:
    """
    Return whether a message is about a node that the agent does not see.

    "I will not budge on h1, red is the only color that works" says nothing of the node that was asked
    about; "h3 is green, so blue" does, for a reason that is not seen.
    """
    follows = any(one.text == "so" and two.is_color for one, two in itertools.pairwise(tokens))
    if follows or any(token.text in _REASONS for token in tokens):
        return False
    for token in tokens:
        if token.kind == "other":
            return True
        if token.is_color or token.is_node or token.text in _POINTERS:
            return False
    return False
