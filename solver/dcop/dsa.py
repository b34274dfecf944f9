"""DSA, the distributed stochastic search; its kernel says how a cycle goes."""

from __future__ import annotations

import numpy as np

from .._kernels.dcop.dsa import VARIANT_A, VARIANT_B, VARIANT_C, dsa_cycles
from ..errors import InputError
from ..problems.problem import Problem
from .network import CostNetwork
from .play import (
    VALUE_BYTES,
    Initial,
    LocalSearch,
    check_cycles,
    check_probability,
    in_parts,
    make_result,
)
from .result import DcopResult

VARIANTS = {"A": VARIANT_A, "B": VARIANT_B, "C": VARIANT_C}


def dsa(
    problem: Problem | CostNetwork,
    *,
    cycles: int = 200,
    variant: str = "B",
    p: float = 0.7,
    seed: int = 0,
    initial: Initial | None = None,
) -> DcopResult:
    """
    Search with DSA [1]_: in each cycle every variable that can improve does so with probability ``p``.

    A cycle costs O(n k), and O(degree k) for each move. Among equally good values one is drawn.

    Parameters
    ----------
    problem
        A coloring problem or a cost network.
    cycles
        Cycles to play; each sends every value to every neighbor.
    variant
        When to move: ``"A"`` only to a better value; ``"B"`` also to another value as good while one of
        the variable's pairs costs more than its least; ``"C"`` to another value as good in any case.
    p
        Probability of moving.
    seed
        Of all random choices; equal seeds give equal runs on every machine.
    initial
        A complete assignment to begin with; drawn among the allowed values if omitted.

    Returns
    -------
    DcopResult
        The best assignment of all cycles.

    References
    ----------
    .. [1] Zhang, W., G. Wang, Z. Xing and L. Wittenburg (2005). Distributed stochastic search and
    distributed breakout: properties, comparison and applications to constraint optimization problems in
    sensor networks. *Artificial Intelligence* 161: 55-87. doi:10.1016/j.artint.2004.10.004
    """
    cycles = check_cycles(cycles)
    threshold = check_probability("p", p)
    if variant not in VARIANTS:
        raise InputError(f"variant = {variant!r}, expected one of {', '.join(map(repr, VARIANTS))}")
    search = LocalSearch(problem, initial, seed)
    movers, moves = search.scratch(np.int32), search.scratch(np.int32)
    history = np.empty(cycles, np.int64)

    def play(first: int, last: int) -> int:
        dsa_cycles(
            search.rows, VARIANTS[variant], threshold, search.values, search.local, movers, moves,
            search.best, search.costs, history[first:last], search.rng,
        )  # fmt: skip
        return last - first

    in_parts(cycles, search.work, play)
    network = search.network
    messages = 2 * network.m * cycles
    return make_result(
        f"dsa-{variant}", problem, network, search.best, int(search.costs[1]), history,
        messages=messages, size=VALUE_BYTES * messages, nccc=cycles * network.most_checks,
    )  # fmt: skip
