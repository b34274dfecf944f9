"""Rows of results, and the CSV file that holds them."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from ..errors import InputError, expected, warn
from .best_known import reading


@dataclass(frozen=True)
class Row:
    """
    One finished run; its fields are the columns of the CSV file.

    Attributes
    ----------
    instance, method, seed, time_limit, max_ticks, target_k
        Arguments, which together identify the run.
    n, m
        Vertices and edges.
    k, conflicts
        Colors and conflicts of the coloring; with ``conflicts`` > 0, ``target_k`` was not reached.
    lower_bound, proven
        Lower bound, and whether ``k`` is equal to it.
    best_known_k
        Best-known number of colors, if given.
    stop_reason
        Stop reason of the :class:`solver.Result`.
    seconds, time_to_best
        Wall time of the run, and of the coloring with ``k`` colors (None if conflicts are left), without
        reading the file and compiling.
    ticks, iterations, iterations_per_second
        Ticks, moves, and moves per second.
    found_by
        Routine that found the coloring.
    version
        Version of Kempe.
    """

    instance: str
    method: str
    seed: int
    time_limit: float | None
    max_ticks: int | None
    target_k: int | None
    n: int
    m: int
    k: int
    conflicts: int
    lower_bound: int
    proven: bool
    best_known_k: int | None
    stop_reason: str
    seconds: float
    time_to_best: float | None
    ticks: int
    iterations: int
    iterations_per_second: float
    found_by: str
    version: str

    @property
    def key(self) -> tuple[object, ...]:
        """Arguments that identify the run."""
        return tuple(getattr(self, name) for name in COLUMNS[:6])

    def to_line(self) -> list[str]:
        """Return the fields as the file has them."""
        return ["" if value is None else _text(value) for value in asdict(self).values()]


COLUMNS = tuple(column.name for column in fields(Row))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


class ResultFile:
    """
    CSV file of rows: those it had and those appended; a context manager.

    The file is created with its first row.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.rows: list[Row] = []
        if self.path.exists():
            self._read()
        self._file: TextIO | None = None

    def _read(self) -> None:
        with reading(self.path) as file:
            text = file.read()
        whole, _, torn = text.rpartition("\n")
        lines = list(csv.reader(whole.splitlines()))
        if lines and lines[0] != list(COLUMNS):
            raise InputError(
                "first line: expected " + ",".join(COLUMNS),
                path=self.path,
                line=1,
            )
        for number, line in enumerate(lines[1:], 2):
            self.rows.append(_parse(line, self.path, number))
        if torn:
            # The process was killed while it wrote this row; the run will be made again.
            warn(f"{self.path}: dropped an incomplete last line")
            kept = len(self.path.read_bytes()) - len(torn.encode())
            os.truncate(self.path, kept)

    def __enter__(self) -> ResultFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def append(self, row: Row) -> None:
        """Append a row and flush it to the disk."""
        if self._file is None:
            self._file = self._open()
        writer = csv.writer(self._file, lineterminator="\n")
        if self._file.tell() == 0:
            writer.writerow(COLUMNS)
        writer.writerow(row.to_line())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.rows.append(row)

    def _open(self) -> TextIO:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return open(self.path, "a", newline="", encoding="utf-8")
        except OSError as error:
            raise InputError(error.strerror or str(error), path=self.path) from None


def _parse(line: list[str], path: Path, number: int) -> Row:
    if len(line) != len(COLUMNS):
        raise InputError(f"{len(line)} fields: expected {len(COLUMNS)}", path=path, line=number)
    values: dict[str, Any] = {}
    for column, text in zip(fields(Row), line, strict=True):
        kind = str(column.type)
        try:
            if not text and kind.endswith("None"):
                values[column.name] = None
            elif kind == "bool":
                values[column.name] = {"yes": True, "no": False}[text]
            else:
                read: Callable[[str], Any] = {"int": int, "float": float, "str": str}[kind.split()[0]]
                values[column.name] = read(text)
        except (ValueError, KeyError):
            raise expected(
                column.name, text, f"a value of type {kind}", path=path, line=number
            ) from None
    return Row(**values)
