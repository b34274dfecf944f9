"""Values of options, and options that a run cannot follow."""

import pytest

from agents import cli as vvm
from agents.errors import InputError
from agents.world import TraceDb, World, cli, tool_specs
from agents.world.setup import Settings
from tests.agents.world.test_sweep import FACTORY, plan_file

PHASE_2 = ("phase2", "--mock-llm", "--steps", "6")


@pytest.mark.parametrize(
    ("option", "value", "legal"),
    [
        ("--temperature", "nan", "a finite number >= 0"),
        ("--temperature", "inf", "a finite number >= 0"),
        ("--temperature", "-1", "a finite number >= 0"),
        ("--timeout", "0", "a positive number"),
        ("--timeout", "-3", "a positive number"),
        ("--timeout", "inf", "a positive number"),
        ("--rate-limit-rpm", "0", "an integer >= 1"),
        ("--rate-limit-tpm", "-1", "an integer >= 1"),
        ("--rate-limit-max-concurrent", "0", "an integer >= 1"),
        ("--max-tokens", "-5", "an integer >= 0"),
        ("--max-tokens", "many", "an integer >= 0"),
        ("--max-cost", "nan", "US dollars >= 0, not infinite"),
        ("--max-lost-share", "2", "a number from 0 to 1"),
        ("--message-history", "-1", "an integer >= 0"),
    ],
)
def test_a_value_out_of_range_is_one_line(tmp_path, capsys, option, value, legal):
    with pytest.raises(SystemExit) as caught:
        vvm.main([*PHASE_2, "--db", str(tmp_path / "w.db"), option, value])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {option}: {value!r}: expected {legal}" in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf")])
def test_a_temperature_of_settings_is_finite(value):
    with pytest.raises(InputError, match=r"temperature = .*: expected a finite number >= 0"):
        Settings(temperature=value)


def talking(setup):
    """Return a world of agents that ask the model."""
    policy = setup.model_policy(tool_specs())
    return World({"a": policy, "b": policy})


@pytest.mark.parametrize(
    "line",
    [PHASE_2, ("own", "--world", f"{__name__}:talking", "--mock-llm", "--steps", "6")],
    ids=["phase2", "own"],
)
def test_a_mock_keeps_to_a_budget(tmp_path, capsys, line):
    path, run = tmp_path / "w.db", ["run", *line]
    assert cli.main([*run, "--db", str(path), "--max-tokens", "700", "--max-cost", "1"]) == 1
    assert "the budget is 700 tokens" in capsys.readouterr().err
    assert cli.main([*run, "--db", str(path)]) == 0
    assert cli.main([*run, "--db", str(tmp_path / "whole.db")]) == 0
    hashes = set()
    for name in ("w.db", "whole.db"):
        with TraceDb(tmp_path / name, readonly=True) as trace:
            hashes.add(trace.head(trace.run_ids()[0]))
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (["--offline"], "--offline: expected a run with a model, not a mock"),
        (["--json-mode"], "--json-mode: expected a run with a model, not a mock"),
        (["--cassette", "x"], "--cassette = 'x': expected a run with a model, not a mock"),
    ],
)
def test_what_a_mock_cannot_follow(tmp_path, option, message):
    path = str(tmp_path / "w.db")
    with pytest.raises(InputError, match=message):
        cli.main(["run", *PHASE_2, "--db", path, *option])


@pytest.mark.parametrize(
    "option",
    [
        ["--policy", "simple"],
        ["--temperature", "1"],
        ["--json-mode"],
        ["--api-base", "http://127.0.0.1"],
        ["--api-key", "sk-secret"],
        ["--cassette", "x"],
        ["--offline"],
        ["--max-tokens", "5"],
        ["--timeout", "5"],
        ["--rate-limit-rpm", "5"],
        ["--no-rate-limit"],
    ],
)
def test_options_of_a_model_need_one(tmp_path, option):
    path = str(tmp_path / "w.db")
    with pytest.raises(InputError, match=f"^{option[0]}.*: expected a run with a model") as caught:
        cli.main(["run", "own", "--world", FACTORY, "--steps", "2", "--db", path, *option])
    assert "secret" not in str(caught.value)


def test_a_sweep_and_a_resumed_run_without_a_model_refuse_them_too(tmp_path, capsys):
    plan, folder = plan_file(tmp_path, settings={"steps": 2}), tmp_path / "out"
    assert cli.main(["sweep", str(plan), "--output", str(folder), "--workers", "1"]) == 0
    (path,) = (folder / "runs").glob("*.db")
    for command in (["sweep", str(plan), "--output", str(folder)], ["resume", str(path)]):
        with pytest.raises(InputError, match="--max-tokens = 5: expected a run with a model or a mock"):
            cli.main([*command, "--max-tokens", "5"])
