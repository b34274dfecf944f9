"""What the person said of the colors that nodes must have or cannot have."""

from __future__ import annotations

from collections.abc import Sequence

from ...facts import Facts


def excluded(facts: Facts, node: str) -> set[str]:
    """Return the colors that a node cannot have, by the person's limits or since its color is fixed."""
    found: set[str] = set()
    for one in facts.constraints:
        if one.node == node:
            same = one.kind == "forbidden"
            found |= {color for color in facts.view.domain if (color == one.color) == same}
    fixed = facts.view.known_fixed.get(node)
    return found | ({*facts.view.domain} - {fixed} if fixed is not None else set())


def stated(facts: Facts, node: str, colors: Sequence[str], *, must: bool) -> bool:
    """
    Return whether the person stated a limit.

    Parameters
    ----------
    must
        Whether the node must have one of the colors; otherwise whether it can have none of them.
    """
    mine = [one for one in facts.constraints if one.node == node]
    forbidden = {one.color for one in mine if one.kind == "forbidden"}
    required = {one.color for one in mine if one.kind == "required"}
    if node in facts.demanded:
        required.add(facts.demanded[node])
    if not must:
        return bool(colors) and {*colors} <= forbidden
    if len(colors) == 1:
        return required == {*colors}
    return not required and bool(forbidden) and {*facts.view.domain} - forbidden == {*colors}
