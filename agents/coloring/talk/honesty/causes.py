"""Whether one claim is a cause of another: "b2 is green because h2 is red"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..facts import Facts
from ..grammar.meaning import Meaning
from ..grammar.naming import Colored, Naming
from ..wordlist import words
from .formulas import Formula, Setting, Several

#: Kinds of claims that say that the colors of the agent's nodes changed.
_CHANGES = words("became becamelist fromto fromtolist tofrom changed onlychanged gone ended")
#: Kinds of claims that say which color a node has, must have, or cannot have.
_COLORS = words("state kept must cannot soare sharecolor demandednode can canbut bound fixed notstate")
_STATES = words("state sharecolor soare reported fixed demanded")


#: Kinds of claims about a conflict, or none, of nodes.
_CONFLICTS = words("clash wasclash same noclash")
#: Kinds of claims that there is a conflict, or that the agent is not satisfied.
_TROUBLE = words("war countwar unsatisfied clash onlyclash countclash clashonly same")
#: Kinds of claims about all conflicts, which are no reasons for the color of one node.
_GENERAL = words("peace war countwar satisfied unsatisfied anychange nochange countchanged solvable")

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
    if why == UNDECIDED or (isinstance(why, Meaning) and why.kind in _GENERAL):
        # Claims about conflicts and wishes are reasons for each other, but not for the color of a node.
        return not isinstance(what, Meaning) or what.kind not in _CHANGES | _COLORS
    if not isinstance(why, Meaning) or not isinstance(what, Meaning):
        return False
    if why.kind in _CONFLICTS and what.kind in _CHANGES | _COLORS - {"cannot", "must"}:
        # A conflict is a reason to change the nodes that are in it, and its absence to keep them.
        if (why.kind != "noclash") != (what.kind in _CHANGES):
            return False
        return bool(effects) and {node for node, _ in effects} <= {node for node, _ in reasons}
    if why.kind in _STATES and (not effects or what.kind not in _CHANGES | _COLORS):
        return _concerns(reasons, what, effects, facts)
    if why.kind not in _STATES:
        return True
    if any(node in facts.view.owners for node, _ in effects):
        # No color of the agent is a cause of what the person chose.
        return False
    if why.kind == "fixed":
        return {node for node, _ in effects} <= {node for node, _ in reasons} or not effects
    if why.kind == "demanded":
        return not reasons or {node for node, _ in effects} <= {node for node, _ in reasons}
    return all(_excludes(reasons, node, colors, what.kind, facts) for node, colors in effects)


def _concerns(
    reasons: Sequence[Colored], effect: Meaning, effects: Sequence[Colored], facts: Facts
) -> bool:
    """
    Return whether the colors that are reasons make, or avoid, the conflict that is the effect.

    Of another effect, such as that the agent is satisfied, no color is a cause that could be checked.
    """
    named = {node for node, _ in reasons}
    if effect.kind == "noclash":
        fitting = {node for node, _ in effects}
        near = {node for edge in facts.view.edges if fitting & {*edge} for node in edge}
        return bool(fitting) and named <= fitting | near
    if effect.kind not in _TROUBLE:
        return False
    return any({first, second} <= named for first, second, _ in facts.conflicts)


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


#: A claim of which no cause is known.
UNDECIDED = Meaning("undecided")


def both_named(first: Named, second: Named) -> Named:
    """Return two claims of one kind as one claim."""
    same = isinstance(first[0], Meaning) and isinstance(second[0], Meaning)
    kind = second[0] if same and first[0].kind == second[0].kind else UNDECIDED
    return kind, [*first[1], *second[1]]


def named_by(claim: Any, naming: Naming) -> Named:
    """Return the kind of a claim that is made of parts, with the nodes and colors that it names."""
    naming.begin()
    if isinstance(claim, Several):
        parts = [named_by(one, naming) for one in claim.claims]
        kinds = list(dict.fromkeys(kind for kind, _ in parts))
        return (kinds[0] if len(kinds) == 1 else UNDECIDED), [one for _, many in parts for one in many]
    if isinstance(claim, Setting):
        kind = _SETTINGS.get(claim.kind, "")
        return (Meaning(kind) if kind else UNDECIDED), [
            one for pair in claim.pairs for one in naming.expanded(pair)
        ]
    if not isinstance(claim, Formula):
        return UNDECIDED, []
    if claim.group.kind == "edges" and claim.quantity in ("least", "exactly"):
        return (Meaning("war") if claim.number else UNDECIDED), []
    if claim.quantity != "all" or claim.group.names is None:
        return UNDECIDED, []
    colored = [one for one in claim.predicates if one.kind in ("color", "changed")]
    predicate = colored[-1] if colored else claim.predicates[-1]
    kind = _PREDICATES.get((predicate.kind, predicate.time, predicate.negated), "")
    colors = predicate.colors.names if predicate.colors is not None else ()
    named = [(node, colors) for node in naming.nodes(claim.group.names)]
    other = predicate.other
    if other is not None and other.names is not None and other.kind == "named":
        named += [(node, ()) for node in naming.nodes(other.names)]
    return (Meaning(kind) if kind else UNDECIDED), named


_SETTINGS = {
    "can": "can",
    "cannot": "cannot",
    "only": "must",
    "but": "cannot",
    "must move": "mustchange",
}
_PREDICATES = {
    ("color", "now", False): "state",
    ("color", "now", True): "notstate",
    ("color", "kept", False): "kept",
    ("color", "began", False): "became",
    ("color", "gone", False): "gone",
    ("changed", "now", False): "changed",
    ("changed", "now", True): "kept",
    ("clash", "now", False): "clash",
    ("clash", "was", False): "wasclash",
    ("same", "now", False): "same",
    ("same", "was", False): "wasclash",
    ("fits", "now", False): "noclash",
    ("clash", "now", True): "noclash",
    ("demanded", "now", False): "demanded",
    ("can", "now", False): "can",
    ("cannot", "now", False): "cannot",
    ("must", "now", False): "must",
}
