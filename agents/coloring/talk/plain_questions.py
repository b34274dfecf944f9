"""Questions about the game as a whole that name no node and no color, known by their words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .grammar import Interpretation
from .reading import Question
from .tokens import Token

_TABLE: tuple[tuple[str, Question], ...] = (
    (
        r"\b(?:is|was) (?:that|this|it) (?:now )?a deal\b|\b(?:do|did|have) we (?:now )?(?:have|got|made"
        r"|make) (?:a|any) deals?\b|\bare we agreed\b|\bis (?:it|that|this|everything) agreed\b"
        r"|\b(?:did|do|have|has|what|when|who) .*\b(?:break|broke|broken|keep|kept|breaks)"
        r" (?:our|the|a|my|your) deal\b"
        r"|\bwhat (?:did|have) we agreed?\b|\bwhat is our deal\b",
        Question("deals"),
    ),
    (
        r"\b(?:what|which) (?:does|do|is|are) .*\b(?:scores?|points?|penalty)\b.*"
        r"\b(?:mean|for|about|worth)\b|\bhow (?:is|are) .*\b(?:scores?|points?)\b.*"
        r"\b(?:computed|counted|calculated|made|given)\b"
        r"|\bhow (?:many|much) points? (?:is|are|does|do) (?:a|an|each|every|the|one) (?:node|color)s?\b"
        r"|\b(?:points?|penalt\w+)\b.*\b(?:per|for (?:a|each|one|every)|one|count) (?:an? )?"
        r"(?:clash|conflict|edge)"
        r"|\bwhat means (?:the )?(?:penalty|score|points)\b",
        Question("points"),
    ),
    (
        r"\b(?:any|which|what) (?:node|nodes|one|ones)(?: of yours)? (?:that |which )?(?:you )?"
        r"(?:can not|cannot|may not) (?:be )?change",
        Question("constraints"),
    ),
    (
        r"^(?:(?:and|so|but|then|ok|,) )*(?:which|what) colors (?:would|will|could|can|are)"
        r" (?:be |still )*(?:possible|left|work|ok|fine|allowed)(?: then| for you| now)* (?:\?|$)",
        Question("Q2"),
    ),
    (
        r"^(?:(?:ok|okay|so|and|well|hm+|then|fine|,) )*(?:what (?:now|next|then)|now what|and now"
        r"|what (?:do|should) (?:we|i) do (?:now|next))\b",
        Question("Q2"),
    ),
    (
        r"\bwhat (?:do|must|did|have) you (?:have|got|need)? ?(?:to )?(?:keep|promised?|noted?)\b"
        r"|\bwhat i (?:have )?(?:asked|demanded|forbidden|ruled|told|limited|said)\b"
        r"|\bwhat (?:did|have) i (?:ask|asked|demand|demanded|tell|told|forbid|forbidden|rule|ruled)\b",
        Question("constraints"),
    ),
    (r"^(?:and|what about|how about) you \?", Question("Q5", subject="satisfied")),
    (
        r"\b(?:which|what) of my nodes (?:matter|matters|concern|are important|count|do you)\b",
        Question("sees"),
    ),
    (
        r"\b(?:which|what) colors? (?:of|for|on) my nodes? (?:are|is|would|will|works?|can"
        r"|could|do|suit)\b|\b(?:tell|give|show|send|list) me .*\b(?:options|what"
        r" (?:you )?(?:could|can|would|will) (?:accept|work|do|live with))\b"
        r"|\bwhat (?:could|can|would) you accept\b",
        Question("Q2"),
    ),
    (
        r"\b(?:will|do|can|would|could) you (?:\w+ )?(?:keep|stay|leave|hold)\b[^.?!]*"
        r"\b(?:like this|like that|everything|as (?:it|they|you) (?:is|are)|this way|that way|so|put)\b",
        Question("Q5", subject="satisfied"),
    ),
)
_PATTERNS = tuple((re.compile(pattern), question) for pattern, question in _TABLE)
#: Words of a sentence that says or wants more than it asks.
_MORE = re.compile(r"\b(?:not|no|never|unless|if you|please do|instead of)\b")


def plain_question(tokens: Sequence[Token]) -> Interpretation | None:
    """Return the question of a message that names nothing; None if it may be another, or none."""
    if any(token.is_node or token.is_color or token.quoted or token.kind == "other" for token in tokens):
        return None
    said = " ".join(token.text for token in tokens)
    if _MORE.search(said):
        return None
    for pattern, question in _PATTERNS:
        if pattern.search(said):
            return Interpretation([], [question])
    return None
