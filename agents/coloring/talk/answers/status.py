"""Answers about the current state: colors, status, reasons, and constraints of the person."""

from __future__ import annotations

from dataclasses import replace

from ...bargaining.feasibility import feasible
from ...wording.phrases import enumerated, stated
from ..reading import Question
from .answer import Answer, Asked, at_least, reason_text


def color_of(question: Question, node: str, asked: Asked) -> Answer:
    """Give the color of a node (Q4); yes or no first if a color was named."""
    own = node not in asked.view.owners
    color = (asked.situation.colors if own else asked.situation.beliefs).get(node)
    if color is None:
        return Answer(question, None, f"I do not know the color of {node}.")
    statement = f"{node} is {color}" if own else f"as far as I know {node} is {color}"
    if question.color is None:
        return Answer(question, None, f"{statement}." if own else f"As{statement[2:]}.")
    yes = color == question.color
    return Answer(question, yes, f"{'Yes' if yes else 'No'}, {statement}.")


def status(question: Question, asked: Asked) -> Answer:
    """Give the own border and the beliefs (Q5); every reply says how well they fit."""
    situation = asked.situation
    mine = {n: situation.colors[n] for n in asked.view.border_to(asked.peer)}
    border = asked.view.border_of(asked.peer)
    theirs = {n: situation.beliefs[n] for n in border if n in situation.beliefs}
    parts = [
        f"My {stated(mine)}." if mine else "",
        f"Your {stated(theirs)}." if theirs else "",
    ]
    return Answer(question, None, " ".join(part for part in parts if part))


def why(question: Question, asked: Asked) -> Answer:
    """State what binds a node, which conflicts other colors would cause, or what rules them out."""
    view, situation = asked.view, asked.situation
    pairs = {pair.node: pair.color for pair in question.supposed}
    own = {node: color for node, color in pairs.items() if node not in view.owners}
    node = next(iter(own), question.node if question.node in view.own else None)
    if node is not None:
        color = own.get(node, situation.colors[node])
        if color == situation.colors[node]:
            return Answer(question, None, _why_this_color(node, color, asked))
        bound = _bound(node, color, asked)
        if bound:
            return Answer(question, False, bound)
        found = asked.feasible({node: color})
        if found.feasible:
            return Answer(question, True, f"{node} could be {color}; tell me if you want that.")
    else:
        found = feasible(view, situation, {n: c for n, c in pairs.items() if n in view.owners})
        if found.feasible:
            return Answer(question, True, "Nothing prevents it.")
    because = asked.reasons(found)
    text = f"It would leave me with {at_least(found.conflicts)}.{reason_text(because)}"
    return replace(Answer(question, False, text), because=because)


def _why_this_color(node: str, color: str, asked: Asked) -> str:
    bound = _bound(node, None, asked)
    if bound:
        return bound
    view = asked.view
    known = {**asked.situation.beliefs, **asked.situation.colors}
    touching = [v if u == node else u for u, v in view.edges if node in (u, v)]
    reasons = []
    for other in view.domain:
        if other == color:
            continue
        clashing = [name for name in touching if known.get(name) == other]
        named = [name for name in clashing if name in asked.seen]
        if named:
            reasons.append(f"{other} would clash with {enumerated(named)}")
        elif clashing:
            reasons.append(f"{other} would clash with a node that you do not see")
        else:
            reasons.append(f"{other} would also work")
    return f"{node} is {color}; {enumerated(reasons)}."


def _bound(node: str, color: str | None, asked: Asked) -> str:
    """Say what binds a node to another color, or to any."""
    view, situation = asked.view, asked.situation
    for bound, how in (
        (view.fixed, "is fixed to {}"),
        (situation.committed, "has to stay {} because of a deal"),
        (situation.forced, "is {} because you asked for it"),
    ):
        if node in bound and bound[node] != color:
            return f"{node} {how.format(bound[node])}."
    return ""


def constraints(question: Question, asked: Asked) -> Answer:
    """List what the person ruled out or required."""
    rules = [
        f"{one.node} {'must be' if one.kind == 'required' else 'cannot be'} {one.color}"
        for one in asked.situation.constraints
        if one.by == asked.peer and one.node in asked.seen
    ]
    if not rules:
        return Answer(question, None, "So far you have not ruled anything out.")
    return Answer(question, None, f"You told me that {enumerated(rules)}.")
