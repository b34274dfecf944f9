"""Grammar of clauses whose subject is the person: "you can keep h2", "you have blue on h1"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .clauses import states
from .nouns import Hue, pair_of
from .terms import PROPOSED, Group, Holds, Pair, Predicate, Setting, Several, Unit


def add_person(rules: Grammar) -> None:
    """Add clauses whose subject is the person."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    may = (
        "(you can|you could|you may|you might|feel free to|go ahead and|you are free to|you are "
        "welcome to|"
        "you would be free to|you could just as well|you can just as well|you are also free to|"
        "you would be welcome to|i do not mind if you|i would not mind if you|it is fine if you|"
        "it is fine for me if you|it is ok if you|you can safely|you could safely|by all means)"
    )
    core(
        f"{may} [also|still] (take|use|pick|choose|try|have|put|go with|go for|keep|stay with) "
        "<subj> [too|instead|@forme]",
        allowed,
    )
    core(
        f"{may} [also|still] (set|make|turn|change|move|switch|recolor|take|put) <nodes> [over|back] "
        "[to|into|on] <hue> [too|instead|@forme]",
        allowed,
    )
    core(f"{may} [also|still] (keep|leave) <nodes> [on|at|in] <hue> [@forme]", kept)
    core(
        f"{may} [also|still] (keep|leave) <nodes> [as it is|as they are|unchanged|alone|there|where "
        "it is|both] [@forme]",
        kept,
    )
    core(
        "(please|i would ask you to|it is best to|better|you should) (avoid|do not use|do not take|"
        "do not pick|steer clear of|stay away from) <subj>",
        avoided,
    )
    core(
        "(please|i would ask you|better|you should) [do] not (turn|make|set|move|change|switch|put|"
        "go) <nodes> [to|into|on] <hue>",
        avoided,
    )
    core(
        "(you have|you use|you are using|you are on|you hold|you put|you have put|you have got|you "
        "chose|you picked|you took|you now have|since you have|you set) [both] <pairs>",
        has,
    )
    core(
        "(i have noted|i have|i noted|i have you down for|i understood|i have recorded|you reported|"
        "you gave me|i got|i have got|i take|what i have is|what i have from you is|i see|i count "
        "on|i am assuming|my information is) <pairs> [from you|for you|so far|noted|on your side]",
        has,
    )
    core(
        "(may|can|shall|should|could) i (switch|move|change|turn|set|take|put|make|recolor) <np> "
        "[over|back] [to|into|on] <hue> [?]",
        asks,
    )
    core(
        "(no need|there is no need|you have no reason|no reason) [for you] to (change|move|touch|"
        "recolor|adjust) <nodes> [on my account|for me|for my sake|because of me]",
        lambda g: Unit(
            Setting("need not change", (Pair(replace(g, joint="and", owner="foreign"), ("*",), "or"),))
        ),
    )
    core("why [is|are] [still] [it] <pairs> [?]", has)
    core(
        "(is|are) <pairs> (something you need|important to you|something you want|important for you|"
        "a must for you|what you want|your final choice|final|fixed) [?]",
        has,
    )
    core("<subj> (makes|make|would make) no difference [to me|for me|here]", indifferent)
    core(
        "<subj> (does|do|would) not (matter|affect me|bother me|hurt me|hurt|change anything for me|"
        "touch me|matter to me|matter for me)",
        indifferent,
    )
    core("<subj> (is|are|would be) all the same to me", indifferent)
    core(
        "<subj> (would bother me|would hurt|would hurt me|would trouble me|would be bad for me|"
        "would be a problem|would get in my way|is in my way|hurts|hurts me|bothers me|is what "
        "bothers me|is what hurts|would be trouble)",
        disturbing,
    )
    core(
        "(any|every|either|each) color [there|on it] (works|would work|is fine|would do|would be "
        "fine|suits me|is ok) [@forme]",
        lambda: Unit(Setting("any", (Pair(Group("topic"), ("*",), "or"),)), (), 1),
    )
    core(
        "i (can|could) (live|work|deal) with (any|every|each) color (there|on it|on <nodes>)",
        lambda *g: Unit(Setting("any", (Pair(g[0] if g else Group("topic"), ("*",), "or"),)), (), 1),
    )
    core(
        "i (would like|would prefer|would love|would welcome|prefer|would rather have|was hoping "
        "for) (it|<nodes>) <hue>",
        wished,
    )
    core(
        "<hue> (is|was) (taken|used|occupied|already used|already taken|in use|blocked) by [both|my|"
        "your] <nodes> [and <hue> by <nodes>]",
        taken,
    )


def allowed(*values: Any) -> Unit | None:
    """Return what "you can make h2 red" claims: that it works."""
    pairs = _pairs(values)
    if pairs is None:
        return None
    return Unit(Setting("may choose", pairs), (), 1)


def asks(group: Group, hue: Hue) -> Unit | None:
    """Return what "may I make b2 red" presupposes: that it works, and is not so yet."""
    pair = pair_of(replace(group, owner="own"), hue)
    return None if pair is None else Unit(Setting("can", (pair,), fresh=True), (), 1)


def kept(group: Group, *hue: Hue) -> Unit | None:
    """Return what "you can keep h2 red" claims: no other color lets the agent have fewer conflicts."""
    if hue and (len(hue[0].colors) != 1 or hue[0].negated):
        return None
    keep = Setting("may keep", (Pair(group, ("*",), "or"),))
    if hue:
        return Unit(Several((Holds(group, (Predicate("color", hue[0].colors),)), keep)), (), 0)
    return Unit(keep, (), 0)


def avoided(*values: Any) -> Unit | None:
    """Return what "please avoid red on h2" presupposes: that it would not work, or clash."""
    pairs = _pairs(values)
    return None if pairs is None else Unit(Setting("avoided", pairs), (), 1)


def has(pairs: tuple[Pair, ...]) -> Unit | None:
    """Return that the nodes have the colors."""
    owned = tuple(replace(pair, group=replace(pair.group, owner=pair.group.owner)) for pair in pairs)
    claim = states(owned)
    return None if claim is None else Unit(claim)


def indifferent(pairs: tuple[Pair, ...]) -> Unit:
    """Return that each of the colors fits the agent's present ones."""
    return Unit(Setting("as is", pairs), (), 1)


def disturbing(pairs: tuple[Pair, ...]) -> Unit:
    """Return that each of the colors clashes with the agent's present ones."""
    # What the person proposed is in the way only if the agent can not react.
    return Unit(Setting("cannot" if pairs == PROPOSED else "not as is", pairs), (), 1)


def wished(*values: Any) -> Unit | None:
    """Return what a wish presupposes: that it works."""
    hue: Hue = values[-1]
    group = values[0] if len(values) > 1 else Group("it", owner="foreign")
    pair = pair_of(group, hue)
    return None if pair is None else Unit(Setting("can", (pair,)), (), 1)


def taken(*values: Any) -> Unit | None:
    """Return that nodes have colors: "red is taken by h5 and green by h2"."""
    claims = []
    for hue, group in zip(values[::2], values[1::2], strict=True):
        if len(hue.colors) != 1 or hue.negated or group.joint == "or":
            return None
        claims.append(Holds(group, (Predicate("color", hue.colors),)))
    return Unit(Several(tuple(claims)))


def _pairs(values: tuple[Any, ...]) -> tuple[Pair, ...] | None:
    if isinstance(values[0], tuple):
        return values[0]
    hues = [one for one in values if isinstance(one, Hue)]
    groups = [one for one in values if isinstance(one, Group)]
    pair = pair_of(groups[0], hues[0]) if hues and groups else None
    return None if pair is None else (pair,)
