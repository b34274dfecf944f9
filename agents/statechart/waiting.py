"""Calls that may take for ever, kept from taking for ever."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float | None, call: Callable[[], T]) -> T:
    """
    Call, and give up after a time.

    The call runs in a thread of its own, so an abandoned one goes on there until it returns; the thread
    is a daemon and keeps no program from ending.

    Raises
    ------
    TimeoutError
        If it has not returned in time; else whatever the call raises.
    """
    outcome: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            outcome.append(call())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True, name="kempe-oracle")
    thread.start()
    thread.join(seconds)
    if failure:
        raise failure[0]
    if not outcome:
        raise TimeoutError(f"no answer within {seconds:g} s")
    return outcome[0]
