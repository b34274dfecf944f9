"""
Grammar of colors that are free: "green is free for a4", "a5 has no color left", "red is taken by b2".

A color is free for a node as things are if none of its neighbors has it. What the agent could do
besides, by recoloring others, is another claim.
"""

from __future__ import annotations

from typing import Any

from ...grammar.chart import Grammar
from .nouns import Hue
from .terms import Group, Pair, Several, State, Unit
from .verbs import VerbGroup

#: Words that say that no neighbor of a node has a color, or that one has.
_FREE = "(free|open|available|unused|untaken|not taken|still free|still open|not in use)"
_TAKEN = "(taken|in use|used|used up|already taken|not free|already used|already in use|occupied)"


def add_free_colors(rules: Grammar) -> None:
    """Add clauses about the colors that neighbors leave to a node."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    rules.rule("spot", "<nodes>", lambda g: g)
    rules.rule("spot", "(it|that one|that node)", lambda: Group("it"))
    at = "(for|on|at|around|next to|near)"
    core(f"<colors> (is|are) [both] {_FREE} {at} <spot>", lambda h, g: free(g, h))
    core(f"{at} <spot> [,] <colors> (is|are) [both] {_FREE}", lambda g, h: free(g, h))
    core(f"<spot> (has|have) <colors> {_FREE} [too|as well]", lambda g, h: free(g, h))
    core(f"<colors> (is|are) [both] {_TAKEN} {at} <spot>", lambda h, g: taken(g, h))
    core(f"<colors> (is|are) [both] {_TAKEN} (by|at) <spot>", held_by)
    rules.rule("takers", "<colors> by <nodes>", held_by)
    rules.rule("takers_more", "", lambda: ())
    rules.rule("takers_more", "(,|and|, and) <takers> <takers_more>", lambda one, more: (one, *more))
    for begin in (f"<colors> (is|are) {_TAKEN} by <nodes>", "<colors> by <nodes>"):
        core(
            f"{begin} <takers_more>",
            lambda h, g, more: (
                Unit(Several(tuple(one.claim for one in (first, *more))))
                if more and (first := held_by(h, g)) and None not in more
                else None
            ),
        )
    # "Red is the only color left for a5."
    what = "(color|one|option|choice|possibility|color option)"
    left = "(left|free|open|remaining|available|still free|still open|that is left|that is free)"
    core(
        f"[only|just] <colors> (is|are) the only {what} {left} (for|at|on) <spot>",
        lambda h, g: only(g, h),
    )
    core(f"the only {what} {left} (for|at|on) <spot> (is|are) <colors>", lambda g, h: only(g, h))
    core(
        "[only|just] <colors> (is|are) (all|what) [that] is left (for|at|on) <spot>",
        lambda h, g: only(g, h),
    )
    core(
        "only <colors> (is|are) (left|free|open|) (for|at|on) <spot>",
        lambda h, g: only(g, h),
    )
    core("<spot> (has|have) only <colors> (left|free|open)", lambda g, h: only(g, h))
    core("<spot> only has <colors> (left|free|open)", lambda g, h: only(g, h))
    mine = "(my own nodes|my nodes|my own neighbors|my other nodes|the rest of my nodes|any of my nodes)"
    core(
        f"<colors> (is|are) the only {what} (that|which) (does not clash|do not clash|does not conflict|"
        f"fits|goes well|works) with {mine} [(for|at|on|in) <spot>]",
        lambda h, *g: only(g[0] if g else Group("asked"), h, side="own"),
    )
    core(
        f"<colors> (is|are) the only {what} (for|at|on) <spot> (that|which) (does not clash|"
        "fits|works) with "
        f"{mine}",
        lambda h, g: only(g, h, side="own"),
    )
    core(
        "<colors> (fits|suits|works with|goes with|goes well with|is fine with) [all] (my "
        "other nodes|my own "
        "nodes|the rest of my nodes|my own neighbors)",
        lambda h: None if h.joint == "and" else _state("free", Group("asked"), h, names=("own",)),
    )
    # "No color is free for a2", "a5 is out of colors".
    colors = "(color|colors)"
    core(f"no {colors} (is|are) {left} {at} <spot>", none_free)
    core(f"there (is|are) no {left} {colors} {at} <spot>", none_free)
    core(f"there (is|are) no {colors} {left} {at} <spot>", none_free)
    core(f"{at} <spot> [,] (every|each) color is {_TAKEN}", none_free)
    core(f"(every|each) color is {_TAKEN} {at} <spot>", none_free)
    core(f"{at} <spot> [,] all [three] colors are {_TAKEN}", none_free)
    core(f"all [three] colors are {_TAKEN} {at} <spot>", none_free)
    core(f"{at} <spot> [,] no {colors} (is|are) {left}", none_free)
    core(f"<spot> (has|have) no {colors} {left}", none_free)
    core(f"<spot> (has|have) no {left} {colors} [left]", none_free)
    core("<spot> (is|are) (boxed in|blocked on all sides|out of colors|out of options)", none_free)
    core("<spot> (has|have) (nowhere to go|nothing left|no free color|no way out)", none_free)
    core(
        "neither <node> (nor|or) <node> has a (free|open) color",
        lambda a, b: none_free(Group("named", (a.name, b.name))) if a.name != b.name else None,
    )
    # "b1, b2 and b5 need three different colors."
    several = "[all] [<number>|all] different colors"
    need = "(need|must have|have to have|require|all need|each need)"
    core(f"<np> {need} {several}", lambda g, *n: _different("need different", g, *n))
    core(
        "<np> (must|have to|need to) [all|each] (be different|differ|have different colors)",
        lambda g: _different("need different", g),
    )
    core(f"<np> (have|are|show|are in) {several}", lambda g, *n: _different("have different", g, *n))
    # "Red on h2 works with my current colors."
    mine = "(my|my own) (current|present) (colors|nodes|coloring)"
    core(
        "<subj> (works|is fine|fits|goes|is ok|would work|would fit|would be fine|would go|"
        "suits) [well|fine|"
        f"perfectly] [with] ({mine}|what i have|what i have now|my colors as they are|my "
        "nodes as they are|all "
        "my nodes as they are|my setup)",
        works_now,
    )
    # "h5 should not be blue", "blue should not be on h5".
    avoid = "(should not|should never|had better not|shall not)"
    core(f"<spot> {avoid} (be|become|go|turn|get|take) <colors>", lambda g, h: unwanted(g, h))
    core(
        "<colors> (is|are) the (color|colors|one) to avoid (for|on|at) <nodes>",
        lambda h, g: unwanted(g, h),
    )
    mine = "(my nodes|my colors|my present colors|my current colors|my coloring|mine|my setup)"
    core(
        f"<colors> (is|would be) the only {what} (for|on|at) <nodes> that (fits|suits|works "
        "with|goes with) "
        f"[all] {mine} [as is|as they are|now]",
        lambda h, g: _state("only fit", g, h),
    )
    core(
        f"only <colors> (for|on|at) <nodes> (fits|suits|works with|goes with) [all] {mine} "
        "[as is|as they "
        "are|now]",
        lambda h, g: _state("only fit", g, h),
    )


def _state(kind: str, group: Group, hue: Hue, **more: Any) -> Unit | None:
    if hue.negated or group.joint == "or" or group.quantity != "all":
        return None
    return Unit(State(kind, group, colors=hue.colors, **more))


def free(group: Group, hue: Hue) -> Unit | None:
    """Return that no neighbor of the nodes has the colors."""
    return _state("free", group, hue)


def taken(group: Group, hue: Hue) -> Unit | None:
    """Return that each of the colors is the one of a neighbor."""
    if (
        hue.negated
        or hue.joint == "or"
        or group.joint == "or"
        or (group.kind == "named" and len(group.names) > 1)
    ):
        return None
    claims = tuple(State("free", group, colors=(color,), negated=True) for color in hue.colors)
    return Unit(claims[0] if len(claims) == 1 else Several(claims))


def only(group: Group, hue: Hue, side: str = "") -> Unit | None:
    """Return that neighbors of a node have all colors but these."""
    if hue.joint == "or" and side:
        return None
    return _state("only free", group, hue, names=(side,) if side else ())


def none_free(group: Group) -> Unit | None:
    """Return that neighbors of the nodes have all colors."""
    if group.joint == "or" or group.quantity not in ("all",):
        return None
    return Unit(State("none free", group))


def works_now(pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "red on h2 works with my current colors" claims."""
    claims = []
    for pair in pairs:
        if pair.group.kind != "named" or (pair.joint == "and" and len(pair.colors) > 1):
            return None
        claims.append(State("works now", pair.group, colors=pair.colors))
    return Unit(claims[0] if len(claims) == 1 else Several(tuple(claims)))


def held_by(hue: Hue, group: Group) -> Unit | None:
    """Return that nodes have a color: "red is taken by b2"."""
    if len(hue.colors) != 1 or hue.negated or group.joint == "or":
        return None
    return Unit(State("taken by", group, colors=hue.colors))


def _different(kind: str, group: Group, *number: int) -> Unit | None:
    if group.quantity != "all" or group.minus or group.joint == "or":
        return None
    return Unit(State(kind, group, number=number[0] if number else 0))


def unwanted(group: Group, hue: Hue) -> Unit | None:
    """Return what "h5 should not be blue" claims: that it would clash with the present colors."""
    if hue.negated or hue.joint == "and" or group.joint == "or":
        return None
    return Unit(State("unwanted", group, colors=hue.colors))


__all__ = ["VerbGroup", "add_free_colors"]
