"""
Between what is emitted and what is stored: events and calls of language models as rows, and back.

An event ``llm.call`` has a table of its own, so that costs can be added up with SQL; the time that a
call took is no part of its row, since a row is hashed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..canonical import canonical, digest
from ..errors import InputError
from ..llm.calls import CALL
from .chain import Row
from .scope import Scope

# Of the event ``llm.call``, which goes to a table of its own.
CALL_COLUMNS = (
    "purpose", "prompt_version", "prompt_hash", "model", "request", "response", "error",
    "prompt_tokens", "completion_tokens", "cost", "attempts",
)  # fmt: skip


def annotation_digest(row: Row) -> str:
    """Digest that an annotation carries, of its other columns."""
    return digest(canonical(row))


def take(scope: Scope, name: str, data: Mapping[str, Any]) -> None:
    """
    Keep an event, as it will be stored.

    Raises
    ------
    InputError
        If a call lacks one of its columns.
    ValueError, TypeError
        If the data are not plain values.
    """
    if name != CALL:
        scope.events.append((name, canonical(dict(data))))
        return
    call = dict(data)
    seconds = call.pop("seconds", None)
    if set(call) != set(CALL_COLUMNS):
        odd = ", ".join(sorted(set(call) ^ set(CALL_COLUMNS)))
        raise InputError(f"event {CALL!r}: missing or unknown: {odd}")
    for column in ("request", "response"):
        call[column] = None if call[column] is None else canonical(call[column])
    call["cost"] = None if call["cost"] is None else float(call["cost"])
    scope.calls.append(tuple(call[column] for column in CALL_COLUMNS))
    scope.seconds.append(seconds)


def as_rows(
    run_id: str, time_step: int, scopes: Sequence[Scope]
) -> tuple[list[Row], list[Row], list[float | None]]:
    """Calls of language models and all other events, as rows; and how long the calls took."""
    calls = [(scope.agent_id, *call) for scope in scopes for call in scope.calls]
    events = [(scope.agent_id, *event) for scope in scopes for event in scope.events]
    seconds = [time for scope in scopes for time in scope.seconds]
    return _numbered(run_id, time_step, calls), _numbered(run_id, time_step, events), seconds


def _numbered(run_id: str, time_step: int, rows: Sequence[Row]) -> list[Row]:
    return [(run_id, time_step, seq, *row) for seq, row in enumerate(rows)]


def recorded_scope(calls: Sequence[Row], events: Sequence[Row], time_step: int, agent_id: str) -> Scope:
    """Give back what an agent emitted in a step, from the rows of that step."""
    return Scope(
        time_step,
        agent_id,
        events=[(row[4], row[5]) for row in events if row[3] == agent_id],
        calls=[tuple(row[4:]) for row in calls if row[3] == agent_id],
    )


def recorded_calls(rows: Sequence[Row], agent_id: str) -> list[dict[str, Any]]:
    """Give back the data of an agent's calls in a step, from the rows of that step."""
    found = []
    for row in rows:
        if row[3] == agent_id:
            data = dict(zip(CALL_COLUMNS, row[4:], strict=True))
            for name in ("request", "response"):
                data[name] = None if data[name] is None else json.loads(data[name])
            found.append(data)
    return found
