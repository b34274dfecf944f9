"""
A gateway that gives back the answers recorded in a trace, to the agent and step they were given to.

So a run with a real model can be replayed and audited without it, and without its price.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..contracts import EventSink
from ..errors import GatewayError
from ..llm.calls import CALL, call_hash, call_request
from .records import recorded_calls
from .scope import Scope, current
from .trace import TraceDb


class RecordedGateway:
    """
    Answers from a trace.

    Parameters
    ----------
    trace, run_id
        The run whose calls are given back.
    sink
        Takes the record of each call again.

    Raises
    ------
    GatewayError
        ``missing`` if the agent asks something that it did not ask then; and the recorded error where
        the model gave no answer.
    """

    stateless = False

    def __init__(self, trace: TraceDb, run_id: str, sink: EventSink) -> None:
        self._trace = trace
        self._run_id = run_id
        self._sink = sink

    def chat(
        self,
        *,
        model: str,
        messages: Sequence[Mapping[str, Any]],
        tools: Sequence[Mapping[str, Any]] | None = None,
        tool_choice: str | Mapping[str, Any] | None = None,
        temperature: float = 0.2,
        seed: int | None = None,
        response_schema: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> dict[str, Any]:
        """Give back the answer to this call."""
        scope = current()
        if scope is None:
            raise GatewayError("recorded answers belong to a step: none is under way", kind="missing")
        request = call_request(
            model=model,
            messages=messages,
            tools=tools,
            tool_choice=tool_choice,
            temperature=temperature,
            seed=seed,
            response_schema=response_schema,
        )
        key = call_hash(request)
        calls = self._calls(scope)
        # A turn that was tried again has its failed calls before the answer.
        while True:
            if scope.replayed >= len(calls) or calls[scope.replayed]["prompt_hash"] != key:
                raise GatewayError(
                    f"step {scope.time_step}: {scope.agent_id!r} asks what it did not ask when the "
                    "run was recorded",
                    kind="missing",
                )
            record = calls[scope.replayed]
            scope.replayed += 1
            self._sink.emit(CALL, record)
            if record["error"] is None:
                answer: dict[str, Any] = json.loads(json.dumps(record["response"]))
                return answer
            again = scope.replayed < len(calls) and calls[scope.replayed]["prompt_hash"] == key
            if not again:
                kind, _, text = record["error"].partition(": ")
                raise GatewayError(text, kind=kind)

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Like :meth:`chat`."""
        return self.chat(**call)

    def _calls(self, scope: Scope) -> list[dict[str, Any]]:
        rows = self._trace.table_rows("llm_calls", self._run_id, scope.time_step)
        return recorded_calls(rows, str(scope.agent_id))
