"""Messages that drop what was said last, and nothing else: "never mind, leave it as it is"."""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Reading, ReadingKind
from ...wordlist import one_of
from ..message import Message

_LAST = (
    r"(?:it|that|this|them|that one|(?:the|that|this) (?:idea|thought)|my (?:last )?(?:question|idea))"
)
#: What was written last, or before.
_MESSAGE = (
    r"(?:(?:the|that|this|my|what) )?(?:(?:last|previous|earlier) (?:one|request|wish|demand|message"
    r"|line|thing|bit|sentence|comment"
    r"|post|statement|text)|(?:message|line|comment)(?= |$)"
    r"|i (?:have )?(?:just |only )?(?:said|wrote|typed|sent|posted))(?: (?:before|earlier|just now"
    r"|last|of mine))?"
)
_ENDS = r"(?:never ?mind|forget|scrap|drop|skip|scratch|strike|ignore|disregard|delete|cancel)"
_CHANGE = r"(?:change|do|move|switch|fix)"
_DROPS = one_of(
    rf"""
    never ?mind(?: {_LAST})?
    nvm
    no matter
    (?:just )?(?:forget|scrap|drop|skip|scratch|strike|ignore|disregard)(?: about)? {_LAST}
    {_ENDS}(?: about)? {_MESSAGE}
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
#: What the agent repeats that it was told, which "forget that" takes back.
_TOLD = re.compile(
    r"^(?:noted\b|(?:but )?you (?:told me|said|asked me|want|wanted)\b)[^?]*$", re.IGNORECASE
)
_WHICH = "What do you want to take back?"
_BESIDE = one_of(
    r"""
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
    oops
    (?:a )?(?:typo|mistake)
    wrong (?:window|chat|message|node|line|tab)
    i (?:misread|mistyped|misspoke|misclicked)(?: (?:it|the \w+))?
    i (?:got confused|was confused|made a mistake)
    i (?:was )?(?:looking|looked) at the wrong \w+
    i (?:mixed|got) (?:it|things|that|something) (?:up|wrong|mixed up)
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
    if not drops(said):
        return None
    situation, told = message.situation, [n for n in message.about if _TOLD.search(message.said)]
    if len(told) == 1 and re.search(rf"\b(?!never){_ENDS}\b", said):
        kind: ReadingKind = "release" if told[0] in message.view.own else "retract"
        return Interpretation([Reading(kind, told[0], None, 0.8)])
    stands = {*situation.forced, *(one.node for one in situation.constraints)}
    if re.search(_MESSAGE, said) and stands:
        # What was written last is not known here.
        return Interpretation([Reading("doubt", None, None, 0.4, _WHICH)])
    return Interpretation([Reading("refuse")])
