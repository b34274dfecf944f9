"""
Grammar of clauses that chat models like: needs, offers, what is only one's own trouble.

They stand apart from the rules of the other modules because they are idioms: each says what a clause of
another module says in more words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import Said, conflicts, held, related_said, states
from .knowledge_clauses import demanded_np
from .nouns import Hue, pair_of
from .subject_clauses import edge_clash
from .terms import (
    Conflicts,
    Fact,
    Group,
    Holds,
    Pair,
    Predicate,
    Setting,
    Several,
    Unit,
)
from .verbs import VerbGroup


def add_plain_speech(rules: Grammar) -> None:
    """Add idioms of chat models."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    def ivp(pattern: str, action: Any) -> None:
        rules.rule("ivp", pattern, action)

    # Needs.
    thing = (
        "(anything|a change|any change|any changes|any help|a move|anything else|nothing|more "
        "changes|any more "
        "changes|more) [from you|"
        "from your side|of you|on your side]"
    )
    ivp(f"(do not need|would not need|do not require|do not ask for) {thing} [@forthat]", solvable)
    ivp("(need|require) nothing [from you|else] [@forthat]", solvable)
    ivp(
        "(do not need|would not need) you to (change|move|touch) (anything|a thing) for (it|that|this)",
        solvable,
    )
    core(
        "(all of them|they all|all of it|both of them|both|they|it|the conflict|the conflicts) can "
        "[all] be "
        "(solved|fixed|cleared|resolved|settled) [inside my cluster|on my side|by me|from my side|"
        "without you|"
        "here]",
        lambda: Unit(Fact("can solve"), (), 1),
    )
    ivp(
        "(do not need|would not need) [you to (change|move|touch)] (h|) <nodes> to (change|move)", spared
    )
    ivp("(do not need|would not need) you to (change|move|touch) (anything|a thing)", solvable)
    core(
        "(nothing|no change|no changes) [is|are] (needed|necessary|required) (from|on) (you|your side)",
        solvable,
    )
    core(
        "(nothing from you|from you , nothing|nothing on your side|no demands|no demands from me)",
        solvable,
    )
    core(
        "(no|no more) (change|changes) [is|are] (needed|necessary|required) [from you or me|on either "
        "side|from me|from either of us|here]",
        lambda: Unit(Fact("calm")),
    )
    core(
        "[so] (no need|there is no need|there is no reason|no reason) to (move|change|touch|recolor) "
        "<nodes>",
        spared,
    )
    core(
        "<nodes> (can|may|could) (stay|remain) [put|as it is|as they are|where it is|there|the same]",
        spared,
    )
    core(
        "you (do not have to|do not need to|need not) (change|move|touch|adjust) (either|either of them|"
        "either one|them|any of them|one of them)",
        lambda: spared(Group("they")),
    )
    core(
        "(i|we) (am|are) not (satisfied|happy|done) [yet|just yet|quite yet|quite there yet|at all]",
        lambda: Unit(Fact("unsatisfied")),
    )
    core("(i am not quite there|i am not done|i am not there) [yet]", lambda: Unit(Fact("unsatisfied")))
    core(
        "(i am|we are) [all] (finished|done|set|through|good) [as well|too|on my end|on my side|here]",
        satisfied,
    )
    core(
        "(all done|all good|looks finished|looks good|done on my end|done here|done on my side|finished "
        "on my end|finished here) [on my end|on my side|here|to me|for me|from my side|too]",
        satisfied,
    )
    core(
        "(i am|i would be) (fine|happy|satisfied|content) with (how it is|the way it is|it as it is|how "
        "things are)",
        satisfied,
    )
    core(
        "(i am|we are) (satisfied|happy|fine|content) (as it is|as things are|the way it is) [now]",
        satisfied,
    )
    core("the border [between us] is (clean|fine|clear|ok)", lambda: Unit(Conflicts("none", 0, "us")))
    core(
        "((going|doing) (fine|well|good|great)|pretty (good|well)|no complaints) [here|from me|on "
        "my side]",
        satisfied,
    )
    core(
        "(everything|it all|all) (works out|fits|is fine|is settled|is clean|is solved|works)", satisfied
    )
    core("(nothing|no node) (would be|is|will be) left clashing", satisfied)
    core("(none|nothing) [is|would be|remains] left", lambda: Unit(Conflicts("none")))
    core(
        "(and|with) none (inside|inside my cluster|within my cluster)",
        lambda: Unit(Conflicts("none", 0, "inside")),
    )
    core("it works", satisfied)
    core("there is no clash [there|then]", lambda: Unit(Conflicts("none")))
    core(
        "(i have|there is|there are|i see) (no|not a) (@conflict|@conflicts) (that|which) i "
        "(know of|can see|"
        "see|know about|am aware of)",
        lambda: Unit(Fact("no known conflict")),
    )
    # What the agent can do.
    them = (
        "(it|this|that|them|them all|all of them|all of it|both|both of them|everything|the rest|the "
        "conflict|the clash|my side|my part|my cluster|it all|the conflicts|my conflicts|all my "
        "conflicts|my own conflicts|all of my conflicts)"
    )
    verb = "(solve|fix|clear|resolve|handle|sort out|settle|remove)"
    ivp(
        f"(can|could) [simply|also] {verb} {them} [myself|completely] [@alone] [as well|too]",
        lambda: Unit(Fact("can solve"), (), 1),
    )
    ivp(
        f"(can|could) [simply|also] {verb} my [own] <number> @conflicts [@alone] [as well|too]",
        lambda n: Unit(Several((Fact("present conflicts", n), Fact("can solve"))), (), 1),
    )
    ivp(
        f"(can|could) [simply|also] {verb} (my|my one|the one|my only|that one) @conflict [@alone]",
        lambda: Unit(Several((Fact("present conflicts", 1), Fact("can solve"))), (), 1),
    )
    ivp(
        f"(can|could) [simply|also] {verb} {them} by (making|turning|setting|moving|changing|"
        "putting) "
        "<nodes> [to|into] <hue>",
        fixed_by,
    )
    ivp(
        f"(can|could) [simply|also] {verb} {them} with <givens>",
        lambda g: Unit(Fact("can solve"), g, 1),
    )
    ivp(
        "(can|could) (adapt|rearrange|react|manage|find a way|work around it|cope) [@there]",
        lambda: Unit(Fact("solvable"), (), 2),
    )
    ivp("(can|could) (handle|take|accept|work with|deal with) <hue> [there|here]", topic_can)
    # Offers.
    begin = "(i will|then i will)"
    core(
        f"{begin} (set|turn|make|move|change|put|switch|recolor) <np> [to|into|on] <hue> (and|"
        ", and) "
        "[turn|make|set|move|change|put] <nodes> [to|into|on] <hue>",
        two_moves,
    )
    core("(an|one|my|the) (offer|idea|proposal|suggestion) : <clause>", lambda u: u)
    # Colors without a verb.
    core(
        "<pairs> (would do it|would do|does it|would solve it|solves it|is enough|would be enough)",
        lambda p: Unit(Setting("fixes", p), (), 2),
    )
    core(
        "<subj> (is|would be) (exactly right|just right|right|the right color|good|perfect|ideal|great) "
        "[for <nodes>]",
        right,
    )
    # Relations of two nodes.
    core("<nodes> (are|is) not (connected|joined|linked|neighbors|adjacent)", lambda g: near(g, True))
    core(
        "(they|these two|the two|those two) are not (connected|joined|linked|neighbors|adjacent)",
        lambda: near(Group("they", size=2), True),
    )
    core(
        "<nodes> are (connected|joined|linked|neighbors|adjacent) [to each other]",
        lambda g: near(g, False),
    )
    core(
        "(that is|this is|it is|which is) (my|the|our) only (conflict|clash)",
        lambda: Unit(Conflicts("exactly", 1)),
    )
    rules.rule(
        "vp",
        "<v_clash> with (anything|any node|anything else|anything of yours|any of them|any "
        "node of mine)",
        lambda vg: related_said("clash")(vg) if vg.negated and not vg.mode else None,
    )
    rules.rule("vp", "(matter|matters) [to me|for me|here]", matters)
    rules.rule("vp", "<v_be> @fine @forme (as they are|as it is|where it is|where they are)", fine)
    core(
        "(i am|we are) not (satisfied|happy|done) [yet|just yet|quite yet] because of the @conflict "
        "(between|of|at|on) <edge>",
        lambda e: Unit(Several((Fact("unsatisfied"), unit.claim))) if (unit := edge_clash(e)) else None,
    )
    rules.rule("listed_edges", "<edge>", lambda e: (e,))
    rules.rule("listed_edges", "<edge> (and|, and|,) <listed_edges>", lambda e, m: (e, *m))
    core(
        "(i have|there is|there are|i get|i see|i count|it is|we have|i still have) [only|"
        "just|exactly|still] "
        "<number> (@conflict|@conflicts) [left] [@everywhere|@us] (:|,|, namely) <listed_edges>",
        lambda n, e: Unit(Conflicts("exactly", n, "all", edges=e)) if len({*e}) == n else None,
    )
    rules.rule(
        "vp", "<v_go> (fine|well|nicely|along) with <np>", lambda vg, g: related_said("fits")(vg, g)
    )
    rules.rule("vp", "(fits|fit|works|work|goes|go) [well|fine] with <pairs>", fit_with)
    core("(can|could|would|will) you tell me what <nodes> (is|are) [?]", unknown)
    core("i [still] (need|would need|want|would like) to know <nodes> [first|before that]", unknown)
    core("(do you still want|do you want|would you still like) <nodes> to be <hue> [?]", demanded_np)
    core("<np> is <hue> , the same as <np>", same_as)
    for place, scope in (("@us", "us"), ("@inside", "inside")):
        core(
            f"(there is|there are|i have) [only|just|exactly] <number> {place}",
            conflicts("exactly", scope),
        )
    ivp(
        "(can|could|will|would) [always] find (a color|colors) for <nodes> without [a|any] "
        "(@conflict|@conflicts)",
        lambda g: Unit(Fact("solvable"), (), 1),
    )
    # Requests to keep.
    begin = "[please] [just] (keep|leave)"
    core(f"{begin} <pairs>", keep)
    core(f"{begin} <nodes> [both] (as it is|as they are|steady|put|unchanged|where it is)", keep_now)
    core("you (keep|leave) <pairs>", keep)
    core("[please] keep <nodes> (off|away from|clear of) <hue>", avoid)
    core("[please] do not (make|turn|set|put) <nodes> [to|on] <hue>", avoid)
    core("(could|can|will|would) <nodes> (become|be|turn|go|change to|move to) <hue> [?]", asked)
    core("(is|are) <nodes> (flexible|free|negotiable|open) [on your side|for you] [?]", seen)
    core("(does|do|will) <nodes> (stay|remain) <hue> [?]", stays)
    core(
        "(could you tell me|do you know|can you tell me|tell me) (whether|if) <nodes> (will stay|stays|"
        "will remain|stay) <hue> [?]",
        stays,
    )


