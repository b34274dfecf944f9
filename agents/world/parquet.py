"""
A trace as columns, for pandas, polars, DuckDB and R: the extra ``parquet``.

One file for each table, for analysis. Parquet files carry the version of the library that wrote them, so
their bytes are not for comparing; the canonical export is.
"""

from __future__ import annotations

from pathlib import Path

from ..errors import InputError
from . import schema
from .trace import TraceDb

#: Rows in memory at a time.
BATCH = 50_000


def export_parquet(trace: TraceDb, folder: str | Path, run_id: str | None = None) -> list[Path]:
    """
    Write each table of a trace to ``folder/<table>.parquet``.

    Parameters
    ----------
    folder
        Made if it does not exist; must hold none of the files.
    run_id
        One run; all by default.

    Raises
    ------
    InputError
        If pyarrow is not installed, or a file exists.
    """
    try:
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter
    except ImportError as error:
        raise InputError("Parquet needs pyarrow: pip install 'kempe[parquet]'") from error
    types = {"TEXT": pa.string(), "INTEGER": pa.int64(), "REAL": pa.float64()}
    paths = []
    for table in ("runs", "steps", *schema.CHAINED):
        path = Path(folder) / f"{table}.parquet"
        if path.exists():
            raise InputError("exists already: expected a new place", path=path)
        path.parent.mkdir(parents=True, exist_ok=True)
        columns = pa.schema(
            [(row[1], types[row[2]]) for row in trace.query(f"PRAGMA table_info({table})")]
        )
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
        paths.append(path)
    return paths
