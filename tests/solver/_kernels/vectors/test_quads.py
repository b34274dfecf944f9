"""Vectors of floats, and quads of four, as compiled against what they mean."""

from __future__ import annotations

import numpy as np
import pytest
from numba import config

from solver._jit import allocating_kernel, kernel
from solver._kernels.vectors import quads, simd

pytestmark = pytest.mark.tiny


@kernel
def apply_all(x, y, places, value, out, masks):
    a = simd.load(x, 0)
    b = simd.load(y, 0)
    simd.store(out, 0, simd.add(a, b))
    simd.store(out, 16, simd.sub(a, b))
    simd.store(out, 32, simd.mul(a, b))
    simd.store(out, 48, simd.minimum(a, b))
    simd.store(out, 64, simd.maximum(a, b))
    simd.store(out, 80, simd.splat(x, value))
    masks[0] = simd.eq(a, b)
    masks[1] = simd.ne(a, b)
    masks[2] = simd.lt(a, b)
    masks[3] = simd.le(a, b)
    simd.store(out, 96, simd.pick(masks[2], a, b))
    simd.store(out, 112, quads.load_quads(x, places[0], places[1], places[2], places[3]))
    simd.store(out, 128, quads.swap_neighbors(a))
    simd.store(out, 144, quads.swap_halves(a))
    simd.store(out, 160, quads.spread_0(a))
    simd.store(out, 176, quads.spread_1(a))
    simd.store(out, 192, quads.spread_2(a))
    simd.store(out, 208, quads.spread_3(a))


@pytest.mark.parametrize("seed", range(4))
def test_operations_mean_what_numpy_says(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(2, 20)).astype(np.float32)
    y[::3] = x[::3]
    places = rng.integers(0, 17, 4)
    out = np.zeros(14 * 16, np.float32)
    masks = np.zeros(4, np.int64)
    apply_all(x, y, places, np.float32(0.1), out, masks)
    a, b = x[:16], y[:16]
    by_quad = a.reshape(4, 4)
    expected = [
        a + b,
        a - b,
        a * b,
        np.minimum(a, b),
        np.maximum(a, b),
        np.full(16, 0.1, np.float32),
        np.where(a < b, a, b),
        np.concatenate([x[place : place + 4] for place in places]),
        by_quad[:, [1, 0, 3, 2]].ravel(),
        by_quad[:, [2, 3, 0, 1]].ravel(),
        *(np.repeat(by_quad[:, place], 4) for place in range(4)),
    ]
    assert np.array_equal(out.reshape(14, 16), expected)
    for mask, bits in zip(masks, [a == b, a != b, a < b, a <= b], strict=True):
        assert [bool(mask >> lane & 1) for lane in range(16)] == bits.tolist()


@allocating_kernel
def gather(x, place):
    out = np.zeros(16, np.float32)
    simd.store(out, 0, quads.load_quads(x, 0, 0, place, 0))
    return out


@pytest.mark.skipif(not (config.BOUNDSCHECK or config.DISABLE_JIT), reason="needs bounds checks")
@pytest.mark.parametrize("place", [-1, 5])
def test_a_quad_past_the_end_is_caught(place):
    with pytest.raises(IndexError):
        gather(np.zeros(8, np.float32), place)
