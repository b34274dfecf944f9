"""
Conversion between emitted events and stored rows.

Events ``llm.call`` have their own table, so that costs can be summed with SQL. The duration of a call is
not part of its row, since rows are hashed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..canonical import canonical, digest, plain_lines
from ..errors import InputError
from ..llm.calls import CALL
from .rows import AnnotationRow, CallRow, EventRow, Row
from .scope import Scope

#: Keys of an event ``llm.call``, in the order of the columns of its table.
CALL_COLUMNS = (
    "purpose", "prompt_version", "prompt_hash", "model", "request", "response", "error",
    "prompt_tokens", "completion_tokens", "cost", "attempts",
)  # fmt: skip


def annotation(run_id: str, time_step: int, seq: int, kind: str, body_json: str) -> AnnotationRow:
    """Return the row of an annotation, with its digest."""
    content = (run_id, time_step, seq, kind, body_json)
    return AnnotationRow(*content, digest(canonical(content)))


def take(scope: Scope, name: str, data: Mapping[str, Any]) -> None:
    """
    Add an event to a scope, in the form in which it is stored.

    Raises
    ------
    InputError
        If a call lacks one of its columns.
    ValueError, TypeError
        If the data are not plain values.
    """
    if name != CALL:
        scope.add_event(name, canonical(dict(data)))
        return
    _take_call(scope, data)


def take_plain(scope: Scope, events: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Add several events of plain data as :func:`take` does, without a check of the data."""
    if any(name == CALL for name, _ in events):
        for name, data in events:
            take(scope, name, data)
        return
    texts = plain_lines([data for _, data in events])
    for (name, _), text in zip(events, texts, strict=True):
        scope.add_event(name, text)


def _take_call(scope: Scope, data: Mapping[str, Any]) -> None:
    call = dict(data)
    seconds = call.pop("seconds", None)
    if set(call) != set(CALL_COLUMNS):
        odd = ", ".join(sorted(set(call) ^ set(CALL_COLUMNS)))
        raise InputError(f"event {CALL!r}: missing or unknown: {odd}")
    for column in ("request", "response"):
        call[column] = None if call[column] is None else canonical(call[column])
    call["cost"] = None if call["cost"] is None else float(call["cost"])
    scope.add_call(tuple(call[column] for column in CALL_COLUMNS), seconds)


def as_rows(
    run_id: str, time_step: int, scopes: Sequence[Scope]
) -> tuple[list[Row], list[Row], list[float | None]]:
    """
    Return the rows of the calls and of the other events, and the durations of the calls.

    The rows are tuples: to make their classes takes eight times as long.
    """
    scopes = [scope for scope in scopes if scope.calls or scope.events]
    calls = [(scope.agent_id, *call) for scope in scopes for call in scope.calls]
    events = [(scope.agent_id, *event) for scope in scopes for event in scope.events]
    seconds = [time for scope in scopes for time in scope.seconds]
    return (
        [(run_id, time_step, seq, *call) for seq, call in enumerate(calls)],
        [(run_id, time_step, seq, *event) for seq, event in enumerate(events)],
        seconds,
    )


def recorded_scope(
    calls: Sequence[CallRow], events: Sequence[EventRow], time_step: int, agent_id: str
) -> Scope:
    """Return what an agent emitted in a step, from the rows of that step."""
    scope = Scope(time_step, agent_id)
    scope.events = [(row.name, row.data_json) for row in events if row.agent_id == agent_id]
    scope.calls = tuple(_columns(row) for row in calls if row.agent_id == agent_id)
    return scope


def recorded_calls(rows: Sequence[CallRow], agent_id: str) -> list[dict[str, Any]]:
    """Return the data of an agent's calls in a step, from the rows of that step."""
    calls = []
    for row in rows:
        if row.agent_id == agent_id:
            data = dict(zip(CALL_COLUMNS, _columns(row), strict=True))
            for name in ("request", "response"):
                data[name] = None if data[name] is None else json.loads(data[name])
            calls.append(data)
    return calls


def _columns(row: CallRow) -> tuple[Any, ...]:
    """Return the values of ``CALL_COLUMNS``, which follow the agent's id."""
    return row[CallRow._fields.index("agent_id") + 1 :]
