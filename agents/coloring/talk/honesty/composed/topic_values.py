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
    found = nodes.members(claim.group, world)
    others = nodes.members(claim.other, world)
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


def _others_taken(claim: State, nodes: Members, world: World) -> Value:
    """Return whether neighbors of a node, all of them if they are named, have all colors but its own."""
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    if len(found) != 1 or not world.mine(found[0]):
        raise Unread
    (node,) = found
    around = world.neighbors(node)
    others = around if claim.other is None else nodes.members(claim.other, world)
    if not {*others} <= {*around}:
        return False
    own = world.color(node)
    colors = {world.color(one) for one in others} - {None}
    nodes.atoms.append(Atom("must", node, own or ""))
    if own is None or any(world.color(one) == own for one in around):
        return None
    return {*world.facts.view.domain} - colors == {own}


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


def _all_visible(claim: State, nodes: Members, world: World) -> Value:
    """Return whether nodes are all those of the agent that the person sees."""
    return {*claim.names} == {*world.facts.view.own} - {*world.facts.hidden}


def _others_have(claim: State, nodes: Members, world: World) -> Value:
    """Return whether the agent's nodes that were not named have these colors."""
    rest = [node for node in world.facts.view.own if node not in nodes.discourse.mentioned]
    if len(rest) == len(world.facts.view.own) or len(rest) != claim.number:
        raise Unread
    colors = [world.color(node) for node in rest]
    return None if None in colors else sorted(str(one) for one in colors) == [*claim.colors]


def _other_agent(claim: State, nodes: Members, world: World) -> Value:
    """Return whether a name is that of another agent, whose nodes the agent never sees."""
    return world.facts.view.agent.lower() not in claim.names


def _inner_clash(claim: State, nodes: Members, world: World) -> Value:
    """Return whether there is one conflict between two nodes of the agent of a kind."""
    kind, *only = claim.names
    found = [edge for edge in world.edges("inside") if world.edge(edge)]
    if kind == "inner":
        border = {node for edge in world.facts.view.crossing for node in edge}
        of_kind = [edge for edge in found if not {*edge} & border]
    elif kind == "other":
        of_kind = [edge for edge in found if not {*edge} & {*nodes.discourse.mentioned}]
    else:
        of_kind = found
    nodes.atoms.append(Atom("war", "", "", "inside"))
    if world.calm("inside", before=True) is not False:
        # "I still have one": it was there before.
        return None
    if only and world.conflicts() != 1:
        return None if world.conflicts() is None else False
    return len(of_kind) == 1


TOPIC_VALUES: Mapping[str, Callable[[State, Members, World], Value]] = {
    "only beside": _only_beside,
    "others taken": _others_taken,
    "fits beside": _fits_beside,
    "clashes beside": _clashes_beside,
    "as they are": _as_they_are,
    "has": _has,
    "must differ": _must_differ,
    "all visible": _all_visible,
    "others have": _others_have,
    "other agent": _other_agent,
    "inner clash": _inner_clash,
}
