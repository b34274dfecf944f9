from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver._kernels.queues.level_queue import insert, level_queue, remove, take_highest, take_lowest

pytestmark = pytest.mark.tiny

#: Enough vertices for two words of the topmost bits, and a level of one word, and one of none.
SIZES = [300_000, 5000, 3, 0]


@given(
    st.lists(st.tuples(st.sampled_from("irhl"), st.integers(0, 2), st.integers(0, 2**31)), max_size=80)
)
def test_levels_behave_as_sets(steps):
    degrees = np.zeros(SIZES[0], np.int32)
    for level in (1, 2):
        degrees[: SIZES[level]] = level
    bits, starts = level_queue(degrees, len(SIZES))
    sets = [set(), set(), set(), set()]
    for kind, level, number in steps:
        v = number % SIZES[level]
        if kind == "i":
            insert(bits, starts, level, v)
            sets[level].add(v)
        elif kind == "r" and sets[level]:
            v = sorted(sets[level])[number % len(sets[level])]
            remove(bits, starts, level, v)
            sets[level].remove(v)
        elif kind in "hl":
            pick, take = (max, take_highest) if kind == "h" else (min, take_lowest)
            expected = pick(sets[level], default=-1)
            assert take(bits, starts, level) == expected
            sets[level].discard(expected)
    for level, members in enumerate(sets):
        while members:
            assert take_lowest(bits, starts, level) == min(members)
            members.remove(min(members))
        assert take_lowest(bits, starts, level) == take_highest(bits, starts, level) == -1


def test_levels_take_one_bit_an_adjacency_entry():
    degrees = np.sort(np.random.default_rng(0).integers(0, 100, 100_000))[::-1]
    bits, _ = level_queue(degrees, 100)
    assert len(bits) * 64 < 1.02 * (degrees.sum() + len(degrees)) + 100 * 3 * 64
