"""Grammar of what the agent did: "I moved a5 to blue", "nothing but a5 changed", "I kept a2 red"."""

from __future__ import annotations

import functools
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from .formulas import Formula, Group, Predicate, Several
from .shapes import each, granted, states


def add_changes(rules: Grammar) -> None:
    """Add clauses about changes of the agent's nodes, or that there are none."""

    def add(pattern: str, action: Any) -> None:
        rules.rule("formula", pattern, action)

    to = "[over|back] (to|into|on|onto|->|at|in|=|)"
    rules.rule("ochange", f"<own> {to} <color>", _became)
    rules.rule("ochange", "<own> from <color> (to|->|over to|into) <color>", _from_to)
    rules.rule("ochange", "<own> , from <color> (to|->|over to|into) <color> [,]", _from_to)
    rules.rule("ochange", "<own> (off|away from|out of) <color>", _left)
    rules.rule("ochanges", "<ochange>", lambda one: one)
    rules.rule("ochanges", "<ochange> [,] (and|, and|,|plus|as well as) [i] [@idid] <ochanges>", _both)
    for pattern in (
        "(i|i just|i also) @idid <ochanges> [@vsince]",
        "[@vsince] (my|the) (change|changes|move|moves|update) (is|are|:) [:] <ochanges>",
        "(changes|change|my changes|my move|update|done) : <ochanges>",
    ):
        add(pattern, lambda one: one)
    for pattern in (
        "i (only|just) @idid <ochanges> [@vsince]",
        "i @idid (only|just|nothing but) <ochanges> [@vsince]",
        "(my|the) only (change|move) (is|was) <ochanges> [@vsince]",
        "only <ochanges> changed",
        "the only thing i changed is <ochanges>",
    ):
        add(pattern, _only_these)
    for pattern in (
        "i [just|also] @idid <own> [@vsince]",
        (
            "i [just|also] (gave|have given|had to give) <own> (a new color|another color|"
            "a different color) [@vsince]"
        ),
    ):
        add(pattern, lambda own: each(own, (Predicate("changed"),)))
    for pattern in (
        "i (only|just) @idid <own> [@vsince]",
        (
            "i @idid (only|just|nothing but|nothing except|nothing apart from|no node but|"
            "no node except) <own> [@vsince]"
        ),
        (
            "(the|my) only (change|move|node i changed|node that changed|node i moved|node "
            "that moved|node i touched) [this turn] (is|was|concerns|is at|was at|is on) "
            "<own>"
        ),
        (
            "(nothing but|nothing except|no node but|nothing other than|no node except|"
            "nothing besides) <own> (changed|moved|has changed|was changed) [@vsince]"
        ),
        (
            "(apart from|except for|besides|other than) <own> [,] (nothing changed|nothing "
            "has changed|i changed nothing|nothing moved|i changed no node|i did not "
            "change anything|everything stayed the same|nothing else changed|everything is "
            "as before|no node changed) [@vsince]"
        ),
        (
            "(nothing changed|nothing has changed|i changed nothing|nothing moved|"
            "everything stayed the same|i changed no node) (apart from|except for|except|"
            "besides|other than|but) <own> [@vsince]"
        ),
    ):
        add(
            pattern,
            lambda own: Formula(
                "only", Group("all mine"), (Predicate("changed"),), named=Group("named", own)
            ),
        )
    for pattern in (
        "i @idrop <color> (on|at|for) <own>",
        (
            "i (took|moved|got|have taken|have moved|had to take|had to move) <own> (off|"
            "away from|out of) <color>"
        ),
    ):
        add(pattern, lambda *names: _left(*sorted(names, key=lambda one: one.kind == "color")))
    add(
        (
            "i (took|went for|picked|chose|used|gave|went with|have chosen|have taken|put|"
            "have put) <color> (for|on|to) <own> [@vsince]"
        ),
        lambda c, n: _became(n, c),
    )
    add(
        "i (swapped|traded|exchanged|gave up|dropped) <color> for <color> (on|at|for) <own>",
        lambda old, new, own: _from_to(own, old, new),
    )
    add(
        "<own> (gave up|dropped|left|traded|exchanged|swapped|is giving up) <color> for <color>",
        _from_to,
    )
    add(
        (
            "(new on my side|new|new from me|change on my side|my change|the change|the "
            "only change|new at the border|changed) : <oclauses>"
        ),
        lambda pairs: states(pairs, "began"),
    )
    add("(from me you see|you see|what you see is|you now see) <oclauses> [from me|on my side]", states)
    add("(it is|so it is|that makes) [now] <oclauses> [now|on my side|for me]", states)
    add("<obares> it is [now]", states)
    add(
        "(as i have it|if i have it right|if i am right|as you said|as you told me) [,] <fclauses>",
        states,
    )
    add(
        (
            "<fclauses> , (as you said|as you told me|as i have it|if i have it right|if i "
            "am right|you said|right)"
        ),
        states,
    )
    add(
        (
            "(your wish|your demand|your request) (for|of) <obares> is (granted|met|done|"
            "fulfilled|satisfied|followed)"
        ),
        granted,
    )
    add(
        (
            "you (asked for|wanted|demanded|requested) <obares> [,] (and|so) (you have it|"
            "you got it|i did it|it is done|i have done it|here it is|there it is|that is "
            "what you have|that is done) [now]"
        ),
        granted,
    )
    add(
        (
            "i (followed|granted|met|fulfilled|honored|have followed|have granted|have met|"
            "kept to) your (wish|demand|request) (for|of|to have) <obares>"
        ),
        granted,
    )
    add(
        "i @ikept <own> [at|on|in|as] <color> [@vsince|as before|as it was]",
        lambda n, c: each(n, (Predicate("color", c, time="kept"),)),
    )
    add(
        "i @ikept <color> (on|for|at) <own> [@vsince]",
        lambda c, n: each(n, (Predicate("color", c, time="kept"),)),
    )
    add(
        "i @ikept <own> [exactly|just] @asbefore [@vsince]",
        lambda n: each(n, (Predicate("changed", negated=True),)),
    )
    add(
        "i (kept|keep|have kept|am keeping|did keep) <own> [@vsince]",
        lambda n: each(n, (Predicate("changed", negated=True),)),
    )
    add("i @inot <own> [@vsince|either]", lambda n: each(n, (Predicate("changed", negated=True),)))
    # Quantities of nodes.
    for group in ("gown", "gmine"):
        add(f"i @ikept <{group}> @asbefore [@vsince]", functools.partial(_all, "all", True))
        add(f"i @inot [any of] <{group}> [@vsince]", functools.partial(_all, "none", False))
        add(
            (
                "i (changed|moved|recolored|switched|have changed|have moved) [all|all of|"
                f"every one of] <{group}> [@vsince]"
            ),
            functools.partial(_all, "all", False),
        )
        add(
            f"i (changed|moved|touched|recolored|have changed) none of <{group}> [@vsince]",
            functools.partial(_all, "none", False),
        )
        add(
            (
                "i (changed|moved|recolored|switched|have changed|have moved) [only|just|"
                f"exactly] <number> of <{group}> [@vsince]"
            ),
            lambda n, g: Formula("exactly", g, (Predicate("changed"),), n),
        )
        add(
            (
                "i (did not change|have not changed|left|kept) [only|just|exactly] <number> of "
                f"<{group}> [unchanged|as it was|as they were]"
            ),
            lambda n, g: Formula("exactly", g, (Predicate("changed", negated=True),), n),
        )
    rules.rule(
        "formula",
        (
            "i (changed|moved|recolored|switched|have changed|have moved|have recolored|"
            "touched) [only|just|exactly] <number> (node|nodes|of them|of my nodes|color|"
            "colors) [@vsince]"
        ),
        _changed_count,
    )
    rules.rule(
        "formula",
        (
            "[only|just|exactly] <number> (node|nodes|of my nodes|nodes of mine|color|"
            "colors|node of mine) (changed|changed color|has changed|have changed|has a "
            "new color|have a new color|moved|was changed|were changed|have new colors|is "
            "different now) [@vsince]"
        ),
        _changed_count,
    )
    rules.rule(
        "formula",
        (
            "[only|just|exactly] <number> (change|changes|move|moves) (from me|on my side|"
            "from my side|this turn|here|this time)"
        ),
        _changed_count,
    )
    rules.rule(
        "formula",
        (
            "[only|just|exactly] <number> (change|changes|move|moves) (from me|on my side|"
            "from my side|this turn|here|this time) [:] <own>"
        ),
        _changed_list,
    )
    rules.rule(
        "formula", "[only|just] <number> (of my nodes|nodes|node) changed [:|,] <own>", _changed_list
    )
    rules.rule(
        "formula",
        "i (changed|moved|recolored) [only|just] <number> (nodes|node|of my nodes) [:|,|, namely] <own>",
        _changed_list,
    )
    for nothing in (
        (
            "nothing (on the border|on our border|on my border|at the border|at our "
            "border) (changed|has changed|moved|is new|changes)"
        ),
        (
            "my border [with you] (is unchanged|did not change|has not changed|stays the "
            "same|stays as it was|is as before)"
        ),
        "i (left|kept) my border [nodes|colors] @asbefore",
        "(none|not one) of my border nodes (changed|moved|has changed|has a new color)",
    ):
        add(nothing, lambda: Formula("none", Group("mine"), (Predicate("changed"),)))
    for nothing in (
        (
            "(no change|no changes|nothing new|same colors as before|all as before|"
            "everything as before|everything as it was|no news) [from me|on my side|here|"
            "this turn|from my side|this time]"
        ),
        (
            "i (stay put|stayed put|am staying put|stay where i am|stayed where i was|hold "
            "my colors|held my colors|keep my colors|kept my colors|keep all my colors|"
            "kept all my colors) [this turn]"
        ),
        (
            "nothing (changed|has changed|moved|has moved|is new|is different|changes|was "
            "changed) [on my side|here|at my end] [@vsince]"
        ),
        (
            "nothing (on my side|of mine|here|at my end|in my cluster) (changed|has "
            "changed|moved|has moved|is new|changes) [@vsince]"
        ),
        (
            "i (changed|moved|touched|have changed|have touched|have moved|recolored|"
            "updated) (nothing|no node|no color|none of my nodes|no nodes|no colors) [at "
            "all] [@vsince]"
        ),
        (
            "i (left|kept|am leaving|have left|leave|have kept|keep) (everything|all|my "
            "nodes|my colors|all my nodes|all of my nodes|things|my side|all colors|it all|"
            "my coloring|the colors) @asbefore [@vsince]"
        ),
        (
            "i @inot (anything|any node|any color|my colors|any of my nodes|a thing|any of "
            "my colors|a single node|one node|my nodes|any nodes|my coloring) [@vsince|"
            "either]"
        ),
        (
            "(everything|all) [on my side|of mine] (stays|stayed|remains|remained|is|was "
            "left|is kept) (the same|@asbefore|as it was before|the same as before|"
            "unchanged) [@vsince]"
        ),
        (
            "(no|not a single|not one) (node|nodes|color|colors|node of mine|change|"
            "changes) [of mine|on my side] (changed|moved|has changed|was made|from me|"
            "from my side|on my side|was needed|this turn|has moved) [@vsince]"
        ),
        (
            "my (colors|nodes|coloring|side) (are|is|stay|stayed|stays|remain|remained|"
            "remains) (unchanged|the same|as before|@asbefore|the same as before) [@vsince]"
        ),
        (
            "i (made no change|made no changes|have made no changes|have made no change|"
            "did not make any change|did not make a move|made no move|have not made a "
            "move) [@vsince]"
        ),
        "i did not (move|change) [@vsince]",
    ):
        add(nothing, lambda: Formula("none", Group("all mine"), (Predicate("changed"),)))


