"""MGM and MGM-2: whoever gains most among its neighbors moves; the kernels say how a cycle goes."""

from __future__ import annotations

import numpy as np

from .._kernels.dcop.mgm import mgm_cycles
from .._kernels.dcop.mgm2 import ANSWERS, CHECKS, OFFERED_NUMBERS, OFFERS, PAIRS, mgm2_cycles
from ..problems.problem import Problem
from .network import CostNetwork
from .play import (
    ANSWER_BYTES,
    COST_BYTES,
    VALUE_BYTES,
    Initial,
    LocalSearch,
    check_cycles,
    check_probability,
    in_parts,
    make_result,
)
from .result import DcopResult


def mgm(
    problem: Problem | CostNetwork,
    *,
    cycles: int = 200,
    seed: int = 0,
    initial: Initial | None = None,
) -> DcopResult:
    """
    Search with MGM [1]_: in each cycle a variable moves if it gains more than any neighbor.

    The cost never rises. Comes to rest, and ends, in an assignment that no variable can improve alone. A
    cycle costs O(n k + m).

    Parameters
    ----------
    problem
        A coloring problem or a cost network.
    cycles
        Cycles at most; each sends a value and a gain to every neighbor.
    seed
        Of all random choices: the initial assignment, and one among values that are equally good.
    initial
        A complete assignment to begin with; drawn among the allowed values if omitted.

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
    gains, lowest = search.scratch(np.int64), search.scratch(np.int64)
    ties, movers = search.scratch(np.int32), search.scratch(np.int32)
    history = np.empty(cycles, np.int64)

    def play(first: int, last: int) -> int:
        done = mgm_cycles(
            search.rows, search.values, search.local, gains, lowest, ties, movers,
            search.costs, history[first:last], search.rng,
        )  # fmt: skip
        return int(done)

    done = in_parts(cycles, search.work, play)
    network = search.network
    rounds = 2 * network.m * done
    return make_result(
        "mgm", problem, network, search.values, int(search.costs[1]), history[:done],
        messages=2 * rounds, size=(VALUE_BYTES + COST_BYTES) * rounds, nccc=done * network.most_checks,
    )  # fmt: skip


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

    In each cycle a variable offers all joint moves to a random neighbor with probability ``q``; who made
    no offer accepts the best one that gains more than moving alone. The cost never rises. A cycle costs
    O(n k + m), and O(k^2) for each offer.

    Parameters
    ----------
    problem
        A coloring problem or a cost network.
    cycles
        Cycles to play; each sends a value and a gain to every neighbor, an answer to every offer, and a
        word between the two of each pair.
    q
        Probability of making an offer.
    seed
        Of all random choices; equal seeds give equal runs on every machine.
    initial
        A complete assignment to begin with; drawn among the allowed values if omitted.

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
    gains = search.scratch(np.int64)
    moves, partners, targets, ranks = (search.scratch(np.int32) for _ in range(4))
    counts = np.zeros(5, np.int64)
    history = np.empty(cycles, np.int64)

    def play(first: int, last: int) -> int:
        mgm2_cycles(
            search.rows, threshold, search.values, search.local, gains, moves, partners, targets, ranks,
            search.costs, counts, history[first:last], search.rng,
        )  # fmt: skip
        return last - first

    in_parts(cycles, search.work, play)
    network = search.network
    rounds = 2 * network.m * cycles
    offers, answers, pairs = (int(counts[kind]) for kind in (OFFERS, ANSWERS, PAIRS))
    messages = 2 * rounds + offers + answers + 2 * pairs
    size = (VALUE_BYTES + COST_BYTES) * rounds + COST_BYTES * int(counts[OFFERED_NUMBERS])
    # An answer that accepts names the two values; then the pair tell each other whether they won.
    size += ANSWER_BYTES * (answers + 2 * pairs) + 2 * VALUE_BYTES * pairs
    return make_result(
        "mgm2", problem, network, search.values, int(search.costs[1]), history,
        messages=messages, size=size, nccc=cycles * network.most_checks + int(counts[CHECKS]),
    )  # fmt: skip
