"""Grammar of suppositions: "if you turned h2 red", "with h1 green", "as long as h5 stays blue"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .nouns import Hue, pair_of
from .terms import Given, Group, Pair
from .verbs import VerbGroup

#: Words that suppose anything, and words that suppose what is so unless the clause says "would".
_IF = (
    "(if|when|once|in case|as soon as|suppose|supposing|assuming|assuming that|provided|provided "
    "that|should|even if|whenever|say|after|if ever|were|the moment|imagine|on condition that)"
)
_WHILE = "(as long as|so long as|with|given)"
_SINCE = "(since|given that|now that)"


def add_suppositions(rules: Grammar) -> None:
    """Add the part ``givens``: a tuple of suppositions."""

    def state(vg: VerbGroup, hue: Hue) -> str | None:
        """Return how a verb supposes a color: that a node has it, or has another one."""
        if vg.mode in ("cannot", "would not", "need not") or (hue.colors == ("~",) and vg.negated):
            return None
        return "not" if (vg.negated or vg.ended) != hue.negated else "is"

    def of(group: Group, vg: VerbGroup, hue: Hue) -> tuple[Given, ...] | None:
        how = state(vg, hue)
        if how is None:
            return None
        if hue.colors == ("~",):
            return (Given(present=group, negated=True),)
        if how == "not" and group.joint == "or":
            # "If h1 or h2 is not red" may be about one of them, or about both.
            return None
        pair = pair_of(group, replace(hue, negated=False))
        return None if pair is None else (Given((pair,), negated=how == "not", ended=vg.ended),)

    def no_more(group: Group, vg: VerbGroup, hue: Hue) -> tuple[Given, ...] | None:
        return of(group, replace(vg, negated=False, ended=True), hue) if vg.negated else None

    rules.rule("given_said", "<nodes> <v_be> [both|all|on|at|in] <hue> [instead]", of)
    rules.rule("given_said", "<nodes> <v_be> [both] <hue> (anymore|any more|any longer)", no_more)
    rules.rule("given_said", "<set> <v_be> [both|all] <hue>", of)
    rules.rule("given_said", "(it|that|that one) <v_be> <hue>", lambda vg, h: of(Group("it"), vg, h))
    rules.rule("given_said", "(they|both) <v_be> <hue>", lambda vg, h: of(Group("they"), vg, h))
    rules.rule("given_said", "<nodes> <v_turn> [to|into|on|over to] <hue>", of)
    rules.rule(
        "given_said",
        "(it|that|that one) <v_turn> [to|into|on|over to] <hue>",
        lambda vg, h: of(Group("it"), vg, h),
    )
    rules.rule(
        "given_said",
        "<nodes> <v_stay> [on|at|in] <hue>",
        # What stays so is so.
        lambda g, vg, h: (
            tuple(replace(one, actual=bool(one.pairs) and not one.negated) for one in of(g, vg, h) or ())
            or None
        ),
    )
    rules.rule("given_said", "<nodes> <p_paint> [to|in|on|into|at] <hue>", of)
    rules.rule(
        "given_said",
        "<nodes> (takes|took|has|had|uses|used|gets|got|take|have|use) <hue>",
        lambda g, h: of(g, VerbGroup("be"), h),
    )
    rules.rule(
        "given_said",
        "<nodes> (stops|stopped) being <hue>",
        lambda g, h: (Given((p,), negated=True),) if (p := pair_of(g, h)) else None,
    )
    rules.rule(
        "given_said",
        "<nodes> (is to be|is to stay|are to be|are to stay|turns out to be|turned out to be|"
        "happens to be|were to be|was to be|were to "
        "become|were to turn|were to go) <hue>",
        lambda g, h: of(g, VerbGroup("be"), h),
    )
    rules.rule(
        "given_said",
        "<nodes> (changes|changed|moves|moved|were to change)",
        lambda g: (Given(present=g, negated=True),),
    )
    # "Whether h3 is blue or green": in both cases.
    rules.rule(
        "given",
        "[no matter] whether <nodes> <v_be> <colors> [or not]",
        lambda g, vg, h: of(g, vg, h) if h.joint == "or" and not vg.mode and not vg.negated else None,
    )
    rules.rule(
        "given",
        "(if|when|once) you (agree|agreed|would agree) (to|with) <pairs>",
        lambda p: (Given(p),),
    )
    rules.rule(
        "given_can",
        "<nodes> (can|could) (turn|be|become|change|go) [to|into] <hue>",
        lambda g, h: of(g, VerbGroup("be"), h),
    )
    away = "(changes|changed|change|moves|turns|is changed) [away] from <hue>"
    rules.rule("given_said", f"<nodes> {away} [to something else]", _away)
    rules.rule(
        "given_said",
        "you (change|changed|move|moved|turn|switch) <nodes> [away] from <hue> [to something else]",
        lambda g, h: _away(replace(g, owner="foreign"), h),
    )
    rules.rule(
        "given_said",
        "<nodes> (stays|stay|stayed|remains|remain|keeps its color|keep their colors|does not "
        "change|do not change) [as it is|as they are|put|the same|unchanged|the way they are|the "
        "way it is]",
        lambda g: (Given(present=g),),
    )
    for who, owner in (("you", "foreign"), ("i", "own"), ("we", "")):
        _add_doing(rules, who, owner, of)
    rules.rule("given_tail", "", lambda: ())
    rules.rule(
        "given_tail",
        "(and|, and|but|, but|and if|while) <given_said> <given_tail>",
        lambda a, b: (*a, *b),
    )
    rules.rule("given_tail", "(and|, and|,) <pairs> <given_tail>", lambda a, b: (Given(a), *b))
    rules.rule(
        "given_tail",
        "(and|, and) [to|turn|turned] <bare_to> <given_tail>",
        lambda a, b: (Given((a,)), *b) if isinstance(a, Pair) else None,
    )
    rules.rule(
        "given_tail",
        "(and|, and) (keep|kept|leave|left) <bare_to> <given_tail>",
        lambda a, b: (Given((a,), actual=True), *b) if isinstance(a, Pair) else None,
    )
    rules.rule("given", f"{_IF} <given_said> <given_tail>", lambda a, b: (*a, *b))
    rules.rule("given", f"{_IF} <given_can> <given_tail>", lambda a, b: (*a, *b))
    rules.rule(
        "given",
        f"{_IF} <nodes> <b_turn> [to|into] <hue> <given_tail>",
        lambda g, vg, h, b: _more(of(g, VerbGroup("be"), h), b),
    )
    rules.rule(
        "given",
        "were <nodes> [to be|to become|to turn|to go] <hue>",
        lambda g, h: of(g, VerbGroup("be"), h),
    )
    rules.rule(
        "given",
        f"{_WHILE} <given_said> <given_tail>",
        lambda a, b: tuple(replace(one, free=one.negated, relevant=True) for one in (*a, *b)),
    )
    # "While" says that it is so.
    rules.rule(
        "given",
        "while <given_said> <given_tail>",
        lambda a, b: tuple(
            replace(one, free=one.negated, relevant=True, actual=True) for one in (*a, *b)
        ),
    )
    rules.rule(
        "given",
        "(only if|only when|only after|but only if|only once|only as long as|only while) <given_said>",
        lambda a: tuple(replace(one, only=True) for one in a) if len(a) == 1 else None,
    )
    rules.rule(
        "given",
        f"{_SINCE} <given_said> <given_tail>",
        lambda a, b: tuple(replace(one, actual=True) for one in (*a, *b)),
    )
    rules.rule(
        "given",
        "(with|given|between|having|under) [your|both|having] <pairs>",
        lambda p: (Given(p, free=False),),
    )
    rules.rule(
        "given",
        "(with|given|between|having) <pairs> (as it is|as they are|as you said|as you told me|as "
        "now|staying)",
        lambda p: (Given(p, actual=True),),
    )
    rules.rule(
        "given", "(with|given) <nodes> (as it is|as they are|unchanged)", lambda g: (Given(present=g),)
    )
    rules.rule(
        "given",
        "<nodes> being <hue>",
        lambda g, h: tuple(replace(one, actual=True) for one in of(g, VerbGroup("be"), h) or ()) or None,
    )
    rules.rule(
        "given",
        "(with|given) (your|the|these|your current|the current|your present) colors",
        lambda: (Given(),),
    )
    rules.rule(
        "given",
        "by (turning|making|setting|moving|changing|switching|putting|taking|recoloring|bringing) "
        "<nodes> [over|back] [to|into|on|in] <hue> <given_tail>",
        lambda g, h, b: _more(of(g, VerbGroup("be"), h), b),
    )
    rules.rule(
        "given",
        "by (taking|using|choosing|picking|going for|going to|putting|going with|switching to) <pairs>",
        lambda p: (Given(p),),
    )
    rules.rule(
        "given",
        "by (moving|changing|recoloring|touching|switching) <nodes> [alone|only]",
        lambda g: None,
    )
    rules.rule(
        "given",
        "<nodes> being <hue> (and|, and) <pairs>",
        lambda g, h, p: _more(of(g, VerbGroup("be"), h), (Given(p, actual=True),)),
    )
    rules.rule(
        "given",
        "(if|once|when) you (need|want|prefer|like|keep|take|choose|pick|use) <pairs>",
        lambda p: (Given(p),),
    )
    rules.rule(
        "given",
        "(if|should|in case) you [do|really|still] (need|want|keep|insist on|like|prefer|want to "
        "keep|need to keep|would like to keep) (it|that)",
        lambda: (Given(present=Group("it", owner="foreign")),),
    )
    rules.rule(
        "given", "(in case|if) you (go|went) <hue> on <nodes>", lambda h, g: of(g, VerbGroup("be"), h)
    )
    rules.rule("given", "(if|once|when) you (gave|give) it up (on|at) <nodes>", lambda g: None)
    rules.rule(
        "given",
        "(if|when) (i|we) (change nothing|do not change anything|do not touch anything|touch "
        "nothing|stand "
        "still|leave everything as it is|leave everything|stay as i am|keep everything|do nothing|keep "
        "everything as it is|keep my colors|changed nothing|did nothing|stay put|do not move anything|"
        "leave my nodes as they are|do not react|did not change anything|did not react)",
        lambda: (Given(present=Group("all mine")),),
    )
    rules.rule(
        "given",
        "without (changing|moving|touching|doing) (anything|a thing|a node)",
        lambda: (Given(present=Group("all mine")),),
    )
    rules.rule(
        "given",
        "(whatever|no matter what|whichever color|whichever colors) you (choose|pick|take|put|use|do|"
        "decide|have) (for|on|with|about) <nodes>",
        lambda g: (Given((Pair(g, ("*",), "or"),)),) if g.joint == "and" else None,
    )
    rules.rule("given", "(with|for) <nodes> as (it is|they are)", lambda g: (Given(present=g),))
    rules.rule(
        "given",
        "(with|at) your [current|present] (colors|nodes) (as they are|like this|now)",
        lambda: (Given(),),
    )
    rules.rule("given", "<pairs> (->|=|:)", lambda p: (Given(p),))
    rules.rule(
        "given",
        "with <color1> [there|instead]",
        lambda color: (Given((Pair(Group("topic"), (color,)),)),),
    )
    rules.rule("givens", "<given>", lambda g: g)
    rules.rule("givens", "<given> (and|, and|,|) <given>", lambda a, b: (*a, *b))


def _add_doing(rules: Grammar, who: str, owner: str, of: Any) -> None:
    """Add what somebody does to nodes, which are that participant's: "you turn h2 red"."""

    def owned(group: Group) -> Group:
        return replace(group, owner=group.owner or owner)

    def whose(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
        return tuple(replace(pair, group=owned(pair.group)) for pair in pairs)

    rules.rule(
        "given",
        f"{_IF} {who} <b_put> <nodes> [to|into|on|in] <hue> <given_tail>",
        lambda vg, g, h, b: _more(_fresh(of(owned(g), vg, h)), b),
    )
    rules.rule(
        "given",
        f"were {who} to (make|turn|set|move|change|switch|put) <nodes> [to|into|on|in] <hue>",
        lambda g, h: of(owned(g), VerbGroup("be"), h),
    )
    rules.rule(
        "given_said",
        f"{who} <v_put> <nodes> [back] [to|into|on|in] <hue>",
        lambda vg, g, h: _fresh(of(owned(g), vg, h)),
    )
    rules.rule(
        "given_said", f"{who} <v_put> <set> [to|into|on|in] <hue>", lambda vg, g, h: of(owned(g), vg, h)
    )
    rules.rule(
        "given_said",
        f"{who} (want|wanted|need|needed|prefer|preferred|like|would like) <pairs>",
        lambda p: (Given(p),),
    )
    rules.rule(
        "given_said",
        f"{who} (want|need|prefer|would like) <nodes> to (be|stay|become|remain|turn|keep) <hue>",
        lambda g, h: of(g, VerbGroup("be"), h),
    )
    rules.rule(
        "given_said",
        f"{who} <v_take> <pairs>",
        lambda vg, p: (Given(whose(p)),) if not vg.negated and not vg.ended else None,
    )
    rules.rule(
        "given_said",
        f"{who} <v_gofor> (for|with) <pairs>",
        lambda vg, p: (Given(whose(p)),) if not vg.negated and not vg.ended else None,
    )
    rules.rule(
        "given_said",
        f"{who} <v_keep> <pairs>",
        lambda vg, p: (Given(whose(p)),) if not vg.negated and not vg.ended else None,
    )
    rules.rule(
        "given_said",
        f"{who} <v_stay> (with|on|at) <pairs>",
        lambda vg, p: (Given(whose(p)),) if not vg.negated and not vg.ended else None,
    )
    rules.rule(
        "given_said",
        f"{who} <v_keep> <nodes> [as it is|as they are|unchanged|there|alone]",
        lambda vg, g: (Given(present=owned(g), negated=vg.negated),) if not vg.mode else None,
    )
    rules.rule(
        "given_said",
        f"{who} <v_touch_it> <nodes>",
        lambda vg, g: (Given(present=owned(g), negated=not vg.negated),) if not vg.mode else None,
    )
    rules.rule(
        "given_can",
        f"{who} (were to|happen to|happened to|decide to|decided to|want to|wanted to|could|can|"
        "would) (turn|make|set|move|change|switch|put) <nodes> [to|into|on|in] <hue>",
        lambda g, h: of(owned(g), VerbGroup("be"), h),
    )


def _away(group: Group, hue: Hue) -> tuple[Given, ...] | None:
    """Return what "h1 changes from blue" supposes: it is blue, and has any other color then."""
    pair = pair_of(group, hue)
    if pair is None or len(hue.colors) != 1 or group.joint == "or":
        return None
    return (Given((pair,), negated=True, ended=True),)


def _fresh(given: tuple[Given, ...] | None) -> tuple[Given, ...] | None:
    """Return what is supposed as a change: nobody makes a node what it is."""
    if given is None:
        return None
    return tuple(replace(one, fresh=bool(one.pairs) and not one.negated) for one in given)


def _more(first: Any, rest: tuple[Given, ...]) -> tuple[Given, ...] | None:
    return None if first is None else (*first, *rest)
