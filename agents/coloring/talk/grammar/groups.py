"""Nodes that are named as a group: "all my nodes at your border", "your nodes next to h4"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...view import View
from ..tokens import Token
from .chart import Spans
from .meaning import Names

_AT = (
    "(?:at|on|near|by|along|next to|facing|touching|bordering|beside|around|that touch|that you see"
    "|you see|visible to|adjacent to|close to)"
)
_THEIRS = re.compile(
    r"(?:all|both)(?: of)? (?:my|mine|the)(?: (?:two|own|border|boundary|visible|neighboring|outer))*"
    r"(?: nodes| ones| border nodes)?"
    rf"(?: {_AT}(?: (?:your|the|our) (?:border|boundary|side|nodes)| you| yours| here)?)?"
    r"|my (?:two |both )?(?:border|boundary|visible) nodes|everything on my side|everything i have"
)
_MINE = re.compile(
    r"(?:all|any|each|every one|none|every)(?: of)? (?:your|yours)"
    r"(?: (?:border|boundary|visible|own))*(?: nodes| node| ones)?"
    rf"(?: {_AT} (?:my (?:border|side|nodes)|me|mine|us|the border|our border))?"
    r"|your (?:border|boundary|visible) nodes?|your (?:side|end|part|border|node)"
    rf"|your nodes? {_AT} (?:my (?:border|side|nodes)|me|mine|the border|our border)"
)
_BESIDE = re.compile(
    r"(?:(?:all|any|each|both|every)(?: of)? )?(?:your|the|yours)(?: (?:border|two))?"
    r"(?: nodes?| ones?| neighbors?)? (?:next to|beside|touching|adjacent to|bordering|near|around|of"
    r"|connected to|that touch|that touches|linked to)"
)
_MOST = 10


def groups_of(spoken: Sequence[Token], view: View) -> Spans:
    """Return the groups that a message names, as stretches of words."""
    texts = [token.text for token in spoken]
    person = view.person or ""
    theirs, mine = tuple(view.border_of(person)), tuple(view.border_to(person))

    def words(i: int) -> Iterator[tuple[int, str]]:
        for j in range(i + 1, min(len(texts), i + _MOST) + 1):
            if spoken[j - 1].kind != "word":
                return
            yield j, " ".join(texts[i:j])

    def their_group(i: int) -> Iterator[tuple[int, Names]]:
        for j, text in words(i):
            if theirs and _THEIRS.fullmatch(text):
                yield j, Names("node", theirs, "and" if len(theirs) > 1 else "")

    def my_group(i: int) -> Iterator[tuple[int, Names]]:
        for j, text in words(i):
            if mine and _MINE.fullmatch(text):
                every = len(mine) == 1 or text.startswith(("all", "any", "each", "every", "none"))
                joint = "" if len(mine) == 1 else "and" if every else "or"
                yield j, Names("node", mine, joint)
            if j < len(texts) and spoken[j].kind == "foreign" and _BESIDE.fullmatch(text):
                node = texts[j]
                near = tuple(n for n in mine if (n, node) in view.edges or (node, n) in view.edges)
                if near:
                    yield j + 1, Names("node", near, "and" if len(near) > 1 else "")

    return {"their_group": their_group, "my_group": my_group}


__all__ = ["groups_of"]
