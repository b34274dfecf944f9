"""Wrong arguments of every command are told in one line that names the command and where help is."""

from __future__ import annotations

import pytest

from agents.cli import main as vvm
from solver.command.cli import main as kempe


@pytest.mark.parametrize(
    ("main", "words"),
    [
        (kempe, "color"),
        (kempe, "team --foo"),
        (kempe, "team study --problems some"),
        (kempe, "world"),
        (kempe, "world run phase1 --steps some"),
        (kempe, "flow dance"),
        (kempe, "chart --foo"),
        (kempe, "page --port some"),
        (kempe, "mcp --foo"),
        (vvm, "phase3"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(main, words, capsys):
    with pytest.raises(SystemExit) as caught:
        main(words.split())
    told = capsys.readouterr().err
    name = told.partition(":")[0]
    assert caught.value.code == 2
    assert told.count("\n") == 1
    assert ": error: " in told
    assert told.endswith(f"; {name} --help lists the arguments\n")
