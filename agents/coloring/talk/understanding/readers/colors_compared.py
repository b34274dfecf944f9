"""
Questions for several colors of one node: which one is better, and whether all are fine on a condition.

"Which is better for you, h4 blue or red?" is answered for each of the two colors, and "is any color of
h2 fine if b2 is blue?" under what it supposes.
"""

from __future__ import annotations

import re

from ....situation import NodeColor
from ...grammar import Interpretation
from ...reading import Question, Subject
from ...tokens import outline
from ..message import Message

_LEAD = r"(?:(?:and|so|but|ok|hey|well|hm+|please|then|now|agent\d?|tell me|for you|or|,|:) )*"
_FOR_YOU = r"(?: (?:for|with|by|to) (?:you|us|both of us))?"
_BETTER = r"(?:better|best|preferable|nicer|easier|preferred)"
_OR = r"(?: ,)?(?: or(?: rather)?| versus| vs \.?| vs)(?: is it| would it be)?"
_COLORS = (
    r"(?:(?:my )?NODE (?:in |as |being |to be |at )?COLOR"
    rf"(?:(?: ,|{_OR}) (?:(?:my )?NODE (?:in |as |being |to be |at )?)?COLOR)+"
    r"|COLOR(?:(?: ,| or|, or) COLOR)+ (?:on|for|at|in) (?:my )?NODE)"
)
_WHICH = r"(?:which|what)(?: (?:one|color|of them|of these|of the two))?"
_COMPARES = re.compile(
    rf"{_LEAD}(?:{_WHICH} (?:is|would be|looks|seems|works|suits) (?:the )?{_BETTER}{_FOR_YOU}"
    rf"|{_WHICH} (?:suits|helps) you {_BETTER}"
    rf"|{_WHICH} (?:(?:do|would|will) you (?:rather )?(?:like|prefer|want|take|choose)"
    r"|(?:would|will) you (?:rather )?have)"
    rf"(?: {_BETTER}| more)?"
    rf"|what is {_BETTER}{_FOR_YOU})"
    rf" [,:;-]+ {_COLORS}[ ?.!]*"
    rf"|{_LEAD}(?:is|are|would) {_COLORS}(?: be)? {_BETTER}{_FOR_YOU}[ ?.!]*"
)
#: A choice: "h4 red or blue?", "should I take h4 red or blue?".
_CHOICE = re.compile(
    rf"{_LEAD}(?:(?:should|shall|must) i (?:take|make|set|put|turn|color|choose|use|have|give you|pick"
    rf"|do|go with) )?{_COLORS} [?][ ?!.]*"
)

_ANY = r"(?:any|every|each|all|all the|any of the|all of the)"
_FINE = r"(?:fine|ok|okay|good|possible|alright|all right|acceptable|allowed|free)"
_OF = r"(?:of|for|on|at) (?:my )?NODE"
_ALL_FINE = (
    rf"(?:(?:is|are|would) {_ANY} colors? (?:{_OF}(?: be)? {_FINE}|(?:be )?{_FINE} {_OF}){_FOR_YOU}"
    rf"|(?:does|do|would|will) {_ANY} colors? {_OF} (?:work|do|fit|suit you){_FOR_YOU}"
    r"|(?:can|could|may|might) (?:my )?NODE (?:be|have|take|get) (?:anything|everything|any color"
    r"|every color|whatever(?: i (?:like|want))?))"
)
_PAIR = (
    r"(?:(?:(?:i|you) (?:make|take|set|put|turn|color|choose|use|have|keep|change|give)|your|my) )*"
    r"NODE (?:(?:is|are|was|were|be|becomes|goes|turns|gets|has|stays|would be|to|in|on|at|as) )*COLOR"
)
_GIVEN = (
    r"(?:if|when|once|provided(?: that)?|assuming(?: that)?|given(?: that)?|as long as|in case"
    rf"|suppose|supposing) (?P<{{}}>{_PAIR}(?: and {_PAIR})*)(?: (?:too|then|as well))?"
)
_ON_CONDITION = re.compile(
    rf"{_LEAD}(?:{_ALL_FINE}(?: ,)? {_GIVEN.format('behind')}"
    rf"|{_GIVEN.format('before')}(?: ,)? (?:then )?{_ALL_FINE}(?: then)?)[ ?.!]*"
)


def colors_compared_in(message: Message) -> Interpretation | None:
    """Return the questions of a message that asks for several colors of one node, and nothing else."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    if any(token.quoted for token in tokens):
        return None
    said = outline(tokens)
    nodes = [token.text for token in tokens if token.is_node]
    colors = [token.text for token in tokens if token.kind == "color"]
    if len(colors) != sum(token.is_color for token in tokens):
        return None
    subject: Subject | None = (
        "score" if _COMPARES.fullmatch(said) else "either" if _CHOICE.fullmatch(said) else None
    )
    if subject and len({*nodes}) == 1 and len({*colors}) == len(colors):
        pairs = [NodeColor(nodes[0], color) for color in colors]
        return Interpretation([], [Question("Q3", supposed=(pair,), subject=subject) for pair in pairs])
    found = _ON_CONDITION.fullmatch(said)
    if found is None:
        return None
    asked = nodes.pop() if found["before"] else nodes.pop(0)
    if asked in nodes or len({*nodes}) != len(nodes):
        return None
    given = tuple(NodeColor(node, color) for node, color in zip(nodes, colors, strict=True))
    return Interpretation([], [Question("Q1", asked, given)])
