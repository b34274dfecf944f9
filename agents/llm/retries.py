"""
Retries of failed calls, after a growing pause.

Pauses are uniform between 0 and a bound that doubles (full jitter [1]_). The generator is seeded by the
request, so that pauses are the same in each run and independent of other calls. A pause is never shorter
than the server asks for.

References
----------
.. [1] Brooker, M. (2015). Exponential backoff and jitter. AWS Architecture Blog.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ..contracts import ChatRequest, LLMGateway
from ..errors import GatewayError, expected
from .calls import call_hash
from .clock import Clock, SystemClock
from .wrapper import GatewayWrapper

#: Kinds of errors that may not occur at the next attempt.
TRANSIENT = frozenset({"timeout", "rate_limit", "server", "connection", "malformed", "outage"})


class RetryingGateway(GatewayWrapper):
    """
    Gateway that repeats calls after a transient error.

    Parameters
    ----------
    gateway
        Inner gateway.
    retries
        Number of attempts after the first.
    pause, longest_pause
        Bounds of the first pause and of all pauses, in seconds; the bound doubles with each attempt.
    patience
        Limit of the total pause of one call, in seconds; if the server asks for more, the call fails.
    seed
        Seed of the pauses.
    clock
        Clock for waiting.
    """

    def __init__(
        self,
        gateway: LLMGateway,
        *,
        retries: int = 3,
        pause: float = 1.0,
        longest_pause: float = 60.0,
        patience: float = 120.0,
        seed: int = 0,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(gateway)
        if retries < 0:
            raise expected("retries", retries, "an integer >= 0")
        for name, value in (("pause", pause), ("longest_pause", longest_pause), ("patience", patience)):
            if not value >= 0:
                raise expected(name, value, "seconds >= 0")
        self._retries = retries
        self._pause = pause
        self._longest_pause = longest_pause
        self._patience = patience
        self._seed = seed
        self._clock: Clock = clock or SystemClock()

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the first answer, or raise the last error."""
        pauses = self._pauses(request)
        left = self._patience
        while True:
            try:
                return self.gateway.chat(**request.arguments())
            except GatewayError as error:
                wait = self._wait(error, pauses, left)
            left -= wait
            self._clock.sleep(wait)

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the first answer, or raise the last error."""
        pauses = self._pauses(request)
        left = self._patience
        while True:
            try:
                return await self.gateway.achat(**request.arguments())
            except GatewayError as error:
                wait = self._wait(error, pauses, left)
            left -= wait
            await self._clock.asleep(wait)

    def _pauses(self, request: ChatRequest) -> Iterator[float]:
        draw = random.Random(f"{self._seed}:{call_hash(request)}").uniform
        for attempt in range(self._retries):
            yield draw(0, min(self._longest_pause, self._pause * 2**attempt))

    def _wait(self, error: GatewayError, pauses: Iterator[float], left: float) -> float:
        """Return the seconds until the next attempt; raise the error if there is none."""
        pause = next(pauses, None) if error.kind in TRANSIENT else None
        wait = 0.0 if pause is None else max(pause, error.retry_after or 0.0)
        if pause is None or wait > left:
            error.retried = True
            raise error
        return wait
