"""The command ``kempe world``."""

import json
import sqlite3

import pytest

import agents.llm
from agents import cli as vvm
from agents.coloring.cli import main as team
from agents.errors import GatewayError, InputError, TraceError
from agents.llm import AccountedGateway, MockLLMGateway
from agents.world import TraceDb
from agents.world.cli import main
from agents.world.setup import Settings, make_engine
from tests.agents.world.test_verify import full_trace


@pytest.fixture
def db(tmp_path, capsys):
    path = str(tmp_path / "w.db")
    assert main(["run", "phase1", "--steps", "6", "--agents", "3", "--db", path]) == 0
    capsys.readouterr()
    return path


def head_of(path):
    with TraceDb(path, readonly=True) as trace:
        (run_id,) = trace.run_ids()
        return run_id, trace.head(run_id)


def test_run_prints_where_and_what(tmp_path, capsys):
    path = str(tmp_path / "w.db")
    assert main(["run", "phase1", "--steps", "6", "--agents", "3", "--db", path]) == 0
    run_id, head = head_of(path)
    assert run_id == Settings(steps=6, agents=3).run_id()
    assert capsys.readouterr().out.splitlines() == [
        f"run_id={run_id}",
        f"db={path}",
        "verified: 6 steps, 18 rows, 0 messages, chain whole",
        f"hash={head}",
    ]


def test_the_same_run_again_is_verified_and_not_run(db, capsys):
    before = head_of(db)
    assert main(["run", "phase1", "--steps", "6", "--agents", "3", "--db", db]) == 0
    assert "this run is complete already; verified: 6 steps" in capsys.readouterr().out
    assert head_of(db) == before


def test_another_run_under_a_used_name_is_an_error(db):
    run_id, _ = head_of(db)
    text = "is used by a run with other settings: steps = 7: expected 6, as recorded"
    with pytest.raises(TraceError, match=text):
        main(["run", "phase1", "--steps", "7", "--agents", "3", "--run-id", run_id, "--db", db])


