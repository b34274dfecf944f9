"""
The mood of a clause: an order, a fact, a wish, a rule, a question, a quotation.

Patterns match the shape of a clause, in which ``OWN`` and ``FOR`` stand for nodes and ``COL`` for
colors. The patterns are tried in order of precedence: quotation, retraction, question, supposition and
prohibition come before fact and order, so that nothing happens in doubt.
"""

from __future__ import annotations

import re
from typing import Literal

from ..tokens import one_slip
from ..wordlist import words

Mood = Literal[
    "complaint",
    "loosen",
    "order",
    "ask",
    "suppose",
    "forbid",
    "negate",
    "prefer",
    "require",
    "should",
    "done",
    "plan",
    "keep",
    "state",
]

_NODE = r"(?:OWN|FOR)"
_VERB = (
    r"(?:change|set|make|switch|turn|color(?= (?:OWN|FOR|all|both|it|your|my|the node|node|them)\b)"
    r"|recolor|paint|repaint|pick|use|choose|select|assign|give|put|take|flip|"
    r"move|keep|try|leave|let|go with|go for|stick with|convert|update|adjust|have|get|mark|swap"
    r"|exchange|do)"
)
_VERBING = (
    r"(?:changing|setting|making|switching|turning|coloring|recoloring|painting|"
    r"picking|using|choosing|moving|putting)"
)
_VERBED = (
    r"(?:changed|set|made|switched|turned|colored|recolored|painted|picked|chose|chosen|used|went"
    r"|gone|put|moved|"
    r"took|taken|gave|given|assigned|flipped|updated|swapped|got|kept)"
)
_SOFT = r"(?:please|just|maybe|also|now|then|kindly|instead|first|still|perhaps|possibly|really|simply)"

_COMPLAINT = re.compile(
    r"\byou (?:\w+ly |just |already |always |only |also |never |ever |have |had |yourself )*"
    r"(?:always|constantly|said|say|saying|keep|kept|proposed?|propose|suggest|suggested|mention"
    r"|mentioned|only|claim|claimed|told|tell|"
    r"promised?|promise|wrote|offer|offered|asked|insist|insisted|repeat|repeated|stated|announced"
    r"|reported|"
    r"changed|made|switched|set)\b(?! it\b.*\bfor me\b)"
    r"|\bstop (?:suggesting|saying|proposing|telling|offering|asking|insisting|repeating)\b"
    r"|\bas you (?:said|say|told|wrote|suggested|proposed)\b|\baccording to\b"
    r"|\byour (?:\w+ )?(?:message|offer|proposal|suggestion|prompt|words?|reply|answer|statement"
    r"|claim)s?\b(?=.*COL)"
    r"|\b(?!(?:i|we|what|who|already|just|also|have|had|ever|never|always|once|before|not|do"
    r"|did)\b)[a-z]\w* (?:said|says|told|claims|claimed|thinks|reported|suggested|proposed|wants"
    r"|asks|asked|likes"
    r"|prefers|believes|wishes|expects|insists|demands|wrote|writes|promised|announced|offered"
    r"|mentioned)\b(?=.*COL)"
)
_MEANING = re.compile(r"\bwhat (?:do|did) you mean\b|\bdo not understand\b")

_LOOSEN = re.compile(
    r"^(?:please )?free (?:up )?OWN"
    rf"|\b(?:never mind|forget|release|unlock|unpin|unfix|let go of|take back|no longer (?:need|want"
    rf"|care|fixed|locked|"
    rf"required|forbidden|restricted|bound|has|have|must)|cancel|undo|scratch|withdraw|retract|lift"
    rf"|remove|drop|ignore)\b.*{_NODE}"
    rf"|{_NODE}.*\b(?:whatever|any color|anything you|any other|free|flexible|up to you|your choice"
    rf"|no longer(?! COL)|"
    rf"does not matter|can change|can vary|is open|are open)\b"
    rf"|\b(?:whatever|any color|do what you|as you like|do not care)\b.*{_NODE}"
    rf"|{_NODE} (?:can|could|may|might) be (?:anything|whatever|any)\b(?! (?:but|except))"
    rf"|\b(?:not|need not) (?:have|need|has) to\b.*{_NODE}|{_NODE} (?:\w+ )?(?:not"
    rf"|need not) (?:have|need) to\b"
    rf"|\b(?:feel )?free to\b(?!.*COL).*{_NODE}|\bno need to\b.*{_NODE}|\b(?:you|i|we) (?:can"
    rf"|may) (?:change|choose|pick|decide|recolor|freely)\b(?!.*COL).*{_NODE}"
    rf"|{_NODE} (?:is|are) not (?:fixed|locked|required|forbidden|restricted|bound)\b"
    rf"|{_NODE}.*\bnot\b.*\bfixed (?:anymore|any more|any longer)\b"
)
#: A forbidden color is allowed again; this applies only if there is such a constraint.
ALLOWS = re.compile(
    rf"{_NODE} (?:now |actually )?(?:can|could|may) (?:\w+ )?(?:be|become|take|have|use|go)\b.*COL"
    rf"|COL (?:is|are|would be) (?:\w+ )?(?:fine|ok|possible|allowed|good|an option|acceptable"
    rf"|alright)\b.*{_NODE}"
    rf"|COL works\b.*{_NODE}|\bi can (?:make|set|use|color|change|turn|do|have)\b.*{_NODE}.*COL"
    rf"|{_NODE}.*COL.*\b(?:again|after all)\b|COL.*{_NODE}.*\b(?:again|after all)\b"
)
_NOT = r"(?:can|could|must|should|may|might|would|will|shall|need) (?:\w+ )?(?:not|never)\b"

