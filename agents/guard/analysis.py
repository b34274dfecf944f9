"""
Static analysis of guards: whether two can hold at once, and whether one of several always holds.

A guard is a boolean skeleton over atoms, the parts that ``&& || ! ?:`` connect. An atom that compares
one path with constants, or tests its presence, has one outcome on each cell of the path's values (see
:mod:`.domains`): true, false or failed. The search assigns cells to paths, evaluates the skeletons on
the partial assignment, and backtracks as soon as the goal is impossible. A result is a witness: values
on which the evaluated guards have the wanted outcomes.

An atom that relates two paths, computes, or calls the host is opaque: the search allows any outcome,
except a failure of operations that never fail on their types.
"disjoint" is then still a proof; a witness must pass the evaluation; otherwise, or if the budget is
exhausted, the answer is "unknown".

Proofs are about values of the declared types and finite numbers, as in JSON: with NaN neither ``x < 1``
nor ``x >= 1`` holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

from .atoms import Problem, check_alike
from .guard import Guard
from .outcomes import ANY, FAILED, FALSE, OUTCOMES, TRUE, outcome_of

#: Default limit of assignments.
BUDGET = 5_000


class Overlap(NamedTuple):
    """
    Answer to whether two guards can hold at once.

    Attributes
    ----------
    kind
        ``"disjoint"`` and ``"overlap"`` are proved; ``"unknown"`` is neither.
    witness
        Values on which both hold, if they overlap.
    """

    kind: Literal["disjoint", "overlap", "unknown"]
    witness: dict[str, Any] | None


class Coverage(NamedTuple):
    """
    Answer to whether at least one of several guards always holds.

    Attributes
    ----------
    kind
        ``"exhaustive"`` and ``"gap"`` are proved; ``"unknown"`` is neither.
    witness
        Values on which none holds, if there is a gap. Other paths are missing.
    """

    kind: Literal["exhaustive", "gap", "unknown"]
    witness: dict[str, Any] | None


class Satisfiability(NamedTuple):
    """
    Answer to whether guards can have given outcomes together.

    Attributes
    ----------
    kind
        ``"possible"`` and ``"impossible"`` are proved; ``"unknown"`` is neither.
    witness
        Values with these outcomes, if they are possible.
    work
        Number of atoms evaluated and of cells made, a measure of the cost that does not depend on the
        machine.
    """

    kind: Literal["possible", "impossible", "unknown"]
    witness: dict[str, Any] | None
    work: int


def satisfiable(
    hold: Iterable[Guard],
    fail: Iterable[Guard] = (),
    *,
    present: Iterable[str] = (),
    budget: int = BUDGET,
) -> Satisfiability:
    """
    Return whether some guards can hold while others do not.

    Parameters
    ----------
    hold, fail
        Guards that are to hold, and guards that are to be false or to fail; all compiled against the
        same declarations.
    present, budget
        See :func:`overlap`.
    """
    holding, failing = list(hold), list(fail)
    problem = Problem([*holding, *failing], present)
    wanted = [TRUE] * len(holding) + [FALSE | FAILED] * len(failing)
    search = _Search(problem, wanted, budget)
    witness = search.run()
    kind: Literal["possible", "impossible", "unknown"] = "possible" if witness is not None else "unknown"
    if witness is None and not search.undecided:
        kind = "impossible"
    cells = sum(len(variable.values) for variable in problem.variables)
    return Satisfiability(kind, witness, (budget - search.budget) * (1 + len(problem.atoms)) + cells)


def overlap(a: Guard, b: Guard, *, present: Iterable[str] = (), budget: int = BUDGET) -> Overlap:
    """
    Return whether two guards can hold at once.

    Parameters
    ----------
    a, b
        Guards compiled against the same declarations.
    present
        Paths that are always present, such as ``"answers.age"``. Others may be missing.
    budget
        Number of assignments to try before the answer is ``"unknown"``.

    Raises
    ------
    InputError
        If the declarations differ.
    """
    check_alike([a, b])
    for path, constants in a.pinned.items():  # most pairs of a decision differ in these
        if constants.isdisjoint(b.pinned.get(path, constants)):
            return Overlap("disjoint", None)
    found, witness = _search([a, b], [TRUE, TRUE], present, budget)
    return Overlap("overlap" if found else "disjoint" if found is False else "unknown", witness)


def exhaustive(
    guards: Iterable[Guard], *, present: Iterable[str] = (), budget: int = BUDGET
) -> Coverage:
    """Return whether at least one of the guards holds for all values; see :func:`overlap`."""
    given = list(guards)
    found, witness = _search(given, [FALSE | FAILED] * len(given), present, budget)
    return Coverage("gap" if found else "exhaustive" if found is False else "unknown", witness)


def always(guard: Guard, *, present: Iterable[str] = (), budget: int = BUDGET) -> bool | None:
    """Return whether a guard holds for all values; None if undecided."""
    found, _ = _search([guard], [FALSE | FAILED], present, budget)
    return None if found is None else not found


def never(guard: Guard, *, present: Iterable[str] = (), budget: int = BUDGET) -> bool | None:
    """Return whether a guard holds for no values; None if undecided."""
    found, _ = _search([guard], [TRUE], present, budget)
    return None if found is None else not found


def _search(
    guards: Sequence[Guard], wanted: Sequence[int], present: Iterable[str], budget: int
) -> tuple[bool | None, dict[str, Any] | None]:
    """
    Search for values on which each guard has a wanted outcome.

    Returns
    -------
    found, witness
        True and the values; False if there are none; None if undecided.
    """
    problem = Problem(guards, present)
    search = _Search(problem, wanted, budget)
    witness = search.run()
    if witness is not None:
        return True, witness
    return (None if search.undecided else False), None


class _Search:
    """Depth-first search: each level assigns a cell to a path."""

    def __init__(self, problem: Problem, wanted: Sequence[int], budget: int) -> None:
        self.problem = problem
        self.wanted = wanted
        self.budget = budget
        self.undecided = False
        self.cells: list[int] = []

    def run(self) -> dict[str, Any] | None:
        return self.descend([ANY] * len(self.problem.atoms))

    def descend(self, atoms: list[int]) -> dict[str, Any] | None:
        """Extend an assignment of the first paths; ``atoms`` has the possible outcomes."""
        self.budget -= 1
        if self.budget < 0:
            self.undecided = True
            return None
        depth = len(self.cells)
        atoms = atoms.copy()
        for number in self.problem.completed_by[depth]:
            atoms[number] = self.problem.outcome(self.problem.atoms[number], self.cells)
        possible, certain = self.reached(atoms)
        if not possible:
            return None
        if certain or depth == len(self.problem.variables):
            witness = self.problem.world(self.cells)
            if self.confirmed(witness):
                return witness
        if depth < len(self.problem.variables):
            return self.assign(atoms, depth)
        # Only opaque atoms are open, and these values do not decide: other values may.
        self.undecided = self.undecided or self.reach(atoms, any)
        return None

    def confirmed(self, witness: dict[str, Any]) -> bool:
        """Return whether the evaluated guards have the wanted outcomes for any results of the host."""
        for guard, wanted in zip(self.problem.guards, self.wanted, strict=True):
            if not guard.calls and not outcome_of(guard.run, witness) & wanted:
                return False
        return self.reach(self.problem.outcomes(witness), all)

    def reached(self, atoms: list[int]) -> tuple[bool, bool]:
        """Return whether the goal is possible, and whether it is certain."""
        certain = True
        for skeleton, wanted in zip(self.problem.skeletons, self.wanted, strict=True):
            outcomes = skeleton(atoms)
            if not outcomes & wanted:
                return False, False
            certain = certain and not outcomes & ~wanted
        return True, certain

    def assign(self, atoms: list[int], depth: int) -> dict[str, Any] | None:
        """Try the cells of the next path."""
        variable = self.problem.variables[depth]
        dead = variable.parent is not None and not self.problem.is_map(variable.parent, self.cells)
        for cell in range(1 if dead else len(variable.values)):
            self.cells.append(cell)
            witness = self.descend(atoms)
            if witness is not None:
                return witness
            self.cells.pop()
            if self.budget < 0:
                self.undecided = True
                break
        return None

    def reach(self, atoms: list[int], quantifier: Callable[[Iterable[bool]], bool]) -> bool:
        """Return whether the goal is reached for any, or all, outcomes of open atoms."""
        self.budget -= 1
        possible, certain = self.reached(atoms)
        if certain or not possible:
            return possible
        if self.budget < 0:
            return quantifier is any
        number = next(i for i, open_ in enumerate(atoms) if open_ not in OUTCOMES)
        left = [outcome for outcome in OUTCOMES if atoms[number] & outcome]
        after = ([*atoms[:number], outcome, *atoms[number + 1 :]] for outcome in left)
        return quantifier(
            self.reach(outcomes, quantifier)
            for outcomes in after
            if self.problem.consistent(outcomes, number)
        )
