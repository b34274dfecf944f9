"""Grammar of what the agent or the person could change, and of what that does to conflicts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .causes_named import PUT
from .nouns import pair_of
from .terms import PROPOSED, Clashes, Effect, Fact, Given, Group, Pair, Setting, Several, Unit
from .verbs import VerbGroup

_ALONE = (
    "[on my own|alone|by myself|on my side|from my side|myself|without you|without your help|easily|"
    "here]"
)
_THEN = "[then|too|as well|with that|that way|at once|right away]"


def add_changes(rules: Grammar) -> None:
    """Add clauses about changes and their effects."""
    _add_effects(rules)
    _add_means(rules)
    _add_acts(rules)
    _add_needs(rules)
    _add_asking(rules)


def _add_effects(rules: Grammar) -> None:
    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    core(f"<cause> <v_end> <clash> {_THEN}", ending)
    for verb, behind in (
        ("get", "rid of"),
        ("clean", "up"),
        ("take", "care of"),
        ("do", "away with"),
        ("help", "[me|us] (with|against|on)"),
        ("end", "(up|out|away)"),
    ):
        core(f"<cause> <v_{verb}> {behind} <clash> {_THEN}", ending)
    core(
        "<cause> <v_help> [me|us] (with|against) <edge>",
        lambda pairs, vg, edge: ending(pairs, vg, Clashes((edge,))),
    )
    core(f"<cause> <v_bring> [me|us] <new_clash> {_THEN}", bringing)
    core(
        "<cause> <v_bring> [me|us] (no|not a|not any|any) [new|other|further] (@conflict|@conflicts)",
        _none,
    )
    core("<cause> <v_leave> [me|us] [with] (only|just) <clash>", leaving)
    core("<cause> <v_leave> [me|us] [with] <clash> as [the|my|our] only @conflict", leaving)
    core(
        "<cause> <v_leave> [me|us] [with|without] (no|any|a) (@conflict|@conflicts) [left]",
        leaving_none,
    )
    left = "(left|remaining|open)"
    core(f"(only|just) <clash> (is|are|would be|remains|remain|would remain|stays) [{left}]", _only_left)
    core(
        f"the only (@conflict|@conflicts) [{left}|that is left|left for me] [then] (is|would be|are) "
        "[then] <clash>",
        lambda clashes: _only_left(clashes) if clashes.edges else None,
    )
    over = "(gone|solved|resolved|fixed|over|settled|cleared|history|out of the way)"
    core(f"<clash> (is|are|would be|will be|gets|get) [all|both] {over} {_THEN}", _over)
    core(
        f"<clash> (disappears|disappear|would disappear|goes away|go away|would go away|"
        f"ends|end|would end|"
        f"vanishes|vanish|would vanish) {_THEN}",
        _over,
    )
    core(
        "<clash> (stays|stay|remains|remain|would stay|"
        "would remain|is still there|would still be there)",
        lambda clashes: Unit(Effect("keeps", PROPOSED, clashes, fresh=False), (), 2),
    )
    core(
        f"(i|we) (would|will) have no [more|other] (@conflict|@conflicts) left {_THEN}",
        lambda: Unit(Effect("leaves", PROPOSED, Clashes(), fresh=False), (), 2),
    )


def ending(*values: Any) -> Unit | None:
    """Return what "making b5 green fixes the clash with h1" claims."""
    pairs, vg, clashes = values
    if vg.past or vg.perfect or vg.only or vg.ended or vg.still or vg.passive:
        return None
    keeps = vg.mode in ("cannot", "would not", "will not") or (vg.mode == "" and vg.negated)
    if not keeps and vg.mode not in ("", "would", "will", "can"):
        return None
    kind = "keeps" if keeps else "ends"
    return Unit(Effect(kind, pairs, clashes, fresh=_is_fresh(pairs)), (), 2)


def _is_fresh(pairs: tuple[Pair, ...]) -> bool:
    """Return whether each node of a change has another color now: a longer list may name them all."""
    return pairs != PROPOSED and len(pairs) < 3


def bringing(pairs: tuple[Pair, ...], vg: VerbGroup, clashes: Clashes) -> Unit | None:
    """Return what "making b4 red would give two new conflicts" claims."""
    if not _affirmed(vg):
        return None
    return Unit(Effect("brings", pairs, clashes, fresh=_is_fresh(pairs)), (), 2)


def _none(pairs: tuple[Pair, ...], vg: VerbGroup) -> Unit | None:
    if vg.past or vg.perfect or vg.only or vg.ended or vg.still or vg.passive:
        return None
    return Unit(Effect("brings none", pairs, fresh=_is_fresh(pairs)), (), 2)


def leaving(pairs: tuple[Pair, ...], vg: VerbGroup, clashes: Clashes) -> Unit | None:
    """Return what "that leaves only b3-h3" claims."""
    if not _affirmed(vg) or vg.verb == "give":
        return None
    return Unit(Effect("leaves", pairs, clashes, fresh=_is_fresh(pairs)), (), 2)


def leaving_none(pairs: tuple[Pair, ...], vg: VerbGroup) -> Unit | None:
    """Return what "h1 red leaves no conflict" claims; "that would leave me none" has its own rule."""
    return None if pairs == PROPOSED else leaving(pairs, vg, Clashes())


def _affirmed(vg: VerbGroup) -> bool:
    plain = not (vg.past or vg.perfect or vg.only or vg.ended or vg.still or vg.passive or vg.negated)
    return plain and vg.mode in ("", "would", "will")


def _only_left(clashes: Clashes) -> Unit | None:
    if clashes.number is None and not clashes.edges and clashes.at is None:
        return None
    return Unit(Effect("leaves", PROPOSED, clashes, fresh=False), (), 2)


def _over(clashes: Clashes) -> Unit:
    """Return what "all my conflicts are gone" claims of what was supposed."""
    # Of all conflicts it says that there are none, also no new ones.
    literal = bool(clashes.edges) or clashes.at is not None
    return Unit(Effect("is over" if literal else "ends", PROPOSED, clashes, fresh=False), (), 2)


def _add_means(rules: Grammar) -> None:
    """Add what the agent can end, and by what: "I can fix b1-h5 by making b1 green"."""

    def add(pattern: str, action: Any) -> None:
        rules.rule("ivp", pattern, action)

    means = (
        "(by <deeds>|with <pairs>|by using <pairs>|by taking <pairs>|by choosing <pairs>|if i <acts>|"
        "when i <acts>|if i use <pairs>|if i take <pairs>)"
    )
    for verb, behind in (("end", ""), ("get", "rid of"), ("clean", "up"), ("end", "(up|out)")):
        add(f"<v_{verb}> {behind} <clash> {_ALONE} {means}", fixing)
        add(f"<v_{verb}> {behind} <clash> {_ALONE}", able_to_end)
    add(
        f"<v_end> my (side|part|cluster|end|nodes|own side) {_ALONE} {means}",
        lambda vg, pairs: fixing(vg, Clashes(), pairs),
    )
    add(
        "<v_end> <clash> without you (changing|moving|recoloring) (<nodes>|anything|something)",
        alone_unable,
    )
    add(f"<v_end> my (side|part|cluster|end|nodes|own side) {_ALONE}", solving)

    rules.rule(
        "core",
        "my (side|part|cluster|end) (is|would be|will be) (done|finished|solved|settled|sorted)",
        lambda: Unit(Fact("satisfied"), (), 2),
    )


def fixing(vg: VerbGroup, clashes: Clashes, pairs: tuple[Pair, ...]) -> Unit | None:
    """Return what "I can fix the clash by making b1 green" claims."""
    if vg.past or vg.perfect or vg.only or vg.ended or vg.passive or vg.negated:
        return None
    if vg.mode not in ("can", "would"):
        return None
    return Unit(Effect("ends", pairs, clashes, fresh=_is_fresh(pairs), mine=True), (), 2)


def able_to_end(vg: VerbGroup, clashes: Clashes) -> Unit | None:
    """Return what "I can fix the clash with h1" claims."""
    if vg.past or vg.perfect or vg.only or vg.ended or vg.passive:
        return None
    kind = {"can": "can end", "cannot": "cannot end"}.get(vg.mode)
    return None if kind is None else Unit(Effect(kind, (), clashes), (), 2)


def alone_unable(vg: VerbGroup, clashes: Clashes, *group: Group) -> Unit | None:
    """Return what "I can't fix the clash without you changing h3" claims: that h3 would help."""
    unit = able_to_end(vg, clashes)
    if unit is None or vg.mode != "cannot" or not group:
        return unit
    pair = Pair(replace(group[0], owner="foreign"), ("*",), "or")
    return replace(unit, claim=Several((unit.claim, Setting("asked to change", (pair,)))))


def solving(vg: VerbGroup) -> Unit | None:
    """Return what "I can't solve my side" claims."""
    if vg.past or vg.perfect or vg.only or vg.ended or vg.passive:
        return None
    kind = {"can": "can solve", "cannot": "cannot solve"}.get(vg.mode)
    return None if kind is None else Unit(Fact(kind), (), 2)


def _add_acts(rules: Grammar) -> None:
    """Add changes that the agent can make, or would: "I can swap b1 and b5"."""

    def add(pattern: str, action: Any) -> None:
        rules.rule("ivp", pattern, action)

    of = "[the|both|their] [colors|color] [of|between|on] [my] [nodes]"
    add(
        f"<v_swap> {of} <node> (and|with) <node> [with each other|instead|for that]",
        lambda vg, a, b: (
            acting(vg, (Pair(Group("named", (a.name, b.name), owner="own"), ("swapped",)),), swap=True)
            if a.name != b.name and not (a.color or b.color)
            else None
        ),
    )
    add(
        "(can|could|would) (just|simply|only) <acts>",
        lambda pairs: Unit(Setting("exactly able", _own(pairs), fresh=True), (), 2),
    )
    # "I can turn b4 green and swap b1 and b5": what does not begin alike.
    add("(can|could) [also|then|still] <acts>", lambda pairs: _doing("able", pairs))
    add("would [also|then|still] <acts>", lambda pairs: _doing("plan", pairs))
    add(
        "(can|could|would) [also|then] <acts> (and|, and) (leave|keep) (the rest|everything else|"
        "all else|"
        "all other nodes|all my other nodes|the others|the other nodes) [@asbefore]",
        lambda pairs: Unit(Setting("exactly able", _own(pairs), fresh=True), (), 2),
    )
    rules.rule("given_said", "i [also|then] <acts>", lambda pairs: _supposed(pairs))
    rules.rule(
        "given_said",
        "i [also|then] (made|turned|changed|set|switched|moved) <acted>",
        lambda p: _supposed((p,)),
    )


def _supposed(pairs: tuple[Pair, ...]) -> Any:
    return (Given(_own(pairs)),)


def _own(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    return tuple(replace(one, group=replace(one.group, owner="own")) for one in pairs)


def _doing(kind: str, pairs: tuple[Pair, ...]) -> Unit | None:
    # A single color has a rule of its own.
    swap = any(pair.colors == ("swapped",) for pair in pairs)
    if len(pairs) == 1 and not swap:
        return None
    return Unit(Setting(kind, _own(pairs), fresh=not swap), (), 2)


def acting(
    vg: VerbGroup, pairs: tuple[Pair, ...], *, swap: bool = False, fresh: bool = True
) -> Unit | None:
    """Return what "I can make b4 blue", "I could ..." and "I would ..." claim; None for other modes."""
    if vg.past or vg.perfect or vg.passive or vg.ended or vg.negated:
        return None
    kind = {"can": "able", "would": "plan", "cannot": "unable"}.get(vg.mode)
    if kind is None or pairs == PROPOSED:
        return None
    if kind == "unable" and (swap or len(pairs) != 1):
        return None
    if vg.only:
        return None
    return Unit(Setting(kind, _own(pairs), fresh=fresh and not swap), (), 2)


def _add_needs(rules: Grammar) -> None:
    """Add changes that the agent has to make, or none: "I only have to change a4"."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    only = (
        "(would only need to|only need to|would only have to|only have to|would just need to|"
        "just need to|"
        "would just have to|just have to|would merely need to|must only|only must|still only have to)"
    )
    touch = "(change|recolor|move|touch|repaint|switch|adjust)"
    core(
        f"(i|we) {only} {touch} <nodes>",
        lambda group: (
            Unit(Effect("only change", (Pair(group, ("~",), "or"),), fresh=False), (), 2)
            if group.joint == "and"
            else None
        ),
    )
    core(
        "you (do not need to|do not have to|need not|would not have to|would not need to) "
        "[do (that|it|so)]",
        lambda: Unit(Fact("neednot")),
    )
    core(f"(i|we) {only} <acts>", lambda pairs: Unit(Effect("only change", _own(pairs)), (), 2))
    core(
        "(recoloring|changing) <nodes> (is|would be) enough [for <clash>]",
        lambda group, *clash: (
            Unit(Effect("only change", (Pair(group, ("~",), "or"),), fresh=False), (), 2)
            if group.joint == "and" and not clash
            else None
        ),
    )
    core(
        "<np> (can|could|may) [both|all|then] (stay|remain|keep) @asbefore",
        lambda group: Unit(Setting("stay", (Pair(group, ("=",), "or"),)), (), 2),
    )


