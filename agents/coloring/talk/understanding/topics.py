"""
The topic of a question that no rule reads, by the words that carry it.

Answering a question binds nobody, so that the words between need not be known: "I do not quite get which
of your nodes is adjacent to h1" is about who sees what, "any chance of red on h2 working for you?" about
h2 with red. A sentence that does not ask, one with a condition for an order and one that names a color
without a node has no topic.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...situation import NodeColor
from ...view import View
from ..grammar import Interpretation
from ..pairs import pairs_of
from ..reading import Question, QuestionKind, Reading
from ..tokens import Token
from ..wordlist import words

_ASKING = re.compile(
    r"\?|^(?:(?:so|and|but|ok|hey|hi|well|then|also|hm+|please|sorry|or) )*"
    r"(?:(?:what|which|who|whose|where|why|how|any|anything)\b"
    r"|(?:can|could|would|will|is|are|do|does|did|am|may|might|should|shall|has|have|was|were|must) "
    r"(?:i|you|we|it|that|this|there|they|my|your|our|the|any|one|both|node|[a-z]{1,2}\d+)\b)"
    r"|\b(?:tell me|let me know|lmk|remind me|explain|show me|list|enumerate|i wonder|wondering"
    r"|i would like to know|i want to know|do not (?:understand|get|see) (?:why|which|what|how)"
    r"|^(?:please |and |ok |so )*(?:state|indicate|list|enumerate|name|specify|inform me|give me (?:the"
    r"|a|your|all) (?:\w+ )?(?:list|options|colors)|outline|mention)\b"
    r"|interested (?:in )?(?:what|which|how|whether|to know)|curious (?:what|which|how|whether|about)"
    r"|advise (?:me )?whether|clarify|wanna know|no idea (?:what|which|how|why)|the reason)\b"
)
_WHY = re.compile(
    r"\b(?:why|reasons?|rationale|how come|explain|justify|justification|logic|explanation"
    r"|what (?:forces|pins|stops|prevents|keeps|holds|made|makes|speaks))\b"
)
_LIMITS = words(
    """
    limit limits limited restriction restrictions restricted constraint constraints fixed forbid forbids
    forbidden demands binding bound obligations ruled excluded
    """
)
_SEES = re.compile(
    r"\b(?:see|sees|visible|adjacent|next to|neighbou?rs?|neighbou?ring|touch|touches|touching|edges?"
    r"|connected|linked|own|owns|belongs?|around|border on|borders? of|shares? a border|joined)\b"
)
_HELP = re.compile(
    r"\b(?:rules|interface|commands?|how do i (?:use|play|write|say)"
    r"|how does (?:this|it|the game) (?:even )?work|what (?:can|should|must) i (?:write|type|say)"
    r"|(?:sentences|phrases|words) (?:do|does|can|are|is|you))\b"
)
_STATUS = re.compile(
    r"\b(?:conflicts?|clash(?:es|ing)?|collisions?|score|scores|points|penalty|penalties|total"
    r"|satisfied|happy|done|finished|solved|progress|status|turn|news|anything new|movement|changed"
    r"|left|violated|looking|how are (?:we|you|things)|are we at|far|good now|everything ok|all good"
    r"|problems?)\b"
)
_WISH = re.compile(
    r"\b(?:you (?:really |actually )?(?:want|need|prefer|like|rather|propose|suggest|expect|ask|offer"
    r"|accept)|your (?:wish|wishes|plan|proposal|preferences?|suggestion|demand|requirements|idea"
    r"|needs|offer)|offers?|concessions?|suggestions?|propose|suggest|(?:need|want|expect) from"
    r"|options?|advice|recommend|should i|shall i|can i do|do for you|help you|ideas?|plan|bargain"
    r"|my best|best (?:move|combo|colors?))\b"
)
#: Questions for the colors that a node could have.
_POSSIBLE = re.compile(
    r"\b(?:possible|possibilities|options?|choices?|alternatives?|available|allowed|open for|allows?"
    r"|(?:can|could|may|might) (?:\w+ )?(?:be|have|take|get|become)|colors? (?:for|of))\b"
)
#: "Do you like paella?" asks for no color.
_TASTE = re.compile(
    r"^(?:(?:so|and|but|ok|hey|hi|well|then|also|hm+|by the way|btw|,) )*"
    r"(?:do|did|would) you (?:also |really |ever )?"
    r"(?:like|love|enjoy|fancy|prefer)\b(?!.*\b(?:me|my|mine|it|that|this|these|them|colors?|nodes?"
    r"|borders?"
    r"|change|changes|changed|offers?|deals?|solution|result|coloring|plan|idea|else|other|another|one"
    r"|ones"
    r"|option|options|proposal|suggestion|something|anything|so|more|yours?|here|now)\b)"
)
_CHANGE = words(
    """
    change changes move moves moved switch switched swap slack flexible budge recolor stuck else
    """
)
#: Questions for nodes that cannot change.
_UNCHANGED = re.compile(
    r"\b(?:nodes?|ones?|colors?|anything|something)\b.*\b(?:can not|cannot|may not|must not|not able to"
    r"|not allowed to) (?:be )?(?:changed?|moved?|touch(?:ed)?|recolor(?:ed)?|switch(?:ed)?)\b"
)
_COLOR_OF = words(
    """
    color colors still now currently present moment look looks see have has is are gonna
    """
)
_CLASHES = re.compile(
    r"\b(?:conflicts?|clash(?:es|ing)?|collides?|same color|monochromatic|violate[sd]?|in conflict"
    r"|the same \w+ as (?:my|your|mine|yours))\b"
)
_COMPARES = re.compile(r"\b(?:better|worse|easier|harder|cheaper|rather|prefer)\b")
_NOT_SAID = words(
    "if want wants make set change put turn please keep must should not no without never avoid"
)


def states_clash(sentence: Sequence[Token]) -> bool:
    """Return whether a sentence says that there is a conflict, and asks or wants nothing."""
    said = " ".join(token.text for token in sentence)
    return (
        bool(_CLASHES.search(said)) and _NOT_SAID.isdisjoint(said.split()) and not _ASKING.search(said)
    )


def topic_of(sentence: Sequence[Token], view: View) -> Interpretation | None:
    """Return what a sentence asks about; None if it does not ask, or about something else."""
    said = " ".join(token.text for token in sentence)
    found = set(said.split())
    nodes = list(dict.fromkeys(token.text for token in sentence if token.is_node))
    if any(token.quoted for token in sentence):
        return None
    if not _ASKING.search(said):
        clashes = _CLASHES.search(said) and _NOT_SAID.isdisjoint(found)
        return Interpretation([], [Question("Q5")]) if clashes else None
    supposed = _supposed(sentence)
    colored = any(token.is_color for token in sentence)
    if _HELP.search(said) and not nodes:
        return Interpretation([Reading("help")])
    if _WHY.search(said):
        one = supposed[0] if supposed and len(supposed[0]) == 1 else ()
        return _one("why", nodes[0] if nodes and not one else None, one)
    if found & _LIMITS or (not nodes and not colored and _UNCHANGED.search(said)):
        return _one("constraints")
    if not supposed and len(nodes) == 1 and _COMPARES.search(said):
        # "Let's say h2 is blue, is that better than red?"
        named = dict.fromkeys(token.text for token in sentence if token.kind == "color")
        supposed = [(NodeColor(nodes[0], color),) for color in named]
    if supposed:
        return Interpretation([], [Question("Q3", supposed=pairs) for pairs in supposed])
    if colored:
        return None
    if _SEES.search(said) and not _CLASHES.search(said):
        return _one("sees")
    if nodes and (_WISH.search(said) or _POSSIBLE.search(said)):
        return Interpretation([], [Question("Q1", node) for node in nodes])
    own = [node for node in nodes if node in view.own]
    if own and found & _CHANGE:
        return Interpretation([], [Question("Q1", node) for node in own])
    if _STATUS.search(said) and not (own and "color" in found):
        return _one("Q5")
    if nodes and found & _COLOR_OF:
        return Interpretation([], [Question("Q4", node) for node in nodes])
    if _WISH.search(said) and not _TASTE.search(said):
        return _one("Q2")
    return None


def _one(
    kind: QuestionKind, node: str | None = None, supposed: tuple[NodeColor, ...] = ()
) -> Interpretation:
    return Interpretation([], [Question(kind, node, supposed)])


def _supposed(sentence: Sequence[Token]) -> list[tuple[NodeColor, ...]]:
    """Return the colorings asked about: one, or one for each color of a node that has several."""
    named = [token for token in sentence if token.is_color]
    pairs = [
        NodeColor(node.text, color.text)
        for pair in pairs_of(sentence)
        for node in pair.nodes
        for color in pair.colors
        if color.kind == "color"
    ]
    pairs = list(dict.fromkeys(pairs))
    if {pair.color for pair in pairs} != {token.text for token in named if token.kind == "color"}:
        return []
    if len({pair.node for pair in pairs}) < len(pairs):
        return [(pair,) for pair in pairs]
    return [tuple(pairs)] if pairs else []
