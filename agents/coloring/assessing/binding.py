"""
The colors that bind an agent's own nodes in a turn: fixed before committed before forced.

A demand on a node that is fixed or committed is refused, with the color that prevents it. With
``forced_until="next_turn"`` a demand binds in the turn that receives it; with ``"released"`` it stays a
pin until the person releases it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ..conformance import Rules
from ..situation import Situation
from ..view import Coloring, View


@dataclass(frozen=True)
class Refusal:
    """A demand that cannot be met: the color that the node is bound to, and why."""

    node: str
    color: str
    bound_to: str
    why: Literal["fixed", "committed"]


@dataclass(frozen=True)
class Binding:
    """
    Colors that bind own nodes.

    Attributes
    ----------
    required
        ``{node: color}`` while colors are computed: fixed, committed and forced ones.
    lasting
        The required colors that still bind after demands were cleared, which happens only with
        ``forced_until="next_turn"``.
    forced
        Demands that bind in this turn for the first time.
    released
        Own nodes whose forced pins end with this turn.
    refused
        Demands that were refused.
    """

    required: dict[str, str]
    lasting: dict[str, str]
    forced: dict[str, str]
    released: tuple[str, ...]
    refused: tuple[Refusal, ...]


def bind(
    view: View,
    situation: Situation,
    rules: Rules,
    demands: Mapping[str, str],
    released: Collection[str] = (),
    picked: Coloring = MappingProxyType({}),
) -> Binding:
    """
    Return the colors that bind own nodes in this turn.

    Parameters
    ----------
    demands
        ``{own node: color}`` that a person demanded in this turn.
    released
        Own nodes whose pins, committed or forced, end in this turn.
    picked
        Colors chosen for own nodes that may not have all colors.
    """
    free = set(released)
    committed = {n: c for n, c in situation.committed.items() if n not in free}
    held = {n: c for n, c in situation.forced.items() if n not in free or n in demands}
    refused = []
    forced = {}
    mine = set(view.own)
    for text, label in demands.items():
        node, color = view.node_name(text), view.color_name(label)
        if node is None or color is None or node not in mine:
            continue
        if view.fixed.get(node, color) != color:
            refused.append(Refusal(node, color, view.fixed[node], "fixed"))
        elif committed.get(node, color) != color:
            refused.append(Refusal(node, color, committed[node], "committed"))
        else:
            forced[node] = color
    required = {**picked, **held, **forced, **committed, **view.fixed}
    once = rules.forced_until == "next_turn"
    ended = [n for n in situation.forced if n in free and n not in forced]
    return Binding(
        required=required,
        lasting={**picked, **committed, **view.fixed} if once else required,
        forced={**held, **forced} if once else forced,
        released=tuple(situation.forced) if once else tuple(ended),
        refused=tuple(refused),
    )


def known(view: View, beliefs: Coloring) -> dict[str, str]:
    """Return the beliefs about visible foreign nodes, in the domain's casing."""
    if beliefs.keys() <= view.owners.keys() and view.colors.issuperset(beliefs.values()):
        return dict(beliefs)
    beliefs_in_view = {}
    for text, label in beliefs.items():
        node, color = view.node_name(text), view.color_name(label)
        if node is not None and node in view.owners and color is not None:
            beliefs_in_view[node] = color
    return beliefs_in_view
