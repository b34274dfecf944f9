"""
Statements that there is a conflict: "You have b2 green and I have h5 green, so we collide".

Nobody wants or offers the same color on both sides of an edge, so that colors of the agent that such a
message names are what is; those of the person are reported. "I do have one" says so of a conflict after
"I have no conflicts".
"""

from __future__ import annotations

import re

from ...grammar import Interpretation
from ...pairs import pairs_of
from ...reading import Question, Reading
from ...tokens import outline
from ..message import Message, Result

_CLASHES = re.compile(
    r"\b(?:conflict(?:s|ing)?|clash(?:es|ing)?|collid(?:e|es|ing)|collisions?|problems?|trouble|bump"
    r"|(?:the )?same\b|not good|bad|wrong|(?:can|does|do|will) not (?:work|fit|be|go)"
    r"|not (?:allowed|possible)|(?:we |that )?both|too|also|as well)\b"
)
#: Words that want, suppose, ask or plan something, or say that the conflict is over.
_ELSE = re.compile(
    r"\?|\b(?:if|not|can|unless|when|once|until|would|could|should|must|may|might|want|wants|like|love"
    r"|prefer|demand|insist|require|request|ask|wish|hope|expect|remedy|solution"
    r"|please|make|change|set|put|turn|switch|move|let|give|offer|propose|suggest|deal|exchange|return"
    r"|then|will"
    r"|otherwise|or|else|avoid|instead|no|never|without|solved?|gone|over|was|were|had|before|to"
    r"|(?:how|what) about|need|needs|keep|stay|stays|take|takes|go|goes|i am going|changed|because)\b"
)
#: Words with which a color is named once for both nodes.
_ALIKE = re.compile(r"\b(?:so (?:is|are|has|have)|too|also|both|all|same|as well)\b")
#: With these a color is only supposed.
_UNSURE = re.compile(
    r"\b(?:think|guess|believe|suppose|seems?|apparently|looks like|as if|probably|perhaps|maybe)\b"
)
_NOT_GOOD = re.compile(
    r"\b(?:(?:can|does|do|will|is|are) )?(?:not|no) (?:good|ok|allowed|possible|working|work|right"
    r"|solved|fit|be|go)\b"
)


#: "H4 cannot be blue while a5 is blue" says what cannot be, and no color of h4.
_LIMITS = re.compile(
    r"\bNODE (?:can|will|may|must) not (?:be|go|become|stay|have|take)(?: in| to)? COLOR\b"
)
#: Two nodes that are said to have one color, which is not named.
_SAME = re.compile(
    r"\bNODE (?:and|&|,|/) (?:(?:my|your|the) )*NODE (?:both )?(?:are|have|has|is|got)"
    r" (?:(?:both|now|still|exactly|of|again) )*(?:the )?same(?: color)?\b"
    r"|\bNODE (?:is|has|are) (?:(?:now|still|exactly|again) )*(?:the"
    r" )?same(?: color)? (?:as|like) (?:(?:my|your|the) )*NODE"
)
#: The same, of the node of which the agent spoke last: "that is the same as my h2".
_SAME_AS = re.compile(
    r"(?:\w+ )?(?:that|this|it) is (?:(?:just|now|still|exactly|again) )*(?:the )?same"
    r"(?: (?:color|one|thing))? (?:as|like) (?:(?:my|the|on|for) )*NODE"
    r"(?: (?:is|has|now|already))*[\n.! ]*"
)


#: What the agent says last, unless it is a question, and what contradicts it: "well I do have one".
_NONE = re.compile(r"\bno (?:more )?(?:conflicts?|clash(?:es)?)\b[^?]*$", re.IGNORECASE)
_HAS_ONE = re.compile(
    r"(?:(?:well|but|hm+|no|sorry|oh|actually|however|yes|and|wait|hey|really|so|on my (?:side|end|part)"
    r"|[,.!;:?-]|\.\.\.) )*(?:i|we|you|there) (?:(?:still|actually|certainly|definitely|clearly) )*"
    r"(?:do|(?:(?:do|can|still|also|think i) )*(?:have|has|see|got|count|find|is|are)(?: (?:got|still))?"
    r" (?:at least )?(?:one|some|two|three|four|several|a few|\d+))"
    r"(?: (?:still|left|though|here|over here|actually|now|between us|with you|to me|[.,!]"
    r"|(?:on|from|at) (?:my|your) (?:side|end|part)))*"
)


def clash_of(message: Message, result: Result) -> Interpretation | None:
    """Return the colors that a message says are in conflict; None if it says more than that."""
    said = message.words
    if _NONE.search(message.said) and _HAS_ONE.fullmatch(said.strip()):
        return Interpretation([Reading("unsatisfied")], [Question("Q5")])
    if not _CLASHES.search(said) or _ELSE.search(_NOT_GOOD.sub(" ", said)):
        return None
    if any(token.quoted or token.kind in ("other", "typo", "no_color") for token in message.tokens):
        return None
    if _LIMITS.search(outline(message.tokens)):
        return None
    found: dict[str, str] = {}
    named = {token.text for token in message.tokens if token.is_node}
    if not any(token.is_color for token in message.tokens):
        same = len(named) == 2 and _SAME.search(outline(message.tokens))
        pointed = len(named) == 1 and _SAME_AS.fullmatch(outline(message.tokens))
        if pointed:
            same, named = pointed, named | ({*message.about} & {*message.view.own})
        touch = any({*edge} == named for edge in message.view.edges)
        if pointed and touch and message.said.rstrip().endswith("?"):
            # To "Shall I make b2 red?" it is a no.
            return Interpretation([Reading("refuse")])
        # "Is h2 green now?" is the better answer where it is asked.
        asks = any(one.kind == "doubt" and one.node for one in result.readings)
        return Interpretation([], [Question("Q5")]) if same and touch and not asks else None
    for pair in pairs_of(message.tokens):
        if pair.either or len(pair.colors) != 1 or pair.colors[0].kind != "color":
            return None
        for node in pair.nodes:
            if found.setdefault(node.text, pair.colors[0].text) != pair.colors[0].text:
                return None
    colors = {token.text for token in message.tokens if token.is_color}
    if len(colors) == 1 and _ALIKE.search(said):
        # "Your a4 is blue and so is my h4" names the color once.
        found = dict.fromkeys(named, *colors)
    edges = [edge for edge in message.view.edges if {*edge} <= {*found}]
    if named != {*found} or not any(found[u] == found[v] for u, v in edges):
        return None
    theirs = [node for node in found if node in message.view.owners]
    if not theirs or len(theirs) == len(found):
        return None
    told = () if _UNSURE.search(said) else theirs
    return Interpretation([Reading("report", n, found[n], 0.85) for n in told], [Question("Q5")])
