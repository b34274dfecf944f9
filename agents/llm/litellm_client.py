"""
A single request to a language model through LiteLLM.

LiteLLM is imported with the first client, which takes seconds that must not count against the time limit
of a call. Environment variables keep it from fetching its price list from
the network and from reading a ``.env`` file. Its own retries are off, since they are neither seeded nor
counted, and its MCP handler is skipped, since it needs a package that the plain installation lacks.
Its errors become a :class:`GatewayError` without a key in the message and without a cause, since the
cause would show the key in a traceback.
"""

from __future__ import annotations

import asyncio
import functools
import importlib.util
import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from ..contracts import ChatRequest
from ..errors import GatewayError, expected
from .calls import idempotency_key
from .completion import storable, tokens
from .deadline import within
from .gateway import Gateway
from .redaction import redacted
from .wrapper import estimated_tokens, sent

#: Sent to a local server in place of a key; the key of the environment is never sent to an ``api_base``.
LOCAL_KEY = "local"

#: Characters of text and arguments in an answer.
LARGEST_ANSWER = 1_000_000
_LONGEST = 300
_ENVIRONMENT = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}
_REFUSED = range(400, 500)
#: Statuses that every later request would have too: no valid key, no permission, no such model.
_HOPELESS = (401, 403, 404)
#: Names of exceptions that LiteLLM puts before a message, one per layer.
_PREFIXES = re.compile(r"^(?:(?:litellm\.)?\w*(?:Error|Exception|Timeout)(?:: | - ))+")


class LiteLLMClient(Gateway):
    """
    Client for the models of any provider that LiteLLM supports, or of an OpenAI-compatible server.

    Parameters
    ----------
    api_base
        URL of an OpenAI-compatible server. By default LiteLLM derives the provider from the name of the
        model, as in ``"anthropic/…"``.
    api_key
        Key of the provider. By default LiteLLM reads it from the environment; with ``api_base``, a
        placeholder is sent.
    timeout
        Time limit of a call in seconds, unless the request has one.
    supports_tool_calls
        Whether policies may offer tools; otherwise they ask for JSON.

    Raises
    ------
    GatewayError
        With kind ``"missing"`` if LiteLLM is not installed.
    """

    stateless = True

    def __init__(
        self,
        *,
        api_base: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        supports_tool_calls: bool = True,
    ) -> None:
        if not timeout > 0:
            raise expected("timeout", timeout, "seconds > 0")
        if importlib.util.find_spec("litellm") is None:
            raise GatewayError("LiteLLM is not installed: run pip install 'kempe[llm]'", kind="missing")
        _litellm()
        self.supports_tool_calls = supports_tool_calls
        self._timeout = timeout
        self._api_base = api_base
        self._api_key = api_key or (LOCAL_KEY if api_base else None)

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Send the request once."""
        litellm = _litellm()
        sent()
        arguments = self._arguments(request)
        try:
            response = within(arguments["timeout"], functools.partial(litellm.completion, **arguments))
        except Exception as error:  # of LiteLLM, openai, httpx, or unexpected
            failure = self._failure(error, request)
        else:
            return self._completion(response, request)
        raise failure

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Send the request once."""
        litellm = _litellm()
        arguments = self._arguments(request)
        sent()
        try:
            # The timeout of LiteLLM applies to each chunk of the answer.
            async with asyncio.timeout(arguments["timeout"]):
                response = await litellm.acompletion(**arguments)
        except Exception as error:
            failure = self._failure(error, request)
        else:
            return self._completion(response, request)
        raise failure

    def _arguments(self, request: ChatRequest) -> dict[str, Any]:
        key = idempotency_key()
        optional: dict[str, Any] = {
            "tools": request.tools or None,
            "tool_choice": request.tool_choice if request.tools else None,
            "seed": request.seed,
            "extra_headers": None if key is None else {"Idempotency-Key": key},
            "api_base": self._api_base,
            "api_key": self._api_key,
            "custom_llm_provider": "openai" if self._api_base else None,
        }
        schema = request.response_schema
        if schema is not None:
            optional["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": dict(schema), "strict": True},
            }
        return {
            "model": request.model,
            "messages": [dict(message) for message in request.messages],
            "temperature": request.temperature,
            "timeout": request.timeout or self._timeout,
            "num_retries": 0,
            "max_retries": 0,
            "_skip_mcp_handler": True,
            **{name: value for name, value in optional.items() if value is not None},
        }

    def _completion(self, response: Any, request: ChatRequest) -> dict[str, Any]:
        """Reduce a response to the answer and the usage."""
        try:
            raw = response.model_dump(mode="json")
            choices = [_choice(number, choice) for number, choice in enumerate(raw["choices"])]
        except (AttributeError, KeyError, TypeError, ValueError):
            choices = []
        if not choices:
            raise GatewayError(f"{request.model}: the answer has no choices", kind="malformed")
        size = sum(map(_characters, choices))
        if size > LARGEST_ANSWER:
            raise GatewayError(
                f"{request.model}: the answer has {size} characters: expected at most {LARGEST_ANSWER}",
                kind="size",
            )
        usage = raw.get("usage") or {}
        prompt, answer = usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0
        counted: dict[str, Any] = {"prompt_tokens": prompt, "completion_tokens": answer}
        if not prompt and not answer:  # some local servers do not report usage
            counted = {
                "prompt_tokens": estimated_tokens(request),
                "completion_tokens": tokens(str(choices[0]["message"])),
                "estimated": True,
            }
        cost = (getattr(response, "_hidden_params", None) or {}).get("response_cost")
        if cost is not None:
            counted["cost"] = float(cost)
        return {
            "object": "chat.completion",
            "model": str(raw.get("model") or request.model),
            "choices": choices,
            "usage": counted,
        }

    def _failure(self, error: Exception, request: ChatRequest) -> GatewayError:
        text = " ".join(redacted(str(error), [self._api_key]).split())
        text = _PREFIXES.sub("", text)[:_LONGEST] or type(error).__name__
        return GatewayError(
            f"{request.model}: {text}", kind=_kind(error), retry_after=_retry_after(error)
        )

    def __repr__(self) -> str:
        where = None if self._api_base is None else redacted(self._api_base)
        return f"LiteLLMClient(api_base={where!r})"


