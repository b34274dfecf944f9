"""
A mock of a language model: a seeded answer to each request, the same in every process.

It answers ``hello (N)``, where N is the SHA-256 of the seed and the last user message, modulo 1000; or
it calls a tool with values that N chooses.
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
    Mock that calls ``post_message`` if it is offered, and otherwise answers with the text ``noop``.

    Parameters
    ----------
    seed
        Seed of the answers.
    sink
        Receiver of a record of each call.
    acts
        Whether it calls the first tool if ``post_message`` is not offered. It chooses among the values
        that the schema lists for each required argument; a tool whose schema does not is not called.
    """

    seed: int = 0
    sink: EventSink | None = None
    acts: bool = False

    stateless: ClassVar[bool] = True

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer at once."""
        prompts = [str(m.get("content")) for m in request.messages if m.get("role") == "user"]
        text = f"{self.seed}:{prompts[-1] if prompts else ''}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % 1000
        if _may_post(request):
            call = tool_call(TOOL, {"content": f"hello ({number})"}, call_id=f"call_{number}")
            answer = completion(request.model, request.messages, tool_calls=[call])
        elif self.acts and (chosen := _choice(request, number)) is not None:
            call = tool_call(*chosen, call_id=f"call_{number}")
            answer = completion(request.model, request.messages, tool_calls=[call])
        else:
            answer = completion(request.model, request.messages, content="noop")
        if self.sink is not None:
            self.sink.emit(CALL, call_record(request, response=answer))
        return answer


def _choice(request: ChatRequest, number: int) -> tuple[str, dict[str, Any]] | None:
    """Return the first tool and its required arguments, if the schema lists their values."""
    if request.tool_choice not in (None, "auto", "required"):
        return None
    for tool in request.tools or ():
        function = tool["function"]
        schema = function.get("parameters", {})
        properties = schema.get("properties", {})
        listed = {name: properties.get(name, {}).get("enum") for name in schema.get("required", ())}
        if all(listed.values()):
            arguments = {name: values[number % len(values)] for name, values in listed.items()}
            return function["name"], arguments
    return None


def _may_post(request: ChatRequest) -> bool:
    choice = request.tool_choice
    named = choice["function"]["name"] if isinstance(choice, Mapping) else choice
    offered = any(tool["function"]["name"] == TOOL for tool in request.tools or ())
    return offered and named in (None, "auto", TOOL)
