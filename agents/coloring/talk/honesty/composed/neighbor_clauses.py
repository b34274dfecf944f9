"""Grammar of who is linked to whom: "the nodes linked to h4 are a2 and a3", "b3 has four neighbors"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import Said, held, related_said
from .nouns import Hue, Node
from .terms import Group, Holds, Predicate, Several, State, Unit
from .verbs import VerbGroup


def add_neighbors(rules: Grammar) -> None:
    """Add neighbors as a noun phrase, and clauses that count and name them."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    # "b3's neighbors", "its neighbors on my side".
    noun = "[own|other] (neighbors|neighbours)"
    rules.rule("around", f"<node> ('s|) {noun}", lambda n: None if n.color else _around(n.name))
    rules.rule(
        "around", f"[all] [of] the {noun} of <node>", lambda n: None if n.color else _around(n.name)
    )
    rules.rule("around", f"its {noun}", lambda: _around(""))
    for pattern, owner in (
        ("(on my side|of mine|among my nodes|in my cluster)", "own"),
        ("(on your side|of yours|in your part)", "foreign"),
    ):
        rules.rule("around_all", f"<around> {pattern}", lambda g, o=owner: replace(g, owner=o))
    rules.rule("around_all", "<around>", lambda g: g)
    # "Both" says how many there are, so that a phrase of colors may not take it.
    core(
        "[all|all of] <around_all> are [all|all three|now] <color1>", lambda g, c: _all_are(g, Hue((c,)))
    )
    rules.rule("np", "(none of|not one of) <around_all>", lambda g: replace(g, quantity="none"))
    rules.rule("np", "no neighbor of <node>", lambda n: replace(_around(n.name), quantity="none"))
    rules.rule("np", "(both|both of) <around_all>", lambda g: replace(g, size=2))
    rules.rule(
        "np",
        "[exactly|just|only] <number> of <around_all>",
        lambda n, g: replace(g, quantity="exactly", number=n),
    )
    rules.rule("np", "(everything|all) around <node>", lambda n: _around(n.name))
    core("<around_all> are both <color1>", lambda g, c: _all_are(replace(g, size=2), Hue((c,))))
    core(
        "<around_all> (show|have|are|are colored) <colors>",
        lambda g, h: (
            Unit(State("colors around", g, colors=h.colors))
            if h.joint == "and" and not h.negated
            else None
        ),
    )
    # "b2 has a green and two red neighbors."
    rules.rule("hues", "<count> <color1> [neighbor|neighbors]", lambda n, c: ((n, c),))
    rules.rule(
        "hues",
        "<count> <color1> [neighbor|neighbors] (and|,|, and) <hues>",
        lambda n, c, more: ((n, c), *more),
    )
    for side, place in (
        ("own", "(among my nodes|on my side|among my own nodes|of mine)"),
        ("foreign", "(among yours|on your side|of yours|among your nodes)"),
        ("", ""),
    ):
        core(
            f"<node> has [got] <hues> (neighbor|neighbors) {place}",
            lambda n, h, s=side: _hues(n, h, s),
        )
    core(
        "<colors> is what <around_all> have", lambda h, g: _all_are(g, h) if len(h.colors) == 1 else None
    )
    # "The nodes linked to h4 are a2 and a3."
    linked = "(linked|joined|connected|tied|next|attached|adjacent) (to|with)"
    whose = "(my nodes|the nodes of mine|the nodes|the nodes on my side)"
    core(f"{whose} {linked} <nodes> are <nodes>", lambda g, o: _are(g, o, "own"))
    core(f"<nodes> are {whose} {linked} <nodes>", lambda o, g: _are(g, o, "own"))
    one = "(my only node|the only node of mine|my one node|the only node on my side)"
    core(f"<nodes> is {one} {linked} <nodes>", lambda o, g: _are(g, o, "own"))
    core(f"{one} {linked} <nodes> is <nodes>", lambda g, o: _are(g, o, "own"))
    yours = "(your nodes|the nodes of yours)"
    core(f"{yours} {linked} <nodes> are <nodes>", lambda g, o: _are(g, o, "foreign"))
    core(
        "<nodes> are <node> 's neighbors (in your part|on your side)",
        lambda o, n: _are(Group("named", (n.name,)), o, "foreign"),
    )
    core(
        "<nodes> are <node> 's neighbors on my side",
        lambda o, n: _are(Group("named", (n.name,)), o, "own"),
    )
    core(
        "(its|<node> 's) only neighbor on my side is <nodes>", lambda *v: _are(_of(v[:-1]), v[-1], "own")
    )
    core(
        "(its|<node> 's) only neighbor on my side , <nodes> , <vps>",
        lambda *v: _and_said(_are(_of(v[:-2]), v[-2], "own"), v[-2], v[-1]),
    )
    # "b3 has four neighbors", "two edges run from a4 to you".
    core(
        "<node> (has|has got) [exactly|only|just] <number> (neighbor|neighbors) [in all|in total]",
        lambda n, k: _links(n, k, ()),
    )
    edge = "(edge|edges|link|links)"
    core(
        f"[only|just] <number> {edge} (run|runs|go|goes|lead|leads) from <node> to (you|your side|your "
        "nodes) [,|:] one to <node> and one to <node>",
        lambda k, n, a, b: _links_to(n, k, a, b),
    )
    core(
        f"[only|just] <number> {edge} (run|runs|go|goes|lead|leads) from <node> to (you|your "
        "side|your nodes)",
        lambda k, n: _links(n, k, ("foreign",)),
    )
    core(
        f"<node> has [exactly|only|just] <number> {edge} to (you|your side|your nodes|yours)",
        lambda n, k: _links(n, k, ("foreign",)),
    )
    core(
        f"<node> has [exactly|only|just] <number> {edge} to (me|my side|my nodes|mine)",
        lambda n, k: _links(n, k, ("own",)),
    )
    core(f"<number> {edge} of mine (end|ends) at <node>", lambda k, n: _links(n, k, ("own",)))
    core(
        "<node> (touches|borders|is next to|is linked to) [exactly|only|just] <number> of my nodes",
        lambda n, k: _links(n, k, ("own",)),
    )
    none = (
        "(is not|are not) (linked|tied|connected|joined) to (you|any of yours|your nodes|any of "
        "your nodes)"
    )
    core(f"<nodes> {none}", _apart)
    core(
        "<nodes> (has|have) no (edge|edges|link|links) to (you|your nodes|any of your nodes|yours)",
        _apart,
    )
    core("<nodes> (do|does) not touch (you|any of yours|your nodes|your side) [anywhere]", _apart)
    core(
        "neither <node> (nor|or) <node> (has|have) (any|an) edge to (you|your nodes)",
        lambda a, b: _apart(Group("named", (a.name, b.name))) if a.name != b.name else None,
    )
    # "a1 and a2 are each joined to a green node of yours."
    for owner, kind in (("(yours|you)", "yours"), ("mine", "all mine")):
        some = f"(a|an|one|at least one) <color1> (node|neighbor) of {owner}"
        rules.rule("vp", f"<p_linked> (to|with) {some}", lambda vg, c, k=kind: _near_some(vg, c, k))
        rules.rule("vp", f"<v_near> {some}", lambda vg, c, k=kind: _near_some(vg, c, k))
        rules.rule("vp", f"<v_be> next to {some}", lambda vg, c, k=kind: _near_some(vg, c, k))
        rules.rule(
            "vp",
            f"<p_linked> (to|with) <color1> nodes of {owner}",
            lambda vg, c, k=kind: _near_some(vg, c, k),
        )
    rules.rule(
        "vp",
        "<v_share> (an edge|a link|a border)",
        lambda vg: None if vg.passive else related_said("near")(vg),
    )
    rules.rule("vp", "<v_share> its color", lambda vg: related_said("same")(vg, Group("last")))
    rules.rule(
        "vp", "<v_be> (hooked to|hooked up to|attached to|joined with) <np>", lambda vg, g: _near(vg, g)
    )


