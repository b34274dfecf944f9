"""Values of claims about colors that are said of the node that a sentence is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .discourse import Unread
from .limits import excluded
from .reasons import Atom
from .terms import State
from .worlds import Value, World, every

if TYPE_CHECKING:
    from .members import Members


def _beside(claim: State, nodes: Members, world: World) -> tuple[str, list[str]]:
    """Return the node that a color is said of, and its neighbors that are named; all must be that."""
    assert claim.group is not None
    assert claim.other is not None
    others = nodes.members(claim.other, world)
    found = nodes.members(claim.group, world)
    if len(found) != 1 or not others or not all(world.near(found[0], one) for one in others):
        raise Unread
    return found[0], others


def _only_beside(claim: State, nodes: Members, world: World) -> Value:
    """Return whether neighbors of a node have all colors but one, and none of them has that."""
    node, others = _beside(claim, nodes, world)
    colors = {world.color(one) for one in others}
    nodes.atoms.append(Atom("must", node, claim.colors[0]))
    if None in colors:
        return None
    return {*world.facts.view.domain} - colors == {*claim.colors}


def _fits_beside(claim: State, nodes: Members, world: World) -> Value:
    """Return whether a color is none of those of neighbors of a node."""
    node, others = _beside(claim, nodes, world)
    colors = [world.color(one) for one in others]
    nodes.atoms.append(Atom("can", node, claim.colors[0]))
    if set(claim.colors) & excluded(world.facts, node):
        return False
    return None if None in colors else not {*colors} & {*claim.colors}


def _clashes_beside(claim: State, nodes: Members, world: World) -> Value:
    """Return whether neighbors of a node have a color."""
    node, others = _beside(claim, nodes, world)
    nodes.atoms.append(Atom("cannot", node, claim.colors[0]))
    return every(
        None if (color := world.color(one)) is None else color in claim.colors for one in others
    )


def _as_they_are(claim: State, nodes: Members, world: World) -> Value:
    """Return whether the colors of nodes are known, which a reason stands for."""
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    colors = [world.color(node) for node in found]
    nodes.atoms += [Atom("is", n, c or "") for n, c in zip(found, colors, strict=True)]
    return None if None in colors else True


def _has(claim: State, nodes: Members, world: World) -> Value:
    """Return whether a node of the agent, which is not fixed, has a color."""
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    if not all(map(world.mine, found)) or {*found} & {*world.facts.view.fixed}:
        return None
    nodes.atoms += [Atom("is", node, claim.colors[0]) for node in found]
    return all(world.color(node) in claim.colors for node in found)


def _must_differ(claim: State, nodes: Members, world: World) -> Value:
    """Return whether nodes are linked to all of others, so that their colors have to differ."""
    assert claim.group is not None
    assert claim.other is not None
    found, others = nodes.members(claim.group, world), nodes.members(claim.other, world)
    if {*found} & {*others}:
        return None
    pairs = [(node, other) for node in found for other in others]
    if any(not world.mine(node) and not world.mine(other) for node, other in pairs):
        return None
    nodes.atoms += [Atom("near", node, "", other) for node, other in pairs]
    return all(world.near(node, other) for node, other in pairs)


TOPIC_VALUES: Mapping[str, Callable[[State, Members, World], Value]] = {
    "only beside": _only_beside,
    "fits beside": _fits_beside,
    "clashes beside": _clashes_beside,
    "as they are": _as_they_are,
    "has": _has,
    "must differ": _must_differ,
}
