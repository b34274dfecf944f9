"""
Answers that choose among the colors that the agent named: "the second one", "h5 yes", "other way round".

What is chosen stands in the agent's words, so that nothing is read where these name no such pair.
"Which do you prefer: h1 red or h1 green?" has two choices, "Option 1: h2 red, h5 blue. Option 2: ..."
two of two pairs each: a choice ends where a node comes again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....situation import NodeColor
from ....view import View
from ...doubts import doubted
from ...grammar import Interpretation
from ...pairs import pairs_of
from ...reading import Reading, ReadingKind
from ...tokens import Token, tokens_of
from ..message import Message
from ..rules import read_by_rules

_DECIDES = r"(?:will|go with|go for|take|do|use|choose|pick|did|took|set|yes|agree|agreed|accept|deal)"
_LEAD = (
    r"(?:(?:i|we|well|ok|hm+|yes|sure|then|so|would|will|rather|prefer|like|want|choose|pick|take|do"
    r"|use|go"
    r"|with|for|say|vote|please|maybe|my|choice|is|am|to|think|let|us|the better is) )*"
)
_ORDER = (
    r"(?:the )?(?:(?:option|number|variant|choice|suggestion|proposal|version|solution) )?"
    r"(?P<place>first|second|third|last|former|latter|1|2|3|one|two|three|a|b|c)"
    r"(?: (?:one|option|variant|choice|suggestion|proposal|version|solution))?"
)
_END = (
    r"(?: (?:please|then|thanks|yes|ok|now|is (?:fine|ok|good|better|right)|would be better|works"
    r"|sounds (?:good|better)|for me|with me|suits me|rather|,))*"
)
_PLACE = re.compile(rf"{_LEAD}{_ORDER}{_END}")
#: "A" alone is an article, and "one" a pronoun.
_BARE = frozenset(("a", "one", "two", "three"))
_NUMBERED = re.compile(r"\b(?:option|number|variant|choice|suggestion|proposal|version|solution) $")
_REASONS = frozenset(("because", "since", "as"))
_NODE_YES = re.compile(r"(?:the )?N (?:is )?(?:yes|ok|fine|right|correct|true)|yes (?:for|to|on) N")
_REVERSED = re.compile(
    r"(?:(?:no|nope|sorry|it is|that is|its|actually|exactly|just|rather|,|the) )*"
    r"(?:the )?(?:other|opposite) way (?:a?round|about)|(?:no ,? ?)?(?:the opposite|vice versa|reversed)"
)
_DONE = re.compile(
    r"(?:(?:ok|okay|sure|yes|great|good|nice|perfect|fine|alright|thanks|idea|suggestion|plan|a|i"
    r"|just|now|have|already|it|is|that|all|well|cool|so|,|!) )*(?:done|did|changed|switched"
    r"|swapped)(?: (?:it|so|that))?"
)
#: Words of the agent that ask for a color of the person's nodes.
_ASKS_FOR = re.compile(
    r"\b(?:please|could you|can you|would you|i suggest that you|you could|you should"
    r"|if you(?!.*\bor\b))\b.*"
    r"\b(?:set|make|change|turn|switch|recolor|put|color|take|use|move)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\W*(?!no\W+(?:wait|sorry|hold on)\b)(?:no|nope|nah|wrong|not true|actually|sorry|but)\b",
    re.IGNORECASE,
)
#: Questions about everything, unless a word points at what was said.
_GENERAL = re.compile(r"\W*(?:(?:so|and|then|ok|okay|well)\W+)*what\b[^.!]*\?*\W*$", re.IGNORECASE)
_POINTS = re.compile(
    r"\b(?:it|its|that|this|these|those|ones?|them|there|colou?rs?|options?)\b", re.IGNORECASE
)
#: What the agent says of the colors that one node could have.
_COULD = re.compile(r"\S+ could be [^.]*\bworks? for me")
#: Sentences of the agent that offer no choice.
_TELLS = re.compile(
    r"(?:My|Your|I (?:have|changed|am|accept|take|reject)|As far as I know|Noted|Done|Yes|No|If you|Then"
    r"|We agreed|You told|Reason)\b"
)
_PLACES = {
    "first": 0, "former": 0, "1": 0, "one": 0, "a": 0, "second": 1, "2": 1, "two": 1, "b": 1,
    "third": 2, "3": 2, "three": 2, "c": 2, "last": -1, "latter": -1,
}  # fmt: skip


@dataclass(frozen=True)
class Chosen:
    """What an answer takes from the agent's words, and the words behind that say more."""

    readings: tuple[Reading, ...]
    rest: tuple[Token, ...] = ()


def spoken_of(said: str, answer: str, view: View, peer: str) -> tuple[str, ...]:
    """
    Return the nodes of the border that a text speaks of: of its last question, or of all of it.

    "No, it's green" denies what was said, and answers no "What color is h5?" behind it. "What would
    work?" is about everything, whatever was said.
    """
    if _GENERAL.match(answer) and not _POINTS.search(answer):
        return ()
    sentences = [one for one in re.split(r"(?<=[.!?])\s+|\n", said) if one.strip()]
    if _DENIES.match(answer):
        sentences = [one for one in sentences if not one.startswith(("What ", "Which "))]
    asked = [one for one in sentences if one.endswith("?")][-1:]
    # "H1 could be green or blue" is what a color answers, whatever is listed behind it.
    choices = [one.partition(" could be ")[0] for one in sentences if _COULD.match(one)]
    if len(choices) == 1 and any(token.is_color for token in tokens_of(answer, view)):
        return tuple(choices)
    border = {*view.border_of(peer), *view.border_to(peer)}
    named = [token.text for one in asked or sentences for token in tokens_of(one, view)]
    return tuple(dict.fromkeys(node for node in named if node in border))


