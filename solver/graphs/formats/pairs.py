"""Lines of two integers, the form of DIMACS, Matrix Market, edge lists and colorings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._kernels.files import scan
from ...errors import InputError
from .source import Source

NUMBER = b"0123456789+-.eEdDnNaAiIfFtTyY"  # bytes of a number, infinity or NaN in any notation
INT32_MAX = 2**31 - 1


def byte_kinds(
    *, comments: bytes, tag: bytes | None = None, fields: bytes = b"", comma: bool = False
) -> NDArray[np.int64]:
    """
    Return the table of bytes for :func:`solver._kernels.files.scan.scan_pairs`.

    Without a tag, each line that is not a comment has a pair.
    """
    kinds = np.zeros(256, np.int64)
    if tag is None:
        kinds[:] = scan.PAIR
    kinds[list(comments)] = scan.COMMENT
    kinds[list(tag or b"")] = scan.TAG
    kinds[list(fields)] |= scan.FIELD
    if comma:
        kinds[ord(",")] |= scan.COMMA
    return kinds


@dataclass(frozen=True)
class LineRules:
    """
    The form of a line.

    Attributes
    ----------
    kinds
        Meaning of each byte, from :func:`byte_kinds`.
    shape
        The line in words, for messages.
    fewest, most
        Number of fields after the pair.
    second
        Name of the second integer, for messages.
    """

    kinds: NDArray[np.int64]
    shape: str
    fewest: int = 0
    most: int = 0
    second: str = "vertex"


class Pairs:
    """
    Two growing columns of integers; int32, converted to int64 when a value needs it.

    Attributes
    ----------
    filled
        Number of pairs so far.
    fields
        Number of further fields ignored so far.
    """

    def __init__(self) -> None:
        self._u: NDArray[Any] = np.empty(0, np.int32)
        self._v: NDArray[Any] = np.empty(0, np.int32)
        self.filled = 0
        self.fields = 0
        self._largest, self._compared = -1, 0

    @property
    def u(self) -> NDArray[Any]:
        """First column, a view."""
        return self._u[: self.filled]

    @property
    def v(self) -> NDArray[Any]:
        """Second column, a view."""
        return self._v[: self.filled]

    def room(self, more: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return both columns, with room for ``more`` pairs after the filled ones."""
        if len(self._u) < self.filled + more:
            size = self.filled + max(more, self.filled // 2)
            # In place: the allocator moves the pages of a large array instead of copying it.
            self._u.resize(size, refcheck=False)
            self._v.resize(size, refcheck=False)
        return self._u, self._v

    def largest(self) -> int:
        """Return the largest integer so far, -1 if there is none."""
        for column in (self.u, self.v):
            self._largest = max(self._largest, int(column[self._compared :].max(initial=-1)))
        self._compared = self.filled
        return self._largest

    def widen(self) -> None:
        """Convert both columns from int32 to int64."""
        self._u = self._u.astype(np.int64)
        self._v = self._v.astype(np.int64)


def read_pairs(
    source: Source,
    pairs: Pairs,
    rules: LineRules,
    *,
    low: int,
    high: int,
    high_second: int | None = None,
    limit: int = -1,
    piece: bool = False,
) -> bool:
    """
    Read lines into ``pairs`` until the file ends or a line begins with an unexpected byte.

    Parameters
    ----------
    low, high, high_second
        Range of legal integers; ``high_second`` is the bound of the second of a pair, if it differs.
    limit
        Largest legal number of pairs; -1 for no limit.
    piece
        Whether to end after the lines in the buffer, about 1 MiB.

    Returns
    -------
    bool
        Whether an unexpected line is left, at which the source then stands.

    Raises
    ------
    InputError
        At the first malformed line, with path and line.
    """
    high_second = high if high_second is None else high_second
    while (end := source.whole()) > source.at:
        u, v = pairs.room((end - source.at) // 4 + 1)
        top = int(np.iinfo(u.dtype).max)
        status, at, lines, pairs.filled, fields = scan.scan_pairs(
            source.data, source.at, end, rules.kinds, rules.fewest, rules.most,
            low, min(high, top), min(high_second, top), limit, u, v, pairs.filled,
        )  # fmt: skip
        source.line += lines
        pairs.fields += fields
        source.at = at
        source.check_repeats(pairs.filled, pairs.largest() + 1)
        if status == scan.OTHER_LINE:
            return True
        if status != scan.DONE:
            if max(high, high_second) > top and status in (scan.BAD_FIRST, scan.BAD_SECOND):
                pairs.widen()
                source.rewind_line()
                continue
            raise _fault(source, status, rules, low, high, high_second, limit)
        if piece:
            break
    return False


def skip_lines(source: Source, comments: bytes) -> Iterator[tuple[bytes, int]]:
    """
    Skip blank lines and comments, and yield them in blocks with the number of lines before each.

    A hostile file may have millions of such lines, so a kernel skips them.
    """
    rules = LineRules(byte_kinds(comments=comments, tag=b""), shape="")
    is_left = False
    while not is_left and source.whole() > source.at:
        start, before = source.at, source.line
        is_left = read_pairs(source, Pairs(), rules, low=0, high=0, piece=True)
        yield source.data[start : source.at].tobytes(), before


def _fault(
    source: Source, status: int, rules: LineRules, low: int, high: int, high_second: int, limit: int
) -> InputError:
    if status == scan.LINE_ENDS:
        return source.error(f"the line is too short: expected {rules.shape}", here=True)
    if status == scan.TOO_MANY:
        return source.error(f"too many entries: expected the {limit} declared", here=True)
    what, legal = {
        scan.BAD_FIRST: ("vertex", f"an integer from {low} to {high}"),
        scan.BAD_SECOND: (rules.second, f"an integer from {low} to {high_second}"),
        scan.BAD_FIELD: ("field", "a number"),
        scan.LINE_GOES_ON: ("field", f"nothing after {rules.shape}"),
    }.get(status, ("byte", "text in a comment"))
    return source.expected(what, source.token(source.at), legal, here=True)
