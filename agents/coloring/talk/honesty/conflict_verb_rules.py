"""Grammar of verb phrases about conflicts: nodes that clash, match, or differ."""

from __future__ import annotations

from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from .formulas import Formula, Group, Predicate
from .shapes import each


def add_conflict_verbs(rules: Grammar, add: Any) -> None:
    """
    Add verb phrases about conflicts.

    Parameters
    ----------
    add
        Function that adds a verb phrase, given its part, pattern, and predicate.
    """
    for other in ("@vwith <other>", "@vwith <some>", "<other>", ""):
        add("vp", f"(@vclash|now @vclash|@vclash now) {other}", "clash")
        add(
            "vp",
            (
                "(still @vclash|(is|are) still (in conflict|in a conflict|clashing)|still (has|"
                f"have) a (conflict|clash)) {other}"
            ),
            "clash",
            time="kept",
        )
        add("vp", f"(no longer|not) @vclash {other}", "clash", time="gone")
        add(
            "vp",
            f"(is|are) no longer (in conflict|in a conflict|clashing|a problem|in a clash) {other}",
            "clash",
            time="gone",
        )
        add(
            "vp",
            (
                f"(has|have) no (conflict|clash|more conflict|conflicts|clashes) {other} (any "
                "more|anymore|any longer)"
            ),
            "clash",
            time="gone",
        )
        add("vp", f"@vdoes not @vclash0 {other} (any more|anymore|any longer)", "clash", time="gone")
        add("vp", f"(does|do) not @vclash0 {other} [now|at all]", "clash", True)
        add(
            "vp",
            (
                "(is|are) not (in conflict|clashing|in a conflict|at odds|involved in any "
                f"conflict|part of any conflict) {other}"
            ),
            "clash",
            True,
        )
        add("vp", f"@vclashed {other} [@vbefore]", "clash", time="was")
        add(
            "vp",
            f"(did not clash|was not in conflict|had no conflict|did not conflict) {other} [@vbefore]",
            "clash",
            True,
            "was",
        )
        add("vp", f"[now|still] @vfree {other} [now]", "fits")
        add(
            "vp",
            (
                "(is|are) [both|all] (fine|ok|good|all right|compatible|conflict free|free of "
                f"conflicts|clear) (now|both|already) {other}"
            ),
            "fits",
        )
        add(
            "vp", f"(is|are) (free of|out of) [any|a] (conflict|clash|conflicts|clashes) {other}", "fits"
        )
        add(
            "vp",
            (
                "(has|have) (no|not a single|zero) (conflict|clash|conflicts|clashes|problem|"
                f"problems) {other} [now|at all|left]"
            ),
            "fits",
        )
        add("vp", f"(does|do) not (fit|get along|go|work) {other}", "fits", True)
        for verb, negated in (
            ("(would|will) [then|still|both]", False),
            ("(would|will) [then] not [then]", True),
        ):
            add("wouldvp", f"{verb} @vclash0 {other}", "clash", negated)
            add("wouldvp", f"{verb} @vfree0 {other}", "fits", negated)
            if other == "<other>":
                add("wouldvp", f"{verb} @vfree0 for {other}", "fits", negated)
        add(
            "wouldvp",
            f"(would|will) not @vclash0 {other}",
            "clash",
            True,
        )
    rules.rule(
        "formula",
        (
            "(before|previously|until now|earlier|before this turn|before my change|before "
            "that) [,] <nodes> <vps>"
        ),
        lambda nodes, vps: each(nodes, vps) if all(one.time == "was" for one in vps) else None,
    )
    for verbs in ("@vclash", "(clashed|collided|conflicted)"):
        time = "now" if verbs == "@vclash" else "was"
        add("vp", f"{verbs} neither [@vwith] <nornor>", "clash", True, time)
        add("vp", f"{verbs} neither [@vwith] <eithers>", "clash", True, time)
    rules.rule("other", "<other1> and (with|from|for) <other1>", _nor)
    rules.rule("other1", "<nodes>", lambda names: Group("named", names))
    rules.rule("nornor", "<other> nor [with] <other>", _nor)
    for at in ("@vwith", "to", "on", "for", "in", "between"):
        add("vp", f"(is|are) (fine|ok|good|compatible|clear|all right|safe) {at} <other>", "fits")
    for verb, negated in (("", False), ("(does|do) not", True)):
        finite = "0" if negated else ""
        same = f"{verb} @vsame{finite}"
        add("vp", f"[now|still|also] {same} <other> [now]", "same", negated)
        add("vp", f"[now|still|also] {same} <some> [now]", "same", negated)
        if not negated:
            add("vp", "[now|still|also] @vdiffer <other> [now]", "same", True)
            add("vp", "[now|still|also] @vdiffer <some>", "same", True)
    add("vp", "(is|are) not (the same color as|the same as|equal to) <other>", "same", True)
    add(
        "vp",
        "no longer (shares its color with|matches|has the same color as|is the same color as) <other>",
        "same",
        time="gone",
    )
    for verb, negated in (
        ("(would|will) [then|still|both]", False),
        ("(would|will) [then] not [then]", True),
    ):
        add("wouldvp", f"{verb} @vsame0 <other>", "same", negated)
        add("wouldvp", f"{verb} @vdiffer0 <other>", "same", not negated)
    add("wouldmutual", "(would|will) [then] not [then] @vclash0 [with each other]", "clash", True)
    add("wouldmutual", "(would|will) [then|both] @vclash0 [with each other]", "clash")
    add("wouldmutual", "(would|will) [then|both] @vfree0 [together|with each other]", "fits")
    add("wouldmutual", "(would|will) [then] (differ|be different|have different colors)", "same", True)
    add(
        "wouldmutual",
        (
            "(would|will) [then] (be the same|be the same color|have the same color|be "
            "equal|match|share a color)"
        ),
        "same",
    )
    add("mutual", "(@vclash) [with each other|each other|with one another] [now]", "clash")
    add("mutual", "(clashed|were in conflict|collided|had a conflict) [@vbefore]", "clash", time="was")
    add("mutual", "no longer (clash|conflict|collide|match) [with each other]", "clash", time="gone")
    add(
        "mutual",
        "(do not|would not|will not) (clash|conflict|collide) [with each other|at all|now]",
        "clash",
        True,
    )
    add("mutual", "(are|is) (compatible|fine together|fine with each other|in harmony)", "fits")
    add(
        "mutual",
        (
            "(are|have) [now|still|both] (the same color|the same|of the same color|equal|"
            "identical|matching) [now]"
        ),
        "same",
    )
    rules.rule(
        "sharing",
        "<gset> (share|both use|both show|have in common|both wear) [the color] <color> [now]",
        lambda g, c: Formula("all", g, (Predicate("color", c),)),
    )
    rules.rule("formula", "<sharing>", lambda one: one)
    add(
        "mutual",
        (
            "(share|are sharing|have|both have|both are) (a color|one color|the same "
            "color) [now|at the moment]"
        ),
        "same",
    )
    add(
        "mutual",
        (
            "(are|have) [now|still|all] (different|different colors|distinct|distinct "
            "colors|of different colors|differently colored) [now|from each other]"
        ),
        "same",
        True,
    )
    add(
        "mutual",
        (
            "(differ|do not match|do not share a color|differ from each other|do not have "
            "the same color) [now]"
        ),
        "same",
        True,
    )
    add(
        "mutual",
        (
            "(are|is) [direct] (neighbors|adjacent|connected|linked|next to each other|"
            "joined|connected by an edge|joined by an edge|neighbors of each other)"
        ),
        "near",
    )
    add("mutual", "(share an edge|touch each other|touch|have an edge between them)", "near")
    add(
        "mutual",
        (
            "(are not|do not) (neighbors|adjacent|connected|linked|touch|touch each other|"
            "share an edge|next to each other)"
        ),
        "near",
        True,
    )


def _nor(first: Group, second: Group) -> Group | None:
    """Join two groups of names in one."""
    if first.names is None or second.names is None or first.kind != "named" != second.kind:
        return None
    colors = (*_colors(first), *_colors(second))
    names = (*first.names.names, *second.names.names)
    if len(colors) not in (0, len(names)):
        return None
    return Group("named", Names("node", names, "and"), colors=colors)


def _colors(group: Group) -> tuple[str, ...]:
    return (group.color,) if group.color is not None else group.colors
