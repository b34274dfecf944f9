"""Clocks of gateways. Tests use one that does not wait."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Monotonic time and waiting."""

    def now(self) -> float:
        """Return monotonic seconds."""

    def sleep(self, seconds: float) -> None:
        """Wait."""

    async def asleep(self, seconds: float) -> None:
        """Wait without blocking the event loop."""


class SystemClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        """Return ``time.monotonic()``."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Block this thread."""
        time.sleep(seconds)

    async def asleep(self, seconds: float) -> None:
        """Suspend this task."""
        await asyncio.sleep(seconds)
