"""Proposals that the person has ruled out."""

from __future__ import annotations

from collections.abc import Mapping

from ..facts import Facts


def is_ruled_out(facts: Facts, supposed: Mapping[str, str]) -> bool:
    """Return whether a proposal asks for a color that is known to be impossible."""
    cases = facts.request.proposed
    limits = facts.yes is None and len(cases) > 1 and len({tuple(case) for case in cases}) == 1
    for node, color in supposed.items():
        if limits and {*cases[0]} == {node} and all(case[node] != color for case in cases):
            # "h1 can't be blue" leaves the other colors.
            return True
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
