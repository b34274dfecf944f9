"""
The hash chain over the steps of a run.

The head after step t is the SHA-256 of the previous head and the canonical JSON of the rows of step t,
so its cost depends on the step alone. A changed byte in a chained row breaks the chain at its step.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from ..canonical import digest
from .rows import Row

# Rows are lists of text, numbers and null: there is nothing to sort.
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def first_hash(record: Row) -> str:
    """Return the head before the first step: the hash of the stored columns of the run."""
    return digest(_encode(record))


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
    for rows in tables:
        h.update(_encode(rows).encode("utf-8"))
        h.update(b"\n")
    return h.hexdigest()
