"""
Soft arc consistency for cost functions of any number of variables, with undo.

Costs move between functions and the values of their variables; what every value of a variable costs
moves to the *base*, a lower bound. A table is never changed: the costs moved out of it are kept for each
slot and value (Cooper et al. 2010, doi:10.1016/j.artint.2010.02.001). A pass visits the variables whose
functions have changed, in order; each collects everything that its functions imply about its values,
passes the least on to the base, and shares the rest among its functions of later variables; the next
pass goes backwards. This is the block-coordinate ascent of SRMP (Kolmogorov 2015,
doi:10.1109/TPAMI.2014.2363465). All costs are multiples of a *unit*, so that fractions of it can be
shared: whatever costs less than the best assignment costs less by a unit.

An entry that costs nothing is a *support* of a value; as long as the one found last still is one, the
value need not look for another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper
from .factors import Factors

#: Cost of what is ruled out, and the least that is read as ruled out.
BIG = np.int64(1 << 61)
RULED_OUT = np.int64(1 << 60)

# Places in `state.numbers`.
BASE, COST, UNIT, HEIGHT, STAMP, FULL = 0, 1, 2, 3, 4, 5


class Model(NamedTuple):
    """A problem with costs >= 0, of which every function and variable has one of 0."""

    factors: Factors  # tables of multiples of the unit, or BIG
    unary: np.ndarray  # int64
    unary_start: np.ndarray  # int64[n + 1]
    slots: np.ndarray  # int32, the slot of each variable in the functions of its row
    moved_start: np.ndarray  # int64[slots + 1], places of the costs moved out of each slot


class State(NamedTuple):
    """A search between two nodes of its tree."""

    costs: np.ndarray  # int64, unary costs, then the costs moved out of functions
    stamps: np.ndarray  # int64, of the last entry of each cost on the trail
    domains: np.ndarray  # int32, values of each variable, those left first
    places: np.ndarray  # int32, place of each value in its domain
    sizes: np.ndarray  # int64[n], number of values left
    trail_places: np.ndarray  # int32, a cost, or -1 - variable for a size
    trail_costs: np.ndarray  # int64, its previous content
    levels: np.ndarray  # int64[n + 2, 4]: trail, base, variable and value of each decision
    is_dirty: np.ndarray  # int8[n], whether something has changed around a variable
    weights: np.ndarray  # float64[n]
    scores: np.ndarray  # int64, what each value cost when its variable was last visited
    supports: np.ndarray  # int64, for each cost moved: the entry found last, within the table
    digits: np.ndarray  # int64[largest arity]
    values: np.ndarray  # int32[n]
    best: np.ndarray  # int32[n]
    numbers: np.ndarray  # int64[9]: places as in the constants here and in :mod:`.branch_and_bound`


@helper
def _set(state, i, cost, is_undone):
    """Change a cost; ``is_undone`` says whether the search may go back. Mutates: state."""
    if is_undone and state.stamps[i] != state.numbers[STAMP]:
        state.stamps[i] = state.numbers[STAMP]
        height = state.numbers[HEIGHT]
        state.trail_places[height] = i
        state.trail_costs[height] = state.costs[i]
        state.numbers[HEIGHT] = height + 1
    state.costs[i] = cost


@helper
def _shrink(state, v, size, is_undone):
    """Keep the first values of a domain only. Mutates: state."""
    if is_undone:
        height = state.numbers[HEIGHT]
        state.trail_places[height] = -1 - v
        state.trail_costs[height] = state.sizes[v]
        state.numbers[HEIGHT] = height + 1
    state.sizes[v] = size


@helper
def _swap(problem, state, v, value, place):
    """Bring a value to a place of its domain. Mutates: state."""
    first = problem.unary_start[v]
    before = state.places[first + value]
    other = state.domains[first + place]
    state.domains[first + place] = value
    state.places[first + value] = place
    state.domains[first + before] = other
    state.places[first + other] = before


@helper
def keep_only(problem, state, v, value):
    """Remove all values of a variable but one. Mutates: state."""
    _swap(problem, state, v, value, 0)
    _shrink(state, v, 1, True)


@helper
def remove(problem, state, v, value, is_undone):
    """Remove a value. Mutates: state."""
    _swap(problem, state, v, value, state.sizes[v] - 1)
    _shrink(state, v, state.sizes[v] - 1, is_undone)


@helper
def restore(problem, state, height):
    """Undo everything since the trail had a height. Mutates: state."""
    for i in range(state.numbers[HEIGHT] - 1, height - 1, -1):
        place = state.trail_places[i]
        if place >= 0:
            state.costs[place] = state.trail_costs[i]
        else:
            state.sizes[-1 - place] = state.trail_costs[i]
    state.numbers[HEIGHT] = height


@helper
def clear(state):
    """Forget what has changed. Mutates: state."""
    for v in range(len(state.is_dirty)):
        state.is_dirty[v] = 0


@helper
def disturb(problem, state, v):
    """Mark a variable, and all that share a function with it, as changed. Mutates: state."""
    factors = problem.factors
    state.is_dirty[v] = 1
    for p in range(factors.row_starts[v], factors.row_starts[v + 1]):
        f = factors.rows[p]
        for s in range(factors.scope_starts[f], factors.scope_starts[f + 1]):
            state.is_dirty[factors.scopes[s]] = 1


@helper
def _is_support(problem, state, f, slot, value, place):
    """Return whether an entry of a function, all of whose values are left, costs nothing."""
    factors = problem.factors
    cost = factors.tables[factors.starts[f] + place]
    for s in range(factors.scope_starts[f], factors.scope_starts[f + 1]):
        u = factors.scopes[s]
        size = problem.unary_start[u + 1] - problem.unary_start[u]
        x = place // factors.strides[s] % size
        if s != slot and state.places[problem.unary_start[u] + x] >= state.sizes[u]:
            return False
        cost -= state.costs[problem.moved_start[s] + x]
    return cost == 0


@helper
def _least_of_pair(problem, state, f, slot, value):
    """Return the least cost of a value in a function of two variables. Mutates: state, its supports."""
    factors = problem.factors
    other = 2 * factors.scope_starts[f] + 1 - slot
    u = factors.scopes[other]
    first = problem.unary_start[u]
    start = factors.starts[f] + value * factors.strides[slot]
    moved = state.costs[problem.moved_start[slot] + value]
    stride = factors.strides[other]
    shift = problem.moved_start[other]
    least = BIG
    chosen = np.int64(0)
    for i in range(state.sizes[u]):
        x = np.int64(state.domains[first + i])
        cost = factors.tables[start + x * stride] - state.costs[shift + x]
        if cost < least:
            least = cost
            chosen = x
            if cost == moved:
                break
    state.supports[problem.moved_start[slot] + value] = value * factors.strides[slot] + chosen * stride
    return least - moved


@helper
def _least_of_factor(problem, state, f, slot, value):
    """Return the least cost of a value in a function. Mutates: state, its supports and digits."""
    factors = problem.factors
    first, last = factors.scope_starts[f], factors.scope_starts[f + 1]
    digits = state.digits
    for s in range(first, last):
        digits[s - first] = 0
    moved = state.costs[problem.moved_start[slot] + value]
    least = BIG
    while True:
        place = value * factors.strides[slot]
        shifts = moved
        for s in range(first, last):
            if s != slot:
                x = np.int64(state.domains[problem.unary_start[factors.scopes[s]] + digits[s - first]])
                place += x * factors.strides[s]
                shifts += state.costs[problem.moved_start[s] + x]
        cost = factors.tables[factors.starts[f] + place] - shifts
        if cost < least:
            least = cost
            state.supports[problem.moved_start[slot] + value] = place
            if cost == 0:
                return cost
        s = last - 1
        while s >= first:
            if s != slot:
                digits[s - first] += 1
                if digits[s - first] < state.sizes[factors.scopes[s]]:
                    break
                digits[s - first] = 0
            s -= 1
        if s < first:
            return least


@helper
def _collect(problem, state, v, is_undone):
    """Move everything that the functions imply about ``v`` into its unary costs. Mutates: state."""
    factors = problem.factors
    first = problem.unary_start[v]
    for p in range(factors.row_starts[v], factors.row_starts[v + 1]):
        f, slot = factors.rows[p], problem.slots[p]
        moved = problem.moved_start[slot]
        arity = factors.scope_starts[f + 1] - factors.scope_starts[f]
        for i in range(state.sizes[v] - 1, -1, -1):
            value = np.int64(state.domains[first + i])
            if _is_support(problem, state, f, slot, value, state.supports[moved + value]):
                continue
            if arity == 2:
                least = _least_of_pair(problem, state, f, slot, value)
            else:
                least = _least_of_factor(problem, state, f, slot, value)
            if least >= RULED_OUT:
                remove(problem, state, v, value, is_undone)
            elif least != 0:
                _set(state, moved + value, state.costs[moved + value] + least, is_undone)
                _set(state, first + value, state.costs[first + value] + least, is_undone)


@helper
def _settle(problem, state, v, is_undone):
    """Move the least unary cost to the base, and remove what costs too much. Mutates: state."""
    first = problem.unary_start[v]
    least = BIG
    for i in range(state.sizes[v]):
        least = min(least, state.costs[first + state.domains[first + i]])
    numbers = state.numbers
    numbers[BASE] = min(BIG, numbers[BASE] + least)
    if numbers[BASE] >= numbers[COST]:
        return
    gap = numbers[COST] - numbers[BASE]
    for i in range(state.sizes[v] - 1, -1, -1):
        value = np.int64(state.domains[first + i])
        cost = state.costs[first + value] - least
        if cost >= gap:
            remove(problem, state, v, value, is_undone)
            continue
        state.scores[first + value] = cost
        if least:
            _set(state, first + value, cost, is_undone)


@helper
def _has_other(problem, f, v, forward):
    """Return whether a function has a variable after ``v`` in the pass."""
    factors = problem.factors
    for s in range(factors.scope_starts[f], factors.scope_starts[f + 1]):
        u = factors.scopes[s]
        if u != v and (u > v) == forward:
            return True
    return False


@helper
def _share(problem, state, v, forward, is_undone):
    """Share the unary costs of ``v`` among its functions of later variables. Mutates: state."""
    factors = problem.factors
    first = problem.unary_start[v]
    begin, end = factors.row_starts[v], factors.row_starts[v + 1]
    later = 0
    for p in range(begin, end):
        later += _has_other(problem, factors.rows[p], v, forward)
    shares = max(later, end - begin - later)
    if later == 0:
        return
    is_shared = False
    for i in range(state.sizes[v]):
        is_shared |= state.costs[first + state.domains[first + i]] >= shares
    if not is_shared:
        return
    for p in range(begin, end):
        f = factors.rows[p]
        if not _has_other(problem, f, v, forward):
            continue
        moved = problem.moved_start[problem.slots[p]]
        for i in range(state.sizes[v]):
            value = np.int64(state.domains[first + i])
            share = state.costs[first + value] // shares
            if share:
                _set(state, moved + value, state.costs[moved + value] - share, is_undone)
        for s in range(factors.scope_starts[f], factors.scope_starts[f + 1]):
            u = factors.scopes[s]
            if u != v and (u > v) == forward:
                state.is_dirty[u] = 1
    for i in range(state.sizes[v]):
        value = np.int64(state.domains[first + i])
        cost = state.costs[first + value]
        if cost // shares:
            _set(state, first + value, cost - cost // shares * later, is_undone)


@helper
def _keeps_costs(problem, state, v):
    """Return whether a value of ``v`` costs more than another, which the next pass may share."""
    first = problem.unary_start[v]
    highest = np.int64(0)
    for i in range(state.sizes[v]):
        highest = max(highest, state.costs[first + state.domains[first + i]])
    return highest > 0


@helper
def _has_room(problem, state, v):
    """Return whether the trail has room for what a visit of ``v`` may change."""
    factors = problem.factors
    size = problem.unary_start[v + 1] - problem.unary_start[v]
    rows = factors.row_starts[v + 1] - factors.row_starts[v]
    needed = state.numbers[HEIGHT] + 2 * size * (rows + 2) + len(state.sizes)
    return needed < len(state.trail_places)


@helper
def propagate(problem, state, passes, is_undone):
    """
    Raise the bound by up to ``passes`` pairs of passes; return whether a better assignment may exist.

    Mutates: state.
    """
    numbers = state.numbers
    n = len(state.sizes)
    for done in range(1, passes + 1):
        before = numbers[BASE]
        for forward in (True, False):
            for i in range(n):
                v = i if forward else n - 1 - i
                if not state.is_dirty[v]:
                    continue
                state.is_dirty[v] = 0
                if not _has_room(problem, state, v):
                    numbers[FULL] = 1
                    return False
                size = state.sizes[v]
                _collect(problem, state, v, is_undone)
                if state.sizes[v]:
                    _settle(problem, state, v, is_undone)
                if state.sizes[v] == 0 or numbers[BASE] >= numbers[COST]:
                    state.weights[v] += 1
                    return False
                if state.sizes[v] < size:
                    disturb(problem, state, v)
                    state.is_dirty[v] = 0
                _share(problem, state, v, forward, is_undone)
                state.is_dirty[v] = _keeps_costs(problem, state, v)
        # The first pairs of passes may move costs without raising the base.
        if done >= 10 and (numbers[BASE] - before) * 2000 <= numbers[COST] - numbers[BASE]:
            break
    return True
