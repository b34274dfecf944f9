"""
Cells: classes of values of a path that no comparison with its constants distinguishes.

``answers.age < 18`` has the same value for all ages below 18, so one value below, 18 itself and one
above represent all. Strings are ordered too, and those with a common prefix form an interval:
``startsWith`` adds its two ends. A finite set of values is its own set of cells.

Numbers are finite, as in JSON: no cell has NaN or an infinity.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .closures import conforms
from .parser import INT_MAX, INT_MIN
from .types import BOOL, BYTES, DOUBLE, DYN, INT, NULL, STRING, Enum, ListType, Type
from .values import equal, kind_of

_LARGEST = math.nextafter(math.inf, 0)


@dataclass(frozen=True)
class Domain:
    """
    Representatives of the cells of a type.

    Attributes
    ----------
    values
        One value of each cell, the simplest first.
    finite
        Whether these are all values of the type.
    """

    values: tuple[Any, ...]
    finite: bool


def domain_of(kind: Type, constants: Sequence[Any]) -> Domain:
    """
    Return the cells of a type, cut at some constants.

    Parameters
    ----------
    kind
        Declared type.
    constants
        Constants that values are compared with, of any type.
    """
    nullable = [None] if any(constant is None for constant in constants) else []
    by_kind: dict[str, list[Any]] = {}
    for constant in constants:
        by_kind.setdefault(kind_of(constant), []).append(constant)
    numbers = [
        Fraction(c) for c in by_kind.get("int", []) + by_kind.get("double", []) if math.isfinite(c)
    ]
    texts, blobs = by_kind.get("string", []), by_kind.get("bytes", [])
    if isinstance(kind, Enum):
        return Domain((*kind.values, *nullable), True)
    if kind == BOOL:
        return Domain((True, False, *nullable), True)
    if kind == NULL:
        return Domain((None,), True)
    if kind == INT:
        return Domain((*_integers(numbers), *nullable), False)
    if kind == DOUBLE:
        return Domain((*_doubles(numbers), *nullable), False)
    if kind == STRING:
        return Domain((*_between(texts, "", ("a", " ", "\0")), *nullable), False)
    if kind == BYTES:
        return Domain((*_between(blobs, b"", (b"a", b"\0")), *nullable), False)
    of = kind.of if isinstance(kind, ListType) else DYN
    fitting = [list(c) for c in by_kind.get("list", []) if all(conforms(item, of) for item in c)]
    lists = _lists(fitting, domain_of(of, []).values[0] if fitting else None)
    if isinstance(kind, ListType):
        return Domain((*lists, *nullable), False)
    if kind != DYN:
        return Domain(({}, *nullable), False)
    found = [*_between(texts, "", ("a", " ", "\0")), *_numbers(numbers), True, False, None, *lists, {}]
    return Domain((*found, *_between(blobs, b"", (b"a", b"\0"))), False)


def prefix_interval(prefix: str) -> tuple[str, ...]:
    """Return the interval of strings with a prefix: its first string, and the first after it."""
    for length in range(len(prefix), 0, -1):
        last = ord(prefix[length - 1])
        if last < 0x10FFFF:
            after = 0xE000 if 0xD7FF <= last < 0xE000 else last + 1  # no lone surrogate
            return prefix, prefix[: length - 1] + chr(after)
    return (prefix,)


def samples(constants: Sequence[Any]) -> list[Any]:
    """Return values on which an opaque expression with these constants may differ."""
    texts = [constant for constant in constants if isinstance(constant, str)]
    counts = [constant for constant in constants if type(constant) is int and 0 <= constant <= 64]
    lengths = {max(0, count + step) for count in counts for step in (-1, 0, 1)}
    pairs = [one + other for one in texts for other in texts] if len(texts) <= 4 else []
    sized = [value for n in sorted(lengths) for value in ("a" * n, ["a"] * n, [0] * n)]
    return [*constants, *pairs, *sized, *([text] for text in texts)]


def _integers(cuts: Iterable[Fraction]) -> list[int]:
    near = {
        x
        for cut in cuts
        for x in (math.floor(cut), math.ceil(cut), math.floor(cut) + 1, math.ceil(cut) - 1)
    }
    inside = sorted((x for x in near if INT_MIN <= x <= INT_MAX), key=lambda x: (abs(x), x))
    return inside or [0]


def _doubles(cuts: Iterable[Fraction]) -> list[float]:
    """Return a double at each cut and in each gap, integers preferred."""
    ends = sorted(set(cuts))
    found: list[float] = [float(cut) for cut in ends if _is_double(cut)]
    for low, high in zip([None, *ends], [*ends, None], strict=True):
        inside = _double_between(low, high)
        if inside is not None:
            found.append(inside)
    return sorted(found, key=lambda x: (abs(x), x))


def _is_double(cut: Fraction) -> bool:
    return abs(cut) <= _LARGEST and Fraction(float(cut)) == cut


def _double_between(low: Fraction | None, high: Fraction | None) -> float | None:
    end = high if low is None else low
    if end is None:
        return 0.0
    if low is None or high is None:  # an integer next to the end, or else the next double
        step = -1 if low is None else 1
        beyond = [
            Fraction(math.floor(end) + 1 if step > 0 else math.ceil(end) - 1),
            Fraction(step * _LARGEST),
        ]
        for candidate in beyond:
            if _is_double(candidate) and (candidate - end) * step > 0:
                return float(candidate)
        return None
    middle = (low + high) / 2
    candidates = [Fraction(math.floor(low) + 1), middle]
    if abs(low) <= _LARGEST:
        near = float(low)
        candidates += [Fraction(x) for x in (near, math.nextafter(near, math.inf)) if math.isfinite(x)]
    for candidate in candidates:
        if abs(candidate) <= _LARGEST:
            value = float(candidate)
            if low < Fraction(value) < high:
                return value
    return None


def _numbers(cuts: list[Fraction]) -> list[int | float]:
    """Return ints and doubles, ints preferred."""
    found: list[int | float] = list(_integers(cuts))
    for value in _doubles(cuts):
        if not any(value == other for other in found):
            found.append(value)
    return found


def _between(constants: Iterable[Any], empty: Any, endings: Sequence[Any]) -> list[Any]:
    """Return strings or bytes: each constant, one in each gap, one below and one above."""
    ends = sorted(set(constants))
    found = list(ends)
    if not ends:
        return [endings[0], empty]
    if ends[0] != empty:
        found.append(empty)
    for low, high in zip(ends, [*ends[1:], None], strict=True):
        for ending in endings:
            if high is None or low + ending < high:
                found.append(low + ending)
                break
    return found


def _lists(constants: Sequence[list[Any]], item: Any) -> list[list[Any]]:
    """Return each constant, and another list."""
    found: list[list[Any]] = []
    for constant in constants:
        if not any(equal(constant, other) for other in found):
            found.append(constant)
    return [*found, [item] * (1 + max(map(len, found)))] if found else [[]]
