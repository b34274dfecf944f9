from __future__ import annotations

import json
import os
import pkgutil
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import solver
from solver.command.cli import main
from solver.command.interrupts import ONE_SIGNAL, UNDECIDED, Interrupts
from solver.graphs.formats import read_coloring

CLOCK = "solver.command.interrupts.time.monotonic"


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(CLOCK, lambda: now[0])
    return now


def test_signals_within_a_second_are_one(clock):
    interrupts = Interrupts()
    with pytest.raises(KeyboardInterrupt):
        interrupts.handle()
    clock[0] += ONE_SIGNAL / 2
    interrupts.handle()
    clock[0] += ONE_SIGNAL
    with pytest.raises(KeyboardInterrupt):
        interrupts.handle()


def test_a_dropped_interrupt_may_come_again_at_once(clock):
    interrupts = Interrupts()
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            interrupts.handle()
        interrupts.forget()


def test_writing_is_ended_by_a_second_signal_only(clock):
    interrupts = Interrupts()
    with interrupts.held("while it was written"):
        interrupts.handle()
        interrupts.handle()
    assert interrupts.came
    clock[0] += ONE_SIGNAL
    with (
        pytest.raises(KeyboardInterrupt, match="while it was written"),
        interrupts.held("while it was written"),
    ):
        interrupts.handle()


def test_handlers_are_put_back(monkeypatch):
    interrupts = Interrupts()
    before = [signal.getsignal(which) for which in (signal.SIGINT, signal.SIGTERM)]
    with interrupts.handled():
        assert signal.getsignal(signal.SIGINT) == interrupts.handle
    assert [signal.getsignal(which) for which in (signal.SIGINT, signal.SIGTERM)] == before
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as of a command in the background
    try:
        with interrupts.handled():
            assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, handler)


EXIT = """
import atexit, os, signal, sys
for which in (signal.SIGINT, signal.SIGTERM):
    atexit.register(os.kill, os.getpid(), which)
sys.argv = ["kempe", "info", "queen:4"]
from solver.command.entry import main
sys.exit(main())
"""


