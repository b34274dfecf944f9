"""
Sentences that bind less than their words alone would: conditions, limits for a while, dislikes.

"H5 can't be green while b2 is" rules green out only then, and is asked about; "I'd rather leave h5
blue" is a preference and no limit.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ...doubts import doubted
from ...grammar import NOT_SURE, Interpretation
from ...reading import Question, Reading, ReadingKind
from ...tokens import outline
from ..message import Message, Result

#: "A4 green, then we have a deal" agrees to nothing yet.
_THEN_A_DEAL = re.compile(r"\bthen we have a deal\b")
#: "H5 cannot be green while b2 is" binds h5 no longer than that.
_WHILE = re.compile(
    r"\bNODE (?:can|must|may|will) not (?:be|go|become|stay)(?: in| to)? COLOR"
    r" (?:while|as long as|so long as|when|whenever|if|until|unless)\b"
)
#: Who would rather keep a node does not say that it cannot be another color.
_RATHER_KEEP = re.compile(r"\bi would (?:rather|prefer to|sooner) (?:leave|keep)\b")
#: "I don't want h5 blue any more" takes back that it was to be blue.
_NO_MORE = re.compile(r"\bdo not (?:want|need) (?:my )?NODE (?:to be )?(?:in |as )?COLOR any ?more\b")
#: "H2 could be green, but I'd hate it" likes nothing.
_HATES = re.compile(r"\bbut i would (?:hate|really hate|dislike|rather not|prefer not|not like)\b")
#: "You ruled out red on a4" tells what the agent said, and is no wish.
_YOU_BARRED = re.compile(
    r"\byou (?:have )?(?:already |just )?(?:ruled|excluded|rejected|forbade|barred)\b"
)
#: Who is stuck with a node complains, and says of no color that it must be: "I'm stuck with h2".
_STUCK_WITH = re.compile(
    r"\b(?:am|are) (?:\w+ )?stuck (?:with|on|at) (?:my )?NODE(?! (?:(?:in|at|on|to|as|being|:) )?COLOR)"
)


#: "I want a4 green and h5 blue" says of no node that it has the color.
_WISHED = re.compile(
    r"\bi (?:really |still |also )?(?:want|would like|would love|wish for)(?: to (?:have|see))?"
    r"(?P<terms>(?: (?:my|your|NODE|COLOR|and|,|in|to|be|as|also))+)"
)


#: "No more offers with h5 red please" tells no color, and may rule one out.
_NO_MORE_OFFERS = re.compile(
    r"^\W*(?:(?:please|ok|hey|and|but|so|agent\d?|,) )*(?:no more|no further|no other|stop|enough|quit)"
    r"(?: (?:making|sending|with|of|the|your|such|these|those|any|me))* (?:offers?|offering)"
    r"(?: \w+){0,4} NODE (?:(?:in|as|to|being|at|on|=) )?COLOR"
    r"(?: (?:please|again|any ?more|any more|thanks|now|ever))*[ .!]*$"
)


#: Who doubts that a node is limited sets no limit: "I doubt that everything but red is impossible".
_DOUBTS = re.compile(
    r"\b(?:(?:i|we) (?:\w+ )?(?:doubt|dispute|contest|hardly (?:think|believe))"
    r"|(?:am|are) not (?:\w+ )?(?:convinced|sure|certain)"
    r"|it is (?:\w+ )?(?:false|wrong|untrue|nonsense|not (?:\w+ )?(?:true|right|correct|so|the case)))"
    r"(?: that| if| whether)? (?P<limit>(?:(?! if )[^,.;:?!])*\bCOLOR\b(?:(?! if )[^,.;:?!])*)"
)
_LIMITS = re.compile(
    r"\b(?:must|(?:has|have|needs?) to|only|can ?not|(?:must|may|should|shall|will|is) not|never"
    r"|impossible|unacceptable|forbidden|excluded|barred|out|(?:every|any)thing (?:but|except)"
    r"|(?:all|every|any)(?: other)? colors? (?:but|except))\b"
)
#: Who doubts that anything but red is possible does set one.
_OTHERS = re.compile(
    r"\b(?:can|could|may) (?:be|have|become|take|go|turn) (?:in |to )?(?:any|some)\w* (?:colors? )?"
    r"(?:but|except|other than)\b"
)


#: "Hardly anything but red works for h2" is nearly a limit, "almost any color except red" another one.
_NEARLY = re.compile(
    r"(?:^|[,.;!] )(?:(?P<only>(?:hardly|scarcely|barely) any(?:thing)?"
    r"|(?:almost|nearly|practically|virtually) (?:nothing|no))"
    r"|(?:almost|nearly|practically|virtually) (?:any(?:thing)?|every(?:thing)?|all))"
    r"(?: (?:other )?colors?)? (?:but|except(?: for)?|besides|other than|apart from) COLOR"
    r" (?:(?:works|is possible|is left|goes|will do) (?:for|on|at)|suits|fits) (?:my )?NODE\b"
)


def _nearly_limits(message: Message, result: Result) -> None:
    """Ask whether a color is the only one, or the only one not, where that is said with a hedge."""
    found = _NEARLY.search(outline(message.tokens))
    nodes = [token.text for token in message.tokens if token.is_node]
    colors = [token.text for token in message.tokens if token.is_color]
    if found is None or len(nodes) != 1 or len(colors) != 1 or result.read.questions:
        return
    own = nodes[0] in message.view.own
    kinds: tuple[ReadingKind, ReadingKind] = ("demand", "negation") if own else ("required", "forbidden")
    verb, kind = ("must", kinds[0]) if found["only"] else ("cannot", kinds[1])
    limit = Reading(kind, nodes[0], colors[0])
    question = f"Do you mean that {limit.node} {verb} be {limit.color}?"
    asked = Reading("doubt", None, None, 0.4, question, deliberate=True, meant=limit)
    result.read, result.unread = Interpretation([asked]), False


def _doubts_limit(message: Message, result: Result) -> None:
    """Ask what is meant where the person doubts a limit."""
    found = _DOUBTS.search(outline(message.tokens))
    lifts = any(one.kind in ("retract", "release") for one in result.readings)
    if found is None or lifts or not _LIMITS.search(found["limit"]) or _OTHERS.search(found["limit"]):
        return
    asked = Reading("doubt", None, None, 0.4, NOT_SURE, deliberate=True)
    result.read, result.unread = Interpretation([asked]), False


def _wishes(message: Message, read: Interpretation) -> None:
    """Put wishes in the place of reports of nodes that are only wanted to have a color."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    outlined = outline(tokens)
    for found in _WISHED.finditer(outlined):
        start, end = (
            len(outlined[: found.start("terms")].split()),
            len(outlined[: found.end()].split()),
        )
        wished = {token.text for token in tokens[start:end] if token.is_node}
        read.readings[:] = [
            replace(one, kind="preference") if one.kind == "report" and one.node in wished else one
            for one in read.readings
        ]


