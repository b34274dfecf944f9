"""
Parts of a message that belong together: suppositions on both sides, a correction, and all that one can.

"What if I turned h5 red, would blue be an option for b2 then?" supposes one coloring; "h1 red, sorry, I
mean green" states one color; "red for h2 and blue for h5 is all I can do" leaves no other color.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from ..situation import NodeColor
from ..view import View
from .grammar import Interpretation
from .pairs import pairs_of
from .reading import Question, Reading
from .tokens import Token
from .wordlist import words

_SUPPOSES = re.compile(
    r"^(?:(?:and|so|but|ok|hm+|,|well) )*(?:what if|if|suppose|supposing|imagine|assuming)\b"
)
_IF = re.compile(r"\b(?:if|when|provided|assuming|suppose)\b")
_GIVES = re.compile(
    r"\bif i (?:give|gave|offer|offered|let you have) (?:you|it)\b[^?]*"
    r"\b(?:would|will) you\b(?! (?:still|be able))"
)
#: Words that take back the color before them and lead to the right one.
_CORRECTING = words(
    "sorry no oh eh er ehm um uh wait oops ups rather actually mean meant correction pardon"
)
_BESIDE_CORRECTION = words("i , - ... . my mistake bad wrong it is it's still of course that to in")
_ONLY = re.compile(
    r"\b(?:is|are|would be) (?:really )?(?:all|everything|the only (?:thing|things|option|options|way"
    r"|colors?|combination|possibility|choice)) (?:that )?(?:i|we) (?:can|could) "
    r"(?:do|offer|have|use|manage|take|give|make|set)(?: here| for you| there)?$"
)
_NOT = words("not no never or either if ? would unless but maybe perhaps")


def without_corrected(tokens: Sequence[Token]) -> list[Token]:
    """
    Return a message without a color that its author takes back for another one.

    Only words of correction may stand between the two; "not" or a node there says something else.
    """
    found = list(tokens)
    places = [i for i, token in enumerate(found) if token.is_color]
    for first, second in itertools.pairwise(places):
        between = found[first + 1 : second]
        said = {token.text for token in between}
        if (
            said & _CORRECTING
            and said <= _CORRECTING | _BESIDE_CORRECTION
            and not _denies(between)
            and not _leads_on(found[second + 1 :])
            and any(token.is_node for token in found[:first])
            and not any(token.text == "?" or token.quoted for token in found)
        ):
            return without_corrected([*found[:first], *found[second:]])
    return found


def _denies(between: Sequence[Token]) -> bool:
    """Return whether "no" stands right before the color that follows: "h1 red, no green"."""
    last = [token.text for token in between if token.kind != "sign"][-1:]
    return last == ["no"] and between[-1].text == "no"


def _leads_on(behind: Sequence[Token]) -> bool:
    """Return whether a color belongs to a node behind it: "b2 red, oh, green for h5"."""
    at = [token for token in behind[:3] if token.text not in ("my", "your", "node")]
    return bool(at) and (at[0].is_node or (len(at) > 1 and at[0].kind == "word" and at[1].is_node))


def all_possible(tokens: Sequence[Token], view: View) -> Interpretation | None:
    """Return the only colors that a person can give its nodes: "h2 red is all I can do"."""
    spoken = [token for token in tokens if token.text != "\n"]
    said = " ".join(token.text for token in spoken).strip(" .!")
    if not _ONLY.search(said) or not _NOT.isdisjoint(said.split()):
        return None
    pairs = {
        (node.text, pair.colors[0].text)
        for pair in pairs_of(spoken)
        for node in pair.nodes
        if len(pair.colors) == 1 and pair.colors[0].kind == "color" and not pair.either
    }
    nodes = {token.text for token in spoken if token.is_node}
    colors = {token.text for token in spoken if token.is_color}
    if not pairs or len(pairs) != len(nodes) or not nodes <= {*view.owners}:
        return None
    if {node for node, _ in pairs} != nodes or {color for _, color in pairs} != colors:
        return None
    return Interpretation([Reading("required", node, color, 0.85) for node, color in sorted(pairs)])


def together(read: Interpretation, tokens: Sequence[Token], view: View) -> None:
    """Join what is supposed on both sides into one question, in place."""
    said = " ".join(token.text for token in tokens if token.text != "\n")
    asked = read.questions
    if any(one.kind == "Q2" for one in asked):
        # "What would you need so that it works out?" asks for what is needed, not whether it works.
        asked[:] = [one for one in asked if one.kind != "Q3" or one.supposed]
    supposed = [one for one in asked if one.kind == "Q3" and one.supposed]
    pairs = tuple(dict.fromkeys(pair for one in supposed for pair in one.supposed))
    one_each = len({pair.node for pair in pairs}) == len(pairs)
    if len(supposed) > 1 and one_each and said.count("?") == 1 and _SUPPOSES.search(said):
        at = asked.index(supposed[0])
        asked[:] = [one for one in asked if one not in supposed]
        asked.insert(at, replace(supposed[0], supposed=pairs))
    elif len(supposed) == len(asked) == 1 and not read.readings and _GIVES.search(said):
        # "If I give you h2 in blue, would you go to red with b2?" is an offer, which binds nobody yet.
        mine = [pair for pair in pairs if pair.node in view.own]
        theirs = [pair for pair in pairs if pair.node not in view.own]
        if mine and theirs and one_each:
            asked.clear()
            read.readings[:] = [Reading("hypothetical", one.node, one.color, 0.8) for one in pairs]
            read.conditions[:], read.assignments[:] = mine, theirs
    kept = [one for one in read.readings if one.kind == "hypothetical" and one.node in view.owners]
    if asked and not supposed and kept and len(kept) == len(read.readings) and _IF.search(said):
        # "Which colors could b2 have if I keep h2 red?"
        named = tuple(NodeColor(one.node or "", one.color or "") for one in kept)
        read.readings.clear()
        asked.append(Question("Q3", supposed=named))
