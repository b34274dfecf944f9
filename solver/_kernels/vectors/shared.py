"""
Atomic access to memory that several threads read and write concurrently.

The compiler may move or repeat a plain load, because it assumes that no other thread writes. These
accesses are atomic and are neither moved nor repeated; they do not order other accesses (LLVM's
``monotonic``), so the value read is valid, but other memory written before it may not be visible. On
x86-64 and ARM they are the same instructions as plain ones. The conventions are those of :mod:`.simd`.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types

from .simd import I64, _address, _at, _operation, _put

ORDER = "monotonic"


@_operation(_at)
def at_shared(typing, array, i):
    """Return ``array[i]``, signed integers, as int64; ``i`` is not negative."""

    def generate(context, builder, signature, arguments):
        address = _address(context, builder, array, *arguments)
        value = builder.load_atomic(address, ORDER, array.dtype.bitwidth // 8)
        return value if array.dtype.bitwidth == 64 else builder.sext(value, I64)

    return types.int64(array, types.intp), generate


@_operation(_put)
def put_shared(typing, array, i, value):
    """Set ``array[i] = value``, truncated to the array's dtype; ``i`` is not negative."""

    def generate(context, builder, signature, arguments):
        value = arguments[2]
        if array.dtype.bitwidth < 64:
            value = builder.trunc(value, ir.IntType(array.dtype.bitwidth))
        address = _address(context, builder, array, *arguments[:2])
        builder.store_atomic(value, address, ORDER, array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, types.int64), generate


def _add(array, i, value):
    before = int(array[i])
    array[i] = before + value
    return before


@_operation(_add)
def add_shared(typing, array, i, value):
    """Add to an element of an int64 array; return its old value. ``i`` is not negative."""

    def generate(context, builder, signature, arguments):
        address = _address(context, builder, array, *arguments[:2])
        return builder.atomic_rmw("add", address, arguments[2], ORDER)

    return types.int64(array, types.intp, types.int64), generate
