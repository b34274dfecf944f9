"""
A gateway that replays the answers recorded in a trace, by agent and step.

A run with a real model can so be replayed and verified without the model and its cost.
"""

from __future__ import annotations

import json
from typing import Any

from ..contracts import ChatRequest, EventSink
from ..errors import GatewayError
from ..llm.calls import CALL, call_hash
from ..llm.gateway import Gateway
from .records import recorded_calls
from .rows import CallRow
from .scope import Scope, current
from .trace import TraceDb


class RecordedGateway(Gateway):
    """
    Gateway that answers from a trace.

    Parameters
    ----------
    trace, run_id
        Trace and run whose calls are replayed.
    sink
        Receiver of the record of each call.
    supports_tool_calls
        Whether the recorded model could call tools.

    Raises
    ------
    GatewayError
        By ``chat``: kind ``"missing"`` if the request is not the recorded one; and the recorded error if
        the call failed.
    """

    stateless = False

    def __init__(
        self, trace: TraceDb, run_id: str, sink: EventSink, *, supports_tool_calls: bool = True
    ) -> None:
        self.supports_tool_calls = supports_tool_calls
        self._trace = trace
        self._run_id = run_id
        self._sink = sink

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the recorded answer."""
        scope = current()
        if scope is None:
            raise GatewayError(
                "recorded answers belong to a step, but no step is in progress", kind="missing"
            )
        key = call_hash(request)
        calls = self._calls(scope)
        # A retried turn has its failed calls before the answer.
        while True:
            if scope.replayed >= len(calls) or calls[scope.replayed]["prompt_hash"] != key:
                raise GatewayError(
                    f"step {scope.time_step}: the request of {scope.agent_id!r} "
                    "differs from the recorded one",
                    kind="missing",
                )
            record = calls[scope.replayed]
            scope.replayed += 1
            self._sink.emit(CALL, record)
            if record["error"] is None:
                answer: dict[str, Any] = json.loads(json.dumps(record["response"]))
                return answer
            retried = scope.replayed < len(calls) and calls[scope.replayed]["prompt_hash"] == key
            if not retried:
                kind, _, text = record["error"].partition(": ")
                raise GatewayError(text, kind=kind)

    def _calls(self, scope: Scope) -> list[dict[str, Any]]:
        rows = self._trace.table_rows(CallRow, self._run_id, scope.time_step)
        return recorded_calls(rows, str(scope.agent_id))
