"""Games: the study's vectors, solvability, fixed nodes, slots."""

import pytest

from agents.coloring import team as teams
from agents.coloring.team import make_team
from agents.coloring.topologies import study
from agents.errors import DefinitionError, InputError

SEED_42 = {
    0: {},
    1: {"h3": "green", "a1": "green", "b4": "green"},
    2: {"h3": "green", "a1": "green", "a3": "blue", "b3": "green", "b1": "blue"},
    3: {"h3": "green", "a1": "green", "a3": "blue", "b3": "green", "b1": "blue", "b4": "red"},
}


def row(coloring):
    return "".join(color[0] for color in coloring.values())


@pytest.mark.parametrize("number", SEED_42)
def test_fixed_nodes_of_the_study_are_those_of_seed_42(number):
    assert dict(study().with_fixed(number).problem.fixed) == SEED_42[number]


def test_the_hint_is_the_first_solution_in_order():
    nodes = [f"{x}{i}" for x in "hab" for i in range(1, 6)]
    free = study().require_solvable()
    assert row({n: free[n] for n in nodes}) == "rgrgbrgbrbgrgrb"
    fixed = study().with_fixed(1).require_solvable()
    assert row({n: fixed[n] for n in nodes}) == "rbgbggbrgrgrbgb"


@pytest.mark.parametrize("number", [2, 3])
def test_a_game_that_cannot_be_won_is_refused_with_what_is_known(number):
    with pytest.raises(InputError, match=r"cannot be solved .* h3=green.*free nodes"):
        study().with_fixed(number).require_solvable()


def test_a_cluster_without_internal_nodes_has_its_first_nodes_fixed():
    team = make_team({"A": ["a1", "a2"], "B": ["b1"]}, [("a1", "b1"), ("a2", "b1")])
    assert dict(team.with_fixed(1).problem.fixed) == {"a1": "green", "b1": "green"}


def test_a_solution_that_breaks_a_fixed_color_is_not_believed():
    team = make_team(
        {"A": ["a1"], "B": ["b1"]},
        [("a1", "b1")],
        fixed={"a1": "green"},
        hidden={"a1": "red", "b1": "green"},
    )
    assert team.solution == {"a1": "green", "b1": "red"}


def test_large_games_are_solved_by_search(monkeypatch):
    monkeypatch.setattr(teams, "_LOOK", teams.solver.Budget(memory=1, work=1, nodes=1))
    team = study().with_fixed(1)
    found = team.require_solvable()
    assert team._solves(found)
    with pytest.raises(InputError):
        study().with_fixed(2).require_solvable()


def test_neighbors_have_different_slots():
    team = study()
    assert team.peers == {
        "Human": ("Agent1", "Agent2"),
        "Agent1": ("Human",),
        "Agent2": ("Human",),
    }
    for name, others in team.peers.items():
        assert all(team.slots[name] != team.slots[other] for other in others)


def test_all_that_is_wrong_with_a_team_is_said_at_once():
    with pytest.raises(DefinitionError) as error:
        make_team({"A": ["a1", "A1", "red"]}, [], person="B")
    assert {finding.code for finding in error.value.findings} == {"TEAM002", "TEAM003", "TEAM005"}


def test_internal_nodes_are_those_without_foreign_neighbors():
    team = study()
    internal = {node for node in team.problem.nodes if team.is_internal(node)}
    assert internal == {"h3", "a1", "a3", "b1", "b3", "b4", "b5"}
