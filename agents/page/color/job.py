"""A coloring in progress: the worker process, and what it has reported."""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from solver.benchmark.figures import counted

from .worker import work

#: Points that a series keeps; it is thinned to half when it is longer.
MOST_POINTS = 600
#: Shortest time over which moves per second are counted; turns of bounds make no moves.
RATE_SECONDS = 0.5
#: Seconds that a worker has to end by itself when the server ends.
PARTING_SECONDS = 0.5


@dataclass
class Reading:
    """One report of the progress; ``conflicts`` is None while no search is at work."""

    seconds: float
    best: int | None
    bound: int | None
    trying: int
    conflicts: int | None
    rate: float


class Job:
    """
    One coloring.

    Parameters
    ----------
    source
        Path, or spec of a generated graph.
    name
        Name of the graph.
    options
        Arguments of :func:`solver.color`.

    Attributes
    ----------
    size
        ``{"n": ..., "m": ...}`` once the graph is read.
    drawing
        Positions and edges, if the graph is small enough.
    readings
        Progress so far.
    found
        What was found, in words: numbers of colors and bounds, by which method, after how many seconds.
    compiled
        Groups of kernels compiled so far and in all, while some are compiled.
    result, picture, failure
        Result, its picture, and the reason if there is none.
    is_running
        Whether there is more to come.
    version
        Number that grows with each report.
    """

    def __init__(self, source: str, name: str, options: Mapping[str, Any]) -> None:
        self.source, self.name, self.options = source, name, dict(options)
        self.size: dict[str, int] | None = None
        self.drawing: Any = None
        self.readings: list[Reading] = []
        self.found: list[str] = []
        self.compiled: tuple[int, int] | None = None
        self.result: Any = None
        self.picture: bytes | None = None
        self.failure: str | None = None
        self.began = time.monotonic()
        self.version = 0
        self.is_running = True
        self._before = (0.0, 0)
        self._rate = 0.0
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, source, self.options), daemon=True)
        self._reader = threading.Thread(target=self._read, args=(theirs,), daemon=True)
        self._reader.start()

    @property
    def method(self) -> str:
        """Name of the method."""
        return str(self.options.get("method", "auto"))

    @property
    def can_stop(self) -> bool:
        """Whether the search is still at work; its picture may be drawn afterwards."""
        return self.is_running and self.result is None and self.failure is None

    def stop(self) -> None:
        """End the search; the best coloring so far is kept."""
        with contextlib.suppress(OSError):
            self._connection.send("stop")

    def close(self) -> None:
        """End the process."""
        self.stop()
        self._process.join(PARTING_SECONDS)
        if self._process.is_alive():
            self._process.kill()

    def _read(self, theirs: Connection) -> None:
        self._process.start()
        theirs.close()
        while True:
            try:
                name, data = self._connection.recv()
            except (EOFError, OSError):
                break
            self._take(name, data)
            self.version += 1
        self._process.join()
        if self.result is None and self.failure is None:
            self.failure = "stopped before a first coloring was found"
            if self._process.exitcode:
                self.failure = f"the worker ended with status {self._process.exitcode}"
        self.is_running = False
        self.version += 1  # last, so that a page that sees it sees everything

    def _take(self, name: str, data: Any) -> None:
        match name:
            case "graph":
                self.size = data
            case "drawing":
                self.drawing = data
            case "result":
                self.result = data
            case "picture":
                self.picture = data
            case "failed":
                self.failure = data
            case "progress":
                self._note(data)

    def _note(self, progress: Any) -> None:
        self.compiled = progress.compiled
        self._note_finds(progress)
        seconds, moves = self._before
        gap = progress.seconds - seconds
        if gap >= RATE_SECONDS:
            self._rate = (progress.iterations - moves) / gap
            self._before = (progress.seconds, progress.iterations)
        is_searching = self.size is None or progress.conflicts < self.size["n"]
        self.readings.append(
            Reading(
                progress.seconds,
                progress.best_k,
                progress.lower_bound,
                progress.k,
                progress.conflicts if is_searching else None,
                self._rate,
            )
        )
        if len(self.readings) > MOST_POINTS:
            self.readings[1:-1:2] = []

    def _note_finds(self, progress: Any) -> None:
        """Note a new best number of colors or lower bound with the method that found it."""
        last = self.readings[-1] if self.readings else None
        when = f"after {progress.seconds:.1f} s"
        if progress.best_k is not None and (last is None or progress.best_k != last.best):
            colors = counted(progress.best_k, "color")
            self.found.append(f"{colors} by {progress.method or 'a search'} {when}")
        if progress.lower_bound is not None and (last is None or progress.lower_bound != last.bound):
            proof = progress.bound_method or "a proof"
            self.found.append(f"at least {progress.lower_bound} by {proof} {when}")
