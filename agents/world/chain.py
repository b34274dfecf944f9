"""
The hash chain over the steps of a run.

The head after step t is SHA-256 over the head before it and the canonical JSON of all that step t
recorded, so its cost is that of the step and not of the run so far. One changed byte anywhere breaks the
chain at its step and nowhere before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from ..canonical import digest

Row = Sequence[Any]

# Rows are lists of text, numbers and null: nothing to sort, and texts may stay as they are.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def first_hash(record: Row) -> str:
    """Head of the chain before the first step: of the columns of the run's record, as stored."""
    return digest(_encode(record))


def next_hash(previous: str, time_step: int, state_hash: str, tables: Iterable[Sequence[Row]]) -> str:
    """
    Head of the chain after a step.

    Parameters
    ----------
    previous
        The head before it.
    state_hash
        Of the domains' state after the step.
    tables
        The rows of the step in each table of ``schema.CHAINED``, all columns, as stored.
    """
    h = hashlib.sha256(f"{previous}\n{time_step}\n{state_hash}\n".encode())
    for rows in tables:
        h.update(_encode(rows).encode("utf-8"))
        h.update(b"\n")
    return h.hexdigest()
