"""
Ctrl-C and SIGTERM in a command: several signals within a second are one, and results are written.

``timeout -s INT`` signals the command and then its group, and whoever holds Ctrl-C sends it often. A
``KeyboardInterrupt`` ends the search; a second one would lose the coloring that the first one saved.
What may wait for a reader, a pipe or standard output, is not held: the first signal must end it.
"""

from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Iterator, Sequence

#: Exit status of ``kempe check`` if nothing was refuted but something is not decided.
UNDECIDED = 3
#: Seconds in which further signals are part of the first one.
ONE_SIGNAL = 1.0


class Interrupts:
    """
    The handler of SIGINT and SIGTERM.

    Attributes
    ----------
    came
        Whether a signal came while results were written, which it did not interrupt.
    latest
        The last signal that was not part of another one.
    """

    def __init__(self) -> None:
        self.came = False
        self.latest: int = signal.SIGINT
        self._last = -math.inf
        self._is_held = False
        self._is_over = False

    def handle(self, which: int = signal.SIGINT, _: object = None) -> None:
        """Raise ``KeyboardInterrupt``, unless the signal is part of one, or the first during a hold."""
        now = time.monotonic()
        if now - self._last < ONE_SIGNAL:
            return
        self._last, self.latest = now, which
        if self._is_held and not self.came:
            self.came = True
            return
        raise KeyboardInterrupt

    def forget(self) -> None:
        """Let the next signal raise: Python has dropped the exception of the last one."""
        self._last = -math.inf

    @contextlib.contextmanager
    def handled(self) -> Iterator[None]:
        """
        Handle the signals during the block; a SIGINT that the parent has turned off stays so.

        The handlers of before come back at its end, unless signals are ignored from now on.

        Python lets only the main thread set handlers: in another one, signals act as before.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self.forget()
        self.came = False
        self._is_over = False
        before = {which: signal.getsignal(which) for which in (signal.SIGINT, signal.SIGTERM)}
        try:
            if callable(before[signal.SIGINT]):
                signal.signal(signal.SIGINT, self.handle)
            signal.signal(signal.SIGTERM, self.handle)
            yield
        finally:
            if not self._is_over:
                for which, handler in before.items():
                    signal.signal(which, handler)

    def are_handled(self) -> bool:
        """Return whether the signals are handled here, not by a handler that a command has set."""
        return signal.getsignal(signal.SIGTERM) == self.handle

    def ignore(self) -> None:
        """Ignore signals from now on: the process ends, and its status is known."""
        self._is_over = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    @contextlib.contextmanager
    def held(self, what: str) -> Iterator[None]:
        """Only note the first signal during the block; ``what`` says for a second one when it came."""
        self._is_held = True
        try:
            yield
        except KeyboardInterrupt:
            raise KeyboardInterrupt(what) from None
        finally:
            self._is_held = False


def interrupted_status(arguments: Sequence[str]) -> int:
    """Return the exit status of a command that was interrupted, for a check not that of a refutation."""
    return UNDECIDED if arguments[:1] == ["check"] else 1


interrupts = Interrupts()
