"""
What holds of another node as well: "make a2 blue, and a5 the same", "h1 can't be red, ditto h4".

The color that is meant is that of the clause before, and not the one that the node has; and where the
clause denies or limits, it does so for the other node too. So the clause is said once more, with the
other node in it. Where clauses before give several colors, or keep one, the agent asks (``unlikely``).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..tokens import Token
from ..wordlist import words

_NODES = r"NODE(?: (?:and|or|,|&) (?:and )?NODE)*"
_SAME = (
    r"(?:(?:exactly )?the (?:very )?same(?: (?:color|thing|way))?|same(?: (?:color|thing|here))?"
    r"|likewise|ditto|idem|too|as well|also|similarly)"
)
_LEAD = r"(?:(?:and|but|plus|then|so|please|also|my|your) )*"
_TAIL = r"(?: (?:please|thanks|then|now|though|here|of course|obviously))*"
_ENDS = r"(?= (?:[,;.!?\n]|and|but|because|since|so|END)(?: |$))"
_GOES = r"(?:(?:goes|holds|applies|is true|counts|works) )?"
#: A clause of nothing but a node and a word for the same, in either order.
_AGAIN = re.compile(
    rf"(?:(?<= [,;.!?\n-] )|(?<= and )|(?<= but )){_LEAD}(?:"
    rf"(?P<first>{_NODES})(?: (?:is|are|gets?|has|have|be|to be|should be|must be|goes|[?:]))? {_SAME}"
    rf"|(?:(?:exactly )?the same|same|ditto|likewise|idem|similarly|also)(?: thing)? {_GOES}"
    rf"(?:(?:for|with|on|at|to|in) )?(?:(?:my|your) )*(?P<second>{_NODES})(?: too)?"
    rf"){_TAIL}{_ENDS}"
)
_BOUNDARIES = words(", ; : - and but")
_SENTENCE_ENDS = frozenset((".", "!", "?", "\n"))
_KEEPS = words(
    "keep keeps keeping leave leaves leaving stay stays staying remain remains remaining hold"
)
_NAMED = words("own foreign other")
_DENIES = words("not no never neither nor without none nothing cannot avoid except")
#: Words between a node and its color that say no more than that it gets the color.
_GETS = words("is are to in = : -> be as goes become becomes turn turns on for at a the now my your")
#: Words that leave other colors out, or make a wish of what is said.
_BINDS = words("must only can could should may might would has have need needs required cannot")
_POINTERS = words("it that this")
_BESIDE = words("please thanks now then")
#: Words of a clause that only gives a color, so that the color alone says the same of another node.
_GIVEN = words("make set change color recolor switch put give take use have has")
_GIVES = _GETS | _BESIDE | _GIVEN | words("i you we will can could and , so ok")


class _Clause(NamedTuple):
    """A clause, and where its nodes begin and end."""

    tokens: Sequence[Token]
    start: int
    end: int

    @property
    def colors(self) -> set[str]:
        return {token.text for token in self.tokens if token.is_color}


def with_clauses_again(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a message in which what holds of another node is said of it in full."""
    found = list(tokens)
    said = _outlined(found)
    for again in reversed([*_AGAIN.finditer(said)]):
        # "h1 is blue. ditto h4" may itself be repeated by what stands behind it.
        start, end = said[: again.start()].count(" ") - 1, said[: again.end()].count(" ")
        nodes = [token for token in found[start:end] if token.is_node or token.kind == "other"]
        clause = _clause_before(found[:start], nodes)
        if clause is not None and not _goes_on(found[end:]):
            tail = [token for token in found[start:end] if token.text == "please"]
            asked = _question_sign(found[:start])
            found[start:end] = [*_repeated(clause, nodes, whole=bool(asked)), *tail, *asked]
    return found


def _question_sign(before: Sequence[Token]) -> list[Token]:
    """Return the question mark right before a clause: "why is h5 red? h2 too" asks of both."""
    signs = itertools.takewhile(
        lambda token: token.text in _BOUNDARIES or token.text in _SENTENCE_ENDS, reversed(before)
    )
    return [token for token in signs if token.text == "?"][:1]


def _goes_on(behind: Sequence[Token]) -> bool:
    """Return whether a color follows, or a question: "h5 too, red!", "h5 too, what am I, paint?"."""
    ends = next((i for i, token in enumerate(behind) if token.text in _SENTENCE_ENDS), 0)
    colored = any(token.is_color for token in behind[:2])
    return colored or (ends > 0 and behind[ends].text == "?")


