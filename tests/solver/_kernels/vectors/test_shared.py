"""Shared memory as compiled against its meaning, and with threads that really collide."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from solver._jit import kernel
from solver._kernels.vectors.shared import add_shared, at_shared, put_shared


@kernel
def touch(narrow, wide, out):
    put_shared(narrow, 1, -5)
    put_shared(wide, 0, 1 << 40)
    out[0] = at_shared(narrow, 1)
    out[1] = at_shared(wide, 0)
    out[2] = add_shared(wide, 0, 3)


@kernel
def count(total, times):
    for _ in range(times):
        add_shared(total, 0, 1)


@pytest.mark.tiny
def test_accesses_mean_what_they_say():
    narrow, wide, out = np.zeros(2, np.int32), np.zeros(1, np.int64), np.zeros(3, np.int64)
    touch(narrow, wide, out)
    assert out.tolist() == [-5, 1 << 40, 1 << 40]
    assert (narrow.tolist(), wide.tolist()) == ([0, -5], [(1 << 40) + 3])


def test_no_addition_is_lost():
    total = np.zeros(1, np.int64)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(count, [total] * 4, [100_000] * 4))
    assert total[0] == 400_000
