"""Conditions: what holds under them is asked, offered, or cannot be acted on."""

from __future__ import annotations

from collections.abc import Sequence

from ...view import View
from ..grammar.meaning import PRESENT, Meaning, Names, Pair
from .clauses import Clause, pairs_in
from .questions import is_question, question

Meanings = tuple[Meaning, ...]


def conditional(condition: Clause, main: Clause, view: View, about: Sequence[str]) -> Meanings | None:
    """Join a condition with what holds under it."""
    if is_question(main) and condition.nodes and not condition.colors and condition.joint != "unless":
        return _present(condition, view)
    if (
        condition.joint in ("unless", "even if")
        or condition.has("NEG", "BAD", "HEDGE", "OFF", "AVOIDb", "AVOIDp", "BOTH_NOT")
        or not condition.colors
    ):
        return None
    given = pairs_in(condition)
    if not given or not condition.known:
        return None
    if is_question(main):
        return question(main, view, about, given)
    pairs = pairs_in(main) if main.colors else None
    sides = {name in view.own for pair in given if pair.nodes is not None for name in pair.nodes.names}
    if pairs and not main.has("NEG", "BAD", "OFF", "MUST"):
        others = {
            name in view.own for pair in pairs if pair.nodes is not None for name in pair.nodes.names
        }
        if sides == {True} and others == {False} and main.known and not main.only():
            return (Meaning("offer", (*given, *pairs)),)
    return (Meaning("condition"),) if main.named else None


def _present(condition: Clause, view: View) -> Meanings | None:
    """Read a question about what happens if a node stays, or changes to no color in particular."""
    nodes = Names("node", condition.nodes, "and")
    if any(node.startswith("?") for node in condition.nodes) or condition.has("NEG"):
        return None
    keeps = condition.has("KEEPb", "KEEPg", "KEEPADJ")
    if keeps and all(node in view.owners for node in condition.nodes):
        return (Meaning("q3", (Pair(nodes, Names("color", (PRESENT,))),)),)
    return (Meaning("q1", (Pair(nodes, None),)),)


def offer_of(first: Clause, second: Clause) -> Meanings | None:
    """Read two clauses as the two sides of an offer."""
    pairs = [pairs_in(clause) for clause in (first, second)]
    if None in pairs or not (first.known and second.known) or first.has("NEG") or second.has("NEG"):
        return None
    return (Meaning("offer", tuple(pair for some in pairs for pair in some or ())),)


__all__ = ["conditional", "offer_of"]
