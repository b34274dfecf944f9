"""
Vectors of 64 bytes as values in kernels. Long because the operations share one set of conventions.

A kernel loads, compares and selects whole vectors: ``y = load(g, i)``, ``pick(lt(x, y), x, y)``. The
lane type follows the array: uint8 gives 64 lanes, uint16 32, int32 and float32 16, int64 8. Only generic
LLVM vector instructions are emitted, so one source serves AVX-512 (one register), AVX2 (two) and SSE2 or
NEON (four) with equal results. Two exceptions: ``nth_bit`` uses PDEP and ``permute`` the AVX-512
instruction where available.

The auto-vectorizer reaches only a quarter to a third of the speed on the tabu pass, because it widens
part of the byte arithmetic to 64-bit lanes; and on AVX-512 servers LLVM by default does not use 512-bit
registers, which each operation here enables for the function that contains it.

Conventions. A mask is an int64 whose bit ``l`` belongs to lane ``l`` (bits past the last lane are 0
from a comparison; ``~mask`` sets them). Comparisons, minima and saturating operations are unsigned on
unsigned lanes and signed on signed ones. Masks and counters are *signed* int64 throughout, since numba
makes mixed signed and unsigned arithmetic lose its high bit. ``at``/``put`` read and write one element
without numba's test for negative indices, which costs three instructions per load. All accesses are
checked when ``NUMBA_BOUNDSCHECK=1``; with ``NUMBA_DISABLE_JIT=1`` every operation is replaced by its
meaning in NumPy, defined next to it, and the tests compare the two.
"""

from __future__ import annotations

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic, models, register_model

BYTES = 64

I1, I8, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))


def aligned_zeros(count, dtype):
    """Return zeros aligned to a cache line, so that no vector crosses one. Not compiled."""
    size = count * np.dtype(dtype).itemsize
    memory = np.zeros(size + BYTES, np.uint8)
    start = -memory.ctypes.data % BYTES
    return memory[start : start + size].view(dtype)


def aligned_empty(count, dtype):
    """Return an uninitialized aligned array, which may reuse memory already mapped."""
    size = count * np.dtype(dtype).itemsize
    memory = np.empty(size + BYTES, np.uint8)
    start = -memory.ctypes.data % BYTES
    return memory[start : start + size].view(dtype)


class Vector(types.Type):
    """A numba type: ``lanes`` numbers of one dtype in 64 bytes."""

    def __init__(self, dtype):
        self.dtype = dtype
        self.bits = dtype.bitwidth
        self.lanes = BYTES * 8 // self.bits
        self.is_float = isinstance(dtype, types.Float)
        self.signed = self.is_float or dtype.signed
        super().__init__(name=f"vector_{dtype.name}x{self.lanes}")

    @property
    def llvm(self):
        lane = ir.FloatType() if self.is_float else ir.IntType(self.bits)
        return ir.VectorType(lane, self.lanes)


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager, vector):
        super().__init__(manager, vector, vector.llvm)


VECTORS = {
    dtype: Vector(dtype)
    for dtype in (
        *(types.uint8, types.uint16, types.uint32, types.float32),
        *(types.int8, types.int16, types.int32, types.int64),
    )
}


def _allow_512(builder):
    """Let LLVM use 512-bit registers in the function being built; ignored if there are none."""
    for attribute in ('"prefer-vector-width"="512"', '"min-legal-vector-width"="512"'):
        set.add(builder.function.attributes, attribute)


def _call(builder, name, result, arguments):
    signature = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, signature, name), arguments)


def _address(context, builder, array_type, array, index, width=1):
    """Return the address of element ``index``; bounds checks, if on, cover ``width`` elements."""
    array = context.make_array(array_type)(context, builder, array)
    if config.BOUNDSCHECK:
        length = builder.extract_value(array.shape, 0)
        for i in (index, builder.add(index, ir.Constant(I64, width - 1))):
            cgutils.do_boundscheck(context, builder, i, length)
    return builder.gep(array.data, [index])


def _masks(vector):
    return ir.VectorType(I1, vector.lanes)


def _to_mask(builder, vector, bits):
    packed = builder.bitcast(bits, ir.IntType(vector.lanes))
    return packed if vector.lanes == 64 else builder.zext(packed, I64)


def _from_mask(builder, vector, mask):
    if vector.lanes < 64:
        mask = builder.trunc(mask, ir.IntType(vector.lanes))
    return builder.bitcast(mask, _masks(vector))


def _operation(meaning):
    """Compile by the decorated typing function, or use its meaning if the JIT is off."""

    def decorate(typing):
        return meaning if config.DISABLE_JIT else intrinsic(typing)

    return decorate


