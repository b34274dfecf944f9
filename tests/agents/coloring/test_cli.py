"""The command ``kempe team``: what it says of games, and what it refuses."""

from __future__ import annotations

import json

import pytest

from agents.coloring.cli import main
from agents.errors import InputError

SMALL = ["--topology", "small", "--human", "none", "--quiet"]


def test_a_game_without_a_model_says_so_where_one_would_choose_actions(capsys):
    assert main([*SMALL, "--mode", "LLM_API", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == (
        "kempe: warning: LLM_API without a language model: "
        "no model chooses actions, and templates word all messages\n"
    )
    assert json.loads(printed.out)["model"] is None
    assert main([*SMALL, "--mode", "LLM_U"]) == 0
    assert main([*SMALL, "--mode", "LLM_API", "--model", "mock"]) == 0
    assert capsys.readouterr().err == ""


def test_a_game_that_has_ended_says_so(tmp_path, capsys):
    game = [*SMALL, "--db", str(tmp_path / "game.db")]
    assert main(game) == 0
    first = capsys.readouterr()
    assert main(game) == 0
    again = capsys.readouterr()
    assert again.out == first.out
    assert (first.err, again.err) == (
        "",
        "this game has ended before; nothing is played, this is its result\n",
    )


def test_a_participant_who_is_not_in_the_trace_is_refused(tmp_path, capsys):
    path = str(tmp_path / "game.db")
    assert main([*SMALL, "--db", path]) == 0
    for command in ("log", "transcript"):
        assert main([command, path, "--agent", "Agent1"]) == 0
        with pytest.raises(InputError, match="--agent = 'Nobody': expected one of Human, Agent1"):
            main([command, path, "--agent", "Nobody"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--human", "emulater"], "--human = 'emulater': expected none, emulator, terminal or script"),
        (
            ["--human", "page"],
            "--human = 'page': expected none, emulator, terminal or script:FILE; kempe",
        ),
        (["--seed", "-1"], "--seed = -1: expected an integer in"),
        (["game.db"], "kempe team = 'game.db': expected log, transcript, verify, report or study, or"),
    ],
)
def test_what_the_command_cannot_do_is_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        main(arguments)
