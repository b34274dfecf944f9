"""
DPOP: dynamic programming on a pseudo-tree, with bounded memory by conditioning on cut variables.

Each variable adds its tables with its ancestors and the messages of its children, minimizes over its
values, and sends its parent a UTIL table over its separator. Then values go down. Tables contain the
integers of :class:`solver.dcop.grid.Grid`, so no sum depends on its order and ties are exact.

If the tables would not fit, some variables are *cut*: instead of being an axis of the tables below it, a
cut variable has them computed again for each of its values. MB-DPOP (Petcu and Faltings 2007) and, for
each variable, AND/OR cutset conditioning (Mateescu and Dechter 2005) make the same trade. The protocol
is not exactly that of MB-DPOP: cut variables are chosen by bytes saved, given the whole tree, and each
runs its own loop, where in MB-DPOP the root of a cluster runs those of all cut variables in it. A table
is computed again only if a cut variable of its separator has changed.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import BudgetError, expected
from ..problems.problem import Problem
from .network import CostNetwork
from .pseudotree import PseudoTree, pseudo_tree
from .result import DcopResult
from .runs import COST_BYTES, VALUE_BYTES, Traffic, as_network, make_result

#: Bytes of tables that a run may use by default.
MEMORY = 1 << 28
#: Cells that a run may compute by default.
WORK = 1e10
#: A small table takes as long as one of this many cells.
LEAST_CELLS = 1 << 12
#: Bytes of scratch for a cell: a sum, and whether it is better.
SCRATCH_BYTES = COST_BYTES + 1
NOTHING: NDArray[Any] = np.empty(0, np.int64)
UNREACHED = np.iinfo(np.int64).max
#: Larger powers of two are not distinguished.
MAX_LOG = 1000.0


def dpop(problem: Problem | CostNetwork, *, memory: float = MEMORY, work: float = WORK) -> DcopResult:
    """
    Minimize with DPOP [1]_: exact, in time exponential only in the width of a pseudo-tree.

    Deterministic: a variable takes the first of equally good values, given those of its ancestors. A
    table has a cell for each assignment of its separator. Tables that do not fit into ``memory`` are
    computed in slices, for the values of some cut variables in turn, as in MB-DPOP [2]_, which changes
    neither cost nor assignment; the module describes the differences from MB-DPOP.

    Parameters
    ----------
    problem
        Coloring problem or cost network.
    memory
        Bytes that all tables together may take.
    work
        Cells that may be computed: those of each table times the values of its variable. A table counts
        at least 4096 cells.

    Returns
    -------
    DcopResult
        An optimal assignment, in one cycle: ``history`` has one cost. ``messages`` are the UTIL tables
        (8 ``bytes`` a cell), the VALUE messages down every arc of the tree (4 for each variable of the
        separator) and, below cut variables, a request for every table (4 for each cut variable of the
        separator). ``nccc`` counts the entries of the functions' and children's tables along
        the longest chain of agents that wait for each other.

    Raises
    ------
    BudgetError
        If the work would exceed its limit, with or without cut variables (unit ``"cells"``, a lower
        bound if memory is short too), or if memory is insufficient even with all variables cut (unit
        ``"bytes"``). Raised before any table is made.
    InputError
        If a limit is not positive.

    References
    ----------
    .. [1] Petcu, A. and B. Faltings (2005). A scalable method for multiagent constraint optimization.
       *IJCAI 2005*: 266-271.
    .. [2] Petcu, A. and B. Faltings (2007). MB-DPOP: a new memory-bounded algorithm for distributed
       optimization. *IJCAI 2007*: 1452-1457.

    Examples
    --------
    >>> network = CostNetwork([2, 2], [((0,), [0, 3]), ((0, 1), [[5, 4], [0, 2]])])
    >>> dpop(network).assignment
    {0: 1, 1: 0}
    """
    for name, limit in (("memory", memory), ("work", work)):
        if not limit > 0:
            raise expected(name, limit, f"{name} > 0")
    network = as_network(problem)
    tree = pseudo_tree(network.n, network.neighbors)
    tables = _Tables(network, tree, choose_cuts(network.sizes, tree, memory, work))
    best = tables.send_up()
    tables.send_down()
    values, history = np.array(tables.values, np.int32), np.array([best], np.int64)
    traffic = Traffic(tables.sent, tables.size, max(tables.clocks, default=0))
    cost = network.cost(values)
    return make_result("dpop", problem, network, values, best, history, traffic, cost)


class Plan:
    """
    Memory and work of a pseudo-tree with some variables cut.

    Attributes
    ----------
    cells
        float64[n], cells of the table of each variable.
    memory
        Bytes of all tables, and of scratch for the largest.
    work
        Upper bound on the cells to compute.
    """

    def __init__(self, sizes: NDArray[np.int32], tree: PseudoTree) -> None:
        self.sizes, self.tree = sizes, tree
        lengths = [len(separator) for separator in tree.separators]
        self.owners = np.repeat(np.arange(len(sizes)), lengths)
        self.members = np.array([u for separator in tree.separators for u in separator], np.int64)
        self.cell_bytes = COST_BYTES + np.array(
            [choice_type(size).itemsize for size in sizes.tolist()], np.int64
        )
        self.cut = np.zeros(len(sizes), np.bool_)
        self.update()

    def update(self) -> None:
        """Compute memory and work after ``cut`` has changed."""
        logs = np.where(self.cut, 0.0, np.log2(self.sizes))[self.members]
        exponents = np.bincount(self.owners, weights=logs, minlength=len(self.sizes))
        self.cells = np.rint(np.exp2(np.minimum(exponents, MAX_LOG)))
        self.memory = float((self.cells * self.cell_bytes).sum())
        self.memory += SCRATCH_BYTES * float(self.cells.max(initial=0))
        costs = np.maximum(self.cells, LEAST_CELLS) * self.sizes
        self.work = 0.0
        times = [1.0] * len(self.sizes)
        innermost = find_innermost(self.tree, self.cut)
        for v in self.tree.order:
            above = innermost[v]
            if above >= 0:
                # Once for each value, and once more when the value is chosen.
                times[v] = times[above] * float(self.sizes[above]) + 1
            self.work += times[v] * float(costs[v])

    def bytes_saved(self) -> NDArray[np.float64]:
        """Return the bytes saved by cutting each variable."""
        table_bytes = (self.cells * (self.cell_bytes + SCRATCH_BYTES))[self.owners]
        held = np.bincount(self.members, weights=table_bytes, minlength=len(self.sizes))
        saved: NDArray[np.float64] = np.where(self.cut, 0.0, held * (1 - 1 / self.sizes))
        return saved


def choose_cuts(
    sizes: NDArray[np.int32], tree: PseudoTree, memory: float, work: float
) -> NDArray[np.bool_]:
    """
    Return cut variables, bool[n], that make the tables fit: in turn the one that saves most bytes.

    Raises
    ------
    BudgetError
        See :func:`dpop`.
    """
    plan = Plan(sizes, tree)
    # Cutting never reduces the work, so a plan that takes too long cannot be mended.
    while plan.work <= work:
        if plan.memory <= memory:
            return plan.cut
        saved = plan.bytes_saved()
        if not saved.any():
            raise BudgetError(
                "dpop, every variable cut", estimate=plan.memory, budget=float(memory), unit="bytes"
            )
        # Among equals the highest, because it may split everything below it.
        order = np.array(tree.order)
        plan.cut[order[saved[order].argmax()]] = True
        plan.update()
    cuts = np.count_nonzero(plan.cut)
    message = f"dpop, width {tree.width}" + (
        f" with {cuts} variables cut to save memory" if cuts else ""
    )
    raise BudgetError(message, estimate=plan.work, budget=float(work), unit="cells")


def find_innermost(tree: PseudoTree, cut: NDArray[np.bool_]) -> list[int]:
    """Return the deepest cut variable in each separator, or -1; its changes invalidate the table."""
    is_cut = cut.tolist()
    return [next((u for u in separator if is_cut[u]), -1) for separator in tree.separators]


def choice_type(size: int) -> np.dtype[np.unsignedinteger]:
    """Return the narrowest type for a value."""
    return np.min_scalar_type(size - 1)


class _Tables:
    """
    The tables, values and counters of one run.

    Attributes
    ----------
    values
        Present value of each variable, chosen or tried.
    utils, choices
        UTIL table of each variable, and its best values. Axes are the variables of the separator that
        are not cut and have several values, the deepest first, so that the parent is axis 0.
    clocks
        Entries looked up by each agent, or by those whose messages it waited for.
    sent, size
        Messages and their bytes.
    """

    def __init__(self, network: CostNetwork, tree: PseudoTree, cut: NDArray[np.bool_]) -> None:
        n = network.n
        self.tree = tree
        self.sizes: list[int] = network.sizes.tolist()
        self.cut: list[bool] = cut.tolist()
        self.is_axis = [
            size > 1 and not is_cut for size, is_cut in zip(self.sizes, self.cut, strict=True)
        ]
        self.axes = [[u for u in separator if self.is_axis[u]] for separator in tree.separators]
        self.spreads = [
            self._spread(axes, parent) for axes, parent in zip(self.axes, tree.parents, strict=True)
        ]
        self.unary = [
            network.grid.unary[i:j] for i, j in itertools.pairwise(network.grid.unary_start.tolist())
        ]
        self.functions = self._find_functions(network)
        self.innermost = find_innermost(tree, cut)
        self.below: list[list[int]] = [[] for _ in range(n)]
        for v in reversed(tree.order):
            if self.innermost[v] >= 0:
                self.below[self.innermost[v]].append(v)
        self.values = [0] * n
        self.utils = [NOTHING] * n
        self.choices = [NOTHING] * n
        self.clocks = [0] * n
        self.sent = self.size = 0

    def _find_functions(self, network: CostNetwork) -> list[list[tuple[list[int], NDArray[np.int64]]]]:
        """
        Return the functions of each variable with ancestors only.

        Each has the ancestors that are no axes, and a table: its first axis is the variable's, then come
        theirs, then those of the message.
        """
        place = {v: i for i, v in enumerate(self.tree.order)}
        functions: list[list[tuple[list[int], NDArray[np.int64]]]] = [[] for _ in self.sizes]
        starts = [*network.grid.table_start.tolist(), *network.grid.factor_start.tolist()]
        for scope, start in zip([*network.ends.tolist(), *network.scopes], starts, strict=True):
            shape = [self.sizes[u] for u in scope]
            table = network.grid.tables[start : start + math.prod(shape)].reshape(shape)
            v = max(scope, key=place.__getitem__)
            rest = [u for u in scope if u != v and not self.is_axis[u]]
            present = set(scope) - {v}
            axes = [u for u in self.axes[v] if u in present]
            order = [list(scope).index(u) for u in [v, *rest, *axes]]
            rows = np.ascontiguousarray(table.transpose(order))
            fixed = [self.sizes[u] for u in [v, *rest]]
            functions[v].append((rest, rows.reshape(*fixed, *self._spread(axes, v))))
        return functions

    def _spread(self, axes: list[int], v: int) -> list[int]:
        """Return the shape in which a table with these axes can be added to that of ``v``."""
        present = set(axes)
        return [self.sizes[u] if u in present else 1 for u in self.axes[v]]

    def send_up(self) -> int:
        """Run the UTIL phase; return the least cost on the grid, without the constant."""
        for v in reversed(self.tree.order):
            if self.innermost[v] < 0:
                self.tabulate(v)
        return sum(int(self.utils[v]) for v, parent in enumerate(self.tree.parents) if parent < 0)

    def send_down(self) -> None:
        """Run the VALUE phase: every variable takes its best value, ancestors first."""
        for v in self.tree.order:
            parent = self.tree.parents[v]
            if parent >= 0:
                self.sent += 1
                self.size += VALUE_BYTES * len(self.tree.separators[v])
                self.clocks[v] = max(self.clocks[v], self.clocks[parent])
            value = int(self.choices[v][tuple(self.values[u] for u in self.axes[v])])
            # The tables below a cut variable are those of the last value tried.
            was_last = value == self.values[v]
            self.values[v] = value
            if self.cut[v] and not was_last:
                self.tabulate_below(v)

    def tabulate_below(self, cut: int) -> None:
        """Compute again the tables that depend on the present value of a cut variable."""
        for v in self.below[cut]:
            self.tabulate(v)

    def tabulate(self, v: int) -> None:
        """Add the tables at ``v`` for each of its values, keep the least, and send it to the parent."""
        children = self.tree.children[v]
        innermost = self.innermost[v]
        if innermost >= 0:
            self.clocks[v] = max(self.clocks[v], self.clocks[innermost])
            self.sent += 1
            self.size += VALUE_BYTES * sum(self.cut[u] for u in self.tree.separators[v])
        shape = [self.sizes[u] for u in self.axes[v]]
        # Free the previous tables before making new ones.
        self.utils[v] = self.choices[v] = NOTHING
        least = np.full(shape, UNREACHED)
        choice = np.zeros(shape, choice_type(self.sizes[v]))
        total = np.empty(shape, np.int64)
        better = np.empty(shape, np.bool_)
        lookups = total.size * (len(self.functions[v]) + len(children))
        for x in range(self.sizes[v]):
            self.values[v] = x
            if self.cut[v]:
                self.tabulate_below(v)
            self.clocks[v] = max([self.clocks[v], *(self.clocks[child] for child in children)]) + lookups
            total[...] = self.unary[v][x]
            for rest, rows in self.functions[v]:
                total += rows[(x, *(self.values[u] for u in rest))]
            for child in children:
                util = self.utils[child][x] if self.is_axis[v] else self.utils[child]
                total += util.reshape(self.spreads[child])
            np.less(total, least, out=better)
            np.copyto(least, total, where=better)
            np.copyto(choice, x, where=better, casting="unsafe")
        self.utils[v], self.choices[v] = least, choice
        if self.tree.parents[v] >= 0:
            self.sent += 1
            self.size += COST_BYTES * least.size
