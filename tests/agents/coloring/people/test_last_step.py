"""What a person at a terminal hears at the end of a game."""

import io
import re

from agents.coloring.cli import main

LAST = "This is the last step: nobody can answer what you say now."


def played(lines, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    main(["--mode", "LLM_U", "--human", "terminal", "--max-steps", "5"])
    return re.sub(r"\s+", " ", capsys.readouterr().out)


def test_what_is_said_in_the_last_step_is_shown(monkeypatch, capsys):
    text = played("h1=red; h4=blue\nsend\nAgent1: what could I set h1 to?\n", monkeypatch, capsys)
    assert "Agent1: h1 could be" in text[text.rindex("> ") :]
    assert LAST not in text


def test_who_speaks_in_the_last_step_is_told_that_nobody_can_answer(monkeypatch, capsys):
    text = played("h1=red; h4=blue\nsend\n\nAgent1: what could I set h1 to?\n", monkeypatch, capsys)
    assert text.count(LAST) == 1
    assert "h1 could be" not in text[text.index(LAST) :]
