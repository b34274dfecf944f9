"""Grammar of groups of nodes and edges: "the nodes of mine that you see", "the edge h4-a4"."""

from __future__ import annotations

import functools
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from .formulas import Formula, Group
from .shapes import number_in, value_of

CLASSES = """
seenbyyou: you see | you can see | that you see | that you can see | of mine that you see
    | of mine you see | of mine that you can see | of mine you can see | visible to you
    | that you see of mine | that you can see of mine | on our border | at our border | at the border
seenbyme: i see | i can see | that i see | that i can see | of yours that i see | of yours i see
    | of yours that i can see | visible to me | on our border | at our border | at the border
edgewords: edges | border edges | shared edges | common edges | border pairs | pairs | links
    | connections
edgeword: edge | border edge | shared edge | common edge | border pair | pair | link | connection
betweenus: between us | between you and me | between your cluster and mine
    | between my cluster and yours | between our clusters | between your nodes and mine
    | between my nodes and yours | on our border | at our border | that we share | we share
clashnoun: conflict | conflicts | clash | clashes | problem | problems | collision | collisions
intro: right now | now | at the moment | so | yes , | right , | true , | correct ,
    | as far as i know | as far as i can see
    | of course , | currently | it is true that | note that
outro: right now | at the moment | as they are | as it is | as things are | as far as i know | this turn
    | this time
    | , too | too | either | on your side | as far as i can see
left: left | remaining | any more | anymore | now | at the moment | right now
"""


def add_groups(rules: Grammar) -> None:
    """Add groups of nodes and edges, and the nodes with which a node is compared."""

    def group(kind: str, *values: Any) -> Group:
        return Group(kind, size=number_in(values))

    for pattern in (
        "(my|the|of my|those of my) [<number>] nodes @seenbyyou",
        "(my|the) [<number>] (border|visible) nodes of mine",
        "my [<number>] (border nodes|visible nodes)",
        "[the] [<number>] nodes of mine @seenbyyou",
    ):
        rules.rule("gmine", pattern, functools.partial(group, "mine"))
    for pattern in (
        "(your|the) [<number>] nodes @seenbyme",
        "your [<number>] (border nodes|visible nodes)",
        "[the] [<number>] nodes of yours @seenbyme",
        "your <number> nodes",
    ):
        rules.rule("gyours", pattern, functools.partial(group, "yours"))
    for pattern in (
        "(our|the) [<number>] [shared|border|common] @edgewords [@betweenus]",
        "[the] [<number>] @edgewords @betweenus",
    ):
        rules.rule("gedges", pattern, functools.partial(group, "edges"))
    rules.rule("gset", "<nodes>", _several)
    rules.rule("gset", "the nodes <nodes>", _several)
    for name in ("gmine", "gyours", "gset"):
        rules.rule("gnodes", f"<{name}>", value_of)
    for sign in ("(-|and|to|/|, )", ""):
        if sign:
            rules.rule("oneedge", f"<any_node> {sign} <any_node>", _edge)
    rules.rule("gedge", "[the] @edgeword [from|between|of] <oneedge>", value_of)
    rules.rule("gedge", "<any_node> - <any_node>", _edge)
    rules.rule("gedge", "the edges <oneedge> and <oneedge>", _edges)
    # Nodes with which a node is compared.
    rules.rule("other", "[both|either] <nodes>", _named_and)
    rules.rule("other", "(both|either) of <nodes>", _named_and)
    for pattern in ("(your|my|the) <color_name> <any_node>", "the <color_name> of <any_node>"):
        rules.rule("colored", pattern, lambda c, n: Group("named", Names("node", (n,)), color=c))
    rules.rule("other", "<colored>", value_of)
    rules.rule("formula", "<colored> <vps>", lambda g, v: Formula("all", g, v))
    for kind, words in (
        ("yours", "(any|any node|one|a node|one node|anything|any one|either) of yours"),
        ("yours", "(any|one|either) of your nodes"),
        ("mine", "(any|any node|one|a node|one node|anything|any one|either) of mine"),
        ("mine", "(any|one|either) of my nodes"),
    ):
        rules.rule("some", words, functools.partial(Group, kind))
    rules.rule("some", "your nodes", functools.partial(Group, "yours"))
    rules.rule("some", "my nodes", functools.partial(Group, "mine"))
    rules.rule("some", "(mine|you)", lambda: Group("mine"))
    rules.rule("some", "(yours|me)", lambda: Group("yours"))


def _several(names: Names) -> Group | None:
    plural = len(names.names) > 1 or names.names == ("them",)
    return Group("named", names) if plural and names.joint != "range" else None


def _named_and(names: Names) -> Group | None:
    return Group("named", names) if names.joint != "range" else None


def _edge(first: str, second: str) -> Group:
    return Group("edge", Names("node", (first, second)))


def _edges(*groups: Group) -> Group:
    return Group(
        "edge", Names("node", tuple(name for one in groups if one.names for name in one.names.names))
    )
