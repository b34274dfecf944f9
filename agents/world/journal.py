"""
The journal: answers of a model in the step in progress, committed as they arrive.

A step is written when all its agents have decided. Without a journal, a run that is stopped or killed in
between would pay for the answers of that step again. A resumed run takes them from the journal, if the
same agent sends the same request; the step then deletes them.

A request that is under way when the process is killed has no answer to keep. It is sent again under the
same key, by which a server can tell that it has been paid (``Idempotency-Key``).
"""

from __future__ import annotations

import json
from typing import Any

from ..canonical import canonical, digest
from ..contracts import ChatRequest, LLMGateway
from ..llm.calls import CALL, call_hash, identified
from ..llm.wrapper import GatewayWrapper
from .records import CALL_COLUMNS
from .scope import Scope, current
from .trace import TraceDb

_HASH, _ERROR = CALL_COLUMNS.index("prompt_hash"), CALL_COLUMNS.index("error")


class JournaledGateway(GatewayWrapper):
    """
    Gateway that never pays twice for an answer in a step.

    Parameters
    ----------
    gateway
        Inner gateway, whose sink is the trace.
    trace
        Trace of the run.
    """

    def __init__(self, gateway: LLMGateway, trace: TraceDb) -> None:
        super().__init__(gateway)
        self._trace = trace

    @property
    def stateless(self) -> bool:
        """Whether a resumed run need not repeat its requests: their answers are in the trace."""
        return True

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer in the journal, or that of the inner gateway."""
        scope = current()
        answer = self._known(scope, request)
        if answer is None:
            with identified(_key(scope, request)):
                answer = super().ask(request)
            self._write(scope, request)
        return answer

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer in the journal, or that of the inner gateway, asynchronously."""
        scope = current()
        answer = self._known(scope, request)
        if answer is None:
            with identified(_key(scope, request)):
                answer = await super().aask(request)
            self._write(scope, request)
        return answer

    def _known(self, scope: Scope | None, request: ChatRequest) -> dict[str, Any] | None:
        if scope is None:
            return None
        text = self._trace.journaled(scope, call_hash(request))
        if text is None:
            return None
        scope.answered += 1
        record = json.loads(text)
        self._trace.emit(CALL, record)
        answer: dict[str, Any] = json.loads(json.dumps(record["response"]))
        return answer

    def _write(self, scope: Scope | None, request: ChatRequest) -> None:
        """Add the call that the inner gateway has just emitted."""
        if scope is None or not scope.calls:
            return
        call, key = scope.calls[-1], call_hash(request)
        if call[_HASH] != key or call[_ERROR] is not None:
            return
        record = dict(zip(CALL_COLUMNS, call, strict=True))
        for name in ("request", "response"):
            record[name] = None if record[name] is None else json.loads(record[name])
        self._trace.add_to_journal(scope, key, canonical(record))
        scope.answered += 1


def _key(scope: Scope | None, request: ChatRequest) -> str:
    """Return the key of a call: its place in the run, and its request."""
    place = None if scope is None else [scope.run_id, scope.time_step, scope.agent_id, scope.answered]
    return digest(canonical([place, call_hash(request)]))