_POLITE = re.compile(
    rf"\b(?:can|could|would|will|wo) you (?:{_SOFT} |go ahead and )*{_VERB}\b.*OWN"
    rf"|\b(?:can|could|would) OWN (?:please )?be {_VERBED}\b"
    rf"|\bwould you (?:mind|consider) {_VERBING}\b.*OWN"
    rf"|\bi (?:{_SOFT} )?(?:want|need|ask|would like|expect|order) you to\b.*OWN"
    rf"|\bi (?:already |{_SOFT} )*(?:want|need|told you|said|asked you|asked for|ask for"
    rf"|demand)\b(?! to (?:know|see)).*OWN"
)
_WISH = re.compile(
    r"\b(?:would help|would be (?:\w+ )?(?:nice|great|better|good|best|helpful|cool|lovely|happy"
    r"|easier)|be nice|appreciate|"
    r"better if|nicer if|like it if|love it if|happier if|happy if|prefer|preferably|preference"
    r"|ideally|how about|"
    r"what about|hope|wish|thinking (?:of|about)|considering|rather have|rather be|would rather"
    r"|would like|"
    r"would love|would suit|favorite|like to|could we|can we|shall we|might we|should we|fancy"
    r"|favou?r|hopefully)\b"
)
_MAYBE = re.compile(
    r"\b(?:maybe|perhaps|possibly|would|(?:may|might)(?! not)|i think|i guess|i suppose|i believe"
    r"|leaning|tempted)\b"
)

