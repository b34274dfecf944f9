"""The log of recorded runs: the order of execution, several runs, and what is asked for in vain."""

import json

import pytest

from agents.contracts import RunMetadata
from agents.errors import InputError
from agents.world import InMemoryChannel, TraceDb, WorldEngine, WorldEngineConfig, cli
from agents.world.log import log_lines
from tests.agents.world.counter import Counter
from tests.agents.world.worlds import Does


class Noted(Counter):
    """A counter that notes who acted when, and whose agents are born one after another."""

    def __init__(self):
        super().__init__()
        self.acted = []

    def handle_action(self, *, action, request, connection):
        self.acted.append((request.time_step, request.agent_id))
        return super().handle_action(action=action, request=request, connection=connection)

    def present(self, *, run_id, time_step):
        return "abcde"[: 2 + time_step]


def recorded(trace, **config):
    noted = Noted()
    agents = {name: Does(("counter:add", {"amount": 1})) for name in "abcde"}
    engine = WorldEngine(WorldEngineConfig(**config), agents, InMemoryChannel(), trace, domains=[noted])
    engine.run(4)
    return noted.acted


@pytest.mark.parametrize("config", [{}, {"order_seed": 7}, {"shuffled": False}])
def test_the_log_shows_the_order_of_execution(config):
    with TraceDb(":memory:") as trace:
        acted = recorded(trace, run_id="run", **config)
        lines = [line.split()[:2] for line in log_lines(trace, ["run"])]
        assert [(int(step), agent) for step, agent in lines] == acted
        rows = [json.loads(line) for line in log_lines(trace, ["run"], as_json=True)]
        assert [(row["time_step"], row["agent_id"]) for row in rows] == acted
        assert [row["order"] for row in rows] == [0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 4]
        # The place of an agent is the same if the others are left out.
        alone = [json.loads(line) for line in log_lines(trace, ["run"], agent="b", as_json=True)]
        assert alone == [row for row in rows if row["agent_id"] == "b"]
    in_order_of_ids = acted == sorted(acted)
    assert in_order_of_ids is (config == {"shuffled": False})


@pytest.fixture
def db(tmp_path):
    path = str(tmp_path / "a.db")
    for seed, agents, steps in ((1, 2, 3), (2, 3, 1)):
        size = ["--agents", str(agents), "--steps", str(steps), "--run-id", f"run-{seed}"]
        assert cli.main(["run", "phase1", "--seed", str(seed), "--db", path, *size]) == 0
    return path


def logged(capsys, *arguments):
    capsys.readouterr()
    assert cli.main(["log", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_runs_of_a_file_are_told_apart(db, capsys):
    lines = logged(capsys, db)
    assert [lines.index(f"run run-{seed}") for seed in (1, 2)] == [0, 7]
    assert len(lines) == 2 + 6 + 3
    assert logged(capsys, db, "--run-id", "run-1") == lines[1:7]
    rows = [json.loads(line) for line in logged(capsys, db, "--json")]
    assert [row["run_id"] for row in rows] == ["run-1"] * 6 + ["run-2"] * 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--agent", "agent_00"], "--agent = 'agent_00': expected agent_000, agent_001, agent_002$"),
        (["--agent", "agent_002", "--run-id", "run-1"], "expected agent_000, agent_001$"),
        (["--from", "3"], "--from = 3: expected an integer <= 2, the last recorded step"),
        (["--from", "1", "--run-id", "run-2"], "--from = 1: expected an integer <= 0"),
        (["--from", "2", "--to", "1"], "--to = 1: expected an integer >= 2, as --from"),
    ],
)
def test_what_no_run_has_is_an_error(arguments, message, db):
    with pytest.raises(InputError, match=message):
        cli.main(["log", db, *arguments])


@pytest.mark.parametrize("option", ["--from", "--to"])
def test_a_step_below_zero_is_an_error(option, db, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["log", db, option, "-1"])
    assert ended.value.code == 2
    assert f"{option}: '-1': expected an integer >= 0" in capsys.readouterr().err


def test_what_one_of_several_runs_has_is_shown(db, capsys):
    assert [line.split()[0] for line in logged(capsys, db, "--from", "2")] == ["run", "2", "2", "run"]
    lines = logged(capsys, db, "--agent", "agent_002", "--to", "99")
    assert [line.split()[0] for line in lines] == ["run", "run", "0"]


def test_a_long_list_of_agents_is_cut(tmp_path):
    path = str(tmp_path / "b.db")
    cli.main(["run", "phase1", "--agents", "13", "--steps", "1", "--db", path])
    with pytest.raises(InputError, match=r"agent_008, agent_009 or one of 3 others$"):
        cli.main(["log", path, "--agent", "x"])


def test_an_agent_without_an_action_is_known(capsys):
    with TraceDb(":memory:") as trace:
        recorded(trace, run_id="run")
        assert [*log_lines(trace, ["run"], agent="e", last=2)] == []


def test_the_mode_of_another_program_is_none_of_a_world():
    with TraceDb(":memory:") as trace:
        trace.insert_run(RunMetadata(run_id="run", created_at=0.0, config={"mode": "RB", "soft": 2}))
        recorded(trace, run_id="run", shuffled=False)
        assert [line.split()[1] for line in log_lines(trace, ["run"], agent="a")] == ["a"] * 4


@pytest.mark.parametrize("last", [99, 2**63, 10**30])
def test_a_last_step_beyond_the_run_is_none(last, db, capsys):
    assert logged(capsys, db, "--to", str(last)) == logged(capsys, db)
    with TraceDb(db, readonly=True) as trace:
        assert len([*trace.fetch_trace_events("run-1", 1, last)]) == 4
        assert [*trace.fetch_trace_events("run-1", last)] == []


@pytest.fixture
def empty(tmp_path):
    """Return a file with a run of which no step is recorded."""
    path = str(tmp_path / "empty.db")
    assert cli.main(["run", "phase1", "--agents", "2", "--steps", "0", "--db", path]) == 0
    return path


def test_a_run_without_a_step_knows_its_agents(empty, capsys):
    assert logged(capsys, empty, "--agent", "agent_001") == []
    with pytest.raises(InputError, match=r"--agent = 'ada': expected agent_000, agent_001$"):
        cli.main(["log", empty, "--agent", "ada"])
    with pytest.raises(InputError, match=r"--from = 1: expected 0: no step is recorded$"):
        cli.main(["log", empty, "--from", "1"])


def test_a_run_without_a_step_and_without_a_list_of_agents_says_so():
    with TraceDb(":memory:") as trace:
        trace.insert_run(RunMetadata(run_id="run", created_at=0.0, config={}))
        with pytest.raises(InputError, match=r"--agent = 'a': expected none: no action is recorded$"):
            [*log_lines(trace, ["run"], agent="a")]
