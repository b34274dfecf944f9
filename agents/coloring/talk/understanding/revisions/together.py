"""
Suppositions on both sides, which belong together.

"What if I turned h5 red, would blue be an option for b2 then?" supposes one coloring.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....situation import NodeColor
from ...reading import Question, Reading
from ...tokens import outline
from ..message import Message, Result

_SUPPOSES = re.compile(
    r"^(?:(?:and|so|but|ok|hm+|,|well) )*(?:what if|if|suppose|supposing|imagine|assuming)\b"
)
#: "Would green be possible for b2 if I move h5 to blue?"
_SUPPOSES_BEHIND = re.compile(
    r"\b(?:if|when|once|provided|assuming|in case|after) (?:i|my|we|\w+\d)\b[^?.]*\?"
)
_IS = r"(?: (?:is|was|were|are|became|goes|went|turned|in|on|to|set to))*"
#: "Would h1 blue and h4 red get rid of your conflict?", "could you accept h1 blue with h4 red now?"
_TIED = re.compile(
    rf"(?:^|[.!?] )(?![^.!?]*\bor\b)[^.!?]*NODE{_IS} COLOR"
    rf" (?:and|with|plus|while|(?:together|along) with) (?:if )?(?:my )?NODE{_IS} COLOR\b"
    r"[^.!?]*\?"
)
#: A message that is one question, and begs for nothing.
_ASKS_WHETHER = re.compile(
    r"(?:(?:and|so|but|ok|hm+|well|hey|,) )*(?:can|could|may|might|would|will|is|are|does|do)\b"
    r"(?!.*\bplease\b)[^?.!;]*[? ]+"
)
_IF = re.compile(r"\b(?:if|when|provided|assuming|suppose)\b")
_ACTS = (
    r"(?:make|made|set|turn|turned|color|colored|paint|painted|put|change|changed|switch|switched|take|took"
    r"|move|moved|recolor|recolored|do|did)"
)
#: What the agent would do for what the person does; "could you" only asks whether it would work.
_GIVES = re.compile(
    r"\bif i (?:give|gave|offer|offered|let you have) (?:you|it)\b[^?]*"
    r"\b(?:would|will) you\b(?! (?:still|be able))"
    rf"|\bif i {_ACTS}\b[^?]*\b(?:would|will) you (?:then |also |in return )?{_ACTS}\b"
    rf"|\b(?:would|will) you {_ACTS}\b[^?]*\bif i {_ACTS}\b"
)


#: A supposition about the person's side, and a question about the agent's side behind it.
_SUPPOSED_FIRST = re.compile(
    r"\b(?:how about|what about|what if|if|suppose|supposing|imagine|assuming|assume|say|let us say|with"
    r"|thinking of|thinking about|considering|in case)\b[^?]*?(?:,|-|:|\.\.\.|\.|\bthen\b|\band\b) ?"
    r"(?:and |then |so |, )*(?:can|could|would|will|may|might|is|are|does|do) "
    r"(?:you|it|that|NODE|COLOR)\b[^?.!]*\?[ .!]*$"
)
#: Questions behind a wish for both sides: "I would prefer h2 blue and b2 red. You in?"
_ASKS_BEHIND = re.compile(
    r"\b(?:you in|ok|okay|fine|good|deal|agreed|what do you (?:think|say)|how about (?:it|that)"
    r"|(?:does|would) (?:that|it) (?:work|suit|fit|be ok|be fine|be possible)(?: (?:for )?you)?"
    r"|are you (?:in|ok with (?:that|it))|(?:that|it) (?:ok|fine|possible)(?: for you)?|possible) ?\?$"
)
_WISHES = re.compile(
    r"\bi (?:would (?:prefer|like|love|rather)|prefer|like|want|suggest|propose|think of)\b[^?]*\band\b"
)
_IN_RETURN = re.compile(r"\b(?:offer|deal|exchange|return|please|want|need|must|should)\b")


def together(message: Message, result: Result) -> None:
    """Join what is supposed on both sides into one question."""
    said = " ".join(token.text for token in message.tokens if token.text != "\n")
    read, view = result.read, message.view
    asked = read.questions
    if any(one.kind == "Q2" for one in asked):
        # "What would you need so that it works out?" asks for what is needed, not whether it works.
        asked[:] = [one for one in asked if one.kind != "Q3" or one.supposed]
    if (both := _supposed_first(message, result)) is not None:
        read.readings[:] = [one for one in read.readings if one.node is None and one.kind == "refuse"]
        read.conditions.clear()
        read.assignments.clear()
        asked[:] = [Question("Q3", supposed=both)]
        return
    supposed = [one for one in asked if one.kind == "Q3" and one.supposed]
    if _ASKS_WHETHER.fullmatch(said.strip()):
        # "Can b2 and b3 swap, so b2 red and b3 green?" demands nothing.
        pairs_asked = {(pair.node, pair.color) for one in supposed for pair in one.supposed}
        read.readings[:] = [
            one
            for one in read.readings
            if one.kind != "demand" or (one.node, one.color) not in pairs_asked
        ]
    if supposed and said.count("?") == 1:
        # "Would it be bad for you if h4 were red?" asks once.
        asked[:] = [one for one in asked if one.kind != "Q3" or one.supposed]
    pairs = tuple(dict.fromkeys(pair for one in supposed for pair in one.supposed))
    one_each = len({pair.node for pair in pairs}) == len(pairs)
    tied = _TIED.search(outline(message.tokens)) is not None
    joined = said.count("?") == 1 and (_SUPPOSES.search(said) or _SUPPOSES_BEHIND.search(said))
    if len(supposed) > 1 and one_each and (tied or joined):
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
        read.readings.clear()
        asked[:] = [one for one in asked if one.kind != "Q3"]
        asked += [Question("Q3", supposed=tuple(one)) for one in _colorings(kept)]


def _colorings(supposed: Sequence[Reading]) -> list[list[NodeColor]]:
    """Divide colors into suppositions that give each node one color."""
    found: list[list[NodeColor]] = [[]]
    for pair in (NodeColor(one.node or "", one.color or "") for one in supposed):
        if pair.node in {one.node for one in found[-1]}:
            found.append([])
        found[-1].append(pair)
    return found


def _supposed_first(message: Message, result: Result) -> tuple[NodeColor, ...] | None:
    """Return what "how about h4 blue, could you still do a4 red?" supposes on both sides."""
    said = outline(token for token in message.tokens if token.text != "\n")
    first = _SUPPOSED_FIRST.search(said) and not _IN_RETURN.search(said)
    if said.count("?") != 1 or not (first or (_WISHES.search(said) and _ASKS_BEHIND.search(said))):
        return None
    view = message.view
    read = result.read
    kinds = {one.kind for one in read.readings if one.node is not None}
    wished = [one for one in read.readings if one.node and one.color]
    supposed = [pair for one in read.questions if one.kind == "Q3" for pair in one.supposed]
    pairs = tuple(dict.fromkeys((*(NodeColor(r.node or "", r.color or "") for r in wished), *supposed)))
    theirs = [pair for pair in pairs if pair.node in view.owners]
    if not kinds <= {"preference", "hypothetical", "demand"} or not wished or len(theirs) == len(pairs):
        return None
    if any(one.kind == "demand" for one in wished if one.node in view.owners) or not theirs:
        return None
    named = {token.text for token in message.tokens if token.is_node}
    one_each = len({pair.node for pair in pairs}) == len(pairs)
    return pairs if one_each and named == {pair.node for pair in pairs} else None
