"""
Calls of actions: with a timeout, several attempts, and for functions that are asynchronous.

The engine is a generator that yields a :class:`Call` for each action and receives its outcome, so that
the same engine runs in a thread (:func:`drive`) and in an event loop (:func:`adrive`).
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from .ir import ActionNode

T = TypeVar("T")


class Outcome(NamedTuple):
    """Results of a call, or the reason of its failure, and the number of attempts."""

    results: Any
    error: str | None
    attempts: int


@dataclass(frozen=True)
class Call:
    """Call of an action that the engine waits for."""

    node: ActionNode
    function: Callable[..., Any]
    answers: Mapping[str, Any]

    def start(self) -> Any:
        """Call the function; the result may be awaitable."""
        return self.function(dict(self.node.arguments), dict(self.answers))


#: Engine that yields calls and returns a value.
Steps = Generator[Call, Outcome, T]


def drive(steps: Steps[T]) -> T:
    """Run an engine to its end; asynchronous actions run in an event loop of their own."""
    try:
        call = next(steps)
        while True:
            call = steps.send(_performed(call))
    except StopIteration as stop:
        value: T = stop.value
        return value


async def adrive(steps: Steps[T]) -> T:
    """Run an engine in the current event loop; synchronous actions with a timeout run in threads."""
    try:
        call = next(steps)
        while True:
            call = steps.send(await _awaited(call))
    except StopIteration as stop:
        value: T = stop.value
        return value


def _performed(call: Call) -> Outcome:
    error = None
    for attempt in range(1, call.node.attempts + 1):
        if attempt > 1 and call.node.wait:
            time.sleep(call.node.wait)
        try:
            return Outcome(_result(call), None, attempt)
        except Exception as failure:
            error = _reason(failure, call)
    return Outcome(None, error, call.node.attempts)


def _result(call: Call) -> Any:
    timeout = call.node.timeout
    if inspect.iscoroutinefunction(call.function) and asyncio._get_running_loop() is not None:
        raise RuntimeError("the action is asynchronous: await Session.aanswer")
    if inspect.iscoroutinefunction(call.function):
        return asyncio.run(_limited(call.start(), timeout))
    result = call.start() if timeout is None else _in_thread(call.start, timeout)
    return asyncio.run(_limited(result, timeout)) if inspect.isawaitable(result) else result


async def _limited(awaitable: Any, timeout: float | None) -> Any:
    return await asyncio.wait_for(awaitable, timeout)


def _in_thread(function: Callable[[], Any], timeout: float) -> Any:
    """Return the result of a function; after a timeout its thread is left to end by itself."""
    box: list[Any] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            box.append(function())
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(timeout)
    if failures:
        raise failures[0]
    if not box:
        raise TimeoutError
    return box[0]


async def _awaited(call: Call) -> Outcome:
    error = None
    for attempt in range(1, call.node.attempts + 1):
        if attempt > 1 and call.node.wait:
            await asyncio.sleep(call.node.wait)
        try:
            if inspect.iscoroutinefunction(call.function) or call.node.timeout is None:
                result = call.start()
            else:
                result = await asyncio.to_thread(_in_thread, call.start, call.node.timeout)
            if inspect.isawaitable(result):
                result = await _limited(result, call.node.timeout)
            return Outcome(result, None, attempt)
        except Exception as failure:
            error = _reason(failure, call)
    return Outcome(None, error, call.node.attempts)


def _reason(failure: Exception, call: Call) -> str:
    if isinstance(failure, TimeoutError):
        return f"no result within {call.node.timeout:g} s" if call.node.timeout else "TimeoutError"
    return f"{type(failure).__name__}: {failure}"
