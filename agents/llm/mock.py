"""
A mock of a language model: a seeded answer to each request, the same in every process.

It posts ``hello (N)``, where N is the SHA-256 of the seed and the last user message, modulo 1000; or it
calls a tool that N chooses, with values that the name of each argument chooses as well.
Python's ``hash`` would not do: it is salted in each process.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ..contracts import ChatRequest, EventSink
from .calls import CALL, call_record
from .completion import completion, tool_call
from .gateway import Gateway

TOOL = "post_message"

#: Difference of the largest and the smallest number for an argument that has one bound or none.
_SPAN = 9
#: Numbers that choose an answer: 0, 1, ..., and as many values at most are chosen among.
_NUMBERS = 1000


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
        Whether it calls any of the tools that it can call: ``post_message``, and those whose schema says
        which values each required argument may have, by a list, a range of numbers, or as true or false.
    """

    seed: int = 0
    sink: EventSink | None = None
    acts: bool = False

    stateless: ClassVar[bool] = True

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer at once."""
        prompts = [str(m.get("content")) for m in request.messages if m.get("role") == "user"]
        text = f"{self.seed}:{prompts[-1] if prompts else ''}"
        number = _number(text)
        chosen = _choice(request, number, text) if self.acts else None
        if chosen is None and _may_post(request):
            chosen = _post(number)
        if chosen is not None:
            call = tool_call(*chosen, call_id=f"call_{number}")
            answer = completion(request.model, request.messages, tool_calls=[call])
        else:
            answer = completion(request.model, request.messages, content="noop")
        if self.sink is not None:
            self.sink.emit(CALL, call_record(request, response=answer))
        return answer


def _post(number: int) -> tuple[str, dict[str, Any]]:
    return TOOL, {"content": f"hello ({number})"}


def _number(text: str) -> int:
    """Return the number of a text, the same in every process."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % _NUMBERS


def _choice(request: ChatRequest, number: int, text: str) -> tuple[str, dict[str, Any]] | None:
    """
    Return one of the tools that the mock can call, if any, with its required arguments.

    Each argument has a number of its own: with one for all, two that have the same values would always
    be equal.
    """
    if request.tool_choice not in (None, "auto", "required"):
        return None
    possible: list[tuple[str, dict[str, Sequence[Any]]]] = []
    for tool in request.tools or ():
        function = tool["function"]
        schema = function.get("parameters", {})
        properties = schema.get("properties", {})
        values = {name: _values(properties.get(name, {})) for name in schema.get("required", ())}
        if function["name"] == TOOL or all(values.values()):
            possible.append((function["name"], values))
    if not possible:
        return None
    name, values = possible[number % len(possible)]
    number //= len(possible)
    if name == TOOL:
        return _post(number)
    numbers = {argument: _number(f"{text}:{argument}") for argument in values}
    return name, {argument: legal[numbers[argument] % len(legal)] for argument, legal in values.items()}


def _values(schema: Any) -> Sequence[Any]:
    """Return values that the schema of an argument allows; none if it does not say which."""
    if not isinstance(schema, Mapping):  # true and false are schemas too
        return []
    for listed in (schema.get("enum"), [schema["const"]] if "const" in schema else None):
        if listed is not None:
            return list(listed)
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") not in ("integer", "number") or "multipleOf" in schema:
        return []
    # An infinite bound is none, unless it leaves no number.
    lows = {name: schema[name] for name in ("minimum", "exclusiveMinimum") if name in schema}
    highs = {name: schema[name] for name in ("maximum", "exclusiveMaximum") if name in schema}
    if math.inf in lows.values() or -math.inf in highs.values():
        return []
    least = [
        math.ceil(bound) if name == "minimum" else math.floor(bound) + 1
        for name, bound in lows.items()
        if bound != -math.inf
    ]
    most = [
        math.floor(bound) if name == "maximum" else math.ceil(bound) - 1
        for name, bound in highs.items()
        if bound != math.inf
    ]
    first = max(least) if least else min(most) - _SPAN if most else 0
    last = min(most) if most else first + _SPAN
    # The length of a longer range may be more than Python can count.
    return range(first, min(last, first + _NUMBERS - 1) + 1)


def _may_post(request: ChatRequest) -> bool:
    choice = request.tool_choice
    named = choice["function"]["name"] if isinstance(choice, Mapping) else choice
    offered = any(tool["function"]["name"] == TOOL for tool in request.tools or ())
    return offered and named in (None, "auto", TOOL)
