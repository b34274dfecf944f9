"""Completions in the shape of the OpenAI interface, for gateways without a model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

CHARACTERS_PER_TOKEN = 4


def tool_call(name: str, arguments: Mapping[str, Any], *, call_id: str = "call_0") -> dict[str, Any]:
    """Return a tool call."""
    text = json.dumps(arguments, ensure_ascii=False, sort_keys=True)
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": text}}


def completion(
    model: str,
    messages: Sequence[Mapping[str, Any]],
    *,
    content: str | None = None,
    tool_calls: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return a completion; tokens are estimated at four characters each."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if tool_calls:
        message["tool_calls"] = [dict(call) for call in tool_calls]
    answer = (content or "") + "".join(call["function"]["arguments"] for call in tool_calls)
    return {
        "object": "chat.completion",
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "tool_calls" if tool_calls else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": tokens("".join(str(m.get("content") or "") for m in messages)),
            "completion_tokens": tokens(answer),
        },
    }


def storable(text: Any) -> Any:
    """Return a text without lone surrogates, which cannot be stored; other values unchanged."""
    if not isinstance(text, str):
        return text
    return text.encode("utf-8", "replace").decode("utf-8")


def tokens(text: str) -> int:
    """Estimate the number of tokens of a text, at least 1."""
    return max(1, len(text) // CHARACTERS_PER_TOKEN)
