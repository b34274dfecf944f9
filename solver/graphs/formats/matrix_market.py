"""
Matrix Market, ``.mtx``: the graph of the off-diagonal pattern of a square sparse matrix.

Values are ignored: a stored entry is an edge even if its value is 0. Only the coordinate format is read;
the array format stores every entry and so has no pattern.

Boisvert, R. F., R. Pozo and K. A. Remington (1996). *The Matrix Market Exchange Formats*. NISTIR 5935.
doi:10.6028/NIST.IR.5935
"""

from __future__ import annotations

import re
from collections import deque

from .. import graph as graphs
from ..graph import Graph
from .notes import count_changes
from .pairs import NUMBER, LineRules, Pairs, byte_kinds, read_pairs, skip_lines
from .sink import ByteWriter
from .source import Source
from .write_lines import write_pairs

VALUES = {"pattern": 0, "real": 1, "integer": 1, "complex": 2}
SYMMETRIES = ("general", "symmetric", "skew-symmetric", "hermitian")
BANNER = "%%MatrixMarket matrix coordinate pattern|real|integer|complex general|symmetric"
KINDS = byte_kinds(comments=b"%", fields=NUMBER)


def read(source: Source) -> tuple[Graph, list[str]]:
    """Read a graph, and list what was repaired."""
    field, symmetry = _banner(source)
    n, declared = _size(source)
    size_at = source.line
    values = VALUES[field]
    shape = " ".join(["ROW COLUMN", *["VALUE"] * values])
    rules = LineRules(KINDS, shape, fewest=values, most=values)
    pairs = Pairs()
    read_pairs(source, pairs, rules, low=1, high=n, limit=declared)
    if pairs.filled < declared:
        message = f"the file ends after {pairs.filled} entries: expected {declared}"
        raise source.error(message, line=source.line)
    source.check_vertices(n, size_at)
    graph, loops, repeated = graphs.build(n, pairs.u, pairs.v)
    if symmetry != "general":
        return graph, count_changes(loops, repeated)
    # Both triangles are stored: each edge is expected twice.
    notes = count_changes(loops, 0)
    entries = pairs.filled - loops
    if entries != 2 * graph.m:
        notes.append(f"made symmetric: {entries} entries off the diagonal are {graph.m} edges")
    return graph, notes


def _banner(source: Source) -> tuple[str, str]:
    line = source.read_line() if source.whole() > source.at else b""
    words = line.decode("ascii", "replace").lower().split()
    if len(words) != 5 or words[0] != "%%matrixmarket":
        raise source.expected("first line", line, BANNER, line=1)
    _, kind, layout, field, symmetry = words
    for name, word, legal in (
        ("object", kind, ("matrix",)),
        ("format", layout, ("coordinate",)),
        ("field", field, tuple(VALUES)),
        ("symmetry", symmetry, SYMMETRIES),
    ):
        if word not in legal:
            raise source.expected(name, word, " or ".join(legal), line=1)
    return field, symmetry


def _size(source: Source) -> tuple[int, int]:
    deque(skip_lines(source, b"%"), maxlen=0)
    if source.whole() > source.at:
        line = source.read_line().strip()
        match = re.fullmatch(rb"(\d{1,18})\s+(\d{1,18})\s+(\d{1,18})", line)
        if not match:
            raise source.expected("size line", line, "ROWS COLUMNS ENTRIES", line=source.line)
        rows, columns, entries = map(int, match.groups())
        if rows != columns:
            raise source.error(
                f"{rows} rows and {columns} columns: expected a square matrix", line=source.line
            )
        if rows > graphs.MAX_VERTICES:
            legal = f"at most {graphs.MAX_VERTICES}"
            raise source.expected("number of rows", rows, legal, line=source.line)
        return rows, entries
    raise source.error("the file ends: expected the line ROWS COLUMNS ENTRIES", line=source.line)


def write(graph: Graph, file: ByteWriter) -> None:
    """Write a symmetric pattern: its lower triangle, column by column."""
    file.write(b"%%MatrixMarket matrix coordinate pattern symmetric\n")
    file.write(b"%d %d %d\n" % (graph.n, graph.n, graph.m))
    write_pairs(file, graph.edges(), first=1, swap=True)
