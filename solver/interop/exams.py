"""Examinations and the students who take them: the graph, and costs of pairs of periods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ..arguments import path as checked_path
from ..dcop.network import CostNetwork
from ..errors import BudgetError, InputError, expected
from ..graphs.graph import Graph, build

#: Largest file in bytes, and most pairs of exams of all students together: reading takes seconds.
MAX_BYTES, MAX_PAIRS = 1 << 26, 10_000_000
#: Most entries of all tables of a cost network.
MAX_CELLS = 20_000_000


@dataclass(frozen=True, eq=False)
class Conflicts:
    """
    Pairs of exams that students have in common.

    Attributes
    ----------
    graph
        Graph; exams are vertices.
    common
        Number of common students of each edge, int64[m], in the order of ``graph.edges()``.
    """

    graph: Graph
    common: NDArray[np.int64]


def conflicts_of(n: int, taken: Sequence[Sequence[int]]) -> Conflicts:
    """
    Return the pairs of exams with common students.

    Parameters
    ----------
    n
        Number of exams.
    taken
        Distinct exams of each student.
    """
    columns = np.array([exam for exams in taken for exam in exams], np.int64)
    rows = np.repeat(np.arange(len(taken)), [len(exams) for exams in taken])
    takes = sparse.csr_array((np.ones(len(columns), np.int64), (rows, columns)), (len(taken), n))
    shared = sparse.coo_array(sparse.triu(takes.T @ takes, 1))
    graph = build(n, shared.row, shared.col)[0]
    # Both orders are by the first exam, then the second.
    return Conflicts(graph, shared.data[np.lexsort((shared.col, shared.row))])


def cost_network(
    conflicts: Conflicts, cost: NDArray[np.float64], names: Sequence[object] | None = None
) -> CostNetwork:
    """
    Return the network in which each pair costs its common students times the cost of its periods.

    Parameters
    ----------
    conflicts
        Pairs of exams.
    cost
        Symmetric costs of pairs of periods, (k, k); +inf forbids.
    names
        Names of the exams; their numbers if None.
    """
    graph, k = conflicts.graph, len(cost)
    labels = list(range(graph.n)) if names is None else list(names)
    functions = [
        ((labels[u], labels[v]), cost * count)
        for (u, v), count in zip(graph.edges().tolist(), conflicts.common.tolist(), strict=True)
    ]
    return CostNetwork([k] * graph.n, functions, names=labels)


def check_cells(cells: int, message: str = "the tables of the cost network") -> None:
    """Raise BudgetError if a network or a problem would have too many table entries."""
    if cells > MAX_CELLS:
        raise BudgetError(message, estimate=cells, budget=MAX_CELLS, unit="cells")


def lines_of(path: str | PathLike[str]) -> list[str]:
    """Return the lines of a text file; InputError if it is too large or cannot be read."""
    try:
        with checked_path("path", path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise expected("size", f"more than {MAX_BYTES} bytes", f"<= {MAX_BYTES}", path=path)
        return data.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the file cannot be read: {error}", path=path) from None


def integer_of(
    what: str, word: str, low: int, high: int | None, path: str | PathLike[str], line: int
) -> int:
    """Return a word of a file as an integer from ``low`` to ``high``; InputError otherwise."""
    legal = f"an integer >= {low}" if high is None else f"an integer from {low} to {high}"
    word = word.strip()
    # Ten digits are enough for all files, and long integers are slow to convert.
    if not (word.isascii() and word.isdigit() and len(word) <= 10):
        raise expected(what, word, legal, path=path, line=line)
    number = int(word)
    if number < low or (high is not None and number > high):
        raise expected(what, number, legal, path=path, line=line)
    return number
