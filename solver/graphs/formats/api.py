"""Reading and writing graphs: the choice of format and compression, and one warning for all repairs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...arguments import path as checked_path
from ...errors import InputError, expected, warn
from ..graph import Graph, as_graph
from . import dimacs, dimacs_binary, edge_list, folder, matrix_market, metis
from .sink import ByteWriter, Sink, without_compression
from .source import Source


@dataclass(frozen=True)
class Format:
    """A file format: its suffixes, a line of help, its reader and its writer."""

    suffixes: tuple[str, ...]
    help: str
    read: Callable[[Source], tuple[Graph, list[str]]]
    write: Callable[[Graph, ByteWriter], None]


FORMATS: dict[str, Format] = {
    "dimacs": Format((".col",), "DIMACS graph", dimacs.read, dimacs.write),
    "dimacs-binary": Format((".col.b",), "DIMACS binary graph", dimacs_binary.read, dimacs_binary.write),
    "matrix-market": Format(
        (".mtx",), "Matrix Market coordinates", matrix_market.read, matrix_market.write
    ),
    "metis": Format((".graph",), "METIS adjacency lines", metis.read, metis.write),
    "edges": Format(
        (".txt", ".edges", ".el", ".tsv", ".csv"),
        "edge list (SNAP, KONECT)",
        edge_list.read,
        edge_list.write,
    ),
}

# Beginnings that only one format has. An edge list and a METIS graph may look the same.
OPENINGS = (
    (re.compile(rb"%%MatrixMarket", re.IGNORECASE), "matrix-market"),
    (re.compile(rb"\s*\d+\s*\n\s*[cp]\s"), "dimacs-binary"),
    (re.compile(rb"\s*(c\s|c\n|p\s+(edge|col))"), "dimacs"),
    (re.compile(rb"#"), "edges"),
)


def read(path: str | os.PathLike[str], *, format: str | None = None) -> Graph:
    """
    Read a graph from a file, or open one that was written as a folder.

    Parameters
    ----------
    path
        The file; ``-`` for standard input. Compression by gzip, xz, bzip2 or zstandard is recognized by
        content. A folder that :func:`write` made is mapped into memory instead of being read.
    format
        A key of :data:`solver.graphs.formats.FORMATS`, or ``"folder"``. If omitted, the suffix decides:
        ``.col`` DIMACS, ``.col.b`` DIMACS binary, ``.mtx`` Matrix Market, ``.graph`` METIS, ``.txt
        .edges .el .tsv .csv`` edge list, each also followed by ``.gz``, ``.xz``, ``.bz2`` or ``.zst``.
        With any other suffix the content decides, if it is unambiguous.

    Returns
    -------
    Graph
        Directions, weights and values are ignored. Vertices count from 0, hence are one less than in
        the file, except in edge lists: see :mod:`solver.graphs.formats.edge_list` about their ids.

    Warns
    -----
    InputWarning
        One warning for all repairs: loops dropped, repeated edges merged, names or ids renumbered
        (:func:`~solver.graphs.formats.vertex_names` returns those of the file), a first line taken for
        column names, and a wrong number of edges in formats whose files often have one.

    Raises
    ------
    InputError
        If the file cannot be read, is malformed (with the line), or declares more than 2^22 vertices and
        more than four per byte.

    Notes
    -----
    Takes O(n + m) time. A compressed file is never held as a whole: the memory used is that of the edges
    (8 bytes each), of building the graph, and of one chunk of 1 MiB.
    """
    graph, notes = read_noted(path, format)
    if notes:
        warn(f"{os.fspath(path)}: {'; '.join(notes)}")
    return graph


def read_noted(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    keep: edge_list.KeepNames | None = None,
) -> tuple[Graph, list[str]]:
    """
    Read a graph as :func:`read` does; return the notes on repairs instead of a warning.

    ``keep`` is called as by :func:`edge_list.read` if the file is an edge list.
    """
    checked_path("path", path)
    if format == "folder" or (format is None and os.path.isdir(path)):
        return folder.read(os.fspath(path)), []
    with Source(path) as source:
        chosen = FORMATS[format_of(source, format)]
        try:
            return edge_list.read(source, keep) if chosen.read is edge_list.read else chosen.read(source)
        except MemoryError as error:
            raise source.error("the graph does not fit into memory") from error


def format_of(source: Source, format: str | None = None) -> str:
    """Return the name of the format of a file."""
    start = source.peek(4096)
    if not start:
        raise source.error("the file is empty")
    return _format_name(source.path, format, start)


def write(graph: Graph, path: str | os.PathLike[str], *, format: str | None = None) -> None:
    """
    Write a graph to a file, or to a folder if the name ends in ``.kempe``, replacing what exists.

    A folder (:mod:`solver.graphs.formats.folder`) takes 8 bytes per vertex and 8 per edge, more than any
    other format, and :func:`read` opens it at once, without reading it into memory.

    Parameters
    ----------
    graph
        The graph.
    path
        The file; compressed if its name ends in ``.gz``, ``.xz`` or ``.bz2``.
    format
        A key of :data:`solver.graphs.formats.FORMATS`, or ``"folder"``; if omitted, by suffix as in
        :func:`read`.

    Raises
    ------
    InputError
        If the file cannot be written, the folder holds other files, or neither suffix nor ``format``
        names a format.
    """
    graph = as_graph(graph)
    checked_path("path", path)
    if format == "folder" or (format is None and Path(path).suffix == folder.SUFFIX):
        folder.write(graph, os.fspath(path))
        return
    chosen = FORMATS[_format_name(os.fspath(path), format, None)]
    with Sink(path) as file:
        chosen.write(graph, file)


def _format_name(path: str, format: str | None, start: bytes | None) -> str:
    if format is not None:
        if format not in FORMATS:
            raise expected("format", format, f"one of {', '.join([*FORMATS, 'folder'])}")
        return format
    name = without_compression(path).lower()
    # The longest suffix decides, so that .col.b is not taken for another format.
    matching = [
        (len(suffix), key)
        for key, entry in FORMATS.items()
        for suffix in entry.suffixes
        if name.endswith(suffix)
    ]
    if matching:
        return max(matching)[1]
    for pattern, key in OPENINGS if start else ():
        if pattern.match(start or b""):
            return key
    if path == "-" and start:
        legal = "DIMACS, Matrix Market or an edge list that begins with #; a file for others"
        raise InputError(f"unknown format: expected {legal}", path=path)
    raise InputError(
        "unknown suffix"
        + (" and ambiguous content" if start else "")
        + ": expected "
        + "".join(f"{key} ({' '.join(entry.suffixes)}), " for key, entry in FORMATS.items())
        + f"folder ({folder.SUFFIX})",
        path=path,
    )
