"""
The lines of a proof in the format of VeriPB, version 3.

Gocht and Nordström (2021), doi:10.1609/aaai.v35i5.16494, and Bogaerts et al. (2023),
doi:10.1613/jair.1.14296. Constraints are numbered in the order in which they are stated, the formula
first. Four rules suffice: a linear combination in reverse polish notation (``pol``), reverse unit
propagation (``rup``), redundance with a substitution as its witness (``red``), and deletion. A checker
proves the goals of every ``red`` step by itself: they are in the database or follow by unit propagation.
No line needs a subproof.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

HEADER = "pseudo-Boolean proof version 3.0"


class ProofLog:
    """
    A proof that is being written.

    Parameters
    ----------
    file
        File of the proof.
    variables, constraints
        Number of variables and constraints of the formula.

    Attributes
    ----------
    variables, last
        Number of variables so far, and number of the last constraint.
    steps
        Number of lines that state a constraint.
    """

    def __init__(self, file: TextIO, variables: int, constraints: int) -> None:
        self._file = file
        self.variables, self.last = variables, constraints
        self.steps = 0
        file.write(f"{HEADER}\nf {constraints} ;\n")

    def new_variable(self) -> int:
        """Return a variable that the formula does not have."""
        self.variables += 1
        return self.variables

    def combination(self, polish: str) -> int:
        """State a linear combination, in reverse polish notation; return its number."""
        return self._state(f"pol {polish}")

    def implied(self, literals: Iterable[int]) -> int:
        """State a clause that follows by reverse unit propagation."""
        return self._state(f"rup {clause(literals)}")

    def redundant(self, constraint: str, witness: str) -> int:
        """State a constraint that can be added without loss, and the substitution that shows it."""
        return self._state(f"red {constraint} : {witness}")

    def delete(self, constraints: Iterable[int]) -> None:
        """Delete constraints that are not needed any more."""
        numbers = " ".join(map(str, constraints))
        if numbers:
            self._file.write(f"del id {numbers} ;\n")

    def conclude(self, contradiction: int) -> None:
        """End the proof: the given constraint cannot be satisfied."""
        self._file.write(
            f"output NONE ;\nconclusion UNSAT : {contradiction} ;\nend pseudo-Boolean proof ;\n"
        )

    def _state(self, line: str) -> int:
        self._file.write(f"{line} ;\n")
        self.last += 1
        self.steps += 1
        return self.last


def literal(number: int) -> str:
    """Return the name of a literal: a variable, or its negation if the number is negative."""
    return f"x{number}" if number > 0 else f"~x{-number}"


def clause(literals: Iterable[int]) -> str:
    """Return the constraint that one of the literals is true."""
    return weighted(((1, number) for number in literals), 1)


def weighted(terms: Iterable[tuple[int, int]], least: int) -> str:
    """Return the constraint that literals with coefficients, positive integers, sum to ``least``."""
    total = "".join(f"{coefficient} {literal(number)} " for coefficient, number in terms)
    return f"{total}>= {least}"


def total(constraints: Iterable[int]) -> str:
    """Return the sum of constraints in reverse polish notation."""
    first, *rest = constraints
    return " ".join([str(first), *(f"{number} +" for number in rest)])
