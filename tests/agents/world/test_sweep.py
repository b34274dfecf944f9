"""Sweeps: the runs that a file describes, continued where they stopped, and their table."""

import argparse
import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import agents
from agents.errors import InputError, TraceError
from agents.world import TraceDb, cli
from agents.world.setup import Settings, make_engine
from agents.world.sweep import gather, read_plan, run_one
from tests.agents.world.counter import Counter

FACTORY = "tests.agents.world.test_sweep:counting"


def counting(setup):
    """Return a world of counters, for the tests of own worlds."""
    from agents.world import World
    from tests.agents.world.worlds import Does

    amount = int(setup.options.get("amount", 1))
    policy = Does(("counter:add", {"amount": amount}))
    policy.stateless = True
    return World({"a": policy, "b": policy}, [Counter()])


def plan_file(folder, **sections):
    path = folder / "plan.json"
    path.write_text(json.dumps(sections))
    return path


def sweep(folder, *more, **sections):
    path = plan_file(folder, **sections)
    status = cli.main(["sweep", str(path), "--output", str(folder / "out"), "--workers", "2", *more])
    with (folder / "out/runs.csv").open(newline="") as file:
        return status, list(csv.DictReader(file))


def test_every_combination_is_run_as_the_command_runs_it(tmp_path, capsys):
    status, rows = sweep(
        tmp_path, seeds=[1, 5], settings={"steps": 6}, grid={"agents": [2, 3], "mode": ["phase1"]}
    )
    assert status == 0
    assert [(row["agents"], row["seed"]) for row in rows] == [
        ("2", "1"), ("2", "5"), ("3", "1"), ("3", "5"),
    ]  # fmt: skip
    assert [row["rows"] for row in rows] == ["12", "12", "18", "18"]
    db = tmp_path / "one.db"
    run = ["run", "phase1", "--agents", "3", "--steps", "6", "--seed", "5", "--db", str(db)]
    assert cli.main(run) == 0
    with TraceDb(db, readonly=True) as trace:
        assert trace.run_ids() == [rows[3]["run_id"]]
        assert trace.head(rows[3]["run_id"]) == rows[3]["hash"]


def test_an_interrupted_sweep_continues(tmp_path, capsys):
    sections = {"seeds": 2, "settings": {"agents": 3, "steps": 9}}
    _, whole = sweep(tmp_path, **sections)
    broken = tmp_path / "out/runs" / f"{whole[1]['run_id']}.db"
    broken.unlink()
    settings = Settings(seed=1, agents=3, steps=9)
    with TraceDb(broken) as trace:
        trace.insert_run(settings.metadata())
        make_engine(settings.metadata(), trace).run(4)
    assert sweep(tmp_path, **sections) == (0, whole)


def steps_in(path):
    """Return the number of steps in a trace, which may be in the making."""
    try:
        with TraceDb(path, readonly=True) as trace:
            return sum(map(trace.steps, trace.run_ids()))
    except TraceError:
        return 0


