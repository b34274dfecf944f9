from __future__ import annotations

import subprocess
import sys

import pytest

from solver.command import entry

pytestmark = pytest.mark.subprocess

INTERRUPTED = """
import builtins, sys
from solver.command.entry import main
plain = builtins.__import__
def interrupt(name, *arguments):
    if name == "cli":
        raise KeyboardInterrupt
    return plain(name, *arguments)
builtins.__import__ = interrupt
sys.exit(main())
"""


def test_ctrl_c_during_the_imports_leaves_no_traceback():
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (1, "", "kempe: interrupted\n")


def test_the_entry_point_runs_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["kempe", "info", "queen:5"])
    assert entry.main() == 0
    assert "25 vertices" in capsys.readouterr().out


def test_an_interrupt_that_python_drops_leaves_no_traceback(monkeypatch, capsys):
    class Interrupted:
        def __del__(self):
            raise KeyboardInterrupt

    class Failed:
        def __del__(self):
            raise ValueError("no number")

    def kempe():
        for kind in (Interrupted, Failed):
            kind()
        return 0

    monkeypatch.setattr("solver.command.cli.main", kempe)
    report = sys.unraisablehook
    assert entry.main() == 0
    assert sys.unraisablehook is report
    error = capsys.readouterr().err
    assert "KeyboardInterrupt" not in error
    assert "ValueError: no number" in error
