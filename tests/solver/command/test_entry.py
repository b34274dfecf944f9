from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from solver.command import entry

pytestmark = pytest.mark.subprocess


@pytest.fixture(autouse=True)
def handlers():
    """Put the handlers back that a command ignores signals in place of, since the process goes on."""
    before = {which: signal.getsignal(which) for which in (signal.SIGINT, signal.SIGTERM)}
    yield
    for which, handler in before.items():
        signal.signal(which, handler)


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


def test_ctrl_c_during_the_imports_of_a_check_refutes_nothing():
    program = "import sys; sys.argv[1:] = ['check']" + INTERRUPTED
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (3, "kempe: interrupted\n")


def test_the_entry_point_runs_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["kempe", "info", "queen:5"])
    assert entry.main() == 0
    assert "25 vertices" in capsys.readouterr().out


def test_an_interrupt_that_python_drops_comes_again_without_a_traceback(monkeypatch, capsys):
    class Interrupted:
        def __del__(self):
            raise KeyboardInterrupt

    def kempe():
        Interrupted()
        time.sleep(60)
        return 0

    monkeypatch.setattr("solver.command.cli.main", kempe)
    report = sys.unraisablehook
    assert entry.main() == 1
    assert sys.unraisablehook is report
    assert capsys.readouterr().err == "kempe: interrupted\n"


def test_the_signal_that_comes_again_is_the_one_that_came(monkeypatch, capsys):
    class Interrupted:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(60)

    def kempe():
        Interrupted()
        time.sleep(5)
        return 0

    monkeypatch.setattr("solver.command.cli.main", kempe)
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as of a command in the background
    try:
        assert entry.main() == 1
    finally:
        signal.signal(signal.SIGINT, handler)
    assert capsys.readouterr().err == "kempe: interrupted\n"


def test_another_dropped_error_is_reported(monkeypatch, capsys):
    class Failed:
        def __del__(self):
            raise ValueError("no number")

    def kempe():
        Failed()
        return 0

    monkeypatch.setattr("solver.command.cli.main", kempe)
    assert entry.main() == 0
    assert "ValueError: no number" in capsys.readouterr().err
