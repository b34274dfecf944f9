"""
Exact minimum of a cost network by branch and bound, for networks that are too wide for DPOP.

Variables that cost little to eliminate go first (:mod:`solver.dcop.core`); a tabu search gives an upper
bound; each connected component of what remains is searched
(:mod:`solver._kernels.dcop.branch_and_bound`). A network on which DPOP is cheap is left to it.
"""

from __future__ import annotations

import math
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from .._kernels.dcop import branch_and_bound as kernels
from .._kernels.dcop.consistency import BASE, BIG, COST, FULL, UNIT, Model, State
from ..arguments import limits
from ..clock import Clock
from ..errors import BudgetError
from ..problems.problem import Problem
from .core import FORBIDDEN, Core, Table
from .dpop import choose_cuts, dpop
from .factors import list_factors
from .network import CostNetwork, Scope
from .pseudotree import pseudo_tree
from .result import DcopResult
from .runs import Traffic, as_network, make_result
from .tabu import tabu

#: Cells that DPOP may compute where it is preferred, and the bytes of its tables.
DPOP_WORK, DPOP_MEMORY = 1e7, 1 << 27
#: Costs are scaled up to this, by at most ``MAX_UNIT``, so that fractions of a unit can be shared.
SCALED, MAX_UNIT = 1 << 48, 1 << 12
#: Largest numbers of pairs of passes at the root and below it.
ROOT_PASSES, PASSES = 100, 1
#: Changes that the trail holds; memory that is never reached is never taken.
TRAIL = 1 << 26
#: Values that one move of the tabu search looks at, times moves.
TABU_WORK = 1 << 25
#: Entries of tables in one kernel call: some tens of milliseconds.
CALL_WORK = 1 << 24


