"""
Sentences of a draft that say again what the message is to say.

The sentences given to the model are true, and a model that rewords them mostly keeps their words: it
joins two by "and", begins with "okay", or writes "don't" and "right now". A sentence that has the words
of given ones, in their order, needs no reading. The words are compared after changes that leave every
meaning as it is: articles of ownership before a node of that owner, "is" between a node and its color,
commas that separate no alternatives (``plain_words``). What leans on the sentence before ("then b2 would
be blue", "yes") has to follow the same sentence in the draft, or the one that it is about.

Words that seem idle and are not stay: "still", "only", "just" and "so far" say more, and so do "so" and
"now" but for what follows from a change said before: "I changed b2 from red to blue, so b2 is blue now".
A question mark says that something is asked: "I have no conflicts?" is another sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...view import View
from ..tokens import tokens_of
from ..wordlist import words
from .composed.harmless import is_harmless
from .paraphrases import Paraphrase, paraphrases, reason
from .plain_words import plain

#: What stands before a reason, and behind one that stands first.
_BECAUSE = ("BECAUSE", "as", "given")
_SO = (("so",), ("and", "so"), ("|", "so"), ("therefore",))
_INNER = ("some", "of", "my", "own")
#: What begins a clause of its own behind a semicolon.
_CLAUSES = re.compile(
    r" ; (?=(?:if|it|that|i|a|please|say|name|tell|ask|you(?= need not)|#\S+(?= would)) )"
)
#: What may stand before a clause of the message, behind another or at the beginning of a sentence.
_JOINTS = (
    "", "and", "while", "but", "though", "although", "whereas", "|", "NOTED", "and that", "yet",
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
    to answer you
    quick update
    good news
    here is how it looks
    i would like to confirm that
    to tell you what i changed
    """.splitlines()
    if line.strip()
)
#: What is said besides what the agent does alone, and how a clause says that there is a conflict.
_ALONE = ("you", "need", "not")
_CONFLICT = re.compile(r"are both #|\bclash\b|i have (?!no )\S+ (?:\S+ )?conflict")
#: What may stand before what works.
_HEADINGS = ("WORKS", "NOTED WORKS")
#: Words that lean on what was said before.
_LEANING = words("then it that this these those they their its such")
_ANSWERS = ("yes", "no")
#: Words that ``plain`` leaves out and that tie one setting to another.
_ADDING = words("too also well additionally")
#: Words of clauses about what would be.
_WOULD = words("works work would could score if")
#: What a clause begins with that asks the person to do something.
_REQUESTS = ("say", "name", "tell")
#: Words of clauses in which "and" ties; in others "and" before a node is as good as a comma.
_TIED = words("or | with if")
#: The words for nodes that the person does not see, which may share the verb of the clause before.
_HIDDEN = ("i", "changed", "nodes", "you", "do", "not", "see")
#: What an agent can do with what is supposed.
_SOLVES = ("i", "can", "color", "my", "part", "without", "a", "conflict")
_FIT = ("fit", "my", "colors")
#: Verbs of what the agent did, which other nodes may share.
_VERBS = words("changed switched recolored moved turned repainted updated adjusted altered")
_SHARING = ("plus", "as well as", "along with", "and")


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
    joints: tuple[str, ...] = _JOINTS
    asks: bool = False

    @property
    def may_be_asked(self) -> bool:
        """Whether it may end with a question mark: "could you say it with nodes and colors?"."""
        return self.asks or self.words[0] in _REQUESTS

    @property
    def leads(self) -> bool:
        """Whether it may stand before what it is the reason of."""
        return self.joints == ("BECAUSE",)

    def ends(self, said: Sequence[str], start: int) -> Iterator[int]:
        """Yield where it ends, with what stands before it, if it begins at ``start``."""
        for joint in self.joints:
            first = start + len(joint.split())
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
    """

    shape: Paraphrase
    after: frozenset[int] | None
    begins: bool = False

    @property
    def may_be_asked(self) -> bool:
        """Whether it may end with a question mark."""
        return self.shape.asks

    @property
    def asks(self) -> bool:
        """Whether it is asked."""
        return self.shape.asks

    @property
    def leads(self) -> bool:
        """Whether it may stand before what it is the reason of."""
        return self.shape.kind == "reason"

    def fits(self, *, adds: bool, asks: bool) -> bool:
        """
        Return whether it may be meant.

        Parameters
        ----------
        adds
            Whether "too" or "not" says more: "if you set h1 to red as well" is one setting more.
        asks
            Whether the sentence asks.
        """
        return (not adds or self.shape.kind == "hidden") and (asks or not self.shape.asks)

    @property
    def joints(self) -> tuple[str, ...]:
        """What may stand before it."""
        if self.shape.kind.startswith("state"):
            return ("", "and", "but", "|", *_OPENINGS)  # "while h2 is red" says under what condition
        if self.shape.kind == "reason":
            return (
                "BECAUSE",
                "as",
                "and as",
                "| BECAUSE",
                "given that",
                "",
                "as things are",
                "as it is",
            )
        because = ("BECAUSE", "as") if self.shape.kind == "block" else ()
        return (*_JOINTS, *_OPENINGS, *because)

    def ends(self, said: Sequence[str], start: int) -> Iterator[int]:
        """Yield where it ends, with what stands before it, if it begins at ``start``."""
        for joint in self.joints:
            first = start + len(joint.split())
            if (joint not in _OPENINGS or start == 0) and " ".join(said[start:first]) == joint:
                for end in range(len(said), first, -1):
                    if self.shape.says(said[first:end]):
                        yield end


def _lists(said: Sequence[str], i: int) -> bool:
    """Return whether there is an "and" or a "while" that is as good as a comma: before a node."""
    return i + 1 < len(said) and said[i] in ("and", "while", "whereas") and said[i + 1][0] in "@&"


def restated(draft: Sequence[str], message: Sequence[str], view: View) -> list[bool]:
    """
    Return for each sentence of a draft whether it only says again what the message says.

    Parameters
    ----------
    draft
        Sentences of the draft.
    message
        Sentences that were given to be said, which are true.
    view
        Nodes and colors that have names.
    """
    clauses = clauses_of(message, view)
    given = [[one for one in clause if isinstance(one, Wording)] for clause in clauses]
    last: int | None = -1
    found: list[bool] = []
    line = ""
    answer = ""
    for i, sentence in enumerate(draft):
        spoken = [token for token in tokens_of(sentence, view) if token.text != "\n"]
        line = plain(spoken, line)
        if line in _ANSWERS and "?" not in sentence and i + 1 < len(draft):
            # "Yes! My colors fit" says what "Yes, my colors fit" says.
            answer = line
            found.append(False)
            continue
        said = [*answer.split(), *line.replace(";", "|").split()]
        if is_harmless(spoken) or said == ["NOTED"]:
            found.append(False)
            answer = ""
            continue
        words_said = {token.text for token in spoken}
        ties = not _ADDING.isdisjoint(words_said)
        # "It would work with h1 red, not green" says that green would not.
        adds = ties or ("not" in words_said and not _WOULD.isdisjoint(said))
        before, last = last, None
        if not (ties and "if" in said):
            last = _said(said, 0, given, before)
            if last is None:
                ways = [_usable(one, adds=adds, asks="?" in sentence) for one in clauses]
                last = _said(said, 0, ways, before)
        if last is not None and "?" in sentence and not clauses[last][0].may_be_asked:
            last = None
        if answer:
            found[-1] = last is not None
            answer = ""
        found.append(last is not None)
    return found


def clauses_of(message: Sequence[str], view: View) -> list[list[Wording | Reworded]]:
    """Return the clauses of the sentences of a message, each with the ways to say it."""
    clauses: list[list[Wording | Reworded]] = []
    before: tuple[str, ...] = ()
    working: list[int] = []
    for sentence in message:
        line = plain(tokens_of(sentence, view))
        heading = line.startswith("WORKS ")
        parts = _CLAUSES.split(line.removeprefix("WORKS "))
        for i, clause in enumerate(parts):
            said = tuple(clause.replace(";", "|").split())
            if not said:
                continue
            # "a4 is green; red would clash with h4": the node is named before.
            because = said[0] == "BECAUSE" or (i > 0 and said[0].startswith("#"))
            said = said[said[0] == "BECAUSE" :]
            if not said:
                continue
            near = frozenset({len(clauses) - 1})
            after = _stands_for(said, clauses) | near if because or _leans(said) else None
            if _answers(said) and all(_words(clause)[0] == "NOTED" for clause in clauses):
                # What is noted may also be said behind the answer.
                after = (after or frozenset()) | {-1}
            wordings = [Wording(said, after)]
            if because:
                wordings.append(Wording(said, near, ("BECAUSE",)))
            if _answers(said) and len(said) > 1:
                wordings.append(Wording(said[1:], near if _leans(said[1:]) else None))
            if _answers(said) and not clauses:
                # "I have no conflicts, and yes, with h2 red ..." answers the person no less.
                wordings.append(Wording(said, None, ("and",)))
            if said == ("we", "have", "no", "deals"):
                wordings.append(Wording(("no", *said), after))
            if said[0] == "if" and said.count("i") == 1:
                # "I can score 9 if you set h4 to green"
                comma = said.index("i")
                supposed, then = said[:comma], said[comma:]
                wordings.append(Wording((*then, *supposed), after))
                if heading:
                    working.append(len(clauses))
                    wordings.append(Wording((*supposed, "that", "works", "and", *then), after))
                    wordings += [replace(one, joints=_HEADINGS) for one in wordings]
            supposed = said[1:] if _answers(said) else said
            if supposed[0] == "with" and "i" in supposed:
                # "I can color my part without a conflict with h3 green"
                comma = supposed.index("i")
                answer, then = said[: len(said) - len(supposed)], supposed[comma:]
                whole = (*then, *supposed[:comma])
                wordings += [Wording((*answer, *whole), after), Wording(whole)]
            if said == ("that", "works"):
                wordings += [Wording(("any", "of", "them", "works"), near)]
            if supposed[:3] == ("my", "colors", "fit"):
                wordings.append(
                    Wording((*said[: len(said) - len(supposed)], *supposed[3:], *_FIT), after)
                )
            if said[:4] == ("it", "would", "work", "if"):
                wordings.append(Wording((*said[3:], *said[:3]), near))
            if i > 0 and said[:3] == _ALONE:
                # "I can solve this, so you need not change anything"
                first = _words(clauses[-1])
                for whole in (
                    (*first, "so", *said),
                    ("BECAUSE", *first, *said),
                    (*said, "BECAUSE", *first),
                ):
                    wordings.append(Wording(whole, clauses[-1][0].after))
            named = {word for word in before if word[0] in "@&"}
            if named == {said[0]} == {word for word in said if word[0] in "@&"}:
                wordings.append(Wording(("it", *said[1:]), near))
            if said == _HIDDEN and before[:2] == _HIDDEN[:2]:
                wordings += [Wording(said[shared:], near, _SHARING) for shared in (1, 2)]
            asks = "?" in sentence and i == len(parts) - 1
            clauses.append([replace(one, asks=asks) for one in wordings])
            clauses[-1] += _reworded(said, before, clauses, is_reason=because)
            before = said
    if working:
        # "I can score 9 if you set h4 to green; that is what works for me."
        there = frozenset(working)
        clauses.append(
            [Wording(words, there) for words in (("that", "is", "what", "works"), ("that", "works"))]
        )
    return clauses


def _reworded(
    said: tuple[str, ...],
    before: tuple[str, ...],
    clauses: Sequence[Sequence[Wording | Reworded]],
    *,
    is_reason: bool,
) -> list[Wording | Reworded]:
    """Return other words for the last clause, whose words are given, with those of the one before it."""
    here, near = frozenset({len(clauses) - 1}), frozenset({len(clauses) - 2})
    found: list[Wording | Reworded] = []
    if is_reason:
        inner = frozenset(k for k, clause in enumerate(clauses) if _words(clause)[:4] == _INNER)
        found.append(Reworded(reason(" ".join(said)), near | inner))
    for shape in paraphrases(" ".join(said), " ".join(before)):
        if shape.kind in ("block", "blocked"):
            found.append(Reworded(shape, here | near, begins=shape.kind == "block"))
        elif shape.kind in ("scores so", "works so", "that"):
            found.append(Reworded(shape, near if shape.kind == "that" else here))
        elif shape.kind == "can so":
            # "Yes, I can" answers the person, who supposed it.
            found.append(Reworded(shape, here | {-1}))
        elif shape.kind == "greeted":
            found.append(Reworded(shape, frozenset({-1})))
        elif shape.kind == "beside change":
            found.append(Reworded(shape, here))
        elif shape.kind == "bare":
            found.append(Reworded(shape, here, begins=True))
        elif shape.kind in ("then", "alone"):
            found.append(Reworded(shape, _stands_for(said, clauses[:-1]) | here))
        else:
            found.append(Reworded(shape, None))
    return found


def _usable(clause: Sequence[Wording | Reworded], *, adds: bool, asks: bool) -> list[Wording | Reworded]:
    """Return the ways to say a clause in a sentence."""
    return [one for one in clause if isinstance(one, Wording) or one.fits(adds=adds, asks=asks)]


def _words(clause: Sequence[Wording | Reworded]) -> tuple[str, ...]:
    """Return the words of a clause as the message has them."""
    first = clause[0]
    assert isinstance(first, Wording)
    return first.words


def _stands_for(said: Sequence[str], clauses: Sequence[Sequence[Wording | Reworded]]) -> frozenset[int]:
    """Return the clauses that a clause may lean on, beside the one before it."""
    told = [" ".join(_words(clause)) for clause in clauses]
    if said[:4] == ("i", "can", "solve", "this"):
        return frozenset(k for k, clause in enumerate(told) if _CONFLICT.search(clause))
    if said[0] == "then":
        # What is not known stands between what is supposed and what would be so then.
        while told and told[-1].startswith("i do not know"):
            told.pop()
        return frozenset({len(told) - 1} if told else ())
    return frozenset()


def _leans(said: Sequence[str]) -> bool:
    if said[:3] == ("these", "settings", "work"):  # those that follow
        return False
    return _answers(said) or not _LEANING.isdisjoint(said)


def _answers(said: Sequence[str]) -> bool:
    """Return whether a clause begins with a "yes" or "no": "no color works" does not."""
    return said[0] in _ANSWERS and said[1:2] not in (("color",), ("setting",), ("node",))


def _said(
    words: Sequence[str],
    start: int,
    clauses: Sequence[Sequence[Wording | Reworded]],
    last: int | None,
    failed: set[tuple[int, int | None]] | None = None,
) -> int | None:
    """
    Return the last clause that words say from ``start`` on, if they say clauses and nothing else.

    ``last`` is the clause that was said before, -1 at the beginning, None if something else was said;
    ``failed`` are places and clauses before them from which it was tried.
    """
    if start == len(words):
        return last
    failed = set() if failed is None else failed
    if (start, last) in failed:
        return None
    for end, clause in _following(words, start, clauses, last):
        found = _said(words, end, clauses, clause, failed)
        if found is not None:
            return found
    failed.add((start, last))
    return None


def _following(
    words: Sequence[str], start: int, clauses: Sequence[Sequence[Wording | Reworded]], last: int | None
) -> Iterator[tuple[int, int]]:
    """Yield each clause that may begin at ``start``, behind where it ends."""
    for i, wordings in enumerate(clauses):
        for wording in wordings:
            if wording.joints == _SHARING and _VERBS.isdisjoint(words[:start]):
                continue  # "b2 is blue now, as well as nodes you do not see" says that they are blue
            begins = start == 0 and isinstance(wording, Reworded) and wording.begins
            if wording.after is None or last in wording.after or begins:
                yield from ((end, i) for end in wording.ends(words, start))
            elif start == 0 and wording.leads:
                # "Since h4 is red, it would work if ...", "h4 is red, so it would work if ..."
                for end in wording.ends(words, start):
                    begun = 0 if words[0] in _BECAUSE else _so(words, end)
                    if begun is None:
                        continue
                    for after, first in _following(words, end + begun, clauses[:i], last):
                        if first in (wording.after or ()):
                            yield after, i


def _so(words: Sequence[str], start: int) -> int | None:
    """Return the number of words that say "so", or None."""
    return next((len(so) for so in _SO if tuple(words[start : start + len(so)]) == so), None)
