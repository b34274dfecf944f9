"""
Grammar of questions and requests behind a statement: "h2 is red too, can you change it?"

Pronouns stand for what the statement names. A request presupposes that it helps, and a question why
somebody wants a color that it was asked for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...grammar.chart import Grammar
from .nouns import Hue
from .terms import Fact, Group, Holds, Pair, Predicate, Setting, Unit

_PLEASE = "[please|perhaps|maybe|also|then]"
_WOULD_YOU = f"(can|could|would|will) you {_PLEASE}"


def add_asking_back(rules: Grammar) -> None:
    """Add questions and requests whose nodes were named before."""

    def core(pattern: str, action: Any) -> None:
        rules.rule("core", pattern, action)

    later = "[instead|then|please|for me|for that|too]"
    core(f"{_WOULD_YOU} (change|recolor|move|switch) <asked_pron> {later}", _to_change)
    core(
        f"{_WOULD_YOU} (change|recolor|move|switch|turn) <asked_pron> [to|into] <hue> {later}", _to_color
    )
    core(f"{_WOULD_YOU} (make|turn|set|paint|color|put) <asked_pron> [to|in] <hue> {later}", _to_color)
    rules.rule("asked_pron", "(it|that one|that node|this one)", lambda: Group("it", owner="foreign"))
    rules.rule("asked_pron", "(them|both|both of them)", lambda: Group("they", owner="foreign"))
    core(
        "(is that (no longer|still) (so|true|the case|right|needed)|is that (right|correct)|did you "
        "change (it|that|them)|has that changed|did that change|did you change your mind|why)",
        lambda: Unit(Fact("courtesy")),
    )
    core(
        "why do you (want|need|prefer) <nodes> [to be] <hue>",
        lambda g, h: _wanted(g, h),
    )
    core(
        "why do you (want|need|prefer) (it|that) [to be] <hue>",
        lambda h: _wanted(Group("it", owner="own"), h),
    )
    core(
        "(may|can|could|shall|should) i change <nodes> [for that|instead|then]",
        lambda g: (
            Unit(Holds(replace(g, owner="own"), (Predicate("moves"),))) if g.joint == "and" else None
        ),
    )


def _to_change(group: Group) -> Unit:
    return Unit(Setting("asked to change", (Pair(group, ("*",), "or"),)))


def _to_color(group: Group, hue: Hue) -> Unit | None:
    if hue.negated or hue.joint == "and" or "*" in hue.colors:
        return None
    return Unit(Setting("asked", (Pair(group, hue.colors, hue.joint),)))


def _wanted(group: Group, hue: Hue) -> Unit | None:
    if hue.negated or len(hue.colors) != 1 or hue.colors[0] in ("~", "*", "="):
        return None
    return Unit(Setting("wanted", (Pair(group, hue.colors),)))
