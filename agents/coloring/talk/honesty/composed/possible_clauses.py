"""Grammar of clauses about colors that are possible: "h2 green would work"."""

from __future__ import annotations

from typing import Any

from ...grammar.chart import Grammar
from .clauses import setting, states
from .nouns import pair_of
from .possible_actions import (
    blocks,
    clash_with_colors,
    forces,
    keeping,
    leaves,
    lets,
    only_hue,
    own_color,
    pairs_clash,
    pairs_fix,
    several_under,
    topic,
    works,
    works_not,
)
from .terms import (
    ANY,
    Conflicts,
    Fact,
    Given,
    Group,
    Holds,
    Pair,
    Predicate,
    Setting,
    Several,
    Unit,
)
from .verbs import VerbGroup


def add_possible(rules: Grammar) -> None:
    """Add clauses about colors that are possible: "h2 green would work", "red is out for b2"."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    rules.rule("subj", "<pairs>", lambda p: p)
    core(
        "<nodes> (can|could|may|might) [still] (be|have|take|use|get) (any color|any of the colors|"
        "every color|all colors)",
        lambda g: Unit(Holds(g, (Predicate("can", ANY),)), (), 1),
    )
    core("(my|your) <nodes> <hue> <v_clash> [with <np>]", own_color)
    core(
        "<subj> (pins down|determines|decides|would pin down|would determine|fixes) (everything "
        "else|the rest|all the rest|all the rest of my cluster|the rest of my cluster|all my other "
        "nodes|all of my other nodes|the rest of my nodes)",
        lambda p: Unit(Setting("count", p, 1), (), 2),
    )
    core(
        "(only|just) <subj> (would hurt|hurts|would bother me|would clash|would be a problem|is a "
        "problem|would trouble me|would hurt me|bothers me|would get in my way|would disturb me) "
        "[with <nodes>|there]",
        lambda p, *g: Unit(Setting("only disturbs", p), (), 2) if len(p) == 1 else None,
    )
    core(
        "(would|is|could|might) <subj> [be] (possible|ok|fine|an option|all right|acceptable) [for "
        "you|with you] [?]",
        lambda p: Unit(Setting("can", p, fresh=True), (), 2),
    )
    core("expect <pairs> [from me]", lambda p: Unit(Setting("fixes", p), (), 2))
    core(
        "<hue> is what <nodes> (has|have|is|shows|holds)",
        lambda h, g: (
            Unit(Holds(g, (Predicate("color", h.colors),)))
            if len(h.colors) == 1 and not h.negated and g.joint == "and"
            else None
        ),
    )
    core(
        "(the best i can manage|the best i can do|the best i can get|the least i can get|the best i "
        "can reach|my minimum) (is|would be) <number> (@conflict|@conflicts)",
        lambda n: Unit(Fact("fewest", n), (), 2),
    )
    core(
        "i (can not|could not) get below <number> (@conflict|@conflicts)",
        lambda n: Unit(Fact("fewest", n), (), 2),
    )
    core(
        "(for <nodes> to be|to get <nodes> to|to make <nodes>|to turn <nodes>|to have <nodes>) "
        "<hue> [,] you would [first] (have to|need to) (change|move|recolor|switch) <nodes>",
        lambda g, h, other: (
            Unit(Setting("unlocked", (p, Pair(other, ("*",), "or"))), (), 2)
            if (p := pair_of(g, h)) and len(other.names) == 1
            else None
        ),
    )
    core(
        "(no|none of the|none of our|not one) (edge|edges|border edge|shared edge|shared edges) "
        "[between us|of ours] is (violated|in conflict|broken|in trouble)",
        lambda: Unit(Conflicts("none", 0, "us")),
    )
    core(
        "i (will|would) (need to|have to) (rearrange|adapt|adjust|change something|react|rearrange "
        "something|rearrange my nodes)",
        lambda: Unit(Fact("must adapt"), (), 2),
    )
    core("<subj> <v_leave> me [with] [exactly|only|just] <number>", leaves)
    core(
        "(what you have|your colors|your current colors|the current colors|the current state|your "
        "side as it is|your present colors|the colors you have) (suits|suit|works|work|is fine|are "
        "fine|is ok|are ok|fits|fit) [for|with] [me] [fine|well]",
        lambda: Unit(Fact("satisfied")),
    )
    core(
        "my [current|present|own] colors (would go|go|fit|would fit|work|would work|get along) "
        "[well|fine] with <pairs>",
        lambda p: Unit(Setting("as is", p), (), 2),
    )
    core(
        "what (hurts|hurts me|bothers me|blocks me|clashes|gets in my way|is in my way|troubles me|"
        "is wrong) is [having] <pairs>",
        lambda p: Unit(Several((s, Setting("not as is", p)))) if (s := states(p)) else None,
    )
    core(
        "(one small move|one move|a single change|one change|a single move|one small change) (did "
        "the trick|was enough|sufficed|settled it|solved it|fixed it|did it)",
        lambda: Unit(Several((Fact("number changed", 1), Fact("had conflicts"), Fact("satisfied")))),
    )
    core(
        "<subj> (would let me|lets me|will let me|would allow me to) (keep|leave) (everything|all "
        "my nodes|all|my nodes|my colors) [as it is|as they are|as is|unchanged]",
        lambda p: Unit(Setting("as is", p), (), 2),
    )
    core(
        "<subj> (would let me|lets me|will let me|would allow me to) stay (put|as i am|where i am)",
        lambda p: Unit(Setting("as is", p), (), 2),
    )
    core(
        "<subj> (would free me|would solve it|would solve everything|would settle it|would do|would "
        "save me|would clear it|clears it|will settle it|settles it|would fix it|fixes it|resolves it)",
        lambda p: Unit(Setting("resolves", p), (), 2),
    )
    core(
        "<subj> (limits me to|leaves me with|leaves me|would limit me to|would leave me|gives me|"
        "would give me) [exactly|only|just] <number> [other] [@coloring|@colorings]",
        lambda p, n: Unit(Setting("count", p, n), (), 2),
    )
    core(
        "<subj> (would push|pushes|would tie|ties|would force|forces|would put) <nodes> [to|into|"
        "onto] <hue>",
        lambda p, g, h: forces(p, VerbGroup("force"), g, h),
    )
    core(
        "<subj> (would make me|makes me|would force me to|forces me to) (move|change|recolor) <nodes>",
        lambda p, g: Unit(several_under(p, Holds(g, (Predicate("must move"),))), (), 2),
    )
    core(
        "<subj> (does not|would not|do not) (make|force) me [to] (move|change) anything",
        lambda p: Unit(Setting("as is", p), (), 2),
    )
    rules.rule("subj", "<nodes> (to|->) <hue>", lambda g, h: (p,) if (p := pair_of(g, h)) else None)
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
    pairs = "[either|both] <subj>"
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
        f"{pairs} <v_be> (no problem|not a problem|no issue|harmless|safe|no problem at all) [@forme]",
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
    core(
        "<colors> <v_work> [fine|well|best] for <nodes> [@forme|too]",
        lambda h, vg, g: works((p,), vg) if (p := pair_of(g, h)) else None,
    )
    core("<np> <v_clash> (with|against) <pairs>", clash_with_colors)
    core("<subj> <v_clash> (with|against) <pairs>", clash_with_colors)
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
    core(f"{pairs} <v_be> (the best|best|the most flexible|the easiest) [@forme]", lambda p, vg: None)
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
        "would do the trick)",
        lambda p: Unit(Setting("fixes", p), (), 2),
    )
    core(
        f"{pairs} (is|would be) my only (option|choice|way|possibility|way out) [left|@forme]",
        lambda p: Unit(Setting("only", p), (), 2),
    )
    core(
        "<hue> (is|would be) (my|the) only (option|choice|color|way out|possibility) (for|on|"
        "at) <nodes> [@forme]",
        lambda h, g: only_hue(g, h),
    )
    core(
        "<hue> (is|would be) (the only color|the only one|all|what|the only option) (that is|which "
        "is|that would be|that works|that fits|possible) [possible] (for|on|at) <nodes> [@forme]",
        lambda h, g: only_hue(g, h),
    )
    core(
        "(my|the) only (option|choice|color|possibility) [left|that works|i have|that fits|that is "
        "left] (for|on|at) <nodes> (is|would be) <hue>",
        lambda g, h: only_hue(g, h),
    )
    core(
        "(only|just) <hue> (is|works|fits|would work|would be) [possible|an option] (for|on|"
        "at) <nodes> [@forme]",
        lambda h, g: only_hue(g, h),
    )
    core(
        "for <nodes> [,] (only|just) <hue> (is|works|fits|would work) [possible]",
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
        lambda n: Unit(Fact("colorings", n), (), 1),
    )
    core(
        "(there is|there are|there would be|that leaves me|this leaves me|that leaves me with|i "
        "would be left with) [exactly|only|just|still] <number> (@coloring|@colorings) [left|"
        "possible|that works|that work|@forme|that works for me|that work for me]",
        lambda n: Unit(Fact("colorings", n), (), 1),
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
