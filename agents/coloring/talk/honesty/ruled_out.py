"""Proposals that the person has ruled out."""

from __future__ import annotations

from collections.abc import Mapping

from ..facts import Facts


def is_ruled_out(facts: Facts, supposed: Mapping[str, str]) -> bool:
    """Return whether a proposal asks for a color that is known to be impossible."""
    for node, color in supposed.items():
        if facts.view.known_fixed.get(node, color) != color:
            return True
        if any(case.get(node) == color for case in facts.request.proposed):
            # What the person asks about now replaces what it said before.
            continue
        for constraint in facts.constraints:
            if constraint.node == node and (constraint.color == color) == (
                constraint.kind == "forbidden"
            ):
                return True
    return False
