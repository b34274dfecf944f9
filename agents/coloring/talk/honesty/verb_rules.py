"""
Grammar of verb phrases about nodes: their color, its change, conflicts, and what is possible.

Words that follow each other in any order ("is now still red") are classes; each rule says what holds,
and when: ``time`` is explained at ``formulas.Predicate``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from .conflict_verb_rules import add_conflict_verbs
from .formulas import Group, Predicate


def add_verbs(rules: Grammar) -> None:
    """Add verb phrases: ``vp`` of what is, ``wouldvp`` of what would be, ``mutual`` of several nodes."""

    def add(name: str, pattern: str, kind: str, negated: bool = False, time: str = "now") -> None:
        def value(*values: Any) -> Predicate | None:
            colors = [one for one in values if isinstance(one, Names) and one.kind == "color"]
            other = next((one for one in values if isinstance(one, Group)), None)
            return Predicate(kind, colors[0] if colors else None, other, negated, time)

        rules.rule(name, pattern, value)

    _add_colors(rules, add)
    _add_changes(add)
    add_conflict_verbs(rules, add)
    _add_others(rules, add)


def _add_colors(rules: Grammar, add: Any) -> None:
    tail = "[,] [as before|as you asked me|too|as well|like before]"
    add("vp", "@vbe [both|all|each] <color>", "color")
    add("vp", "(is|are) (the color|in the color|of the color) <color>", "color")
    add(
        "vp",
        "(is|are) (now|currently at|now at|now on|now set to|now in|now back to) [both] <color>",
        "color",
    )
    add("vp", "(is|are) [both] <color> now", "color")
    add("vp", "(is|are) still [both|on|at|in] <color>", "color", time="kept")
    add("vp", "(still is|still has|still holds|still shows|has still) <color>", "color", time="kept")
    add("vp", "(is|are) already [both] <color>", "color")
    add("vp", f"@vstay [at|on|in|with|as] [both] <color> {tail}", "color", time="kept")
    add("vp", "(is|are) [both] <color> as before", "color", time="kept")
    add("vp", "@vbecome [both] <color>", "color", time="began")
    add("vp", "(is|are) no longer <color>", "color", time="gone")
    add("vp", "(is|are) not <color> (any more|anymore|any longer)", "color", time="gone")
    add(
        "vp",
        "(moved off|moved away from|left|moved out of|got off|is off) <color>",
        "color",
        time="gone",
    )
    add("vp", "(used to be) <color>", "color", time="gone")
    add("vp", "(was|were|had been) [already] [both] [on|at|in] <color> [@vbefore]", "color", time="was")
    add(
        "vp",
        "(has been|have been) <color> [all along|the whole time|throughout|since before]",
        "color",
        time="kept",
    )
    add("vp", "(was|were) not <color> [@vbefore]", "color", True, "was")
    add("vp", "(is|are) [both] not [at|on|in] <color> [now]", "color", True)
    add(
        "vp",
        "(is|are) (anything but|not colored|never|something other than|a color other than) <color>",
        "color",
        True,
    )
    add("vp", "(is|are) neither <color>", "color", True)

    def from_to(old: Names, new: Names) -> tuple[Predicate, ...] | None:
        if len(old.names) != 1 or len(new.names) != 1:
            return None
        return Predicate("color", old, time="gone"), Predicate("color", new, time="began")

    for verbs in (
        "(went|moved|changed|switched|turned|flipped|shifted|goes|moves)",
        "(has|have) (gone|moved|changed|switched)",
        "(was|were) (changed|switched|moved|recolored)",
        "has been (changed|switched|moved)",
    ):
        for order in ("from <color> (to|over to|into) <color>", "<color> (->|to) <color>"):
            rules.rule("vps", f"{verbs} {order}", from_to)
    rules.rule("vps", "used to be <color> [,] (and|but) [is|are] now <color>", from_to)
    rules.rule(
        "vps",
        (
            "(was|were) <color> [@vbefore] [,] (and|but) [it] [now|still] (is|are|stays|"
            "stay|remains) [now|still] <color> [now]"
        ),
        lambda old, new: (Predicate("color", old, time="was"), Predicate("color", new)),
    )
    rules.rule(
        "vps",
        (
            "(is|are) [now] <color> [,] (instead of|rather than|no longer|where it was|"
            "not) <color> [any more|before]"
        ),
        lambda new, old: (
            Predicate("color", new),
            Predicate("color", old, negated=True),
        ),
    )


def _add_changes(add: Any) -> None:
    add("vp", "@vkeepcolor [@vsince]", "changed", True)
    add("vp", "@vchange [color|colors|its color|their colors] [@vsince]", "changed")
    # What can be: each color of each node, with the border as it is known.
    add(
        "vp",
        "@vcan [also|still|just] @vtake [either|both] <color> [for me|with your colors|for now]",
        "can",
    )
    add("vp", "@vcan [both|also|each] (be|become|take) <color> [for me]", "can")
    add(
        "vp",
        "@vcan [also|both|all] (stay|remain|keep|stay at|stay on|be kept|be left|hold) <color> [for me]",
        "can stay",
    )
    add(
        "vp",
        "@vcan not (stay|remain|keep|stay at|be kept) [either] <color> [for me|with your colors]",
        "cannot stay",
    )
    add("vp", "@vcan not @vtake [either] <color> [for me|with your colors]", "cannot")
    add("vp", "@vcan (neither|never) @vtake <color>", "cannot")
    add("vp", "@vcan only @vtake <color>", "must")
    add(
        "vp",
        "(has to|have to|must|needs to|need to) (stay|be|remain|become|go|turn|keep|stay at) <color>",
        "must",
    )
    add("vp", "(must|may|should) not @vtake <color>", "cannot")
    add("vp", "can (change|move|be changed|be recolored|be moved|switch) [color]", "movable")
    add("vp", "(is|are) (free to change|free to move|able to change|movable|flexible)", "movable")
    add("vp", "(is|are) (fixed|locked|pinned|frozen)", "fixed")
    add("vp", "(is|are) not (fixed|locked|pinned|frozen)", "fixed", True)


def _add_others(rules: Grammar, add: Any) -> None:
    add("vp", "[also|both|all|each] @vnear <other>", "near")
    add(
        "vp",
        (
            "(is|are) (both|all|each|also) (next to|connected to|adjacent to|linked to|"
            "joined to|neighbors of) <other>"
        ),
        "near",
    )
    add("vp", "@vnear only <other>", "only near")
    add("vp", "(does not|do not) @vtouch0 <other>", "near", True)
    add(
        "vp",
        "(is|are) not (next to|adjacent to|connected to|linked to|a neighbor of) <other>",
        "near",
        True,
    )
    add("vp", "only (touches|neighbors|borders) <other>", "only near")
    add(
        "vp",
        (
            "(can|may|must) not (share a color|have the same color|share its color|be the "
            "same color|be equal to) [with|as] <other>"
        ),
        "near",
    )
    add(
        "mutual",
        "(can|may|must) not (share a color|have the same color|be the same color|be equal)",
        "near",
    )
    for vp in ("vp", "wouldvp"):
        add(vp, "can not (be|become|take) <color> without a @clashnoun", "blocked")
    add("vp", "(causes|cause) (trouble|the conflict|the clash|the trouble)", "clash")
    add("vp", "(looks|look) fine (to|for) me", "fits")
    add("vp", "(is|are) (hidden from you|not visible to you|invisible to you)", "seen by you", True)
    add("vp", "(is|are) (known to me|known)", "known")
    add("vp", "(is|are) (unknown to me|unknown|not known to me|not known)", "known", True)
    add("vp", "(is|are) [also] (visible to you|in your view)", "seen by you")
    add("vp", "(is|are) [also] (visible to me|in my view)", "seen by me")
    add(
        "evp",
        (
            "(is|are|has|have) [now|still] (in conflict|violated|broken|in a conflict|a "
            "clash|a conflict|not fine|not all right|not ok|monochromatic|in clash)"
        ),
        "clash",
    )
    add("evp", "(clash|clashes|conflict|conflicts)", "clash")
    add(
        "evp",
        (
            "(is|are|has|have) [now|all|both] (fine|all right|ok|free of conflicts|"
            "satisfied|without conflict|in order|conflict free|good|clear|proper|no "
            "conflict|settled)"
        ),
        "fits",
    )
    add("evp", "(is|are) no longer (in conflict|violated|broken)", "clash", time="gone")
    for vp in ("vp", "wouldvp"):
        rules.rule(f"{vp}s", f"<{vp}>", lambda one: (one,))
        if vp == "vp":
            rules.rule(
                "vps",
                "<vp> and still <color>",
                lambda one, colors: (one, Predicate("color", colors, time="kept")),
            )
            rules.rule(
                "vps",
                "<vp> and (fine|ok|compatible|conflict free|free of conflicts) [[with] <some>]",
                _and_fine,
            )
        rules.rule(
            f"{vp}s",
            f"<{vp}> [,] (and|but|yet|though|and so|so) [it|they|both] <{vp}s>",
            lambda one, more: (one, *more),
        )
        rules.rule(
            f"{vp}s",
            f"<{vp}> [,] (but|and) not [with|from] <other>",
            lambda one, other: (
                (one, replace(one, other=other, negated=True)) if one.other and not one.negated else None
            ),
        )


def _and_fine(first: Predicate, other: Group | None = None) -> tuple[Predicate, ...]:
    return first, Predicate("fits", other=other)
