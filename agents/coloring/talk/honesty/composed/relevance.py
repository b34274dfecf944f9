"""
Reasons by what would be otherwise: "I need to move b2, because it is blue like h1".

A reason bears on a claim if the claim would be false with other colors of a node that the reason names,
or without the edge that it names. ``reasons`` knows kinds of facts that explain each other, for what the
agent did; here any claim can be explained, but for colors themselves: no color follows from another.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...facts import Facts
from ...wordlist import words
from .discourse import Unread
from .reasons import Atom
from .terms import Conflicts, Fact, Holds, Setting, Several, Supposed, Term, Unit
from .truth import Truth

#: Simple facts whose nodes have colors that could be others.
_OF_COLORS = frozenset({"is", "kept", "not", "same", "differ", "clash", "fits"})
#: Nodes, edges and their cases that a reason may name.
MOST_NAMED = 5
MOST_CASES = 250
#: Predicates of what the colors of the other nodes do not decide.
_GIVEN_FACTS = words("color changed fixed demanded told known seen reason forced near again maybe")

#: A node with another color, or an edge that is not there.
Change = tuple[str, str] | tuple[str, str, str]


def bears(causes: Sequence[Atom], effect: Unit, before: Truth) -> bool:
    """
    Return whether each thing that a reason names decides a claim.

    Parameters
    ----------
    causes
        Simple facts that the reason states.
    effect
        The claim.
    before
        What the message had said before the claim.
    """
    facts = before.facts
    named = _named(causes, facts)
    if not named or len(named) > MOST_NAMED:
        return False
    if isinstance(effect.claim, Conflicts) and effect.claim.scope == "inside":
        # That nothing clashes inside follows from all colors there, and from no fewer.
        if {(node,) for node in facts.view.own} - {*named}:
            return False
    elif not _can_be_explained(effect.claim):
        return False
    supposed = {node for case in before.given for node in case}
    things = [one for one in named if one[0] not in supposed or len(one) == 2]
    wanted = _wanted(effect, before)
    if _is_remedied(causes, wanted, before):
        return True
    # "b2 has to turn blue because b2 is red": that it would be blue already is no reason.
    options = [[case for case in _options(one, facts) if case not in wanted] for one in things]
    if not things or any(not one for one in options):
        return False
    cases: dict[tuple[Change | None, ...], bool | None] = {}
    rows = list(itertools.islice(itertools.product(*([None, *one] for one in options)), MOST_CASES + 1))
    if len(rows) > MOST_CASES:
        return False
    for row in rows:
        cases[row] = _value(effect, before, [change for change in row if change is not None])
    return all(_decides(i, cases) for i in range(len(things)))


def _wanted(effect: Unit, before: Truth) -> set[tuple[str, str]]:
    """Return the colors that a claim names for nodes that do not have them."""
    trial = before.elsewhere(before.facts)
    atoms = trial.unit(effect)[1]
    return {(one.node, one.color) for one in atoms if one.kind in ("can", "must", "must move", "only")}


def _is_remedied(causes: Sequence[Atom], wanted: set[tuple[str, str]], before: Truth) -> bool:
    """Return whether a reason names conflicts which all nodes with other colors would end."""
    worlds = [before.actual.with_(case) for case in before.given] or [before.actual]
    nodes = {one.node for one in causes if one.kind == "is"}
    pairs = {(one.node, one.other) for one in causes if one.kind in ("clash", "same") and one.other}
    named = {node for pair in pairs for node in pair} | nodes
    pairs |= {(u, v) for u, v in itertools.combinations(sorted(nodes), 2)}
    if any(one.kind not in ("is", "clash", "same") for one in causes):
        return False
    for world in worlds:
        edges = [one for one in pairs if world.near(*one) and world.edge(one)]
        moved = dict(wanted)
        then = world.with_(moved)
        ends = {node for edge in edges for node in edge}
        if not edges or len(moved) < len(wanted) or not named <= ends:
            return False
        if not {*moved} <= ends or any(then.edge(edge) is not False for edge in edges):
            return False
    return bool(wanted)


def _decides(i: int, cases: dict[tuple[Change | None, ...], bool | None]) -> bool:
    """Return whether a claim that is true becomes false by a change of one thing."""
    return any(
        value is True
        and row[i] is None
        and any(
            other is False and case[:i] == row[:i] and case[i + 1 :] == row[i + 1 :]
            for case, other in cases.items()
        )
        for row, value in cases.items()
    )


def _named(causes: Sequence[Atom], facts: Facts) -> list[tuple[str, ...]]:
    """Return the nodes and edges that a reason names; empty if it says anything else of them."""
    found: dict[tuple[str, ...], None] = {}
    for one in causes:
        if one.kind in _OF_COLORS and one.node:
            found.update({(node,): None for node in (one.node, one.other) if node})
        elif one.kind == "must" and one.node in facts.view.owners:
            # What the person's node must be, it is.
            found[one.node,] = None
        elif one.kind == "near" and one.node and one.other:
            found[one.node, one.other] = None
        elif one.kind == "near" and one.node and not one.color:
            continue
        else:
            return []
    return list(found)


def _options(thing: tuple[str, ...], facts: Facts) -> list[Change]:
    if len(thing) == 2:
        return [(thing[0], thing[1], "")]
    color = facts.color(thing[0])
    return [] if color is None else [(thing[0], c) for c in facts.view.domain if c != color]


def _value(effect: Unit, before: Truth, changes: Sequence[Change]) -> bool | None:
    """Return the value of a claim with other colors, or without edges."""
    trial = before.elsewhere(_changed(before.facts, changes))
    try:
        return trial.unit(effect)[0]
    except Unread:
        return None


def _changed(facts: Facts, changes: Sequence[Change]) -> Facts:
    view = facts.view
    colors = {one[0]: one[1] for one in changes if len(one) == 2}
    cut = {frozenset(one[:2]) for one in changes if len(one) == 3}
    own = {node: color for node, color in colors.items() if node in view.own}
    foreign = {node: color for node, color in colors.items() if node not in view.own}
    edges = tuple(edge for edge in view.edges if frozenset(edge) not in cut)
    return replace(
        facts,
        view=replace(view, edges=edges) if cut else view,
        before={**facts.before, **own},
        after={**facts.after, **own},
        beliefs={**facts.beliefs, **foreign},
        feasible=(),
        infeasible=(),
        solvable=None,
        scores=(),
        answers=frozenset(),
        test=None,
    )


def _can_be_explained(claim: Term) -> bool:
    """Return whether a claim is more than the colors, the edges and the history of nodes."""
    parts = list(_parts(claim))
    return any(map(_is_explained, parts)) and not any(map(_needs_more, parts))


def _needs_more(claim: Term) -> bool:
    """Return whether a claim needs more for a reason than single colors, as that nothing clashes."""
    if isinstance(claim, Conflicts):
        return claim.at is None and not claim.edges
    if isinstance(claim, Setting):
        # What excludes one color is no reason for another one where there is a third.
        return claim.kind.startswith(("should", "best"))
    return isinstance(claim, Fact) and claim.kind not in ("solvable", "unsolvable", "cannot solve")


def _is_explained(claim: Term) -> bool:
    if isinstance(claim, Holds):
        return any(one.kind not in _GIVEN_FACTS and one.time != "was" for one in claim.predicates)
    return isinstance(claim, Conflicts | Setting | Fact)


def _parts(claim: Term) -> Iterator[Term]:
    if isinstance(claim, Several):
        for one in claim.claims:
            yield from _parts(one)
    elif isinstance(claim, Supposed):
        yield from _parts(claim.claim)
    else:
        yield claim
