"""
Reduce a graph before it is colored, and lift colorings of the parts back to it.

Every reduction is exact: the chromatic numbers of the parts determine that of the graph. The reductions
are tried in turn, cheap ones first, on the graph and then on each part, until none applies. A
:class:`~solver.reductions.step.Step` is one reduction with its inverse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import integer
from ..errors import InputError, expected
from ..graphs.graph import MAX_VERTICES, Graph, as_graph
from ..graphs.verify import as_colors, conflicts, is_proper
from .blocks import blocks
from .join import join
from .removal import Removal, dominated, low_degree, twins
from .step import Part, Step


@dataclass(frozen=True, eq=False)
class _Node:
    """A part, the step that reduced it further if any, and the indices of the parts of that step."""

    part: Part
    step: Step | None
    children: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Reduction:
    """
    The parts that remain of a graph, and the translation of colorings.

    Attributes
    ----------
    graph, lower_bound
        Graph and lower bound as given; the bound is at least 1 with a vertex and 2 with an edge.
    parts
        Parts that remain to be colored; empty if the graph is solved.
    steps
        ``(technique, vertices removed)`` in order; negative if a cut leaves a vertex in several parts.
    complete
        Whether the search for dominated vertices ended before the work limit.
    """

    graph: Graph
    lower_bound: int
    parts: tuple[Part, ...]
    steps: tuple[tuple[str, int], ...]
    complete: bool
    _nodes: tuple[_Node, ...]

    @property
    def n(self) -> int:
        """Number of vertices in all parts."""
        return sum(part.graph.n for part in self.parts)

    def total(self, numbers: Sequence[int]) -> int:
        """
        Return a number of colors of the graph from one number for each part.

        Lower bounds give a lower bound, numbers of colors give the largest number that :meth:`lift`
        uses, and chromatic numbers give the chromatic number.
        """
        self._check(len(numbers))
        left = list(numbers)
        totals = [0] * len(self._nodes)
        for i in range(len(self._nodes) - 1, -1, -1):
            node = self._nodes[i]
            if node.step is not None:
                totals[i] = node.step.total([totals[child] for child in node.children])
            elif node.part.graph.n:
                totals[i] = left.pop()
        return max(self.lower_bound, totals[0])

    def lift(self, colorings: Sequence[ArrayLike]) -> NDArray[np.int32]:
        """
        Return a coloring of the graph from one of each part.

        Parameters
        ----------
        colorings
            One proper coloring of the graph of each part.

        Returns
        -------
        NDArray[np.int32]
            A proper coloring, int32[n], verified.

        Raises
        ------
        InputError
            If a coloring is missing or not proper.
        """
        self._check(len(colorings))
        left = [as_colors(p.graph, c) for p, c in zip(self.parts, colorings, strict=True)]
        for i, (part, coloring) in enumerate(zip(self.parts, left, strict=True)):
            if not is_proper(part.graph, coloring):
                raise InputError(f"colorings[{i}]: expected a proper coloring of its part")
        lifted: list[NDArray[np.int32]] = [np.empty(0, np.int32)] * len(self._nodes)
        for i in range(len(self._nodes) - 1, -1, -1):
            node = self._nodes[i]
            if node.step is not None:
                lifted[i] = node.step.lift([lifted[child] for child in node.children])
            elif node.part.graph.n:
                lifted[i] = left.pop()
        colors = lifted[0]
        if np.any(colors < 0) or conflicts(self.graph, colors):
            raise AssertionError(f"reduce({self.graph!r}): lift failed: please report this")
        return colors

    def _check(self, count: int) -> None:
        if count != len(self.parts):
            raise expected("number of values", count, f"{len(self.parts)}, one for each part")


def reduce(graph: Graph, lower_bound: int = 0, *, max_ticks: int | None = None) -> Reduction:
    """
    Reduce a graph to parts whose chromatic numbers determine its chromatic number.

    Vertices with fewer than ``lower_bound`` neighbors, twins and dominated vertices [1]_ are removed.
    The rest is cut into blocks, and into sets that are completely joined to each other. The same is done
    with each part.

    Parameters
    ----------
    graph
        The graph.
    lower_bound
        Known lower bound on the number of colors, such as the size of a clique. If it exceeds the
        chromatic number, colorings are still proper, but may have ``lower_bound`` colors.
    max_ticks
        Work limit in ticks of the search for dominated vertices, for each part; if omitted, 8 per vertex
        and 4 per edge, but at least 2^25. The rest takes near-linear time.

    Returns
    -------
    Reduction
        The parts, and the method :meth:`Reduction.lift`.

    References
    ----------
    .. [1] Cheeseman, P., B. Kanefsky, and W. M. Taylor (1991). Where the really hard problems are.
       *Proceedings of IJCAI*: 331-337.
    """
    graph = as_graph(graph)
    lower_bound = integer("lower_bound", lower_bound, 0, MAX_VERTICES)
    max_ticks = None if max_ticks is None else integer("max_ticks", max_ticks, 0)
    floor = max(lower_bound, min(graph.n, 1), 2 * min(graph.m, 1))
    nodes: list[_Node] = [_Node(Part(graph, np.arange(graph.n, dtype=np.int32), floor), None, ())]
    todo = [(0, 0)]
    log: list[tuple[str, int]] = []
    complete = True
    while todo:
        i, stage = todo.pop()
        part = nodes[i].part
        if part.graph.n == 0 or stage == len(STAGES):
            continue
        step = STAGES[stage](part.graph, part.lower_bound, max_ticks)
        if step is None:
            todo.append((i, stage + 1))
            continue
        if isinstance(step, Removal):
            complete = complete and step.complete
        log.append((step.name, part.graph.n - sum(p.graph.n for p in step.parts)))
        children = tuple(range(len(nodes), len(nodes) + len(step.parts)))
        nodes[i] = _Node(part, step, children)
        nodes.extend(_Node(_renumbered(child, part), None, ()) for child in step.parts)
        # A removal leaves its fixpoint; the parts of a cut start with the first technique again.
        todo.extend((child, stage + 1 if isinstance(step, Removal) else 0) for child in children)
    parts = tuple(node.part for node in nodes if node.step is None and node.part.graph.n)
    return Reduction(graph, floor, parts, tuple(log), complete, tuple(nodes))


def unreduced(graph: Graph) -> Reduction:
    """Return the trivial reduction: the graph is its only part."""
    floor = max(min(graph.n, 1), 2 * min(graph.m, 1))
    part = Part(graph, np.arange(graph.n, dtype=np.int32), floor)
    return Reduction(graph, floor, (part,) if graph.n else (), (), True, (_Node(part, None, ()),))


def _renumbered(child: Part, parent: Part) -> Part:
    return Part(child.graph, parent.vertices[child.vertices], child.lower_bound)


def _allowed(graph: Graph, max_ticks: int | None) -> int:
    return max(1 << 25, 8 * graph.n + 4 * graph.m) if max_ticks is None else max_ticks


#: Techniques in the order in which they are tried.
STAGES: tuple[Callable[[Graph, int, int | None], Step | None], ...] = (
    lambda graph, floor, _: low_degree(graph, floor),
    lambda graph, floor, _: twins(graph, floor),
    lambda graph, floor, ticks: dominated(graph, floor, _allowed(graph, ticks)),
    lambda graph, floor, _: blocks(graph, floor),
    lambda graph, floor, _: join(graph, floor),
)
