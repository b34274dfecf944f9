"""
Run HEAD, the C++ program of Moalic and Gondran, and read its output.

``head [-t] [-i ITERATIONS] [-w SWAP] [-s SECONDS] [-d SEED] FILE K``: ``-t`` means TabuCol alone, of at
most ITERATIONS moves; without it the memetic search, whose tabu searches have ITERATIONS moves each;
``-w 10`` restores the elite every ten generations. It runs until it finds a proper coloring, reaches a
limit, or the two individuals have converged. It copies FILE into a buffer of 80 bytes without a check,
so the path must be short; the folder of the graph is therefore its working directory.
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
    Output of a run of HEAD.

    Attributes
    ----------
    conflicts
        Number of conflicts of the best coloring.
    cpu_seconds
        CPU time, including the set-up of tables, excluding reading the file.
    colors
        Best coloring.
    iterations
        Moves, rounded to thousands; None unless it succeeded.
    """

    conflicts: int
    cpu_seconds: float
    colors: tuple[int, ...]
    iterations: int | None


def run_head(
    executable: Path, graph_file: Path, k: int, options: Sequence[str], timeout: float
) -> HeadRun | None:
    """Run HEAD; return None if it was still running after ``timeout`` seconds."""
    command = [str(executable.resolve()), *options, graph_file.name, str(k)]
    try:
        done = subprocess.run(
            command, cwd=graph_file.parent, capture_output=True, text=True, check=False, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        return None
    return parse_head(done.stdout)


def parse_head(text: str) -> HeadRun:
    """Read the output of a run; raise ValueError with its end if it is not one."""
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
