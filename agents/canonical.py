"""
Canonical JSON, which traces store and hash, and ids derived from it.

Sorted keys, no spaces, characters outside ASCII unescaped, floats in their shortest exact form, no NaN,
no infinity, no lone surrogates (SQLite cannot store them). Ids are hashes, never random, so that a run
has the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any

ID_LENGTH = 32


def _number(value: Any) -> int | float:
    """Return a number of another library, such as numpy, as a plain one."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


_encode: Callable[[Any], str] = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_number
).encode


def canonical(value: Any) -> str:
    """
    Return plain values as canonical JSON.

    Raises
    ------
    ValueError, TypeError, RecursionError
        If the value is not plain: NaN, an object without a JSON form, mixed keys, a lone surrogate.
    """
    text = _encode(value)
    if not text.isascii():
        text.encode("utf-8")
    return text


def digest(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def derived_id(kind: str, run_id: str, time_step: int, agent_id: str, seq: int) -> str:
    """Return the id of a row of a run: 128 bits, the same whenever the run is repeated."""
    return digest(f"{kind}\0{run_id}\0{time_step}\0{agent_id}\0{seq}")[:ID_LENGTH]
