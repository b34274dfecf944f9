"""The trace database: what goes wrong with files is one clear error, and nothing is lost."""

import sqlite3
import subprocess
import sys

import pytest

from agents.contracts import ChatRequest, RunMetadata
from agents.errors import InputError, TraceError
from agents.llm.calls import CALL, call_record
from agents.world import TraceDb, schema, verify
from agents.world.scope import Scope, entered
from tests.agents.world.worlds import Does, ran, random_agents, rows, says, world

STEPS = 4


@pytest.fixture
def path(tmp_path):
    return tmp_path / "w.db"


@pytest.fixture
def recorded(path):
    with TraceDb(path) as trace:
        world(random_agents(3), trace).run(STEPS)
        return trace.head("run")


def test_everything_needs_a_connection():
    trace = TraceDb(":memory:")
    for call in (
        lambda: trace.run_ids(),
        lambda: trace.insert_run(RunMetadata(run_id="r")),
        lambda: trace.steps("r"),
        lambda: list(trace.fetch_trace_events("r")),
        lambda: trace.connection,
    ):
        with pytest.raises(TraceError, match=r"connect\(\)") as caught:
            call()
        assert isinstance(caught.value, RuntimeError)


def test_connect_and_close_can_be_repeated(path):
    trace = TraceDb(path)
    assert trace.connect().connect() is trace
    trace.close()
    trace.close()
    assert trace.connect().run_ids() == []


def test_at_rest_a_trace_is_one_file(path, recorded):
    with TraceDb(path, readonly=True) as trace:
        assert trace.head("run") == recorded
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_tables_are_strict_and_have_the_documented_columns():
    trace = TraceDb(":memory:").connect()
    found = {
        name: {row[1] for row in trace.query("SELECT * FROM pragma_table_info(?)", (name,))}
        for name in ("runs", "trace", "messages")
    }
    assert found["runs"] >= {"run_id", "seed", "created_at", "config_json"}
    assert found["trace"] >= {
        "trace_id", "run_id", "time_step", "agent_id", "action_type", "info_json", "outcome_json",
        "created_at", "environment_state_hash",
    }  # fmt: skip
    assert found["messages"] >= {
        "message_id", "run_id", "time_step", "author_id", "content", "created_at", "recipient", "kind",
        "payload_json", "report_json", "seq",
    }  # fmt: skip
    strict = trace.query(
        "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND name IN ('runs', 'trace')"
    )
    assert all(row == (1,) for row in strict)
    with pytest.raises(sqlite3.IntegrityError):
        trace.connection.execute("INSERT INTO runs VALUES ('r', 'seven', 0, '', '')")


def test_a_row_reads_back(recorded, path):
    with TraceDb(path, readonly=True) as trace:
        row = rows(trace)[4]
    assert (row.time_step, row.seq, row.agent_id, row.timestamp) == (1, 1, "agent_001", 1.001)
    assert row.request().json_dict() == row.info
    assert row.info["action_name"] == row.action_type == "noop"
    assert row.outcome == {
        "success": True, "data": {"ok": True}, "error": None, "trace_id": row.trace_id,
    }  # fmt: skip


def test_rows_of_a_step_carry_the_head_before_it(path, recorded):
    with TraceDb(path, readonly=True) as trace:
        for t in range(STEPS):
            found = {row.environment_state_hash for row in trace.fetch_trace_events("run", t, t)}
            assert found == {trace.head("run", t)}


def test_recent_messages_are_the_newest_oldest_first():
    trace, _ = ran({"a": Does(lambda t: says(f"a{t}")), "b": Does(lambda t: says(f"b{t}", to="a"))}, 3)

    def texts(**asked):
        return [m.content for m in trace.fetch_recent_messages("run", **asked)]

    assert texts(before=3, limit=3) == ["b1", "a2", "b2"]
    assert texts(before=2, limit=20) == ["a0", "b0", "a1", "b1"]
    assert texts(before=3, limit=2, recipient="b") == ["a1", "a2"]


# ---------------------------------------------------------------------------------- what can go wrong


def test_a_file_that_is_no_database(path):
    path.write_text("hello, this is no database\n" * 100)
    for more in ({}, {"readonly": True}):
        with pytest.raises(TraceError, match=r"w\.db: file is not a database"):
            TraceDb(path, **more).connect()
    assert path.read_text().startswith("hello")


