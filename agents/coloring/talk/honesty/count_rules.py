"""Grammar of counts: "exactly two of a2, a4 and a5 are red", "one edge between us is in conflict"."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from .formulas import Colors, Formula, Group, Predicate, Several
from .shapes import both_parts, clashes, each, mutual, neither, number_in

ONE = "(exactly|just|only|)"


def add_counts(rules: Grammar) -> None:
    """Add formulas that count the members of groups, and those about conflicts and what is seen."""
    for group, vps in (("gnodes", "vps"), ("gedges", "edgevps")):
        for pattern, quantity, more in _QUANTITIES:
            rules.rule(
                "formula",
                f"{pattern.replace('$', f'<{group}>')} <{vps}>",
                functools.partial(_counted, quantity, more),
            )
        rules.rule(
            "formula",
            f"among <{group}> [,] {ONE} <number> <{vps}>",
            functools.partial(_among, "exactly"),
        )
        rules.rule(
            "formula", f"of <{group}> [,] {ONE} <number> <{vps}>", functools.partial(_among, "exactly")
        )
    rules.rule("edgevps", "<evp>", lambda one: (one,))
    for group in ("gown", "gmine", "gyours"):
        rules.rule("formula", f"<{group}> <vps>", _of_group)
    rules.rule("formula", "only <own> <vps>", _only_own)
    rules.rule(
        "formula",
        "(apart from|except for|besides|other than) <own> [,] (none of my nodes|no other node of mine|"
        "no node of mine|nothing of mine|none of mine|none of my border nodes) <vps>",
        _only_own,
    )
    rules.rule("formula", "<own> is the only (node|one) of (mine|my nodes) that <vps>", _only_own)
    rules.rule("formula", "<own> is my only (node|one) that <vps>", _only_own)
    for pattern in ("of <gnodes> [,] only <nodes> <vps>", "among <gnodes> [,] only <nodes> <vps>"):
        rules.rule("formula", pattern, _only)
    rules.rule("formula", "only <nodes> <vps> (of|among) <gnodes>", lambda n, v, g: _only(g, n, v))
    rules.rule(
        "formula",
        "<nodes> (is|are) the only <color> (one|ones|node|nodes) (of|among) <gnodes>",
        _only_color,
    )
    for words in ("all|all of", "each of|every one of"):
        rules.rule(
            "formula", f"({words}) <gnodes> (except|but|except for|apart from) <nodes> <vps>", _except
        )
        rules.rule(
            "formula",
            f"({words}) <gedges> (except|but|except for|apart from) <gedge> <edgevps>",
            _except,
        )
        rules.rule(
            "formula",
            f"({words}) <gedges> <edgevps> (except|but|except for|apart from) <gedge>",
            lambda g, v, n: _except(g, n, v),
        )
    rules.rule(
        "formula", "only <gedge> <edgevps>", lambda n, v: Formula("only", Group("edges"), v, named=n)
    )
    rules.rule("formula", "<gedge> <edgevps>", lambda g, v: Formula("all", g, v))
    rules.rule(
        "formula",
        "both ends of <gedge> are <color>",
        lambda g, c: Formula("all", Group("named", g.names), (Predicate("color", c),)),
    )
    # One node or several, each.
    rules.rule("formula", "<nodes> <vps>", each)
    rules.rule("formula", "neither <nodes> <vps>", neither)
    rules.rule("formula", "<gset> <mutual>", lambda g, p: mutual(g, p))
    rules.rule("formula", "(both|the two) <gyours> <mutual>", mutual)
    # Conflicts between the participants.
    count = f"{ONE} <number> [single] @clashnoun"
    there = "(there is|there are|we have|there is still|there are still|we still have)"
    tail = "(@betweenus [@left]|[@left] @betweenus|with each other)"
    rules.rule("formula", f"{there} {count} {tail}", lambda number: clashes("exactly", number))
    for words, quantity in (("at least", "least"), ("at most|no more than", "most")):
        rules.rule(
            "formula",
            f"{there} ({words}) <number> @clashnoun {tail}",
            functools.partial(clashes, quantity),
        )
    rules.rule(
        "formula",
        f"{there} {count} {tail} [:|,] [between|at|on] <oneedge>",
        lambda number, edge: replace(clashes("exactly", number), named=edge),
    )
    rules.rule(
        "formula",
        f"(our only|the only|our one) @clashnoun [{tail}] is [the one|that] [between|at|"
        f"on|of] <oneedge>",
        lambda edge: replace(clashes("exactly", 1), named=edge),
    )
    rules.rule(
        "formula", f"({there} no @clashnoun {tail}|no @clashnoun {tail})", lambda: clashes("none")
    )
    rules.rule(
        "formula",
        "<number> @edgewords (connect us|connect our clusters|connect your cluster to mine|connect"
        " my cluster to yours)",
        lambda number: Formula("most", Group("edges", size=number), (), number),
    )
    rules.rule(
        "formula", "one of us (has to|needs to|must) (switch|change|move)", lambda: clashes("least", 1)
    )
    rules.rule(
        "formula",
        "<number> @edgewords [@betweenus] <edgevps>",
        lambda n, v: Formula("exactly", Group("edges"), v, n),
    )
    rules.rule(
        "formula",
        "<number> @edgeword [@betweenus] <edgevps>",
        lambda n, v: Formula("exactly", Group("edges"), v, n),
    )
    rules.rule(
        "said",
        "<number> (@edgeword|@edgewords) [@betweenus] <edgevps> [,] [and|but] the other "
        "<number> <edgevps>",
        _and_the_others,
    )
    rules.rule(
        "said",
        "<gedge> <edgevps> [,] (and|but|while|) <gedge> (is|does) not",
        lambda g, v, h: (Formula("all", g, v), Formula("none", h, v)),
    )
    rules.rule("said", "it is <nodes> [,] not <nodes> [,] (that|which) <vps>", _cleft)
    rules.rule(
        "said",
        "it is not <nodes> [,] (that|which) <vps> [,] [but] it is <nodes>",
        lambda n, v, p: _cleft(p, n, v),
    )
    rules.rule(
        "said",
        "it is not <nodes> [,] but <nodes> [,] (that|which) <vps>",
        lambda n, p, v: _cleft(p, n, v),
    )
    rules.rule(
        "formula",
        "<colored> is what <nodes> (runs into|clashes with|collides with)",
        lambda g, n: Formula("all", Group("named", n), (Predicate("clash", other=g),)),
    )
    only = "(our only|the only|our one) @clashnoun [@betweenus|with each other] is that"
    rules.rule("said", f"{only} <nodes> <mutual>", _only_problem)
    rules.rule("said", f"{only} <nodes> <vps>", _only_problem_of)
    rules.rule(
        "formula",
        "(the|our) @clashnoun is on (a single|one|only one|just one) @edgeword [@betweenus]",
        lambda: clashes("exactly", 1),
    )
    rules.rule(
        "formula",
        "(i see no|there is no) @clashnoun (between|at) <oneedge>",
        lambda g: Formula("none", g, (Predicate("clash"),)),
    )
    rules.rule(
        "formula",
        "(true , |) both are <color> : <nodes>",
        lambda c, n: Formula("all", Group("named", n), (Predicate("color", c),)),
    )
    rules.rule(
        "said",
        "among <gnodes> <shares>",
        lambda g, shares: tuple(Formula("exactly", g, (Predicate("color", c),), n) for n, c in shares),
    )
    rules.rule("shares", "<number> (is|are) <color>", lambda n, c: ((n, c),))
    rules.rule(
        "shares", "<number> (is|are) <color> (,|, and|and) <shares>", lambda n, c, more: ((n, c), *more)
    )
    rules.rule(
        "formula",
        "<foreign> (is|are) (on|part of|an end of) <number> of (them|the @edgewords|our @edgewords)",
        _degree,
    )
    rules.rule(
        "formula",
        "<foreign> (touches|neighbors|is next to|is connected to) [only|just|exactly] <number> "
        "(of my nodes|nodes of mine|node of mine|of my border nodes) [[,|:] [namely] <own>]",
        _degree,
    )
    rules.rule(
        "formula",
        "<number> of your nodes (are|is) next to <own>",
        lambda n, own: Formula(
            "exactly", Group("yours"), (Predicate("near", other=Group("named", own)),), n
        ),
    )
    # All colors for which something holds.
    for names, negated in (
        ("(avoids|fits|fits with|gets along with|differs from|does not clash with)", True),
        ("(clashes with|would clash with|collides with)", False),
    ):
        rules.rule(
            "claim1",
            f"<color> is the (one|only) color (for|of|on) <nodes> that {names} <other> [@outro]",
            functools.partial(_only_colors, negated),
        )
    # What is seen.
    rules.rule("formula", "you [can] [only] see <number> of my nodes", functools.partial(_seen, "mine"))
    rules.rule(
        "formula",
        "you [can] [only] see <number> of my nodes [:|,] <own>",
        functools.partial(_seen, "mine"),
    )
    rules.rule(
        "formula",
        "(i [can] [only] see|i know) <number> of your nodes",
        functools.partial(_seen, "yours"),
    )
    rules.rule(
        "formula",
        "(i [can] [only] see|i know) <number> of your nodes [:|,] <foreign>",
        functools.partial(_seen, "yours"),
    )
    rules.rule(
        "formula",
        "you [can] see <own>",
        lambda n: Formula("all", Group("named", n), (Predicate("seen by you"),)),
    )
    # Neighbors.
    one = (
        "(has|have) [just|only] <number> (neighbor|neighbors)"
        " (in my cluster|of mine|among my nodes|on my side)"
    )
    rules.rule("formula", f"<foreign> {one} [,|:] [namely] <own>", _neighbors)
    rules.rule(
        "formula",
        "<foreign> only (touches|neighbors) <own> (in my cluster|of mine|among my nodes|on my side)",
        lambda f, o: _neighbors(f, len(o.names), o),
    )


#: Patterns of quantities, their kinds, and what is added to the number.
_QUANTITIES = (
    ("(all|all of|each of|every one of|both of|both) $", "all", 0),
    ("(none of|no one of|not one of|neither of|not any of) $", "none", 0),
    ("<number> of $", "exactly", 0),
    ("(exactly|just|only) <number> of $", "exactly", 0),
    ("at least <number> of $", "least", 0),
    ("at most <number> of $", "most", 0),
    ("no more than <number> of $", "most", 0),
    ("more than <number> of $", "least", 1),
    ("(fewer than|less than) <number> of $", "most", -1),
    ("(not all|not all of) $", "not all", 0),
    ("(all but|all except) <number> of $", "but", 0),
)


def _counted(quantity: str, more: int, *values: Any) -> Formula | None:
    number = number_in(values)
    group, predicates = values[-2], values[-1]
    if quantity == "but" or not all(isinstance(one, Predicate) for one in predicates):
        return None
    return Formula(quantity, group, predicates, (number or 0) + more)


def _among(quantity: str, group: Group, number: int, predicates: tuple[Predicate, ...]) -> Formula:
    return Formula(quantity, group, predicates, number)


def _only(group: Group, names: Names, predicates: tuple[Predicate, ...]) -> Formula:
    return Formula("only", group, predicates, named=Group("named", names))


def _of_group(group: Group, predicates: tuple[Predicate, ...]) -> Formula | None:
    # "My nodes no longer clash with yours" is not said of each node.
    if any(one.time in ("gone", "began") for one in predicates):
        return None
    return Formula("all", group, predicates)


def _only_own(names: Names, predicates: tuple[Predicate, ...]) -> Formula:
    """Return that predicates hold of some nodes of the agent only; conflicts, of those at the border."""
    seen = any(one.kind in ("clash", "fits", "near", "same") for one in predicates)
    return _only(Group("mine" if seen else "all mine"), names, predicates)


def _only_color(names: Names, colors: Names, group: Group) -> Formula:
    return _only(group, names, (Predicate("color", colors),))


def _except(group: Group, named: Names | Group, predicates: tuple[Predicate, ...]) -> Formula:
    other = named if isinstance(named, Group) else Group("named", named)
    return Formula("except", group, predicates, named=other)


def _degree(foreign: Names, number: int, own: Names | None = None) -> Formula | None:
    if len(foreign.names) != 1:
        return None
    named = Group("named", own) if own is not None else None
    predicate = Predicate("near", other=Group("named", foreign))
    return Formula("exactly", Group("mine"), (predicate,), number, named)


def _and_the_others(number: int, first: Any, others: int, second: Any) -> tuple[Several, ...] | None:
    claim = both_parts(Group("edges", size=number + others), number, first, second)
    return None if claim is None else (claim,)


def _cleft(names: Names, others: Names, predicates: tuple[Predicate, ...]) -> tuple[Formula, ...]:
    return (
        Formula("all", Group("named", names), predicates),
        Formula("none", Group("named", others), predicates),
    )


def _only_problem(names: Names, predicate: Predicate) -> tuple[Formula, ...] | None:
    if len(names.names) != 2:
        return None
    edge = Group("edge", names)
    one = replace(clashes("exactly", 1), named=edge)
    return one, Formula("pairs", Group("named", names), (predicate,))


def _only_problem_of(names: Names, predicates: tuple[Predicate, ...]) -> tuple[Formula, ...] | None:
    others = [one.other for one in predicates if one.other is not None]
    if len(others) != 1 or others[0].names is None or len((*names.names, *others[0].names.names)) != 2:
        return None
    edge = Group("edge", Names("node", (*names.names, *others[0].names.names)))
    claim = each(names, predicates)
    return None if claim is None else (replace(clashes("exactly", 1), named=edge), claim)


def _only_colors(negated: bool, colors: Names, nodes: Names, other: Group) -> Colors:
    return Colors(nodes, Predicate("clash", other=other, negated=negated), colors)


def _seen(kind: str, number: int, names: Names | None = None) -> Formula:
    predicate = Predicate("seen by you" if kind == "mine" else "seen by me")
    named = Group("named", names) if names is not None else None
    return Formula("exactly", Group(kind), (predicate,), number, named)


def _neighbors(foreign: Names, number: int, own: Names) -> Formula | None:
    if len(own.names) != number or len(foreign.names) != 1:
        return None
    return Formula("all", Group("named", foreign), (Predicate("only near", other=Group("named", own)),))
