"""Grammar of clauses about colors that are possible: "h2 green would work"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import setting
from .nouns import Hue, pair_of
from .terms import Fact, Given, Group, Holds, Pair, Predicate, Setting, Several, Supposed, Unit
from .verbs import VerbGroup


def add_possible(rules: Grammar) -> None:
    """Add clauses about colors that are possible: "h2 green would work", "red is out for b2"."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    rules.rule("subj", "<pairs>", lambda p: p)
    rules.rule("subj", "<colors> [there|here]", lambda h: topic(h))
    rules.rule(
        "subj",
        "(any other color|another color|either other color|something else|a different color) [there|"
        "on <nodes>|for <nodes>]",
        lambda *g: (Pair(g[0] if g else Group("topic"), ("~",), "or"),),
    )
    rules.rule("subj", "(keeping|leaving) <nodes> [at|on|in] <hue>", lambda g, h: keeping(g, h))
    rules.rule(
        "subj",
        "(switching|moving|turning|changing|setting|making|recoloring|putting|taking|having|"
        "flipping|a move of|a change of|a switch of|going with|the move of|giving) <nodes> [back|"
        "over] [to|at|on|into|in] <hue>",
        lambda g, h: (p,) if (p := pair_of(g, h)) else None,
    )
    rules.rule(
        "subj",
        "(switching|moving|turning|changing|setting) (it|that) [back|over] [to|at|on|into|in] <hue>",
        lambda h: (p,) if (p := pair_of(Group("topic"), h)) else None,
    )
    rules.rule(
        "subj",
        "(putting|taking|having|using|choosing|picking|going for) <hue> (on|for) <nodes>",
        lambda h, g: (p,) if (p := pair_of(g, h)) else None,
    )
    for pairs in ("[either|both] <subj>",):
        core(
            f"{pairs} <v_work> [too] [@forme|for <np>|me|me fine|me well|me best|me just fine|my "
            "nodes|with <np>]",
            works,
        )
        core(
            f"{pairs} <v_be> [both|all|each|also] @possible [@forme|for <np>|too|as well|with <np>]",
            works,
        )
        core(
            f"{pairs} <v_be> (no problem|not a problem|no issue|harmless|safe|no problem at all) "
            "[@forme]",
            lambda p, vg: (
                Unit(Setting("as is", p), (), max(1, vg.hypothetical))
                if vg.mode in ("", "would") and not vg.negated and not vg.past and not vg.ended
                else None
            ),
        )
        core(
            f"{pairs} <v_be> [both|each] @impossible [@forme|for <np>]",
            lambda vg, *r: works_not(vg, *r),
        )
        core(f"{pairs} <v_clash> [with|against] <np>", pairs_clash)
        core(f"{pairs} <v_clash>", pairs_clash)
        core(
            f"{pairs} <v_leave> me [with] [exactly|only|just|still] <number> (@coloring|@colorings)",
            lambda p, vg, n: leaves(p, vg, n),
        )
        core(
            f"{pairs} <v_leave> me [with] (no|without a|without any) (@coloring|@colorings) [at all]",
            lambda p, vg: leaves(p, vg, 0),
        )
        core(
            f"{pairs} <v_leave> me (stuck|out of options|without options|nothing|no way out)",
            lambda p, vg: leaves(p, vg, 0),
        )
        core(
            f"{pairs} <v_leave> me the most (room|freedom|options|choices|colorings)",
            lambda p, vg: (
                Unit(Setting("most", p), (), 2) if vg.mode in ("", "would") and not vg.negated else None
            ),
        )
        core(
            f"{pairs} <v_be> (the best|best|the most flexible|the easiest) [@forme]", lambda p, vg: None
        )
        core(
            f"{pairs} <v_force> <nodes> [to be|to go|to become|to|into|onto|to stay|to take] <hue>",
            forces,
        )
        core(
            f"{pairs} <v_let> (me|) [keep|have|take|leave|use] <nodes> [on|at|in|stay|be|become|go|"
            "turn] <hue>",
            lets,
        )
        core(
            f"{pairs} <v_let> (me|) [have|take|put|use] <hue> (on|for) <nodes>",
            lambda p, vg, h, g: lets(p, vg, g, h),
        )
        core(
            f"{pairs} <v_block> <nodes> [from being|being|from going|to be|on|at|in|as] <hue>",
            lambda p, vg, g, h: blocks(p, vg, g, h),
        )
        core(
            f"{pairs} <v_block> [out] <hue> [on|for|at] <nodes>",
            lambda p, vg, h, g: blocks(p, vg, g, h),
        )
        core(
            f"{pairs} <v_fix> (it|this|that|the conflict|the clash|the problem|things|everything|all "
            "of it|both) [@forme]",
            pairs_fix,
        )
        core(
            f"{pairs} (would do|will do|would do it|will do it|does it|would be enough|is enough|"
            "would help|will help|would do the trick)",
            lambda p: Unit(Setting("fixes", p), (), 2),
        )
        core(
            f"{pairs} (is|would be) my only (option|choice|way|possibility|way out) [left|@forme]",
            lambda p: Unit(Setting("only", p), (), 2),
        )
    core(
        "<hue> (is|would be) (my|the) only (option|choice|color|way out|possibility) [left] (for|on|"
        "at) <nodes> [@forme]",
        lambda h, g: only_hue(g, h),
    )
    core(
        "<hue> (is|would be) (the only color|the only one|all|what|the only option) (that is|which "
        "is|that would be|that remains|that works|that fits|left|possible) [left|possible|"
        "available] (for|on|at) <nodes> [@forme]",
        lambda h, g: only_hue(g, h),
    )
    core(
        "(my|the) only (option|choice|color|possibility) [left|that works|i have|that fits|that is "
        "left] (for|on|at) <nodes> (is|would be) <hue>",
        lambda g, h: only_hue(g, h),
    )
    core(
        "(only|just) <hue> (is|remains|works|fits|would work|would be) [left|possible|available|"
        "open|an option] (for|on|at) <nodes> [@forme]",
        lambda h, g: only_hue(g, h),
    )
    core(
        "for <nodes> [,] (only|just) <hue> (is|remains|works|fits|would work) [left|possible|"
        "available|open]",
        lambda g, h: only_hue(g, h),
    )
    core(
        "for <nodes> [,] <hue> (is|would be) the only (option|choice|color) [left]",
        lambda g, h: only_hue(g, h),
    )
    core("<nodes> (can|could) (only|just) (be|become|take|go|stay) <hue>", lambda g, h: only_hue(g, h))
    core(
        "(any|every|all|any other) (color|colors) [on|for|of] <nodes> (works|work|would work|is "
        "fine|are fine|can be made to work|would be fine|is ok|is fine with me|suits me) [@forme]",
        setting("any"),
    )
    core(
        "(no|none of the) (color|colors) [on|for|of] <nodes> (works|work|would work|is possible|"
        "fits) [@forme]",
        setting("none"),
    )
    core(
        "whatever you (choose|pick|take|put|use|do|decide) (for|on|with|about) <nodes> [,] <any_unit>",
        lambda g, u: (
            Unit(u.claim, (Given((Pair(g, ("*",), "or"),)), *u.given), 2) if not u.given else None
        ),
    )
    rules.rule("any_unit", "<core>", lambda u: u)
    core(
        "(exactly|only|just|) <number> (@coloring|@colorings) (remain|remains|work|works|exist|"
        "exists|is left|are left|is possible|are possible|fit|fits|is open|are open) [@forme|to me]",
        lambda n: Unit(Fact("colorings", n), (), 2),
    )
    core(
        "(there is|there are|there would be|that leaves me|this leaves me|that leaves me with|i "
        "would be left with) [exactly|only|just|still] <number> (@coloring|@colorings) [left|"
        "possible|that works|that work|@forme|that works for me|that work for me]",
        lambda n: Unit(Fact("colorings", n), (), 2),
    )
    core(
        "(there is|there would be) (no|not a|not any) @coloring [left|at all|@forme|that works|that "
        "works for me]",
        lambda: Unit(Fact("unsolvable"), (), 2),
    )
    core(
        "(there is|there would be) (a|still a|always a) @coloring [left|@forme|that works]",
        lambda: Unit(Fact("solvable"), (), 2),
    )
    core(
        "<number> other (@coloring|@colorings) (would work|work|works|are possible|remain|is "
        "possible) [too|@forme]",
        lambda n: Unit(Fact("other colorings", n)),
    )
    core(
        "this is (the only|my only) (@coloring) [@forme|i have|left]",
        lambda: Unit(Fact("other colorings", 0)),
    )