def test_a_database_of_something_else(path):
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mine (x)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(TraceError, match="not a trace of Kempe"):
        TraceDb(path).connect()
    assert path.read_bytes() == before


def test_a_file_without_tables_is_said_to_hold_nothing(path):
    """A copy of the file of a running process without the log beside it is such a file."""
    path.write_bytes(b"")
    with pytest.raises(TraceError, match="holds nothing: expected a trace, with its -wal file"):
        TraceDb(path, readonly=True).connect()


def test_a_newer_schema_is_refused(path, recorded):
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(TraceError, match="schema version = 99: expected at most 1"):
        TraceDb(path).connect()


def test_an_older_schema_is_migrated_with_all_its_rows(path, recorded, monkeypatch):
    more = ("CREATE TABLE added (x INTEGER NOT NULL) STRICT", "INSERT INTO added VALUES (7)")
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, more))
    with pytest.raises(TraceError, match="schema version = 1: expected 2"):
        TraceDb(path, readonly=True).connect()
    with TraceDb(path) as trace:
        assert trace.query("SELECT x FROM added") == [(7,)]
        assert trace.head("run") == recorded
    with TraceDb(path, readonly=True) as trace:
        assert trace.query("SELECT * FROM pragma_user_version") == [(2,)]


def test_a_migration_that_fails_changes_nothing(path, recorded, monkeypatch):
    monkeypatch.setattr(
        schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE TABLE added (x)", "NONSENSE"))
    )
    with pytest.raises(TraceError, match="NONSENSE"):
        TraceDb(path).connect()
    monkeypatch.undo()
    with TraceDb(path) as trace:
        assert trace.query("SELECT name FROM sqlite_schema WHERE name = 'added'") == []
        assert trace.head("run") == recorded


def test_a_file_that_does_not_exist_is_not_made_by_reading(path):
    with pytest.raises(TraceError, match="no such file"):
        TraceDb(path, readonly=True).connect()
    assert not path.exists()


@pytest.mark.parametrize("name", ["a b.db", "50%.db", "what?.db", "#1.db", "é.db"])
def test_any_file_name_will_do(tmp_path, name):
    with TraceDb(tmp_path / name) as trace:
        trace.insert_run(RunMetadata(run_id="r"))
    assert [p.name for p in tmp_path.iterdir()] == [name]
    with TraceDb(tmp_path / name, readonly=True) as trace:
        assert trace.run_ids() == ["r"]


def test_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(TraceError, match="unable to open database file"):
        TraceDb(tmp_path / "no" / "w.db").connect()


def test_a_run_id_is_used_once(path, recorded):
    with TraceDb(path) as trace, pytest.raises(TraceError, match="run id 'run' is used"):
        trace.insert_run(RunMetadata(run_id="run", seed=1))


def test_an_unknown_run_is_told_the_known_ones(path, recorded):
    with (
        TraceDb(path) as trace,
        pytest.raises(TraceError, match="run id = 'walk': expected one of the file: 'run'"),
    ):
        trace.get_run_metadata("walk")


def test_a_full_disk_loses_the_step_and_no_other(path, recorded):
    """SQLite's own limit on pages gives the error that a full disk gives."""
    with TraceDb(path) as trace:
        (pages,) = trace.query("SELECT * FROM pragma_page_count")[0]
        trace.connection.execute(f"PRAGMA max_page_count = {pages + 3}")
        engine = world(random_agents(3), trace)
        with pytest.raises(TraceError, match=r"w\.db: step \d+: database or disk is full") as caught:
            engine.run(500)
        reached = trace.steps("run")
        assert caught.value.step == reached > STEPS
        with pytest.raises(TraceError, match="a step failed"):
            engine.run(500)
    with TraceDb(path) as trace:
        world(random_agents(3), trace).run(reached + 5)
        whole, _ = ran(random_agents(3), reached + 5)
        assert trace.head("run") == whole.head("run")


