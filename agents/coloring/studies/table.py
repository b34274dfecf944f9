"""The table of a study: one row for each game, complete after each of them."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...errors import InputError
from .games import ARENA_MEASURES, KEY, model_of
from .metrics import NAMES

COLUMNS = (*KEY, "model", "size", "solved", "stop_reason", "score", *NAMES, *ARENA_MEASURES, "hash")


def read_rows(path: Path) -> list[dict[str, str]]:
    """
    Read the rows that a study already has.

    Raises
    ------
    InputError
        If the file is something else, which the study would replace.
    """
    if not path.exists():
        return []
    try:
        with path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"not a table of a study: {error}", path=path) from error
    # A table without rows may hold another's header; an empty file is nobody's.
    if reader.fieldnames and not {"mode", "topology", "seed", "solved"} <= set(reader.fieldnames):
        raise InputError(
            "not a table of a study: expected columns mode, topology, seed, solved", path=path
        )
    # The last row of a study that was killed may be half a row.
    return [row for row in rows if row.get("solved") not in (None, "") and None not in row.values()]


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Replace the whole table; the column of the model follows from the mode."""
    aside = path.with_name(path.name + ".new")
    with aside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="", extrasaction="ignore")
        writer.writeheader()
        writer.writerows({**row, "model": model_of(row["mode"])} for row in rows)
    os.replace(aside, path)
