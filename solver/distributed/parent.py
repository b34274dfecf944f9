"""
Worker processes that end when the process that started them is gone.

A pool ends its workers when it is closed, but not when its process is killed: they wait for calls for
ever, and write on what they were working at. Linux can send a signal then (``PR_SET_PDEATHSIG``); a pipe
whose other end the parent holds works everywhere, and ``multiprocessing`` gives one to each process.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from typing import Protocol


class _Process(Protocol):
    def join(self) -> None: ...


def end_with_parent() -> None:
    """End this process at once when its parent is gone; does nothing in a process without a parent."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: _Process) -> None:
    # Of forked processes each but the last waits for those after it too, which hold its pipe.
    parent.join()
    os._exit(1)
