"""Grammar of clauses about what the agent knows and was asked, and of questions and requests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .agent_actions import said_of
from .clauses import Said
from .nouns import Hue, pair_of
from .terms import Fact, Group, Holds, Pair, Predicate, Setting, Several, Unit


def add_knowledge(rules: Grammar) -> None:
    """Add clauses about what the agent knows, was told, and was asked."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    def known(negated: bool) -> Any:
        return lambda g: said_of(g, Said((Predicate("known", negated=negated),)))

    thing = (
        "[the color of|about|the colors of|a color for|what color you have on|which color you have "
        "on|what you have on|which color you put on|what is on]"
    )
    core(
        "(i do not know|i do not have|i have not heard|i have no information on|i am missing|i am "
        "still missing|i still lack|i do not yet know|i have no color for|i have no news of|i still "
        "do not know|i do not yet have|you have not told me|you have not told me about|you have not "
        "said|you did not tell me|you never told me|you have not yet told me|you still have not "
        "told me|i know nothing about|i am waiting for|i am still waiting for|i have yet to hear|i "
        "have yet to learn|you have not given me|you have not mentioned|you have not shared) "
        f"{thing} <nodes> [yet|so far|is|are|'s color]",
        known(True),
    )
    core(
        "(you told me|you have told me|you already told me|i know|i have|you gave me|you have given "
        f"me) {thing} <nodes> (but not|not|, but not|, not) <nodes>",
        lambda a, b: Unit(
            Several((Holds(a, (Predicate("known"),)), Holds(b, (Predicate("known", negated=True),))))
        ),
    )
    core(
        "(neither of|none of) your [border] nodes is known [to me] [so far|yet]",
        lambda: Unit(Fact("unknown border")),
    )
    core(
        "i (do not know|know neither of|know none of) (any of|either of|) your [two] [border] "
        "(nodes|colors) [yet|so far]",
        lambda: Unit(Fact("unknown border")),
    )
    core(
        "you have not told me (any of|either of|) your [border] (nodes|colors) [yet|so far]",
        lambda: Unit(Fact("unknown border")),
    )
    core(
        "i know (nothing|neither color|neither) (about|of|on|) <nodes> [yet|so far]",
        lambda g: said_of(replace(g, joint="and"), Said((Predicate("known", negated=True),))),
    )
    core("(i know|i only know|you told me) (the color of|about|the colors of) <nodes>", known(False))
    core(
        "(you told me|you said|you have told me|you reported|you say|according to you|you mentioned|"
        "i heard from you|as far as i know|i know|i believe|you told me that|you said that|i know "
        "that|you reported that|last you told me|last i heard ,|last i heard) [that] <nodes> (is|"
        "are|was|were) [both|now|still] <hue>",
        lambda g, h: told(g, h),
    )
    core(
        "<nodes> (is|are) <hue> (according to you|as you told me|as you said|as far as i know|from "
        "what you told me|by your account)",
        lambda g, h: told(g, h),
    )
    core(
        "(you asked for|you wanted|you asked me for|you demanded|you requested|you wished for|your "
        "request was|your wish was|you want|you would like|you wish for|you asked me about|your "
        "demand was|you had asked for|you had wanted) <pairs>",
        lambda p: demanded(p),
    )
    core(
        "(you told me to|you asked me to|you wanted me to) (keep|leave|make|take|put|set|have) <pairs>",
        lambda p: demanded(p),
    )
    core(
        "(no report|no word|no news|nothing) (on|about|of) <nodes> [has] (reached|come to|arrived "
        "for) me [yet|so far]",
        lambda g: said_of(g, Said((Predicate("known", negated=True),))),
    )
    core(
        "(your|the) (wish|request|demand) for <pairs> (can not be met|can not be granted|is not met|"
        "has to wait|is not possible|can not be fulfilled)",
        lambda p: Unit(Several((d.claim, Setting("cannot", p)))) if (d := demanded(p)) else None,
    )
    core(
        "(you asked me to|you wanted me to|you told me to|you asked that i|you demanded that i|you "
        "requested that i) (make|set|turn|change|move|put|keep|switch|color|take|recolor|leave) "
        "<nodes> [to|at|on|in|into] <hue>",
        lambda g, h: demanded_np(g, h),
    )
    core(
        "(you asked for|you wanted|you demanded|you asked that|you want|you requested that|you "
        "asked|your wish was that|your wish is that) <nodes> (to be|be|is|should be|to become|to go|"
        "to stay|go) <hue>",
        lambda g, h: demanded_np(g, h),
    )
    core(
        "<pairs> (is|was) what you (asked for|wanted|demanded|requested|wished for)",
        lambda p: demanded(p),
    )
    core(
        "(both of your|both your|all your|all of your|your|the) (requests|wishes|demands|request|"
        "wish|demand) (is|are|is now|are now) (met|granted|fulfilled|satisfied|done|respected)",
        lambda: Unit(Fact("demands met")),
    )
    # Questions whose presuppositions are that the color is not known.
    ask = (
        "(what is|what are|which color is|what color is|which colors are|what color are|what about|"
        "how about|what color has|what have you got on|what do you have on|what did you put on|"
        "which color did you put on|what color did you put on|which color have you put on|what "
        "color have you put on|what have you put on|what did you choose for|what color did you "
        "choose for|which color did you choose for|what is the color of|what are the colors of|"
        "could you tell me|can you tell me|please tell me|tell me|would you tell me|could you tell "
        "me what color|could you tell me which color|may i ask what color|could you share|do you "
        "know yet what color|could you tell me the color of|can you tell me the color of|please "
        "tell me the color of|tell me the color of|could you let me know|let me know|please let me "
        "know|what will you put on|what color will you give|what do you plan for|what are you "
        "planning for|could you tell me which color you have on|can you tell me which color you "
        "have on|could you tell me what you have on|which color do you have on|what color do you "
        "have on|could you tell me which color you have put on|which color do you use on|what color "
        "do you use on|what colors do you have on|what colors are)"
    )
    core(f"{ask} <nodes> [is|are|has|have|right now|at the moment|too|as well|on] [?]", known(True))
    core(
        "(what color|which color|what) (is|are) (it|that) [?]",
        lambda: Unit(Holds(Group("it", owner="foreign"), (Predicate("known", negated=True),))),
    )
    core(
        "(is|are) <nodes> [still] <hue> (final|fixed|settled|your final choice|for good) [?]",
        lambda g, h: told(g, h),
    )
    core("(is|are) <nodes> <hue> [by any chance|?]", lambda g, h: asks_whether(g, h))
    core("thanks for [telling me] [about] <nodes>", lambda g: said_of(g, Said((Predicate("known"),))))
    core(
        "i (would like|would love|would prefer|hope for|am hoping for|would be glad to see|would "
        "welcome) (it|that one) to be <hue>",
        lambda h: wish(Group("it", owner="foreign"), h),
    )
    core(
        "i (would like|would love|would prefer|would welcome|would be happy with|would be glad to "
        "have|am hoping for|hope for) <pairs>",
        lambda p: Unit(Setting("can", p), (), 2),
    )
    core(
        "i would be (glad|happy|grateful|pleased) if <nodes> (became|were|turned|went|was|changed "
        "to|moved to|went to) <hue>",
        lambda g, h: wish(g, h),
    )
    core(
        "<nodes> (must not|may not) be <hue>",
        lambda g, h: Unit(Setting("cannot", (p,)), (), 1) if (p := pair_of(g, h)) else None,
    )
    core("(is|are) <nodes> still <hue> [?]", lambda g, h: told(g, h))
    core(
        "(would|will|could|can) you [please|maybe|perhaps] (keep|leave) <nodes> [as it is|as they "
        "are|there|where it is|unchanged|alone] [?]",
        lambda g: Unit(Setting("asked to keep", (Pair(g, ("*",), "or"),))),
    )
    core(
        "(keep|leave) <nodes> (as it is|as they are|there|where it is|unchanged|alone|where they are)",
        lambda g: Unit(Setting("asked to keep", (Pair(g, ("*",), "or"),))),
    )
    core(
        "(keep|leave) <nodes> [on|at|in] <hue>",
        kept_so,
    )


