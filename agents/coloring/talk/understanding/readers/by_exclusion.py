"""
Messages about one node that name some colors only to exclude them.

"h1 is not blue, I lied, it's green" reports one color; "either b2 red or b2 blue, but not green" asks
only that it is not green.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....view import View
from ...grammar import Interpretation
from ...grammar.asking import none_of_mine
from ...reading import Reading, ReadingKind
from ...tokens import Token, outline
from ...wordlist import words
from ..message import Message

_SAYS = words("is , but it's its")
_NOT = words("not never no nothing cannot nor neither")
#: Words for all colors except the one that is named.
_EXCEPT = re.compile(
    r"([^,.;!]*)\b(?:anything|any color|something|everything|whatever) "
    r"(?:but|except|other than|besides|apart from) (\S+)"
)
_NOWHERE = re.compile(
    r"(?:(?:please|no|well|ok|hm+|,|so|and|i want you to) )*"
    r"(?:(?:do not|never|stop) (?:use|using|take|taking|paint|put|have) (?:any )?|avoid |no (?:more )?)"
    r"COLOR "
    r"(?:anywhere|everywhere|at all"
    r"|(?:on|in|at|for) (?:any|all) (?:of )?(?:your |the )?(?:border )?nodes)"
    r"(?: (?:please|thanks))*"
)
_NOT_ANY_MORE = re.compile(
    r"(?:(?:please|no|well|ok|hm+|,|so|and|i want you to|i want) )*"
    r"(?:(?:do not|never|stop) (?:use|using|take|taking|paint|put|have) (?:any )?|avoid |no (?:more )?)"
    r"COLOR(?: (?:any ?more|any longer|again|please|thanks|from now on|now))*"
)
_NOT_BUT = re.compile(
    r"(?:(?:please|no|well|rather|ok|hm+|,) )*not (?:in )?COLOR (?:, |but |rather )+(?:in )?COLOR"
    r"(?: (?:please|instead|rather|thanks))*"
)
_NO_BUT = re.compile(r"no COLOR [,!.]+ (?:please |rather )?COLOR(?: (?:please|instead|rather|thanks))*")
#: A clause that only denies a color: "just not green", "anything but red", "blue is not ok".
_BARS = re.compile(
    r"(?:(?:please|but|and|or|just|only|definitely|certainly|really|simply|ok|though|then|thanks|it"
    r"|is|in"
    r"|to|with|as long as|so long as|provided(?: that)?|you|NODE) )*"
    r"(?:(?:not|no|never|without|avoid|except|(?:any(?:thing)?|every(?:thing)?|whatever"
    r"|all)(?: colors?)?"
    r" (?:but|except)(?: not)?|(?:do|must|should|can|may) not(?: (?:be|go|use|take|pick|choose|make"
    r"|set|put"
    r"|paint|turn|leave|keep|have|let))*) (?:(?:in|to|with|at|on|it|NODE|a|any|be|become|as|stay"
    r"|still) )*"
    r"COLOR|COLOR (?:(?:is|are|would be|will|does|can|do|really|just|please) )*"
    r"(?:not|never|no) (?:(?:an? )?(?:ok|okay|fine|good|possible|allowed|option|go|acceptable|available"
    r"|work|fit|be|happen))?)"
    r"(?: (?:please|though|again|any ?more|any longer|thanks|there|now|for (?:me|us)|NODE|on|at|for"
    r"|in))*"
)
_LEFT_OPEN = re.compile(r"\bCOLOR or (?:(?:in|to|for|be|make|turn|go|it|maybe|even|the|NODE) )*COLOR\b")
#: Words with which two colors are no choice.
_NO_CHOICE = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|without|avoid|except|unless|if|when|why|was|were"
    r"|whether(?!.* (?:all the same|does not matter|no difference)))\b"
)
_CARES_NOT = re.compile(
    r"\b(?:do not (?:care|mind)|it is all the same(?: to me)?|(?:does not|no) (?:matter"
    r"|difference))\b(?: whether)?"
)
_ASKS_FOR = re.compile(r"\b(?:can|could|would|will) (?:you|NODE)\b")


def all_but_one(message: Message) -> Interpretation | None:
    """
    Return what "make b2 red or blue, just not green" rules out: the one color that is denied.

    The two others are left open, whatever the words around them want.
    """
    spoken = [token for token in message.tokens if token.text != "\n"]
    nodes = {token.text: token for token in spoken if token.is_node or token.kind == "other"}
    colors = [token for token in spoken if token.is_color]
    domain = {*message.view.domain}
    if len(nodes) != 1 or len(colors) != len(domain) or {token.text for token in colors} != domain:
        return None
    (node,) = nodes.values()
    said = outline(spoken)
    if node.kind == "other" or any(token.quoted for token in spoken):
        return None
    if "?" in said and not (_ASKS_FOR.search(said) and said.endswith("?") and said.count("?") == 1):
        return None
    clauses = [one.strip() for one in re.split(r"[,.;:!?()-]|(?<!anything )(?<!any )\bbut\b", said)]
    clauses = [_CARES_NOT.sub("", one) for one in clauses if one]
    colored = [one for one in clauses if "COLOR" in one]
    denied = [i for i, one in enumerate(colored) if one.count("COLOR") == 1 and _BARS.fullmatch(one)]
    rest = [one for one in clauses if one not in [colored[i] for i in denied]]
    if len(colored) != 2 or len(denied) != 1 or _NO_CHOICE.search(" , ".join(rest)):
        return None
    if not _LEFT_OPEN.search(colored[1 - denied[0]]):
        return None
    return _excluded(node, colors[-1 if denied[0] else 0].text)


def by_exclusion(message: Message) -> Interpretation | None:
    """
    Return what a message says of the one node that it names; None if it is no such message.

    An answer that names none is about the only node that the agent spoke of.
    """
    tokens, view, about = message.tokens, message.view, message.about
    spoken = [token for token in tokens if token.text != "\n"]
    nodes = {token.text: token for token in spoken if token.is_node or token.kind == "other"}
    if not nodes and len(about) != 1 and (color := _somewhere(spoken)) is not None:
        return Interpretation([none_of_mine([color], view)])
    if not nodes and (everywhere := _everywhere(spoken, view)) is not None:
        return everywhere
    if not nodes and len(about) == 1:
        return _instead(spoken, about[0], message)
    colors = [i for i, token in enumerate(spoken) if token.kind == "color"]
    if len(nodes) != 1 or any(token.text == "?" or token.quoted for token in spoken):
        return None
    (node,) = nodes.values()
    before = [spoken[i - 1].text if i else "" for i in colors]
    denied = [i for i, word in zip(colors, before, strict=True) if word in _NOT]
    if node.kind not in ("own", "foreign") or not colors:
        return None
    named = [spoken[i].text for i in colors if i not in denied]
    if (
        len(denied) == 1
        and node.kind == "foreign"
        and len(named) == 1
        and colors[0] == denied[0]
        and before[-1] in _SAYS
        and [token.text for token in spoken[denied[0] - 2 : denied[0]]] == ["is", "not"]
    ):
        return Interpretation([Reading("report", node.text, named[0], 0.85)])
    said = " ".join(token.text for token in spoken)
    excepts = _EXCEPT.search(said)
    color = spoken[colors[0]].text
    only = {spoken[i].text for i in colors} == {color}
    if only and excepts and excepts[2] == color and _NOT.isdisjoint(excepts[1].split()):
        return _excluded(node, color)
    return None


def _everywhere(spoken: Sequence[Token], view: View) -> Interpretation | None:
    """Read "don't use red anywhere": no node that the person sees is to have the color."""
    said = " ".join(token.text if token.kind != "color" else "COLOR" for token in spoken)
    colors = [token.text for token in spoken if token.kind == "color"]
    if not _NOWHERE.fullmatch(said.strip(" .!")):
        return None
    nodes = view.border_to(view.person or "")
    return Interpretation([Reading("negation", node, colors[0], 0.85) for node in nodes])


def _somewhere(spoken: Sequence[Token]) -> str | None:
    """Return the color of "please no more red", which names no node."""
    said = " ".join(token.text if token.kind != "color" else "COLOR" for token in spoken)
    found = _NOT_ANY_MORE.fullmatch(said.strip(" .!"))
    return next(token.text for token in spoken if token.kind == "color") if found else None


def _instead(spoken: Sequence[Token], node: str, message: Message) -> Interpretation | None:
    """
    Read "not green, blue": the second color is the one that is wanted.

    "No green, blue" says so only of a green that the agent spoke of; else it may list what is excluded.
    """
    said = " ".join(token.text if token.kind != "color" else "COLOR" for token in spoken)
    colors = [token.text for token in spoken if token.kind == "color"]
    if len({*colors}) < 2:
        return None
    offered = bool(re.search(rf"\b{re.escape(colors[0])}\b", message.said)) and (
        not re.search(rf"\b{re.escape(colors[1])}\b", message.said)
    )
    if not _NOT_BUT.fullmatch(said.strip(" .!")) and not (
        offered and _NO_BUT.fullmatch(said.strip(" .!"))
    ):
        return None
    kind: ReadingKind = "demand" if node in message.view.own else "report"
    return Interpretation([Reading(kind, node, colors[1], 0.85)])


def _excluded(node: Token, color: str) -> Interpretation:
    kind: ReadingKind = "negation" if node.kind == "own" else "forbidden"
    return Interpretation([Reading(kind, node.text, color, 0.85)])