def solvable(*_: Any) -> Unit:
    """Return that the agent can do without a change of the person."""
    return Unit(Fact("solvable"), (), 1)


def satisfied(*_: Any) -> Unit:
    """Return that nothing clashes."""
    return Unit(Fact("satisfied"))


def spared(*values: Any) -> Unit:
    """Return that nodes need no change: the agent has a coloring with them."""
    group: Group = values[-1]
    return Unit(Setting("need not change", (Pair(replace(group, joint="and"), ("=",), "or"),)), (), 1)


def fixed_by(group: Group, hue: Hue) -> Unit | None:
    """Return what "I can fix it by making b2 red" claims."""
    pair = pair_of(group, hue)
    return None if pair is None else Unit(Setting("fixes", (pair,)), (), 2)


def topic_can(hue: Hue) -> Unit | None:
    """Return what "I could handle red" claims of the node that was named last."""
    pair = pair_of(Group("topic", owner="foreign"), hue)
    return None if pair is None else Unit(Setting("can", (pair,)), (), 2)


def matters(*_: Any) -> Said:
    """Return what "h2 matters to me" says of a node: that it touches the agent's."""
    return Said((Predicate("near", (), Group("mine", quantity="least", number=1)),))


def fine(vg: VerbGroup) -> Said | None:
    """Return what "is fine for me as it is" says of nodes."""
    return None if vg.ended else related_said("trouble")(replace(vg, negated=not vg.negated))


