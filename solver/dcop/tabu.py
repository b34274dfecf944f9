"""Tabu search, which is not distributed: a reference for the quality of those that are."""

from __future__ import annotations

import numpy as np

from .._kernels.dcop.tabu import Tabu, tabu_moves
from ..problems.problem import Problem
from .local_search import Initial, LocalSearch
from .network import CostNetwork
from .result import DcopResult
from .runs import Traffic, check_cycles, in_parts, make_result


def tabu(
    problem: Problem | CostNetwork,
    *,
    cycles: int = 10_000,
    seed: int = 0,
    initial: Initial | None = None,
) -> DcopResult:
    """
    Search with tabu search [1]_ over changes of one variable, with restarts from the best assignment.

    A cycle is one move and takes O(n k). No messages are counted, because one agent that knows all
    costs makes every move.

    Parameters
    ----------
    problem
        Coloring problem or cost network.
    cycles
        Number of moves.
    seed
        Seed of the random number generator; equal seeds give equal runs on every machine.
    initial
        Complete assignment to start from; drawn among the allowed values if omitted.

    Returns
    -------
    DcopResult
        The best assignment of all moves.

    References
    ----------
    .. [1] Glover, F. (1989). Tabu search, part I. *ORSA Journal on Computing* 1: 190-206.
       doi:10.1287/ijoc.1.3.190

    Examples
    --------
    >>> network = CostNetwork([2, 2], [((0,), [0, 3]), ((0, 1), [[5, 4], [0, 2]])])
    >>> tabu(network, cycles=10).cost
    3.0
    """
    cycles = check_cycles(cycles)
    search = LocalSearch(problem, initial, seed)
    network, state = search.network, search.state
    memory = Tabu(
        until=np.zeros(len(state.local), np.int64),
        clock=np.zeros(2, np.int64),
        patience=1000 + 20 * network.n,
        redrawn=2 + network.n // 8,
    )
    history = np.empty(cycles, np.int64)

    def play(first: int, last: int) -> int:
        tabu_moves(search.rows, state, memory, history[first:last])
        return last - first

    in_parts(cycles if network.n else 0, search.work, play)
    if not network.n:
        history[:] = state.costs[1]
    best = int(state.costs[1])
    return make_result("tabu", problem, network, state.best, best, history, Traffic(0, 0, 0))
