"""The table of a sweep: one row for each run, also for runs of other plans in the same folder."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError

KEY = "run_id"


class SweepTable:
    """
    Table in a CSV file, which is complete after each row.

    The rows that the file holds already are kept until a row of the same run replaces them.

    Parameters
    ----------
    path
        The file, which need not exist.

    Raises
    ------
    InputError
        If the file is no table of a sweep.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._earlier = _read(path)
        self._rows: dict[int, Mapping[str, Any]] = {}

    def __len__(self) -> int:
        """Return the number of rows that were added."""
        return len(self._rows)

    @property
    def others(self) -> int:
        """Number of rows that were in the file and are of other runs than the added ones."""
        return len(self._earlier)

    def add(self, number: int, row: Mapping[str, Any]) -> None:
        """Add the row of the run with this number in the plan, and write the file."""
        self._rows[number] = row
        self._earlier.pop(row[KEY], None)
        rows = [*(self._rows[n] for n in sorted(self._rows)), *self._earlier.values()]
        aside = self._path.with_name(self._path.name + ".new")
        with aside.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, _columns(rows))
            writer.writeheader()
            writer.writerows(rows)
        os.replace(aside, self._path)


def _columns(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the columns of all rows: settings, the run, its measures."""
    before, after = [], []
    for row in rows:
        names = list(row)
        place = names.index(KEY)
        before += names[:place]
        after += names[place:]
    return list(dict.fromkeys([*before, *after]))


def _read(path: Path) -> dict[str, Mapping[str, Any]]:
    """Return the rows of the file by run."""
    try:
        with path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file, strict=True)
            rows = list(reader)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"cannot be read: {error}", path=path) from error
    named = not reader.fieldnames or KEY in reader.fieldnames  # an empty file is nobody's
    if not named or any(row[KEY] is None or None in row for row in rows):
        raise InputError(
            f"not the table of a sweep: expected a column {KEY!r}, or no such file", path=path
        )
    return {row[KEY]: row for row in rows}
