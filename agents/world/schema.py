"""
The tables of a trace database and the migrations between their versions.

Every row belongs to a run and a step and is keyed by its position, so that rows are only appended at the
end of their table. There are no indexes beside the keys while a run is written: with an index over
agents and one over trace ids, 100,000 rows of 1,000 agents were written at 18,000 rows/s instead of
63,000, and the last ten steps were 3.7 times slower than the first, since each row then needs a page of
its own. The seq of an agent is the same in each step, so the key finds its rows; the canonical export
has the indexes.

``annotations`` holds facts about the machine (versions, wall-clock times). It is outside the hash chain
and the canonical export; each row has its own digest.
"""

from __future__ import annotations

import sqlite3

#: "KEMP" in ASCII: distinguishes a trace from other SQLite files.
APPLICATION_ID = 0x4B454D50

V1 = (
    """CREATE TABLE runs (
        run_id TEXT NOT NULL PRIMARY KEY,
        seed INTEGER,
        created_at REAL NOT NULL,
        config_json TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE steps (
        run_id TEXT NOT NULL REFERENCES runs,
        time_step INTEGER NOT NULL,
        state_hash TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (run_id, time_step)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE trace (
        run_id TEXT NOT NULL REFERENCES runs,
        time_step INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        trace_id TEXT NOT NULL,
        agent_id TEXT NOT NULL,
        action_type TEXT NOT NULL,
        info_json TEXT NOT NULL,
        outcome_json TEXT NOT NULL,
        created_at REAL NOT NULL,
        environment_state_hash TEXT,
        PRIMARY KEY (run_id, time_step, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE messages (
        run_id TEXT NOT NULL REFERENCES runs,
        time_step INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        message_id TEXT NOT NULL,
        author_id TEXT NOT NULL,
        recipient TEXT NOT NULL,
        kind TEXT NOT NULL,
        content TEXT NOT NULL,
        payload_json TEXT,
        report_json TEXT,
        created_at REAL NOT NULL,
        PRIMARY KEY (run_id, time_step, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE llm_calls (
        run_id TEXT NOT NULL REFERENCES runs,
        time_step INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        agent_id TEXT,
        purpose TEXT NOT NULL,
        prompt_version TEXT,
        prompt_hash TEXT NOT NULL,
        model TEXT NOT NULL,
        request_json TEXT NOT NULL,
        response_json TEXT,
        error TEXT,
        prompt_tokens INTEGER,
        completion_tokens INTEGER,
        cost REAL,
        attempts INTEGER NOT NULL,
        PRIMARY KEY (run_id, time_step, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE events (
        run_id TEXT NOT NULL REFERENCES runs,
        time_step INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        agent_id TEXT,
        name TEXT NOT NULL,
        data_json TEXT NOT NULL,
        PRIMARY KEY (run_id, time_step, seq)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE annotations (
        run_id TEXT NOT NULL REFERENCES runs,
        time_step INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        body_json TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (run_id, time_step, seq)
    ) STRICT, WITHOUT ROWID""",
)

#: Statements that migrate each version to the next; a new file has version 0.
MIGRATIONS: tuple[tuple[str, ...], ...] = (V1,)

#: Answers of the step in progress; created with the first one, and empty between two steps.
JOURNAL_TABLE = """CREATE TABLE journal (
    run_id TEXT NOT NULL REFERENCES runs,
    time_step INTEGER NOT NULL,
    agent_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    prompt_hash TEXT NOT NULL,
    record_json TEXT NOT NULL,
    PRIMARY KEY (run_id, time_step, agent_id, seq)
) STRICT, WITHOUT ROWID"""

#: Indexes of the canonical export.
EXPORT_INDEXES = (
    "CREATE UNIQUE INDEX trace_by_id ON trace (trace_id)",
    "CREATE INDEX trace_by_agent ON trace (run_id, agent_id)",
    "CREATE UNIQUE INDEX messages_by_id ON messages (message_id)",
    "CREATE INDEX messages_by_author ON messages (run_id, author_id)",
)


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a database to the newest version in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have done it since the file was opened.
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