def repeats(tokens: Sequence[Token]) -> set[str]:
    """Return the nodes that are said to get the same color as others."""
    said = _outlined(tokens)
    spans = [(one.start(), one.end()) for one in _AGAIN.finditer(said)]
    places = [(said[:start].count(" ") - 1, said[:end].count(" ")) for start, end in spans]
    places = [(start, end) for start, end in places if not _goes_on(tokens[end:])]
    return {token.text for start, end in places for token in tokens[start:end] if token.is_node}


def _outlined(tokens: Sequence[Token]) -> str:
    """Return words one blank apart, with marks of the names, between a sign and an end."""
    names = (
        "NODE" if one.is_node or one.kind == "other" else "COLOR" if one.is_color else one.text
        for one in tokens
    )
    return f". {' '.join(names)} END"


def _clause_before(before: Sequence[Token], nodes: Sequence[Token]) -> _Clause | None:
    """Return the clause that gives a color to a node of the same side; None if there is no one."""
    if any(token.quoted for token in before):
        return None
    spoken = list(before)
    while spoken and (spoken[-1].text in _BOUNDARIES or spoken[-1].text in _SENTENCE_ENDS):
        spoken.pop()
    ends = [i for i, token in enumerate(spoken) if token.text in _SENTENCE_ENDS]
    clauses = _clauses(spoken[ends[-1] + 1 if ends else 0 :])
    several = len({frozenset(one.colors) for one in clauses}) > 1
    same_side = [one for one in clauses if _side(one) in ({nodes[0].kind}, set())]
    clauses = same_side if several else clauses
    if not clauses or len({frozenset(one.colors) for one in clauses}) > 1:
        return None
    last = clauses[-1]
    keeps = any(token.text in _KEEPS for token in last.tokens)
    # Nobody orders a color of a node of its own: "make a2 blue, and h4 the same".
    orders = nodes[0].kind == "foreign" and "own" in _side(last)
    return None if keeps or orders else last


def _side(clause: _Clause) -> set[str]:
    """Return the kinds of the nodes of a clause."""
    kinds: set[str] = {token.kind for token in clause.tokens[clause.start : clause.end]}
    return kinds & _NAMED


def _clauses(sentence: Sequence[Token]) -> list[_Clause]:
    """Return the parts of a sentence that name a node and a color, each up to the next one."""
    named = any(token.is_node or token.kind == "other" for token in sentence)

    def is_named(token: Token) -> bool:
        return token.is_node or token.kind == "other" or (not named and token.text in _POINTERS)

    parts: list[list[Token]] = [[]]
    for i, token in enumerate(sentence):
        behind = sentence[i + 1 : i + 4]
        lists = bool(parts[-1]) and is_named(parts[-1][-1]) and bool(behind) and is_named(behind[0])
        begins = token.text in _BOUNDARIES and not lists
        if begins and any(map(is_named, sentence[i + 1 :])) and any(one.is_color for one in parts[-1]):
            parts.append([])
        elif parts[-1] or token.text not in _BOUNDARIES:
            parts[-1].append(token)
    found = []
    for part in parts:
        places = [i for i, token in enumerate(part) if is_named(token)]
        listed = all(b - a <= 2 for a, b in itertools.pairwise(places))
        if places and listed and any(token.is_color for token in part):
            found.append(_Clause(part, places[0], places[-1] + 1))
    answers = not found and not named and sum(token.is_color for token in sentence) == 1
    # "Blue, and a5 the same" is of the node that was asked about.
    return [_Clause(sentence, 0, 0)] if answers else found


def _repeated(clause: _Clause, nodes: Sequence[Token], *, whole: bool) -> list[Token]:
    """Return the clause of other nodes, or only their color where that says the same."""
    tokens, start, end = clause
    listed: list[Token] = []
    for node in nodes:
        listed += [Token("word", "and"), node] if listed else [node]
    colors = [token for token in tokens if token.is_color]
    between = {one.text for one in tokens if not (one.is_color or one.is_node or one.kind == "other")}
    # "I hate red on h1, same on h4" hates both: only a clause whose words are all known is shortened.
    known = _GIVES | _BINDS if _side(clause) - {nodes[0].kind} else _GIVES
    if not whole and between.isdisjoint(_DENIES) and between <= known and len(colors) == 1:
        return [*listed, *colors]
    begins = max((i + 1 for i in range(start) if tokens[i].text in _BOUNDARIES), default=0)
    return [Token("word", "and"), *tokens[begins:start], *listed, *tokens[end:]]
