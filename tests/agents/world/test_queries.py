"""A query reads, and nothing else."""

import contextlib

import pytest

from agents.errors import InputError, KempeError, TraceError
from agents.world import TraceDb
from tests.agents.world.worlds import ran, random_agents

READS = [
    "SELECT count(*) FROM trace",
    "select count(*) from trace",
    "  \n\t-- a comment; DELETE\n /* another */ SELECT count(*) FROM trace",
    "WITH three AS (SELECT * FROM trace) SELECT count(*) FROM three",
    "VALUES (6)",
    "SELECT 5 + count(*) FROM pragma_table_info('runs') WHERE name = 'run_id'",
]
WRITES = [
    "DELETE FROM trace",
    "delete from trace",
    "WITH all_of_it AS (SELECT run_id FROM runs) DELETE FROM trace WHERE run_id IN all_of_it",
    "-- a comment\nDELETE FROM trace RETURNING run_id",
    "INSERT INTO runs VALUES ('x', 1, 0, '{}', '')",
    "UPDATE trace SET seq = 9",
    "DROP TABLE trace",
    "PRAGMA user_version = 9",
    "PRAGMA foreign_keys(0)",
    "ATTACH ':memory:' AS other",
    "EXPLAIN PRAGMA query_only = ON",
    "explain query plan pragma foreign_keys = OFF",
    "EXPLAIN/**/PRAGMA query_only = ON",
    "EXPLAIN -- SELECT\n DELETE FROM trace",
    "EXPLAIN",
    "/**/" * 40 + "(",
    "--\n" * 40 + "(",
    "BEGIN",
    "COMMIT",
    "VACUUM",
    "",
]


@pytest.fixture
def trace():
    made, _ = ran(random_agents(2), 3)
    yield made
    made.close()


@pytest.mark.parametrize("statement", READS)
def test_statements_that_read(statement, trace):
    assert trace.query(statement)[0] == (6,)


@pytest.mark.parametrize("statement", WRITES)
def test_statements_that_write_are_refused_and_change_nothing(statement, trace):
    before = list(trace.connection.iterdump())
    with pytest.raises(InputError, match=r"^statement = .*: expected one that only reads"):
        trace.query(statement)
    assert list(trace.connection.iterdump()) == before
    with trace.transaction(0) as connection:  # which may write afterwards
        connection.execute("DELETE FROM trace")
    assert trace.query("SELECT count(*) FROM trace") == [(0,)]


@pytest.mark.parametrize("start", ["EXPLAIN", "explain query plan", "EXPLAIN/**/QUERY --\n PLAN/**/"])
def test_statements_that_read_are_explained(start, trace):
    assert trace.query(f"{start} SELECT * FROM trace")
    assert trace.query(f"{start} WITH x AS (SELECT 1) SELECT * FROM x")


@pytest.mark.parametrize("value", [0, 1])
@pytest.mark.parametrize("last", ["SELECT * FROM x", "DELETE FROM trace", "SELECT absent"])
def test_a_connection_that_only_reads_stays_one(value, last, trace):
    trace.connection.execute(f"PRAGMA query_only = {value}")
    with contextlib.suppress(KempeError):
        trace.query(f"WITH x AS (SELECT 1) {last}")
    assert trace.connection.execute("PRAGMA query_only").fetchone() == (value,)


def test_a_query_in_a_transaction_sees_it_and_does_not_end_it(trace):
    with trace.transaction(0) as connection:
        connection.execute("DELETE FROM trace WHERE time_step = 2")
        assert trace.query("WITH rows AS (SELECT * FROM trace) SELECT count(*) FROM rows") == [(4,)]
        with pytest.raises(InputError):
            trace.query("WITH x AS (SELECT 1) DELETE FROM trace")
        connection.execute("DELETE FROM trace WHERE time_step = 1")
    assert trace.query("SELECT count(*) FROM trace") == [(2,)]


def test_a_wrong_query_is_an_error_of_the_trace(trace):
    for statement in ("SELECT x FROM trace", "WITH x AS (SELECT 1) SELECT y FROM x"):
        with pytest.raises(TraceError, match="no such column"):
            trace.query(statement)


def test_a_file_that_is_only_read_refuses_in_the_same_words(tmp_path):
    path = tmp_path / "a.db"
    TraceDb(path).connect().close()
    with TraceDb(path, readonly=True) as trace:
        for statement in WRITES:
            with pytest.raises(InputError, match="expected one that only reads"):
                trace.query(statement)
