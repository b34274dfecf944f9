"""
The global cost functions of wcsp that count values, as tables or as functions of pairs.

Each has a *violation*, an integer that is 0 where the constraint holds; a metric says what it costs.
The definitions of the soft functions were compared with toulbar2 1.4 on all assignments of two to four
variables; those of knapsack and of hard limits rest on the optima of public files.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .limits import Totals
from .words import Words

Functions = list[tuple[tuple[int, ...], NDArray[np.float64]]]

ALL_DIFFERENT = ("salldiff", "salldiffdp", "walldiff", "walldifferent")
#: Keywords of functions that are read.
KEYWORDS = (*ALL_DIFFERENT, "samong", "samongdp", "wamong", "wsum", "knapsack")
#: Limits and weights are at most this, so that no sum overflows.
LARGEST = 1 << 53
METRICS = {
    **dict.fromkeys(("salldiff", "salldiffdp"), ("var", "dec", "decbi")),
    **dict.fromkeys(("samong", "samongdp"), ("var",)),
    **dict.fromkeys(("walldiff", "walldifferent", "wamong", "wsum"), ("hard", "lin", "quad")),
}
COMPARATORS = {
    "==": lambda total, limit: np.abs(total - limit),
    "<=": lambda total, limit: np.maximum(0, total - limit),
    "<": lambda total, limit: np.maximum(0, total - limit + 1),
    ">=": lambda total, limit: np.maximum(0, limit - total),
    ">": lambda total, limit: np.maximum(0, limit - total + 1),
}


def read_functions(
    keyword: str,
    name: str,
    scope: tuple[int, ...],
    sizes: list[int],
    bound: int,
    words: Words,
    totals: Totals,
) -> Functions:
    """
    Read the parameters of a function and return functions whose sum it is.

    Costs of at least ``bound`` forbid; infinite ones are returned as infinity.
    """
    shape = tuple(sizes[v] for v in scope)
    metric, cost = "hard", float(bound)
    if keyword in METRICS:
        metric = words.word(f"metric of {name}")
        if metric not in METRICS[keyword]:
            raise words.expected(f"metric of {name}", metric, f"one of {METRICS[keyword]}")
        cost = float(words.integer(f"cost of {name}", 0))
    if keyword in ALL_DIFFERENT:
        if metric in ("dec", "decbi", "hard") or cost >= bound:
            return _different_pairs(
                name, scope, sizes, np.inf if metric == "hard" else cost, words, totals
            )
        totals.add_table(name, shape, words.line())
        return [(scope, _different(shape, metric) * cost)]
    totals.add_table(name, shape, words.line())
    if keyword == "wsum":
        comparator = words.word(f"comparator of {name}")
        if comparator not in COMPARATORS:
            raise words.expected(f"comparator of {name}", comparator, f"one of {tuple(COMPARATORS)}")
        total = _sum(shape, [np.arange(size) for size in shape])
        violation = COMPARATORS[comparator](total, words.integer(f"limit of {name}", -LARGEST, LARGEST))
    elif keyword == "knapsack":
        if any(size > 2 for size in shape):
            raise words.expected(f"{name}: domain sizes", shape, "at most 2, or a table")
        capacity = words.integer(f"capacity of {name}", -LARGEST, LARGEST)
        weights = [words.integer(f"weight of {name}", -LARGEST, LARGEST) for _ in shape]
        total = _sum(
            shape, [weight * np.arange(size) for weight, size in zip(weights, shape, strict=True)]
        )
        violation = COMPARATORS[">="](total, capacity)
    else:
        violation = _among(keyword, name, shape, words)
    if metric == "hard":
        return [(scope, np.where(violation > 0, np.inf, 0.0))]
    return [(scope, cost * violation.astype(np.float64) ** (2 if metric == "quad" else 1))]


def _among(keyword: str, name: str, shape: tuple[int, ...], words: Words) -> NDArray[np.int64]:
    """Return by how much the number of variables with certain values misses a range."""
    limits = []
    if keyword != "wamong":
        limits = [words.integer(f"limit of {name}", 0) for _ in range(2)]
    count = words.integer(f"number of values of {name}", 0, words.most)
    values = {words.integer(f"value of {name}", 0) for _ in range(count)}
    if keyword == "wamong":
        limits = [words.integer(f"limit of {name}", 0) for _ in range(2)]
    chosen = [np.isin(np.arange(size), list(values)).astype(np.int64) for size in shape]
    total = _sum(shape, chosen)
    return np.maximum(0, np.maximum(limits[0] - total, total - limits[1]))


def _sum(shape: tuple[int, ...], terms: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return the sum of a term of each variable, for every assignment."""
    total = np.zeros(shape, np.int64)
    for axis, term in enumerate(terms):
        total += term.reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return total


def _different(shape: tuple[int, ...], metric: str) -> NDArray[np.float64]:
    """
    Return the violation of an all-different function: for each value, its occurrences after the first.

    Their square is twice the equal pairs, less the occurrences after the first.
    """
    repeats, pairs = np.zeros(shape), np.zeros(shape)
    for v, size in enumerate(shape):
        is_repeat = np.zeros(shape, np.bool_)
        for u in range(v):
            ends = [shape[i] if i in (u, v) else 1 for i in range(len(shape))]
            equal = np.eye(shape[u], size, dtype=np.bool_).reshape(ends)
            is_repeat |= equal
            pairs += equal
        repeats += is_repeat
    return 2 * pairs - repeats if metric == "quad" else repeats


def _different_pairs(
    name: str, scope: tuple[int, ...], sizes: list[int], cost: float, words: Words, totals: Totals
) -> Functions:
    functions: Functions = []
    for u, v in combinations(scope, 2):
        totals.add_table(name, (sizes[u], sizes[v]), words.line())
        functions.append(((u, v), np.where(np.eye(sizes[u], sizes[v], dtype=np.bool_), cost, 0.0)))
    return functions
