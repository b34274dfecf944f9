"""
A mock of a language model: a seeded answer to each request, the same in every process.

It answers ``hello (N)``, where N is the SHA-256 of the seed and the last user message, modulo 1000.
Python's ``hash`` would not do: it is salted in each process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..contracts import ChatRequest, EventSink
from .calls import CALL, call_record
from .completion import completion, tool_call
from .gateway import Gateway

TOOL = "post_message"


@dataclass(frozen=True)
class MockLLMGateway(Gateway):
    """
    Mock that calls ``post_message`` if it is offered, and else answers with the text ``noop``.

    Parameters
    ----------
    seed
        Seed of the answers.
    sink
        Receiver of a record of each call.
    """

    seed: int = 0
    sink: EventSink | None = None

    stateless: ClassVar[bool] = True

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer at once."""
        prompts = [str(m.get("content")) for m in request.messages if m.get("role") == "user"]
        text = f"{self.seed}:{prompts[-1] if prompts else ''}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % 1000
        if _may_post(request):
            call = tool_call(TOOL, {"content": f"hello ({number})"}, call_id=f"call_{number}")
            answer = completion(request.model, request.messages, tool_calls=[call])
        else:
            answer = completion(request.model, request.messages, content="noop")
        if self.sink is not None:
            self.sink.emit(CALL, call_record(request, response=answer))
        return answer


def _may_post(request: ChatRequest) -> bool:
    choice = request.tool_choice
    named = choice["function"]["name"] if isinstance(choice, Mapping) else choice
    offered = any(tool["function"]["name"] == TOOL for tool in request.tools or ())
    return offered and named in (None, "auto", TOOL)
