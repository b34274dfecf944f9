"""
What a sentence without a derivation in the grammar may mean, by the moods of its clauses.

A clause has a mood (``moods``), pairs of nodes and colors (``pairs``), or only nodes; the mood and the
owner of a node make the reading (``stating``). Every reading becomes a question to the person.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...situation import NodeColor, Situation
from ...view import View
from ..doubts import checked, doubted
from ..grammar import Interpretation, guess
from ..pairs import Pair, pairs_of
from ..reading import Question, Reading
from ..tokens import Token
from ..wordlist import words
from .asked import question_of
from .clauses import Clause, Sentence, sentences_of
from .moods import Mood, asks, asks_meaning, mood_of
from .stance import stance_of
from .stating import Stating, matched

_PRONOUN = re.compile(
    r"\b(?:it|that|this|them|both|one|they|those)\b|^(?:(?:and|please|now|then|so|just) )*(?:must"
    r"|has|have|is|are|can|should|will|make|set|change|switch|turn|color|keep|stays?|needs?|COL)\b"
)
_SAME = re.compile(
    r"^(?:so (?:is|are|does) (?:my |the |node )*(?:OWN|FOR)|(?:my |the |node )*(?:OWN|FOR) (?:too"
    r"|as well|also)|(?:the )?same (?:for|with|on) (?:my |the |node )*(?:OWN|FOR))\b"
)
_LISTS = re.compile(r"^(?:my |your |node )*(?:OWN|FOR) ?(?:=|:|->|in|to|being)? ?COL(?! (?:is|are|has))")
_SEEN = re.compile(
    r"^(?:(?:please|and|but|also|now) )*(?:(?:do not|never) forget|remember|note|keep in mind"
    r"|be aware|you know"
    r"|as you know)(?: that)? (?=.*FOR)|"
    r"\bi (?:can )?(?:see|know|notice|noticed|saw|understand|realize|observe"
    r"|heard)(?: that)? (?=.*(?:OWN|FOR))"
)
#: Conjunctions over which a mood is kept.
_GOES_ON = (",", "and", "&", "+", "or", "also", "plus")


#: Kinds that are questions anyway, and kinds that change nothing.
_ASKED = words("doubt refused")
_CHANGE_NOTHING = words("preference negation complaint")
_DENYING = words("not never")
_CONDITIONS = words("if unless when while provided long until as once")


def _denied(reading: Reading, tokens: Sequence[Token], view: View) -> Reading:
    """Return a wish as what it is if its color is denied: "b2 should perhaps not be red"."""
    at = next((i for i, token in enumerate(tokens) if token.text == reading.color), 0)
    before = {token.text for token in tokens[max(0, at - 3) : at]}
    if reading.kind != "preference" or before.isdisjoint(_DENYING):
        return reading
    return replace(reading, kind="negation" if reading.node in view.own else "forbidden")


def guesses(tokens: Sequence[Token], view: View, situation: Situation) -> Interpretation:
    """Return what a sentence without a derivation may mean: questions with the guesses as choices."""
    reader = _Reader(view, situation)
    reader.by_rules(tokens)
    asked = [doubted(reading, strict=True) for reading in reader.readings]
    kept = _ASKED | _CHANGE_NOTHING if _CONDITIONS.isdisjoint(token.text for token in tokens) else _ASKED
    asked = [reading for reading in asked if reading.kind in kept]
    certain = [one for one in asked if one.kind == "doubt" or one.color not in view.domain]
    guessed = [one for one in asked if one not in certain]
    if not guessed:
        return Interpretation(certain)
    choices = guess([_denied(one, tokens, view) for one in guessed])
    choices.readings[:0] = certain
    return choices


class _Reader:
    """Reader of one sentence at a time; "it" stands for the nodes that were named last."""

    def __init__(self, view: View, situation: Situation) -> None:
        self.view, self.situation = view, situation
        self._stating = Stating(view, situation)
        self.readings = self._stating.readings
        self.questions: list[Question] = []
        self.conditions: list[NodeColor] = []
        self.assignments: list[NodeColor] = []
        self._it: tuple[Token, ...] = ()
        self._last: tuple[Mood, list[Token]] | None = None

    def by_rules(self, tokens: Sequence[Token]) -> None:
        """Read a sentence by the rules for plain sentences; ask where it may mean something else."""
        before, asked = len(self.readings), len(self.questions)
        for sentence in sentences_of(tokens, self.view):
            self.sentence(sentence)
        read = self.readings[before:], self.questions[asked:]
        self.readings[before:], self.questions[asked:] = checked(tokens, *read)

    def sentence(self, sentence: Sentence) -> None:
        """Read one sentence."""
        whole = " ".join(clause.shape for clause in sentence.clauses)
        if whole.endswith(" why not") and stance_of(whole) is not None:
            self.readings.append(Reading("agree"))
            return
        clauses = sentence.clauses
        moods = self._moods(sentence)
        supposing = "suppose" in moods
        conditional = any(
            mood == "suppose" and clause.has_colors for clause, mood in zip(clauses, moods, strict=True)
        )
        asking = sentence.asks or "ask" in moods or any(asks(clause.shape) for clause in clauses)
        supposed: list[NodeColor] = []
        asked: list[tuple[Clause, list[NodeColor]]] = []
        before = len(self.readings)
        for clause, mood in zip(clauses, moods, strict=True):
            pairs, quoted = self._pairs(clause, mood)
            stance = stance_of(clause.shape, alone=len(clauses) == 1) if not pairs else None
            if stance is not None and mood not in ("ask", "suppose"):
                self.readings.append(Reading(stance))
            elif quoted or mood == "complaint":
                self._complain(clause, pairs, asking)
            elif supposing and (mood != "order" or conditional or asks(clause.shape)) and pairs:
                supposed.extend(self._sides(clause, mood, pairs))
            elif mood == "prefer" and asking and "ask" in moods and pairs:
                supposed.extend(self._flat(pairs))
            elif mood == "ask" and asked and pairs and not asks(clause.shape):
                first, more = asked[-1]
                asked[-1] = (
                    Clause((*first.tokens, *clause.tokens), first.joint),
                    [*more, *self._flat(pairs)],
                )
            elif mood == "ask":
                asked.append((clause, self._flat(pairs)))
            elif mood == "suppose":
                continue
            else:
                self._stating.take(clause, _SEEN.sub("", clause.shape), mood, pairs)
            named = tuple(token for token in clause.tokens if token.is_node and not token.quoted)
            self._it = named or self._it
        if any(clause.joint == "or" and clause.has_nodes and clause.has_colors for clause in clauses):
            self.readings[before:] = [doubted(one) for one in self.readings[before:]]
        self._ask(sentence, asked, supposed, asking)

    def _moods(self, sentence: Sentence) -> list[Mood | None]:
        """Return the mood of each clause, or else that of the clause before it."""
        moods: list[Mood | None] = []
        asks_itself = any(
            mood_of(c.shape, has_color=c.has_colors) in ("ask", "suppose") for c in sentence.clauses
        )
        for i, clause in enumerate(sentence.clauses):
            last = sentence.asks and i == len(sentence.clauses) - 1 and not asks_itself
            shape = _SEEN.sub("", clause.shape)
            mood = mood_of(shape, has_color=clause.has_colors, last_asks=last)
            bare = mood in (None, "state") and not re.search(
                r"\b(?:is|are|has|have|becomes?|became|turns|turned|goes|went)\b|=|:|->", clause.shape
            )
            if (
                moods
                and moods[-1] == "ask"
                and mood in (None, "state")
                and clause.joint in _GOES_ON
                and _LISTS.match(clause.shape)
            ):
                mood = "ask"
            elif _SAME.match(clause.shape) and moods:
                mood = moods[-1]
            elif (
                moods
                and moods[-1] == "complaint"
                and mood in (None, "state")
                and clause.joint in _GOES_ON
            ):
                mood = "complaint"
            elif (
                bare and moods and clause.joint in _GOES_ON and moods[-1] not in ("loosen", "keep", None)
            ):
                mood = moods[-1] if moods[-1] != "done" or clause.has_colors else mood
            moods.append(mood)
        if sentence.asks and len(moods) > 1:
            _look_back(sentence.clauses, moods)
        return moods

    def _pairs(self, clause: Clause, mood: Mood | None) -> tuple[list[Pair], bool]:
        shape = clause.shape
        if self._last is not None and _SAME.match(shape):
            nodes = [token for token in clause.tokens if token.is_node]
            return [Pair(nodes, list(self._last[1]))], False
        antecedent = self._it if not clause.has_nodes and _PRONOUN.search(shape) else ()
        pairs = pairs_of(clause.tokens, antecedent)
        quoted = bool(pairs) and all(token.quoted for pair in pairs for token in pair.colors)
        if pairs and not quoted and mood is not None:
            self._last = (mood, pairs[-1].colors)
        return pairs, quoted

    # ---------------------------------------------------------------------------------------- questions

    def _ask(
        self,
        sentence: Sentence,
        asked: Sequence[tuple[Clause, list[NodeColor]]],
        supposed: list[NodeColor],
        asking: bool,
    ) -> None:
        if not asked and not (asking and supposed):
            for pair in supposed:
                self.readings.append(Reading("hypothetical", pair.node, pair.color, 0.8))
            return
        if supposed:
            pairs = [*supposed, *(pair for _, more in asked for pair in more)]
            why = any(re.search(r"\bwhy\b", clause.shape) for clause, _ in asked)
            self.questions.append(Question("why" if why else "Q3", supposed=tuple(dict.fromkeys(pairs))))
            return
        for clause, pairs in asked:
            nodes = [token.text for token in clause.tokens if token.is_node and not token.quoted]
            question = question_of(clause.shape, nodes, pairs)
            if question is not None:
                self.questions.append(question)
            elif sentence.asks and len(sentence.clauses) == 1:
                self.readings.append(Reading("off_topic"))

    def _sides(self, clause: Clause, mood: Mood | None, pairs: list[Pair]) -> list[NodeColor]:
        """Return the pairs of a conditional sentence, and sort those of an offer into its two sides."""
        flat = self._flat(pairs)
        shape = clause.shape
        if re.search(r"\bif (?:you|OWN)\b", shape):
            cut = shape.index("if ")
            before = len(shape[:cut].split())
            for pair in flat:
                at = next((i for i, token in enumerate(clause.tokens) if token.text == pair.node), 0)
                mine = pair.node in self.view.own
                if mine and at >= before:
                    self.conditions.append(pair)
                elif not mine and at < before:
                    self.assignments.append(pair)
        elif re.search(r"\bi (?:will|can|could|would|am going to)\b", shape):
            self.assignments.extend(pair for pair in flat if pair.node not in self.view.own)
        return flat

    @staticmethod
    def _flat(pairs: Sequence[Pair]) -> list[NodeColor]:
        return [
            NodeColor(node.text, color.text)
            for pair in pairs
            for node, color in matched(pair)
            if color.kind == "color"
        ]

    # ----------------------------------------------------------------------------------------- readings

    def _complain(self, clause: Clause, pairs: Sequence[Pair], asking: bool) -> None:
        for pair in self._flat(pairs):
            self.readings.append(Reading("complaint", pair.node, pair.color, 0.9))
        if re.search(r"\bwhy\b", clause.shape) and not asks_meaning(clause.shape):
            self.questions.append(Question("why", node=None if pairs else _first_node(clause)))


_TAG = re.compile(r"^(?:right|correct|yes|true|is it not|is not it|ok|no|huh|agreed)$")
_THAT = re.compile(r"\b(?:that|this|it)\b")


def _look_back(clauses: Sequence[Clause], moods: list[Mood | None]) -> None:
    """Apply a question at the end to what precedes it: "h2 is red, right?"."""
    last = clauses[-1].shape
    if _TAG.match(last) and (moods[-2] == "state" or (moods[-2] == "done" and last != "ok")):
        moods[-2] = "ask"
        moods[-1] = None
    elif moods[-1] == "ask" and _THAT.search(last):
        for i, clause in enumerate(clauses[:-1]):
            if moods[i] == "state" and re.fullmatch(
                r"(?:(?:my|your|node) )*(?:OWN|FOR) (?:in )?COL", clause.shape
            ):
                moods[i] = "suppose"


def _first_node(clause: Clause) -> str | None:
    return next((token.text for token in clause.tokens if token.is_node), None)
