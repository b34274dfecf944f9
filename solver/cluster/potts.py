"""
A small soft coloring problem as plain arrays, the input of the exact engines.

Node ``v`` in color ``c`` costs ``unary[v, c]``, and an edge whose ends have one color costs its weight:
a Potts model. Everything known beforehand, such as the colors of fixed neighbors, is part of the unary
costs.

Integer costs are summed exactly. Float costs are summed in one fixed order: node by node, for each node
its unary cost, then the weights of its conflicting edges to earlier nodes, in the order of those nodes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError, expected
from ..problems.costs import MAX_SUM, MAX_SUM_32, largest_sum


class Potts(NamedTuple):
    """
    A checked problem.

    Attributes
    ----------
    unary
        (m, k), int32 if sums of costs stay within 30 bits, otherwise int64; or float64.
    ends
        int32[e, 2], rows ``u < v`` sorted by ``v``, then ``u``, without repeats.
    weights
        (e,) of the same type, not negative.
    """

    unary: NDArray[Any]
    ends: NDArray[np.int32]
    weights: NDArray[Any]

    @property
    def m(self) -> int:
        """Number of nodes."""
        return len(self.unary)

    @property
    def k(self) -> int:
        """Number of colors."""
        return int(self.unary.shape[1])

    def cost(self, colors: NDArray[np.int32]) -> int | float:
        """Return the cost of a complete assignment, int32[m]; floats in the order stated above."""
        chosen = self.unary[np.arange(self.m), colors].tolist()
        clash = colors[self.ends[:, 0]] == colors[self.ends[:, 1]]
        terms: list[list[Any]] = [[x] for x in chosen]
        for v, weight in zip(self.ends[clash, 1].tolist(), self.weights[clash].tolist(), strict=True):
            terms[v].append(weight)
        total: Any = 0.0 if self.unary.dtype == np.float64 else 0
        for node in terms:
            for term in node:
                total += term
        return total  # type: ignore[no-any-return]


def potts(unary: ArrayLike, ends: ArrayLike, weights: ArrayLike) -> Potts:
    """
    Check a problem and convert it to the form that the kernels read.

    Parameters
    ----------
    unary
        (m, k), integers or finite floats.
    ends
        Integers (e, 2), rows ``u < v``, no row twice.
    weights
        (e,), not negative; floats anywhere make all costs float64.

    Raises
    ------
    InputError
        If a shape, an end or a cost is illegal, or integer costs could sum to ``2 ** 62`` or more.
    """
    costs, pairs, prices = np.asarray(unary), np.asarray(ends), np.asarray(weights)
    if costs.ndim != 2 or (len(costs) > 0 and costs.shape[1] == 0):
        raise expected("unary.shape", costs.shape, "(m, k) with k >= 1")
    if pairs.size == 0:
        pairs = np.zeros((0, 2), np.int32)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise InputError(f"ends: expected integers (e, 2), not {pairs.dtype.name} {pairs.shape}")
    if prices.shape != (len(pairs),):
        raise expected("weights.shape", prices.shape, f"({len(pairs)},), one for each edge")
    dtype = _common_type(costs, prices)
    costs = np.ascontiguousarray(costs, dtype)
    prices = prices.astype(dtype)
    _check_values(costs, pairs, prices)
    if dtype == np.int64:
        if (bound := largest_sum(costs, prices)) >= MAX_SUM:
            raise expected("unary, weights: largest sum", bound, "less than 2 ** 62")
        if bound < MAX_SUM_32:
            costs, prices = costs.astype(np.int32), prices.astype(np.int32)

    order = np.lexsort((pairs[:, 0], pairs[:, 1]))
    pairs = np.ascontiguousarray(pairs[order], np.int32)
    repeats = (pairs[1:] == pairs[:-1]).all(axis=1)
    if repeats.any():
        twice = tuple(pairs[np.flatnonzero(repeats)[0]].tolist())
        raise expected("ends: repeated edge", twice, "each edge once")
    return Potts(costs, pairs, prices[order])


def _common_type(costs: NDArray[Any], prices: NDArray[Any]) -> type[np.int64] | type[np.float64]:
    kinds = {array.dtype.kind for array in (costs, prices) if array.size}
    if not kinds <= set("iuf"):
        raise InputError(f"unary, weights: expected numbers, not {costs.dtype} and {prices.dtype}")
    for name, array in (("unary", costs), ("weights", prices)):
        if array.dtype.kind == "u" and array.max(initial=0) >= MAX_SUM:
            raise expected(f"{name}: largest cost", int(array.max()), "less than 2 ** 62")
    return np.float64 if "f" in kinds else np.int64


def _check_values(costs: NDArray[Any], pairs: NDArray[Any], prices: NDArray[Any]) -> None:
    if costs.dtype == np.float64:
        for name, array in (("unary", costs), ("weights", prices)):
            if not np.isfinite(array).all():
                raise expected(name, float(array[~np.isfinite(array)][0]), "finite costs")
    if prices.min(initial=0) < 0:
        raise expected("weights: least weight", prices.min().item(), "weights >= 0")
    bad = (pairs[:, 0] < 0) | (pairs[:, 0] >= pairs[:, 1]) | (pairs[:, 1] >= len(costs))
    if bad.any():
        edge = tuple(pairs[np.flatnonzero(bad)[0]].tolist())
        raise expected("ends: edge", edge, f"0 <= u < v < m = {len(costs)}")
