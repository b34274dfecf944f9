"""
A correction of what the person said last: "no, rather green", "I meant a5, not a4".

A color is about the node that the person spoke of last. If the agent spoke of its own nodes in between,
the words may be about these as well, so the agent asks.
"""

from __future__ import annotations

import re

from ...situation import NodeColor
from ...view import View
from ..reading import Question, Reading, Understanding
from ..tokens import tokens_of
from .conversation import Conversation

_SIGN = r"(?:,|\.|!|:|;|-|\.\.\.|\n)"
_CORRECTION = re.compile(
    rf"(?:(?:hm+|oh|ah|eh|ok|well|um|uh|sorry|wait|actually|{_SIGN}) )*"
    r"(?P<mark>(?:(?:no|rather|i mean|i meant|better|make it|make that|sorry|wait|actually|it is"
    rf"|{_SIGN}) )*)"
    rf"(?P<color>COLOR )(?P<behind>(?:(?:instead|rather|better|i mean|i meant|sorry|please|{_SIGN}) )*)"
)
_BEFORE = r"(?:(?:no|oh|oops|ups|sorry|wait|ah|well|actually|but|and|hm+|my bad|my mistake) )*"
_MEANT = r"i (?:mean|meant|was talking about|am talking about) "
_IS = rf"(?:{_MEANT}|it is |that is |make that |i said )"
_A_NODE = r"(?:for )?(?:my |your )?NODE"
#: "I meant a5, not a4"; "not a4, a5"; "I meant a5".
_NODE = re.compile(
    rf"{_BEFORE}(?:(?P<right>{_IS}{_A_NODE} (?:and )?not {_A_NODE}|{_MEANT}{_A_NODE})"
    rf"|(?:i (?:did not|do not) mean )?not {_A_NODE} (?:but )?(?:{_IS})?{_A_NODE})"
    r"(?: (?:sorry|of course|please))*"
)
_MARKS = re.compile(r"\b(?:no|rather|mean|meant|instead|better)\b")


def corrected(text: str, conversation: Conversation, view: View) -> Understanding | None:
    """Return what a text makes of what the person said last; None if it corrects nothing."""
    if (color := _of_color(text, conversation, view)) is not None:
        return Understanding(text, (color,))
    return _of_node(text, conversation, view)


def _of_node(text: str, conversation: Conversation, view: View) -> Understanding | None:
    """Read "I meant a5, not a4" behind what was said or asked of a4."""
    tokens = [token for token in tokens_of(text, view) if token.kind != "sign"]
    found = _NODE.fullmatch(" ".join("NODE" if token.is_node else token.text for token in tokens))
    if found is None or "?" in text or any(token.quoted for token in tokens):
        return None
    nodes = [token.text for token in tokens if token.is_node]
    asked_about = {(one.node, one.color) for one in conversation.asked}
    # "Can you make a4 blue?" was only asked.
    said = [one for one in conversation.told if (one.node, one.color) not in asked_about]
    supposed = [one for one in conversation.told if one not in said] or conversation.supposed
    about = {one.node or "" for one in said} or {one.node or "" for one in supposed}
    if len(nodes) == 1 and len(about) == 1:
        nodes += about
    right, wrong = (nodes if found["right"] else nodes[::-1]) if len(nodes) == 2 else ("", "")
    same_side = {right, wrong} <= {*view.own} or {right, wrong} <= {*view.owners}
    if right == wrong or not same_side or wrong not in about or right in about:
        return None
    moved = [one for one in said if one.node == wrong]
    if moved:
        ended = tuple(dict.fromkeys(map(_ended, moved)))
        return Understanding(text, (*ended, *(Reading(o.kind, right, o.color, 0.9) for o in moved)))
    pairs = [NodeColor(right if o.node == wrong else o.node or "", o.color or "") for o in supposed]
    return Understanding(text, questions=(Question("Q3", supposed=tuple(pairs)),))


def _ended(last: Reading) -> Reading:
    """Return what takes a statement about the wrong node back."""
    if last.kind == "report":
        return Reading("doubt", last.node, None, 0.4, f"Which color does {last.node} have?")
    if last.kind == "demand":
        return Reading("release", last.node, None, 0.9)
    return Reading("retract", last.node, None if last.kind == "required" else last.color, 0.9)


def _of_color(text: str, conversation: Conversation, view: View) -> Reading | None:
    """Read "no, rather green" behind a statement of one color."""
    if len(conversation.told) != 1 or any(one.color for one in conversation.asked):
        return None
    (last,) = conversation.told
    if last.kind not in ("report", "demand"):
        return None
    tokens = tokens_of(text, view)
    if any(token.quoted or token.kind == "other" for token in tokens):
        return None
    said = "".join(("COLOR" if token.is_color else token.text) + " " for token in tokens)
    found = _CORRECTION.fullmatch(said)
    if found is None or not _MARKS.search(found["mark"] + found["behind"]):
        return None
    (color,) = (token.text for token in tokens if token.is_color)
    if color == last.color:
        return None
    if last.kind == "report" and _speaks_of_own(conversation.said, view):
        return Reading("doubt", last.node, color, 0.4, f"Is {last.node} {color} now?")
    return Reading(last.kind, last.node, color, 0.9)


def _speaks_of_own(said: str, view: View) -> bool:
    return any(token.kind == "own" for token in tokens_of(said, view))
