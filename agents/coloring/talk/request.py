"""
The request that a message answers: what the person demanded, proposed, and named last.

What it proposed, wished for, or asked about is kept as colorings that are supposed. "That works for me"
and "no, that would leave me with a conflict" are claims about these colorings.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..situation import Constraint, NodeColor, Offer
from ..view import Coloring, View
from ..wording.hearing import Answered, Heard
from .asking import asks
from .tokens import Token, tokens_of

#: Cases that a message may leave open.
MOST_CASES = 9
#: Questions why there is a conflict, and requests to end all of them, that are all of a message.
_WHY = re.compile(
    r"^why (?:is|are|do|does|did|have|has)\b[^.?!]*\b(?:conflicts?|clash(?:es)?)\b[^.?!]*\?*$",
    re.IGNORECASE,
)
_FIX = re.compile(
    r"\b(?:can|could|will|would) you (?:please )?"
    r"(?:(?:fix|solve|resolve) (?:things|it|this|that|everything)|make it (?:conflict|clash)[- ]free)"
    r"\b[^.?!,]*\?*$",
    re.IGNORECASE,
)
_COUNTS = re.compile(
    r"\bhow many (?:\w+ ){0,2}(?:conflicts|clashes)\b(?! (?:would|could|will|if|(?:do|have) i))"
    r"(?!.*\bif\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Request:
    """
    The request that a message answers.

    Attributes
    ----------
    demands
        ``{own node: color}`` that the person demanded.
    proposed
        Colorings that it proposed, wished for, or asked about, one for each case. Empty if there are
        none, or if it is not sure that everything was understood.
    named
        Nodes that it named; empty if there are some that the agent does not see.
    counts
        Whether it asked how many conflicts the agent has.
    choice
        Whether the agent may choose among the cases: colors that are left to a node of its own.
    why
        Whether it asked, and only asked, why there is a conflict.
    fix
        Whether its only question was whether the agent can end all conflicts.
    asks
        What it asked in general, as ``asking`` says.
    reason_of
        Node and its color if it asked, and only asked, for the reason of that color.
    """

    demands: Coloring = field(default_factory=dict)
    proposed: tuple[Coloring, ...] = ()
    named: tuple[str, ...] = ()
    counts: bool = False
    choice: bool = False
    why: bool = False
    fix: bool = False
    asks: str = ""
    reason_of: tuple[str, str] | None = None


def request_of(
    view: View, peer: str, text: str, heard: Heard, answers: Iterable[Answered], offers: Sequence[Offer]
) -> Request:
    """
    Return the request of a message.

    Parameters
    ----------
    peer
        Participant who is answered.
    text
        Its last message; empty if it said nothing in this turn.
    heard, answers
        What was understood of its messages, and the answers to its questions.
    offers
        Offers that stand or were closed.
    """
    seen = {*view.border_of(peer), *view.border_to(peer)}
    waiting = [one for one in offers if (one.sender, one.status) == (peer, "pending")]
    if not text:
        return Request(proposed=proposed(view, seen, offers=waiting))
    tokens = tokens_of(text, view)
    named = dict.fromkeys(one.text for one in tokens if one.is_node)
    if any(one.kind == "other" for one in tokens):
        named = {}
    cases: tuple[Coloring, ...] = ()
    flow = heard.flow or {}
    supposed = [case for one in answers for case in one.supposed if case]
    answered = {(pair.node, pair.color) for case in supposed for pair in case}
    # "Shall I all the same?" asks about what was answered.
    asked = [one for one in flow.get("asked", ()) if (one["node"], one["color"]) not in answered]
    if not asked and not flow.get("choices") and all(map(_is_understood, heard.events)):
        cases = proposed(
            view,
            seen,
            demands=heard.demands,
            supposed=supposed,
            offers=() if heard.demands or supposed else waiting,
            constraints=heard.constraints,
            reports=heard.reports,
        )
    counts = bool(_COUNTS.search(text)) and text.count("?") < 2
    limited = {one.node for one in heard.constraints}
    choice = bool(cases) and limited <= {*view.own} and all({*case} <= limited for case in cases)
    fix = bool(_FIX.search(text.strip())) and text.count("?") < 2
    why = bool(_WHY.match(text.strip()))
    reason = _reason_of(tokens)
    return Request(heard.demands, cases, tuple(named), counts, choice, why, fix, asks(text), reason)


def _reason_of(tokens: Sequence[Token]) -> tuple[str, str] | None:
    """Return the node and the color of "why is a2 red?"."""
    spoken = [one for one in tokens if one.kind != "sign" and one.text not in ("still", "now")]
    if len(spoken) != 4 or [one.text for one in spoken[:2]] != ["why", "is"]:
        return None
    node, color = spoken[2:]
    return (node.text, color.text) if node.is_node and color.is_color else None


def _is_understood(noted: tuple[str, Mapping[str, Any]]) -> bool:
    """Return whether an event of the reader says that it found a meaning in a whole message."""
    name, data = noted
    read = data.get("readings") or data.get("questions")
    return name != "nl.parsed" or (bool(read) and not data.get("cut"))


def proposed(
    view: View,
    seen: Collection[str],
    *,
    demands: Coloring | None = None,
    supposed: Iterable[Sequence[NodeColor]] = (),
    offers: Iterable[Offer] = (),
    constraints: Iterable[Constraint] = (),
    reports: Mapping[str, str] | None = None,
) -> tuple[Coloring, ...]:
    """
    Return the colorings that a message proposes: one for each case, of nodes on both sides.

    Limits and reports count only where the message proposes nothing else: they come with most proposals.

    Parameters
    ----------
    seen
        Nodes that the person sees; a message about other nodes proposes nothing.
    demands
        ``{own node: color}``.
    supposed
        Colorings that the questions suppose, wishes for the person's nodes among them.
    offers
        Offers of the person that wait for an answer.
    constraints
        Colors that nodes cannot have, or must have.
    reports
        ``{foreign node: color}``.
    """
    cases: list[Coloring] = [demands or {}]
    cases += [{pair.node: pair.color for pair in pairs} for pairs in supposed]
    cases += [{pair.node: pair.color for pair in (*o.conditions, *o.assignments)} for o in offers]
    cases = [case for case in cases if case] or _allowed(view, constraints)
    cases = cases or [reports or {}]
    if any({*case} - {*seen} or {*case.values()} - {*view.domain} for case in cases):
        return ()
    return tuple(dict(one) for one in dict.fromkeys(tuple(case.items()) for case in cases if case))


def _allowed(view: View, constraints: Iterable[Constraint]) -> list[Coloring]:
    """Return the colorings that limits leave to the nodes that they name."""
    left: dict[str, list[str]] = {}
    for one in constraints:
        same = one.kind == "required"
        colors = left.get(one.node, view.domain)
        left[one.node] = [color for color in colors if (color == one.color) == same]
    rows = list(itertools.islice(itertools.product(*left.values()), MOST_CASES + 1))
    return (
        [dict(zip(left, row, strict=True)) for row in rows] if left and len(rows) <= MOST_CASES else []
    )
