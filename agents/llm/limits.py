"""
Rate limits: requests per minute, tokens per minute, concurrent requests.

The limit holds for *every* window of 60 s: the times of the last calls are kept, and a call starts at
the first moment at which the window before it has room. (A token bucket lets nearly twice the limit
through in one minute.) Calls start in the order in which they come.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from typing import Any
from weakref import WeakKeyDictionary

from ..contracts import ChatRequest, LLMGateway
from ..errors import GatewayError, expected
from .clock import Clock, SystemClock
from .wrapper import GatewayWrapper, estimated_tokens, used_tokens

MINUTE = 60.0


class Window:
    """
    Amount that may be spent in any window of 60 s.

    Parameters
    ----------
    limit
        The amount, an integer >= 1.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent: deque[list[float]] = deque()  # moment, amount; in order

    def moment(self, amount: float, earliest: float) -> float:
        """Return the first moment with room for ``amount``, not before ``earliest`` or the last one."""
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
        """Record an amount; the amount of the returned entry may be corrected later."""
        while self.spent and self.spent[0][0] + MINUTE <= at:
            self.spent.popleft()
        entry = [at, amount]
        self.spent.append(entry)
        return entry


class LimitedGateway(GatewayWrapper):
    """
    Gateway that delays calls to keep within rate limits.

    Parameters
    ----------
    gateway
        Inner gateway.
    rpm, tpm
        Requests and tokens per minute. Tokens are estimated from the prompt when a call starts and
        corrected by the usage that the answer reports.
    max_concurrent
        Number of concurrent calls, counted separately for threads and for each event loop.
    clock
        Clock for waiting.
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
                raise expected(name, value, "an integer >= 1, or None for no limit")
        self._requests = None if rpm is None else Window(rpm)
        self._tokens = None if tpm is None else Window(tpm)
        self._clock: Clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._max_concurrent = max_concurrent
        self._threads = None if max_concurrent is None else threading.BoundedSemaphore(max_concurrent)
        self._tasks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Wait until the limits allow the call, then return the answer."""
        slot: AbstractContextManager[Any] = self._threads or nullcontext()
        with slot:
            wait, entry = self._reserve(request)
            if wait > 0:
                self._clock.sleep(wait)
            return self._settle(self.gateway.chat(**request.arguments()), entry)

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Wait until the limits allow the call, then return the answer."""
        async with self._slot():
            wait, entry = self._reserve(request)
            if wait > 0:
                await self._clock.asleep(wait)
            return self._settle(await self.gateway.achat(**request.arguments()), entry)

    def _slot(self) -> AbstractAsyncContextManager[Any]:
        if self._max_concurrent is None:
            return nullcontext()
        return self._tasks.setdefault(
            asyncio.get_running_loop(), asyncio.Semaphore(self._max_concurrent)
        )

    def _reserve(self, request: ChatRequest) -> tuple[float, list[float] | None]:
        """Return the seconds to wait and the entry of the call's tokens."""
        amount = estimated_tokens(request)
        if self._tokens is not None and amount > self._tokens.limit:
            raise GatewayError(
                f"the prompt has about {amount} tokens: the limit is {self._tokens.limit} per minute",
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
