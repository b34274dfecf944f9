"""
The one place that knows numba's options, its cache, and where compiled kernels live.

numba's own cache is keyed by the file of the *calling* function: change a callee in another file and
the old machine code of its caller is served for ever (numba#1833). So the machine code of a kernel
module lies in a directory named after a digest of that module and of all it imports, and an edit
compiles again what depends on it, no more. Directories unused for a month are removed. A kernel may take
NamedTuples of modules that it does not import, so that the names of their fields are part of the key.
The path of the installation is not: the same sources in two environments compile once. When nothing can
be cached (read-only install, no home) kernels compile afresh in each process: slower to start, never
wrong.

A wheel may hold kernels compiled for an instruction set level (``LEVELS``), in ``_compiled``; a CPU that
has the level loads them. Each cache file begins with a digest of its content and its name, which names
the kernel, its signature, the machine, Python and numba: a damaged or foreign file counts as absent.

Options: ``nogil`` so that threads can run kernels side by side; ``error_model="numpy"`` because
kernels must not raise on division; no ``parallel=True`` (numba's default threading layer aborts a
process that enters it from two threads); no ``fastmath`` (results must not depend on the machine).
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import binding
from numba.core import config
from numba.core import event as events
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys

try:
    from ._compiler import HelperCompiler, KernelCompiler
except (ImportError, AttributeError):  # an untested version of numba
    from numba.core.compiler import Compiler as HelperCompiler  # type: ignore[no-redef]
    from numba.core.compiler import Compiler as KernelCompiler  # type: ignore[no-redef]

F = TypeVar("F", bound=Callable[..., Any])


UNUSED_DAYS = 30

_V3 = "+avx,+avx2,+bmi,+bmi2,+cx16,+f16c,+fma,+lzcnt,+movbe,+popcnt,+sse3,+sse4.1,+sse4.2,+ssse3"
#: Instruction set levels that wheels are built for, the highest first, with the features they imply.
LEVELS = {
    "x86-64-v4": f"{_V3},+avx512bw,+avx512cd,+avx512dq,+avx512f,+avx512vl",
    "x86-64-v3": _V3,
}
#: Folder of the kernels that a wheel was built with.
COMPILED = Path(__file__).resolve().parent / "_compiled"


_HERE = Path(__file__).resolve().parent
_IMPORT = re.compile(r"^\s*from (\.+)([\w.]*) import", re.MULTILINE)


@functools.cache
def _imported(module: Path) -> frozenset[Path]:
    """Return the files of this package that a module imports; all modules of a room it imports from."""
    files: set[Path] = set()
    for dots, name in _IMPORT.findall(module.read_text()):
        target = module.parents[len(dots) - 1].joinpath(*name.split("."))
        files.update(target.glob("*.py") if target.is_dir() else [target.with_suffix(".py")])
    return frozenset(files)


@functools.cache
def source_digest(module: Path) -> str:
    """Digest of every file whose text can change what the kernels of a module compute."""
    sources, waiting = {_HERE / "_jit.py", _HERE / "_compiler.py"}, [module]
    while waiting:
        path = waiting.pop()
        if path not in sources:
            sources.add(path)
            waiting.extend(_imported(path))
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(path.relative_to(_HERE).as_posix().encode() + b"\0")
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR) / "kempe"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "kempe"


@functools.cache
def cache_directory() -> Path | None:
    """
    Directory that holds the compiled kernels, or None where none can be written.

    ``$NUMBA_CACHE_DIR``, else ``$XDG_CACHE_HOME``, else ``~/.cache``; below it ``kempe``.
    """
    try:
        # numba's cache does not tell kernels with bounds checks from those without.
        directory = _cache_root() / ("checked" if config.BOUNDSCHECK else "compiled")
        directory.mkdir(parents=True, exist_ok=True)
        if not os.access(directory, os.W_OK | os.X_OK):
            return None
    except (OSError, RuntimeError):
        return None
    return directory


def _remove_unused(folder: Path, keep: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if path != keep and path.is_dir() and path.stat().st_mtime < oldest:
                shutil.rmtree(path, ignore_errors=True)


@functools.cache
def levels_of_this_cpu() -> tuple[str, ...]:
    """Return the levels whose instructions this CPU has, the highest first."""
    has = binding.get_host_cpu_features()
    return tuple(
        level
        for level, features in LEVELS.items()
        if all(has.get(feature[1:], False) for feature in features.split(","))
    )


@functools.cache
def _levels() -> tuple[str, ...]:
    """Return the levels whose shipped kernels can be used here, the highest first."""
    if not COMPILED.is_dir() or config.BOUNDSCHECK or config.CPU_NAME or config.CPU_FEATURES is not None:
        return ()
    return levels_of_this_cpu()


@functools.cache
def _place(source: str) -> tuple[Path, str]:
    """Return the folder of a module's machine code, relative to a cache, and the digest in its name."""
    path = Path(source).resolve()
    if path.is_relative_to(_HERE):
        module, stamp = path.relative_to(_HERE).with_suffix(""), source_digest(path)
    else:
        module = Path("elsewhere", *path.with_suffix("").parts[1:])
        stamp = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    return module / stamp, stamp


