"""Time as gateways see it: to read, and to wait in. Tests pass one that only counts."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds from some fixed moment on, and waiting."""

    def now(self) -> float:
        """Seconds; never goes back."""

    def sleep(self, seconds: float) -> None:
        """Wait."""

    async def asleep(self, seconds: float) -> None:
        """Wait, and let others run."""


class SystemClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        """Read ``time.monotonic``."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Block this thread."""
        time.sleep(seconds)

    async def asleep(self, seconds: float) -> None:
        """Suspend this task."""
        await asyncio.sleep(seconds)
