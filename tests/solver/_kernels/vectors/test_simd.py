"""Each vector operation as compiled against its meaning in numpy."""

from __future__ import annotations

import numpy as np
import pytest
from numba import config, njit

from solver._jit import kernel
from solver._kernels.vectors import simd

pytestmark = pytest.mark.tiny

DTYPES = [np.uint8, np.uint16, np.uint32, np.int8, np.int16, np.int32, np.int64]


@kernel
def apply_all(x, y, out, masks, scalars):
    lanes = len(x)
    a = simd.load(x, 0)
    b = simd.load(y, 0)
    simd.store(out, 0, simd.add(a, b))
    simd.store(out, lanes, simd.sub(a, b))
    simd.store(out, 2 * lanes, simd.minimum(a, b))
    simd.store(out, 3 * lanes, simd.maximum(a, b))
    simd.store(out, 4 * lanes, simd.add_saturating(a, b))
    simd.store(out, 5 * lanes, simd.sub_saturating(a, b))
    simd.store(out, 6 * lanes, simd.bit_and(a, b))
    simd.store(out, 7 * lanes, simd.bit_or(a, b))
    simd.store(out, 8 * lanes, simd.bit_xor(a, b))
    simd.store(out, 9 * lanes, simd.splat(x, simd.at(y, 1)))
    masks[0] = simd.eq(a, b)
    masks[1] = simd.ne(a, b)
    masks[2] = simd.lt(a, b)
    masks[3] = simd.le(a, b)
    simd.store(out, 10 * lanes, simd.pick(masks[2], a, b))
    scalars[0] = simd.lane_min(a)
    scalars[1] = simd.lane_max(a)
    scalars[2] = simd.popcount(masks[1])
    scalars[3] = simd.lowest_bit(masks[1])
    scalars[4] = simd.shift_right(masks[1], 3)
    scalars[5] = simd.highest_bit(masks[1])
    for i in range(simd.popcount(masks[1])):
        scalars[6 + i] = simd.nth_bit(masks[1], i)
    masks[4] = simd.bit(simd.lanes(x) - 1)
    simd.store(out, 11 * lanes, simd.count_equal(a, a, b))
    simd.store(out, 12 * lanes, simd.bit_sum(a, b, simd.add(a, b)))
    simd.store(out, 13 * lanes, simd.bit_carry(a, b, simd.add(a, b)))
    simd.store(out, 14 * lanes, simd.interleave_low(a, b))
    simd.store(out, 15 * lanes, simd.interleave_high(a, b))
    simd.store(out, 16 * lanes, simd.permute(a, b))
    simd.put(out, 17 * lanes, simd.at(x, 2))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("seed", range(4))
def test_operations_mean_what_numpy_says(dtype, seed):
    rng = np.random.default_rng(seed)
    limits = np.iinfo(dtype)
    lanes = 64 // np.dtype(dtype).itemsize
    # int64 saturation has no wider type to be checked in; keep the sums in range there.
    low, high = (limits.min, limits.max) if dtype is not np.int64 else (-(2**62), 2**62 - 1)
    x = rng.integers(low, high, lanes, dtype, endpoint=True)
    y = rng.integers(low, high, lanes, dtype, endpoint=True)
    y[::3] = x[::3]
    out = np.zeros(17 * lanes + 1, dtype)
    masks = np.zeros(5, np.int64)
    scalars = np.full(6 + 64, -1, np.int64)
    apply_all(x, y, out, masks, scalars)
    wide_x, wide_y = x.astype(np.int64), y.astype(np.int64)
    expected = [
        x + y,
        x - y,
        np.minimum(x, y),
        np.maximum(x, y),
        np.clip(wide_x + wide_y, limits.min, limits.max),
        np.clip(wide_x - wide_y, limits.min, limits.max),
        x & y,
        x | y,
        x ^ y,
        np.full(lanes, y[1]),
        np.where(x < y, x, y),
        x + (x == y).astype(dtype),
        x ^ y ^ (x + y),
        (x & y) | (x & (x + y)) | (y & (x + y)),
        np.stack([x, y], axis=1).ravel()[:lanes],
        np.stack([x, y], axis=1).ravel()[lanes:],
        x[y.astype(np.int64) % lanes],
    ]
    assert np.array_equal(out[:-1].reshape(17, lanes), expected)
    assert out[-1] == x[2]
    for mask, bits in zip(masks[:4], [x == y, x != y, x < y, x <= y], strict=True):
        assert [int(mask) >> lane & 1 for lane in range(64)] == [*bits, *[0] * (64 - lanes)]
    assert int(masks[4]) & (2**64 - 1) == 1 << (lanes - 1)
    ones = np.flatnonzero(x != y)
    shifted = (int(masks[1]) & (2**64 - 1)) >> 3
    assert scalars[:6].tolist() == [x.min(), x.max(), len(ones), ones[0], shifted, ones[-1]]
    assert scalars[6 : 6 + len(ones)].tolist() == ones.tolist()


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32])
@pytest.mark.parametrize("features", [None, "", "+avx2"])
def test_elements_are_looked_up_in_two_vectors(dtype, features, monkeypatch):
    """As this machine does it, and as those do that lack the instruction."""
    lanes = 64 // np.dtype(dtype).itemsize
    rng = np.random.default_rng(0)
    array = rng.integers(0, np.iinfo(dtype).max, 4 * lanes, dtype, endpoint=True)
    numbers = rng.integers(0, np.iinfo(dtype).max, lanes, dtype, endpoint=True)

    def look_up(array, first, second, numbers, out):
        simd.store(out, 0, simd.look_up(array, first, second, simd.load(numbers, 0)))

    if features is not None:
        monkeypatch.setattr(simd, "_has", lambda feature: f"+{feature}" in features.split(","))
    for first, second in ((0, lanes), (3 * lanes, lanes), (lanes, lanes)):
        out = np.zeros(lanes, dtype)
        njit(look_up)(array, first, second, numbers, out)
        both = np.concatenate([array[first : first + lanes], array[second : second + lanes]])
        assert np.array_equal(out, both[numbers % (2 * lanes)])


@pytest.mark.parametrize("narrow", [np.uint8, np.uint16, np.uint32])
@pytest.mark.parametrize("wide", [np.int8, np.int16, np.int32, np.int64])
def test_narrow_stores_keep_the_low_bits(wide, narrow):
    @kernel
    def narrow_store(x, out):
        simd.store_narrow(out, 1, simd.load(x, 0))
        return simd.lanes(x)

    if np.dtype(narrow).itemsize > np.dtype(wide).itemsize:
        pytest.skip("not narrower")
    count = 64 // np.dtype(wide).itemsize
    x = np.arange(-count, count).astype(wide)
    out = np.zeros(count + 2, narrow)
    assert narrow_store(x, out) == count
    assert out.tolist() == [0, *x[:count].astype(narrow).tolist(), 0]


@pytest.mark.skipif(
    not (config.BOUNDSCHECK or config.DISABLE_JIT), reason="bounds are checked only on request"
)
@pytest.mark.parametrize("index", [1, 64])
def test_reads_past_the_end_are_caught(index):
    @kernel
    def read(array, i):
        return simd.lane_max(simd.load(array, i))

    with pytest.raises(IndexError):
        read(np.zeros(64, np.uint8), index)
