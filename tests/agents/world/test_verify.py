"""A changed byte anywhere is found, and its step named."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.errors import InputError, TraceError
from agents.llm import MockLLMGateway
from agents.world import TraceDb, verify
from agents.world.chain import next_hash
from agents.world.cognitive import SimpleCognitivePolicy
from agents.world.rows import CHAINED
from agents.world.tools import tool_specs
from tests.agents.world.counter import Counter
from tests.agents.world.worlds import Does, random_agents, says, world

STEPS = 3
TABLES = ("runs", "steps", "trace", "messages", "llm_calls", "events", "annotations", "counter_total")


class Emits(Does):
    def __init__(self, sink, what):
        super().__init__(what)
        self.sink = sink

    def decide(self, **asked):
        self.sink.emit("test.seen", {"step": asked["time_step"]})
        return super().decide(**asked)


def full_trace(path=":memory:"):
    """A run with rows in every table."""
    trace = TraceDb(path).connect()
    gateway = MockLLMGateway(seed=3, sink=trace)
    agents = {
        **random_agents(2),
        "asks": SimpleCognitivePolicy(gateway=gateway, model="m", tools=tool_specs()),
        "adds": Does(("counter:add", {"amount": 2, "tell": "asks"})),
        "says": Emits(trace, says("ho")),
    }
    world(agents, trace, domains=[Counter()]).run(STEPS)
    trace.annotate("run", 1, "note", {"text": "here"})
    return trace


@pytest.fixture(scope="module")
def image():
    with full_trace() as trace:
        return trace.connection.serialize()


def test_damage_outside_of_the_rows_is_found(tmp_path):
    path = tmp_path / "w.db"
    with TraceDb(path) as trace:
        world(random_agents(2), trace).run(STEPS)
        (size,) = trace.query("SELECT * FROM pragma_page_size")[0]
        (page,) = trace.query("SELECT rootpage FROM sqlite_schema WHERE name = 'llm_calls'")[0]
    whole = bytearray(path.read_bytes())
    whole[(page - 1) * size + 1] ^= 1  # the first free block, in the head of an empty page
    path.write_bytes(whole)
    with TraceDb(path, readonly=True) as trace, pytest.raises(TraceError, match="the file is damaged: "):
        verify(trace, "run")


def copy_of(image):
    trace = TraceDb(":memory:").connect()
    trace.connection.deserialize(image)
    return trace


def check(trace):
    return verify(trace, "run", domains=[Counter()])


@pytest.fixture(scope="module")
def all_cells(image):
    """Every cell of every table: (table, column) -> (the key of its row, its value)."""
    found = {}
    with copy_of(image) as trace:
        for table in TABLES:
            columns = trace.query("SELECT * FROM pragma_table_info(?)", (table,))
            keys = [name for _, name, _, _, _, key in columns if key]
            rows = trace.query(f"SELECT * FROM {table}")
            assert rows, f"no row in {table}: its cells are not tested"
            for row in rows:
                values = {column[1]: value for column, value in zip(columns, row, strict=True)}
                for name, value in values.items():
                    found.setdefault((table, name), []).append(({k: values[k] for k in keys}, value))
    return found


def test_an_untouched_trace_passes(image):
    found = check(copy_of(image))
    assert found.executed
    assert (found.steps, found.rows, found.calls) == (STEPS, STEPS * 5, STEPS)
    assert found.messages == STEPS * 3


def other(value, at, shift):
    """Another value of the same type, as near as can be: one byte, one unit."""
    if value is None:
        return "x"
    if isinstance(value, str):
        at %= max(len(value), 1)
        # From one printable character to another; SQLite would read the text of a number as the number.
        old = ord(value[at]) if value else 32
        return value[:at] + chr(32 + (old - 32 + shift) % 95) + value[at + 1 :]
    return value + shift


def verify_all(trace):
    for run_id in {*trace.run_ids(), "run"}:
        verify(trace, run_id, domains=[Counter()])


def check_that_a_change_is_found(image, table, column, key, new):
    where = " AND ".join(f"{name} = ?" for name in key)
    with copy_of(image) as trace:
        trace.connection.execute("PRAGMA foreign_keys = OFF")
        try:
            trace.connection.execute(
                f"UPDATE {table} SET {column} = ? WHERE {where}", [new, *key.values()]
            )
        except sqlite3.IntegrityError:  # a key in use, text for a number: it cannot be made
            return
        with pytest.raises(TraceError) as caught:
            verify_all(trace)
    if "time_step" in key:
        assert caught.value.step in (key["time_step"], new if column == "time_step" else None)
        assert f"step {caught.value.step}" in str(caught.value)


def test_a_change_in_any_column_of_any_table_is_found(image, all_cells):
    for (table, column), same in all_cells.items():
        key, value = same[-1]
        check_that_a_change_is_found(image, table, column, key, other(value, 0, 1))


@given(place=st.integers(0, 10**6), at=st.integers(0, 10**4), shift=st.integers(1, 94))
def test_one_cell_changed_by_a_byte_fails_and_the_step_is_named(image, all_cells, place, at, shift):
    columns = sorted(all_cells)
    table, column = columns[place % len(columns)]
    same = all_cells[table, column]
    key, value = same[place // len(columns) % len(same)]
    check_that_a_change_is_found(image, table, column, key, other(value, at, shift))


@pytest.mark.parametrize("table", ["trace", "messages", "llm_calls", "events", "counter_total"])
def test_a_row_that_is_gone_is_found(image, table):
    trace = copy_of(image)
    trace.connection.execute(f"DELETE FROM {table} WHERE time_step = 1")
    with pytest.raises(TraceError, match="step 1"):
        check(trace)


def test_a_row_beyond_the_last_step_is_found(image):
    trace = copy_of(image)
    trace.connection.execute(
        "INSERT INTO events SELECT run_id, 9, seq, agent_id, name, data_json FROM events LIMIT 1"
    )
    with pytest.raises(TraceError, match="step 9"):
        check(trace)


def test_outcomes_that_do_not_follow_are_found_though_the_chain_is_whole(image):
    """A forger who makes the chain anew cannot make a noop fail."""
    trace = copy_of(image)
    trace.connection.execute(
        "UPDATE trace SET outcome_json = replace(outcome_json, 'true', 'false') WHERE time_step = 1"
    )
    head = trace.head("run", 0)
    for t, state in trace.query("SELECT time_step, state_hash FROM steps ORDER BY time_step"):
        trace.connection.execute(
            "UPDATE trace SET environment_state_hash = ? WHERE time_step = ?", (head, t)
        )
        head = next_hash(head, t, state, [trace.table_rows(kind, "run", t) for kind in CHAINED])
        trace.connection.execute("UPDATE steps SET hash = ? WHERE time_step = ?", (head, t))
    assert not verify(trace, "run", execute=False).executed
    with pytest.raises(TraceError, match="step 1: the outcome of"):
        check(trace)


def test_without_its_domain_a_run_is_not_executed_and_says_so(image):
    assert not verify(copy_of(image), "run").executed


def test_a_file_with_a_flipped_byte_fails_or_reads_the_same(tmp_path):
    path = tmp_path / "w.db"
    with full_trace(path) as trace:
        expected = check(trace)
    whole = path.read_bytes()
    unnoticed = 0
    for at in range(100, len(whole), 397):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        try:
            with TraceDb(path, readonly=True) as trace:
                assert check(trace) == expected
                unnoticed += 1  # a byte of free space
        except TraceError:
            pass
    assert unnoticed < len(range(100, len(whole), 397))


def test_a_foreign_table_does_not_hide_a_forged_outcome():
    """The forger rebuilds the chain, which is whole; executing the action again shows the forgery."""
    with TraceDb(":memory:") as trace:
        world({"a": Does(says("ho"))}, trace).run(2)
        trace.connection.execute("CREATE TABLE extra_table (x)")
        forged = trace.query("SELECT outcome_json FROM trace WHERE time_step = 1")[0][0]
        trace.connection.execute(
            "UPDATE trace SET outcome_json = ? WHERE time_step = 1", (forged.replace("true", "false"),)
        )
        rehash(trace)
        with pytest.raises(TraceError, match="the outcome of 'a' was"):
            verify(trace, "run")


def rehash(trace):
    head = trace.head("run", 0)
    for step in range(trace.steps("run")):
        tables = [trace.table_rows(kind, "run", step) for kind in CHAINED]
        head = next_hash(head, step, trace.state_hash("run", step), tables)
        trace.connection.execute("UPDATE steps SET hash = ? WHERE time_step = ?", (head, step))


def test_missing_steps_and_a_rebuilt_chain_are_found_by_the_head():
    with TraceDb(":memory:") as trace:
        world({"a": Does(("emit_event", {"value": 1}))}, trace).run(3)
        head = trace.head("run")
        assert verify(trace, "run", head=head).hash == head
        assert verify(trace, "run", head=head.upper()).hash == head
        for bad in ("abc", "", head[:10], f"{head} ", head[:-1] + "g"):
            with pytest.raises(InputError, match=r"head = .*: expected 64 hexadecimal digits"):
                verify(trace, "run", head=bad)
        for table in ("trace", "steps"):
            trace.connection.execute(f"DELETE FROM {table} WHERE time_step = 2")
        assert verify(trace, "run").steps == 2
        with pytest.raises(TraceError, match=f"the head after 2 steps is .*: expected {head}"):
            verify(trace, "run", head=head)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("CREATE TRIGGER t AFTER INSERT ON trace BEGIN SELECT 1; END", "trigger 't': a trace has none"),
        ("CREATE VIEW v AS SELECT * FROM trace", "view 'v': a trace has none"),
        ("ALTER TABLE trace ADD COLUMN note TEXT", "the schema of trace is not that of a trace"),
    ],
)
def test_the_schema_is_that_of_a_trace(statement, message):
    with TraceDb(":memory:") as trace:
        world({"a": Does(says("ho"))}, trace).run(1)
        trace.connection.execute(statement)
        with pytest.raises(TraceError, match=message):
            verify(trace, "run")
