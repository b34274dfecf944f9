"""Grammar of formulas under a supposition: "if h4 were red, it would clash with a4"."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from .formulas import Formula, Group, Predicate, Supposed
from .predicate_rules import COMPARISONS
from .shapes import clashes, each, mutual, neither, value_of


def add_suppositions(rules: Grammar) -> None:
    """Add formulas under a supposition about colors."""
    suppose = "(if|when|as long as|once|should|with|in case|while)"
    turned = (
        "(is|are|were|was|turns|turned|becomes|became|become|stays|stayed|remains|gets|turn|stay|remain"
        "|ever become)"
    )
    rules.rule("supposition", f"{suppose} <nodes> ({turned}|in|) <color>", lambda n, c: ((n, c),))
    rules.rule(
        "supposition",
        f"{suppose} <nodes> (were|was|is) <color> instead of <color_name>",
        lambda n, c, _: ((n, c),),
    )
    rules.rule(
        "supposition",
        f"{suppose} you (painted|paint|made|make|turned|turn|changed|change|set|gave|"
        f"colored) <foreign> [to|the color] <color>",
        lambda n, c: ((n, c),),
    )
    rules.rule(
        "supposition", "(turning|making|painting|setting) <foreign> [to] <color>", lambda n, c: ((n, c),)
    )
    rules.rule("supposition", "(with|) <foreign> [in] <color>", lambda n, c: ((n, c),))
    rules.rule(
        "supposed",
        "<supposition> would (remove|solve|end) (the|our) (one|only|) (clash|conflict) "
        "(we have with each other|between us)",
        lambda given: Supposed(given, replace(clashes("none"))),
    )
    rules.rule(
        "supposed",
        "what if <foreign> (became|were|turned|was) <color> ? [then] <nodes> would "
        "[both] differ from it",
        lambda f, c, n: Supposed(
            ((f, c),), Formula("none", Group("named", n), (Predicate("same", other=Group("named", f)),))
        ),
    )
    rules.rule(
        "supposed",
        "<foreign> [in] <color> would (fit|be fine with|be fine for|get along with) "
        "<other> and (with|for) <other>",
        lambda f, c, a, b: Supposed(
            ((f, c),),
            Formula("all", Group("named", f), (Predicate("fits", other=a), Predicate("fits", other=b))),
        ),
    )
    for then in ("<wouldformula>", "<formula>"):
        rules.rule(
            "supposed", f"<supposition> [and everything else as it is] [,] [then] {then}", _supposed
        )
    rules.rule("claim", "<supposed>", value_of)
    rules.rule("wouldformula", "<nodes> <wouldvps>", each)
    rules.rule("wouldformula", "neither <nodes> <wouldvps>", neither)
    rules.rule("wouldformula", "<gset> <wouldmutual>", mutual)
    rules.rule(
        "wouldformula",
        "(there would be no @clashnoun @betweenus|no @clashnoun @betweenus would (be left|remain))",
        lambda: clashes("none"),
    )
    # "h4 green would be fine with a4": the color stands behind the node.
    for kind, (_, base, with_) in COMPARISONS.items():
        meant, denied = ("same", True) if kind == "differ" else (kind, False)
        for negated, words in ((False, "(would|will)"), (True, "(would|will) not")):
            for node, order in (("<nodes> [in] <color>", 0), ("<color> (on|for) <nodes>", 1)):
                rules.rule(
                    "supposed",
                    f"{node} {words} ({base}) {with_} <other>",
                    functools.partial(_colored, order, Predicate(meant, negated=negated != denied)),
                )


def _supposed(given: tuple[tuple[Names, Names], ...], formula: Formula) -> Supposed | None:
    return Supposed(given, formula) if isinstance(formula, Formula) else None


def _colored(order: int, predicate: Predicate, *values: Any) -> Supposed | None:
    nodes, colors = (values[1], values[0]) if order else (values[0], values[1])
    formula = each(nodes, (replace(predicate, other=values[2]),))
    return Supposed(((nodes, colors),), formula) if formula is not None else None
