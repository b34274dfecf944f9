"""
Sentences that bind nobody, and swaps that cannot be done as a whole.

"I can do without red on h2" rules out nothing: it says that another color would do as well. "Don't swap
a2 and a4" leaves both as they are. A swap with a node that the agent does not see is not done by half.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...situation import Situation
from ...view import View
from ...wording.phrases import enumerated, sentences_in
from ..reading import Reading
from ..tokens import Token, tokens_of
from ..wordlist import words

_LEAD = (
    r"(?:(?:ok|well|actually|but|and|so|for me|personally|now|hm+|no|sorry|by the way|btw|agent\d*"
    r"|[,:-]) )*"
)
_NODES = r"(?:my )?NODE(?: (?:and|or)(?: (?:on|for|at|in))? (?:my )?NODE)?"
_PLACE = rf"(?:on|for|at|in) {_NODES}"
_ABLE = (
    r"(?:can|could|would|may|might)(?: (?:also|easily|well|certainly|probably|perhaps|gladly|surely"
    r"|happily|even|just))? (?:do|live|manage|cope|survive|get by|get along)"
    r"(?: (?:fine|well|ok|just fine))?"
)
_HARDLY = r"(?: (?:really|actually|necessarily|particularly|strictly|even))?"
#: What a person can give up, or does not need, of a color of its node.
_UNNEEDED = re.compile(
    rf"{_LEAD}(?:(?:i|we) {_ABLE} without (?:COLOR {_PLACE}|{_NODES} (?:being |in |as )?COLOR)"
    rf"|(?:i|we) do not{_HARDLY} need (?:COLOR {_PLACE}|{_NODES} (?:to be |as |in )?COLOR)"
    rf"|(?:my )?NODE {_ABLE} without COLOR"
    rf"|(?:my )?NODE does not{_HARDLY} need (?:to be )?COLOR"
    rf"|COLOR (?:{_PLACE} )?is not{_HARDLY} (?:necessary|needed|required|essential|important|a must)"
    rf"(?: {_PLACE})?)"
    r"(?:(?: ,)? (?:really|actually|though|if needed|if necessary|if need be|if you like))*[ .!]*"
)
_OWN = r"(?:(?:your |the )?(?:node )?(?:NODE|UNSEEN))"
_OWNS = rf"{_OWN}(?: (?:, )?(?:and|with|&|,) {_OWN})+"
_COLORS_OF = r"(?:(?:the )?colors? (?:of|on|between) )?"
_AROUND = r"(?: (?:around|over|colors|their colors|with each other))?"
_POLITE = r"(?: (?:please|for me|thanks|thank you|now|then|ok|yet|again))*"
_SWAP = r"(?:swap|exchange|interchange|trade)"
_NO_SWAP = re.compile(
    rf"{_LEAD}(?:please )?(?:(?:please )?(?:do not|never|(?:you )?(?:must|should|need|may) not"
    r"|no need to|you do not (?:have|need) to|i (?:do|would) not (?:want|like|need) you to"
    r"|(?:better|rather) not|i would rather you did not)(?: please)?"
    rf" {_SWAP} {_COLORS_OF}{_OWNS}{_AROUND}"
    rf"|{_OWNS} (?:should|must|need) not (?:be swapped|swap|exchange|trade){_AROUND}"
    rf"|no swap(?:ping)? (?:of|between) {_COLORS_OF}{_OWNS})"
    rf"{_POLITE}[ .!]*"
)
#: What follows a swap that is not wanted within its sentence.
_ORDER_BEHIND = re.compile(
    r"\s*[,;:-]+\s*(?:(?:but|and|just|please|rather|instead),? )*"
    r"(?=(?:make|set|change|keep|leave|put|turn|color|recolor|paint)\b)",
    re.IGNORECASE,
)
_THANKS = re.compile(r"\W*(?:please|thanks|thank you|thx|cheers|sorry)\W*", re.IGNORECASE)
#: Words of an order that mean the nodes of the swap.
_POINTS = words("it its them their they both one ones that this these those each either same")
_DO_SWAP = re.compile(
    rf"{_LEAD}(?:please )?"
    r"(?:(?:can|could|would|will) you (?:please )?|i (?:want|need|would like) you to )?"
    rf"(?:(?:{_SWAP}|switch|flip) {_COLORS_OF}{_OWNS}{_AROUND}"
    rf"|(?:let )?{_OWNS} (?:should |must )?(?:swap|exchange|trade)(?: colors)?)"
    rf"{_POLITE}[ .!?]*"
)


def without_idle(
    text: str, view: View, situation: Situation, *, said: str = ""
) -> tuple[str, list[Reading]]:
    """
    Return a text without its sentences that bind nobody, and why swaps in it are not done.

    Parameters
    ----------
    said
        Words of the agent before the text, whose question such a sentence may answer.
    """
    sentences = sentences_in(text)
    kept: list[str] = []
    refused: list[Reading] = []
    for sentence in sentences:
        rest = _without_denied_swap(sentence, view, situation)
        tokens = _named(rest, view)
        if rest and _is_unneeded(tokens, view, situation, said):
            rest = ""
        elif rest and (reason := _half_done(tokens, view)) is not None:
            refused.append(Reading("refused", None, None, 0.9, reason))
            rest = ""
        kept.append(rest)
    # "It is blue" is about the node of the sentence before it.
    beside = [one for one, rest in zip(sentences, kept, strict=True) if one == rest]
    if len(beside) == len(sentences) or not all(_stands_alone(one, view) for one in beside):
        return text, []
    return " ".join(filter(None, kept)), refused


def _named(text: str, view: View) -> list[Token]:
    return [token for token in tokens_of(text, view) if token.text != "\n"]


def _outline(tokens: Sequence[Token]) -> str:
    """Return the words with NODE, COLOR, and UNSEEN for a node that the agent does not see."""
    kinds = {"other": "UNSEEN", "color": "COLOR", "own": "NODE", "foreign": "NODE"}
    return " ".join(kinds.get(token.kind, token.text) for token in tokens)


def _is_unneeded(tokens: Sequence[Token], view: View, situation: Situation, said: str) -> bool:
    """Return whether a sentence says of a node of the person that it need not have a color."""
    if any(token.quoted for token in tokens) or not _UNNEEDED.fullmatch(_outline(tokens)):
        return False
    nodes = {token.text for token in tokens if token.is_node}
    if not nodes:
        # "Red is not needed" may be about any node.
        return False
    colors = {token.text for token in tokens if token.is_color}
    for node in nodes:
        limits = [one for one in situation.constraints if one.node == node]
        barred = {one.color for one in limits if one.kind == "forbidden"}
        # What left no other color before is taken back.
        bound = any(one.kind == "required" for one in limits) or {*view.domain} - colors <= barred
        asked = re.search(rf"\b{re.escape(node)}\b[^.!]*\?", said, re.IGNORECASE)
        if bound or asked is not None:
            return False
    return nodes <= {*view.owners}


def _without_denied_swap(sentence: str, view: View, situation: Situation) -> str:
    """Return what is left of a sentence that wants no swap, unless one was demanded before."""
    behind = _ORDER_BEHIND.search(sentence)
    for said, rest in ((sentence, ""), *([_parted(sentence, behind)] if behind else [])):
        tokens = _named(said, view)
        if any(token.quoted for token in tokens) or not _NO_SWAP.fullmatch(_outline(tokens)):
            continue
        nodes = [token.text for token in tokens if token.is_node]
        if rest and not _names_its_node(rest, view):
            continue
        if not {*nodes} & {*situation.forced} and not any(node in view.owners for node in nodes):
            return rest
    return sentence


def _stands_alone(sentence: str, view: View) -> bool:
    tokens = _named(sentence, view)
    points = any(one.text in _POINTS for one in tokens)
    return _THANKS.fullmatch(sentence) is not None or (any(one.is_node for one in tokens) and not points)


def _names_its_node(order: str, view: View) -> bool:
    """Return whether an order can be read without the swap before it, unlike "keep both"."""
    tokens = _named(order, view)
    return any(one.kind == "own" for one in tokens) and not any(one.text in _POINTS for one in tokens)


def _parted(sentence: str, between: re.Match[str]) -> tuple[str, str]:
    return sentence[: between.start()], sentence[between.end() :]


def _half_done(tokens: Sequence[Token], view: View) -> str | None:
    """Return why nodes are not swapped of which the agent does not see one; None for other words."""
    if any(token.quoted for token in tokens) or not _DO_SWAP.fullmatch(_outline(tokens)):
        return None
    unseen = list(dict.fromkeys(token.text for token in tokens if token.kind == "other"))
    unseen = [node for node in unseen if not re.fullmatch(r"agent\d*", node)]
    if not unseen or any(token.text in view.owners for token in tokens):
        return None
    return f"I do not see {enumerated(unseen)}, so I cannot swap {'it' if len(unseen) == 1 else 'them'}."