def named_in(said: str, view: View) -> tuple[NodeColor, ...]:
    """Return the nodes with colors that a text names, in order; a pair may come again."""
    tokens = [token for token in tokens_of(said, view) if token.text not in ("(", ")")]
    return tuple(
        NodeColor(node.text, color.text)
        for pair in pairs_of(tokens)
        for node in pair.nodes
        for color in pair.colors
        if color.kind == "color" and node.is_node
    )


def chosen_from(tokens: Sequence[Token], said: str, view: View) -> Chosen | None:
    """Return what an answer chooses of what the agent said; None if it is no such answer."""
    named = named_in(said, view)
    if not named or any(token.quoted or token.text in ("?", "if", "unless") for token in tokens):
        return None
    head, rest = _divided(tokens)
    words = " ".join("N" if token.is_node else token.text for token in head)
    if any(token.is_color for token in head):
        return None
    if _REVERSED.fullmatch(words) and not rest:
        return _exchanged(named, view)
    if _DONE.fullmatch(words) and not rest and _ASKS_FOR.search(said):
        asked_for = {pair.node: pair.color for pair in named if pair.node in view.owners}
        readings = [Reading("report", node, color, 0.85) for node, color in asked_for.items()]
        one_each = len(asked_for) == len({pair for pair in named if pair.node in view.owners})
        return Chosen((Reading("agree"), *readings)) if readings and one_each else None
    if _NODE_YES.fullmatch(words):
        (node,) = {token.text for token in head if token.is_node}
        pairs = [pair for pair in dict.fromkeys(named) if pair.node == node]
        return Chosen(_stated(pairs, view, firm=True), rest) if len(pairs) == 1 and rest else None
    place = None if any(token.is_node for token in head) else _PLACE.fullmatch(words)
    if place is None:
        return None
    if place["place"] in _BARE and not _NUMBERED.search(words[: place.start("place")]):
        return None
    choices = _choices(named)
    i = _PLACES[place["place"]]
    if not -1 <= i < len(choices) or len(choices) < 2:
        return None
    firm = re.search(rf"\b{_DECIDES}\b", words) is not None and "rather" not in words
    return Chosen(_stated(choices[i], view, firm=firm), rest)


def chosen_in(message: Message) -> Interpretation | None:
    """Return what an answer chooses of the agent's words, with what it says besides."""
    chosen = chosen_from(message.plain, _offering(message.said), message.view)
    if chosen is None:
        return None
    read = Interpretation(list(chosen.readings))
    if chosen.rest:
        rest = [*chosen.rest, Token("sign", ".")]
        more = read_by_rules(rest, message.view, message.situation, message.about)
        named = {one.node for one in chosen.readings}
        if more.is_uncertain or not more.readings or any(one.node in named for one in more.readings):
            return None
        read.readings += more.readings
        read.questions += more.read.questions
    return read


def _offering(said: str) -> str:
    """Return the sentences of the agent in which a choice may stand: not what it is, or did."""
    sentences = re.split(r"(?<=[.!?])\s+|\n", said)
    return " ".join(one for one in sentences if not _TELLS.match(one))


def _divided(tokens: Sequence[Token]) -> tuple[list[Token], tuple[Token, ...]]:
    """Return what stands before the first "but", and what stands behind it."""
    spoken = [token for token in tokens if token.text not in (".", "!", "\n", "...", ":")]
    places = [i for i, token in enumerate(spoken) if token.text == "but"]
    first = [" ".join("N" if t.is_node else t.text for t in spoken[:i]) for i in (2, 3)]
    if not places and any(_NODE_YES.fullmatch(one) for one in first):
        # "h2 yes, h5 is green"
        places = [i for i, token in enumerate(spoken[:4]) if token.text in (",", ";")]
    reason = next((i for i, token in enumerate(spoken) if token.text in _REASONS), 0)
    if not places and _PLACE.fullmatch(" ".join(t.text for t in spoken[:reason] if t.text != ",")):
        # "The second, because h4 stays red"
        places = [reason]
    if not places:
        return [token for token in spoken if token.text != ","], ()
    head = [token for token in spoken[: places[0]] if token.text != ","]
    return head, tuple(spoken[places[0] + 1 :])


def _choices(named: Sequence[NodeColor]) -> list[list[NodeColor]]:
    """Return the choices that pairs make: those up to a node that comes again, or else each pair."""
    choices: list[list[NodeColor]] = [[]]
    for pair in named:
        if pair.node in {one.node for one in choices[-1]}:
            choices.append([])
        choices[-1].append(pair)
    return choices if len(choices) > 1 else [[pair] for pair in named]


def _exchanged(named: Sequence[NodeColor], view: View) -> Chosen | None:
    """Return two colors of the person's nodes in exchange; the agent's own ones are asked about."""
    pairs = list(dict.fromkeys(named))
    if len(pairs) != 2 or pairs[0].node == pairs[1].node or pairs[0].color == pairs[1].color:
        return None
    first, second = pairs
    exchanged = [NodeColor(first.node, second.color), NodeColor(second.node, first.color)]
    readings = _stated(exchanged, view, firm=True)
    if {one.kind for one in readings} != {"report"}:
        readings = tuple(map(doubted, readings))
    return Chosen(readings)


def _stated(pairs: Sequence[NodeColor], view: View, *, firm: bool) -> tuple[Reading, ...]:
    """Return what a choice says: a wish for a node of the person unless it is a decision."""
    kinds: list[ReadingKind] = [
        "demand" if pair.node in view.own else "report" if firm else "preference" for pair in pairs
    ]
    return tuple(
        Reading(kind, pair.node, pair.color, 0.85) for kind, pair in zip(kinds, pairs, strict=True)
    )
