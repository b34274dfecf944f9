"""Best-known numbers of colors of the instances, from a CSV file."""

from __future__ import annotations

import contextlib
import csv
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ..errors import InputError, expected

BEST_KNOWN = "best_known.csv"


@dataclass(frozen=True)
class BestKnown:
    """Fewest colors known for an instance, and its number of vertices to identify it."""

    k: int
    n: int | None = None


def read_best_known(path: str | os.PathLike[str]) -> dict[str, BestKnown]:
    """
    Read best-known numbers of colors, by instance name in lower case.

    Parameters
    ----------
    path
        CSV file with the columns ``instance`` and ``best_known_k``, and optionally ``n``.
    """
    known: dict[str, BestKnown] = {}
    with reading(path) as file:
        lines = csv.DictReader(file)
        for column in ("instance", "best_known_k"):
            if column not in (lines.fieldnames or ()):
                raise InputError(f"first line: expected a column {column!r}", path=path, line=1)
        for line in lines:
            name = (line["instance"] or "").strip().lower()
            k = _integer(line, "best_known_k", path, lines.line_num)
            if not name or k is None:
                continue  # nothing is known of this instance
            entry = BestKnown(k, _integer(line, "n", path, lines.line_num))
            if known.setdefault(name, entry) != entry:
                raise InputError(f"{name}: expected one row", path=path, line=lines.line_num)
    return known


def _integer(
    line: dict[str, str | None], column: str, path: str | os.PathLike[str], number: int
) -> int | None:
    text = (line.get(column) or "").strip()
    if not text:
        return None
    if not text.isdecimal():
        raise expected(column, text, "an integer >= 0", path=path, line=number)
    return int(text)


@contextlib.contextmanager
def reading(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a text file; an error names its path."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            yield file
    except OSError as error:
        raise InputError(error.strerror or str(error), path=path) from None
    except UnicodeDecodeError:
        raise InputError("expected a text file in UTF-8", path=path) from None


def beside(source: str) -> Path | None:
    """Return ``best_known.csv`` in the folder of a file or in its parent, if there is one."""
    folder = Path(source).resolve().parent
    return next((p for p in (folder / BEST_KNOWN, folder.parent / BEST_KNOWN) if p.is_file()), None)
