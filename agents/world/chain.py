"""
The hash chain over the steps of a run.

The head after step t is the SHA-256 of the previous head and the canonical JSON of the rows of step t,
so its cost depends on the step alone. A changed byte in a chained row breaks the chain at its step.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from ..canonical import encoded_rows
from .rows import CallRow, EventRow, MessageRow, Row, RunRow, TraceRow

#: Columns that hold floats, of each chained table in order.
_FLOATS = [
    [number for number, name in enumerate(names) if name in ("created_at", "cost")]
    for names in (TraceRow._fields, MessageRow._fields, CallRow._fields, EventRow._fields)
]


def first_hash(record: Row) -> str:
    """Return the head before the first step: the hash of the stored columns of the run."""
    created_at = RunRow._fields.index("created_at")
    return hashlib.sha256(encoded_rows([record], [created_at])[1:-1]).hexdigest()


def next_hash(previous: str, time_step: int, state_hash: str, tables: Iterable[Sequence[Row]]) -> str:
    """
    Return the head of the chain after a step.

    Parameters
    ----------
    previous
        Head before the step.
    state_hash
        Hash of the domains' state after the step.
    tables
        Rows of the step in each chained table, all columns, as stored.
    """
    h = hashlib.sha256(f"{previous}\n{time_step}\n{state_hash}\n".encode())
    for rows, floats in zip(tables, _FLOATS, strict=True):
        h.update(encoded_rows(rows, floats))
        h.update(b"\n")
    return h.hexdigest()
