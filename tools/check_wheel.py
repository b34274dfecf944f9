"""
Check a wheel with compiled kernels in a new environment: nothing is compiled, and no damage matters.

Each task of ``kempe warmup`` runs in a fresh process with the kernels of each level of this CPU and must
compile nothing. Then ``kempe color`` is timed on an empty cache, and runs with damaged kernels: it must
give a proper coloring, and compile what is damaged.

    python tools/check_wheel.py WHEEL [DAMAGED_FILES]
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

#: Runs one task with the kernels of one level, and prints the kernels that it compiled.
TASK = """
import sys
from solver import _jit
_jit._levels = lambda: (sys.argv[2],)
from solver.command.compilation import TASKS
with _jit.CompileTimes() as times:
    TASKS[sys.argv[1]]()
print(*times.counts)
"""
NAMES = """
from solver._jit import COMPILED, levels_of_this_cpu
from solver.command.compilation import TASKS
import json
print(json.dumps([str(COMPILED), list(TASKS), levels_of_this_cpu()]))
"""


class Installed:
    """A wheel in an environment of its own, used outside the checkout."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", with_pip=True)
        self.python = folder / "venv" / "bin" / "python"
        subprocess.run([self.python, "-m", "pip", "install", "-q", wheel.resolve()], check=True)

    def run(self, *arguments: str) -> str:
        """Return the output of Python with an empty cache; raise an error if it fails."""
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"NUMBA_CACHE_DIR": cache}
            environment.pop("PYTHONPATH", None)
            command = [str(self.python), *arguments]
            result = subprocess.run(
                command, cwd=self.folder, env=environment, check=True, stdout=subprocess.PIPE, text=True
            )
        return result.stdout.strip()

    def color(self) -> dict[str, object]:
        """Return the result of ``kempe color``."""
        output = self.run("-m", "solver", "color", "queen:8", "--max-ticks", "300000", "--json")
        result: dict[str, object] = json.loads(output)
        return result


def main() -> int:
    """Check the wheel on the command line; return the exit status."""
    if len(sys.argv) not in (2, 3):
        print("usage: python tools/check_wheel.py WHEEL [DAMAGED_FILES]", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="kempe-check-") as folder:
        installed = Installed(Path(sys.argv[1]), Path(folder))
        compiled, tasks, levels = json.loads(installed.run("-c", NAMES))
        faults = check_tasks(installed, tasks, levels)
        check_time(installed)
        count = int(sys.argv[2]) if len(sys.argv) == 3 else 20
        faults += check_damages(installed, sorted(Path(compiled).rglob("*.nbc")), count)
    print(*faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


def check_tasks(installed: Installed, tasks: list[str], levels: list[str]) -> list[str]:
    """Run each task with the kernels of each level; return what was compiled."""
    faults = []
    for level in levels:
        for task in tasks:
            if compiled := installed.run("-c", TASK, task, level):
                faults.append(f"{level}, {task}: compiled {compiled}")
        print(f"{len(tasks)} tasks ran with the kernels for {level}", flush=True)
    return faults


def check_time(installed: Installed) -> None:
    """Print the time of a first coloring."""
    began = time.perf_counter()
    installed.run("-m", "solver", "color", "queen:8", "--time-limit", "5", "--no-progress")
    print(f"kempe color queen:8 --time-limit 5: {time.perf_counter() - began:.2f} s", flush=True)


def check_damages(installed: Installed, files: list[Path], count: int) -> list[str]:
    """Damage files at random, 20 at a time, and color; return the answers that are wrong."""
    expected, faults, rng = installed.color()["colors"], [], random.Random(1)
    for _ in range(-(-count // 20)):
        chosen = rng.sample(files, 20)
        intact = [path.read_bytes() for path in chosen]
        for path, content in zip(chosen, intact, strict=True):
            place = rng.randrange(len(content))
            damages = [
                content[:place],
                content[place:],
                content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :],
                rng.choice(files).read_bytes(),
                content[:32] + rng.randbytes(len(content) - 32),
            ]
            path.write_bytes(rng.choice(damages))
        result = installed.color()
        if result["colors"] != expected:
            faults.append(f"another coloring with damaged {[path.name for path in chosen]}")
        for path, content in zip(chosen, intact, strict=True):
            path.write_bytes(content)
    print(f"{-(-count // 20) * 20} damaged files", flush=True)
    return faults


if __name__ == "__main__":
    sys.exit(main())
