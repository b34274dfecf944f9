"""
Automorphisms of a graph, by refinement of labels.

The label of a vertex is a hash of its label and of those of its neighbors, again and again, until no
more labels differ (color refinement). Where one vertex is singled out and the labels then are all
different, an automorphism that maps it to another vertex can be read off: the labels are the same with
that one singled out instead. Otherwise another vertex is singled out as well (McKay and Piperno 2014,
doi:10.1016/j.jsc.2013.09.003). Labels only suggest an automorphism; each is verified on the edges.

Most random graphs have different labels at once, which shows that they have no automorphism.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..graphs.graph import Graph

Labels = NDArray[np.uint64]


def automorphisms(graph: Graph, *, most: int = 16, max_work: int = 1 << 22) -> list[NDArray[np.int64]]:
    """
    Return automorphisms other than the identity.

    Parameters
    ----------
    graph
        Graph.
    most
        Largest number of automorphisms to return.
    max_work
        Number of vertices and neighbors whose labels are read, after which the search ends; the default
        takes about 0.05 s.

    Returns
    -------
    list[NDArray[np.int64]]
        Automorphisms, each as the images of all vertices, int64[n].
    """
    search = _Search(graph, max_work)
    found: list[NDArray[np.int64]] = []
    labels = search.refined(np.zeros(graph.n, np.uint64))
    for images in search.extended(labels, labels):
        if (images != np.arange(graph.n)).any():
            found.append(images)
        if len(found) == most:
            break
    return found


class _Search:
    def __init__(self, graph: Graph, work: int) -> None:
        self.graph, self._work_left = graph, work
        edges = graph.edges().astype(np.int64)
        self._edges = np.sort(edges.min(axis=1) * graph.n + edges.max(axis=1))
        self._ends = edges

    def extended(self, first: Labels, second: Labels, depth: int = 1) -> Iterator[NDArray[np.int64]]:
        """
        Yield automorphisms that map vertices of one labelling to those with the same label.

        The label of a vertex that is singled out depends on the depth: of two with the same label, both
        singled out, the second would otherwise have the label of the first again.
        """
        values, start, sizes = np.unique(first, return_index=True, return_counts=True)
        if (np.sort(first) != np.sort(second)).any():
            return
        if len(values) == len(first):
            images = np.empty(len(first), np.int64)
            images[np.argsort(first)] = np.argsort(second)
            if self._is_automorphism(images):
                yield images
            return
        cell = np.flatnonzero(sizes > 1)[np.argmin(sizes[sizes > 1])]
        vertex = int(start[cell])
        singled = self.refined(_singled_out(first, vertex, depth))
        # Images other than the vertex itself come first, so that few tries find what moves much.
        for image in sorted(np.flatnonzero(second == values[cell]).tolist(), key=lambda v: v == vertex):
            if self._work_left <= 0:
                return
            mapped = self.refined(_singled_out(second, image, depth))
            yield from self.extended(singled, mapped, depth + 1)

    def refined(self, labels: Labels) -> Labels:
        """Return the labels after refinement; the same for isomorphic graphs and labels."""
        indptr, indices = self.graph.indptr, self.graph.indices
        count = len(np.unique(labels))
        while count < len(labels) and self._work_left > 0:
            self._work_left -= len(labels) + len(indices)
            sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(_mixed(labels)[indices])])
            finer = _mixed(labels * np.uint64(3) + (sums[indptr[1:]] - sums[indptr[:-1]]))
            finer_count = len(np.unique(finer))
            if finer_count == count:
                break
            labels, count = finer, finer_count
        return labels

    def _is_automorphism(self, images: NDArray[np.int64]) -> bool:
        moved = images[self._ends]
        keys = np.sort(moved.min(axis=1) * self.graph.n + moved.max(axis=1))
        return bool((keys == self._edges).all())


def _singled_out(labels: Labels, vertex: int, depth: int) -> Labels:
    labels = labels.copy()
    labels[vertex] = _mixed(labels[vertex : vertex + 1] + np.uint64(depth))[0]
    return labels


def _mixed(values: Labels) -> Labels:
    """Return a hash of each value (the finalizer of splitmix64)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31)) ^ np.uint64(0x9E3779B97F4A7C15)
