"""
Grammar of descriptions in passing: "the ones you see are a1 red and a2 blue", "a1 is red next to h2".

What describes nodes beside their colors, or lists nodes that are not named, is said with what it
presupposes: that the list is whole, that nodes are linked.
"""

from __future__ import annotations

from typing import Any

from ...grammar.chart import Grammar
from .clauses import Said, held, states
from .conflict_phrases import Counted, Edge, which_are
from .nouns import Hue
from .subject_clauses import listed
from .terms import Conflicts, Fact, Group, Holds, Pair, Predicate, Several, State, Term, Unit
from .verbs import VerbGroup


def add_passing(rules: Grammar) -> None:
    """Add descriptions of nodes that are seen, of others, and of colors beside neighbors."""
    _add_lists(rules)
    _add_beside(rules)
    _add_conflicts(rules)
    _add_views(rules)


def _add_lists(rules: Grammar) -> None:
    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    seen = (
        "((the ones|the nodes|my nodes|those|the nodes of mine|mine|the border nodes) [that] you "
        "[can] see|what you [can] see|what you see of mine|my border nodes|my visible nodes)"
    )
    core(f"{seen} (are|is|:|are :|is :) <pairs>", _visible)
    core(
        f"{seen} (are|is) <whiches>",
        lambda pairs: _visible(pairs),
    )
    rules.rule("whiches", "<nodes> , which (is|are) [both] <hue>", lambda g, h: (_pair(g, h),))
    rules.rule(
        "whiches",
        "<nodes> , which (is|are) [both] <hue> (,|, and|and) <whiches>",
        lambda g, h, more: (_pair(g, h), *more),
    )
    # "My other two nodes are blue and red", "of my other three nodes one is red and two are blue".
    others = "((my|the) other <number> [nodes|ones] [of mine]|the [remaining] <number> others)"
    core(f"{others} are [all|both] <colors>", _others)
    core(f"{others} are <number> <color1> and <number> <color1>", lambda *v: _others_counted(v))
    rules.rule("shares", "<number> (is|are) [both|all] <color1>", lambda n, c: (c,) * n)
    rules.rule(
        "shares",
        "<number> (is|are) [both|all] <color1> (,|, and|and) <shares>",
        lambda n, c, more: (*((c,) * n), *more),
    )
    core(
        "(of|among) (my|the) other <number> [nodes|ones] [,] <shares>",
        lambda n, colors: _rest(n, colors),
    )
    core("i (have|have got) <nodes> (as|down as|noted as) <color1>", lambda g, c: _is(g, c))


def _add_beside(rules: Grammar) -> None:
    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    near = "(next to|beside|near|right next to)"
    core(f"<nodes> <v_be> [both|all] <color1> {near} <nodes>", _next_to)
    core(
        f"{near} <nodes> [,] i (have|have got) <pairs>",
        lambda g, p: _and_near(p, g),
    )
    # "a2 being red is fine", "a2 has no clash as red".
    core("<nodes> (being|in|as) <color1> (is|are) @fine", _fine_so)
    free = "(no|zero|not a single) (@conflict|@conflicts)"
    core(
        f"<bound> (has|have) {free} [@known] (as|in|with|at|being) <color1>",
        lambda g, c: _fine_so(g, c),
    )
    core(
        f"<bound> (has|have) {free} @known",
        lambda g: Unit(Conflicts("none", at=g, known=True)) if len(g.names) < 2 else None,
    )
    # "a1 green fits well with h5 red": as they are.
    rules.rule("so_colored", "<nodes> <color1>", _colored)
    rules.rule("so_colored", "<nodes>", lambda g: g if not g.colors and g.joint == "and" else None)
    rules.rule("so_colored", "[a] <color1> (<own_name>|<foreign_name>)", lambda c, n: _one(n, c))
    core(
        "<so_colored> (fits|goes|works) [well|fine|nicely] (with|next to|beside) <so_colored>",
        _fit_so,
    )
    # "Blue does not fit with h1 blue."
    core(
        "<color1> (does not fit|does not go|does not work|clashes) [well] (with|next to) <nodes> "
        "<color1>",
        lambda c, g, d: (
            Unit(State("clashes beside", Group("topic"), _colored(g, d), colors=(c,)))
            if c == d and _colored(g, d) is not None
            else None
        ),
    )
    # "a1 is red and would clash with h1."
    rules.rule("unit", "<np> <vp> (and|, and|but|, but) <vp>", lambda g, a, b: _two(g, a, "and", b))
    rules.rule("unit", "<np> <vp> (so|, so|and so|, and so) <vp>", lambda g, a, b: _two(g, a, "so", b))


