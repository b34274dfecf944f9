"""Changes that are possible only if the agent changes nodes that are not named."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from .recoloring import Edge, agreed, cases_of, recolorings
from .terms import Effect, Others
from .worlds import Value, World


def others_change(
    term: Effect, world: World, cases: Sequence[Mapping[str, str]], ended: Collection[Edge] | None
) -> Value:
    """
    Return whether nodes can have colors, in one of the cases, if the others that a term names change.

    None of the nodes that are named may be in a conflict, there may be no more conflicts than now, and
    those that end must be over. Fewer of the others, or none, must not be enough.
    """
    assert term.others is not None
    facts = world.facts
    theirs = {node: color for node, color in world.supposed.items() if not world.mine(node)}
    values = []
    for border, present in cases_of(World(facts, theirs)):
        counts: set[int] = set()
        hidden: set[int] = set()
        for case in cases:
            bound = {**world.supposed, **case}
            base = World(facts, {n: c for n, c in bound.items() if not world.mine(n)})
            mine = {n: c for n, c in bound.items() if world.mine(n)}
            around = {**border, **base.supposed}
            for colors, found in recolorings(base, mine, around):
                if len(found) > len(present) or {n for edge in found for n in edge} & {*bound}:
                    continue
                if ended is not None and (found & {*ended} or not found <= present):
                    continue
                changed = [n for n in facts.view.own if n not in mine and colors[n] != facts.color(n)]
                meant = [node for node in changed if _is_meant(node, colors[node], term.others, world)]
                hidden.add(len(meant))
                if len(meant) == len(changed):
                    counts.add(len(meant))
        possible = hidden if term.kind == "needs others" else counts
        values.append(_is_least(possible, term.others))
    return agreed(values) if values else None


def _is_meant(node: str, color: str, others: Others, world: World) -> bool:
    """Return whether a node is one of those that may change, and gets the color that is said."""
    across = {own for own, _ in world.facts.view.crossing}
    return (
        not (others.inner and node in across)
        and color == (others.color or color)
        and world.facts.color(node) == (others.present or world.facts.color(node))
    )


def _is_least(counts: Collection[int], others: Others) -> bool:
    """Return whether so many nodes can change, and no fewer."""
    if not counts:
        return False
    least = min(counts)
    return least == others.number if others.number is not None else least >= others.least
