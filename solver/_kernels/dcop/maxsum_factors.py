"""
Damped min-sum on functions of any number of variables, all messages of a cycle at once.

The state consists of messages from functions to variables, one for each slot: the least cost of each
value of the slot's variable, given what the other variables received elsewhere. As in :mod:`.maxsum`,
but one cost at a time, because tables of unequal shapes have no common vectors.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..vectors.arrays import copy
from .factors import entry


class Unary(NamedTuple):
    """Costs of the values of all variables in turn."""

    costs: np.ndarray  # int64
    prior: np.ndarray  # float64, the same with noise, for messages
    starts: np.ndarray  # int64[n + 1]


class Messages(NamedTuple):
    """Messages of two cycles, and scratch."""

    starts: np.ndarray  # int64[slots + 1], where the message of each slot begins
    before: np.ndarray  # float64
    after: np.ndarray  # float64
    sent: np.ndarray  # float64, from variables to functions
    beliefs: np.ndarray  # float64, of the length of the unary costs
    digits: np.ndarray  # int64[largest arity], values of an entry


class Choice(NamedTuple):
    """Assignments; costs do not include the constant."""

    values: np.ndarray  # int32[n]
    best: np.ndarray  # int32[n]
    costs: np.ndarray  # int64[2], cost of the present and of the best assignment


@kernel
def maxsum_cycles(factors, unary, damping, messages, choice, history):
    """
    Run ``len(history)`` cycles, and decide on an assignment at the beginning of each.

    Mutates: messages; choice; history, int64, the best cost after each cycle.
    """
    values, best, costs = choice
    for cycle in range(len(history)):
        _believe(factors, unary.prior, unary.starts, messages)
        _decide(unary.starts, messages.beliefs, values)
        costs[0] = 0
        for v in range(len(values)):
            costs[0] += unary.costs[unary.starts[v] + values[v]]
        for f in range(len(factors.starts)):
            costs[0] += factors.tables[entry(factors, f, values)]
        if costs[0] < costs[1]:
            costs[1] = costs[0]
            copy(values, best)
        history[cycle] = costs[1]
        for f in range(len(factors.starts)):
            _send(factors, f, messages)
        for i in range(len(messages.before)):
            fresh = messages.after[i]
            messages.before[i] = damping * messages.before[i] + (1 - damping) * fresh


@helper
def _believe(factors, prior, unary_start, messages):
    """Add up the messages to each variable, and those it sends to each function. Mutates: messages."""
    copy(prior, messages.beliefs)
    for s in range(len(factors.scopes)):
        first = unary_start[factors.scopes[s]]
        for i in range(messages.starts[s], messages.starts[s + 1]):
            messages.beliefs[first + i - messages.starts[s]] += messages.before[i]
    for s in range(len(factors.scopes)):
        first = unary_start[factors.scopes[s]]
        for i in range(messages.starts[s], messages.starts[s + 1]):
            messages.sent[i] = messages.beliefs[first + i - messages.starts[s]] - messages.before[i]


@helper
def _decide(unary_start, beliefs, values):
    """Give each variable its best value, the first among equals. Mutates: values."""
    for v in range(len(values)):
        first = unary_start[v]
        chosen = first
        for i in range(first + 1, unary_start[v + 1]):
            if beliefs[i] < beliefs[chosen]:
                chosen = i
        values[v] = chosen - first


@helper
def _send(factors, f, messages):
    """Minimize a function for each value of each of its variables; the least is 0. Mutates: messages."""
    first = factors.scope_starts[f]
    arity = factors.scope_starts[f + 1] - first
    starts, digits = messages.starts, messages.digits
    for i in range(starts[first], starts[first + arity]):
        messages.after[i] = np.inf
    for p in range(arity):
        digits[p] = 0
    place = factors.starts[f]
    while True:
        total = np.float64(factors.tables[place])
        for p in range(arity):
            total += messages.sent[starts[first + p] + digits[p]]
        for p in range(arity):
            i = starts[first + p] + digits[p]
            messages.after[i] = min(messages.after[i], total - messages.sent[i])
        p = arity - 1
        while p >= 0:
            place += factors.strides[first + p]
            digits[p] += 1
            if digits[p] < starts[first + p + 1] - starts[first + p]:
                break
            place -= digits[p] * factors.strides[first + p]
            digits[p] = 0
            p -= 1
        if p < 0:
            break
    for p in range(arity):
        least = np.inf
        for i in range(starts[first + p], starts[first + p + 1]):
            least = min(least, messages.after[i])
        for i in range(starts[first + p], starts[first + p + 1]):
            messages.after[i] -= least
