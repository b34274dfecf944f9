"""The cache: no stale callees, no cache where none can be, the same answers on every CPU."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from numba import config, typeof

import solver
from solver import _jit

PACKAGE = Path(solver.__file__).parent


def run(code, cwd, **environment):
    """Standard output of a fresh interpreter that imports what stands in ``cwd``."""
    unset = {"NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_CACHE_DIR"}
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=inherited | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


@pytest.fixture
def copied(tmp_path):
    """A copy of the package with a caller and a callee in two files."""
    shutil.copytree(PACKAGE, tmp_path / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    kernels = tmp_path / "solver" / "_kernels"
    header = "from .._jit import kernel\n"
    (kernels / "callee.py").write_text(f"{header}\n@kernel\ndef scale(x):\n    return 1000 * x\n")
    (kernels / "caller.py").write_text(
        f"{header}from .callee import scale\n\n@kernel\ndef call(x):\n    return scale(x)\n"
    )
    return tmp_path


CALL = "from solver._kernels.caller import call; print(call(1), sum(call.stats.cache_hits.values()))"


@pytest.mark.subprocess
def test_an_edited_callee_is_never_served_from_the_cache(copied):
    cache = str(copied / "cache")
    assert run(CALL, copied, NUMBA_CACHE_DIR=cache) == "1000 0"
    assert run(CALL, copied, NUMBA_CACHE_DIR=cache) == "1000 1"
    callee = copied / "solver" / "_kernels" / "callee.py"
    callee.write_text(callee.read_text().replace("1000", "2000"))
    assert run(CALL, copied, NUMBA_CACHE_DIR=cache) == "2000 0"
    assert run(CALL, copied, NUMBA_CACHE_DIR=cache) == "2000 1"


@pytest.mark.subprocess
def test_kernels_work_where_nothing_can_be_cached(copied):
    blocked = copied / "a_file_where_a_folder_must_be"
    blocked.write_text("")
    code = "from solver import _jit; print(_jit.cache_directory()); " + CALL
    assert run(code, copied, NUMBA_CACHE_DIR=str(blocked)) == "None\n1000 0"


@pytest.mark.subprocess
def test_a_second_copy_of_the_same_sources_compiles_nothing(copied):
    cache = str(copied / "cache")
    assert run(CALL, copied, NUMBA_CACHE_DIR=cache) == "1000 0"
    shutil.copytree(copied / "solver", copied / "elsewhere" / "solver")
    assert run(CALL, copied / "elsewhere", NUMBA_CACHE_DIR=cache) == "1000 1"


def test_old_cache_directories_are_removed(tmp_path):
    old, new, kept = (tmp_path / name for name in ("old", "new", "kept"))
    for path in (old, new, kept):
        path.mkdir()
    long_ago = time.time() - (_jit.UNUSED_DAYS + 1) * 86400
    os.utime(old, (long_ago, long_ago))
    os.utime(kept, (long_ago, long_ago))
    _jit._remove_unused(tmp_path, keep=kept)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "new"]


def test_every_kernel_is_in_a_module_with_a_digest():
    users = [
        path.relative_to(PACKAGE)
        for path in PACKAGE.rglob("*.py")
        if "import kernel\n" in path.read_text() and "_kernels" not in path.parts
    ]
    assert users == [], "a kernel outside _kernels, which the digests do not cover"


def test_a_digest_covers_what_a_module_imports_and_no_more(copied):
    kernels = copied / "solver" / "_kernels"
    code = (
        "from pathlib import Path; from solver._jit import source_digest\n"
        f"for name in ('caller', 'callee', 'other'):\n"
        f"    print(source_digest(Path({str(kernels)!r}, name + '.py')))"
    )
    (kernels / "other.py").write_text("from . import (\n    caller,\n)\n")
    before = run(code, copied).split()
    callee = kernels / "callee.py"
    callee.write_text(callee.read_text().replace("1000", "2000"))
    after = run(code, copied).split()
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, False, False]
    (kernels / "other.py").write_text("from . import (\n    caller,\n)\nx = 1\n")
    last = run(code, copied).split()
    assert [a == b for a, b in zip(after, last, strict=True)] == [True, True, False]


@pytest.mark.subprocess
def test_a_kernel_is_compiled_again_when_a_field_it_is_passed_moves(copied):
    """The caller's module does not import the module of the NamedTuple."""
    fields = copied / "fields.py"
    text = "from typing import NamedTuple\n\nclass Pair(NamedTuple):\n    a: int\n    b: int\n"
    caller = copied / "solver" / "_kernels" / "caller.py"
    caller.write_text("from .._jit import kernel\n\n@kernel\ndef call(pair):\n    return pair.a\n")
    code = (
        "from fields import Pair; from solver._kernels.caller import call;"
        " print(call(Pair(a=1, b=2)), sum(call.stats.cache_hits.values()))"
    )
    cache = str(copied / "cache")
    fields.write_text(text)
    assert run(code, copied, NUMBA_CACHE_DIR=cache) == "1 0"
    assert run(code, copied, NUMBA_CACHE_DIR=cache) == "1 1"
    fields.write_text(text.replace("    a: int\n    b: int\n", "    b: int\n    a: int\n"))
    assert run(code, copied, NUMBA_CACHE_DIR=cache) == "1 0"


