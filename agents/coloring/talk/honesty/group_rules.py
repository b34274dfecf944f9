"""Grammar of groups of nodes and edges: "the nodes of mine that you see", "the edge h4-a4"."""

from __future__ import annotations

import functools
from typing import Any

from ..grammar.chart import Grammar
from ..grammar.meaning import Names
from .formulas import Formula, Group
from .shapes import number_in, value_of


def add_groups(rules: Grammar) -> None:
    """Add groups of nodes and edges, and the nodes with which a node is compared."""

    def group(kind: str, *values: Any) -> Group:
        return Group(kind, size=number_in(values))

    seen = "(border|visible|boundary|frontier)"
    for kind, patterns in {
        "mine": (
            "(my|the|of my|those of my) [<number>] (nodes|ones) @seenbyyou",
            f"(my|the|our) [<number>] {seen} nodes of mine",
            f"my [<number>] {seen} nodes",
            "[the] [<number>] (nodes of mine|of mine|ones of mine|of my nodes) @seenbyyou",
            (
                "(those|the nodes|the ones|the <number>|the <number> nodes|the <number> of "
                "them) you [can] see"
            ),
            "my nodes (next to|touching|bordering|adjacent to|facing) yours",
        ),
        "all mine": (
            "(my|my own) [<number>] (nodes|vertices)",
            "(my|the) <number> nodes (in my cluster|of my cluster|of mine)",
            "(the nodes|all nodes|nodes) (in my cluster|of my cluster|on my side|of mine)",
            "(mine|the nodes that i color|my cluster|my nodes all together)",
        ),
        "yours": (
            "(your|the) [<number>] nodes @seenbyme",
            f"your [<number>] {seen} nodes",
            "[the] [<number>] nodes of yours @seenbyme",
            "your (nodes [next to mine]|<number> nodes)",
            "your nodes next to <own>",
            "(yours|the nodes of yours)",
        ),
        "edges": (
            "(our|the) [<number>] [shared|border|common|cross] @edgewords [@betweenus]",
            "[the] [<number>] @edgewords @betweenus",
        ),
        "other mine": (
            "(my|the) [<number>] other [<number>] [of] (nodes|ones)",
            "my other nodes",
            "(the rest|the rest of my nodes|the rest of my cluster|the others|my others|all others"
            "|everything else|the remaining nodes|all the rest|my remaining nodes|the rest of mine"
            "|the other nodes of mine|the other nodes in my cluster)",
        ),
    }.items():
        for pattern in patterns:
            name = {"mine": "gmine", "yours": "gyours", "edges": "gedges"}.get(kind, "gown")
            if "next to <own>" in pattern:
                rules.rule(name, pattern, lambda own: Group("yours near", own))
            else:
                rules.rule(name, pattern, functools.partial(group, kind))
    rules.rule("gset", "<nodes>", _several)
    rules.rule("gset", "(the nodes|nodes) <nodes>", _several)
    for name in ("gmine", "gyours", "gset", "gown"):
        rules.rule("gnodes", f"<{name}>", value_of)
    rules.rule("oneedge", "<any_node> (-|and|&|to|/|,|with|vs) <any_node>", _edge)
    rules.rule("gedge", "[the|our] @edgeword [from|between|of] <oneedge>", value_of)
    rules.rule("gedge", "[the] <any_node> - <any_node> [@edgeword]", _edge)
    rules.rule("gedge", "the edges <oneedge> and <oneedge>", _edges)
    rules.rule(
        "gedge", "[the edges] <any_node> - <any_node> (and|&) <any_node> - <any_node>", _two_edges
    )
    # Nodes with which a node is compared.
    rules.rule("other", "[both|either|all of] <nodes>", _named_and)
    rules.rule("other", "(both|either) of <nodes>", _named_and)
    for pattern in (
        "(your|my|the) [now|present|current] <color_name> <any_node>",
        "the <color_name> (of|on) [your|my] <any_node>",
    ):
        rules.rule("colored", pattern, lambda c, n: Group("named", Names("node", (n,)), color=c))
    # "h2 (red)": the color is presupposed.
    rules.rule(
        "colored",
        "<any_node> , [now|still|which is|which is now|currently|at|in|=] <color_name> [now] [,]",
        lambda n, c: Group("named", Names("node", (n,)), color=c),
    )
    rules.rule("other", "<colored>", value_of)
    rules.rule("formula", "<colored> <vps>", lambda g, v: Formula("all", g, v))
    for kind, words in (
        (
            "yours",
            (
                "(any|any node|one|a node|one node|anything|any one|either|some node|any of "
                "the nodes) of yours"
            ),
        ),
        ("yours", "(any|one|either|any one|some) of (your nodes|your border nodes|yours)"),
        ("mine", "(any|any node|one|a node|one node|anything|any one|either) of mine"),
        ("mine", "(any|one|either|any one) of my nodes"),
    ):
        rules.rule("some", words, functools.partial(Group, kind))
    rules.rule(
        "some",
        (
            "(your nodes|your present colors|your current colors|anything on your side|any "
            "node on your side|your side|your colors|your cluster|your border|anything of "
            "yours)"
        ),
        functools.partial(Group, "yours"),
    )
    rules.rule(
        "some",
        (
            "(my nodes|my present colors|my current colors|my present coloring|my current "
            "coloring|anything on my side|my side|my colors|my cluster)"
        ),
        functools.partial(Group, "mine"),
    )
    rules.rule("some", "(mine|you)", lambda: Group("mine"))
    rules.rule("some", "(yours|me)", lambda: Group("yours"))


def _two_edges(*ends: str) -> Group:
    return Group("edge", Names("node", ends))


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
