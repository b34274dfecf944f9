"""Worlds of other modules, from the command line and with a model."""

import importlib.util
import json
import shutil
import sqlite3

import pytest

import agents.llm
from agents.contracts import ToolSpec
from agents.errors import InputError
from agents.llm import AccountedGateway, RecordReplayGateway, ScriptedGateway
from agents.world import TraceDb, cli
from agents.world.cognitive import SimpleCognitivePolicy
from agents.world.own import load_factory, read_options
from agents.world.setup import Settings
from agents.world.sweep import read_plan
from tests.agents.world import model_server
from tests.sources import ROOT

FORAGE = ["--world", "forage:world"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    shutil.copy(ROOT / "docs/examples/forage.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def counts(db):
    with sqlite3.connect(db) as connection:
        rows = connection.execute("SELECT time_step, count(*) FROM trace GROUP BY 1").fetchall()
    connection.close()
    return [count for _, count in rows]


def run(db, steps, *more):
    return cli.main(["run", "own", *FORAGE, "--steps", str(steps), "--db", db, *more])


def test_foragers_are_born_and_die_and_their_world_can_be_verified_and_replayed(capsys):
    assert run("a.db", 60) == 0
    lives = counts("a.db")
    assert max(lives) > lives[0] > min(lives)
    assert cli.main(["verify", "a.db", *FORAGE]) == 0
    assert "outcomes executed again" in capsys.readouterr().out
    assert cli.main(["replay", "a.db", *FORAGE]) == 0
    assert "60 steps repeated without a difference" in capsys.readouterr().out


def test_a_resumed_world_ends_as_if_it_had_not_stopped():
    run("whole.db", 40)
    run("parts.db", 40, "--no-validate")
    with sqlite3.connect("parts.db") as connection:
        for table in ("trace", "steps", "grid_state"):
            connection.execute(f"DELETE FROM {table} WHERE time_step >= 13")
    connection.close()
    assert cli.main(["resume", "parts.db", *FORAGE]) == 0
    with TraceDb("whole.db", readonly=True) as whole, TraceDb("parts.db", readonly=True) as parts:
        (run_id,) = whole.run_ids()
        assert whole.head(run_id) == parts.head(run_id)


def test_options_are_settings_of_the_run():
    run("a.db", 3, "--set", "foragers=2", "--set", "size=4")
    assert counts("a.db")[:2] == [2, 2]
    with TraceDb("a.db", readonly=True) as trace:
        config = trace.get_run_metadata(trace.run_ids()[0]).config
    assert config["options"] == {"foragers": "2", "size": "4"}
    assert len(config["roster"]) == 6


@pytest.mark.parametrize(
    ("more", "order_seed"),
    [([], 42), (["--seed", "7"], 7), (["--order-seed", "-3"], -3), (["--order-seed", "none"], None)],
)
def test_the_order_of_actions_belongs_to_the_record(more, order_seed, capsys):
    assert run("a.db", 6, *more) == 0
    with TraceDb("a.db", readonly=True) as trace:
        assert trace.get_run_metadata(trace.run_ids()[0]).config.get("order_seed") == order_seed
    assert cli.main(["verify", "a.db", *FORAGE]) == 0
    assert "outcomes executed again" in capsys.readouterr().out
    assert cli.main(["replay", "a.db", *FORAGE]) == 0
    assert run("a.db", 6, *more) == 0  # complete already


def test_a_world_whose_policies_fail_stops_and_can_be_resumed(tmp_path, capsys):
    (tmp_path / "faulty.py").write_text(
        "from agents.world import World\n"
        "class Faulty:\n"
        "    def decide(self, **given):\n"
        "        return undefined_name\n"
        "def world(setup):\n"
        "    return World({'a': Faulty(), 'b': Faulty()})\n"
    )
    command = ["run", "own", "--world", "faulty:world", "--steps", "30", "--db", "f.db"]
    assert cli.main(command) == 1
    assert "stopped after 10 of 30 steps: step 9: 20 of 20 turns" in capsys.readouterr().err
    assert cli.main(["resume", "f.db", "--world", "faulty:world", "--max-lost-share", "0"]) == 0
    assert cli.main(["verify", "f.db", "--world", "faulty:world"]) == 0


def test_code_named_by_a_trace_is_not_loaded_unless_it_is_named_again():
    run("a.db", 3)
    for command in ("replay", "resume"):
        with pytest.raises(InputError, match=r"--world = None: expected forage:world \(its code"):
            cli.main([command, "a.db"])
    with pytest.raises(InputError, match="--world = 'os:getcwd': expected forage:world"):
        cli.main(["verify", "a.db", "--world", "os:getcwd"])


def test_a_forged_state_is_found(capsys):
    run("a.db", 5)
    with sqlite3.connect("a.db") as connection:
        connection.execute("UPDATE grid_state SET state_json = '{}' WHERE time_step = 3")
    connection.close()
    assert cli.main(["verify", "a.db", *FORAGE]) == 1
    assert "the rows of grid_state do not follow from the actions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("forage", "world = 'forage': expected module:function"),
        ("absent:x", "world 'absent:x': cannot be loaded: No module named 'absent'"),
        ("forage:absent", "cannot be loaded"),
        (
            "unread:world",
            r"'unread:world': cannot be loaded: SyntaxError: '\(' was never closed \(unread.py, ",
        ),
        ("raises:world", "cannot be loaded: line 1 of raises.py: ValueError: at import"),
        ("ends:world", "cannot be loaded: line 2 of ends.py: RuntimeError: the world called sys.exit"),
        ("forage:STEPS", "expected a function"),
    ],
)
def test_a_world_that_is_none(name, message, tmp_path):
    (tmp_path / "unread.py").write_text("def world(setup:\n    pass\n")
    (tmp_path / "raises.py").write_text("raise ValueError('at import')\n")
    (tmp_path / "ends.py").write_text("import sys\nsys.exit(0)\n")
    with pytest.raises(InputError, match=message):
        load_factory(name)