_ASKS = re.compile(
    r"^(?:(?:and|so|ok|but|then|hey|hi|hello|please|well|now|thanks|also|yes|no|sorry|hmm|um"
    r"|agent\w*) )*"
    r"(?:what|which|how|where|why|who|when(?! (?:OWN|FOR|i|you|all|both)\b)|whose|(?:do|did) (?:you"
    r"|i|we|they|there|any|OWN|FOR|the|my|your|these|those|all|both)\b(?! not\b)|"
    r"(?:can|could|would|will|does|are|were|should|shall|may) "
    rf"(?:you|i|we|they|it|that|this|there|any|{_NODE}|COL|the|my|your|anything|everything|all|both"
    rf"|no)\b(?! not\b)|"
    rf"(?:is|was) (?:it|that|this|there|{_NODE}|COL \w+|the|my|your|anything|everything|everybody"
    rf"|everyone|all)\b|"
    r"any (?:\w+ )?(?:alternatives?|options?|ideas?|suggestions?|conflicts?|chance|problems?"
    r"|solutions?|way|other)\b|"
    r"tell me|show me|show|list|explain|let me know|give me|remind me|check (?:if|whether)|i wonder"
    r"|wondering)\b"
)
_ASKS_LATER = re.compile(
    r"\b(?:can|could|would|will) you (?:solve|find|work|plan|do|handle|manage|color|cope|live)\b"
    r"|\bwhat (?:would|will|can|do) you\b"
)
_SUPPOSE = re.compile(
    r"\b(?:what if|if|suppose|supposing|supposed|assume|assuming|imagine|let us say|lets say"
    r"|let us assume|say that|"
    r"^(?:(?:and|please|just|then|now) )*(?:say|claim|repeat|write|answer|reply)\b|\bbefore (?:you"
    r"|i|we)\b|"
    r"unless|once|as soon as|until|provided|in case|hypothetically|theoretically|whether|given that"
    r"|were to|would have been)\b|^when\b|\bhappens when\b"
)
_MAY = r"(?:can|could|must|should|may|might|will|would|shall|want|works?)"
_FORBID = re.compile(
    rf"\b{_NOT}|\bnot (?:\w+ )?(?:allowed|able|possible|permitted|an option|available|going to be"
    rf"|acceptable|compatible)\b"
    rf"|\bneither\b.*\b{_MAY}\b|\b{_MAY}\b.*\bneither\b"
    r"|\b(?:unable|no circumstances|impossible|forbidden|out of the question|other than|avoid"
    r"|avoids|avoiding|except"
    r"|excluding|never|"
    r"off the table|excluded|prohibited|incompatible|infeasible|ruled? out|rules out|anything but"
    r"|everything but|any but)\b"
    r"|\bCOL (?:is|are) out\b|\b(?:no|not) COL (?:for|on|at|in|to)\b|\bi refuse to\b"
    r"|\bnot (?:changing|touching|making|going to change)\b"
    r"|COL (?:does|do|will|would) not (?:work|do|go|fit)\b|\bno way\b"
)
_ONLY = re.compile(
    r"\b(?:can|could|may|must|should|has to|have to) only\b|\bonly (?:be|choice|option|color"
    r"|possibility|ever|COL|works?)\b"
)
_NEGATE = re.compile(
    r"\b(?:do|did|does|have|has|had|is|are|am|was|were|would|will) (?:(?!COL)\w+ )?not\b"
    r"|\bneither\b|\b(?:stop|without"
    r"|nor|refrain)\b|^not\b"
    rf"|{_NODE} not COL|\bnot (?:{_VERB}|{_VERBING})\b|\bno longer COL\b|^(?:(?!COL).)*\bnot COL\b"
    rf"|\bno COL\b"
)
_REQUIRE = re.compile(
    r"\b(?:must|has to|have to|had to|needs? to|need|needs|got to|required?|requires|stuck"
    r"|forced to|have no choice|no choice but|no alternative|no other (?:color|option|choice)"
    r"|set in stone|"
    r"immutable|unchangeable|frozen|permanent|permanently|always|keeping|i keep|i will keep|fixed"
    r"|locked|stays?|remains?|staying|mandatory|obliged)\b"
)
_IMPERATIVE = re.compile(
    rf"^(?:(?:please|just|now|then|ok|so|and|also|kindly) )*{_VERB}\b.*OWN.*COL|^(?:(?:please|just"
    rf"|now|then|ok|so|and|also|kindly) )*{_VERB}\b.*COL.*OWN|^(?:can|could|would) OWN (?:be|become"
    rf"|turn|go) COL please"
)
#: A statement about a color is denied, or its event did not happen.
_UNREAL = re.compile(
    r"\b(?:doubt|doubtful|almost|nearly|tried|attempted|failed to|forgot to|pretend(?:ed|ing)?"
    r"|false|untrue)\b"
    r"|\bcan not (?:believe|imagine|understand|see|remember|tell|say|know|think)\b"
    r"|\b(?:i|we) (?:have )?never (?:said|told|wrote|meant|thought|believed|claimed|mentioned|had"
    r"|made|set"
    r"|put|changed|turned|switched|colored|used|gave|did)\b"
)
_AGAINST = re.compile(r"\b(?:rather not|prefer not|not like|hate|dislike)\b")
_DONE = re.compile(
    rf"\b(?:i|we)(?: have)? (?:{_SOFT} |already |recently |ve )*{_VERBED}\b|\b(?:i|we) (?:have|had"
    rf"|own|hold)\b"
    rf"|\b(?:i|we) am (?:now )?(?:using|having|at|on)\b|{_NODE} (?:has|have) been {_VERBED}\b"
    rf"|{_NODE} (?:{_SOFT} )*(?:turned|became|went|was (?:just |now )?(?:changed|set|switched|turned))\b"
)
_PLAN = re.compile(
    r"\b(?:i|we) (?:\w+ )?(?:will|am going to|are going to|can|could|may|might|would|plan|intend"
    r"|shall|want to|am about to|am willing|"
    r"am happy to|want|am planning)\b"
    rf"|(?:{_NODE}|you|that) (?:will|can|could|may|might|would) (?:\w+ )?(?:be|become|turn|go|have"
    rf"|take|stay|make|set|change|use|pick|switch)\b"
)
_ORDER = re.compile(rf"\b{_VERB}\b")
_SUBJECT = re.compile(
    r"^(?:(?:and|so|ok|but|then|now|also|yes|no|sorry|well) )*(?:i|we|they|he|she|it|someone"
    r"|everybody|people)\b"
)
_KEEP = re.compile(
    r"\b(?:keep|leave|(?:do not|never) (?:\w+ )?(?:change|touch|move|alter|modify|recolor))\b"
    r"|\b(?:as (?:it|they) (?:is|are)|as is|alone)\b"
)
_STATE = re.compile(
    rf"= |: |:= |-> |=> |== |\b(?:is|are|has|have|in|to|as|for|on|colored|now)\b|{_NODE} COL|'s COL"
)


