"""
What "what about ...?" and "... is fine?" suppose: nothing is so yet, and the pairs belong together.

"What about me swapping, h2 red and h5 blue?" reports no colors, and behind "why h1 green?" the pairs of
"what about h1 blue with h4 red?" are one supposition. Of colors with "or" each is asked about: "could
you make b2 red or blue?" rules out no green.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace

from ....situation import NodeColor
from ...grammar import Interpretation
from ...reading import Question
from ...tokens import outline
from ...wordlist import words
from ..message import Message, Result
from ..readers.listed import named_in
from ..rules import sentences_of

_SUPPOSES = re.compile(
    r"(?:(?:and|so|but|ok|hm+|well|then|,) )*(?:what about|how about|what if)\b(?P<rest>[^.!?]*)\? ?$"
    r"|(?:(?:and|so|ok|hm+|well|then|,) )*(?P<pairs>[^.!?]*) (?:is|are|would be|be) "
    r"(?:ok|okay|alright|all right|fine|good|possible|acceptable)(?: (?:for|with|by) you)? ?\? ?$"
)
#: Words with which a pair is more, or less, than a part of the supposition.
_OTHERWISE = words(
    "not no never without or nor if unless then instead except but can could would still because"
)
#: What may stand between the pairs of "red for h1 and green for h4 is fine?".
_TYING = words("for on in and with my your both , being")
_REPLACED = words("report preference")
#: A question whether a node could have one of some colors, as a statement it would rule out the others.
_WHETHER = re.compile(
    r"\b(?:can|could|would|will) you (?!(?:\w+ )*(?:please|keep|leave)\b)"
    r"(?=[^.!?]*NODE)[^.!?]*?\b(?P<either>COLOR (?:, )?or (?:\w+ ){0,2}COLOR)\b"
    r"(?:(?!\b(?:not|never|no|except|but)\b)[^.!])*\? ?$"
)
#: Words with which colors are left out, or asked for beside the ones that are named.
_LEFT_OUT = words(
    "not no never neither nor without except but other else beyond apart aside excluding avoid avoiding"
    " what which instead rather than besides if unless why"
)

#: A question for other colors than the ones that were named before.
_ELSE = re.compile(
    r"\b(?:clash\w*|conflict\w*|scrap\w*|no good|not (?:work|fit|like))\b[^?]*"
    r"\b(?:what|which) (?:else|other colors?)\b(?:(?: then)? (?:can|could|may|might|would|should)"
    r" (?:my |your )?NODE(?: then| still)? (?:be|become|have|take|go)"
    r"|(?: is| are)? (?:there|left) for (?:my |your )?NODE)"
    r"(?: then| instead)?[ ?.!]*$"
)

_PAIR = r"(?:my |your )?NODE(?: (?:is|was|were|being|in|on|to))? COLOR"
#: What is supposed, corrected: "what about h4 blue, or rather h4 green, would that fit?"
_SUPPOSES_ANEW = re.compile(
    rf"(?:(?:and|so|ok|hm+|well|then|,) )*(?:what about|how about|what if) {_PAIR}(?: ,|,)?"
    r" (?:(?:no|or|wait|sorry|oops|well|rather|better|actually|i mean|,) )+"
    rf"{_PAIR}(?: ,|,)? (?:would|will|could|does|is|can) (?:that|it|this)\b[^.!?]*[ ?.!]*$"
)


def of_named_colors(message: Message, result: Result) -> None:
    """Ask for the colors that "can I set h2 red or blue?" names, and not for all that would work."""
    read, tokens = result.read, message.tokens
    colors = dict.fromkeys(token.text for token in tokens if token.kind == "color")
    if len(read.questions) != 1 or read.readings or len(colors) < 2:
        return
    (asked,) = read.questions
    nodes = {token.text for token in tokens if token.is_node}
    texts = {token.text for token in tokens}
    if asked != Question("Q1", asked.node) or nodes != {asked.node} or "or" not in texts:
        return
    if _LEFT_OUT.isdisjoint(texts):
        read.questions[:] = _each(asked.node or "", colors)


def supposing(message: Message, result: Result) -> None:
    """Make one question of the colors that the last sentence supposes."""
    sentence = re.split(r"(?<=[.!?]) ", message.words.replace(" \n ", " ").strip())[-1]
    found = _SUPPOSES.match(sentence)
    if found is None:
        return
    rest = found["rest"] or found["pairs"]
    # What "what about h2 red if b2 is green?" supposes belongs together as well.
    said = rest.replace(" if ", " ", 1) if found["rest"] else rest
    if not rest or not _OTHERWISE.isdisjoint(said.split()):
        return
    names = {*message.view.own, *message.view.owners, *message.view.domain}
    if found["pairs"] and not {*rest.split()} <= names | _TYING:
        return  # "I changed h1 to red and h4 green is fine?" tells of h1
    pairs = named_in(rest, message.view)
    nodes = [pair.node for pair in pairs]
    if len(pairs) < 2 or len({*nodes}) < len(nodes):
        return
    read = result.read
    supposed = {(pair.node, pair.color) for pair in pairs}
    part = [o for o in read.readings if (o.node, o.color) in supposed and o.kind in _REPLACED]
    asked = [one for one in read.questions if one.kind == "Q3" and {*one.supposed} <= {*pairs}]
    if not part or len(part) + sum(len(one.supposed) for one in asked) != len(pairs):
        return
    read.readings[:] = [one for one in read.readings if one not in part]
    read.questions[:] = [one for one in read.questions if one not in asked]
    read.questions.append(Question("Q3", supposed=pairs))


def supposing_anew(message: Message, result: Result) -> None:
    """Suppose what a question is corrected to: "what about h4 blue, no, h4 green, would that fit?"."""
    read = result.read
    if len(read.readings) != 1 or not _SUPPOSES_ANEW.match(outline(message.tokens)):
        return
    (last,) = read.readings
    names = [token.text for token in message.tokens if token.is_node or token.is_color]
    bare = [one for one in read.questions if one.kind == "Q3" and not one.supposed]
    if bare and last.kind in _REPLACED and [last.node, last.color] == names[-2:] and last.color:
        pair = NodeColor(names[-2], last.color)
        read.readings.clear()
        read.questions[:] = [
            replace(one, supposed=(pair,)) if one in bare else one for one in read.questions
        ]


def supposing_either(message: Message, result: Result) -> None:
    """Ask of each color whether it is possible: "could you make b2 red or blue?" rules out no green."""
    read = result.read
    denying = {one.node for one in read.readings if one.kind == "negation"}
    spoken = [token for token in message.tokens if token.text != "\n"]
    for sentence in sentences_of(spoken) if denying else ():
        said = outline(sentence)
        found = _WHETHER.search(said)
        if found is None:
            continue
        first, last = (said[:at].count(" ") for at in found.span("either"))
        named = dict.fromkeys(token.text for token in sentence[first : last + 1] if token.is_color)
        left_out = {color for color in message.view.domain if color not in named}
        for node in dict.fromkeys(token.text for token in sentence if token.text in denying):
            _ask_of_each(read, node, named, left_out)


def _ask_of_each(
    read: Interpretation, node: str, named: Iterable[str], left_out: Collection[str]
) -> None:
    """Put questions for colors of a node in the place of the denial of all others."""
    denied = [one for one in read.readings if (one.kind, one.node) == ("negation", node)]
    if {one.color for one in denied} == left_out:
        read.readings[:] = [one for one in read.readings if one not in denied]
        read.questions += _each(node, named)


def with_other_colors(message: Message, result: Result) -> None:
    """Ask for the other colors, and not for the one named: "h4 blue clashes, what else could h4 be?"."""
    sentence = outline(token for token in message.tokens if token.text != "\n")
    found = _ELSE.search(sentence)
    if found is None:
        return
    nodes = [token.text for token in message.tokens if token.is_node]
    node, asked = nodes[-1], result.read.questions
    kept = [one for one in asked if one.kind != "Q3" or {pair.node for pair in one.supposed} != {node}]
    if len(kept) < len(asked):
        asked[:] = [*kept, Question("Q1", node)]


def _each(node: str, colors: Iterable[str]) -> list[Question]:
    """Return a question for each color that a node could have."""
    return [Question("Q3", supposed=(NodeColor(node, color),)) for color in colors]
