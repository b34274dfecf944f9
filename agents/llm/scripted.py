"""A language model that follows a script: for tests, and for showing what a model's answer leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..contracts import EventSink
from ..errors import GatewayError
from .calls import CALL, call_record, call_request
from .completion import completion, tool_call

#: A text, a call of a tool ``{"name", "arguments"}``, a whole completion, or an error to raise.
Reply = str | Mapping[str, Any] | Exception


class ScriptedGateway:
    """
    Gives replies in turn, or as a function of the request.

    Parameters
    ----------
    script
        Replies, or a function from a request to a reply.
    supports_tool_calls
        Whether policies may offer it tools; else they ask for JSON.
    sink
        Takes a record of each call.

    Attributes
    ----------
    calls
        All requests so far.
    """

    # A resumed run goes through the script from its beginning.
    stateless = False

    def __init__(
        self,
        script: Iterable[Reply] | Callable[[dict[str, Any]], Reply],
        *,
        supports_tool_calls: bool = True,
        sink: EventSink | None = None,
    ) -> None:
        self.supports_tool_calls = supports_tool_calls
        self.calls: list[dict[str, Any]] = []
        self._sink = sink
        self._answer = script if callable(script) else _in_turn(script)

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
        """Give the next reply, or raise :class:`agents.errors.GatewayError` if there is none."""
        request = call_request(
            model=model,
            messages=messages,
            tools=tools,
            tool_choice=tool_choice,
            temperature=temperature,
            seed=seed,
            response_schema=response_schema,
        )
        self.calls.append(request)
        reply = self._answer(request)
        if isinstance(reply, Exception):
            if self._sink is not None and isinstance(reply, GatewayError):
                self._sink.emit(CALL, call_record(request, error=reply))
            raise reply
        answer = _as_completion(reply, request)
        if self._sink is not None:
            self._sink.emit(CALL, call_record(request, response=answer))
        return answer

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Like :meth:`chat`."""
        return self.chat(**call)


def _in_turn(script: Iterable[Reply]) -> Callable[[dict[str, Any]], Reply]:
    replies: Iterator[Reply] = iter(script)

    def answer(request: dict[str, Any]) -> Reply:
        for reply in replies:
            return reply
        return GatewayError("the script has no more replies", kind="missing")

    return answer


def _as_completion(reply: str | Mapping[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    model, messages = request["model"], request["messages"]
    if isinstance(reply, str):
        return completion(model, messages, content=reply)
    if "choices" in reply:
        return dict(reply)
    return completion(model, messages, tool_calls=[tool_call(reply["name"], reply["arguments"])])
