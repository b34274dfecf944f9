"""
Questions that would be lost beside others, or beside a statement.

Two may be in one sentence: "what's c1 now and what did we agree?". Each of them is read alone. Together
they count only where they ask all that the sentence was read to ask, and more: so nothing that depends
on both halves is torn apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ...view import View
from ...wording.phrases import sentences_in
from ..grammar import Interpretation
from ..reading import Question, Reading
from .message import Result

_ASKS = (
    r"(?:what|which|who|whose|where|why|how|what's|whats|is|are|am|do|does|did|have|has|can|could|will)"
)
_AND = re.compile(rf"(?:,? and|,) (?:also |then )?(?={_ASKS}\b)", re.IGNORECASE)
_ASKS_FIRST = re.compile(
    rf"\W*(?:(?:so|and|but|ok|hey|please|well|tell me)\W+)*{_ASKS}\b", re.IGNORECASE
)
#: A supposition, under which the other question is asked: "what if h2 wasn't red, what would be left?".
_GIVEN = re.compile(r"\b(?:if|unless|suppose|supposing|assuming|imagine|say|when|once)\b", re.IGNORECASE)
#: Nodes of which the first question speaks, for which "they" stands in the second one.
_NODES = re.compile(r"\b(my|your) (?:own )?(?:nodes?|ones|colors)\b", re.IGNORECASE)
_THEY = re.compile(r"\b(?:they|these|those|them)\b", re.IGNORECASE)
#: Colors that the agent takes nodes for: "what do you think they are?".
_TAKEN_FOR = re.compile(r"\bmy nodes (?:are|have)\b", re.IGNORECASE)

#: What was better before, behind a question why: a wish at most, "why is c1 red? it worked better blue".
_JUDGES = r"(?:was|were|looked|seemed|worked|fit|fitted|suited|went|did)"
_GOOD = r"(?:better|nicer|best|fine|good|ok|okay)"
_WAS_BETTER = re.compile(
    rf"(?P<why>\W*(?:\w+\W+){{0,3}}?why\b[^?!.]*[?!.,;])\s*"
    rf"(?P<better>(?:(?:but|and|i think|i thought|i guess|because|since)\W+)*"
    rf"(?:(?P<first>\w+) (?:wasn't|{_JUDGES}) (?:(?!not\b)\w+ ){{0,2}}{_GOOD}\b"
    rf"(?: (?:in|with|as|on|when)?\s*(?:it was )?(?P<last>\w+))?"
    rf"|(?:wasn't|was|did) (?P<asked>\w+)(?: not)? {_GOOD})[^?.!,;]*)"
    rf"(?:,? (?:no|right|or not|wasn't it|didn't it|not))?\W*",
    re.IGNORECASE,
)


def both_questions(
    text: str, read: Interpretation, read_of: Callable[[str], Result]
) -> Interpretation | None:
    """
    Return both questions of a sentence; None if nothing of them is lost.

    Parameters
    ----------
    read
        The sentence as it is read as a whole.
    read_of
        Reader of each half.
    """
    if read.readings or _GIVEN.search(text) or not _ASKS_FIRST.match(text):
        return None
    for and_ in _AND.finditer(text):
        halves = text[: and_.start()] + "?", _spelled_out(text[and_.end() :], text[: and_.start()])
        parts = [read_of(half) for half in halves]
        if any(one.unread or one.readings or not one.read.questions for one in parts):
            continue
        asked = list(dict.fromkeys(question for one in parts for question in one.read.questions))
        if {*map(_key, read.questions)} < {*map(_key, asked)}:
            return Interpretation([], asked)
    return None


#: Words for what the rest of a message says: such a question has no meaning alone.
_POINTS = re.compile(
    r"\b(?:it|its|that|this|these|those|they|them|their|then|so|either|neither|both|one|ones|same|too|also"
    r"|instead|otherwise|else|there|anyway|still|would|could|should|ok|okay|right|fine|agreed|deal)\b",
    re.IGNORECASE,
)
#: Kinds of statements beside which a question is lost.
_STATED = ("report", "forbidden", "required", "demand", "negation", "retract", "release")


def questions_beside(
    text: str, result: Result, read_of: Callable[[str], Result]
) -> Interpretation | None:
    """
    Return a message with the questions of its own sentences that it lost; None if it lost none.

    Only questions that point to nothing else in the message are read alone.

    Parameters
    ----------
    result
        The message as it is read as a whole.
    read_of
        Reader of each sentence.
    """
    sentences = sentences_in(text)
    asked = [one for one in sentences if one.endswith("?")]
    read = result.read
    plain = read.readings and all(one.kind in _STATED for one in read.readings)
    if len(sentences) < 2 or not asked or not plain or _GIVEN.search(text):
        return None
    questions = list(read.questions)
    for sentence in asked:
        if _POINTS.search(sentence):
            continue
        part = read_of(sentence)
        if part.unread or part.readings:
            continue
        for question in part.read.questions:
            same = [one for one in questions if _key(one) == _key(question)]
            if same and not same[0].subject:
                questions[questions.index(same[0])] = question
            elif not same and len(questions) < len(asked):
                questions.append(question)
    return None if questions == read.questions else replace(read, questions=questions)


def _key(question: Question) -> tuple[object, ...]:
    return question.kind, question.node, question.supposed, question.color


def _spelled_out(text: str, first: str) -> str:
    """Return the second question with the nodes of the first one in the place of "they"."""
    nodes = _NODES.findall(first)
    text = _THEY.sub(f"{nodes[-1]} nodes", text) if nodes else text
    return _TAKEN_FOR.sub("my colors are", text)


def why_not_as_before(text: str, view: View, read_of: Callable[[str], Result]) -> Interpretation | None:
    """Return the question why a node changed, with the color that was better as a wish, or None."""
    found = _WAS_BETTER.fullmatch(text)
    if found is None:
        return None
    named = {found[name].casefold() for name in ("first", "last", "asked") if found[name]}
    colors = named & {*view.domain}
    why = read_of(found["why"])
    nodes = {one.node for one in why.read.questions if one.kind == "why" and one.node}
    nodes |= {pair.node for one in why.read.questions if one.kind == "why" for pair in one.supposed}
    about = {found["first"] or found["asked"]} <= {*nodes, *view.domain, "it", "that", "this"}
    if why.read.readings or len(colors) != 1 or len(nodes) != 1 or not (about and nodes <= {*view.own}):
        return None
    wish = Reading("preference", nodes.pop(), colors.pop(), 0.8)
    return Interpretation([wish], why.read.questions)
