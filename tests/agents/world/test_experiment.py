"""Runs described in files."""

import json

import pytest

from agents.cli import main
from agents.errors import DefinitionError, InputError
from agents.world import TraceDb
from agents.world.experiment import read_experiment
from agents.world.setup import Settings


def written(path, content):
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


def test_an_experiment_has_a_folder_with_its_trace_and_its_record(tmp_path, capsys):
    config = written(
        tmp_path / "e.json",
        {
            "run": {"mode": "phase2", "agents": 2, "steps": 3},
            "policy": {"mock_llm": True, "model": "m"},
            "scheduler": {"max_concurrent": 4},
        },
    )
    assert main(["experiment", "--config", config, "--runs-dir", str(tmp_path / "runs")]) == 0
    (folder,) = (tmp_path / "runs").iterdir()
    assert sorted(p.name for p in folder.iterdir()) == ["run_metadata.json", "simulation.db"]
    record = json.loads((folder / "run_metadata.json").read_text())
    assert folder.name.endswith(f"_{record['run_id']}")
    with TraceDb(folder / "simulation.db", readonly=True) as trace:
        run = trace.get_run_metadata(record["run_id"])
        assert record == run.model_dump(mode="json")
        assert Settings.of(run).model == "m"
        assert trace.steps(run.run_id) == 3
    assert "verified: 3 steps, 6 rows, 6 messages" in capsys.readouterr().out


def test_what_is_left_out_has_the_defaults_of_the_command_line(tmp_path):
    experiment = read_experiment(written(tmp_path / "e.json", {}))
    assert experiment.settings() == Settings()
    assert experiment.barrier().max_concurrent == 10
    phase2 = read_experiment(written(tmp_path / "e.json", {"run": {"mode": "phase2"}}))
    assert (phase2.settings().agents, phase2.run.steps) == (2, None)
    assert phase2.settings().steps == 10


def test_all_that_is_wrong_is_told_at_once(tmp_path, capsys):
    config = written(
        tmp_path / "e.json",
        {"run": {"mode": "phase3", "agents": 0}, "scheduler": {"timeout": -1}, "capture": {}},
    )
    with pytest.raises(DefinitionError) as caught:
        read_experiment(config)
    assert sorted(finding.location for finding in caught.value.findings) == [
        "/capture", "/run/agents", "/run/mode", "/scheduler/timeout",
    ]  # fmt: skip
    assert main(["experiment", "--config", config]) == 2
    assert "error WORLD001: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "e.json:1:2: not JSON"),
        ("[]", "not an experiment"),
        (b"\xff", "UTF-8"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_files_that_are_none(tmp_path, content, message):
    path = tmp_path / "e.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises((InputError, DefinitionError), match=message):
        read_experiment(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_experiment(tmp_path / "none.json")
