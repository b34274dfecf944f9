"""
Concurrent decisions: a limit on their number, a timeout for each, and a barrier at the end.

Requests are applied in the order of the agents, so a run depends on the answers and not on their timing.
A policy without ``adecide`` is called synchronously; it has no timeout and blocks the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..contracts import ActionRequest, Observation
from ..errors import GatewayError, expected
from .boundary import attributed, error_text, lost_turn
from .faults import RAISED, as_error
from .scope import Scope, entered

FALLBACK = "BarrierSchedulerFallback"

#: Kinds of GatewayError that would recur in every later step.
_HOPELESS = ("budget", "missing", "outage")
#: Kinds of GatewayError that are an outage if every agent of a step has one.
_DOWN = ("connection", "server", "refused")

Asked = tuple[Scope, Any, Observation]


def stops_the_run(error: Exception) -> bool:
    """Return whether an error of a policy stops the run, to be resumed later."""
    return isinstance(error, GatewayError) and error.kind in _HOPELESS


def check_outage(scopes: Sequence[Scope]) -> None:
    """
    Stop the run if no agent of a step got an answer, so that the step can be repeated.

    Raises
    ------
    GatewayError
        Of kind ``"outage"``, with the first error.
    """
    failures = [scope.failure for scope in scopes]
    if failures and all(failure is not None and failure.kind in _DOWN for failure in failures):
        raise GatewayError(
            f"step {scopes[0].time_step}: no agent got an answer: {failures[0]}", kind="outage"
        ) from failures[0]


@dataclass(frozen=True)
class BarrierScheduler:
    """
    Scheduler of the concurrent decisions of a step.

    Attributes
    ----------
    max_concurrent
        Maximum number of concurrent decisions, >= 1.
    timeout
        Time limit of one attempt in seconds.
    retries
        Number of further attempts after a timeout or an exception, >= 0; then the turn is lost. Calls
        that the gateway has retried already are not repeated.
    """

    max_concurrent: int = 50
    timeout: float = 60.0
    retries: int = 2

    def __post_init__(self) -> None:
        if self.max_concurrent < 1:
            raise expected("max_concurrent", self.max_concurrent, "an integer >= 1")
        if not self.timeout > 0:
            raise expected("timeout", self.timeout, "seconds > 0")
        if self.retries < 0:
            raise expected("retries", self.retries, "an integer >= 0")

    async def decide(self, run_id: str, time_step: int, asked: Sequence[Asked]) -> list[ActionRequest]:
        """Call all policies and return the requests in the order of the agents."""
        slots = asyncio.Semaphore(self.max_concurrent)
        stopped: list[GatewayError] = []

        async def one(scope: Scope, policy: Any, observation: Observation) -> ActionRequest | None:
            async with slots:
                if stopped:
                    return None
                try:
                    return await self._attempts(run_id, time_step, scope, policy, observation, stopped)
                except GatewayError as error:
                    # Calls in progress are paid for: let them end, so that the journal keeps them.
                    stopped.append(error)
                    return None

        tasks = [asyncio.ensure_future(one(*each)) for each in asked]
        try:
            requests = await asyncio.gather(*tasks)
            if stopped:
                raise stopped[0]
            return [request for request in requests if request is not None]
        except BaseException:
            # No policy may continue to decide for a step that is not committed.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            raise

    async def _attempts(
        self,
        run_id: str,
        time_step: int,
        scope: Scope,
        policy: Any,
        observation: Observation,
        stopped: Sequence[GatewayError],
    ) -> ActionRequest:
        agent_id = str(scope.agent_id)
        reason = detail = ""
        for attempts in range(1, 2 + self.retries):  # noqa: B007
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
            except RAISED as error:
                task = asyncio.current_task()
                if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling():
                    raise  # by the scheduler, not by the policy
                failure = as_error(error)
                if stops_the_run(failure):
                    raise
                scope.failure = failure if isinstance(failure, GatewayError) else None
                reason, detail = "exception", error_text(failure)
                if isinstance(failure, GatewayError) and failure.retried:
                    break
            if stopped:
                break
        return lost_turn(
            run_id,
            time_step,
            agent_id,
            f"{attempts} attempts: {detail}" if attempts > 1 else detail,
            policy=FALLBACK,
            scheduler_reason=reason,
            scheduler_detail=detail,
        )
