"""
Questions for present colors: of all nodes of one side, or of one node as the agent sees it.

"What colors do I have?", "which are yours?", "what is h4 according to you?". They bind nobody, so that
the words between need not be known. What could be, or would do, is another question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...grammar import Interpretation
from ...reading import Question, Subject
from ..message import Message

_COLORS = r"(?:colors?|colou?red|coloring)"
_NODES = r"(?:nodes?|ones|vertices|border|side|part|cluster)"
_NOW = r"(?:\w+ )?"
_MINE, _YOURS = r"(?:my|mine)", r"(?:your|yours)"
#: Who asks for colors, of either side: ``{side}`` owns the nodes, ``{who}`` is that side.
_FORMS = (
    rf"\b(?:what|which) {_COLORS} (?:do|have|did|does) (?:you (?:think|believe|know) )?{{who}} {_NOW}"
    rf"(?:have|got|use|used|show|set)\b",
    rf"\b(?:what|which) {_COLORS} (?:have|are|is|do|does|has) (?:you (?:think|believe|know) )?{{side}} "
    rf"(?:\w+ )?{_NODES}\b",
    rf"\b(?:what|which) {_COLORS} (?:do|did) you (?:\w+ )?(?:see|know|believe|note|remember)\b(?: \w+)? "
    rf"(?:of|on|for|at|in) {{side}} (?:\w+ )?{_NODES}\b",
    rf"\b(?:what|which) (?:\w+ )?(?:are|is) {{side}} (?:\w+ )?{_COLORS}\b",
    rf"\b(?:what|which) {_COLORS} (?:are|is) {{side}}\b",
    rf"\b(?:how|what) (?:are|is) {{side}} (?:\w+ )?{_NODES} {_COLORS}\b",
    rf"\b(?:know|tell|show|list|see|say|repeat)\b.*\b{{side}} (?:\w+ )?(?:{_COLORS}\b"
    rf"|{_NODES}(?:'?s?)? {_COLORS}\b)",
    rf"\bwhat do you (?:think|believe|know|assume)\b.*\b{{side}} (?:\w+ )?(?:{_COLORS}|{_NODES})\b",
)
_ASKED = {
    "mine": re.compile("|".join(_FORMS).format(side=_MINE, who="i")),
    "yours": re.compile("|".join(_FORMS).format(side=_YOURS, who="you")),
}
_ASKS = re.compile(
    r"\?|^(?:(?:please|so|and|but|ok|now|then|,) )*(?:what|which|tell|show|list|repeat|say)\b"
)
#: Words with which something else is asked, or wanted.
_ELSE = re.compile(
    r"\b(?:if|unless|could|can (?!you (?:please )?(?:tell|show|list|repeat|say)\b)|would|should|might"
    r"|must|why|work|works|accept|possible|prefer|want|like|need|needs|left|free|best|better|other|else"
    r"|another|instead|fixed|change|changed|conflicts?|clash\w*|satisfied|happy|scores?|points?|to"
    r"|not|never|allow|allowed|ruled?|offer\w*|deal|agreed?|before|was|were|help|options?|fit|fits)\b"
    r"|\bdo you have (?:for|in mind)\b"
)


#: Who asks for the colors of one side asks for those of the other one, too: "your colors and mine".
_BOTH = re.compile(
    r"\b(?:and|or|as well as|plus|,|&|(?:together|along) with) (?:\w+ ){0,2}(?:mine|yours)\b"
    r"|\b(?:my|mine) and your\b|\byours? and my\b"
    rf"|\b(?:tell|show|list)\b.*\bour (?:\w+ )?{_COLORS}\b"
)
#: Colors that were, of which only those that are now are known.
_WAS = re.compile(r"\b(?:did|had) (?:i|you)\b")
#: Who asks for a color as the agent sees it.
_AS_SEEN = re.compile(
    r"\b(?:according to you|in your (?:view|opinion|eyes|mind)|from your (?:side|point of view)"
    r"|as far as you know|to your knowledge|do you (?:think|believe|see|assume))\b"
)
_IS = re.compile(r"\b(?:what|which)(?: colors?)?\b.*\b(?:is|has|have)\b")


def colors_asked_in(message: Message) -> Interpretation | None:
    """Return the questions for present colors; None if a message may ask something else."""
    if any(token.is_color or token.quoted for token in message.tokens):
        return None
    said = message.words.strip()
    named = list(dict.fromkeys(token.text for token in message.tokens if token.is_node))
    if named:
        asks = _IS.search(said) and _AS_SEEN.search(said)
        plain = _ELSE.search(_AS_SEEN.sub("", said)) is None
        return _asks(named) if asks and plain else None
    if not _ASKS.search(said) or _ELSE.search(said):
        return None
    view, person = message.view, message.view.person
    sides = [side for side, pattern in _ASKED.items() if pattern.search(said)]
    of_both = _BOTH.search(said) is not None
    if person is None or not (sides or of_both):
        return None
    nodes = [*view.border_of(person)] if of_both or "mine" in sides else []
    nodes += view.border_to(person) if of_both or "yours" in sides else []
    return _asks(nodes, "before" if _WAS.search(said) else "now")


def _asks(nodes: Sequence[str], subject: Subject = "now") -> Interpretation | None:
    questions = [Question("Q4", node, subject=subject) for node in nodes]
    return Interpretation([], questions) if questions else None
