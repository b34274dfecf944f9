"""
One text for one value: the canonical JSON that traces store and hash, and the ids that follow from it.

Keys sorted, no spaces, characters outside ASCII kept, floats in their shortest exact form, no NaN and no
infinity, no surrogate halves (SQLite could not store them). Ids are hashes of what they name, never
random, so that the same run gives the same bytes anywhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

ID_LENGTH = 32

_encode: Callable[[Any], str] = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
).encode


def canonical(value: Any) -> str:
    """
    Write plain values as canonical JSON.

    Raises
    ------
    ValueError, TypeError, RecursionError
        If the value is not plain: NaN, an object without a JSON form, mixed keys, half a surrogate pair.
    """
    text = _encode(value)
    if not text.isascii():
        text.encode("utf-8")
    return text


def digest(text: str) -> str:
    """SHA-256 of a text, in 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def derived_id(kind: str, run_id: str, time_step: int, agent_id: str, seq: int) -> str:
    """Name a row of a run: 128 bits, the same whenever the same run is made."""
    return digest(f"{kind}\0{run_id}\0{time_step}\0{agent_id}\0{seq}")[:ID_LENGTH]
