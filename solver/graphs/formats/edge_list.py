"""
Edge lists in the form of SNAP, KONECT and Network Repository: two vertex ids per line.

Blanks, tabs or a comma separate the ids. Lines that begin with ``#`` or ``%`` are comments. Further
columns (weights, signs, times) are ignored with a warning; unless there are commas, all lines have as
many fields as the first one, since a list of neighbors would lose edges otherwise. A first line of
column names that begins with a letter or a quote is ignored too; unless it has usual names, such as
``source,target``, a warning quotes it. Where no line and no comment on nodes follows or precedes it,
only usual names are those of columns.

Ids are integers from 0 to 10^18 - 1 and usually have gaps, so they are **compacted**: vertex ``i`` is
the ``i``-th smallest id, ``numpy.unique(ids)[i]``. If this changes any id, the warning says so. There is
one exception: with a SNAP comment ``# Nodes: N`` and all ids below N, ids are vertices, and vertices
without edges are kept. Where N is not the number of vertices, a warning has both. :func:`write` adds
that comment. Lists of names are read by ``named_edges.py``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import shortened
from .. import graph as graphs
from ..graph import Graph
from .named_edges import are_column_names, begins_with_name, is_name_start, read_named
from .notes import count_changes, counted, ignored_columns
from .pairs import LineRules, Pairs, byte_kinds, read_pairs, skip_lines
from .sink import ByteWriter
from .source import Source
from .write_lines import write_pairs

KINDS = byte_kinds(comments=b"#%", fields=bytes([*range(33, 127), *range(128, 256)]), comma=True)
MAX_ID = 10**18 - 1
ESCAPE = "backslashreplace"
SNAP_COUNTS = re.compile(
    rb"^#[ \t]*Nodes:[ \t]*(\d{1,18})(?:[ \t]+Edges:[ \t]*(\d{1,18}))?", re.MULTILINE
)
#: Beginnings of the notes that vertices have other numbers than in the file.
NUMBERED = ("numbered ", "renumbered ")
#: Function to which a function is given that returns the names of the vertices.
KeepNames = Callable[[Callable[[], list[str]]], None]
DENSE_IDS = 16  # largest ratio of ids to pairs for which ids are renumbered through a table


def read(source: Source, keep: KeepNames | None = None) -> tuple[Graph, list[str]]:
    """
    Read a graph, and list what was repaired.

    If vertices have names, or ids other than their numbers, ``keep`` is called with a function that
    returns these.
    """
    n, declared, counts_at, first_line = _opening(source)
    first_at = source.line
    if first_line and _has_names(source, first_line, n):
        return _read_named(source, first_line, first_at, n, keep)
    pairs = Pairs()
    rules = _rules(source)
    read_pairs(source, pairs, rules, low=0, high=MAX_ID)
    if n < 0 and pairs.filled == 0:
        after = f" after column names, {_shown(first_line)}" if first_line else ""
        message = f"no edges{after}: expected some, or a comment '# Nodes: N'"
        raise source.error(message, line=max(source.line, 1))
    top = pairs.largest()
    if top < n:
        source.check_vertices(n, counts_at)
        vertices, u, v = n, pairs.u, pairs.v
    else:
        if keep is not None:
            ids = np.union1d(pairs.u, pairs.v)
            keep(lambda: list(map(str, ids.tolist())))
        vertices, u, v = _compacted(pairs.u, pairs.v, top)
    graph, loops, repeated = graphs.build(vertices, u, v)
    notes = [*ignored_columns(rules.fewest), *count_changes(loops, repeated)]
    if pairs.fields and not rules.fewest:
        notes.insert(0, f"ignored {counted(pairs.fields, 'further field')}")
    notes += _lost_nodes(n, vertices)
    if top >= vertices:
        notes.append(f"renumbered {vertices} ids up to {top} in increasing order")
    if first_line and not are_column_names(first_line):
        notes.append(f"took a first line for column names, {_shown(first_line)}")
    if declared >= 0 and declared not in (pairs.filled, graph.m):
        notes.append(f"a comment declares {counted(declared, 'edge')}, the file has {pairs.filled}")
    return graph, notes


def read_names(source: Source) -> list[str]:
    """Return the names or ids of the vertices, in their order."""
    n, _, counts_at, first_line = _opening(source)
    first_at = source.line
    if first_line and _has_names(source, first_line, n):
        return read_named(source, first_line, first_at).names
    pairs = Pairs()
    read_pairs(source, pairs, _rules(source), low=0, high=MAX_ID)
    if pairs.largest() < n:
        source.check_vertices(n, counts_at)
        return list(map(str, range(n)))
    ids = np.union1d(pairs.u, pairs.v)
    return list(map(str, ids.tolist()))


def _shown(line: bytes) -> str:
    return shortened(line.decode(errors=ESCAPE))


def _has_names(source: Source, first_line: bytes, nodes: int) -> bool:
    """Return whether a file is a list of names, of which the first line was read."""
    if begins_with_name(source):
        return True
    is_only_line = not source.peek(1)
    return is_only_line and nodes < 0 and not are_column_names(first_line)


def _lost_nodes(declared: int, vertices: int) -> list[str]:
    """Return a phrase for nodes that a comment declares and no edge names: nobody knows their ids."""
    if declared in (-1, vertices):
        return []
    return [f"a comment declares {counted(declared, 'node')}, the edges have {vertices}"]


def _read_named(
    source: Source, first_line: bytes, first_at: int, declared: int, keep: KeepNames | None
) -> tuple[Graph, list[str]]:
    names, u, v, further, has_header = read_named(source, first_line, first_at)
    n = len(names)
    if keep is not None:
        keep(partial(list, names))
    del names  # they may take more memory than the graph
    graph, loops, repeated = graphs.build(n, u, v)
    notes = [*ignored_columns(further), *count_changes(loops, repeated)]
    if has_header and not are_column_names(first_line):
        notes.append(f"took a first line for column names, {_shown(first_line)}")
    notes += _lost_nodes(declared, n)
    notes.append(f"numbered {counted(n, 'name')} in order of first appearance")
    return graph, notes


def stream_pairs(path: str | os.PathLike[str]) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """
    Yield the ids of a file as written there, some hundred thousand pairs at a time.

    A line of column names is refused, since nobody could tell whether it was an edge.
    """
    with Source(path) as source:
        if first_line := _opening(source)[3]:
            legal = "VERTEX VERTEX, or a comment that begins with # or %"
            raise source.expected("line", first_line, legal, line=source.line)
        rules = _rules(source)
        while source.whole() > source.at:
            pairs = Pairs()
            read_pairs(source, pairs, rules, low=0, high=MAX_ID, piece=True)
            yield pairs.u, pairs.v


def _rules(source: Source) -> LineRules:
    """
    Return the form of all lines: the number of fields of the first one, which stays unread.

    NetworkX writes the attributes of an edge as a dictionary, which may have any number of blanks, and
    fields between commas may be empty or have blanks: of these any number is read.
    """
    plain, brace, _ = source.next_line().partition(b"{")
    if b"," in plain:
        return LineRules(kinds=KINDS, shape="VERTEX,VERTEX", most=2**62)
    further = max(0, len(plain.split()) - 2) + len(brace)
    shape = f"VERTEX VERTEX{' FIELD' * min(further, 3)}{' ...' * (further > 3)}, as in the first line"
    return LineRules(kinds=KINDS, shape=shape, fewest=further, most=2**62 if brace else further)


def _opening(source: Source) -> tuple[int, int, int, bytes]:
    """
    Skip comments and a line that begins with a letter or a quote.

    Returns ``(nodes, edges, line)`` of SNAP's comment, -1 if there is none, and the line that was
    skipped.
    """
    nodes = edges = counts_at = -1
    for block, before in skip_lines(source, b"#%"):
        # The search for a regular expression in each block would take longer than all the rest.
        # The first of SNAP's comments counts: a hostile file may have millions of them.
        if nodes < 0 and b"Nodes:" in block and (match := SNAP_COUNTS.search(block)):
            counts_at = before + block.count(b"\n", 0, match.start()) + 1
            nodes, edges = int(match[1]), int(match[2] or -1)
    if is_name_start(source.peek(1)):
        return nodes, edges, counts_at, source.read_line()
    return nodes, edges, counts_at, b""


def _compacted(u: NDArray[Any], v: NDArray[Any], top: int) -> tuple[int, NDArray[Any], NDArray[Any]]:
    """Return the number of distinct ids, and the rank of each id among them."""
    if top >= DENSE_IDS * len(u) + 1024:
        ids = np.unique(np.concatenate([np.unique(u), np.unique(v)]))
        return len(ids), _ranks(ids, u), _ranks(ids, v)
    occurs = np.zeros(top + 1, np.bool_)
    occurs[u] = True
    occurs[v] = True
    if occurs.all():
        return top + 1, u, v
    rank = np.cumsum(occurs, dtype=np.int32) - np.int32(1)
    return int(rank[-1]) + 1, rank[u], rank[v]


def _ranks(ids: NDArray[Any], values: NDArray[Any]) -> NDArray[np.int32]:
    return np.searchsorted(ids, values).astype(np.int32)


def write(graph: Graph, file: ByteWriter) -> None:
    """Write SNAP's comment and one line per edge; ids count from 0."""
    file.write(b"# Nodes: %d Edges: %d\n" % (graph.n, graph.m))
    write_pairs(file, graph.edges(), first=0)
