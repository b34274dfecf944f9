"""
A message as the network reads it: its words, and for each node and color how every word relates to them.

No node and no color is named: for b2 and red, "make b2 red, h5 is green" has the words "make", this
node, this color, a comma, a node of the sender, "is", another color. So what is learned holds for any
graph and any palette. A word has its number in a vocabulary, and those of its groups of three letters,
by which a misspelled word is like the right one.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from ...view import View
from ..spelling.slips import spelled_out
from ..tokens import Token

#: Words of what was said before, and of the message, that are read.
MOST_BEFORE, MOST_WORDS = 30, 48
#: Numbers of groups of three letters; the last number stands for no group.
BUCKETS = 2048
MOST_GROUPS = 12
#: How a word relates to a node and a color, in this order.
START, SIGN_BETWEEN, THIS_NODE, OWN, FOREIGN, OTHER, THIS_COLOR, ANOTHER_COLOR, WORD = range(9)
_SIDES = {"own": OWN, "foreign": FOREIGN, "other": OTHER}
_OWNERS = ("", "own", "foreign", "other")
#: Nodes that one message is asked about; 40 with four colors take 0.2 s.
MOST_NODES = 40


@dataclass(frozen=True)
class Marked:
    """
    A message, and the pairs of a node and a color that it may be about.

    Attributes
    ----------
    words, after
        Number of each word, and 1 for words of the message itself; shape (length,).
    groups
        Numbers of groups of letters of each word; shape (length, MOST_GROUPS).
    pairs
        Nodes with colors; None stands for neither.
    relations
        Relation of each word to each pair; shape (pairs, length).
    places
        Owner of the node, and where node and color are named; shape (pairs, 3).
    whole
        Whether no word of the message and no node is left out.
    """

    words: NDArray[np.int64]
    groups: NDArray[np.int64]
    after: NDArray[np.int64]
    pairs: Sequence[tuple[str | None, str | None]]
    relations: NDArray[np.int64]
    places: NDArray[np.int64]
    whole: bool


@functools.cache
def vocabulary() -> dict[str, int]:
    """Return the number of each known word; 0 stands for a name, 1 for an unknown word."""
    text = resources.files(__package__).joinpath("vocabulary.txt").read_text(encoding="utf-8")
    return {word: number for number, word in enumerate(text.split("\n")[:-1], start=2)}


def marked(text: str, said: str, view: View, known: dict[str, int] | None = None) -> Marked:
    """
    Mark the words of a message.

    Parameters
    ----------
    said
        What the recipient said before.
    known
        Number of each known word; by default those of the network.
    """
    known = vocabulary() if known is None else known
    before, own = ([one for one in spelled_out(one, view) if one.text != "\n"] for one in (said, text))
    tokens: list[Token | None] = [None, *before[-MOST_BEFORE:], None, *own[:MOST_WORDS]]
    kinds = {one.text: one.kind for one in (*before, *own) if one.kind in _SIDES}
    for node in (*view.border_to(view.person or ""), *view.owners):
        if view.owners.get(node, view.person) == view.person:
            kinds.setdefault(node, "own" if node in view.own else "foreign")
    named = {one.text for one in (*before, *own) if one.is_color}
    colors = [one for one in view.domain if one in named]
    pairs: list[tuple[str | None, str | None]] = [(None, None)]
    pairs += [(node, color) for node in list(kinds)[:MOST_NODES] for color in (*colors, None)]
    here = [{one.text for one in part} for part in (own, before)]
    first = tokens.index(None, 1) + 1
    return Marked(
        words=np.array([_number(one, known) for one in tokens]),
        groups=np.array([_groups(one) for one in tokens]),
        after=np.array([int(i >= first) for i in range(len(tokens))]),
        pairs=pairs,
        relations=np.array([_relations(tokens, node, color) for node, color in pairs]),
        places=np.array(
            [
                (_OWNERS.index(kinds[node]) if node else 0, _place(node, here), _place(color, here))
                for node, color in pairs
            ]
        ),
        whole=len(own) <= MOST_WORDS and len(kinds) <= MOST_NODES,
    )


def _is_name(token: Token | None) -> bool:
    return token is None or token.kind in _SIDES or token.is_color


def _number(token: Token | None, known: dict[str, int]) -> int:
    return 0 if token is None or _is_name(token) else known.get(token.text, 1)


def _groups(token: Token | None) -> list[int]:
    if token is None or _is_name(token):
        return [BUCKETS] * MOST_GROUPS
    word = f"<{token.text}>"
    groups = [zlib.crc32(word[i : i + 3].encode()) % BUCKETS for i in range(len(word) - 2)]
    return [*groups[:MOST_GROUPS], *[BUCKETS] * (MOST_GROUPS - len(groups))]


def _place(name: str | None, here: Sequence[set[str]]) -> int:
    """Return 0 for no name, 1 for one in the message, 2 for one said before, 3 for one not named."""
    if name is None:
        return 0
    return next((place for place, named in enumerate(here, start=1) if name in named), 3)


def _relations(tokens: Sequence[Token | None], node: str | None, color: str | None) -> list[int]:
    found = []
    for i, token in enumerate(tokens):
        if token is None:
            found.append(SIGN_BETWEEN if i else START)
        elif token.kind in _SIDES:
            found.append(THIS_NODE if token.text == node else _SIDES[token.kind])
        elif token.is_color:
            found.append(THIS_COLOR if token.text == color else ANOTHER_COLOR)
        else:
            found.append(WORD)
    return found
