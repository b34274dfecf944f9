"""
A vector of sixteen floats as four quads: four messages of four values each, side by side.

Messages of belief propagation are short, so several of them share a wide register. One load reads a quad
of four consecutive floats from any address, and the minima of all four messages together take two swaps
inside the quads. The conventions are those of :mod:`.simd`: every operation is defined with its meaning
in NumPy.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types

from .simd import VECTORS, _address, _allow_512, _operation, _shuffled

QUAD = 4


def _load_quads(array, i0, i1, i2, i3):
    for i in (i0, i1, i2, i3):
        if not 0 <= i <= len(array) - QUAD:
            raise IndexError(i)
    return np.concatenate([array[i : i + QUAD] for i in (i0, i1, i2, i3)])


@_operation(_load_quads)
def load_quads(typing, array, i0, i1, i2, i3):
    """Load the quads that start at four indices of a float32 array; no index is negative."""
    vector = VECTORS[array.dtype]
    quad = ir.VectorType(vector.llvm.element, QUAD)

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        loaded = []
        for index in arguments[1:]:
            address = _address(context, builder, array, arguments[0], index, width=QUAD)
            value = builder.load(builder.bitcast(address, quad.as_pointer()))
            value.align = vector.bits // 8
            loaded.append(value)
        low = _shuffled(builder, loaded[0], loaded[1], range(8))
        high = _shuffled(builder, loaded[2], loaded[3], range(8))
        return _shuffled(builder, low, high, range(16))

    return vector(array, types.intp, types.intp, types.intp, types.intp), generate


def _in_quads(places):
    """Return the operation that shuffles each quad by the given places."""
    lanes = [first + place for first in range(0, 16, QUAD) for place in places]

    @_operation(lambda x: x[lanes])
    def operation(typing, x):
        def generate(context, builder, signature, arguments):
            _allow_512(builder)
            return _shuffled(builder, arguments[0], ir.Constant(x.llvm, ir.Undefined), lanes)

        return x(x), generate

    return operation


swap_neighbors = _in_quads([1, 0, 3, 2])
swap_halves = _in_quads([2, 3, 0, 1])
spread_0, spread_1, spread_2, spread_3 = (_in_quads([place] * QUAD) for place in range(QUAD))
