"""
The canonical export: one SQLite file whose bytes depend only on the runs in it.

``VACUUM INTO`` writes the same pages however often the trace was resumed and in every journal mode. The
export has no annotations, but indexes for readers. The bytes also depend on the version of SQLite; the
hash of the chain does not.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from ..errors import InputError, TraceError
from . import schema
from .rows import JOURNAL
from .trace import TraceDb


def export(trace: TraceDb, to: str | Path) -> Path:
    """
    Write the canonical export of a trace.

    Parameters
    ----------
    to
        Path of a new file. It appears only when it is complete.

    Raises
    ------
    InputError
        If the file exists.
    TraceError
        If it cannot be written.
    """
    target = Path(to)
    if target.exists():
        raise InputError("the file exists: expected a new one", path=target)
    copy, whole = (target.with_name(f"{target.name}.{end}") for end in ("copy", "part"))
    try:
        for path in (copy, whole):
            path.unlink(missing_ok=True)
        trace.connection.execute("VACUUM INTO ?", (str(copy),))
        connection = sqlite3.connect(copy, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("DELETE FROM annotations")
            connection.execute(f"DROP TABLE IF EXISTS {JOURNAL}")
            for index in schema.EXPORT_INDEXES:
                connection.execute(index)
            connection.execute("VACUUM INTO ?", (str(whole),))
        finally:
            connection.close()
        os.replace(whole, target)
    except (sqlite3.Error, OSError) as error:
        raise TraceError(f"cannot be written: {error}", path=str(target)) from error
    finally:
        for path in (copy, whole):
            for end in ("", "-journal", "-wal", "-shm"):
                path.with_name(path.name + end).unlink(missing_ok=True)
    return target
