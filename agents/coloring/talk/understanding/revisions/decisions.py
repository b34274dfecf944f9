"""
What a person does next with a node, or keeps as it is: a report, neither a wish nor a limit.

Whoever writes "I'll make h4 red" or "h4 is going to be red" has decided, and the agent had better count
on it; "I might make h4 red" and "I could" ask what it would mean. "h1 stays blue" tells what h1 is and
will be, but not that it cannot be anything else: that is said with "must", "can't", "fixed" or "no
matter what". Taken as a limit it would keep the agent from ever naming another color for h1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...tokens import Token, outline
from ..message import Message, Result

_VERB = (
    r"(?:make|set|turn|color|paint|put|change|switch|take|give|use|do|go|move|recolor|let|play|try|have)"
)
_DOING = r"(?:making|setting|turning|coloring|painting|putting|changing|switching|taking|giving|moving)"
_ADVERBS = r"(?:(?:now|then|just|also|simply|therefore|so|next|soon|gladly|instead|still) )*"
_LEAD = r"(?:(?:ok|well|so|then|now|and|yes|fine|sure|in that case) )*"
_WILL = r"(?:will|shall|(?:is|are|am) (?:now |just |then )?(?:going|about) to)"
_PLANS = re.compile(
    rf"\bi {_ADVERBS}{_WILL} {_ADVERBS}(?:(?!not\b)\w+ (?:\w+ ){{0,5}}and {_ADVERBS})?{_VERB}\b"
    rf"|\bi am {_ADVERBS}{_DOING}\b|\bi (?:have )?decided to {_VERB}\b|\blet me {_ADVERBS}{_VERB}\b"
    rf"|^{_LEAD}(?:(?:will|going to) {_ADVERBS}{_VERB}|{_DOING})\b"
    rf"|(?:^|\b(?:ok|then|so|well|fine|now|and|but) ){_ADVERBS}i {_ADVERBS}{_VERB} (?!not\b)"
    rf"|\bNODE (?:' s )?{_ADVERBS}(?:{_WILL}|going to) {_ADVERBS}"
    r"(?:be|become|go|turn|get|change|switch|move|have|take)\b"
    rf"|\b(?:NODE|they|both) {_ADVERBS}(?:is|are) {_ADVERBS}"
    r"(?:becoming|turning|changing|switching|going|moving)\b"
)
_KEEPS = re.compile(
    r"\b(?:stays?|staying|remains?|remaining|keeps?|keeping|leave|leaving|stick|sticking)\b"
)
#: With these a plan is no decision.
_OPEN = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|may|could|would|can|should|if|unless|when|once|until"
    r"|plan|planning|(?<!a )think|thinking|consider|considering|prefer|like|want|wish|hope|suppose"
    r"|suggest"
    r"|suggestion|proposal|propose|idea|offer|either|or|possible|ready|willing|able|not|never|no"
    r"|in exchange|in return|rather|say)\b"
)
#: With these a node cannot have another color.
_BOUND = re.compile(
    r"\b(?:must|has|have|need|needs|cannot|can|may|fixed|locked|stuck|only|bound|limited|restricted"
    r"|forced"
    r"|not|refuse|insist|obliged|required|nothing|neither|want|like|rather|prefer)\b"
)
#: These say so of the whole sentence.
_FIRM = re.compile(
    r"\b(?:no matter|never|always|any case|circumstances|whatever happens|forever|for good|no way|final"
    r"|period|full stop)\b"
)
#: "No way, h2 stays red" refuses, and is no "h2 stays red no matter what".
_REFUSES = re.compile(
    r"^(?:(?:no|no way|never|not in (?:any case|a million years)|sorry"
    r"|under no circumstances) ?[,.!;-]+ )+"
)
#: Where a request begins within a sentence, and a clause that is one.
_ASKS = re.compile(r"and (?:can|could|would|will) you$")
_REQUEST = re.compile(
    r"(?:(?:and|so|then|but|now) )*(?:(?:can|could|would|will) (?:you|NODE|\w+\d)"
    r"|please \w+|any chance|is it possible|is there|what about|how about|what do you|do you)\b"
)
#: "H4 red is okay, I do it" decides on what it finds acceptable.
_DOES_IT = re.compile(
    r"\bNODE (?:(?:in|as|to|being) )?COLOR (?:(?:is|would be|sounds|seems) )?(?:also |totally )?"
    r"(?:ok|fine|good|great|alright|possible|acceptable|doable|no problem|works?|suits me)"
    r"(?: (?:for|with|by) me)?(?: (?:[,.;!-]|and|so|then|ok))+ (?:i (?:(?:will|am|have|shall) )?)?"
    r"(?:(?:just|now|gladly) )?(?:do|did|done|doing|change|changed|changing) (?:it|that|this|so)"
    r"(?: (?:now|then|right away|right now|at once|immediately|for you))*[ .!]*$"
)
_BREAKS = frozenset((",", ".", "!", "?", ";", "\n", "but", "because", "since", "therefore"))


def with_decisions(message: Message, result: Result) -> None:
    """Report what the person decides about its nodes."""
    read = result.read
    firm = _FIRM.search(_REFUSES.sub("", message.words))
    # "I'd rather have h5 green. If you make b2 blue, I make h5 green" decides nothing yet.
    supposed = {(one.node, one.color) for one in result.readings if one.kind == "hypothetical"}
    liked = [one for one in read.readings if one.kind == "preference"]
    if len(liked) == 1 and liked[0].node in message.view.owners:
        shape = outline([token for token in message.tokens if token.text != "\n"])
        if _DOES_IT.search(shape) and not re.search(r"\b(?:if|unless|when|once)\b", shape):
            read.readings[read.readings.index(liked[0])] = replace(
                liked[0], kind="report", confidence=0.85, decided=True
            )
    for clause, asks in _clauses(message.tokens):
        named = {token.text for token in clause if token.kind == "foreign"}
        if not named and "it" in {token.text for token in clause}:
            # "Keep it then" keeps what the agent spoke of, "leave it green" the node before.
            kept = [one for one in result.readings if one.kind in ("required", "refused")]
            named = {one.node for one in kept if one.node and one.node in message.view.owners}
        said = " ".join("NODE" if token.text in named else token.text for token in clause)
        colors = {token.text for token in clause if token.is_color}
        for color in colors:
            # "H1 will be green not blue" is decided.
            said = re.sub(rf"\b(?:and |but )?not {re.escape(color)}\b", "", said)
        plans = not asks and _PLANS.search(said) and not _OPEN.search(said)
        keeps = not asks and not firm and _KEEPS.search(said) and not _BOUND.search(said)
        if not plans and not keeps:
            continue
        read.readings[:] = [
            replace(one, kind="report", confidence=0.85, reason=None, decided=bool(plans))
            if one.node in named
            and (one.node, one.color) not in supposed
            and (
                (plans and one.color in colors and one.kind in ("preference", "refused"))
                or (keeps and one.kind == "required")
                or (keeps and one.kind == "refused" and one.color in colors)
            )
            else one
            for one in read.readings
        ]


def _clauses(tokens: Sequence[Token]) -> Iterator[tuple[list[Token], bool]]:
    """Yield the clauses of a message, and whether their sentence ends with a question mark."""
    sentence: list[list[Token]] = [[]]
    for token in (*tokens, Token("sign", ".")):
        if token.text not in _BREAKS:
            if _ASKS.match(" ".join(one.text for one in (*sentence[-1][-2:], token))) is not None:
                # "I'll take green for h1 and could you do a2 blue?"
                sentence.append([sentence[-1].pop(-2), sentence[-1].pop(), token])
            else:
                sentence[-1].append(token)
            continue
        if token.text in (".", "!", "?", ";", "\n"):
            yield from _asking(sentence, asks=token.text == "?")
            sentence = [[]]
        else:
            sentence.append([])


def _asking(sentence: list[list[Token]], *, asks: bool) -> Iterator[tuple[list[Token], bool]]:
    """Yield the clauses of a sentence, and whether they ask: those before "can you" do not."""
    starts = [i for i, clause in enumerate(sentence) if _REQUEST.match(" ".join(t.text for t in clause))]
    for i, clause in enumerate(sentence):
        if clause:
            yield clause, asks and (not starts or i >= starts[0])
