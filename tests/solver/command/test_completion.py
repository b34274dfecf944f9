from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from solver.command.cli import SUBCOMMANDS, main
from solver.command.completion import SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_subcommand(shell, capsys):
    pytest.importorskip("shtab")
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for module in SUBCOMMANDS:
        assert module.__name__.rpartition(".")[2] in script
    assert "time-limit" in script


def test_bash_completes_options(tmp_path, capsys):
    pytest.importorskip("shtab")
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "kempe.bash"
    script.write_text(capsys.readouterr().out)
    lines = [
        f"source {script}",
        "COMP_WORDS=(kempe color --time)",
        "COMP_CWORD=2",
        "_shtab_kempe",
        'echo "${COMPREPLY[@]}"',
    ]
    printed = subprocess.run(
        ["bash", "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    assert printed.stdout.split() == ["--time-limit"]


def test_without_shtab_the_error_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert capsys.readouterr().err.endswith('pip install "kempe[completion]"\n')
