"""
A graph as a folder that opens without being read into memory.

``indptr.npy`` (int64) and ``indices.npy`` (int32), as in :class:`solver.Graph`, little-endian, and
``graph.json``, which says what the folder is::

    {"format": "kempe-graph", "version": 1, "n": 1048576, "m": 15699944}

Opening maps the arrays into memory: the system reads the pages that are used, may drop them again, and
lets processes on one machine share them. What would let a kernel stray from memory is checked: the
lengths, that the rows rise, that each neighbor is a vertex, which reads the files once. That rows are
sorted and symmetric is taken on trust; ``Graph(graph.indptr, graph.indices)`` checks that too.

Files are written beside the old ones and then take their place, so that a process which has those open
keeps them; ``graph.json`` goes first and comes last, so that half a graph is never taken for one.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ..graph import Graph, _restore

SUFFIX = ".kempe"
HEADER = "graph.json"
ARRAYS: dict[str, np.dtype[Any]] = {"indptr.npy": np.dtype("<i8"), "indices.npy": np.dtype("<i4")}
FORMAT, VERSION = "kempe-graph", 1
CHUNK = 1 << 20  # entries checked together


def is_graph(path: str | os.PathLike[str]) -> bool:
    """Whether a folder is a graph, and not one that holds graphs."""
    return Path(path, HEADER).is_file()


def write(graph: Graph, path: str) -> None:
    """Write the folder, replacing a graph that was there."""
    folder = Path(path)
    try:
        folder.mkdir(exist_ok=True)
        foreign = {entry.name for entry in folder.iterdir()} - {HEADER, *ARRAYS, *map(_new, ARRAYS)}
        if foreign:
            raise InputError(
                f"holds {min(foreign)!r}, expected a new folder or one of a graph", path=path
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
    """Open the folder, its arrays mapped into memory."""
    n, m = _header(Path(path, HEADER))
    indptr, indices = (
        _mapped(Path(path, name), length) for name, length in zip(ARRAYS, (n + 1, 2 * m), strict=True)
    )
    _check_rows(Path(path, "indptr.npy"), indptr, 2 * m)
    _check_neighbors(Path(path, "indices.npy"), indices, n)
    return _restore(indptr, indices)


def _header(path: Path) -> tuple[int, int]:
    try:
        header = json.loads(path.read_bytes())
    except OSError as error:
        message = f"no folder of a graph: {HEADER}: {error.strerror}"
        raise InputError(message, path=path.parent) from error
    except ValueError as error:
        raise InputError(f"no JSON: {error}", path=path) from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InputError(f'expected an object with "format": "{FORMAT}"', path=path)
    if header.get("version") != VERSION:
        raise InputError(f"version {header.get('version')!r}, expected {VERSION}", path=path)
    return _count(path, header, "n"), _count(path, header, "m")


def _count(path: Path, header: dict[str, Any], name: str) -> int:
    value = header.get(name)
    if type(value) is not int or value < 0:
        raise InputError(f"{name}: {value!r}, expected an integer from 0", path=path)
    return value


def _mapped(path: Path, length: int) -> NDArray[Any]:
    dtype = ARRAYS[path.name]
    try:
        array = np.lib.format.open_memmap(path, mode="r")
    except OSError as error:
        raise InputError(error.strerror or str(error), path=path) from error
    except (ValueError, EOFError) as error:
        raise InputError(f"no array of NumPy, or one that is cut off: {error}", path=path) from error
    if array.dtype != dtype or array.shape != (length,):
        raise InputError(
            f"{array.dtype.str}{list(array.shape)}, expected {dtype.str}[{length}]", path=path
        )
    return np.asarray(array, dtype.newbyteorder("="))


def _check_rows(path: Path, indptr: NDArray[np.int64], entries: int) -> None:
    if indptr[0] != 0 or indptr[-1] != entries:
        raise InputError(f"from {indptr[0]} to {indptr[-1]}, expected 0 to {entries}", path=path)
    for first in range(0, len(indptr) - 1, CHUNK):
        falls = np.diff(indptr[first : first + CHUNK + 1]) < 0
        if falls.any():
            raise InputError(f"falls behind entry {first + int(falls.argmax())}", path=path)


def _check_neighbors(path: Path, indices: NDArray[np.int32], n: int) -> None:
    for first in range(0, len(indices), CHUNK):
        part = indices[first : first + CHUNK]
        low, high = int(part.min()), int(part.max())
        if low < 0 or high >= n:
            raise InputError(f"vertex {low if low < 0 else high}, expected 0 <= vertex < {n}", path=path)
