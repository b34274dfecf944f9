"""
The one place that knows numba's options, its cache, and where compiled kernels live.

numba's own cache is keyed by the file of the *calling* function: change a callee in another file and
the old machine code of its caller is served for ever (numba#1833). So every kernel is cached in a
directory named after a digest of all kernel sources; an edit anywhere in ``_kernels`` starts a new
directory, and directories unused for a month are removed. The path of the installation is no part of the
key, so that the same sources in two environments compile once. When nothing can be cached (read-only
install, no home) kernels compile afresh in each process: slower to start, never wrong.

Options: ``nogil`` so that threads can run kernels side by side; ``error_model="numpy"`` because
kernels must not raise on division; no ``parallel=True`` (numba's default threading layer aborts a
process that enters it from two threads); no ``fastmath`` (results must not depend on the machine).
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache

F = TypeVar("F", bound=Callable[..., Any])

UNUSED_DAYS = 30


@functools.cache
def source_digest() -> str:
    """Digest of every file whose text can change what a kernel computes."""
    here = Path(__file__).resolve().parent
    digest = hashlib.sha256()
    for path in [here / "_jit.py", *sorted((here / "_kernels").rglob("*.py"))]:
        digest.update(path.relative_to(here).as_posix().encode() + b"\0")
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

    ``$NUMBA_CACHE_DIR``, else ``$XDG_CACHE_HOME``, else ``~/.cache``; below it ``kempe`` and the
    digest of the sources.
    """
    try:
        root = _cache_root()
        # numba's cache does not tell kernels with bounds checks from those without.
        directory = root / (source_digest() + ("-checked" if config.BOUNDSCHECK else ""))
        is_new = not directory.exists()
        directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)
        if not os.access(directory, os.W_OK | os.X_OK):
            return None
    except (OSError, RuntimeError):
        return None
    if is_new:
        _remove_unused(root, keep=directory)
    return directory


def _remove_unused(root: Path, keep: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for path in root.iterdir():
        with contextlib.suppress(OSError):
            if path != keep and path.is_dir() and path.stat().st_mtime < oldest:
                shutil.rmtree(path, ignore_errors=True)


class _Locator:
    """Where the machine code of one kernel lies: named by its place in the package, not by a path."""

    def __init__(self, function: Callable[..., Any], directory: Path, source: Path) -> None:
        here = Path(__file__).resolve().parent
        inside = source.is_relative_to(here)
        place = (
            source.relative_to(here).parent if inside else Path("elsewhere", *source.parent.parts[1:])
        )
        self._path = directory.joinpath(*place.parts)
        # The digest in the directory's name covers the kernels of this package, and no others.
        self._stamp = source_digest() if inside else hashlib.sha256(source.read_bytes()).hexdigest()
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> _Locator | None:
        directory = cache_directory()
        if directory is None or not os.path.exists(source):
            return None
        return cls(function, directory, Path(source).resolve())

    def ensure_cache_path(self) -> None:
        self._path.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = (_Locator,)


class _KernelCache(FunctionCache):
    _impl_class = _CacheImpl


def kernel(function: F) -> F:
    """
    Compile a function on its first call, cached on disk.

    The wrapper in ``solver/`` pins the dtypes, so that each kernel has exactly one specialization
    for each intended dtype. ``NUMBA_BOUNDSCHECK=1`` and ``NUMBA_DISABLE_JIT=1`` work as in numba.
    """
    return _compile(function, cache=True)


def lean_kernel(function: F) -> F:
    """
    Compile a kernel that creates no array, without reference counts.

    numba counts references wherever a helper picks an array out of a NamedTuple: atomic increments that
    took a third of the time of a tabu search. Where nothing is allocated there is nothing to count.
    """
    return _compile(function, cache=True, _nrt=False)


def inlined(function: F) -> F:
    """
    Compile a helper into each lean kernel that calls it.

    LLVM would not inline a long helper by itself, and a call that passes a NamedTuple of twenty
    arrays costs more than most helpers do. Inlined, a helper that takes such a tuple or returns
    vectors is free.
    """
    return _compile(function, cache=False, forceinline=True, _nrt=False)


def _compile(function: F, cache: bool, **flags: bool) -> F:
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", **flags}
    dispatcher = numba.njit(**options)(function)
    if cache and not config.DISABLE_JIT:
        # Without a directory there is no locator, and numba says so by a RuntimeError.
        with contextlib.suppress(RuntimeError, OSError):
            dispatcher._cache = _KernelCache(function)
    return dispatcher  # type: ignore[no-any-return]
