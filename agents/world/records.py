"""
Between what is emitted and what is stored: events and calls of language models as rows, and back.

An event ``llm.call`` has a table of its own, so that costs can be added up with SQL; the time that a
call took is no part of its row, since a row is hashed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
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


def split_events(
    run_id: str, time_step: int, scopes: Sequence[Scope]
) -> tuple[list[Row], list[Row], list[float | None]]:
    """Calls of language models and all other events, as rows; and how long the calls took."""
    calls: list[Row] = []
    events: list[Row] = []
    seconds: list[float | None] = []
    for scope in scopes:
        for name, text in scope.events:
            if name == CALL:
                data = json.loads(text)
                seconds.append(data.pop("seconds", None))
                calls.append((run_id, time_step, len(calls), scope.agent_id, *_call_row(data)))
            else:
                events.append((run_id, time_step, len(events), scope.agent_id, name, text))
    return calls, events, seconds


def _call_row(data: dict[str, Any]) -> Row:
    if set(data) != set(CALL_COLUMNS):
        odd = ", ".join(sorted(set(data) ^ set(CALL_COLUMNS)))
        raise InputError(f"event {CALL!r}: missing or unknown: {odd}")
    for name in ("request", "response"):
        data[name] = None if data[name] is None else canonical(data[name])
    data["cost"] = None if data["cost"] is None else float(data["cost"])
    return [data[name] for name in CALL_COLUMNS]


def recorded_calls(rows: Sequence[Row], agent_id: str) -> list[dict[str, Any]]:
    """Give back the records of an agent's calls in a step, from the rows of that step."""
    found = []
    for row in rows:
        if row[3] == agent_id:
            data = dict(zip(CALL_COLUMNS, row[4:], strict=True))
            for name in ("request", "response"):
                data[name] = None if data[name] is None else json.loads(data[name])
            found.append(data)
    return found


def recorded_events(calls: Sequence[Row], events: Sequence[Row], agent_id: str) -> list[tuple[str, str]]:
    """Give back what an agent emitted in a step, from the rows of that step."""
    asked = [(CALL, canonical(data)) for data in recorded_calls(calls, agent_id)]
    return asked + [(row[4], row[5]) for row in events if row[3] == agent_id]
