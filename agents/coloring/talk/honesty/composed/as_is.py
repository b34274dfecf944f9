"""
Values of claims about the agent's colors as they are: "h4 should be green", "red would cause one clash".

Each has a loose form. Said with "with my current colors", or right behind a claim that was, it is about
these colors. Otherwise it also has to hold if the agent would react.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..ruled_out import is_ruled_out
from .preferred import preferred
from .terms import Setting
from .worlds import Value, World, every, opposite

AS_IS = " as is"
#: Kinds of claims that have a loose form.
LOOSE = frozenset({"should", "best", "causes", "points", "no help"})


def loose_value(
    claim: Setting, assignments: Sequence[Mapping[str, str]], world: World, *, standing: bool
) -> Value:
    """Return the value of a claim; ``standing`` says that it is about the present colors only."""
    kind = claim.kind.removesuffix(AS_IS)
    if not assignments or any(is_ruled_out(world.facts, one) for one in assignments):
        return None
    if kind == "should" and all(world.mine(node) for one in assignments for node in one):
        return _advised(assignments, world)
    if any(world.mine(node) for one in assignments for node in one):
        return None
    if any(
        world.supposed.get(node, color) != color for one in assignments for node, color in one.items()
    ):
        return None
    weight = world.facts.view.conflict_penalty
    if kind in ("should", "best"):
        chosen = _chosen(kind, assignments, world, standing)
        if kind == "best" and not chosen and len(assignments) == 1 and len(assignments[0]) == 1:
            ((node, color),) = assignments[0].items()
            return preferred(world, node, color, world.facts.view.domain)
        return chosen
    values: list[Value] = []
    for one in assignments:
        then = world.with_(one)
        if kind == "no help":
            now, at_once = world.conflicts(), then.conflicts()
            if now is None or at_once is None or any(world.color(n) == c for n, c in one.items()):
                return None
            # Only what might have helped is said not to help.
            values += [now > 0, at_once >= now, standing or opposite(then.can())]
            continue
        if kind == "points" and world.facts.view.preferences:
            return None
        unit = weight if kind == "points" else 1
        if claim.number == 0:
            return None
        values.append(_brought(one, then, claim.number / unit))
        if not standing:
            values += [opposite(then.edge(edge)) for edge in then.edges("all") if not {*edge} & {*one}]
            least = then.fewest()
            values.append(None if least is None else least * unit == claim.number)
    return every(values)


def _brought(colors: Mapping[str, str], then: World, number: float) -> Value:
    """Return whether nodes with other colors would be in so many conflicts, and are in none now."""
    edges = [edge for edge in then.edges("all") if {*edge} & {*colors}]
    found = [then.edge(edge) for edge in edges]
    present = World(then.facts)
    if not edges or None in found or any(present.edge(edge) for edge in edges):
        return None
    return sum(map(bool, found)) == number


def _advised(assignments: Sequence[Mapping[str, str]], world: World) -> Value:
    """Return whether each of the colors of one of the agent's nodes works, and no other color does."""
    nodes = {node for one in assignments for node in one}
    if len(nodes) != 1:
        return None
    (node,) = nodes
    named = {one[node] for one in assignments}
    values = {color: world.can({node: color}) for color in world.facts.view.domain}
    return every(value if color in named else opposite(value) for color, value in values.items())


def _chosen(kind: str, assignments: Sequence[Mapping[str, str]], world: World, standing: bool) -> Value:
    """Return whether colors fit the agent's present ones, and no other color of the node does."""
    nodes = {node for one in assignments for node in one}
    values: list[Value] = []
    for node in nodes:
        named = {one[node] for one in assignments if node in one}
        if kind == "best" and len(named) > 1:
            return None
        domain = world.facts.view.domain
        if not any(node in edge for edge in world.edges("all")):
            return None
        for color in domain:
            clashes = world.with_({node: color}).clashes(node)
            values.append(opposite(clashes) if color in named else clashes)
            if not standing:
                able = world.can({node: color})
                values.append(able if color in named else opposite(able))
        if kind == "best":
            # "Best" also means that no other color leaves the agent more colorings.
            counts = {color: world.count({node: color}) for color in domain}
            best = min((counts[color] or 0 for color in named), default=0)
            values.append(None if None in counts.values() else best >= max(map(int, counts.values())))  # type: ignore[arg-type]
    return every(values)
