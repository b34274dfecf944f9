"""
What all algorithms share: reading their arguments, starting a search, and making the result.

A search is a kernel that plays some cycles at a time on arrays that outlive the call, so that Ctrl-C is
heard between two calls and cutting a run does not change its course.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.dcop.local_costs import Network, choose_allowed, fill_local
from .._kernels.vectors.rng import rng_state
from ..errors import InputError
from ..graphs.verify import conflicts
from ..problems.penalty import penalty
from ..problems.problem import Problem
from .network import CostNetwork
from .result import DcopResult

Initial = Mapping[Hashable, Hashable] | ArrayLike

#: Table entries that a kernel may look up between two checks for Ctrl-C: some 10 to 50 ms.
CALL_WORK = 1 << 24
#: Bytes of a cost or gain, of a value, and of a bare yes or no.
COST_BYTES, VALUE_BYTES, ANSWER_BYTES = 8, 4, 1


def as_network(problem: Problem | CostNetwork) -> CostNetwork:
    """The network itself, or that of a coloring problem."""
    return problem if isinstance(problem, CostNetwork) else CostNetwork.from_problem(problem)


def check_cycles(cycles: int) -> int:
    """``cycles`` as a Python integer; InputError unless it is one and not negative."""
    if not isinstance(cycles, (int, np.integer)) or cycles < 0:
        raise InputError(f"cycles = {cycles!r}, expected an integer >= 0")
    return int(cycles)


def check_probability(name: str, value: float) -> int:
    """A probability as a threshold for 53 random bits."""
    if not 0 <= value <= 1:
        raise InputError(f"{name} = {value}, expected 0 <= {name} <= 1")
    return round(value * 2.0**53)


def in_parts(cycles: int, work: int, play: Callable[[int, int], int]) -> int:
    """
    Call ``play(first, last)`` for stretches of cycles until it falls short; the cycles played.

    Parameters
    ----------
    cycles
        How many in all.
    work
        Table entries that one cycle looks up.
    play
        Plays the cycles from ``first`` to ``last - 1`` and returns how many it did.
    """
    step = max(1, CALL_WORK // max(1, work))
    done = 0
    while done < cycles:
        asked = min(step, cycles - done)
        played = play(done, done + asked)
        done += played
        if played < asked:
            break
    return done


class LocalSearch:
    """
    The arrays of a search that moves variables: present and best assignment, local costs, random
    numbers.

    Attributes
    ----------
    network, rows
        The cost network, and the same as the kernels read it.
    values, best
        int32[n], the present and the best assignment.
    local
        int64, what each value of each variable would cost now.
    costs
        int64[2], of the present and the best assignment, without the constant.
    rng
        uint64[4].
    """

    def __init__(self, problem: Problem | CostNetwork, initial: Initial | None, seed: int) -> None:
        self.problem = problem
        self.network = as_network(problem)
        self.rows = neighbor_rows(self.network)
        self.rng = rng_state(seed)
        self.values = np.empty(self.network.n, np.int32)
        if initial is None:
            choose_allowed(self.rows, self.network.grid.barrier, self.values, self.rng)
        else:
            self.values[:] = read_initial(problem, self.network, initial)
        self.local = np.empty(len(self.rows.unary), np.int64)
        cost = int(fill_local(self.rows, self.values, self.local))
        self.costs = np.array([cost, cost], np.int64)
        self.best = self.values.copy()

    @property
    def work(self) -> int:
        """Table entries that a cycle looks up, about."""
        return len(self.local) + len(self.rows.neighbors)

    def scratch(self, dtype: type[np.generic]) -> NDArray[Any]:
        """Zeros, one for each variable."""
        return np.zeros(self.network.n, dtype)


def read_initial(
    problem: Problem | CostNetwork, network: CostNetwork, initial: Initial
) -> NDArray[np.int32]:
    """An initial assignment as int32[n]; of a problem, in its own labels and with its fixed colors."""
    if isinstance(problem, CostNetwork):
        return network.encode(initial)
    values = network.encode(problem.encode(initial))
    if not problem.respects_fixed(values):
        raise InputError("initial: a fixed node has another color than the fixed one")
    return values


def neighbor_rows(network: CostNetwork) -> Network:
    """The network as :class:`~solver._kernels.dcop.local_costs.Network`; made once for each network."""
    rows: Network | None = network.__dict__.get("_rows")
    if rows is None:
        rows = network.__dict__["_rows"] = _neighbor_rows(network)
    return rows


def _neighbor_rows(network: CostNetwork) -> Network:
    grid, sizes = network.grid, network.sizes
    low, high = network.ends.T
    # A lower end pushes rows of the table as it stands; a higher end those of the transposed table.
    keys = np.stack([grid.table_start, sizes[low], sizes[high]], axis=1)
    distinct, which = np.unique(keys, axis=0, return_inverse=True)
    starts, floors = distinct[:, 0].copy(), np.empty(len(distinct), np.int64)
    tables = [grid.tables]
    end = len(grid.tables)
    for rows, columns in np.unique(distinct[:, 1:], axis=0).tolist():
        alike = np.flatnonzero((distinct[:, 1:] == (rows, columns)).all(axis=1))
        cells = distinct[alike, :1] + np.arange(rows * columns)
        turned = grid.tables[cells].reshape(-1, rows, columns).swapaxes(1, 2).reshape(len(alike), -1)
        floors[alike] = turned.min(axis=1)
        differ = (turned != grid.tables[cells]).any(axis=1) | (rows != columns)
        starts[alike[differ]] = end + rows * columns * np.arange(np.count_nonzero(differ))
        tables.append(turned[differ].ravel())
        end += rows * columns * np.count_nonzero(differ)
    which = which.reshape(-1)
    heads = np.concatenate([low, high])
    order = np.lexsort((np.concatenate([high, low]), heads))
    counts = np.bincount(heads, minlength=network.n)
    floor_of = np.zeros(network.n, np.int64)
    np.add.at(floor_of, heads, np.tile(floors[which], 2))
    return Network(
        starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        neighbors=np.concatenate([high, low])[order].astype(np.int32),
        push=np.concatenate([grid.table_start, starts[which]])[order].astype(np.int64),
        tables=np.concatenate(tables),
        unary=grid.unary,
        unary_start=grid.unary_start,
        floors=floor_of,
    )


def make_result(
    algorithm: str,
    problem: Problem | CostNetwork,
    network: CostNetwork,
    values: NDArray[np.int32],
    best: int,
    history: NDArray[np.int64],
    *,
    messages: int,
    size: int,
    nccc: int,
) -> DcopResult:
    """
    Price an assignment afresh and put the result together.

    Parameters
    ----------
    best, history
        Grid costs as the kernel kept them, without the constant.
    size
        Bytes of all messages.
    """
    grid = network.grid
    cost = network.cost(values) if isinstance(problem, CostNetwork) else penalty(problem, values)
    if network.exact and cost != grid.to_cost(best + grid.constant):
        raise AssertionError(
            f"{algorithm} lost count: {cost} is not {grid.to_cost(best + grid.constant)}"
        )
    return DcopResult(
        algorithm=algorithm,
        assignment=network.decode(values),
        values=values,
        cost=cost,
        conflicts=None if isinstance(problem, CostNetwork) else conflicts(problem.graph, values),
        history=grid.to_cost(history + grid.constant),
        cycles=len(history),
        messages=messages,
        bytes=size,
        nccc=nccc,
    )
