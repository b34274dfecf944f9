"""
Recording and replay of a model's answers.

A cassette is a file with one call per line: ``{"hash", "request", "response" or "error", "attempts"}``
in canonical JSON, where the hash is that of the request. A request that was sent twice has two lines,
which are replayed in order.
"""

from __future__ import annotations

import copy
import json
import threading
from collections import defaultdict, deque
from os import PathLike
from pathlib import Path
from typing import Any

from ..canonical import canonical
from ..contracts import ChatRequest, LLMGateway
from ..errors import GatewayError, InputError
from .calls import call_hash, plain_hash
from .gateway import Gateway
from .wrapper import sent, tallying

#: Kinds of errors that are not answers of the model.
_NOT_RECORDED = frozenset({"budget", "missing"})


class RecordReplayGateway(Gateway):
    """
    Gateway that replays a cassette, and records the answers that are not on it.

    Parameters
    ----------
    path
        Path of the cassette. The file need not exist if ``gateway`` is given.
    gateway
        Gateway for requests that are not on the cassette; without one they are errors.
    supports_tool_calls
        Whether the recorded model can call tools, if there is no gateway.

    Raises
    ------
    InputError
        If the cassette cannot be read, or does not exist and there is no gateway.
    """

    #: The answer to a request depends on how often it was sent.
    stateless = False

    def __init__(
        self,
        path: str | PathLike[str],
        gateway: LLMGateway | None = None,
        *,
        supports_tool_calls: bool = True,
    ) -> None:
        self.path = Path(path)
        self.gateway = gateway
        self._calls_tools = supports_tool_calls
        self._lock = threading.Lock()
        self._entries = _read(self.path, must_exist=gateway is None)

    @property
    def supports_tool_calls(self) -> bool:
        """Whether the model can call tools."""
        return bool(getattr(self.gateway, "supports_tool_calls", self._calls_tools))

    def ask(self, request: ChatRequest) -> dict[str, Any]:
        """
        Return the recorded answer, or ask the inner gateway and record its answer.

        Raises
        ------
        GatewayError
            The recorded error; or kind ``"missing"`` if nothing is recorded and there is no gateway.
        """
        entry = self._next(request)
        if entry is not None:
            return _played(entry)
        with tallying() as tally:
            try:
                answer = self._model(request).chat(**request.arguments())
            except GatewayError as error:
                self._record(request, tally.attempts, error=error)
                raise
        self._record(request, tally.attempts, answer=answer)
        return answer

    async def aask(self, request: ChatRequest) -> dict[str, Any]:
        """Return the answer as :meth:`ask` does, asynchronously."""
        entry = self._next(request)
        if entry is not None:
            return _played(entry)
        with tallying() as tally:
            try:
                answer = await self._model(request).achat(**request.arguments())
            except GatewayError as error:
                self._record(request, tally.attempts, error=error)
                raise
        self._record(request, tally.attempts, answer=answer)
        return answer

    def _next(self, request: ChatRequest) -> dict[str, Any] | None:
        with self._lock:
            entries = self._entries.get(call_hash(request))
            return entries.popleft() if entries else None

    def _model(self, request: ChatRequest) -> LLMGateway:
        if self.gateway is None:
            raise GatewayError(
                f"{self.path}: the cassette has no further answer to request {call_hash(request)[:12]}…",
                kind="missing",
            )
        return self.gateway

    def _record(
        self,
        request: ChatRequest,
        attempts: int,
        *,
        answer: dict[str, Any] | None = None,
        error: GatewayError | None = None,
    ) -> None:
        if error is not None and error.kind in _NOT_RECORDED:
            return
        outcome: dict[str, Any] = {"response": answer}
        if error is not None:
            outcome = {"error": {"kind": error.kind, "message": str(error)}}
        plain = request.plain()
        line = {"hash": plain_hash(plain), "request": plain, "attempts": attempts, **outcome}
        with self._lock, self.path.open("a", encoding="utf-8") as file:
            file.write(canonical(line) + "\n")

    def __repr__(self) -> str:
        return f"RecordReplayGateway({str(self.path)!r}, {self.gateway!r})"


def _played(entry: dict[str, Any]) -> dict[str, Any]:
    sent(int(entry.get("attempts", 1)))
    if "error" in entry:
        raise GatewayError(entry["error"]["message"], kind=entry["error"]["kind"])
    answer: dict[str, Any] = copy.deepcopy(entry["response"])
    return answer


def _read(path: Path, *, must_exist: bool) -> dict[str, deque[dict[str, Any]]]:
    entries: defaultdict[str, deque[dict[str, Any]]] = defaultdict(deque)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if must_exist:
            raise InputError("no such cassette, and no gateway to record from", path=path) from None
        return entries
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read as a cassette: {error}", path=path) from error
    for number, line in enumerate(text.splitlines(), 1):
        try:
            entry = json.loads(line)
            well_formed = plain_hash(entry["request"]) == entry["hash"] and (
                isinstance(entry.get("response"), dict) or {"kind", "message"} <= entry["error"].keys()
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            well_formed = False
        if not well_formed:
            raise InputError(
                "not a recorded call, or its request was changed: remove the line to record it again",
                path=path,
                line=number,
            )
        entries[entry["hash"]].append(entry)
    return entries
