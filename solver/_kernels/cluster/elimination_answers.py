"""
Answers from one elimination: a best response, a table over a boundary, the colors of some of its rows.

Each is one kernel call, because a call from Python costs as much as a small elimination.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import inlined, kernel
from ..vectors.simd import at, put
from .elimination import eliminate, find_colors, minimize
from .elimination_plan import COLORS, FREE, KEPT, RANKED_AT, ROOT, ROOT_CELLS


class Turn(NamedTuple):
    """What a cluster's turn needs besides beliefs and costs."""

    required: np.ndarray  # int32[n]: -2 foreign node, -1 color to be found, otherwise required color
    ledger: np.ndarray  # int64, costs of the whole problem: see solver.cluster.local.ledger
    rank: int  # by which costs are ranked, 0 if they are not
    unit: int  # one unit of cost, in the unit of the ledger
    scale: float  # one unit of the ledger, as a penalty


class Digits(NamedTuple):
    """All groups of ``length`` digits in base k, in order; a division then yields a whole group."""

    digits: np.ndarray  # uint8 or int32 [k ** length * length]
    length: int


class Table(NamedTuple):
    """Least penalties for the colorings of the kept nodes, the last of them fastest."""

    penalty: np.ndarray  # float64[cells]
    best: np.ndarray  # uint8 or int32 [cells * free], by the order of ties; empty if costs have no rank
    colors: np.ndarray  # int32[n], scratch


class Rows(NamedTuple):
    """Some colorings of the kept nodes, and the best colors of the free nodes for each."""

    rows: np.ndarray  # int64[r], numbers of colorings
    best: np.ndarray  # uint8 or int32 [r, free], by the order of ties
    rivals: np.ndarray  # int64[r]


@inlined
def _take(beliefs, required, colors, k):
    """
    Collect the known colors: beliefs of foreign nodes, required colors of others.

    Returns whether all beliefs are legal.

    Mutates: colors.
    """
    legal = True
    for v in range(len(colors)):
        color = at(required, v)
        if color < -1:
            color = at(beliefs, v)
            legal = legal and -1 <= color < k
        put(colors, v, color)
    return legal


@inlined
def _count(ledger, colors, k):
    """Return the cost of the colored nodes, in the unit of the ledger, and their conflicts."""
    total = np.int64(0)
    conflicts = np.int64(0)
    entry = 2
    for _ in range(at(ledger, 0)):
        color = at(colors, at(ledger, entry))
        if color >= 0 and color == at(colors, at(ledger, entry + 1)):
            conflicts += 1
            total += at(ledger, entry + 2)
        entry += 3
    for _ in range(at(ledger, 1)):
        color = at(colors, at(ledger, entry))
        if color >= 0:
            total -= at(ledger, entry + 1 + color)
        entry += 1 + k
    return total, conflicts


@kernel
def account(ledger, colors, known, k):
    """
    Return the cost of ``colors`` and of its part ``known``, and the conflicts of ``colors``.

    -1 is uncolored; costs are in the unit of the ledger.
    """
    total, conflicts = _count(ledger, colors, k)
    part, _ = _count(ledger, known, k)
    return total, part, conflicts


@kernel
def respond(beliefs, turn, program, costs, workspace, colors, memo):
    """
    Take a whole turn: collect what is known, minimize, and count the result by the problem's own costs.

    Returns whether all beliefs are legal, the rivals, the cost found, the cost of the known colors, and
    the cost and conflicts of the result. ``memo`` is empty.

    Mutates: colors, int32[n]; workspace.
    """
    k = at(program, COLORS)
    zero = np.int64(0)
    if not _take(beliefs, turn.required, colors, k):
        return False, zero, zero, zero, zero, zero
    known, _ = _count(turn.ledger, colors, k)
    cost, rivals = minimize(program, costs, colors, workspace, turn.rank, memo)
    total, conflicts = _count(turn.ledger, colors, k)
    return True, rivals, cost, known, total, conflicts


@kernel
def tabulate(beliefs, turn, program, costs, workspace, groups, table):
    """
    Fill the table of least penalties for the colorings of the kept nodes; False on illegal beliefs.

    Mutates: table, its colors only if costs are ranked; workspace.
    """
    if not _take(beliefs, turn.required, table.colors, at(program, COLORS)):
        return False
    known, _ = _count(turn.ledger, table.colors, at(program, COLORS))
    eliminate(program, costs, table.colors, workspace)
    rank, unit, scale = turn.rank, turn.unit, turn.scale
    digits, length = groups
    penalty, best, tables = table.penalty, table.best, workspace.tables
    free = at(program, FREE)
    root = at(program, ROOT)
    radix = len(digits) // length
    for i in range(at(program, ROOT_CELLS)):
        cost = at(tables, root + i)
        if rank > 0:
            quotient = cost // rank
            number = cost - quotient * rank
            cost = quotient
            end = (i + 1) * free
            while end > i * free:
                quotient = number // radix
                entry = (number - quotient * radix + 1) * length
                number = quotient
                for _ in range(min(length, end - i * free)):
                    end -= 1
                    entry -= 1
                    put(best, end, at(digits, entry))
        penalty[i] = (known + unit * cost) * scale
    return True


@kernel
def find_rows(program, costs, colors, workspace, rows, memo):
    """
    Eliminate, then find the best colors for some colorings of the kept nodes.

    Mutates: rows; memo, see :func:`.elimination.find_colors`; workspace.
    """
    eliminate(program, costs, colors, workspace)
    tables, counters = workspace
    free = at(program, FREE)
    kept = at(program, KEPT)
    k = at(program, COLORS)
    ranked = at(program, RANKED_AT)
    for i in range(len(rows.rows)):
        cell = at(rows.rows, i)
        for j in range(kept - 1, -1, -1):
            put(counters, free + j, cell % k)
            cell //= k
        put(rows.rivals, i, find_colors(program, costs, tables, counters, memo))
        for j in range(free):
            rows.best[i, j] = at(counters, at(program, ranked + j))
