"""
The ways to say one clause of a message: by its words, or in other words.

A way has a place: it may lean on another clause, and only certain words may stand before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..wordlist import words
from .paraphrases import Paraphrase

#: What may stand before a clause of the message, behind another or at the beginning of a sentence.
JOINTS = (
    "", "and", "while", "but", "though", "although", "whereas", "|", "NOTED",
)  # fmt: skip
#: What may also stand at the beginning of a sentence.
_OPENINGS = frozenset(
    line.strip()
    for line in """
    just so you know
    happy to tell you that
    happy to explain
    i can confirm that
    i can tell you that
    note that
    in short
    to be clear
    quick update
    good news
    here is how it looks
    i would like to confirm that
    i am happy to say
    i am happy to say that
    i am glad to say
    i am glad to say that
    happy to say
    for now
    at this point
    """.splitlines()
    if line.strip()
)
NOW = ("now", "and now", "but now", "so now")
#: Those that say when, before what is so now.
_DATING = ("for now", "at this point")
#: What a clause begins with that asks the person to do something.
_REQUESTS = ("say", "name", "tell")
#: Joints that say under what condition, behind what can be or may not be.
_MEANWHILE = ("while", "whereas")
#: Kinds of what is so now.
_FACTS = frozenset({"calm", "inner", "score", "otherwise", "state", "clash", "hidden"})
_MODALS = words("can would could work works not must any may")
#: Words of clauses in which "and" ties; in others "and" before a node is as good as a comma.
_TIED = words("or | with if")
#: What may stand before a reason.
_REASONS = ("BECAUSE", "as", "and as", "| BECAUSE", "given that", "", "as things are", "as it is")
#: Kinds of what would be, of which "not" behind a color says more.
_WOULD_BE = frozenset(
    {"scores", "works", "can", "could", "scored", "scored alike", "then", "then one", "costs", "fits"}
)
#: Words that begin what is to be set; behind "and" they would go on with what is set before.
_SETTING = words("set keep kept keeping leave left")
_CONDITIONS = words("if when once should")


@dataclass(frozen=True)
class Wording:
    """
    One way to say a clause of the message.

    Attributes
    ----------
    words
        Its words.
    after
        Numbers of the clauses that it may follow; None if it may stand anywhere.
    joints
        What may stand before it.
    asks
        Whether it is asked.
    """

    words: tuple[str, ...]
    after: frozenset[int] | None = None
    joints: tuple[str, ...] = JOINTS
    asks: bool = False

    @property
    def may_be_asked(self) -> bool:
        """Whether it may end with a question mark: "could you say it with nodes and colors?"."""
        return self.asks or self.words[0] in _REQUESTS

    @property
    def leads(self) -> bool:
        """Whether it may stand before what it is the reason of."""
        return self.joints == ("BECAUSE",)

    @property
    def _is_fact(self) -> bool:
        return _MODALS.isdisjoint(self.words)

    def ends(self, said: Sequence[str], start: int) -> Iterator[int]:
        """Yield where it ends, with what stands before it, if it begins at ``start``."""
        for joint in self.joints:
            first = start + len(joint.split())
            if joint in _MEANWHILE and self._is_fact and not _MODALS.isdisjoint(said[:start]):
                continue
            if " ".join(said[start:first]) == joint:
                end = self._end(said, first)
                if end is not None:
                    yield end

    def _end(self, said: Sequence[str], start: int) -> int | None:
        i = start
        loose = _TIED.isdisjoint(self.words)
        for k, word in enumerate(self.words):
            if loose and _lists(self.words, k):
                continue
            while loose and i > start and _lists(said, i):
                i += 1
            if said[i : i + 1] != [word]:
                return None
            i += 1
        return i


@dataclass(frozen=True)
class Reworded:
    """
    Ways to say a clause of the message, or a part of it, in other words.

    Attributes
    ----------
    shape
        The ways.
    after
        Numbers of the clauses that it may follow, -1 for the beginning; None if it may stand anywhere.
    begins
        Whether it may also begin a sentence.
    subject
        Node that the sentence has to name, if it begins one.
    now
        Whether it is so since what was changed before: "but now my b2 and your h5 are both red".
    """

    shape: Paraphrase
    after: frozenset[int] | None
    begins: bool = False
    subject: str = ""
    now: bool = False

    @property
    def leads(self) -> bool:
        """Whether it may stand before what it is the reason of."""
        return self.shape.kind == "reason"

    def fits(self, *, adds: bool, denies: bool, asks: bool) -> bool:
        """
        Return whether it may be meant.

        Parameters
        ----------
        adds
            Whether "too" says more: "if you set h1 to red as well" is one setting more.
        denies
            Whether "not" may: "it would work with h1 red, not green".
        asks
            Whether the sentence asks.
        """
        kind = self.shape.kind
        if kind in _WOULD_BE and (denies or (adds and kind != "fits")):
            return False
        return asks or not self.shape.asks

    @property
    def joints(self) -> tuple[str, ...]:
        """What may stand before it."""
        if self.shape.kind == "state":
            return ("", "and", "but", "|", *_OPENINGS)  # "while h2 is red" says under what condition
        if self.shape.kind == "reason":
            return _REASONS
        because = ("BECAUSE", "as") if self.shape.kind in ("block", "asked so") else ()
        if self.now:
            return NOW
        return (*JOINTS, *_OPENINGS, *because)

    def ends(self, said: Sequence[str], start: int) -> Iterator[int]:
        """Yield where it ends, with what stands before it, if it begins at ``start``."""
        for joint in self.joints:
            first = start + len(joint.split())
            if self._is_tied(said, start, joint) or not self._has_its_number(said, start):
                continue
            if joint in _DATING and self.shape.kind not in _FACTS:
                continue
            if (
                joint in _MEANWHILE
                and self.shape.kind in _FACTS
                and not _MODALS.isdisjoint(said[:start])
            ):
                continue
            if (joint not in _OPENINGS or start == 0) and " ".join(said[start:first]) == joint:
                for end in range(len(said), first, -1):
                    if self.shape.says(said[first:end]):
                        yield end

    def _is_tied(self, said: Sequence[str], start: int, joint: str) -> bool:
        """Return whether "... set h4 to green and set h1 to green for 9 points" would set both."""
        if self.shape.kind not in ("scores", "works") or start == 0 or joint not in ("", "and"):
            return False
        begins = said[start + len(joint.split()) :][:1]
        return said[start - 1] != "|" and any(word in _SETTING or word[0] in "@&" for word in begins)

    def _has_its_number(self, said: Sequence[str], start: int) -> bool:
        """Return whether "and 9 if ..." follows another number with its condition."""
        if self.shape.kind != "scores brief":
            return True
        before = said[:start]
        return sum(map(str.isdigit, before)) >= sum(word in _CONDITIONS for word in before) > 0


#: Ways to say a clause, the words that the message has for it first.
Clause = Sequence[Wording | Reworded]


def _lists(said: Sequence[str], i: int) -> bool:
    """Return whether there is an "and" or a "while" that is as good as a comma: before a node."""
    return i + 1 < len(said) and said[i] in ("and", "while", "whereas") and said[i + 1][0] in "@&"
