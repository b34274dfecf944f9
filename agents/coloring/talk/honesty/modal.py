"""
Claims about what can be, must be and would help: each is decided by the exact test of feasibility.

"b2 can be red" holds if the cluster has a coloring without conflict in which b2 is red, with the colors
of the border as the agent knows them. A demand of the person binds a node; "b2 would be free of
conflicts in blue" is said of a world without that demand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import feasible
from .ruled_out import is_ruled_out
from .said import Said


def fits(it: Said, supposed: Mapping[str, str], *, demands: bool = True) -> bool | None:
    """Return whether a coloring without conflict exists under a supposition and the condition."""
    return feasible.fits(it.facts, {**it.mine, **supposed}, demands=demands)


def is_bound(it: Said, node: str) -> bool:
    """Return whether a pin binds an own node."""
    return any(pin.node == node for pin in it.facts.pins)


def clashing(it: Said, node: str, color: str) -> bool:
    """Return whether a node would clash in a color with the colors of its neighbors as they are."""
    return any(it.facts.color(other) == color for other in it.neighbors(node))


def works(it: Said, node: str, color: str) -> bool:
    """Return whether a color of a node is allowed and leaves a coloring without conflict."""
    return not is_ruled_out(it.facts, {node: color}) and fits(it, {node: color}) is True


def others(it: Said, colors: tuple[str, ...]) -> list[str]:
    """Return the colors that are not named."""
    return [color for color in it.facts.view.domain if color not in colors]


def can(it: Said) -> bool:
    """Return whether each named color works for each node."""
    return bool(it.colored) and all(
        bool(colors) and all(works(it, node, color) for color in colors) for node, colors in it.colored
    )


def cannot(it: Said) -> bool:
    """Return whether no named color works for a node, given what it is said with."""
    return bool(it.colored) and all(
        bool(colors) and all(fits(it, {node: color}, demands=False) is False for color in colors)
        for node, colors in it.colored
    )


def can_but(it: Said) -> bool:
    """Return whether all colors but the named ones work for a node, and those do not."""
    return cannot(it) and all(
        works(it, node, color) for node, colors in it.colored for color in others(it, colors)
    )


def must(it: Said) -> bool:
    """Return whether only the named colors work for a node, each of them."""
    return can(it) and all(
        fits(it, {node: color}) is False for node, colors in it.colored for color in others(it, colors)
    )


def any_color(it: Said) -> bool:
    """Return whether all combinations of colors work for the nodes."""
    settings = it.all_settings(it.foreign)
    return bool(it.foreign and settings) and all(
        it.facts.can(setting) is True and not is_ruled_out(it.facts, setting) for setting in settings
    )


def must_change(it: Said) -> bool:
    """Return whether a node is in conflict, and no coloring without conflict keeps its color."""
    return bool(it.nodes) and all(
        clash_of(it, node) and fits(it, {node: it.facts.color(node) or ""}) is False for node in it.nodes
    )


def would_change(it: Said) -> bool:
    """Return whether an own node clashes as it is, under a supposition, and can be recolored."""
    return bool(it.own) and all(
        it.facts.clashes([node]) and not is_bound(it, node) and node not in it.facts.view.fixed
        for node in it.own
    )


def clash_of(it: Said, node: str) -> bool:
    """Return whether a node is in conflict."""
    return it.facts.clashes([node])


def change_helps(it: Said) -> bool:
    """Return whether the conflicts need a change of foreign nodes, and other colors of them end it."""
    facts = it.facts
    if not facts.conflicts or len(it.foreign) != len(it.nodes) or not it.foreign:
        return False
    if facts.solvable is not False or not all(clash_of(it, node) for node in it.foreign):
        return False
    return any(
        facts.can(setting) is True and not is_ruled_out(facts, setting)
        for setting in it.all_settings(it.foreign)
        if all(facts.beliefs.get(node) != color for node, color in setting.items())
    )


def avoid(it: Said) -> bool:
    """Return whether a foreign node does not have a color, with which an own node would clash."""
    return bool(it.foreign) and it.every(
        lambda node, color: (
            node in it.foreign
            and it.facts.beliefs.get(node) not in (None, color)
            and clashing(it, node, color)
        )
    )


def stay(it: Said) -> bool:
    """Return whether foreign nodes have the named colors, and nothing is in conflict."""
    return it.peace and len(it.foreign) == len(it.nodes) > 0 and it.every(it.is_)


def free_if(it: Said) -> bool:
    """Return whether another color of an own node would leave no conflict, demands aside."""
    return bool(it.own) and it.every(
        lambda node, color: (
            it.facts.after.get(node) != color
            and bool(it.facts.conflicts)
            and fits(it, {node: color}, demands=False) is True
        )
    )


def would_clash(it: Said) -> bool:
    """Return whether nodes in a color would clash with the nodes named behind them, or with any."""
    if not it.colored or len(it.colored[0][1]) != 1:
        return False
    (node, (color,)), *rest = it.colored
    near = it.neighbors(node)
    # Nodes without a color take that of the nodes before them.
    if any(colors not in ((), (color,)) for _, colors in rest) or it.facts.color(node) == color:
        return False
    named = [other for other, _ in rest] or [other for other in near if it.facts.color(other) == color]
    return bool(named) and all(other in near and it.facts.color(other) == color for other in named)


def ask_change(it: Said) -> bool:
    """Return whether the person asked for the color of an own node that is in conflict."""
    return bool(it.own) and all(
        node in it.facts.demanded and it.facts.clashes([node]) for node in it.nodes
    )


def one_must_change(it: Said) -> bool:
    """Return whether two nodes are in conflict with each other, and are the only conflict."""
    return (
        len(it.nodes) == 2 and {frozenset(it.nodes)} == it.edges() and frozenset(it.nodes) in it.edges()
    )


def prefers_other(it: Said) -> bool:
    """Return whether the person demanded a color of a node that is in conflict, and another has none."""
    return ask_change(it) and free_if(it)


def drop_demand(it: Said) -> bool:
    """Return whether a node could be recolored without conflict if its demand ended."""
    colors = [color for color in it.facts.view.domain if color != it.facts.after.get(it.nodes[0])]
    return ask_change(it) and any(
        fits(it, {it.nodes[0]: color}, demands=False) is True for color in colors
    )


def drop_demand_for(it: Said) -> bool:
    """Return whether nodes could have their colors without conflict if their demands ended."""
    return ask_change(it) and free_if(it)


def keep(it: Said) -> bool:
    """Return whether foreign nodes can keep their colors: without a change of them all can fit."""
    facts = it.facts
    if (
        not it.foreign
        or it.own
        or not all(facts.beliefs.get(n) in (*c, None) for n, c in it.colored if c)
    ):
        return it.peace and not it.own
    kept = {node: facts.beliefs.get(node, "") for node in it.foreign}
    if it.peace:
        return all(not colors or colors == (kept[node],) for node, colors in it.colored)
    if any(clash_of(it, node) or not kept[node] for node in kept) or not facts.complete:
        return False
    return any(
        kept.items() <= setting.items()
        and facts.can(setting) is True
        and not is_ruled_out(facts, setting)
        for setting in it.all_settings(tuple(facts.view.owners))
    )


MODAL: dict[str, Callable[[Said], bool]] = {
    "can": can,
    "cannot": cannot,
    "canbut": can_but,
    "must": must,
    "anycolor": any_color,
    "mustchange": must_change,
    "wouldchange": would_change,
    "changehelps": change_helps,
    "avoid": avoid,
    "stay": stay,
    "freeif": free_if,
    "wouldclash": would_clash,
    "askchange": ask_change,
    "onemustchange": one_must_change,
    "prefersother": prefers_other,
    "dropdemand": drop_demand,
    "dropdemandfor": drop_demand_for,
    "keep": keep,
}
