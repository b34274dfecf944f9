"""
Annealing over proper colorings by Kempe chains, for two goals: classes of equal size, and classes whose
heaviest vertices are light.

A step draws a random vertex and another random color, and exchanges the chain if that lowers the cost,
or with a probability that decreases with the loss. The probabilities are a table of integers, so that
a run does not depend on the platform's ``exp``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import helper, kernel
from ..vectors.arrays import copy
from ..vectors.rng import random_below, random_bits
from .kempe_chains import collect_chain, exchange

#: Indices into ``progress``.
STAMP, TICKS, COST, BEST = range(4)


@helper
def is_level(sizes):
    """Return whether the sizes of the classes differ by at most one."""
    least = most = sizes[0]
    for size in sizes:
        least = min(least, size)
        most = max(most, size)
    return most - least <= 1


class WeightedClasses(NamedTuple):
    """Color classes, and the weights of their vertices."""

    weights: Any  #: int64[n]
    heaviest: Any  #: int64[k], largest weight in each class
    best: Any  #: int32[n], the best coloring so far
    unit: int  #: unit of weight; losses are measured in eighths of it


@kernel
def level_classes(chains, random, chances, sizes, progress, ticks):
    """
    Search for classes whose sizes differ by at most one; return 1 when they do, else 0.

    The cost is the sum of the squared sizes. An exchange of a chain changes the sizes of two classes;
    ``chances[x]``, scaled to 31 bits, is the probability of accepting a loss of 2 x.

    Mutates: chains.colors, proper on entry and exit; chains.chain, chains.seen; random; sizes, int64[k];
    progress, int64[4].
    """
    colors, chain = chains.colors, chains.chain
    k = len(sizes)
    n = len(colors)
    limit = progress[TICKS] + ticks
    balanced = is_level(sizes)
    while not balanced and progress[TICKS] < limit:
        v = random_below(random, n)
        a = colors[v]
        b = random_below(random, k - 1)
        if b >= a:
            b += 1
        progress[STAMP] += 1
        size = collect_chain(chains, v, b, progress[STAMP], 0)
        progress[TICKS] += size + 1
        moved = 0
        for i in range(size):
            moved += 1 if colors[chain[i]] == a else -1
        loss = moved * (moved - (sizes[a] - sizes[b]))
        if loss <= 0 or (loss < len(chances) and random_bits(random) & 0x7FFFFFFF < chances[loss]):
            exchange(colors, chain, size, a + b)
            sizes[a] -= moved
            sizes[b] += moved
            if loss < 0:
                balanced = is_level(sizes)
    return int(balanced)


@kernel
def lighten_classes(chains, classes, random, chances, progress, ticks):
    """
    Reduce the sum over the classes of the weight of the heaviest vertex.

    ``chances[x]``, scaled to 31 bits, is the probability of a loss of x / 8 ``classes.unit``.

    Mutates: chains.colors, proper on entry and exit; chains.chain, chains.seen; classes.heaviest,
    classes.best; random; progress, int64[4].
    """
    colors, chain, seen = chains.colors, chains.chain, chains.seen
    weights, heaviest = classes.weights, classes.heaviest
    k = len(heaviest)
    n = len(colors)
    limit = progress[TICKS] + ticks
    while progress[TICKS] < limit:
        v = random_below(random, n)
        a = colors[v]
        b = random_below(random, k - 1)
        if b >= a:
            b += 1
        progress[STAMP] += 1
        stamp = progress[STAMP]
        size = collect_chain(chains, v, b, stamp, 0)
        progress[TICKS] += size + 1
        to_a = 0
        to_b = 0
        for i in range(size):
            u = chain[i]
            if colors[u] == a:
                to_b = max(to_b, weights[u])
            else:
                to_a = max(to_a, weights[u])
        stay_a = heaviest[a]
        stay_b = heaviest[b]
        # Only a chain with a heaviest vertex can lower a class; the rest of the class is then needed.
        if to_b == stay_a or to_a == stay_b:
            stay_a = 0
            stay_b = 0
            for u in range(n):
                if seen[u] != stamp:
                    if colors[u] == a:
                        stay_a = max(stay_a, weights[u])
                    elif colors[u] == b:
                        stay_b = max(stay_b, weights[u])
            progress[TICKS] += n >> 4
        new_a = max(stay_a, to_a)
        new_b = max(stay_b, to_b)
        loss = new_a + new_b - heaviest[a] - heaviest[b]
        place = 8 * loss // classes.unit
        if loss <= 0 or (place < len(chances) and random_bits(random) & 0x7FFFFFFF < chances[place]):
            exchange(colors, chain, size, a + b)
            heaviest[a] = new_a
            heaviest[b] = new_b
            progress[COST] += loss
            if progress[COST] < progress[BEST]:
                progress[BEST] = progress[COST]
                copy(colors, classes.best)
