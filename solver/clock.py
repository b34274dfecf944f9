"""
A clock that does not count the time in which kernels are compiled, which happens once per machine.

numba reports when a compilation begins and ends.
"""

from __future__ import annotations

import time

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
    """A clock that starts when it is created."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._compiled = _compiling.seconds()

    def seconds(self) -> float:
        """Return the wall time since then, without compilation."""
        return time.perf_counter() - self._began - (_compiling.seconds() - self._compiled)
