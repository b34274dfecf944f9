"""
Offers in any order of words: colors of both sides with a word that joins them into a deal.

"Subject to b2 being red I can take h2 green", "h4 in red against a5 in green" and "I give h1 red, I get
a2 green" differ in everything except that each color has a node, both sides have one, and something says
"in return". Nothing follows from an offer until it is accepted, so that the words between need not be
known; a negation, a question or a color that is left over makes it no offer.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ....situation import NodeColor
from ....view import View
from ....wording.phrases import NEEDS, listed
from ...grammar import Interpretation, asked_back
from ...offer_words import IF, OFF_COLOR, OFFERS, POSSIBLE
from ...pairs import pairs_of
from ...reading import Question, Reading
from ...tokens import Token, outline
from ...wordlist import words
from ..message import Message

#: Phrases that make a deal of what stands beside them.
_DEALS = re.compile(
    r"\b(?:if|provided|providing|exchange|return|consideration|condition|conditional|conditionally"
    r"|(?:so|as) long as|as soon as|once|subject to|contingent|counter|counteroffer|offers?|offering"
    r"|trade|deal|swap|barter|bargain|concession|concede|conceding|compensate|pay|price|against|quid"
    r"|give|get|gets|back|worth|shake on|yours(?! (?:should|must|has|have|needs?))"
    r"|only with|only after|only when|the moment|assuming|whenever|iff"
    r"|we could do (?:this|it like this|so)|me node [^?]*\byou node"
    r"|reciprocate|guarantee|event|proviso|proposal|compromise|in turn|undertake|proviso)\b|=>|↔"
    r"|^(?:should|were) "
)
#: "A5 red and I will do h4 green": a wish and a promise that is joined to it.
_PROMISES = re.compile(
    r"(?:,|and|then|:) (?:then )?i (?:will|would|can|could|shall|do|take|make|go|set|put)\b"
)
#: What each side does.
_ACT = (
    r"(?:do|doing|go|going|take|taking|make|making|set|setting|give|giving|deliver|delivering|paint"
    r"|painting|play|playing|put|putting|pick|picking|use|using|turn|turning|switch|switching|color"
    r"|coloring|handle|bring|contribute|keep|keeping|provide|supply)"
)
#: "Could you make b2 blue? I would give you h1 green": a request, and what is given for it.
_ASKED_FOR = re.compile(
    rf"\bi (?:could|can|would) [^?]*[,;.] (?:and |so |then )*(?:would|will|could|can) you"
    rf" (?:then |in return |please |also )*(?:{_ACT}|change|move)\b[^?]*\?$"
    r"|\b(?:could|can|would|will) you [^?]*\? (?:then |in return |and |so |, )*"
    r"i (?:would|will|can|could|shall|do) [^?]*$"
)
_NOT = words(
    """
    not no never none nothing neither nor without unless except cannot avoid hardly refuse reject decline
    withdraw forget cancel accept accepted agree agreed why already did done
    """
)
_ACCEPTS = re.compile(
    r"\b(?:then )?i (?:could|would|can|will) (?:agree|accept|be (?:ok|fine|happy|satisfied))\b"
)
#: Both sides in the same form: "me h4 blue, you a4 red", "I deliver ..., you deliver ...".
_MY_PART = rf"(?:me(?: with| on)?|i (?:will |would |am |could )?{_ACT})"
_YOUR_PART = rf"(?:you(?: with| on)?|you (?:will |would |are |could )?{_ACT})"
_PART = r"(?: (?:my|your|with|on|in|to|at|for|NODE|COLOR|=|:))+"
_BY_SIDES = re.compile(
    rf"\b{_MY_PART}(?=[^,;]*NODE){_PART}(?: ?(?:,|;|-|/|and|then))* {_YOUR_PART}(?=[^,;]*NODE){_PART}"
    rf"|\b{_YOUR_PART}(?=[^,;]*NODE){_PART}(?: ?(?:,|;|-|/|and|then))* {_MY_PART}(?=[^,;]*NODE){_PART}"
    rf"|{_PART} (?:by|from) me(?: ?(?:,|;|-|/|and|then))*{_PART} (?:by|from) you\b"
    rf"|{_PART} (?:by|from) you(?: ?(?:,|;|-|/|and|then))*{_PART} (?:by|from) me\b"
)
#: "Make b2 green I make h5 blue ok?": what is asked of the agent, what is done for it, and a question.
_ASKED_FIRST = re.compile(
    rf"^(?:(?:please|then|ok|so|hey|just|you) )*{_ACT}(?=[^,;]*NODE){_PART}"
    rf"(?: ?(?:,|;|-|/|and|then))* (?:in return )?{_MY_PART}(?=[^,;]*NODE){_PART}[^.;?]*"
    r"(?:\?|\b(?:ok|deal|agreed|yes|right|alright))$"
)
#: "Swap? Me h4 blue, you a4 red" asks only for an answer.
_OPENS = re.compile(r"^(swap|trade|deal|exchange|offer|proposal|bargain) [?!.,:-]+ ")
#: What was done already is no offer.
_DONE = re.compile(
    r"\bi (?:have|just|already|now) (?:just |now )?(?:set|put|made|[a-z]+ed)\b|\bwas\b|\bwere (?!to)"
)
#: Any color but the one that is named.
_ALL_BUT = re.compile(
    r"\b(?:any(?:thing)?|something|everything|whatever|(?:any|some)(?: other)? colors?)(?: else)? "
    r"(?:color )?(?:but|except|other than|besides)\b"
)
#: Words before a color that a node is to leave.
_LEFT = words("from off leaves leave leaving drop drops dropping quit quits abandon")
#: A question asked twice, or with a word that hurries.
_ASKED_TWICE = re.compile(
    r"\?(?: \?)+(?: (?:quick|quickly|please|thanks|asap|hurry|now)(?: up)?$)?"
    r"|\? (?:quick|quickly|please|thanks|asap|hurry|now)(?: up)?$"
)
#: Questions that only ask for an answer to the offer.
_TAGS = re.compile(
    r"(?:(?:ok|okay|fine|good|fair)(?: (?:for|with|by) you)?|yes|fair no|deal|agreed?|right|no"
    r"|interested|what do you (?:say|think)|how about (?:it|that)"
    r"|(?:shall we |can we |let us |we )?shake(?: hands)?(?: on (?:it|that))?|how (?:is|was) (?:it|that)"
    r"|(?:(?:does|do) )?(?:that |it |this )?sounds? (?:fair|good|ok|fine|reasonable)(?: (?:to|for) you)?"
    r"|how does (?:that|it|this) sound|are you in|you in|in) \?$"
)


#: A color that the agent is only to avoid.
_AVOIDED = re.compile(
    r"\b(?:keep|leave|stay|hold|have|be|is|get|take|move|bring|put|set) (?:your )?(?:NODE )?"
    r"(?:away from|off|out of|clear of|not) COLOR\b"
    r"|\b(?:avoid|not use|not take|without) COLOR (?:on|at|for|in) NODE\b"
    r"|\bNODE (?:avoids|leaves|drops|is not|does not get|is without) COLOR\b"
    r"|\byou (?:\w+ ){0,2}(?:never|not|stop|avoid|without)(?: \w+){0,2} COLOR\b"
    r"|\b(?:not|no|never|without|no more) COLOR (?:for|from) you\b"
    r"|\b(?:leave|let) COLOR (?:alone|be|out)\b"
)


#: The same with the color.
_ALL_BUT_COLOR = re.compile(rf"{_ALL_BUT.pattern} (?:the color )?COLOR\b")


def offer_in(tokens: Sequence[Token], view: View) -> Interpretation | None:
    """Return the two sides of an offer; None if a message is no offer, or one with another meaning."""
    said = " ".join(token.text for token in tokens if token.text != "\n").strip(" .!,")
    said = _ASKED_TWICE.sub("?", said)
    gives = said.count("?") == 1 and _ASKED_FOR.search(said)
    # "Then I could agree" is how an offer ends.
    said = _OPENS.sub(r"\1 : ", _ACCEPTS.sub("", said))
    sides = " ".join("node" if token.is_node else token.text for token in tokens)
    asks = "?" in said and not gives and not (said.count("?") == 1 and _TAGS.search(said))
    deals = _DEALS.search(said) or _DEALS.search(sides) or _PROMISES.search(said)
    plain = outline(token for token in tokens if token.text != "\n").strip(" .!,")
    by_sides = _ASKED_FIRST.search(plain) or _BY_SIDES.search(plain)
    if by_sides is not None and (by_sides.start() == 0 or re.search(r"\bme\b", by_sides[0])):
        # "I do h4 blue, you do a4 red?"
        asks = asks and not (said.endswith("?") and said.count("?") == 1)
    # "A2 to green, h1 to red, agreed?"
    seals = re.search(r"\bagreed \?$", said) and not re.search(r"\bnode (?:is|has|are)\b", sides)
    if asks or not (gives or deals or by_sides or seals):
        return None
    untagged = _TAGS.sub("", said).split()
    if (
        _DONE.search(said)
        or _ALL_BUT.search(said)
        or not _NOT.isdisjoint(untagged)
        or any(token.quoted for token in tokens)
    ):
        return None
    pairs = _paired(tokens)
    if pairs is None:
        return None
    mine = tuple(pair for pair in pairs if pair.node in view.own)
    theirs = tuple(pair for pair in pairs if pair.node not in view.own)
    if not mine or not theirs:
        return None
    readings = [Reading("hypothetical", pair.node, pair.color, 0.8) for pair in pairs]
    return Interpretation(readings, conditions=list(mine), assignments=list(theirs))


def possible_in(message: Message, readings: Sequence[Reading]) -> Interpretation | None:
    """Ask whether what is wanted is possible: "I'd like b2 blue, then I use red on h4. Possible?"."""
    said = " ".join(token.text for token in message.tokens if token.text != "\n")
    kinds = {one.kind for one in readings}
    wanted = kinds <= {"demand", "preference", "hypothetical", "doubt"}
    denied = not _NOT.isdisjoint(said.split()) or any(token.quoted for token in message.tokens)
    if not wanted or denied or said.count("?") != 1 or POSSIBLE.search(said) is None:
        return None
    pairs = _paired(message.tokens) or []
    # A wish that is asked about binds nobody, as it is.
    binds = "demand" in kinds or len({pair.node in message.view.own for pair in pairs}) > 1
    return Interpretation([], [Question("Q3", supposed=tuple(pairs))]) if pairs and binds else None


def denied_offer_in(message: Message) -> Interpretation | None:
    """Ask for the color that an offer only avoids: "you get h4 blue if you keep a2 away from red"."""
    tokens, view = message.tokens, message.view
    said = message.words
    avoided = outline(tokens)
    mine = dict.fromkeys(token.text for token in tokens if token.kind == "own")
    # "You never use red" is about the one node that the person sees.
    near = list(mine or (node for node in view.border_to(view.person or "") if node not in view.fixed))
    odd = any(token.quoted or token.kind == "other" for token in tokens)
    if len(near) != 1 or "?" in said or odd or not _DEALS.search(said) or not _avoids(avoided):
        return None
    given = [pair for pair in pairs_of(tokens) if all(node.text in view.owners for node in pair.nodes)]
    if not given or any(len(pair.colors) != 1 for pair in given):
        return None
    kept = [pair.colors[0] for pair in given]
    denied = [t.text for t in tokens if t.is_color and not any(t is one for one in kept)]
    others = [color for color in view.domain if color not in denied]
    if not others or len(denied) != 1 or any(one.text not in view.domain for one in kept):
        return None
    terms = {node.text: pair.colors[0].text for pair in given for node in pair.nodes}
    question = needs_color(near[0], others, listed(terms))
    return Interpretation([asked_back(question)])


def avoiding_offer_in(message: Message) -> Interpretation | None:
    """Ask for the color of what an offer only wants off one: "I do h4 blue if b1 stops being green"."""
    tokens = [token for token in message.tokens if token.text != "\n"]
    outlined = outline(tokens)
    off = OFF_COLOR.search(outlined) or _ALL_BUT_COLOR.search(outlined)
    if off is None or "?" in outlined or any(one.quoted or one.kind == "other" for one in tokens):
        return None
    at = len(outlined[: off.end()].split()) - 1
    begins = OFFERS.match(outlined)
    condition = max((one.end() for one in IF.finditer(outlined) if one.end() <= off.start()), default=-1)
    start = 0 if begins else len(outlined[:condition].split())
    own = [token.text for token in tokens[start:at] if token.kind == "own"]
    near = [token for token in tokens[start:at] if token.is_node][-1:]
    if (condition < 0 and not begins) or not own or near[0].kind != "own":
        return None
    rest = [one for i, one in enumerate(tokens) if i != at and one is not near[0]]
    terms = {node.text: pair.colors[0].text for pair in pairs_of(rest) for node in pair.nodes}
    given = {node: color for node, color in terms.items() if node in message.view.owners}
    if not given or not {*given.values(), tokens[at].text} <= {*message.view.domain}:
        return None
    node, others = own[-1], [color for color in message.view.domain if color != tokens[at].text]
    if {*terms} == {*given} and others:
        return Interpretation([asked_back(needs_color(node, others, listed(given)))])
    question = f"An offer needs a color for each node: please make it again with one for {node}."
    return Interpretation([asked_back(question)])


def _avoids(outlined: str) -> bool:
    return bool(_AVOIDED.search(outlined) or OFF_COLOR.search(outlined))


def needs_color(node: str, colors: Sequence[str], given: str) -> str:
    """Ask for the color of an offer, with what is given for it, so that a color is an answer."""
    return f"{NEEDS}{node}. Do you mean {' or '.join(colors)}, for {given}?"


def _paired(tokens: Sequence[Token]) -> list[NodeColor] | None:
    """Return nodes with colors if every name of the text has its partner, and each node one color."""
    found: dict[str, str] = {}
    tokens = [
        token
        for before, token in itertools.pairwise([Token("sign", "."), *tokens])
        if not (token.is_color and before.text in _LEFT)
    ]
    if OFF_COLOR.search(outline(tokens)):
        return None
    named = [token for token in tokens if token.is_node or token.is_color or token.kind == "other"]
    used = 0
    for pair in pairs_of(tokens):
        colors = [color for color in pair.colors if color.kind == "color"]
        if pair.either or len(pair.colors) != 1 or not colors:
            return None
        for node in pair.nodes:
            if found.setdefault(node.text, colors[0].text) != colors[0].text:
                return None
        used += len(pair.nodes) + 1
    return [NodeColor(*pair) for pair in found.items()] if used == len(named) else None
