"""Grammar of what the agent prefers, and of what may stay: "red would be easier", "I'd leave it all"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .change_clauses import ending
from .clauses import Said
from .nouns import Hue, pair_of
from .possible_actions import topic, works
from .terms import Clashes, Fact, Group, Holds, Pair, Predicate, Setting, Several, Unit
from .verbs import VerbGroup


def add_comparisons(rules: Grammar) -> None:
    """Add clauses about colors that are better, and about what need not change."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    is_ = "(is|would be|will be|seems|looks)"
    good = "(better|easier|simpler|preferable|the better choice|the easier choice|a better choice)"
    core(f"<colors> {is_} {good} [@forme|here|there]", lambda h: _better(h, None))
    core(f"<colors> {is_} {good} (for|on) <nodes> [@forme]", lambda h, g: _better(h, g))
    core(
        f"<colors> {is_} {good} [@forme|there] than <color1> [@forme]",
        lambda h, c: _better(h, None, c),
    )
    core(f"<colors> {is_} {good} (for|on) <nodes> than <color1>", _better)
    like = "(would prefer|prefer|would rather have|would suggest|suggest|would recommend|recommend)"
    core(f"i {like} <colors> [here|there|instead]", lambda h: _better(h, None))
    core(f"i {like} <colors> (for|on) <nodes> [instead]", lambda h, g: _better(h, g))
    # "Red would be fine for h1 and would solve the clash with a5."
    fine = "(<v_be> @possible|<v_work>) [@forme] (and|, and|and also) <v_end> <clash>"
    core(f"<pairs> {fine}", _fine_and_ends)
    core(
        "<colors> (<v_be> @possible|<v_work>) (for|on) <nodes> (and|, and) <v_end> <clash>",
        lambda h, vg, g, ve, c: (
            _fine_and_ends((p,), vg, ve, c) if (p := pair_of(g, h)) is not None else None
        ),
    )
    core(
        "all [of] my nodes (fit|work|are fine|can stay) [as they are|unchanged|then]",
        lambda: Unit(Fact("calm"), (), 1),
    )
    _add_staying(rules)
    _add_questions(rules)


def _fine_and_ends(
    pairs: tuple[Pair, ...], vg: VerbGroup, verb: VerbGroup, clashes: Clashes
) -> Unit | None:
    first, second = works(pairs, vg), ending(pairs, verb, clashes)
    if first is None or second is None:
        return None
    return Unit(Several((first.claim, second.claim)), (), 1)


def _better(hue: Hue, group: Group | None, than: str = "") -> Unit | None:
    if hue.negated or hue.joint == "and" or any(c in ("~", "*", "=") for c in hue.colors):
        return None
    pairs = topic(hue) if group is None else (p,) if (p := pair_of(group, hue)) else None
    if not pairs or (group is not None and len(group.names) != 1) or than in hue.colors:
        return None
    return Unit(Setting("better", pairs, than=than), (), 2)


def _add_staying(rules: Grammar) -> None:
    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    all_ = "(everything|all|all my nodes|my nodes|all of my nodes|my colors|things)"
    so = "(as it is|as they are|as things are|like this|unchanged|so)"
    for pattern in (
        "(would not|would not have to|would not need to) (change|move|recolor|touch) (anything|a thing"
        "|any node|any of my nodes|any nodes)",
        "would (change|move|recolor|do) nothing",
        f"would (leave|keep) {all_} {so}",
    ):
        rules.rule("ivp", pattern, lambda: Unit(Fact("calm would"), (), 2))
    core(
        "nothing (would change|would have to change|would need to change|changes) [@forme|on my side]",
        lambda: Unit(Fact("calm would"), (), 2),
    )
    core(
        f"you (can|could|may) (leave|keep) (everything|all|all your nodes|your nodes|all of them) {so}",
        lambda: Unit(Fact("calm")),
    )
    core(
        "neither <nodes> (has|have|needs|need) to (change|move) [@forme]",
        lambda g: _spared(g) if g.joint == "or" else None,
    )
    need = "(do not have to|do not need to|need not|would not have to|would not need to)"
    core(
        f"you {need} (make|turn|change|set|move) <nodes> [to|into] <hue> [@forme]",
        _no_need,
    )
    core(
        f"you {need} (change|move|recolor|touch) <nodes> [@forme]",
        lambda g: _spared(g),
    )
    core("i (do not need|would not need) <nodes> (to be|in|as) <hue>", _no_need)
    rules.rule("vp", "<v_move> [away] from <hue>", _must_leave)


def _spared(group: Group) -> Unit:
    whole = replace(group, joint="and", owner="foreign")
    return Unit(Setting("may keep", (Pair(whole, ("*",), "or"),)), (), 1)


def _no_need(group: Group, hue: Hue) -> Unit | None:
    """Return what "I don't need h4 to be blue" claims: it is not, and may stay as it is."""
    if hue.negated or len(hue.colors) != 1 or hue.colors[0] in ("~", "*", "=") or group.joint == "or":
        return None
    whole = replace(group, owner="foreign")
    other = Holds(whole, (Predicate("color", hue.colors, negated=True),))
    return Unit(Several((other, _spared(group).claim)), (), 1)


def _must_leave(vg: VerbGroup, hue: Hue) -> Said | None:
    """Return what "needs to change from green" says."""
    if vg.mode != "must" or vg.past or vg.negated or len(hue.colors) != 1 or hue.negated:
        return None
    return Said((Predicate("color", hue.colors), Predicate("must move")), 2)


def _add_questions(rules: Grammar) -> None:
    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    core("(can|could) <nodes> [also] (be|become|have|get) <hue> [instead]", _another)
    core(
        "(does|do) <asked_pron> (have to|need to) (stay|be|remain) <hue>",
        lambda g, h: (
            Unit(Holds(g, (Predicate("color", h.colors),)))
            if not h.negated and len(h.colors) == 1
            else None
        ),
    )
    core("(would you like to|do you want to|would you want to) change <nodes>", _foreign)
    core(
        "(do you [really] (need|want)|would you like|do you want) (it|that) [to be|in] <hue>",
        lambda h: (
            Unit(Setting("wanted", (Pair(Group("it", owner="own"), h.colors),)))
            if not h.negated and len(h.colors) == 1
            else None
        ),
    )


def _foreign(group: Group) -> Unit:
    return Unit(Setting("asked to change", (Pair(replace(group, owner="foreign"), ("*",), "or"),)))


def _another(group: Group, hue: Hue) -> Unit | None:
    """Return what "can h1 be something other than blue" presupposes: it is blue, and a change helps."""
    if not hue.negated or len(hue.colors) != 1 or group.joint == "or":
        return None
    whole = replace(group, owner="foreign")
    is_so = Holds(whole, (Predicate("color", hue.colors),))
    return Unit(Several((is_so, Setting("asked to change", (Pair(whole, ("*",), "or"),)))))
