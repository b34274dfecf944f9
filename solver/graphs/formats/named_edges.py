"""
Edge lists whose vertices are names instead of integers.

A list is taken as one of names if its first two lines of data begin with a letter or a quote. The first
of them is skipped if it has names of columns, such as ``source,target``, or if its third field is no
number while that of the second line is one. An only line is an edge unless it has such names of columns.
With a comma in the first line, fields are separated by commas; otherwise with a tab in it by tabs, so
that names may have blanks; otherwise by blanks. A name in quotes may have any of them. All lines have as
many fields as the first one.
"""

from __future__ import annotations

import csv
import math
import re
from collections import deque
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from .pairs import skip_lines
from .source import Source

#: Words that mark a line of column names.
COLUMNS = {
    "source",
    "target",
    "from",
    "to",
    "src",
    "dst",
    "fromnode",
    "tonode",
    "fromnodeid",
    "tonodeid",
    "sourceid",
    "targetid",
    "node1",
    "node2",
    "id1",
    "id2",
}
ESCAPE = "surrogateescape"
EXPANSION = 16  # a name takes some hundred bytes, whatever its length


def is_name_start(byte: bytes) -> bool:
    """Whether a name may begin with a byte, the first of a letter or quote in UTF-8."""
    return byte.isalpha() or byte in (b'"', b"'", b"_") or byte > b"\x7f"


def begins_with_name(source: Source) -> bool:
    """Skip comments, and return whether the next line begins with a letter or a quote."""
    deque(skip_lines(source, b"#%"), maxlen=0)
    return is_name_start(source.peek(1))


def are_column_names(line: bytes) -> bool:
    """Whether the first two fields of a line are usual names of columns, such as ``Node_1``."""
    fields = re.split(r"[,\s]+", line.decode(errors="replace").strip())
    return {re.sub(r"\W|_", "", field.lower()) for field in fields[:2]} <= COLUMNS


class NamedEdges(NamedTuple):
    """
    What a list of names holds.

    Attributes
    ----------
    names
        Names of the vertices, in order of first appearance.
    u, v
        Ends of the edges.
    further
        Number of columns after the names.
    has_header
        Whether the first line was taken for one of column names.
    """

    names: list[str]
    u: NDArray[np.int32]
    v: NDArray[np.int32]
    further: int
    has_header: bool


def read_named(source: Source, first_line: bytes, first_at: int) -> NamedEdges:
    """Read a list of which ``first_line`` was read before, line ``first_at`` of the file."""
    plain = re.sub(rb'"[^"]*"', b"", first_line.partition(b"{")[0])
    separator = next((one for one in (",", "\t") if one.encode() in plain), " ")
    number: dict[str, int] = {}
    ends: list[int] = []
    first = _fields(source, first_line, separator, first_at)
    has_header = _is_header(first, source, separator)
    if not has_header:
        ends += [number.setdefault(name, len(number)) for name in first[:2]]
    while source.whole() > source.at:
        source.check_expansion(EXPANSION * source.total)
        for line in source.whole_lines():  # a line at a time takes twice as long
            source.line += 1
            if line.strip() and not line.lstrip().startswith((b"#", b"%")):
                fields = _fields(source, line, separator, source.line)
                if len(fields) != len(first):
                    raise source.expected("line", line, _shape(len(first)), line=source.line)
                for name in fields[:2]:
                    ends.append(number.setdefault(name, len(number)))
    pairs = np.array(ends, np.int32).reshape(-1, 2)
    return NamedEdges(list(number), pairs[:, 0], pairs[:, 1], len(first) - 2, has_header)


def _is_header(first: list[str], source: Source, separator: str) -> bool:
    """Return whether the fields of the first line name columns."""
    if {field.lower() for field in first[:2]} <= COLUMNS:
        return True
    if len(first) < 3 or _is_number(first[2]):
        return False
    following = [field.strip() for field in _split(source.next_line().decode(errors=ESCAPE), separator)]
    return len(following) > 2 and _is_number(following[2])


def _is_number(field: str) -> bool:
    try:
        return math.isfinite(float(field))
    except ValueError:
        return False


def _split(text: str, separator: str) -> list[str]:
    """Return the fields of a line; attributes that NetworkX writes as a dictionary are one field."""
    text, brace, _ = text.partition("{")
    return [*_separated(text, separator), *([brace] if brace else [])]


def _separated(text: str, separator: str) -> list[str]:
    if separator == " " and '"' not in text:
        return text.split()  # three times as fast
    fields = next(csv.reader([text], delimiter=separator, skipinitialspace=True), [])
    return fields if separator == "," else [field for field in fields if field.strip()]


def _fields(source: Source, line: bytes, separator: str, at: int) -> list[str]:
    """Return the fields of a line, of which the first two are names."""
    text = line.decode(errors=ESCAPE)
    try:
        fields = _split(text, separator)
    except csv.Error as error:
        raise _error(source, line, at) from error
    names = [field.strip() for field in fields]
    if len(names) < 2 or not all(names[:2]) or "\0" in text:
        raise _error(source, line, at)
    return names


def _shape(count: int) -> str:
    return f"NAME NAME{' FIELD' * min(count - 2, 3)}{' ...' * (count > 5)}, as in the first line"


def _error(source: Source, line: bytes, at: int) -> InputError:
    return source.expected("line", line, "NAME NAME", line=at)
