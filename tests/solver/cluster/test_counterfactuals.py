"""The table of best responses against asking for each row, and the option tables of the study."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import (
    Budget,
    BudgetError,
    InputError,
    Problem,
    best_response,
    counterfactual_tables,
    counterfactuals,
)

from ...strategies import cluster_questions
from ...study import study

COLORS = {"r": "red", "g": "green", "b": "blue"}
SCOPES = st.sampled_from(["global", "cluster"])
AWKWARD = st.sampled_from([0.1, 1e-12, 1.0, 3e9])

#: Vector A.3: colors of the peer, penalty, agent's points, best response.
OPTIONS = {
    ("Agent1", "h1", "h4"): """
        rr 10 9 grbgb, rg 0 10 gbrbr, rb 0 11 gbrgr, gr 0 9 grbgb, gg 0 11 grgrb, gb 0 11 gbrgr,
        br 0 9 grbgb, bg 0 11 grgrb, bb 10 12 grgrg""",
    ("Agent2", "h2", "h5"): """
        rr 10 11 rgrgb, rg 0 11 gbrgr, rb 0 11 rgrgb, gr 0 11 gbrgr, gg 10 9 grbgb, gb 0 9 grbgb,
        br 0 11 rgrgb, bg 0 9 grbgb, bb 10 11 rgrgb""",
}


@pytest.mark.tiny
@pytest.mark.parametrize("who", OPTIONS)
def test_option_tables_of_the_study(who):
    agent, *boundary = who
    table = counterfactuals(study(1), agent, boundary)
    assert table.boundary == tuple(boundary)
    assert table.penalty.shape == (3, 3)
    for line in OPTIONS[who].split(","):
        peer, penalty, points, colors = line.split()
        coloring = {node: COLORS[c] for node, c in zip(boundary, peer, strict=True)}
        row = tuple("rgb".index(c) for c in peer)
        assert table.penalty[row] == int(penalty)
        assert table.conflicts[row] == int(penalty) // 10
        best = table.assignment(coloring)
        assert "".join(c[0] for c in best.values()) == colors
        assert sum({"b": 1, "g": 2, "r": 3}[c] for c in colors) == int(points)
        assert np.array_equal(table.colors[row], ["rgb".index(c) for c in colors])


@pytest.mark.tiny
def test_feasible_boundaries_of_the_study():
    """Vector A.2."""
    for fixed, first, second in ((0, 9, 6), (1, 7, 6), (2, 4, 2)):
        problem = study(fixed)
        assert (counterfactuals(problem, "Agent1", ["h1", "h4"]).penalty == 0).sum() == first
        assert (counterfactuals(problem, "Agent2", ["h2", "h5"]).penalty == 0).sum() == second
    alone = counterfactuals(study(1), "Agent2", ["h2", "h5"], scope="cluster")
    assert (alone.penalty == 0).all()


@st.composite
def tables(draw, numbers=None):
    question = draw(cluster_questions(numbers=numbers))
    foreign = [v for v in question[0]["nodes"] if v not in question[1]]
    boundary = draw(st.permutations(foreign))[: draw(st.integers(0, 3))]
    return question, boundary


def check_rows(question, boundary, scope, budget):
    definition, members, beliefs, required = question
    problem = Problem(**definition)
    table = counterfactuals(problem, members, boundary, beliefs, required, scope, budget=budget)
    domain = definition["domain"]
    assert table.penalty.shape == table.conflicts.shape == (len(domain),) * len(boundary)
    for row in itertools.product(range(len(domain)), repeat=len(boundary)):
        coloring = {node: domain[c] for node, c in zip(boundary, row, strict=True)}
        alone = best_response(problem, members, {**beliefs, **coloring}, required, scope=scope)
        assert table.penalty[row] == alone.penalty
        assert table.conflicts[row] == alone.conflicts
        assert table.assignment(coloring) == table.assignment(list(row)) == alone.assignment
        assert table.response(coloring) == alone


@pytest.mark.tiny
@given(tables(), SCOPES)
def test_each_row_is_the_best_response_to_it(table, scope):
    check_rows(*table, scope, Budget())


@given(tables(numbers=AWKWARD), SCOPES)
def test_each_row_without_an_integer_form(table, scope):
    check_rows(*table, scope, Budget())


@pytest.mark.parametrize("scale", [1.0, 2.0**-40])
def test_clusters_with_more_colorings_than_ranks(scale):
    random = np.random.default_rng(5)
    own = [f"a{i}" for i in range(44)]
    edges = list(itertools.pairwise(own)) + list(zip(own, own[3:], strict=False))
    edges += [("h0", "a0"), ("h0", "a20"), ("h1", "a43"), ("h1", "h0")]
    wishes = {a: {c: float(random.integers(0, 3)) * scale for c in "rgb"} for a in own[::7]}
    problem = Problem([*own, "h0", "h1"], edges, "rgb", wishes)
    table = counterfactuals(problem, own, ["h0", "h1"])
    for row in itertools.product("rgb", repeat=2):
        coloring = dict(zip(table.boundary, row, strict=True))
        assert table.assignment(coloring) == best_response(problem, own, coloring).assignment
        assert (
            table.response(coloring).penalty == table.penalty["rgb".index(row[0]), "rgb".index(row[1])]
        )


@pytest.mark.tiny
def test_chosen_rows():
    table = counterfactuals(study(1), "Human", ["a2", "b2", "a4"])
    everything = list(itertools.product(range(3), repeat=3))
    assert table.rows().tolist() == list(range(27))
    ball = table.rows(near={"a2": "red", "b2": "Green", "a4": "blue"}, distance=1)
    assert ball.tolist() == [
        row
        for row, colors in enumerate(everything)
        if sum(x != y for x, y in zip(colors, (0, 1, 2), strict=True)) <= 1
    ]
    some = table.rows(allowed={"a2": ["blue", "red"], "a4": ["green"]})
    assert some.tolist() == [row for row, (a, _, c) in enumerate(everything) if a in (0, 2) and c == 1]
    assert table.response(int(some[3])).penalty == table.penalty.ravel()[some[3]]
    with pytest.raises(InputError, match="a5"):
        table.rows(allowed={"a5": ["red"]})


@pytest.mark.tiny
def test_rows_of_a_table_that_would_not_fit():
    whole = counterfactuals(study(1), "Human", ["a2", "a4", "b2"])
    with pytest.raises(BudgetError) as caught:
        _ = counterfactuals(study(1), "Human", whole.boundary, budget=Budget(memory=1)).penalty
    assert caught.value.unit == "bytes"
    little = Budget(memory=caught.value.estimate - 1)
    table = counterfactuals(study(1), "Human", whole.boundary, budget=little)
    with pytest.raises(BudgetError):
        _ = table.penalty
    near = {"a2": "red", "a4": "red", "b2": "red"}
    for row in table.rows(near=near).tolist():
        assert table.response(row).penalty == whole.penalty.ravel()[row]


@pytest.mark.tiny
def test_tables_of_many_clusters():
    problem = study(1)
    boundaries = {"Agent1": ["h1", "h4"], "Agent2": ["h2", "h5"]}
    demands = {"a2": "red", "b2": "blue"}
    tables = counterfactual_tables(problem, boundaries, {"a4": "red"}, demands)
    for owner, boundary in boundaries.items():
        own = {v: c for v, c in demands.items() if problem.owners[v] == owner}
        alone = counterfactuals(problem, owner, boundary, {"a4": "red"}, own)
        assert np.array_equal(tables[owner].penalty, alone.penalty)
        assert np.array_equal(tables[owner].colors, alone.colors)


@pytest.mark.tiny
def test_refusals():
    problem = study(1)
    with pytest.raises(InputError, match="boundary"):
        counterfactuals(problem, "Agent1", ["a1"])
    with pytest.raises(InputError, match="boundary"):
        counterfactuals(problem, "Agent1", ["h1", "h1"])
    table = counterfactuals(problem, "Agent1", ["h1", "h4"])
    with pytest.raises(InputError, match="h4"):
        table.assignment({"h1": "red"})
    with pytest.raises(InputError, match="h2"):
        table.assignment({"h1": "red", "h4": "red", "h2": "red"})
    with pytest.raises(InputError, match="color"):
        _ = counterfactuals(problem, "Agent1", ["h1"], np.full(15, 3, np.int32)).penalty
    with pytest.raises(InputError, match="row"):
        table.assignment(9)
    small = counterfactuals(problem, "Agent1", ["h1", "h4"], budget=Budget(memory=16))
    with pytest.raises(BudgetError):
        _ = small.penalty


@pytest.mark.parametrize("k", [127, 128, 255, 256, 257, 300])
def test_many_colors(k):
    last, wished = k - 1, k - 3
    problem = Problem("abh", ["ab", "bh"], range(k), {"b": {wished: 0.5}}, fixed={"a": last})
    table = counterfactuals(problem, ["a", "b"], ["h"])
    assert table.assignment({"h": 0}) == {"a": last, "b": wished}
    assert table.assignment({"h": wished}) == {"a": last, "b": 0}
    assert table.penalty[wished] == 0.0
    assert table.penalty[0] == -0.5
    assert table.conflicts.sum() == 0
    # Costs too long for ranks: colors are found on the way back, and ties one by one.
    heavy = problem.replace(preferences={"b": {wished: 0.5, 1: 2.0**-45}}, weights={("b", "h"): 2.0**12})
    assert counterfactuals(heavy, ["a", "b"], ["h"]).assignment({"h": wished}) == {"a": last, "b": 1}


def test_as_many_colors_as_a_table_can_have():
    problem = Problem("ab", ["ab"], range(32767), fixed={"a": 32766})
    table = counterfactuals(problem, ["a"], ["b"])
    assert table.assignment({"b": 0}) == {"a": 32766}
    assert table.penalty[32766] == 1.0
