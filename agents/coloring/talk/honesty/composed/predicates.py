"""Values of predicates of single nodes."""

from __future__ import annotations

from collections.abc import Sequence

from .limits import excluded
from .recoloring import able, unable
from .terms import ANY, Predicate
from .worlds import Value, World, every, opposite, some


def node_value(predicate: Predicate, node: str, others: Sequence[str] | None, world: World) -> Value:
    """Return whether a predicate holds of a node, compared with another one if there is one."""
    if predicate.kind in ("can", "can others", "must", "movable", "must move", "forced", "moves"):
        return _possible(predicate, node, world)
    other = others[0] if others else None
    now = _now(predicate, node, other, world)
    actual = World(world.facts)
    value: Value
    match predicate.time:
        case "now" | "would":
            value = now
        case "was":
            value = _before(predicate, node, other, actual)
        case "kept" if world.is_actual:
            value = every([now, _before(predicate, node, other, actual)])
        case "kept" if predicate.kind == "color":
            # "If h2 turned blue, b2 could stay red."
            color = world.facts.color(node)
            value = every([color in predicate.colors, world.can({node: str(color)})])
        case "began" if world.is_actual:
            value = every([now, opposite(_before(predicate, node, other, actual))])
            if predicate.kind == "color":
                before = actual.before(node)
                value = None if before is None else every([now, before != actual.color(node)])
        case "gone" if world.is_actual:
            value = every([opposite(now), _before(predicate, node, other, actual)])
        case "gone" if predicate.kind == "clash":
            # "I can make a1 green, and then it no longer clashes with h5."
            value = every([opposite(now), _now(predicate, node, other, actual)])
        case _:
            value = None
    return value if not predicate.negated else opposite(value)


def _now(predicate: Predicate, node: str, other: str | None, world: World) -> Value:
    facts = world.facts
    color = world.color(node)
    match predicate.kind:
        case "color":
            return None if color is None or not predicate.colors else color in predicate.colors
        case "same" if other is not None:
            second = world.color(other)
            return None if color is None or second is None else color == second
        case "clash" if other is not None:
            if not world.near(node, other):
                return False if world.mine(node) or world.mine(other) else None
            return world.edge((node, other))
        case "fits" if other is not None:
            return opposite(world.edge((node, other))) if world.near(node, other) else None
        case "clash":
            value = world.clashes(node)
            # The agent does not see the other conflicts of the person's nodes.
            return value if value or world.mine(node) else None
        case "fits":
            return opposite(world.clashes(node)) if world.mine(node) else None
        case "trouble":
            return world.clashes(node)
        case "stays":
            # A node of the person that is in a conflict had better not stay.
            return True if world.mine(node) else opposite(world.clashes(node))
        case "near" if other is not None:
            return world.near(node, other) if world.mine(node) or world.mine(other) else None
        case "changed":
            return node in facts.changed if world.mine(node) else None
        case "fixed":
            return node in facts.view.fixed if world.mine(node) else None
        case "demanded":
            if not world.mine(node):
                return None
            wanted = facts.demanded.get(node)
            return wanted in predicate.colors if predicate.colors else wanted is not None
        case "known":
            return node in facts.beliefs if not world.mine(node) else None
        case "told":
            return None if world.mine(node) else facts.beliefs.get(node) in predicate.colors
        case "demanded met":
            return facts.demanded.get(node) == color if node in facts.demanded else False
        case "rid":
            # A conflict of a node would be over.
            if world.is_actual or not World(facts).clashes(node):
                return False
            return opposite(world.clashes(node))
        case "may move":
            # The node cannot be sure to stay: the colors as they are would clash, and it might help.
            if not world.mine(node) or color is None or world.calm() is not False:
                return None
            return some(world.can({node: other}) for other in facts.view.domain if other != color)
        case "only present":
            if color is None:
                return None
            others = [world.can({node: c}) for c in facts.view.domain if c != color]
            return every([world.can({node: color}), *(opposite(value) for value in others)])
        case "maybe":
            return None if world.mine(node) else color is None
        case "seen":
            return node not in facts.hidden
    return None


