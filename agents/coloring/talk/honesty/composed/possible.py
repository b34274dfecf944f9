"""Values of claims about colors that are possible."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

from .effects import effect_value
from .reaching import REACHING, reaching_value
from .recoloring import able, unable
from .terms import Setting
from .worlds import Value, World, every, opposite, some

Assignments = Sequence[Mapping[str, str]]


def setting_value(claim: Setting, assignments: Assignments, world: World) -> Value:
    """Return the value of a claim about the colorings that its pairs name."""
    facts = world.facts
    if any(
        world.supposed.get(node, color) != color for one in assignments for node, color in one.items()
    ):
        return None
    if claim.fresh and any(
        world.color(node) == color for one in assignments for node, color in one.items()
    ):
        return False
    nodes = list(dict.fromkeys(node for one in assignments for node in one))
    if claim.kind in ("can", "cannot", "as is", "not as is") and not assignments:
        return None
    if claim.kind in REACHING:
        return reaching_value(claim, assignments, world)
    match claim.kind:
        case "can":
            return every((able if _is_own(one, world) else World.can)(world, one) for one in assignments)
        case "cannot":
            return every(
                unable(world, one) if _is_own(one, world) else opposite(world.can(one))
                for one in assignments
            )
        case "as is":
            return every(world.with_(one).calm() for one in assignments)
        case "not as is":
            return every(opposite(world.with_(one).calm()) for one in assignments)
        case "only" | "but" if nodes:
            named = [tuple(one[node] for node in nodes) for one in assignments]
            rows = list(itertools.product(facts.view.domain, repeat=len(nodes)))
            by_row = {row: world.can(dict(zip(nodes, row, strict=True))) for row in rows}
            wanted = claim.kind == "only"
            return every(
                value if (row in named) == wanted else opposite(value) for row, value in by_row.items()
            )
        case "need" if nodes:
            # "I need a5 blue": no other color works; a border that is not known may rule out blue.
            if not all(map(world.mine, nodes)):
                return setting_value(replace(claim, kind="only"), assignments, world)
            wanted_rows = [tuple(one[node] for node in nodes) for one in assignments]
            excluded = [
                world.can(dict(zip(nodes, row, strict=True)))
                for row in itertools.product(facts.view.domain, repeat=len(nodes))
                if row not in wanted_rows
            ]
            open_ = all(world.can(one) is not False for one in assignments)
            return every([open_, *map(opposite, excluded)])
        case "any" | "none" if nodes:
            every_row = itertools.product(facts.view.domain, repeat=len(nodes))
            values = [world.can(dict(zip(nodes, row, strict=True))) for row in every_row]
            return every(values if claim.kind == "any" else map(opposite, values))
        case "count":
            return every(_compared(world.count(one), claim) for one in assignments or ({},))
        case "number" if len(nodes) == 1:
            values = [world.can({nodes[0]: color}) for color in facts.view.domain]
            return None if None in values else _compared(sum(map(bool, values)), claim)
        case "more" | "fewer" if len(assignments) == 2:
            first, second = (world.count(one) for one in assignments)
            if first is None or second is None:
                return None
            return first > second if claim.kind == "more" else first < second
        case "most":
            # "Green leaves me the most room": more colorings than any other color of the node.
            if len(nodes) != 1 or len(assignments) != 1:
                return None
            counts = {c: world.count({nodes[0]: c}) for c in facts.view.domain}
            best = counts.pop(assignments[0][nodes[0]])
            if best is None or None in counts.values():
                return None
            return all(best > (count or 0) for count in counts.values())
        case "asked one of":
            return every([opposite(world.calm()), some(_helps(node, world) for node in nodes)])
        case "wanted" if nodes:
            asked = (facts.request.demands, *facts.request.proposed)
            return all(any(one.items() <= case.items() for case in asked) for one in assignments)
        case "not now as is" if nodes:
            # What the agent would do anyway is not put off.
            if any(world.mine(node) for node in nodes):
                return None
            return every(opposite(world.with_(one).calm()) for one in assignments)
        case "fixes" if assignments:
            # It ends the conflicts that there are; the agent may change other nodes with its own.
            ends = (
                some([_ends(one, world), world.can(one) if _is_own(one, world) else False])
                for one in assignments
            )
            return every([opposite(world.calm()), *ends])
        case "solves" if assignments:
            return every(
                [
                    opposite(World(world.facts).calm()),
                    *(world.can(one) for one in assignments),
                    *(opposite(_has(one, world)) for one in assignments),
                ]
            )
        case "resolves" if assignments:
            # It ends the conflicts that there are, perhaps with changes of the agent.
            present = [
                opposite(every([world.color(n) == c for n, c in one.items()])) for one in assignments
            ]
            return every([opposite(world.calm()), *present, *(world.can(one) for one in assignments)])
        case "only disturbs" if len(nodes) == 1:
            disturbing = {one[nodes[0]] for one in assignments}
            clean = {c: world.with_({nodes[0]: c}).calm() for c in facts.view.domain}
            return every(
                opposite(value) if color in disturbing else value for color, value in clean.items()
            )
        case "unlocked" if len(nodes) == 2:
            # The color is not possible now, and would be with another color of the other node.
            own, other = nodes
            named_colors = {one[own] for one in assignments}
            others = [c for c in facts.view.domain if c != world.color(other)]
            if world.mine(other) or world.color(other) is None or len(named_colors) != 1:
                return None
            bound = {own: next(iter(named_colors))}
            return every(
                [
                    opposite(world.can(bound)),
                    some(world.can({**bound, other: color}) for color in others),
                ]
            )
        case "need not change" if nodes:
            return world.can({})
        case "must change":
            # The agent cannot end its conflicts unless the nodes change.
            if any(world.mine(node) for node in nodes):
                return None
            return every([opposite(world.can({})), *(_helps(node, world) for node in nodes)])
    return effect_value(claim, assignments, world)


def _is_own(colors: Mapping[str, str], world: World) -> bool:
    return all(map(world.mine, colors))


def _has(colors: Mapping[str, str], world: World) -> Value:
    return all(world.color(node) == color for node, color in colors.items())


def _ends(colors: Mapping[str, str], world: World) -> Value:
    return world.with_(colors).calm()


def _helps(node: str, world: World) -> Value:
    present = world.color(node)
    if present is None or world.mine(node):
        return None
    return some(world.can({node: c}) for c in world.facts.view.domain if c != present)


def _compared(count: int | None, claim: Setting) -> Value:
    if count is None:
        return None
    match claim.quantity:
        case "exactly":
            return count == claim.number
        case "least":
            return count >= claim.number
        case "most":
            return count <= claim.number
        case "more":
            return count > claim.number
    return None