def _add_conflicts(rules: Grammar) -> None:
    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    both = "(both|they are both|both are|which are both|both being|all)"
    rules.rule("hued_edges", f"<strict_edge> , {both} <color1>", lambda e, c: ((e, c),))
    rules.rule(
        "hued_edges",
        f"<strict_edge> , {both} <color1> (,|, and|and) <hued_edges>",
        lambda e, c, more: ((e, c), *more),
    )
    core("<all_of_them> (are|:) [now|still] <hued_edges>", _hued)
    core("<only_one> (is|:) [now|still] <hued_edges>", _hued)
    # Where conflicts were asked about: "a2 and h2", "there is b1-h5".
    pair = "<node> (and|with|against) <node>"
    for pattern in (pair, f"there is [still|only] {pair}", "there is <hyphened>"):
        core(pattern, _asked_pair)
    # "A clash between two of my inner nodes."
    among = (
        "between two ((of my|of the) <inner_kind> nodes|of my nodes|of mine|nodes of mine|"
        "<inner_kind> nodes "
        "of mine|of my <inner_kind> ones)"
    )
    rules.rule("inner_kind", "(inner|internal|inside|interior)", lambda: "inner")
    rules.rule("inner_kind", "(other|further)", lambda: "other")
    rules.rule("inner_kind", "(own|)", lambda: "")
    rules.rule("inner_clash", among, lambda *kind: kind[0] if kind else "")
    have = "(i|we) [still|only|now] (have|have got|see|know of) [still|only|just]"
    core(f"{have} (a|one|a single|only one) @conflict <inner_clash>", lambda k: _inner(k))
    core("there is [still|only] (a|one|a single) @conflict <inner_clash>", lambda k: _inner(k))
    core(
        "(my|the|our) (only|single|one|last) @conflict (is|lies|sits) <inner_clash>",
        lambda k: _inner(k, only=True),
    )


def _add_views(rules: Grammar) -> None:
    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    someone = "(the other assistant|the other agent|the other helper|<agent_name>)"
    rules.rule("agent_name", "agent1", lambda: "agent1")
    rules.rule("agent_name", "agent2", lambda: "agent2")
    no = "(can not|do not|can not even)"
    for pattern in (
        f"i {no} see (the nodes|the colors|the part|the side|the edges|anything) of {someone}",
        f"i {no} see {someone} ('s|) (nodes|part|side|colors|cluster|border)",
        f"i {no} know (the nodes|the colors|anything) of {someone}",
        f"i {no} know {someone} ('s|) (nodes|colors|part)",
        f"i {no} (know about|see|know of|know) your (edges|links|conflicts) with {someone}",
    ):
        core(pattern, lambda *name: Unit(State("other agent", names=name)))
    core(
        f"i {no} see (the whole graph|the whole picture|everything|all of the graph|"
        "the rest of the graph|"
        "your inner nodes|your other nodes|the edges between your nodes|your own edges|"
        "all of your nodes|"
        "the edges among your nodes|conflicts between your nodes|conflicts among your nodes)",
        lambda: Unit(State("some unseen")),
    )
    # "My part is done."
    done = "(done|finished|complete|settled)"
    core(
        f"(my part|my side|my cluster|my share|everything on my side|i) (is|am) [all] {done}",
        lambda: Unit(Several((Fact("satisfied"), Conflicts("none")))),
    )


# ------------------------------------------------------------------------------------------- lists


def _pair(group: Group, hue: Hue) -> Pair | None:
    if hue.negated or len(hue.colors) != 1 or group.joint == "or" or group.colors:
        return None
    return Pair(group, hue.colors)


def _visible(pairs: tuple[Pair | None, ...]) -> Unit | None:
    """Return that these are the colors of all nodes of the agent that the person sees."""
    if None in pairs:
        return None
    whole = [one for one in pairs if one is not None]
    unit = listed(tuple(whole), "own")
    names = tuple(name for one in whole for name in one.group.names)
    if unit is None or len({*names}) != len(names):
        return None
    return Unit(Several((unit.claim, State("all visible", names=names))))


