"""Values of claims that describe colors, edges, limits and knowledge as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from .discourse import Unread
from .limits import excluded, stated
from .reasons import Atom
from .terms import State
from .topic_values import TOPIC_VALUES
from .worlds import Value, World, every, opposite, some

if TYPE_CHECKING:
    from .members import Members


def state_value(claim: State, nodes: Members, world: World) -> Value:
    """Return the value of a claim about the state."""
    value = _VALUES[claim.kind](claim, nodes, world)
    return opposite(value) if claim.negated else value


# ------------------------------------------------------------------------------------ what was asked


def _about_conflicts(claim: State, nodes: Members, world: World) -> Value:
    """Return whether "one" and "none" stand for conflicts, since the person asked about them."""
    request = world.facts.request
    asked = request.counts or request.asks in ("conflicts", "done")
    return True if asked or nodes.discourse.names_conflicts else None


def _not_done(claim: State, nodes: Members, world: World) -> Value:
    """Return whether it is not over: there is a conflict, or it is not known whether there is one."""
    if world.facts.request.asks != "done":
        return None
    nodes.atoms.append(Atom("war"))
    return world.calm() is not True


# -------------------------------------------------------------------------------------------- edges


def _all_conflicts(claim: State, nodes: Members, world: World) -> Value:
    """Return whether all conflicts that are known, at least two, lie in a scope."""
    found = [edge for edge in world.edges("all") if world.edge(edge)]
    here = world.edges(claim.names[0])
    return len(found) > 1 and all(edge in here for edge in found)


def _open_edges(claim: State, nodes: Members, world: World) -> Value:
    wanted = {frozenset(edge) for edge in claim.edges}
    found = {frozenset(edge) for edge in world.edges("all") if world.edge(edge) is None}
    for edge in claim.edges:
        nodes.discourse.note(edge)
    return found == wanted


def _other_edges_fit(claim: State, nodes: Members, world: World) -> Value:
    """Return whether no edge is in conflict but for those in conflict between nodes that were named."""
    named = {*nodes.discourse.mentioned}
    told = {edge for edge in world.edges("all") if {*edge} <= named and world.edge(edge)}
    if not told:
        raise Unread
    nodes.atoms.append(Atom("calm"))
    return every(opposite(world.edge(edge)) for edge in world.edges("all") if edge not in told)


def _links(claim: State, nodes: Members, world: World) -> Value:
    """Return whether so many edges run from a node to nodes of an owner."""
    assert claim.group is not None
    (node,) = _one(claim, nodes, world)
    found = _neighbors(node, claim.colors, world)
    if found is None:
        return None
    nodes.discourse.note(found)
    return len(found) == claim.number


def _neighbors_are(claim: State, nodes: Members, world: World) -> Value:
    """Return whether nodes are the neighbors of others on one side, and the only ones."""
    assert claim.group is not None
    assert claim.other is not None
    wanted = nodes.members(claim.other, world)
    found: dict[str, None] = {}
    for node in nodes.members(claim.group, world):
        around = _neighbors(node, claim.colors, world)
        if around is None:
            return None
        found.update(dict.fromkeys(around))
    for node in wanted:
        nodes.atoms.append(Atom("near", node))
    return {*found} == {*wanted}


def _neighbors(node: str, side: Sequence[str], world: World) -> list[str] | None:
    """Return the neighbors of a node on a side; None if the agent does not see all of them."""
    around = world.neighbors(node)
    if side:
        around = [one for one in around if world.mine(one) == (side[0] == "own")]
    return None if not world.mine(node) and tuple(side) != ("own",) else around


def _one(claim: State, nodes: Members, world: World) -> list[str]:
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    if len(found) != 1:
        raise Unread
    return found


# ------------------------------------------------------------------------------------------- colors


def _exactly_colored(claim: State, nodes: Members, world: World) -> Value:
    """Return whether nodes, and no others of the same side, have a color."""
    assert claim.group is not None
    named = nodes.members(claim.group, world)
    scope = _side(named, nodes, world)
    for node in named:
        nodes.atoms.append(Atom("is", node, claim.colors[0]))
    colors = [world.color(node) for node in scope]
    if None in colors or (claim.number and claim.number != len(named)):
        return None if None in colors else False
    return {n for n, c in zip(scope, colors, strict=True) if c in claim.colors} == {*named}


def _side(named: Sequence[str], nodes: Members, world: World) -> list[str]:
    """Return the nodes that the person sees on the side of these nodes."""
    mine = {world.mine(node) for node in named}
    if len(mine) != 1:
        raise Unread
    view, hidden = world.facts.view, world.facts.hidden
    # All of the agent's nodes count, as the person would take "my only red node".
    return list(view.own) if mine == {True} else [n for n in view.owners if n not in hidden]


def _count_colored(claim: State, nodes: Members, world: World) -> Value:
    """Return whether so many nodes of the agent have a color."""
    colors = [world.color(node) for node in world.facts.view.own]
    return None if None in colors else sum(c in claim.colors for c in colors) == claim.number


def _all_colors_used(claim: State, nodes: Members, world: World) -> Value:
    colors = {world.color(node) for node in world.facts.view.own}
    return {*world.facts.view.domain} <= colors


def _respectively(claim: State, nodes: Members, world: World) -> Value:
    """Return whether nodes have the colors of a list, in the order of both."""
    assert claim.group is not None
    named = nodes.members(claim.group, world)
    if len(named) != len(claim.colors):
        raise Unread
    for node, color in zip(named, claim.colors, strict=True):
        nodes.atoms.append(Atom("is", node, color))
    return every(
        None if (c := world.color(node)) is None else c == color
        for node, color in zip(named, claim.colors, strict=True)
    )


# -------------------------------------------------------------------------------------- free colors


def _taken_by(claim: State, nodes: Members, world: World) -> Value:
    """Return whether nodes have a color, and are neighbors of the subject of the clause before."""
    assert claim.group is not None
    topic = nodes.discourse.subject
    found = nodes.members(claim.group, world)
    nodes.atoms += [Atom("is", node, claim.colors[0]) for node in found]
    if len(topic) == 1 and not all(world.near(node, topic[0]) for node in found):
        return None
    return every(None if (c := world.color(node)) is None else c in claim.colors for node in found)


def _unlinked(node: str, world: World) -> bool:
    """Return whether something is supposed of another node than one and its neighbors."""
    return any(node != other and not world.near(node, other) for other in world.supposed)


def around(node: str, world: World, side: str = "") -> list[str | None]:
    """Return the colors of the neighbors of a node; None among them for one that is not known."""
    found = world.neighbors(node)
    if side:
        found = [one for one in found if world.mine(one) == (side == "own")]
    return [world.color(one) for one in found]


def _is_free(node: str, color: str, world: World, side: str = "") -> Value:
    """Return whether no neighbor of a node has a color."""
    if not world.mine(node) and side != "own":
        return None
    if color in excluded(world.facts, node):
        return False
    colors = around(node, world, side)
    if color in colors:
        # Of what would be, the agent's other nodes are no part: it could recolor them.
        blocking = around(node, world, "foreign") + [
            world.supposed.get(n) for n in world.neighbors(node)
        ]
        return False if world.is_actual or color in blocking else None
    return None if None in colors else True


def _free(claim: State, nodes: Members, world: World) -> Value:
    """Return whether no neighbor of the nodes has one of the colors."""
    assert claim.group is not None
    side = "own" if claim.names == ("own",) else ""
    values: list[Value] = []
    for node in nodes.members(claim.group, world):
        nodes.discourse.spot = node
        if _unlinked(node, world):
            return None
        for color in claim.colors:
            nodes.atoms.append(Atom("cannot" if claim.negated else "can", node, color))
            values.append(_is_free(node, color, world, side))
    return some(values) if claim.negated else every(values)


def _only_free(claim: State, nodes: Members, world: World) -> Value:
    """Return whether neighbors of a node have all colors but these, and none that is known has these."""
    (node,) = _one(claim, nodes, world)
    side = "own" if claim.names == ("own",) else ""
    nodes.discourse.spot = node
    if not world.mine(node) or _unlinked(node, world):
        return None
    for color in claim.colors:
        nodes.atoms.append(Atom("must", node, color))
    free = {
        color for color in world.facts.view.domain if _is_free(node, color, world, side) is not False
    }
    return free == {*claim.colors}


def _fits_all(claim: State, nodes: Members, world: World) -> Value:
    """Return whether no other color of a node of the person clashes with none of the agent's."""
    (node,) = _one(claim, nodes, world)
    if world.mine(node) or set(claim.colors) & excluded(world.facts, node):
        return None
    free = {c for c in world.facts.view.domain if c not in around(node, world, "own")}
    for color in claim.colors:
        nodes.atoms.append(Atom("should", node, color))
    return free == {*claim.colors}