def _add_asking(rules: Grammar) -> None:
    """Add what the agent asks for with words of its own: "make sure that h1 is not green"."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    sure = "[please|just] (make sure|ensure|see to it|take care|be sure|make certain) [that]"
    core(f"{sure} <nodes> <v_be> <hue>", _sure)
    core(f"{sure} <nodes> <v_stay> <hue>", _sure)
    imperative = "[please|just|then|so]"
    core(f"{imperative} {PUT} <acted> [instead|for me|if possible]", asked)
    core(
        "(do not|please do not|just do not|never) " + PUT + " <acted> [please|for me]",
        avoided,
    )
    core("(do not|please do not|just do not) (use|take|pick|choose) <pairs>", lambda p: avoided(*p))


def _sure(group: Group, vg: VerbGroup, hue: Any) -> Unit | None:
    if vg.mode not in ("", "cannot", "can") or vg.past or vg.only:
        return None
    negated = (vg.negated or vg.mode == "cannot") != hue.negated
    pair = pair_of(group, replace(hue, negated=False))
    if pair is None:
        return None
    if negated:
        return avoided(pair)
    return Unit(Setting("kept or asked", (pair,)), (), 1) if vg.mode == "" else None


def asked(pair: Pair) -> Unit:
    """Return what "make h1 red" presupposes."""
    return Unit(Setting("asked", (replace(pair, group=replace(pair.group, owner="foreign")),)), (), 0)


def avoided(*pairs: Pair) -> Unit:
    """Return what "don't make h1 red" presupposes: that it would clash, or leave no solution."""
    owned = tuple(replace(one, group=replace(one.group, owner="foreign")) for one in pairs)
    return Unit(Setting("avoided", owned), (), 1)
