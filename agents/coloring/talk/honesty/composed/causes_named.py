"""Grammar of changes that a clause is about: "making b5 green", "h5 blue", "swapping b1 and b5"."""

from __future__ import annotations

from typing import Any

from ...grammar.chart import Grammar
from .nouns import Hue, pair_of
from .terms import PROPOSED, Group, Pair

#: Infinitives that give a node a color.
PUT = (
    "(make|turn|set|change|switch|move|recolor|repaint|paint|color|put|flip|shift|have|give|get|take|"
    "bring)"
)
#: The same as gerunds.
PUTTING = (
    "(making|turning|setting|changing|switching|moving|recoloring|repainting|painting|coloring|putting|"
    "flipping|shifting|having|giving|getting|taking|bringing)"
)
#: The same without a color.
_TOUCHING = "(changing|recoloring|repainting|moving|switching|shifting|flipping|adjusting)"
_OF = "[the|both] [colors|color] [of|between|on] [my] [nodes]"


def add_causes(rules: Grammar) -> None:
    """
    Add changes: ``cause`` as a subject, ``acts`` as an infinitive, ``deeds`` as a gerund.

    Their values are pairs of nodes and colors.
    """
    to = "[back|over] [to|into|in|on|the color]"
    for name, verb in (("acts", PUT), ("deeds", PUTTING)):
        swap = (
            "(swap|exchange|trade|switch)"
            if name == "acts"
            else "(swapping|exchanging|trading|switching)"
        )
        rules.rule(name, f"{verb} <acted> <{name}_more>", _more)
        rules.rule(name, f"<{name}_swap> <{name}_more>", _more)
        rules.rule(f"{name}_swap", f"{swap} {_OF} <node> (and|with) <node> [with each other]", swapped)
        link = "(and|, and|,|plus|and then|, then)"
        rules.rule(f"{name}_more", "", lambda: ())
        rules.rule(f"{name}_more", f"{link} [{verb}] <acted> <{name}_more>", _more)
        rules.rule(f"{name}_more", f"{link} <{name}_swap> <{name}_more>", _more)
    rules.rule("acted", f"<nodes> [both|all] {to} <hue>", _pair)
    rules.rule("acted", "<hue> (on|for|at) <nodes>", lambda hue, group: _pair(group, hue))
    rules.rule("acted", f"it {to} <hue>", lambda hue: _pair(Group("it"), hue))
    rules.rule("acted", f"them [both|all] {to} <hue>", lambda hue: _pair(Group("they"), hue))
    alone = "[alone|on its own|by itself|by themselves]"
    rules.rule("deeds", f"{_TOUCHING} <nodes>", _other)
    rules.rule("cause", f"<deeds> {alone}", lambda pairs: pairs)
    rules.rule("cause", "<pairs>", lambda pairs: pairs)
    rules.rule(
        "cause", "<nodes> (in|turning|going|becoming|being|at) <hue>", lambda g, h: _one(_pair(g, h))
    )
    rules.rule(
        "cause",
        "[a|your|my|the] <color1> (<own_name>|<foreign_name>)",
        lambda color, name: (Pair(Group("named", (name,)), (color,)),),
    )
    rules.rule("cause", "a swap of <node> and <node>", lambda a, b: _one(swapped(a, b)))
    rules.rule(
        "cause",
        "(that|this|it|which|doing so|doing that|doing this|that change|this change|"
        "the change|that move|"
        "both changes|the swap|that swap|this swap)",
        lambda: PROPOSED,
    )


def swapped(first: Any, second: Any) -> Pair | None:
    """Return the change by which two nodes get each other's color."""
    if first.color or second.color or first.name == second.name:
        return None
    return Pair(Group("named", (first.name, second.name)), ("swapped",))


def _pair(group: Group, hue: Hue) -> Pair | None:
    return None if "*" in hue.colors or group.joint == "or" else pair_of(group, hue)


def _one(pair: Pair | None) -> tuple[Pair, ...] | None:
    return None if pair is None else (pair,)


def _more(pair: Pair, more: tuple[Pair, ...]) -> tuple[Pair, ...]:
    return (pair, *more)


def _other(group: Group) -> tuple[Pair, ...] | None:
    """Return the change to any other color."""
    return (Pair(group, ("~",), "or"),) if group.joint == "and" and group.quantity == "all" else None
