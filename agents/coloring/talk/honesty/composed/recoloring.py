"""What the agent can reach by recoloring its cluster, with a known border or with each possible one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..ruled_out import is_ruled_out
from .discourse import Unread
from .worlds import MOST_COLORINGS, Value, World, every, opposite

Edge = tuple[str, str]
Colors = Mapping[str, str]


def able(world: World, colors: Colors) -> Value:
    """
    Return whether nodes can have colors, none of them in a conflict, and no more conflicts than now.

    Other nodes of the agent may move as well. What depends on a border that is not known is undecided.
    """
    if is_ruled_out(world.facts, {n: c for n, c in colors.items() if not world.mine(n)}):
        return None
    # "b1 red is possible with b5 blue": neither may clash.
    named = {*colors, *(node for node in world.supposed if world.mine(node))}
    return agreed(
        any(
            not (named & {node for edge in found for node in edge}) and len(found) <= len(present)
            for found in _reached(world, colors, border, demands=True)
        )
        for border, present in cases_of(world)
    )


def unable(world: World, colors: Colors) -> Value:
    """Return whether nodes cannot have colors, even if the agent gave up what the person asked for."""
    return agreed(
        not any(
            not (set(colors) & {node for edge in found for node in edge}) and len(found) <= len(present)
            for found in _reached(world, colors, border, demands=False)
        )
        for border, present in cases_of(world)
    )


def planned(world: World, colors: Colors) -> Value:
    """
    Return whether the agent would give its nodes these colors.

    There is a conflict, and no recoloring is better than one that has them, without a conflict there.
    """
    values = []
    for border, _ in cases_of(world):
        least = min(map(len, _reached(world, {}, border, demands=True)), default=None)
        rows = _reached(world, colors, border, demands=True)
        values.append(
            any(
                len(found) == least and not (set(colors) & {node for edge in found for node in edge})
                for found in rows
            )
        )
    return every([opposite(world.calm()), agreed(iter(values))])


def can_end(world: World, colors: Colors, edges: Sequence[Edge]) -> Value:
    """Return whether a recoloring in which nodes have colors ends conflicts, and brings no other."""
    return agreed(
        any(
            not found & {*edges} and found <= present
            for found in _reached(world, colors, border, demands=True)
        )
        for border, present in cases_of(world)
    )


def cannot_end(world: World, colors: Colors, edges: Sequence[Edge]) -> Value:
    """Return whether each recoloring that ends conflicts brings others, and as many as there are."""
    return agreed(
        not any(
            not found & {*edges} and (found <= present or len(found) < len(present))
            for found in _reached(world, colors, border, demands=False)
        )
        for border, present in cases_of(world)
    )


def no_worse(world: World, colors: Colors) -> Value:
    """Return whether no other color of a node lets the agent have fewer conflicts."""
    values = []
    for border, _ in cases_of(world):
        least = _least(world, colors, border)
        for node in colors:
            others = (c for c in world.facts.view.domain if c != colors[node])
            values += [_least(world, {**colors, node: c}, border) >= least for c in others]
    return agreed(iter(values))


def may_keep(world: World, colors: Colors) -> Value:
    """Return whether nodes of the person can keep their colors: the agent needs no change of them."""
    if any(map(world.mine, colors)) or is_ruled_out(world.facts, colors):
        return None
    clashing = [world.clashes(node) for node in colors]
    if not any(clashing):
        return every(map(opposite, clashing))
    return every([able(world, colors), no_worse(world, colors)])


def best(world: World, colors: Colors) -> Value:
    """Return whether nodes with these colors let the agent have as few conflicts as it can have."""
    return agreed(
        _least(world, colors, border) == _least(world, {}, border) for border, _ in cases_of(world)
    )


def undisturbed(world: World, nodes: Iterable[str]) -> Value:
    """Return whether nodes are in no conflict, with each border that is possible."""
    named = {*nodes}
    return agreed(not any(named & {*edge} for edge in present) for _, present in cases_of(world))


def fewer(world: World, colors: Colors) -> Value:
    """Return whether the agent can have fewer conflicts if nodes have these colors."""
    return agreed(
        _least(world, colors, border) < _least(world, {}, border) for border, _ in cases_of(world)
    )


def allowed(world: World, colors: Colors) -> bool:
    """Return whether the agent may give its nodes these colors: no demand that it has met forbids it."""
    return world.bound(colors, demands=True) is not None


def agreed(values: Iterable[bool]) -> Value:
    """Return what holds with each border that is possible."""
    found = {*values}
    return found.pop() if len(found) == 1 else None


def cases_of(world: World) -> Iterator[tuple[dict[str, str], set[Edge]]]:
    """Give each border that is possible, with the conflicts that there would be at once."""
    own = {node: str(world.color(node)) for node in world.facts.view.own}
    known = {node: color for node, color in world.facts.beliefs.items() if node in world.supposed}
    before = {node: str(world.facts.color(node)) for node in own}
    for border in world.borders({}):
        then = _conflicts(world, {**border, **own})
        now = _conflicts(world, {**border, **known, **before})
        # What is supposed may not bring conflicts that the agent then leaves.
        yield border, min(now, then, key=len)


def _reached(world: World, bound: Colors, border: Colors, *, demands: bool) -> Iterator[set[Edge]]:
    for _, found in recolorings(world, bound, border, demands=demands):
        yield found


def recolorings(
    world: World, bound: Colors, border: Colors, *, demands: bool = True
) -> Iterator[tuple[dict[str, str], set[Edge]]]:
    """
    Give each recoloring of the cluster in which nodes have these colors, with its conflicts.

    Raises Unread if there are too many: "I cannot" would be true of none of them.
    """
    view = world.facts.view
    # What the person asks for now replaces what it demanded before.
    asked = {
        node: color
        for one in world.facts.request.proposed
        for node, color in one.items()
        if bound.get(node) == color
    }
    fixed = world.with_(asked).bound(bound, demands=demands)
    if fixed is None:
        return
    free = [node for node in view.own if node not in fixed]
    if len(view.domain) ** len(free) > MOST_COLORINGS:
        raise Unread
    for row in itertools.product(*map(world.choices, free)):
        colors = {**border, **bound, **fixed, **dict(zip(free, row, strict=True))}
        yield colors, _conflicts(world, colors)


def _least(world: World, bound: Colors, border: Colors) -> int:
    """Return the lowest number of conflicts; more than there are edges if it is not known."""
    found = _reached(world, bound, border, demands=True)
    return min(map(len, found), default=len(world.facts.view.edges) + 1)


def _conflicts(world: World, colors: Colors) -> set[Edge]:
    return {edge for edge in world.edges("all") if colors[edge[0]] == colors[edge[1]]}
