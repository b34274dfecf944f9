"""Grammar of predicates: "shares its color with h4 but not with a4", "is visible to you"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from .formulas import Group, Predicate

#: Verbs of predicates about another node: finite forms, base forms, prepositions.
COMPARISONS = {
    "clash": (
        "clashes|clash|collides|collide|conflicts|conflict|is in conflict|are in conflict|"
        "runs into|run into|has a conflict|have a conflict|has a clash|have a clash",
        "clash|collide|conflict|be in conflict|run into|have a conflict|have a clash",
        "[with]",
    ),
    "same": (
        "is the same as|has the same color as|have the same color as|shares its color "
        "with|shares a color with|"
        "share a color with|has the color of|is the same color as|are the same color as|"
        "is equal to|equals|"
        "matches the color of|is colored like",
        "be the same as|have the same color as|share its color with|share a color with|"
        "have the color of|"
        "be the same color as|equal",
        "",
    ),
    "differ": (
        "differs from|differ from|is different from|are different from|has a different color than|"
        "have a different color than|has another color than|is unlike",
        "differ from|be different from|have a different color than|have another color than",
        "",
    ),
    "fits": (
        "gets along with|get along with|fits with|fit with|fits|fit|is fine with|are "
        "fine with|is fine for|"
        "is ok with|is compatible with|works with|is all right with|goes with",
        "get along with|fit with|fit|be fine with|be fine for|be ok with|be compatible "
        "with|work with|go with",
        "",
    ),
    "near": (
        "touches|touch|is next to|are next to|is adjacent to|are adjacent to|neighbors|is connected to|"
        "are connected to|is a neighbor of|has an edge to|borders|is linked to|is joined to",
        "touch|be next to|be adjacent to|neighbor|be connected to|have an edge to|border|be linked to",
        "",
    ),
}


_SINGLE = {
    "clash": "is in conflict|are in conflict|clash|clashes|has a conflict|has a "
    "clash|is violated|collides",
    "fits": "is free of conflicts|is free of clashes|is fine|are fine|is all right|is ok",
}


_EDGE = {
    "clash": "(is|are) [in conflict|violated|in clash|broken|not fine|not all right|not ok]",
    "fits": "(is|are) (fine|all right|ok|free of conflicts|satisfied|without conflict|in order)",
}


def add_predicates(rules: Grammar) -> None:
    """Add predicates of nodes, of edges, and of nodes among themselves."""

    def add(name: str, pattern: str, kind: str, negated: bool = False) -> None:
        def value(*values: Any) -> Predicate:
            colors = next((one for one in values if isinstance(one, Names)), None)
            other = next((one for one in values if isinstance(one, Group)), None)
            return Predicate(kind, colors, other, negated)

        rules.rule(name, pattern, value)

    # "and": a color is said of all; under "would" it is what another color does.
    add("vp", "(is|are) <color>", "color")
    add("vp", "has the color <color>", "color")
    add("vp", "(is|are) [both] (not|neither) <color>", "color", True)
    for kind, (finite, base, with_) in COMPARISONS.items():
        meant, denied = ("same", True) if kind == "differ" else (kind, False)
        for others in (
            ("<other>", "<some>") if kind in ("clash", "fits", "near", "same") else ("<other>",)
        ):
            add("vp", f"({finite}) {with_} {others}", meant, denied)
            add("vp", f"(does|do) not ({base}) {with_} {others}", meant, not denied)
            if _not(finite):
                add("vp", f"({_not(finite)}) {with_} {others}", meant, not denied)
            add("wouldvp", f"(would|will) [then] ({base}) {with_} {others}", meant, denied)
            add(
                "wouldvp", f"(would|will) [then] not [then] ({base}) {with_} {others}", meant, not denied
            )
            if kind == "clash":
                add("vp", f"no longer ({finite}) {with_} {others}", "ended")
                add("wouldvp", f"(would|will) no longer ({base}) {with_} {others}", "ended")
                add("vp", f"(does|do) not ({base}) {with_} {others} any more", "ended")
    add("vp", "only (touches|neighbors|borders) <other>", "only near")
    for kind, finite in _SINGLE.items():
        add("vp", f"({finite})", kind)
    for word in (
        "changed|has changed|have changed|was changed|has been changed|was recolored|moved|has moved",
    ):
        add("vp", f"({word}) [this turn|this time|now]", "changed")
    add(
        "vp",
        "(did not change|has not changed|have not changed|has not moved|kept its color|"
        "kept their colors)"
        " [this turn|this time]",
        "changed",
        True,
    )
    add(
        "vp",
        "(can|may|must) not (share a color|have the same color|share its color|be the "
        "same color) (with|as) <other>",
        "near",
    )
    add("vp", "(causes|cause) (trouble|the conflict|the clash|a conflict|a clash|the trouble)", "clash")
    add("vp", "(keeps|has kept|have kept) (its color|their colors)", "changed", True)
    add("vp", "(is|are) (hidden from you|not visible to you|invisible to you)", "seen by you", True)
    add("vp", "can not (share a color|have the same color) (with|as) <other>", "near")
    for be in ("vp", "wouldvp"):
        add(be, "can not (be|stay|become|remain|take) <color> without a @clashnoun", "blocked")
    add("vp", "(looks|look) fine (to|for) me", "fits")
    add("mutual", "(can|may|must) not (share a color|have the same color|be the same color)", "near")
    add("vp", "(is|are) visible to you", "seen by you")
    for kind, pattern in _EDGE.items():
        if kind == "clash":
            add(
                "evp",
                "(is|are|has|have) (in conflict|violated|broken|in a conflict|a clash|a conflict|"
                "not fine|"
                "not all right|not ok)",
                kind,
            )
            add("evp", "(clash|clashes|conflict|conflicts)", kind)
        else:
            add("evp", f"{pattern}", kind)
    add("mutual", "(clash|collide|conflict|are in conflict|have a conflict) [with each other]", "clash")
    add(
        "mutual", "(are|have) (the same color|equal|the same|of the same color|colored the same)", "same"
    )
    add("mutual", "(share a color|match)", "same")
    add("mutual", "do not (share a color|have the same color)", "same", True)
    add(
        "mutual",
        "(differ|are different|are different colors|are all different|have different colors|do not have"
        " the same color|are all different from each other|differ from each other)",
        "same",
        True,
    )
    add("mutual", "are (neighbors|adjacent|connected|next to each other) [of each other]", "near")
    add("mutual", "do not (clash|collide|conflict) [with each other]", "clash", True)
    add("mutual", "(fit|get along|fit together) [with each other]", "fits")
    add(
        "wouldmutual",
        "(would|will) [then] not [then] (clash|collide|conflict) [with each other]",
        "clash",
        True,
    )
    add("wouldmutual", "(would|will) [then] (clash|collide|conflict) [with each other]", "clash")
    add("wouldmutual", "(would|will) [then] (differ|be different|have different colors)", "same", True)
    for vp in ("vp", "wouldvp"):
        rules.rule(f"{vp}s", f"<{vp}>", lambda one: (one,))
        rules.rule(f"{vp}s", f"<{vp}> [,] (and|but|yet) <{vp}>", lambda *several: several)
        rules.rule(
            f"{vp}s",
            f"<{vp}> [,] (but|and) not [with|from] <other>",
            lambda one, other: (
                (one, replace(one, other=other, negated=True)) if one.other and not one.negated else None
            ),
        )


def _not(finite: str) -> str:
    """Return the negated forms of "is" and "has" among finite forms."""
    forms = []
    for form in finite.split("|"):
        first, _, rest = form.partition(" ")
        if first in ("is", "are") and not rest.startswith("unlike"):
            forms.append(f"{first} not {rest}")
        elif first in ("has", "have") and rest.startswith(("a ", "an ")):
            forms.append(f"{first} no {rest.split(' ', 1)[1]}")
    return "|".join(forms)
