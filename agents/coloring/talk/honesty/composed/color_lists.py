"""
Grammar of lists of colors: "Red: a1 and a4", "two greens (a2, a4) and a single red".

A list of the nodes with a color has all of them: "my green nodes are a2 and a4" denies that a1 is green.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import Said, held
from .nouns import Hue, pair_of
from .subject_clauses import state_list
from .terms import Group, Holds, Predicate, Several, State, Term, Unit
from .verbs import VerbGroup


def add_color_lists(rules: Grammar) -> None:
    """Add lists by color, counts by color, and colors in the order of the nodes."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    # "Red: b1, blue: b2 and b4."
    rules.rule(
        "by_color",
        "[all|the|my] <color1> [nodes|ones] [@nsame] (:|is|are) [just|only] <nodes>",
        lambda c, g: _exactly(g, c),
    )
    rules.rule("by_colors", "<by_color>", lambda one: (one,))
    rules.rule("by_colors", "<by_color> (,|;|and|, and) <by_colors>", lambda one, more: (one, *more))
    core("<by_colors>", lambda claims: Unit(Several(claims)))
    # "Two greens (a2, a4) and a single red, a1."
    rules.rule("count", "<number>", lambda n: n)
    rules.rule("count", "(a single|just one|only one|one single|a|my one|my only)", lambda: 1)
    rules.rule("count", "no", lambda: 0)
    rules.rule(
        "by_count",
        "<count> <color1> [node|nodes|one|ones|of them] [@nsame]",
        lambda n, c: (State("count colored", colors=(c,), number=n),),
    )
    rules.rule(
        "by_count",
        "<count> <color1> [node|nodes|one|ones] [@nsame] (,|:|, namely) <nodes> [,]",
        lambda n, c, g: (_exactly(g, c, n),) if len(g.names) == n and g.joint == "and" else None,
    )
    rules.rule("by_counts", "<by_count>", lambda one: one)
    rules.rule("by_counts", "<by_count> (,|and|, and|;|plus) <by_counts>", _together)
    core(
        "(i have|i have got|i use|i see|there is|there are|over here|got|so|) <by_counts>",
        lambda claims: Unit(Several(claims)),
    )
    core(
        "(all three colors|all the colors|all colors) are (in use|used) [@nsame]",
        lambda: Unit(State("all colors used")),
    )
    # "My only red node is a4", "a2 and a4 are the green ones".
    only = "(my|the) [only|sole|one|single|<number>] <color1> (node|nodes|one|ones) [@nsame]"
    core(f"{only} (is|are) [just] <nodes>", _only_colored)
    core(f"<nodes> (is|are) {only}", lambda g, *v: _only_colored(*v, g))
    core("<nodes> (is|are) my only <color1>", lambda g, c: _only_colored(1, c, g))
    core(
        "of mine [,] only <nodes> (is|are) <color1>",
        lambda g, c: (
            Unit(replace(one, group=replace(g, owner="own"))) if (one := _exactly(g, c)) else None
        ),
    )
    # "Three of my nodes, a1, a3 and a5, are green."
    for whose, owner in (("my", "own"), ("your", "foreign")):
        count = f"[exactly|only|just] <number> of {whose} [<number>] [own|border] nodes"
        core(f"{count} , <nodes> , <vps>", lambda *v, o=owner: _counted(*v, owner=o))
        core(f"{count} <vps> (,|:|, namely) <nodes>", lambda *v, o=owner: _counted(*v, owner=o))
    # "a5's neighbors a1 and a4 are red and green."
    core("<np> <v_be> [respectively] <colors> [respectively|, respectively|in that order]", _in_order)
    rules.rule(
        "unit",
        "<clause> , which <v_be> <colors> [respectively|, respectively]",
        lambda u, vg, h: (
            (u, "and", one) if (one := _in_order(Group("last"), vg, h)) is not None else None
        ),
    )
    # "b2 has blue, b5 red and h1 green."
    core(
        "<np> (has|have|shows|show) <hue> <pairs_tail>",
        lambda g, h, t: state_list(g, VerbGroup("be"), h, t),
    )
    # "b4 is fine as blue", "h5's green is no trouble for a4".
    core("<nodes> (is|are) [both] (fine|ok|good) (as|in|on) <color1>", _fine_as)
    fine = "(no trouble|no problem|fine|ok|not a problem|no issue|all right|good|harmless)"
    core(
        f"<node> 's <color1> is {fine} (for|with|next to|beside) <nodes>",
        lambda n, c, g: _fits_there(n.name, c, g) if not n.color else None,
    )
    core(
        "<node> 's <color1> (does not bother|does not hurt|does not disturb|suits|fits) <nodes>",
        lambda n, c, g: _fits_there(n.name, c, g) if not n.color else None,
    )
    # "b1 and b3 are blue, b2 is red and the others are green."
    core(
        "<np> <v_be> <hue> <pairs_tail> (,|and|, and|;) (all the others|the others|all others|the rest) "
        "[are|is] [all] <color1>",
        _and_rest,
    )
    core(
        "<pairs> (,|and|, and) (the others|the rest|all the others) [are|is|all|all are] <color1>",
        lambda p, c: _and_rest_of(tuple(p), c),
    )


