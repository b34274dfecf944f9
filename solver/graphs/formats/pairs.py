"""Lines of two integers, as DIMACS, Matrix Market, edge lists and colorings have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._kernels.files import scan
from .source import Source

NUMBER = b"0123456789+-.eEdDnNaAiIfFtTyY"  # bytes of a number, infinity or NaN in any notation
INT32_MAX = 2**31 - 1


def byte_kinds(
    *, comments: bytes, tag: bytes | None = None, fields: bytes = b"", comma: bool = False
) -> NDArray[np.int64]:
    """
    Table for :func:`solver._kernels.files.scan.scan_pairs`.

    With no tag at all, each line that is no comment holds a pair.
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
    What a line looks like.

    Attributes
    ----------
    kinds
        What each byte may do, from :func:`byte_kinds`.
    shape
        The line in words, for messages.
    fewest, most
        Fields behind the pair.
    second
        What the second integer is, for messages.
    """

    kinds: NDArray[np.int64]
    shape: str
    fewest: int = 0
    most: int = 0
    second: str = "vertex"


class Pairs:
    """
    Two columns of integers that grow; int32, widened to int64 when an integer needs it.

    Attributes
    ----------
    filled
        Pairs so far.
    fields
        Further fields passed over so far.
    """

    def __init__(self) -> None:
        self._u: NDArray[Any] = np.empty(0, np.int32)
        self._v: NDArray[Any] = np.empty(0, np.int32)
        self.filled = 0
        self.fields = 0

    @property
    def u(self) -> NDArray[Any]:
        """First column, a view."""
        return self._u[: self.filled]

    @property
    def v(self) -> NDArray[Any]:
        """Second column, a view."""
        return self._v[: self.filled]

    def room(self, more: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Both columns, with room for ``more`` pairs behind those filled."""
        if len(self._u) < self.filled + more:
            size = self.filled + max(more, self.filled // 2)
            # In place: the allocator moves the pages of a large array instead of copying it.
            self._u.resize(size, refcheck=False)
            self._v.resize(size, refcheck=False)
        return self._u, self._v

    def widen(self) -> None:
        """From int32 to int64."""
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
    Read lines into ``pairs`` until the file ends or a line opens with an unforeseen byte.

    Parameters
    ----------
    low, high, high_second
        Legal integers; the second of a pair may have a bound of its own.
    limit
        Most pairs that are legal; -1 for no limit.
    piece
        Whether to end with the lines at hand, a mebibyte or so.

    Returns
    -------
    bool
        Whether a line is left, at which the source then stands.

    Raises
    ------
    InputError
        With path and line, at the first malformed line.
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
        if status == scan.OTHER_LINE:
            return True
        if status != scan.DONE:
            if max(high, high_second) > top and status in (scan.BAD_FIRST, scan.BAD_SECOND):
                pairs.widen()
                source.rewind_line()
                continue
            raise source.error(_fault(source, status, rules, low, high, high_second, limit), here=True)
        if piece:
            break
    return False


def _fault(
    source: Source, status: int, rules: LineRules, low: int, high: int, high_second: int, limit: int
) -> str:
    found = source.token(source.at)
    if status == scan.BAD_FIRST:
        return f"found {found}, expected a vertex from {low} to {high}"
    if status == scan.BAD_SECOND:
        return f"found {found}, expected a {rules.second} from {low} to {high_second}"
    if status == scan.BAD_FIELD:
        return f"found {found}, expected a number"
    if status == scan.LINE_ENDS:
        return f"the line ends early, expected {rules.shape}"
    if status == scan.LINE_GOES_ON:
        return f"found {found} behind {rules.shape}"
    if status == scan.TOO_MANY:
        return f"more than the {limit} entries declared"
    return f"found {found} in a comment"
