"""
Superstep on a shard: first-fit in parallel with other shards, then detection of vertices to recolor.

Bozdağ et al. (2008), doi:10.1016/j.jpdc.2007.08.002, algorithms 2 and 3. A shard's own vertices have the
lowest numbers, followed by its ghosts, which are vertices of other shards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._jit import inlined, kernel


@inlined
def mixed(number, seed):
    """Hash a number to int64 with the finalizer of splitmix64, doi:10.1145/2660193.2660195."""
    x = np.uint64(number) ^ np.uint64(seed)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64(x ^ (x >> np.uint64(31)))


@kernel
def color_chunk(indptr, indices, chunk, numbers, stamps):
    """
    Give each vertex, in order, the lowest positive number that no neighbor has; 0 means uncolored.

    Mutates: numbers, int32[own + ghosts]; stamps, int32[highest number + max degree + 2], -1 on entry.
    """
    for i in range(len(chunk)):
        v = chunk[i]
        for p in range(indptr[v], indptr[v + 1]):
            stamps[numbers[indices[p]]] = v
        number = 1
        while stamps[number] == v:
            number += 1
        numbers[v] = number


class Rows(NamedTuple):
    """Adjacency of a shard."""

    indptr: Any  #: int64[own + 1]
    indices: Any  #: int32, numbers within the shard
    first: int  #: number of the shard's first vertex in the whole graph
    ghosts: Any  #: numbers of the ghosts in the whole graph


@kernel
def give_way(rows, chunk, numbers, degrees, seed, lost):
    """
    Find the vertices with a neighboring ghost of equal number and higher degree; return their count.

    Among equal degrees a hash of the vertex decides, so that both ends of an edge agree. ``degrees``
    contains the degrees of the ghosts.

    Mutates: lost, int32[len(chunk)].
    """
    indptr, indices, first, ghosts = rows
    own = len(indptr) - 1
    count = 0
    for i in range(len(chunk)):
        v = chunk[i]
        degree = indptr[v + 1] - indptr[v]
        for p in range(indptr[v], indptr[v + 1]):
            g = indices[p] - own
            if g < 0 or numbers[own + g] != numbers[v] or degrees[g] < degree:
                continue
            if degrees[g] > degree or mixed(ghosts[g], seed) > mixed(first + v, seed):
                lost[count] = v
                count += 1
                break
    return count
