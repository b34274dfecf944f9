"""
Grammar of replies to what the person proposed: "that works for me", "I can do that".

"That" is a subject like any coloring, so most of what is said of it has its rules in other modules. What
is said without a subject, "fine with me" and "no objection", stands here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import states
from .terms import PROPOSED, Fact, Given, Group, Pair, Setting, Unit

#: What "that" stands for, and the colors as they are.
EITHER_WAY = (Pair(Group("proposed"), ("either way",)),)


def add_replies(rules: Grammar) -> None:
    """Add what an agent says of a proposal."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    rules.rule(
        "subj",
        "(that|this|it|doing that|doing so|that one|this one|that change|this change|that move|that "
        "choice|"
        "(your|the|this|that) (proposal|suggestion|idea|offer|plan|wish|request|choice|change|deal))",
        lambda: PROPOSED,
    )
    rules.rule(
        "given",
        "(under|with|for|after|given|if you do|if i do|once you do) (that|this|it) [change|choice|"
        "color|colors]",
        lambda: (Given(PROPOSED),),
    )
    rules.rule(
        "clause",
        "<core> [,] (then|that way|like that|with it|in that case|if you do|if so)",
        lambda unit: replace(unit, given=(Given(PROPOSED), *unit.given)),
    )
    rules.rule(
        "given", "(either way|in both cases|in either case|both ways)", lambda: (Given(EITHER_WAY),)
    )
    # Without a subject.
    fine = "(fine|ok|good|all right|perfectly fine|great|possible|doable|feasible|no problem|no issue)"
    core(
        f"({fine} (with|by|for) me|(works|work|would work) [fine|well] (for me|on my side|here)|"
        "suits me|"
        "possible|doable|feasible|no (objection|objections|issue|issues) [from me|from my side|on "
        "my side]|"
        "happy to|i am happy to|i would be happy to|i am happy to do (that|so|it)|no problem (for|"
        "with) me|"
        "i have no (objection|objections|problem with (that|it))|i do not mind [that|it]|"
        "i am (fine|ok|happy|good) with (that|it|this))",
        lambda: Unit(Setting("can", PROPOSED), (), 1),
    )
    core(
        "(i (can|could|would be able to|am able to) (do|manage|arrange|take|accept) (that|so|it|"
        "this)|can do|"
        "that can be done|that is doable|i can (make|do) that work)",
        lambda: Unit(Setting("do", PROPOSED), (), 1),
    )
    core(
        "(i can|i could|i would|we can) (live with|work with|deal with|handle|adapt to|go along "
        "with|agree "
        "to|agree with) (that|it|this)",
        lambda: Unit(Setting("can", PROPOSED), (), 1),
    )
    core(
        "(not possible|impossible|not doable|not feasible|not workable|can not do|no way|i can not do "
        "(that|so|it)|i could not do (that|so|it)|i am not able to do (that|so|it)|i can not (live|"
        "work|deal) "
        "with (that|it)|i can not (accept|take|agree to) (that|it)) [@forme]",
        lambda: Unit(Setting("cannot", PROPOSED), (), 1),
    )
    core(
        "<subj> (does|do|would|will) not (work|suit me|be possible) [well] [@forme]", _setting("cannot")
    )
    core(
        "<subj> (is|would be) not (possible|doable|feasible|workable|an option) [@forme]",
        _setting("cannot"),
    )
    core(
        "<subj> (is|would be) [perfectly|totally|completely] (fine|ok|good|all right|doable|no "
        "problem|great) "
        "[with|by] [me|us]",
        _setting("can"),
    )
    # What it would change.
    helps = "(a little|a bit|a lot|me|me a lot|me a little|a great deal|indeed)"
    core(f"<subj> (helps|would help|will help|does help|would really help) [{helps}]", _setting("helps"))
    core(
        f"<subj> (does|do|would|will) not [really] help [{helps}|at all|here]", _setting("does not help")
    )
    core("<subj> (changes|change|would change) nothing [@forme]", _setting("same"))
    core("<subj> (does|do|would|will) not (change|affect) (anything|much|me) [@forme]", _setting("same"))
    core(
        "<subj> (makes|make|would make|will make) (it|things|my situation) worse [@forme]",
        _setting("worse"),
    )
    core(
        "<subj> (costs|cost|would cost|will cost) me (nothing|no conflict|no extra conflict)",
        _setting("free"),
    )
    core(
        "<subj> (does|do|would|will) not cost me (anything|a thing|a conflict|any conflict)",
        _setting("free"),
    )
    core(
        "<subj> (costs|would cost|will cost) me (a|one) [more|extra|additional] @conflict",
        _setting("costs", 1),
    )
    core(
        "<subj> (costs|would cost|will cost) me [at least] <number> [more] @conflicts", _setting("costs")
    )
    leave = "(leaves|leave|would leave|will leave|would still leave|still leaves)"
    core(f"<subj> {leave} me (with|at) <total> [@atbest|in the end|then]", _leaving)
    core(f"<subj> {leave} me (with|at) (a|at least a) @conflict", _setting("leaves more", 1))
    core(f"<subj> {leave} me (with|at) at least <total>", _setting("leaves more"))
    core(
        "<subj> [alone] (adds|would add|creates|would create|brings|would bring|causes|would cause|"
        "means|would "
        "mean|gives me|would give me) (a|one|another|a new|one more|an extra|an additional) "
        "@conflict [at first]",
        _setting("adds", 1),
    )
    core(
        "<subj> [alone] (removes|would remove|clears|would clear|ends|would end|solves|would solve|"
        "gets rid "
        "of|would get rid of) (a|one|one of my|one of the) (@conflict|@conflicts)",
        _setting("ends", 1),
    )
    approval = (
        "(no problem|no problem at all|no worries|great|perfect|excellent|wonderful|good idea|good plan|"
        "sounds good|sounds fair|sounds fine|fair enough|gladly|fine|fine then|all right|alright|"
        "nice|good|ok)"
    )
    rules.rule("said", approval, lambda: (Unit(Setting("can", PROPOSED), (), 1),))
    rules.rule(
        "said",
        f"{approval} (,|:|;|-|, and|and|but|, but) <said>",
        lambda more: (Unit(Setting("can", PROPOSED), (), 1), "and", *more),
    )
    core("(i can|i could|i am able to)", lambda: Unit(Setting("do", PROPOSED), (), 1))
    helping = f"[{helps}] (if|when|once) <given_said>"
    core(f"it (helps|would help|will help) {helping}", _if("helps"))
    core(f"it (would|does|will) not [really] help {helping}", _if("does not help"))
    core("it (would be|would get|gets|is) worse [@forme] if <given_said>", _if("worse"))
    core("(keeping|leaving) <pairs>", lambda pairs: Unit(s) if (s := states(pairs, "kept")) else None)
    # How many conflicts there are, to somebody who asked.
    count = lambda number: Unit(Fact("count asked for", number))  # noqa: E731
    core("(there are|there is|i have|i count|i see|it is|that is) [exactly|only|just] <number>", count)
    core("[exactly|only|just|still] <number> [in total|altogether|to be exact|at present]", count)
    # What was asked for.
    rules.rule(
        "core",
        "(it is done|that is done|i did|i have done (so|that|it)|i did (so|that|it))",
        lambda: Unit(Fact("done")),
    )
    rules.rule("said", "done", lambda: (Unit(Fact("done")),))
    rules.rule(
        "said",
        "done (,|:|;|-|, and|and|, but|but) <said>",
        lambda more: (Unit(Fact("done")), "and", *more),
    )


def _setting(kind: str, number: int | None = None) -> Any:
    def value(pairs: tuple[Pair, ...], *count: int) -> Unit:
        return Unit(Setting(kind, pairs, count[0] if count else number or 0), (), 2)

    return value


def _if(kind: str) -> Any:
    def value(*values: Any) -> Unit | None:
        given = values[-1]
        if len(given) != 1 or given[0].negated or not given[0].pairs:
            return None
        return Unit(Setting(kind, given[0].pairs), (), 2)

    return value


def _leaving(pairs: tuple[Pair, ...], number: int) -> Unit | None:
    """Return what "that would leave me with one conflict" claims; colors by name have their own rule."""
    return Unit(Setting("leaves", pairs, number), (), 2) if pairs == PROPOSED else None
