"""
Answers to the question which colors a node cannot have: "Yes: green" rules green out.

The agent's question turns the sense of a color around, so that the other readers must not read it as
the color of the node.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from ...grammar import NOT_SURE, Interpretation
from ...reading import Reading, ReadingKind
from ...tokens import outline
from ...wordlist import words
from ..message import Message, Result

_ASKS = re.compile(
    r"\b(?:can ?not|can't|cannot|must not|may not|mustn't|could not|couldn't|should not|shouldn't"
    r"|not (?:be|have|take|use|allowed|possible|available)|impossible|forbidden|ruled out"
    r"|excluded?|avoid|limits?|limitations?|restrictions?|constraints?|off limits|off the table)\b"
)
_COLOR = re.compile(r"\bcolou?rs?\b|\bany(?:thing)?\b|\bwhich\b|\bwhat\b")
#: Words that may stand beside the colors that are ruled out.
_BESIDE = re.compile(
    r"(?:yes|yeah|yep|sure|indeed|right|it|that|is|are|would|be|only|just|ok|okay|well|hm+|um|uh|and|or"
    r"|nor|neither|both|not|no|never|can|cannot|there|the|color|colors|one|ones|two|namely|i|have|do|of"
    r"|course|mostly|actually|unfortunately|sorry|please|thanks|C|N|for|on|at|in|with|to|as|far|know"
    r"|think"
    r"|say|said|take|use|rule|out|impossible|forbidden|[,.:;!&/]|-|\.\.\.)(?: |$)"
)
_NO_LIMITS = re.compile(
    r"(?:(?:there (?:is|are)|it has|i have|well|oh|,) )*(?:none|nothing|no limits?|not any|no color"
    r"|zero)"
    r"(?: (?:at all|really|whatsoever|that i know of|for (?:it|that)))*"
)
_TELL = re.compile(r"(?:please )?(?:tell me|say) (?:what|which)\b")
#: A question for one color of a node, and an answer that rules it out.
_CAN = re.compile(
    r"\b(?:can|could|may) (?:your )?(?P<node>\w+) (?:be|become|have|take|go|turn) (?P<color>\w+) ?\?$"
)
_IT_CANNOT = re.compile(
    r"(?:(?:no|nope|sorry|unfortunately|sadly|well|i am afraid|,|\.) )*"
    r"(?:it|that|this) (?:really |just )?"
    r"(?:can not|cannot|must not|may not|is not possible|is impossible)(?: be| be that| work)?"
    r"(?: (?:unfortunately|sadly|sorry|,|i am afraid))*"
)
#: A question for limits of any node, and an answer without a verb.
_ASKS_ALL = re.compile(
    r"(?:which|what) (?:limits|limitations|restrictions|constraints)"
    r" (?:(?:shall|should|must|can|may) i (?:remember|keep|respect|note|know)(?: of| about)?"
    r"|do you(?:r nodes)? have|are there|have you got) ?\?"
)
_RULED_OUT = r"NODE (?:: )?(?:not|no) COLOR(?: (?:, |and |or |nor )*(?:not |no )?COLOR)*"
_ALL_RULED_OUT = re.compile(rf"{_RULED_OUT}(?: (?:[,.;] |and )*{_RULED_OUT})*(?: [.!])*")
_BECAUSE = words("because since as due cause cos cuz")
_EXCEPTS = re.compile(r"\b(?:except|but|besides|apart|other than|excluding)\b")
_DENIES = re.compile(r"\b(?:not|no|never|cannot|neither|nor)\b")


def _denied_in(message: Message, question: str) -> Reading | None:
    """Return the color that "it can't" rules out behind "Can h5 be green?"."""
    said = " ".join(token.text for token in message.plain if token.text != "\n").strip(" .!")
    asked = _CAN.search(question)
    if asked is None or not _IT_CANNOT.fullmatch(said):
        return None
    owners = {node.casefold(): node for node in message.view.owners}
    colors = {color.casefold(): color for color in message.view.domain}
    if asked["node"] not in owners or asked["color"] not in colors:
        return None
    return Reading("forbidden", owners[asked["node"]], colors[asked["color"]], 0.85)


def _named_limits(message: Message, result: Result, question: str) -> Interpretation | None:
    """Return what "h1: not red, h4: not green" rules out behind "Which limits shall I remember?"."""
    said = outline(token for token in message.tokens if token.text != "\n")
    denies = {one.kind for one in result.readings} <= {"negation", "forbidden"}
    if not (_ASKS_ALL.fullmatch(question) and _ALL_RULED_OUT.fullmatch(said) and denies):
        return None
    if result.is_empty or result.is_uncertain or result.read.questions:
        return None
    return Interpretation(
        [
            replace(one, kind="forbidden") if one.node in message.view.owners else one
            for one in result.readings
        ]
    )


def limits_in(message: Message, result: Result) -> Interpretation | None:
    """Return the colors that an answer rules out; None if the agent did not ask for them."""
    question = re.split(r"(?<=[.!?])\s+|\n", message.said.strip())[-1].casefold()
    if (denied := _denied_in(message, question)) is not None:
        return Interpretation([denied])
    if (
        not (question.endswith("?") or _TELL.match(question))
        or not _ASKS.search(question)
        or not _COLOR.search(question)
    ):
        return None
    tokens = list(
        itertools.takewhile(
            lambda token: token.text not in _BECAUSE, (t for t in message.plain if t.text != "\n")
        )
    )
    nodes = [node for node in dict.fromkeys(message.about) if node in question]
    if not nodes:
        return _named_limits(message, result, question)
    colors = list(dict.fromkeys(token.text for token in tokens if token.kind == "color"))
    named = {token.text for token in tokens if token.is_node}
    kind: ReadingKind = "negation" if nodes and nodes[0] in message.view.own else "forbidden"
    if len(nodes) == 1 and _NO_LIMITS.fullmatch(" ".join(token.text for token in tokens).strip(" .!")):
        return Interpretation([Reading("release" if kind == "negation" else "retract", nodes[0])])
    if len(nodes) != 1 or not colors or named - {*nodes} or len(colors) >= len(message.view.domain):
        return None
    said = " ".join("C" if token.is_color else "N" if token.is_node else token.text for token in tokens)
    if _EXCEPTS.search(said):
        # "All except red" to "which colors can it not have?" leaves only red.
        return Interpretation([Reading("doubt", None, None, 0.4, NOT_SURE)])
    if not re.fullmatch(rf"(?:{_BESIDE.pattern})+", said):
        return None
    if re.match(r"(?:no|nope|not really)\b", said) or any(token.quoted for token in tokens):
        # "No, green" may allow green, or rule it out.
        return None
    if _DENIES.search(said) and re.search(r"\b(?:is|are) (?:ok|fine|possible)\b", said):
        return None
    return Interpretation([Reading(kind, nodes[0], color, 0.85) for color in colors])