def kept_so(group: Group, hue: Hue) -> Unit | None:
    """Return what "please keep h4 blue" presupposes: that it is blue, and clashes with nothing."""
    if len(hue.colors) != 1 or hue.negated or group.joint == "or":
        return None
    return Unit(Setting("asked to keep so", (Pair(group, hue.colors),)))


def told(group: Group, hue: Hue) -> Unit | None:
    """Return what "you told me h2 is red" claims."""
    if len(hue.colors) != 1 or hue.negated or group.joint == "or":
        return None
    return Unit(Holds(group, (Predicate("told", hue.colors),)))


def asks_whether(group: Group, hue: Hue) -> Unit | None:
    """Return the question whether a node has a color, which is not asked of a node that has another."""
    if hue.negated or group.joint == "or":
        return None
    return Unit(Holds(group, (Predicate("maybe", hue.colors),)))


def wish(group: Group, hue: Hue) -> Unit | None:
    """Return what "I would be glad if h2 were red" claims."""
    pair = pair_of(group, hue)
    return None if pair is None else Unit(Setting("can", (pair,)), (), 2)


def demanded(pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "you asked for b2 red" claims."""
    claims = []
    for pair in pairs:
        if (
            len(pair.colors) != 1
            or pair.joint == "or"
            or pair.group.joint == "or"
            or pair.group.kind not in ("named", "it")
        ):
            return None
        claims.append(Holds(pair.group, (Predicate("demanded", pair.colors),)))
    return Unit(Several(tuple(claims)))


def demanded_np(group: Group, hue: Hue) -> Unit | None:
    """Return what "you asked me to make b2 red" claims."""
    if len(hue.colors) != 1 or hue.negated:
        return None
    return Unit(Holds(group, (Predicate("demanded", hue.colors),)))


def add_requests(rules: Grammar) -> None:
    """Add requests, which presuppose that they help."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    can = (
        "(could you|can you|would you|please|would you please|could you please|i would ask you to|"
        "may i ask you to|i need you to|it would help if you|it would help me if you|you "
        "would have to|would you be able to|would you be willing to|are you able to|is it possible "
        "for you to|would it be possible for you to|would it be possible to|can i ask you to|could "
        "i ask you to|i would like you to|so could you|do you "
        "think you could|you would need to|i would need you to|it would be great if you could|it would "
        "help if you "
        "could)"
    )
    gerund = (
        "(would you mind|would you consider|how about|what about|would you be ok with|are you ok "
        "with|could you imagine|would you be open to)"
    )
    put = (
        "(change|switch|move|turn|set|make|recolor|put|take|give|bring|pick|choose|use|try|changed|"
        "switched|moved|turned|set|made|recolored|gave|took|picked|chose|used)"
    )
    putting = "(changing|switching|moving|turning|setting|making|recoloring|putting|taking)"
    for begin, verb in ((can, put), (gerund, putting)):
        core(
            f"{begin} {verb} <nodes> [from <hue>] [to|into|in|on] <hue> [instead|for me|in that "
            "case] [?]",
            ask,
        )
        if begin == can:
            core(f"{begin} <acts> [instead|for me] [?]", ask_all)
        core(f"{begin} {verb} <hue> (on|for) <nodes> [instead|for me] [?]", lambda h, g: ask(g, h))
        core(
            f"{begin} {verb} <nodes> [for me|instead|please] [?]",
            lambda g: (
                Unit(Setting("asked to change", (Pair(g, ("*",), "or"),)))
                if g.joint == "and"
                else Unit(Setting("asked one of", (Pair(replace(g, joint="and"), ("*",), "or"),)))
            ),
        )
        core(
            f"{begin} {verb} (one of them|one of the two|either of them|one of these|either|one of "
            "your two nodes|one of your nodes|one of yours) [?]",
            lambda: Unit(Setting("asked one of", (Pair(Group("they"), ("*",), "or"),))),
        )
    core(
        f"{can} {put} <hue> (for|on) (one of them|one of the two|either of them|one of these|either|"
        "one of your two nodes|one of your nodes|one of yours) [?]",
        lambda h: (
            Unit(Setting("asked one of", (Pair(Group("they"), ("*",), "or"),)))
            if h.colors == ("~",)
            else None
        ),
    )
    for put_ in (f"{put} <nodes> [to|into|in|on] <hue>", f"{put} <hue> (on|for) <nodes>"):
        core(
            f"you could {put_} [instead|for me|in that case] [?]",
            lambda *v: suggested(ask(*sorted(v, key=lambda one: isinstance(one, Hue)))),
        )
    core(
        "(i can not|i could not|there is no way to|i see no way to|i have no way to) (solve|fix|"
        "resolve|avoid|clear|settle|get rid of|remove) (it|this|that|the conflict|this conflict|"
        "everything|the clash) (unless|until) you (change|move|recolor|switch) <nodes>",
        lambda g: Unit(Setting("must change", (Pair(g, ("*",), "or"),))),
    )


