"""
One request to a language model through LiteLLM, and nothing around it.

LiteLLM is imported at the first call. Before that the environment is told that it shall not fetch its
price list from the network, nor read a ``.env`` file; its own retries are off, for they would be neither
seeded nor counted, and its detour over MCP is skipped, since it needs a package that the plain
installation lacks. Whatever it raises becomes a :class:`GatewayError` without a key in its message and
without a cause, for the cause would show the key in a traceback.
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

from ..errors import GatewayError, InputError
from .completion import tokens
from .redaction import redacted
from .wrapper import estimated_tokens, sent

#: Stands for a key where a local server wants none; the real one is never sent to an ``api_base``.
LOCAL_KEY = "local"

_LONGEST = 300
_ENVIRONMENT = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_MODE": "PRODUCTION"}
_REFUSED = range(400, 500)
#: Names of exceptions that LiteLLM puts before a message, one for each layer that it went through.
_PREFIXES = re.compile(r"^(?:(?:litellm\.)?\w*(?:Error|Exception|Timeout)(?:: | - ))+")


class LiteLLMClient:
    """
    Asks a model of any provider that LiteLLM knows, or of a server with OpenAI's interface.

    Parameters
    ----------
    api_base
        Address of such a server; by default the provider is part of the model's name, as in
        ``"anthropic/…"``, and its address is LiteLLM's.
    api_key
        By default that of the environment, as LiteLLM reads it; with ``api_base``, a dummy.
    timeout
        Seconds, unless a call says otherwise.
    supports_tool_calls
        Whether policies may offer the model tools; else they ask for JSON.

    Raises
    ------
    GatewayError
        Of kind ``"missing"``, if LiteLLM is not installed.
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
            raise InputError(f"timeout is {timeout}; it must be over 0 seconds")
        if importlib.util.find_spec("litellm") is None:
            raise GatewayError(
                "LiteLLM is not installed; pip install 'kempe[llm]' does it", kind="missing"
            )
        self.supports_tool_calls = supports_tool_calls
        self._timeout = timeout
        self._api_base = api_base
        self._api_key = api_key or (LOCAL_KEY if api_base else None)

    def chat(self, **call: Any) -> dict[str, Any]:
        """Ask once."""
        litellm = _litellm()
        sent()
        try:
            response = litellm.completion(**self._arguments(call))
        except Exception as error:  # its own, openai's, httpx's, and what it did not foresee
            failure = self._failure(error, call)
        else:
            return self._completion(response, call)
        raise failure

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Ask once."""
        litellm = _litellm()
        arguments = self._arguments(call)
        sent()
        try:
            async with asyncio.timeout(
                arguments["timeout"]
            ):  # LiteLLM's is for each piece of the answer
                response = await litellm.acompletion(**arguments)
        except Exception as error:
            failure = self._failure(error, call)
        else:
            return self._completion(response, call)
        raise failure

    def _arguments(self, call: Mapping[str, Any]) -> dict[str, Any]:
        optional: dict[str, Any] = {
            "tools": call.get("tools") or None,
            "tool_choice": call.get("tool_choice") if call.get("tools") else None,
            "seed": call.get("seed"),
            "api_base": self._api_base,
            "api_key": self._api_key,
            "custom_llm_provider": "openai" if self._api_base else None,
        }
        schema = call.get("response_schema")
        if schema is not None:
            optional["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": dict(schema), "strict": True},
            }
        return {
            "model": call["model"],
            "messages": [dict(message) for message in call["messages"]],
            "temperature": call.get("temperature", 0.2),
            "timeout": call.get("timeout") or self._timeout,
            "num_retries": 0,
            "max_retries": 0,
            "_skip_mcp_handler": True,
            **{name: value for name, value in optional.items() if value is not None},
        }

    def _completion(self, response: Any, call: Mapping[str, Any]) -> dict[str, Any]:
        """Reduce a response to what the protocol promises: the answer, and what it took."""
        try:
            raw = response.model_dump(mode="json")
            choices = [_choice(number, choice) for number, choice in enumerate(raw["choices"])]
        except (AttributeError, KeyError, TypeError, ValueError):
            choices = []
        if not choices:
            raise GatewayError(f"{call['model']}: the answer has no choices", kind="malformed")
        usage = raw.get("usage") or {}
        prompt, answer = usage.get("prompt_tokens") or 0, usage.get("completion_tokens") or 0
        counted: dict[str, Any] = {"prompt_tokens": prompt, "completion_tokens": answer}
        if not prompt and not answer:  # some local servers do not count
            counted = {
                "prompt_tokens": estimated_tokens(call),
                "completion_tokens": tokens(str(choices[0]["message"])),
                "estimated": True,
            }
        cost = (getattr(response, "_hidden_params", None) or {}).get("response_cost")
        if cost is not None:
            counted["cost"] = float(cost)
        return {
            "object": "chat.completion",
            "model": str(raw.get("model") or call["model"]),
            "choices": choices,
            "usage": counted,
        }

    def _failure(self, error: Exception, call: Mapping[str, Any]) -> GatewayError:
        text = " ".join(redacted(str(error), [self._api_key]).split())
        text = _PREFIXES.sub("", text)[:_LONGEST] or type(error).__name__
        return GatewayError(
            f"{call['model']}: {text}", kind=_kind(error), retry_after=_retry_after(error)
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
    kept = {"role": message.get("role") or "assistant", "content": message.get("content")}
    calls = [
        {
            "id": str(call.get("id") or f"call_{place}"),
            "type": "function",
            "function": {
                "name": str(call["function"]["name"]),
                "arguments": str(call["function"].get("arguments") or "{}"),
            },
        }
        for place, call in enumerate(message.get("tool_calls") or ())
    ]
    if calls:
        kept["tool_calls"] = calls
    return {"index": number, "message": kept, "finish_reason": choice.get("finish_reason")}


def _kind(error: Exception) -> str:
    """What a failure is to a caller; LiteLLM gives dropped lines and garbled answers status 500, too."""
    status = getattr(error, "status_code", None)
    name = type(error).__name__
    if isinstance(error, TimeoutError) or name in ("Timeout", "APITimeoutError") or status == 408:
        return "timeout"
    if status == 429:
        return "rate_limit"
    if status in _REFUSED:
        return "refused"
    if name == "APIConnectionError" or "Connection error" in str(error):
        return "connection"
    if isinstance(status, int) and getattr(error, "litellm_response_headers", None):
        return "server"
    return "malformed"


def _retry_after(error: Exception) -> float | None:
    """Seconds that the server asked to wait."""
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