def test_an_option_without_a_value():
    with pytest.raises(InputError, match="--set = 'size': expected name=value"):
        read_options(["size"])


# ------------------------------------------------------------------------------------- with a model


def strict(request):
    """Answer as the strict server does."""
    body = {name: value for name, value in request.items() if value is not None}
    assert model_server.complaint(body) is None
    return model_server.answer(body)


@pytest.mark.parametrize("native", [True, False], ids=["tools", "json"])
def test_a_model_forages_by_function_calls_or_in_json(native, monkeypatch):
    from agents.world import InMemoryChannel, WorldEngine, WorldEngineConfig, WorldSetup

    gateway = ScriptedGateway(strict, supports_tool_calls=native)
    world = load_factory("forage:world")(WorldSetup(gateway=gateway, model="m"))
    with TraceDb(":memory:") as trace:
        config = WorldEngineConfig(run_id="r")
        engine = WorldEngine(config, world.agents, InMemoryChannel(), trace, domains=world.domains)
        engine.run(12)
        rows = list(trace.fetch_trace_events("r"))
    done = {row.action_type for row in rows if row.outcome["success"]}
    assert done == {"grid:move", "grid:eat"}
    assert not [row for row in rows if "parse_error" in row.info["metadata"]]


def test_two_actions_with_one_function_name_are_refused():
    tools = [ToolSpec("grid:move", ""), ToolSpec("grid__move", "")]
    with pytest.raises(InputError, match="have the same function name"):
        SimpleCognitivePolicy(gateway=ScriptedGateway([]), model="m", tools=tools)


@pytest.mark.parametrize("native", [True, False], ids=["tools", "json"])
def test_calls_on_a_cassette_are_replayed_without_a_model(native, tmp_path, capsys, monkeypatch):
    def gateway(**settings):
        cassette = RecordReplayGateway(
            settings["cassette"], ScriptedGateway(strict, supports_tool_calls=native)
        )
        return AccountedGateway(cassette, sink=settings["sink"])

    more = ["--model", "any", "--temperature", "0.7", "--cassette", "calls.jsonl"]
    more += [] if native else ["--json-mode"]
    with monkeypatch.context() as patch:
        patch.setattr(agents.llm, "LiteLLMGateway", gateway)
        assert run("first.db", 6, *more) == 0
    recorded = (tmp_path / "calls.jsonl").read_text().splitlines()
    assert len(recorded) == sum(counts("first.db"))
    assert all(json.loads(line)["request"]["temperature"] == 0.7 for line in recorded)
    assert run("again.db", 6, *more, "--offline") == 0
    heads = []
    for name in ("first.db", "again.db"):
        with TraceDb(name, readonly=True) as trace:
            (run_id,) = trace.run_ids()
            heads.append(trace.head(run_id))
            assert trace.query("SELECT count(*) FROM llm_calls") == [(len(recorded),)]
    assert heads[0] == heads[1]
    (tmp_path / "calls.jsonl").write_text("\n".join(recorded[:-1]) + "\n")
    assert run("short.db", 6, *more, "--offline") == 1
    said = capsys.readouterr().err
    assert "stopped after 5 of 6 steps" in said
    *_, hint = said.splitlines()[-1].partition("; to continue: kempe world ")
    (tmp_path / "calls.jsonl").write_text("\n".join(recorded) + "\n")
    assert hint == f"resume short.db {' '.join(FORAGE)} --cassette calls.jsonl --offline"
    assert cli.main(hint.split()) == 0
    assert heads[0] in capsys.readouterr().out


