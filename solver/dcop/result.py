"""What a distributed algorithm returns."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class DcopResult:
    """
    The best assignment that an algorithm passed through, and what agents would have paid for it.

    Attributes
    ----------
    algorithm
        Its name.
    assignment
        ``{name: label}``, in the order of the variables.
    values
        The same as positions in the domains, int32[n].
    cost
        Of the assignment, summed again from the network; +inf if it is forbidden.
    conflicts
        For a problem, the edges whose ends have the same color; else None.
    history
        float64[cycles], the lowest cost until after each cycle. On a network that is not exact these are
        sums on its grid, which may differ from ``cost`` in the last digits.
    cycles
        Cycles played; fewer than asked for if the algorithm came to rest.
    messages, bytes
        Sent between agents altogether, each variable and (in Max-Sum) each pair being one: costs and
        gains count 8 bytes, values 4, answers 1.
    nccc
        Non-concurrent constraint checks: table entries looked up one after another when all agents work
        at once, that is, the sum over the cycles of what the busiest agent looks up.
    """

    algorithm: str
    assignment: dict[Hashable, Hashable]
    values: NDArray[np.int32]
    cost: float
    conflicts: int | None
    history: NDArray[np.float64]
    cycles: int
    messages: int
    bytes: int
    nccc: int

    @property
    def penalty(self) -> float:
        """The cost, by the name that it has in a :class:`solver.Problem`."""
        return self.cost

    def __repr__(self) -> str:
        conflicts = "" if self.conflicts is None else f", conflicts={self.conflicts}"
        return (
            f"DcopResult({self.algorithm}, cost={self.cost:g}{conflicts}, cycles={self.cycles}, "
            f"messages={self.messages})"
        )