class _Locator:
    """Place of the machine code of one kernel: the module's place in the package, and its digest."""

    def __init__(self, function: Callable[..., Any], source: str) -> None:
        self.place, self._stamp = _place(source)
        self._path = str((cache_directory() or COMPILED) / self.place)
        self._line = function.__code__.co_firstlineno
        with contextlib.suppress(OSError):  # not compiled yet, or read-only
            os.utime(self._path)

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> _Locator | None:
        if not os.path.exists(source) or (cache_directory() is None and not _levels()):
            return None
        return cls(function, source)

    def ensure_cache_path(self) -> None:
        path = Path(self.get_cache_path())
        is_new = not path.exists()
        path.mkdir(parents=True, exist_ok=True)
        if is_new:
            _remove_unused(path.parent, keep=path)

    def get_cache_path(self) -> str:
        return self._path

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)


def _field_names(kind: Any) -> tuple[Any, ...]:
    """Return the names of the fields of a numba type, those of its members included."""
    members = tuple(_field_names(member) for member in getattr(kind, "types", ()))
    return getattr(kind, "fields", ()), members


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = (_Locator,)


class _KernelFiles(IndexDataCacheFile):
    """
    The files of one kernel in a folder, each named by digests of the machine and the signature.

    numba keeps an index instead, with numbers for names: when two processes compiled two signatures at
    once, both took the same number, and one signature was served with the other's machine code. A file
    begins with a digest of its name and content; if that is wrong, the file counts as absent.
    """

    def __init__(self, folder: Path, base: str, stamp: str) -> None:
        super().__init__(str(folder), base, stamp)
        self._folder, self._base = folder, base

    def load(self, key: Any) -> Any:
        path = self._path(key)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        digest, content = content[:32], content[32:]
        return pickle.loads(content) if digest == self._digest(path, content) else None

    def save(self, key: Any, data: Any) -> None:
        path, content = self._path(key), self._dump(data)
        with self._open_for_write(str(path)) as file:
            file.write(self._digest(path, content) + content)

    def flush(self) -> None:
        for path in self._folder.glob(f"{self._base}.*.nbc"):
            path.unlink(missing_ok=True)

    def exist(self, machine: Any) -> bool:
        """Return whether there is a signature of this kernel for a machine."""
        return any(self._folder.glob(f"{self._base}.{self._machine(machine)}.*.nbc"))

    def _path(self, key: Any) -> Path:
        signature, machine, *others = key
        rest = hashlib.sha256(repr((self._source_stamp, signature, *others)).encode()).hexdigest()
        return self._folder / f"{self._base}.{self._machine(machine)}.{rest[:16]}.nbc"

    def _machine(self, machine: Any) -> str:
        return hashlib.sha256(repr((self._version, machine)).encode()).hexdigest()[:8]

    def _digest(self, path: Path, content: bytes) -> bytes:
        return hashlib.sha256(path.name.encode() + content).digest()


class _KernelCache(FunctionCache):
    """The cache directory first, then the kernels of the wheel."""

    _impl_class = _CacheImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = self._files(Path(self._cache_path))
        self._shipped = self._files(COMPILED / self._impl.locator.place)

    def exists(self, codegen: Any) -> bool:
        """Return whether there is machine code of this kernel, of one signature at least."""
        machine = codegen.magic_tuple()
        return self._cache_file.exist(machine) or any(map(self._shipped.exist, _shipped_for(machine)))

    def _files(self, path: Path) -> _KernelFiles:
        return _KernelFiles(path, self._impl.filename_base, self._impl.locator.get_source_stamp())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # numba would import here what it needs to compile, which takes 0.3 s.
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return *super()._index_key(sig, codegen), tuple(map(_field_names, sig))

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        if (cached := super()._load_overload(sig, target_context)) is not None:
            return cached
        signature, machine, *others = self._index_key(sig, target_context.codegen())
        for shipped_for in _shipped_for(machine):
            if (data := self._shipped.load((signature, shipped_for, *others))) is not None:
                return self._impl.rebuild(target_context, data)
        return None

    def _save_overload(self, sig: Any, data: Any) -> None:
        # What cannot be saved is compiled again by the next process.
        if cache_directory() is None:
            return
        with contextlib.suppress(OSError):
            try:
                super()._save_overload(sig, data)
            except RuntimeError as error:
                # There is no machine code: LLVM calls Python when it has some, and Python drops an
                # interrupt in such a call.
                raise KeyboardInterrupt from error