def _unwanted(claim: State, nodes: Members, world: World) -> Value:
    """Return whether a node of the person would clash in each of the colors."""
    assert claim.group is not None
    values = []
    for node in nodes.members(claim.group, world):
        if world.mine(node):
            return None
        for color in claim.colors:
            nodes.atoms.append(Atom("not as is", node, color))
            values.append(color in around(node, world, "own"))
    return every(values)


def _works_now(claim: State, nodes: Members, world: World) -> Value:
    """Return whether a node of the person would fit in each color, and nothing else clashes."""
    assert claim.group is not None
    values: list[Value] = []
    for node in nodes.members(claim.group, world):
        if world.mine(node):
            return None
        for color in claim.colors:
            nodes.atoms.append(Atom("works", node, color))
            then = world.with_({node: color})
            values += [color not in around(node, world, "own"), then.calm() is not False]
            values.append(color not in excluded(world.facts, node))
    return every(values)


def _none_free(claim: State, nodes: Members, world: World) -> Value:
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    values = []
    for node in found:
        nodes.discourse.spot = node
        if _unlinked(node, world):
            return None
        nodes.atoms.append(Atom("none free", node))
        values += [opposite(_is_free(node, color, world)) for color in world.facts.view.domain]
    return every(values) if found else None


def _differ_all(claim: State, nodes: Members, world: World) -> Value:
    """Return whether each two of the nodes are linked, so that all need different colors."""
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    if len(found) < 2 or claim.number not in (0, len(found)):
        return None
    for i, node in enumerate(found):
        nodes.atoms += [Atom("near", node, "", other) for other in found[i + 1 :]]
    return all(world.near(u, v) for i, u in enumerate(found) for v in found[i + 1 :])


