"""
Names of the vertices of a file, for those who want to find a vertex again.

A :class:`solver.Graph` numbers its vertices and keeps no names, which would take more memory than its
edges. They are read again when they are wanted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from ...arguments import path as checked_path
from ...errors import InputError
from . import edge_list, folder
from .api import format_of, read_noted
from .source import Source


def vertex_names(path: str | os.PathLike[str], *, format: str | None = None) -> list[str]:
    """
    Return the names by which a file of a graph calls the vertices, in their order.

    They are the names or ids of an edge list; numbers from 1 in DIMACS, Matrix Market and METIS files,
    and from 0 in a folder.

    Parameters
    ----------
    path, format
        As in :func:`solver.read`; standard input cannot be read again.

    Returns
    -------
    list of str
        ``names[v]`` is the name of vertex ``v``. Bytes that are not UTF-8 are surrogates.

    Raises
    ------
    InputError
        If the file cannot be read, or is malformed.

    Notes
    -----
    Reads the whole file. A name takes about 100 bytes of memory.
    """
    checked_path("path", path)
    if format != "folder" and not os.path.isdir(path):
        if os.fspath(path) == "-":
            raise InputError("standard input cannot be read again: expected a file", path=path)
        with Source(path) as source:
            if format_of(source, format) == "edges":
                return edge_list.read_names(source)
        return [str(v + 1) for v in range(read_noted(path, format)[0].n)]
    return [str(v) for v in range(folder.read(os.fspath(path)).n)]


def are_names(notes: Sequence[str]) -> bool:
    """Return whether the notes on a file tell that its vertices have other numbers than in the file."""
    return any(note.startswith(edge_list.NUMBERED) for note in notes)
