"""Readings of the grammar's meanings, by the owner of the nodes and the situation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...situation import Situation
from ...view import View
from ...wording.phrases import enumerated
from ..reading import Question, Reading
from .meaning import Meaning

_ONE_NODE = "I can only keep rules about single nodes."
_NO_CONDITIONS = "I cannot act on a condition. Tell me again when it holds."

#: Meanings that a question may have; others are statements and no questions.
ASKED = frozenset({"avoid", "avoid_current", "what_else", "request"})


def readings_of(
    statements: Sequence[Meaning], view: View, situation: Situation
) -> tuple[list[Reading], list[Question]]:
    """Return what a person states and asks with one meaning."""
    readings: list[Reading] = []
    questions: list[Question] = []
    for meaning in statements:
        if meaning.kind == "what_else":
            questions += [Question("Q1", node) for node in meaning.nodes]
        else:
            readings += _readings(meaning, view, situation)
    return readings, questions


def _readings(meaning: Meaning, view: View, situation: Situation) -> Iterator[Reading]:
    nodes, colors = meaning.nodes, meaning.colors
    match meaning.kind:
        case "report" if nodes == ("*",):
            theirs = [node for node, owner in view.owners.items() if owner == view.person]
            yield from (Reading("report", node, colors[0], 0.85) for node in theirs)
        case "report":
            yield from (Reading("report", node, color, 0.9) for node, color in meaning.pairs)
        case "demand" | "request":
            yield from (_demand(node, color, view) for node, color in meaning.pairs)
        case "forbid":
            yield from (Reading("forbidden", n, c, 0.85) for n in nodes for c in colors)
        case "require" if len(colors) == 1:
            yield from (Reading("required", node, colors[0], 0.85) for node in nodes)
        case "require":
            others = [color for color in view.domain if color not in colors]
            yield from (Reading("forbidden", n, c, 0.85) for n in nodes for c in others)
        case "is_not" | "avoid":
            yield from (Reading("negation", n, c, 0.85) for n in nodes for c in colors)
        case "avoid_current":
            for node in nodes:
                yield Reading("doubt", node, None, 0.4, f"Which color do you want for {node}?")
        case "all_but":
            yield from _all_but(nodes, colors, view)
        case "withdrawn":
            return
        case "conditional":
            yield Reading("doubt", None, None, 0.4, _NO_CONDITIONS)
        case _:
            yield Reading("doubt", None, None, 0.4, _single_nodes(meaning))


def _demand(node: str, color: str, view: View) -> Reading:
    fixed = view.fixed.get(node, color)
    if fixed != color:
        reason = f"{node} is fixed to {fixed}, so I can't change it."
        return Reading("refused", node, color, 0.9, reason)
    return Reading("demand", node, color, 0.95)


def _all_but(excepted: Sequence[str], colors: Sequence[str], view: View) -> Iterator[Reading]:
    """Ask about a statement on many nodes: a demand, or a report if the exception is a foreign node."""
    color = colors[0]
    if any(node in view.owners for node in excepted):
        theirs = [node for node, owner in view.owners.items() if owner == view.person]
        for node in theirs:
            if node not in excepted:
                yield Reading("doubt", node, color, 0.4, f"Is {node} {color} now?")
        return
    question = f"Do you want all my nodes to be {color} except {enumerated(excepted)}?"
    for node in view.own:
        if node not in excepted and view.fixed.get(node, color) == color:
            yield Reading("doubt", node, color, 0.4, question)


def _single_nodes(meaning: Meaning) -> str:
    nodes = enumerated(meaning.nodes, "or")
    if meaning.kind == "not_both" and meaning.colors:
        return f"{_ONE_NODE} Which of them should not be {meaning.colors[0]}: {nodes}?"
    if meaning.kind == "one_of" and meaning.colors:
        return f"{_ONE_NODE} Which of them should be {meaning.colors[0]}: {nodes}?"
    return f"{_ONE_NODE} Which color should {meaning.nodes[0]} have?"


def choice(several: Sequence[Sequence[Meaning]]) -> Reading:
    """Ask which of several meanings is the right one."""
    meanings = [_worded(statements) for statements in several]
    return Reading("doubt", None, None, 0.3, f"Do you mean {', or '.join(dict.fromkeys(meanings))}?")


def _worded(statements: Sequence[Meaning]) -> str:
    pairs = [pair for meaning in statements for pair in meaning.pairs]
    if pairs:
        return enumerated(f"{node} {color}" for node, color in pairs)
    nodes = [node for meaning in statements for node in meaning.nodes]
    colors = [color for meaning in statements for color in meaning.colors]
    return f"{enumerated(nodes)} and {enumerated(colors)}"