# --------------------------------------------------------------------------------- scalars and memory


def _at(array, i):
    return int(array[i])


@_operation(_at)
def at(typing, array, i):
    """Return ``array[i]`` as int64; ``i`` is not negative."""

    def generate(context, builder, signature, arguments):
        value = builder.load(_address(context, builder, array, *arguments))
        if value.type.width < 64:
            extend = builder.sext if array.dtype.signed else builder.zext
            value = extend(value, I64)
        return value

    return types.int64(array, types.intp), generate


def _put(array, i, value):
    array[i] = np.int64(_signed64(int(value) & (2**64 - 1))).astype(array.dtype)


@_operation(_put)
def put(typing, array, i, value):
    """Set ``array[i] = value``, truncated to the array's dtype; ``i`` is not negative."""

    def generate(context, builder, signature, arguments):
        value = arguments[2]
        if array.dtype.bitwidth < 64:
            value = builder.trunc(value, ir.IntType(array.dtype.bitwidth))
        builder.store(value, _address(context, builder, array, *arguments[:2]))
        return context.get_dummy_value()

    return types.void(array, types.intp, types.int64), generate


@_operation(lambda array: BYTES // array.dtype.itemsize)
def lanes(typing, array):
    """Return the number of lanes for the array's dtype, a compile-time constant."""

    def generate(context, builder, signature, arguments):
        return ir.Constant(I64, VECTORS[array.dtype].lanes)

    return types.int64(array), generate


def _load(array, i):
    lanes = BYTES // array.dtype.itemsize
    if i + lanes > len(array):
        raise IndexError(i)
    return array[i : i + lanes].copy()


@_operation(_load)
def load(typing, array, i):
    """Load the vector at ``array[i]``; aligned addresses are faster but not required."""
    vector = VECTORS[array.dtype]

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        address = _address(context, builder, array, *arguments, width=vector.lanes)
        value = builder.load(builder.bitcast(address, vector.llvm.as_pointer()))
        value.align = vector.bits // 8
        return value

    return vector(array, types.intp), generate


def _store(array, i, x):
    if i + len(x) > len(array):
        raise IndexError(i)
    array[i : i + len(x)] = x


@_operation(_store)
def store(typing, array, i, x):
    """Write vector ``x`` to ``array[i : i + lanes]``."""

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        address = _address(context, builder, array, *arguments[:2], width=x.lanes)
        place = builder.store(arguments[2], builder.bitcast(address, x.llvm.as_pointer()))
        place.align = x.bits // 8
        return context.get_dummy_value()

    return types.void(array, types.intp, x), generate


def _store_narrow(array, i, x):
    if i + len(x) > len(array):
        raise IndexError(i)
    array[i : i + len(x)] = x.astype(array.dtype)


@_operation(_store_narrow)
def store_narrow(typing, array, i, x):
    """Write the lanes of ``x`` to ``array[i : i + lanes]``, truncated to the array's dtype."""

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        value = arguments[2]
        narrow = ir.VectorType(ir.IntType(array.dtype.bitwidth), x.lanes)
        if array.dtype.bitwidth < x.bits:
            value = builder.trunc(value, narrow)
        address = _address(context, builder, array, *arguments[:2], width=x.lanes)
        place = builder.store(value, builder.bitcast(address, narrow.as_pointer()))
        place.align = array.dtype.bitwidth // 8
        return context.get_dummy_value()

    return types.void(array, types.intp, x), generate


def _splat(array, value):
    lane = np.asarray(value).astype(array.dtype)
    return np.full(BYTES // array.dtype.itemsize, lane)


@_operation(_splat)
def splat(typing, array, value):
    """Return ``value`` in every lane, with the lane type of ``array``."""
    vector = VECTORS[array.dtype]

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        undefined = ir.Constant(vector.llvm, ir.Undefined)
        value = arguments[1]
        if vector.bits < 64 and not vector.is_float:
            value = builder.trunc(value, ir.IntType(vector.bits))
        first = builder.insert_element(undefined, value, ir.Constant(I32, 0))
        lanes = ir.Constant(ir.VectorType(I32, vector.lanes), [0] * vector.lanes)
        return builder.shuffle_vector(first, undefined, lanes)

    return vector(array, vector.dtype if vector.is_float else types.int64), generate


# ----------------------------------------------------------------------------------- lane by lane


def _binary(emit, meaning):
    @_operation(meaning)
    def operation(typing, x, y):
        def generate(context, builder, signature, arguments):
            _allow_512(builder)
            return emit(builder, x, *arguments)

        return x(x, x), generate

    return operation


def _named(signed, unsigned):
    """Return the LLVM intrinsic for the lane type, e.g. llvm.umin.v64i8."""

    def emit(builder, vector, x, y):
        name = signed if vector.signed else unsigned
        return _call(builder, f"llvm.{name}.v{vector.lanes}i{vector.bits}", vector.llvm, [x, y])

    return emit


def _arithmetic(integers, floats):
    """Return one LLVM instruction for integers, another for floats."""

    def emit(builder, vector, x, y):
        return getattr(builder, floats if vector.is_float else integers)(x, y)

    return emit


def _extremum(signed, unsigned, operator):
    """
    Return the intrinsic for integers, or compare and select for floats, one instruction on x86.

    LLVM's ``minnum`` must handle NaN, which does not occur in kernels.
    """
    named = _named(signed, unsigned)

    def emit(builder, vector, x, y):
        if vector.is_float:
            return builder.select(builder.fcmp_ordered(operator, x, y), x, y)
        return named(builder, vector, x, y)

    return emit


def _saturating(operation):
    def meaning(x, y):
        limits = np.iinfo(x.dtype)
        exact = operation(x.astype(np.int64), y.astype(np.int64))
        return np.clip(exact, limits.min, limits.max).astype(x.dtype)

    return meaning


add = _binary(_arithmetic("add", "fadd"), np.add)
sub = _binary(_arithmetic("sub", "fsub"), np.subtract)
mul = _binary(_arithmetic("mul", "fmul"), np.multiply)
bit_and = _binary(lambda builder, _, x, y: builder.and_(x, y), np.bitwise_and)
bit_or = _binary(lambda builder, _, x, y: builder.or_(x, y), np.bitwise_or)
bit_xor = _binary(lambda builder, _, x, y: builder.xor(x, y), np.bitwise_xor)
minimum = _binary(_extremum("smin", "umin", "<"), np.minimum)
maximum = _binary(_extremum("smax", "umax", ">"), np.maximum)
add_saturating = _binary(_named("sadd.sat", "uadd.sat"), _saturating(np.add))
sub_saturating = _binary(_named("ssub.sat", "usub.sat"), _saturating(np.subtract))


def _signed64(mask):
    return mask - (1 << 64) if mask >> 63 else mask


def _pack(bits):
    return _signed64(sum(1 << lane for lane, bit in enumerate(bits) if bit))


def _unpack(mask, lanes):
    return np.array([int(mask) >> lane & 1 for lane in range(lanes)], np.bool_)


def _comparison(operator, meaning):
    @_operation(lambda x, y: _pack(meaning(x, y)))
    def compare(typing, x, y):
        def generate(context, builder, signature, arguments):
            _allow_512(builder)
            compare = builder.icmp_signed if x.signed else builder.icmp_unsigned
            if x.is_float:
                compare = builder.fcmp_ordered
            return _to_mask(builder, x, compare(operator, *arguments))

        return types.int64(x, x), generate

    return compare


eq = _comparison("==", np.equal)
ne = _comparison("!=", np.not_equal)
lt = _comparison("<", np.less)
le = _comparison("<=", np.less_equal)


def _pick(mask, x, y):
    return np.where(_unpack(mask, len(x)), x, y)


@_operation(_pick)
def pick(typing, mask, x, y):
    """Select ``x`` in each lane where the mask has a 1, else ``y``."""

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        return builder.select(_from_mask(builder, x, arguments[0]), *arguments[1:])

    return x(types.int64, x, x), generate


@_operation(lambda counter, x, y: counter + (x == y).astype(counter.dtype))
def count_equal(typing, counter, x, y):
    """Add 1 to ``counter`` in each lane where ``x`` equals ``y``; wraps around."""

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        counter, x, y = arguments
        equal = builder.icmp_unsigned("==", x, y)
        return builder.sub(counter, builder.sext(equal, counter.type))

    return counter(counter, x, y), generate


def _ternary(emit, meaning):
    @_operation(meaning)
    def operation(typing, x, y, z):
        def generate(context, builder, signature, arguments):
            _allow_512(builder)
            return emit(builder, *arguments)

        return x(x, x, x), generate

    return operation


# Sum and carry of three bits each: a full adder in every bit position, two instructions on AVX-512.
bit_sum = _ternary(
    lambda builder, x, y, z: builder.xor(builder.xor(x, y), z),
    lambda x, y, z: x ^ y ^ z,
)
bit_carry = _ternary(
    lambda builder, x, y, z: builder.or_(builder.and_(x, y), builder.and_(z, builder.or_(x, y))),
    lambda x, y, z: (x & y) | (x & z) | (y & z),
)


# ------------------------------------------------------------------------------------- across lanes


def _interleaving(first):
    def meaning(x, y):
        half = slice(first * len(x) // 2, (first + 1) * len(x) // 2)
        return np.stack([x[half], y[half]], axis=1).ravel()

    @_operation(meaning)
    def interleave(typing, x, y):
        def generate(context, builder, signature, arguments):
            _allow_512(builder)
            start = first * x.lanes // 2
            pairs = [(start + i, start + i + x.lanes) for i in range(x.lanes // 2)]
            order = ir.Constant(ir.VectorType(I32, x.lanes), [lane for pair in pairs for lane in pair])
            return builder.shuffle_vector(*arguments, order)

        return x(x, x), generate

    return interleave


#: Lanes of the lower (upper) halves of ``x`` and ``y``, alternating.
interleave_low = _interleaving(0)
interleave_high = _interleaving(1)


def _reduction(signed, unsigned, meaning):
    @_operation(lambda x: int(meaning(x)))
    def reduce(typing, x):
        def generate(context, builder, signature, arguments):
            _allow_512(builder)
            name = f"llvm.vector.reduce.{signed if x.signed else unsigned}.v{x.lanes}i{x.bits}"
            value = _call(builder, name, ir.IntType(x.bits), list(arguments))
            if x.bits == 64:
                return value
            return builder.sext(value, I64) if x.signed else builder.zext(value, I64)

        return types.int64(x), generate

    return reduce


lane_min = _reduction("smin", "umin", np.min)
lane_max = _reduction("smax", "umax", np.max)


def _has(feature):
    if config.CPU_NAME or config.CPU_FEATURES is not None:
        return f"+{feature}" in (config.CPU_FEATURES or "").split(",")
    return bool(binding.get_host_cpu_features().get(feature, False))


@_operation(lambda x, lanes: x[lanes & (len(x) - 1)])
def permute(typing, x, lanes):
    """Return ``x`` permuted: lane ``l`` gets lane ``lanes[l]``, modulo the number of lanes."""
    wide = {32: "si", 64: "di"}.get(x.bits)

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        if wide and _has("avx512f"):
            name = f"llvm.x86.avx512.permvar.{wide}.512"
            return _call(builder, name, x.llvm, list(arguments))
        result = ir.Constant(x.llvm, ir.Undefined)
        for lane in range(x.lanes):
            number = builder.extract_element(arguments[1], ir.Constant(I32, lane))
            number = builder.and_(number, ir.Constant(number.type, x.lanes - 1))
            value = builder.extract_element(arguments[0], number)
            result = builder.insert_element(result, value, ir.Constant(I32, lane))
        return result

    return x(x, lanes), generate


def _look_up(array, first, second, lanes):
    table = np.concatenate([_load(array, first), _load(array, second)])
    return table[lanes & (len(table) - 1)]


#: Required feature and name of the AVX-512 permutation of two registers, by lane width.
PERMUTE_TWO = {8: ("avx512vbmi", "qi"), 16: ("avx512bw", "hi"), 32: ("avx512f", "d")}


@_operation(_look_up)
def look_up(typing, array, first, second, lanes):
    """
    Look up element ``lanes[l]`` of the vectors at ``array[first]`` and ``array[second]`` for lane ``l``.

    The vectors are concatenated; ``lanes[l]`` is taken modulo twice the number of lanes.
    """
    vector = VECTORS[array.dtype]
    feature, suffix = PERMUTE_TWO[vector.bits]

    def generate(context, builder, signature, arguments):
        _allow_512(builder)
        array, first, second, lanes = arguments
        halves = []
        for index in (first, second):
            address = _address(context, builder, signature.args[0], array, index, width=vector.lanes)
            value = builder.load(builder.bitcast(address, vector.llvm.as_pointer()))
            value.align = vector.bits // 8
            halves.append(value)
        if _has(feature):
            name = f"llvm.x86.avx512.vpermi2var.{suffix}.512"
            return _call(builder, name, vector.llvm, [halves[0], lanes, halves[1]])
        if vector.bits == 8 and _has("avx2"):
            return _look_up_avx2(builder, halves, lanes)
        result = ir.Constant(vector.llvm, ir.Undefined)
        for lane in range(vector.lanes):
            number = builder.zext(builder.extract_element(lanes, ir.Constant(I32, lane)), I64)
            number = builder.and_(number, ir.Constant(I64, 2 * vector.lanes - 1))
            is_first = builder.icmp_signed("<", number, ir.Constant(I64, vector.lanes))
            start = builder.select(is_first, first, builder.sub(second, ir.Constant(I64, vector.lanes)))
            address = _address(context, builder, signature.args[0], array, builder.add(start, number))
            result = builder.insert_element(result, builder.load(address), ir.Constant(I32, lane))
        return result

    return vector(array, types.intp, types.intp, vector), generate


def _look_up_avx2(builder, halves, lanes):
    """Look up pieces of sixteen bytes, the unit AVX2 can permute; bytes outside a piece give zero."""
    half = ir.VectorType(I8, 32)
    found = []
    for start in (0, 32):
        index = _shuffled(builder, lanes, lanes, range(start, start + 32))
        index = builder.and_(index, ir.Constant(half, [127] * 32))
        result = ir.Constant(half, [0] * 32)
        for t in range(8):
            piece = [16 * (t % 4) + i % 16 for i in range(32)]
            table = _shuffled(builder, halves[t // 4], halves[t // 4], piece)
            near = builder.xor(index, ir.Constant(half, [16 * t] * 32))
            near = builder.add(near, ir.Constant(half, [112] * 32))  # beyond the piece: highest bit set
            picked = _call(builder, "llvm.x86.avx2.pshuf.b", half, [table, near])
            result = builder.or_(result, picked)
        found.append(result)
    return _shuffled(builder, *found, range(64))


def _shuffled(builder, x, y, lanes):
    return builder.shuffle_vector(x, y, ir.Constant(ir.VectorType(I32, len(lanes)), list(lanes)))


# ------------------------------------------------------------------------------------------- masks


@_operation(lambda mask: (int(mask) & (2**64 - 1)).bit_count())
def popcount(typing, mask):
    """Return the number of set bits."""

    def generate(context, builder, signature, arguments):
        return _call(builder, "llvm.ctpop.i64", I64, list(arguments))

    return types.int64(types.int64), generate


@_operation(lambda mask: (int(mask) & -int(mask)).bit_length() - 1)
def lowest_bit(typing, mask):
    """Return the index of the lowest set bit; the mask is not 0."""

    def generate(context, builder, signature, arguments):
        return _call(builder, "llvm.cttz.i64", I64, [*arguments, ir.Constant(I1, 1)])

    return types.int64(types.int64), generate


@_operation(lambda mask: (int(mask) & (2**64 - 1)).bit_length() - 1)
def highest_bit(typing, mask):
    """Return the index of the highest set bit; the mask is not 0."""

    def generate(context, builder, signature, arguments):
        zeros = _call(builder, "llvm.ctlz.i64", I64, [*arguments, ir.Constant(I1, 1)])
        return builder.sub(ir.Constant(I64, 63), zeros)

    return types.int64(types.int64), generate


@_operation(lambda i: _signed64(1 << int(i)))
def bit(typing, i):
    """Return the mask with only bit ``i`` set."""

    def generate(context, builder, signature, arguments):
        return builder.shl(ir.Constant(I64, 1), arguments[0])

    return types.int64(types.int64), generate


@_operation(lambda x, shift: _signed64((int(x) & (2**64 - 1)) >> int(shift)))
def shift_right(typing, x, shift):
    """Shift an int64 right logically."""

    def generate(context, builder, signature, arguments):
        return builder.lshr(*arguments)

    return types.int64(types.int64, types.int64), generate


def _nth_bit(mask, i):
    return int(np.flatnonzero(_unpack(mask, 64))[i])


@_operation(_nth_bit)
def nth_bit(typing, mask, i):
    """Return the index of the set bit with ``i`` set bits below it; ``i < popcount(mask)``."""

    def generate(context, builder, signature, arguments):
        mask, i = arguments
        if _has("bmi2"):
            bit = builder.shl(ir.Constant(I64, 1), i)
            single = _call(builder, "llvm.x86.bmi.pdep.64", I64, [bit, mask])
            return _call(builder, "llvm.cttz.i64", I64, [single, ir.Constant(I1, 1)])
        position = ir.Constant(I64, 0)
        for width in (32, 16, 8, 4, 2, 1):
            low = builder.and_(mask, ir.Constant(I64, (1 << width) - 1))
            below = _call(builder, "llvm.ctpop.i64", I64, [low])
            beyond = builder.icmp_signed(">=", i, below)
            i = builder.select(beyond, builder.sub(i, below), i)
            shift = builder.select(beyond, ir.Constant(I64, width), ir.Constant(I64, 0))
            mask = builder.lshr(mask, shift)
            position = builder.add(position, shift)
        return position

    return types.int64(types.int64, types.int64), generate
