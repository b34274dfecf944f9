"""
Record what a model answers, and give it back without the model.

A cassette is a file of lines, each a call: ``{"hash", "request", "response" or "error", "attempts"}``
in canonical JSON, the hash being that of the request. The same request asked twice has two lines, given
back in their order.
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
from ..contracts import LLMGateway
from ..errors import GatewayError, InputError
from .calls import call_hash
from .wrapper import request_of, sent, tallying

#: Errors that say nothing about the model are not recorded.
_NOT_RECORDED = frozenset({"budget", "missing"})


class RecordReplayGateway:
    """
    Answers from a cassette; asks a model for what is not on it, and records that.

    Parameters
    ----------
    path
        Of the cassette. It need not exist if there is a model to ask.
    gateway
        Asked for what is missing; by default that is an error.

    Raises
    ------
    InputError
        If the cassette cannot be read, with the line; or does not exist and there is no gateway.
    """

    #: What is given back for a request depends on how often it was made.
    stateless = False

    def __init__(self, path: str | PathLike[str], gateway: LLMGateway | None = None) -> None:
        self.path = Path(path)
        self.gateway = gateway
        self._lock = threading.Lock()
        self._entries = _read(self.path, must_exist=gateway is None)

    @property
    def supports_tool_calls(self) -> bool:
        """Whether the model can call tools by itself."""
        return bool(getattr(self.gateway, "supports_tool_calls", True))

    def chat(self, **call: Any) -> dict[str, Any]:
        """
        Give back what is recorded, or ask and record.

        Raises
        ------
        GatewayError
            The recorded one; of kind ``"missing"``, if nothing is recorded and there is nobody to ask.
        """
        request = request_of(call)
        entry = self._next(request)
        if entry is not None:
            return _played(entry)
        with tallying() as tally:
            try:
                answer = self._model(request).chat(**call)
            except GatewayError as error:
                self._record(request, tally.attempts, error=error)
                raise
        self._record(request, tally.attempts, answer=answer)
        return answer

    async def achat(self, **call: Any) -> dict[str, Any]:
        """Like :meth:`chat`."""
        request = request_of(call)
        entry = self._next(request)
        if entry is not None:
            return _played(entry)
        with tallying() as tally:
            try:
                answer = await self._model(request).achat(**call)
            except GatewayError as error:
                self._record(request, tally.attempts, error=error)
                raise
        self._record(request, tally.attempts, answer=answer)
        return answer

    def _next(self, request: dict[str, Any]) -> dict[str, Any] | None:
        with self._lock:
            entries = self._entries.get(call_hash(request))
            return entries.popleft() if entries else None

    def _model(self, request: dict[str, Any]) -> LLMGateway:
        if self.gateway is None:
            raise GatewayError(
                f"{self.path}: no answer to request {call_hash(request)[:12]}… is left on the cassette",
                kind="missing",
            )
        return self.gateway

    def _record(
        self,
        request: dict[str, Any],
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
        line = {"hash": call_hash(request), "request": request, "attempts": attempts, **outcome}
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
            raise InputError("no such cassette, and no model to record it from", path=path) from None
        return entries
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read as a cassette: {error}", path=path) from error
    for number, line in enumerate(text.splitlines(), 1):
        try:
            entry = json.loads(line)
            well_formed = call_hash(entry["request"]) == entry["hash"] and (
                isinstance(entry.get("response"), dict) or {"kind", "message"} <= entry["error"].keys()
            )
        except (ValueError, TypeError, KeyError, AttributeError):
            well_formed = False
        if not well_formed:
            raise InputError(
                "not a recorded call, or its request was changed; remove the line to ask again",
                path=path,
                line=number,
            )
        entries[entry["hash"]].append(entry)
    return entries