def test_two_runs_in_one_file(db, capsys):
    assert main(["run", "phase1", "--steps", "2", "--seed", "7", "--db", db]) == 0
    capsys.readouterr()
    assert main(["hash", db]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    with pytest.raises(TraceError, match="no run id was given: expected "):
        main(["diff", db, db])


def interrupted(path, settings, steps):
    with TraceDb(path) as trace:
        run = settings.metadata()
        trace.insert_run(run)
        make_engine(run, trace).run(steps)


@pytest.mark.parametrize("how", ["resume", "run"])
def test_an_interrupted_run_goes_on(db, tmp_path, capsys, how):
    path = str(tmp_path / "half.db")
    interrupted(path, Settings(steps=6, agents=3), 2)
    arguments = {
        "resume": ["resume", path],
        "run": ["run", "phase1", "--steps", "6", "--agents", "3", "--db", path],
    }
    assert main(arguments[how]) == 0
    assert "resuming after 2 of 6 steps" in capsys.readouterr().err
    assert head_of(path) == head_of(db)


def test_interrupted_by_the_keyboard(tmp_path, capsys, monkeypatch):
    path = str(tmp_path / "w.db")
    append = TraceDb.append_step

    def interrupt(self, run_id, time_step, **more):
        if time_step == 3:
            raise KeyboardInterrupt
        return append(self, run_id, time_step, **more)

    monkeypatch.setattr(TraceDb, "append_step", interrupt)
    assert main(["run", "phase1", "--steps", "6", "--db", path]) == 1
    assert (
        f"interrupted after 3 of 6 steps; to continue: kempe world resume {path}"
        in capsys.readouterr().err
    )
    # Among other runs of the file it is named.
    assert main(["run", "phase1", "--steps", "6", "--seed", "7", "--run-id", "b", "--db", path]) == 1
    assert capsys.readouterr().err.endswith(f"resume {path} --run-id b\n")
    monkeypatch.undo()
    assert main(["resume", path]) == 0
    assert main(["verify", path]) == 0


def test_verify_says_what_it_did(db, capsys):
    run_id, head = head_of(db)
    assert main(["verify", db]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{run_id}: verified: 6 steps, 18 rows, 0 messages, chain whole, outcomes executed again",
        f"hash={head}",
    ]
    assert main(["verify", db, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "run_id": run_id, "steps": 6, "rows": 18, "messages": 0, "calls": 0, "hash": head,
        "executed": True,
        "planned": 6,
    }  # fmt: skip


def test_the_head_of_a_verified_run_is_a_hash_of_one_run(db, capsys):
    run_id, head = head_of(db)
    assert main(["verify", db, "--head", head.upper()]) == 0
    assert main(["verify", db, "--head", "0" * 64]) == 1
    with pytest.raises(InputError, match="head = 'abc': expected 64 hexadecimal digits"):
        main(["verify", db, "--head", "abc"])
    assert main(["run", "phase1", "--steps", "2", "--seed", "7", "--db", db]) == 0
    with pytest.raises(TraceError, match="no run id was given: expected "):
        main(["verify", db, "--head", head])
    assert main(["verify", db, "--head", head, "--run-id", run_id]) == 0


def test_verify_fails_with_the_step(db, capsys):
    with sqlite3.connect(db) as other:
        other.execute("UPDATE trace SET action_type = 'nope' WHERE time_step = 4 AND seq = 1")
    other.close()
    assert main(["verify", db]) == 1
    assert capsys.readouterr().err == (
        f"not verified: {db}: step 4: the rows do not match the hash chain\n"
    )


@pytest.mark.parametrize("command", ["verify", "replay", "sign"])
def test_an_inconsistent_trace_is_status_1_for_all_that_check_it(db, tmp_path, capsys, command):
    key = str(tmp_path / "lab.key")
    if command == "sign":
        pytest.importorskip("cryptography")
        assert main(["keygen", key, "--name", "lab"]) == 0
    with sqlite3.connect(db) as other:
        other.execute("UPDATE trace SET action_type = 'nope' WHERE time_step = 4 AND seq = 1")
    other.close()
    assert main([command, db, *(["--key", key] if command == "sign" else [])]) == 1
    assert "step 4: the rows do not match the hash chain\n" in capsys.readouterr().err


def test_replay_and_hash(db, capsys):
    run_id, head = head_of(db)
    assert main(["replay", db]) == 0
    assert "6 steps repeated without a difference" in capsys.readouterr().out
    assert main(["hash", db, "--run-id", run_id]) == 0
    assert capsys.readouterr().out == f"{head}  {run_id}\n"
    with pytest.raises(TraceError, match="run id = 'x'"):
        main(["hash", db, "--run-id", "x"])


def test_diff(db, tmp_path, capsys):
    assert main(["diff", db, db]) == 0
    assert capsys.readouterr().out == "no difference in 6 steps\n"
    other = str(tmp_path / "other.db")
    main(["run", "phase1", "--steps", "6", "--agents", "3", "--seed", "43", "--db", other])
    capsys.readouterr()
    assert main(["diff", db, other]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["seed: 42 and 43", "step 0: the action of agent_000 differs"]
    assert "205886" in out[2]
    assert "90823" in out[3]


def test_export(db, tmp_path, capsys):
    target = tmp_path / "x.db"
    assert main(["export", db, "--to", str(target)]) == 0
    assert capsys.readouterr().out == f"{target}\n"
    assert head_of(str(target)) == head_of(db)
    assert main(["export", db, "--to", str(tmp_path / "plain"), "--format", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6
    assert main(["export", db, "--to", str(tmp_path / "plain.csv")]) == 0
    assert (tmp_path / "plain.csv" / "trace.csv").is_file()
    capsys.readouterr()
    pytest.importorskip("pyarrow")
    assert main(["export", db, "--to", str(tmp_path / "columns"), "--format", "parquet"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 6
    assert main(["export", db, "--to", str(tmp_path / "columns.parquet")]) == 0
    assert (tmp_path / "columns.parquet" / "trace.parquet").is_file()


@pytest.mark.parametrize(("flag", "text"), [("--db", "expected a file"), ("--run-id", "printable text")])
def test_an_empty_name_is_no_default(db, flag, text):
    with pytest.raises(InputError, match=text):
        main(["run", "phase1", "--steps", "1", "--db", db, flag, ""])


def test_turns_that_were_lost_are_told(tmp_path, monkeypatch, capsys):
    class Down(MockLLMGateway):
        async def achat(self, **call):
            if "agent_001" in str(call["messages"]):
                raise GatewayError("content policy", kind="refused")
            return await super().achat(**call)

    monkeypatch.setattr(agents.llm, "LiteLLMGateway", lambda **_: Down())
    path = str(tmp_path / "w.db")
    assert main(["run", "phase2", "--steps", "2", "--agents", "2", "--db", path]) == 0
    told = capsys.readouterr().err
    assert (
        "warning: 2 of 4 turns lost to errors, the first at step 0 of agent_001: GatewayError: " in told
    )
    assert "content policy" in told


@pytest.mark.parametrize("kind", ["missing", "connection", "outage"])
def test_an_outage_stops_the_run_with_its_cause_and_the_run_can_be_resumed(
    tmp_path, monkeypatch, capsys, kind
):
    class Down(MockLLMGateway):
        down = True

        async def achat(self, **call):
            if Down.down and "step 1" in str(call["messages"]):
                raise GatewayError("no such key", kind=kind)
            return await super().achat(**call)

    monkeypatch.setattr(agents.llm, "LiteLLMGateway", lambda **_: Down())
    path = str(tmp_path / "w.db")
    assert main(["run", "phase2", "--steps", "3", "--agents", "2", "--db", path]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert "stopped after 1 of 3 steps" in captured.err
    assert "no such key" in captured.err
    assert f"kempe world resume {path}" in captured.err
    with TraceDb(path, readonly=True) as trace:
        (run_id,) = trace.run_ids()
        assert trace.steps(run_id) == 1
    Down.down = False
    assert main(["resume", path]) == 0
    with TraceDb(path, readonly=True) as trace:
        assert trace.steps(run_id) == 3
        assert all(row.outcome["success"] for row in trace.fetch_trace_events(run_id))


def test_log(db, capsys):
    assert main(["log", db, "--agent", "agent_000", "--from", "1", "--to", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "     1  agent_000  noop {}",
        '     2  agent_000  emit_event {"seen_time_step": 2, "value": 220964}',
    ]
    assert main(["log", db, "--json", "--to", "0"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["agent_id"] for row in found] == ["agent_000", "agent_001", "agent_002"]


def test_a_trace_of_another_program_can_be_audited_but_not_run(tmp_path, capsys):
    path = str(tmp_path / "w.db")
    full_trace(path).close()
    assert main(["verify", path]) == 0
    assert "chain whole\n" in capsys.readouterr().out
    for command in ("resume", "replay"):
        with pytest.raises(TraceError, match="its agents are unknown here"):
            main([command, path])


def test_a_game_of_a_team_is_not_replayed_here(tmp_path):
    path = str(tmp_path / "game.db")
    assert team(["--topology", "small", "--human", "none", "--quiet", "--db", path]) == 0
    with pytest.raises(TraceError, match="unknown here; it is a game, which kempe team verify executes"):
        main(["replay", path])


def test_a_key_without_a_checkpoint_is_refused(db):
    with pytest.raises(InputError, match="--key: expected --checkpoint beside it"):
        main(["verify", db, "--key", "lab"])


@pytest.mark.parametrize("command", ["resume", "replay", "verify", "hash", "log"])
def test_no_file_is_made_by_asking_for_it(tmp_path, command):
    with pytest.raises(TraceError, match="no such file"):
        main([command, str(tmp_path / "no.db")])
    assert list(tmp_path.iterdir()) == []


def test_the_key_is_nowhere(tmp_path, capsys, monkeypatch):
    """Neither in the trace, nor in what is printed, nor in an error."""
    import agents.llm
    from agents.llm import MockLLMGateway

    given = {}

    def gateway(*, api_base, api_key, sink, **limits):
        given.update(limits, api_key=api_key, api_base=api_base)
        return MockLLMGateway(seed=1, sink=sink)

    monkeypatch.setattr(agents.llm, "LiteLLMGateway", gateway, raising=False)
    path = tmp_path / "w.db"
    arguments = ["phase2", "--steps", "3", "--api-key", "sk-secret", "--db", str(path)]
    arguments += ["--api-base", "http://me:pa55@127.0.0.1:8081/v1", "--rate-limit-rpm", "60"]
    assert vvm.main(arguments) == 0
    assert given == {
        "api_key": "sk-secret",
        "api_base": "http://127.0.0.1:8081/v1",
        "max_concurrent": 10,
        "rpm": 60,
        "tpm": None,
    }
    said = capsys.readouterr()
    for secret in ("sk-secret", "pa55"):
        assert secret.encode() not in path.read_bytes()
        assert secret not in said.out + said.err
    assert main(["replay", str(path)]) == 0
    assert "3 steps repeated" in capsys.readouterr().out


def test_a_budget_stops_the_run_which_then_goes_on(tmp_path, capsys, monkeypatch):
    def gateway(*, api_base, api_key, sink, max_concurrent, rpm, tpm, timeout=None, account=None):
        assert timeout == 5
        return AccountedGateway(MockLLMGateway(seed=1), account=account, sink=sink)

    monkeypatch.setattr(agents.llm, "LiteLLMGateway", gateway, raising=False)
    path = str(tmp_path / "w.db")
    limits = ["--timeout", "5", "--max-tokens", "700"]
    assert vvm.main(["phase2", "--steps", "6", "--db", path, *limits]) == 1
    assert "the budget is 700 tokens" in capsys.readouterr().err
    for _ in range(20):
        if main(["resume", path, *limits]) == 0:
            break
    else:
        raise AssertionError("each call has its own budget, so that the run ends")
    with TraceDb(path, readonly=True) as trace:
        assert trace.steps(trace.run_ids()[0]) == 6