def branch_and_bound(
    problem: Problem | CostNetwork,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int = 0,
) -> DcopResult:
    """
    Minimize exactly, by branch and bound with soft arc consistency [1]_; not distributed.

    Takes time exponential in the worst case. Stopped early, by a limit or by Ctrl-C, it returns the best
    assignment so far and a lower bound.

    Parameters
    ----------
    problem
        Coloring problem or cost network.
    time_limit
        Seconds of wall time, without compilation; 60 unless ``node_limit`` is given; ``math.inf`` for
        no limit.
    node_limit
        Largest number of nodes of the search tree.
    seed
        Seed of the tabu search for the first upper bound.

    Returns
    -------
    DcopResult
        The best assignment and ``lower_bound``; ``proven`` says whether the two meet. ``history`` has
        one cost, and no messages are counted. For a network that is not exact the assignment is optimal
        up to rounding, one part in ``2 ** 50`` of the sum of all costs.

    Raises
    ------
    BudgetError
        If the search would not fit in memory.
    InputError
        If a limit is not positive.

    References
    ----------
    .. [1] Cooper, M. C., S. de Givry, M. Sanchez, T. Schiex, M. Zytnicki and T. Werner (2010). Soft arc
       consistency revisited. *Artificial Intelligence* 174: 449-478. doi:10.1016/j.artint.2010.02.001

    Examples
    --------
    >>> network = CostNetwork([2, 2, 2], [((0, 1, 2), [[[5, 4], [0, 2]], [[3, 1], [9, 9]]])])
    >>> result = branch_and_bound(network)
    >>> result.assignment, result.proven
    ({0: 0, 1: 1, 2: 0}, True)
    """
    seconds, most_nodes = limits(time_limit, node_limit, "node_limit")
    clock = Clock()
    network = as_network(problem)
    if _is_narrow(network):
        return dpop(problem).renamed("branch_and_bound")
    core = Core(network)
    core.eliminate_cheap()
    moves = max(1000, TABU_WORK // max(1, len(network.grid.unary)))
    values = tabu(network, cycles=min(moves, 200 * network.n), seed=seed).values.copy()
    bound = int(core.functions[()])
    searches = [_Search(core, part, values) for part in core.components()]
    with suppress(KeyboardInterrupt):
        _run_all(searches, clock, seconds, most_nodes)
    is_finished = True
    for search in searches:
        search.write_best(values)
        bound += search.lower_bound
        is_finished = is_finished and search.is_finished
    core.complete(values)
    best = network.grid_cost(values)
    lower = network.cost(values)
    if not is_finished:
        lower = min(lower, float(network.grid.to_cost((bound << core.shift) + network.grid.constant)))
    history = np.array([best], np.int64)
    return make_result(
        "branch_and_bound", problem, network, values, best, history, Traffic(0, 0, 0), lower
    )


def _run_all(searches: list[_Search], clock: Clock, seconds: float, most_nodes: int | None) -> None:
    """Search one component after the other, until all are finished or a limit is reached."""
    nodes = 0
    for search in searches:
        while not search.is_finished and clock.seconds() < seconds:
            if most_nodes is not None and nodes >= most_nodes:
                return
            most = search.step if most_nodes is None else min(search.step, most_nodes - nodes)
            nodes -= search.nodes
            search.run(most)
            nodes += search.nodes


def _is_narrow(network: CostNetwork) -> bool:
    """Return whether DPOP is cheap."""
    try:
        choose_cuts(network.sizes, pseudo_tree(network.n, network.neighbors), DPOP_MEMORY, DPOP_WORK)
    except BudgetError:
        return False
    return True


class _Search:
    """
    The search of one component.

    Parameters
    ----------
    core
        What remains of the network.
    part
        Variables of the component.
    values
        An assignment of the whole network.
    """

    def __init__(self, core: Core, part: list[int], values: NDArray[np.int32]) -> None:
        self.part = part
        place = {v: i for i, v in enumerate(part)}
        scopes = sorted({scope for v in part for scope in core.of_variable[v]})
        functions = {scope: core.functions[scope] for scope in scopes}
        highest = sum(_highest(table) for table in functions.values())
        self.unit = 1
        while self.unit < MAX_UNIT and 2 * self.unit * highest < SCALED:
            self.unit *= 2
        scaled = {
            tuple(place[v] for v in scope): np.where(table >= FORBIDDEN, BIG, table * self.unit)
            for scope, table in functions.items()
        }
        sizes = [core.sizes[v] for v in part]
        self.arrays = _arrays(sizes, scaled)
        self.state = _state(sizes, self.arrays, values[part])
        self.numbers = self.state.numbers
        self.numbers[UNIT] = self.unit
        cost = sum(int(table[tuple(values[v] for v in scope)]) for scope, table in functions.items())
        self.upper = min(cost, highest + 1)
        self.numbers[COST] = (self.upper - 1) * self.unit + 1
        cells = sum(table.size for table in functions.values())
        self.step = max(1, CALL_WORK // (cells + 1))

    def run(self, nodes: int) -> None:
        """Visit some more nodes."""
        kernels.run(self.arrays, self.state, ROOT_PASSES, PASSES, nodes)
        if self.numbers[FULL]:
            raise BudgetError(
                "branch and bound: trail",
                estimate=math.inf,
                budget=len(self.state.trail_places),
                unit="changes",
            )

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to search."""
        return bool(self.numbers[kernels.LEVEL] < 0)

    @property
    def nodes(self) -> int:
        """Number of nodes visited."""
        return int(self.numbers[kernels.NODES])

    @property
    def lower_bound(self) -> int:
        """Lower bound on the cost of the component."""
        # The right branch at the root is open as long as there is a decision, and no bound is lower.
        lowest = int(-(-self.numbers[COST] // self.unit))
        if not self.is_finished:
            base = (
                self.numbers[BASE]
                if self.numbers[kernels.LEVEL] == 0
                else self.state.levels[0, kernels.BOUND]
            )
            lowest = min(lowest, -(-int(base) // self.unit))
        return lowest

    def write_best(self, values: NDArray[np.int32]) -> None:
        """Write the best assignment of the component. Mutates: values."""
        values[self.part] = self.state.best


def _highest(table: Table) -> int:
    return int(table[table < FORBIDDEN].max(initial=0))


def _arrays(sizes: list[int], functions: dict[Scope, Table]) -> Model:
    unary = [functions.get((v,), np.zeros(size, np.int64)) for v, size in enumerate(sizes)]
    larger = [(scope, table) for scope, table in functions.items() if len(scope) > 1]
    starts = np.cumsum([0, *(table.size for _, table in larger)])
    tables = np.concatenate([*(table.ravel() for _, table in larger), np.empty(0, np.int64)])
    factors = list_factors(sizes, [scope for scope, _ in larger], starts[:-1], tables)
    order = np.argsort(factors.scopes, kind="stable")
    lengths = np.array(sizes, np.int64)[factors.scopes]
    values = sum(sizes)
    return Model(
        factors=factors,
        unary=np.concatenate(unary).astype(np.int64),
        unary_start=np.cumsum([0, *sizes]).astype(np.int64),
        slots=order.astype(np.int64),
        moved_start=values + np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
    )


def _state(sizes: list[int], arrays: Model, best: NDArray[np.int32]) -> State:
    n, factors = len(sizes), arrays.factors
    costs = np.zeros(int(arrays.moved_start[-1]), np.int64)
    costs[: len(arrays.unary)] = arrays.unary
    supports = np.zeros(len(costs), np.int64)
    for slot, start in enumerate(arrays.moved_start[:-1].tolist()):
        size = sizes[factors.scopes[slot]]
        supports[start : start + size] = np.arange(size) * factors.strides[slot]
    within = np.concatenate([np.arange(size, dtype=np.int32) for size in sizes])
    degrees = np.diff(factors.row_starts)
    return State(
        costs=costs,
        stamps=np.zeros(len(costs), np.int64),
        domains=within,
        places=within.copy(),
        sizes=np.array(sizes, np.int64),
        trail_places=np.empty(TRAIL, np.int32),
        trail_costs=np.empty(TRAIL, np.int64),
        levels=np.zeros((n + 2, 4), np.int64),
        is_dirty=np.ones(n, np.int8),
        weights=np.maximum(degrees, 1).astype(np.float64),
        scores=arrays.unary.copy(),
        supports=supports,
        digits=np.zeros(int(np.diff(factors.scope_starts).max(initial=0)), np.int64),
        values=np.zeros(n, np.int32),
        best=np.ascontiguousarray(best, np.int32),
        numbers=np.zeros(9, np.int64),
    )
