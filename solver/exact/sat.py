"""
"Is the graph k-colorable?", answered by a satisfiability solver (extra ``sat``).

The answer is a coloring, or that there is none; then k + 1 colors are needed, with the solver's proof if
one was asked for. Encodings are in ``cnf.py``, the solvers in PySAT (Ignatiev, Morgado and Marques-Silva
2018, doi:10.1007/978-3-319-94144-8_26).
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..cliques.clique import clique as find_clique
from ..errors import BudgetError, InputError
from ..graphs.graph import Graph
from ..graphs.verify import is_clique
from . import cnf

#: Solvers whose work PySAT can limit, so that a run can be cut into slices.
SOLVERS = ("cadical153", "cadical195", "glucose42", "minisat22")
ENCODINGS = ("assignment", "order")
SLICE_CONFLICTS = 10_000  # between two chances for Ctrl-C


@dataclass(frozen=True)
class SatParams:
    """
    How the question is put, and to whom.

    Attributes
    ----------
    encoding
        ``"assignment"`` or ``"order"``; see ``cnf.py``.
    at_most_one
        Whether the assignment encoding says that a vertex has one color only. No need, but CaDiCaL finds
        50 colors for wap05a and 30 for qg.order30 in 0.2 s with it, and neither in 5 s without.
    solver
        A name that PySAT knows: ``"cadical153"``, ``"cadical195"``, ``"glucose42"`` or
        ``"minisat22"``.
    max_literals
        Refuse a graph that needs more than this, 2 for each edge and color; a million take a second.
    """

    encoding: str = "assignment"
    at_most_one: bool = True
    solver: str = "cadical195"
    max_literals: int = 10_000_000

    def __post_init__(self) -> None:
        if self.encoding not in ENCODINGS:
            raise InputError(f"encoding = {self.encoding!r}, expected one of {', '.join(ENCODINGS)}")
        if self.solver not in SOLVERS:
            raise InputError(f"solver = {self.solver!r}, expected one of {', '.join(SOLVERS)}")
        if self.max_literals < 1:
            raise InputError(f"max_literals = {self.max_literals}, expected a positive number")


def load_pysat() -> Any:
    """Module ``pysat.solvers``; an InputError that names the extra if it is not installed."""
    try:
        import pysat.solvers
    except ImportError:
        raise InputError("python-sat is not installed: pip install 'kempe[sat]'") from None
    return pysat.solvers


@contextmanager
def _without_collection() -> Iterator[None]:
    """Millions of lists and no cycle: the search for cycles takes most of the time (le450_25c: 6/7)."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class SatSearch:
    """
    A satisfiability solver at work on one graph and one k, resumable.

    Parameters
    ----------
    graph
        The graph.
    k
        Number of colors, 0 or more.
    clique
        Pairwise adjacent vertices, whose colors are fixed; found by :func:`solver.clique` if omitted.
        One of more than ``k`` answers the question by itself.
    params
        Encoding and solver.
    with_proof
        Keep the solver's proof, for :meth:`save_proof`.

    Raises
    ------
    InputError
        If python-sat is not installed, ``k`` is negative, or the clique is none.
    BudgetError
        If there would be too many clauses.
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
        solvers = load_pysat()
        if k < 0:
            raise InputError(f"k = {k}, expected 0 or more")
        members = np.asarray(find_clique(graph) if clique is None else clique, np.int64)
        if not is_clique(graph, members):
            raise InputError("clique: the vertices are not pairwise adjacent")
        self.k = k
        self.answer: bool | None = None
        self._colors: NDArray[np.int32] | None = None
        self._with_proof = with_proof
        # Of a clique that is too large k + 1 vertices show as much, and keep the formula one.
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
            self._solver = solvers.Solver(name=params.solver, with_proof=with_proof)
            self._solver.append_formula(self.cnf.clauses)

    @property
    def conflicts(self) -> int:
        """Work so far, in conflicts of the solver, which are dead ends met and learned from."""
        return int(self._solver.accum_stats()["conflicts"])

    def conflicts_in(self, propagations: int) -> int:
        """How many conflicts so many propagations lead to, to go by the run so far; 0 before it."""
        stats = self._solver.accum_stats()
        return int(propagations * stats["conflicts"] // max(stats["propagations"], 1))

    def run(self, conflicts: int) -> bool | None:
        """
        Work until so many more conflicts are met or the answer is known.

        Returns
        -------
        bool or None
            ``answer``: whether the graph is k-colorable; None if that is not known yet.
        """
        while self.answer is None and conflicts > 0:
            # In the main thread PySAT answers Ctrl-C by a long jump out of the solver, which CaDiCaL
            # does not survive. From another one Ctrl-C waits for the end of the slice.
            with ThreadPoolExecutor(1) as pool:
                self.answer = pool.submit(self._slice, min(conflicts, SLICE_CONFLICTS)).result()
            conflicts -= SLICE_CONFLICTS
        if self.answer and self._colors is None:
            self._colors = self.cnf.decode(self._solver.get_model())
        return self.answer

    def _slice(self, conflicts: int) -> bool | None:
        # The budget holds for one call, and belongs to the thread that makes it: Ctrl-C while the pool
        # starts leaves a thread behind that would take the next one's, which then never ends.
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited()
        return answer

    def colors(self) -> NDArray[np.int32]:
        """Coloring found, int32[n] in [0, k); only if ``answer`` is True."""
        if self._colors is None:
            raise InputError(f"no coloring with {self.k} colors was found")
        return self._colors.copy()

    def save_proof(self, path: str | PathLike[str]) -> None:
        """
        Write the formula to ``path`` with the suffix ``.cnf`` and the proof with ``.drup``.

        Any checker of DRUP or DRAT takes the two. What the proof does not show is that the formula says
        what it should: a clique has its colors in it, and the vertices after it may not take any color
        before those of lower number.

        Raises
        ------
        InputError
            Unless the answer is False and the search was made with ``with_proof=True``.
        """
        if self.answer is not False or not self._with_proof:
            raise InputError("save_proof: expected a search with_proof=True whose answer is False")
        clauses = [f"{' '.join(map(str, clause))} 0\n".lstrip() for clause in self.cnf.clauses]
        head = f"p cnf {self.cnf.variables} {len(clauses)}\n"
        Path(path).with_suffix(".cnf").write_text(head + "".join(clauses))
        proof = self._solver.get_proof() or ["0"]
        Path(path).with_suffix(".drup").write_text("".join(f"{line}\n" for line in proof))

    def close(self) -> None:
        """Free the solver's memory at once; otherwise this happens when the object is collected."""
        self._solver.delete()
