"""Which of several deals, offers or meanings a person means: the question, and the answers to it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ...errors import InputError
from ..situation import Offer, Received
from ..talk.wordlist import words
from .commands import BARE, Typed

_PLACES = {
    **{"first": 0, "1st": 0, "1": 0, "former": 0},
    **{"second": 1, "2nd": 1, "2": 1, "latter": 1},
    **{"third": 2, "3rd": 2, "3": 2},
    "last": -1,
}
_LEAD = r"(?:(?:the|i|mean|meant|please|number|no\.?|deal|offer|end|take back|well|ok|oh|then|just)\W+)*"
_TAIL = r"(?:\W+(?:one|deal|offer|please|then|of them|of these|deals|offers|thanks))*\W*"
_PLACE = re.compile(rf"{_LEAD}({'|'.join(_PLACES)}){_TAIL}", re.I)
_ALL = re.compile(rf"{_LEAD}(?:both|all|everything|each|every){_TAIL}", re.I)
_AGAIN = re.compile(r"(?:y|yes|yeah|yep|ok|okay|sure|please)\W*", re.I)
_NONE = re.compile(r"(?:no|none|neither|nope|n|never ?mind|forget it)(?: of them)?\W*", re.I)
#: Words beside the nodes and colors of what is meant.
_BESIDE = words(
    """
    the one that this deal offer agreement about on with for of over in is and to end i mean meant
    please my your our node color which where from it then ok well oh just take back concerning
    """
)


#: An answer to "I am not sure what you mean: (1) ...; (2) ...?"
_NUMBER = re.compile(r"\s*\(?[1-9]\)?[.!]?\s*")
_WHICH = re.compile(
    r"\W*(?:the )?(?:first|second|third|last|former|latter)(?: (?:one|choice|meaning))?(?: please)?\W*",
    re.I,
)


#: Questions that a bare yes or no answers.
_ASKS = re.compile(r"\b(?:Do you (?:mean|want)|Is \S+ \S+ now|Shall I|Should I)\b[^?]*\?")


#: What a yes may take up as well, where nobody has asked.
_WORKS = re.compile(r"\bYes, (?:with|I can)\b|\bworks? for me\b")


def to_who_asked(typed: Typed, shown: Iterable[Received], waiting: Collection[str] = ()) -> Typed:
    """
    Send a bare number or place, or a yes or no, only to the one neighbor that has just asked for it.

    Parameters
    ----------
    shown
        Messages since the person's last turn.
    waiting
        Neighbors whose offers wait for an answer, which may be a yes or no too.
    """
    text = typed.said.get(None, "")
    if BARE.fullmatch(text):
        shown = list(shown)
        asking = {one.sender for one in shown if _ASKS.search(one.text)}
        asked = {*waiting, *(asking or (one.sender for one in shown if _WORKS.search(one.text)))}
    elif _NUMBER.fullmatch(text) or _WHICH.fullmatch(text):
        asked = {one.sender for one in shown if "(1) " in one.text and "(2) " in one.text}
    else:
        return typed
    return replace(typed, said=dict.fromkeys(asked, text)) if len(asked) == 1 else typed


@dataclass(frozen=True)
class Choice:
    """
    The deals, or own open offers, of a neighbor among which a person has to choose.

    Attributes
    ----------
    peer
        The neighbor.
    some
        The deals or offers, in the order in which the question names them.
    what
        ``"deal"`` or ``"offer"``.
    """

    peer: str
    some: Sequence[Offer]
    what: str

    def line(self, text: str) -> str | None:
        """Return the line that ends what an answer names; None if it is no answer."""
        named = self._named(text.casefold().removeprefix(f"{self.peer.casefold()}:").strip())
        does = "I end our deal" if self.what == "deal" else "I take back my offer"
        return f"{self.peer}: " + " ".join(f"{does} {one.offer_id}." for one in named) if named else None

    def _named(self, said: str) -> Sequence[Offer]:
        if _ALL.fullmatch(said):
            return self.some
        if place := _PLACE.fullmatch(said):
            at = _PLACES[place[1]]
            return self.some[at:][:1] if at < len(self.some) else []
        spoken = {*re.findall(r"[^\W_]+", said)}
        terms = [(*one.conditions, *one.assignments) for one in self.some]
        nodes = {term.node.casefold() for part in terms for term in part} & spoken
        colors = {term.color.casefold() for part in terms for term in part}
        if not nodes or spoken - nodes - colors - _BESIDE:
            return []
        found = [
            one
            for one, part in zip(self.some, terms, strict=True)
            if nodes & {term.node.casefold() for term in part}
        ]
        return found if len(found) == 1 or "and" in spoken else []


class WhichOne(InputError):
    """Words end a deal, or take back an offer, and several may be meant."""

    def __init__(self, message: str, choice: Choice) -> None:
        super().__init__(message)
        self.choice = choice


def asks_again(text: str) -> bool:
    """Return whether an answer to "which deal do you mean?" chooses none: "yes"."""
    return _AGAIN.fullmatch(text.strip()) is not None


def chooses_none(text: str) -> bool:
    """Return whether an answer to "which deal do you mean?" drops the matter: "none"."""
    return _NONE.fullmatch(text.strip()) is not None
