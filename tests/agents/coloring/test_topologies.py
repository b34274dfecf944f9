"""Topologies in one word."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.coloring.topologies import RandomTeam, read_team, study
from agents.errors import DefinitionError, InputError
from tests.study import small_study
from tests.study import study as plain_study


def test_the_study_is_the_study():
    problem = study().problem
    expected = plain_study()
    assert problem.nodes == expected.nodes
    assert set(map(frozenset, problem.edges)) == set(map(frozenset, expected.edges))
    assert problem.conflict_penalty == 10.0
    assert dict(study().points) == {"red": 3, "green": 2, "blue": 1}


def test_the_smaller_game_is_the_smaller_one():
    problem, expected = read_team("small").problem, small_study()
    assert set(problem.nodes) == set(expected.nodes)
    assert set(map(frozenset, problem.edges)) == set(map(frozenset, expected.edges))


@given(
    st.builds(
        RandomTeam,
        clusters=st.integers(1, 6),
        nodes=st.integers(1, 8),
        colors=st.integers(2, 5),
        density=st.floats(0, 1),
        links=st.integers(0, 4),
        neighbors=st.sampled_from([0, 2, 4]),
        fixed=st.integers(0, 3),
        person=st.integers(0, 1),
        seed=st.integers(0, 10**6),
    )
)
def test_random_games_can_be_won_and_are_the_same_again(drawn):
    team, again = drawn.make(), drawn.make()
    assert team.problem.edges == again.problem.edges
    assert dict(team.problem.fixed) == dict(again.problem.fixed)
    assert len(team.participants) == drawn.clusters
    assert all(len(nodes) == drawn.nodes for nodes in team.problem.clusters.values())
    assert all(
        len([n for n in nodes if n in team.problem.fixed]) <= drawn.fixed
        for nodes in team.problem.clusters.values()
    )
    solution = team.require_solvable()
    assert all(solution[u] != solution[v] for u, v in team.problem.edges)
    assert all(solution[node] == color for node, color in team.problem.fixed.items())


def test_a_word_names_a_random_game():
    team = read_team("random:clusters=30,nodes=2,neighbors=2,person=0,seed=7")
    assert len(team.participants) == 30
    assert max(map(len, team.peers.values())) <= 2
    assert "Human" not in team.participants
    assert not any(node.startswith("h") and node[1:].isdigit() for node in team.problem.nodes)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("random:nodes=0", "nodes = 0: expected 1 <= nodes"),
        ("random:nodes=x", "nodes = 'x': expected a number"),
        ("random:knots=3", "'knots=3': expected NAME=VALUE"),
        ("random:density=2", "expected 0 <= density <= 1"),
        ("random:neighbors=3", "expected an even number"),
        ("nowhere.json", "expected study, small, random"),
    ],
)
def test_a_wrong_word_is_refused_in_one_line(word, message):
    with pytest.raises(InputError, match=message) as error:
        read_team(word)
    assert "\n" not in str(error.value)


def written(tmp_path, data):
    path = tmp_path / "team.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return path


def test_a_file_holds_a_game(tmp_path):
    path = written(
        tmp_path,
        {
            "clusters": {"Ann": ["x1", "x2"], "Bob": ["y1"]},
            "edges": [["x1", "x2"], ["x2", "y1"]],
            "domain": ["Black", "White"],
            "fixed": {"x1": "black"},
            "person": "Ann",
        },
    )
    team = read_team(str(path))
    assert team.person == "Ann"
    assert dict(team.problem.fixed) == {"x1": "Black"}
    assert team.points == {"Black": 2, "White": 1}
    assert team.require_solvable() == {"x1": "Black", "x2": "White", "y1": "Black"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{", "not JSON"),
        ("[]", r"game = \[\]: expected a JSON object"),
        ({"clusters": {}, "edges": [], "colour": []}, "colour"),
        ({"clusters": {"A": "a1"}, "edges": []}, "clusters: expected lists"),
        ({"clusters": {"A": ["a1"]}, "edges": [["a1"]]}, "edges: expected a list of pairs"),
    ],
)
def test_a_wrong_file_is_named(tmp_path, data, message):
    path = written(tmp_path, data)
    with pytest.raises(InputError, match=message) as error:
        read_team(str(path))
    assert str(path) in str(error.value)


def test_a_file_with_an_unknown_node_is_refused(tmp_path):
    path = written(tmp_path, {"clusters": {"A": ["a1"]}, "edges": [["a1", "b1"]]})
    with pytest.raises(DefinitionError, match="b1"):
        read_team(str(path))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"clusters": {}}, "at least one node"),
        ({"clusters": {"A": [], "B": ["b1"]}}, "clusters: A: expected participants with at least"),
        ({"domain": "red"}, "domain = 'red': expected a list of colors"),
        ({"edges": [["a1", "zz"]]}, "'zz': expected one of the nodes"),
        ({"clusters": {"Bob": ["a1"], "bob": ["b1"]}}, "TEAM007: differs from Bob in case only"),
        ({"clusters": {"A\u202e": ["a1"], "B": ["b1"]}}, "TEAM006: expected a printable text"),
        ({"clusters": {"A": [1], "B": ["b1"]}, "edges": []}, "TEAM001: expected a printable"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_name(tmp_path, changes, message):
    path = tmp_path / "team.json"
    game = {"clusters": {"A": ["a1"], "B": ["b1"]}, "edges": [["a1", "b1"]]} | changes
    path.write_text(json.dumps(game))
    with pytest.raises((InputError, DefinitionError), match=message) as caught:
        read_team(str(path))
    assert str(caught.value).startswith(str(path))
