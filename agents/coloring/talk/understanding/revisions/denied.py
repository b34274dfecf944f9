"""
Questions about a color that the person does not want: "could you avoid blue on a5?".

"Yes, with a5 blue ..." would answer the opposite. Such a question asks for another color of the node.
"""

from __future__ import annotations

import re

from ...doubts import doubted
from ...grammar import NOT_SURE
from ...reading import Question, Reading
from ..message import Message, Result

_BARS = (
    r"(?:not|never|without|avoid(?:ing)?|no|away from|off|clear of|other than|apart from|besides"
    r"|anything but|any color but"
    r"|except|instead of|stop(?: using)?|get rid of|lose|drop|leave|skip|spare)"
)
_DENIED = re.compile(
    rf"\b{_BARS} (?:(?:to|be|being|go|going|use|using|have|having|take|taking|make|making|set|put|in|a"
    r"|the|color|it|NODE|that|stay|any|with|paint|painting|turn|turning|switch|switching|change|changing"
    r"|give|giving|pick|picking|on|your|my) )*COLOR\b"
)
#: "Would you not make b2 red?" may ask for red, or against it.
_WOULD_NOT = re.compile(r"\b(?:would|could|can|will|should) you not \w+ NODE\b")
#: Words with which a question is a request.
_REQUESTS = re.compile(
    r"\b(?:can|could|would|will) you\b|\byou mind\b|\bplease\b|\bfor you\b"
    r"|\bi (?:would )?(?:like|love|prefer|rather|want)\b"
    r"|\b(?:would|will) (?:\w+ )?help\b"
)
_WHETHER = re.compile(r"\b(?:possible|something|anything|any way|(?:can|could|may) (?:it|NODE))\b")
_NO_DENIAL = re.compile(
    r"\b(?:why|tell me|can not you|could not you|would not you|would it not|is it not|do not you"
    r"|not sure|or not|not possible|do not know|not mind)\b"
)


def without_denied(message: Message, result: Result) -> None:
    """Replace the question whether a color would do by the wish for another one."""
    read = result.read
    for one in read.readings:
        denies = (
            rf"\b(?:avoid|without|never|(?:anything|everything|any color) (?:but|except)) {one.color}\b"
        )
        if one.kind == "hypothetical" and re.search(denies, message.words):
            # "H4 stays blue, you avoid green on a2" offers another color than it names.
            read.readings[:] = [Reading("doubt", None, None, 0.4, NOT_SURE)]
            read.conditions.clear()
            read.assignments.clear()
            return
    if _WOULD_NOT.search(" ".join("NODE" if token.is_node else token.text for token in message.tokens)):
        read.readings[:] = [doubted(one) for one in read.readings]
    supposed = [pair for one in read.questions if one.kind == "Q3" for pair in one.supposed]
    if len(read.questions) != 1 or len(supposed) != 1:
        return
    (pair,) = supposed
    said = " ".join(
        "COLOR" if token.text == pair.color else "NODE" if token.is_node else token.text
        for token in message.tokens
    )
    if pair.node not in message.view.own or _NO_DENIAL.search(said) or not _DENIED.search(said):
        return
    if not _REQUESTS.search(said):
        if _WHETHER.search(said):
            # "Can it be something other than green?" asks for the other colors.
            read.questions[:] = [Question("Q1", pair.node)]
        return
    read.questions.clear()
    read.readings[:] = [one for one in read.readings if one.node != pair.node]
    read.readings.append(Reading("negation", pair.node, pair.color, 0.8))
