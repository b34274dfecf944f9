"""
A graph as a folder that opens without being read into memory.

It contains ``indptr.npy`` (int64) and ``indices.npy`` (int32), as in :class:`solver.Graph`,
little-endian, and ``graph.json``::

    {"format": "kempe-graph", "version": 1, "n": 1048576, "m": 15699944}

Opening maps the arrays into memory: the system reads the pages that are used, may drop them again, and
lets processes share them. Everything that could make a kernel read outside its arrays is checked: the
lengths, that ``indptr`` increases, and that each neighbor is a vertex, which reads the files once. That
rows are sorted and symmetric is not checked; ``Graph(graph.indptr, graph.indices)`` does so.

New files are written beside the old ones and then replace them, so that a process which has those open
keeps them. ``graph.json`` is deleted first and written last, so that an incomplete graph is never read.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError, expected
from ..graph import Graph, unchecked

SUFFIX = ".kempe"
HEADER = "graph.json"
ARRAYS: dict[str, np.dtype[Any]] = {"indptr.npy": np.dtype("<i8"), "indices.npy": np.dtype("<i4")}
FORMAT, VERSION = "kempe-graph", 1
CHUNK = 1 << 20  # entries checked together


def is_graph(path: str | os.PathLike[str]) -> bool:
    """Whether a folder is a graph, rather than a folder with graphs in it."""
    return Path(path, HEADER).is_file()


def write(graph: Graph, path: str) -> None:
    """Write the folder, replacing a graph that exists."""
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
        foreign = {entry.name for entry in folder.iterdir()} - {HEADER, *ARRAYS, *map(_new, ARRAYS)}
        if foreign:
            raise InputError(
                f"the folder contains {min(foreign)!r}: expected a new folder or a graph", path=path
            )
        arrays: tuple[NDArray[Any], ...] = (graph.indptr, graph.indices)
        for name, array in zip(ARRAYS, arrays, strict=True):
            with open(folder / _new(name), "wb") as file:
                np.save(file, array.astype(ARRAYS[name], copy=False), allow_pickle=False)
        (folder / HEADER).unlink(missing_ok=True)
        for name in ARRAYS:
            os.replace(folder / _new(name), folder / name)
        header = {"format": FORMAT, "version": VERSION, "n": graph.n, "m": graph.m}
        (folder / HEADER).write_text(json.dumps(header) + "\n")
    except OSError as error:
        raise InputError(error.strerror or str(error), path=error.filename or path) from error


def _new(name: str) -> str:
    return name + ".new"


def read(path: str) -> Graph:
    """Open the folder with its arrays mapped into memory."""
    n, m = _header(Path(path, HEADER))
    indptr, indices = (
        _mapped(Path(path, name), length) for name, length in zip(ARRAYS, (n + 1, 2 * m), strict=True)
    )
    _check_rows(Path(path, "indptr.npy"), indptr, 2 * m)
    _check_neighbors(Path(path, "indices.npy"), indices, n)
    return unchecked(indptr, indices)


def _header(path: Path) -> tuple[int, int]:
    try:
        header = json.loads(path.read_bytes())
    except OSError as error:
        message = f"not the folder of a graph: {HEADER}: {error.strerror}"
        raise InputError(message, path=path.parent) from error
    except ValueError as error:
        raise InputError(f"not JSON: {error}", path=path) from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InputError(f'header: expected an object with "format": "{FORMAT}"', path=path)
    if header.get("version") != VERSION:
        raise expected("version", header.get("version"), str(VERSION), path=path)
    return _count(path, header, "n"), _count(path, header, "m")


def _count(path: Path, header: dict[str, Any], name: str) -> int:
    value = header.get(name)
    if type(value) is not int or value < 0:
        raise expected(name, value, "an integer >= 0", path=path)
    return value


def _mapped(path: Path, length: int) -> NDArray[Any]:
    dtype = ARRAYS[path.name]
    try:
        array = np.lib.format.open_memmap(path, mode="r")
    except OSError as error:
        raise InputError(error.strerror or str(error), path=path) from error
    except (ValueError, EOFError) as error:
        raise InputError(f"not a complete NumPy array: {error}", path=path) from error
    if array.dtype != dtype or array.shape != (length,):
        raise InputError(
            f"array {array.dtype.str}{list(array.shape)}: expected {dtype.str}[{length}]", path=path
        )
    return np.asarray(array, dtype.newbyteorder("="))


def _check_rows(path: Path, indptr: NDArray[np.int64], entries: int) -> None:
    if indptr[0] != 0 or indptr[-1] != entries:
        raise InputError(f"array from {indptr[0]} to {indptr[-1]}: expected 0 to {entries}", path=path)
    for first in range(0, len(indptr) - 1, CHUNK):
        falls = np.diff(indptr[first : first + CHUNK + 1]) < 0
        if falls.any():
            entry = first + int(falls.argmax())
            raise InputError(f"decreases after entry {entry}: expected increasing values", path=path)


def _check_neighbors(path: Path, indices: NDArray[np.int32], n: int) -> None:
    for first in range(0, len(indices), CHUNK):
        part = indices[first : first + CHUNK]
        low, high = int(part.min()), int(part.max())
        if low < 0 or high >= n:
            raise expected("vertex", low if low < 0 else high, f"0 <= vertex < {n}", path=path)