def _before(predicate: Predicate, node: str, other: str | None, world: World) -> Value:
    first = world.before(node)
    second = world.before(other) if other is not None else None
    match predicate.kind:
        case "color":
            return None if first is None else first in predicate.colors
        case "same" if other is not None:
            return None if first is None or second is None else first == second
        case "clash" if other is not None:
            if not world.near(node, other):
                return False if world.mine(node) or world.mine(other) else None
            return world.edge((node, other), before=True)
        case "fits" if other is not None:
            return opposite(world.edge((node, other), before=True))
        case "clash" | "trouble":
            return world.clashes(node, before=True)
        case "fits":
            return opposite(world.clashes(node, before=True))
    return None


def _limited(predicate: Predicate, node: str, world: World) -> Value:
    """Return whether the person's limits say that a node must or cannot have colors; None if not."""
    if predicate.kind not in ("can", "must") or predicate.negated == (predicate.kind == "must"):
        return None
    if world.mine(node) or predicate.fresh or not predicate.colors or not world.is_actual:
        return None
    left = {*world.facts.view.domain} - excluded(world.facts, node)
    if predicate.kind == "must":
        return True if left == {*predicate.colors} else None
    return True if not left & {*predicate.colors} else None


def _possible(predicate: Predicate, node: str, world: World) -> Value:
    domain = world.facts.view.domain
    colors = tuple(domain) if predicate.colors == ANY else predicate.colors
    present = world.color(node)
    bound = world.supposed.get(node)
    if bound is not None and predicate.kind == "must move":
        return None
    if bound is not None and any(color != bound for color in colors):
        return None
    limited = _limited(predicate, node, world)
    if limited is not None:
        return limited
    match predicate.kind:
        case "can":
            if predicate.fresh and present in colors:
                return False
            if world.mine(node):
                reach = unable if predicate.negated else able
                return every([reach(world, {node: color}) for color in colors]) if colors else None
            values = [world.can({node: color}) for color in colors]
            if predicate.negated:
                return every(opposite(value) for value in values) if values else None
            # "h4 can be green or red, but not blue" is about all colorings of the agent's nodes.
            chosen = len(predicate.colors) > 1 or node in world.facts.request.named
            if not chosen and any(world.color(one) in colors for one in world.neighbors(node)):
                # It takes a change of the agent that is not named, and nobody asked about the node.
                return False
            return every(values) if values else None
        case "must":
            if predicate.fresh and present in colors:
                return False
            others = [world.can({node: color}) for color in domain if color not in colors]
            if predicate.negated:
                return some(others)
            allowed = some(world.can({node: color}) for color in colors)
            value = every([allowed, *(opposite(value) for value in others)])
            if value or not world.mine(node):
                return value
            # There may be conflicts that the agent cannot end.
            rest = [color for color in domain if color not in colors]
            without = [unable(world, {node: color}) for color in rest]
            # What the person demanded, and has, may leave no other color.
            left = [opposite(able(world, {node: color})) for color in rest]
            possible = some(able(world, {node: color}) for color in colors)
            return every([possible, *(some(pair) for pair in zip(without, left, strict=True))])
        case "can others":
            values = [world.can({node: color}) for color in domain if color not in colors]
            return every(values) if values else None
        case "moves":
            # Nobody moves a node without a reason.
            return opposite(world.calm())
        case "forced":
            # The node could not have kept its color.
            before = world.before(node)
            return None if before is None else opposite(world.can({node: before}))
        case "movable":
            if present is None:
                return None
            value = some(world.can({node: color}) for color in domain if color != present)
            if predicate.negated and node in world.facts.changed:
                return None
            return opposite(value) if predicate.negated else value
        case "must move":
            if present is None:
                return None
            stays = world.can({node: present})
            if predicate.negated:
                return stays
            value = every([world.can({}), opposite(stays)])
            if value or not world.mine(node):
                return value
            others = [able(world, {node: color}) for color in domain if color != present]
            return every([opposite(world.calm()), unable(world, {node: present}), some(others)])
    return None
