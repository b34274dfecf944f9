"""Exact tests of what the agent can do without a conflict."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from ..facts import Facts
from .ruled_out import is_ruled_out

Value = bool | None
#: Settings that are tested for one claim.
MOST_SETTINGS = 243


def fits(facts: Facts, supposed: Mapping[str, str], *, demands: bool = True) -> Value:
    """
    Return whether the cluster has a coloring without conflict under a supposition; None if undecided.

    Parameters
    ----------
    supposed
        Colors of foreign and own nodes.
    demands
        Whether the person's demands bind the own nodes that are supposed.
    """
    mine = {node: color for node, color in supposed.items() if node in facts.view.own}
    theirs = {node: color for node, color in supposed.items() if node not in mine}
    if any(facts.view.fixed.get(node, color) != color for node, color in mine.items()):
        return False
    bound = {pin.node: pin.color for pin in facts.pins}
    if demands and any(bound.get(node, color) != color for node, color in mine.items()):
        return False
    if facts.test is None:
        # Only what the payload of the message decides is known.
        return None if mine else facts.can(theirs) if theirs else facts.solvable
    border = {**facts.beliefs, **theirs}
    if not all(node in border for node in facts.view.owners):
        return None
    return facts.test({**border, **mine})


def can_be(facts: Facts, node: str, colors: Sequence[str]) -> Value:
    """Return whether each color of a node is allowed and leaves a coloring without conflict."""
    if not colors or is_unseen(facts, node):
        return None
    values = [
        False if is_ruled_out(facts, {node: color}) else fits(facts, {node: color}) for color in colors
    ]
    return False if False in values else None if None in values else True


def cannot_be(facts: Facts, node: str, colors: Sequence[str]) -> Value:
    """Return whether no coloring without conflict gives a node one of the colors."""
    if not colors or is_unseen(facts, node):
        return None
    values = [fits(facts, {node: color}, demands=False) for color in colors]
    return False if True in values else None if None in values else True


def only_can_be(facts: Facts, node: str, colors: Sequence[str]) -> Value:
    """Return whether exactly the named colors of a node leave a coloring without conflict."""
    if (facts.view.fixed.get(node),) == tuple(colors):
        return True
    others = [color for color in facts.view.domain if color not in colors]
    values = (can_be(facts, node, colors), not others or cannot_be(facts, node, others))
    return False if False in values else None if None in values else True


def can_stay(facts: Facts, node: str, colors: Sequence[str]) -> Value:
    """
    Return whether a node can keep the color that it has.

    A node of the person can if it is in no conflict, and what remains can be solved without it.
    """
    if is_unseen(facts, node) or facts.color(node) is None:
        return None
    present = facts.color(node)
    if tuple(colors) != (present,):
        return False
    if node in facts.view.own or not facts.conflicts:
        return can_be(facts, node, colors) if facts.conflicts else True
    if facts.clashes([node]):
        return False
    others = [one for one in facts.view.owners if one != node]
    if len(facts.view.domain) ** len(others) > MOST_SETTINGS:
        return None
    rows = itertools.product(facts.view.domain, repeat=len(others))
    settings = (dict(zip(others, row, strict=True)) for row in rows)
    return any(
        not is_ruled_out(facts, one) and fits(facts, {**one, node: str(present)}) is True
        for one in settings
    )


def is_unseen(facts: Facts, node: str) -> bool:
    """Return whether the recipient does not see a node."""
    return not node or node in facts.hidden or node not in (*facts.view.own, *facts.view.owners)
