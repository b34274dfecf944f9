"""Work that Ctrl-C or a signal to terminate must not break off in the middle."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def interrupts_noted() -> Iterator[list[tuple[int, FrameType | None]]]:
    """
    Yield a list of the signals that come during the block, which are not handled.

    Signals that Python has no handler for act as always, and so do all of them outside the main thread.
    """
    came: list[tuple[int, FrameType | None]] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    handlers = {which: signal.getsignal(which) for which in SIGNALS}
    handlers = {which: handler for which, handler in handlers.items() if callable(handler)}
    for which in handlers:
        signal.signal(which, lambda *arguments: came.append(arguments))
    try:
        yield came
    finally:
        for which, handler in handlers.items():
            signal.signal(which, handler)


@contextlib.contextmanager
def interrupts_wait() -> Iterator[None]:
    """Handle signals at the end of the block, the first of them if there are several."""
    came: list[tuple[int, FrameType | None]] = []
    try:
        with interrupts_noted() as came:
            yield
    finally:
        if came and callable(handler := signal.getsignal(came[0][0])):
            handler(*came[0])
