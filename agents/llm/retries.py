"""
Tries again what may well work the next time, after a pause that grows.

Pauses are drawn uniformly between nothing and a bound that doubles (full jitter [1]_), from a generator
seeded by the request: the same in each run, and whatever else is under way. A server that says how long
to wait is obeyed.

References
----------
.. [1] Brooker, M. (2015). Exponential backoff and jitter. AWS Architecture Blog.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ..contracts import LLMGateway
from ..errors import GatewayError, InputError
from .calls import call_hash
from .clock import Clock, SystemClock
from .wrapper import GatewayWrapper, request_of

#: Kinds of errors that another attempt may mend.
TRANSIENT = frozenset({"timeout", "rate_limit", "server", "connection", "malformed"})


class RetryingGateway(GatewayWrapper):
    """
    Repeats a call that failed for a reason that may pass.

    Parameters
    ----------
    gateway
        The one inside.
    retries
        Attempts after the first.
    pause, longest_pause
        Bound of the first pause in seconds, and of all; it doubles from one to the next.
    patience
        Seconds that the pauses of one call may add up to; a server that asks for more is not waited for.
    seed
        Of the pauses.
    clock
        To wait in.
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
            raise InputError(f"retries is {retries}; it must be at least 0")
        for name, value in (("pause", pause), ("longest_pause", longest_pause), ("patience", patience)):
            if not value >= 0:
                raise InputError(f"{name} is {value}; it must be at least 0 seconds")
        self._retries = retries
        self._pause = pause
        self._longest_pause = longest_pause
        self._patience = patience
        self._seed = seed
        self._clock: Clock = clock or SystemClock()

    def chat(self, **call: Any) -> dict[str, Any]:
        """Ask, and again if need be; raises the last error."""
        pauses = self._pauses(call)
        left = self._patience
        while True:
            try:
                return self.gateway.chat(**call)
            except GatewayError as error:
                wait = self._wait(error, pauses, left)
            left -= wait
            self._clock.sleep(wait)

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Ask, and again if need be; raises the last error."""
        pauses = self._pauses(call)
        left = self._patience
        while True:
            try:
                return await self.gateway.achat(**call)
            except GatewayError as error:
                wait = self._wait(error, pauses, left)
            left -= wait
            await self._clock.asleep(wait)

    def _pauses(self, call: dict[str, Any]) -> Iterator[float]:
        draw = random.Random(f"{self._seed}:{call_hash(request_of(call))}").uniform
        for attempt in range(self._retries):
            yield draw(0, min(self._longest_pause, self._pause * 2**attempt))

    def _wait(self, error: GatewayError, pauses: Iterator[float], left: float) -> float:
        """Seconds until the next attempt; raises the error if there is to be none."""
        pause = next(pauses, None) if error.kind in TRANSIENT else None
        if pause is None:
            raise error
        wait = max(pause, error.retry_after or 0.0)
        if wait > left:
            raise error
        return wait
