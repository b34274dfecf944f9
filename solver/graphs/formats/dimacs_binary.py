"""
DIMACS binary graphs, ``.col.b``: the lower triangle of the adjacency matrix, one bit per pair.

The file has a line with the length of the preamble in bytes; the preamble, which is text like a ``.col``
file without edges; then, for each ``i`` from 0, row ``i`` as ``i // 8 + 1`` bytes, whose columns ``0 ..
i`` are stored from the highest bit down.
"""

from __future__ import annotations

import re

import numpy as np

from .. import graph as graphs
from ..graph import Graph
from .dimacs import problem_line, second_problem_line
from .notes import count_changes, counted
from .sink import ByteWriter
from .source import CHUNK, Source


def read(source: Source) -> tuple[Graph, list[str]]:
    """Read a graph, and list what was repaired."""
    n, declared, problem_at = _preamble(source)
    heads, tails = [], []
    edges = 0
    for row in range(n):
        width = row // 8 + 1
        packed = source.take(width)
        if len(packed) < width:
            message = f"the matrix ends in row {row + 1}: expected {n} rows"
            raise source.error(message, line=source.line + 1)
        # The bits that pad a row to whole bytes are ignored.
        bits = np.unpackbits(np.frombuffer(packed, np.uint8), count=row + 1)
        columns = np.flatnonzero(bits).astype(np.int32)
        edges += len(columns)
        source.check_expansion(4 * edges)
        heads.append(np.full(len(columns), row, np.int32))
        tails.append(columns)
    if source.take(1):
        message = f"bytes after the matrix: expected {n} rows and nothing else"
        raise source.error(message, line=source.line + 1)
    source.check_vertices(n, problem_at)
    none = np.empty(0, np.int32)
    graph, loops, repeated = graphs.build(
        n, np.concatenate([none, *heads]), np.concatenate([none, *tails])
    )
    notes = count_changes(loops, repeated)
    if declared != graph.m:
        notes.append(f"the problem line declares {counted(declared, 'edge')}, the matrix has {graph.m}")
    return graph, notes


def _preamble(source: Source) -> tuple[int, int, int]:
    """Return the declared numbers of vertices and edges, and the line that declares them."""
    first = source.peek(24).split(b"\n")[0]
    if not re.fullmatch(rb"\s*\d{1,18}\s*", first):
        raise source.expected("first line", first, "the length of the preamble in bytes", line=1)
    source.take(len(first) + 1)
    source.line = 1
    length = int(first)
    if length > CHUNK:
        raise source.expected("length of the preamble", length, f"at most {CHUNK} bytes", line=1)
    text = source.take(length)
    if len(text) < length:
        legal = f"at most the {len(text)} bytes that follow"
        raise source.expected("length of the preamble", length, legal, line=1)
    declared: tuple[int, int, int] | None = None
    for line in text.splitlines():
        source.line += 1
        opening = line.split(None, 1)[:1]
        if opening == [b"p"]:
            if declared:
                raise second_problem_line(source, declared[2])
            declared = (*problem_line(source, line), source.line)
        elif opening and opening[0][:1] not in (b"c", b"n", b"d", b"v", b"x"):
            legal = "a line that begins with c, p, n, d, v or x"
            raise source.expected("line", line, legal, line=source.line)
    if not declared:
        raise source.error("no problem line in the preamble: expected p edge VERTICES EDGES", line=1)
    return declared


def write(graph: Graph, file: ByteWriter) -> None:
    """Write the preamble and the matrix, ``n^2 / 16`` bytes."""
    preamble = b"p edge %d %d\n" % (graph.n, graph.m)
    file.write(b"%d\n" % len(preamble) + preamble)
    for row in range(graph.n):
        neighbors = graph.neighbors(row)
        bits = np.zeros((row // 8 + 1) * 8, np.uint8)
        bits[neighbors[: np.searchsorted(neighbors, row)]] = 1
        file.write(np.packbits(bits).tobytes())
