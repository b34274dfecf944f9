"""
METIS graphs, ``.graph``: a header ``N M [FMT [NCON]]``, then a line of neighbors for each vertex.

FMT is three digits: vertex sizes, vertex weights (NCON of them), edge weights. All of these are ignored.
Lines that begin with ``%`` are comments; an empty line is a vertex without neighbors. METIS requires
each edge in both rows. This reader requires the right number of entries, and repairs and reports the
rest.

Karypis, G. (2013). *METIS: a software package for partitioning unstructured graphs*, version 5.1.0, 4.1.
"""

from __future__ import annotations

import re
from collections import deque
from typing import NamedTuple

import numpy as np

from ..._kernels.files import digits, scan
from ...errors import InputError
from .. import graph as graphs
from ..graph import Graph
from .notes import count_changes
from .pairs import Pairs, skip_lines
from .sink import ByteWriter
from .source import Source

HEADER = re.compile(rb"(\d{1,18})\s+(\d{1,17})(?:\s+([01]{1,3})(?:\s+(\d{1,4}))?)?")
BLOCK = 1 << 16  # indices written together


class _Header(NamedTuple):
    n: int
    m: int
    ahead: int  # number of values before the neighbors of a vertex
    weighted: int  # 1 if each neighbor is followed by a weight


def read(source: Source) -> tuple[Graph, list[str]]:
    """Read a graph, and list what was repaired."""
    header = _header(source)
    header_at = source.line
    n, m = header.n, header.m
    pairs = Pairs()
    state = np.zeros(3, np.int64)
    while (end := source.whole(b"\n \t\r")) > source.at:
        u, v = pairs.room((end - source.at) // 2 + 1)
        status, source.at, lines, pairs.filled = scan.scan_rows(
            source.data, source.at, end, state, n, header.ahead, header.weighted, 2 * m,
            u, v, pairs.filled,
        )  # fmt: skip
        source.line += lines
        source.check_repeats(pairs.filled, n)
        if status != scan.DONE:
            raise _fault(source, status, header)
    rows, entries = int(state[0]), pairs.filled
    if rows < n:
        raise source.error(f"the file ends after {rows} vertices: expected {n}", line=source.line)
    if entries < 2 * m:
        raise source.error(
            f"{entries} neighbors: expected {2 * m}, two for each of the {m} declared edges",
            line=header_at,
        )
    source.check_vertices(n, header_at)
    graph, loops, _ = graphs.build(n, pairs.u, pairs.v)
    notes = count_changes(loops, 0)
    if entries - loops != 2 * graph.m:
        notes.append(f"made symmetric: {entries - loops} neighbors are {graph.m} edges")
    return graph, notes


def _header(source: Source) -> _Header:
    deque(skip_lines(source, b"%"), maxlen=0)
    if source.whole() > source.at:
        line = source.read_line().strip()
        match = HEADER.fullmatch(line)
        if not match:
            legal = "VERTICES EDGES [FMT [NCON]], where FMT is up to three digits 0 or 1"
            raise source.expected("header", line, legal, line=source.line)
        n, m = int(match[1]), int(match[2])
        if n > graphs.MAX_VERTICES:
            legal = f"at most {graphs.MAX_VERTICES}"
            raise source.expected("number of vertices", n, legal, line=source.line)
        sizes, weights, edge_weights = (digit == "1" for digit in (match[3] or b"").decode().zfill(3))
        per_vertex = int(match[4] or 1) if weights else 0
        return _Header(n, m, int(sizes) + per_vertex, int(edge_weights))
    raise source.error("the file ends: expected the line VERTICES EDGES", line=source.line)


def _fault(source: Source, status: int, header: _Header) -> InputError:
    if status == scan.LINE_ENDS:
        weight = " and a weight after each neighbor" if header.weighted else ""
        message = f"the line is too short: expected {header.ahead} numbers before the neighbors{weight}"
        return source.error(message, here=True)
    what, legal = {
        scan.TOO_MANY: ("value", f"at most {2 * header.m} neighbors, two for each declared edge"),
        scan.TOO_MANY_ROWS: ("value", f"only the lines of {header.n} vertices"),
        scan.BAD_SECOND: ("vertex", f"an integer from 1 to {header.n}"),
        scan.BAD_FIELD: ("weight", "an integer >= 0"),
    }.get(status, ("byte", "text in a comment"))
    return source.expected(what, source.token(source.at), legal, here=True)


def write(graph: Graph, file: ByteWriter) -> None:
    """Write the header, and the neighbors of each vertex."""
    file.write(b"%d %d\n" % (graph.n, graph.m))
    row = 0
    while row < graph.n:
        last = int(np.searchsorted(graph.indptr, graph.indptr[row] + BLOCK, side="right")) - 1
        last = min(max(last, row + 1), graph.n, row + BLOCK)
        starts = graph.indptr[row : last + 1]
        size = int(starts[-1] - starts[0]) * (digits.MAX_WIDTH + 1) + last - row
        out = np.empty(size, np.uint8)
        file.write(out[: digits.put_rows(starts, graph.indices, out)].data)
        row = last
