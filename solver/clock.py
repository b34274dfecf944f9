"""
A clock that stands still while kernels are compiled, which a machine does once.

numba tells when it begins to compile and when it has ended; whatever waits meanwhile waits for that.
"""

from __future__ import annotations

import time

from numba.core import event


class _Compiling(event.Listener):  # type: ignore[misc]  # numba has no types
    """Adds up the seconds of wall time in which something is compiled."""

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
        """So far, what is under way in another thread included."""
        total, began = self.total, self.began
        return total + (time.perf_counter() - began if self.depth else 0.0)


_compiling = _Compiling()
event.register("numba:compile", _compiling)


class Clock:
    """Starts when it is made."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._compiled = _compiling.seconds()

    def seconds(self) -> float:
        """Wall time since, without that of compiling."""
        return time.perf_counter() - self._began - (_compiling.seconds() - self._compiled)