@contextlib.contextmanager
def begun(folder):
    """Start a long sweep with two workers, and yield its process when both are under way."""
    path = plan_file(folder, seeds=3, settings={"agents": 1, "steps": 10**6})
    command = [sys.executable, "-m", "kempe", "world", "sweep", str(path)]
    child = subprocess.Popen(
        [*command, "--output", str(folder / "out"), "--workers", "2"],
        cwd=Path(agents.__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    while child.poll() is None:
        if sum(steps_in(file) > 0 for file in (folder / "out/runs").glob("*.db")) == 2:
            break
        time.sleep(0.02)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


@pytest.mark.subprocess
def test_one_sweep_at_a_time_writes_to_a_folder_and_its_workers_end_with_it(tmp_path, capsys):
    with begun(tmp_path) as child:
        with pytest.raises(InputError, match="another sweep writes to this folder"):
            sweep(tmp_path, seeds=1, settings={"steps": 2})
        child.kill()
        # The pipe ends when no worker holds it any more.
        assert child.communicate(timeout=60) == ("", None)
    assert sweep(tmp_path, seeds=1, settings={"steps": 2})[0] == 0


@pytest.mark.subprocess
def test_a_terminated_sweep_closes_its_traces_and_ends(tmp_path):
    with begun(tmp_path) as child:
        child.terminate()
        said, _ = child.communicate(timeout=60)
    assert said == f"\ninterrupted; the same command continues in {tmp_path / 'out'}\n"
    assert child.returncode == 1
    traces = list((tmp_path / "out/runs").iterdir())
    assert [path.suffix for path in traces] == [".db", ".db"]
    assert all(steps_in(path) for path in traces)


def killed(setup):
    """Return a world whose agent kills its process."""
    from agents.world import World
    from tests.agents.world.worlds import Does

    return World({"a": Does(lambda _: os.kill(os.getpid(), signal.SIGKILL))})


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_a_worker_that_is_killed_ends_the_sweep_with_one_line(tmp_path, capsys):
    path = plan_file(tmp_path, seeds=3, settings={"world": f"{__name__}:killed", "steps": 2})
    assert cli.main(["sweep", str(path), "--output", str(tmp_path / "out"), "--workers", "2"]) == 1
    assert capsys.readouterr().err == (
        "\na worker process was killed, for lack of memory or from outside; "
        f"the same command continues in {tmp_path / 'out'}\n"
    )


class Flawed(Counter):
    """A domain with a mistake that shows with odd seeds."""

    def __init__(self, seed):
        super().__init__()
        self.seed = seed
        if seed % 4 == 1:
            self.actions = ["add"]

    def present(self, **step):
        return {1, "zz"} if self.seed == 7 else ["a"]

    def observe(self, **request):
        if self.seed % 2:
            raise ZeroDivisionError("first line\nsecond line")
        return super().observe(**request)


def flawed(setup):
    from agents.world import World
    from tests.agents.world.worlds import Does

    return World({"a": Does(lambda _: None)}, [Flawed(setup.seed)])


def test_an_error_in_a_users_domain_ends_its_run_and_no_other(tmp_path, capsys):
    seeds = [2, 3, 4, 5, 7]
    path = plan_file(tmp_path, seeds=seeds, settings={"world": f"{__name__}:flawed", "steps": 2})
    assert cli.main(["sweep", str(path), "--output", str(tmp_path / "out"), "--workers", "1"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("2 of 5 runs in ")
    place = f"line {Flawed.observe.__code__.co_firstlineno + 2} of test_sweep.py"
    *_, third, fifth, seventh = err.splitlines()
    assert third.startswith("run seed = 3: ")
    assert third.endswith(f": {place}: ZeroDivisionError: first line second line")
    assert fifth.startswith("run seed = 5: ")
    assert fifth.endswith("domain 'counter': actions: action = 'add': expected a ToolSpec")
    assert seventh.startswith("run seed = 7: ")
    assert seventh.endswith(": agents present at step 0: agent 'zz': expected one of the run")


def test_an_error_whose_place_in_a_run_is_unknown_ends_its_run_and_no_other(tmp_path, monkeypatch):
    def fails(*_, **__):
        raise ZeroDivisionError("oops")

    (tmp_path / "runs").mkdir()
    monkeypatch.setattr("agents.world.sweep.carry_on", fails)
    with pytest.raises(InputError, match=r"\.db: line \d+ of test_sweep\.py: ZeroDivisionError: oops"):
        run_one(Settings(steps=2), tmp_path, argparse.Namespace())


def test_a_changed_plan_keeps_the_rows_of_other_runs(tmp_path, capsys):
    _, (first, second) = sweep(tmp_path, seeds=[1, 2], settings={"steps": 3})
    status, rows = sweep(tmp_path, seeds=[2, 3], settings={"steps": 3}, grid={"agents": [5, 2]})
    assert status == 0
    assert "4 of 4 runs in" in (said := capsys.readouterr().out)
    assert said.endswith("runs.csv, and 1 of earlier sweeps\n")
    assert [(row["agents"], row["seed"]) for row in rows] == [
        ("5", "2"), ("5", "3"), ("2", "2"), ("2", "3"), ("", "1"),
    ]  # fmt: skip
    assert rows[0] == {"agents": "5", **second}
    assert rows[-1] == {"agents": "", **first}


@pytest.mark.parametrize("text", ["color,points\nred,3\n", "color,points\n", "run_id\na,b\n", '"'])
def test_another_table_of_that_name_is_not_replaced(tmp_path, text):
    (tmp_path / "out").mkdir()
    table = tmp_path / "out/runs.csv"
    table.write_text(text)
    with pytest.raises(InputError, match=r"runs\.csv: (not the table of a sweep|cannot be read)"):
        sweep(tmp_path, settings={"steps": 2})
    assert table.read_text() == text


@pytest.mark.dask
def test_a_cluster_makes_the_same_runs_and_continues_them(tmp_path, capsys):
    distributed = pytest.importorskip("distributed")
    sections = {"seeds": 2, "settings": {"agents": 3, "steps": 9}}
    _, whole = sweep(tmp_path, **sections)
    runs = tmp_path / "out/runs"
    for row in whole:
        (runs / f"{row['run_id']}.db").unlink()
    settings = Settings(seed=1, agents=3, steps=9)
    with TraceDb(runs / f"{whole[1]['run_id']}.db") as trace:
        trace.insert_run(settings.metadata())
        make_engine(settings.metadata(), trace).run(4)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0", silence_logs=50
    ) as cluster:
        status, rows = sweep(tmp_path, "--dask", cluster.scheduler_address, **sections)
    assert (status, rows) == (0, whole)
    assert "resuming after 4 of 9 steps" in capsys.readouterr().err
    assert {path.name for path in runs.iterdir()} == {f"{row['run_id']}.db" for row in whole}


def test_worlds_with_options_and_models(tmp_path, capsys):
    _, rows = sweep(tmp_path, settings={"world": FACTORY, "steps": 3}, grid={"options.amount": [2, -1]})
    assert [(row["options.amount"], row["failed"]) for row in rows] == [("2", "0"), ("-1", "6")]
    folder = tmp_path / "talk"
    folder.mkdir()
    _, (row,) = sweep(folder, settings={"mode": "phase2", "gateway": "mock", "steps": 2})
    assert (row["calls"], row["rows"]) == ("4", "4")
    assert int(row["tokens"]) > 0


def test_parquet_without_its_library_is_refused_before_the_runs(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match="Parquet needs pyarrow"):
        sweep(tmp_path, "--parquet", seeds=2, settings={"steps": 3})
    assert not (tmp_path / "out").exists()


def test_the_tables_of_all_runs_together(tmp_path, capsys):
    parquet = pytest.importorskip("pyarrow.parquet")
    sections = {"seeds": 2, "settings": {"world": FACTORY, "steps": 3}}
    for _ in range(2):  # the files are written anew
        status, rows = sweep(tmp_path, "--parquet", **sections)
        assert status == 0
    tables = {path.stem: parquet.read_table(path) for path in (tmp_path / "out/tables").iterdir()}
    assert tables["runs"].num_rows == 2
    assert tables["trace"].num_rows == 12
    assert tables["counter_total"].num_rows == 12
    assert set(tables["counter_total"]["run_id"].to_pylist()) == {row["run_id"] for row in rows}


def test_a_run_that_fails_is_named_and_the_others_are_kept(tmp_path, capsys):
    status, rows = sweep(
        tmp_path, settings={"steps": 2}, grid={"world": [FACTORY, "tests.agents.world:nothing"]}
    )
    assert status == 1
    assert [row["world"] for row in rows] == [FACTORY]
    failure = "run world = tests.agents.world:nothing, seed = 0: world 'tests.agents.world:nothing': "
    assert failure + "cannot be loaded" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ({"seed": 1}, "seed: expected the sections seeds, settings and grid"),
        ({"seeds": 0}, "seeds = 0: expected an integer >= 1 or a list of integers"),
        ({"seeds": [1, 1]}, "two runs have equal settings"),
        ({"settings": {"color": 1}}, "setting = 'color': expected one of agents, api_base"),
        ({"settings": {"seed": 1}}, "setting = 'seed'"),
        ({"settings": {"agents": "many"}}, "agents = 'many': expected an integer"),
        ({"settings": {"agents": 0}}, "agents = 0: expected an integer >= 1"),
        ({"settings": {"gateway": "x"}}, "gateway = 'x': expected mock or litellm"),
        ({"settings": {"options.food": 1}}, "options = 'food': expected none without a world"),
        ({"settings": {"mock_acts": True}}, "mock_acts = True: expected false without a world"),
        (
            {"settings": {"mode": "phase2", "mock_acts": True}},
            "mock_acts = True: expected false without a world",
        ),
        ({"grid": {"agents": 3}}, "grid.agents = 3: expected a list of values"),
        ({"grid": [1]}, r"grid = \[1\]: expected names and values"),
    ],
)
def test_what_is_refused(tmp_path, sections, message):
    with pytest.raises(InputError, match=message):
        read_plan(plan_file(tmp_path, **sections))


def test_yaml_is_read_and_mistakes_are_named(tmp_path):
    pytest.importorskip("yaml")
    path = tmp_path / "plan.yaml"
    path.write_text("seeds: 3\ngrid: {agents: [2, 4]}\n")
    plan = read_plan(path)
    assert plan.varied == ("agents", "seed")
    assert [(run.agents, run.seed) for run in plan.runs] == [
        (2, 0), (2, 1), (2, 2), (4, 0), (4, 1), (4, 2),
    ]  # fmt: skip
    path.write_text("seeds: [")
    with pytest.raises(InputError, match="not YAML"):
        read_plan(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_plan(tmp_path / "none.yaml")


def test_gathering_refuses_a_file_that_is_no_trace(tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs/x.db").write_text("no database " * 100)
    with pytest.raises(InputError, match="cannot be read"):
        gather(tmp_path)


def test_a_world_of_another_module_continues_by_the_same_command(tmp_path, capsys):
    """The ids of its agents come back from the record as a list."""
    command = ["run", "own", "--world", FACTORY, "--steps", "3", "--db", str(tmp_path / "a.db")]
    assert cli.main(command) == 0
    first = capsys.readouterr().out
    assert cli.main(command) == 0
    again = capsys.readouterr().out
    assert "this run is complete already" in again
    assert again.splitlines()[-1] == first.splitlines()[-1]
