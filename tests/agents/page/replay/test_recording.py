"""A recording says what the trace says, and what is wrong with it before anything else."""

from __future__ import annotations

import sqlite3

import pytest

import solver
from agents.cli import main as vvm
from agents.coloring.runner import play
from agents.coloring.setup import TeamSettings
from agents.errors import TraceError
from agents.page.replay.recording import heat_map, read_recording
from agents.world import TraceDb


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("replay") / "game.db"
    settings = TeamSettings(mode="LLM_U", human="emulator", max_steps=12).complete()
    with TraceDb(path) as trace:
        outcome = play(settings, trace)
    return path, outcome


@pytest.fixture
def copy(game, tmp_path):
    path = tmp_path / "copy.db"
    path.write_bytes(game[0].read_bytes())
    return path


def test_the_board_of_each_step_has_the_conflicts_that_were_evaluated(game):
    path, outcome = game
    recording = read_recording(path)
    assert recording.fault is None
    assert "outcomes executed again" in recording.verdict
    problem = recording.team.problem
    assert set(recording.start) == set(problem.nodes)
    for step in recording.steps:
        edges = [(u, v) for u, v in problem.edges if step.colors[u] == step.colors[v]]
        assert len(edges) == step.conflicts
        assert solver.penalty(problem, step.colors) == step.penalty
    assert recording.steps[-1].colors == outcome.colors
    assert recording.steps[-1].satisfied == outcome.satisfied
    assert sum(len(step.notes) for step in recording.steps) == outcome.messages
    assert all(len(step.deeds) == 3 for step in recording.steps)


def test_snapped_colors_are_the_best_answer_to_the_beliefs(game):
    recording = read_recording(game[0])
    snapped = [d for step in recording.steps for d in step.deeds if d.snapped is not None]
    assert snapped
    for deed in snapped:
        assert deed.penalties[1] <= deed.penalties[0]
        assert deed.standing == deed.snapped


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("UPDATE messages SET content = 'lie' WHERE time_step = 1", "step 1: the rows do not match"),
        ("UPDATE coloring_assignment SET color = 'blue' WHERE node = 'h3'", "coloring_assignment"),
        ("CREATE VIEW v AS SELECT 1", "view 'v': a trace has none"),
        ("DELETE FROM steps WHERE time_step = 2", "step"),
        ("DROP TABLE coloring_eval", ""),
    ],
)
def test_a_changed_trace_says_where(copy, change, fault):
    with sqlite3.connect(copy) as trace:
        trace.execute(change)
    recording = read_recording(copy)
    assert recording.fault is not None
    assert fault in recording.fault
    assert recording.steps


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("PRAGMA user_version = 99", "schema version = 99"),
        ("PRAGMA application_id = 1", "not a trace of Kempe"),
    ],
)
def test_files_of_other_versions_and_kinds_are_refused(copy, change, message):
    with sqlite3.connect(copy) as trace:
        trace.execute(change)
    with pytest.raises(TraceError, match=message):
        read_recording(copy)


def test_a_trace_names_no_file_that_is_read(copy, tmp_path):
    with sqlite3.connect(copy) as trace:
        trace.execute("UPDATE runs SET config_json = replace(config_json, 'study', '/etc/passwd')")
    recording = read_recording(copy)
    assert recording.team is None
    assert recording.fault is not None


def test_other_worlds_are_tables_of_steps(tmp_path):
    path = tmp_path / "world.db"
    assert vvm(["--steps", "3", "--agents", "2", "--seed", "1", "--db", str(path)]) == 0
    recording = read_recording(path)
    assert (recording.fault, recording.team, len(recording.steps)) == (None, None, 3)
    assert {deed.action for step in recording.steps for deed in step.deeds} <= {"noop", "emit_event"}


def test_a_heat_map_is_the_solvers_table(game):
    recording = read_recording(game[0])
    beliefs = {"a2": "red", "a4": "green", "a5": "blue", "b2": "red"}
    table = heat_map(recording.team, "Human", "Agent1", beliefs)
    assert (len(table.rows), len(table.columns)) == (9, 3)
    view = recording.team.view("Human")
    best = solver.best_response(view.problem, "Human", beliefs, scope="cluster")
    row, column = table.now
    assert table.values[row][column] == best.penalty
    assert (table.rows[row], table.columns[column]) == ("a2 red a4 green", "a5 blue")
    assert heat_map(recording.team, "Human", "Agent1", {}).now is None
    assert heat_map(recording.team, "Agent1", "Agent2", {}) is None