@functools.cache
def _litellm() -> Any:
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    import litellm

    litellm.suppress_debug_info = True
    litellm.disable_aiohttp_transport = True  # its sessions outlive the event loop
    return litellm


def _choice(number: int, choice: Mapping[str, Any]) -> dict[str, Any]:
    message = choice["message"]
    kept = {
        "role": message.get("role") or "assistant",
        "content": storable(message.get("content")),
    }
    calls = [
        {
            "id": str(call.get("id") or f"call_{place}"),
            "type": "function",
            "function": {
                "name": storable(str(call["function"]["name"])),
                "arguments": storable(str(call["function"].get("arguments") or "{}")),
            },
        }
        for place, call in enumerate(message.get("tool_calls") or ())
    ]
    if calls:
        kept["tool_calls"] = calls
    return {"index": number, "message": kept, "finish_reason": choice.get("finish_reason")}


def _characters(choice: Mapping[str, Any]) -> int:
    message = choice["message"]
    calls = message.get("tool_calls", ())
    return len(message["content"] or "") + sum(len(call["function"]["arguments"]) for call in calls)


def _kind(error: Exception) -> str:
    """Return the kind of an error; LiteLLM reports dropped connections as status 500 too."""
    status = getattr(error, "status_code", None)
    name = type(error).__name__
    if isinstance(error, TimeoutError) or name in ("Timeout", "APITimeoutError") or status == 408:
        return "timeout"
    if status == 429:
        return "rate_limit"
    if status in _HOPELESS:
        return "missing"
    if status in _REFUSED:
        return "refused"
    if name == "APIConnectionError" or "Connection error" in str(error):
        return "connection"
    if isinstance(status, int) and getattr(error, "litellm_response_headers", None):
        return "server"
    return "malformed"


def _retry_after(error: Exception) -> float | None:
    """Return the seconds that the server asks to wait."""
    headers = {
        str(name).lower(): str(value)
        for name, value in dict(getattr(error, "litellm_response_headers", None) or {}).items()
    }
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        text = headers.get(name)
        if text is None:
            continue
        try:
            return max(0.0, float(text) / unit)
        except ValueError:
            pass
        try:
            return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
        except (ValueError, TypeError):
            continue
    return None