def ask_all(pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "could you make h2 red and h5 blue" presupposes; one color has its own rule."""
    if len(pairs) == 1 and pairs[0].group.kind == "named":
        return None
    owned = tuple(replace(one, group=replace(one.group, owner="foreign")) for one in pairs)
    return Unit(Setting("asked", owned))


def suggested(unit: Unit | None) -> Unit | None:
    """Return what a suggestion presupposes: that it helps if there are conflicts."""
    if unit is None or not isinstance(unit.claim, Setting):
        return None
    return replace(unit, claim=replace(unit.claim, kind=unit.claim.kind.replace("asked", "suggested")))


def ask(group: Group, *hues: Hue) -> Unit | None:
    """Return what "could you make h2 red" presupposes."""
    hue = hues[-1]
    if len(hues) == 2 and (len(hues[0].colors) != 1 or hues[0].negated):
        return None
    if hue.colors == ("~",):
        return (
            Unit(Setting("asked to change", (Pair(group, ("*",), "or"),)))
            if group.joint == "and"
            else None
        )
    if hue.negated:
        return None
    pair = pair_of(group, hue)
    if pair is None:
        return None
    claim: Any = Setting("asked", (pair,))
    if len(hues) == 2:
        claim = Several((Holds(group, (Predicate("color", hues[0].colors),)), claim))
    return Unit(claim)
