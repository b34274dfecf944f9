"""Files of bandwidth coloring: DIMACS lines ``e VERTEX VERTEX DISTANCE``, as in the GEOM instances."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, expected
from ..graphs.graph import Graph


def read_bandwidth(path: str | PathLike[str]) -> tuple[Graph, NDArray[np.int64]]:
    """
    Read a graph and the distances of its edges.

    Loops and lines ``n`` are for vertices that need several colors, and are ignored. Of repeated edges
    the largest distance counts.

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
    n = 0
    largest: dict[tuple[int, int], int] = {}
    for number, line in enumerate(_lines(path), start=1):
        words = line.split()
        if not words or words[0] in ("c", "n"):
            continue
        try:
            if words[0] == "p":
                n = int(words[2])
            elif words[0] == "e" and len(words) == 4:
                u, v, distance = (int(word) for word in words[1:])
                if not (min(u, v) >= 1 and max(u, v) <= n and distance >= 1):
                    raise ValueError
                if u != v:
                    pair = min(u, v) - 1, max(u, v) - 1
                    largest[pair] = max(distance, largest.get(pair, 0))
            else:
                raise ValueError
        except (ValueError, IndexError):
            legal = "p band VERTICES EDGES, or e VERTEX VERTEX DISTANCE with vertices from 1"
            raise expected("line", line.strip(), legal, path=path, line=number) from None
    edges = sorted(largest)
    graph = Graph.from_edges(n, np.array(edges, np.int32).reshape(-1, 2))
    return graph, np.array([largest[pair] for pair in edges], np.int64)


def _lines(path: str | PathLike[str]) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the file cannot be read: {error}", path=path) from None