def _offers_no_more(message: Message, result: Result) -> None:
    """Ask whether a color that is not to be offered again is one that the node cannot have."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    found = _NO_MORE_OFFERS.search(outline(tokens))
    nodes = [token for token in tokens if token.is_node]
    colors = [token for token in tokens if token.is_color]
    if found is None or len(nodes) != 1 or len(colors) != 1 or nodes[0].kind != "foreign":
        return
    limit = Reading("forbidden", nodes[0].text, colors[0].text)
    question = f"Do you mean that {limit.node} cannot be {limit.color}?"
    asked = Reading("doubt", None, None, 0.4, question, deliberate=True, meant=limit)
    result.read, result.unread = Interpretation([asked]), False


def weakened(message: Message, result: Result) -> None:
    """Replace facts that bind less than their words alone would."""
    read, said, shape = result.read, message.words, outline(message.tokens)
    _wishes(message, read)
    _offers_no_more(message, result)
    _doubts_limit(message, result)
    _nearly_limits(message, result)
    read = result.read
    if _THEN_A_DEAL.search(said) and any(one.node for one in read.readings):
        kept = [one for one in read.readings if one.kind != "agree"]
        read.readings[:] = [doubted(one) if one.kind == "report" else one for one in kept]
    if _WHILE.search(shape):
        read.readings[:] = [doubted(one, strict=True) for one in read.readings]
    kinds = {one.kind for one in read.readings}
    if "required" in kinds and _RATHER_KEEP.search(said):
        read.readings[:] = [
            replace(one, kind="preference") if one.kind == "required" else one for one in read.readings
        ]
    if "required" in kinds and _STUCK_WITH.search(shape):
        named = {token.text for token in message.tokens if token.is_color}
        read.readings[:] = [one for one in read.readings if one.kind != "required" or one.color in named]
        read.questions += [Question("Q5")] if not read.readings and not read.questions else []
    if "forbidden" in kinds and _NO_MORE.search(shape):
        read.readings[:] = [
            Reading("retract", one.node, None, 0.8) if one.kind == "forbidden" else one
            for one in read.readings
        ]
    if _HATES.search(said):
        kept = [one for one in read.readings if one.kind != "preference"]
        read.readings[:] = kept or [Reading("doubt", None, None, 0.4, NOT_SURE)]
    if _YOU_BARRED.search(said):
        kept = [one for one in read.readings if one.kind != "negation"]
        asks = [Reading("doubt", None, None, 0.4, NOT_SURE)] if not (kept or read.questions) else []
        read.readings[:] = kept + asks
