"""
k-coloring by a satisfiability solver (extra ``sat``).

The result is a k-coloring, or that there is none, optionally with the solver's proof. The encodings are
in ``cnf.py``; the solvers come from PySAT (Ignatiev, Morgado and Marques-Silva 2018,
doi:10.1007/978-3-319-94144-8_26).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arguments import integer
from ..cliques.clique import clique as find_clique
from ..errors import BudgetError, InputError, expected
from ..graphs.graph import Graph
from ..graphs.verify import is_clique
from . import cnf
from .limited import SOLVERS, LimitedSolver, load_pysat

ENCODINGS = ("assignment", "order")


@dataclass(frozen=True)
class SatParams:
    """
    Encoding and solver.

    Attributes
    ----------
    encoding
        ``"assignment"`` or ``"order"``; see ``cnf.py``.
    at_most_one
        Whether the assignment encoding states that a vertex has at most one color. This is redundant,
        but with it CaDiCaL finds 50 colors for wap05a and 30 for qg.order30 in 0.2 s, and without it
        neither in 5 s.
    solver
        Name of the solver in PySAT: ``"cadical153"``, ``"cadical195"``, ``"glucose42"`` or
        ``"minisat22"``.
    max_literals
        Largest number of literals, about 2 per edge and color; building a million takes 1 s.
    """

    encoding: str = "assignment"
    at_most_one: bool = True
    solver: str = "cadical195"
    max_literals: int = 10_000_000

    def __post_init__(self) -> None:
        if self.encoding not in ENCODINGS:
            raise expected("encoding", self.encoding, f"one of {', '.join(ENCODINGS)}")
        if self.solver not in SOLVERS:
            raise expected("solver", self.solver, f"one of {', '.join(SOLVERS)}")
        integer("max_literals", self.max_literals, 1)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Suspend garbage collection, which takes 6/7 of the time to build the clauses of le450_25c."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class SatSearch:
    """
    Resumable search for a k-coloring by a satisfiability solver.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors, at least 0.
    clique
        Pairwise adjacent vertices, whose colors are fixed; found by :func:`solver.clique` if omitted.
        With more than ``k`` vertices there is no k-coloring.
    params
        Encoding and solver.
    with_proof
        Whether to keep the solver's proof, for :meth:`save_proof`.

    Raises
    ------
    InputError
        If python-sat is not installed, ``k`` is negative, or ``clique`` is not a clique.
    BudgetError
        If the encoding has more than ``params.max_literals`` literals.
    """

    def __init__(
        self,
        graph: Graph,
        k: int,
        *,
        clique: ArrayLike | None = None,
        params: SatParams = SatParams(),
        with_proof: bool = False,
    ) -> None:
        load_pysat()
        k = integer("k", k, 0)
        members = np.asarray(find_clique(graph) if clique is None else clique, np.int64)
        if not is_clique(graph, members):
            raise InputError("clique: expected pairwise adjacent vertices")
        self.k = k
        self.answer: bool | None = None
        self._colors: NDArray[np.int32] | None = None
        self._with_proof = with_proof
        # Of a clique that is too large, k vertices are fixed; any other then has no color left.
        allowed = cnf.allowed_colors(graph, k, members[: min(k, len(members))])
        pairs = params.at_most_one and params.encoding == "assignment"
        literals = cnf.number_of_literals(graph, allowed, at_most_one=pairs)
        if literals > params.max_literals:
            raise BudgetError(
                f"clauses for {k} colors of {graph!r}",
                estimate=literals,
                budget=params.max_literals,
                unit="literals",
            )
        with _without_collection():
            if params.encoding == "assignment":
                self.cnf = cnf.assignment(graph, allowed, at_most_one=params.at_most_one)
            else:
                self.cnf = cnf.order(graph, allowed)
            self._solver = LimitedSolver(self.cnf.clauses, name=params.solver, with_proof=with_proof)

    @property
    def conflicts(self) -> int:
        """Work so far, in conflicts of the solver."""
        return self._solver.conflicts

    def conflicts_in(self, propagations: int) -> int:
        """Estimate the number of conflicts in ``propagations`` from the run so far; 0 before it."""
        return propagations * self._solver.conflicts // max(self._solver.propagations, 1)

    def run(self, conflicts: int) -> bool | None:
        """
        Search for ``conflicts`` more conflicts, or until the answer is known.

        Returns
        -------
        bool or None
            Whether the graph is k-colorable, as in ``answer``; None if not known yet.
        """
        self.answer = self._solver.run(conflicts)
        if self.answer and self._colors is None:
            self._colors = self.cnf.decode(self._solver.model())
        return self.answer

    def colors(self) -> NDArray[np.int32]:
        """Return the coloring, int32[n] in [0, k), if ``answer`` is True."""
        if self._colors is None:
            raise InputError(f"no coloring with {self.k} colors: expected a search that found one")
        return self._colors.copy()

    def save_proof(self, path: str | PathLike[str]) -> None:
        """
        Write the formula to ``path`` with the suffix ``.cnf`` and the proof with ``.drup``.

        Any DRUP or DRAT checker verifies the two. They do not prove that the formula encodes the graph:
        in it a clique has fixed colors, and the colors of the vertices after it are restricted; see
        ``cnf.py``.

        Raises
        ------
        InputError
            If ``answer`` is not False or the search was created without ``with_proof=True``.
        """
        proof = self.proof()
        clauses = [f"{' '.join(map(str, clause))} 0\n".lstrip() for clause in self.cnf.clauses]
        head = f"p cnf {self.cnf.variables} {len(clauses)}\n"
        Path(path).with_suffix(".cnf").write_text(head + "".join(clauses))
        Path(path).with_suffix(".drup").write_text("".join(f"{line}\n" for line in proof))

    def proof(self) -> list[str]:
        """
        Return the solver's proof, lines in the DRUP format.

        Raises
        ------
        InputError
            If ``answer`` is not False or the search was created without ``with_proof=True``.
        """
        if self.answer is not False or not self._with_proof:
            raise InputError("no proof: expected a search with with_proof=True and the answer False")
        return self._solver.proof()

    def close(self) -> None:
        """Free the solver's memory now rather than when the object is collected."""
        self._solver.close()