#: Words of a plain statement about a color.
_STATING = words(
    """
    OWN FOR COL a actually again all am oops definitely certainly afterwards first already also an
    and are as at back be been before both btw but by changed color colored colors current currently
    done finally for from fyi going go gone got has have having heads hello here hey hi i in indeed
    info insist instead into is it its just kept like made me meant mine moment moved my nodes node
    now of ok on our over painted picked please present presently put recolored remains respectively
    right said same set side since so still stays sure switched that the then think this time to too
    told turn turned up update updated use used using 've was we went were with yes you your
    yourself became become becomes taken took gave given chose chosen assigned flipped swapped
    recently repainted simply really everything sorry thanks well help because turns simultaneously
    today vertex vertices either them these those they one ones had = := -> => == : - ( & / + , 's
    hmm yeah oh own hold
    """
)
#: Words that are recognized with one typing error.
_SLIPS = ("change", "changed", "switch", "please", "color", "colored", "currently", "already", "paint")


def is_plain(shape: str) -> bool:
    """Return whether a statement has no word that could change its meaning."""
    strange = [word for word in re.sub(r"\bnot COL\b", "", shape).split() if word not in _STATING]
    return all(any(one_slip(word, meant) for meant in _SLIPS) for word in strange)


def mood_of(shape: str, *, has_color: bool, last_asks: bool = False) -> Mood | None:
    """
    Return the mood of a clause; None if nothing in it decides.

    Parameters
    ----------
    shape
        Shape of the clause.
    has_color
        Whether the clause names a color: "don't change b3" keeps b3, "don't change b3 to red" does not.
    last_asks
        Whether the clause ends a sentence with a question mark.
    """
    if re.search(r"\bif you\b", shape) and _WISH.search(shape):
        return "prefer"
    if (
        _COMPLAINT.search(shape)
        and not _POLITE.search(shape)
        and ("COL" in shape or not _ASKS.search(shape))
    ):
        return "complaint"
    if _AGAINST.search(shape) or (has_color and _UNREAL.search(shape)):
        return "negate"
    if (
        _LOOSEN.search(shape)
        and not re.search(
            r"\b(?:not|never) (?:\w+ )?(?:forget|drop|release|ignore|undo|cancel"
            r"|remove|lift)\b",
            shape,
        )
        and "except" not in shape
        and not shape.startswith(("what", "which", "how", "why", "whether"))
    ):
        return "loosen"
    if _POLITE.search(shape) and not re.search(rf"\b(?:{_NOT}|not|never|if)\b", shape):
        return "order"
    if _WISH.search(shape) and not shape.startswith("what would"):
        return "prefer" if has_color or not last_asks else "ask"
    if _SUPPOSE.search(shape):
        return "suppose"
    if (
        _IMPERATIVE.search(shape)
        and not re.match(r"(?:do|have) (?:you|i|we)\b", shape)
        and not re.search(rf"\b(?:{_NOT}|not|never|or)\b", shape)
    ):
        return "order"
    if _ASKS.search(shape):
        return "ask"
    if _MAYBE.search(shape) and not re.search(r"\bcan not\b", shape) and has_color and "COL" in shape:
        return "prefer"
    if _ASKS_LATER.search(shape):
        return "ask"
    if not has_color and _KEEP.search(shape) and "OWN" in shape:
        return "keep"
    if _FORBID.search(shape) or _ONLY.search(shape):
        return "forbid" if not last_asks else "ask"
    if _NEGATE.search(shape):
        return "negate"
    if last_asks:
        return "ask"
    return _plain_mood(shape)


def _plain_mood(shape: str) -> Mood | None:
    if re.search(r"\b(?:can|could|may|might) (?:stay|remain|keep|stick)\b", shape):
        return "plan"
    if _REQUIRE.search(shape):
        return "require"
    if re.search(r"\bshould\b|\bought to\b|\bsupposed to\b", shape):
        return "should"
    if _DONE.search(shape):
        return "done"
    if _PLAN.search(shape):
        return "plan"
    if _ORDER.search(shape) and not _SUBJECT.search(shape):
        return "order"
    return "state" if _STATE.search(shape) else None


def only(shape: str) -> bool:
    """Return whether a prohibition names the colors that remain allowed: "can only be red"."""
    excepted = re.search(r"\b(?:except|but|excluding|other than)\b", shape)
    if re.search(r"\bnot be anything (?:but|except|other than)\b", shape):
        return True
    return bool(_ONLY.search(shape)) and not excepted


def asks(shape: str) -> bool:
    """Return whether a clause begins like a question."""
    return bool(_ASKS.search(shape))


def asks_meaning(shape: str) -> bool:
    """Return whether a clause asks for the meaning of words, not for facts."""
    return bool(_MEANING.search(shape))
