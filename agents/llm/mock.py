"""
A language model that is none: a seeded answer to each question, the same in every process.

It says ``hello (N)``, with N the SHA-256 of the seed and of the last message of the user, modulo 1000;
Python's own ``hash`` is salted anew in each process and would make no two runs alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ..contracts import EventSink
from .calls import CALL, call_record, call_request
from .completion import completion, tool_call

TOOL = "post_message"


@dataclass(frozen=True)
class MockLLMGateway:
    """
    Answers with a call of ``post_message`` if it may, else with the text ``noop``.

    Parameters
    ----------
    seed
        Two seeds answer the same question differently, as a rule.
    sink
        Takes a record of each call.
    """

    seed: int = 0
    sink: EventSink | None = None

    stateless: ClassVar[bool] = True

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
        """Answer at once."""
        asked = [str(m.get("content")) for m in messages if m.get("role") == "user"]
        text = f"{self.seed}:{asked[-1] if asked else ''}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % 1000
        if _may_post(tools, tool_choice):
            call = tool_call(TOOL, {"content": f"hello ({number})"}, call_id=f"call_{number}")
            answer = completion(model, messages, tool_calls=[call])
        else:
            answer = completion(model, messages, content="noop")
        if self.sink is not None:
            request = call_request(
                model=model,
                messages=messages,
                tools=tools,
                tool_choice=tool_choice,
                temperature=temperature,
                seed=seed,
                response_schema=response_schema,
            )
            self.sink.emit(CALL, call_record(request, response=answer))
        return answer

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Like :meth:`chat`."""
        return self.chat(**call)


def _may_post(
    tools: Sequence[Mapping[str, Any]] | None, tool_choice: str | Mapping[str, Any] | None
) -> bool:
    named = tool_choice["function"]["name"] if isinstance(tool_choice, Mapping) else tool_choice
    return named in (None, "auto", TOOL) and any(t["function"]["name"] == TOOL for t in tools or ())
