"""
Canonical JSON, which traces store and hash, and ids derived from it.

Sorted keys, no spaces, characters outside ASCII unescaped, floats in their shortest exact form, no NaN,
no infinity, no lone surrogates (SQLite cannot store them). Ids are hashes, never random, so that a run
has the same bytes on every machine.

msgspec encodes what it encodes as the standard library does, in a sixth of the time: values that are
equal to what reading the text gives. All else, and everything if msgspec is not installed, is left to
the standard library. The bytes are the same. Walking over a value in Python to see what it holds took
longer than reading its text.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from numbers import Integral, Real
from operator import itemgetter
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
    written = _written(value)
    if written is not None:
        return written[0].decode("utf-8")
    text = _encode(value)
    if not text.isascii():
        text.encode("utf-8")
    return text


def plain_lines(values: Sequence[Any]) -> list[str]:
    """
    Return the canonical JSON of each value, of many small ones in a tenth of the time.

    The text is not read back, so the caller answers for the values: text, integers, finite floats, null,
    and lists and dictionaries of these, with text as keys.
    """
    if _sorted is not None:
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            raw = _sorted_lines(values)
            if not _may_hold_odd_float(raw):
                # JSON has no line breaks inside of a text.
                return raw.decode("utf-8").split("\n")[: len(values)]
    return [canonical(value) for value in values]


def canonical_record(record: Any, floats: Iterable[float]) -> str | None:
    """
    Return dataclasses and plain values as canonical JSON without a copy in plain values.

    Parameters
    ----------
    floats
        All floats in the record.

    Returns
    -------
    None if the standard library writes one of the floats otherwise, or msgspec is not installed.
    """
    if _sorted is None or not all(map(same_float, floats)):
        return None
    return _sorted_fields(record).decode("utf-8")


def from_canonical(text: str) -> Any:
    """Return the values of a canonical JSON text, in a third of the time of the standard library."""
    if msgspec is not None:
        with contextlib.suppress(ValueError):  # a number beyond the range of a float
            return msgspec.json.decode(text)
    return json.loads(text)


def plain_copy(value: Any) -> Any:
    """
    Return plain values as reading their canonical JSON gives them.

    Raises
    ------
    ValueError, TypeError, RecursionError
        If the value is not plain.
    """
    written = _written(value)
    return json.loads(canonical(value)) if written is None else written[1]


# ------------------------------------------------------------------------------------ the fast path


def same_float(value: float) -> bool:
    """Return whether msgspec writes a float as the standard library does: without an exponent."""
    return 1e-4 <= abs(value) < 1e16 or value == 0.0


#: Every byte as what matters to an exponent: a digit, an "e", or neither.
_EXPONENTS = bytes(48 if chr(i).isdigit() else i if chr(i) == "e" else 32 for i in range(128)).ljust(256)
#: More characters than a float has before its exponent.
_LONGEST = 32
#: What may stand before a number in JSON without spaces, unlike before the digits of a hash.
_BEFORE_NUMBER = (b"", b"[", b":", b",", b"\n")


def _may_hold_odd_float(raw: bytes) -> bool:
    """
    Return whether a JSON text may hold a float that the standard library writes otherwise.

    Looking through the bytes takes a fifth of the time of reading them.
    """
    if b"0.0000" in raw:
        return True
    marked = raw.translate(_EXPONENTS)
    at = marked.find(b"0e")
    while at >= 0:
        before = raw[max(at - _LONGEST, 0) : at].rstrip(b"0123456789.").removesuffix(b"-")
        if before[-1:] in _BEFORE_NUMBER:
            return True
        at = marked.find(b"0e", at + 1)
    return False


@functools.lru_cache(maxsize=1 << 12)
def read_float(text: str) -> float:
    """
    Return the value of a float that msgspec wrote; the same penalties are read again and again.

    Raises
    ------
    ValueError
        If the standard library writes it otherwise.
    """
    value = float(text)
    if not same_float(value):
        raise ValueError(text)
    return value


_sorted: Callable[[Any], bytes] | None = None
if msgspec is not None:
    _deterministic = msgspec.json.Encoder(order="deterministic")
    _sorted, _sorted_lines = _deterministic.encode, _deterministic.encode_lines
    _sorted_fields = msgspec.json.Encoder(order="sorted").encode
    _unsorted = msgspec.json.Encoder().encode
    _reader = msgspec.json.Decoder(float_hook=read_float)
    _read = _reader.decode


def _written(value: Any) -> tuple[bytes, Any] | None:
    """Return the canonical JSON of a value and the value read back, if they are equal; else None."""
    if _sorted is None:
        return None
    try:
        raw = _sorted(value)
        plain = _read(raw)
        return (raw, plain) if plain == value else None
    except (ValueError, TypeError, RecursionError):  # the standard library says what is wrong
        return None


def encoded_rows(rows: Sequence[Sequence[Any]], floats: Sequence[int]) -> bytes:
    """
    Return rows of text, 64-bit integers, floats and null as JSON; there is nothing to sort.

    Parameters
    ----------
    floats
        Numbers of the columns that may hold floats.
    """
    if _sorted is not None and all(
        type(value) is not float or same_float(value)
        for column in floats
        for value in map(itemgetter(column), rows)
    ):
        return _unsorted(rows)
    return _encode_rows(rows).encode("utf-8")


def digest(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def derived_id(kind: str, run_id: str, time_step: int, agent_id: str, seq: int) -> str:
    """Return the id of a row of a run: 128 bits, the same whenever the run is repeated."""
    return derived_ids(kind, run_id, time_step, [id_place(agent_id, seq)])[0]


def id_place(agent_id: str, seq: int) -> bytes:
    """Return the part of an id's name that is the same in each step."""
    return f"\0{agent_id}\0{seq}".encode()


def derived_ids(kind: str, run_id: str, time_step: int, places: Iterable[bytes]) -> list[str]:
    """Return the ids of rows of one step, each as :func:`derived_id` does."""
    step, sha256 = f"{kind}\0{run_id}\0{time_step}".encode(), hashlib.sha256
    return [sha256(step + place).hexdigest()[:ID_LENGTH] for place in places]
