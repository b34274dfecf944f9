"""
Random numbers as state arrays: xoshiro256**, Blackman and Vigna (2021), doi:10.1145/3460772.

Kernels take ``uint64[4]`` and advance it: equal seeds give equal runs on every machine, with the
JIT on or off, and threads need no lock. Seeds are expanded by NumPy's ``SeedSequence``, whose
algorithm is frozen.
"""

from __future__ import annotations

import numpy as np

from ..._jit import inlined, kernel


def rng_state(seed):
    """
    Return the state ``uint64[4]`` for a seed or a sequence of integers (seed, stream, ...).

    Not compiled: it runs once per search. Streams of one seed are independent of each other.
    """
    return np.random.SeedSequence(seed).generate_state(4, np.uint64)


@inlined
def random_bits(state):
    """
    Return the next 64 random bits as int64 (kernels compute with signed words).

    Mutates: state.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    x = s1 * np.uint64(5)
    x = ((x << np.uint64(7)) | (x >> np.uint64(57))) * np.uint64(9)
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return np.int64(x)


@inlined
def random_below(state, bound):
    """
    Return a random integer in [0, bound), for 0 < bound < 2^31; bias below bound / 2^32.

    Mutates: state.
    """
    high = (random_bits(state) >> 32) & 0xFFFFFFFF
    return (high * bound) >> 32


@kernel
def fill_random(values, bound, state):
    """
    Fill an array with random integers in [0, bound).

    Mutates: values; state.
    """
    for i in range(len(values)):
        values[i] = random_below(state, bound)
