"""
The formula "there is a proper coloring with k colors", as pseudo-Boolean constraints.

Vertices and colors count from 1 here: the variable x[(v - 1) k + i] states that vertex v has color i.
Each vertex has at least one color; that it may have several does no harm. For each edge, and each color,
at most one of the ends has that color. Edges are in lexicographic order, without repetitions.

The formula uses the whole graph and breaks no symmetry, so that ``docs/write_formula.py``, a script that
shares no code with Kempe, can write the same bytes. Whatever simplifies the graph is part of a proof.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np

from ..errors import BudgetError
from ..graphs.graph import Graph

#: Largest number of constraints; a million takes about 25 MB and 1 s.
MOST_CONSTRAINTS = 30_000_000
#: Edges that are written at once.
CHUNK = 10_000


class Encoding(Protocol):
    """Variables and constraints that encode a coloring; vertices and colors count from 0."""

    k: int

    def variable(self, v: int, color: int) -> int:
        """Return the number of the variable "vertex ``v`` has ``color``"."""

    def some_color(self, v: int) -> int:
        """Return the number of the constraint that vertex ``v`` has a color."""

    def edge(self, u: int, v: int, color: int) -> int:
        """Return the number of the constraint that not both ends of an edge have ``color``."""


class Formula:
    """
    The formula of a graph and a number of colors.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors, at least 0.

    Attributes
    ----------
    variables, constraints
        Number of variables and of constraints.

    Raises
    ------
    BudgetError
        If there are more than :data:`MOST_CONSTRAINTS` constraints.
    """

    def __init__(self, graph: Graph, k: int) -> None:
        self.graph, self.k = graph, k
        self.variables = graph.n * k
        self.constraints = graph.n + graph.m * k
        if self.constraints > MOST_CONSTRAINTS:
            raise BudgetError(
                f"the formula of {k} colors for {graph!r}",
                estimate=self.constraints,
                budget=MOST_CONSTRAINTS,
                unit="constraints",
            )
        heads = np.repeat(np.arange(graph.n), graph.degrees)
        self._later = np.bincount(heads[graph.indices > heads], minlength=graph.n)
        self._first = np.cumsum(self._later) - self._later

    def variable(self, v: int, color: int) -> int:
        """See :class:`Encoding`."""
        return v * self.k + color + 1

    def some_color(self, v: int) -> int:
        """See :class:`Encoding`."""
        return v + 1

    def edge(self, u: int, v: int, color: int) -> int:
        """See :class:`Encoding`."""
        u, v = min(u, v), max(u, v)
        row = self.graph.neighbors(u)
        later = int(np.searchsorted(row, v)) - (len(row) - int(self._later[u]))
        return self.graph.n + (int(self._first[u]) + later) * self.k + color + 1

    def write(self, path: Path) -> None:
        """Write the formula in the OPB format."""
        k = self.k
        with path.open("w", encoding="ascii", newline="\n") as file:
            file.write(f"* #variable= {self.variables} #constraint= {self.constraints}\n")
            for v in range(self.graph.n):
                file.write(f"{_sum('', range(v * k + 1, v * k + k + 1))}>= 1 ;\n")
            edges = self.graph.edges()
            for start in range(0, len(edges), CHUNK):
                pairs = (edges[start : start + CHUNK].astype(np.int64) * k).tolist()
                file.write(
                    "".join(
                        f"1 ~x{u + i} 1 ~x{v + i} >= 1 ;\n" for u, v in pairs for i in range(1, k + 1)
                    )
                )


def _sum(sign: str, variables: range) -> str:
    return "".join(f"1 {sign}x{x} " for x in variables)
