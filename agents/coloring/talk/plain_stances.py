"""Messages without names that say how content a person is, or that it does not know the game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .grammar import Interpretation
from .reading import Reading
from .tokens import Token

_HELP = re.compile(
    r"\bhow (?:does|do) (?:this|it|the game|that) (?:\w+ ){0,2}works?\b"
    r"|\bhow (?:this|it|the game|everything) (?:\w+ )?works\b"
    r"|\bwhat (?:should|must|can|do|shall) i (?:\w+ ){0,2}(?:type|write|click|enter)\b"
    r"|\bdo not (?:\w+ )?(?:understand|get) (?:this|the|these) (?:\w+ )?(?:game|task|rules?|study"
    r"|experiment|interface|screen|dots|lines)\b"
    r"|\bhow (?:do|can|should|must) i (?:play|start|begin|use this)\b"
    r"|\bexplain (?:\w+ )*(?:game|task|rules|how (?:this|it) works)\b"
    r"|\bwhat (?:is|are) (?:the )?(?:rules?|goal|aim|point) of (?:this|the) game\b"
    r"|\bwhat (?:is|am|do) (?:the game about|i supposed to do)\b"
)
_UNSATISFIED = re.compile(
    r"\bdo not (?:\w+ )?like (?:this|it|that|the|how)\b.*\b(?:solution|coloring|result|state|situation"
    r"|outcome|looks|at all|colors)\b"
    r"|\bstill (?:does not|do not) (?:\w+ )?(?:work|fit)\b"
    r"|\b(?:still )?not (?:\w+ )?(?:happy|satisfied|content|pleased)\b"
    r"|\bstill not (?:good|ok|right|solved|fine|done|there)\b"
    r"|\bnot (?:good enough|(?:good|fine|ok|done|finished|there) yet)\b"
    r"|\b(?:unhappy|dissatisfied|unsatisfied|frustrating|frustrated)\b"
    r"|\b(?:this|it|that|we|all this) (?:\w+ )?(?:is |are )?(?:going|getting|leads?|leading) "
    r"(?:us )?nowhere\b|\bgoing (?:round )?in circles\b"
    r"|^(?:but )?(?:this|that|it) (?:really )?(?:(?:does|do|did) not (?:\w+ )?(?:help"
    r"|(?:solve|improve|change|fix|bring) (?:anything|much|a thing))|(?:solves|brings|changes) nothing)"
    r"(?: (?:me|us|at all))?(?: (?:for|on) (?:me|us|my side))?$"
    r"|\b(?:you|your) (?:are |is )?(?:not|never) (?:\w+ )?(?:help|helping|listen|listening|helpful"
    r"|cooperat\w+|do what i)\b|\byou (?:never|do not(?: ever)?) (?:\w+ )?(?:help|listen|do what)\b"
)
#: Phrases that say that nothing is left to do, behind which "I would say" hedges nothing.
_SATISFIED = re.compile(
    r"\b(?:no (?:more )?(?:conflicts?|clash(?:es)?|problems?)(?: left| any ?more)?\b.*"
    r"\bwe are (?:\w+ )?(?:finished|done|ready|through)|(?:exactly )?what i (?:wanted|needed|asked for)"
    r"|i would say (?:that )?we are (?:\w+ )?(?:finished|done))$"
)
_NEGATED = re.compile(r"\b(?:not|never|but|hardly|until|still)\b")
_NOT_YET = re.compile(
    r"(?:no |sorry |well |, )*(?:not yet|not quite|almost|nearly|not really yet)(?: \w+)?"
)
#: Words with which a message depends on something, is about an offer, or takes something back.
_ELSE = re.compile(
    r"\?|\b(?:if|unless|until|when|why|offer|proposal|deal|would|could|forget|cancel|longer|not you)\b"
)
_DEPENDS = re.compile(
    r"\?|^(?:so |and )?(?:is|are|do|does|did)\b|\b(?:if|unless|when|once|was|were|would be|will be)\b"
)
_AGREES = re.compile(r"\b(?:yes|sure|agree|agreed|deal|accept|accepted|ok with)\b")


def plain_stance(tokens: Sequence[Token], *, asked: bool) -> Interpretation | None:
    """
    Return the stance of a message that names nothing; None if it may be another, or none.

    Parameters
    ----------
    asked
        Whether the agent spoke of nodes, to which "not yet" may be an answer.
    """
    if any(token.is_node or token.is_color or token.quoted or token.kind == "other" for token in tokens):
        return None
    said = " ".join(token.text for token in tokens if token.text != "\n").strip(" .!")
    if _HELP.search(said):
        return Interpretation([Reading("help")])
    if not asked and _NOT_YET.fullmatch(said):
        return Interpretation([Reading("unsatisfied")])
    if _SATISFIED.search(said) and not _NEGATED.search(said) and not _DEPENDS.search(said):
        return Interpretation([Reading("satisfied")])
    if _UNSATISFIED.search(said) and not _ELSE.search(said):
        return Interpretation([Reading("unsatisfied")])
    return None


def only_satisfied(readings: Sequence[Reading], tokens: Sequence[Token]) -> bool:
    """Return whether "great, we're done" agrees to nothing."""
    said = " ".join(token.text for token in tokens)
    return {one.kind for one in readings} == {"agree", "satisfied"} and not _AGREES.search(said)
