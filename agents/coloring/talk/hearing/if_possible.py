"""
Orders with an alternative: "make b2 blue if you can, otherwise leave it".

The condition is about the agent alone, so that it can decide it: the order holds if the agent's exact
computation finds that the color costs no conflict, else the alternative does. Any other alternative
is not acted upon, and the agent says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from solver import BudgetError

from ...bargaining.feasibility import feasible
from ...situation import NodeColor, Situation
from ...view import View
from ...wording.phrases import listed, sentences_in
from ..grammar.interpretation import NO_CONDITIONS
from ..reading import Question, Reading, Understanding
from ..tokens import outline, tokens_of
from ..understanding import understand
from .courtesies import courtesy_in
from .put_as_questions import put_as_questions
from .subjects import with_subject

_THAT = r"(?:it|that|this)"
_NO = r"(?:not|n'?t)"
_POSSIBLE = r"(?:possible|feasible|doable|ok|okay|fine|alright|all right)"
_FOR_YOU = r"(?: (?:for|with) you| on your side)?"
_COSTS = r"(?:costs?|causes?|gives?|makes?|creates?|brings?|produces?|leads? to)"
_CONFLICT = r"(?:(?:a|any|new|more|extra|another) )*(?:conflicts?|clash(?:es)?)"
#: What the agent can decide alone.
_IF_POSSIBLE = re.compile(
    r",? ?\b(?:(?:if|where|when) (?:at all |it is |it's |that is |that's |this is )*"
    rf"{_POSSIBLE}{_FOR_YOU}"
    rf"|if {_THAT} (?:would be|'d be) {_POSSIBLE}{_FOR_YOU}"
    rf"|if you (?:can|could|are able to|'re able to)(?: (?:do|manage) {_THAT})?"
    r"|if you (?:like|want|wish|prefer)(?: to)?"
    rf"|if {_THAT} (?:works|fits|would work|would fit|can work|can be done)(?: out)?{_FOR_YOU}"
    rf"|if {_THAT} {_COSTS} (?:you |us )?no (?:new |more |extra )?(?:conflicts?|clash(?:es)?)"
    rf"|if {_THAT} (?:does|do|wo|will|would) ?{_NO} {_COSTS} (?:you |us )?{_CONFLICT}"
    rf")(?: without {_CONFLICT})?(?=$|[\s,.;:!?-])",
    re.IGNORECASE,
)
_UNLESS_SO = (
    rf"if (?:you )?(?:can(?: ?not|'?t)|could ?n'?t|could not)(?: (?:do|manage) {_THAT})?"
    rf"|if {_THAT} (?:is|'s|would be) ?(?:{_NO} {_POSSIBLE}|impossible){_FOR_YOU}"
    rf"|if {_THAT} (?:does|do|wo|would|will) ?{_NO} (?:work|fit|go)(?: out)?{_FOR_YOU}|if impossible"
    rf"|if {_THAT} (?:fails|isn'?t {_POSSIBLE})|failing that"
)
#: What divides an order from its alternative; "else" has to begin a clause: not "anything else".
_OTHERWISE = re.compile(
    rf"\s*(?:[,.;:!?]|\s-)?\s*\b(?:(?:and|but|or),? )*(?:otherwise|(?:{_UNLESS_SO}))\b[,:]?\s*"
    rf"|\s*(?:[,.;:!?]\s*(?:or )?|\bor )else\b[,:]?\s*"
    rf"|\s*[,.;:!?]\s*(?:(?:and|but|or) )?if not\b[,:]?\s*",
    re.IGNORECASE,
)
#: A wish, the question whether it is possible, and "if so, do it".
_IF_SO = re.compile(
    rf"[.,;!-]*\s*(?:(?:(?:is|would|could|will) {_THAT} (?:be )?{_POSSIBLE}{_FOR_YOU}|"
    rf"(?:does|would|will) {_THAT} work{_FOR_YOU}|(?:can|could) you do {_THAT})\s*\?\s*)?"
    rf"if (?:yes|so|(?:it|that) is(?: possible)?|it does|you can|possible|(?:it|that) works),? "
    r"(?:then )?(?:please )?(?:just )?"
    rf"(?:do (?:it|so|that)|go ahead|make it so)(?: please)?(?=\s*[,.;!]|\s*$)",
    re.IGNORECASE,
)
#: The alternative alone, of an order that was not given: "if you can't make b2 blue, make it green".
_ONLY_OTHERWISE = re.compile(
    r"\W*(?:(?:please|and|but|so|ok|well|or),? )*if you (?:can ?not|can'?t|could ?n'?t|could not"
    r"|are not able to) (?P<order>(?:make|set|put|turn|color|paint|change|keep|switch)\b[^,]*?)"
    r"(?:, (?:then )?| then )(?P<otherwise>.+)",
    re.IGNORECASE,
)
#: A condition that is not about the agent alone.
_OTHER_CONDITION = re.compile(
    r"\b(?:if|when|unless|until|once|provided|providing|as long as|while|after|before|in case|depending"
    r"|except|because|since|in return|in exchange|but)\b",
    re.IGNORECASE,
)
#: A condition, other than a polite one.
_CONDITION = re.compile(
    r"\b(?:if|unless|when|once|provided|as long as|in case)\b"
    r"(?! you (?:please|do not mind|don'?t mind)\b)",
    re.IGNORECASE,
)
_AS_IT_IS = (
    r"(?:,? (?:just )?(?:as|like|how|the way) (?:it|they|things|everything|that)?(?: is| are|'s| was"
    r"| were)?(?: now| currently)?|,? (?:alone|be|unchanged|the same|so|like (?:this|that)))?"
)
_ALL = (
    r"(?:(?:it|that|this|them|everything|all|things|both|the (?:rest|colors?|node)|NODE)"
    r"(?: (?:all|of them|both))?)"
)
_LEAVE = re.compile(
    rf"(?:please |just |then |you can |you may )*(?:(?:leave|keep) {_ALL}{_AS_IT_IS}"
    rf"|let {_ALL} (?:be|stay){_AS_IT_IS}"
    rf"|(?:it|everything|all|NODE) (?:can |may |should )?(?:stays?|remains?){_AS_IT_IS}"
    r"|stay(?: as you are| put)?|do nothing|do not(?: (?:do (?:it|so|that|anything)|bother))?"
    r"|(?:do not )?change (?:nothing|anything)|no changes?|nothing|forget (?:it|that|about it)"
    r"|(?:it|that) is (?:fine|ok|okay|alright|all right|no problem|not important)(?: (?:too|as well))?"
    r"|(?:it|that) is (?:your (?:choice|decision)|up to you)|whatever(?: you (?:like|want))?"
    r"|(?:you (?:can |may )?)?(?:choose|decide)(?: (?:yourself|freely|what you like))?"
    r"|i do not (?:care|mind)"
    r"|(?:it|NODE) can be (?:anything|any color)|any (?:other )?color(?: (?:you like|is fine|will do))?"
    r"|i understand|too bad|so be it|do not worry|(?:it|that) does not matter"
    r"|never mind|no(?: problem| worries)|skip (?:it|that)|ignore (?:it|that)"
    r"|(?:tell me|let me know|say so|say no)(?: (?:why(?: not)?|please|so|that|then))*)"
    r"(?: (?:please|thanks|thank you|then|too))*"
)
_ONE_COLOR = re.compile(
    r"(?:please |just |then |maybe |rather )*(?:(?:make|take|use|keep|leave|put|try|choose|pick|set|turn"
    r"|paint|color|go (?:with|for|back to)|stay|remain) )?(?:at |with |on )?(?:(?:it|that|NODE) )?"
    r"(?:(?:to|in|as|be|stay|is|stays) )*COLOR(?: (?:please|then|instead|is (?:fine|ok|okay)|thanks))*"
)
#: Words that say what would be, and order nothing.
_STATES = re.compile(
    r"(?:i|we|it|that|this|there|you|they|my|our|your|[a-z]+\d+ (?:is|will|would))\b", re.IGNORECASE
)
#: More of a condition: "if you can and Agent1 agrees".
_AND_MORE = re.compile(r",? (?:and|or|but)\b", re.IGNORECASE)
#: Courtesies, which make no condition: "I'd appreciate it if you could".
_COURTEOUS = re.compile(
    r"\b(?:it|appreciate|nice|great|good|better|best|kind|helpful|cool|glad|happy|grateful|thankful)\s*$",
    re.IGNORECASE,
)
#: What makes an order of several parts, of which the condition may be about one.
_PARTS = re.compile(r"\b(?:also|too|as well)\b|[,;] ?(?:and|but|then)\b", re.IGNORECASE)
#: Words that are about the order before them, and are not to be read without it.
_ABOUT_IT = re.compile(
    r"\b(?:it|its|that|this|them|those|these|so|then|same|too|also|as well|even|only|deal|ok|okay"
    r"|insist|anyway|all the same|any cost|conflicts?|in (?:return|exchange)"
    r"|(?:i|we)(?: will|['\u2019]ll| shall| take| turn| give| make| change| switch| set| put| go))\b",
    re.IGNORECASE,
)
_BARE = re.compile(r"\bif not\W*$", re.IGNORECASE)
_SIGNS = re.compile(r"^[\s,.;:!-]+|[\s,.;:!-]+$")


class _Divided(NamedTuple):
    """An order, its alternative and the rest; whether a condition was said, or a question asked."""

    order: str
    otherwise: str
    rest: str
    conditional: bool
    asked: bool


def ordered_if_possible(
    text: str,
    view: View,
    situation: Situation,
    shown: Situation,
    peer: str,
    asked: Sequence[Reading] = (),
) -> tuple[Understanding, list[str]] | None:
    """
    Return what an order with an alternative comes to, and replies; None if a text is none.

    Parameters
    ----------
    shown
        Situation as the person saw it, in which its words are read.
    asked
        What the agent asked about last: who repeats it with "if you like" says yes.
    """
    unclear = None
    for found in _divided(text):
        wanted = _ordered(understand(found.order, view, shown))
        if wanted and "?" not in found.order:
            return _decided(text, found, wanted, view, situation, shown, peer)
        if found.conditional and _names_own(found.order, view):
            unclear = _refused(text)
    return (
        unclear
        or _refused_condition(text, view, shown)
        or _without_alternative(text, view, situation, shown, peer, asked)
    )


def _without_alternative(
    text: str, view: View, situation: Situation, shown: Situation, peer: str, asked: Sequence[Reading]
) -> tuple[Understanding, list[str]] | None:
    """Return what "make b2 blue if you can" comes to: otherwise nothing is to change."""
    sentences = sentences_in(text)
    for i, sentence in enumerate(sentences):
        order, conditions = _IF_POSSIBLE.subn("", sentence)
        found = [*_IF_POSSIBLE.finditer(sentence)]
        if any(_AND_MORE.match(sentence, one.end()) for one in found):
            continue
        if any(_COURTEOUS.search(sentence[: one.start()]) for one in found):
            continue
        order = re.sub(r"\s+(?=[,.;!?])|^[\s,.;:!-]+", "", order)
        if not conditions or "?" in sentence or _OTHER_CONDITION.search(order):
            continue
        wanted = _ordered(understand(order, view, shown))
        if not wanted or not {one.node for one in wanted} <= {*view.border_to(peer)}:
            continue
        if {(one.node, one.color) for one in wanted} <= {(one.node, one.color) for one in asked}:
            continue
        several = len({one.node for one in wanted}) > 1
        if several and (_PARTS.search(order) or _is_between(sentence, found, view)):
            continue
        rest = " ".join([*sentences[:i], *sentences[i + 1 :]])
        if rest and courtesy_in(rest) is None and _hangs_on(rest, wanted, view, shown):
            continue
        divided = _Divided(order, "leave it", rest, True, False)
        read = _decided(text, divided, wanted, view, situation, shown, peer)
        # What the other sentences say is not to be lost for this one.
        return None if read is None or read[0].doubts else read
    return None


def _is_between(sentence: str, conditions: Sequence[re.Match[str]], view: View) -> bool:
    """Return whether a condition stands between nodes: "a4 green, if possible a2 blue"."""
    return any(
        _names_own(sentence[: one.start()], view) and _names_own(sentence[one.end() :], view)
        for one in conditions
    )


def _hangs_on(rest: str, wanted: Sequence[NodeColor], view: View, shown: Situation) -> bool:
    """Return whether other sentences are about the order, or suppose a color that decides it."""
    if _ABOUT_IT.search(rest) is not None or _IF_POSSIBLE.search(rest) is not None:
        return True
    beside = understand(rest, view, shown)
    named = {one.node for one in beside.readings} | {one.node for one in beside.assignments}
    return bool(
        named & {one.node for one in wanted}
        or beside.of("preference", "hypothetical")
        or any(question.supposed for question in beside.questions)
    )


def _refused_condition(
    text: str, view: View, shown: Situation
) -> tuple[Understanding, list[str]] | None:
    """Act on no order whose condition would be left out: "if it helps you, otherwise leave it"."""
    at = _OTHERWISE.search(text)
    said = text[: at.start()] if at is not None else text
    condition = _CONDITION.search(said) if at is not None else None
    if condition is None or not _is_alternative(text[at.end() :] if at is not None else "", view):
        return None
    understood = understand(text, view, shown)
    acts = bool(understood.demands) or (understood.unread and _names_own(said, view))
    return _refused(text) if acts else None


def _is_alternative(text: str, view: View) -> bool:
    """Return whether words leave everything as it is, or name one color."""
    said = outline([one for one in tokens_of(_SIGNS.sub("", text), view) if one.text != "\n"])
    return bool(_LEAVE.fullmatch(said) or _ONE_COLOR.fullmatch(said))


def _decided(
    text: str,
    found: _Divided,
    wanted: tuple[NodeColor, ...],
    view: View,
    situation: Situation,
    shown: Situation,
    peer: str,
) -> tuple[Understanding, list[str]] | None:
    """Return what holds of an order and its alternative; None if the words are no alternative."""
    alternative = _alternative(found.otherwise, wanted, view, shown)
    if not {one.node for one in (*wanted, *(alternative or ()))} <= {*view.border_to(peer)}:
        return _refused(text) if found.conditional else None
    if alternative is None:
        gives_reason = (
            _STATES.match(found.otherwise) and _ordered(understand(text, view, shown)) == wanted
        )
        return _refused(text) if found.conditional and not gives_reason else None
    polite = courtesy_in(found.rest) if found.rest else None
    says_more = bool(found.rest) and polite is None
    beside = understand(found.rest, view, shown) if says_more else Understanding("")
    # The words of the order say nothing of the other questions.
    beside = replace(beside, questions=tuple(with_subject(q, found.rest) for q in beside.questions))
    if beside.doubts or beside.unread or beside.of("hypothetical", "agree", "refuse"):
        return _refused(text)
    known = situation.but(beliefs={**situation.beliefs, **beside.reports})
    replies = [polite] if polite is not None else []
    question = Question("Q3", supposed=wanted)
    try:
        if _is_free(wanted, beside.demands, view, known):
            ordered = () if found.asked else wanted
            return _taken(found.order, ordered, beside, *[question] * found.asked), replies
        new = tuple(one for one in alternative if situation.colors.get(one.node) != one.color)
        if not new or _is_free(new, beside.demands, view, known):
            return _taken(found.otherwise, alternative, beside, question), replies
    except BudgetError:
        return _refused(text)
    if not _is_allowed(new, view, known):
        return _taken(found.otherwise, alternative, beside, question), replies
    if len(new) > 1 or not _is_allowed(wanted, view, known):
        return _refused(text)
    ((node, color),) = [(one.node, one.color) for one in new]
    both = f"With {_text(wanted)} I would have a conflict, and with {node} {color} as well."
    ask = f"{both} Shall I make {node} {color} all the same?"
    doubt = Reading("doubt", node, color, 0.4, ask, deliberate=True)
    return Understanding(found.otherwise, (*beside.readings, doubt), beside.questions), replies


def _text(pairs: Sequence[NodeColor]) -> str:
    return listed({one.node: one.color for one in pairs})


def _divided(text: str) -> Iterator[_Divided]:
    """Divide a text into an order, its alternative and the rest, in the ways in which it can be."""
    sentences = sentences_in(text)
    spans = [(i, end) for end in range(1, len(sentences) + 1) for i in reversed(range(end))]
    for start, end in spans:
        said = " ".join(sentences[start:end])
        rest = " ".join([*sentences[:start], *sentences[end:]])
        if only := _ONLY_OTHERWISE.fullmatch(said):
            yield _Divided(only["order"], _SIGNS.sub("", only["otherwise"]), rest, True, True)
            continue
        at = _OTHERWISE.search(said)
        otherwise = _SIGNS.sub("", said[at.end() :]) if at is not None else ""
        if at is None or re.search(r"\w", otherwise) is None:
            continue
        order, if_so = _IF_SO.subn("", said[: at.start()])
        order, conditions = _IF_POSSIBLE.subn("", order)
        order = _SIGNS.sub("", order)
        # "Make b2 green if not blue" names no alternative.
        bare = _BARE.search(at[0]) is not None and len(otherwise.split()) == 1
        if not order or bare or _OTHER_CONDITION.search(order):
            continue
        asked = "?" in at[0] and not if_so and bool(put_as_questions(f"{order}?", [NodeColor("", "")]))
        yield _Divided(order, otherwise, rest, bool(if_so or conditions), asked)


def _ordered(understood: Understanding) -> tuple[NodeColor, ...]:
    """Return the own nodes and colors that a text orders or wishes for; nothing if it says more."""
    kinds = {one.kind for one in understood.readings}
    if understood.questions or understood.unread or understood.choices or not kinds <= {"demand"}:
        return ()
    return tuple(dict.fromkeys(understood.demands))


def _alternative(
    text: str, wanted: Sequence[NodeColor], view: View, shown: Situation
) -> tuple[NodeColor, ...] | None:
    """Return what is to hold otherwise: nothing, or colors of own nodes; None if it is neither."""
    tokens = [one for one in tokens_of(text, view) if one.text != "\n"]
    said = outline(tokens)
    if _LEAVE.fullmatch(said):
        return ()
    nodes = {one.node for one in wanted}
    named = {one.text for one in tokens if one.is_node} or nodes
    colors = [one.text for one in tokens if one.kind == "color"]
    if _ONE_COLOR.fullmatch(said) and len(named) == len(colors) == 1 and named <= {*view.own}:
        return (NodeColor(*named, *colors),)
    about = tuple(nodes) if len(nodes) == 1 else ()
    if "?" in text or _OTHER_CONDITION.search(text):
        return None
    return _ordered(understand(text, view, shown, about=about)) or None


def _names_own(text: str, view: View) -> bool:
    return any(token.kind == "own" for token in tokens_of(text, view))


def _is_allowed(wanted: Sequence[NodeColor], view: View, situation: Situation) -> bool:
    """Return whether no fixed color, no deal and no limit is against colors of own nodes."""
    barred = view.barring(situation.barred).barred
    return not any(
        view.fixed.get(one.node, one.color) != one.color
        or situation.committed.get(one.node, one.color) != one.color
        or one.color in barred.get(one.node, ())
        for one in wanted
    )


def _is_free(
    wanted: Sequence[NodeColor], besides: Sequence[NodeColor], view: View, situation: Situation
) -> bool:
    """Return whether colors of own nodes are allowed and leave no more conflicts than there must be."""
    if not _is_allowed(wanted, view, situation):
        return False
    colors = {one.node: one.color for one in wanted}
    # What was demanded of these nodes before ends with the order.
    free = situation.but(pins=tuple(one for one in situation.pins if one.node not in colors))
    also = {one.node: one.color for one in besides}
    least, left = (feasible(view, free, one, explain=False) for one in (also, {**also, **colors}))
    return left.conflicts <= least.conflicts


def _taken(
    text: str, wanted: Sequence[NodeColor], beside: Understanding, *asked: Question
) -> Understanding:
    ordered = tuple(Reading("demand", one.node, one.color) for one in wanted)
    return Understanding(
        text, readings=(*beside.readings, *ordered), questions=(*beside.questions, *asked)
    )


def _refused(text: str) -> tuple[Understanding, list[str]]:
    doubt = Reading("doubt", None, None, 0.4, NO_CONDITIONS, deliberate=True)
    return Understanding(text, readings=(doubt,)), []
