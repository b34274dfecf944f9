"""A satisfiability solver of PySAT whose run can be limited, interrupted and resumed."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..errors import InputError
from ..stop import interrupts_wait

#: Solvers whose work PySAT can limit, so that a run can be interrupted and resumed.
SOLVERS = ("cadical153", "cadical195", "glucose42", "minisat22")
SLICE_CONFLICTS = 10_000  # conflicts between two checks for Ctrl-C


def load_pysat() -> Any:
    """Import ``pysat.solvers``; if it is missing, raise an InputError that names the extra."""
    try:
        import pysat.solvers
    except ImportError:
        raise InputError("python-sat is not installed: pip install 'kempe[sat]'") from None
    return pysat.solvers


class LimitedSolver:
    """
    A satisfiability solver with its clauses.

    Parameters
    ----------
    clauses
        Clauses as in the DIMACS format.
    name
        One of :data:`SOLVERS`.
    with_proof
        Whether to keep the solver's proof.

    Attributes
    ----------
    answer
        Whether the clauses can be satisfied; None if not known yet.

    Raises
    ------
    InputError
        If python-sat is not installed.
    """

    def __init__(
        self, clauses: Iterable[list[int]], *, name: str = "cadical195", with_proof: bool = False
    ) -> None:
        self._solver: Any = None  # where python-sat is missing
        self._solver = load_pysat().Solver(name=name, with_proof=with_proof)
        self._solver.append_formula(clauses)
        self.answer: bool | None = None

    @property
    def conflicts(self) -> int:
        """Work so far, in conflicts of the solver."""
        return int(self._solver.accum_stats()["conflicts"])

    @property
    def propagations(self) -> int:
        """Literals propagated so far."""
        return int(self._solver.accum_stats()["propagations"])

    def run(self, conflicts: int) -> bool | None:
        """Search for ``conflicts`` more conflicts, or until the answer is known; return the answer."""
        while self.answer is None and conflicts > 0:
            # In the main thread PySAT handles Ctrl-C by a long jump out of the solver, after which
            # CaDiCaL crashes. In another thread, Ctrl-C waits for the end of the slice: the exception
            # may come in the middle of a lock of `threading`, which then is released twice, and the
            # RuntimeError of that hides the KeyboardInterrupt.
            with interrupts_wait(), ThreadPoolExecutor(1) as pool:
                self.answer = pool.submit(self._slice, min(conflicts, SLICE_CONFLICTS)).result()
            conflicts -= SLICE_CONFLICTS
        return self.answer

    def _slice(self, conflicts: int) -> bool | None:
        # The budget holds for one call, so the thread that makes the call sets it. Otherwise a thread
        # left over from Ctrl-C could use up the budget of the next call, which would then run without
        # limit.
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited()
        return answer

    def model(self) -> list[int]:
        """Return the true literals, if ``answer`` is True."""
        model: list[int] = self._solver.get_model()
        return model

    def proof(self) -> list[str]:
        """Return the proof, lines in the DRUP format, if ``answer`` is False."""
        return self._solver.get_proof() or ["0"]

    def close(self) -> None:
        """Free the solver's memory now rather than when the object is collected."""
        # PySAT forgets the solver only after it was freed: an interrupt between the two would have the
        # memory freed twice, which ends the process.
        with interrupts_wait():
            self._solver.delete()

    def __del__(self) -> None:
        if self._solver is not None:
            self.close()
