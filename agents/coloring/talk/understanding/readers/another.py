"""
Requests for any other color: "could you switch b2 to something else? Doesn't matter what".

"Can you change b2?" asks whether it is possible; whoever names another color as the aim, says please or
leaves the choice to the agent asks for the change. So does who says that b2 must not stay what it is.
"""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...reading import Reading
from ...tokens import outline
from ..message import Message

_OTHER = (
    r"(?:(?:something|anything) (?:else|different|other)|(?:(?:some|any|a|the) )?(?:another|other"
    r"|different)"
    r"(?: (?:color|one))?)"
)
_SOFT = r"(?:(?:please|maybe|perhaps|possibly|just|then|also|kindly|simply) )*"
_VERB = r"(?:change|switch|move|turn|recolor|swap|set|put|paint|make|color|give|get)"
_ASKS = (
    rf"(?:(?:can|could|would|will) (?:you|we) {_SOFT}|(?:is"
    rf"|would) it (?:be )?(?:at all )?possible (?:for you )?"
    rf"to {_SOFT}|please |(?:any|is there a) (?:chance|way) (?:that )?you (?:can|could) {_SOFT}"
    rf"|(?:you|u) (?:should|must|need to|have to) {_SOFT}"
    rf"|^(?:(?:yes|ok|okay|sure|so|well|then|and|now)(?: ,)? )*{_SOFT})"
)
_TO_OTHER = rf"(?:(?:to|into|for|in|from|be) )*{_OTHER}"
_CHANGED = (
    rf"(?:{_ASKS}(?:{_VERB} (?:your )?NODE(?P<aim> {_TO_OTHER})?"
    rf"|(?:find|choose|pick|use|take|try) (?P<found>{_OTHER} (?:for|on|at|in) (?:your )?NODE))"
    rf"|(?:can|could|would) (?:your )?NODE {_SOFT}(?P<passive>(?:be|become|get|go|take)"
    rf"(?: (?:changed|switched|moved|turned|recolored|swapped|set))? {_TO_OTHER}))"
)
_ANY = (
    r"(?:(?:it )?does not matter (?:what|which)?(?: (?:one|color))?(?: to me)?"
    r"|any(?:thing)?(?: (?:one|color))? "
    r"(?:is (?:fine|ok|good)|will do|goes|works)|i do not (?:care|mind)(?: (?:what|which)(?: one"
    r"| color)?)?"
    r"|(?:any|whatever)(?: color)?(?: you (?:like|want|wish|prefer))?|your (?:choice|pick)|up to you)"
)
_REQUEST = re.compile(
    rf"{_CHANGED}(?P<begs>(?: ,)? please)?(?: (?:for me|for us|instead|now|then|thanks))*(?: [?.,!;-])*"
    rf"(?: (?P<any>{_ANY})[ .!]*)?(?: (?:please|thanks)[ .!]*)?$"
)
_NOW = (
    r"(?:(?:as|what|like|how|where|the way|the color(?: that)?) (?:it|NODE) (?:is|has)|as is|(?:like|as)"
    r" (?:this|that)"
    r"|(?:the |its |that |this |your )?(?:present|current|old|same) color|(?:its|that|this) color)"
)
_WHEN = r"(?: (?:now|right now|currently|at the moment|at present|any ?more|any longer))*"
#: What a node must not stay, whatever it becomes.
_LEAVES = re.compile(
    r"\bNODE (?:(?:can|must|may|should|shall) not|is not (?:to|allowed to)"
    r"|(?<=as long as NODE )does not|(?<=provided NODE )does not) (?:just |simply |possibly )?"
    rf"(?:(?:stay|remain|be left)(?: (?:in |with |on |at )?(?:{_NOW}|the same|unchanged))?"
    rf"|(?:be|keep|have) (?:in )?{_NOW}){_WHEN}"
    r"(?: (?:please|sorry|thanks|i am afraid|[.,!]))*$"
)
#: Words before it with which it is no wish of the person.
_SAID = re.compile(
    r"\b(?:you|he|she|they|agent\w*) (?:\w+ )?(?:said|say|says|told|wrote|claim|claimed)\b"
)
#: Words before a request that make it another message.
_ELSE = re.compile(r"\?|\b(?:if|why|how|what|which|when|whether|unless|not|no|wonder|do i|should i)\b")


def another_in(message: Message) -> Interpretation | None:
    """Return that the only node of a request is to change its color; None if it is no such request."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    nodes = [token for token in tokens if token.is_node or token.kind == "other"]
    if (
        len(nodes) != 1
        or nodes[0].kind != "own"
        or any(token.is_color or token.quoted for token in tokens)
    ):
        return None
    said = outline(tokens)
    (node,) = (token.text for token in nodes)
    leaves = _LEAVES.search(said)
    found = leaves or _REQUEST.search(said)
    if found is None or _ELSE.search(said[: found.start()]) or node in message.view.fixed:
        return None
    now = message.situation.colors.get(node)
    if leaves is not None:
        meant = now is not None and not _SAID.search(said[: found.start()])
        return Interpretation([Reading("negation", node, now, 0.85)]) if meant else None
    passive = found["passive"] and not (found["begs"] or found["any"])
    asks = "please" in said[: found.end()] or found["aim"] or found["found"] or found["any"]
    if passive or not (asks or found["passive"]) or now is None:
        # "Can it be something else?" only asks.
        return None
    return Interpretation([Reading("negation", node, now, 0.85)])
