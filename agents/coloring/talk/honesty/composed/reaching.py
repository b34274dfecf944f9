"""Values of claims about what the agent can do, and of what requests presuppose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .changes import helpful
from .preferred import better_value
from .recoloring import able, allowed, best, may_keep, planned, unable, undisturbed
from .terms import Setting
from .worlds import Value, World, every, opposite, some

#: Kinds of claims that have their values here.
REACHING = frozenset(
    {
        "able",
        "unable",
        "plan",
        "exactly able",
        "stay",
        "keep plan",
        "asked",
        "asked to change",
        "asked to keep",
        "asked to keep so",
        "avoided",
        "kept or asked",
        "may keep",
        "may choose",
        "better",
        "suggested",
        "suggested to change",
    }
)

#: Kinds of requests.
REQUESTS = frozenset(
    {
        "asked",
        "asked to change",
        "asked to keep so",
        "avoided",
        "kept or asked",
        "suggested",
        "suggested to change",
    }
)


def reaching_value(claim: Setting, assignments: Sequence[Mapping[str, str]], world: World) -> Value:
    """Return the value of a claim about colors that the agent or the person could choose."""
    nodes = list(dict.fromkeys(node for one in assignments for node in one))
    if not nodes:
        return None
    match claim.kind:
        case "able" | "unable" | "plan" | "exactly able" | "stay" | "keep plan" | "may choose":
            return every(_own(claim, one, world) for one in assignments)
        case "suggested" if not _war(world):
            values = [] if world.calm() is None else [world.can(one) for one in assignments]
            return every(values) if values else None
        case "better":
            return better_value(claim, assignments, world)
        case "asked" | "suggested":
            return every(helpful(world, one) for one in assignments)
        case "asked to change" | "suggested to change":
            return every(_helps(node, world) for node in nodes)
        case "avoided":
            return every(_disturbs(one, world) for one in assignments)
        case "kept or asked":
            plain = "asked to keep so" if all(_has(one, world) for one in assignments) else "asked"
            return reaching_value(replace(claim, kind=plain), assignments, world)
        case "may keep":
            present = {node: str(world.color(node)) for node in nodes}
            return None if "None" in present.values() else may_keep(world, present)
        case "asked to keep":
            return every(opposite(world.clashes(node)) for node in nodes)
        case "asked to keep so":
            same = [_has(one, world) for one in assignments]
            return every([*same, *(opposite(world.clashes(node)) for node in nodes)])
    return None


def _has(colors: Mapping[str, str], world: World) -> bool:
    return all(world.color(node) == color for node, color in colors.items())


def _war(world: World) -> bool:
    return any(world.edge(edge) for edge in world.edges("all"))


def _own(claim: Setting, colors: Mapping[str, str], world: World) -> Value:
    """Return the value of what the agent does with nodes, which have to be its own."""
    if claim.kind == "stay":
        kept = {**{n: c for n, c in world.supposed.items() if world.mine(n)}, **colors}
        return able(world, kept) if all(world.color(n) == c for n, c in kept.items()) else None
    if claim.kind == "keep plan":
        # What the person demanded instead is its own answer.
        # Nodes are kept as they are, whatever was supposed of them.
        mine = all(map(world.mine, colors)) and _has(colors, World(world.facts))
        return every([best(world, colors), undisturbed(world, colors)]) if mine else None
    if claim.kind == "may choose":
        return None if any(map(world.mine, colors)) else able(world, colors)
    if not all(map(world.mine, colors)) or any(
        world.facts.view.fixed.get(node, color) != color for node, color in colors.items()
    ):
        return None
    if _has(colors, world):
        # What is so already is nothing that the agent could do.
        return False
    if claim.kind == "unable":
        return unable(world, colors)
    if claim.kind == "plan":
        return planned(world, colors)
    if claim.kind == "able" or not allowed(world, colors):
        return able(world, colors)
    # Only these nodes change.
    then = world.with_(colors)
    now, after = world.conflicts(), then.conflicts()
    if now is None or after is None:
        return None
    return every([after <= now, *(opposite(then.clashes(node)) for node in colors)])


def _helps(node: str, world: World) -> Value:
    present = world.color(node)
    if present is None or world.mine(node):
        return None
    return some(helpful(world, {node: c}) for c in world.facts.view.domain if c != present)


def _disturbs(colors: Mapping[str, str], world: World) -> Value:
    """Return whether a color that the person is asked to avoid would clash, or leave no solution."""
    if any(map(world.mine, colors)) or (_has(colors, world) and world.calm() is not False):
        return None
    then = world.with_(colors)
    at_once = [then.clashes(node) for node in colors]
    stuck = then.can() is False and world.can() is not False
    return some([every(at_once), stuck])
