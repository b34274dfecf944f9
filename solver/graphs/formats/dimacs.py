"""
DIMACS graphs, ``.col``: ``c`` comment, ``p edge N M``, ``e VERTEX VERTEX``, vertices from 1.

The lines ``n``, ``d``, ``v`` and ``x`` (weights, drawings, parameters) are legal and passed over, and so
is a weight behind an edge. The M of well-known instances counts edges, or lines, or twice the edges,
or nothing at all: it is compared and reported, not enforced.

Johnson, D. S., and M. A. Trick, eds. (1996). *Cliques, Coloring, and Satisfiability*, DIMACS Series 26.
"""

from __future__ import annotations

import re

from .. import graph as graphs
from ..graph import Graph
from .notes import count_changes
from .pairs import NUMBER, LineRules, Pairs, byte_kinds, read_pairs
from .sink import ByteWriter
from .source import Source
from .write_lines import write_pairs

RULES = LineRules(
    kinds=byte_kinds(comments=b"cndvx", tag=b"e", fields=NUMBER),
    shape="e VERTEX VERTEX",
    most=1,
)
# Where an edge is a line like any other that does not belong.
BEFORE_PROBLEM = LineRules(kinds=byte_kinds(comments=b"cndvx", tag=b""), shape=RULES.shape)
PROBLEM = re.compile(rb"\s*p\s+(?:edges?|col)\s+(\d{1,18})\s+(\d{1,18})\s*")


def problem_line(source: Source, line: bytes) -> tuple[int, int]:
    """Vertices and edges that the ``p`` line just read declares."""
    match = PROBLEM.fullmatch(line)
    if not match:
        found = repr(line[:60])[1:]
        raise source.error(f"found {found}, expected p edge VERTICES EDGES", line=source.line)
    n, m = int(match[1]), int(match[2])
    if n > graphs.MAX_VERTICES:
        raise source.error(f"{n} vertices, expected at most {graphs.MAX_VERTICES}", line=source.line)
    return n, m


def read(source: Source) -> tuple[Graph, list[str]]:
    """Graph, and what was repaired."""
    pairs = Pairs()
    n = declared = problem_at = -1
    while read_pairs(source, pairs, RULES if n >= 0 else BEFORE_PROBLEM, low=1, high=n):
        line = source.read_line()
        opening = line.split(None, 1)[0]
        if opening == b"p":
            if n >= 0:
                raise source.error(
                    f"a second problem line, the first is line {problem_at}", line=source.line
                )
            n, declared = problem_line(source, line)
            problem_at = source.line
        elif opening == b"e":
            raise source.error("an edge before the problem line", line=source.line)
        else:
            found = repr(opening[:20])[1:]
            raise source.error(
                f"found {found}, expected a line that opens with c, p, e, n, d, v or x",
                line=source.line,
            )
    if n < 0:
        raise source.error("no problem line (p edge VERTICES EDGES)")
    listed = pairs.filled
    if source.unfinished and listed < declared != 2 * listed:
        raise source.error(
            f"the file ends within a line, with {listed} of {declared} edges", line=source.line
        )
    source.check_vertices(n, problem_at)
    graph, loops, repeated = graphs.build(n, pairs.u, pairs.v)
    notes = count_changes(loops, repeated)
    if declared not in (listed, graph.m):
        notes.append(f"the problem line declares {declared} edges, {listed} are listed")
    if pairs.fields:
        notes.append(f"ignored {pairs.fields} edge weights")
    return graph, notes


def write(graph: Graph, file: ByteWriter) -> None:
    """Write a problem line and one line for each edge."""
    file.write(b"p edge %d %d\n" % (graph.n, graph.m))
    write_pairs(file, graph.edges(), first=1, tag="e")
