"""
How numba compiles kernels and helpers: its pipeline, without the parts that kernels do not need.

More than half of numba's time is spent in Python, most of it on questions that were answered before:
which implementation ``a[i]`` has for an int32 array (6,000 such questions in three of the tasks of
``kempe warmup``, of which 300 differ), and how large a type is. The answers are kept. Together with
passes that are left out (closures, ``with``, literal unrolling, whole-array expressions) this takes a
sixth off the compile time. Tried without effect: lower optimization levels, LLVM's passes over functions
or the first of the two over modules left out, Python wrappers that are not optimized.

All this uses numba's internals, so that this module refuses to be imported with a numba that it was not
tested with; ``_jit`` then takes numba's own pipeline, which compiles more slowly.
"""

from __future__ import annotations

import functools
import gc
import importlib
from collections.abc import Callable
from typing import Any, ClassVar

import numba
from numba.core import typed_passes, types, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

#: The first version of numba that this module was tested with, and the first later one that it was not.
TESTED = (0, 63), (0, 69)
if not TESTED[0] <= numba.version_info.short < TESTED[1]:
    raise ImportError(f"numba {numba.__version__}: expected a version from 0.63 to 0.68")

#: Passes that find nothing to do in kernels. They would walk through each function all the same.
LEFT_OUT = {
    typed_passes.InlineOverloads,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.InlineClosureLikes,
    untyped_passes.InlineInlinables,
    untyped_passes.LiteralPropagationSubPipelinePass,
    untyped_passes.LiteralUnroll,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.RewriteDynamicRaises,
    untyped_passes.WithLifting,
}


@functools.cache
def _size(kind: Any, target_data: Any) -> int:
    """Return the size of an LLVM type in bytes, for which LLVM parses a module."""
    size: int = kind.get_abi_size(target_data)
    return size


@functools.cache
def _alignment(kind: Any, target_data: Any) -> int:
    alignment: int = kind.get_abi_alignment(target_data)
    return alignment


class _TypingContext:
    """
    numba's typing context, which remembers the signatures of operators and built-in functions.

    numba tries every overload each time, up to a hundred for ``a[i]``. Signatures differ by whether
    arrays are counted, since numba compiles some implementations for them.
    """

    _signatures: ClassVar[dict[Any, Any]] = {}

    def __init__(self, context: Any, is_counted: bool) -> None:
        self._context = context
        self._is_counted = is_counted

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        if not isinstance(function, types.NumberClass) and type(function) is not types.Function:
            return self._context.resolve_function_type(function, args, kws)
        key = function, tuple(args), tuple(kws.items()), self._is_counted
        signature = self._signatures.get(key)
        if signature is None:
            signature = self._context.resolve_function_type(function, args, kws)
            if signature is not None:
                self._signatures[key] = signature
        return signature


@functools.cache
def _import_without_blas() -> None:
    """
    Import numba's array functions without SciPy's linear algebra.

    They import it only to know whether it is there; SciPy is, since Kempe needs it, and numba looks
    again where a function uses it. It takes 0.12 CPU seconds.
    """
    from numba.np import linalg

    ensure_blas = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = ensure_blas


class KernelCompiler(CompilerBase):
    """The pipeline of kernels."""

    _lowering: type = NativeLowering

    def __init__(self, *arguments: Any, **options: Any) -> None:
        _import_without_blas()
        super().__init__(*arguments, **options)
        state, data = self.state, self.state.targetctx.target_data
        state.typingctx = _TypingContext(state.typingctx, state.flags.nrt)
        # This target context belongs to this compilation: numba copies it for its flags.
        state.targetctx.get_abi_sizeof = functools.partial(_size, target_data=data)
        state.targetctx.get_abi_alignment = functools.partial(_alignment, target_data=data)

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        # The compiler makes millions of objects that stay: collecting takes 12 % of its time.
        is_collecting = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(function)
        finally:
            if is_collecting:
                gc.enable()

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        left_out = LEFT_OUT if self.state.flags.nrt else LEFT_OUT | {typed_passes.NopythonRewrites}
        passes.passes = [
            (self._lowering if step is NativeLowering else step, description)
            for step, description in passes.passes
            if step not in left_out
        ]
        passes.finalize()
        return [passes]


class _HelperLibrary(JITCodeLibrary):
    """LLVM code that is linked into kernels and never made machine code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _InlinedLibrary(_HelperLibrary):
    """
    LLVM code that is optimized where it is inlined.

    Doing so before as well took a fifth of the compile time of a tabu search. Helpers that are called
    need it: without, LLVM inlines others than before, and PartialCol was slower by 25 %.
    """

    def _optimize_functions(self, module: Any) -> None:
        pass

    def _optimize_final_module(self) -> None:
        pass


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerHelper(NativeLowering):
    """numba's lowering, but into a library for linking only."""

    _name = "lower_helper"

    def run_pass(self, state: Any) -> bool:
        inline = state.flags.forceinline
        state.library = (_InlinedLibrary if inline else _HelperLibrary)(
            state.targetctx.codegen(), state.func_id.func_qualname
        )
        state.flags.no_compile = True
        super().run_pass(state)
        # Callers find the code by this key, where numba would use the executable.
        key = object()
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=key)
        return True


class HelperCompiler(KernelCompiler):
    """The pipeline of helpers."""

    _lowering = _LowerHelper
