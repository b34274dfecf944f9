"""
Seldom collections of cyclic garbage while a world runs.

A step of a large team makes some hundred thousand small records, nearly all of which are freed by their
reference counts; looking through them for cycles took a fifth of the CPU time of a team of 200 agents. A
step of 1,000 agents holds more than 200,000 records until its end, none of them in a cycle: collections
at that number took 6% (mode RB) and 10% (LLM_U) of its time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: Containers made, and not freed, until the next collection of young ones, and collections of young ones
#: until one of older ones.
SELDOM = (1_000_000, 20, 20)

_lock = threading.Lock()
_runs = 0
_usual = gc.get_threshold()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """
    Collect cyclic garbage more seldom inside of the block; in all threads, there is one collector.

    A collector that is switched off, or collects more seldom already, is left as it is.
    """
    global _runs, _usual
    with _lock:
        _runs += 1
        if _runs == 1:
            _usual = gc.get_threshold()
            if 0 < _usual[0] < SELDOM[0]:
                gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        with _lock:
            _runs -= 1
            if _runs == 0:
                gc.set_threshold(*_usual)
