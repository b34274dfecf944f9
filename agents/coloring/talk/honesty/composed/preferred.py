"""Colors that the agent prefers: with them it has fewer conflicts, or fewer nodes to change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ..ruled_out import is_ruled_out
from .recoloring import agreed, cases_of, recolorings
from .terms import Setting
from .worlds import Value, World, every


def preferred(world: World, node: str, color: str, others: Collection[str]) -> Value:
    """
    Return whether a color is better for the agent than others.

    It lets the agent have fewer conflicts, or as few with fewer conflicts at once or fewer changes, and
    not with more of either.
    """
    others = [one for one in others if one != color]
    if not others or is_ruled_out(world.facts, {node: color}):
        return None
    base = World(world.facts, {n: c for n, c in world.supposed.items() if n != node})
    values = []
    for border, _ in cases_of(base):
        best = _cost(base, node, color, border)
        values += [best is not None and _is_more(_cost(base, node, one, border), best) for one in others]
    return agreed(values) if values else None


def _cost(world: World, node: str, color: str, border: Mapping[str, str]) -> tuple[int, int, int] | None:
    """Return the fewest conflicts with a color, the fewest changes to reach them, and those at once."""
    bound = {node: color}
    own = {n: str(world.color(n)) for n in world.facts.view.own}
    colors = {**border, **own, **bound}
    at_once = sum(colors[u] == colors[v] for u, v in world.edges("all"))
    costs = (
        (len(found), sum(own[n] != full[n] for n in own if n != node))
        for full, found in recolorings(world, bound, border)
    )
    best = min(costs, default=None)
    return None if best is None else (*best, at_once)


def _is_more(cost: tuple[int, int, int] | None, least: tuple[int, int, int]) -> bool:
    if cost is None or cost[0] != least[0]:
        return cost is None or cost[0] > least[0]
    return cost != least and cost[1] >= least[1] and cost[2] >= least[2]


def better_value(claim: Setting, assignments: Sequence[Mapping[str, str]], world: World) -> Value:
    """Return whether colors are better than the one that a claim names, was asked for, or is so now."""
    values: list[Value] = []
    for one in assignments:
        for node, color in one.items():
            asked = {case[node] for case in world.facts.request.proposed if node in case}
            present = world.facts.color(node)
            if claim.than:
                others = {claim.than}
            elif asked - {color}:
                others = asked
            elif present is not None and not asked:
                others = {present}
            else:
                return None
            values.append(preferred(world, node, color, others))
    return every(values) if values else None
