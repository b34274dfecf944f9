"""
Sorted, symmetric adjacency rows from the ends of edges, in linear time.

The ends come in any order and direction, with repeats and loops; what was dropped is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.graphs import csr
from ..arguments import integer
from ..errors import InputError, expected

MAX_VERTICES = 2**31 - 2
CHUNK = 1 << 20  # edges checked and converted together


class Rows(NamedTuple):
    """
    The rows of a simple undirected graph, and what was dropped on the way.

    Attributes
    ----------
    indptr
        int64[n + 1]; row ``v`` is ``indices[indptr[v]:indptr[v + 1]]``.
    indices
        int32[2m], increasing within each row.
    loops, repeated
        Number of loops and of repeated edges that were dropped.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    loops: int
    repeated: int


def build_rows(n: int, u: ArrayLike, v: ArrayLike) -> Rows:
    """Build the rows of a graph with ``n`` vertices from the two ends of its edges, O(n + m)."""
    n = integer("n", n, 0, MAX_VERTICES)
    heads, tails = integers("u", u), integers("v", v)
    if len(heads) != len(tails):
        raise InputError(f"u and v have lengths {len(heads)} and {len(tails)}: expected equal lengths")
    below_starts = np.zeros(n + 1, np.int64)
    loops = 0
    for a, b in _chunks(heads, tails, n):
        loops += int(csr.count_below(a, b, below_starts))
    np.cumsum(below_starts, out=below_starts)
    below = np.empty(below_starts[-1], np.int32)
    cursor = below_starts[:-1].copy()
    for a, b in _chunks(heads, tails, n):
        csr.scatter_below(a, b, cursor, below)
    above, above_starts, repeated, degrees = _above(below_starts, below)
    del below
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(degrees, out=indptr[1:])
    indices = np.empty(indptr[-1], np.int32)
    csr.complete(above_starts, above, indptr[:-1].copy(), indices)
    return Rows(indptr, indices, loops, repeated)


def check_rows(indptr: ArrayLike, indices: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return copies of the rows of a simple undirected graph; InputError if they are not; O(m log d)."""
    starts = integers("indptr", indptr).astype(np.int64)
    given = integers("indices", indices)
    if len(starts) == 0:
        raise InputError("indptr has shape (0,): expected (n + 1,)")
    if starts[0] != 0 or starts[-1] != len(given) or np.any(np.diff(starts) < 0):
        raise InputError(f"indptr: expected increasing values from 0 to len(indices) = {len(given)}")
    n = len(starts) - 1
    _check_vertices("indices", given, n)
    ends = given.astype(np.int32)
    fault = csr.is_sorted_symmetric(starts, ends)
    if fault:
        found = ("a row is unsorted or repeats a vertex", "there is a loop", "a direction is missing")
        legal = "strictly increasing rows without loops, each edge in both of its rows"
        raise InputError(f"indices: {found[fault - 1]}: expected {legal}")
    return starts, ends


def integers(name: str, values: ArrayLike) -> NDArray[np.integer]:
    """Return ``values`` as a one-dimensional array of integers."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise InputError(f"{name} has shape {array.shape}: expected one dimension")
    if len(array) and array.dtype.kind not in "iu":
        raise InputError(f"{name} has dtype {array.dtype}: expected integers")
    return array


def _above(
    below_starts: NDArray[np.int64], below: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int64], int, NDArray[np.int64]]:
    """Return sorted rows of higher neighbors, the number of repeats dropped, and the degrees."""
    starts = np.zeros(len(below_starts), np.int64)
    csr.count_above(below, starts)
    np.cumsum(starts, out=starts)
    above = np.empty_like(below)
    csr.transpose(below_starts, below, starts[:-1].copy(), above)
    degrees = np.zeros(len(starts) - 1, np.int64)
    kept = int(csr.drop_repeats(starts, above, degrees))
    return above, starts, len(above) - kept, degrees


def _chunks(
    heads: NDArray[np.integer], tails: NDArray[np.integer], n: int
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """Yield both ends as int32, checked; chunk by chunk, so that the whole is never copied."""
    for first in range(0, len(heads), CHUNK):
        chunk = slice(first, first + CHUNK)
        yield _as_vertices("u", heads[chunk], n), _as_vertices("v", tails[chunk], n)


def _as_vertices(name: str, array: NDArray[np.integer], n: int) -> NDArray[np.int32]:
    _check_vertices(name, array, n)
    return np.ascontiguousarray(array, np.int32)


def _check_vertices(name: str, array: NDArray[np.integer], n: int) -> None:
    if len(array) and ((low := int(array.min())) < 0 or int(array.max()) >= n):
        bad = low if low < 0 else int(array.max())
        raise expected(f"vertex in {name}", bad, f"0 <= vertex < {n}")
