"""The command ``vvm``, as the policy requirements show it."""

import os
import signal
import subprocess
import sys
import time

import pytest

from agents.cli import main
from agents.errors import TraceError
from agents.world import TraceDb
from agents.world.setup import Settings


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings_in(path):
    with TraceDb(path, readonly=True) as trace:
        (run_id,) = trace.run_ids()
        return Settings.of(trace.get_run_metadata(run_id)), trace.steps(run_id)


def test_bare_it_is_phase_1_with_its_defaults(here, capsys):
    assert main([]) == 0
    assert settings_in("simulation.db") == (Settings("phase1", 42, 5, 100), 100)
    assert "db=./simulation.db" in capsys.readouterr().out


def test_flags_alone_are_of_phase_1(here):
    assert main(["--steps", "2", "--seed", "7", "--agents", "1"]) == 0
    assert settings_in("simulation.db") == (Settings("phase1", 7, 1, 2), 2)


@pytest.mark.parametrize(
    "line",
    [
        "phase1 --steps 10 --agents 3 --seed 42",
        "phase2 --steps 5 --agents 2 --seed 42 --mock-llm",
        "phase1 --steps 1 --db x.db --run-id r --no-validate --nondeterministic-timestamps",
        "phase2 --steps 1 --agents 2 --seed 1 --db x.db --run-id r --model gpt-3.5-turbo --mock-llm "
        "--api-base http://127.0.0.1:8081/v1 --api-key local --no-validate "
        "--nondeterministic-timestamps --message-history 20 "
        "--rate-limit-rpm 1 --rate-limit-tpm 1 --rate-limit-max-concurrent 10 --no-rate-limit",
    ],
)
def test_the_documented_lines_run(here, line, capsys):
    assert main(line.split()) == 0
    out = capsys.readouterr().out
    assert out.startswith("run_id=")
    assert ("verified" in out) != ("--no-validate" in line)


def test_the_defaults_of_phase_2(here):
    assert main(["phase2", "--mock-llm"]) == 0
    found, steps = settings_in("simulation_cognitive.db")
    assert (found.agents, found.steps, found.seed, found.message_history_limit) == (2, 10, 42, 20)
    assert (found.model, found.gateway, steps) == ("gpt-3.5-turbo", "mock", 10)


def test_parquet_after_phase_2(here):
    pytest.importorskip("pyarrow")
    assert main(["phase2", "--mock-llm", "--steps", "1", "--export-parquet"]) == 0
    assert (here / "simulation_cognitive.db.parquet" / "trace.parquet").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agents", "0"], "agents = 0: expected an integer >= 1"),
        (["--steps", "-1"], "steps = -1: expected an integer >= 0"),
        (["--db", "no/such/folder/w.db"], "unable to open database file"),
        (["phase2", "--mock-llm", "--model", "\udcff"], "model = '\\udcff': expected printable text"),
        (["--seed", str(2**70)], "expected a 64-bit signed integer"),
    ],
)
def test_bad_input_is_one_line(here, capsys, arguments, message):
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith("vvm: error: ")
    assert message in err
    assert err.count("\n") == 1
    assert list(here.iterdir()) == []


def test_help_is_about_vvm(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert "phase2" in capsys.readouterr().out


@pytest.mark.subprocess
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_says_how_to_go_on(tmp_path, by):
    path = tmp_path / "w.db"
    child = subprocess.Popen(
        [sys.executable, "-m", "agents.cli", "--steps", "1000000", "--db", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    with child:
        while not (path.exists() and steps_in(path)):
            time.sleep(0.05)
            assert child.poll() is None, child.communicate()
        child.send_signal(by)
        out, err = child.communicate(timeout=60)
    assert child.returncode == 1
    assert out == ""
    assert err.count("\n") == 2
    assert f"to continue: kempe world resume {path}" in err
    assert steps_in(path) > 0


def steps_in(path):
    try:
        with TraceDb(path, readonly=True) as trace:
            return sum(trace.steps(run_id) for run_id in trace.run_ids())
    except TraceError:  # its tables are not made yet
        return 0
