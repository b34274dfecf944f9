"""
DIMACS graphs, ``.col``: ``c`` comment, ``p edge N M``, ``e VERTEX VERTEX``, vertices from 1.

Lines ``n``, ``d``, ``v`` and ``x`` (weights, drawings, parameters) are legal and ignored, and so is a
weight after an edge. In well-known instances M counts edges, or lines, or twice the edges, or nothing at
all: a difference is reported, not refused.

Johnson, D. S., and M. A. Trick, eds. (1996). *Cliques, Coloring, and Satisfiability*, DIMACS Series 26.
"""

from __future__ import annotations

import re

from ...errors import InputError
from .. import graph as graphs
from ..graph import Graph
from .notes import count_changes, counted
from .pairs import NUMBER, LineRules, Pairs, byte_kinds, read_pairs
from .sink import ByteWriter
from .source import Source
from .write_lines import write_pairs

RULES = LineRules(
    kinds=byte_kinds(comments=b"cndvx", tag=b"e", fields=NUMBER),
    shape="e VERTEX VERTEX",
    most=1,
)
# Before the problem line, an edge is as wrong as any unknown line.
BEFORE_PROBLEM = LineRules(kinds=byte_kinds(comments=b"cndvx", tag=b""), shape=RULES.shape)
PROBLEM = re.compile(rb"\s*p\s+(?:edges?|col)\s+(\d{1,18})\s+(\d{1,18})\s*")


def problem_line(source: Source, line: bytes) -> tuple[int, int]:
    """Return the numbers of vertices and edges that a problem line declares."""
    match = PROBLEM.fullmatch(line)
    if not match:
        legal = "p edge VERTICES EDGES"
        if line.split()[1:2] == [b"band"]:
            legal += "; kempe bandwidth and kempe check --distances read p band"
        raise source.expected("problem line", line, legal, line=source.line)
    n, m = int(match[1]), int(match[2])
    if n > graphs.MAX_VERTICES:
        legal = f"at most {graphs.MAX_VERTICES}"
        raise source.expected("number of vertices", n, legal, line=source.line)
    return n, m


def second_problem_line(source: Source, first: int) -> InputError:
    """Return the error for a second problem line."""
    return source.error(f"a second problem line: expected only that of line {first}", line=source.line)


def read(source: Source) -> tuple[Graph, list[str]]:
    """Read a graph, and list what was repaired."""
    pairs = Pairs()
    n = declared = problem_at = -1
    while read_pairs(source, pairs, RULES if n >= 0 else BEFORE_PROBLEM, low=1, high=n):
        line = source.read_line()
        opening = line.split(None, 1)[0]
        if opening == b"p":
            if n >= 0:
                raise second_problem_line(source, problem_at)
            n, declared = problem_line(source, line)
            problem_at = source.line
        elif opening == b"e":
            raise source.error("an edge: expected the problem line first", line=source.line)
        else:
            legal = "a line that begins with c, p, e, n, d, v or x"
            raise source.expected("line", line, legal, line=source.line)
    if n < 0:
        raise source.error("no problem line: expected p edge VERTICES EDGES")
    listed = pairs.filled
    if source.unfinished and listed < declared != 2 * listed:
        raise source.error(
            f"the file ends within a line: expected {declared} edges, read {listed}", line=source.line
        )
    source.check_vertices(n, problem_at)
    graph, loops, repeated = graphs.build(n, pairs.u, pairs.v)
    notes = count_changes(loops, repeated)
    if declared not in (listed, graph.m):
        notes.append(f"the problem line declares {counted(declared, 'edge')}, the file has {listed}")
    if pairs.fields:
        notes.append(f"ignored {counted(pairs.fields, 'edge weight')}")
    return graph, notes


def write(graph: Graph, file: ByteWriter) -> None:
    """Write a problem line and one line for each edge."""
    file.write(b"p edge %d %d\n" % (graph.n, graph.m))
    write_pairs(file, graph.edges(), first=1, tag="e")
