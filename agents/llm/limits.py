"""
Limits that a server sets: requests a minute, tokens a minute, requests at once.

A limit a minute holds for *every* minute, not only on average: the times of the last calls are kept, and
a call is given the first moment at which the minute before it has room. (A bucket that refills lets
nearly twice the limit through in one minute.) Calls get their moments in the order in which they come.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from typing import Any
from weakref import WeakKeyDictionary

from ..contracts import LLMGateway
from ..errors import GatewayError, InputError
from .clock import Clock, SystemClock
from .wrapper import GatewayWrapper, estimated_tokens, used_tokens

MINUTE = 60.0


class Window:
    """
    An amount that may be spent in any minute.

    Parameters
    ----------
    limit
        The amount, at least 1.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent: deque[list[float]] = deque()  # moment, amount; in order

    def moment(self, amount: float, earliest: float) -> float:
        """First moment at which ``amount`` fits, from ``earliest`` and the last one given on."""
        at = max(earliest, self.spent[-1][0]) if self.spent else earliest
        room = self.limit - amount
        for moment, other in reversed(self.spent):
            if moment + MINUTE <= at:
                break
            room -= other
            if room < 0:  # this one must be a minute old
                return moment + MINUTE
        return at

    def spend(self, amount: float, at: float) -> list[float]:
        """Spend at a moment; the entry's amount may be corrected later."""
        while self.spent and self.spent[0][0] + MINUTE <= at:
            self.spent.popleft()
        entry = [at, amount]
        self.spent.append(entry)
        return entry


class LimitedGateway(GatewayWrapper):
    """
    Makes calls wait until the limits have room for them.

    Parameters
    ----------
    gateway
        The one inside.
    rpm, tpm
        Requests and tokens a minute. Tokens are estimated from the prompt when a call is let through,
        and set right by what the answer says it took.
    max_concurrent
        Calls under way at once; counted apart for threads and for each event loop.
    clock
        To wait in.
    """

    def __init__(
        self,
        gateway: LLMGateway,
        *,
        rpm: int | None = None,
        tpm: int | None = None,
        max_concurrent: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(gateway)
        for name, value in (("rpm", rpm), ("tpm", tpm), ("max_concurrent", max_concurrent)):
            if value is not None and value < 1:
                raise InputError(f"{name} is {value}; it must be at least 1, or None for no limit")
        self._requests = None if rpm is None else Window(rpm)
        self._tokens = None if tpm is None else Window(tpm)
        self._clock: Clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._max_concurrent = max_concurrent
        self._threads = None if max_concurrent is None else threading.BoundedSemaphore(max_concurrent)
        self._tasks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )

    def chat(self, **call: Any) -> dict[str, Any]:
        """Wait for a turn, then ask."""
        slot: AbstractContextManager[Any] = self._threads or nullcontext()
        with slot:
            wait, entry = self._reserve(call)
            if wait > 0:
                self._clock.sleep(wait)
            return self._settle(self.gateway.chat(**call), entry)

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Wait for a turn, then ask."""
        async with self._slot():
            wait, entry = self._reserve(call)
            if wait > 0:
                await self._clock.asleep(wait)
            return self._settle(await self.gateway.achat(**call), entry)

    def _slot(self) -> AbstractAsyncContextManager[Any]:
        if self._max_concurrent is None:
            return nullcontext()
        return self._tasks.setdefault(
            asyncio.get_running_loop(), asyncio.Semaphore(self._max_concurrent)
        )

    def _reserve(self, call: dict[str, Any]) -> tuple[float, list[float] | None]:
        """Seconds to wait, and the entry of the call's tokens."""
        amount = estimated_tokens(call)
        if self._tokens is not None and amount > self._tokens.limit:
            raise GatewayError(
                f"the prompt has about {amount} tokens; {self._tokens.limit} a minute are allowed",
                kind="refused",
            )
        with self._lock:
            now = at = self._clock.now()
            if self._requests is not None:
                at = self._requests.moment(1, at)
            if self._tokens is not None:
                at = self._tokens.moment(amount, at)
            if self._requests is not None:
                self._requests.spend(1, at)
            entry = None if self._tokens is None else self._tokens.spend(amount, at)
            return at - now, entry

    def _settle(self, answer: dict[str, Any], entry: list[float] | None) -> dict[str, Any]:
        used = used_tokens(answer)
        if entry is not None and used:
            with self._lock:
                entry[1] = used
        return answer
