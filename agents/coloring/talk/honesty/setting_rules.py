"""Grammar of what is possible: "I could take b2 blue", "red is not an option for a4", "nothing fits"."""

from __future__ import annotations

import functools
from importlib import resources
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names, Pair
from ..grammar.parse import rules_in
from .formulas import Setting, Several
from .shapes import number_in


def add_settings(rules: Grammar) -> None:
    """Add claims about what is possible, and those that are made only under a supposition."""
    for pattern in ("<own> [back] [@ito] [either] <color>", "<color> (for|on|at|with) <own>"):
        rules.rule("otake", pattern, _pair)
    rules.rule("otakes", "<otake>", lambda one: (one,))
    rules.rule(
        "otakes",
        "<otake> [,] (and|, and|,|plus) [then|also|move|set|put|take|make|switch|with] <otakes>",
        lambda one, more: (one, *more),
    )
    has = (
        "(i have|there are|there is|that leaves me) [only|just|exactly] <number> @solutions [@forme] [,]"
    )
    for all_of in ("all [of them] with", "each with", "and it has", "and (all|each) of them have"):
        rules.rule("formula", f"{has} {all_of} <obares>", _solutions_with)
    rules.rule("formula", f"{has} and <own> is <color> in (each|all) of them", _solutions_with)
    for part, name in (("settings", "setting"), ("consequences", "thensetting"), ("effects", "effect")):
        text = resources.files(__package__).joinpath(f"{part}.txt").read_text(encoding="utf-8")
        for kind, pattern in rules_in(text):
            action = _left_for if kind == "left for" else functools.partial(_setting, kind)
            rules.rule(name, pattern, action)


def _solutions_with(number: int, *named: Any) -> Several:
    """Return the number of colorings without conflict, and colors that all of them share."""
    pairs = named[0] if isinstance(named[0], tuple) else (Pair(*named),)
    return Several((Setting("solutions", number=number), Setting("only", pairs)))


def _left_for(*values: Any) -> Setting | None:
    """Return that a node has to give up its color for another one."""
    old, new = (one for one in values if one.kind == "color")
    own = next(one for one in values if one.kind == "node")
    if len(old.names) != 1 or len(new.names) != 1:
        return None
    return Setting("left for", (Pair(own, old, new),))


def _pair(*values: Any) -> Pair | None:
    nodes = next((one for one in values if isinstance(one, Names) and one.kind == "node"), None)
    colors = next((one for one in values if isinstance(one, Names) and one.kind == "color"), None)
    return Pair(nodes, colors) if nodes is not None else None


def _setting(kind: str, *values: Any) -> Setting | None:
    """Return a claim about what is possible, of the names in the order of the text."""
    pairs: list[Pair] = []
    for value in values:
        if isinstance(value, tuple):
            pairs += value
    names = [one for one in values if isinstance(one, Names)]
    if names:
        pair = _pair(*names)
        if pair is None:
            return None
        pairs.append(pair)
    number = number_in(values)
    return Setting(kind, tuple(pairs), -1 if number is None else number)
