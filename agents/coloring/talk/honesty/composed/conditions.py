"""
Grammar of answers that name only a condition: "yes, if you make h2 red", "not while h1 is green".

What is possible under the condition, or is not, is what the person asked about last.
"""

from __future__ import annotations

from dataclasses import replace

from ...grammar.chart import Grammar
from .terms import ASKED, Given, Setting, Unit

Givens = tuple[Given, ...]


def add_conditions(rules: Grammar) -> None:
    """Add conditions that stand for a whole answer, and "unless"."""
    yes = (
        "(yes|yeah|yep|sure|of course|certainly|gladly|happily|ok|okay|fine|possible|doable|it is|"
        "that is fine|that is ok|that is possible|it is possible|it is ok|it is fine|ok for me)"
    )
    rules.rule("clause", f"{yes} [,|:|-] [but] <givens>", _possible)
    rules.rule("clause", "[but] <only_if>", _possible)
    rules.rule("clause", f"{yes} [,|:|-] [but] <only_if>", _possible)
    rules.rule("only_if", "(only if|only when|only once|only after|not unless) <given_said>", _only)
    no = "(no|nope|nah|sorry|sadly)"
    rules.rule("clause", f"[{no} [,|:|-]] [but] not <givens>", _impossible)
    rules.rule(
        "clause", f"[{no} [,|:|-]] not without (a|a new|another) @conflict [,] <givens>", _impossible
    )
    rules.rule(
        "clause",
        "(you do not (have|need) to|you need not|you would not (have|need) to|there is no need to|"
        "there is no need|that is not needed|that is not necessary)",
        lambda: Unit(Setting("need not change", ASKED), (), 1),
    )
    rules.rule(
        "clause",
        "(please do|please go ahead|go ahead|yes please|do it|please do it|please do so|do so)",
        lambda: Unit(Setting("can", ASKED), (), 1),
    )
    # "Unless" says that the claim is so otherwise, and not then.
    rules.rule("given", "unless <given_said>", unless)


def _only(givens: Givens) -> Givens | None:
    return tuple(replace(one, only=True) for one in givens) if len(givens) == 1 else None


def unless(givens: Givens) -> Givens | None:
    """Return the supposition that one of a single node is not so."""
    if len(givens) != 1:
        return None
    given = givens[0]
    if given.present is None and (len(given.pairs) != 1 or len(given.pairs[0].group.names) > 1):
        return None
    return (replace(given, negated=not given.negated, only=True, free=True),)


def _possible(givens: Givens) -> Unit | None:
    return _unit("can", givens)


def _impossible(givens: Givens) -> Unit | None:
    return None if any(one.only for one in givens) else _unit("cannot", givens)


def _unit(kind: str, givens: Givens) -> Unit | None:
    if any(one.actual and not one.relevant for one in givens):
        return None
    return Unit(Setting(kind, ASKED), givens, 1)
