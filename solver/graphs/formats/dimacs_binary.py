"""
DIMACS binary graphs, ``.col.b``: the lower triangle of the adjacency matrix, a bit a pair.

A line with the length of the preamble in bytes; the preamble, which is text like a ``.col`` without
edges; then row ``i`` from 0 as ``i // 8 + 1`` bytes, its columns ``0 .. i`` from the highest bit down.
"""

from __future__ import annotations

import re

import numpy as np

from .. import graph as graphs
from ..graph import Graph
from .dimacs import problem_line
from .notes import count_changes
from .sink import ByteWriter
from .source import CHUNK, Source


def read(source: Source) -> tuple[Graph, list[str]]:
    """Graph, and what was repaired."""
    n, declared, problem_at = _preamble(source)
    heads, tails = [], []
    for row in range(n):
        width = row // 8 + 1
        packed = source.take(width)
        if len(packed) < width:
            raise source.error(f"the matrix is cut off in row {row + 1} of {n}", line=source.line + 1)
        # The bits that pad a row to whole bytes are not looked at.
        bits = np.unpackbits(np.frombuffer(packed, np.uint8), count=row + 1)
        columns = np.flatnonzero(bits).astype(np.int32)
        heads.append(np.full(len(columns), row, np.int32))
        tails.append(columns)
    if source.take(1):
        raise source.error(f"there are bytes behind the matrix of {n} rows", line=source.line + 1)
    source.check_vertices(n, problem_at)
    none = np.empty(0, np.int32)
    graph, loops, repeated = graphs.build(
        n, np.concatenate([none, *heads]), np.concatenate([none, *tails])
    )
    notes = count_changes(loops, repeated)
    if declared != graph.m:
        notes.append(f"the problem line declares {declared} edges, the matrix has {graph.m}")
    return graph, notes


def _preamble(source: Source) -> tuple[int, int, int]:
    """Vertices and edges declared, and the line that does so."""
    first = source.peek(24).split(b"\n")[0]
    if not re.fullmatch(rb"\s*\d{1,18}\s*", first):
        raise source.error(f"found {repr(first)[1:]}, expected the length of the preamble", line=1)
    source.take(len(first) + 1)
    source.line = 1
    length = int(first)
    if length > CHUNK:
        raise source.error(f"a preamble of {length} bytes, expected at most {CHUNK}", line=1)
    text = source.take(length)
    if len(text) < length:
        raise source.error(f"a preamble of {length} bytes is declared, {len(text)} follow", line=1)
    found: tuple[int, int, int] | None = None
    for line in text.splitlines():
        source.line += 1
        opening = line.split(None, 1)[:1]
        if opening == [b"p"]:
            if found:
                raise source.error(
                    f"a second problem line, the first is line {found[2]}", line=source.line
                )
            found = (*problem_line(source, line), source.line)
        elif opening and opening[0][:1] not in (b"c", b"n", b"d", b"v", b"x"):
            raise source.error(
                f"found {repr(opening[0][:20])[1:]}, expected c, p, n, d, v or x", line=source.line
            )
    if not found:
        raise source.error("no problem line (p edge VERTICES EDGES) in the preamble", line=1)
    return found


def write(graph: Graph, file: ByteWriter) -> None:
    """Write preamble and matrix: ``n^2 / 16`` bytes."""
    preamble = b"p edge %d %d\n" % (graph.n, graph.m)
    file.write(b"%d\n" % len(preamble) + preamble)
    for row in range(graph.n):
        neighbors = graph.neighbors(row)
        bits = np.zeros((row // 8 + 1) * 8, np.uint8)
        bits[neighbors[: np.searchsorted(neighbors, row)]] = 1
        file.write(np.packbits(bits).tobytes())