def _shipped_for(machine: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Return the names of the machines whose kernels in a wheel run on this one, the best first."""
    return ((machine[0], level, LEVELS[level]) for level in _levels())


def is_compiled(kernel: Any) -> bool:
    """Return whether a kernel is loaded or has machine code on disk, or cannot be cached at all."""
    if getattr(kernel, "overloads", True):  # a plain function where nothing is compiled
        return True
    cache = kernel._cache
    return not isinstance(cache, _KernelCache) or cache.exists(kernel.targetctx.codegen())


def kernel(function: F) -> F:
    """
    Compile a function that Python calls, on its first call; cached on disk.

    The wrapper in ``solver/`` pins the dtypes, so that each kernel has exactly one specialization
    for each intended dtype. ``NUMBA_BOUNDSCHECK=1`` and ``NUMBA_DISABLE_JIT=1`` work as in numba.

    A kernel creates no array and is compiled without reference counts: numba counts wherever an array is
    taken out of a NamedTuple, by atomic increments that took a third of the time of a tabu search.
    """
    return _compile(function)


def allocating_kernel(function: F) -> F:
    """Compile a kernel that creates arrays."""
    return _compile(function, _nrt=True)


def helper(function: F) -> F:
    """
    Compile a function that only kernels call; it creates no array.

    It is linked into each kernel that calls it, and costs a fraction of the compile time of a kernel: it
    has no wrapper, no machine code and no cache file of its own.
    """
    return _compile_helper(function)


def inlined(function: F) -> F:
    """
    Compile a helper into each call.

    LLVM would not inline a long helper by itself, and a call that passes a NamedTuple of twenty
    arrays costs more than most helpers do. Inlined, a helper that takes such a tuple or returns
    vectors is free.
    """
    return _compile_helper(function, forceinline=True)


class CompileTimes(events.Listener):
    """
    Listener that measures the compilations in a ``with`` block.

    Attributes
    ----------
    seconds
        CPU seconds by kernel that was called; those of the helpers and kernels it calls are included.
    counts
        Number of compilations by the same names: the kernel, its helpers, and its other signatures.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.counts: Counter[str] = Counter()
        self._names: list[str] = []
        self._began = 0.0

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        self._names.append(
            f"{function.__module__}.{function.__qualname__}".removeprefix("solver._kernels.")
        )
        self.counts[self._names[0]] += 1
        if len(self._names) == 1:
            self._began = time.process_time()

    def on_end(self, event: Any) -> None:
        name = self._names.pop()
        if not self._names:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - self._began

    def __enter__(self) -> CompileTimes:
        events.register("numba:compile", self)
        return self

    def __exit__(self, *exception: object) -> None:
        events.unregister("numba:compile", self)


def constants(count: int) -> Iterator[Any]:
    """Return the numbers 0 .. count - 1 such that numba does not compile a helper for each of them."""
    return map(np.int64, range(count))


OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


def _compile(function: F, **flags: bool) -> F:
    dispatcher = numba.njit(pipeline_class=KernelCompiler, **(OPTIONS | flags))(function)
    if not config.DISABLE_JIT:
        # Without a directory there is no locator, and numba says so by a RuntimeError.
        with contextlib.suppress(RuntimeError, OSError):
            dispatcher._cache = _KernelCache(function)
    return dispatcher  # type: ignore[no-any-return]


def _compile_helper(function: F, **flags: bool) -> F:
    if config.DISABLE_JIT:
        return function
    options = {"nopython": True, "no_cpython_wrapper": True, **OPTIONS, **flags}
    return _Helper(function, targetoptions=options, pipeline_class=HelperCompiler)


class _Helper(CPUDispatcher):
    """What numba sees of a helper. Only tests call it from Python, which compiles it as a kernel."""

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres

    @functools.cached_property
    def _executable(self) -> Callable[..., Any]:
        executable: Callable[..., Any] = _compile(self.py_func)
        return executable

    def __call__(self, *arguments: Any) -> Any:
        return self._executable(*arguments)