def fit_with(pairs: tuple[Pair, ...]) -> Said | None:
    """Return what "fits with h2 red and h5 green" says, whose colors are presupposed."""
    if any(len(p.colors) != 1 or p.group.kind != "named" or p.group.joint == "or" for p in pairs):
        return None
    names = tuple(name for pair in pairs for name in pair.group.names)
    colors = tuple(pair.colors[0] for pair in pairs for _ in pair.group.names)
    return Said((Predicate("fits", (), Group("named", names, colors=colors)),))


def unknown(group: Group) -> Unit | None:
    """Return what a question for the color of a node presupposes."""
    return held(group, Said((Predicate("known", negated=True),)))


def same_as(group: Group, hue: Hue, other: Group) -> Unit | None:
    """Return what "b2 is green, the same as h2" claims."""
    if len(hue.colors) != 1 or hue.negated:
        return None
    return held(group, Said((Predicate("color", hue.colors), Predicate("same", (), other))))


def two_moves(first: Group, hue: Hue, second: Group, other: Hue) -> Unit | None:
    """Return what "I will set a2 to red and a5 to green" claims."""
    pairs = tuple(
        pair_of(replace(group, owner="own"), color) for group, color in ((first, hue), (second, other))
    )
    if pairs[0] is None or pairs[1] is None:
        return None
    return Unit(Setting("can", (pairs[0], pairs[1]), fresh=True), (), 2)


