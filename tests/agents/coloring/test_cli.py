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