def _others(number: int, hue: Hue) -> Unit | None:
    if hue.negated or hue.joint == "or":
        return None
    colors = hue.colors * number if len(hue.colors) == 1 else hue.colors
    return _rest(number, colors)


def _others_counted(values: tuple[Any, ...]) -> Unit | None:
    number, n, c, m, d = values
    return _rest(number, (*((c,) * n), *((d,) * m))) if c != d else None


def _rest(number: int, colors: tuple[str, ...]) -> Unit | None:
    if len(colors) != number:
        return None
    return Unit(State("others have", colors=tuple(sorted(colors)), number=number))


def _is(group: Group, color: str) -> Unit | None:
    return None if group.joint == "or" else Unit(Holds(group, (Predicate("color", (color,)),)))


# ------------------------------------------------------------------------------------- neighborhoods


def _colored(group: Group, color: str) -> Group | None:
    if group.joint == "or" or group.colors or group.having:
        return None
    return Group("named", group.names, colors=(color,) * len(group.names))


def _one(name: str, color: str) -> Group:
    return Group("named", (name,), colors=(color,))


def _next_to(group: Group, vg: VerbGroup, color: str, other: Group) -> Unit | None:
    if not vg.plain or vg.past or vg.perfect or vg.passive or group.joint == "or":
        return None
    said = Said((Predicate("color", (color,)), Predicate("near", (), other)), 0, vg.singular, vg.plural)
    return held(group, said)


def _and_near(pairs: tuple[Pair, ...], group: Group) -> Unit | None:
    """Return that nodes have colors, and are all nodes of the agent beside others."""
    names = tuple(name for one in pairs for name in one.group.names)
    claim = states(pairs)
    if claim is None or group.joint == "or" or any(one.group.kind != "named" for one in pairs):
        return None
    own = State("neighbors are", group, Group("named", names), colors=("own",))
    return Unit(Several((claim, own)))


def _fine_so(group: Group, color: str) -> Unit | None:
    """Return that nodes fit as they are, with the color that they have."""
    if group.joint == "or" or group.colors:
        return None
    so = Predicate("color", (color,))
    if group.kind != "named":
        return Unit(Holds(group, (so, Predicate("fits"))))
    return Unit(Holds(Group("named", group.names, having=(so,)), (Predicate("fits"),)))


def _fit_so(group: Group, other: Group) -> Unit | None:
    if not group.colors and not other.colors:
        return None
    return Unit(Holds(group, (Predicate("fits", (), other),)))


def _two(group: Group, first: Said, link: str, second: Said) -> tuple[Any, ...] | None:
    """Return what is so and what would be, of the same nodes."""
    if first.hypothetical or not second.hypothetical or group.kind not in ("named", "it", "they"):
        return None
    one, other = held(group, first), held(group, second)
    return None if one is None or other is None else (one, link, other)


# ----------------------------------------------------------------------------------------- conflicts


def _hued(counted: Counted | None, edges: tuple[tuple[Edge, str], ...]) -> Unit | None:
    unit = which_are(counted, tuple(edge for edge, _ in edges))
    if unit is None or len({frozenset(edge) for edge, _ in edges}) != len(edges):
        return None
    colors: list[Term] = [
        Holds(Group("named", edge), (Predicate("color", (color,)),)) for edge, color in edges
    ]
    return Unit(Several((unit.claim, *colors)))


def _asked_pair(*nodes: Any) -> Unit | None:
    """Return that two nodes clash, and no others as far as is known; conflicts were asked about."""
    if isinstance(nodes[0], tuple):
        edge = nodes[0]
    elif nodes[0].color or nodes[1].color or nodes[0].name == nodes[1].name:
        return None
    else:
        edge = (nodes[0].name, nodes[1].name)
    known = Conflicts("exactly", 1, edges=(edge,), known=True)
    return Unit(Several((State("about conflicts"), known)), listed="list")


def _inner(kind: str, *, only: bool = False) -> Unit:
    return Unit(State("inner clash", names=(kind, *(("only",) if only else ()))))
