"""
Questions whether a node has a limit: "must h1 be red?", "can h1 never be blue", "h1 can't be red, no?".

The order of the words makes them questions, with or without the sign. They are answered with the colors
that would do, and set no limit. "What limits did I set on a2?" is answered with those that stand.
"""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Question
from ...tokens import outline
from ..message import Message

_LEAD = r"(?:(?:and|so|but|ok|hey|well|hm+|wait|please|then|now|agent\d?|oh|sorry) (?:, )?)*"
_IT = r"(?:(?:my |your )?NODE|it)"
_BE = r"(?:be|become|have|get|take|turn|stay|go)"
_LIMIT = (
    r"(?:(?:must|can|could|may|should|shall|will) (?:not|never|only)|must|has to"
    rf"|needs to|is (?:not|never) (?:allowed|supposed|able) to|is not to) {_BE} COLOR"
)
_ORDERED = (
    rf"(?:(?:should|can|could|may|shall|will|would|must) {_IT} (?:ever )?(?:never|only)(?: ever)?"
    rf" {_BE} COLOR"
    rf"|must {_IT} (?:not )?{_BE} COLOR|(?:does|did) {_IT} (?:not )?(?:have|need) to {_BE} COLOR"
    rf"|(?:is|was) {_IT} (?:never|not) (?:allowed|supposed|able) to {_BE} COLOR|is {_IT} never COLOR)"
)
_WHETHER = (
    r"(?:is|was) it (?:really |still )?(?:true|right|correct|so|the case|a fact|known)(?: that)? "
    rf"{_IT} {_LIMIT}"
)
_TAG = (
    r" (?:, )?(?:right|is (?:that|it|this) (?:right|true|so|correct)|correct"
    r"|(?:can|could|must|may|should|does)(?: not)? it(?: not)?|is it(?: not)?|is not it|no|yes|or)"
)
_ASKED = re.compile(
    rf"{_LEAD}(?:{_ORDERED}|{_WHETHER}|{_IT} {_LIMIT}{_TAG})"
    r"(?: (?:at all|now|then|for you|please))*[ ?.!]*"
)

_RULES = r"(?:limits?|limitations?|restrictions?|constraints?|rules?|bans?|demands?)"
#: Who asks for the limits of the person.
_SET = re.compile(
    rf"\b{_RULES}\b.*\bi (?:have |just |already )*(?:set|put|made|make|give|gave|given|state|stated"
    rf"|say|said|tell|told|impose|imposed)\b|\bmy (?:\w+ )?{_RULES}\b"
    r"|\b(?:did|have|had|what|which|that) i (?:have |ever |just |already )*"
    r"(?:rule|ruled|forb\w+|exclud\w+|ban|banned|bar|barred|restrict\w*|limit|limited|demand|demanded)\b"
)
_ASKS = re.compile(
    r"^(?:(?:and|so|but|ok|hey|please|well|then|now|agent\d?|,) )*"
    r"(?:what|which|did|have|do you (?:know|remember|recall)|tell|show|list|repeat|remind|name"
    r"|(?:can|could|would|will) you (?:please )?(?:tell|show|list|repeat|remind|name))\b"
)
_MORE = re.compile(
    r"\b(?:if|unless|why|how|not|never|no|drop|forget|lift|end|should|must|may|might|possible|work|works)\b"
)

#: The nodes at the end of the only clause that are all that is asked about: "... on h5 and b2".
_OF_NODES = re.compile(
    r"(?!.*\b(?:apart|aside|besides|except|other|than|example|instance|e|g|like|especially|mainly"
    r"|those|ones)\b)[^,.;:()?!-]*\b(?:on|of|for|about) (?:my )?NODE(?: (?:and|or|and my|, and|,) NODE)*"
    r"(?: (?:so far|now|then|please|again))*[ ?.!]*"
)


def limits_set_in(message: Message) -> Interpretation | None:
    """Return the questions for what the person ruled out, of some nodes or of all."""
    said = message.words.strip()
    named = list(dict.fromkeys(token.text for token in message.tokens if token.is_node))
    if not named or any(token.is_color or token.quoted for token in message.tokens):
        return None
    if not _ASKS.match(said) or not _SET.search(said) or _MORE.search(said):
        return None
    if not _OF_NODES.fullmatch(outline(token for token in message.tokens if token.text != "\n")):
        return Interpretation([], [Question("constraints")])
    return Interpretation([], [Question("constraints", node) for node in named])


def limits_doubted_in(message: Message) -> Interpretation | None:
    """Return the question for the colors of a node; None if a message asks for no limit alone."""
    nodes = {token.text for token in message.tokens if token.is_node or token.kind == "other"}
    (node,) = nodes if len(nodes) == 1 else ("",)
    seen = node in message.view.own or node in message.view.owners
    if not seen or any(token.quoted for token in message.tokens):
        return None
    said = outline(token for token in message.tokens if token.text != "\n")
    sentences = [one.strip() for one in re.split(r"(?<=[?.!]) ", said) if one.strip(" ?.!")]
    if not all(_ASKED.fullmatch(one) for one in sentences):
        return None
    return Interpretation([], [Question("Q1", node)])
