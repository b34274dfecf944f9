"""
The trace database: what every agent of a run did and what became of it, in one SQLite file.

One transaction holds one step, so that a crash leaves whole steps only; write-ahead logging, one
writer. Rows, messages, calls of language models and events of a step are chained by hashes
(``chain``). A trace is also the sink for events: what a gateway or an agent emits while it decides is
kept with its step.
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
from .chain import Row, first_hash, next_hash
from .mailbox import Message
from .records import annotation_digest, as_rows, take
from .scope import Scope, current

WAIT_FOR_LOCK = 5.0  # seconds

#: Paths that stand for no file: in memory, or in a temporary file of SQLite's own when it grows.
NO_FILE = (":memory:", "")


class TraceDb:
    """
    A trace database; a context manager that connects and closes.

    Parameters
    ----------
    path
        The file, made if it does not exist; ``":memory:"``, or ``""`` if it may grow large, for none.
    readonly
        Never change the file.
    must_exist
        Refuse a file that does not exist; a file that is only read must.

    Raises
    ------
    TraceError
        From every method: the file is no trace, of another version, locked, full, or damaged, or the
        database was not connected. What was committed before stays as it was.
    """

    def __init__(self, path: str | Path, *, readonly: bool = False, must_exist: bool = False) -> None:
        self.path = str(path)
        self._readonly = readonly
        self._must_exist = must_exist or readonly
        self._connection: sqlite3.Connection | None = None

    # ------------------------------------------------------------------------------ open and close

    def connect(self) -> TraceDb:
        """Open the file, and make or update its tables unless it is only read. Idempotent."""
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
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        newest = len(schema.MIGRATIONS)
        if tables and owner != schema.APPLICATION_ID:
            raise TraceError("an SQLite database, but not a trace of Kempe", path=self.path)
        if version > newest:
            raise TraceError(f"schema version {version}: expected at most {newest}", path=self.path)
        connection.execute("PRAGMA foreign_keys = ON")
        if self._readonly:
            if version < newest:
                raise TraceError(
                    f"schema version {version}: expected {newest}; "
                    "opening it for writing, with resume, brings it up to date",
                    path=self.path,
                )
            return
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        if version < newest:
            schema.migrate(connection, version)

    def close(self) -> None:
        """Close the file; at rest a trace is one file, without a log beside it. Idempotent."""
        if self._connection is None:
            return
        if not self._readonly and self.path not in NO_FILE:
            self._connection.execute("PRAGMA busy_timeout = 0")
            # Refused while another reads: the log then stays beside the file, and loses nothing.
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        self._connection = None

    def __enter__(self) -> TraceDb:
        return self.connect()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, for domains and for reading."""
        if self._connection is None:
            raise TraceError("not connected: call connect() first", path=self.path)
        return self._connection

    @contextmanager
    def _translated(self, step: int | None = None) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise TraceError(str(error), path=self.path, step=step) from error

    # ----------------------------------------------------------------------------------------- runs

    def insert_run(self, run: RunMetadata) -> None:
        """
        Begin a run.

        Raises
        ------
        TraceError
            If the run id is used.
        """
        if self.find_run(run.run_id) is not None:
            raise TraceError(
                f"run id {run.run_id!r} is used by another run: expected a new one", path=self.path
            )
        record = (run.run_id, run.seed, run.created_at, canonical(run.config))
        connection = self.connection
        with self._translated():
            connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", (*record, first_hash(record)))

    def find_run(self, run_id: str) -> Row | None:
        """Columns of a run's record, as stored; None if there is no such run."""
        connection = self.connection
        with self._translated():
            found: Row | None = connection.execute(
                "SELECT run_id, seed, created_at, config_json, hash FROM runs WHERE run_id = ?",
                (run_id,),
            ).fetchone()
        return found

    def get_run_metadata(self, run_id: str) -> RunMetadata:
        """
        Say what a run is.

        Raises
        ------
        TraceError
            If there is no such run.
        """
        row = self.find_run(run_id)
        if row is None:
            known = ", ".join(map(repr, self.run_ids())) or "none"
            raise TraceError(f"no run {run_id!r}: the file has {known}", path=self.path)
        try:
            return RunMetadata(run_id=row[0], seed=row[1], created_at=row[2], config=json.loads(row[3]))
        except ValueError as error:
            raise TraceError(f"run {run_id!r}: its record is damaged", path=self.path) from error

    def run_ids(self) -> list[str]:
        """All runs of the file, sorted."""
        connection = self.connection
        with self._translated():
            return [row[0] for row in connection.execute("SELECT run_id FROM runs ORDER BY run_id")]

    # ---------------------------------------------------------------------------------------- steps

    def steps(self, run_id: str) -> int:
        """Count the steps recorded."""
        connection = self.connection
        with self._translated():
            (last,) = connection.execute(
                "SELECT max(time_step) FROM steps WHERE run_id = ?", (run_id,)
            ).fetchone()
        return 0 if last is None else int(last) + 1

    def head(self, run_id: str, steps: int | None = None) -> str:
        """Head of the hash chain after so many steps; after all by default: the hash of the run."""
        connection = self.connection
        steps = self.steps(run_id) if steps is None else steps
        with self._translated():
            if steps == 0:
                found = connection.execute("SELECT hash FROM runs WHERE run_id = ?", (run_id,))
            else:
                found = connection.execute(
                    "SELECT hash FROM steps WHERE run_id = ? AND time_step = ?", (run_id, steps - 1)
                )
            row = found.fetchone()
        if row is None:
            self.get_run_metadata(run_id)
            raise TraceError("its chain has no head here", path=self.path, step=steps - 1)
        return str(row[0])

    @contextmanager
    def transaction(self, time_step: int) -> Iterator[sqlite3.Connection]:
        """Keep all that is written in the block, or nothing of it."""
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
        Write one step, inside a transaction, and give the new head of the chain.

        Parameters
        ----------
        previous
            The head before it.
        state_hash
            Of the domains' state after it.
        rows
            Of the table ``trace``: one for each agent, in the order of ``seq``.
        messages
            That were posted.
        scopes
            With the events that were emitted, in the order of the agents.
        """
        calls, events, seconds = as_rows(run_id, time_step, scopes)
        posted = [(run_id, *message) for message in messages]
        tables: tuple[Sequence[Row], ...] = (rows, posted, calls, events)
        head = next_hash(previous, time_step, state_hash, tables)
        connection = self.connection
        with self._translated(time_step):
            for name, table in zip(schema.CHAINED, tables, strict=True):
                if table:
                    marks = ", ".join("?" * len(table[0]))
                    connection.executemany(f"INSERT INTO {name} VALUES ({marks})", table)
            connection.execute(
                "INSERT INTO steps VALUES (?, ?, ?, ?)", (run_id, time_step, state_hash, head)
            )
        if any(s is not None for s in seconds):
            self.annotate(run_id, time_step, "llm.seconds", {"seconds": seconds})
        return head

    def annotate(self, run_id: str, time_step: int, kind: str, body: Mapping[str, Any]) -> None:
        """Note what is true of this machine: outside the chain and the canonical export."""
        text = canonical(body)
        connection = self.connection
        with self._translated(time_step):
            (seq,) = connection.execute(
                "SELECT count(*) FROM annotations WHERE run_id = ? AND time_step = ?",
                (run_id, time_step),
            ).fetchone()
            row = (run_id, time_step, seq, kind, text)
            connection.execute(
                "INSERT INTO annotations VALUES (?, ?, ?, ?, ?, ?)", (*row, annotation_digest(row))
            )

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        """
        Take an event of the agent that is deciding: it is kept with the step, or lost with it.

        Raises
        ------
        TraceError
            If no step is under way.
        """
        scope = current()
        if scope is None:
            raise TraceError(f"event {name!r} comes outside of a step", path=self.path)
        take(scope, name, data)

    # --------------------------------------------------------------------------------------- reading

    def query(self, statement: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """Give all rows of a query."""
        connection = self.connection
        with self._translated():
            return connection.execute(statement, parameters).fetchall()

    def table_rows(self, table: str, run_id: str, time_step: int) -> list[Row]:
        """All columns of the rows of one step in a chained table, in order."""
        connection = self.connection
        with self._translated(time_step):
            return connection.execute(
                f"SELECT * FROM {table} WHERE run_id = ? AND time_step = ? ORDER BY seq",
                (run_id, time_step),
            ).fetchall()

    def fetch_trace_events(
        self, run_id: str, first: int = 0, last: int | None = None
    ) -> Iterator[TraceEvent]:
        """Give the rows of a run in order, from step ``first`` to ``last``, both included."""
        connection = self.connection
        with self._translated():
            rows = connection.execute(
                "SELECT trace_id, run_id, time_step, seq, agent_id, action_type, info_json, "
                "outcome_json, created_at, environment_state_hash FROM trace "
                "WHERE run_id = ? AND time_step BETWEEN ? AND ? ORDER BY time_step, seq",
                (run_id, first, 2**62 if last is None else last),
            )
            for row in rows:
                try:
                    yield TraceEvent(
                        trace_id=row[0],
                        run_id=row[1],
                        time_step=row[2],
                        seq=row[3],
                        agent_id=row[4],
                        action_type=row[5],
                        info=json.loads(row[6]),
                        outcome=json.loads(row[7]),
                        timestamp=row[8],
                        environment_state_hash=row[9],
                    )
                except ValueError as error:
                    raise TraceError(
                        f"the row of {row[4]!r} is damaged", path=self.path, step=row[2]
                    ) from error

    def fetch_messages(self, run_id: str) -> Iterator[Message]:
        """Give all messages of a run in order."""
        connection = self.connection
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
        Give the newest messages of the steps before ``before``, oldest first.

        With a recipient, only those to it or to everyone.
        """
        connection = self.connection
        with self._translated():
            found = connection.execute(
                f"SELECT {', '.join(Message._fields)} FROM messages WHERE run_id = ? AND time_step < ? "
                "AND (? IS NULL OR recipient IN (?, ?)) ORDER BY time_step DESC, seq DESC LIMIT ?",
                (run_id, before, recipient, recipient, EVERYONE, limit),
            ).fetchall()
        return [Message(*row) for row in reversed(found)]
