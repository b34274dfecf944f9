"""Values of claims about how many conflicts there are, were or would be."""

from __future__ import annotations

from .discourse import Unread
from .reasons import Atom
from .supposing import Supposing
from .terms import Conflicts
from .worlds import Value, World, every


def conflicts_value(term: Conflicts, truth: Supposing, world: World) -> Value:
    """Return the value of a claim about the number of conflicts, and note what it says."""
    edges = world.edges(term.scope)
    truth.discourse.names_conflicts = True
    if term.at is not None:
        nodes = truth.members(term.at, world)
        if not nodes:
            return None
        if len(nodes) > 1 and term.at.kind == "named" and term.at.joint != "or":
            edges = [edge for edge in edges if {*edge} <= {*nodes}]
            if not edges:
                return None
        else:
            edges = [edge for edge in edges if {*edge} & {*nodes}]
    now: list[Value] = [world.edge(edge) for edge in edges]
    if term.known:
        now = [value is True for value in now]
    # What would be gone is there now.
    over = term.time == "gone" and not world.is_actual
    before = [truth.actual.edge(edge) if over else world.edge(edge, before=True) for edge in edges]
    kind = "calm" if term.quantity == "none" or term.time == "gone" else "war"
    if term.time == "was":
        kind += " before"
    if term.at is not None and term.at.kind == "named":
        names = (*term.at.names, "")
        named = "clash" if kind == "war" else "fits" if kind == "calm" else kind
        truth.atoms.append(Atom(named, names[0], "", names[1]))
    else:
        truth.atoms.append(Atom(kind, "", "", "inside" if term.scope == "inside" else ""))
    if term.edges:
        values = before if term.time == "was" else now
        found = {edge for edge, value in zip(edges, values, strict=True) if value}
        wanted = {edge if edge in edges else (edge[1], edge[0]) for edge in term.edges}
        for edge in wanted:
            truth.discourse.note(edge)
            if {*edge} & truth.facts.hidden:
                raise Unread
        return found == wanted and None not in values
    values = before if term.time == "was" else now
    if term.time == "gone":
        if None in before or None in now:
            return None
        count = sum(map(bool, before)) - sum(map(bool, now))
        if term.quantity == "none" or term.quantity == "all":
            return any(before) and not any(now)
        return not any(now) and sum(map(bool, before)) == term.number and count > 0
    least = sum(value is True for value in values)
    most = sum(value is not False for value in values)
    if term.time == "kept":
        if not world.is_actual:
            return None
        if not any(before) and term.quantity != "none":
            return False
    match term.quantity:
        case "none":
            return False if least else True if most == 0 else None
        case "exactly":
            if not world.is_actual and term.at is None and term.number and world.can({}) is not False:
                return None
            return least == term.number if least == most else None
        case "least":
            if not world.is_actual and term.at is None and world.can({}) is not False:
                # The agent could avoid it.
                return None
            return True if least >= term.number else False if most < term.number else None
        case "most":
            return most <= term.number
        case "all":
            return every(values) if values else None
    return None
