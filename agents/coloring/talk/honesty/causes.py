"""Whether one claim is a cause of another: "b2 is green because h2 is red"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..facts import Facts
from ..grammar.meaning import Meaning
from ..grammar.naming import Colored
from ..wordlist import words

#: Kinds of claims that say that the colors of the agent's nodes changed.
_CHANGES = words("became becamelist fromto fromtolist tofrom changed onlychanged gone ended")
#: Kinds of claims that say which color a node has, must have, or cannot have.
_COLORS = words("state kept must cannot soare sharecolor demandednode can canbut bound fixed notstate")
_STATES = words("state sharecolor soare reported fixed demanded")


#: A claim with the nodes and colors that it names.
Named = tuple[Any, Sequence[Colored]]


def is_cause(cause: Named, effect: Named, facts: Facts) -> bool:
    """
    Return whether a true claim is a cause of another.

    The color of a foreign node causes a neighbor to change if the neighbor had that color, and it causes
    the neighbor to have another one. A demand causes the color that was demanded. Claims about conflicts
    and wishes are reasons for each other.
    """
    (why, reasons), (what, effects) = cause, effect
    if not isinstance(why, Meaning) or not isinstance(what, Meaning):
        return False
    if why.kind not in _STATES or what.kind not in _CHANGES | _COLORS:
        return True
    if any(node in facts.view.owners for node, _ in effects):
        # No color of the agent is a cause of what the person chose.
        return False
    if why.kind == "fixed":
        return {node for node, _ in effects} <= {node for node, _ in reasons} or not effects
    if why.kind == "demanded":
        return not reasons or {node for node, _ in effects} <= {node for node, _ in reasons}
    return all(_excludes(reasons, node, colors, what.kind, facts) for node, colors in effects)


def _excludes(
    reasons: Sequence[Colored], node: str, colors: Sequence[str], kind: str, facts: Facts
) -> bool:
    """Return whether each color that is a reason concerns a neighbor, and explains its color."""
    bound = node in facts.view.fixed or any(pin.node == node for pin in facts.pins)
    if bound and kind not in _CHANGES and kind != "cannot":
        return False
    near = {v if u == node else u for u, v in facts.view.edges if node in (u, v)}
    for other, (color, *_) in ((other, named) for other, named in reasons if named):
        if other not in near:
            return False
        if kind == "cannot" and color not in colors:
            return False
        if kind in _CHANGES and facts.before.get(node) not in (color, None):
            return False
        if kind not in _CHANGES and kind != "cannot" and color in colors:
            return False
    return True
