"""
Grammar of noun phrases: named nodes, quantities of described nodes, colors, and colors of nodes.

What a description says ("the two of yours beside h4") is read by ``talk.nouns``, as for people.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ...grammar.chart import Grammar
from ...nouns import Description
from .terms import Group, Pair, Predicate


@dataclass(frozen=True)
class Node:
    """A node that is named, with the color that its name presupposes."""

    name: str
    color: str = ""
    fixed: bool = False


@dataclass(frozen=True)
class Hue:
    """
    Colors that a phrase names.

    Attributes
    ----------
    colors
        The colors; ``~`` stands for any but the present one, ``=`` for the present one, ``*`` for any.
    joint
        ``or``, ``and`` or empty.
    negated
        Whether it stands for all colors but these.
    """

    colors: tuple[str, ...]
    joint: str = ""
    negated: bool = False


#: Phrases of all nodes on a side.
_WHOLE = ("mine", "all mine", "yours")
#: Words between the parts of a list.
_AND = "(and|&|,|as well as|plus|and also|+|, plus)"
_OR = "(or|, or|nor|, nor|/)"


def add_nouns(rules: Grammar) -> None:
    """Add ``nodes`` (named nodes), ``np`` (any noun phrase of nodes), ``hue`` and ``pairs``."""
    _add_nodes(rules)
    _add_groups(rules)
    _add_colors(rules)
    _add_pairs(rules)


def _add_nodes(rules: Grammar) -> None:
    for kind, whose in (("own", "my|our|mine"), ("foreign", "your|our|yours")):
        begin = (
            f"[{whose}] [own|border|shared|other|visible|current|present] [node|nodes|border node|"
            "neighbor|neighbors|neighboring]"
        )
        rules.rule("node", f"{begin} <{kind}_name>", Node)
        rules.rule("node", f"[a] {begin} <color1> <{kind}_name>", lambda c, n: Node(n, c))
        rules.rule("node", f"[the|{whose}] fixed [node] <{kind}_name>", lambda n: Node(n, fixed=True))
        rules.rule("node", f"the [border|shared] [node] <{kind}_name>", Node)
        rules.rule("node", f"<{kind}_name> , which @is [also|now|still] <color1> ,", Node)
    rules.rule("nodes_more", "", lambda: ())
    # "h2 and h4, and a3" is one list; ", and a3" alone goes on with another clause.
    rules.rule("nodes_more", f"{_AND} <node> <nodes_more>", lambda n, m: (("and", n), *m))
    rules.rule("nodes_more", ", and <node>", lambda n: ((", and", n),))
    rules.rule("nodes_more", f"{_OR} <node> <nodes_more>", lambda n, m: (("or", n), *m))
    rules.rule("nodes", "<node> <nodes_more>", _group)
    rules.rule("nodes", "(both|all) <node> <nodes_more>", _both)
    rules.rule("nodes", "either <node> <nodes_more>", _group)


def _group(first: Node, more: tuple[tuple[str, Node], ...]) -> Group | None:
    joints = {joint for joint, _ in more}
    if joints == {", and"}:
        return None
    nodes = (first, *(node for _, node in more))
    names = tuple(node.name for node in nodes)
    if len(set(names)) != len(names):
        return None
    colors = tuple(node.color for node in nodes)
    fixed = (Predicate("fixed"),) if nodes and all(node.fixed for node in nodes) else ()
    if any(node.fixed for node in nodes) and not fixed:
        return None
    return Group(
        "named",
        names,
        colors=colors if any(colors) else (),
        joint="or" if "or" in joints else "and",
        having=fixed,
    )


def _both(first: Node, more: tuple[tuple[str, Node], ...]) -> Group | None:
    return _group(first, more) if more and all(joint == "and" for joint, _ in more) else None


def _add_groups(rules: Grammar) -> None:
    def quantified(quantity: str, number: int | None = None) -> Callable[..., Group | None]:
        def value(*values: Any) -> Group | None:
            group: Group = values[-1]
            count = number if number is not None else next((v for v in values if isinstance(v, int)), 0)
            return replace(group, quantity=quantity, number=count)

        return value

    # What is quantified: "my three border nodes", "the nodes of yours that touch b2".
    rules.rule("set", "<described>", described)
    for pattern, kind in (
        ("(mine|my side|my cluster|my part)", "all mine"),
        ("(yours|your side|your part)", "yours"),
    ):
        rules.rule("set", pattern, lambda kind=kind: Group(kind))
    rules.rule("set", "the [<number>] nodes (in my cluster|on my side|of my cluster)", _inside)
    rules.rule(
        "other_set",
        "(the rest of my (nodes|cluster)|everything else of mine|all else|everything else|the rest|"
        "the others|the other nodes|all the others|all others|the remaining nodes|the rest of mine)",
        lambda: Group("rest"),
    )
    rules.rule(
        "other_set",
        "(the other border nodes|the rest of my border nodes|the rest of my border)",
        lambda: Group("visible rest"),
    )

    def set_(*values: Any) -> Group:
        group: Group = values[-1]
        return group

    rules.rule("np", "<nodes>", set_)
    rules.rule(
        "np", "neither <node> <nodes_more>", lambda n, m: _quantity(_group(n, m), "none") if m else None
    )
    rules.rule("np", "none of <nodes>", lambda g: _quantity(g, "none"))
    rules.rule("np", "(only|just|solely) <nodes>", lambda g: _quantity(g, "only"))
    rules.rule("np", "<nodes> alone", lambda g: _quantity(g, "only"))
    rules.rule("np", "(all|all of|both|both of|each of|every one of|each one of) <set>", set_)
    rules.rule("np", "<set>", lambda g: replace(g, bare=g.size is None and g.kind in _WHOLE))
    rules.rule("np", "(all|both) <nodes>", set_)
    rules.rule(
        "np", "(none of|neither of|not one of|no one of|not a single one of) <set>", quantified("none")
    )
    rules.rule("np", "(any of|either of|any one of) <set>", quantified("any"))
    rules.rule("np", "(exactly|only|just) <number> of <set>", quantified("exactly"))
    rules.rule("np", "<number> of <set>", quantified("exactly"))
    rules.rule("np", "at least <number> of <set>", quantified("least"))
    rules.rule("np", "some of <set>", quantified("least", 1))
    rules.rule("np", "not (all|all of|every one of|each of) <set>", quantified("not all"))
    rules.rule("np", "<other_set>", set_)
    rules.rule("np", "(none of|not one of) <other_set>", quantified("none"))
    rules.rule("np", "(every|each) [border|visible] node of (mine|ours)", lambda: Group("all mine"))
    rules.rule("np", "every border node of mine", lambda: Group("mine"))
    rules.rule(
        "np",
        "(no node of mine|no node on my side|nothing of mine|nothing on my side|nothing in my "
        "cluster|nothing here)",
        lambda: Group("all mine", quantity="none"),
    )
    rules.rule("np", "(no node of yours|nothing of yours)", lambda: Group("yours", quantity="none"))
    rules.rule(
        "np", "(everything|all) (of mine|on my side|in my cluster|here)", lambda: Group("all mine")
    )
    rules.rule(
        "np",
        "(any node of mine|anything of mine|any of mine)",
        lambda: Group("all mine", quantity="any"),
    )
    rules.rule(
        "np",
        "(any node of yours|anything of yours|any of yours)",
        lambda: Group("yours", quantity="any"),
    )
    rules.rule(
        "np",
        "(one of mine|a node of mine|a border node of mine)",
        lambda: Group("mine", quantity="exactly", number=1),
    )
    rules.rule(
        "np",
        "(one of yours|a node of yours|a border node of yours)",
        lambda: Group("yours", quantity="exactly", number=1),
    )
    besides = "(except|except for|but|apart from|other than|besides|with the exception of)"
    rules.rule(
        "np",
        f"(all|all of|all of the|each of|every one of) <set> {besides} <nodes>",
        lambda s, g: replace(s, minus=g.names),
    )
    rules.rule("np", f"<set> {besides} <nodes>", lambda s, g: replace(s, minus=g.names))
    rules.rule(
        "np",
        f"(everything|all|every node|every one of my nodes|everything of mine) {besides} <nodes>",
        lambda g: Group("all mine", minus=g.names),
    )
    rules.rule(
        "np",
        f"none of <set> {besides} <nodes>",
        lambda s, g: replace(s, minus=g.names, quantity="none but"),
    )
    rules.rule(
        "pron",
        "(it|that one|this one|that node|this node|the latter|the former node)",
        lambda: Group("it"),
    )
    rules.rule("pron", "(they|them|these|those)", lambda: Group("they"))
    rules.rule(
        "pron",
        "(both|the two|those two|these two|both of them|the two of them|both nodes|the pair)",
        lambda: Group("they", size=2),
    )
    rules.rule("pron", "all of them", lambda: Group("they"))
    rules.rule("pron", "(all three|all three of them|the three)", lambda: Group("they", size=3))
    rules.rule(
        "pron",
        "(neither|neither of them|none of them|neither of the two)",
        lambda: Group("they", quantity="none"),
    )
    rules.rule("pron", "<number> of them", lambda n: Group("they", quantity="exactly", number=n))
    rules.rule(
        "pron",
        "(the other one|the other|the other node|your other node|my other node|your other one)",
        lambda: Group("other"),
    )
    rules.rule("np", "<pron>", set_)
    rules.rule("np", "its (neighbor|neighbors) <nodes>", set_)


def described(phrase: Description) -> Group | None:
    """Return the group of a description, without "other" and other words that need a quantity."""
    if phrase.quantity or phrase.asked or phrase.ordinal is not None:
        return None
    if not (phrase.owner or phrase.near or phrase.on_border) or (phrase.neighbor and not phrase.near):
        return None
    size = phrase.number or (None if phrase.plural else 1)
    if phrase.near or phrase.other or phrase.color or not phrase.owner:
        return Group("described", size=size, phrase=phrase)
    mine = "mine" if phrase.on_border else "all mine"
    return Group(mine if phrase.owner == "speaker" else "yours", size=size)


def _inside(*size: int) -> Group:
    return Group("all mine", size=size[0] if size else None)


def _quantity(group: Group | None, quantity: str) -> Group | None:
    if group is None or (quantity == "only" and group.joint == "or"):
        return None
    return replace(group, quantity=quantity, joint="and")


def _add_colors(rules: Grammar) -> None:
    rules.rule("colors_more", "", lambda: ())
    rules.rule(
        "colors_more",
        f"(, and|{_AND}) [also|even] <color1> <colors_more>",
        lambda c, m: (("and", c), *m),
    )
    rules.rule("colors_more", f"{_OR} [also|even] <color1> <colors_more>", lambda c, m: (("or", c), *m))
    rules.rule("colors", "[either|both|the color|color|a|all] <color1> <colors_more>", _hue)
    rules.rule("hue", "<colors>", lambda h: h)
    rules.rule(
        "hue",
        "(not|never|anything but|anything except|anything other than|something other than|any color "
        "but|any color except|any color other than|a color other than|anything apart from|"
        "everything but|everything except|other than|all but|every color but|every color except|"
        "some color other than) <colors>",
        _other,
    )
    rules.rule("hue", "neither <color1> nor <color1>", lambda a, b: Hue((a, b), "or", True))
    rules.rule(
        "hue",
        "(something else|another color|a different color|any other color|anything else|some other "
        "color|something different|a new color|other colors|one of the other colors|either other "
        "color|either of the other two|one of the other two|either of the other colors)",
        lambda: Hue(("~",), "or"),
    )


def _hue(first: str, more: tuple[tuple[str, str], ...]) -> Hue | None:
    joints = {joint for joint, _ in more}
    colors = (first, *(color for _, color in more))
    if any(a == b for a, b in itertools.pairwise(colors)):
        return None
    return Hue(colors, "or" if "or" in joints else "and" if joints else "")


def _other(hue: Hue) -> Hue | None:
    return None if hue.negated or hue.colors == ("~",) else replace(hue, negated=True)


def pair_of(group: Group, hue: Hue) -> Pair | None:
    """Return a pair of nodes and the colors of a phrase."""
    if hue.negated or group.quantity not in ("all", "any"):
        return None
    if hue.joint == "and" and len(hue.colors) != len(group.names) and len(group.names) != 1:
        return None
    return Pair(group, hue.colors, hue.joint)


def _add_pairs(rules: Grammar) -> None:
    rules.rule("here", "<nodes>", lambda g: g)
    rules.rule("here", "(all of|both of|all|both|each of|either of|any of) <set>", lambda g: g)
    rules.rule("here", "<set>", lambda g: g)
    rules.rule("here", "(it|there|that one|that node)", lambda: Group("it"))
    rules.rule("here", "(them|both|both of them|both there)", lambda: Group("they"))
    # What has a color without a verb: "b2 red", "red on b2", "b2 being red".
    rules.rule("pair", "<nodes> [both|all|each] [on|at|in|both being|as] [both|all] <hue>", pair_of)
    rules.rule("pair", "<set> [both|all|each] [on|at|in|both being|as] [both|all] <hue>", pair_of)
    rules.rule("pair", "<hue> (on|for|at|in) <here>", lambda h, g: pair_of(g, h))
    rules.rule("pair", "<hue> there", lambda h: pair_of(Group("it"), h))
    rules.rule("pairs_more", "", lambda: ())
    rules.rule(
        "pairs_more",
        "(and|, and|,|plus|;|together with|with|along with|, with) <pair> <pairs_more>",
        lambda p, m: (p, *m),
    )
    rules.rule("pairs", "<pair> <pairs_more>", lambda p, m: (p, *m))
    rules.rule("pairs", "(both|having|having both) <pair> <pairs_more>", lambda p, m: (p, *m))
