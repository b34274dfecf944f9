"""
Edge lists whose vertices are names instead of integers.

A list is taken as one of names if its first two lines of data begin with a letter or a quote. The first
of them is skipped if it has names of columns, such as ``source,target``. With a comma in the first line,
fields are separated by commas and may be quoted; otherwise they are separated by blanks.
"""

from __future__ import annotations

import csv
import re
from collections import deque

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


def read_named(
    source: Source, first_line: bytes
) -> tuple[list[str], NDArray[np.int32], NDArray[np.int32]]:
    """Return the names, and the ends of the edges, numbered by first appearance."""
    has_commas = b"," in first_line
    number: dict[str, int] = {}
    ends: list[int] = []
    fields = _fields(source, first_line, has_commas)
    if not {field.lower() for field in fields} <= COLUMNS:
        ends += [number.setdefault(name, len(number)) for name in fields]
    while source.whole() > source.at:
        source.check_expansion(EXPANSION * source.total)
        for line in source.whole_lines():  # a line at a time takes twice as long
            source.line += 1
            if line.strip() and not line.lstrip().startswith((b"#", b"%")):
                for name in _fields(source, line, has_commas):
                    ends.append(number.setdefault(name, len(number)))
    pairs = np.array(ends, np.int32).reshape(-1, 2)
    return list(number), pairs[:, 0], pairs[:, 1]


def _fields(source: Source, line: bytes, has_commas: bool) -> list[str]:
    """Return the first two fields of a line."""
    text = line.decode(errors="surrogateescape")
    try:
        fields = next(csv.reader([text], skipinitialspace=True)) if has_commas else text.split(None, 2)
    except csv.Error as error:
        raise _error(source, line) from error
    names = [field.strip() for field in fields[:2]]
    if len(names) < 2 or not all(names) or "\0" in text:
        raise _error(source, line)
    return names


def _error(source: Source, line: bytes) -> InputError:
    return source.expected("line", line, "NAME NAME", line=source.line)
