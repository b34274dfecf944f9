"""
A circuit breaker: after some failures in a row nothing is asked for a while, then one call tries.

A server that is down is not helped by more requests, nor are agents by waiting for each time-out in turn
(Nygard, *Release It!*, 2007).
"""

from __future__ import annotations

import threading
from typing import Any

from ..contracts import LLMGateway
from ..errors import GatewayError, InputError
from .clock import Clock, SystemClock
from .wrapper import GatewayWrapper

#: Kinds of errors that say something about the server; any other answer shows that it lives.
_DOWN = frozenset({"timeout", "server", "connection"})


class BreakingGateway(GatewayWrapper):
    """
    Refuses calls at once while the server seems to be down.

    Parameters
    ----------
    gateway
        The one inside.
    failures
        In a row, that open the circuit.
    cooldown
        Seconds for which it stays open. Then one call is let through: if it fails, the circuit is open
        for as long again.
    clock
        To count them by.
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
            raise InputError(f"failures is {failures}; it must be at least 1")
        if not cooldown >= 0:
            raise InputError(f"cooldown is {cooldown}; it must be at least 0 seconds")
        self._limit = failures
        self._cooldown = cooldown
        self._clock: Clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._failures = 0
        self._closed_again_at = 0.0
        self._probing = False

    def chat(self, **call: Any) -> dict[str, Any]:
        """Ask, unless the circuit is open."""
        probe = self._enter()
        try:
            answer = self.gateway.chat(**call)
        except BaseException as error:
            self._left(error, probe)
            raise
        self._left(None, probe)
        return answer

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Ask, unless the circuit is open."""
        probe = self._enter()
        try:
            answer = await self.gateway.achat(**call)
        except BaseException as error:  # a cancelled probe, too, must let the next one through
            self._left(error, probe)
            raise
        self._left(None, probe)
        return answer

    def _enter(self) -> bool:
        """Whether this call is the one that tries an open circuit."""
        with self._lock:
            if self._failures < self._limit:
                return False
            wait = self._closed_again_at - self._clock.now()
            if wait > 0 or self._probing:
                wait = max(wait, 0.0)
                raise GatewayError(
                    f"the model's server failed {self._failures} times in a row; it is asked again"
                    f" in {wait:.1f} s",
                    kind="server",
                    retry_after=wait,
                )
            self._probing = True
            return True

    def _left(self, error: BaseException | None, probe: bool) -> None:
        with self._lock:
            if probe:
                self._probing = False
            if isinstance(error, GatewayError) and error.kind in _DOWN:
                self._failures += 1
                self._closed_again_at = self._clock.now() + self._cooldown
            elif error is None or isinstance(error, GatewayError):
                self._failures = 0
