"""
Grammar of clauses about what conflicts cost, and about the agent's colors as they are.

"That costs us 10 points" claims the penalty of all conflicts that are known, and stands only behind a
clause that names one. Zero is claimed of a border that is known only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .as_is import AS_IS
from .nouns import Hue, pair_of
from .terms import PROPOSED, Conflicts, Fact, Group, Pair, Setting, Several, Unit
from .verbs import VerbGroup


def add_costs(rules: Grammar) -> None:
    """Add clauses about points, and about what colors would cause with the present ones."""

    def loose(pattern: str, action: Any) -> None:
        rules.rule("loose", pattern, action)

    _add_penalties(rules)
    mine = (
        "((with|given|for|under) (my|our) (current|present|own|) colors [as they are|as they are "
        "now]|with my nodes as they are|with the colors i have|as my colors are [now]|without a "
        "change on my side|without any change on my side)"
    )
    rules.rule("core", "<loose>", lambda unit: unit)
    rules.rule("core", f"{mine} [,|:] <present>", standing)
    rules.rule("core", f"<present> [either] {mine} [either]", standing)
    loose("<nodes> should [both] (be|become|stay|take|have) <hue>", should)
    loose("<subj> (is|would be|seems) [the] best [choice|color|option] [@forme|for <nodes>]", best)
    loose(
        "<hue> would be best (for|on) <nodes>", lambda h, g: best((p,)) if (p := pair_of(g, h)) else None
    )
    help_ = "(would not|will not|does not|do not) (help|help us|help me|be enough|solve it|fix it)"
    # Without a word of the present colors it is about what the agent can reach, which has its own rule.
    rules.rule("present", f"<subj> {help_}", lambda pairs: _setting("no help", pairs))
    rules.rule("present", "<loose>", lambda unit: unit)
    number = "(a|one|an extra|one extra|one more|a new) @conflict"
    loose(f"<subj> <v_cost> [us|me] {number}", lambda p, vg: costing("causes", p, vg, 1))
    loose(f"<subj> <v_cause> [us|me] {number}", lambda p, vg: costing("causes", p, vg, 1))
    for verb in ("cost", "cause"):
        loose(
            f"<subj> <v_{verb}> [us|me] <number> (@conflict|@conflicts)",
            lambda p, vg, n: costing("causes", p, vg, n),
        )
    loose("<subj> <v_cost> [us|me] <points>", lambda p, vg, n: costing("points", p, vg, n))
    # "A blue h4 would cost 10 points": the color is supposed, not presupposed.
    rules.rule("subj", "a <color1> <foreign_name>", _supposed_color)


def _add_penalties(rules: Grammar) -> None:
    rules.rule("points", "<number> (point|points|penalty points|points of penalty)", lambda n: n)
    rules.rule("paid", "<points>", lambda n: n)
    rules.rule("paid", "<number>", lambda n: n)
    rules.rule("paid", "a penalty of <number> [points]", lambda n: n)
    rules.rule("ivp", "<v_pay> <paid> [@everywhere|for it|for that]", paying)
    rules.rule("ivp", "<v_have> [a] [total] penalty of <number> [points] [@everywhere]", paying)
    rules.rule("ivp", "<v_have> (no|zero) penalty [@everywhere|@us]", lambda vg: paying(vg, 0))
    rules.rule("ivp", "<v_be> (at|on|down to) (no|zero) penalty [@everywhere]", lambda vg: paying(vg, 0))
    rules.rule("ivp", "<v_be> (at|on) [a penalty of] <points>", paying)
    rules.rule(
        "core",
        "(the|our|my|the total|our total) penalty <v_be> [at] <paid>",
        paying,
    )
    rules.rule("core", "(no|zero) penalty [left] [@everywhere|@us]", lambda: Unit(Fact("penalty", 0)))
    rules.rule(
        "core",
        "(the|that|this|our|the one|the only) @conflict [between|of|at|on|with] [<edge>] <v_cost> "
        "[us|me|you and me] <points>",
        conflict_costs,
    )
    that = "(that|this|it|which)"
    for link in ("(, and|and|so|, so|;|:|, which|which|,|, but|but)",):
        rules.rule(
            "said",
            f"<unit> {link} [{that}] <v_cost> [us|me|you and me] <points>",
            lambda u, vg, n: (*u, "so", unit) if (unit := lasting(vg, n)) else None,
        )
    rules.rule(
        "said",
        f"{that} <v_cost> [us|me] <points>",
        lambda vg, n: ("so before", unit) if (unit := lasting(vg, n)) else None,
    )


def paying(vg: VerbGroup, number: int) -> Unit | None:
    """Return what "we pay 10 points" claims; "still" says that there was a penalty before."""
    if vg.negated or vg.ended or vg.only or vg.perfect or vg.passive:
        return None
    if vg.past:
        return Unit(Fact("penalty before", number)) if not vg.mode and not vg.still else None
    if vg.mode in ("would", "will"):
        return Unit(Fact("penalty", number), (), 2)
    if vg.mode:
        return None
    return Unit(Fact("penalty still" if vg.still else "penalty", number))


def lasting(vg: VerbGroup, number: int) -> Unit | None:
    """Return what "that costs us 10 points" claims: of what is, and not of nothing."""
    return None if vg.mode or vg.past or not number else paying(vg, number)


def conflict_costs(*values: Any) -> Unit | None:
    """Return what "the clash between a5 and h4 costs us 10 points" claims: it is the only conflict."""
    *edge, vg, number = values
    unit = lasting(vg, number)
    if unit is None:
        return None
    one = Conflicts("exactly", 1, "all", edges=tuple(edge))
    return replace(unit, claim=Several((one, unit.claim)))


def standing(unit: Unit) -> Unit | None:
    """Return a loose claim as one about the agent's present colors."""
    claim = unit.claim
    if not isinstance(claim, Setting):
        return None
    return replace(unit, claim=replace(claim, kind=claim.kind + AS_IS))


def should(group: Group, hue: Hue) -> Unit | None:
    """Return what "h4 should be green" claims: green fits, and nothing else does."""
    pair = pair_of(group, hue)
    if pair is None or group.joint == "or" or (len(hue.colors) > 1 and hue.joint == "and"):
        return None
    return _setting("should", (pair,))


def best(pairs: tuple[Pair, ...], *group: Group) -> Unit | None:
    """Return what "green is best" claims."""
    if group and any(pair.group.kind != "topic" for pair in pairs):
        return None
    named = tuple(replace(pair, group=group[0]) if group else pair for pair in pairs)
    return _setting("best", named) if len(named) == 1 and named != PROPOSED else None


def costing(kind: str, pairs: tuple[Pair, ...], vg: VerbGroup, number: int) -> Unit | None:
    """Return what "red would cost us a clash" claims."""
    if vg.negated or vg.past or vg.perfect or vg.ended or vg.only or vg.passive or vg.still:
        return None
    # "That costs 10 points" is about a conflict that there is.
    if vg.mode not in ("would", "will") and (vg.mode or pairs == PROPOSED):
        return None
    return _setting(kind, pairs, number)


def _setting(kind: str, pairs: tuple[Pair, ...], number: int = 0) -> Unit | None:
    if any("~" in pair.colors or "*" in pair.colors for pair in pairs):
        return None
    return Unit(Setting(kind, pairs, number), (), 2)


def _supposed_color(color: str, name: str) -> tuple[Pair, ...]:
    return (Pair(Group("named", (name,)), (color,)),)
