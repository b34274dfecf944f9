"""
Denials that are put as an opinion: "I don't think h2 can be red", "I see no way for it to be red".

Whoever says so of its own node says that the node cannot be red. What is said of a node of the agent
stays an opinion, about which the agent asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..tokens import Token

_DENIES = (
    r"(?:do not (?:(?:really|honestly) )?(?:think|believe|suppose|see (?:how|any way|a way|that))"
    r"|(?:can|could) not (?:(?:really|possibly) )?(?:see|imagine)(?: (?:how|any way|a way|that))?"
    r"|doubt|fail to see how|see no way)"
)
_DENIED = re.compile(
    rf"\bi (?:(?:really|honestly|seriously|just|strongly|simply) )*{_DENIES} (?:(?:that|how|in which"
    rf"|for|my) )*"
    r"(?P<node>FOREIGN|it) (?:(?:can|could) (?:possibly )?(?P<verb>be|become|have|take|go|turn|get)"
    r"|being|to be) "
)
_QUESTION = re.compile(r"\?|\b(?:if|unless|when)\b")


def with_denials(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a message in which "I don't think h2 can be" is "h2 can not be"."""
    said = " ".join("FOREIGN" if token.kind == "foreign" else token.text for token in tokens)
    found = _DENIED.search(said)
    if found is None or _QUESTION.search(said):
        return list(tokens)
    start, end = said[: found.start()].count(" "), said[: found.end()].count(" ")
    at = said[: found.start("node")].count(" ")
    before = [token for token in tokens[:start] if token.is_node or token.kind == "other"]
    node = tokens[at]
    if node.text == "it":
        if len({token.text for token in before}) != 1 or before[0].kind != "foreign":
            return list(tokens)
        node = before[0]
        if not any(token.is_color for token in tokens[:start]):
            # What is told of the node before its color is beside the point.
            start = 0
    verb = found["verb"] or "be"
    return [*tokens[:start], node, *(Token("word", one) for one in ("can", "not", verb)), *tokens[end:]]
