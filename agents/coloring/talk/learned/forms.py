"""
What the form of a message shows by itself, whatever the network reads in it.

The network knows words one by one. That "Red? On b2? I'd rather lick a battery" wants no red is shown by
its questions without a verb, behind which nothing consents; and that "I can only be green? Why?" sets no
limit by the question what for. In the 37,000 labelled messages no limit of the person is told by
sentences that all wonder at it, and of those questions every demand and report has a word of consent.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ...view import View
from ..reading import Understanding
from ..spelling.negations import may_be_denied
from ..tokens import outline, tokens_of
from .acts import Act
from .differences import LIFTS, STATUS, Meaning, are_opposed, is_stance

_WISHES = re.compile(r"\b(?:plan|want|like|love|wish|prefer|hop(?:e|ing)|rather)\b", re.IGNORECASE)
#: Words of both sides and the game, with which a question is about the state of it.
_OF_ALL = re.compile(r"\b(?:we|us|our|game|things|status|state)\b", re.IGNORECASE)
CORRECTS = re.compile(r"\bi meant?\b", re.IGNORECASE)
_SWAPS = re.compile(r"\b(?:swap|trade|exchange|switch)\b", re.IGNORECASE)
#: Conditions that no offer has: "as soon as h2 is blue, h5 can't be" reports nothing.
_ONCE = re.compile(r"\b(?:as soon as|as long as|so long as|once|whenever)\b", re.IGNORECASE)
#: What cannot change has a limit, which a report of its color would lose.
_HELD_FAST = re.compile(
    r"\b(?:must (?:stay|remain|keep)|can(?:'?t| ?not) (?:change|move|touch))\b", re.IGNORECASE
)
#: What need not be done is not wanted.
_NEEDS_NOT = re.compile(
    r"\b(?:do(?:es)?(?: not|n'?t) (?:need|have) to|need(?: not|n'?t)\b|no need\b)", re.IGNORECASE
)
#: "Blue's taken at h2" tells the color of h2.
_TAKEN = re.compile(
    r"\w(?:'s| is| has been) (?:\w+ )?(?:taken|occupied|used up|in use|spoken for|gone)\b"
    r"(?! (?:at|on)\b)",
    re.IGNORECASE,
)
_GONE = re.compile(r"\b([a-z]+)(?:'s| is| has) (?:\w+ )?gone\b", re.IGNORECASE)
_REFUSES, _AGREES = ({(one, None, None)} for one in ("refuse", "agree"))
#: A no that says nothing else: "no, thank you".
_BARE_NO = re.compile(
    r"\W*(?:(?:no|nope|nah|not now|no way|don'?t|do not|thanks?|thank you|please|sorry|oh)(?:\W+|$))+",
    re.IGNORECASE,
)
#: A color that is not to stay is not wanted: "you must not leave b2 as it is".
_NOT_AS_IT_IS = re.compile(
    r"(?:\bnot|n't|\bnever|\bcannot) (?:just |simply )?(?:keep|leave) (?:my |your )?\w+ as it is\b",
    re.IGNORECASE,
)
_BUT = re.compile(r"\W*(?:(?:ye[sp]|yeah|yup|ok|okay|sure|well|right)\W+)*but\b", re.IGNORECASE)
#: What may change need not.
_PERMITS = re.compile(
    r"\b(?:may|can|could|might|(?:free|welcome|allowed) to) (?:now )?"
    r"(?:change|move|vary|recolou?r)\b(?![^?]*\b(?:if|unless|when|once)\b)[^?]*$",
    re.IGNORECASE,
)
_ASKS_YOU = re.compile(
    r"(?:(?:and|so|but|ok|well|then)[, ]+)*(?:do|did|are|have|will|would|can|could|does|is) "
    r"(?:you|u|we|they|anybody|everybody|everyone|it|this|that)\b.*\?\s*$",
    re.IGNORECASE,
)
#: A verb before the node, or words behind a statement that ask whether it holds.
_IN_QUESTION_ORDER = re.compile(
    r"(?:(?:and|so|but|ok|hey|well|wait|then) (?:, )?)*(?:"
    r"(?:can|could|should|must|may|will|would|is|does|was|did) (?:my |your )?NODE\b(?!.*\bplease\b)"
    r"|(?:is|was) it (?:\w+ )?(?:true|right|correct|so|the case)\b"
    r"|NODE .*(?:, )(?:right|correct|is (?:that|it|this) (?:right|true|so|correct)"
    r"|(?:can|must|may|should|could|does) it(?: not)?) [?] *$)"
)
#: A question about what was said, and the words of those that ask for something.
_ASKS_WHY = re.compile(
    r"\b(?:why(?! not\b[^?]*$)|how come|how so|what for|since when|really|seriously)\b", re.IGNORECASE
)
_ASKING = re.compile(r"\b(?:why|how|what|whats|which|when|where|who)\b", re.IGNORECASE)
#: A question without a verb: "Red? On b2?", "only green?".
_FRAGMENT = re.compile(
    r"(?:(?:and|so|but|ok|wait|hm+|oh|what|really|only|just|no|not|even|never|nothing|an?|the|in|as|my|your"
    r"|for|on|at|to|or|,|NODE|COLOR) )*[?]"
)
#: Words with which somebody wants, tells or allows what was wondered at before.
_CONSENTS = re.compile(
    r"\b(?:ye[sp]|yeah|yup|ok|okay|sure|fine|good|great|perfect|please|must|like|love|want|need|wish"
    r"|go|do it|did|done|works?|suits?|switch|let|leave|stays?|keep|agreed?|of course|by all means"
    r"|why not|be it|already|is|are|was|has|consider|absolutely|definitely|certainly|indeed|exactly"
    r"|right|correct|possible|no (?:problem|objections?|quarrel|complaints?))\b",
    re.IGNORECASE,
)
#: Acts that tell of a node of the sender, and those after which a node has a color.
_TOLD = frozenset(("report", "forbid", "require"))
_GIVEN = frozenset(("report", "demand"))


def words_deny(text: str, ours: Meaning, theirs: Meaning) -> bool:
    """Return whether words of a message show that it does not mean what the network reads."""
    if theirs and is_stance(theirs) and _ASKS_YOU.match(text) is not None:
        return True  # "Do you both agree?" agrees to nothing
    if _TAKEN.search(text) is not None and are_opposed(ours, theirs):
        return True  # "h5 may be red or blue, green's taken" gives no node green
    gone = {found[1].casefold() for found in _GONE.finditer(text)}
    if any(one[0] == "report" and str(one[2]).casefold() in gone for one in theirs):
        return True  # "h4 went green, blue is gone" tells green
    if ours == _REFUSES and theirs == _AGREES and _BUT.match(text) is not None:
        return True  # "yes, but then I have a conflict" agrees to nothing
    if ours == _REFUSES and {one[0] for one in theirs} == {"demand"} and _BARE_NO.fullmatch(text):
        return True  # "no, thank you" to "do you want me to change b2?" demands no color
    if _NOT_AS_IT_IS.search(text) is not None and are_opposed(ours, theirs):
        return True
    if _ONCE.search(text) is not None and any(one[0] == "report" for one in theirs):
        return True
    if _NEEDS_NOT.search(text) is not None and any(one[0] == "demand" for one in theirs - ours):
        return True  # "you don't need to make b2 red" demands nothing
    if _HELD_FAST.search(text) is not None and _tells_only(theirs, ours):
        return True  # "I can't change h1" leaves h1 no other color
    if _SWAPS.search(text) is not None and theirs and all(one[0] == "negation" for one in theirs):
        return True  # "a4 and a5 should trade colors" gives each that of the other
    if ours and ours < theirs and CORRECTS.search(text) is not None:
        return True  # "turn b2 blue, I mean b3" is about b3 only
    if _lifts_excepted(text, theirs) or (_PERMITS.search(text) and _changes_freed(ours, theirs)):
        return True
    asks = _OF_ALL.search(text) is not None or bool(theirs and text.endswith("?"))
    return ours == {STATUS} and asks  # "I had to get some coffee, where were we?" is no small talk


def _tells_only(theirs: Meaning, ours: Meaning) -> bool:
    """Return whether all that is read of the limits of ours is the colors that nodes have."""
    told = {one[1] for one in theirs if one[0] == "report"}
    return bool(told) and told <= {one[1] for one in ours if one[0] == "forbidden"}


def _lifts_excepted(text: str, theirs: Meaning) -> bool:
    """Return whether a limit would end that a message excepts: "forget a4, but not a5"."""
    lifted = [str(one[1]) for one in theirs if one[0] in LIFTS]
    return any(
        re.search(rf"\b(?:but|though|and|just) not\b[^.;!?]*\b{re.escape(node)}\b", text, re.IGNORECASE)
        for node in lifted
    )


def _changes_freed(ours: Meaning, theirs: Meaning) -> bool:
    """Return whether a node has to change that is only free to: "you may change b2"."""
    freed = {one[1] for one in ours if one[0] in LIFTS}
    return any(one[0] == "negation" and one[1] in freed for one in theirs)


def is_no_order(text: str, weak: Meaning, view: View) -> bool:
    """Return whether a wish or a question is no more: "could you make b2 red?", "I plan h2 blue"."""
    asks, wishes = text.rstrip().endswith("?"), _WISHES.search(text) is not None
    return asks or wishes or any(one[1] in view.own for one in weak)


def asks_by_order(understood: Understanding, view: View) -> bool:
    """Return whether each sentence about a node has the order of a question, and the rules read one."""
    if understood.readings and not understood.doubts:
        return False
    outlines = (outline(tokens_of(one, view)) for one in re.split(r"(?<=[.!?])\s+", understood.text))
    about = [one for one in outlines if "NODE" in one.split()]
    return bool(about) and all(map(_IN_QUESTION_ORDER.match, about))


def without_wondered(acts: Collection[Act], text: str, view: View) -> list[Act]:
    """
    Return acts without limits and colors of the sender's nodes that are only wondered at.

    "So h1 must be green? Why?" asks for a reason, and tells nothing of h1.
    """
    sentences = _sentences(text)
    named = [one for one in sentences if any(token.is_color for token in tokens_of(one, view))]
    wonders = bool(named) and all(one.endswith("?") for one in named) and not _ASKING.search(named[0])
    reasons = [one for one in sentences if one not in named[:1]]
    if not wonders or not any(map(_ASKS_WHY.search, reasons)):
        return list(acts)
    return [one for one in acts if one.kind not in _TOLD]


def is_doubtful(text: str, theirs: Meaning, view: View) -> bool:
    """Return whether a message may as well say the contrary of what the network reads."""
    if may_be_denied(text, view):
        return True
    gives = any(one[0] in _GIVEN for one in theirs)
    return gives and _exclaims(_sentences(text), view)


def _exclaims(sentences: Sequence[str], view: View) -> bool:
    """Return whether each color stands in a question without a verb, and nothing behind consents."""
    said = [outline(tokens_of(one, view)).strip() for one in sentences]
    named = [one for one in said if "COLOR" in one.split()]
    rest = [one for one in said if _FRAGMENT.fullmatch(one) is None]
    wonders = bool(named) and all(_FRAGMENT.fullmatch(one) for one in named)
    return wonders and bool(rest) and not any(map(_CONSENTS.search, rest))


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in re.split(r"(?<=[.!?])\s+|\n", text) if one.strip()]
