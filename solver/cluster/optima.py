"""
Several best answers: their number, and the best few in order.

Bucket elimination in NumPy, one table a step, with what the compiled one leaves out: counts of optima
beside least costs (a product of the two semirings), and every table is kept, so that a best-first search
over partial colorings knows the exact cost of completing each (A* with a perfect heuristic). Costs are
ranked, in Python integers where int64 would not hold them, so the order of answers is total and does not
depend on the order of elimination.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..problems.costs import MAX_SUM
from .local import LocalProblem
from .order import check_memory

#: Bytes of a Python integer in a table, with its reference.
OBJECT_BYTES = 40


class Step(NamedTuple):
    """Costs of the colorings of a scope and, along the last axis, of the eliminated node."""

    scope: list[int]
    costs: NDArray[Any]


def _eliminate(
    local: LocalProblem, unary: NDArray[Any], weights: list[int], memory: float
) -> Generator[tuple[int, Step], Any, None]:
    """
    Yield each node of the order with its step; the receiver sends back the table for the parent.

    All nodes of ``local`` must be free.
    """
    order = local.order.nodes.tolist()
    position = {v: i for i, v in enumerate(order)}
    item = 8 if unary.dtype != object else OBJECT_BYTES
    check_memory(item * float(np.sum(float(local.k) ** (local.order.sizes + 1))), memory)
    later: list[list[tuple[int, int]]] = [[] for _ in order]
    for (u, v), weight in zip(local.ends.tolist(), weights, strict=True):
        u, v = (u, v) if position[u] < position[v] else (v, u)
        later[position[u]].append((v, weight))
    incoming: list[list[tuple[list[int], NDArray[Any]]]] = [[] for _ in order]
    for i, v in enumerate(order):
        scope = {u for u, _ in later[i]}.union(*(s for s, _ in incoming[i])) - {v}
        axes = [*sorted(scope, key=position.__getitem__), v]
        costs = np.zeros((local.k,) * len(axes), unary.dtype) + unary[v]
        same = np.eye(local.k, dtype=np.int64).astype(unary.dtype)
        for u, weight in later[i]:
            costs = costs + _spread(same * weight, [u, v], axes)
        for names, table in incoming[i]:
            costs = costs + _spread(table, names, axes)
        reply = yield v, Step(axes[:-1], costs)
        if axes[:-1]:
            incoming[position[axes[0]]].append((axes[:-1], reply))


def _spread(table: NDArray[Any], names: list[int], axes: list[int]) -> NDArray[Any]:
    """Return a table with its axes in the order of ``axes``, of length 1 where it has none."""
    moved = np.transpose(table, [names.index(a) for a in axes if a in names])
    shape = iter(moved.shape)
    return moved.reshape([next(shape) if a in names else 1 for a in axes])


def _ranked(local: LocalProblem, unary: NDArray[np.int64]) -> tuple[NDArray[Any], list[int]]:
    """Return costs with the rank of the coloring as low digits, and the weights to match."""
    rank = local.colorings
    dtype: Any = np.int64 if (local.bound + 1) * rank < MAX_SUM else object
    places = np.array([local.k**i for i in range(local.m - 1, -1, -1)], dtype)
    ranked = unary.astype(dtype) * rank + places[:, None] * np.arange(local.k).astype(dtype)
    return ranked, [weight * rank for weight in local.weights.tolist()]


def ordered(local: LocalProblem, known: NDArray[np.int32], memory: float) -> Iterator[NDArray[np.int32]]:
    """Yield colorings int32[n] by increasing cost, ties in lexicographic order."""
    unary, weights = _ranked(local, local.unary(known))
    steps: list[tuple[int, Step]] = []
    elimination = _eliminate(local, unary, weights, memory)
    total: Any = 0
    reply: Any = None
    while True:
        try:
            v, step = elimination.send(reply)
        except StopIteration:
            break
        steps.append((v, step))
        reply = step.costs.min(axis=-1)
        if not step.scope:
            total += reply.item() if isinstance(reply, np.generic | np.ndarray) else reply
    steps.reverse()
    heap: list[tuple[int, tuple[int, ...]]] = [(total, ())]
    names = [v for v, _ in steps]
    while heap:
        cost, partial = heapq.heappop(heap)
        if len(partial) == len(steps):
            colors = known.copy()
            colors[local.nodes[names]] = partial
            yield colors
            continue
        scope, table = steps[len(partial)][1]
        chosen = dict(zip(names, partial, strict=False))
        row = table[tuple(chosen[u] for u in scope)].tolist()
        least = min(row)
        for color, price in enumerate(row):
            heapq.heappush(heap, (cost + price - least, (*partial, color)))


def count(local: LocalProblem, known: NDArray[np.int32], memory: float) -> int:
    """Return the number of colorings of least cost, exact at any size."""
    # No count exceeds the number of colorings.
    dtype: Any = np.int64 if local.colorings < MAX_SUM else object
    counts: dict[int, list[tuple[list[int], NDArray[Any]]]] = {v: [] for v in range(local.m)}
    position = {v: i for i, v in enumerate(local.order.nodes.tolist())}
    total = 1
    elimination = _eliminate(local, local.unary(known), local.weights.tolist(), memory)
    reply: Any = None
    while True:
        try:
            v, (scope, costs) = elimination.send(reply)
        except StopIteration:
            return total
        reply = costs.min(axis=-1)
        number = (costs == reply[..., None]).astype(np.int64).astype(dtype)
        for names, table in counts[v]:
            number = number * _spread(table, names, [*scope, v])
        summed = number.sum(axis=-1)
        if scope:
            counts[min(scope, key=position.__getitem__)].append((scope, summed))
        else:
            total *= int(summed)