def topic(hue: Hue) -> tuple[Pair, ...] | None:
    """Return colors that are named without a node: those of the node that was named last."""
    pair = pair_of(Group("topic"), hue if hue.joint != "and" else replace(hue, joint="or"))
    return None if pair is None else (pair,)


def keeping(group: Group, hue: Hue) -> tuple[Pair, ...] | None:
    """Return nodes with the color that they are presupposed to have."""
    if len(hue.colors) != 1 or hue.negated:
        return None
    pair = pair_of(replace(group, colors=hue.colors * len(group.names)), hue)
    return None if pair is None else (pair,)


def works(pairs: tuple[Pair, ...], vg: VerbGroup, *other: Group) -> Unit | None:
    """Return what "h2 red would work" claims."""
    if (vg.past and not vg.mode) or vg.ended or vg.passive:
        return None
    if vg.mode in ("", "would", "can", "will") and not vg.negated:
        if other:
            fits = tuple(
                Holds(pair.group, (Predicate("fits", (), other[0], time="would"),)) for pair in pairs
            )
            return Unit(
                Several(tuple(under(pair, one) for pair, one in zip(pairs, fits, strict=True))), (), 2
            )
        return Unit(Setting("can", pairs, fresh=vg.also), (), 2)
    if vg.mode in ("would not", "cannot", "will not") or (vg.mode == "" and vg.negated):
        if other:
            return None
        return Unit(Setting("cannot", pairs), (), 2)
    return None


