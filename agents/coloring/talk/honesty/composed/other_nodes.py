"""Grammar of changes with nodes that are not named: "I can make b5 blue by changing two other nodes"."""

from __future__ import annotations

from dataclasses import replace

from ...grammar.chart import Grammar
from .nouns import pair_of
from .terms import ASKED, PROPOSED, Clashes, Effect, Group, Others, Pair, Unit
from .verbs import VerbGroup

Pairs = tuple[Pair, ...]
_CHANGE = "(change|recolor|repaint|move|switch|adjust|adapt)"
_CHANGING = "(changing|recoloring|repainting|moving|switching|adjusting|adapting|with a change of)"
_TOO = "[then|as well|with it|for that|to do that|for it|instead]"


def add_other_nodes(rules: Grammar) -> None:
    """Add clauses about changes of nodes that are not named."""
    _add_nouns(rules)
    for name, change, verb in (
        ("other_acts", _CHANGE, "make|turn|set|color|paint"),
        ("other_deeds", _CHANGING, "making|turning|setting|coloring|painting"),
    ):
        rules.rule(name, f"[also] {change} <others> {_TOO}", lambda others: others)
        rules.rule(
            name,
            f"[also] ({verb}) <others> [to|into] <color1>",
            lambda others, color: replace(others, color=color),
        )
    # "Make b1 red, b3 green and one of my inner nodes blue."
    rules.rule(
        "acts_others",
        "<acts> (and|, and) <others> <color1>",
        lambda pairs, others, color: (pairs, replace(others, color=color)),
    )
    rules.rule("acts_others", "<acts> (and|, and|,) <other_acts>", lambda *both: both)
    rules.rule(
        "acts_others",
        f"[also] {_CHANGE} <nodes> (and|, and) <others> {_TOO}",
        lambda group, others: (p, others) if (p := _changed(group)) else None,
    )
    rules.rule(
        "deeds_others",
        "<deeds> (and|, and) <others> <color1>",
        lambda pairs, others, color: (pairs, replace(others, color=color)),
    )
    rules.rule("deeds_others", "<deeds> (and|, and|,) <other_deeds>", lambda *both: both)
    rules.rule(
        "deeds_others",
        f"{_CHANGING} <nodes> (and|, and) <others> {_TOO}",
        lambda group, others: (p, others) if (p := _changed(group)) else None,
    )
    rules.rule("other_means", "(by|with) <other_deeds>", lambda others: ((), others))
    rules.rule("other_means", "(if|when|once|provided) i <other_acts>", lambda others: ((), others))
    rules.rule("other_means", "by <deeds_others>", lambda both: both)
    rules.rule("other_means", "(if|when|once|provided) i <acts_others>", lambda both: both)
    _add_clauses(rules)


def _add_nouns(rules: Grammar) -> None:
    nodes = "(node|nodes)"
    inner = "(inner|inside|internal|hidden|inner own|own inner|other inner|more inner)"
    other = "(other|remaining|own|other own|more|further)"
    for kind, is_inner in ((inner, True), (other, False)):

        def some(number: int | None, is_inner: bool = is_inner) -> Others:
            return Others(number, inner=is_inner)

        many = f"[of] [my|the] {kind} {nodes} [of mine|on my side|inside|too]"
        rules.rule("some_nodes", f"[just|only] <number> {many}", some)
        rules.rule("some_nodes", f"(a|an) {kind} node [of mine|on my side]", lambda f=some: f(1))
        few = "(some|some of|a few|a few of|several|several of|)"
        rules.rule("some_nodes", f"{few} {many}", lambda f=some: f(None))
    rules.rule("some_nodes", "another [of my] (node|nodes) [of mine|on my side]", lambda: Others(1))
    rules.rule("some_nodes", "another of my nodes", lambda: Others(1))
    rules.rule("some_nodes", "another inner node", lambda: Others(1, inner=True))
    rules.rule("some_nodes", "<number> (node|nodes) inside", lambda n: Others(n, inner=True))
    rules.rule("some_nodes", "<number> more of my nodes", lambda n: Others(n))
    rules.rule("others", "<some_nodes>", lambda others: others)
    rules.rule(
        "others",
        "<some_nodes> (that is|which is|that are|which are) [now] <color1> [now]",
        lambda others, color: replace(others, present=color),
    )


