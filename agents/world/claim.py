"""
Folders that one process at a time may write to.

Two sweeps in one folder would write the same traces.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from ..errors import InputError

FILE = ".lock"


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """
    Claim a folder for the block; the claim ends with its process, however that ends.

    A lock of SQLite works on all systems. On a file system without locks nothing is claimed.

    Raises
    ------
    InputError
        If another process has claimed the folder.
    """
    with ExitStack() as stack:
        try:
            connection = sqlite3.connect(folder / FILE, timeout=0, isolation_level=None)
            stack.enter_context(closing(connection))
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise InputError(
                    "another sweep writes to this folder: expected its end, or another --output",
                    path=folder,
                ) from error
        yield
