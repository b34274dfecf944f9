"""Grammar of clauses about conflicts that are over, or would be: "the conflict would be gone"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import Said, color_said, held
from .knowledge_clauses import kept_so
from .nouns import Hue, Node, pair_of
from .plain_speech import keep, keep_now
from .terms import (
    PROPOSED,
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


def add_remedies(rules: Grammar) -> None:
    """Add clauses about conflicts that end, and about what the agent asks for to end them."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    # What would end.
    idle = (
        "[without (me doing anything|me changing anything|me moving anything|any change from me|any "
        "change on my side)|right away|at once|immediately]"
    )
    ends = (
        "(disappears|would disappear|will disappear|goes away|would go away|will go away|vanishes|"
        "would vanish|would be gone|will be gone|would be solved|would be resolved|would be over|"
        "would be fixed|will be solved|will be resolved)"
    )
    one = "(the|that|this|our|my|the only|our only|my only|the one|the last|the remaining) @conflict"
    core(f"{one} [@us] {ends} {idle}", lambda: _ended("exactly", 1))
    several = (
        "(disappear|would disappear|will disappear|go away|would go away|vanish|would vanish|would be "
        "gone|will be gone|would be solved|would be resolved)"
    )
    core(f"(the|our|my|all|all our|both) @conflicts {several} {idle}", lambda: _ended("least", 2))
    # "It would clear the clash with a2."
    clear = (
        "(clears|would clear|will clear|solves|would solve|will solve|removes|would remove|ends|would "
        "end|resolves|would resolve|fixes|would fix|will fix) (the|our|my) @conflict (with|at|on|of) "
        "<node>"
    )
    rules.rule("rid", f"(it|that|this|which) {clear} {idle}", _rid)
    rules.rule(
        "clause",
        "<givens> [,] [then] <rid>",
        lambda g, u: Unit(u.claim, g, 2),
    )
    rules.rule("unit", "<rid>", lambda u: ("then", u))
    rules.rule("vp", "<v_be> <hue> [,] but not <hue>", _but_not)
    # What is over.
    over = "(gone|resolved|solved|settled|over|fixed|cleared)"
    core(f"(both|both of them|the two) are {over}", lambda: Unit(Conflicts("exactly", 2, "all", "gone")))
    core(
        "(we|i|there) (had|were) [exactly|only|just] <number> (@conflict|@conflicts) [@before] "
        "(:|,|, namely) <listed_edges>",
        lambda n, e: Unit(Conflicts("exactly", n, "all", "was", edges=e)) if len({*e}) == n else None,
    )
    rules.rule(
        "said",
        "(fixed|solved|resolved|all fixed|all solved|all resolved)",
        lambda: (Unit(Several((Fact("had conflicts"), Fact("something changed"), Fact("satisfied")))),),
    )
    rules.rule("said", "<unit> (so|, so|, which|which) [that|this|it] is @fine", _edge_fits)
    rules.rule(
        "said",
        "<unit> (,|, and|and) <unit> (so|, so) [that|this|it] is @fine",
        lambda u, v: (*u, "with", *_edge_fits(v)),
    )
    done = "(fixed|solved|resolved|cleared|have fixed|have solved|have resolved|have cleared)"
    rules.rule("ivp", f"{done} (everything|all conflicts|all of them|it|this|the conflict)", _done)
    rules.rule("ivp", f"{done} (both|both of them|both conflicts)", lambda: _done(2))
    core("(everything|all of it) is (fixed|solved|resolved)", _done)
    for why in ("it", "that", "this"):
        rules.rule("said", f"{why} is because <unit>", lambda u: ("because before", *u))
    rules.rule(
        "said",
        "(not completely|not entirely|not fully|not quite completely|only partly|only in part) [yet]",
        lambda: (Unit(Fact("partly solved")),),
    )
    # Suppositions of one of several nodes, and of a color of the node that was named.
    either = "(either of them|one of them|either one|either|any of them|one of the two|one of these)"
    rules.rule(
        "either_given",
        f"(if|when|once|as soon as|should) {either} <v_turn> [to|into] <hue>",
        _either,
    )
    rules.rule(
        "either_given", f"(if|when|once|as soon as) {either} (is|becomes|were|was) <hue>", _either
    )
    node = "(it|that one|that node)"
    rules.rule("core", f"<either_given> [,] [then] {node} <vps>", _of_either)
    rules.rule("core", f"{node} <vps> <either_given>", lambda s, g: _of_either(g, s))
    rules.rule(
        "given_said",
        "(you|i|we) (choose|chose|pick|picked|take|took|use|used|go for|go with|prefer|want) <colors>",
        lambda h: (
            (Given((Pair(Group("topic", owner="foreign"), h.colors, "or"),)),)
            if not h.negated and h.joint != "and"
            else None
        ),
    )
    rules.rule(
        "given_can",
        "(you|i|we) (can|could) (make|set|turn|change|move|switch|put|keep|leave|give) <nodes> "
        "[to|into|on|in|at] <hue>",
        lambda g, h: (Given((p,)),) if (p := pair_of(g, h)) else None,
    )
    _add_asking(rules)


