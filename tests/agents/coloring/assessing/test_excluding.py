"""Colors of nodes for which a person excluded some: as cheap as any, and current ones first."""

from __future__ import annotations

import itertools

from agents.coloring.assessing.excluding import choose, excluded_colors
from agents.coloring.situation import Constraint

from ..support import seen


def test_no_other_colors_cost_less():
    view = seen("Agent1")
    current = dict(zip(view.own, ("green", "blue", "red", "green", "red"), strict=True))
    free = [node for node in view.own if node not in view.fixed]
    for beliefs in ({"h1": "red", "h4": "blue"}, {"h1": "green", "h4": "red"}):
        for excluded in ({"a2": ["blue"]}, {"a2": ["blue", "green"], "a5": ["red"]}):
            chosen = choose(view, beliefs, view.fixed, excluded, current, "cluster")
            assert all(chosen[node] not in colors for node, colors in excluded.items())

            def cost(row, beliefs=beliefs):
                return view.penalty(
                    {**view.fixed, **dict(zip(free, row, strict=True))}, beliefs, "cluster"
                )

            rows = list(itertools.product(view.domain, repeat=len(free)))
            at = {node: free.index(node) for node in excluded}
            allowed = [r for r in rows if all(r[at[n]] not in c for n, c in excluded.items())]
            kept = [r for r in allowed if all(r[at[n]] == c for n, c in chosen.items())]
            assert min(map(cost, kept)) == min(map(cost, allowed))


def test_a_color_that_costs_no_more_is_kept():
    view = seen("Agent1")
    beliefs = {"h1": "red", "h4": "blue"}
    current = dict(zip(view.own, ("green", "blue", "red", "green", "red"), strict=True))
    assert choose(view, beliefs, view.fixed, {"a2": ["red"]}, current, "cluster") == {"a2": "blue"}


def test_only_exclusions_of_own_nodes_count():
    view = seen("Agent1")
    stated = (
        Constraint("a2", "forbidden", "blue", "Human"),
        Constraint("h1", "forbidden", "red", "Human"),
        Constraint("h4", "required", "blue", "Human"),
    )
    assert excluded_colors(view, stated) == {"a2": ["blue"]}