def _all(quantity: str, negated: bool, group: Group) -> Formula:
    return Formula(quantity, group, (Predicate("changed", negated=negated),))


def _changed_count(number: int) -> Formula:
    return Formula("exactly", Group("all mine"), (Predicate("changed"),), number)


def _changed_list(number: int, own: Names) -> Formula | None:
    if len(own.names) != number:
        return None
    return Formula("only", Group("all mine"), (Predicate("changed"),), named=Group("named", own))


def _became(nodes: Names, colors: Names) -> Formula | Several | None:
    if len(colors.names) > 1:
        if len(colors.names) != len(nodes.names) or "or" in (colors.joint, nodes.joint):
            return None
        pairs = zip(nodes.names, colors.names, strict=True)
        parts = [_became(Names("node", (n,)), Names("color", (c,))) for n, c in pairs]
        return Several(tuple(one for one in parts if one is not None))
    return each(nodes, (Predicate("color", colors, time="began"),))


def _from_to(nodes: Names, old: Names, new: Names) -> Formula | None:
    if len(old.names) != 1 or len(new.names) != 1:
        return None
    return each(nodes, (Predicate("color", old, time="gone"), Predicate("color", new, time="began")))


def _left(nodes: Names, old: Names) -> Formula | None:
    return each(nodes, (Predicate("color", old, time="gone"),)) if len(old.names) == 1 else None


def _both(first: Any, more: Any) -> Several:
    left = first.claims if isinstance(first, Several) else (first,)
    right = more.claims if isinstance(more, Several) else (more,)
    return Several((*left, *right))


def _only_these(changes: Any) -> Several | None:
    """Return that nodes changed as is said, and no other node did."""
    parts = changes.claims if isinstance(changes, Several) else (changes,)
    names: list[str] = []
    for part in parts:
        if not isinstance(part, Formula) or part.group.names is None:
            return None
        names += part.group.names.names
    if any(name in ("it", "them", "other") for name in names):
        return None
    named = Group("named", Names("node", tuple(names), "and"))
    return Several((*parts, Formula("only", Group("all mine"), (Predicate("changed"),), named=named)))
