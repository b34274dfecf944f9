"""
Depth-first branch and bound on cost functions of any number of variables.

A node of the tree chooses a variable and its cheapest value; after that value has failed, it is removed
and the node goes on (binary branching). Bounds come from :mod:`.consistency`. The variable has the
smallest domain, counted in values weighted by how far they are from being ruled out, for its weight,
which grows whenever its values run out (dom/wdeg: Boussemart et al. 2004); the variable of the last
failure comes first (Lecoutre et al. 2009, doi:10.1016/j.artint.2009.09.002).
"""

from __future__ import annotations

import numpy as np

from ..._jit import helper, kernel
from .consistency import (
    BASE,
    BIG,
    COST,
    FULL,
    HEIGHT,
    STAMP,
    UNIT,
    clear,
    disturb,
    keep_only,
    propagate,
    remove,
    restore,
)
from .factors import entry

# Places in `state.numbers` after those of :mod:`.consistency`.
LEVEL, NODES, LAST = 6, 7, 8

# Columns of `state.levels`.
TRAIL, BOUND, VARIABLE, VALUE = 0, 1, 2, 3


@helper
def _choose_variable(problem, state):
    """Return the variable to branch on, -1 if all have a value."""
    gap = np.float64(state.numbers[COST] - state.numbers[BASE])
    chosen = -1
    lowest = np.inf
    last = state.numbers[LAST]
    if last >= 0 and state.sizes[last] > 1:
        return last
    for v in range(len(state.sizes)):
        size = state.sizes[v]
        if size <= 1:
            continue
        first = problem.unary_start[v]
        open_values = 0.01
        for i in range(size):
            cost = state.scores[first + state.domains[first + i]]
            open_values += 1 - min(1.0, cost / gap)
        score = open_values / state.weights[v]
        if score < lowest:
            lowest = score
            chosen = v
    return chosen


@helper
def _choose_value(problem, state, v):
    """Return the cheapest value of a variable; among equals, that of the best assignment."""
    first = problem.unary_start[v]
    chosen = state.domains[first]
    for i in range(1, state.sizes[v]):
        value = state.domains[first + i]
        cost, lowest = state.scores[first + value], state.scores[first + chosen]
        if cost < lowest or (cost == lowest and value == state.best[v]):
            chosen = value
    return chosen


@helper
def _keep_if_best(problem, state):
    """Keep the only assignment left if it is the best so far. Mutates: state."""
    values = state.values
    cost = np.int64(0)
    for v in range(len(values)):
        values[v] = state.domains[problem.unary_start[v]]
        cost = min(BIG, cost + problem.unary[problem.unary_start[v] + values[v]])
    factors = problem.factors
    for f in range(len(factors.starts)):
        cost = min(BIG, cost + factors.tables[entry(factors, f, values)])
    if cost < state.numbers[COST]:
        state.numbers[COST] = cost - state.numbers[UNIT] + 1
        for v in range(len(values)):
            state.best[v] = values[v]


@kernel
def run(problem, state, root_passes, passes, budget):
    """
    Visit up to ``budget`` more nodes of the tree.

    Finished when the level is -1: no assignment costs less than the best one. Stops early if the trail
    is full.

    Mutates: state.
    """
    numbers = state.numbers
    level = numbers[LEVEL]
    last = numbers[NODES] + budget
    while level >= 0 and numbers[NODES] < last:
        numbers[NODES] += 1
        limit = root_passes if level == 0 else passes
        is_open = propagate(problem, state, limit, level > 0)
        if numbers[FULL]:
            break
        if is_open:
            v = _choose_variable(problem, state)
            if v >= 0:
                value = _choose_value(problem, state, v)
                state.levels[level, TRAIL] = numbers[HEIGHT]
                state.levels[level, BOUND] = numbers[BASE]
                state.levels[level, VARIABLE] = v
                state.levels[level, VALUE] = value
                level += 1
                numbers[STAMP] += 1
                keep_only(problem, state, v, value)
                disturb(problem, state, v)
                continue
            _keep_if_best(problem, state)
            numbers[LAST] = -1
        clear(state)
        # Go back to the nearest level whose variable has another value.
        while level >= 0:
            level -= 1
            if level < 0:
                break
            restore(problem, state, state.levels[level, TRAIL])
            numbers[BASE] = state.levels[level, BOUND]
            numbers[STAMP] += 1
            v = state.levels[level, VARIABLE]
            numbers[LAST] = v
            if numbers[BASE] < numbers[COST] and state.sizes[v] > 1:
                remove(problem, state, v, state.levels[level, VALUE], level > 0)
                disturb(problem, state, v)
                break
    numbers[LEVEL] = level
