"""
Division of a graph into shards, with one shard and a piece of the stream in memory at a time.

A stream of edges is read twice: once to count the edge ends by vertex, so that all shards get equally
many, and once to write each edge to the shards of both ends. Then each shard is sorted. The counts are
kept in at most 2^20 buckets of consecutive vertices: if there are more, pairs of buckets are merged.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import integer
from ..errors import InputError, expected, warn
from ..graphs.formats.edge_list import stream_pairs
from ..graphs.graph import Graph
from .shards import Shard, Shards

#: Returns the two ends of the edges, pieces of two arrays of equal length; the same at each call.
Stream: TypeAlias = Callable[[], Iterable[tuple[ArrayLike, ArrayLike]]]
Piece: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64]]

BUCKETS = 1 << 20
MAX_OWN = 2**31 - 2
#: Most shards; each is an open file while edges are written.
MAX_SHARDS = 1000
#: An edge end in a temporary file: its vertex, counted inside the shard, and the neighbor.
SPOOLED = np.dtype([("head", np.int32), ("tail", np.int64)])


def cut(
    source: Graph | str | os.PathLike[str] | Stream,
    folder: str | os.PathLike[str],
    shards: int,
    *,
    n: int | None = None,
) -> Shards:
    """
    Divide a graph into shards of consecutive vertices with about equally many edges.

    Parameters
    ----------
    source
        Graph; path of an edge list, also compressed, whose ids are the vertices (:func:`solver.read`
        renumbers them, this function does not) and whose lines before the first edge are comments that
        begin with ``#`` or ``%``; or a function that returns an iterable of pairs of
        integer arrays, the ends of edges in any order and direction. Repeats count once, loops are
        dropped with an :class:`~solver.InputWarning`.
    folder
        Folder of the shards; created if it does not exist, else it must be empty. A stream takes 24
        bytes per edge there until the end.
    shards
        Number of shards, 1 to 1000.
    n
        Number of vertices, if the last ones have no edges; by default that of the graph, or one more
        than the largest vertex.

    Returns
    -------
    Shards
        Shards for :func:`solver.distributed.color`. Memory: one shard, about 32 bytes per edge end.

    Raises
    ------
    InputError
        If an argument is out of range or a file malformed.
    """
    if not isinstance(source, (Graph, str, os.PathLike)) and not callable(source):
        legal = "a solver.Graph, the path of an edge list, or a function that returns pairs of arrays"
        raise expected("source", source, legal)
    shards = integer("shards", shards, 1, MAX_SHARDS)
    if n is not None:
        n = integer("n", n, 0)
    if not isinstance(folder, (str, os.PathLike)):
        raise expected("folder", folder, "the path of an empty folder")
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"no folder for the shards: {error.strerror}", path=target) from None
    if any(target.iterdir()):
        raise InputError("the folder of the shards: expected an empty folder", path=target)
    if isinstance(source, Graph):
        if n not in (None, source.n):
            raise expected("n", n, f"{source.n}, as in the graph")
        return _cut_graph(source, target, shards)
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        if path == "-":
            raise InputError("standard input cannot be read twice: expected a file")
        return _cut_stream(lambda: stream_pairs(path), target, shards, n)
    return _cut_stream(source, target, shards, n)


def _cut_graph(graph: Graph, folder: Path, shards: int) -> Shards:
    goals = np.arange(1, shards) * len(graph.indices) // shards
    first = _increasing(np.searchsorted(graph.indptr, goals), graph.n)
    neighbors = []
    for i in range(shards):
        a, b = first[i], first[i + 1]
        rows = slice(int(graph.indptr[a]), int(graph.indptr[b]))
        indptr = graph.indptr[a : b + 1] - graph.indptr[a]
        heads = np.repeat(np.arange(b - a, dtype=np.int32), np.diff(indptr))
        tails = graph.indices[rows].astype(np.int64)
        neighbors.append(_finish(folder / str(i), first, i, indptr, heads, tails))
    whole = Shards(folder, graph.n, graph.m, tuple(first), tuple(neighbors))
    whole.save()
    return whole


def _cut_stream(stream: Stream, folder: Path, shards: int, n: int | None) -> Shards:
    counts, width, top = _count(_checked(stream, n))
    n = top + 1 if n is None else n
    first = _limits(counts, width, n, shards)
    if max(np.diff(first), default=0) > MAX_OWN:
        raise expected("shards", shards, f"more, so that none has over {MAX_OWN} vertices")
    spool = folder / "spool"
    spool.mkdir()
    loops = _deal(_checked(stream, n), spool, np.array(first))
    neighbors, ends = [], 0
    for i in range(shards):
        path = spool / str(i)
        heads, tails = _sorted(np.fromfile(path, SPOOLED) if path.exists() else np.empty(0, SPOOLED))
        path.unlink(missing_ok=True)
        indptr = np.zeros(first[i + 1] - first[i] + 1, np.int64)
        np.cumsum(np.bincount(heads, minlength=len(indptr) - 1), out=indptr[1:])
        neighbors.append(_finish(folder / str(i), first, i, indptr, heads, tails))
        ends += len(heads)
    shutil.rmtree(spool)
    if loops:
        warn(f"dropped {loops} loop{'s' * (loops > 1)}")
    whole = Shards(folder, n, ends // 2, tuple(first), tuple(neighbors))
    whole.save()
    return whole


# ------------------------------------------------------------------------------------- two passes


def _checked(stream: Stream, n: int | None) -> Iterator[Piece]:
    """Yield the pieces as int64, and refuse what is not a vertex."""
    pieces = stream()
    if not isinstance(pieces, Iterable):
        raise expected("value of source", pieces, "an iterable of pairs of arrays")
    for piece in pieces:
        try:
            u, v = piece
        except (TypeError, ValueError):
            raise expected("edges", piece, "a pair of arrays") from None
        heads, tails = np.asarray(u), np.asarray(v)
        if heads.ndim != 1 or heads.shape != tails.shape:
            raise InputError(f"edges: shapes {heads.shape} and {tails.shape}: expected (length,) twice")
        for ends in (heads, tails):
            if len(ends) == 0:
                continue
            if ends.dtype.kind not in "iu":
                raise InputError(f"edges: dtype {ends.dtype}: expected integers")
            low, high = int(ends.min()), int(ends.max())
            limit = MAX_SHARDS * MAX_OWN if n is None else n
            if low < 0 or high >= limit:
                raise InputError(
                    f"edges: vertex {low if low < 0 else high}: expected 0 <= vertex < {limit}"
                )
        yield heads.astype(np.int64, copy=False), tails.astype(np.int64, copy=False)


def _count(pieces: Iterable[Piece]) -> tuple[NDArray[np.int64], int, int]:
    """Return the edge ends in each bucket, the vertices per bucket, and the largest vertex."""
    counts = np.zeros(1, np.int64)
    width, top = 1, -1
    for heads, tails in pieces:
        top = max(top, int(heads.max(initial=-1)), int(tails.max(initial=-1)))
        while top // width >= BUCKETS:
            counts = np.append(counts, 0)[: len(counts) + len(counts) % 2].reshape(-1, 2).sum(axis=1)
            width *= 2
        if top // width >= len(counts):
            counts = np.append(counts, np.zeros(top // width + 1 - len(counts), np.int64))
        for ends in (heads, tails):
            here = np.bincount(ends // width)
            counts[: len(here)] += here
    return counts, width, top


def _limits(counts: NDArray[np.int64], width: int, n: int, shards: int) -> list[int]:
    total = np.cumsum(counts)
    goals = np.arange(1, shards) * int(total[-1]) // shards
    return _increasing((np.searchsorted(total, goals) + 1) * width, n)


def _increasing(limits: NDArray[np.integer], n: int) -> list[int]:
    """Return the first vertex of each shard, and n."""
    return [0, *np.minimum(limits, n).tolist(), n]


def _deal(pieces: Iterable[Piece], spool: Path, first: NDArray[np.int64]) -> int:
    """Append each edge to the files of the shards of both ends; return the number of loops."""
    loops = 0
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(open(spool / str(i), "wb")) for i in range(len(first) - 1)]
        for u, v in pieces:
            apart = u != v
            loops += len(u) - int(np.count_nonzero(apart))
            heads, tails = np.append(u[apart], v[apart]), np.append(v[apart], u[apart])
            # Of several shards with this first vertex all but the last are empty.
            owners = np.searchsorted(first[1:], heads, side="right").astype(np.uint16)
            order = np.argsort(owners, kind="stable")
            rows = np.empty(len(order), SPOOLED)
            rows["head"] = heads[order] - first[owners[order]]
            rows["tail"] = tails[order]
            ends = np.cumsum(np.bincount(owners, minlength=len(files)))
            for file, begin, end in zip(files, [0, *ends], ends, strict=False):
                file.write(rows[begin:end].data)
    return loops


def _sorted(rows: NDArray[np.void]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return both columns sorted by head and tail, each pair once."""
    order = np.lexsort((rows["tail"], rows["head"]))
    heads, tails = rows["head"][order], rows["tail"][order]
    new = np.ones(len(heads), np.bool_)
    new[1:] = (heads[1:] != heads[:-1]) | (tails[1:] != tails[:-1])
    return heads[new], tails[new]


def _finish(
    folder: Path,
    first: list[int],
    i: int,
    indptr: NDArray[np.int64],
    heads: NDArray[np.int32],
    tails: NDArray[np.int64],
) -> tuple[int, ...]:
    """Number the neighbors inside the shard and save it; return the shards it is adjacent to."""
    outside = (tails < first[i]) | (tails >= first[i + 1])
    ghosts = np.unique(tails[outside])
    indices = (tails - first[i]).astype(np.int32)
    indices[outside] = np.searchsorted(ghosts, tails[outside]) + (len(indptr) - 1)
    Shard(first[i], indptr, indices, ghosts, np.unique(heads[outside])).save(folder)
    touched = np.unique(np.searchsorted(np.array(first[1:]), ghosts, side="right"))
    return tuple(touched.tolist())
