"""Grammar of conflicts by their nodes: "one conflict is left: a5 and h4 are both red"."""

from __future__ import annotations

from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names, Pair
from .formulas import Formula, Group, Predicate, Setting, Several
from .shapes import colored_group, each


def add_conflicts(rules: Grammar) -> None:
    """Add clauses about conflicts between the participants, and that there are none."""

    def add(pattern: str, action: Any) -> None:
        rules.rule("formula", pattern, action)

    there = (
        "(there is|i see|we have|i have|there remains|that leaves|this leaves|i count|"
        "there is still|we still have|i still see|i find)"
    )
    add(
        (
            f"{there} [now|only|still] (a|one|another|one remaining|a remaining) @clashnoun "
            "(between|at|on|for|on the edge|over) <oneedge> [@left]"
        ),
        lambda g: Formula("all", g, (Predicate("clash"),)),
    )
    add(f"{there} (a|one) @clashnoun (between|at) <oneedge> [,] both [are] <color>", _both_color)
    add(
        (
            f"[{there}] [the] (one|only) @clashnoun [left|remains|remaining|is left|is "
            "there|between us] [:|,|is|is that|is between|is at|between] <oneedge> [,] "
            "[which are|are|is] both [are] <color>"
        ),
        lambda g, c: _only_clash(g, c),
    )
    add(
        (
            f"[{there}] (one|exactly one|only one|just one|a single) @clashnoun [left|"
            "remains|remaining|is left|between us|at the moment|still] [:|,|is|, between|"
            "between|at] <oneedge> [@left]"
        ),
        lambda g: _only_clash(g, None),
    )
    add(
        (
            f"[{there}] (one|exactly one|only one|just one|a single) @clashnoun [left|"
            "remains|remaining|is left|between us|at the moment|still] [:|,] <oneedge> [, |"
            "] (are both|both|both are|share) <color> [now]"
        ),
        _only_clash,
    )
    add(
        (
            "(the|our|my) (only|one|remaining|only remaining|last) @clashnoun [left|"
            "between us|now] (is|is at|is between|is on) [that] <oneedge> [,] [both|are "
            "both|both are] [<color>]"
        ),
        lambda g, *c: _only_clash(g, c[0] if c else None),
    )
    add(
        (
            "<any_node> (and|&) <any_node> (are|is) both <color> [now|right now|at the "
            "moment] [,] (that is|which is) (our|the|my) (one|only|one remaining|only "
            "remaining) @clashnoun"
        ),
        lambda a, b, c: _only_clash(Group("edge", Names("node", (a, b))), c),
    )
    add(
        (
            "<any_node> (and|&) <any_node> (are|is|share) [now|still] [both] <color> [now|"
            "right now|at the moment] [,] (so there is|so we have|and that is|that is|"
            "which is|so that is|which means|so that edge is) (a|one|still one|still a) "
            "@clashnoun"
        ),
        lambda a, b, c: _clash_color(Group("edge", Names("node", (a, b))), c),
    )
    add(
        (
            "<any_node> (and|&) <any_node> (share|both have|have the same color ,|both "
            "show|both are|are both on|both use) [the color] <color> [now]"
        ),
        lambda a, b, c: _each_color((a, b), c),
    )
    add(
        (
            "<any_node> is <color> [now] [,] (and so is|just like|like|as is|same as|"
            "exactly like|the same as) [your|my] <any_node> [now]"
        ),
        lambda a, c, b: _each_color((a, b), c),
    )
    for pattern in (
        "[the] @edgeword (between|from) <oneedge> is <color> on <color_name>",
        "[the] @edgeword <oneedge> is <color> on <color_name>",
    ):
        add(pattern, _on_color)
    add("<color> on <color_name> (between|at) <oneedge>", lambda c, d, g: _on_color(g, c, d))
    add("<obare> against [your] <fbares>", _against)
    for words in (
        "between our nodes",
        "between us",
        "on our border",
        "on our edges",
        "on our shared edges",
        "at our border",
        "at our boundary",
        "on our boundary",
        "between your nodes and mine",
        "between my nodes and yours",
        "on the border",
        "across the border",
        "with you",
        "between our clusters",
        "with your nodes",
        "with yours",
        "on the edges between us",
        "with your side",
    ):
        add(
            (
                "(there is|there are|i have|we have|i see|there remains|i know of) (no|zero|"
                f"not a single) (conflict|conflicts|clash|clashes|problem|problems) {words} "
                "[now|at the moment|any more|left]"
            ),
            lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
        )
        add(
            (
                f"(no|zero|not a single) (conflict|conflicts|clash|clashes) {words} [now|at the "
                "moment|any more|left]"
            ),
            lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
        )
        add(
            (
                f"(nothing|nothing of mine) (clashes|conflicts|collides) {words} [now|at the "
                "moment|any more]"
            ),
            lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
        )
        add(
            (
                f"{words} [,] (there is|there are|i have|we have|i see) no (conflict|conflicts|"
                "clash|clashes|problem) [now|at the moment]"
            ),
            lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
        )
        add(
            (
                "(everything|all|all edges|all is) (fits|is fine|fit|is clear|are fine|works|"
                f"is in order|fine|is good|is settled|clear) {words} [now|at the moment]"
            ),
            lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
        )
    add(
        (
            "(none of mine|nothing of mine|no node of mine|none of my nodes|none of my "
            "border nodes|no color of mine|no border node of mine) (clashes|conflicts|"
            "collides|shares a color|matches) [with] (yours|anything of yours|any of your "
            "nodes|any of yours|your nodes|the node of yours it touches|a node of yours it "
            "touches)"
        ),
        lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
    )
    add(
        (
            "our (colors|nodes|clusters|sides|borders|colorings) (fit|fit together|get "
            "along|match up|are compatible|do not clash|go together|do not conflict) [now|"
            "at the border]"
        ),
        lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
    )
    add(
        (
            "my (colors|nodes|border nodes|border) (fit|fits|get along with|match up with|"
            "do not clash with|suit|suits|go with) (yours|your nodes|your colors|your "
            "border|your side|you) [now]"
        ),
        lambda: Formula("none", Group("edges"), (Predicate("clash"),)),
    )
    no = (
        "[there is|there are|i have|i see|we have] no (conflict|conflicts|clash|"
        "clashes|problem|problems|trouble) with"
    )
    add(f"{no} [your] <other> [now|at all|at the moment]", lambda g: _no_clash_with(g, "now"))
    add(f"{no} [your] <eithers> [now|at all|at the moment]", lambda g: _no_clash_with(g, "now"))
    add(f"{no} [your] <eithers> (any more|anymore|any longer)", lambda g: _no_clash_with(g, "gone"))
    add(f"{no} [your] <other> (any more|anymore|any longer)", lambda g: _no_clash_with(g, "gone"))
    add(
        (
            "<foreign> (clashes with nothing|does not clash with anything|clashes with "
            "none|has no conflict) [of mine|on my side|here]"
        ),
        lambda n: each(n, (Predicate("clash", other=Group("mine"), negated=True),)),
    )
    add(
        "<foreign> no longer (clashes|conflicts) with (anything|any node|any) [of mine|on my side]",
        lambda n: each(n, (Predicate("clash", time="gone"),)),
    )


