"""A gateway that follows a script, for tests and demonstrations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..contracts import ChatRequest, EventSink
from ..errors import GatewayError, expected
from .calls import CALL, call_record
from .completion import completion, tool_call
from .gateway import Gateway

#: A text, a tool call ``{"name", "arguments"}``, a whole completion, or an error to raise.
Reply = str | Mapping[str, Any] | Exception


class ScriptedGateway(Gateway):
    """
    Gateway whose replies are a sequence, or a function of the request.

    Parameters
    ----------
    script
        Replies, or a function from a request, as plain values, to a reply.
    supports_tool_calls
        Whether policies may offer tools; otherwise they ask for JSON.
    sink
        Receiver of a record of each call.

    Attributes
    ----------
    calls
        All requests so far, as plain values.

    Raises
    ------
    GatewayError
        By ``chat``, with kind ``"missing"`` if the script has no more replies.
    """

    # A resumed run reads the script from its beginning.
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
        self._reply = script if callable(script) else _in_turn(script)

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the next reply as a completion, or raise it if it is an error."""
        plain = request.plain()
        self.calls.append(plain)
        reply = self._reply(plain)
        if isinstance(reply, Exception):
            if self._sink is not None and isinstance(reply, GatewayError):
                self._sink.emit(CALL, call_record(request, error=reply))
            raise reply
        answer = _as_completion(reply, request)
        if self._sink is not None:
            self._sink.emit(CALL, call_record(request, response=answer))
        return answer


def _in_turn(script: Iterable[Reply]) -> Callable[[dict[str, Any]], Reply]:
    replies: Iterator[Reply] = iter(script)
    end = GatewayError("the script has no more replies", kind="missing")
    return lambda request: next(replies, end)


def _as_completion(reply: str | Mapping[str, Any], request: ChatRequest) -> dict[str, Any]:
    if isinstance(reply, str):
        return completion(request.model, request.messages, content=reply)
    if not isinstance(reply, Mapping):
        raise expected("reply", reply, "a text, a mapping, or an error to raise")
    if "choices" in reply:
        return dict(reply)
    if not {"name", "arguments"} <= reply.keys():
        raise expected("reply", dict(reply), 'a completion, or a tool call with "name" and "arguments"')
    call = tool_call(reply["name"], reply["arguments"])
    return completion(request.model, request.messages, tool_calls=[call])