NTH_BIT = """
from solver._jit import kernel
from solver._kernels.vectors import rng, simd
import numpy as np
@kernel
def walk(state, steps):
    total = 0
    for _ in range(steps):
        mask = rng.random_bits(state)
        total = total * 31 + simd.nth_bit(mask, rng.random_below(state, simd.popcount(mask)))
    return total
print(walk(rng.rng_state(7), 1000))
"""


def foreign(cpu):
    """Compile for another CPU; without the empty list numba would add the features of this one."""
    return {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""}


@pytest.mark.subprocess
def test_every_cpu_gives_the_same_answer(tmp_path):
    (tmp_path / "walk.py").write_text(NTH_BIT)
    root = str(PACKAGE.parent)
    answers = {
        run("import walk", tmp_path, PYTHONPATH=root, NUMBA_CACHE_DIR=str(tmp_path), **cpu)
        for cpu in ({}, foreign("generic"), foreign("haswell"))
    }
    assert len(answers) == 1


def times_seven(x):
    return 7 * x


@pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")
def test_a_damaged_or_foreign_cache_file_is_refused_and_replaced(tmp_path, monkeypatch):
    monkeypatch.setattr(_jit, "cache_directory", lambda: tmp_path)
    assert _jit.kernel(times_seven)(6) == 42
    assert _jit.kernel(times_seven)(6.0) == 42
    files = sorted(tmp_path.rglob("*.nbc"))
    assert len(files) == 2
    rng = np.random.default_rng(1)
    for number in range(200):
        path, other = files[:: 1 - 2 * (number % 2)]
        intact = path.read_bytes()
        place = int(rng.integers(len(intact)))
        damaged = [
            intact[:place],
            intact[:place] + bytes([intact[place] ^ 1 << number % 8]) + intact[place + 1 :],
            intact[place:],
            other.read_bytes(),
        ][number // 2 % 4]
        path.write_bytes(damaged)
        kernel = _jit.kernel(times_seven)
        loaded = [
            kernel._cache.load_overload((typeof(value),), kernel.targetctx) is not None
            for value in (6, 6.0)
        ]
        assert sum(loaded) == (1 if damaged != intact else 2)
        path.write_bytes(intact)
    for path in files:
        path.write_bytes(b"")
    assert _jit.kernel(times_seven)(6) == 42
    again = _jit.kernel(times_seven)
    assert again(6) == 42
    assert sum(again.stats.cache_hits.values()) == 1


@pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")
def test_processes_that_save_two_signatures_at_once_keep_both(tmp_path, monkeypatch):
    """Two dispatchers stand in for two processes: neither sees what the other compiles."""
    monkeypatch.setattr(_jit, "cache_directory", lambda: tmp_path)
    first, second = _jit.kernel(times_seven), _jit.kernel(times_seven)
    assert not _jit.is_compiled(first)
    save, saved = first._cache.save_overload, []
    monkeypatch.setattr(first._cache, "save_overload", lambda *arguments: saved.append(arguments))
    assert first(6) == 42
    assert second(6.0) == 42
    save(*saved[0])
    for value in (6, 6.0):
        kernel = _jit.kernel(times_seven)
        assert _jit.is_compiled(kernel)
        assert kernel(value) == 42
        assert sum(kernel.stats.cache_hits.values()) == 1


@pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")
def test_kernels_of_another_numba_are_not_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(_jit, "cache_directory", lambda: tmp_path)
    assert _jit.kernel(times_seven)(6) == 42
    kernel = _jit.kernel(times_seven)
    kernel._cache._cache_file._version = "0.0"
    assert kernel._cache.load_overload(kernel_signature(), kernel.targetctx) is None


@pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")
def test_an_interrupt_in_a_call_from_llvm_is_an_interrupt(tmp_path, monkeypatch):
    dropped = []
    monkeypatch.setattr(_jit, "cache_directory", lambda: tmp_path)
    monkeypatch.setattr(sys, "unraisablehook", dropped.append)
    kernel = _jit.kernel(times_seven)
    codegen = kernel.targetctx.codegen()

    def interrupt(*_):
        raise KeyboardInterrupt

    library = codegen._library_class
    codegen._engine.set_object_cache(interrupt, library._object_getbuffer_hook)
    try:
        with pytest.raises(KeyboardInterrupt):
            kernel(6)
    finally:
        codegen._engine.set_object_cache(library._object_compiled_hook, library._object_getbuffer_hook)
    assert [unraisable.exc_type for unraisable in dropped] == [KeyboardInterrupt]
    assert not list(tmp_path.rglob("*.nbc"))
    assert _jit.kernel(times_seven)(6) == 42


def kernel_signature():
    return (typeof(6),)


@pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled")
def test_kernels_of_a_wheel_are_loaded_on_a_cpu_that_has_their_level(tmp_path, monkeypatch):
    """A level whose features are those of this CPU stands in for the levels of wheels."""
    codegen = _jit.kernel(times_seven).targetctx.codegen()
    _, name, features = codegen.magic_tuple()
    shipped = tmp_path / "compiled"
    monkeypatch.setattr(_jit, "COMPILED", shipped)
    monkeypatch.setattr(_jit, "LEVELS", {name: features})
    monkeypatch.setattr(_jit, "cache_directory", lambda: shipped)
    assert _jit.kernel(times_seven)(6) == 42
    for levels, cache, hits in (((), tmp_path, 0), ((name,), tmp_path / "new", 1), ((name,), None, 1)):
        monkeypatch.setattr(_jit, "_levels", lambda levels=levels: levels)
        monkeypatch.setattr(_jit, "cache_directory", lambda cache=cache: cache)
        kernel = _jit.kernel(times_seven)
        assert _jit.is_compiled(kernel) == (hits == 1)
        assert kernel(6) == 42
        assert sum(kernel.stats.cache_hits.values()) == hits


@pytest.mark.subprocess
def test_linear_algebra_is_imported_by_those_who_use_it(tmp_path):
    code = (
        "import sys, numba, numpy as np; from solver import generators, greedy\n"
        "greedy(generators.queen(5)); print('scipy.linalg' in sys.modules)\n"
        "print(numba.njit(lambda a: np.dot(a, a))(np.eye(2))[0, 0])"
    )
    assert run(code, PACKAGE.parent) == "False\n1.0"


MISSING = "import numba.core.typed_passes as passes; del passes.InlineOverloads\n"
NEWER = "import numba; numba.version_info = numba.version_info._replace(short=(9, 0))\n"


@pytest.mark.subprocess
@pytest.mark.parametrize("unknown", [MISSING, NEWER])
def test_an_unknown_numba_compiles_with_its_own_pipeline(tmp_path, unknown):
    """A caller of helpers of both kinds; a second process loads what the first saved."""
    code = (
        "from numba.core.compiler import Compiler\n"
        "from solver import _jit\n"
        "print(_jit.KernelCompiler is _jit.HelperCompiler is Compiler)\n"
        "import walk; print(sum(walk.walk.stats.cache_hits.values()))"
    )
    (tmp_path / "walk.py").write_text(NTH_BIT)
    known, fallback = (
        {"PYTHONPATH": str(PACKAGE.parent), "NUMBA_CACHE_DIR": str(tmp_path / name)}
        for name in ("known", "fallback")
    )
    answer = run("import walk", tmp_path, **known)
    assert run(unknown + code, tmp_path, **fallback) == f"True\n{answer}\n0"
    assert run(unknown + code, tmp_path, **fallback) == f"True\n{answer}\n1"
