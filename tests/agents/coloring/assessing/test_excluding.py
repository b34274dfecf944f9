"""Colors of nodes for which a person excluded some: as cheap as any, and current ones first."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.coloring.assessing.excluding import choose
from agents.coloring.situation import Constraint, Situation
from agents.coloring.view import View
from tests.strategies import chosen

from ..support import seen


@st.composite
def problems_of_one_agent(draw):
    """A view with preferences, barred colors, required colors and beliefs."""
    own, theirs, domain = ("a1", "a2", "a3", "a4"), ("h1", "h2"), ("red", "green", "blue")
    pairs = list(itertools.combinations(own, 2)) + [(u, v) for u in own for v in theirs]
    edges = draw(chosen(pairs))
    color = st.sampled_from(domain)
    liked = st.dictionaries(color, st.sampled_from([-3.0, 0.5, 2.0, 25.0]))
    view = View(
        agent="A",
        own=own,
        domain=domain,
        edges=tuple(edges),
        owners=dict.fromkeys(theirs, "H"),
        fixed=draw(st.dictionaries(st.just("a4"), color)),
        preferences=draw(st.dictionaries(st.sampled_from(own), liked)),
    )
    colors = st.lists(color, min_size=1, max_size=3, unique=True).map(tuple)
    barred = draw(st.dictionaries(st.sampled_from(own), colors))
    required = draw(st.dictionaries(st.just("a3"), color))
    return view, barred, required, {v: draw(color) for v in theirs}


def test_no_other_colors_cost_less():
    view = seen("Agent1")
    current = dict(zip(view.own, ("green", "blue", "red", "green", "red"), strict=True))
    free = [node for node in view.own if node not in view.fixed]
    for beliefs in ({"h1": "red", "h4": "blue"}, {"h1": "green", "h4": "red"}):
        for excluded in ({"a2": ("blue",)}, {"a2": ("blue", "green"), "a5": ("red",)}):
            chosen = choose(view.barring(excluded), beliefs, view.fixed, current, "cluster")
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
    assert choose(view.barring({"a2": ("red",)}), beliefs, view.fixed, current, "cluster") == {
        "a2": "blue"
    }


def test_only_colors_of_own_nodes_are_barred():
    view = seen("Agent1")
    stated = (
        Constraint("a2", "forbidden", "blue", "Human"),
        Constraint("h1", "forbidden", "red", "Human"),
        Constraint("h4", "required", "blue", "Human"),
    )
    situation = Situation(0, dict.fromkeys(view.own, "red"), constraints=stated)
    assert situation.barred == {"a2": ("blue",)}


def test_fixed_nodes_and_nodes_without_a_color_left_are_not_barred():
    view = seen("Agent1")
    fixed, color = next(iter(view.fixed.items()))
    assert view.barring({fixed: (color,), "a2": tuple(view.domain)}).barred == {}
    assert view.barring({}) is view


@given(problems_of_one_agent())
def test_searches_find_the_best_without_barred_colors(case):
    view, barred, required, beliefs = case
    limited = view.barring(barred)
    free = [v for v in view.own if v not in {**required, **view.fixed}]
    costs = {}
    for boundary in itertools.product(view.domain, repeat=len(view.owners)):
        known = dict(zip(view.owners, boundary, strict=True))
        costs[boundary] = min(
            view.penalty(colors, known)
            for row in itertools.product(view.domain, repeat=len(free))
            if not any(c in limited.barred.get(v, ()) for v, c in zip(free, row, strict=True))
            for colors in [{**required, **view.fixed, **dict(zip(free, row, strict=True))}]
        )
    table = limited.counterfactuals(tuple(view.owners), {}, required)
    assert table.penalty.ravel().tolist() == pytest.approx(list(costs.values()))
    answer = limited.best_response(beliefs, required)
    assert answer.penalty == pytest.approx(costs[tuple(beliefs.values())])
    assert all(answer.assignment[v] not in limited.barred.get(v, ()) for v in free)
