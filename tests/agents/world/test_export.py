"""The canonical export: the same bytes, whatever became of the file in between."""

import sqlite3

import pytest

from agents.errors import InputError, TraceError
from agents.world import TraceDb, verify
from agents.world.export import export
from tests.agents.world.test_verify import full_trace
from tests.agents.world.worlds import random_agents, world


def exported(path, to):
    with TraceDb(path, readonly=True) as trace:
        return export(trace, to).read_bytes()


def test_in_one_go_or_resumed_the_bytes_are_the_same(tmp_path):
    with TraceDb(tmp_path / "one.db") as trace:
        world(random_agents(3), trace).run(60)
    for steps in (7, 31, 60):
        with TraceDb(tmp_path / "two.db") as trace:
            world(random_agents(3), trace).run(steps)
            trace.annotate("run", steps, "machine", {"session": steps})
    with sqlite3.connect(tmp_path / "two.db") as other:
        other.execute("PRAGMA journal_mode = DELETE")
    other.close()
    one, two = (exported(tmp_path / f"{n}.db", tmp_path / f"{n}.export") for n in ("one", "two"))
    assert one == two
    assert sorted(p.name for p in tmp_path.iterdir()) == ["one.db", "one.export", "two.db", "two.export"]


def test_an_export_is_a_trace_with_indexes_and_without_annotations(tmp_path):
    with full_trace() as trace:
        head = trace.head("run")
        export(trace, tmp_path / "x.db")
    with TraceDb(tmp_path / "x.db", readonly=True) as copy:
        assert verify(copy, "run").hash == head
        assert copy.query("SELECT * FROM annotations") == []
        indexes = {row[0] for row in copy.query("SELECT name FROM sqlite_schema WHERE type = 'index'")}
    assert {"trace_by_id", "trace_by_agent", "messages_by_id", "messages_by_author"} <= indexes


def test_nothing_is_written_over(tmp_path):
    target = tmp_path / "x.db"
    target.write_text("precious")
    with full_trace() as trace:
        with pytest.raises(InputError, match=r"x\.db: the file exists"):
            export(trace, target)
        with pytest.raises(TraceError, match="cannot be written"):
            export(trace, tmp_path / "no" / "x.db")
    assert target.read_text() == "precious"
    assert [p.name for p in tmp_path.iterdir()] == ["x.db"]
