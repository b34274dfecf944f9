"""
Local search for an independent set of large weight.

A vertex outside the set has a gain: its weight, less that of its neighbors inside, which leave when it
comes in. Each step takes the best gain, ties to who moved longest ago, of some random candidates, those
whose gain is not negative, and closes the ones that left for a while; without a candidate it forces a
random vertex in. Sampling instead of looking at all candidates is from Cai (2015), who calls it best
from multiple selections, doi:10.24963/ijcai.2015/110; what a step is, from Wu, Hao and Glover (2012).
"""

from __future__ import annotations

from ..._jit import helper, kernel
from ..vectors.arrays import copy
from ..vectors.rng import random_below

SAMPLES = 50
#: A vertex that left stays out for this many steps, and up to as many more at random.
TENURE = 7

#: Places in ``progress``.
STEP, TICKS, COUNT, WEIGHT, BEST, LOGGED = range(6)


@helper
def note_candidate(v, gain, inside, candidates, place, count):
    """
    Keep the list of candidates: outside, and no negative gain. Returns their number.

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
def flip(indptr, indices, weights, v, inside, gains, candidates, place, progress):
    """
    Move ``v`` into the set or out of it, and its neighbors' gains along.

    Mutates: inside, uint8[n]; gains, int64[n]; candidates, place; progress.
    """
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
def fill(indptr, indices, weights, order, inside, gains, candidates, place, progress):
    """
    Take each vertex of ``order`` in that has no neighbor inside.

    Mutates: as flip.
    """
    for i in range(len(order)):
        v = order[i]
        if gains[v] == weights[v]:
            flip(indptr, indices, weights, v, inside, gains, candidates, place, progress)


@helper
def enter(state, indptr, indices, weights, v, inside, gains, candidates, place, until, log, progress):
    """
    Move ``v`` into the set and its neighbors out of it.

    Mutates: as flip; until, int64[n]; log, int32[n], the vertices flipped since the best set; progress.
    """
    for p in range(indptr[v] - 1, indptr[v + 1]):
        u = v if p < indptr[v] else indices[p]
        if u != v and not inside[u]:
            continue
        flip(indptr, indices, weights, u, inside, gains, candidates, place, progress)
        until[u] = progress[STEP] + (0 if u == v else TENURE + random_below(state, TENURE))
        if progress[LOGGED] < len(log):
            log[progress[LOGGED]] = u
        progress[LOGGED] += 1


@kernel
def search(
    state,
    indptr,
    indices,
    weights,
    inside,
    gains,
    candidates,
    place,
    until,
    log,
    best,
    progress,
    ticks,
):
    """
    Walk from set to set for about ``ticks``, and keep the heaviest in ``best``.

    Mutates: state; inside and best, uint8[n]; gains and until, int64[n]; candidates, place and log,
    int32[n]; progress, int64[6].
    """
    n = len(inside)
    limit = progress[TICKS] + ticks
    while progress[TICKS] < limit:
        progress[STEP] += 1
        chosen = -1
        count = progress[COUNT]
        for i in range(min(count, SAMPLES)):
            v = candidates[i if count <= SAMPLES else random_below(state, count)]
            # A gain that is the whole weight costs nobody a place: no ban holds against it.
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
            chosen = random_below(state, n)
            if inside[chosen]:
                continue
        enter(
            state,
            indptr,
            indices,
            weights,
            chosen,
            inside,
            gains,
            candidates,
            place,
            until,
            log,
            progress,
        )
        if progress[WEIGHT] > progress[BEST]:
            progress[BEST] = progress[WEIGHT]
            # Copying n entries at each improvement of a large graph would take longer than the search.
            if progress[LOGGED] <= len(log):
                for i in range(progress[LOGGED]):
                    best[log[i]] = inside[log[i]]
            else:
                copy(inside, best)
            progress[LOGGED] = 0
