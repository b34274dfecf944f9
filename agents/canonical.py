"""
Canonical JSON, which traces store and hash, and ids derived from it.

Sorted keys, no spaces, characters outside ASCII unescaped, floats in their shortest exact form, no NaN,
no infinity, no lone surrogates (SQLite cannot store them). Ids are hashes, never random, so that a run
has the same bytes on every machine.

msgspec encodes what it encodes as the standard library does, in a sixth of the time; all else, and
everything if msgspec is not installed, is left to the standard library. The bytes are the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from numbers import Integral, Real
from types import NoneType
from typing import Any

try:
    import msgspec
except ImportError:  # guards and statecharts work without the extra agents
    msgspec = None  # type: ignore[assignment]

ID_LENGTH = 32


def _number(value: Any) -> int | float:
    """Return a number of another library, such as numpy, as a plain one."""
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


_encode_rows: Callable[[Any], str] = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False
).encode
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
    if (raw := _encode_fast(value)) is not None:
        return raw
    text = _encode(value)
    if not text.isascii():
        text.encode("utf-8")
    return text


# ------------------------------------------------------------------------------------ the fast path

_SCALARS = frozenset({str, int, bool, NoneType})
_sorted: Callable[[Any], bytes] | None = None
_unsorted: Callable[[Any], bytes] | None = None
if msgspec is not None:
    _sorted = msgspec.json.Encoder(order="deterministic").encode
    _unsorted = msgspec.json.Encoder().encode


def same_float(value: float) -> bool:
    """Return whether msgspec writes a float as the standard library does: without an exponent."""
    return 1e-4 <= abs(value) < 1e16 or value == 0.0


def _is_plain(value: Any) -> bool:
    """Return whether msgspec and the standard library encode a value alike."""
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            if type(key) is not str or (type(inner) not in _SCALARS and not _is_plain(inner)):
                return False
        return True
    if kind is list or kind is tuple:
        return all(type(inner) in _SCALARS or _is_plain(inner) for inner in value)
    return kind in _SCALARS or (kind is float and same_float(value))


def _encode_fast(value: Any) -> str | None:
    """Return the canonical JSON of a plain value; None for all others."""
    if _sorted is None:
        return None
    try:
        return _sorted(value).decode("utf-8") if _is_plain(value) else None
    except (ValueError, RecursionError):  # the standard library says what is wrong
        return None


def canonical_plain(value: Any) -> str:
    """Return as :func:`canonical` does a value that holds only dicts, text, integers, bools and None."""
    return canonical(value) if _sorted is None else _sorted(value).decode("utf-8")


def encoded_rows(rows: Sequence[Sequence[Any]]) -> bytes:
    """Return rows of text, 64-bit integers, floats and null as JSON; there is nothing to sort."""
    floats = [value for row in rows for value in row if type(value) is float]
    if _unsorted is not None and all(map(same_float, floats)):
        return _unsorted(rows)
    return _encode_rows(rows).encode("utf-8")


def digest(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def derived_id(kind: str, run_id: str, time_step: int, agent_id: str, seq: int) -> str:
    """Return the id of a row of a run: 128 bits, the same whenever the run is repeated."""
    name = f"{kind}\0{run_id}\0{time_step}\0{agent_id}\0{seq}".encode()
    return hashlib.sha256(name).hexdigest()[:ID_LENGTH]
