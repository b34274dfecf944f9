"""The progress line: one line on a terminal's standard error, redrawn a few times a second."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

from ..benchmark.figures import counted, with_prefix
from ..stop import Progress

REDRAW_SECONDS = 0.1
BAR_WIDTH = 20


class ProgressLine:
    """
    Line that shows the progress of a search; a context manager, which wipes the line at the end.

    Parameters
    ----------
    time_limit
        Time limit in seconds, to show the time left; None if there is none.
    stream
        Stream to draw on, by default standard error; nothing is drawn unless it is a terminal.
    visible
        Whether to draw at all.

    Attributes
    ----------
    compiled
        Groups of kernels compiled and to compile, in the latest progress.
    """

    def __init__(
        self, time_limit: float | None, stream: TextIO | None = None, *, visible: bool = True
    ) -> None:
        self._limit = time_limit
        self._stream = sys.stderr if stream is None else stream
        self._visible = visible and self._stream.isatty()
        self.compiled: tuple[int, int] | None = None
        self._drawn = 0.0
        self._rate = 0.0
        self._before = (0.0, 0)

    def __enter__(self) -> ProgressLine:
        if self._visible:
            self._stream.write("starting")
            self._stream.flush()
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def wipe(self) -> None:
        """Clear the line, so that another one can be printed."""
        if self._visible:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def __call__(self, progress: Progress) -> None:
        """Redraw the line, at most every 0.1 s."""
        self.compiled = progress.compiled
        now = time.monotonic()
        if not self._visible or now - self._drawn < REDRAW_SECONDS:
            return
        self._drawn = now
        seconds, iterations = self._before
        if progress.seconds > seconds:
            self._rate = (progress.iterations - iterations) / (progress.seconds - seconds)
        self._before = (progress.seconds, progress.iterations)
        width = shutil.get_terminal_size().columns
        self._stream.write("\r\x1b[K" + self.text(progress)[: width - 1])
        self._stream.flush()

    def text(self, progress: Progress) -> str:
        """Return the text of the line."""
        if progress.compiled is not None and progress.compiled[0] < progress.compiled[1]:
            return compilation_text(*progress.compiled)
        parts = [] if progress.best_k is None else [counted(progress.best_k, "color")]
        if progress.best_k is not None and progress.lower_bound is not None:
            parts[0] += f" (no fewer than {progress.lower_bound})"
        parts.append(f"trying {progress.k}: {progress.conflicts} left")
        parts.append(f"{with_prefix(self._rate)} moves/s")
        if self._limit is None:
            parts.append(f"{progress.seconds:.0f} s")
        else:
            parts.append(f"{max(0.0, self._limit - progress.seconds):.0f} s left")
        return "  ".join(parts)


def compilation_text(done: int, total: int) -> str:
    """Return the text of the line while kernels are compiled."""
    filled = BAR_WIDTH * done // max(total, 1)
    bar = "#" * filled + "-" * (BAR_WIDTH - filled)
    return f"[{bar}] compiling kernels (once per machine), {done} of {total}"
