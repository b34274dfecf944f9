"""
Build wheels: a pure one, and one for this Python and platform that holds compiled kernels.

The kernels are compiled once for each level in ``solver._jit.LEVELS`` by ``kempe warmup``, in a process
that is told to compile for that level instead of for its CPU, and added to the pure wheel. A wheel with
kernels works everywhere: where they do not fit, kernels are compiled as usual.

    python tools/wheels.py dist
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Build both wheels into a folder; return the exit status."""
    if len(sys.argv) != 2:
        print("usage: python tools/wheels.py FOLDER", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    pure = build_pure(folder)
    print(pure)
    with tempfile.TemporaryDirectory(prefix="kempe-wheel-") as work:
        print(add_kernels(pure, compile_kernels(pure, Path(work))))
    return 0


def build_pure(folder: Path) -> Path:
    """Build the pure wheel and return its path."""
    options = ["-q", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(ROOT)], check=True)
    return max(folder.glob("kempe-*-py3-none-any.whl"), key=lambda path: path.stat().st_mtime)


def compile_kernels(pure: Path, work: Path) -> dict[str, bytes]:
    """Compile all kernels of a wheel for each level; return the files to add, by their path in it."""
    with zipfile.ZipFile(pure) as archive:
        archive.extractall(work / "package")
    sys.path.insert(0, str(work / "package"))
    from solver._jit import LEVELS, levels_of_this_cpu

    cache = work / "cache"
    for level in levels_of_this_cpu():
        print(f"compiling for {level}", flush=True)
        environment = os.environ | {
            "NUMBA_CPU_NAME": level,
            "NUMBA_CPU_FEATURES": LEVELS[level],
            "NUMBA_CACHE_DIR": str(cache),
            "PYTHONPATH": str(work / "package"),
        }
        subprocess.run([sys.executable, "-m", "solver", "warmup"], env=environment, cwd=work, check=True)
    compiled = cache / "kempe" / "compiled"
    return {
        f"solver/_compiled/{path.relative_to(compiled).as_posix()}": path.read_bytes()
        for path in sorted(compiled.rglob("*.nb?"))
    }


def add_kernels(pure: Path, files: dict[str, bytes]) -> Path:
    """Write the wheel that also has these files, tagged for this Python and platform."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    path = pure.with_name(pure.name.replace("py3-none-any", tag))
    records = io.StringIO(newline="")
    writer = csv.writer(records, lineterminator="\n")
    with zipfile.ZipFile(pure) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        contents = {name: old.read(name) for name in old.namelist()}
        record = next(name for name in contents if name.endswith(".dist-info/RECORD"))
        header = record.replace("RECORD", "WHEEL")
        del contents[record]
        contents[header] = (
            contents[header]
            .replace(b"Tag: py3-none-any", f"Tag: {tag}".encode())
            .replace(b"Root-Is-Purelib: true", b"Root-Is-Purelib: false")
        )
        for name, content in (contents | files).items():
            # A fixed date, so that equal sources give equal wheels.
            new.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            writer.writerow([name, f"sha256={digest}", len(content)])
        writer.writerow([record, "", ""])
        new.writestr(zipfile.ZipInfo(record), records.getvalue(), zipfile.ZIP_DEFLATED)
    return path


if __name__ == "__main__":
    sys.exit(main())
