"""
Answers that choose among what the agent asked about: "the second one", "neither", "not red".

"Yes" to a question with several colors for one node chooses none of them, so the agent asks again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...wording.phrases import enumerated
from ..guessing.clauses import shape_of
from ..reading import Alternative, Reading
from ..tokens import Token
from ..understanding.revisions.contradictions import which

_LEAD = (
    r"(?:(?:no|well|ok|oh|yes|hmm?|sure|sorry|then|please|i|want|would|like|take|prefer|use|say|mean"
    r"|actually|only|just|rather|correct) )*"
)
_ONE = r"(?: (?:one|option|color|choice))?"
_END = (
    r"(?: (?:please|leave it(?: then| be)?|forget it|then|thanks|now|sorry"
    r"|of (?:them|(?:those|these|the)(?: two)?)|for me|with me))*"
)
_PLACES = (
    re.compile(
        rf"{_LEAD}(?:(?:the )?(?:first|former){_ONE}|(?:(?:option|choice|number|no) )?(?:1|one|a)){_END}"
    ),
    re.compile(
        rf"{_LEAD}(?:(?:the )?(?:second|latter){_ONE}|(?:(?:option|choice|number) )?(?:2|two|b)){_END}"
    ),
    re.compile(rf"{_LEAD}(?:(?:the )?third{_ONE}|(?:(?:option|choice|number) )?(?:3|three|c)){_END}"),
)
_LAST = re.compile(rf"{_LEAD}(?:the )?last{_ONE}{_END}")
_NONE = re.compile(
    rf"{_LEAD}(?:neither|none|no|nope|not (?:those|these|any|anymore|any more|now)|no longer"
    rf"|nothing){_END}"
    r"(?: (?:no|neither|none))?"
)
_ANY = re.compile(
    rf"{_LEAD}(?:either|any|whatever(?: you (?:want|like|prefer))?|whichever|both"
    r"|(?:do|does) not (?:care|mind|matter)"
    r"|(?:whichever|whatever)(?: one)? (?:works|suits you|fits|you prefer)"
    r"(?: best| better)?(?: for you)?"
    r"|it does not matter|you (?:choose|decide|pick)|(?:it is )?up to you|your choice|as you like"
    r"|(?:both|either)(?: one)? (?:is|are|works?|would be|will do)(?: (?:fine|ok|good|alright))?"
    rf"|no preference|all the same to me){_ONE}{_END}"
)
_ANY_TWICE = re.compile(rf"{_ANY.pattern} {_ANY.pattern}")
_BOTH = re.compile(rf"{_LEAD}(?:both|all|all of them|both of them|yes to both|do both){_END}")
_NOT_SEVERAL = re.compile(
    rf"{_LEAD}(?:not|neither) COL (?:and|nor|or) (?:also )?(?:not )?COL(?: either)?{_END}"
)
_NOT = re.compile(rf"(?:no )?(?:(?:it|that) is |please |i (?:said|mean|meant) )*not COL{_END}")
#: "Green", "h1 is green", "h1".
_NAMED = re.compile(
    rf"{_LEAD}(?:(?:OWN|FOR){_END}|(?:(?:OWN|FOR) )?(?:(?:is|must be|stays|has to be|it is) )?COL{_END})"
)
_YES = re.compile(rf"{_LEAD}(?:yes|ok|sure|right|correct|exactly|agreed|do it|please do){_END}")


#: "Only h5", "h5 yes, h2 no".
_NODE = "(?:OWN|FOR)"
_BY_NODE = re.compile(
    rf"(?:the )?{_NODE}{_END}|(?:ok |yes )?(?:only|just) (?:for |on |to )?(?:my |your )?{_NODE}"
    rf"|{_NODE} (?:only|alone|yes)|yes (?:for|on|to|but only|but just|only) (?:for |on |to )?{_NODE}"
    rf"|(?:yes (?:for|on|to) )?{_NODE} (?:yes )?(?:and |but )?not (?:for |on |to )?{_NODE}"
    rf"|{_NODE} yes (?:and |but )?{_NODE} no"
    rf"|yes (?:for|on|to) {_NODE} (?:and |but )?no (?:for|on|to) {_NODE}"
)


def _chosen_by_node(spoken: Sequence[Token], asked: Sequence[Reading]) -> tuple[Reading, ...] | None:
    """Return what was asked about the first node of an answer; None if it is no such answer."""
    named = [token.text for token in spoken if token.is_node]
    about = {one.node for one in asked if one.color is not None}
    if len(about) < 2 or not {*named} <= about or not _BY_NODE.fullmatch(shape_of(spoken)):
        return None
    return tuple(one for one in asked if one.node == named[0] and one.color is not None)


def read_choice(tokens: Sequence[Token], asked: Sequence[Reading]) -> tuple[Reading, ...] | None:
    """
    Read a message as a choice among what was asked.

    Returns
    -------
    tuple or None
        The readings: a refusal if nothing is chosen; None if the message is no such answer.
    """
    spoken = [token for token in tokens if token.kind != "sign"]
    if not asked or not spoken:
        return None
    if any(token.is_node for token in spoken):
        return _chosen_by_node(spoken, asked)
    shape = shape_of(spoken)
    colored = [one for one in asked if one.color is not None]
    same_node = len({one.node for one in asked}) == 1
    if _NOT.fullmatch(shape):
        (color,) = (token.text for token in spoken if token.is_color)
        return _all_but(color, asked) if same_node else None
    unsure = re.sub(r"\b(?:hmm?|well|no) ", "", shape)
    if _NOT_SEVERAL.fullmatch(unsure) and same_node and asked[0].kind == "demand":
        excluded = dict.fromkeys(token.text for token in spoken if token.is_color)
        return tuple(Reading("negation", asked[0].node, color) for color in excluded)
    if len(colored) > 1 and not same_node and _BOTH.fullmatch(shape):
        return tuple(colored)
    if len(colored) > 1:
        denied = [
            one
            for one, place in zip(colored, _PLACES, strict=False)
            if shape.startswith("not ") and place.fullmatch(shape[4:])
        ]
        if denied and not same_node and len(colored) == 2:
            return tuple(one for one in colored if one not in denied)
        if same_node and denied:
            return _all_but(denied[0].color or "", asked)
        chosen = [one for one, place in zip(colored, _PLACES, strict=False) if place.fullmatch(shape)]
        if _LAST.fullmatch(shape):
            chosen = colored[-1:]
        if chosen:
            return tuple(chosen)
        if same_node and _YES.fullmatch(shape):
            return tuple(which(colored))
    if _NONE.fullmatch(shape):
        return (Reading("refuse"),)
    if same_node and (_ANY.fullmatch(shape) or _ANY_TWICE.fullmatch(shape)):
        return (Reading("indifferent", asked[0].node),)
    return None


def chosen_of(tokens: Sequence[Token], choices: Sequence[Alternative]) -> Alternative | None:
    """
    Read a message as a choice among the meanings that the agent listed.

    Returns
    -------
    Alternative or None
        The choice, with a refusal if it is none of the list; None if the message is no such answer.
    """
    shape = shape_of([token for token in tokens if token.kind != "sign"])
    if not choices or not shape:
        return None
    for choice, place in zip(choices, _PLACES, strict=False):
        if place.fullmatch(shape):
            return choice
    if _LAST.fullmatch(shape):
        return choices[-1]
    if _NAMED.fullmatch(shape) and (chosen := _named(tokens, choices)) is not None:
        return chosen
    if _NONE.fullmatch(shape) or re.fullmatch(rf"{_LEAD}something else{_END}", shape):
        return Alternative((Reading("refuse"),))
    meant = [choice for choice in choices if choice.readings or choice.questions]
    if len(meant) == 1 and _YES.fullmatch(shape):
        return meant[0]
    return None


def _named(tokens: Sequence[Token], choices: Sequence[Alternative]) -> Alternative | None:
    """Return the only meaning in which a node has the named color, or that is about the named node."""
    if any(token.text == "?" for token in tokens):
        return None
    colors = {token.text for token in tokens if token.is_color}
    nodes = {token.text for token in tokens if token.is_node}
    if not colors:
        # "H4" chooses the meaning that is about h4 alone.
        alone = [one for one in choices if {r.node for r in one.readings} - {None} == nodes]
        return alone[0] if len(alone) == 1 else None
    found = [
        choice
        for choice in choices
        for one in choice.readings
        if one.kind in ("required", "report") and one.color in colors and nodes <= {one.node}
    ]
    return found[0] if len(found) == 1 else None


def which_of(tokens: Sequence[Token], choices: Sequence[Alternative]) -> Reading | None:
    """Return the question which meaning a yes chooses, where the agent listed several."""
    shape = shape_of([token for token in tokens if token.kind != "sign"])
    if len(choices) < 2 or not _YES.fullmatch(shape):
        return None
    numbers = enumerated(map(str, range(1, len(choices) + 1)), "or")
    return Reading("doubt", None, None, 0.4, f"Which one: {numbers}?")


def _all_but(color: str, asked: Sequence[Reading]) -> tuple[Reading, ...]:
    """Return what is left of a question about one node without a color."""
    left = [one for one in asked if one.color not in (None, color)]
    if left:
        return tuple(which(left))
    if any(one.color is not None for one in asked):
        return (Reading("refuse"),)
    node = asked[0].node
    own = asked[0].kind == "demand"
    question = f"Which color do you want for {node}?" if own else f"Which color does {node} have?"
    return (Reading("doubt", node, None, 0.4, question),)


__all__ = ["chosen_of", "read_choice", "which_of"]
