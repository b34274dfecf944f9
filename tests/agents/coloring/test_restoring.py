"""Games that start from a checkpoint of another, and what the commands that read a trace print."""

from __future__ import annotations

import json

import pytest

from agents.coloring import cli
from agents.coloring.restoring import checkpoint_from, initial_from
from agents.coloring.runner import play
from agents.coloring.setup import COLORS, TeamSettings, make_domain
from agents.contracts import RunMetadata
from agents.errors import InputError, TraceError
from agents.world import TraceDb, verify


def recorded(path, **changes):
    chosen = {"topology": "small", "human": "none", "max_steps": 20, **changes}
    settings = TeamSettings(**chosen).complete()
    with TraceDb(path) as trace:
        return play(settings, trace)


def team(topology="small"):
    return TeamSettings(topology=topology).team()


def test_a_game_starts_from_the_last_checkpoint(tmp_path):
    path = tmp_path / "game.db"
    solved = recorded(path)
    assert solved.solved
    settings = TeamSettings(
        topology="small", human="none", max_steps=2, initial=initial_from(str(path), team())
    ).complete()
    assert settings.initial_colors() == solved.colors
    with TraceDb(":memory:") as trace:
        outcome = play(settings, trace)
        assert (outcome.first_solved, outcome.colors) == (1, solved.colors)
        assert verify(trace, outcome.run_id, domains=[make_domain(settings, trace)]).steps == 2
        assert TeamSettings.of(trace.get_run_metadata(outcome.run_id)) == settings


def test_a_step_chooses_the_checkpoint(tmp_path):
    path = tmp_path / "game.db"
    solved = recorded(path)
    assert initial_from(f"{path}@{solved.steps}", team()) == initial_from(str(path), team())
    first = solved.first_solved
    assert first > 1
    assert json.loads(initial_from(f"{path}@{first}", team()).removeprefix(COLORS))
    with pytest.raises(
        InputError, match=f"step = {first - 1}: expected an integer >= {first}, "
    ) as caught:
        initial_from(f"{path}@{first - 1}", team())
    assert f"it is step {first - 1} of the log" in str(caught.value)
    with pytest.raises(InputError, match="step = '0': expected an integer >= 1"):
        initial_from(f"{path}@0", team())


def test_a_game_without_a_solved_state_has_no_checkpoint(tmp_path):
    path = tmp_path / "game.db"
    assert recorded(path, max_steps=1).first_solved is None
    with pytest.raises(InputError, match="no checkpoint: expected a game"):
        initial_from(str(path), team())


@pytest.mark.parametrize("game", [None, "run"])
def test_a_trace_of_another_world_has_no_game(game, tmp_path):
    path = tmp_path / "world.db"
    with TraceDb(path) as trace:
        trace.insert_run(RunMetadata(run_id="run", created_at=0.0, config={}))
    with pytest.raises(InputError, match=r"world\.db: no game: expected a trace of kempe team"):
        checkpoint_from(str(path), team(), game)


def test_colors_of_another_graph_are_refused(tmp_path):
    path = tmp_path / "game.db"
    solved = recorded(path)
    with pytest.raises(InputError, match="topology = 'study': expected small, the graph of"):
        initial_from(str(path), team("study"))
    recorded(path, topology="study")  # a file with both
    assert json.loads(initial_from(str(path), team()).removeprefix(COLORS)) == solved.colors
    with pytest.raises(InputError, match="topology = 'random:clusters=3,nodes=5,seed=1': expected"):
        cli.main(["--restore", f"{path}@1", "--topology", "random:clusters=3,nodes=5,seed=1", "--quiet"])


def test_the_command_names_the_game_that_it_starts_from(tmp_path, capsys):
    path = tmp_path / "game.db"
    recorded(path)
    last = recorded(path, mode="LLM_U")
    options = ["--topology", "small", "--max-steps", "1", "--quiet"]
    cli.main(["--restore", str(path), *options])
    assert f"starting from the colors of game {last.run_id}" in capsys.readouterr().err


def test_of_several_games_the_last_begun_or_the_named_one_is_taken(tmp_path, capsys):
    path = tmp_path / "game.db"
    games = [recorded(path, seed=seed) for seed in range(6)]
    begun = [game.run_id for game in games]
    assert begun != sorted(begun)
    with pytest.raises(TraceError, match="run id = 'x': expected one of the file: "):
        checkpoint_from(str(path), team(), "x")
    for number, game in enumerate(games, 1):
        fewer = tmp_path / f"{number}.db"
        for seed in range(number):
            recorded(fewer, seed=seed)
        assert checkpoint_from(str(fewer), team()).run_id == game.run_id
        assert checkpoint_from(str(path), team(), game.run_id) == (game.run_id, game.colors)
    options = ["--topology", "small", "--max-steps", "1", "--quiet"]
    cli.main(["--restore", str(path), "--restore-game", begun[0], *options])
    assert f"starting from the colors of game {begun[0]}\n" in capsys.readouterr().err
    with pytest.raises(InputError, match="--restore-game: expected --restore"):
        cli.main(["--restore-game", begun[0], *options])


def test_a_named_game_on_another_graph_is_refused(tmp_path):
    path = tmp_path / "game.db"
    recorded(path)
    other = recorded(path, topology="study")
    with pytest.raises(InputError, match="topology = 'small': expected study"):
        checkpoint_from(str(path), team(), other.run_id)


@pytest.mark.parametrize("initial", ["last", "colors:[]", "colors:{", 'colors:{"h1": 1}'])
def test_other_initial_colors_are_refused(initial):
    with pytest.raises(InputError, match="initial = "):
        TeamSettings(initial=initial)


def test_a_transcript_holds_all_that_was_said(tmp_path, capsys):
    path = tmp_path / "game.db"
    outcome = recorded(path, mode="LLM_F")
    assert cli.main(["transcript", str(path)]) == 0
    printed = capsys.readouterr().out
    with TraceDb(path, readonly=True) as trace:
        said = [message for message in trace.fetch_messages(outcome.run_id) if message.content]
    assert printed.count(" to ") >= len(said) > 3
    flat = " ".join(printed.split())
    for message in said:
        assert f"{message.author_id} to {message.recipient} {message.content}" in flat
    cli.main(["transcript", str(path), "--agent", "Agent2"])
    assert all("Agent2" in line for line in capsys.readouterr().out.splitlines() if line[0:4].strip())


def test_the_log_says_why_and_shows_what_a_snap_replaced(tmp_path, capsys):
    path = tmp_path / "game.db"
    recorded(path, topology="study", conformance="literal", explain=True)
    cli.main(["log", str(path)])
    printed = capsys.readouterr().out
    assert "Why h3 is green: it is fixed" in printed
    assert "best penalty with" in printed
    if "Snapped to" in printed:
        assert "computed " in printed


def test_a_report_is_of_one_game(tmp_path, capsys):
    path = tmp_path / "game.db"
    first, second = (recorded(path, max_steps=steps).run_id for steps in (1, 2))
    with pytest.raises(InputError, match="--run-id = None: expected one of") as caught:
        cli.main(["report", str(path)])
    assert {first, second} <= {*str(caught.value).replace(",", "").split()}
    capsys.readouterr()
    assert cli.main(["report", str(path), "--run-id", first]) == 0
    assert json.loads(capsys.readouterr().out)
