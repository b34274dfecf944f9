"""
Requests that are put as questions: "can you make a4 blue?" is answered, and a yes makes it a request.

"Please" makes a request of it at once, and so do words that ask for no change: "could you keep a4?". A
limit that is only a wish is asked about as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from solver import BudgetError

from ...bargaining.feasibility import feasible
from ...situation import NodeColor, Situation
from ...view import View
from ..reading import Question, Reading, Understanding

_ASKS = re.compile(r"\b(?:can|could)(?:'?t|n'?t| not)? (?:you|u|ya)\b([^?.!;]*)", re.IGNORECASE)
_REQUESTS = re.compile(r"\b(?:please|pls|plz|kindly|keep|leave|stay|remain|hold|stick)\b", re.IGNORECASE)
_WISHES = re.compile(r"\b(?:prefer\w*|rather|ideally|sooner|(?:would|'d) like)\b", re.IGNORECASE)
_WHAT_IF = re.compile(r"\b(?:what if|suppose|supposing|imagine|assuming)\b", re.IGNORECASE)
_DOES_WITHOUT = re.compile(
    r"\b(?:can|could|would|will)(?:'?t|n'?t| not)? (?:you|u|i|we) (?:(?:also|still|even|maybe) )?"
    r"(?:do|live|manage|cope|survive|get (?:by|along)) without (?:(?P<color>\w+) (?:on|for|at|in) "
    r"(?:my |your )?(?P<on>\w+)|(?:my |your )?(?P<node>\w+) (?:being |in |as )?(?P<of>\w+))\b[^.!;]*\?",
    re.IGNORECASE,
)
_GIVEN = re.compile(r"\b(?:if|when|once|with|while|since|as)\b", re.IGNORECASE)
_DISLIKES = re.compile(r"\b(?:do|would)(?: not|n'?t) (?:\w+ )?(?:want|like)\b", re.IGNORECASE)


def put_as_questions(text: str, wanted: Sequence[NodeColor]) -> tuple[NodeColor, ...]:
    """Return the wanted colors of own nodes that a text only asks about."""
    found = _ASKS.search(text)
    if found is None or _REQUESTS.search(text):
        return ()
    named = {*re.findall(r"[^\W_]+", found[1].casefold())}
    return tuple(one for one in wanted if one.node.casefold() in named) or tuple(wanted)


def only_wished(understood: Understanding, view: View) -> list[Reading]:
    """
    Return the limits that a text only wishes for: "I'd prefer b2 not to be red" rules out nothing.

    Neither does what the same text supposes to be otherwise: "I can't do h2 blue because h5 is blue.
    What if h5 is red and h2 blue?"
    """
    denied = [one for one in understood.of("negation", "forbidden") if one.node and one.color]
    if _WISHES.search(understood.text):
        return denied
    supposed = {(pair.node, pair.color) for one in understood.questions for pair in one.supposed}
    lifted = [one for one in denied if (one.node, one.color) in supposed]
    if lifted and _WHAT_IF.search(understood.text):
        return lifted
    # "I don't want b2 red" asks for another color, "I don't want h2 red" may be a limit.
    disliked = _DISLIKES.search(understood.text) is not None
    return [one for one in denied if disliked and one.kind == "negation" and one.node in view.owners]


def does_without(understood: Understanding, view: View, situation: Situation) -> Understanding:
    """
    Return the question whether a node may do without a color that it does not have, for a limit.

    Where an own node has the color, to do without it is a request.
    """
    found = _DOES_WITHOUT.search(understood.text)
    if found is None or _REQUESTS.search(understood.text):
        return understood
    color = view.color_name((found["color"] or found["of"]).casefold())
    node = view.node_name((found["on"] or found["node"]).casefold())
    if color is None or node is None:
        return understood
    denied = [
        one for one in understood.of("negation", "forbidden") if (one.node, one.color) == (node, color)
    ]
    supposing = [one for one in understood.questions if NodeColor(node, color) in one.supposed]
    has_it = situation.colors.get(node) == color
    if not (denied or supposing) or (denied and has_it):
        return understood
    pairs = [pair for one in supposing for pair in one.supposed]
    depends = _GIVEN.search(understood.text) is not None
    alike = [one.node for one in pairs if one.color == color and not depends]
    nodes = list(dict.fromkeys(alike)) or [node]
    given = tuple(one for one in pairs if one.node not in nodes)
    questions = [Question("Q1", one, given) for one in nodes]
    if nodes == [node] and node in view.own and not (given or has_it or node in view.fixed):
        others = (one for one in view.domain if one != color)
        best = min(others, key=lambda one: fewest(view, situation, node, one))
        questions = [Question("Q3", supposed=(NodeColor(node, best),))]
    return replace(
        understood,
        readings=tuple(one for one in understood.readings if one not in denied),
        questions=(*questions, *(one for one in understood.questions if one not in supposing)),
        unread=False,
        choices=(),
    )


def names_in_statements(text: str) -> set[str]:
    """Return the words of the sentences that ask nothing: "Don't use red on b2. What else is there?"."""
    sentences = re.split(r"(?<=[.!?])\s+", text)
    return {
        word
        for one in sentences
        if not one.rstrip().endswith("?") and len(sentences) > 1
        for word in re.findall(r"[^\W_]+", one.casefold())
    }


def supposed_together(wishes: Sequence[NodeColor], text: str) -> list[tuple[NodeColor, ...]]:
    """Return the wishes that are supposed together; those of one node, or with "or", one by one."""
    nodes = dict.fromkeys(re.escape(one.node) for one in wishes)
    node = "|".join(nodes)
    either = re.search(rf"\b(?:{node}) or (?:(?:my|your) )?(?:{node})\b", text, re.IGNORECASE)
    if wishes and (either or len(nodes) < len(wishes)):
        return [(one,) for one in wishes]
    return [tuple(wishes)] if wishes else []


def fewest(view: View, situation: Situation, node: str, color: str) -> int:
    """Return the fewest conflicts of the agent with a color of an own node."""
    return feasible(view, situation, {node: color}, explain=False).conflicts


def costs_more(view: View, situation: Situation, wanted: Sequence[NodeColor]) -> bool:
    """Return whether colors of own nodes would leave more conflicts than there need be."""
    if not wanted or any(one.node in view.fixed for one in wanted):
        return False
    colors = {one.node: one.color for one in wanted}
    try:
        least, left = (feasible(view, situation, one, explain=False) for one in ({}, colors))
    except BudgetError:
        return False
    return left.conflicts > least.conflicts


def offered(question: Question, view: View, situation: Situation) -> Reading | None:
    """Return what a "yes" to the answer would mean, if that says that a color is possible."""
    if question.kind != "Q3" or len(question.supposed) != 1:
        return None
    (pair,) = question.supposed
    if pair.node not in view.own or situation.colors.get(pair.node) == pair.color:
        return None
    held = situation.committed.get(pair.node, pair.color) != pair.color
    if held or pair.color in situation.barred.get(pair.node, ()):
        return None
    try:
        possible = feasible(view, situation, {pair.node: pair.color}, explain=False)
    except BudgetError:
        return None
    return Reading("demand", pair.node, pair.color) if possible.feasible else None
