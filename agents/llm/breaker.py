"""
A circuit breaker (Nygard, *Release It!*, 2007).

After some failures in a row calls fail at once for a while; then one call is tried. More requests do not
help a server that is down, and agents need not wait for each timeout in turn.
"""

from __future__ import annotations

import threading
from typing import Any

from ..contracts import ChatRequest, LLMGateway
from ..errors import GatewayError, expected
from .clock import Clock, SystemClock
from .wrapper import GatewayWrapper

#: Kinds of errors that suggest that the server is down; any other answer shows that it is up.
_DOWN = frozenset({"timeout", "server", "connection"})


class BreakingGateway(GatewayWrapper):
    """
    Gateway that refuses calls while the server seems to be down.

    Parameters
    ----------
    gateway
        Inner gateway.
    failures
        Number of failures in a row that open the circuit.
    cooldown
        Seconds for which the circuit stays open. Then one call is tried: if it fails, the circuit stays
        open for as long again.
    clock
        Clock that measures the cooldown.
    """

    def __init__(
        self,
        gateway: LLMGateway,
        *,
        failures: int = 5,
        cooldown: float = 30.0,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(gateway)
        if failures < 1:
            raise expected("failures", failures, "an integer >= 1")
        if not cooldown >= 0:
            raise expected("cooldown", cooldown, "seconds >= 0")
        self._limit = failures
        self._cooldown = cooldown
        self._clock: Clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._failures = 0
        self._last = ""
        self._closed_again_at = 0.0
        self._probing = False

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer, unless the circuit is open."""
        probe = self._enter()
        try:
            answer = self.gateway.chat(**request.arguments())
        except BaseException as error:
            self._left(error, probe)
            raise
        self._left(None, probe)
        return answer

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer, unless the circuit is open."""
        probe = self._enter()
        try:
            answer = await self.gateway.achat(**request.arguments())
        except BaseException as error:  # after a cancelled probe, the next one must be possible
            self._left(error, probe)
            raise
        self._left(None, probe)
        return answer

    def _enter(self) -> bool:
        """Return whether this call tries an open circuit."""
        with self._lock:
            if self._failures < self._limit:
                return False
            wait = self._closed_again_at - self._clock.now()
            if wait > 0 or self._probing:
                # The message has no time: it may become part of a hashed trace.
                raise GatewayError(
                    f"the server of the model failed {self._limit} times in a row, last: {self._last}",
                    kind="outage",
                    retry_after=max(wait, 0.0),
                )
            self._probing = True
            return True

    def _left(self, error: BaseException | None, probe: bool) -> None:
        with self._lock:
            if probe:
                self._probing = False
            if isinstance(error, GatewayError) and error.kind in _DOWN:
                self._failures += 1
                self._last = str(error)
                self._closed_again_at = self._clock.now() + self._cooldown
            elif error is None or isinstance(error, GatewayError):
                self._failures = 0
