"""
Calls of Python's C interface from kernels: dicts of dicts are read without a Python iterator.

Objects are passed as their addresses. Only functions of the interface are called, so that no layout of
an object is assumed; all are public but the one that gives the hashes in a dict, which is not there in
Python 3.13 and later. A kernel that calls them holds Python's lock, between :func:`lock` and
:func:`unlock`, and leaves no exception behind. They exist where an object has an address and one lock
protects all dicts: see :data:`READS_OBJECTS`.
"""

from __future__ import annotations

import ctypes
import sys

from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

from ..._jit import helper
from ..vectors.simd import I8, I32, I64, _address, _call, at, put

#: Whether kernels can read Python's objects: in CPython with its global lock, and with the JIT on.
READS_OBJECTS = (
    sys.implementation.name == "cpython"
    and getattr(sys, "_is_gil_enabled", lambda: True)()
    and not config.DISABLE_JIT
)

#: Whether dicts hand out the hashes that they keep; otherwise, each key is asked for its own.
DICTS_GIVE_HASHES = READS_OBJECTS and hasattr(ctypes.pythonapi, "_PyDict_Next")

#: Offset of the address of the entries of a dict, and the number of their cache lines to bring near.
KEYS, LINES = 32, 8
_POINTER = ir.PointerType(I8)


def _c_function(name, result=I64):
    """Return an operation on addresses that calls a C function of addresses."""

    def generate(context, builder, signature, arguments):
        pointers = [builder.inttoptr(argument, _POINTER) for argument in arguments]
        value = _call(builder, name, result, pointers)
        if result is _POINTER:
            return builder.ptrtoint(value, I64)
        if result is I32:
            return builder.sext(value, I64)
        return value

    return generate


@intrinsic
def lock(typing):
    """Take Python's lock; return the number that ``unlock`` wants."""
    return types.int64(), _c_function("PyGILState_Ensure", I32)


@intrinsic
def unlock(typing, number):
    """Give Python's lock back."""

    def generate(context, builder, signature, arguments):
        _call(builder, "PyGILState_Release", ir.VoidType(), [builder.trunc(arguments[0], I32)])
        return context.get_dummy_value()

    return types.void(types.int64), generate


def _reference(name):
    def typing_function(typing, thing):
        def generate(context, builder, signature, arguments):
            pointer = builder.inttoptr(arguments[0], _POINTER)
            _call(builder, name, ir.VoidType(), [pointer])
            return context.get_dummy_value()

        return types.void(thing), generate

    return intrinsic(typing_function)


#: Add a reference to an object, so that it stays while Python code runs; and take it away.
hold = _reference("Py_IncRef")
release = _reference("Py_DecRef")


def _pointers(context, builder, mapping, item, count):
    """Return C's arguments of the next entry: the dict, and where its first ``count`` numbers go."""
    pointers = [builder.inttoptr(mapping, _POINTER)]
    for i in range(count):
        place = _address(context, builder, *item, ir.Constant(I64, i))
        pointers.append(builder.bitcast(place, _POINTER))
    return pointers


@intrinsic
def _next_with_hash(typing, mapping, item):
    def generate(context, builder, signature, arguments):
        pointers = _pointers(context, builder, arguments[0], (item, arguments[1]), 4)
        return builder.sext(_call(builder, "_PyDict_Next", I32, pointers), I64)

    return types.int64(types.int64, item), generate


@intrinsic
def next_address(typing, mapping, item):
    """Read the next entry of a dict as ``next_item`` does, without the hash, and run no Python code."""

    def generate(context, builder, signature, arguments):
        pointers = _pointers(context, builder, arguments[0], (item, arguments[1]), 3)
        return builder.sext(_call(builder, "PyDict_Next", I32, pointers), I64)

    return types.int64(types.int64, item), generate


@intrinsic
def _hash(typing, thing):
    """Return the hash of an object; -1 with an exception if it has none."""
    return types.int64(thing), _c_function("PyObject_Hash")


@intrinsic
def _clear_exception(typing):
    def generate(context, builder, signature, arguments):
        _call(builder, "PyErr_Clear", ir.VoidType(), [])
        return context.get_dummy_value()

    return types.void(), generate


@helper
def next_item(mapping, item):
    """
    Read the next entry of a dict; return whether there is one. 0 also if it is no dict.

    Mutates: item, int64[4]: the place, 0 before the first entry, the addresses of key and value, and the
    hash of the key, -1 if it has none.
    """
    if DICTS_GIVE_HASHES:
        return _next_with_hash(mapping, item)
    found = next_address(mapping, item)
    if found:
        key = at(item, 1)
        hold(key)  # the hash may run Python code
        put(item, 3, _hash(key))
        release(key)
        if at(item, 3) == -1:
            _clear_exception()
    return found


@intrinsic
def size_of(typing, mapping):
    """Return the number of entries of a dict; it must be one."""
    return types.int64(mapping), _c_function("PyDict_Size")


@intrinsic
def type_of(typing, thing):
    """Return the address of the type of an object; the caller owns a reference to it."""
    return types.int64(thing), _c_function("PyObject_Type", _POINTER)


def _fetch(builder, address):
    hint = [ir.Constant(I32, value) for value in (0, 3, 1)]  # to read, into all caches, data
    _call(builder, "llvm.prefetch.p0", ir.VoidType(), [builder.inttoptr(address, _POINTER), *hint])


@intrinsic
def fetch(typing, thing):
    """Bring the first cache line of an object near; any number is allowed as the address."""

    def generate(context, builder, signature, arguments):
        _fetch(builder, arguments[0])
        return context.get_dummy_value()

    return types.void(thing), generate


@intrinsic
def fetch_entries(typing, mapping):
    """
    Bring the first entries of a dict near, to save time.

    CPython has kept their address at this offset since 3.3. Should it move, a number that is no address
    is fetched, which does nothing.
    """

    def generate(context, builder, signature, arguments):
        where = builder.add(arguments[0], ir.Constant(I64, KEYS))
        keys = builder.load(builder.inttoptr(where, ir.PointerType(I64)))
        for line in range(LINES):
            _fetch(builder, builder.add(keys, ir.Constant(I64, 64 * line)))
        return context.get_dummy_value()

    return types.void(mapping), generate
