"""Values of claims that name no nodes: "I am satisfied", "nothing changed"."""

from __future__ import annotations

import itertools

from .terms import Fact
from .worlds import MOST_BORDERS, Value, World, every, opposite, some


def fact_value(claim: Fact, world: World) -> Value:
    """Return the value of a claim without nodes."""
    facts = world.facts
    match claim.kind:
        case "courtesy":
            return True
        case "calm" | "satisfied" | "neednot" | "calm would":
            return world.calm()
        case "you need not":
            return some([world.calm(), world.can({})])
        case "unsatisfied" | "war":
            return opposite(world.calm())
        case "calm us":
            return world.calm("us")
        case "calm inside":
            return world.calm("inside")
        case "solvable":
            return world.can({})
        case "unsolvable":
            return opposite(world.can({}))
        case "stuck":
            return every([opposite(world.can({})), opposite(world.calm())])
        case "can solve":
            # What is supposed may be how it is solved.
            war = some([opposite(world.calm()), opposite(World(facts).calm())])
            return every([war, world.can({})])
        case "cannot solve":
            return every([opposite(world.calm()), opposite(world.can({}))])
        case "must adapt":
            return every([opposite(world.calm()), world.can({})])
        case "fewest":
            return _counted(world.fewest(), claim)
        case "conflicts":
            # What would be avoided is no conflict that there would be.
            count = world.conflicts()
            free = claim.number and not world.is_actual and world.fewest() != claim.number
            return None if free else _counted(count, claim)
        case "no known conflict":
            return not facts.conflicts
        case "conflicts brought":
            brought, present = world.conflicts(), World(facts).conflicts()
            return every([_counted(brought, claim), brought != present])
        case "present conflicts":
            return _counted(World(facts).conflicts(), claim)
        case "calm then" | "calm at once":
            return every([world.calm(), opposite(World(facts).calm())])
        case "nothing changed":
            return not facts.changed if world.is_actual else None
        case "something changed":
            return bool(facts.changed)
        case "penalty" | "penalty still" | "penalty before":
            return _penalty(claim, world)
        case "partly solved":
            count = world.conflicts()
            was = _before(world)
            if count is None or was is None or facts.yes:
                return None
            return 0 < count < was
        case "almost any border":
            return _almost_any(world)
        case "count asked for":
            asked = facts.request.counts or facts.request.asks
            return _counted(World(facts).conflicts(), claim) if asked else None
        case "at best":
            least, now = world.fewest(), world.conflicts()
            return None if least is None or now is None else least == now
        case "changes":
            return _counted(world.fewest_changes(), claim)
        case "done":
            # What was demanded, or else something.
            demands = facts.request.demands
            met = all(facts.after.get(node) == color for node, color in demands.items())
            return met if demands else bool(facts.changed)
        case "number changed":
            return len(facts.changed) == claim.number
        case "colorings":
            return _counted(world.count(), claim)
        case "other colorings":
            count, calm = world.count(), world.calm()
            return None if count is None or not calm else _counted(count - 1, claim)
        case "unknown border":
            return not any(node in facts.beliefs for node in world.facts.view.owners)
        case "known border":
            return facts.complete
        case "demands met":
            wanted = facts.demanded
            return (
                bool(wanted)
                and len(wanted) == (claim.number or len(wanted))
                and all(facts.after.get(node) == color for node, color in wanted.items())
            )
        case "had conflicts":
            return opposite(world.calm(before=True))
        case "had none":
            return world.calm(before=True)
        case "any border":
            # A coloring without conflict exists whatever the person does.
            values = [bool(one) for one in World(facts, {}).solutions({}, demands=True)]
            return None if not values else some(values)
    return None


def _counted(count: int | None, claim: Fact) -> Value:
    if count is None:
        return None
    return {
        "exactly": count == claim.number,
        "least": count >= claim.number,
        "more": count > claim.number,
        "most": count <= claim.number,
    }.get(claim.quantity)


def _before(world: World) -> int | None:
    """Return the number of conflicts before the turn; None if it is not known."""
    values = [world.edge(edge, before=True) for edge in world.edges("all")]
    return None if None in values else sum(map(bool, values))


def _penalty(claim: Fact, world: World) -> Value:
    """Return whether the conflicts cost so much; "still" says that they cost something before."""
    if world.facts.view.preferences:
        return None
    weight = world.facts.view.conflict_penalty
    count = _before(world) if claim.kind == "penalty before" else world.conflicts()
    if count is None:
        return None
    if claim.kind == "penalty still":
        was = _before(world)
        if was is None or not world.is_actual:
            return None
        if was < count or not count:
            return False
    free = claim.number and not world.is_actual and world.fewest() != count
    return None if free else count * weight == claim.number


def _almost_any(world: World) -> Value:
    """Return whether some colorings of the border leave no solution, and at most a quarter of them."""
    view = world.facts.view
    if len(view.domain) ** len(view.owners) > MOST_BORDERS or not view.owners:
        return None
    rows = itertools.product(view.domain, repeat=len(view.owners))
    values = [world.with_(dict(zip(view.owners, row, strict=True))).can() for row in rows]
    failed = sum(value is not True for value in values)
    return 0 < failed <= len(values) / 4
