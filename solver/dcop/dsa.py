"""DSA, the distributed stochastic search; see its kernel for a cycle."""

from __future__ import annotations

import numpy as np

from .._kernels.dcop.dsa import VARIANT_A, VARIANT_B, VARIANT_C, Moves, Rule, dsa_cycles
from ..errors import expected
from ..problems.problem import Problem
from .local_search import Initial, LocalSearch
from .network import CostNetwork
from .result import DcopResult
from .runs import VALUE_BYTES, Traffic, check_cycles, check_probability, in_parts, make_result

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
    Search with DSA [1]_: in each cycle every variable that can improve moves with probability ``p``.

    A cycle takes O(n k), and O(degree k) for each move. Among equally good values one is drawn.

    Parameters
    ----------
    problem
        Coloring problem or cost network.
    cycles
        Number of cycles; each sends every value to every neighbor.
    variant
        Moves allowed: ``"A"``, to a better value only; ``"B"``, also to another value as good while one
        of the variable's pairs costs more than its least; ``"C"``, to another value as good in any case.
    p
        Probability of moving.
    seed
        Seed of the random number generator; equal seeds give equal runs on every machine.
    initial
        Complete assignment to start from; drawn among the allowed values if omitted.

    Returns
    -------
    DcopResult
        The best assignment of all cycles.

    References
    ----------
    .. [1] Zhang, W., G. Wang, Z. Xing and L. Wittenburg (2005). Distributed stochastic search and
       distributed breakout: properties, comparison and applications to constraint optimization problems
       in sensor networks. *Artificial Intelligence* 161: 55-87. doi:10.1016/j.artint.2004.10.004
    """
    cycles = check_cycles(cycles)
    threshold = check_probability("p", p)
    if variant not in VARIANTS:
        raise expected("variant", variant, f"one of {', '.join(map(repr, VARIANTS))}")
    search = LocalSearch(problem, initial, seed)
    rule = Rule(VARIANTS[variant], threshold)
    moves = Moves(search.scratch(np.int32), search.scratch(np.int32))
    history = np.empty(cycles, np.int64)

    def play(first: int, last: int) -> int:
        dsa_cycles(search.rows, rule, search.state, moves, history[first:last])
        return last - first

    in_parts(cycles, search.work, play)
    network, state = search.network, search.state
    messages = 2 * len(network.neighbors) * cycles
    traffic = Traffic(messages, VALUE_BYTES * messages, cycles * network.most_checks)
    best = int(state.costs[1])
    return make_result(f"dsa-{variant}", problem, network, state.best, best, history, traffic)