def right(pairs: tuple[Pair, ...], *group: Group) -> Unit | None:
    """Return what "green is exactly right for b2" claims."""
    if group:
        pairs = tuple(replace(p, group=group[0]) if p.group.kind == "topic" else p for p in pairs)
        if any(p.group != group[0] for p in pairs):
            return None
    return Unit(Setting("can", pairs), (), 1)


def near(group: Group, negated: bool) -> Unit | None:
    """Return that two nodes are neighbors, or not."""
    return held(group, Said((Predicate("mutual", ("near",), None, negated),)))


def keep(pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "please leave h1 red and h4 blue" presupposes."""
    claim = states(pairs)
    if claim is None or any(pair.group.kind != "named" for pair in pairs):
        return None
    return Unit(Setting("asked to keep so", pairs))


def keep_now(group: Group) -> Unit:
    """Return what "keep h1 steady" presupposes."""
    return Unit(Setting("asked to keep", (Pair(group, ("=",), "or"),)))


def avoid(group: Group, hue: Hue) -> Unit | None:
    """Return what "keep h2 off red" presupposes: that red would clash."""
    if hue.negated or hue.colors == ("~",):
        return None
    return Unit(Setting("not as is", (Pair(group, hue.colors, hue.joint or "or"),), fresh=True), (), 1)


def asked(group: Group, hue: Hue) -> Unit | None:
    """Return what "could h5 become red?" presupposes."""
    pair = pair_of(group, hue)
    return None if pair is None else Unit(Setting("asked", (pair,)))


def seen(group: Group) -> Unit:
    """Return what "is h4 flexible?" presupposes: that its color matters."""
    return Unit(Setting("asked to change", (Pair(group, ("*",), "or"),)))


def stays(group: Group, hue: Hue) -> Unit | None:
    """Return what "does h5 stay red?" presupposes."""
    if len(hue.colors) != 1 or hue.negated:
        return None
    return Unit(Holds(group, (Predicate("color", hue.colors),)))
