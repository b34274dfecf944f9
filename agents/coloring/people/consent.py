"""
A bare yes, and what it says yes to: a proposal, which becomes an offer, or a report.

"Can we agree that h2 is red and b2 is blue?" is answered by "Yes, with h2 red and b2 blue I can color my
part without a conflict.", in words or as the answer to a feasibility query. A yes to that binds nobody;
in bargaining it is read back as an offer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ..bargaining.moves import offer_id
from ..bargaining.rb_text import ENDS
from ..messages import Accept, ConditionalOffer, FeasibilityResponse, Move, Reject, Withdraw, moves_in
from ..situation import NodeColor, Received, Situation
from ..talk import offer_words
from ..talk.deal_words import drops
from ..talk.hearing.courtesies import courtesy_in
from ..talk.tokens import one_slip, tokens_of
from ..talk.translated import Translation
from ..talk.understanding import understand
from ..talk.wordlist import words
from ..view import View
from ..wording.phrases import NEEDS, sentences_in, settings_in
from .commands import Typed

_LEAD = (
    r"(?:(?:yes|yeah|yep|y|ok|okay|great|good|perfect|fine|sure|alright|all right|cool|so|then|well)"
    r",? )*"
)
_CONSENT = re.compile(
    _LEAD + r"(?:yes|yeah|yep|y|deal|agreed|it is a deal|its a deal|it's a deal|we have a deal|i agree"
    r"|lets (?:do|agree on|settle on) (?:it|that)|let us (?:do|agree on) (?:it|that)"
    r"|let's (?:do|agree on) (?:it|that)|i offer (?:you )?that|so be it|done deal"
    r"|(?:that |it )?sounds (?:very |really )?(?:good|great|fair|fine)|(?:that |it )?works for me"
    r"|that works|(?:please )?(?:do it|do that|go ahead)|accepted"
    r"|i(?:'ll| will)? (?:accept|take)(?: (?:it|that))?)"
    r"(?:,? (?:please|then|thanks|thank you))*[ .!]*",
    re.IGNORECASE,
)
#: What confirms a read-back, where a nod is no less than a yes.
_CONFIRMS = re.compile(
    rf"{_LEAD}(?:yes|yeah|yep|y|ok|okay|sure|fine|correct|right|exactly|confirmed?|send(?: it)?"
    r"|(?:please )?(?:do it|do that|go ahead)|that is (?:right|correct)|that's (?:right|correct|it))"
    r"(?:,? (?:please|then|thanks|thank you))*[ .!]*",
    re.IGNORECASE,
)
#: Words of a bare yes or no, which answers a question and names nothing.
_BARE = words(
    """
    yes yeah yep y ok okay great good perfect fine sure alright all right cool deal agreed exactly
    correct no nope nah n not really sounds very great fair works that for me i'll will accept accepted
    take do ahead good never neither none way rather thanks thank you please sorry then
    well so it is i do don't dont be would absolutely definitely course of indeed thing go ahead
    """
)
#: Answers to a read-back that a slip may garble, what may stand beside them, and other words like them.
_SHORT = words("yes yeah yep no nope ok okay")
_POLITE = words("please thanks thx pls")
_NO_SLIPS = words("yes yeah yep y no nope n ok okay k hi send pass undo init yo go do so to")
#: A no with more words.
_NO = re.compile(r"(?:\w+ ?: ?)?(?:(?:oh|sorry|ah|ok|well),? )*(?:no|nope|nah)\b[\s,.!;:-]*(.+)", re.I)
#: What may answer an offer, or end a deal, is no small talk.
_ANSWERS_OFFERS = (
    offer_words.ACCEPT,
    offer_words.REJECT,
    offer_words.BACK,
    offer_words.END,
    offer_words.TRADED,
    offer_words.PLACED,
    offer_words.IF,
)
#: Words of an answer that gives a color.
_FEW = 6
_YES = re.compile(rf"{_CONSENT.pattern}|{_LEAD}(?:right|correct|it is|they are|exactly)[ .!]*", re.I)
_NOW = re.compile(r"\bIs (\S+) (\S+) now\?")
_ASKS = re.compile(r"\b(?:Do you (?:mean|want)|Is \S+ \S+ now|Shall I|Should I)\b[^?]*\?")
_NODE = re.compile(r"\b[a-z]{1,2}\d+\b")
#: Words that confirm what was understood, and accept nothing.
_CONFIRMING = re.compile(
    r"\b(?:exactly|precisely|correct|that is right|that's right|you are right|what i (?:meant?|said))\b",
    re.IGNORECASE,
)
#: A question for the color that an offer asks for: its node, the choices and what is given for it.
_NEEDS = re.compile(rf"{NEEDS}(\S+)\. Do you mean (.+?), for (.+?)\?")
_MAY_END = re.compile(r'We agreed on ([^.]+)\. Say "I end our deal" if you want to change that\.')
_WORKS = re.compile(r"Yes, with (.+) I can color my part without a conflict\.")
_THEN = re.compile(r"Then (.+ would be .+)\.")


def taken_up(
    typed: Typed,
    view: View,
    situation: Situation,
    inbox: Sequence[Received],
    translations: Mapping[str, Translation],
) -> dict[str, Translation]:
    """
    Return what a bare answer to each neighbor means; a yes is the offer of what it said would work.

    Colors of both sides are needed, those of an answer such as "Then b2 would be red" included. A
    neighbor that has just made an offer itself is answered about that; one that has just asked
    something else is answered about that, and so no older offer of it is accepted, whatever the
    ``translations`` make of the text.
    """
    texts = {peer: typed.said.get(peer, typed.said.get(None, "")) for peer in view.peers}
    answers = {peer: _answer(text, peer, view, situation, inbox) for peer, text in texts.items()}
    answers |= {
        peer: Translation(rest=texts[peer])
        for peer, one in translations.items()
        if _answers_question(texts[peer], one, peer, situation, inbox)
    }
    found = {peer: one for peer, one in answers.items() if one is not None}
    if any(one.moves for one in found.values()) and None in typed.said:
        found |= {peer: Translation() for peer in view.peers if peer not in {*found, *typed.said}}
    return found


def confirms(text: str, moves: Mapping[str, Translation]) -> bool:
    """Return whether a line confirms what was read back: "yes, deal"; "deal" ends none."""
    name, colon, said = text.partition(":")
    if colon and name.strip().casefold() in {
        peer.casefold() for peer, one in moves.items() if one.moves
    }:
        text = said
    plain = " ".join(text.replace("\u2019", "'").split())
    refuses = any(isinstance(move, Reject | Withdraw) for one in moves.values() for move in one.moves)
    agrees = _CONSENT.fullmatch(plain) is not None and not refuses
    return agrees or _CONFIRMS.fullmatch(plain) is not None


def is_dropped(text: str, moves: Mapping[str, Translation], view: View, situation: Situation) -> bool:
    """
    Return whether a line drops what was read back, and says nothing else that somebody could act on.

    "No deal" after "I end our deal" drops nothing.
    """
    if text.casefold().strip(" .!") in ("no", "n", "nope"):
        return True
    ends = any(
        ENDS in move.reasons for one in moves.values() for move in one.moves if move.move == "Reject"
    )
    if drops(text):
        return not ends
    no = _NO.fullmatch(" ".join(text.split()))
    return no is not None and _says_nothing(no[1], view, situation)


def is_slip(text: str, moves: Mapping[str, Translation]) -> bool:
    """Return whether a line is a slip of the finger for a yes or a no to what was read back: "ys"."""
    name, colon, said = text.partition(":")
    text = said if colon and name.strip().casefold() in {peer.casefold() for peer in moves} else text
    spoken = re.findall(r"[^\W\d_]+", text.casefold())
    said_plainly = [word for word in spoken if word not in _POLITE]
    if len(said_plainly) != 1 or re.search(r"[\d_=?]", text):
        return False
    (word,) = said_plainly
    # The first letter may be wrong as well, and "yess" is no plural.
    pairs = [(f"-{word}-", f"-{one}-") for one in _SHORT]
    return word not in _NO_SLIPS and any(one_slip(*pair) for pair in pairs)


def _says_nothing(text: str, view: View, situation: Situation) -> bool:
    """Return whether words are small talk, or another no: they name, ask and answer nothing."""
    names = [token for token in tokens_of(text, view) if token.is_node or token.is_color]
    named = any(peer.casefold() in text.casefold() for peer in view.peers)
    if names or named or "?" in text or any(one.search(text) for one in _ANSWERS_OFFERS):
        return False
    if courtesy_in(text) is not None:
        return True
    meaning = understand(text, view, situation)
    kinds = {one.kind for one in meaning.readings}
    talk = kinds <= {"off_topic", "refuse"} and bool(kinds or not meaning.unread)
    return talk and not meaning.questions


def _answer(
    text: str, peer: str, view: View, situation: Situation, inbox: Sequence[Received]
) -> Translation | None:
    """Return what a text means as an answer to the last words of a neighbor; None if it is none."""
    theirs = [one for one in inbox if one.sender == peer]
    said = [one.text for one in theirs if one.kind == "reply"]
    if completed := _completed(text, said, view):
        return Translation((_offer(completed, view, situation, peer),))
    if not {*re.findall(r"[^\W_]+(?:'\w+)?", text.casefold())} <= _BARE or "?" in text:
        return None
    fresh = _offered_last(peer, situation, theirs)
    if (
        not fresh
        and _CONSENT.fullmatch(" ".join(text.split()))
        and (ends := _ended(said, peer, situation))
    ):
        return Translation(ends)
    if not fresh and any(map(_ASKS.search, said)):
        return Translation(rest=text)
    if fresh or not _CONSENT.fullmatch(" ".join(text.split())):
        return None
    affirmed = [*_affirmed(said), *_answered(theirs)]
    terms = affirmed[0] if affirmed and all(one == affirmed[0] for one in affirmed) else {}
    offer = _offer(terms, view, situation, peer)
    bound = any(view.fixed.get(one.node, one.color) != one.color for one in offer.assignments)
    whole = len(offer.conditions) + len(offer.assignments) == len(terms)
    return (
        Translation((offer,)) if offer.conditions and offer.assignments and whole and not bound else None
    )


def _offered_last(peer: str, situation: Situation, theirs: Sequence[Received]) -> bool:
    """Return whether a neighbor made an offer when it spoke last."""
    last = max((one.time_step for one in theirs), default=0)
    return any(o.sender == peer and o.step_sent >= last for o in situation.offers if o.conditions)


def _answers_question(
    text: str, read: Translation, peer: str, situation: Situation, inbox: Sequence[Received]
) -> bool:
    """
    Return whether a yes that is read as accepting an offer answers an open question.

    So does a yes to a newer offer that confirms, or names a node of the question.
    """
    theirs = [one for one in inbox if one.sender == peer]
    asked = [found[0] for one in theirs if one.kind == "reply" for found in _ASKS.finditer(one.text)]
    accepts = bool(read.moves) and all(isinstance(move, Accept) for move in read.moves)
    names = any(one.search(text) for one in _ANSWERS_OFFERS)
    if not (asked and accepts) or names:
        return False
    said = {word for one in asked for word in _NODE.findall(one.casefold())}
    about = bool(said & {*_NODE.findall(text.casefold())}) or _CONFIRMING.search(text) is not None
    return about or not _offered_last(peer, situation, theirs)


def _ended(said: Iterable[str], peer: str, situation: Situation) -> tuple[Move, ...]:
    """Return the end of the deals that texts offer to end."""
    nodes = {
        v
        for text in said
        for match in _MAY_END.finditer(text)
        for one in settings_in(match[1])
        for v in one
    }
    return tuple(
        Reject(refers_to=deal.offer_id, reasons=(ENDS,))
        for deal in situation.offers
        if deal.status == "accepted"
        and peer in (deal.sender, deal.recipient)
        and nodes & {term.node for term in (*deal.conditions, *deal.assignments)}
    )


def _completed(text: str, said: Iterable[str], view: View) -> dict[str, str]:
    """Return the terms of an offer whose missing color a text gives; empty if it gives none."""
    asked = [match for one in said for match in _NEEDS.finditer(one)]
    spoken = re.findall(r"\w+", text.casefold())
    if len(asked) != 1 or len(spoken) > _FEW or "?" in text:
        return {}
    node, choices, given = asked[0].groups()
    named = [color for color in re.split(r", | or ", choices) if color.casefold() in spoken]
    others = {*map(str.casefold, view.domain)} - {*map(str.casefold, named)}
    terms = settings_in(given)
    if len(named) != 1 or len(terms) != 1 or not others.isdisjoint(spoken) or "not" in spoken:
        return {}
    return {node: named[0], **terms[0]}


def _offer(terms: Mapping[str, str], view: View, situation: Situation, peer: str) -> ConditionalOffer:
    return ConditionalOffer(
        offer_id=offer_id("offer", view.agent, peer, situation.time_step, 0),
        conditions=tuple(NodeColor(v, c) for v, c in terms.items() if v in view.border_of(peer)),
        assignments=tuple(NodeColor(v, c) for v, c in terms.items() if v in view.border_to(peer)),
    )


def wrongly_affirmed(
    typed: Typed, view: View, situation: Situation, inbox: Sequence[Received]
) -> dict[str, str]:
    """Return own colors that a bare yes to "Is h4 blue now?" would report, and that are not so."""
    wrong: dict[str, str] = {}
    for peer in view.peers:
        text = typed.said.get(peer, typed.said.get(None, ""))
        if _YES.fullmatch(" ".join(text.split())):
            asked = [pair for one in inbox if one.sender == peer for pair in _NOW.findall(one.text)]
            wrong |= {v: c for v, c in asked if situation.colors.get(v, c) != c and v in view.own}
    return {v: c for v, c in wrong.items() if typed.colors.get(v) != c}


def _affirmed(said: Iterable[str]) -> list[dict[str, str]]:
    """Return the suppositions that texts affirm; a single one with what would follow."""
    affirmed: list[dict[str, str]] = []
    for sentence in [one for text in said for one in sentences_in(text)]:
        if match := _WORKS.fullmatch(sentence):
            settings = settings_in(match[1])
            affirmed.append({node: color for one in settings for node, color in one.items()})
        elif len(affirmed) == 1 and (match := _THEN.fullmatch(sentence)):
            for part in re.split(r", | and ", match[1]):
                node, _, color = part.partition(" would be ")
                affirmed[0].setdefault(node, color)
    return affirmed


def _answered(theirs: Iterable[Received]) -> list[dict[str, str]]:
    """Return the suppositions that answers to feasibility queries affirm."""
    return [
        {term.node: term.color for term in move.conditions}
        for message in theirs
        for move in moves_in(message)
        if isinstance(move, FeasibilityResponse) and move.is_feasible
    ]