def _hues(node: Node, counts: tuple[tuple[int, str], ...], side: str) -> Unit | None:
    if node.color or len({color for _, color in counts}) != len(counts):
        return None
    group = Group("named", (node.name,))
    names = (side,) if side else ()
    return Unit(
        Several(
            tuple(State("count around", group, colors=(c,), number=n, names=names) for n, c in counts)
        )
    )


def _around(name: str) -> Group:
    return Group("neighbors", (name,) if name else ())


def _of(values: tuple[Any, ...]) -> Group:
    return (
        Group("named", (values[0].name,)) if values and isinstance(values[0], Node) else Group("topic")
    )


def _all_are(group: Group, hue: Hue) -> Unit | None:
    if hue.negated or len(hue.colors) != 1:
        return None
    return Unit(Holds(group, (Predicate("color", hue.colors),)))


def _are(group: Group, named: Group, side: str) -> Unit | None:
    if named.joint == "or" or (group.joint == "or" and len(group.names) > 1):
        return None
    return Unit(State("neighbors are", group, named, colors=(side,)))


def _and_said(unit: Unit | None, group: Group, said: Said) -> Unit | None:
    more = held(group, said)
    return None if unit is None or more is None else Unit(Several((unit.claim, more.claim)))


def _links(node: Node, number: int, side: tuple[str, ...]) -> Unit | None:
    return (
        None
        if node.color
        else Unit(State("links", Group("named", (node.name,)), colors=side, number=number))
    )


def _links_to(node: Node, number: int, first: Node, second: Node) -> Unit | None:
    if number != 2 or first.name == second.name:
        return None
    ends = Group("named", (first.name, second.name))
    return _are(Group("named", (node.name,)), ends, "foreign")


def _apart(group: Group) -> Unit | None:
    if group.joint == "or":
        return None
    claims = tuple(
        State("links", Group("named", (name,)), colors=("foreign",), number=0) for name in group.names
    )
    return Unit(Several(claims))


def _near_some(vg: VerbGroup, color: str, kind: str) -> Said | None:
    if not vg.plain or vg.past or vg.perfect:
        return None
    some = Group(kind, quantity="least", number=1, having=(Predicate("color", (color,)),))
    return Said((Predicate("near", (), some),))


def _near(vg: VerbGroup, group: Group) -> Said | None:
    if not vg.plain or vg.past or vg.perfect or vg.still:
        return None
    return Said((Predicate("near", (), group),))
