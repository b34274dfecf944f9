"""
Running HEAD, the C++ program of Moalic and Gondran, and reading what it prints.

``head [-t] [-i ITERATIONS] [-w SWAP] [-s SECONDS] [-d SEED] FILE K``: ``-t`` means TabuCol alone, of at
most ITERATIONS moves; without it the memetic search, whose tabu searches have ITERATIONS moves each;
``-w 10`` brings the elite back every ten generations. It runs until a proper coloring is found, a limit
is met or its individuals have become alike. It copies FILE into 80 bytes without looking, so the path
must be short; the folder of the graph therefore becomes its working directory.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class HeadRun:
    """
    What HEAD says of a run.

    Attributes
    ----------
    conflicts
        Of its best coloring.
    cpu_seconds
        Set-up of its tables included, reading the file not.
    colors
        Its best coloring.
    iterations
        Moves, in units of a thousand; None unless it succeeded.
    """

    conflicts: int
    cpu_seconds: float
    colors: tuple[int, ...]
    iterations: int | None


def run_head(
    executable: Path, graph_file: Path, k: int, options: Sequence[str], timeout: float
) -> HeadRun | None:
    """Run HEAD; None if it was still running after ``timeout`` seconds."""
    command = [str(executable.resolve()), *options, graph_file.name, str(k)]
    try:
        done = subprocess.run(
            command, cwd=graph_file.parent, capture_output=True, text=True, check=False, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return None
    return parse_head(done.stdout)


def parse_head(text: str) -> HeadRun:
    """Read the output of one run; raises ValueError, with its end, if it is none."""
    conflicts = re.search(r"nb conflicted edges: (\d+)", text)
    minutes = re.search(r"cpu time: ([\d.]+)min", text)
    colors = re.search(r"best coloring: ([\d ]+)", text)
    if conflicts is None or minutes is None or colors is None:
        raise ValueError(f"not the output of HEAD: ...{text[-200:]!r}")
    millions = re.search(r"Mean iterations : ([\d.]+) \(x10\.6\)", text)
    return HeadRun(
        conflicts=int(conflicts[1]),
        cpu_seconds=60 * float(minutes[1]),
        colors=tuple(map(int, colors[1].split())),
        iterations=None if millions is None else round(1e6 * float(millions[1])),
    )
