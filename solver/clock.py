"""
Clocks: wall time with or without compilation, and the age of the process.

Kernels are compiled once per machine; numba reports when a compilation begins and ends.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from numba.core import event


class _Compiling(event.Listener):  # type: ignore[misc]  # numba has no types
    """The sum of the wall time in which something is compiled."""

    def __init__(self) -> None:
        self.depth = 0
        self.began = self.total = 0.0

    def on_start(self, event: object) -> None:
        if self.depth == 0:
            self.began = time.perf_counter()
        self.depth += 1

    def on_end(self, event: object) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.total += time.perf_counter() - self.began

    def seconds(self) -> float:
        """Return the seconds so far, including a compilation that runs in another thread."""
        total, began = self.total, self.began
        return total + (time.perf_counter() - began if self.depth else 0.0)


_compiling = _Compiling()
event.register("numba:compile", _compiling)


class Clock:
    """
    A clock that starts when it is created.

    Parameters
    ----------
    counts_compilation
        Whether the time in which kernels are compiled counts.
    """

    def __init__(self, *, counts_compilation: bool = False) -> None:
        self._counts_compilation = counts_compilation
        self._began = time.perf_counter()
        self._compiled = _compiling.seconds()

    def seconds(self) -> float:
        """Return the wall time since the clock was created."""
        wall = time.perf_counter() - self._began
        return wall if self._counts_compilation else wall - (_compiling.seconds() - self._compiled)


def process_age() -> float:
    """Return the seconds since this process started; 0 where the system does not tell."""
    try:
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        uptime = float(Path("/proc/uptime").read_text().split()[0])
        return max(0.0, uptime - int(fields[19]) / os.sysconf("SC_CLK_TCK"))
    except (OSError, ValueError, IndexError):
        return 0.0
