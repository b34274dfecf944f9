"""Files of bandwidth coloring: DIMACS lines ``e VERTEX VERTEX DISTANCE``, as in the GEOM instances."""

from __future__ import annotations

from os import PathLike

import numpy as np
from numpy.typing import NDArray

from ..arguments import path as checked_path
from ..errors import InputError, expected
from ..graphs.graph import Graph

#: Vertices that a file may declare, whatever its size, and for each of its edges: those without edges
#: take no space in a file, but in a graph.
FREE_VERTICES, VERTICES_PER_EDGE = 1 << 22, 64


def read_bandwidth(path: str | PathLike[str]) -> tuple[Graph, NDArray[np.int64]]:
    """
    Read a graph and the distances of its edges.

    Loops and lines ``n`` are for vertices that need several colors, and are ignored. Of repeated edges
    the largest distance counts. The number of edges in the first line is not compared.

    Parameters
    ----------
    path
        Text file with a line ``p band VERTICES EDGES`` (or ``p edge``), and ``e VERTEX VERTEX DISTANCE``
        for each edge; vertices count from 1.

    Returns
    -------
    Graph, NDArray[np.int64]
        The graph, and the distances in the order of :meth:`solver.Graph.edges`.

    Raises
    ------
    InputError
        If a line is not of this form; the message has its number.
    """
    n: int | None = None
    largest: dict[tuple[int, int], int] = {}
    for number, line in enumerate(_lines(path), start=1):
        words = line.split()
        if not words or words[0] in ("c", "n"):
            continue
        try:
            if words[0] == "p" and len(words) in (3, 4) and n is None:
                n = _integers(words[2:])[0]
            elif words[0] == "e" and len(words) == 4 and n is not None:
                u, v, distance = _integers(words[1:])
                if not (min(u, v) >= 1 and max(u, v) <= n and distance >= 1):
                    raise ValueError
                if u != v:
                    pair = min(u, v) - 1, max(u, v) - 1
                    largest[pair] = max(distance, largest.get(pair, 0))
            else:
                raise ValueError
        except ValueError:
            legal = "p band VERTICES EDGES once, then e VERTEX VERTEX DISTANCE with vertices from 1"
            raise expected("line", line.strip(), legal, path=path, line=number) from None
    if n is None:
        raise InputError("no line p band VERTICES EDGES: expected one", path=path)
    most = max(FREE_VERTICES, len(largest) * VERTICES_PER_EDGE)
    if n > most:
        raise expected("vertices", n, f"at most {most}, for the edges in the file", path=path)
    edges = sorted(largest)
    graph = Graph.from_edges(n, np.array(edges, np.int32).reshape(-1, 2))
    return graph, np.array([largest[pair] for pair in edges], np.int64)


def _integers(words: list[str]) -> list[int]:
    """Return words of at most 18 digits as integers; ValueError for others."""
    if not all(word.isascii() and word.isdigit() and len(word) <= 18 for word in words):
        raise ValueError
    return [int(word) for word in words]


def _lines(path: str | PathLike[str]) -> list[str]:
    try:
        return checked_path("path", path).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(getattr(error, "strerror", None) or str(error), path=path) from None
