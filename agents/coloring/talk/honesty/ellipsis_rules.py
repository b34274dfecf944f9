"""Grammar of what is left out or taken up: "but a5 does", "the other one is fine"."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names, Pair
from .formulas import Formula, Given, Group, Predicate, Setting, Several, Supposed
from .shapes import BECAUSE, both_parts, each, states

_DOES = "(does|do|is|are|did|will|has|have)"


def add_ellipses(rules: Grammar) -> None:
    """Add clauses that take up a verb, a node or a color of the clause before."""

    def add(pattern: str, action: Any, name: str = "formula") -> None:
        rules.rule(name, pattern, action)

    for but in ("but", "while", "and", "whereas", "yet", ""):
        add(
            f"<nodes> <vp> [,] {but} [only] <nodes> {_DOES} [so|too|as well|that] [still|now]",
            functools.partial(_taken_up, False),
        )
        add(
            f"<nodes> <vp> [,] {but} <nodes> {_DOES} not [any more|now]",
            functools.partial(_taken_up, True),
        )
    add(f"<nodes> <vp> [,] (but|and|yet) [it|they] {_DOES} [now|still] with <other>", _with_another)
    add(
        "<nodes> <vp> [,] (but|and) [it|they] [still|now] (does|do|is|are) not with <other>",
        _not_another,
    )
    add(
        (
            "<nodes> <vp> [,] (and|but) [it|they] (did|was|were) [already] (before|already "
            "before|so before)"
        ),
        functools.partial(_before, False),
    )
    add(
        "<nodes> <vp> [,] (and|but) [it|they] (did not|was not|were not) before [either]",
        functools.partial(_before, True),
    )
    for left in ("the other <number>", "the other [one]", "the others", "the rest"):
        add(f"<number> of <gedges> <edgevps> [,] [and|but|while] {left} <edgevps>", _other_edges)
        add(f"<number> of <gmine> <vps> [,] [and|but|while] {left} <vps>", _other_edges)
    # A cause that is a color.
    for because in ("because of", "due to", "given", "owing to", "on account of"):
        add(f"<setting> [,] {because} [your|my] <bares>", _because, "said")
    # Colors after "but not", "and not".
    add(
        (
            "<nodes> @vcan [also|only] @vtake [either] <color> [@forme] [,] (but not|not|"
            "and not|but never) <color> [@forme]"
        ),
        _but_not,
    )
    add(
        (
            "<color> [@okis] (works|would work|is fine|would be fine|is possible) for "
            "<nodes> [@forme] [,] (but|while|and) <color> (does not|would not|is not|will "
            "not)"
        ),
        lambda c, n, d: _but_not(n, c, d),
    )
    add(
        (
            "(only one|just one|exactly one) color (works|is left|is possible|fits|would "
            "work|remains) (for|on) <nodes> <supposition> [,|:] (and that is|namely|) "
            "<color>"
        ),
        lambda n, g, c: Supposed(g, Setting("only", (Pair(n, c),))),
        "claim1",
    )
    add("only <own> (changed|moved|has changed) [,] from <color> to <color>", _only_from_to)
    add(
        (
            "<own> (is|was) the only (node|one) (that changed|i changed|i moved|that moved|"
            "to change) [,] from <color> to <color>"
        ),
        _only_from_to,
    )
    # "On green, b2 would clash with h5."
    add("(on|in|with|at|as) <color> [,] <nodes> <wouldvps>", _colored, "supposed")
    add(
        "(on|in|with|at|as) <color> [,] <nodes> would have (clashed|collided|conflicted) with <other>",
        lambda c, n, o: _colored(c, n, (Predicate("clash", other=o),)),
        "supposed",
    )
    add(
        (
            "(on|in|with|at|as) <color> [,] <nodes> would have (matched|had the same color "
            "as|been the same as) <other>"
        ),
        lambda c, n, o: _colored(c, n, (Predicate("same", other=o),)),
        "supposed",
    )
    add(
        "<nodes> (in|on) <color> would have (clashed|collided|conflicted) with <other>",
        lambda n, c, o: _colored(c, n, (Predicate("clash", other=o),)),
        "supposed",
    )
    # What should not be, and what would be otherwise.
    for pattern, order in (
        ("[please] keep <foreign> (off|away from|out of) <color>", 0),
        (
            (
                "[please] do not (make|set|turn|move|change|put|switch|paint) <foreign> [to|on|"
                "into] <color>"
            ),
            0,
        ),
        ("(please|but please|just please) not <fbare>", 1),
    ):
        add(
            f"{pattern} (,|:|;|.) (otherwise|or|or else|because then|then) [,] <body>",
            functools.partial(_otherwise, order),
            "claim1",
        )
        if order:
            add(
                f"{pattern} (,|:|;|.) <supposed>",
                lambda pair, claim: Several((_discouraged(pair), claim)),
                "claim1",
            )
            add(f"{pattern}", lambda pair: Several((_discouraged(pair),)), "claim1")
    # What a change makes possible.
    for subject, name in (("", "effect"), ("(that|this|it|which)", "thensetting")):
        add(
            (
                f"{subject} would (let me take|allow|give me|free|make possible|open up|enable|"
                "let me use|allow me to take|let me keep|give you|get you|make room for|let me "
                "make|let me go to|allow me to use) <obares>"
            ),
            lambda pairs: Setting("can", pairs),
            name,
        )
        add(
            f"{subject} would make <obares> (work|possible|available)",
            lambda pairs: Setting("can", pairs),
            name,
        )
        add(
            (
                f"{subject} would (not let me take|not allow|not give me|rule out|not make "
                "possible|not open up|not get you|not give you|block|not free|exclude|prevent) "
                "<obares>"
            ),
            lambda pairs: Setting("cannot", pairs),
            name,
        )
        add(
            (
                f"{subject} (would force|would push|forces|would make) <own> (to|into|onto|to "
                "be|to go|go) <color>"
            ),
            lambda n, c: Setting("only", (Pair(n, c),)),
            name,
        )
    add(
        (
            "i could not (follow|grant|fulfill|meet|satisfy|do|honor|comply with) your "
            "(wish|demand|request) (for|to have) <obare>"
        ),
        _not_granted,
    )
    add(
        (
            "(your wish|your demand|your request) (for|of) <obare> (was not possible|could "
            "not be met|did not work|is not met|is open)"
        ),
        _not_granted,
    )
    add(
        (
            "((nothing|no node) [on my side|of mine] (has changed|changed|moved|has moved)|"
            "(everything|all) [on my side|of mine] (is as before|is unchanged|stays the "
            "same|stayed the same|stays as it is)) [,] (<own> included|including <own>|not "
            "even <own>|including my <own>)"
        ),
        _nothing_but_same,
    )
    add(
        (
            "<own> was <color> [,] ((just|exactly) like|like|same as|as was|the same as|"
            "next to) <other> [before|too]"
        ),
        _was_like,
    )
    add(
        (
            "(unless|except if) you (change|move|recolor) <foreign> [,] (i stay|i am|i "
            "remain|we stay|we are|we remain|i would be|i will be) (stuck|in conflict|"
            "without a solution)"
        ),
        lambda n: Several((Setting("unsolvable"), Setting("you may move", (Pair(n, None),)))),
    )
    add(
        (
            "(you have to|only you can|only a change of yours can) (solve|fix|resolve|end) "
            "(this|it|the conflict)"
        ),
        lambda: Setting("stuck"),
        "setting",
    )


def _nothing_but_same(*values: Any) -> Several | None:
    own = next(one for one in values if isinstance(one, Names))
    same = each(own, (Predicate("changed", negated=True),))
    nothing = Formula("none", Group("all mine"), (Predicate("changed"),))
    return None if same is None else Several((nothing, same))


def _otherwise(order: int, *values: Any) -> Supposed | None:
    body = values[-1]
    if not isinstance(body, Formula | Setting | Several):
        return None
    pair = values[0] if order else Pair(values[0], values[1])
    if pair.nodes is None:
        return None
    return Supposed((Given(pair.nodes, pair.colors),), body)


def _discouraged(pair: Pair) -> Supposed:
    """Return that colors of foreign nodes would not do."""
    assert pair.nodes is not None
    return Supposed((Given(pair.nodes, pair.colors),), Setting("war"))


def _not_granted(pair: Pair) -> Formula | None:
    if pair.nodes is None or pair.colors is None:
        return None
    return each(
        pair.nodes,
        (Predicate("demanded", pair.colors), Predicate("color", pair.colors, negated=True)),
    )


def _was_like(own: Names, colors: Names, other: Group) -> Formula | None:
    return each(
        own, (Predicate("color", colors, time="was"), Predicate("same", other=other, time="was"))
    )


def _taken_up(negated: bool, nodes: Names, predicate: Predicate, others: Names) -> Several | None:
    if not isinstance(predicate, Predicate) or (negated and predicate.negated):
        return None
    first = each(nodes, (predicate,))
    time = "now" if predicate.time in ("gone", "kept") else predicate.time
    second = each(others, (replace(predicate, negated=negated, time=time),))
    return None if first is None or second is None else Several((first, second))


def _with_another(nodes: Names, predicate: Predicate, other: Group) -> Several | None:
    return _another(nodes, predicate, other, False)


def _not_another(nodes: Names, predicate: Predicate, other: Group) -> Several | None:
    return None if predicate.negated else _another(nodes, predicate, other, True)


def _another(nodes: Names, predicate: Predicate, other: Group, negated: bool) -> Several | None:
    first = each(nodes, (predicate,))
    second = each(nodes, (replace(predicate, other=other, negated=negated, time="now"),))
    if first is None or second is None or predicate.other is None:
        return None
    return Several((first, second))


def _before(negated: bool, nodes: Names, predicate: Predicate) -> Several | None:
    if predicate.time != "now" or (negated and not predicate.negated):
        return None
    first, second = each(nodes, (predicate,)), each(nodes, (replace(predicate, time="was"),))
    return None if first is None or second is None else Several((first, second))


def _other_edges(*values: Any) -> Several | None:
    numbers = [one for one in values if isinstance(one, int)]
    group = next(one for one in values if isinstance(one, Group))
    first, second = (one for one in values if isinstance(one, tuple))
    size = sum(numbers) if len(numbers) == 2 else group.size
    if size is None or group.size not in (None, size) or size <= numbers[0]:
        return None
    return both_parts(replace(group, size=size), numbers[0], first, second)


def _because(setting: Setting, pairs: tuple[Pair, ...]) -> tuple[Any, ...] | None:
    cause = states(pairs)
    return None if cause is None else (setting, BECAUSE, cause)


def _but_not(nodes: Names, good: Names, bad: Names) -> Several:
    return Several((Setting("can", (Pair(nodes, good),)), Setting("cannot", (Pair(nodes, bad),))))


def _only_from_to(own: Names, old: Names, new: Names) -> Several | None:
    changed = Formula("only", Group("all mine"), (Predicate("changed"),), named=Group("named", own))
    moved = each(own, (Predicate("color", old, time="gone"), Predicate("color", new, time="began")))
    return None if moved is None else Several((changed, moved))


def _colored(colors: Names, nodes: Names, predicates: tuple[Predicate, ...]) -> Supposed | None:
    formula = each(nodes, predicates)
    if formula is None or len(colors.names) != 1 or not all(one.other for one in predicates):
        return None
    return Supposed((Given(nodes, colors),), formula)
