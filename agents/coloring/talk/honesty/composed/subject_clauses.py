"""Grammar of clauses whose subject is nodes: "b2 is red", "a4 and a5 changed"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import Said, color_said, colored, held, is_several, states
from .nouns import Hue, pair_of
from .terms import Group, Holds, Pair, Predicate, Setting, Several, Unit
from .verbs import VerbGroup


def add_subjects(rules: Grammar) -> None:
    """Add clauses whose subject is nodes."""
    rules.rule(
        "vp_edge",
        "<v_be> [now] (in conflict|violated|broken|clashing|in trouble|a conflict|a clash|a problem)",
        _edge_clashes,
    )
    rules.rule(
        "vp_edge",
        "<v_be> [now] (fine|ok|settled|clean|resolved|all right|in order|good|conflict free|clear)",
        lambda vg: (
            Said((Predicate("mutual", ("fits",), None, vg.negated),))
            if not vg.mode and not vg.past and not vg.ended
            else None
        ),
    )
    rules.rule("vp_edge", "<v_clash>", _edge_clashes)

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    core("<np> <vps>", held)
    core("<np> [both|all] <vps>", held)
    core("<np> <v_be> [now|both|all] <hue> (, not|, and not|and not) <hue>", _contrasted)
    # Lists: "a2 is red, a4 green and a5 blue".
    core("<np> <v_be> [now|both|all|still] <hue> <pairs_tail>", state_list)
    core("<np> <v_turn> [to|into] <hue> <to_tail>", turn_list)
    core("<np> <v_stay> [on|at] <hue> <pairs_tail>", stay_list)
    rules.rule(
        "pairs_tail", "(,|and|, and|;|, while|while|; and) <bare> <pairs_tail>", lambda p, m: (p, *m)
    )
    rules.rule("pairs_tail", "(,|and|, and|;|, while|while|; and) <bare>", lambda p: (p,))
    rules.rule("bare", "<nodes> [on|at|in] [both] <hue>", pair_of)
    rules.rule("to_tail", "(,|and|, and|;) <bare_to> <to_tail>", lambda p, m: (p, *m))
    rules.rule("to_tail", "(,|and|, and|;) <bare_to>", lambda p: (p,))
    rules.rule("bare_to", "<nodes> [from <hue>] [to|into|on] <hue>", bare_to)
    core(
        "(my nodes are|my colors are|my border is|my border reads|my full list is|my full list|my "
        "colors|my nodes|my border nodes are|my current colors are|my colors now|my colors right "
        "now|here is what you see from me|what you see from me is|what you see of mine is|my border|"
        "i have|i am on|i use|i now have|you see|you now see|i am using|i show|here is my border|"
        "here are my colors|here are my nodes|my side|my side is|my current border is|my state is) "
        "[currently|now] [:] <pairs>",
        lambda pairs: listed(pairs, "own"),
    )
    core(
        "(on your side|your side|your colors are|your colors|your border is|your nodes are|you have|"
        "i have you with|what i know of your side is|what i know from you is|what i know is|i know "
        "of|all i know of your side is|you are on|from you i have|i am going by|i go by|i am "
        "working with|i assume|i take it that you have|i am counting on|i believe you have|this is "
        "based on|all this is based on|my information is|i have your|last i heard|last i heard from "
        "you|i know|i know about|as for you) [:] <pairs>",
        lambda pairs: listed(pairs, "foreign"),
    )
    core("[both] <pairs>", lambda pairs: listed(pairs, "bare"))
    core("that edge <vp_edge>", lambda said: held(Group("edge"), said))
    core(
        "(the edge|the border|things|the edge there|this edge|that pair) <vp_edge>",
        lambda said: held(Group("edge"), said),
    )
    core(
        "we (are|have) both <hue>",
        lambda h: (
            Unit(Holds(Group("edge"), (Predicate("color", h.colors),))) if len(h.colors) == 1 else None
        ),
    )
    core(
        "(we|i) (disagree|clash|conflict|collide) (on|at|over|between) <edge> [, both|, both are|, "
        "which are both|, they are both] [<hue>]",
        lambda e, *h: edge_clash(e, *h),
    )
    # Inversions.
    core("so (is|are|does|do|did|has|have) [both] <nodes>", lambda g: _again(g, False))
    core("<nodes> (is|are|does|do|did|has|have) (too|as well|also)", lambda g: _again(g, False))
    core("<nodes> (is|are|does|do|did|has|have) not", lambda g: _again(g, True))
    core("not <nodes>", lambda g: _again(g, True))
    core("(nor|neither) (is|are|does|do|did|has|have) <nodes>", lambda g: None)
    core(
        "i have [exactly|only|just|got|only got] <number> <color1> (node|nodes)",
        lambda n, c: Unit(
            Holds(Group("all mine", quantity="exactly", number=n), (Predicate("color", (c,)),))
        ),
    )
    core("(that is|and that is|it is|namely) <nodes>", lambda g: None)
    # Clefts.
    core(
        "it (is|was) <nodes> (that|which|who) <vps>",
        lambda g, s: held(replace(g, quantity="only"), s) if g.joint == "and" else None,
    )
    core(
        "it (is|was) only <nodes> (that|which|who) <vps>",
        lambda g, s: held(replace(g, quantity="only"), s) if g.joint == "and" else None,
    )
    core(
        "(the only node|the only one|the one node|the only node of mine|the only border node|the "
        "only one of mine) that <vps> is <nodes>",
        lambda s, g: held(replace(g, quantity="only"), s),
    )
    core(
        "<nodes> is (the only node|the only one|the only one of my nodes|the only node of mine|the "
        "only border node) that <vps>",
        lambda g, s: held(replace(g, quantity="only"), s),
    )
    core(
        "what (clashes|conflicts|collides|blocks me|blocks you|hurts|hurts me|bothers me|is in the "
        "way|matters) (is|are) <nodes>",
        lambda g: None,
    )
    core(
        "<nodes> (is|are) (the culprit|the culprits|the one that clashes|the troublemaker|the "
        "problem|to blame|the only problem)",
        lambda g: Unit(Several((Holds(g, (Predicate("clash"),)),))),
    )
    rules.rule(
        "core",
        "<set> (have|has|got) [all] (a new color|new colors|a different color|different colors) "
        "[than before|@turn]",
        lambda g: held(g, Said((Predicate("changed"),))),
    )
    rules.rule(
        "core",
        "<np> (has|have|got) [all] (a new color|new colors) [@turn]",
        lambda g: held(g, Said((Predicate("changed"),))),
    )


def _edge_clashes(vg: VerbGroup) -> Said | None:
    """Return that the ends of an edge clash."""
    if vg.mode or vg.past:
        return None
    time = "gone" if vg.ended else "kept" if vg.still else "now"
    return Said((Predicate("mutual", ("clash",), None, vg.negated, time),))


def _contrasted(group: Group, vg: VerbGroup, hue: Hue, other: Hue) -> Unit | None:
    """Return what "h1 is red, not green" claims."""
    plain = not (vg.mode or vg.negated or vg.past or vg.ended or hue.negated or other.negated)
    if not plain or (vg.singular and is_several(group)) or {*hue.colors} & {*other.colors}:
        return None
    said = color_said(vg, hue, "be")
    return None if said is None else held(group, said)


def _again(group: Group, negated: bool) -> Unit | None:
    """Return that what was said before holds of other nodes, or not."""
    if group.joint == "or":
        return None
    return Unit(Holds(group, (Predicate("again", negated=negated),)))


def edge_clash(edge: tuple[str, str], *hue: Hue) -> Unit | None:
    """Return that both ends of an edge clash."""
    claim: list[Any] = [Holds(Group("named", edge), (Predicate("mutual", ("clash",)),))]
    if hue:
        if len(hue[0].colors) != 1 or hue[0].negated:
            return None
        claim.append(Holds(Group("named", edge), (Predicate("color", hue[0].colors),)))
    return Unit(Several(tuple(claim)))


def listed(pairs: tuple[Pair, ...], owner: str) -> Unit | None:
    """Return what a list of nodes and colors claims."""
    if owner in ("own", "foreign"):
        if any(pair.group.kind != "named" for pair in pairs):
            return None
        pairs = tuple(replace(pair, group=replace(pair.group, owner=owner)) for pair in pairs)
    claim = states(pairs)
    return None if claim is None else Unit(claim, bare=True)


def state_list(group: Group, vg: VerbGroup, hue: Hue, tail: tuple[Pair, ...]) -> Unit | None:
    """Return what "a2 is red and a4 green" claims."""
    if vg.singular and is_several(group):
        return None
    said = color_said(vg, hue, "be")
    if said is None or vg.mode or vg.negated or hue.negated:
        return None
    return with_tail(group, said, tail, said.predicates[0].time)


def turn_list(group: Group, vg: VerbGroup, hue: Hue, tail: tuple[Any, ...]) -> Unit | None:
    """Return what "a2 became red and a4 green" claims."""
    if vg.singular and is_several(group):
        return None
    if vg.mode in ("would", "can", "must", "will"):
        if (
            hue.negated
            or len(hue.colors) != 1
            or group.quantity != "all"
            or any(not isinstance(p, Pair) for p in tail)
        ):
            return None
        if vg.past:
            return None
        return Unit(Setting("can", (Pair(group, hue.colors), *tail), fresh=True), (), 2)
    said = color_said(vg, hue, "turn")
    if said is None or vg.negated:
        return None
    return with_tail(group, said, tail, "began")


def stay_list(group: Group, vg: VerbGroup, hue: Hue, tail: tuple[Pair, ...]) -> Unit | None:
    """Return what "a2 stays red and a4 green" claims."""
    if vg.singular and is_several(group):
        return None
    said = color_said(vg, hue, "stay")
    if said is None or vg.mode or vg.negated:
        return None
    return with_tail(group, said, tail, "now")


def with_tail(group: Group, said: Said, tail: tuple[Any, ...], time: str) -> Unit | None:
    """Return a claim with those of a list behind it."""
    first = held(group, said)
    claims = []
    for one in tail:
        term = one if isinstance(one, Several) else colored(time)(one)
        if term is None:
            return None
        claims.append(term)
    return None if first is None else Unit(Several((first.claim, *claims)), (), False)


def bare_to(group: Group, *hues: Hue) -> Pair | Several | None:
    """Return a node with the color that it took."""
    if len(hues) == 1:
        return pair_of(group, hues[0])
    old, new = hues
    if len(old.colors) != 1 or len(new.colors) != 1 or old.negated or new.negated:
        return None
    return Several(
        (
            Holds(
                group,
                (
                    Predicate("color", old.colors, time="gone"),
                    Predicate("color", new.colors, time="began"),
                ),
            ),
        )
    )
