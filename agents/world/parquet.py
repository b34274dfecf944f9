"""
Export to Parquet, one file per table, for pandas, polars, DuckDB and R (extra ``parquet``).

Parquet files contain the version of the library that wrote them. To compare bytes, use the canonical
export.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ..errors import InputError, TraceError
from .rows import CHAINED, JOURNAL
from .trace import TraceDb

#: Rows in memory at a time.
BATCH = 50_000


def export_parquet(trace: TraceDb, folder: str | Path, run_id: str | None = None) -> list[Path]:
    """
    Write each table of a trace, those of domains included, to ``folder/<table>.parquet``.

    Parameters
    ----------
    folder
        Folder, created if missing; must not contain the files.
    run_id
        Name of one run; all runs by default.

    Raises
    ------
    InputError
        If pyarrow is not installed, or a file exists.
    TraceError
        If the files cannot be written; none of them is left.
    """
    require_pyarrow()
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    types = {
        "TEXT": pa.string(), "INTEGER": pa.int64(), "INT": pa.int64(), "REAL": pa.float64(),
        "BLOB": pa.binary(),
    }  # fmt: skip
    paths = []
    for table in tables(trace):
        path = new_file(folder, f"{table}.parquet")
        columns = pa.schema(
            [
                (name, types[kind])
                for name, kind in trace.query("SELECT name, type FROM pragma_table_info(?)", (table,))
            ]
        )
        paths.append(path)
        try:
            rows = trace.connection.execute(
                f"SELECT * FROM {table} WHERE ? IS NULL OR run_id = ?", (run_id, run_id)
            )
            with ParquetWriter(path, columns) as writer:
                while batch := rows.fetchmany(BATCH):
                    arrays = [
                        pa.array(values, kind)
                        for values, kind in zip(zip(*batch, strict=True), columns.types, strict=True)
                    ]
                    writer.write_batch(pa.record_batch(arrays, schema=columns))
        except BaseException as error:
            for written in paths:
                written.unlink(missing_ok=True)
            if isinstance(error, OSError | pa.ArrowException | sqlite3.Error):
                raise TraceError(f"cannot be written: {error}", path=str(path)) from error
            raise
    return paths


def require_pyarrow() -> None:
    """Raise an error if pyarrow is missing."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise InputError("Parquet needs pyarrow: pip install 'kempe[parquet]'") from error


def new_file(folder: str | Path, name: str) -> Path:
    """Return the path of a new file, and make its folder."""
    path = Path(folder) / name
    if path.exists():
        raise InputError("the file exists: expected a new one", path=path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder: {error.strerror}", path=path.parent) from None
    return path


def tables(trace: TraceDb) -> list[str]:
    """Return the tables to export, those of domains last."""
    return ["runs", "steps", *CHAINED.values(), *_domain_tables(trace)]


def _domain_tables(trace: TraceDb) -> list[str]:
    """Return the tables of domains, by name; those have the columns ``run_id`` and ``time_step``."""
    world = {"runs", "steps", "annotations", JOURNAL, *CHAINED.values()}
    names = trace.query(
        "SELECT name FROM sqlite_schema AS each WHERE type = 'table' AND 2 = (SELECT count(*) "
        "FROM pragma_table_info(each.name) WHERE name IN ('run_id', 'time_step')) ORDER BY name"
    )
    return [name for (name,) in names if name not in world]
