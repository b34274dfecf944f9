"""Conflicts that a change of colors ends, leaves or brings, if nothing else changes."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from ..ruled_out import is_ruled_out
from .discourse import Unread
from .other_changes import others_change
from .reasons import Atom
from .recoloring import able, allowed, can_end, cannot_end, fewer
from .supposing import Supposing
from .terms import PROPOSED, Clashes, Effect
from .worlds import Value, World, every, opposite

Edge = tuple[str, str]


def effect_of(term: Effect, truth: Supposing, world: World) -> Value:
    """Return whether a change has an effect; the conflicts that the clause names have to exist."""
    if term.kind in ("can end", "cannot end"):
        return _reachable(term, truth, world)
    if term.kind == "only change":
        return _only_change(term, truth, world)
    if term.others is not None:
        return _with_others(term, truth, world)
    cases = list(truth.assignments(term.pairs, world))
    if not cases:
        return None
    values = []
    for case in cases:
        supposed = case.items() <= world.supposed.items()
        base = World(world.facts) if supposed else world
        if not _changes(case, base, fresh=term.fresh):
            return False
        if term.mine and (not all(map(world.mine, case)) or not allowed(base, case)):
            return None
        if term.kind != "keeps" and is_ruled_out(world.facts, case):
            return None
        values.append(_effect(term, truth, base, base.with_(case), case))
    truth.suppose(tuple({**world.supposed, **one} for one in cases))
    return every(values)


def _changes(case: Mapping[str, str], base: World, *, fresh: bool) -> bool:
    """Return whether a change is one: a node that gets a color has another one."""
    fixed = {**base.facts.view.fixed, **base.facts.view.known_fixed}
    if any(fixed.get(node, color) != color for node, color in case.items()):
        return False
    values = [base.color(node) != color for node, color in case.items()]
    return all(values) if fresh else any(values)


def _effect(term: Effect, truth: Supposing, base: World, then: World, case: Mapping[str, str]) -> Value:
    clashes = term.clashes
    edges = base.edges("all")
    unknown = [edge for edge in edges if then.edge(edge) is None and not clashes.known]
    # A node that changes may clash with a neighbor whose color is not known.
    risky = [edge for edge in unknown if {*edge} & {*case}]
    new = {edge for edge in edges if then.edge(edge) and not base.edge(edge)}
    if term.kind == "brings":
        found = named(clashes, truth, then, among=new)
        if found is None or (clashes.number is not None and risky):
            return None
        truth.atoms += [Atom("clash", u, "", v) for u, v in found]
        return True
    if term.kind == "brings none":
        return False if new else None if risky else True
    if term.kind == "leaves":
        if clashes.edges or clashes.at is not None or clashes.number is not None:
            found = named(clashes, truth, then)
            left = {edge for edge in edges if then.edge(edge)}
            return None if found is None or unknown else found == left
        return False if any(then.edge(edge) for edge in edges) else None if unknown else True
    targets = named(clashes, truth, base)
    if targets is None and clashes.at is not None:
        # "h4 green ends the clash with a2": the one that h4 has with it, of several at a2.
        touched = {edge for edge in edges if base.edge(edge) and {*edge} & {*case}}
        targets = named(clashes, truth, base, among=touched)
    if not targets:
        return None
    truth.atoms += [Atom(term.kind, u, "", v) for u, v in targets]
    ended = [opposite(then.edge(edge)) for edge in targets]
    if term.kind == "keeps":
        # What lets the agent end more conflicts does help.
        helps = fewer(base, case)
        return every([*map(opposite, ended), None if helps else True])
    if term.kind == "is over":
        return every(ended)
    at_once = every([*ended, False if new else None if risky else True])
    asked = [one for one in base.facts.request.proposed if case.items() <= one.items()]
    meant = term.pairs == PROPOSED or (asked and not term.mine)
    if every(ended) and not at_once and meant and all(map(base.mine, case)):
        # The agent can do what was said with other changes, so that nothing new clashes.
        return can_end(base, case, sorted(targets))
    return at_once


def named(
    clashes: Clashes, truth: Supposing, world: World, among: set[Edge] | None = None
) -> set[Edge] | None:
    """Return the edges of a description, all in conflict in a world; None if it describes none."""
    edges = world.edges("all")
    at_war = {edge for edge in edges if world.edge(edge)} if among is None else among
    if clashes.inside is not None:
        part = world.edges("inside" if clashes.inside else "us")
        at_war = {edge for edge in at_war if edge in part}
    if clashes.edges:
        found = {edge if edge in edges else (edge[1], edge[0]) for edge in clashes.edges}
        for edge in clashes.edges:
            truth.discourse.note(edge)
        if {node for edge in found for node in edge} & truth.facts.hidden:
            raise Unread
        if len(found) != len(clashes.edges) or not found <= at_war:
            return None
        return found if clashes.number in (None, len(found)) else None
    if clashes.at is not None:
        nodes = truth.members(clashes.at, world)
        found = {edge for edge in at_war if {*edge} & {*nodes}}
        if not all(any(node in edge for edge in found) for node in nodes):
            return None
        if clashes.of is not None:
            ends = truth.members(clashes.of, world)
            found = {edge for edge in found if {*edge} & {*ends}}
        return found if _counts(clashes, len(found)) else None
    if not clashes.known and any(world.edge(edge) is None for edge in edges):
        return None
    return at_war if _counts(clashes, len(at_war)) else None


def _counts(clashes: Clashes, number: int) -> bool:
    return number == clashes.number if clashes.number else number >= clashes.least


def _reachable(term: Effect, truth: Supposing, world: World) -> Value:
    """Return whether the agent can end conflicts by changes of its own that are not all named."""
    mine = {node: color for node, color in world.supposed.items() if world.mine(node)}
    base = World(world.facts, {n: c for n, c in world.supposed.items() if n not in mine})
    targets = named(term.clashes, truth, base)
    if not targets:
        return None
    truth.atoms.append(Atom(term.kind))
    if not term.clashes.edges and term.clashes.at is None and term.clashes.inside is None:
        solvable = world.can({})
        return solvable if term.kind == "can end" else opposite(solvable)
    ending = can_end if term.kind == "can end" else cannot_end
    return ending(base, mine, sorted(targets))


def _only_change(term: Effect, truth: Supposing, world: World) -> Value:
    """Return whether other colors of these nodes alone end all conflicts, and of no part of them."""
    view = world.facts.view
    cases = list(truth.assignments(term.pairs, world))
    nodes = list(dict.fromkeys(node for case in cases for node in case))
    if not nodes or not all(map(world.mine, nodes)) or world.calm() is not False:
        return None
    good = [
        case
        for case in cases
        if all(world.color(n) != c for n, c in case.items())
        and allowed(world, case)
        and world.with_(case).calm()
    ]
    if not good or (term.fresh and len(good) != len(cases)):
        return False
    for size in range(1, len(nodes)):
        for part in itertools.combinations(nodes, size):
            for row in itertools.product(view.domain, repeat=size):
                if world.with_(dict(zip(part, row, strict=True))).calm():
                    return False
    truth.suppose(tuple({**world.supposed, **one} for one in good))
    truth.atoms += [Atom("changed", node) for node in nodes]
    return True


def _with_others(term: Effect, truth: Supposing, world: World) -> Value:
    """Return whether a change is possible with other changes, and not with fewer."""
    clashes = None
    if term.clashes != Clashes():
        clashes = named(term.clashes, truth, World(world.facts))
        if not clashes:
            return None
    loose = tuple(pair for pair in term.pairs if pair.colors == ("~",))
    plain = tuple(pair for pair in term.pairs if pair not in loose)
    if plain == PROPOSED and world.supposed:
        # "If h4 turns red, I would have to change two nodes": for what was supposed.
        cases = [one for one in map(dict, world.facts.request.proposed) if _goes_with(one, world)]
        cases = cases or [{}]
    else:
        cases = list(truth.assignments(plain, world))
    ways = list(truth.assignments(loose, world))
    values = []
    for case in cases:
        if case and not _changes(case, World(world.facts), fresh=term.fresh):
            return False
        if any(is_ruled_out(world.facts, one) for one in (case, world.supposed)):
            return None
        if any({*case} & {*way} or {*world.supposed} & {*way} for way in ways):
            return None
        values.append(others_change(term, world, [{**case, **way} for way in ways], clashes))
    truth.suppose(tuple({**world.supposed, **one} for one in cases))
    truth.atoms.append(Atom(term.kind))
    return every(values)


def _goes_with(colors: Mapping[str, str], world: World) -> bool:
    return all(world.supposed.get(node, color) == color for node, color in colors.items())


def helpful(world: World, colors: Mapping[str, str]) -> Value:
    """
    Return whether it helps the agent if the person gives nodes these colors.

    It does if the agent can then end all conflicts or more of them, or if one ends at once. A node with
    a color that is not known gets one that fits, where another would not.
    """
    facts = world.facts
    if not colors or any(map(world.mine, colors)) or is_ruled_out(facts, colors):
        return None
    known = {node: world.color(node) for node in colors}
    if any(color == colors[node] for node, color in known.items()):
        return False
    then = world.with_(colors)
    fits = every(opposite(then.clashes(node)) for node in colors)
    if any(color is None for color in known.values()):
        domain = facts.view.domain
        unknown = [node for node, color in known.items() if color is None]
        matters = all(any(world.with_({n: c}).clashes(n) for c in domain) for n in unknown)
        return every([fits, matters])
    edges = world.edges("all")
    at_once = sum(world.edge(edge) is True for edge in edges)
    after = sum(then.edge(edge) is True for edge in edges)
    if not at_once:
        return False
    if fits and after < at_once:
        return True
    return bool(able(world, colors) and (then.can() or fewer(world, colors)))