@pytest.mark.skipif(importlib.util.find_spec("litellm") is None, reason="needs the extra llm")
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("mode", [[], ["--json-mode"]], ids=["tools", "json"])
def test_a_model_behind_a_real_server_forages(mode, capsys):
    with model_server.playing() as server:
        more = ["--model", "any", "--api-base", server.address, *mode]
        assert run("model.db", 8, *more) == 0
        paid = len(server.bill)
    assert paid == sum(counts("model.db")) == len({json.dumps(call) for call in server.bill})
    with TraceDb("model.db", readonly=True) as trace:
        rows = list(trace.fetch_trace_events(trace.run_ids()[0]))
    assert {row.action_type for row in rows if row.outcome["success"]} == {"grid:move", "grid:eat"}
    assert cli.main(["replay", "model.db", *FORAGE]) == 0


def test_a_mock_that_acts_stands_in_for_a_model(capsys):
    assert run("idle.db", 6, "--mock-llm") == 0
    assert run("acts.db", 6, "--mock-acts") == 0
    taken = []
    for db in ("idle.db", "acts.db"):
        with TraceDb(db, readonly=True) as trace:
            (run_id,) = trace.run_ids()
            taken.append({row.action_type for row in trace.fetch_trace_events(run_id)})
            assert trace.get_run_metadata(run_id).config["model"] == "mock"
    assert taken == [{"noop"}, {"noop", "grid:move", "grid:eat"}]
    assert cli.main(["replay", "acts.db", *FORAGE]) == 0
    # A resumed run acts as it did.
    with sqlite3.connect("acts.db") as connection:
        for table in ("trace", "steps", "llm_calls", "grid_state"):
            connection.execute(f"DELETE FROM {table} WHERE time_step >= 3")
    connection.close()
    assert cli.main(["resume", "acts.db", *FORAGE]) == 0
    first, second = (line for line in capsys.readouterr().out.splitlines()[-5:] if "hash=" in line)
    assert first == second


def test_only_a_mock_acts(tmp_path):
    path = tmp_path / "plan.json"
    settings = {"world": "forage:world", "steps": 2, "mock_acts": True}
    path.write_text(json.dumps({"settings": settings}))
    assert [run.gateway for run in read_plan(path).runs] == ["mock"]
    path.write_text(json.dumps({"settings": {**settings, "gateway": "litellm"}}))
    with pytest.raises(InputError, match="mock_acts = True: expected false, or the gateway mock"):
        read_plan(path)


def test_a_mock_that_does_not_act_is_the_mock_of_before(tmp_path):
    path = tmp_path / "plan.json"
    settings = {"world": "forage:world", "steps": 2, "gateway": "mock"}
    path.write_text(json.dumps({"settings": settings, "grid": {"mock_acts": [True, False]}}))
    acts, idle = read_plan(path).runs
    path.write_text(json.dumps({"settings": settings}))
    assert acts.run_id() != idle.run_id() == read_plan(path).runs[0].run_id()
    assert Settings.of(idle.metadata()) == idle


def test_two_mocks_at_once_are_refused():
    with pytest.raises(InputError, match="--mock-llm: expected no --mock-acts"):
        run("a.db", 3, "--mock-acts", "--mock-llm")


def test_an_error_of_a_factory_is_one_line():
    with pytest.raises(
        InputError, match=r"world 'forage:world': line \d+ of forage.py: ValueError: .*x"
    ):
        run("a.db", 3, "--set", "foragers=x")
