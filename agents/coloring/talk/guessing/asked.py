"""Classify questions: which question with an exact answer a clause asks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...situation import NodeColor
from ..reading import Question

_NODE = r"(?:OWN|FOR)"
_CONSTRAINTS = re.compile(
    r"\b(?:constraints?|restrictions?|ruled out|limitations|forbidden|forbade|excluded|(?:did"
    r"|have) i (?:tell|told|say|said|rule|ruled|forbid|state|stated))\b"
)
_CAUSE = re.compile(
    r"\bwhy\b|\bhow come\b|\bwhat (?:is|was) the (?:reason|problem|matter)\b|\bexplain\b|\bthe reason\b"
)
_COLOR_OF = re.compile(
    rf"\bcolor (?:is|does|do|has|have|of|are)\b.*{_NODE}|\b(?:what|which) is (?:my |your |node "
    rf"|the )*(?:color of )?{_NODE}"
    rf"|\b(?:tell|show) me (?:about )?(?:the color of )?(?:my |your |node )*{_NODE}"
    rf"|{_NODE} (?:'s )?color\b"
    rf"|\bcolor (?:do )?(?:you|i) (?:\w+ )*(?:think|believe|have|see|know)\b.*{_NODE}"
)
_WHICH_FOR = re.compile(
    r"\b(?:what|which|any|how)\b.*\b(?:set|change|make|use|pick|choose|be|work|works|want|like"
    r"|prefer|need|options?|choices?|possibilities|colors?|"
    r"allowed|possible|available|suggest|recommend|turn|put|do|best|take|have|suit|color)\b"
)
_OPTIONS = re.compile(
    r"\b(?:options?|alternatives?|settings?|configurations?|configs?|combinations?|possibilities"
    r"|suggestions?|suggest|propose|recommend|"
    r"choices|ideas?|advice|advise)\b"
    r"|\b(?:anything|something) (?:that )?i (?:can|could) (?:do|change|try)\b"
    r"|\bwhat (?:would|will|could|might) work\b|\bwhat works\b"
    r"|\bwhat (?:do|would) you (?:need|want|like|prefer|expect)\b"
    r"|\bwhat (?:should|can|could|must|do|shall) (?:i|we) (?:\w+ )?(?:do|change|set|need|try"
    r"|give)\b|\bwhat (?:i|we) (?:can|could|should) (?:do|change|set)\b|\bhow (?:can|could"
    r"|should) (?:i|we) (?:help|fix|solve|resolve)\b"
)
_CAN = re.compile(
    r"\b(?:valid|solve|solution|feasible|possible|without (?:a |any )?(?:conflicts?|clash(?:es)?)"
    r"|conflict-free)\b"
    r"|\b(?:can|could|will|would) you (?:\w+ )?(?:find|color|work|do|make|handle|manage|fit|plan"
    r"|cope|live|deal|get|adapt|accept|solve)\b"
    r"|\b(?:does|would|will|could|can|do) (?:that|this|it|these|those|my (?:new "
    r"|current )?(?:colors?|coloring|choice|choices|setting|settings|assignment)"
    r"|everything) (?:\w+ )?(?:work|fit|do|help|be (?:ok|fine|good))\b"
    r"|\b(?:is|are|was|were) (?:that|this|it|these|those|my colors?) (?:\w+ )?(?:ok|fine|good"
    r"|possible|feasible|acceptable|alright|enough)\b"
)


#: Words of a question about the current state.
_STATUS = re.compile(
    r"\b(?:status|state|situation|stand|colou?r(?:s|ed|ing)?|nodes?|assignment|everything|ok|fine|well|right|correct|solved|finished|clash|conflicts?|clusters?|border|score|points?"
    r"|satisfied|happy|done|going|progress|look|looks|doing|things|side|part|update|news)\b"
)


def question_of(shape: str, nodes: Sequence[str], pairs: Sequence[NodeColor]) -> Question | None:
    """
    Return the question that a clause asks.

    Parameters
    ----------
    nodes
        Nodes that the clause names, in order.
    pairs
        Colors that the clause supposes or asks about.
    """
    node = nodes[0] if nodes else None
    supposed = tuple(dict.fromkeys(pairs))
    if _CAUSE.search(shape):
        return Question("why", None if supposed else node, supposed)
    if not nodes and _CONSTRAINTS.search(shape) and "COL" not in shape:
        return Question("constraints")
    if supposed and re.match(
        rf"(?:so |and )?do you have (?:my |your |node )*{_NODE} (?:in |as )?COL$", shape
    ):
        return Question("Q4", supposed[0].node, color=supposed[0].color)
    if supposed:
        if re.search(
            rf"^(?:\w+ )*?(?:is|are) (?:my |your |node |the )*{_NODE} (?:\w+ )?COL(?: or COL)*$", shape
        ) or re.search(rf"{_NODE} is COL$", shape):
            named = {pair.color for pair in supposed}
            return Question("Q4", supposed[0].node, color=supposed[0].color if len(named) == 1 else None)
        return Question("Q3", None, supposed)
    if node is not None and re.match(r"(?:(?:and|so|but) )*(?:what|how) about FOR$", shape):
        return Question("Q1", node)
    if node is not None:
        if re.search(rf"{_NODE} (?:is|has) (?:what|which) color", shape):
            return Question("Q4", node)
        if re.search(r"\b(?:do i|do you|you) (?:think|know|believe)\b", shape) or _COLOR_OF.search(
            shape
        ):
            wanted = re.search(
                r"\bshould\b|\bwant\b|\bcould\b|\bcan\b|\bwould\b|\bneed\b|\bprefer\b|\blike\b|\bbest\b",
                shape,
            )
            if not wanted:
                return Question("Q4", node)
        if _WHICH_FOR.search(shape):
            return Question("Q1", node)
        if _CAN.search(shape):
            return Question("Q3")
        return Question("Q4", node)
    if re.search(r"\b(?:conflicts|satisfied|happy|done|status|going)\b", shape) and not re.search(
        r"\bwithout\b", shape
    ):
        return Question("Q5")
    if _OPTIONS.search(shape) or re.search(
        r"\bwhich (?:ones?|combinations?|colors?)\b.*\bwork\b", shape
    ):
        return Question("Q2")
    if _CAN.search(shape):
        return Question("Q3")
    return Question("Q5", confidence=0.5) if _STATUS.search(shape) else None
