"""What a coloring would change: conflicts that it would end or bring, and those that would be left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .recoloring import able
from .terms import Setting
from .worlds import Value, World, every


def effect_value(claim: Setting, assignments: Sequence[Mapping[str, str]], world: World) -> Value:
    """Return the value of a claim about what the colorings that its pairs name would change."""
    if not assignments:
        return None
    values = []
    for one in assignments:
        # "If h4 became blue, that would help" compares with the colors as they are.
        supposed = one.items() <= world.supposed.items()
        values.append(_effect(claim, World(world.facts) if supposed else world, world.with_(one), one))
    return every(values)


def _effect(claim: Setting, world: World, then: World, colors: Mapping[str, str]) -> Value:
    if claim.kind == "do":
        # Nothing else is said of what the person proposed than that the agent can do it.
        rest = {node: color for node, color in then.supposed.items() if node not in colors}
        return able(World(then.facts, rest), colors) if any(map(world.mine, colors)) else None
    least, least_then = world.fewest(), then.fewest()
    now, at_once = world.conflicts(), then.conflicts()
    if least is None or least_then is None or now is None or at_once is None:
        return None
    same = (least, now) == (least_then, at_once)
    better = least_then < least or (least_then == least and at_once < now)
    worse = least_then >= least and at_once >= now and not same
    values = {
        "helps": better and then.can() is True,
        "does not help": worse or same,
        "same": same,
        "worse": worse,
        "free": least_then <= least,
        "costs": claim.number > 0 and least_then - least == claim.number,
        "costs more": least_then > least,
        "leaves": least_then == claim.number,
        "leaves more": least_then >= claim.number,
        "at once": at_once == claim.number and not same,
        "adds": claim.number > 0 and at_once - now == claim.number,
        "ends": claim.number > 0 and now - at_once == claim.number,
    }
    return values.get(claim.kind)
