"""
Make a graph smaller before it is colored, and lead a coloring of what is left back to it.

Every reduction is exact: with the chromatic number of each part the one of the graph is known. They are
tried in turn, cheap ones first, on the graph and then on every part that they leave, until none applies.
What each does, and the way back, is a :class:`~solver.reductions.step.Step`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..graphs.graph import Graph
from ..graphs.verify import as_colors, conflicts, is_proper
from .blocks import blocks
from .join import join
from .removal import Removal, dominated, low_degree, twins
from .step import Part, Step


@dataclass(frozen=True, eq=False)
class _Node:
    """A part, the step that reduced it further if any, and where the parts of that stand."""

    part: Part
    step: Step | None
    children: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Reduction:
    """
    What is left of a graph, and the way back.

    Attributes
    ----------
    graph, lower_bound
        As given; the bound is at least what one vertex or edge shows.
    parts
        What is left to color; empty if the graph is solved.
    steps
        ``(technique, vertices removed)`` in turn; below 0 if a cut leaves a vertex in several parts.
    complete
        False if the work limit stopped the search for dominated vertices.
    """

    graph: Graph
    lower_bound: int
    parts: tuple[Part, ...]
    steps: tuple[tuple[str, int], ...]
    complete: bool
    _nodes: tuple[_Node, ...]

    @property
    def n(self) -> int:
        """Vertices left, in all parts together."""
        return sum(part.graph.n for part in self.parts)

    def total(self, numbers: Sequence[int]) -> int:
        """
        Number of colors of the graph from one number for each part.

        Takes lower bounds to a lower bound, numbers of colors to those that :meth:`lift` uses at most,
        and chromatic numbers to the chromatic number.
        """
        self._check(len(numbers))
        left = list(numbers)
        found = [0] * len(self._nodes)
        for i in range(len(self._nodes) - 1, -1, -1):
            node = self._nodes[i]
            if node.step is not None:
                found[i] = node.step.total([found[child] for child in node.children])
            elif node.part.graph.n:
                found[i] = left.pop()
        return max(self.lower_bound, found[0])

    def lift(self, colorings: Sequence[ArrayLike]) -> NDArray[np.int32]:
        """
        Coloring of the graph from one of each part.

        Parameters
        ----------
        colorings
            A proper coloring of each part's graph.

        Returns
        -------
        NDArray[np.int32]
            A proper coloring, int32[n], checked.

        Raises
        ------
        InputError
            If a coloring is missing, or not proper.
        """
        self._check(len(colorings))
        left = [as_colors(p.graph, c) for p, c in zip(self.parts, colorings, strict=True)]
        for i, (part, coloring) in enumerate(zip(self.parts, left, strict=True)):
            if not is_proper(part.graph, coloring):
                raise InputError(f"colorings[{i}] is not a proper coloring of its part")
        lifted: list[NDArray[np.int32]] = [np.empty(0, np.int32)] * len(self._nodes)
        for i in range(len(self._nodes) - 1, -1, -1):
            node = self._nodes[i]
            if node.step is not None:
                lifted[i] = node.step.lift([lifted[child] for child in node.children])
            elif node.part.graph.n:
                lifted[i] = left.pop()
        colors = lifted[0]
        if np.any(colors < 0) or conflicts(self.graph, colors):
            raise AssertionError(f"reduce({self.graph!r}): the way back failed: please report this")
        return colors

    def _check(self, count: int) -> None:
        if count != len(self.parts):
            raise InputError(f"{count} given, expected one for each of {len(self.parts)} parts")


def reduce(graph: Graph, lower_bound: int = 0, *, max_ticks: int | None = None) -> Reduction:
    """
    Reduce a graph to parts whose chromatic numbers give its own.

    Vertices of fewer than ``lower_bound`` neighbors, twins and dominated vertices [1]_ go; what is left
    is cut into blocks, and into sets that are joined to each other completely; and so on with each part.

    Parameters
    ----------
    graph
        The graph.
    lower_bound
        So many colors are needed for sure, for example the size of a clique. Should it be more than the
        chromatic number, colorings are still proper, and may have ``lower_bound`` colors.
    max_ticks
        Work limit of the search for dominated vertices, for each part; 8 a vertex and 4 an edge unless
        given, and 2^25 in any case. The rest takes near-linear time.

    Returns
    -------
    Reduction
        Parts to color, and :meth:`Reduction.lift`.

    References
    ----------
    .. [1] Cheeseman, P., B. Kanefsky, and W. M. Taylor (1991). Where the really hard problems are.
       *Proceedings of IJCAI*: 331-337.
    """
    if lower_bound < 0:
        raise InputError(f"lower_bound = {lower_bound}, expected 0 or more")
    if max_ticks is not None and max_ticks < 0:
        raise InputError(f"max_ticks = {max_ticks}, expected 0 or more")
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
        # What a removal leaves is at its fixpoint; what a cut leaves has to begin anew.
        todo.extend((child, stage + 1 if isinstance(step, Removal) else 0) for child in children)
    parts = tuple(node.part for node in nodes if node.step is None and node.part.graph.n)
    return Reduction(graph, floor, parts, tuple(log), complete, tuple(nodes))


def unreduced(graph: Graph) -> Reduction:
    """A reduction that leaves the graph as it is: one part, and nothing to undo."""
    floor = max(min(graph.n, 1), 2 * min(graph.m, 1))
    part = Part(graph, np.arange(graph.n, dtype=np.int32), floor)
    return Reduction(graph, floor, (part,) if graph.n else (), (), True, (_Node(part, None, ()),))


def _renumbered(child: Part, parent: Part) -> Part:
    return Part(child.graph, parent.vertices[child.vertices], child.lower_bound)


def _allowed(graph: Graph, max_ticks: int | None) -> int:
    return max(1 << 25, 8 * graph.n + 4 * graph.m) if max_ticks is None else max_ticks


#: The techniques, in the order in which they are tried.
STAGES: tuple[Callable[[Graph, int, int | None], Step | None], ...] = (
    lambda graph, floor, _: low_degree(graph, floor),
    lambda graph, floor, _: twins(graph, floor),
    lambda graph, floor, ticks: dominated(graph, floor, _allowed(graph, ticks)),
    lambda graph, floor, _: blocks(graph, floor),
    lambda graph, floor, _: join(graph, floor),
)