def _add_asking(rules: Grammar) -> None:
    """Add what the agent asks for, allows, and needs to know."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    them = "(them|both|both of them|these|those|these two|those two)"
    way = "(like that|like this|that way|this way|as they are|as they are now|unchanged|there)"
    core(f"[please] (keep|leave) {them} {way}", lambda: keep_now(Group("they", owner="foreign")))
    core(
        "[please] (keep|leave) it (like that|like this|that way|this way|as it is|unchanged)",
        lambda: keep_now(Group("it", owner="foreign")),
    )
    core(
        "i (would rather|would prefer|would prefer it|would rather have|would like) [that|if] you "
        "(keep|kept|leave|left) <pairs>",
        keep,
    )
    core("[please] (keep|leave) <nodes> [on|at|in] <hue> (if you can|if possible)", kept_so)
    core(
        "(you can|you could|you may|sure you can|you can do that|you could do that|you can do so)",
        lambda: Unit(Setting("can", PROPOSED), (), 1),
    )
    core("not (right now|now|as things are|at the moment|yet|like this)", _not_now)
    rules.rule("said", "if <given_said> [first|before|before that]", _on_condition)
    for suits in ("(is|are|would be) @possible", "(works|work|would work)"):
        core(f"<hue> {suits} (for|on|at) <nodes> [@forme]", _all_but)
    need = "(to choose well|to choose|to decide|to plan|to choose my colors|to know what to do|first)"
    core(
        f"i (need|would need) (it|that|to know it|to know that) [{need}]",
        lambda: held(Group("it", owner="foreign"), Said((Predicate("known", negated=True),))),
    )
    core(
        "i (can|could) (work with|handle|live with|deal with|adapt to) (almost|nearly) "
        "(anything|everything|any choice|any colors|all colors)",
        lambda: Unit(Fact("almost any border"), (), 1),
    )
    core(
        "i (might|may) (have to|need to) (adjust|change|move|recolor|adapt|switch) <nodes>",
        lambda g: (
            Unit(Holds(g, (Predicate("may move"),)), (), 2)
            if g.quantity == "all" and g.joint == "and"
            else None
        ),
    )


def _rid(node: Node) -> Unit | None:
    """Return what "it would clear the clash with a2" claims."""
    claim = Holds(Group("named", (node.name,)), (Predicate("rid"),))
    return None if node.color else Unit(claim, (), 2)


def _edge_fits(unit: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what "..., so that is fine" claims behind two nodes: that they do not clash."""
    return (*unit, "so", Unit(Holds(Group("edge"), (Predicate("mutual", ("fits",)),))))


def _done(*number: int) -> Unit:
    """Return what "I fixed it" claims: there were conflicts, something changed, and there are none."""
    over = Conflicts("exactly", number[0], "all", "gone") if number else Fact("had conflicts")
    return Unit(Several((over, Fact("something changed"), Fact("satisfied"))))


def _ended(quantity: str, number: int) -> Unit:
    """Return what "the conflict would be gone" claims: there are so many now, and then none."""
    present = Fact("present conflicts", number, quantity)
    return Unit(Several((present, Fact("calm at once"))), (), 2)


def _but_not(vg: VerbGroup, hue: Hue, other: Hue) -> Said | None:
    """Return what "can be red or green, but not blue" says."""
    first = color_said(vg, hue, "be")
    second = color_said(replace(vg, mode="cannot"), replace(other, joint=""), "be")
    if first is None or second is None or vg.mode != "can" or hue.negated or other.negated:
        return None
    if len(other.colors) != 1:
        return None
    return Said((*first.predicates, *second.predicates), first.hypothetical)


def _either(*values: Any) -> tuple[Given, ...] | None:
    hue: Hue = values[-1]
    vg = values[0]
    if isinstance(vg, VerbGroup) and (vg.negated or vg.ended or vg.mode or vg.perfect):
        return None
    pair = pair_of(Group("they", joint="or"), hue)
    return None if pair is None or len(hue.colors) != 1 else (Given((pair,)),)


def _of_either(given: tuple[Given, ...], said: Said) -> Unit | None:
    """Return what is said of the node that is supposed: "if either turns green, it will clash"."""
    unit = held(Group("supposed"), said)
    return None if unit is None else Unit(unit.claim, given, 2)


def _all_but(hue: Hue, group: Group) -> Unit | None:
    """Return what "anything but blue is ok for h4" claims: the other colors work, and blue does not."""
    if not hue.negated or group.quantity != "all" or group.joint == "or":
        return None
    return Unit(Setting("but", (Pair(group, hue.colors, "or"),)), (), 1)


def _not_now() -> Unit:
    """Return what "not right now" claims: what was asked for does not fit the colors as they are."""
    return Unit(Setting("not now as is", PROPOSED), (), 1)


def _on_condition(given: tuple[Given, ...]) -> tuple[Any, ...] | None:
    """Return what "if I move b2 to green first" claims: what was asked for fits then, and not before."""
    if len(given) != 1 or given[0].negated or len(given[0].pairs) != 1:
        return None
    return (
        Unit(Setting("not now as is", PROPOSED), (), 1),
        "and",
        Unit(Fact("solvable"), (Given(PROPOSED), *given), 2),
    )