def _fine_as(group: Group, color: str) -> Unit | None:
    if group.joint == "or":
        return None
    return Unit(Holds(group, (Predicate("color", (color,)), Predicate("fits"))))


def _fits_there(name: str, color: str, group: Group) -> Unit | None:
    if group.joint == "or":
        return None
    one = Group("named", (name,))
    claims = (Holds(one, (Predicate("color", (color,)),)), Holds(group, (Predicate("fits", (), one),)))
    return Unit(Several(claims))


def _exactly(group: Group, color: str, number: int = 0) -> State | None:
    if group.joint != "and":
        return None
    return State("exactly colored", group, colors=(color,), number=number)


def _together(first: tuple[State, ...], more: tuple[State, ...]) -> tuple[State, ...] | None:
    colors = [one.colors for one in (*first, *more)]
    return (*first, *more) if len({*colors}) == len(colors) else None


def _only_colored(*values: Any) -> Unit | None:
    group = values[-1]
    number = next((v for v in values if isinstance(v, int)), len(group.names))
    color = next(v for v in values if isinstance(v, str))
    claim = _exactly(group, color, number)
    return None if claim is None or number != len(group.names) else Unit(claim)


def _counted(*values: Any, owner: str) -> Unit | None:
    """Return that so many nodes, which are named, are all of which something holds."""
    numbers = [v for v in values if isinstance(v, int)]
    group = next(v for v in values if isinstance(v, Group))
    said = next(v for v in values if isinstance(v, Said))
    if len(group.names) != numbers[0] or group.joint != "and" or len(numbers) > 1:
        return None
    return held(replace(group, quantity="only", owner=owner), said)


def _in_order(group: Group, vg: VerbGroup, hue: Hue) -> Unit | None:
    """Return that nodes have several colors in the same order."""
    if hue.joint != "and" or hue.negated or not vg.plain or vg.past or vg.perfect or vg.passive:
        return None
    if group.quantity != "all" or group.minus or len(hue.colors) < 2 or group.joint != "and":
        return None
    if group.kind == "named" and len(group.names) != len(hue.colors):
        return None
    if group.kind not in ("named", "last", "they"):
        return None
    return Unit(State("respectively", group, colors=hue.colors))


def _and_rest(group: Group, vg: VerbGroup, hue: Hue, tail: tuple[Any, ...], color: str) -> Unit | None:
    if not vg.plain or vg.past or vg.perfect or group.kind != "named":
        return None
    first = pair_of(group, hue)
    return None if first is None else _and_rest_of((first, *tail), color)


def _and_rest_of(pairs: tuple[Any, ...], color: str) -> Unit | None:
    claims: list[Term] = []
    for pair in pairs:
        if len(pair.colors) != 1 or pair.group.kind != "named" or pair.group.joint != "and":
            return None
        claims.append(Holds(pair.group, (Predicate("color", pair.colors),)))
    claims.append(Holds(Group("rest"), (Predicate("color", (color,)),)))
    return Unit(Several(tuple(claims)))