@pytest.mark.subprocess
def test_a_signal_while_the_process_ends_does_not_change_its_status():
    run = subprocess.run([sys.executable, "-c", EXIT], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


RETURN = """
import os, signal, sys
sys.argv = ["kempe", "info", "queen:4"]
from solver.command.entry import main
status = main()
for which in (signal.SIGINT, signal.SIGTERM):
    os.kill(os.getpid(), which)
sys.exit(status)
"""


@pytest.mark.subprocess
def test_a_signal_between_the_command_and_the_end_of_the_process_changes_nothing():
    run = subprocess.run([sys.executable, "-c", RETURN], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


IMPORTS = """
import builtins, os, signal, sys
from solver.command.entry import main
plain = builtins.__import__
def interrupt(name, *arguments):
    if name == "cli":
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass
    return plain(name, *arguments)
builtins.__import__ = interrupt
class Again:
    def write(self, text):
        os.kill(os.getpid(), signal.SIGINT)
        return sys.__stderr__.write(text)
    def flush(self):
        sys.__stderr__.flush()
sys.stderr = Again()
sys.exit(main())
"""


@pytest.mark.subprocess
def test_a_second_signal_during_the_imports_leaves_no_traceback():
    run = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (1, "kempe: interrupted\n")


def test_a_command_of_another_package_has_the_handler_of_python(monkeypatch):
    handlers = []

    def command(_):
        handlers.append(signal.getsignal(signal.SIGINT))
        return 0

    monkeypatch.setattr("solver.command.cli._registered", lambda name: command)
    before = signal.getsignal(signal.SIGTERM)
    try:
        with Interrupts().handled():
            assert main(["team"]) == 0
    finally:
        signal.signal(signal.SIGTERM, before)
    assert handlers == [signal.default_int_handler]


def interrupting(monkeypatch, name):
    """Make a function send SIGINT before its work."""
    plain = pkgutil.resolve_name(name)

    def interrupted(*arguments, **keywords):
        os.kill(os.getpid(), signal.SIGINT)
        return plain(*arguments, **keywords)

    monkeypatch.setattr(name, interrupted)


def test_an_interrupt_while_the_result_is_written_loses_nothing(monkeypatch, tmp_path, capsys):
    interrupting(monkeypatch, "solver.command.color.write")
    output = str(tmp_path / "q.json")
    picture = str(tmp_path / "q.png")
    command = ["color", "queen:5", "--method", "natural", "--output", output, "--picture", picture]
    assert main(command) == 1
    captured = capsys.readouterr()
    assert f"coloring: {output}" in captured.out
    assert captured.err == "kempe: interrupted: no picture\n"
    assert solver.is_proper(solver.generators.queen(5), read_coloring(output, 25))
    assert not os.path.exists(picture)


@pytest.mark.parametrize(
    "names",
    [
        ["solver.command.color.name_of"],
        ["solver.command.progress_line.ProgressLine.__exit__"],
        ["solver.portfolio.incumbent.Incumbent.result", "solver.command.color.name_of"],
    ],
)
@pytest.mark.parametrize("limit", ["--time-limit=20", "--max-ticks=1000"])
def test_an_interrupt_between_the_search_and_the_writing_loses_nothing(
    monkeypatch, tmp_path, limit, names
):
    for name in names:
        interrupting(monkeypatch, name)
    output = str(tmp_path / "q.sol")
    assert main(["color", "queen:5", "--method", "natural", limit, "--output", output]) == 0
    assert solver.is_proper(solver.generators.queen(5), read_coloring(output, 25))


def test_an_interrupt_after_the_search_of_kempe_bandwidth_loses_nothing(monkeypatch, tmp_path):
    interrupting(monkeypatch, "solver.command.bandwidth.write_or_print")
    (tmp_path / "g.txt").write_text("p edge 2 1\ne 1 2 3\n")
    output = str(tmp_path / "g.sol")
    assert main(["bandwidth", str(tmp_path / "g.txt"), "--output", output]) == 0
    assert np.ptp(read_coloring(output, 2)) == 3


@pytest.mark.parametrize("place", ["write", "_summarize"])
def test_what_may_wait_for_a_reader_is_ended_by_one_signal(monkeypatch, tmp_path, place, capsys):
    interrupting(monkeypatch, f"solver.command.color.{place}")
    output = str(tmp_path / "pipe")
    os.mkfifo(output)
    # The pipe is open for reading, so that a command that goes on does not wait.
    reader = os.open(output, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert main(["color", "queen:5", "--method", "natural", "--output", output]) == 1
    finally:
        os.close(reader)
    assert capsys.readouterr().err == "kempe: interrupted\n"


def test_a_pipe_of_kempe_bandwidth_is_ended_by_one_signal(monkeypatch, tmp_path, capsys):
    (tmp_path / "g.txt").write_text("p edge 2 1\ne 1 2 3\n")
    output = str(tmp_path / "pipe")
    os.mkfifo(output)
    interrupting(monkeypatch, "solver.graphs.formats.write_coloring")
    reader = os.open(output, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert main(["bandwidth", str(tmp_path / "g.txt"), "--output", output]) == 1
    finally:
        os.close(reader)
    assert capsys.readouterr().err == "kempe: interrupted\n"


@pytest.mark.parametrize("command", ["info", "team"])
def test_a_command_outside_the_main_thread_leaves_signals_alone(monkeypatch, command):
    if command == "team":
        monkeypatch.setattr("solver.command.cli._registered", lambda name: lambda arguments: 0)
    statuses = []
    thread = threading.Thread(target=lambda: statuses.append(main([command, "queen:4"])))
    thread.start()
    thread.join()
    assert statuses == [0]


def test_an_interrupt_while_a_picture_is_drawn_ends_only_the_picture(monkeypatch, tmp_path, capsys):
    interrupting(monkeypatch, "solver.command.picture.picture")
    command = ["color", "queen:5", "--method", "natural", "--picture", str(tmp_path / "q.png"), "--json"]
    assert main(command) == 1
    captured = capsys.readouterr()
    assert len(json.loads(captured.out)["colors"]) == 25
    assert captured.err == "kempe: interrupted: no picture\n"


@pytest.mark.parametrize("limit", ["--time-limit=20", "--max-ticks=1000"])
def test_an_interrupt_at_the_end_of_the_search_keeps_its_result(monkeypatch, limit, capsys):
    interrupting(monkeypatch, "solver.portfolio.incumbent.Incumbent.result")
    assert main(["color", "queen:5", "--method", "natural", limit, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["conflicts"], answer["stop_reason"]) == (0, "interrupted")


def test_an_interrupt_before_the_search_says_no_more(monkeypatch, capsys):
    interrupting(monkeypatch, "solver.command.color.load_named")
    assert main(["color", "queen:5"]) == 1
    assert capsys.readouterr().err == "kempe: interrupted\n"


def test_an_interrupted_check_does_not_say_that_something_is_wrong(monkeypatch, capsys):
    interrupting(monkeypatch, "solver.command.check.load_named")
    assert main(["check", "queen:5", "q.sol"]) == UNDECIDED
    assert capsys.readouterr().err == "kempe: interrupted\n"


def test_an_interrupt_before_the_first_coloring_says_so(monkeypatch, capsys):
    interrupting(monkeypatch, "solver.portfolio.run.clique")
    monkeypatch.setattr("solver.portfolio.run.Run._start_quickly", lambda self: None)
    assert main(["color", "queen:5", "--max-ticks", "1000"]) == 1
    assert capsys.readouterr().err == "kempe: interrupted before a first coloring was found\n"
