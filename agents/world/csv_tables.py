"""Export to CSV, one file per table, for spreadsheets and programs without Parquet."""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path

from ..errors import TraceError
from .parquet import BATCH, new_file, tables
from .trace import TraceDb


def export_csv(trace: TraceDb, folder: str | Path) -> list[Path]:
    """
    Write each table of a trace, those of domains included, to ``folder/<table>.csv``.

    Missing values are empty, and bytes hexadecimal.

    Parameters
    ----------
    folder
        Folder, created if missing; must not contain the files.

    Raises
    ------
    InputError
        If a file exists.
    TraceError
        If the files cannot be written; none of them is left.
    """
    paths: list[Path] = []
    try:
        for table in tables(trace):
            path = new_file(folder, f"{table}.csv")
            paths.append(path)
            _write(trace, table, path)
    except BaseException as error:
        for written in paths:
            written.unlink(missing_ok=True)
        if isinstance(error, OSError | sqlite3.Error):
            where = paths[-1] if paths else folder
            raise TraceError(f"cannot be written: {error}", path=str(where)) from error
        raise
    return paths


def _write(trace: TraceDb, table: str, path: Path) -> None:
    rows = trace.connection.execute(f'SELECT * FROM "{table}"')
    with path.open("x", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(name for name, *_ in rows.description)
        while batch := rows.fetchmany(BATCH):
            writer.writerows(
                [value.hex() if isinstance(value, bytes) else value for value in row] for row in batch
            )
