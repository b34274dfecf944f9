"""The result of a distributed algorithm."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class DcopResult:
    """
    The best assignment that an algorithm visited, and the effort of the agents.

    Attributes
    ----------
    algorithm
        Name of the algorithm.
    assignment
        ``{name: label}``, in the order of the variables.
    values
        Positions in the domains, int32[n].
    cost
        Cost of the assignment, summed again from the network; +inf if it is forbidden.
    conflicts
        Number of edges whose ends have the same color; None for a cost network.
    history
        float64[cycles], lowest cost up to each cycle. For a network that is not exact these are sums on
        its grid, which may differ from ``cost`` in the last digits.
    cycles
        Cycles played; fewer than requested if the algorithm converged.
    messages, bytes
        Messages between agents and their size. Each variable and (in Max-Sum) each pair is an agent;
        costs and gains count 8 bytes, values 4, answers 1.
    lower_bound
        Lower bound on the cost of every assignment; -inf if the algorithm gives none.
    nccc
        Non-concurrent constraint checks: the sum over the cycles of the table entries that the busiest
        agent looks up.
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
    lower_bound: float = -math.inf

    @property
    def proven(self) -> bool:
        """Whether the assignment is proven optimal, up to rounding if the network is not exact."""
        return self.lower_bound >= self.cost

    def renamed(self, algorithm: str) -> DcopResult:
        """Return the result under the name of the algorithm that was asked for; it sent no messages."""
        return replace(self, algorithm=algorithm, messages=0, bytes=0, nccc=0)

    @property
    def penalty(self) -> float:
        """The cost, under its name in a :class:`solver.Problem`."""
        return self.cost

    def __repr__(self) -> str:
        conflicts = "" if self.conflicts is None else f", conflicts={self.conflicts}"
        if self.cost == math.inf:
            state = ", infeasible" if self.proven else ", forbidden"
        else:
            state = ", proven" if self.proven else ""
        return (
            f"DcopResult({self.algorithm}, cost={self.cost:g}{state}{conflicts}, "
            f"cycles={self.cycles}, messages={self.messages})"
        )
