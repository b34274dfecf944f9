"""
Files of bandwidth coloring, as the GEOM instances: DIMACS with a distance after each edge.

``p band N M``, ``e VERTEX VERTEX DISTANCE`` with vertices from 1, and ``n VERTEX DEMAND`` for a vertex
that needs several colors; then ``e VERTEX VERTEX DISTANCE`` with one vertex twice is the distance of
these. A coloring has one color for each vertex, so demands above 1 are ignored with a warning: the GEOM
instances are used for bandwidth coloring without their demands.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..arguments import path as checked_path
from ..errors import warn
from ..graphs.formats.dimacs import second_problem_line
from ..graphs.formats.notes import count_changes, counted
from ..graphs.formats.source import Source
from ..graphs.graph import Graph
from .bandwidth_greedy import MOST_DISTANCE

PROBLEM = re.compile(rb"p\s+(?:band|edges?|col)\s+(\d{1,18})\s+(\d{1,18})")


def read_bandwidth(path: str | os.PathLike[str]) -> tuple[Graph, NDArray[np.int64]]:
    """
    Read a graph and the distances of its edges.

    Parameters
    ----------
    path
        Text file with a line ``p band VERTICES EDGES`` (or ``p edge``), and ``e VERTEX VERTEX DISTANCE``
        for each edge; vertices count from 1. ``-`` for standard input; compressed or not.

    Returns
    -------
    Graph, NDArray[np.int64]
        The graph, and the distances in the order of :meth:`solver.Graph.edges`. Of repeated edges the
        largest distance counts.

    Warns
    -----
    InputWarning
        One warning for all repairs: demands above 1 ignored (for bandwidth multicoloring, enter a vertex
        with demand d as d vertices at the distance of its loop), loops dropped, repeated edges merged, a
        wrong number of edges.

    Raises
    ------
    InputError
        If the file cannot be read or a line is malformed; the message has its number.
    """
    largest: dict[tuple[int, int], int] = {}
    n = declared = problem_at = -1
    demands = loops = repeated = 0
    with Source(checked_path("path", path)) as source:
        for line, words in _lines(source):
            kind = words[0]
            if kind == b"p":
                if n >= 0:
                    raise second_problem_line(source, problem_at)
                n, declared = _problem(source, line)
                problem_at = source.line
            elif kind in (b"e", b"n") and n < 0:
                raise source.expected("line", line, "the problem line first", line=source.line)
            elif kind == b"e":
                if len(words) != 4:
                    raise source.expected("line", line, "e VERTEX VERTEX DISTANCE", line=source.line)
                u, v = sorted(_integer(source, "vertex", word, n) - 1 for word in words[1:3])
                distance = _integer(source, "distance", words[3], MOST_DISTANCE)
                loops += u == v
                if u != v:
                    repeated += (u, v) in largest
                    largest[u, v] = max(distance, largest.get((u, v), 0))
            elif kind == b"n":
                demands += _demand(source, line, words, n) > 1
            else:
                legal = "a line that begins with c, p, e or n"
                raise source.expected("line", line, legal, line=source.line)
        if n < 0:
            raise source.error("no problem line: expected p band VERTICES EDGES")
        source.check_vertices(n, problem_at)
    edges = sorted(largest)
    graph = Graph.from_edges(n, np.array(edges, np.int32).reshape(-1, 2))
    notes = [f"ignored {counted(demands, 'demand')} above 1"] if demands else []
    notes += count_changes(loops, 0)
    if repeated:
        notes.append(f"merged {counted(repeated, 'repeated edge')}: the largest distance counts")
    listed = graph.m + loops + repeated
    if declared not in (listed, graph.m):
        notes.append(f"the problem line declares {counted(declared, 'edge')}, the file has {listed}")
    if notes:
        warn(f"{os.fspath(path)}: {'; '.join(notes)}")
    return graph, np.array([largest[pair] for pair in edges], np.int64)


def _lines(source: Source) -> Iterator[tuple[bytes, list[bytes]]]:
    """Yield each line that is neither blank nor a comment, with its words; count the lines."""
    while source.whole() > source.at:
        line = source.read_line().strip()
        words = line.split()
        if words and words[0] != b"c":
            yield line, words


def _problem(source: Source, line: bytes) -> tuple[int, int]:
    """Return the numbers of vertices and edges that a problem line declares."""
    match = PROBLEM.fullmatch(line)
    if not match:
        raise source.expected("problem line", line, "p band VERTICES EDGES", line=source.line)
    return int(match[1]), int(match[2])


def _integer(source: Source, what: str, word: bytes, most: int) -> int:
    """Return a word as an integer from 1 to ``most``."""
    value = int(word) if word.isdigit() and len(word) <= 18 else 0
    if not 1 <= value <= most:
        raise source.expected(what, word, f"an integer from 1 to {most}", line=source.line)
    return value


def _demand(source: Source, line: bytes, words: list[bytes], n: int) -> int:
    """Return the demand of a line ``n``."""
    if len(words) != 3:
        raise source.expected("line", line, "n VERTEX DEMAND", line=source.line)
    _integer(source, "vertex", words[1], n)
    return _integer(source, "demand", words[2], MOST_DISTANCE)
