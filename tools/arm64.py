"""
Compile kernels for arm64 without running them, and say what they would need there.

    python tools/arm64.py [TASK ...]

A task is a name in ``solver.portfolio.readiness.UNITS``; the default is all of them, which is what
:func:`solver.color` needs. A process is told that its CPU is a plain x86-64, so that no kernel asks for
instructions of one kind of CPU. The LLVM code of its kernels is given to LLVM again, for aarch64. The
table has the bytes of machine code, and how many instructions are on NEON registers. The status is 1 if
a kernel asks for x86 all the same, or if LLVM cannot compile it.

What this does not show is that results are equal and how fast they come: nothing is run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TRIPLE = "aarch64-unknown-linux-gnu"
#: An instruction on a whole vector register, as LLVM prints it.
NEON = re.compile(r"\bv\d+\.(16b|8h|4s|2d|8b|4h|2s)\b|\bq\d+\b")


def compiled(module: str) -> tuple[str, bytes]:
    """Return assembly and object code for aarch64 of a module of LLVM code for another machine."""
    from llvmlite import binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features="+neon", opt=2, reloc="pic", codemodel="default"
    )
    foreign = re.sub(r"^target (triple|datalayout) = .*$", "", module, flags=re.MULTILINE)
    code = binding.parse_assembly(foreign)
    code.triple = TRIPLE
    code.data_layout = str(machine.target_data)
    code.verify()
    return machine.emit_assembly(code), machine.emit_object(code)


def kernels() -> Iterator[tuple[str, Any]]:
    """Return the kernels of the modules loaded so far that have been compiled, by name."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("solver._kernels."):
            for key, value in vars(module).items():
                if getattr(value, "overloads", None) and value.py_func.__module__ == name:
                    yield f"{name.removeprefix('solver._kernels.')}.{key}", value


def work(tasks: list[str]) -> int:
    """Compile the kernels of the tasks here and for aarch64; return the exit status."""
    from solver.portfolio.readiness import UNITS

    failures = 0
    for task in tasks or UNITS:
        UNITS[task].compile()
    for name, kernel in kernels():
        for code in kernel.inspect_llvm().values():
            foreign = sorted(set(re.findall(r"@(llvm\.x86\.[\w.]+)", code)))
            try:
                assembly, machine_code = compiled(code)
            except RuntimeError as error:
                print(f"{name}: {str(error).splitlines()[0]}")
                failures += 1
                continue
            lines = [line for line in assembly.splitlines() if re.match(r"\t[a-z]", line)]
            vectors = sum(bool(NEON.search(line)) for line in lines)
            size = f"{len(machine_code):,} bytes of object code"
            print(f"{name}: {size}, {vectors:,} of {len(lines):,} instructions on NEON registers")
            if foreign:
                print(f"{name}: asks for {', '.join(foreign)}")
                failures += 1
    return int(failures > 0)


def main() -> int:
    """Compile the tasks of the command line in a process that has no kernels in its cache."""
    if os.environ.get("KEMPE_ARM64") == "1":
        return work(sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "KEMPE_ARM64": "1",
            "NUMBA_CACHE_DIR": folder,
            "NUMBA_CPU_NAME": "generic",
            "NUMBA_CPU_FEATURES": "",
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        }
        command = [sys.executable, __file__, *sys.argv[1:]]
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
