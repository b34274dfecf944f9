"""
Parsing of the answer of a language model: a tool call, else JSON in the text, else nothing.

Nothing here raises. Parse errors are reported, so that the trace distinguishes a mistake of the model
from a decision to do nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..answers import objects_in


class Parsed(NamedTuple):
    """Action and parse error."""

    action: str
    arguments: dict[str, Any]
    reasoning: str | None = None
    error: str | None = None


_decoder = json.JSONDecoder()
# An action in JSON that is malformed elsewhere, for instance truncated.
_RESCUE = re.compile(r'"action"\s*:\s*("(?:[^"\\]|\\.)*")')
_ARGUMENTS = re.compile(r'"args"\s*:\s*(?=\{)')


def parse_action(response: object) -> Parsed:
    """Return the action of a completion: a tool call (A), JSON in the text (B), or ``noop`` (C)."""
    message = _message(response)
    if message is None:
        return Parsed("noop", {}, error="the answer is not a completion")
    content = message.get("content")
    text = content if isinstance(content, str) else ""
    if message.get("tool_calls"):
        return _tool_call(message["tool_calls"], text)
    return _text(text)


def _message(response: object) -> Mapping[str, Any] | None:
    try:
        message = response["choices"][0]["message"]  # type: ignore[index]
    except (KeyError, IndexError, TypeError):
        return None
    return message if isinstance(message, Mapping) else None


def _tool_call(calls: Any, text: str) -> Parsed:
    """Path A: only the first call counts, since an agent has one action."""
    try:
        function = calls[0]["function"]
        name, given = function["name"], function.get("arguments")
    except (KeyError, IndexError, TypeError, AttributeError):
        return Parsed("noop", {}, error="the tool call has no function name")
    if not isinstance(name, str):
        return Parsed("noop", {}, error="the tool call has no function name")
    error = None
    if isinstance(given, str):
        try:
            given = json.loads(given or "{}")
        except (ValueError, RecursionError):
            given, error = {}, "the arguments of the tool call are not JSON"
    if not isinstance(given, dict):
        given, error = {}, "the arguments of the tool call are not an object"
    return Parsed(name, given, text.strip() or None, error)


def _text(text: str) -> Parsed:
    """Path B, else C."""
    for candidate in objects_in(text):
        if isinstance(candidate.get("action"), str):
            return _from_object(candidate)
    if match := _RESCUE.search(text):
        return _rescued(text, match)
    return Parsed(
        "noop", {}, error="the answer holds no action" if text.strip() else "the answer is empty"
    )


def _from_object(answer: dict[str, Any]) -> Parsed:
    given = answer.get("args", {})
    reasoning = answer.get("reasoning")
    error = None
    if not isinstance(given, dict):
        given, error = {}, "args is not an object"
    return Parsed(answer["action"], given, reasoning if isinstance(reasoning, str) else None, error)


def _rescued(text: str, match: re.Match[str]) -> Parsed:
    given: Any = {}
    if arguments := _ARGUMENTS.search(text):
        try:
            given, _ = _decoder.raw_decode(text, arguments.end())
        except (ValueError, RecursionError):
            given = {}
    return Parsed(json.loads(match[1], strict=False), given, error="the answer is broken JSON")
