"""
What a person does with a message, about a node and a color, and what that means to the agent.

The acts are the outputs of the network: about nodes of the sender, about nodes of the recipient,
questions, and what is said of no node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ...situation import NodeColor, Situation
from ...view import View
from ..grammar import Interpretation
from ..reading import Question, QuestionKind, Reading, ReadingKind

#: The acts in the order of the network's outputs; ``bench.labelled`` says what each one means.
ACTS = (
    "report", "forbid", "require", "prefer", "give", "free", "withdraw", "keep",
    "want", "avoid", "change", "take", "fine",
    "ask_if", "ask_can", "ask_options", "ask_wish", "ask_color", "ask_status", "ask_limits", "ask_sees",
    "ask_why", "ask_other",
    "agree", "refuse", "satisfied", "unsatisfied", "clash", "help", "chat", "unclear",
)  # fmt: skip

_STATED: dict[str, ReadingKind] = {
    "report": "report", "forbid": "forbidden", "require": "required", "prefer": "preference",
    "want": "demand", "avoid": "negation", "fine": "preference", "give": "hypothetical",
    "take": "hypothetical",
}  # fmt: skip
_SAID: dict[str, ReadingKind] = {
    "agree": "agree", "refuse": "refuse", "satisfied": "satisfied", "unsatisfied": "unsatisfied",
    "help": "help", "chat": "off_topic",
}  # fmt: skip
#: Acts after which a node has a color.
_GIVES = frozenset(("report", "require", "want", "keep"))
_ASKED: dict[str, QuestionKind] = {
    "ask_status": "Q5", "ask_limits": "constraints", "ask_sees": "sees", "ask_why": "why",
}  # fmt: skip
#: Acts about nodes of the sender, and of the recipient.
_OF_SENDER = frozenset(("report", "forbid", "require", "prefer", "give"))
_OF_RECIPIENT = frozenset(("want", "avoid", "change", "take", "fine"))
#: Acts that mean nothing without a color, and without a node.
_NEEDS_COLOR = frozenset((*_STATED, "ask_if", "ask_can"))
_NEEDS_NODE = _NEEDS_COLOR | _OF_RECIPIENT | {"keep", "free", "withdraw", "ask_color"}


@dataclass(frozen=True)
class Act:
    """An act of a message, about a node and a color where it has them."""

    kind: str
    node: str | None = None
    color: str | None = None


def interpreted(acts: Iterable[Act], view: View, situation: Situation) -> Interpretation | None:
    """
    Return what acts mean.

    Returns
    -------
    Interpretation or None
        None where one cannot be, as a report of the recipient's node, or two contradict each other.
    """
    acts = list(acts)
    result = Interpretation()
    if not acts or not all(_can_be(one, view) for one in acts) or _contradict(acts, view):
        return None
    supposed: list[NodeColor] = []
    for act in acts:
        node, color = act.node, act.color
        own = node in view.own
        if act.kind in ("ask_if", "ask_can"):
            supposed.append(NodeColor(node or "", color or ""))
        elif act.kind in _STATED:
            result.readings.append(Reading(_STATED[act.kind], node, color, 0.7, source="network"))
        elif act.kind in _SAID:
            result.readings.append(Reading(_SAID[act.kind], None, None, 0.7, source="network"))
        elif act.kind in ("free", "withdraw"):
            result.readings.append(
                Reading("release" if own else "retract", node, None, 0.7, source="network")
            )
        elif act.kind in ("keep", "change"):
            now = color or (situation.colors if own else situation.beliefs).get(node or "")
            kept: ReadingKind = "negation" if act.kind == "change" else "demand" if own else "report"
            if now is None:
                return None
            result.readings.append(Reading(kept, node, now, 0.7, source="network"))
        elif act.kind == "clash":
            if node in view.owners and color is not None:
                result.readings.append(Reading("report", node, color, 0.7, source="network"))
            result.questions.append(Question("Q5", source="network"))
        elif act.kind == "ask_color":
            result.questions.append(Question("Q4", node, source="network"))
        elif act.kind in ("ask_options", "ask_wish"):
            result.questions.append(Question("Q1" if node else "Q2", node, source="network"))
        else:
            result.questions.append(Question(_ASKED[act.kind], source="network"))
    result.questions += _supposing(supposed)
    terms = [NodeColor(one.node or "", one.color or "") for one in acts if one.kind in ("give", "take")]
    sides = [[one for one in terms if (one.node in view.own) == mine] for mine in (True, False)]
    if all(sides):
        result.conditions, result.assignments = sides
    return result


def reduced(acts: Collection[Act]) -> list[Act]:
    """
    Return acts without those that others of the same message say too.

    "h4 is red and stays", "could you make b2 red?" and "I was wrong, h5 is red" say one thing each.
    """
    return [one for one in acts if not _is_said_by_others(one, acts)]


def _is_said_by_others(act: Act, acts: Collection[Act]) -> bool:
    others = [one for one in acts if one.node == act.node]
    if act.kind == "keep" and act.color is None:
        return any(one.kind in _GIVES and one.color is not None for one in others)
    if act.kind == "ask_can":
        return any(one.kind == "want" and one.color == act.color for one in others)
    return act.kind == "withdraw" and any(one.kind == "report" for one in others)


def _can_be(act: Act, view: View) -> bool:
    """Return whether an act is one that the agent can take from a message."""
    own, seen = act.node in view.own, act.node in view.own or act.node in view.owners
    if act.kind in ("unclear", "ask_other") or (not seen and (act.node or act.kind in _NEEDS_NODE)):
        return False
    if act.kind in _NEEDS_COLOR and act.color not in view.domain:
        return False
    return act.kind not in (_OF_SENDER if own else _OF_RECIPIENT)


def _contradict(acts: Collection[Act], view: View) -> bool:
    """Return whether a node gets two colors, or one that it is not to have, or has none left."""
    given = {(one.node, one.color) for one in acts if one.kind in _GIVES}
    denied = {(one.node, one.color) for one in acts if one.kind in ("forbid", "avoid")}
    nodes, barred = [node for node, _ in given], Counter(node for node, _ in denied)
    terms = {(one.node, one.color) for one in acts if one.kind in ("give", "take")}
    offered = {node for node, _ in terms}
    none_left = any(number == len(view.domain) for number in barred.values())
    return len({*nodes}) < len(nodes) or bool(given & denied) or len(offered) < len(terms) or none_left


def _supposing(supposed: Collection[NodeColor]) -> list[Question]:
    """Return one question about all pairs together, or one for each if a node has several colors."""
    several = len({pair.node for pair in supposed}) < len(supposed)
    groups = [(pair,) for pair in supposed] if several else [tuple(supposed)] if supposed else []
    return [Question("Q3", supposed=group, source="network") for group in groups]
