"""The start of a local search: network in rows of neighbors, first assignment, local costs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._kernels.dcop.local_costs import Network, Search, choose_allowed, fill_local
from .._kernels.vectors.rng import rng_state
from ..errors import InputError
from ..problems.problem import Problem
from .factors import factor_graph, least_of_factors
from .network import CostNetwork
from .runs import as_network

Initial = Mapping[Hashable, Hashable] | ArrayLike


class LocalSearch:
    """
    A search that moves variables.

    Attributes
    ----------
    network, rows
        Cost network, and the form of it that kernels read.
    state
        Assignments, local costs, costs and random numbers.
    """

    def __init__(self, problem: Problem | CostNetwork, initial: Initial | None, seed: int) -> None:
        self.network = as_network(problem)
        self.rows = neighbor_rows(self.network)
        rng = rng_state(seed)
        values = np.empty(self.network.n, np.int32)
        if initial is None:
            choose_allowed(self.rows, self.network.grid.barrier, values, rng)
        else:
            values[:] = read_initial(problem, self.network, initial)
        local = np.empty(len(self.rows.unary), np.int64)
        cost = int(fill_local(self.rows, values, local))
        self.state = Search(values, values.copy(), local, np.array([cost, cost], np.int64), rng)

    @property
    def work(self) -> int:
        """Number of table entries that a cycle looks up, roughly."""
        return len(self.state.local) + len(self.rows.neighbors)

    def scratch(self, dtype: type[np.generic]) -> NDArray[Any]:
        """Return zeros, one for each variable."""
        return np.zeros(self.network.n, dtype)


def read_initial(
    problem: Problem | CostNetwork, network: CostNetwork, initial: Initial
) -> NDArray[np.int32]:
    """Return an initial assignment as int32[n]; that of a problem has its labels and fixed colors."""
    if isinstance(problem, CostNetwork):
        return network.encode(initial)
    values = network.encode(problem.encode(initial))
    if not problem.respects_fixed(values):
        raise InputError("initial: expected the fixed color of every fixed node")
    return values


def neighbor_rows(network: CostNetwork) -> Network:
    """Return the network in rows of neighbors, which are made once."""
    rows: Network | None = network.__dict__.get("_rows")
    if rows is None:
        rows = network.__dict__["_rows"] = _neighbor_rows(network)
    return rows


def _neighbor_rows(network: CostNetwork) -> Network:
    grid, sizes = network.grid, network.sizes
    low, high = network.neighbors.T
    cells = sizes[low].astype(np.int64) * sizes[high]
    # Variables that share a factor and no table of their own have one of zeros: they are neighbors.
    costs = np.concatenate([grid.tables, np.zeros(cells.max(initial=0), np.int64)])
    start_of = dict(zip(map(tuple, network.ends.tolist()), grid.table_start.tolist(), strict=True))
    pairs = map(tuple, network.neighbors.tolist())
    table_start = np.array([start_of.get(pair, len(grid.tables)) for pair in pairs], np.int64)
    # The lower end of a pair uses rows of its table, the higher end those of the transposed table.
    keys = np.stack([table_start, sizes[low], sizes[high]], axis=1)
    distinct, which = np.unique(keys, axis=0, return_inverse=True)
    starts, floors = distinct[:, 0].copy(), np.empty(len(distinct), np.int64)
    tables = [costs]
    end = len(costs)
    for rows, columns in np.unique(distinct[:, 1:], axis=0).tolist():
        of_shape = np.flatnonzero((distinct[:, 1:] == (rows, columns)).all(axis=1))
        cells = distinct[of_shape, :1] + np.arange(rows * columns)
        transposed = costs[cells].reshape(-1, rows, columns).swapaxes(1, 2).reshape(len(of_shape), -1)
        floors[of_shape] = transposed.min(axis=1)
        differ = (transposed != costs[cells]).any(axis=1) | (rows != columns)
        starts[of_shape[differ]] = end + rows * columns * np.arange(np.count_nonzero(differ))
        tables.append(transposed[differ].ravel())
        end += rows * columns * np.count_nonzero(differ)
    which = which.reshape(-1)
    heads = np.concatenate([low, high])
    order = np.lexsort((np.concatenate([high, low]), heads))
    counts = np.bincount(heads, minlength=network.n)
    floor_of = np.zeros(network.n, np.int64)
    np.add.at(floor_of, heads, np.tile(floors[which], 2))
    for scope, least in zip(network.scopes, least_of_factors(network), strict=True):
        floor_of[list(scope)] += least
    return Network(
        starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        neighbors=np.concatenate([high, low])[order].astype(np.int32),
        push=np.concatenate([table_start, starts[which]])[order].astype(np.int64),
        tables=np.concatenate(tables),
        unary=grid.unary,
        unary_start=grid.unary_start,
        floors=floor_of,
        factors=factor_graph(network, with_pairs=False),
    )
