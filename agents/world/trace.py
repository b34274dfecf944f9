"""
The trace database: all actions of a run and their results, in one SQLite file.

A step is one transaction, so that a crash leaves whole steps only; the journal is a write-ahead log, and
there is one writer. Rows, messages, calls of language models and events are chained by hashes
(``chain``). A trace is also a sink: events emitted during a decision are stored with its step.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from ..canonical import canonical
from ..contracts import EVERYONE, RunMetadata, TraceEvent
from ..errors import TraceError
from . import schema
from .chain import first_hash, next_hash
from .faults import fault
from .mailbox import Message
from .queries import read_rows
from .records import annotation, as_rows, take, take_plain
from .rows import CHAINED, JOURNAL, ChainedRow, Row, RunRow, TraceRow
from .scope import Scope, current

#: More than any step.
_LAST = 2**62
WAIT_FOR_LOCK = 5.0  # seconds

#: Bytes of a page of a new file. A turn of an agent with 20 nodes has a row of 6 kB, a message 1.3 kB:
#: steps of 600 agents took 0.98 times the CPU time of pages of 4096, in each of three pairs, and no less
#: with 16384.
PAGE = 8192

#: Paths without a file: in memory, or in a temporary file of SQLite.
NO_FILE = (":memory:", "")


class TraceDb:
    """
    Trace database; a context manager that connects and closes.

    Parameters
    ----------
    path
        Path of the file, created if missing; without a file ``":memory:"``, or ``""`` if the trace may
        be large.
    readonly
        Whether the file is only read.
    must_exist
        Whether a missing file is an error; it always is if the file is only read.

    Raises
    ------
    TraceError
        By every method: the file is not a trace, has another version, is locked, full or damaged, or the
        database is not connected. Committed steps are not affected.
    """

    def __init__(self, path: str | Path, *, readonly: bool = False, must_exist: bool = False) -> None:
        self.path = str(path)
        self._readonly = readonly
        self._must_exist = must_exist or readonly
        self._connection: sqlite3.Connection | None = None
        self._has_journal = False

    # ------------------------------------------------------------------------------ open and close

    def connect(self) -> TraceDb:
        """Open the file, and create or migrate its tables unless it is only read. Idempotent."""
        if self._connection is not None:
            return self
        if self._must_exist and not Path(self.path).is_file():
            raise TraceError("no such file", path=self.path)
        with self._translated():
            target = self.path
            if target not in NO_FILE:
                target = f"{Path(target).absolute().as_uri()}?mode={'ro' if self._readonly else 'rwc'}"
            connection = sqlite3.connect(target, timeout=WAIT_FOR_LOCK, isolation_level=None, uri=True)
            self._connection = connection
        try:
            with self._translated():
                self._open(connection)
        except BaseException:
            connection.close()
            self._connection = None
            raise
        return self

    def _open(self, connection: sqlite3.Connection) -> None:
        # In one transaction, since another process may be making the tables.
        connection.execute("BEGIN")
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        connection.execute("COMMIT")
        newest = len(schema.MIGRATIONS)
        if tables and owner != schema.APPLICATION_ID:
            raise TraceError("an SQLite database, but not a trace of Kempe", path=self.path)
        if version > newest:
            raise TraceError(f"schema version = {version}: expected at most {newest}", path=self.path)
        connection.execute("PRAGMA foreign_keys = ON")
        if self._readonly:
            if not tables:
                text = "holds nothing: expected a trace, with its -wal file if a process was killed"
                raise TraceError(text, path=self.path)
            if version < newest:
                raise TraceError(
                    f"schema version = {version}: expected {newest} (resume migrates the file)",
                    path=self.path,
                )
            return
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        if version < newest:
            schema.migrate(connection)
        exists = "SELECT count(*) FROM sqlite_schema WHERE name = ?"
        self._has_journal = bool(connection.execute(exists, (JOURNAL,)).fetchone()[0])

    def close(self) -> None:
        """Close the file and merge its log, so that the trace is a single file. Idempotent."""
        if self._connection is None:
            return
        if not self._readonly and self.path not in NO_FILE:
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._drop_empty_journal(self._connection)
            # Fails while another process reads: the log then stays beside the file.
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        self._connection = None

    def _drop_empty_journal(self, connection: sqlite3.Connection) -> None:
        if not self._has_journal:
            return
        with suppress(sqlite3.Error):
            if connection.execute(f"SELECT count(*) FROM {JOURNAL}").fetchone() == (0,):
                connection.execute(f"DROP TABLE {JOURNAL}")
                self._has_journal = False

    def __enter__(self) -> TraceDb:
        return self.connect()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """Open connection, for domains and for reading."""
        if self._connection is None:
            raise TraceError("not connected: call connect() first", path=self.path)
        return self._connection

    @contextmanager
    def _translated(self, step: int | None = None) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError) as error:
            text = " ".join(str(error).split())
            if (of_a_domain := fault(error)) is not None:
                text = of_a_domain
            elif isinstance(error, sqlite3.IntegrityError):
                # Keys follow from the run and the step, so only another writer has used them.
                text = f"another process has written to this run, or its rows are inconsistent: {text}"
            elif self._readonly and "readonly database" in text:
                text = "a killed process left the file unfinished: expected one that was closed"
            raise TraceError(text, path=self.path, step=step) from error

    # ----------------------------------------------------------------------------------------- runs

    def insert_run(self, run: RunMetadata) -> None:
        """
        Insert the record of a new run.

        Raises
        ------
        TraceError
            If the run id is already used.
        """
        if self.find_run(run.run_id) is not None:
            raise TraceError(
                f"run id {run.run_id!r} is used by another run: expected a new one", path=self.path
            )
        record = (run.run_id, run.seed, run.created_at, canonical(run.config))
        connection = self.connection
        with self._translated():
            connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", (*record, first_hash(record)))

    def find_run(self, run_id: str) -> RunRow | None:
        """Return the stored record of a run; None if there is no such run."""
        connection = self.connection
        with self._translated():
            row = connection.execute(
                f"SELECT {', '.join(RunRow._fields)} FROM runs WHERE run_id = ?", (run_id,)
            ).fetchone()
        return None if row is None else RunRow(*row)

    def get_run_metadata(self, run_id: str) -> RunMetadata:
        """
        Return the description of a run.

        Raises
        ------
        TraceError
            If there is no such run.
        """
        row = self.find_run(run_id)
        if row is None:
            known = ", ".join(map(repr, self.run_ids())) or "none"
            raise TraceError(f"run id = {run_id!r}: expected one of the file: {known}", path=self.path)
        try:
            return RunMetadata(
                run_id=row.run_id,
                seed=row.seed,
                created_at=row.created_at,
                config=json.loads(row.config_json),
            )
        except ValueError as error:
            raise TraceError(f"the record of run {run_id!r} is damaged", path=self.path) from error

    def _check_run(self, run_id: str) -> None:
        """Refuse a run that the file does not have."""
        if self.find_run(run_id) is None:
            self.get_run_metadata(run_id)

    def run_ids(self) -> list[str]:
        """Return the names of all runs of the file, sorted."""
        connection = self.connection
        with self._translated():
            names = connection.execute("SELECT run_id FROM runs ORDER BY run_id").fetchall()
        return [name for (name,) in names]

    # ---------------------------------------------------------------------------------------- steps

    def steps(self, run_id: str) -> int:
        """Return the number of recorded steps, 0 of a run that has not begun."""
        connection = self.connection
        with self._translated():
            (last,) = connection.execute(
                "SELECT max(time_step) FROM steps WHERE run_id = ?", (run_id,)
            ).fetchone()
        return 0 if last is None else int(last) + 1

    def head(self, run_id: str, steps: int | None = None) -> str:
        """Return the head of the hash chain after ``steps`` steps; by default the hash of the run."""
        connection = self.connection
        steps = self.steps(run_id) if steps is None else steps
        with self._translated():
            if steps == 0:
                hashes = connection.execute("SELECT hash FROM runs WHERE run_id = ?", (run_id,))
            else:
                hashes = connection.execute(
                    "SELECT hash FROM steps WHERE run_id = ? AND time_step = ?", (run_id, steps - 1)
                )
            head = hashes.fetchone()
        if head is None:
            self.get_run_metadata(run_id)
            raise TraceError("the chain has no head", path=self.path, step=steps - 1)
        return str(head[0])

    def state_hash(self, run_id: str, time_step: int) -> str:
        """Return the recorded hash of the domains' state after a step."""
        rows = self.query(
            "SELECT state_hash FROM steps WHERE run_id = ? AND time_step = ?", (run_id, time_step)
        )
        if not rows:
            raise TraceError("the step is missing", path=self.path, step=time_step)
        return str(rows[0][0])

    @contextmanager
    def transaction(self, time_step: int) -> Iterator[sqlite3.Connection]:
        """Commit the writes of the block together, or roll them back."""
        connection = self.connection
        with self._translated(time_step):
            connection.execute("BEGIN IMMEDIATE")
        try:
            with self._translated(time_step):
                yield connection
                connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk has rolled back already
                connection.execute("ROLLBACK")
            raise

    def append_step(
        self,
        run_id: str,
        time_step: int,
        *,
        previous: str,
        state_hash: str,
        rows: Sequence[Row],
        messages: Sequence[Message],
        scopes: Sequence[Scope],
    ) -> str:
        """
        Write one step, inside a transaction, and return the new head of the chain.

        Parameters
        ----------
        previous
            Head of the chain before the step.
        state_hash
            Hash of the domains' state after the step.
        rows
            Rows of the table ``trace``: one per agent, in the order of ``seq``.
        messages
            Messages that were sent.
        scopes
            Scopes with the emitted events, in the order of the agents.
        """
        calls, events, seconds = as_rows(run_id, time_step, scopes)
        posted = [(run_id, *message) for message in messages]
        tables: tuple[Sequence[Row], ...] = (rows, posted, calls, events)
        head = next_hash(previous, time_step, state_hash, tables)
        connection = self.connection
        with self._translated(time_step):
            for name, table in zip(CHAINED.values(), tables, strict=True):
                if table:
                    marks = ", ".join("?" * len(table[0]))
                    connection.executemany(f"INSERT INTO {name} VALUES ({marks})", table)
            connection.execute(
                "INSERT INTO steps VALUES (?, ?, ?, ?)", (run_id, time_step, state_hash, head)
            )
            if self._has_journal:
                connection.execute(
                    f"DELETE FROM {JOURNAL} WHERE run_id = ? AND time_step <= ?", (run_id, time_step)
                )
        if any(s is not None for s in seconds):
            self.annotate(run_id, time_step, "llm.seconds", {"seconds": seconds})
        return head

    def annotate(self, run_id: str, time_step: int, kind: str, body: Mapping[str, Any]) -> None:
        """Add a note on this machine, outside the chain and the canonical export."""
        text = canonical(body)
        connection = self.connection
        with self._translated(time_step):
            (seq,) = connection.execute(
                "SELECT count(*) FROM annotations WHERE run_id = ? AND time_step = ?",
                (run_id, time_step),
            ).fetchone()
            connection.execute(
                "INSERT INTO annotations VALUES (?, ?, ?, ?, ?, ?)",
                annotation(run_id, time_step, seq, kind, text),
            )

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        """
        Record an event of the agent that is deciding; it is stored with the step.

        Raises
        ------
        TraceError
            If no step is in progress.
        """
        take(self._scope(name), name, data)

    def emit_plain(self, events: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        """Record events of plain data as :meth:`emit` does, without a check of the data."""
        if events:
            take_plain(self._scope(events[0][0]), events)

    def _scope(self, name: str) -> Scope:
        scope = current()
        if scope is None:
            raise TraceError(f"event {name!r}: no step is in progress", path=self.path)
        return scope

    # -------------------------------------------------------------------------------------- journal

    def add_to_journal(self, scope: Scope, key: str, record: str) -> None:
        """Keep an answer of the step in progress, at once."""
        connection = self.connection
        with self._translated(scope.time_step):
            if not self._has_journal:
                connection.execute(schema.JOURNAL_TABLE)
                self._has_journal = True
            connection.execute(
                f"INSERT INTO {JOURNAL} VALUES (?, ?, ?, ?, ?, ?)",
                (scope.run_id, scope.time_step, scope.agent_id, scope.answered, key, record),
            )

    def journaled(self, scope: Scope, key: str) -> str | None:
        """Return the record of an agent's next answer in the journal, if the request is this one."""
        if not self._has_journal:
            return None
        rows = self.query(
            f"SELECT record_json FROM {JOURNAL} WHERE run_id = ? AND time_step = ? AND agent_id = ? "
            "AND seq = ? AND prompt_hash = ?",
            (scope.run_id, scope.time_step, scope.agent_id, scope.answered, key),
        )
        return str(rows[0][0]) if rows else None

    # --------------------------------------------------------------------------------------- reading

    def query(self, statement: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """
        Return all rows of a statement that only reads; ``connection`` executes others.

        Raises
        ------
        InputError
            If the statement would write, or is a PRAGMA; ``SELECT * FROM pragma_table_info(?)`` reads.
        """
        connection = self.connection
        with self._translated():
            return read_rows(connection, statement, parameters)

    def table_rows(self, kind: type[ChainedRow], run_id: str, time_step: int) -> list[ChainedRow]:
        """Return the rows of one step in a chained table, in order."""
        connection = self.connection
        with self._translated(time_step):
            rows = connection.execute(
                f"SELECT {', '.join(kind._fields)} FROM {CHAINED[kind]} "
                "WHERE run_id = ? AND time_step = ? ORDER BY seq",
                (run_id, time_step),
            ).fetchall()
        return [kind(*row) for row in rows]

    def fetch_trace_events(
        self, run_id: str, first: int = 0, last: int | None = None
    ) -> Iterator[TraceEvent]:
        """
        Yield the rows of a run in order, from step ``first`` to ``last``, both included.

        Raises
        ------
        TraceError
            If there is no such run, or a row is damaged.
        """
        connection = self.connection
        self._check_run(run_id)
        with self._translated():
            rows = connection.execute(
                f"SELECT {', '.join(TraceRow._fields)} FROM trace "
                "WHERE run_id = ? AND time_step BETWEEN ? AND ? ORDER BY time_step, seq",
                (run_id, min(first, _LAST), _LAST if last is None else min(last, _LAST)),
            )
            for columns in rows:
                row = TraceRow(*columns)
                try:
                    yield TraceEvent(
                        trace_id=row.trace_id,
                        run_id=row.run_id,
                        time_step=row.time_step,
                        seq=row.seq,
                        agent_id=row.agent_id,
                        action_type=row.action_type,
                        info=json.loads(row.info_json),
                        outcome=json.loads(row.outcome_json),
                        timestamp=row.created_at,
                        environment_state_hash=row.environment_state_hash,
                    )
                except ValueError as error:
                    raise TraceError(
                        f"the row of {row.agent_id!r} is damaged",
                        path=self.path,
                        step=row.time_step,
                    ) from error

    def fetch_messages(self, run_id: str) -> Iterator[Message]:
        """Yield all messages of a run in order."""
        connection = self.connection
        self._check_run(run_id)
        with self._translated():
            for row in connection.execute(
                f"SELECT {', '.join(Message._fields)} FROM messages WHERE run_id = ? "
                "ORDER BY time_step, seq",
                (run_id,),
            ):
                yield Message(*row)

    def fetch_recent_messages(
        self, run_id: str, *, before: int, limit: int, recipient: str | None = None
    ) -> list[Message]:
        """
        Return the newest messages of the steps before ``before``, oldest first.

        With a recipient, only messages to it or to everyone.
        """
        connection = self.connection
        self._check_run(run_id)
        with self._translated():
            newest_first = connection.execute(
                f"SELECT {', '.join(Message._fields)} FROM messages WHERE run_id = ? AND time_step < ? "
                "AND (? IS NULL OR recipient IN (?, ?)) ORDER BY time_step DESC, seq DESC LIMIT ?",
                (run_id, before, recipient, recipient, EVERYONE, limit),
            ).fetchall()
        return [Message(*row) for row in reversed(newest_first)]
