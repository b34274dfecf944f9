"""
Local search for an independent set of large weight.

The gain of a vertex outside the set is its weight minus the weight of its neighbors inside, which leave
when it enters. Candidates are vertices with nonnegative gain. Each step adds the best of several random
candidates, breaking ties in favor of the one that moved longest ago, and makes the vertices that left
tabu; if there is no candidate, it adds a random vertex. Sampling the candidates is from Cai (2015),
doi:10.24963/ijcai.2015/110, "best from multiple selections"; the step is from Wu, Hao and Glover (2012).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..._jit import helper, kernel
from ..vectors.arrays import copy
from ..vectors.rng import random_below

SAMPLES = 50
#: Minimum tabu tenure, in steps, of a vertex that left; a random number below it is added.
TENURE = 7

#: Indices into ``progress``.
STEP, TICKS, COUNT, WEIGHT, BEST, LOGGED = range(6)


class HeavySet(NamedTuple):
    """Graph and state of a search."""

    indptr: Any  #: int64[n + 1]
    indices: Any  #: int32[2m]
    weights: Any  #: int64[n]
    inside: Any  #: uint8[n], 1 for the vertices in the set
    gains: Any  #: int64[n], weight of each vertex minus the weight of its neighbors in the set
    candidates: Any  #: int32[n], a list of ``progress[COUNT]`` vertices
    place: Any  #: int32[n], position of each vertex in ``candidates``, or -1
    until: Any  #: int64[n], last step at which each vertex is tabu
    log: Any  #: int32[n], vertices that moved since the best set was found
    best: Any  #: uint8[n], the heaviest set so far
    progress: Any  #: int64[6]


@helper
def note_candidate(v, gain, inside, candidates, place, count):
    """
    Add ``v`` to the list of candidates or remove it; return the number of candidates.

    Mutates: candidates, int32[n]; place, int32[n], -1 = not listed.
    """
    wanted = gain >= 0 and not inside
    if wanted and place[v] < 0:
        candidates[count] = v
        place[v] = count
        return count + 1
    if not wanted and place[v] >= 0:
        count -= 1
        last = candidates[count]
        candidates[place[v]] = last
        place[last] = place[v]
        place[v] = -1
    return count


@helper
def flip(s, v):
    """
    Move ``v`` into the set or out of it, and update the gains of its neighbors.

    Mutates: s.inside, s.gains, s.candidates, s.place, s.progress.
    """
    indptr, indices, weights, inside, gains = s.indptr, s.indices, s.weights, s.inside, s.gains
    candidates, place, progress = s.candidates, s.place, s.progress
    entering = not inside[v]
    inside[v] = 1 if entering else 0
    change = weights[v] if entering else -weights[v]
    progress[WEIGHT] += change
    count = note_candidate(v, gains[v], entering, candidates, place, progress[COUNT])
    for p in range(indptr[v], indptr[v + 1]):
        u = indices[p]
        gains[u] -= change
        count = note_candidate(u, gains[u], inside[u], candidates, place, count)
    progress[COUNT] = count
    progress[TICKS] += 1 + ((indptr[v + 1] - indptr[v]) >> 2)


@kernel
def fill(s, order):
    """
    Add each vertex of ``order`` that has no neighbor in the set.

    Mutates: s.inside, s.gains, s.candidates, s.place, s.progress.
    """
    for i in range(len(order)):
        v = order[i]
        if s.gains[v] == s.weights[v]:
            flip(s, v)


@helper
def enter(s, random, v):
    """
    Move ``v`` into the set and its neighbors out of it.

    Mutates: random; s.inside, s.gains, s.candidates, s.place, s.until, s.log, s.progress.
    """
    indptr, inside, log, progress = s.indptr, s.inside, s.log, s.progress
    for p in range(indptr[v] - 1, indptr[v + 1]):
        u = v if p < indptr[v] else s.indices[p]
        if u != v and not inside[u]:
            continue
        flip(s, u)
        s.until[u] = progress[STEP] + (0 if u == v else TENURE + random_below(random, TENURE))
        if progress[LOGGED] < len(log):
            log[progress[LOGGED]] = u
        progress[LOGGED] += 1


@kernel
def search(s, random, ticks):
    """
    Run the local search for about ``ticks`` and store the heaviest set in ``s.best``.

    Mutates: all of s except the graph and s.weights; random.
    """
    weights, inside, gains, candidates = s.weights, s.inside, s.gains, s.candidates
    until, log, best, progress = s.until, s.log, s.best, s.progress
    n = len(inside)
    limit = progress[TICKS] + ticks
    while progress[TICKS] < limit:
        progress[STEP] += 1
        chosen = -1
        count = progress[COUNT]
        for i in range(min(count, SAMPLES)):
            v = candidates[i if count <= SAMPLES else random_below(random, count)]
            # A vertex that gains its whole weight removes no other vertex, so it may always enter.
            if until[v] >= progress[STEP] and gains[v] < weights[v]:
                continue
            if (
                chosen < 0
                or gains[v] > gains[chosen]
                or (gains[v] == gains[chosen] and until[v] < until[chosen])
            ):
                chosen = v
        progress[TICKS] += 1 + (min(count, SAMPLES) >> 2)
        if chosen < 0:
            chosen = random_below(random, n)
            if inside[chosen]:
                continue
        enter(s, random, chosen)
        if progress[WEIGHT] > progress[BEST]:
            progress[BEST] = progress[WEIGHT]
            # Copying n entries at each improvement of a large graph would take longer than the search.
            if progress[LOGGED] <= len(log):
                for i in range(progress[LOGGED]):
                    best[log[i]] = inside[log[i]]
            else:
                copy(inside, best)
            progress[LOGGED] = 0
