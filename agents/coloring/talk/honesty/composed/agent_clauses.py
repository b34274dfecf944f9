"""Grammar of clauses whose subject is the agent: "I moved b2 to red"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .agent_actions import (
    copes,
    count_colorings,
    fixes,
    from_list,
    joined,
    kept_pairs,
    need,
    need_np,
    put,
    put_list,
    said_of,
    satisfied,
    solves,
    take,
    would_keep,
)
from .clauses import Said, color_said, held, kept_said, moved_said
from .nouns import pair_of
from .terms import PROPOSED, Conflicts, Fact, Group, Holds, Predicate, Setting, Several, Unit
from .verb_phrases import from_to
from .verbs import VerbGroup

WOULD_KEEP = VerbGroup("keep", "would", remote=True)


def add_agent(rules: Grammar) -> None:
    """Add clauses whose subject is the agent: "I moved b2 to red"."""
    rules.rule("ivps", "<ivp>", lambda unit: unit)
    rules.rule("ivps", "<ivp> [,] (and|but|, and|, but|and so|so|then) [i] <ivps>", joined)
    rules.rule("core", "(i|we) <ivps>", lambda unit: unit)
    rules.rule(
        "unit",
        "(i|we) <ivp> [,] (and|but|, and|, but|and so|so|and then|, so) <ivps>",
        lambda first, second: (
            (first, "and", second) if first.hypothetical != second.hypothetical else None
        ),
    )

    def add(pattern: str, action: Any) -> None:
        rules.rule("ivp", pattern, action)

    tail = "[@turn|@before|@forme|@asasked|for you|instead]"
    add(f"<v_put> <np> [back|over] [to|into|on|onto|in|the color] <hue> {tail}", put)
    add("<v_put> <np> [to|into|on|onto|in|the color] <hue> <to_tail>", put_list)
    add(
        f"<v_put> <np> from <hue> (to|into|over to) <hue> {tail}",
        lambda vg, g, a, b: said_of(g, from_to(vg, a, b)) if not vg.passive else None,
    )
    add("<v_put> <np> from <hue> (to|into|over to) <hue> <to_tail>", from_list)
    add(
        f"<v_put> <hue> (on|onto|to) <np> {tail}",
        lambda vg, h, g: (
            put(vg, g, h) if vg.verb in ("put", "set", "give", "take", "use", "bring") else None
        ),
    )
    add(f"<v_give> <np> [the color] <hue> {tail}", put)
    add(
        "<v_touch_it> <np> [color|@turn|@before|for you|only]",
        lambda vg, g: said_of(replace(g, owner="own"), moved_said(vg)) if not vg.passive else None,
    )
    add(
        "only <v_touch_it> <np> [@turn|@before]",
        lambda vg, g: (
            said_of(replace(g, quantity="only"), moved_said(vg))
            if not vg.mode and not vg.negated
            else None
        ),
    )
    add(
        "<v_touch_it> only <nodes> [@turn]",
        lambda vg, g: (
            said_of(replace(g, quantity="only"), moved_said(vg))
            if not vg.mode and not vg.negated
            else None
        ),
    )
    add(
        "<v_touch_it> (nothing|no node|none of my nodes|nothing at all) [@turn]",
        lambda vg: Unit(Fact("nothing changed")) if vg.mode == "" and not vg.negated else None,
    )
    add(
        "<v_touch_it> (anything|any node|any of my nodes|a thing|a node) [@turn]",
        lambda vg: (
            Unit(Fact("nothing changed"))
            if vg.mode == "" and vg.negated and (vg.past or vg.perfect)
            else Unit(Fact("calm would" if vg.remote else "neednot"), (), 2)
            if vg.mode in ("need not",)
            else None
        ),
    )
    add(
        "<v_keep> (everything|all|all my nodes|all of my nodes|my nodes|my colors|all my colors|"
        "things) [@asbefore] [@turn]",
        lambda vg: (
            Unit(Fact("nothing changed"))
            if vg.mode == "" and not vg.negated
            else Unit(Fact("calm would" if vg.mode == "would" else "calm"), (), 2)
            if vg.mode in ("can", "would")
            else None
        ),
    )
    add(
        "<v_stay> (put|as i am|where i am|as it is|with my colors|with my current colors)",
        lambda vg: (
            Unit(Fact("calm would" if vg.mode == "would" else "calm"), (), 2)
            if vg.mode in ("can", "would")
            else Unit(Fact("nothing changed"))
            if vg.mode == "" and not vg.negated and (vg.past or vg.perfect)
            else None
        ),
    )
    add(
        f"<v_keep> <np> [at|on|in] <hue> {tail}",
        lambda vg, g, h: (
            would_keep(vg, g, h) or (said_of(g, color_said(vg, h, "stay")) if not vg.passive else None)
        ),
    )
    add(
        "<v_keep> <np> @asbefore [@turn]",
        lambda vg, g: would_keep(vg, g) or (said_of(g, kept_said(vg)) if not vg.passive else None),
    )
    add("would rather (keep|leave) <np> [at|on|in] <hue>", lambda g, h: would_keep(WOULD_KEEP, g, h))
    add("would rather (keep|leave) <np> @asbefore", lambda g: would_keep(WOULD_KEEP, g))
    add(
        "<v_keep> <np>",
        lambda vg, g: said_of(g, kept_said(vg)) if not vg.passive and vg.verb == "keep" else None,
    )
    add("<v_stay> (with|on|at|at|in) <pairs>", lambda vg, p: kept_pairs(vg, p))
    add("<v_keep> <pairs>", lambda vg, p: kept_pairs(vg, p) if not vg.passive else None)
    add(f"<v_take> <pairs> {tail}", take)
    add(f"<v_gofor> (for|with|to) <pairs> {tail}", take)
    add("<v_offer> [you] <pairs>", take)
    add(f"<v_take> <hue> {tail}", lambda vg, h: None)
    add(
        "<v_see> [that] <np> <vps>",
        lambda vg, g, s: held(g, s) if vg.plain and vg.verb in ("see", "notice") else None,
    )
    add("<v_need> <pairs>", need)
    add("<v_need> <np> (to be|to stay|to become|to go|to turn|to take|on|at|in|back on) <hue>", need_np)
    add(
        "<v_be> (satisfied|happy|content|pleased|fine|good|all set|done|ok|all right|comfortable) "
        "[with (this|that|it|your colors|these colors|the current state|how things are|this state|"
        "the present state|things|everything)] [@everywhere]",
        lambda vg: satisfied(vg),
    )
    add(
        "<v_be> (conflict free|free of conflicts|without conflict|without conflicts|clear of "
        "conflicts|without any conflict|out of conflict|free of any conflict|without a conflict|"
        "free of conflict) [@everywhere|@us]",
        lambda vg: satisfied(vg),
    )
    add(
        "<v_be> (stuck|out of options|in trouble|blocked|without a solution|without a valid coloring)",
        lambda vg: (
            Unit(Fact("unsolvable"), (), vg.hypothetical)
            if vg.mode in ("", "would") and not vg.negated and not vg.past
            else None
        ),
    )
    add(
        "<v_fix> (it|this|that|things|everything|the conflict|that conflict|this conflict|the clash|"
        "that clash|this clash|all conflicts|all of them|the problem|both|the conflicts|both "
        "conflicts|this problem|it all) [on my own|alone|by myself|on my side|from my side|myself|"
        "without you|without your help]",
        fixes,
    )
    add(
        "<v_find> (a|some|a valid|a clean|some valid) @coloring [without a conflict|without "
        "conflicts] [@everywhere]",
        lambda vg: (
            Unit(Fact("solvable"), (), 2)
            if vg.mode in ("can", "would", "will")
            else Unit(Fact("unsolvable"), (), 2)
            if vg.mode == "cannot"
            else None
        ),
    )
    add(
        "<v_find> (no|any) @coloring [without a conflict|without conflicts] [@everywhere]",
        lambda vg: Unit(Fact("unsolvable"), (), 2) if vg.mode in ("can", "", "cannot") else None,
    )
    add(
        "(have|had|would have|see|would see) no (@coloring|@colorings) [left] [@everywhere|@forme]",
        lambda: Unit(Fact("unsolvable"), (), 2),
    )
    add(
        "<v_have> [exactly|only|just|a total of|as many as|still] <number> (@coloring|@colorings) "
        "[left|open|to choose from|@forme|@everywhere]",
        count_colorings,
    )
    add("<v_have> a single @coloring [left|@forme]", lambda vg: count_colorings(vg, 1))
    add(
        "<v_have> at least <number> (@coloring|@colorings) [left|@forme]",
        lambda vg, n: count_colorings(vg, n, "least"),
    )
    add(
        "<v_have> [exactly|only|just] <number> other (@coloring|@colorings) [left|@forme|in reserve|"
        "besides the current one|besides this one|as well]",
        lambda vg, n: Unit(Fact("other colorings", n)) if vg.plain and not vg.past else None,
    )
    add(
        "<v_have> (no other|no) @coloring (than this one|besides this one|left|but this one|other "
        "than this one)",
        lambda vg: Unit(Fact("other colorings", 0)) if vg.plain else None,
    )
    add(
        "<v_fix> (it|this|that|things|everything|the conflict|that conflict|this conflict|the clash|"
        "that clash|this clash|the problem|both|both conflicts) [on my own|alone|by myself|on my "
        "side|from my side|myself] (with|by taking|by going to|using|by using|by choosing) <pairs>",
        lambda vg, p: (
            Unit(Setting("solves", p), (), max(1, vg.hypothetical))
            if vg.mode in ("can", "would", "will")
            else None
        ),
    )
    add(
        "<v_fix> (it|this|that|things|everything|the conflict|that conflict|this conflict|the clash|"
        "that clash|this clash|the problem|both|both conflicts|them) [on my own|alone|by myself|on "
        "my side|from my side|myself] by (turning|making|setting|moving|changing|switching|"
        "recoloring|putting|going) <nodes> [over|back] [to|into|on|in] <hue> <given_tail>",
        lambda vg, g, h, t: solves(vg, g, h, t),
    )
    add(
        "<v_paint> my (side|nodes|cluster|part) in [exactly|only] <number> ways [without conflict|"
        "without a conflict|without conflicts]",
        lambda vg, n: count_colorings(replace(vg, mode=""), n) if vg.mode in ("can",) else None,
    )
    add(
        "<v_know> what <nodes> (is|are) [yet|so far]",
        lambda vg, g: (
            said_of(g, Said((Predicate("known", negated=vg.negated),)))
            if not vg.mode and not vg.past
            else None
        ),
    )
    add(
        "<v_know> <nodes> [yet|so far]",
        lambda vg, g: (
            said_of(g, Said((Predicate("known", negated=vg.negated),)))
            if not vg.mode and not vg.past and vg.verb == "know"
            else None
        ),
    )
    add("<v_do> (that|it|so) [too|for you|if you like]", lambda vg: None)
    add("<v_move> (to|over to) <pairs>", lambda vg, p: take(vg, p))
    add(
        "<v_stay> (satisfied|happy|conflict free|without conflict|without a conflict)",
        lambda vg: (
            Unit(Fact("calm"), (), max(1, vg.hypothetical))
            if vg.mode in ("can", "would", "will")
            else None
        ),
    )
    add(
        "<v_be> (flexible|very flexible|quite flexible|fairly flexible)",
        lambda vg: (
            Unit(Fact("colorings", 2, "least"), (), vg.hypothetical)
            if vg.plain and not vg.past
            else None
        ),
    )
    add(
        "<v_be> (stuck|trapped) [with <pairs>]",
        lambda vg, *p: (
            Unit(Fact("unsolvable") if not p else Setting("cannot", p[0]), (), vg.hypothetical)
            if vg.mode in ("", "would") and not vg.negated and not vg.past
            else None
        ),
    )
    add(
        "<v_have> [a] (way out|solution|a way out|a solution|an answer) [either way|in any case|for "
        "that|for it]",
        lambda vg: (
            Unit(Fact("solvable"), (), 2)
            if vg.mode in ("", "would") and not vg.negated and not vg.past
            else None
        ),
    )
    add(
        "<v_have> (no way out|no solution|no answer|no way to avoid a conflict|no way to avoid it|"
        "no way around it|no valid answer)",
        lambda vg: (
            Unit(Fact("unsolvable"), (), 2)
            if vg.mode in ("", "would") and not vg.negated and not vg.past
            else None
        ),
    )
    add(
        "<v_avoid> (a conflict|a clash|it|conflicts|any conflict|having a conflict)",
        lambda vg: (
            Unit(Fact("unsolvable" if vg.mode == "cannot" else "solvable"), (), max(1, vg.hypothetical))
            if vg.mode in ("can", "cannot")
            else None
        ),
    )
    add(
        "<v_need> (to change|to move|to recolor|to touch|to do) (anything|nothing|any node|anything "
        "else|a thing|any of my nodes)",
        lambda vg: (
            Unit(Fact("calm would" if vg.mode else "calm"), (), 2)
            if (vg.mode == "" and vg.negated) or vg.mode == "would not"
            else None
        ),
    )
    add(
        "<v_touch_it> (a thing|anything|anything at all|anything on my side|any node|anything here)",
        lambda vg: Unit(Fact("calm would"), (), 2) if vg.mode == "need not" and vg.remote else None,
    )
    add(
        "<v_have> <number> (conflicts|clashes|conflict|clash) [@everywhere]",
        lambda vg, n: (
            Unit(Conflicts("exactly", n)) if vg.plain and not vg.past and vg.verb == "have" else None
        ),
    )
    add(
        "<v_get> rid of (it|this|that|them|everything|the conflict|that conflict|this conflict|the "
        "clash|the problem|both)",
        fixes,
    )
    add(
        "<v_take> <hue> [there|instead]",
        lambda vg, h: (
            take(vg, (p,)) if vg.hypothetical == 2 and (p := pair_of(Group("it"), h)) else None
        ),
    )
    only = (
        "(would only need to|only need to|would only have to|only have to|need only|would just need "
        "to|just need to|would just have to|just have to|would merely need to)"
    )
    add(
        f"{only} <b_put> <nodes> [over|back] [to|into|on|in] <hue>",
        lambda vg, g, h: Unit(Setting("fixes", (p,)), (), 2) if (p := pair_of(g, h)) else None,
    )
    add(
        "would be (done|fine|settled|all set|happy|satisfied|clean|ok) [right away|at once]",
        lambda: Unit(Fact("calm then"), (), 2),
    )
    add(
        "<v_have> no (@conflict|@conflicts) [@us|@everywhere|with <nodes>]",
        lambda vg, *g: (
            Unit(Conflicts("none", 0, "all", "now", g[0] if g else None), (), vg.hypothetical)
            if vg.mode in ("", "would")
            and not vg.negated
            and not vg.past
            and not vg.ended
            # "I see no conflict" is true where some are not known.
            and vg.verb == "have"
            else None
        ),
    )
    add(
        "<number> other (@coloring|@colorings) [in reserve|left|@forme|to fall back on]",
        lambda n: Unit(Fact("other colorings", n)),
    )
    add(
        "<v_stay> (with|on|at) <hue>",
        lambda vg, h: said_of(Group("it", owner="own"), color_said(vg, h, "stay")),
    )
    add("<v_get> <nodes> [over|back] [to|into|on] <hue> <to_tail>", put_list)
    add(
        "(use|have|am using|now use|am on) <tally> <tallies>",
        lambda t, m: Unit(Several((t, *m))) if len({t, *m}) == 1 + len(m) else None,
    )
    rules.rule(
        "tally",
        "<color1> <times>",
        lambda c, n: Holds(Group("all mine", quantity="exactly", number=n), (Predicate("color", (c,)),)),
    )
    rules.rule("times", "once", lambda: 1)
    rules.rule("times", "twice", lambda: 2)
    rules.rule("times", "<number> times", lambda n: n)
    rules.rule("tallies", "", lambda: ())
    rules.rule("tallies", "(and|, and|,) <tally> <tallies>", lambda t, m: (t, *m))
    add("<v_cope> with <pairs>", lambda vg, p: copes(vg, p))
    add("<v_cope> with (that|it|this)", lambda vg: copes(vg, PROPOSED))
    add(
        "<v_cope> with (your colors|both|either|what you have|your current colors|those colors)",
        lambda vg: (
            Unit(Fact("solvable"), (), 2)
            if vg.mode in ("can", "", "would")
            else Unit(Fact("unsolvable"), (), 2)
            if vg.mode == "cannot"
            else None
        ),
    )
    add("<v_be> (fine|ok|happy|good|comfortable) with <pairs>", lambda vg, p: copes(vg, p))
    add("<v_accept> <pairs>", lambda vg, p: copes(vg, p))
