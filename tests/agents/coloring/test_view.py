"""Views: costs counted from names are those of the solver, and answers that are kept are the same."""

from __future__ import annotations

import random

import pytest

import solver
from agents.coloring.assessing.binding import known
from agents.coloring.team import make_team
from agents.coloring.topologies import RandomTeam


@pytest.mark.parametrize("scope", ["global", "cluster"])
@pytest.mark.parametrize("conflict_penalty", [10.0, 0.1])
@pytest.mark.parametrize("liked", [None, {"a1": {"red": 0.25}}])
def test_a_penalty_is_that_of_the_solver(scope, conflict_penalty, liked):
    base = RandomTeam(clusters=3, nodes=5, links=4, person=0, fixed=0, seed=2).make().problem
    team = make_team(
        {name: list(nodes) for name, nodes in base.clusters.items()},
        [list(edge) for edge in base.edges],
        conflict_penalty=conflict_penalty,
        preferences=liked,
    )
    rng = random.Random(1)
    for name in team.participants:
        view = team.view(name, scope)
        for _ in range(20):
            colors = {node: rng.choice(view.domain) for node in view.own}
            beliefs = {node: rng.choice(view.domain) for node in view.owners if rng.random() < 0.7}
            expected = solver.penalty(view.problem, {**beliefs, **colors}, scope, name)
            assert view.penalty(colors, beliefs, scope) == expected


def test_scopes_are_told_apart_where_foreign_nodes_touch():
    team = make_team(
        {"A": ["a"], "B": ["b1", "b2"]}, [["a", "b1"], ["b1", "b2"], ["a", "b2"]], person=None
    )
    beliefs = {"b1": "red", "b2": "red"}
    own_edges, all_edges = team.view("A", "cluster"), team.view("A", "global")
    for scope, conflicts in (("global", 1), ("cluster", 0)):
        assert own_edges.best_response(beliefs, {}, scope=scope).conflicts == 0
        assert all_edges.best_response(beliefs, {}, scope=scope).conflicts == conflicts
        table = all_edges.counterfactuals(("b1",), beliefs, {}, scope)
        assert table.conflicts.tolist()[0] == conflicts
    assert len(own_edges._answers) == 1


def test_a_kept_answer_is_given_to_the_same_question_only():
    view = RandomTeam(clusters=3, nodes=5, links=4, person=0, seed=2).make().view("Agent1")
    rng = random.Random(3)
    for _ in range(60):
        beliefs = {node: rng.choice(view.domain) for node in view.owners}
        required = {view.own[0]: rng.choice(view.domain)} if rng.random() < 0.5 else {}
        tie, unfixed = rng.choice(["any", "lex"]), rng.random() < 0.5
        problem = view.unfixed if unfixed else view.problem
        answer = view.best_response(beliefs, required, tie, unfixed=unfixed)
        expected = solver.best_response(problem, "Agent1", beliefs, required, tie)
        assert (answer.penalty, answer.conflicts) == (expected.penalty, expected.conflicts)
        assert tie == "any" or answer.assignment == expected.assignment
        assert view.best_response(beliefs, required, tie, unfixed=unfixed) is answer


@pytest.mark.parametrize("scope", ["cluster", "global"])
def test_conflicts_are_the_edges_whose_ends_are_known_to_have_one_color(scope):
    view = RandomTeam(clusters=3, nodes=5, links=4, person=0, seed=2).make().view("Agent1", scope)
    rng = random.Random(4)
    for _ in range(60):
        colors = {node: rng.choice(view.domain) for node in view.own if rng.random() < 0.8}
        beliefs = {node: rng.choice(view.domain) for node in view.owners if rng.random() < 0.7}
        found = view.conflicts(colors, beliefs)
        known = {**beliefs, **colors}
        same = {frozenset(e) for e in view.edges if {*e} <= {*known} and known[e[0]] == known[e[1]]}
        assert {frozenset(one[:2]) for one in found} == {e for e in same if e & {*view.own}}
        assert all(known[own] == color for own, _, color in found)


@pytest.mark.parametrize(
    ("beliefs", "expected"),
    [
        ({"x": "red", "y": "blue"}, {"x": "red", "y": "blue"}),
        ({"X": "red", "y": "BLUE"}, {"x": "red", "y": "blue"}),
        ({"x": "red", "y": "mauve"}, {"x": "red"}),
        ({"x": "red", "z": "blue", "a": "red"}, {"x": "red"}),
    ],
)
def test_beliefs_that_count_are_about_visible_foreign_nodes(beliefs, expected):
    team = make_team(
        {"A": ["a"], "B": ["x", "y", "z"]}, [("a", "x"), ("a", "y")], domain=["red", "blue"]
    )
    found = known(team.view("A"), beliefs)
    assert found == expected
    assert found is not beliefs
