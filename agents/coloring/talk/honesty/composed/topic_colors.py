"""
Grammar of colors that are said of no node: "red would clash with b2", "so only blue is left".

They are said of the node that the person asked about, or that the sentence is about.
"""

from __future__ import annotations

from typing import Any

from ...grammar.chart import Grammar
from .terms import Group, Several, State, Unit

#: The node that the first clause of the sentence is about, or that the person asked about.
MAIN = Group("main")
TOPIC = Group("topic")


def add_topic_colors(rules: Grammar) -> None:
    """Add clauses whose subject is a color, and answers that name nodes as reasons."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    # "So red is the only color left", "only blue remains".
    what = "(color|one|option|choice|possibility)"
    left = "(left|free|open|remaining|available|that is left|that remains|i have left|possible)"
    for pattern in (
        f"<color1> (is|was) the only {what} {left}",
        "only <color1> (is|was) (left|free|open|available|possible)",
        "only <color1> (remains|remained)",
        f"<color1> (is|was|remains) the only {what}",
        "only <color1> (fits|works|is possible)",
        "(nothing|no color) but <color1> (is|was) (left|free|possible)",
        f"<color1> (is|was) the only (remaining|free|open) {what}",
        "that leaves only <color1>",
        "<color1> is the (color|one) that is (left|free)",
        "<color1> (is|was) (all|what) [that] (is|was) left",
    ):
        core(pattern, lambda c: _state("only free", MAIN, c))
    taken = "(taken|used|in use|blocked|used up|already taken|already used|ruled out)"
    others = "((both|the) other colors|the other two colors|the other two|both others)"
    core(f"{others} are [both|already] {taken}", lambda: Unit(State("others taken", MAIN)))
    core(
        f"{others} are [both|already] {taken} by <nodes>",
        lambda g: Unit(State("others taken", MAIN, g)) if g.joint == "and" else None,
    )
    core(
        "<nodes> (leave|leaves) [only|just] <color1> (for|to) <node>",
        lambda g, c, n: None if n.color else _beside("only beside", c, g, Group("named", (n.name,))),
    )
    # "Red is the only color without a clash for a2", "... that gives a2 no clash".
    none = "(no|not a single) (@conflict|@conflicts)"
    for pattern in (
        f"<color1> is the only {what} without a @conflict (for|on|at) <spot>",
        f"<color1> is the only {what} (that|which) (gives|leaves|causes) <spot> {none}",
        f"<color1> is the only {what} (that|which) (gives|causes|brings|makes|has) {none} (for|on|at) "
        "<spot>",
        f"<color1> is the only {what} (for|on|at) <spot> without a @conflict",
        f"<color1> is the only {what} <spot> can have without a @conflict",
        f"<color1> is the only {what} (that|which) (works|fits|is possible|is ok|is fine) (for|on|at) "
        "<spot>",
    ):
        core(pattern, lambda *v: _state("only free", *_ordered(v)))
    # "Blue is the only color that fits next to b2 and b4 as they are."
    as_is = "[(as|the way) they (are|stand)|as things are|as it is]"
    fits = (
        "(does not clash with|does not conflict with|fits|fits with|fits next to|works with|works next "
        "to|goes with|goes well with|suits|is fine with|is ok with|is fine next to|is ok next to|"
        "differs "
        "from|is different from)"
    )
    core(
        f"[just|only] <color1> is the only {what} (that|which) {fits} [both|all of|all] <nodes> {as_is}",
        lambda c, g: _beside("only beside", c, g),
    )
    core(f"only <color1> {fits} [both|all] <nodes> {as_is}", lambda c, g: _beside("only beside", c, g))
    core(f"<color1> {fits} [both|all] <nodes> {as_is}", lambda c, g: _beside("fits beside", c, g))
    core(
        "<color1> (works|fits|is fine|is ok) (for|on|in) <nodes> (with|next to|beside) <nodes>",
        lambda c, n, g: _beside("fits beside", c, g, n),
    )
    # "Red would clash with b2."
    clash = (
        "(clashes|conflicts|collides|is in conflict|does not fit|does not go well|does not work|"
        "would not go well)"
    )
    core(f"<color1> {clash} [with|next to] [both] <nodes>", lambda c, g: _beside("clashes beside", c, g))
    rules.rule(
        "with_taker",
        "(, and|and|,) <color1> [would clash|clashes] with <nodes>",
        lambda c, g: _beside("clashes beside", c, g),
    )
    core(
        "<color1> (would clash|clashes|would conflict|conflicts) with <nodes> <with_taker>",
        lambda c, g, more: (
            Unit(Several((first.claim, more.claim)))
            if (first := _beside("clashes beside", c, g))
            else None
        ),
    )
    core(
        "<color1> is (taken|used|blocked|ruled out|excluded) by [both] <nodes>",
        lambda c, g: _beside("clashes beside", c, g),
    )
    # "Because of b2 and b4."
    rules.rule(
        "said",
        "(because of|due to|it is because of|that is because of) <nodes>",
        lambda g: ("because before", Unit(State("as they are", g))) if g.joint == "and" else None,
    )
    core("i (chose|picked|took|gave it|went for|use|used) <color1>", lambda c: _state("has", MAIN, c))
    # "It has to differ from a1 and from h3."
    rules.rule("apart_from", "<nodes>", lambda g: g.names if g.joint == "and" and not g.colors else None)
    rules.rule(
        "apart_from",
        "<nodes> (and|, and) from <nodes>",
        lambda a, b: (*a.names, *b.names) if a.joint == b.joint == "and" else None,
    )
    must = "(has to|must|needs to|have to|need to|can not but)"
    other = "(differ from|be different from|have another color than|have a different color than)"
    core(f"<bound> {must} {other} [both] <apart_from>", _differs)


def _state(kind: str, group: Group, color: str) -> Unit | None:
    return None if group.joint == "or" else Unit(State(kind, group, colors=(color,)))


def _ordered(values: tuple[Any, ...]) -> tuple[Group, str]:
    """Return the node and the color, which stand in the order of the words."""
    group = next(v for v in values if isinstance(v, Group))
    return group, next(v for v in values if isinstance(v, str))


def _beside(kind: str, color: str, others: Group, node: Group = TOPIC) -> Unit | None:
    if others.joint == "or" or node.joint == "or" or len(node.names) > 1 or len({*others.names}) == 0:
        return None
    return Unit(State(kind, node, others, colors=(color,)))


def _differs(group: Group, names: tuple[str, ...]) -> Unit | None:
    if group.joint == "or" or group.quantity != "all" or len({*names}) != len(names):
        return None
    return Unit(State("must differ", group, Group("named", names)))
