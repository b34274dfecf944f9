"""Grammar of descriptions of conflicts: "the clash of b2 and h1", "both conflicts that I know of"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .terms import Clashes, Group

Edge = tuple[str, str]


def add_clash_nouns(rules: Grammar) -> None:
    """Add ``clash`` (any description of conflicts) and ``new_clash`` (conflicts that there would be)."""
    whose = "(the|my|our|that|this|its|their|the one)"
    one = "[open|remaining|last|border] @conflict"
    several = "[open|remaining|last|border|other] @conflicts"

    def clash(pattern: str, action: Any) -> None:
        rules.rule("clash", pattern, action)

    rules.rule("hyphened", "<node> - <node>", _edge)
    rules.rule("edge_list", "<hyphened>", lambda edge: (edge,))
    rules.rule("edge_list", "<hyphened> (and|, and|,|or) <edge_list>", lambda edge, more: (edge, *more))
    rules.rule("known", "", lambda: False)
    rules.rule(
        "known",
        "[that] (i know of|i know about|i know|i see|i can see|i am aware of|so far|known so far)",
        lambda: True,
    )
    clash("<edge_list>", lambda edges: Clashes(edges))
    clash(f"{whose} {one} <hyphened>", lambda edge: Clashes((edge,), number=1))
    clash(
        f"[both] {whose} {several} [:] <edge_list>",
        lambda edges: Clashes(edges) if len(edges) > 1 else None,
    )
    place = "(between|at|on|of) [the edge] <edge>"
    clash(f"{whose} {one} {place}", lambda edge: Clashes((edge,), number=1))
    clash("(<node> with <node>|<node> against <node>)", _edge_of)
    at = "(with|at|on|of|for|around|involving) [both|your|my] <nodes>"
    clash(f"{whose} {one} {at}", lambda group: _at(group, number=1))
    clash(f"[all|both|all of|both of] {whose} {several} {at}", lambda group: _at(group, least=2))
    clash(f"both [of] [{whose}] {several} {at}", lambda group: _at(group, number=2))
    clash(
        f"{whose} {one} (between|of) <nodes> (and|with) <nodes>",
        lambda a, b: _between(a, b),
    )
    inside = "(inside|inner|internal|own)"
    clash(f"{whose} {inside} @conflict", lambda: Clashes(inside=True, number=1))
    clash(f"{whose} {inside} @conflicts", lambda: Clashes(inside=True, least=2))
    clash(f"{whose} @conflict @us", lambda: Clashes(inside=False, number=1))
    clash(f"{whose} [only|one|single] {one} <known>", lambda known: Clashes(number=1, known=known))
    of = "[my|our|the|these|those|my own|its]"
    clash(f"{of} {several} <known>", lambda known: Clashes(least=2, known=known))
    clash(f"(all|all of) {of} {several} <known>", lambda known: Clashes(known=known))
    clash(
        f"(both|both of|the two|my two|both my|both of my|both of the|our two|both our) "
        f"{several} <known>",
        lambda known: Clashes(number=2, known=known),
    )
    clash(
        "(all|all of|) (my|the|our) <number> @conflicts <known>",
        lambda number, known: Clashes(number=number, known=known),
    )
    clash(
        "all <number> [of] (my|the|our|those|these) @conflicts <known>",
        lambda number, known: Clashes(number=number, known=known),
    )
    clash("all <number> [of them] <known>", lambda number, known: Clashes(number=number, known=known))
    clash(
        "(everything|it all|all of it|all of them|all of those|the rest) <known>",
        lambda known: Clashes(known=known),
    )
    _add_new(rules)


def _add_new(rules: Grammar) -> None:
    def new(pattern: str, action: Any) -> None:
        rules.rule("new_clash", pattern, action)

    new("(a|one|a single) [new|second|further|another] @conflict", lambda: Clashes(number=1))
    new("(a|one|another) [new|second|further|] @conflict (with|at|on) <nodes>", lambda group: _at(group))
    new(
        "(a|one|another) [new] @conflict [,|:|namely] [between] <edge_list>",
        lambda edges: Clashes(edges, number=1) if len(edges) == 1 else None,
    )
    new("(a|one|another) [new] @conflict between <edge>", lambda edge: Clashes((edge,), number=1))
    new("[exactly] <number> [new|more|other] @conflicts", lambda number: Clashes(number=number))
    new(
        "<number> [new|more|other] @conflicts (,|:|, namely|with|,|between) <edge_list>",
        lambda number, edges: Clashes(edges, number=number),
    )
    new("[the] [new] @conflicts <edge_list>", lambda edges: Clashes(edges))
    new("<edge_list>", lambda edges: Clashes(edges))


def _edge(first: Any, second: Any) -> Edge | None:
    return (first.name, second.name) if not (first.color or second.color) else None


def _edge_of(first: Any, second: Any) -> Clashes | None:
    edge = _edge(first, second)
    return None if edge is None else Clashes((edge,))


def _at(group: Group, number: int | None = None, least: int = 1) -> Clashes | None:
    return (
        Clashes(at=group, number=number, least=least)
        if group.joint == "and" and group.quantity == "all"
        else None
    )


def _between(group: Group, other: Group) -> Clashes | None:
    if len(group.names) != 1 or len(other.names) != 1 or group.names == other.names:
        return None
    clashes = _at(group, number=1)
    return None if clashes is None else replace(clashes, of=other)