def test_a_locked_database_loses_nothing(path, recorded, monkeypatch):
    monkeypatch.setattr("agents.world.trace.WAIT_FOR_LOCK", 0.01)
    with TraceDb(path) as other, TraceDb(path) as trace:
        engine = world(random_agents(3), trace)
        assert engine.run(STEPS) == STEPS
        other.connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(TraceError, match=rf"step {STEPS}: database is locked"):
            engine.run(STEPS + 2)
        other.connection.execute("ROLLBACK")
        world(random_agents(3), trace).run(STEPS + 2)
        whole, _ = ran(random_agents(3), STEPS + 2)
        assert trace.head("run") == whole.head("run")


def test_two_writers_of_one_run_do_not_mix(path):
    with TraceDb(path) as one, TraceDb(path) as two:
        first, second = world(random_agents(3), one), world(random_agents(3), two)
        first.run(1)
        second.run(1)
        first.run(2)
        with pytest.raises(TraceError, match="step 1: another process has written"):
            second.run(2)
        assert one.steps("run") == 2


def test_a_file_of_limited_size_is_reported_by_the_command(tmp_path):
    """The operating system refuses to let the file grow."""
    resource = pytest.importorskip("resource")
    found = subprocess.run(
        [sys.executable, "-m", "agents.cli", "--steps", "5000", "--db", str(tmp_path / "w.db")],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)),
    )
    assert found.returncode == 2
    assert len(found.stderr.splitlines()) == 1
    assert found.stderr.startswith(f"vvm: error: {tmp_path / 'w.db'}: step ")


# ------------------------------------------------------------------------------------------- the sink


def test_events_belong_to_the_step_that_is_under_way():
    trace = TraceDb(":memory:").connect()
    with pytest.raises(TraceError, match="no step is in progress"):
        trace.emit("test.event", {})
    scope = Scope(0, "a")
    with entered(scope):
        trace.emit("test.event", {"b": 1, "a": "é"})
    assert scope.events == [("test.event", '{"a":"é","b":1}')]


def test_events_together_are_recorded_as_one_after_the_other():
    trace = TraceDb(":memory:").connect()
    trace.emit_plain([])
    with pytest.raises(TraceError, match="no step is in progress"):
        trace.emit_plain([("a.b", {})])
    call = call_record(ChatRequest(model="m", messages=[]), response={}, seconds=None, cost=1)
    for events in ([("a.b", {"x": 1e-9}), ("a.c", {"y": [None]})], [("a.b", {}), (CALL, call)]):
        one_by_one, together = Scope(0, "a"), Scope(0, "a")
        with entered(one_by_one):
            for event in events:
                trace.emit(*event)
        with entered(together):
            trace.emit_plain(events)
        assert together.events == one_by_one.events
        assert together.calls == one_by_one.calls


def test_events_that_are_not_plain_are_refused():
    trace = TraceDb(":memory:").connect()
    with entered(Scope(0, "a")), pytest.raises(ValueError, match="not JSON compliant"):
        trace.emit("test.event", {"x": float("nan")})


def test_a_call_must_have_the_columns_of_its_table():
    trace = TraceDb(":memory:").connect()
    with entered(Scope(0, "a")), pytest.raises(InputError, match="missing or unknown: attempts, c"):
        trace.emit("llm.call", {"model": "m"})


def test_the_time_of_a_call_is_noted_beside_the_chain():
    class Calls(Does):
        def decide(self, **asked):
            request = ChatRequest(model="m", messages=[])
            trace.emit(CALL, call_record(request, response={}, seconds=self.seconds, cost=1))
            return super().decide(**asked)

    heads = []
    for seconds in (None, 1.5, 2.5):
        trace = TraceDb(":memory:")
        agent = Calls(("noop", {}))
        agent.seconds = seconds
        world({"a": agent}, trace).run(1)
        heads.append(trace.head("run"))
        noted = trace.query("SELECT kind, body_json FROM annotations")
        expected = [("llm.seconds", f'{{"seconds":[{seconds}]}}')] if seconds else []
        assert noted == expected
        assert verify(trace, "run").calls == 1
    assert len(set(heads)) == 1


def test_a_file_that_another_process_has_just_made_is_not_made_again(path):
    """Both found no tables, and one of them was the first to write."""
    connection = sqlite3.connect(path, isolation_level=None)
    with TraceDb(path):
        schema.migrate(connection)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    assert version == len(schema.MIGRATIONS)
    connection.close()