def _changed(group: Group) -> Pairs | None:
    if group.joint == "or" or group.quantity != "all":
        return None
    return (Pair(replace(group, owner="own"), ("~",), "or"),)


def _add_clauses(rules: Grammar) -> None:
    can = "(can|could|would be able to|am able to) [also|still|then]"
    end = "[as well|too|then]"
    rules.rule("ivp", f"{can} <acts> <other_means> {end}", lambda p, both: _able(p, both))
    rules.rule("ivp", f"{can} <acts_others> {end}", lambda both: _able((), both))
    rules.rule(
        "ivp",
        f"{can} <acts_others> (to|so that i|so i) (fix|solve|end|resolve|clear|remove) <clash>",
        lambda both, clashes: _able((), both, clashes),
    )
    rules.rule("ivp", f"{can} do (that|it|this|so) <other_means>", lambda both: _able(ASKED, both))
    rules.rule("ivp", "<v_end> <clash> [on my own|alone|by myself] <other_means>", _ending)
    rules.rule(
        "ivp",
        "<v_end> (it|this|that) [on my own|alone|by myself] <other_means>",
        lambda vg, both: _ending(vg, Clashes(), both),
    )
    rules.rule("core", "<subj> <v_work> [for me] <other_means>", lambda p, vg, b: _works(p, vg, b))
    rules.rule(
        "core",
        "<subj> <v_be> (possible|fine|ok|doable) [for me] <other_means>",
        lambda p, vg, b: _works(p, vg, b),
    )
    rules.rule(
        "core",
        "<nodes> (can|could) [also|then] (be|become|turn|go|get) <hue> <other_means>",
        lambda g, h, both: (
            _able((p,), both) if not h.negated and len(h.colors) == 1 and (p := pair_of(g, h)) else None
        ),
    )
    must = (
        "(would have to|would need to|have to|need to|must|will have to|will need to|would only have "
        "to|would only need to|only have to|only need to)"
    )
    rules.rule(
        "core",
        f"(i|we) [also|then] {must} [also|first|then] <other_acts>",
        lambda others: Unit(Effect("needs others", PROPOSED, fresh=False, others=others), (), 2),
    )
    yes = (
        "(yes|yeah|sure|of course|ok|okay|fine|possible|doable|that is possible|that is fine|it is "
        "possible|i can|i could|i can do that|it works|that works)"
    )
    rules.rule("clause", f"[{yes} [,|:|-] [but]] [only] <other_means>", lambda both: _able(ASKED, both))


def _able(pairs: Pairs, both: tuple[Pairs, Others], clashes: Clashes | None = None) -> Unit | None:
    more, others = both
    owned = tuple(
        replace(one, group=replace(one.group, owner="own")) if one.group.kind == "named" else one
        for one in (*pairs, *more)
    )
    effect = Effect("with others", owned, clashes or Clashes(), fresh=False, mine=True, others=others)
    return Unit(effect, (), 2)


def _ending(vg: VerbGroup, clashes: Clashes, both: tuple[Pairs, Others]) -> Unit | None:
    if vg.past or vg.perfect or vg.only or vg.ended or vg.passive or vg.negated:
        return None
    return _able((), both, clashes) if vg.mode in ("can", "would") else None


def _works(pairs: Pairs, vg: VerbGroup, both: tuple[Pairs, Others]) -> Unit | None:
    if vg.past or vg.perfect or vg.only or vg.ended or vg.passive or vg.negated:
        return None
    return _able(pairs, both) if vg.mode in ("", "would", "can", "will") else None
