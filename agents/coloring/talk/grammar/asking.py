"""Questions back about statements that the agent cannot act upon as they are."""

from __future__ import annotations

from collections.abc import Sequence

from ...view import View
from ...wording.phrases import enumerated
from ..reading import Reading
from .interpretation import NOT_SURE, asked_back, unclear

_ONE_NODE = "I can only keep rules about single nodes."


def plain(color: str) -> str:
    """Return a color without the mark of unknown or misspelled ones."""
    return color.lstrip("!~")


def which_color(node: str, view: View) -> str:
    """Return the question for the color of a node."""
    return (
        f"Which color do you want for {node}?" if node in view.own else f"Which color does {node} have?"
    )


def about_several(kind: str, nodes: Sequence[str], colors: Sequence[str]) -> str:
    """Return the question about a rule on several nodes: which of them the person means."""
    named = enumerated(dict.fromkeys(nodes), "or")
    if kind == "notboth" and colors:
        return f"{_ONE_NODE} Which of them should not be {plain(colors[0])}: {named}?"
    if kind == "oneof" and colors:
        return f"{_ONE_NODE} Which of them should be {plain(colors[0])}: {named}?"
    return f"{_ONE_NODE} Which color should {nodes[0] if nodes else 'it'} have?"


def which_of(nodes: Sequence[str]) -> Reading:
    """Ask which of several nodes is meant, some of which the agent may not see."""
    seen = [*dict.fromkeys(nodes)]
    return asked_back(
        f"Which of {enumerated(seen, 'or')} do you mean?" if len(seen) > 1 else "Which node do you mean?"
    )


def whether_excluded(node: str, colors: Sequence[str], view: View, *, these: bool) -> Reading:
    """Ask whether a node should not have these colors, or none but these."""
    excluded = [color for color in view.domain if (color in colors) == these]
    if not node or not excluded:
        return unclear(NOT_SURE)
    return asked_back(f"Do you mean that {node} should not be {enumerated(excluded, 'or')}?")


def none_of_mine(colors: Sequence[str], view: View) -> Reading:
    """Ask which of the nodes that the person sees should not have a color."""
    nodes = view.border_to(view.person) if view.person is not None else ()
    if not colors or not nodes:
        return unclear(NOT_SURE)
    if len(nodes) == 1:
        return asked_back(f"{_ONE_NODE} Do you mean that {nodes[0]} should not be {plain(colors[0])}?")
    return asked_back(about_several("notboth", nodes, colors))


__all__ = ["about_several", "none_of_mine", "plain", "whether_excluded", "which_color", "which_of"]
