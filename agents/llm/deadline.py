"""A time limit for a call that blocks."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from typing import Any


def within(seconds: float, function: Callable[[], Any]) -> Any:
    """
    Return the result of a function that has a limited time.

    It runs in a thread of its own, which is left to itself after the limit; it cannot keep the process
    from ending. A timeout of a socket would not do: it begins anew with each byte.

    Raises
    ------
    TimeoutError
        If the function has not returned in time.
    """
    outcome: list[tuple[bool, Any]] = []
    context = contextvars.copy_context()

    def run() -> None:
        try:
            outcome.append((True, context.run(function)))
        except BaseException as error:
            outcome.append((False, error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if not outcome:
        raise TimeoutError(f"no answer within {seconds:g} s")
    ((returned, value),) = outcome
    if not returned:
        raise value
    return value
