"""
Readings that hardly anybody means, whatever the words: they become questions.

Nobody asks for a conflict: "not happy: h5 and b2 both blue" says that there is one. Who asks which of
red and blue is better for h2 does not exclude green. "With b2 green I have nothing to complain" tells
what would follow, "h4 red: good or bad for you?" reports nothing, and what is proposed for both sides is
not yet so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from ....situation import NodeColor
from ....view import View
from ...doubts import doubted
from ...grammar import asked_back
from ...grammar.asking import about_several, which_color
from ...reading import Question, Reading
from ...spelling.said_again import repeats
from ..message import Message, Result

_COMPARES = re.compile(r"\?|\b(?:better|best|cheaper|easier|worse|prefer)\b")
_FOLLOWS = re.compile(
    r"\bwith ((?:\S+ ){1,4})i (?:always |would |will |still |only )*"
    r"(?:have|get|am|be|see|end|lose|score)\b"
)
#: A color that is judged right behind it, and one that a node had before.
_DENIED = re.compile(r"(\S+) (?:in |to |being )?(\S+) ?[:=] ?(?:not|never|no|nope|impossible|cannot)\b")
_NOT_POSSIBLE = re.compile(
    r"(\S+) (?:in |to |being )?(\S+) (?:is )?"
    r"(?:impossible|excluded|forbidden|unavailable|out of the question|not possible|not available"
    r"|no option|not an option|no go)\b"
)
#: Nodes that are described by another: "neither of the two at h4 should be blue".
_DESCRIBED = re.compile(
    r"\b(?:two|ones|both|those|neighbou?rs?|nodes?) (?:at|near|by|around|beside|of|next to) (\S+)"
)
_WAS = re.compile(r"(\S+) was (?:\w+ )?(?:on |to |in )?(\S+)\b.*\b(?:lift|drop|undo|free|open|again)\b")
#: "Not a5 to blue, a4 to blue": the second pair is what is wanted instead, or denied as well.
_INSTEAD = re.compile(r"^not (\S+) (?:to |in )?(\S+) ?, (\S+) (?:to |in )?(\S+)")
#: Questions about what was said before them.
_JUDGED = re.compile(
    r"\b(?:good|bad|easy|hard|ok|fine|better|worse|possible|acceptable)(?: or \w+)? (?:for|with|to) you"
    r"(?: or not)? \?"
    r"|[,:-] (?:good|bad|ok|okay|yes|fine|possible) or (?:bad|good|not|no|impossible)\b[^.!]*\?"
    r"|: (?:a )?(?:problem|good|bad|ok|fine|possible|acceptable|better|worse|yes|no)\b[^.!]*\?"
)
#: Words for several nodes.
_JOINTLY = re.compile(
    r"\b(?:both|all|any|each|every|everywhere|anywhere|they|them|these|those|neither|either|nodes|ones"
    r"|none|two|at all)\b"
)
_COLLIDES = re.compile(r"\b(?:collid\w+|clash\w*|conflict\w*|collisions?)\b")
#: "U ok with h2 blue h5 green" and "I start with h1 red. Good for you?".
_OK_WITH = re.compile(
    r"^(?:(?:and|so|but|hey|hi|ok) )*(?:are |is )?(?:you|it) (?:still )?"
    r"(?:ok|fine|happy|good|cool|content) with\b"
    r"|[.!,] (?:is (?:it|that|this) |would (?:it|that) be )?(?:good|ok|fine|possible|acceptable)"
    r"(?: (?:for|with|by) you)? \?$"
)
_FINE = r"(?:would|could|might) (?:also )?be (?:ok|fine|good|alright|acceptable|possible|an option)\b"
_LIMITS = ("forbidden", "negation", "required")
_DENIALS = ("forbidden", "negation")
_PROPOSES = re.compile(r"\b(?:propose|proposal|proposing|suggest|suggestion|how about|what about)\b")
_ONE_OF_MINE = re.compile(r"\bmine (?:is|was|has|stays|will|becomes|became|went|goes|must|needs)\b")
_ASKS_IF = re.compile(
    r"\b(?:if|when|once|suppose) (?:i|my)\b[^.;?]*\b(?:can|could|would|will) you (?:\w+ )?"
    r"(?:change|switch|move|recolor)\b[^.;]*\?"
)
_MY_SIDE = re.compile(r"\b(?:on|from|at) my (?:end|side|part)\b|\bfrom me\b")


#: "The same color for a4 please" wants the color that was told last, not the one that a4 has.
_THE_SAME = re.compile(r"\bsame(?: color)? (?:for|on|with|goes for) (?:my |your |node )*(?P<node>\w+)")
_AS_IT_IS = re.compile(r"\b(?:keep|leave|stay|stays|remain|hold|as (?:now|before|it is|they are))\b")


def _as_told(message: Message, result: Result) -> None:
    """Give a demand for "the same" the color that the agent told, or ask which color is meant."""
    meant = {found["node"] for found in _THE_SAME.finditer(message.words)}
    colors = dict.fromkeys(
        word for word in re.findall(r"\w+", message.said) if word in message.view.domain
    )
    now = message.situation.colors
    result.readings[:] = [
        one
        if one.kind != "demand" or one.node not in meant or now.get(one.node or "") != one.color
        else replace(one, color=next(iter(colors)))
        if len(colors) == 1
        else Reading("doubt", one.node, None, 0.4, f"Which color do you want {one.node} to have?")
        for one in result.readings
    ]


#: "Either h1 or h4 can't be green" rules out one of them, "I can't make either h1 or h4 green" both.
_EITHER_NOT = re.compile(
    r"(?:^|[.,;!] |\b(?:and|but|so|that|because) )either (?:of )?(?:my |your )?(\S+)"
    r" or (?:my |your )?(\S+) (?:(?:can|could|must|may|should|will|would|is|does|has|needs?)(?: to)? )?"
    r"(?:not|never)\b"
)


def _one_of(readings: Sequence[Reading], nodes: Sequence[str]) -> list[Reading]:
    """Ask which of two nodes must not have a color that is ruled out for both."""
    limits = [one for one in readings if one.kind in _DENIALS and one.node in nodes]
    if len({one.node for one in limits}) < 2:
        return list(readings)
    colors = [one.color for one in limits[:1] if one.color is not None]
    question = asked_back(about_several("notboth", nodes, colors))
    return [*(one for one in readings if one not in limits), replace(question, deliberate=True)]


def _which(reading: Reading, view: View) -> Reading:
    """Ask for the color of a node of which a fact is read."""
    if reading.kind not in ("demand", "report", "required") or reading.node is None:
        return reading
    question = which_color(reading.node, view)
    return Reading("doubt", reading.node, None, 0.4, question, deliberate=True)


def without_unlikely(message: Message, result: Result) -> None:
    """Replace facts that hardly anybody means by questions."""
    read, tokens, view, situation = result.read, message.tokens, message.view, message.situation
    said = message.words
    named = {token.text for token in tokens if token.is_color}
    wanted = {(one.node, one.color) for one in read.readings if one.kind == "demand"}
    told = {(one.node, one.color) for one in read.readings if one.kind in ("report", "required")}
    if (
        re.search(r"\b(?:have|has|are|is|got) (?:both )?(?:of )?(?:the )?same color\b", said)
        and not named
    ):
        # "A4 and h4 have the same color" says what is.
        mentioned = {token.text for token in tokens if token.kind == "foreign"}
        told |= {(node, color) for node, color in situation.beliefs.items() if node in mentioned}
    for nodes in _EITHER_NOT.findall(said):
        read.readings[:] = _one_of(read.readings, nodes)
    if named and (again := repeats(tokens)):
        # "Make a2 red and a4 green, a5 the same" gives a5 one of them, and not the color that it has.
        read.readings[:] = [_which(one, view) if one.node in again else one for one in read.readings]
    if _THE_SAME.search(said) and not named and not _AS_IT_IS.search(said):
        _as_told(message, result)
    clashing = {
        node
        for node, color in wanted
        for edge in view.edges
        if node is not None
        and node in edge
        and any((other, color) in told for other in edge if other != node)
    }
    limited = {one.node for one in read.readings if one.kind in _LIMITS}
    if (
        len(limited) > 1
        and not any(token.is_node or token.kind == "other" for token in message.plain)
        and not _JOINTLY.search(" ".join(token.text for token in message.plain))
    ):
        # "I said NOT green" names one of several nodes.
        read.readings[:] = [one for one in read.readings if one.kind not in _LIMITS]
        read.readings.append(Reading("doubt", None, None, 0.4, "Which node do you mean?"))
    if _COLLIDES.search(said) and read.conditions and read.assignments:
        sides = {(pair.node, pair.color) for pair in (*read.conditions, *read.assignments)}
        if any(
            (v, color) in sides for u, color in sides for e in view.edges if u in e for v in e if v != u
        ):
            # "If b2 is green and h5 is green we collide" offers nothing.
            read.readings[:] = [one for one in read.readings if one.kind != "hypothetical"]
            read.conditions.clear()
            read.assignments.clear()
            read.questions.append(Question("Q5"))
    if clashing:
        read.readings[:] = [one for one in read.readings if not _demands(one, clashing)]
        read.questions.append(Question("Q5"))
    excluded = {one.node for one in read.readings if one.kind == "forbidden" and one.color not in named}
    if excluded and _COMPARES.search(said):
        read.readings[:] = [
            one for one in read.readings if one.kind != "forbidden" or one.node not in excluded
        ]
        read.questions += [
            Question("Q3", supposed=(NodeColor(node, color),))
            for node in excluded
            for color in view.domain
            if node is not None and color in named
        ]
    if re.search(r"\bboth\b", said):
        # "I can't have h2 and h5 both blue" rules out neither; "both red or blue" rules out green.
        read.readings[:] = _joint(read.readings, named)
    if not any(token.is_node for token in message.plain):
        # "Green would be fine" wants nothing.
        fine = {color for color in named if re.search(rf"\b{re.escape(color)} {_FINE}", said)}
        read.readings[:] = [
            replace(one, kind="preference") if one.kind == "demand" and one.color in fine else one
            for one in read.readings
        ]
    kinds = {one.kind for one in read.readings}
    if (follows := _FOLLOWS.search(said)) is not None:
        supposed = follows[1].split()
        read.readings[:] = [
            doubted(one)
            if one.kind == "demand" or (one.kind == "report" and one.node in supposed)
            else one
            for one in read.readings
        ]
    if {"demand", "report"} <= kinds and _PROPOSES.search(said):
        read.readings[:] = [doubted(one) for one in read.readings]
    for pattern in (_DENIED, _NOT_POSSIBLE, _WAS):
        if (denied := pattern.search(said)) is not None:
            read.readings[:] = [
                doubted(one) if (one.kind, one.node, one.color) == ("report", *denied.groups()) else one
                for one in read.readings
            ]
    described = {one[1] for one in _DESCRIBED.finditer(said)}
    read.readings[:] = [
        doubted(one, strict=True) if one.node in described and one.kind in _LIMITS else one
        for one in read.readings
    ]
    if (instead := _INSTEAD.search(said)) is not None:
        read.readings[:] = [
            doubted(one, strict=True) if (one.node, one.color) == instead.groups()[2:] else one
            for one in read.readings
        ]
    asked_about = {one.node for one in read.readings if one.kind == "doubt" and one.color}
    told_only = (
        kinds <= {"report", "doubt"}
        and asked_about <= {*view.owners}
        and not (kinds == {"doubt"} and not asked_about)
    )
    # "My h2 is red, is that ok for you?" tells the color that it asks about.
    told_plainly = all(re.search(rf"\b{one.node} (?:is|has|got) ", said) for one in read.readings)
    if kinds and told_only and not told_plainly and (_JUDGED.search(said) or _OK_WITH.search(said)):
        pairs = [NodeColor(one.node, one.color) for one in read.readings if one.node and one.color]
        read.readings.clear()
        read.questions[:] = [Question("Q3", supposed=tuple(pairs))]
        result.unread = False
    told_of = [one for one in read.readings if one.kind in ("report", "required")]
    if len(told_of) > 1 and _ONE_OF_MINE.search(said) and not any(token.is_node for token in tokens):
        # "Mine is red" is about one of several nodes.
        read.readings[:] = [doubted(one, strict=True) for one in read.readings]
    if kinds == {"hypothetical", "negation"} and (
        _ASKS_IF.search(said) or (re.search(r"\bif\b", said) and "?" not in said)
    ):
        # "If I make h2 blue, could you change b2?" asks for no change before.
        read.readings[:] = [doubted(one, strict=True) for one in read.readings]
    if "satisfied" in kinds and _MY_SIDE.search(said) and not any(token.is_node for token in tokens):
        # "No more changes on my end" asks for none of the agent's.
        read.readings[:] = [one for one in read.readings if one.kind != "demand"]


def _joint(readings: Sequence[Reading], named: Set[str]) -> list[Reading]:
    """Ask which of several nodes must not have a color that is named and ruled out for all of them."""
    ruled_out = (one.color for one in readings if one.kind in ("forbidden", "negation"))
    for color in dict.fromkeys(color for color in ruled_out if color in named):
        limits = [
            one for one in readings if one.color == color and one.kind in ("forbidden", "negation")
        ]
        nodes = [one.node for one in limits if one.node is not None]
        if color is not None and len({*nodes}) > 1:
            question = about_several("notboth", nodes, (color,))
            rest = [one for one in readings if one not in limits]
            return [*rest, asked_back(question)]
    return list(readings)


def _demands(reading: Reading, nodes: Set[str]) -> bool:
    return reading.kind == "demand" and reading.node in nodes