def under(pair: Pair, claim: Any) -> Any:
    """Return a claim under a supposition."""
    return Supposed((Given((pair,)),), claim)


def works_not(pairs: tuple[Pair, ...], vg: VerbGroup, *other: Any) -> Unit | None:
    """Return what "h2 red is impossible" claims."""
    if vg.negated or vg.ended or vg.mode not in ("", "would") or (vg.past and not vg.mode):
        return None
    return Unit(Setting("cannot", pairs), (), 2) if not other else None


def pairs_clash(pairs: tuple[Pair, ...], vg: VerbGroup, *other: Group) -> Unit | None:
    """Return what "h2 red would clash" claims."""
    if vg.mode not in ("would", "will", "would not", "", "will not") or vg.past or vg.ended or vg.still:
        return None
    if len(pairs) != 1:
        return None
    negated = vg.negated or vg.mode in ("would not", "will not")
    one = Predicate("clash", (), other[0] if other else None, negated, "would")
    return Unit(under(pairs[0], Holds(pairs[0].group, (one,))), (), 2)


def leaves(pairs: tuple[Pair, ...], vg: VerbGroup, number: int) -> Unit | None:
    """Return what "h2 red leaves me two colorings" claims."""
    if vg.mode not in ("", "would", "will") or vg.negated or vg.past or vg.ended:
        return None
    return Unit(Setting("count", pairs, number), (), 2)


def forces(pairs: tuple[Pair, ...], vg: VerbGroup, group: Group, hue: Hue) -> Unit | None:
    """Return what "h2 red forces b2 to be blue" claims."""
    if (
        vg.mode not in ("", "would", "will")
        or vg.negated
        or hue.negated
        or len(hue.colors) != 1
        or vg.passive
    ):
        return None
    return Unit(several_under(pairs, Holds(group, (Predicate("must", hue.colors),))), (), 2)


def several_under(pairs: tuple[Pair, ...], claim: Any) -> Any:
    """Return a claim under suppositions."""
    return Supposed((Given(pairs),), claim)


def lets(pairs: tuple[Pair, ...], vg: VerbGroup, group: Group, hue: Hue) -> Unit | None:
    """Return what "h2 red lets me keep b2 blue" claims."""
    if hue.negated or hue.joint == "and" or vg.passive:
        return None
    if vg.mode in ("", "would", "will") and not vg.negated:
        return Unit(several_under(pairs, Holds(group, (Predicate("can", hue.colors),))), (), 2)
    if vg.mode in ("would not", "will not") or vg.negated:
        return Unit(
            several_under(pairs, Holds(group, (Predicate("can", hue.colors, negated=True),))), (), 2
        )
    return None


def blocks(pairs: tuple[Pair, ...], vg: VerbGroup, group: Group, hue: Hue) -> Unit | None:
    """Return what "h2 red rules out b2 red" claims."""
    if vg.negated or vg.mode not in ("", "would", "will") or hue.negated or vg.passive:
        return None
    return Unit(several_under(pairs, Holds(group, (Predicate("can", hue.colors, negated=True),))), (), 2)


def pairs_fix(pairs: tuple[Pair, ...], vg: VerbGroup) -> Unit | None:
    """Return what "h2 red would solve it" claims."""
    if vg.mode in ("would", "can", "will") or (vg.mode == "" and not vg.past and not vg.negated):
        return Unit(Setting("fixes", pairs), (), 2)
    return None


def only_hue(group: Group, hue: Hue) -> Unit | None:
    """Return what "only red is left for b2" claims."""
    if hue.negated or "~" in hue.colors:
        return None
    pair = pair_of(group, hue if hue.joint != "and" else replace(hue, joint="or"))
    return None if pair is None else Unit(Setting("only", (pair,)), (), 2)