def _have_different(claim: State, nodes: Members, world: World) -> Value:
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    if len(found) < 2 or claim.number not in (0, len(found)):
        return None
    colors = [world.color(node) for node in found]
    nodes.atoms += [Atom("is", n, c or "") for n, c in zip(found, colors, strict=True)]
    return None if None in colors else len({*colors}) == len(colors)


def _colors_around(claim: State, nodes: Members, world: World) -> Value:
    """Return whether the neighbors of a node have all of these colors and no others."""
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    colors = {world.color(node) for node in found}
    nodes.atoms += [Atom("is", node, world.color(node) or "") for node in found]
    return None if None in colors else colors == {*claim.colors}


def _count_around(claim: State, nodes: Members, world: World) -> Value:
    """Return whether so many neighbors of a node have a color."""
    (node,) = _one(claim, nodes, world)
    side = claim.names[0] if claim.names else ""
    if not world.mine(node) and side != "own":
        return None
    colors = around(node, world, side)
    count = sum(color in claim.colors for color in colors)
    return None if None in colors else count == claim.number


# ---------------------------------------------------------------------------------- limits, knowledge


def _limit(claim: State, nodes: Members, world: World) -> Value:
    """Return whether the person stated a limit: "must" for colors that are left, else "cannot"."""
    assert claim.group is not None
    found = nodes.members(claim.group, world)
    must = claim.names == ("must",)
    for node in found:
        for color in claim.colors:
            if must and len(claim.colors) == 1:
                kind = "is" if world.color(node) == color else "must"
                nodes.atoms.append(Atom(kind, node, color))
            elif not must:
                nodes.atoms.append(Atom("not" if not world.mine(node) else "cannot", node, color))
    return bool(found) and all(stated(world.facts, node, claim.colors, must=must) for node in found)


def _no_limits(claim: State, nodes: Members, world: World) -> Value:
    facts, request = world.facts, world.facts.request
    if request.demands or request.proposed:
        return None
    return not facts.constraints and not facts.demanded


def _no_limit_on(claim: State, nodes: Members, world: World) -> Value:
    assert claim.group is not None
    facts, request = world.facts, world.facts.request
    found = nodes.members(claim.group, world)
    named = {*request.demands, *(node for case in request.proposed for node in case)}
    if named & {*found}:
        return None
    limited = {one.node for one in facts.constraints} | {*facts.demanded}
    return not limited & {*found}


def _unseen(claim: State, nodes: Members, world: World) -> Value:
    """Return whether names stand for nodes that the agent does not see; only those names are read."""
    return bool(claim.names)


def _some_unseen(claim: State, nodes: Members, world: World) -> Value:
    """The agent sees the person's nodes at the border only."""
    return True


def _unknown_exactly(claim: State, nodes: Members, world: World) -> Value:
    """Return whether the colors of these nodes, and of no others at the border, are unknown or known."""
    assert claim.group is not None
    facts = world.facts
    named = nodes.members(claim.group, world)
    if any(map(world.mine, named)):
        return None
    wanted = claim.names == ("known",)
    seen = [node for node in facts.view.owners if node not in facts.hidden]
    nodes.atoms += [Atom("unknown", node) for node in named if not wanted]
    return {n for n in seen if (n in facts.beliefs) == wanted} == {*named}


_VALUES: Mapping[str, Callable[[State, Members, World], Value]] = {
    **TOPIC_VALUES,
    "about conflicts": _about_conflicts,
    "not done": _not_done,
    "all conflicts": _all_conflicts,
    "open edges": _open_edges,
    "other edges fit": _other_edges_fit,
    "links": _links,
    "neighbors are": _neighbors_are,
    "exactly colored": _exactly_colored,
    "count colored": _count_colored,
    "all colors used": _all_colors_used,
    "respectively": _respectively,
    "free": _free,
    "only free": _only_free,
    "only fit": _fits_all,
    "unwanted": _unwanted,
    "none free": _none_free,
    "colors around": _colors_around,
    "count around": _count_around,
    "taken by": _taken_by,
    "works now": _works_now,
    "need different": _differ_all,
    "have different": _have_different,
    "limit": _limit,
    "no limits": _no_limits,
    "no limit on": _no_limit_on,
    "unseen": _unseen,
    "some unseen": _some_unseen,
    "unknown exactly": _unknown_exactly,
}
