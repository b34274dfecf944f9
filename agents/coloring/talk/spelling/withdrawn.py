"""
Halves of a message that its author replaces: "can you make a2 red? no, I meant a4 red".

A question is asked once, with the node or color that was meant, and a color that is to be forgotten is
left out where the right one is said as well; so is what is so if an offer is not taken. The network
beside the rules reads the same words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...view import View
from ..offer_words import IF
from ..tokens import Token, outline, tokens_of
from .corrected import without_corrected

#: A color that is taken back, by its node or beside another one: "h5 is red, forget the h5 blue".
_FORGOTTEN = re.compile(
    r"(?:^|(?=(?:,|\.|!|;|-|\n|and|so|but|please|just) ))"
    r"(?P<clause>(?:(?:,|\.|!|;|-|\n|and|so|but|please|just) )*"
    r"(?:forget|scrap|drop|ignore|disregard|scratch|strike|cancel|never ?mind)(?: about)? "
    r"(?:(?:the|my|your|that|what i said about) )?(?:(?P<node>NODE )(?:(?:is|being|in|as|=|to) )?)?"
    r"(?P<color>COLOR )(?:(?:that i (?:said|wrote|told you)|thing|part|bit|please|then) )*)"
    r"(?=(?:[,.!;\n-]|$))"
)
_SIGNS = r"(?:[,.!;:-]|\.\.\.|\n)"
#: What was said, what takes it back, and what is right.
_REPLACED = re.compile(
    rf"(?P<said>(?:[^ ?.!\n]+ )+)(?P<end>[?.!] )(?P<mark>(?:(?:no|nope|oh|sorry|wait|oops|ups|er|um|uh"
    rf"|actually|rather|correction|hm+|but|hold on|my (?:mistake|bad)|{_SIGNS}) )*"
    r"(?:(?:i (?:actually )?(?:mean|meant(?: to say)?|wanted to say)|make (?:it|that)|rather) )?)"
    r"(?:(?:my|your|the|for|on) )*(?P<node>NODE )?(?:(?:in|to|as|=) )?(?P<color>COLOR )?"
    rf"(?:(?:sorry|please|instead|of course|rather|i mean|i meant|\?|{_SIGNS}) )*"
)
_ELSE = r"(?:otherwise|or else|else|if not|if you (?:do not|don'?t))"
_IS = r"(?:(?:is|are|stays?|remains?|goes|turns|becomes|gets|will (?:be|stay|go|become)|to|in|=) )?"
#: What a node is to be if an offer is not taken: "otherwise h2 stays red", "and h2 red otherwise".
_OTHERWISE = re.compile(
    rf"[,.;]?\s*(?:and |or |but )?(?:(?:\b{_ELSE},? (?:then )?"
    rf"(?P<does>i(?:'ll| will|'d| would)? (?:\w+ )?)?(?:my )?(?P<first>\w+\d+|it) {_IS}(?:back )?\w+)"
    rf"|(?:my )?(?P<last>\w+\d+) {_IS}\w+ {_ELSE})(?=\s*[.!]*\s*$)",
    re.I,
)
#: Words by which an author takes back the sentence before, to say it anew.
_ANEW = re.compile(
    r"(?:(?:\b(?:no|nope|wait|oh no|ugh no)\b[\s,.!\u2026-]*)+what (?:am|was)|[,.\u2026-]\s*what am)"
    r" i (?:even |just )?(?:saying|thinking|talking about|doing)\s*[?.!,;:\u2026-][\s?.!,;:\u2026-]*"
    r"(?:(?:just|only|i mean|i meant)\b\W*)*",
    re.I,
)
_ALL = re.compile(r"\b(?:both|all|each|they|them)\b", re.I)
#: A node with a word of consent and no color, beside another node that has one.
_JUDGED = re.compile(
    r"(?:^|(?<=[.!;,\n] )|(?<=\band )|(?<=\bbut ))((?:my )?\w+\d+) (right|ok|okay|fine|correct|good)"
    r"(?=(?:\s*[,;]\s*(?:and |but )?| and | but )(?:my )?\w+\d+\b|\s*[.!]*\s*$)",
    re.I,
)
_BINDS = re.compile(r"\b(?:must|has to|have to|needs? to|cannot)\b", re.I)
_CORRECTS = re.compile(
    r"\b(?:no|sorry|wait|oops|ups|actually|rather|correction|mistake|bad|mean|meant)\b"
)
_MEANS = re.compile(r"\b(?:mean|meant)\b")
#: A question that a bare "no" of its author corrects; others it answers, such as "you want h5 red?".
_ASKS_FOR = re.compile(
    r"(?:\S+ )*?(?:can|could|would|will) (?:you|NODE)\b(?! (?:like|prefer|want|need)\b)"
)


def without_withdrawn(text: str, view: View) -> str:
    """Return a text in which what its author takes back for something else is replaced by that."""
    text = _judged(_begun_anew(_without_otherwise(text, view), view), view)
    tokens = tokens_of(text, view)
    if any(token.quoted for token in tokens):
        return text
    plain = _replaced(_without_forgotten(tokens))
    return text if plain == tokens else _in_words(plain)


def _without_otherwise(text: str, view: View) -> str:
    """Leave out what a node of the author is to be if an offer is not taken, which no offer has."""
    found = _OTHERWISE.search(text)
    if found is None or "?" in text:
        return text
    offer = ". ".join(re.split(r"[.!]\s", text[: found.start()])[-2:])
    sides = {token.kind for token in tokens_of(offer, view) if token.is_node}
    if not IF.search(offer) or _BINDS.search(offer) or not {"own", "foreign"} <= sides:
        return text
    named = found["first"] or found["last"]
    theirs = view.node_name(named) in view.owners or (named.casefold() == "it" and found["does"])
    return f"{text[: found.start()]}." if theirs else text


def _begun_anew(text: str, view: View) -> str:
    """Leave out a sentence that is said anew: "both red... no, what am I saying... just a4 red"."""
    found = _ANEW.search(text)
    if found is None:
        return text
    anew = tokens_of(text[found.end() :], view)
    *before, dropped = re.split(r"(?<=[^.][.!?])\s+|\n", text[: found.start()].rstrip(" .,\u2026-"))
    nodes = {one.text for one in tokens_of(dropped, view) if one.is_node}
    same = any(one.text in nodes for one in anew if one.is_node)
    several = _ALL.search(dropped) and any(one.is_node for one in anew)
    if not (same or several) or not any(one.is_color for one in anew):
        return text
    return " ".join([*before, text[found.end() :]])


def _judged(text: str, view: View) -> str:
    """Give a node that is called right a verb, so that it does not get the color of the next one."""

    def with_verb(found: re.Match[str]) -> str:
        node = view.node_name(found[1].casefold().removeprefix("my "))
        return found[0] if node is None else f"{found[1]} is {found[2]}"

    several = sum(token.is_node for token in tokens_of(text, view)) > 1
    return _JUDGED.sub(with_verb, text) if several and "?" not in text else text


def corrected(text: str, view: View) -> str:
    """Return a text without any color that its author takes back: "h1 green, h4 red... no, h4 blue"."""
    said = without_withdrawn(text, view)
    tokens = tokens_of(said, view)
    plain = without_corrected(tokens)
    return said if plain == tokens else _in_words(plain)


def _in_words(tokens: Sequence[Token]) -> str:
    """Return words as a text, with signs at the words before them."""
    text = " ".join(token.text for token in tokens).strip()
    return re.sub(r" (?=[,.!?;:](?: |$))|(?<=\n) | (?=\n)", "", text)


def _replaced(tokens: list[Token]) -> list[Token]:
    """Replace the node or the color of the last sentence by the one that was meant."""
    said = outline(tokens) + " "
    starts = [0, *(one.end() for one in re.finditer(r"[?.!\n] ", said))]
    found = next(filter(None, (_REPLACED.fullmatch(said, start) for start in starts)), None)
    if found is None or not (found["node"] or found["color"]) or not _CORRECTS.search(found["mark"]):
        return tokens
    asks = _ASKS_FOR.match(found["said"])
    first, last = said[: found.start()].count(" "), said[: found.end("end")].count(" ")
    stated, right = tokens[first:last], [one for one in tokens[last:] if one.is_node or one.is_color]
    # What is stated of another node may be so as well: "h2 is red. No, h5 blue".
    means = _MEANS.search(found["mark"]) is not None
    if not (means and found["node"]) if found["end"] != "? " else not (means or asks):
        return tokens
    place = None
    for one in right:
        kinds = [i for i, token in enumerate(stated) if token.kind == one.kind]
        if one.is_node:
            # A node is meant for itself, or for the only other one of its side.
            places = [i for i in kinds if stated[i].text == one.text] or kinds
        else:
            nodes = [i for i, token in enumerate(stated) if token.is_node and i > (place or 0)]
            after = [i for i in kinds if place is not None and place < i < min([*nodes, len(stated)])]
            places = after or kinds
        if len(places) != 1:
            return tokens
        place = places[0]
        stated[place] = one
    return [*tokens[:first], *stated] if stated != tokens[first:last] else tokens


def _without_forgotten(tokens: list[Token]) -> list[Token]:
    """
    Leave out a color that is taken back where the right one is given as well.

    The rest has to give the same node, or "it", one other color: else something else is taken back.
    """
    said = outline(tokens) + " "
    found = _FORGOTTEN.search(said)
    if found is None or "?" in said:
        return tokens
    start, end = said[: found.start("clause")].count(" "), said[: found.end("clause")].count(" ")
    dropped, before, behind = tokens[start:end], tokens[:start], tokens[end:]
    nodes = {token.text for token in dropped if token.is_node}
    while not before and behind and behind[0].kind == "sign":
        behind = behind[1:]
    if nodes and len(behind) > 1 and behind[0].text == "it":
        behind = [next(token for token in dropped if token.is_node), *behind[1:]]
    rest = [*before, *behind]
    named = {token.text for token in rest if token.is_node}
    colors = {token.text for token in rest if token.is_color}
    wrong = {token.text for token in dropped if token.is_color}
    same = nodes == named or (not nodes and len(named) == 1)
    return rest if same and len(colors) == 1 and colors.isdisjoint(wrong) else tokens