def _no_clash_with(group: Group, time: str) -> Formula | None:
    """Return that nodes are in no conflict across the border, or no longer."""
    if group.kind != "named":
        return None
    predicate = Predicate("clash", negated=time == "now", time=time)
    return Formula("all", group, (predicate,))


def _on_color(edge: Group, colors: Names, second: str) -> Several | None:
    """Return that both ends of an edge have one color: "the edge a5-h4 is red on red"."""
    return _clash_color(edge, colors) if colors.names == (second,) else None


def _against(pair: Pair, others: tuple[Pair, ...]) -> Formula | None:
    """Return that a color fits those of other nodes: "b2 blue against h2 green"."""
    group, other = colored_group((pair,)), colored_group(others)
    if group is None or other is None:
        return None
    return Formula("all", group, (Predicate("fits", other=other),))


def _each_color(names: tuple[str, ...], colors: Names) -> Formula:
    return Formula("all", Group("named", Names("node", names, "and")), (Predicate("color", colors),))


def _both_color(edge: Group, colors: Names) -> Several:
    return _clash_color(edge, colors)


def _clash_color(edge: Group, colors: Names) -> Several:
    assert edge.names is not None
    return Several((Formula("all", edge, (Predicate("clash"),)), _each_color(edge.names.names, colors)))


def _only_clash(edge: Group, colors: Names | None) -> Several:
    assert edge.names is not None
    parts: list[Formula | Setting] = [
        Formula("exactly", Group("edges"), (Predicate("clash"),), 1, edge),
        # "I have only one conflict" would be false with another inside the cluster.
        Setting("inner calm"),
    ]
    if colors is not None:
        parts.append(_each_color(edge.names.names, colors))
    return Several(tuple(parts))
