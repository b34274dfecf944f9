"""
Limits on files of cost networks, checked before memory is allocated.

Files come from anywhere, and a line of text may declare a table of terabytes. Every reader counts values
and table entries here first, so that no file takes more than about a gigabyte or five seconds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...errors import InputError

#: Bytes of a file after decompression.
MAX_BYTES = 1 << 26
#: Values of all variables together.
MAX_VALUES = 1 << 20
#: Entries of all tables together; the largest file takes some 0.8 GB and 4 s.
MAX_CELLS = 6_000_000


class Totals:
    """Values and table entries so far of one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.values = 0
        self.cells = 0

    def add_values(self, what: str, count: int, line: int | None = None) -> None:
        """Count the values of a variable; raise InputError if there are too many."""
        self.values += count
        if self.values > MAX_VALUES:
            message = f"{what}: expected at most {MAX_VALUES} values of all variables together"
            raise InputError(message, path=self.path, line=line)

    def add_table(self, what: str, shape: Sequence[int], line: int | None = None) -> None:
        """Count the entries of a table; raise InputError if there are too many."""
        self.cells += math.prod(shape)
        if self.cells > MAX_CELLS:
            message = f"{what}: expected at most {MAX_CELLS} entries of all tables together"
            raise InputError(message, path=self.path, line=line)
