"""
Agents that decide at the same time: a limit on how many, a time-out for each, and a barrier at the end.

Requests are applied in the order of the agents whatever order they came in, so a run depends on what the
agents answered and never on who was quicker. A policy without ``adecide`` is called in its place, since
Python cannot interrupt it; it has no time-out and holds up the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..contracts import ActionRequest, Observation
from ..errors import GatewayError, InputError
from .boundary import attributed, error_text, lost_turn
from .scope import Scope, entered

FALLBACK = "BarrierSchedulerFallback"

#: Kinds of GatewayError that every later step would meet too.
_HOPELESS = ("budget", "missing")

Asked = tuple[Scope, Any, Observation]


def stops_the_run(error: Exception) -> bool:
    """Whether an error of a policy ends the run, to be resumed later, instead of costing a turn."""
    return isinstance(error, GatewayError) and error.kind in _HOPELESS


@dataclass(frozen=True)
class BarrierScheduler:
    """
    How the agents of a step decide at the same time.

    Attributes
    ----------
    max_concurrent
        How many at once, from 1.
    timeout
        Seconds for one attempt.
    retries
        Further attempts after a time-out or an exception, from 0; then the agent loses its turn.
    """

    max_concurrent: int = 50
    timeout: float = 60.0
    retries: int = 2

    def __post_init__(self) -> None:
        if self.max_concurrent < 1:
            raise InputError(f"max_concurrent {self.max_concurrent}: expected at least 1")
        if not self.timeout > 0:
            raise InputError(f"timeout {self.timeout}: expected a positive number of seconds")
        if self.retries < 0:
            raise InputError(f"retries {self.retries}: expected at least 0")

    async def decide(self, run_id: str, time_step: int, asked: Sequence[Asked]) -> list[ActionRequest]:
        """Ask everyone and give the requests in the order of the agents."""
        slots = asyncio.Semaphore(self.max_concurrent)

        async def one(scope: Scope, policy: Any, observation: Observation) -> ActionRequest:
            async with slots:
                return await self._attempts(run_id, time_step, scope, policy, observation)

        tasks = [asyncio.ensure_future(one(*each)) for each in asked]
        try:
            return list(await asyncio.gather(*tasks))
        except BaseException:
            # Nobody may go on deciding for a step that will not be.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            raise

    async def _attempts(
        self, run_id: str, time_step: int, scope: Scope, policy: Any, observation: Observation
    ) -> ActionRequest:
        agent_id = str(scope.agent_id)
        reason = detail = ""
        for _ in range(1 + self.retries):
            try:
                with entered(scope):
                    call = {
                        "run_id": run_id,
                        "time_step": time_step,
                        "agent_id": agent_id,
                        "observation": observation,
                    }
                    if hasattr(policy, "adecide"):
                        returned = await asyncio.wait_for(policy.adecide(**call), self.timeout)
                    else:
                        returned = policy.decide(**call)
                return attributed(returned, run_id, time_step, agent_id)
            except TimeoutError:
                reason, detail = "timeout", f"no answer within {self.timeout:g} s"
            except Exception as error:
                if stops_the_run(error):
                    raise
                reason, detail = "exception", error_text(error)
        return lost_turn(
            run_id,
            time_step,
            agent_id,
            f"{1 + self.retries} attempts: {detail}" if self.retries else detail,
            policy=FALLBACK,
            scheduler_reason=reason,
            scheduler_detail=detail,
        )
