"""
A correction of an offer that was read back: "no wait, make that h4 blue if a2 is red".

What it names replaces those terms, and the offer is read back again to the same neighbor.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..bargaining.rb_text import terms
from ..messages import ConditionalOffer
from ..situation import NodeColor
from ..talk.pairs import pairs_of
from ..talk.tokens import tokens_of
from ..talk.translated import Translation
from ..talk.wordlist import words
from ..view import View

_LEAD = re.compile(
    r"\W*(?:(?:no|nope|oh|ah|hm+|wait|hold on|hang on|one moment|sorry|oops|ups|actually|rather"
    r"|correction|but|well|my (?:bad|mistake)|scratch that|i (?:mean|meant)(?: to say)?|make (?:that|it)"
    r"|(?:it|that) should be|let it be|change (?:that|it) to)\b\W*)+",
    re.I,
)
#: Words that correct; others only begin a sentence: "oh, h5 is blue" reports a color.
_FIRM = re.compile(
    r"\b(?:no|nope|sorry|oops|ups|correction|my (?:bad|mistake)|scratch that|i meant?|make (?:that|it)"
    r"|should be|let it be|change (?:that|it) to)\b",
    re.I,
)
_REPORTS = re.compile(r"\b(?:is|are)\b", re.I)
_DEPENDS = re.compile(r"\b(?:if|when|provided|once|for|in (?:exchange|return))\b", re.I)
#: Words that add a term to the offer and replace none.
_ADDS = re.compile(r"^\W*(?:and|plus)\b|\b(?:too|also|as well|in addition)\b", re.I)
#: Words of a correction beside nodes and colors; others say something else.
_BESIDE = words(
    """
    my your the node is are be to in as for if when provided once and with i you will would can could
    make color take set give keep do does go goes get gets become becomes turn turns offer instead rather
    please then that it too also well addition plus of course sorry mean meant exchange return , . ! - :
    """
)


def amended(
    text: str, to: str | None, moves: Mapping[str, Translation], view: View
) -> tuple[str, str] | None:
    """
    Return what a text makes of the offer that was read back, in words, and its neighbor.

    Parameters
    ----------
    to
        Neighbor to whom the text is written; None for all.

    Returns
    -------
    tuple or None
        Neighbor and offer; None if the text corrects nothing, or more than one offer was read back.
    """
    made = [(peer, move) for peer, one in moves.items() for move in one.moves]
    lead = _LEAD.match(text)
    if len(made) != 1 or lead is None or to not in (None, made[0][0]):
        return None
    ((peer, move),) = made
    if not isinstance(move, ConditionalOffer) or not (move.conditions and move.assignments):
        return None
    said = text[lead.end() :]
    if _REPORTS.search(said) and not (_DEPENDS.search(said) or _FIRM.search(lead[0])):
        return None
    if any(one.rest for other, one in moves.items() if other != peer):
        return None  # it would be lost
    named = _named(said, view)
    if not named or not {*named} <= {*view.border_of(peer), *view.border_to(peer)}:
        return None
    adds = _ADDS.search(said) is not None
    theirs = _replaced(move.conditions, {v: c for v, c in named.items() if v not in view.own}, adds)
    mine = _replaced(move.assignments, {v: c for v, c in named.items() if v in view.own}, adds)
    return peer, f"If you color {terms(theirs)}, I color {terms(mine)}. {moves[peer].rest}".rstrip()


def _named(text: str, view: View) -> dict[str, str]:
    """Return the nodes of a text with their colors; none if it says anything else."""
    tokens = tokens_of(text, view)
    plain = [token for token in tokens if not (token.is_node or token.is_color or token.text == "\n")]
    pairs = pairs_of(tokens)
    colors = [token for pair in pairs for token in pair.colors]
    used = sum(len(pair.nodes) for pair in pairs) + len(colors)
    if any(token.text not in _BESIDE or token.quoted for token in plain):
        return {}
    if used != sum(token.is_node or token.is_color for token in tokens) or len(colors) != len(pairs):
        return {}
    return {node.text: pair.colors[0].text for pair in pairs for node in pair.nodes}


def _replaced(old: tuple[NodeColor, ...], named: Mapping[str, str], adds: bool) -> list[NodeColor]:
    """Return the terms of one side: with other colors of its nodes, those of others added or instead."""
    known = {term.node: term.color for term in old}
    new = {**known, **named} if adds or {*named} <= {*known} else named
    return [NodeColor(node, color) for node, color in new.items()]
