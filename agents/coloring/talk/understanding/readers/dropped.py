"""Messages that drop what was said last, and nothing else: "never mind, leave it as it is"."""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Reading
from ...wordlist import one_of
from ..message import Message

_LAST = (
    r"(?:it|that|this|them|that one|(?:the|that|this) (?:idea|thought)|my (?:last )?(?:question|idea))"
)
_CHANGE = r"(?:change|do|move|switch|fix)"
_DROPS = one_of(
    rf"""
    never ?mind(?: {_LAST})?
    nvm
    no matter
    (?:just )?(?:forget|scrap|drop|skip|scratch|strike|ignore|disregard)(?: about)? {_LAST}
    leave (?:{_LAST}|everything|all)(?: (?:as|how|like|the way) (?:it|they|that) (?:is|are|was|were))?
    leave {_LAST} (?:alone|be|so)
    let it be
    (?:it is |that is )?(?:not (?:that )?(?:important|needed|necessary)|no longer needed)
    you (?:do not|need not) (?:need to |have to )?{_CHANGE} (?:anything|a thing|it|that)
    no need(?: to {_CHANGE} (?:anything|it|that))?
    no changes? (?:is |are )?(?:needed|necessary)
    (?:do not|need not) (?:bother|worry)(?: about {_LAST})?
    """
)
_BESIDE = one_of(
    """
    ok
    okay
    no
    oh
    ah
    right
    sorry
    actually
    well
    hm+
    wait
    then
    please
    but
    and
    just
    so
    thanks
    thank you
    fine
    alright
    we are (?:good|fine|ok)
    (?:all|it is) (?:good|fine)
    (?:i (?:was|am) wrong|my bad|my mistake)
    (?:that|it|this) was (?:silly|stupid|dumb|nonsense|wrong|a mistake|too much)
    """
)
_ALL = re.compile(rf"(?:(?:{_DROPS}|{_BESIDE})(?: |$)|[,.!;-] ?)+")


def drops(said: str) -> bool:
    """Return whether words, with a space between any two, drop what was said last, and no more."""
    return _ALL.fullmatch(said) is not None and re.search(_DROPS, said) is not None


def dropped(message: Message) -> Interpretation | None:
    """Return the refusal of a message that drops what was said last; None if it says more."""
    tokens = message.plain
    if any(token.is_node or token.is_color or token.quoted or token.kind == "other" for token in tokens):
        return None
    said = " ".join(token.text for token in tokens if token.text != "\n")
    return Interpretation([Reading("refuse")]) if drops(said) else None
