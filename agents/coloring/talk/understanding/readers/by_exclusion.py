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
from ...tokens import Token
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
        return _instead(spoken, about[0], view)
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
    if len(denied) != 1:
        return None
    excluded = spoken[denied[0]].text
    either = any(token.text in ("either", "or") for token in spoken)
    if either and {*named, excluded} == {*view.domain} and excluded not in named:
        return _excluded(node, excluded)
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


def _instead(spoken: Sequence[Token], node: str, view: View) -> Interpretation | None:
    """Read "not green, blue": the second color is the one that is wanted."""
    said = " ".join(token.text if token.kind != "color" else "COLOR" for token in spoken)
    colors = [token.text for token in spoken if token.kind == "color"]
    if not _NOT_BUT.fullmatch(said.strip(" .!")) or len({*colors}) < 2:
        return None
    kind: ReadingKind = "demand" if node in view.own else "report"
    return Interpretation([Reading(kind, node, colors[1], 0.85)])


def _excluded(node: Token, color: str) -> Interpretation:
    kind: ReadingKind = "negation" if node.kind == "own" else "forbidden"
    return Interpretation([Reading(kind, node.text, color, 0.85)])
