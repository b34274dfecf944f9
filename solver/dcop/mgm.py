"""MGM and MGM-2: the variable that gains most among its neighbors moves; see the kernels for a cycle."""

from __future__ import annotations

import numpy as np

from .._kernels.dcop.mgm import Gains, mgm_cycles
from .._kernels.dcop.mgm2 import (
    ANSWERS,
    CHECKS,
    OFFERED_NUMBERS,
    OFFERS,
    PAIRS,
    Offers,
    mgm2_cycles,
)
from ..problems.problem import Problem
from .local_search import Initial, LocalSearch
from .network import CostNetwork
from .result import DcopResult
from .runs import (
    ANSWER_BYTES,
    COST_BYTES,
    VALUE_BYTES,
    Traffic,
    check_cycles,
    check_probability,
    in_parts,
    make_result,
)


def mgm(
    problem: Problem | CostNetwork,
    *,
    cycles: int = 200,
    seed: int = 0,
    initial: Initial | None = None,
) -> DcopResult:
    """
    Search with MGM [1]_: in each cycle a variable moves if it gains more than any neighbor.

    The cost never rises. The search ends in an assignment that no variable can improve alone. A cycle
    takes O(n k + m).

    Parameters
    ----------
    problem
        Coloring problem or cost network.
    cycles
        Largest number of cycles; each sends a value and a gain to every neighbor.
    seed
        Seed of the random number generator, which draws the initial assignment and among equal values.
    initial
        Complete assignment to start from; drawn among the allowed values if omitted.

    Returns
    -------
    DcopResult
        The last assignment, which is the best.

    References
    ----------
    .. [1] Maheswaran, R. T., J. P. Pearce and M. Tambe (2004). Distributed algorithms for DCOP: a
       graphical-game-based approach. *PDCS 2004*: 432-439.
    """
    cycles = check_cycles(cycles)
    search = LocalSearch(problem, initial, seed)
    wide, narrow = np.int64, np.int32
    gains = Gains(*(search.scratch(dtype) for dtype in (wide, wide, narrow, narrow)))
    history = np.empty(cycles, np.int64)

    def play(first: int, last: int) -> int:
        return int(mgm_cycles(search.rows, search.state, gains, history[first:last]))

    done = in_parts(cycles, search.work, play)
    network, state = search.network, search.state
    rounds = 2 * len(network.neighbors) * done
    traffic = Traffic(2 * rounds, (VALUE_BYTES + COST_BYTES) * rounds, done * network.most_checks)
    best = int(state.costs[1])
    return make_result("mgm", problem, network, state.values, best, history[:done], traffic)


def mgm2(
    problem: Problem | CostNetwork,
    *,
    cycles: int = 200,
    q: float = 0.5,
    seed: int = 0,
    initial: Initial | None = None,
) -> DcopResult:
    """
    Search with MGM-2 [1]_: like :func:`mgm`, but two neighbors may agree to move together.

    In each cycle a variable offers all joint moves to a random neighbor with probability ``q``; a
    variable that made no offer accepts the best one that gains more than moving alone. The cost never
    rises. A cycle takes O(n k + m), and O(k^2) for each offer.

    Parameters
    ----------
    problem
        Coloring problem or cost network.
    cycles
        Number of cycles; each sends a value and a gain to every neighbor, an answer to every offer, and
        a confirmation between the two of each pair.
    q
        Probability of making an offer.
    seed
        Seed of the random number generator; equal seeds give equal runs on every machine.
    initial
        Complete assignment to start from; drawn among the allowed values if omitted.

    Returns
    -------
    DcopResult
        The last assignment, which is the best.

    References
    ----------
    .. [1] Maheswaran, R. T., J. P. Pearce and M. Tambe (2004). Distributed algorithms for DCOP: a
       graphical-game-based approach. *PDCS 2004*: 432-439.
    """
    cycles = check_cycles(cycles)
    threshold = check_probability("q", q)
    search = LocalSearch(problem, initial, seed)
    offered = Offers(search.scratch(np.int64), *(search.scratch(np.int32) for _ in range(4)))
    counts = np.zeros(5, np.int64)
    history = np.empty(cycles, np.int64)

    def play(first: int, last: int) -> int:
        mgm2_cycles(search.rows, threshold, search.state, offered, counts, history[first:last])
        return last - first

    in_parts(cycles, search.work, play)
    network, state = search.network, search.state
    rounds = 2 * len(network.neighbors) * cycles
    offers, answers, pairs = (int(counts[kind]) for kind in (OFFERS, ANSWERS, PAIRS))
    messages = 2 * rounds + offers + answers + 2 * pairs
    size = (VALUE_BYTES + COST_BYTES) * rounds + COST_BYTES * int(counts[OFFERED_NUMBERS])
    # An answer that accepts has the two values; then the two confirm to each other that they won.
    size += ANSWER_BYTES * (answers + 2 * pairs) + 2 * VALUE_BYTES * pairs
    traffic = Traffic(messages, size, cycles * network.most_checks + int(counts[CHECKS]))
    best = int(state.costs[1])
    return make_result("mgm2", problem, network, state.values, best, history, traffic)
